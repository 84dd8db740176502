"""What tests ask of a GPU that is only simulated; a program, for the simulator is chosen before Numba is loaded."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.count import count
from croupier.exact.gpu import DeviceCounter, counted_on_gpu
from croupier.exact.late_counter import Arrangement, Payoffs
from croupier.exact.late_decisions import CorePass, both_passes
from croupier.exact.late_gpu import DevicePass
from croupier.exact.solve import model_of, payoffs_of
from croupier.exact.space import Composition, Space
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager
from croupier.simulation import strategy_lookup
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds import gpu
from croupier.simulation.rounds.trial import Experiment, experiment
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.ladder import DICEY, LADDER
from tests.exact.small_holdem import SMALL_HOLDEM

ROUNDS = 60


def composition(copies: int, ranks: set[int], suits: int) -> Composition:
    return tuple(copies if rank in ranks and suit < suits else 0 for rank in range(13) for suit in range(4))


def removed(kept: Composition, decks: int) -> list[int]:
    return [card for card in range(52) for _ in range(decks - kept[card])]


def same_rounds(trial: Experiment) -> bool:
    """Whether rounds from the middle of nowhere come out as on a core."""
    chunk = Chunk(trial.job, 10**12, 10**12 + ROUNDS)
    on_gpu, on_core = trial.gpu_player()[0](chunk), played(chunk)
    return int(on_gpu.sum()) == ROUNDS and np.array_equal(on_gpu, on_core)


def same_count(model: Model, kept: Composition, *, lumped: bool) -> bool:
    """Whether every key and count is that of the counter for cores."""
    exact = count(model, kept, lumped=lumped)
    found = counted_on_gpu(Space(model, kept, lumped))
    return np.array_equal(found.keys, exact.keys) and np.array_equal(found.counts, exact.counts)


@rule
def beyond(first: int, second: int) -> int:
    return rank_of(first) + rank_of(second)


def broken() -> Model:
    """A game whose rule gives codes that it has no lines for."""
    line = Line(0, "only", "Only", Fraction(1))
    return Model("broken", 1, (Drawn("two", Draw.SET, 2),), (Wager("bet", "Bet", Rule(beyond, ("two",)), (line,)),))


def refusal(work: Callable[[], object]) -> str:
    try:
        work()
    except Refused as refused:
        return str(refused)
    return ""


def hashed(trial: Experiment) -> bool:
    """The same where sights are too many for a table."""
    setattr(strategy_lookup, "DENSE_MAX", 1)  # noqa: B010  # for this process alone
    return same_rounds(trial)


def main() -> dict[str, object]:
    poker = model_of("three-card-poker")
    monte = model_of("casino-monte", {"decks": 2})
    eight, six = composition(1, {9, 10, 11, 12}, 2), composition(2, {3, 11, 12}, 1)
    return {
        "rounds of casino-monte": same_rounds(experiment("casino-monte", seed=1)),
        "rounds of baccarat": same_rounds(experiment("baccarat", seed=2)),
        "rounds of three-card-poker": same_rounds(experiment("three-card-poker", seed=3)),
        "rounds with cards removed": same_rounds(experiment(monte, removed=[0, 0, 17, 51], seed=3)),
        "rounds of two decisions": same_rounds(experiment(LET_IT_RIDE, removed=removed(eight, 1), seed=3)),
        "count of sets": same_count(poker, eight, lumped=True),
        "count without lumping": same_count(poker, eight, lumped=False),
        "count of several copies and a die": same_count(monte, six, lumped=True),
        "count of sets of several copies": same_count(poker, composition(2, {9, 10, 11, 12}, 1), lumped=False),
        "count of kinds": same_count(model_of("baccarat"), composition(2, {2, 7, 9}, 1), lumped=True),
        "count in several launches": several_launches(poker, eight),
        "count of two decisions, all suits alike": same_count(LET_IT_RIDE, composition(1, {0, 12}, 4), lumped=True),
        "count of what is offered by sight": same_count(LADDER, composition(1, {1, 7, 9}, 2), lumped=True),
        "count of what is offered by dice": same_count(DICEY, composition(2, {1, 7}, 2), lumped=False),
        "late decisions": late_decisions(),
        "rounds of what is offered": same_rounds(experiment(LADDER, seed=3)),
        "rounds with sums in the device's memory": far(experiment("casino-monte", seed=5)),
        "rounds with hashed sights": hashed(experiment("casino-monte", seed=1)),
        "refused rounds": refusal(lambda: same_rounds(experiment_of(broken()))),
        "refused count": refusal(lambda: count(broken(), composition(1, {0, 1}, 1), device="gpu")),
    }


def far(trial: Experiment) -> bool:
    """The same where a block cannot keep all sums at hand."""
    setattr(gpu, "SHARED_BYTES", 0)  # noqa: B010  # for this process alone
    return same_rounds(trial)


def several_launches(model: Model, kept: Composition) -> bool:
    exact = count(model, kept)
    space = Space(model, kept, lumped=True)
    found = counted_on_gpu(space, room=9 * DeviceCounter(space).cells)
    return np.array_equal(found.keys, exact.keys) and np.array_equal(found.counts, exact.counts)


def late_decisions() -> bool:
    """Decisions that are made while counting, with a table that is too small at first."""
    deck = composition(1, {0, 6, 12}, 2)
    arranged, payoffs = Arrangement(SMALL_HOLDEM, deck, 1), payoffs_of(SMALL_HOLDEM, deck)
    found, exact = (both_passes(arranged, run(arranged, payoffs)) for run in (small_table, CorePass))
    return np.array_equal(found.keys, exact.keys) and np.array_equal(found.counts, exact.counts)


def small_table(arranged: Arrangement, payoffs: Payoffs) -> DevicePass:
    """A pass that has to make its table anew."""
    return DevicePass(arranged, payoffs, entries=32)


def experiment_of(model: Model) -> Experiment:
    """An experiment that takes a model's word for its codes, as no count would."""
    right = experiment(replace(model, wagers=(replace(model.wagers[0], lines=tuple(many())),)), seed=0)
    return replace(right, solver=replace(right.solver, model=model))


def many() -> list[Line]:
    return [Line(code, str(code), "", Fraction(0)) for code in range(25)]


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
