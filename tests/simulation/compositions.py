"""Exact values of a round from whatever cards are left, under the strategy for all of them."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from croupier.exact.count import Counts
from croupier.exact.counter import written
from croupier.exact.parts import run
from croupier.exact.solve import Played, Solver
from croupier.exact.space import Composition, Space
from croupier.exact.wager_report import Distribution, mixed
from croupier.simulation.shoes.trial import ShoeTrial
from croupier.simulation.sights import all_sights


class Compositions:
    """A trial's rounds from other compositions; counts are made, and not kept, as there are many."""

    def __init__(self, trial: ShoeTrial) -> None:
        self.trial = trial

    @cached_property
    def plans(self) -> dict[int, int]:
        """The plan at every sight, by the strategy for all the cards."""
        fresh = self.trial.fresh
        sights, plans = all_sights(fresh.solver.counts, fresh.plan_of_row)
        return dict(zip(sights.tolist(), plans.tolist(), strict=True))

    @lru_cache(maxsize=4096)  # noqa: B019  # as long as a test
    def played(self, composition: Composition) -> Played:
        """All deals from a composition."""
        space = Space(self.trial.model, composition, lumped=True)
        found = run(space, written(space), 1)
        counts = Counts(self.trial.model, composition, space.total, *found)
        plan_of_row = np.array([self.plans[sight] for sight in counts.sights.tolist()], dtype=np.int64)
        return Solver(counts, self.trial.model).play(plan_of_row)

    def of(self, composition: Composition, wager: str) -> Distribution:
        """What a unit on a wager wins in a round from a composition, exactly."""
        return mixed(self.played(composition), {wager: 1})

    def won(self, plan: tuple[int, ...], joint: int, wager: str) -> Fraction:
        """What a unit on a wager won in a round that was told."""
        return self.trial.fresh.solver.winnings(plan, {wager: 1})[joint]


def less(composition: Composition, gone: Iterable[int]) -> Composition:
    """A composition without some cards."""
    left = list(composition)
    for card in gone:
        left[card] -= 1
    assert min(left) >= 0, "a card was dealt more often than there are copies of it"
    return tuple(left)
