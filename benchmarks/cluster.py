"""Measure the seam: one thread, two threads, two processes and a cluster of two local workers, side by side.

All play the same rounds of Three Card Poker, in turns within every repetition, and must come to the same totals. Each
is judged by its best repetition, the one in which nobody else took the cores; the load of the machine is told.
"""

import argparse
import logging
import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from time import perf_counter
from typing import Final

from distributed import LocalCluster
from rich.console import Console

from benchmarks.figures import Figure, table_of
from croupier.kernel.cluster import cluster_executor
from croupier.kernel.work import processes, threads
from croupier.simulation.job import played
from croupier.simulation.rounds.trial import CHUNK, Experiment, experiment
from croupier.simulation.run import Crew
from croupier.simulation.trial import Progress

CHUNKS, REPETITIONS = 48, 5
QUICK_CHUNKS, QUICK_REPETITIONS = 8, 2
ONE, TWO, PROCESSES, CLUSTER = "one thread", "two threads", "two processes", "cluster of two local workers"
BARS: Final = ((TWO, ONE, 1.85), (CLUSTER, PROCESSES, 0.9))
"""How many times as fast the first is to be as the second."""


def contenders(stack: ExitStack) -> Iterator[tuple[str, Executor, int]]:
    """Everyone who plays, started, and how many chunks each takes at once."""
    yield ONE, stack.enter_context(threads(1)), 1
    yield TWO, stack.enter_context(threads(2)), 2
    yield PROCESSES, stack.enter_context(processes(2)), 2
    local = LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=logging.CRITICAL
    )
    stack.enter_context(local)
    yield CLUSTER, *stack.enter_context(cluster_executor(local.scheduler_address))


def play(trial: Experiment, chunks: int, executor: Executor, workers: int) -> Progress:
    """Play so many chunks."""
    *_, last = Crew(executor, played, workers=workers).play(trial, chunks * CHUNK)
    return last


def measured(chunks: int, repetitions: int) -> dict[str, float]:
    """The shortest time of each, in seconds."""
    trial = experiment("three-card-poker", seed="bench")
    took: dict[str, list[float]] = {}
    with ExitStack() as stack:
        started = list(contenders(stack))
        for _, executor, workers in started:
            play(trial, 2 * workers, executor, workers)  # whoever has to compile has done so now
        totals: set[Progress] = set()
        for _ in range(repetitions):
            for name, executor, workers in started:
                start = perf_counter()
                totals.add(play(trial, chunks, executor, workers))
                took.setdefault(name, []).append(perf_counter() - start)
    if len(totals) != 1:
        sys.exit("they do not come to the same totals")
    return {name: min(times) for name, times in took.items()}


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds and repetitions")
    quick = parser.parse_args().quick
    console = Console()
    chunks, repetitions = (QUICK_CHUNKS, QUICK_REPETITIONS) if quick else (CHUNKS, REPETITIONS)
    before = os.getloadavg()[0]
    with console.status("measuring"):
        best = measured(chunks, repetitions)
    figures = [Figure(name, seconds, "s") for name, seconds in best.items()]
    figures += [
        Figure(f"  {name}, against {other}", best[other] / best[name], "×", bar, at_most=False)
        for name, other, bar in BARS
    ]
    console.print(table_of(figures, f"{chunks * CHUNK:,} rounds"))
    load = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after, of which at most 2 is ours"
    console.print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; {load}.")


if __name__ == "__main__":
    main()
