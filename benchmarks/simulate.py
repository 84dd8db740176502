"""Measure simulation: beside plain C on the same rounds, beside other people's games, and two cores beside one.

All contenders of a section take turns within every repetition. On one core the time is processor time and a ratio is
the median of the ratios within a repetition; the clock on the wall is told beside it. Cores are judged by that clock,
each number of them by its best repetition, the one in which nobody else took them. Compiling is done beforehand, and a
program in C must come to the very tally that the compiled simulation comes to before either is timed.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final

import numpy as np
from rich.console import Console

from benchmarks.figures import Figure, table_of, write
from benchmarks.peers import gymnasium_random, open_spiel, open_spiel_by_hand
from croupier.envs import TableVectorEnv, env_id
from croupier.exact.space import Ints
from croupier.kernel.work import across, threads
from croupier.simulation.job import Chunk, Job, chunks, played
from croupier.simulation.rounds.trial import experiment

HERE: Final = Path(__file__).parent
GAMES: Final = ("three-card-poker", "casino-monte", "baccarat")
C_BAR, PEERS_BAR, CORES_BAR, TABLES_BAR = 1.5, 500.0, 1.85, 1.0
TABLES: Final = 1 << 12
C_FLAGS: Final = ("-O3", "-march=native")
CHUNK: Final = 1 << 20
WORD: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of the processor, and on the wall."""

    processor: float
    wall: float


def timed(work: Callable[[], object]) -> Took:
    """How long something takes."""
    start, start_wall = process_time(), perf_counter()
    work()
    return Took(process_time() - start, perf_counter() - start_wall)


def ratio(one: list[Took], other: list[Took]) -> float:
    """How many times longer one takes than the other, side by side."""
    return median(a.processor / b.processor for a, b in zip(one, other, strict=True))


# ── Beside plain C ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class InC:
    """A game's simulation in C, and the plans it looks up."""

    program: Path
    plans: Path

    def play(self, job: Job, rounds: int) -> tuple[list[int], Took]:
        """Play the first rounds of a job; gives the tally, and the time that the program says it took."""
        key = job.key % WORD
        arguments = (str(self.program), str(key), "0", str(rounds), str(self.plans))
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)  # noqa: S603  # compiled just now
        *tally, processor, wall = done.stdout.split()
        return [int(n) for n in tally], Took(float(processor), float(wall))


def in_c(id_: str, job: Job, folder: Path) -> InC | None:
    """A game's program, compiled for this machine, or none where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    made = InC(folder / id_, folder / f"{id_}.plans")
    source = HERE / "c" / f"simulate_{id_.replace('-', '_')}.c"
    subprocess.run([compiler, *C_FLAGS, "-o", made.program, source], check=True)  # noqa: S603  # our own source
    made.plans.write_bytes(job.arrays[2].array.tobytes())
    return made


def beside_c(folder: Path, jobs: dict[str, Job], rounds: int, repetitions: int) -> Iterator[Figure]:
    """Each game on one core, the compiled simulation and the program in C taking turns."""
    for id_, job in jobs.items():
        chunk = Chunk(job, 0, rounds)
        in_c_ = in_c(id_, job, folder)
        if in_c_ is not None and in_c_.play(job, rounds)[0] != played(chunk).tolist():
            sys.exit(f"{id_}: the program in C and the compiled simulation do not play the same rounds")
        ours: list[Took] = []
        theirs: list[Took] = []
        for _ in range(repetitions):
            ours.append(timed(partial(played, chunk)))
            if in_c_ is not None:
                theirs.append(in_c_.play(job, rounds)[1])
        yield Figure(f"{id_}, compiled, one core", million_a_second(rounds, ours), "M rounds/s")
        if theirs:
            yield Figure(f"{id_}, plain C", million_a_second(rounds, theirs), "M rounds/s")
            yield Figure("  times plain C", ratio(ours, theirs), "×", C_BAR)
            best = min(took.wall for took in ours) / min(took.wall for took in theirs)
            yield Figure("  the same on the wall, best of each", best, "×")


def million_a_second(rounds: int, took: list[Took]) -> float:
    """A rate, by the median of the processor times."""
    return rounds / median(each.processor for each in took) / 1e6


# ── Beside other people's games ──────────────────────────────────────────────────────────────────────────────────────


Peers = dict[str, Callable[[int], None]]
PEERS: Final[Peers] = {
    "open_spiel blackjack": open_spiel,
    "Gymnasium Blackjack-v1": partial(gymnasium_random, "Blackjack-v1"),
}
FOR_INFORMATION: Final[Peers] = {
    "open_spiel blackjack, chance picked by hand": open_spiel_by_hand,
    **{env_id(id_): partial(gymnasium_random, env_id(id_)) for id_ in GAMES},
}


def beside_peers(jobs: dict[str, Job], rounds: int, repetitions: int) -> Iterator[Figure]:
    """Rounds a second of each game, over those of the peers; our own environments are told for information."""
    each = rounds >> 12
    work: dict[str, tuple[Callable[[], object], int]] = {}
    for id_, job in jobs.items():
        work[id_] = partial(played, Chunk(job, 0, rounds)), rounds
    for name, peer in (PEERS | FOR_INFORMATION).items():
        work[name] = partial(peer, each), each
    per_round: dict[str, list[Took]] = {name: [] for name in work}
    for _ in range(repetitions):
        for name, (play, count) in work.items():
            took = timed(play)
            per_round[name].append(Took(took.processor / count, took.wall / count))
    for name in PEERS | FOR_INFORMATION:
        yield Figure(name, 1 / median(took.processor for took in per_round[name]), "rounds/s")
    for name in PEERS:
        for id_ in jobs:
            times = ratio(per_round[name], per_round[id_])
            yield Figure(f"  {id_} ÷ {name}", times, "×", PEERS_BAR, at_most=False)


# ── Many tables at once ──────────────────────────────────────────────────────────────────────────────────────────────


def many_tables(rounds: int, repetitions: int) -> Iterator[Figure]:
    """Rounds a second of an environment that plays many tables at once under random play, on one core."""
    for id_ in GAMES:
        env = TableVectorEnv(id_, TABLES)
        env.action_space.seed(1)
        env.reset(seed=1)
        actions = [env.action_space.sample() for _ in range(16)]
        steps = -(-rounds // TABLES) * len(env.questions)

        def play(env: TableVectorEnv = env, actions: list[Ints] = actions, steps: int = steps) -> None:
            for number in range(steps):
                env.step(actions[number % len(actions)])

        play()  # compiles
        took = median(timed(play).processor for _ in range(repetitions))
        played_ = steps // len(env.questions) * TABLES
        yield Figure(f"{id_}, {TABLES:,} tables at once", played_ / took / 1e6, "M rounds/s", TABLES_BAR, at_most=False)


# ── Two cores beside one ─────────────────────────────────────────────────────────────────────────────────────────────


def on_cores(workers: int, job: Job, rounds: int) -> Ints:
    """Play some rounds in so many threads, as every simulation is played; gives their tally."""
    tally = np.zeros(job.cells, dtype=np.int64)
    with threads(workers) as executor:
        for part in across(executor, played, chunks(job, 0, rounds, CHUNK), workers):
            tally += part
    return tally


def two_cores(jobs: dict[str, Job], rounds: int, repetitions: int) -> Iterator[Figure]:
    """How much faster two threads are than one, the best repetition of each."""
    for id_, job in jobs.items():
        if not np.array_equal(on_cores(1, job, rounds), on_cores(2, job, rounds)):
            sys.exit(f"{id_}: two threads and one do not come to the same tally")
        took: dict[int, list[Took]] = {1: [], 2: []}
        for _ in range(repetitions):
            for workers, times in took.items():
                times.append(timed(partial(on_cores, workers, job, rounds)))
        one, two = (min(each.wall for each in times) for times in took.values())
        yield Figure(f"{id_}, two threads", rounds / two / 1e6, "M rounds/s")
        yield Figure("  times one thread, best of each", one / two, "×", CORES_BAR, at_most=False)
        yield Figure("  processor time, times that of one thread", ratio(took[2], took[1]), "×")


# ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def figures(*, quick: bool) -> Iterator[Figure]:
    """Everything, one after the other."""
    rounds, repetitions = (1 << 20, 3) if quick else (1 << 22, 9)
    jobs = {id_: experiment(id_, seed="benchmark").job for id_ in GAMES}
    for job in jobs.values():
        played(Chunk(job, 0, 1))  # compiles
    with tempfile.TemporaryDirectory() as name:
        yield from beside_c(Path(name), jobs, rounds, repetitions)
    yield from beside_peers(jobs, rounds, repetitions)
    yield from many_tables(rounds, repetitions)
    yield from two_cores(jobs, 4 * rounds, repetitions)


def load() -> str:
    """How many others want the cores, where the system tells."""
    return f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds and repetitions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args()
    console = Console()
    before = load()
    with console.status("measuring"):
        found = list(figures(quick=given.quick))
    console.print(table_of(found))
    if any("plain C" in figure.name for figure in found):
        console.print(f"Plain C is compiled with {' '.join(C_FLAGS)}; Gymnasium and open_spiel play at random.")
    else:
        console.print("No C compiler was found (cc, gcc and clang would do), so nothing was held against C.")
    console.print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"{before} before and {load()} after."
    )
    if given.json:
        write(found, given.json)


if __name__ == "__main__":
    main()
