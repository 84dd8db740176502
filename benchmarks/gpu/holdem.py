"""Ultimate Texas Hold'em counted whole on one GPU: each pass timed, and its figures.

    python -m benchmarks.gpu.holdem [boards]

With a number, only so many boards are counted, and cores must give the same sums.
"""

import sys
from time import perf_counter

import numpy as np

import benchmarks.gpu.launch  # noqa: F401  # first: it makes what follows importable
from croupier.exact.analysis import Analysis
from croupier.exact.count import Counts, check
from croupier.exact.late_counter import Arrangement
from croupier.exact.late_decisions import CorePass, both_passes
from croupier.exact.late_gpu import DevicePass
from croupier.exact.solve import Solver, payoffs_of
from croupier.exact.space import Ints, Space, full
from examples.games.ultimate_texas_holdem import ULTIMATE_TEXAS_HOLDEM as GAME

COMPARED = 64


class Timed:
    """A pass that tells its time."""

    def __init__(self, run: DevicePass) -> None:
        self.run = run

    def foreseen(self) -> str:
        """Nothing is said before."""
        return ""

    def __call__(self, *, collects: bool, seen: Ints, classes: Ints) -> tuple[Ints, Ints]:
        """Keys and sums."""
        started = perf_counter()
        found = self.run(collects=collects, seen=seen, classes=classes)
        print(
            f"{'outcomes' if collects else 'values'}: {len(found[0]):,} sums in {perf_counter() - started:.2f} s",
            flush=True,
        )
        return found


def some(arranged: Arrangement, number: int) -> Arrangement:
    """The same with some boards alone, from all over."""
    boards, weights = arranged.boards
    step = len(weights) // number
    few = Arrangement(arranged.model, arranged.composition, arranged.kept)
    few.__dict__["boards"] = (np.ascontiguousarray(boards[:, ::step]), np.ascontiguousarray(weights[::step]))
    return few


def main() -> None:
    """Compare some boards with cores, then count all of them."""
    model = GAME.rulebook(GAME.house({})).model
    composition = full(1)
    payoffs = payoffs_of(model, composition)
    arranged = Arrangement(model, composition, 1)
    few = some(arranged, int(sys.argv[1]) if len(sys.argv) > 1 else COMPARED)
    started = perf_counter()
    here = both_passes(few, CorePass(few, payoffs))
    print(f"{len(few.boards[1]):,} boards on cores in {perf_counter() - started:.2f} s", flush=True)
    there = both_passes(few, Timed(DevicePass(few, payoffs)))
    same = np.array_equal(here.keys, there.keys) and np.array_equal(here.counts, there.counts)
    print("the GPU counts", "as" if same else "NOT AS", "cores do", flush=True)
    if len(sys.argv) > 1:
        return
    for _ in range(2):
        started = perf_counter()
        found = both_passes(arranged, Timed(DevicePass(arranged, payoffs)))
        print(f"all {Space(model, composition, lumped=True).total:,} deals in {perf_counter() - started:.2f} s")
    merged = arranged.merged
    space = Space(merged, composition, lumped=True)
    check(space, found.keys, found.counts)
    solver = Solver(Counts(merged, composition, space.total, found.keys, found.counts), merged)
    analysis = Analysis(solver.play(solver.best_plans()), "optimal")
    for id_, wager in analysis.wagers.items():
        print(f"{id_}: {wager.house_edge} = {float(wager.house_edge):.6%}, {float(wager.element_of_risk):.6%} of all")
        print(f"    deviation {wager.standard_deviation:.6f}, average wager {float(wager.average_wager):.6f}")


if __name__ == "__main__":
    main()
