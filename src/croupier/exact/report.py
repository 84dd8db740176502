"""Figures of wagers: everything a game mathematician writes on the first page, as exact values.

A wager on which a decision rests is stated with the decision's wager and the strategy followed; every other wager is
stated by itself. Fractions stay fractions here; only standard deviation and skewness are rounded, being roots.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm, sqrt

from croupier.exact.solve import Played, Plan, Stakes, base_wagers
from croupier.odds import odds_text
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Wager


@dataclass(frozen=True)
class Distribution:
    """An exact distribution: how many of all deals give each result."""

    deals: Mapping[Fraction, int]
    total: int

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        """The exact moment about a point."""
        return sum(((x - about) ** power * n for x, n in self.deals.items()), Fraction(0)) / self.total

    @property
    def mean(self) -> Fraction:
        """The expectation."""
        return self.moment(1)

    @property
    def variance(self) -> Fraction:
        """The variance."""
        return self.moment(2, self.mean)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The skewness; 0 where nothing varies."""
        return float(self.moment(3, self.mean)) / self.standard_deviation**3 if self.variance else 0.0

    def share(self, results: Iterable[Fraction]) -> Fraction:
        """The probability of some results."""
        return Fraction(sum(self.deals[x] for x in results), self.total)

    @property
    def win(self) -> Fraction:
        """The probability to win."""
        return self.share(x for x in self.deals if x > 0)

    @property
    def push(self) -> Fraction:
        """The probability to break even."""
        return self.share(x for x in self.deals if x == 0)

    @property
    def lose(self) -> Fraction:
        """The probability to lose."""
        return self.share(x for x in self.deals if x < 0)


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One row of an outcome table."""

    outcome: str
    combinations: int
    probability: Fraction
    pays: Fraction
    """Net result per unit of the initial wager."""

    @property
    def contribution(self) -> Fraction:
        """What the row adds to the expectation."""
        return self.probability * self.pays


@dataclass(frozen=True)
class WagerReport:
    """Every figure of one wager."""

    wager: Wager
    includes: tuple[str, ...]
    """The decision's wagers that are stated with it."""
    combinations: int
    combinations_of: str
    rows: tuple[OutcomeRow, ...]
    distribution: Distribution
    average_wager: Fraction
    """Units finally wagered per initial unit."""

    @property
    def house_edge(self) -> Fraction:
        """What the house wins of each initial unit; positive when it does."""
        return -self.distribution.mean

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins of each unit finally wagered."""
        return self.house_edge / self.average_wager

    @property
    def hit_frequency(self) -> Fraction:
        """The probability to win anything."""
        return self.distribution.win

    @property
    def maximum_exposure(self) -> Fraction:
        """The most a unit can win."""
        return max(self.distribution.deals)


@dataclass(frozen=True)
class Analysis:
    """A game analysed: its wagers' figures under one strategy."""

    played: Played
    strategy: str

    @property
    def model(self) -> Model:
        """The model that was counted."""
        return self.played.solver.model

    @cached_property
    def wagers(self) -> dict[str, WagerReport]:
        """The report of each wager that is placed before the deal."""
        return {wager.id: report(self.played, wager) for wager in base_wagers(self.model)}

    def distribution(self, stakes: Stakes) -> Distribution:
        """The exact distribution of the result of a mix of wagers."""
        return mixed(self.played, stakes)

    def covariance(self, one: str, other: str) -> Fraction:
        """The exact covariance of two wagers' results, a unit on each."""
        both = self.distribution({one: 1, other: 1}) if one != other else self.distribution({one: 2})
        apart = self.distribution({one: 1}).variance + self.distribution({other: 1}).variance
        return (both.variance - apart) / 2


def mixed(played: Played, stakes: Stakes) -> Distribution:
    """The exact distribution of a mix of wagers under what was played."""
    solver = played.solver
    deals: dict[Fraction, int] = {}
    payoffs: dict[Plan, list[Fraction]] = {}
    for (plan, joint), count in played.table.items():
        if plan not in payoffs:
            payoffs[plan] = solver.payoffs(plan, stakes)
        result = payoffs[plan][joint]
        deals[result] = deals.get(result, 0) + count
    return Distribution(deals, played.total)


def report(played: Played, wager: Wager) -> WagerReport:
    """Work out the figures of one wager."""
    solver, model = played.solver, played.solver.model
    riders = tuple(decision for decision in model.decisions if decision.base == wager.id)
    space, of = space_of(played, wager, stated_whole=bool(riders))
    codes = solver.code_of_joint[wager.id]
    combinations: dict[tuple[str, Fraction], int] = {}
    placed = Fraction(0)
    payoffs: dict[Plan, list[Fraction]] = {}
    for (plan, joint), count in played.table.items():
        if plan not in payoffs:
            payoffs[plan] = solver.payoffs(plan, {wager.id: 1})
        chosen = [
            option.id
            for decision, option in zip(model.decisions, solver.options(plan), strict=True)
            if decision in riders
        ]
        name = ":".join([*chosen, wager.line(int(codes[joint])).id])
        row = (name, payoffs[plan][joint])
        combinations[row] = combinations.get(row, 0) + count
        placed += count * sum(solver.units(plan, {wager.id: 1}).values())
    scale = Fraction(space, played.total)
    rows = tuple(
        OutcomeRow(name, whole(count * scale), Fraction(count, played.total), pays)
        for (name, pays), count in sorted(combinations.items(), key=lambda row: (-row[0][1], row[1], row[0][0]))
    )
    return WagerReport(
        wager=wager,
        includes=tuple(decision.wager for decision in riders),
        combinations=space,
        combinations_of=of,
        rows=rows,
        distribution=mixed(played, {wager.id: 1}),
        average_wager=placed / played.total,
    )


def whole(number: Fraction) -> int:
    """A number that must be whole."""
    if number.denominator != 1:
        raise ArithmeticError(f"{number} combinations are not a whole number")
    return number.numerator


def space_of(played: Played, wager: Wager, *, stated_whole: bool) -> tuple[int, str]:
    """How many combinations a wager is stated over, and of what."""
    counts = played.solver.counts
    needed = counts.layout.needs(wager.outcome)
    draws = [d for d in played.solver.model.draws if stated_whole or d.name in needed]
    cards = sum(counts.composition)
    if wager.pooled and not stated_whole:
        taken = sum(d.count for d in draws if d.kind is not Draw.DIE)
        return comb(cards, taken), f"sets of {taken} cards"
    size, words, left = 1, [], cards
    for drawn in draws:
        match drawn.kind:
            case Draw.DIE:
                size *= drawn.count
                words.append(f"{drawn.count} faces of the die")
            case Draw.SET:
                size *= comb(left, drawn.count)
                words.append(f"sets of {drawn.count} cards")
            case _:
                size *= perm(left, drawn.count)
                words.append(f"ordered draws of {drawn.count} cards")
        left -= 0 if drawn.kind is Draw.DIE else drawn.count
    return size, " × ".join(words)


def pays_text(pays: Fraction) -> str:
    """A net result as an exact string."""
    return str(pays)


def odds_or_result(pays: Fraction) -> str:
    """A result as people read it: odds for a win."""
    return odds_text(pays) if pays > 0 else str(pays)
