"""Bankrolls over time: many paths of so many rounds, and the bands in which most of them run.

A path stakes the same mix of wagers every round, each dealt from fresh cards, and follows its decisions. A path that
cannot place its next wagers is ruined and stays where it is; one that cannot afford an option takes the best that it
can afford. That is the process of `croupier.exact.bankroll`, which `croupier.exact.session` works out. At some rounds,
the *marks*, every path is added to a histogram of results, so that paths may be as many as one likes and their totals
merge like any others. A histogram keeps every result apart where it has room to, and otherwise as many neighbours
together as it must; `resolution` says how far apart its steps are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, isqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.bankroll import Level, check_brought, levels, stated_plans
from croupier.exact.lattice import grain_of
from croupier.exact.session import dollars_text
from croupier.exact.solve import Solver, Stakes, checked_mix
from croupier.exact.space import Ints, every_card
from croupier.exact.wager_report import Distribution
from croupier.simulation.bankrolls.kernel import BINS, FACTS, paths_kernel
from croupier.simulation.job import Job, Packed, check_whole
from croupier.simulation.random_words import ROUNDS_MAX, key_of
from croupier.simulation.rounds.trial import Experiment, known_beside
from croupier.simulation.sights import sights_looked_up
from croupier.simulation.strategy_lookup import Bytes, tables
from croupier.simulation.trial import Progress, Run, Trial, digest

MARKS: Final = 60
SPREADS: Final = 8
"""A histogram reaches this many standard deviations to either side; what lies beyond is in its end steps."""
CHUNK_ROUNDS: Final = 1 << 22
SUM_MAX: Final = 1 << 62
"""No sum of a chunk may come near the end of a machine's integers."""
LENGTH_MAX: Final = 10**6


@dataclass(frozen=True)
class Paths(Trial):
    """Bankroll paths under one strategy and one seed."""

    fresh: Experiment
    stakes: Stakes
    """Units on each wager in every round; a decision's wager follows."""
    bankroll: Fraction
    rounds: int

    unit = "path"

    def __post_init__(self) -> None:
        """Refuse stakes that cannot be placed, a bankroll that pays for no round, and paths too long to number."""
        checked_mix(self.fresh.model, self.stakes)
        check_whole(rounds=self.rounds)
        if not 1 <= self.rounds <= LENGTH_MAX:
            raise Refused(f"paths of {self.rounds:,} rounds are not played; 1 to {LENGTH_MAX:,} are", field="rounds")
        check_brought(self.bankroll, self.needs)
        if self.farthest >= SUM_MAX:
            raise Refused(
                f"{self.rounds:,} rounds of such stakes are beyond counting in steps of {float(self.grain):g}; "
                f"stake less, or amounts with a larger common part",
                field="stake",
            )

    @property
    def solver(self) -> Solver:
        """The count that says what is best of all that can be afforded."""
        return self.fresh.exact.played.solver

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What a round needs at least, and how it is played from there on."""
        fresh, stated = self.fresh, None
        if fresh.strategy == "simple":
            stated = stated_plans(self.solver, self.stakes, "simple")
        elif fresh.strategy not in ("optimal", "none"):
            stated = fresh.plans_at(self.solver.counts.sights)
        return levels(self.solver, self.stakes, stated)

    @property
    def one(self) -> Distribution:
        """The exact result of one round, if everything can be afforded."""
        return self.levels[-1].one

    @property
    def needs(self) -> Fraction:
        """What a round needs at least."""
        return self.levels[0].needs

    @property
    def needs_most(self) -> Fraction:
        """What pays for every option of a round."""
        return self.levels[-1].needs

    @cached_property
    def best(self) -> Fraction:
        """What a round may win."""
        return max(result for level in self.levels for result, deals in level.one.deals.items() if deals)

    @cached_property
    def worst(self) -> Fraction:
        """What a round may come to if it is lost."""
        return min(result for level in self.levels for result, deals in level.one.deals.items() if deals)

    @cached_property
    def payoffs(self) -> tuple[Fraction, ...]:
        """The result of a round, by plan and joint outcome."""
        solver = self.solver
        return tuple(pay for plan in solver.plans for pay in solver.winnings(plan, self.stakes))

    @cached_property
    def grain(self) -> Fraction:
        """The largest amount of which every result is a whole number."""
        return grain_of(self.payoffs)

    @cached_property
    def farthest(self) -> int:
        """How far a path can come to either side, in grains."""
        return self.rounds * max(abs(int(pay / self.grain)) for pay in self.payoffs)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The least result, in grains, at which each level begins; of no path where none can fall so low."""
        return tuple(max(ceil((level.needs - self.bankroll) / self.grain), -self.farthest) for level in self.levels)

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """The rounds after which paths are looked at, the last one among them."""
        steps = min(MARKS, self.rounds)
        return tuple(-(-self.rounds * step // steps) for step in range(1, steps + 1))

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For each mark the first result of its histogram and how many are taken together, in grains."""
        mean, worst, best = self.one.mean / self.grain, int(self.worst / self.grain), int(self.best / self.grain)
        variance = self.one.variance / self.grain**2
        found = []
        for mark in self.marks:
            reach = SPREADS * (isqrt(ceil(variance * mark)) + 1)
            low = max(mark * worst, floor(mark * mean) - reach, -floor(self.bankroll / self.grain))
            high = min(mark * best, ceil(mark * mean) + reach)
            found.append((low, max(1, -(-(high - low + 1) // BINS))))
        return tuple(found)

    @property
    def cells(self) -> int:
        """How many numbers are added up."""
        return len(self.marks) * (BINS + FACTS)

    @property
    def chunk(self) -> int:
        return max(1, min(CHUNK_ROUNDS // self.rounds, SUM_MAX // max(1, self.farthest)))

    @cached_property
    def job(self) -> Job:
        pays = np.array([int(pay / self.grain) for pay in self.payoffs], dtype=np.int64)
        low, width = (np.array(column, dtype=np.int64) for column in zip(*self.steps, strict=True))
        limits = np.array([self.rounds, *self.places], dtype=np.int64)
        shoe = every_card(self.fresh.composition)
        sights, plans = self.tables
        found: tuple[npt.NDArray[Any], ...] = (shoe, sights, plans, pays, limits)
        arrays = (*found, np.array(self.marks, dtype=np.int64), low, width)
        return Job(
            kernel=paths_kernel(self.fresh.model, self.fresh.solver.counts.composition),
            key=key_of(self.fresh.seed, f"paths of {self.fresh.model.id}"),
            arrays=tuple(map(Packed.of, arrays)),
            cells=self.cells,
        )

    @cached_property
    def tables(self) -> tuple[Ints, Bytes]:
        """The look-up of all levels' plans, one after the other, by the same sights."""
        counts = self.solver.counts
        counted = counts is self.fresh.solver.counts
        every = np.arange(len(counts.sights))
        codes, rows = self.fresh.dealable if counted else sights_looked_up(counts, self.fresh.model, every)
        found = [tables(counts.layout, codes, level.plan_of_row[rows]) for level in self.levels]
        return found[0][0], np.concatenate([plans for _, plans in found])

    @cached_property
    def known_by(self) -> Mapping[str, str]:
        stakes = repr(sorted((id_, str(units)) for id_, units in self.stakes.items())).encode()
        own = {"stakes": digest(stakes), "bankroll": str(self.bankroll), "rounds": str(self.rounds)}
        return known_beside(self.fresh, self.job, **own)

    @property
    def units_max(self) -> int:
        return ROUNDS_MAX // self.rounds

    def rounds_in(self, progress: Progress) -> int:
        return progress.units * self.rounds

    def conditions(self, run: Run) -> Conditions:
        """What made a run; no command gives stakes that are not whole cents."""
        of = self.fresh.asked
        amounts = [self.bankroll, *(Fraction(units) for units in self.stakes.values())]
        stakes = tuple(f"{id_}={dollars_text(Fraction(units))}" for id_, units in self.stakes.items())
        options = {"--bankroll": dollars_text(self.bankroll), "--stake": stakes, "--rounds": self.rounds}
        place = of.place if all((amount * 100).denominator == 1 for amount in amounts) else ""
        return replace(of, options={**options, "--paths": run.progress.units}, place=place)
