"""What one GPU does: rounds a second of each game and counts of all deals, checked against cores and exact figures.

    python -m benchmarks.gpu.run [--quick]

Times are of finished work on the device, best of several; a first, small launch compiles and is not timed.
"""

import argparse
from time import perf_counter

import numpy as np

from benchmarks.gpu.launch import timed  # first: it makes what follows importable

from numba import cuda  # isort: skip

from croupier.exact.analysis import Analysis
from croupier.exact.count import Counts
from croupier.exact.gpu import DeviceCounter, launched
from croupier.exact.parts import merged
from croupier.exact.solve import Solver, model_of, solver_of
from croupier.exact.space import Space, full
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds.gpu import device_rounds, played_on_gpu
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.trial import Progress, Run

BARS = {"three-card-poker": 45, "casino-monte": 10, "baccarat": 10}
COMPARED = 1_000_000


def rounds(game: str, count: int) -> None:
    """Rounds a second, after showing that cores and GPU play the same rounds."""
    trial = experiment(game, seed=2026, exact=True)
    kernel = device_rounds(trial.model, trial.solver.counts.composition, trial.job.cells)
    started = perf_counter()
    here = played_on_gpu(kernel, Chunk(trial.job, 0, COMPARED))
    compiling = perf_counter() - started
    same = np.array_equal(here, played(Chunk(trial.job, 0, COMPARED)))
    tally = here

    def work() -> None:
        nonlocal tally
        tally = played_on_gpu(kernel, Chunk(trial.job, 0, count))

    seconds = timed(work, 3)
    found = Simulation(trial, Run(Progress(count, tuple(tally.tolist())), seconds))
    zs = ", ".join(f"{id_} {estimate.z:+.2f}" for id_, estimate in found.wagers.items())
    rate = count / seconds / 1e9
    print(
        f"{game}: {rate:.1f} billion rounds/s (bar {BARS[game]}: {'met' if rate >= BARS[game] else 'missed'}), "
        f"{count:,} rounds in {seconds:.3f} s; compiled in {compiling:.1f} s; "
        f"first {COMPARED:,} rounds {'as' if same else 'NOT AS'} on a core; z {zs}; p {found.p_value:.3f}",
        flush=True,
    )


def deals(game: str) -> None:
    """The time of an exact count without any symmetry, and that it gives the same edges as the lumped one."""
    model = model_of(game)
    space = Space(model, full(model.decks), lumped=False)
    counter = DeviceCounter(space)
    kernel = counter.kernel()
    starts, weights = counter.starts()
    ends = counter.ends()
    tables = (starts, weights, *(np.array(column, dtype=np.int64) for column in zip(*space.kinds, strict=True)))
    device = tuple(cuda.to_device(each) for each in (*tables, space.renamed, ends))
    room = 1 << 26
    keys, counts = (cuda.device_array(room, np.int64) for _ in range(2))
    found = 0

    def work() -> None:
        nonlocal found
        found = launched(kernel, (*device, 0, len(weights), keys, counts), space)

    work()
    seconds = timed(work, 5)
    started = perf_counter()
    host = merged([(keys[:found].copy_to_host(), counts[:found].copy_to_host())])
    merging = perf_counter() - started
    solver = Solver(Counts(model, space.composition, space.total, *host), model)
    edges = {id_: w.house_edge for id_, w in Analysis(solver.play(solver.best_plans()), "optimal").wagers.items()}
    lumped = solver_of(game)
    others = {id_: w.house_edge for id_, w in Analysis(lumped.play(lumped.best_plans()), "optimal").wagers.items()}
    print(
        f"{game}: all {space.total:,} deals, no symmetry, in {seconds * 1000:.1f} ms "
        f"({space.total / seconds / 1e9:.1f} billion deals/s), {found:,} sums; merging them here {merging:.2f} s; "
        f"edges {'as' if edges == others else 'NOT AS'} from the lumped count",
        flush=True,
    )


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    device = cuda.get_current_device()
    print(f"{device.name!s}, {device.MULTIPROCESSOR_COUNT} processors")
    for game in BARS:
        rounds(game, 1 << (30 if quick else 35))
    deals("three-card-poker")


if __name__ == "__main__":
    main()
