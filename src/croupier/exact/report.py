"""Figures of wagers: everything a game mathematician writes on the first page, as exact values.

A wager on which a decision rests is stated with the decision's wager and the strategy followed; every other wager is
stated by itself. Fractions stay fractions here; only standard deviation, volatility index and skewness are rounded,
being roots.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, perm, sqrt
from typing import ClassVar, Final

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.calls import Call, calls, calls_sheet, ties
from croupier.exact.count import Counts
from croupier.exact.exposure import Exposure, exposure
from croupier.exact.solve import TIES, Numbers, Plan, Played, Stakes, base_wagers
from croupier.result import Result, Row, figure
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Wager
from croupier.sheet import Sheet, share

Z_90: Final = 1.645
"""Nine of ten results of a normal distribution lie within so many standard deviations of its mean."""


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
    def volatility_index(self) -> float:
        """1.645 standard deviations: after n rounds, n large, the mean lies within this / √n in nine of ten runs."""
        return Z_90 * self.standard_deviation

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

    def data(self) -> dict[str, object]:
        """The row as data."""
        return {
            "outcome": self.outcome,
            "combinations": self.combinations,
            "probability": float(self.probability),
            "pays": str(self.pays),
            "return": float(self.contribution),
        }

    @property
    def cells(self) -> tuple[str, ...]:
        """The row in words and figures."""
        return (
            self.outcome,
            f"{self.combinations:,}",
            f"{float(self.probability):.8f}",
            str(self.pays),
            f"{float(self.contribution):+.8f}",
        )


@dataclass(frozen=True, repr=False)
class WagerReport(Result):
    """Every figure of one wager.

    >>> import croupier
    >>> pair_plus = croupier.game("tcp").analyze().wagers["pair_plus"]
    >>> pair_plus
    <WagerReport of Three Card Poker 6 Card Bonus: pair_plus, house edge 4.3801%>
    >>> pair_plus.hit_frequency, f"{float(pair_plus.distribution.variance):.4f}"
    (Fraction(283, 1105), '15.0736')
    """

    schema: ClassVar[str] = "croupier.wager/1"

    wager: Wager
    includes: tuple[str, ...]
    """The decision's wagers that are stated with it."""
    combinations: int
    combinations_of: str
    rows: tuple[OutcomeRow, ...]
    distribution: Distribution
    average_wager: Fraction
    """Units finally wagered per initial unit."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def house_edge(self) -> Fraction:
        """What the house wins of each initial unit; positive when it does."""
        return -self.distribution.mean

    @property
    def return_to_player(self) -> Fraction:
        """What comes back of each initial unit, the unit itself included: RTP."""
        return 1 - self.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins of each unit finally wagered."""
        return self.house_edge / self.average_wager

    @property
    def hit_frequency(self) -> Fraction:
        """The probability to win anything."""
        return self.distribution.win

    def repriced(self, odds: Mapping[str, Fraction]) -> "WagerReport":
        """The same outcomes under other odds, by line; for a wager that no decision touches."""
        if self.includes:
            raise Refused(f"{self.wager.id} rests on a decision; analyse it anew under other odds")
        unknown = set(odds) - {row.outcome for row in self.rows}
        if unknown:
            raise Refused(f"{self.wager.id} has no outcome {', '.join(sorted(unknown))}")
        rows = tuple(replace(row, pays=odds.get(row.outcome, row.pays)) for row in self.rows)
        deals: dict[Fraction, int] = {}
        for row in rows:
            if row.combinations:
                deals[row.pays] = deals.get(row.pays, 0) + row.combinations
        return replace(self, rows=rows, distribution=Distribution(deals, self.combinations))

    @property
    def top_win(self) -> Fraction:
        """The most that an initial unit can win, whatever its decisions add to it."""
        return max(self.distribution.deals)

    @property
    def summary(self) -> str:
        """The house edge."""
        return f"{self.wager.id}, house edge {share(self.house_edge)}"

    def data(self) -> dict[str, object]:
        """All of it."""
        spread = self.distribution
        return {
            "includes": list(self.includes),
            "combinations": self.combinations,
            "combinations_of": self.combinations_of,
            "house_edge": figure(self.house_edge),
            "return_to_player": figure(self.return_to_player),
            "element_of_risk": figure(self.element_of_risk),
            "average_wager": figure(self.average_wager),
            "hit_frequency": figure(self.hit_frequency),
            "shares": {"win": float(spread.win), "push": float(spread.push), "lose": float(spread.lose)},
            "variance": figure(spread.variance),
            "standard_deviation": spread.standard_deviation,
            "volatility_index": spread.volatility_index,
            "skewness": spread.skewness,
            "top_win": figure(self.top_win),
            "outcomes": [row.data() for row in self.rows],
        }

    def to_rows(self) -> list[Row]:
        """A row for each outcome."""
        return [{"wager": self.wager.id, **row.data()} for row in self.rows]

    def figures(self) -> dict[str, float]:
        """The figures that are set side by side with those of other rules."""
        return {
            "house_edge": float(self.house_edge),
            "return_to_player": float(self.return_to_player),
            "element_of_risk": float(self.element_of_risk),
            "average_wager": float(self.average_wager),
            "hit_frequency": float(self.hit_frequency),
            "variance": float(self.distribution.variance),
            "standard_deviation": self.distribution.standard_deviation,
        }

    @property
    def sheet(self) -> Sheet:
        """What is shown of it."""
        spread = self.distribution
        return Sheet(
            " with ".join((self.wager.label, *self.includes)),
            facts=(
                ("house edge", share(self.house_edge), str(self.house_edge)),
                ("return to player", share(self.return_to_player), str(self.return_to_player)),
                ("element of risk", share(self.element_of_risk), str(self.element_of_risk)),
                ("average wager", f"{float(self.average_wager):.6f}", str(self.average_wager)),
                ("hit frequency", share(self.hit_frequency), str(self.hit_frequency)),
                ("win / push / lose", " / ".join(share(each, 2) for each in (spread.win, spread.push, spread.lose))),
                ("variance", f"{float(spread.variance):.6f}"),
                ("standard deviation", f"{spread.standard_deviation:.6f}"),
                ("volatility index", f"{spread.volatility_index:.6f}", f"{Z_90} standard deviations"),
                ("skewness", f"{spread.skewness:.6f}"),
                ("top win", f"{self.top_win} to 1"),
            ),
            heads=("outcome", "combinations", "probability", "pays", "return"),
            rows=tuple(row.cells for row in self.rows),
            words=1,
            note=f"{self.combinations:,} combinations: {self.combinations_of}",
        )


@dataclass(frozen=True, repr=False)
class Analysis(Result):
    """A game analysed: its wagers' figures under one strategy.

    >>> import croupier
    >>> analysis = croupier.game("monte").analyze()
    >>> analysis
    <Analysis of Casino Monte: house edge initial 4.1683%, full_monte 6.0169%>
    >>> f"{float(analysis.covariance('initial', 'full_monte')):.6f}"
    '0.367747'
    >>> f"{analysis.distribution({'initial': 10, 'full_monte': 5}).standard_deviation:.2f}"
    '27.50'
    """

    schema: ClassVar[str] = "croupier.analysis/1"

    played: Played
    strategy: str
    rules: Mapping[str, object] | None = None
    """A strategy of one's own, as it was given."""
    stakes: Stakes | None = None
    """The wagers that the optimum is for, where somebody says so."""
    strategy_file: str = ""
    """Where a strategy of one's own was read from."""
    decisions: bool = False
    """Whether every decision is told too."""

    @cached_property
    def conditions(self) -> Conditions:  # type: ignore[override]  # worked out when first asked for
        """What every figure presumes."""
        known = self.rules is not None or self.strategy in ("optimal", "simple", "none")
        strategy = None if self.strategy == "none" else self.strategy if self.rules is None else self.rules
        stakes = tuple(f"{id_}={units}" for id_, units in (self.stakes or {}).items())
        of = self.played.solver.conditions
        return of.asked(
            "analyze" if known else "",
            strategy=strategy,
            strategy_file=self.strategy_file,
            options={"--stake": stakes, "--decisions": self.decisions},
        )

    @property
    def summary(self) -> str:
        """The house edge of every wager."""
        return "house edge " + ", ".join(f"{id_} {share(report.house_edge)}" for id_, report in self.wagers.items())

    @cached_property
    def calls(self) -> list[Call]:
        """Every decision after every way that the earlier ones may go, with the value of each option."""
        return calls(self.played.solver, stakes=self.stakes)

    def data(self) -> dict[str, object]:
        """All of it."""
        sights, met = self.ties
        counts = self.played.solver.counts
        several = len(self.model.decisions) > 1
        every = {"decisions": [call.data(several=several) for call in self.calls]} if self.decisions else {}
        return {
            "game": self.conditions.game,
            "house": dict(self.conditions.house),
            "strategy": self.strategy,
            "ties": {"sights": sights, "share": figure(met), "taken": TIES},
            "deals": counts.total,
            "classes": counts.classes or None,
            "wagers": {id_: report.data() for id_, report in self.wagers.items()},
            "covariance": [
                {"wagers": list(pair), **figure(covariance)} for pair, covariance in self.every_covariance.items()
            ],
            "exposure": None if self.exposure is None else self.exposure.data(),
            **every,
        }

    def to_rows(self) -> list[Row]:
        """A row for each outcome of each wager."""
        return [row for report in self.wagers.values() for row in report.to_rows()]

    @cached_property
    def ties(self) -> tuple[int, Fraction]:
        """At how many decisions of the optimum options are worth the same, and the share of deals that meet one."""
        return ties(self.played.solver, self.stakes) if self.strategy == "optimal" else (0, Fraction(0))

    @cached_property
    def exposure(self) -> Exposure | None:
        """What the bank can lose in one round at the table's limits; a model alone has no table."""
        solver = self.played.solver
        return None if solver.book is None else exposure(solver, solver.book)

    @property
    def model(self) -> Model:
        """The model that was counted."""
        return self.played.solver.model

    @cached_property
    def wagers(self) -> dict[str, WagerReport]:
        """The report of each wager that is placed before the deal."""
        return {
            wager.id: replace(report(self.played, wager), conditions=self.conditions)
            for wager in base_wagers(self.model)
        }

    def distribution(self, stakes: Stakes) -> Distribution:
        """The exact distribution of the result of a mix of wagers."""
        return mixed(self.played, stakes)

    def covariance(self, one: str, other: str) -> Fraction:
        """The exact covariance of two wagers' results, a unit on each."""
        both = self.distribution({one: 1, other: 1}) if one != other else self.distribution({one: 2})
        apart = self.distribution({one: 1}).variance + self.distribution({other: 1}).variance
        return (both.variance - apart) / 2

    @property
    def sheet(self) -> Sheet:
        """What is shown of it."""
        parts = [*(report.sheet for report in self.wagers.values()), *self.together()]
        parts += [Sheet("", text=line) for line in self.tied()]
        parts.append(Sheet("", note=merged_words(self.played.solver.counts)))
        if self.decisions and self.calls:
            parts.append(calls_sheet("Every decision", self.calls))
        asked = self.played.solver.conditions.asked("strategy").command
        if self.model.decisions and asked:
            parts.append(Sheet("", note=f"`{asked}` shows the best strategy"))
        return Sheet("", parts=tuple(parts))

    def together(self) -> Iterator[Sheet]:
        """What concerns several wagers: how their results hang together, and what the bank may lose."""
        if len(self.wagers) > 1:
            yield self.covariances
        if self.exposure is not None:
            yield self.exposure.sheet

    @property
    def covariances(self) -> Sheet:
        """The covariance and the correlation of every two wagers."""
        spread = {id_: report.distribution.standard_deviation for id_, report in self.wagers.items()}
        return Sheet(
            "Covariance of two wagers, a unit on each",
            heads=("wagers", "covariance", "correlation"),
            rows=tuple(
                (
                    f"{one}, {other}",
                    f"{float(covariance):+.6f}",
                    f"{float(covariance) / (spread[one] * spread[other]):+.6f}" if spread[one] * spread[other] else "–",
                )
                for (one, other), covariance in self.every_covariance.items()
            ),
            words=1,
        )

    @cached_property
    def every_covariance(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of every two wagers, in one walk through what was played."""
        solver, total = self.played.solver, self.played.total
        products = dict.fromkeys(combinations(self.wagers, 2), Fraction(0))
        by_plan: dict[Plan, list[tuple[int, int]]] = {}
        for (plan, joint), count in self.played.table.items():
            by_plan.setdefault(plan, []).append((joint, count))
        for plan, deals in by_plan.items():
            won = {id_: solver.payoffs(plan, {id_: 1}) for id_ in self.wagers}
            for one, other in products:
                (ours, our_scale), (theirs, their_scale) = won[one], won[other]
                summed = sum(int(ours[joint]) * int(theirs[joint]) * count for joint, count in deals)
                products[one, other] += Fraction(summed, our_scale * their_scale)
        mean = {id_: report.distribution.mean for id_, report in self.wagers.items()}
        return {(one, other): each / total - mean[one] * mean[other] for (one, other), each in products.items()}

    def tied(self) -> Iterator[str]:
        """How often two options are worth the same, and which is taken."""
        found, met = self.ties
        if found:
            where = f"{found:,} {'sight' if found == 1 else 'sights'}, {share(met)} of deals"
            yield (
                f"At {where}, two options are worth exactly the same. Taken is {TIES}: no edge hangs on it, but the "
                "average wager, the element of risk and the spread do."
            )


def merged_words(counts: Counts) -> str:
    """How many deals there are, and as how many they were counted."""
    if counts.classes in (0, counts.total):
        return f"{counts.total:,} deals counted"
    return f"{counts.total:,} deals counted as {counts.classes:,} classes of deals that the rules cannot tell apart"


def mixed(played: Played, stakes: Stakes) -> Distribution:
    """The exact distribution of a mix of wagers under what was played."""
    solver = played.solver
    deals: dict[Fraction, int] = {}
    payoffs: dict[Plan, tuple[Numbers, int]] = {}
    for (plan, joint), count in played.table.items():
        if plan not in payoffs:
            payoffs[plan] = solver.payoffs(plan, stakes)
        won, scale = payoffs[plan]
        result = Fraction(won[joint], scale)
        deals[result] = deals.get(result, 0) + count
    return Distribution(deals, played.total)


def report(played: Played, wager: Wager) -> WagerReport:
    """Work out the figures of one wager."""
    solver, model = played.solver, played.solver.model
    riders = riders_of(model, wager.id)
    deals: dict[tuple[str, Fraction], int] = {}
    placed = Fraction(0)
    payoffs: dict[Plan, tuple[Numbers, int]] = {}
    units: dict[Plan, Fraction] = {}
    for (plan, joint), count in played.table.items():
        if plan not in payoffs:
            payoffs[plan] = solver.payoffs(plan, {wager.id: 1})
            units[plan] = sum(solver.units(plan, {wager.id: 1}).values(), Fraction(0))
        won, scale = payoffs[plan]
        row = (row_name(played, wager, riders, plan, joint), Fraction(won[joint], scale))
        deals[row] = deals.get(row, 0) + count
        placed += count * units[plan]
    named = {name for name, _ in deals}
    for line in wager.lines:
        if line.odds > 0 and line.id not in named and not riders:
            deals[line.id, line.odds] = 0  # a line of a paytable is seen, whether or not these cards can make it
    space, of = space_of(played, wager, riders, deals)
    return WagerReport(
        wager=wager,
        includes=tuple(decision.wager for decision in riders),
        combinations=space,
        combinations_of=of,
        rows=tuple(
            OutcomeRow(name, count * space // played.total, Fraction(count, played.total), pays)
            for (name, pays), count in sorted(deals.items(), key=lambda row: (-row[0][1], row[1], row[0][0]))
        ),
        distribution=mixed(played, {wager.id: 1}),
        average_wager=placed / played.total,
    )


def riders_of(model: Model, wager: str) -> tuple[Decision, ...]:
    """The decisions whose stakes follow a wager, by themselves or through one another."""
    own = [decision for decision in model.decisions if decision.base == wager]
    through = [rider for decision in own if decision.wager != wager for rider in riders_of(model, decision.wager)]
    return tuple(decision for decision in model.decisions if decision in (*own, *through))


def row_name(played: Played, wager: Wager, riders: tuple[Decision, ...], plan: Plan, joint: int) -> str:
    """What a row of an outcome table is called: the options of its own decisions, and the line.

    A wager without a decision of its own may still be forfeited by somebody's; that is a loss like any other, and is
    told apart only at the table.
    """
    solver = played.solver
    decided = zip(solver.model.decisions, solver.options(plan), strict=True)
    chosen = [option.id for decision, option in decided if decision in riders]
    line = wager.line(int(solver.code_of_joint[wager.id][joint]))
    hinges = solver.counts.layout.needs(wager.outcome) & {decision.id for decision in solver.model.decisions}
    name = "lose" if hinges and not riders and line.odds < 0 else line.id
    return ":".join([*chosen, name])


def space_of(
    played: Played, wager: Wager, riders: tuple[Decision, ...], deals: Mapping[tuple[str, Fraction], int]
) -> tuple[int, str]:
    """How many combinations a wager is stated over, and of what: its own cards, where that comes out whole."""
    if not riders:
        size, words = own_space(played, wager)
        if all(count * size % played.total == 0 for count in deals.values()):
            return size, words
    return whole_space(played, played.solver.model.draws)


def own_space(played: Played, wager: Wager) -> tuple[int, str]:
    """The combinations of the cards that a wager's own rule reads."""
    counts = played.solver.counts
    needed = counts.layout.needs(wager.outcome)
    draws = tuple(drawn for drawn in played.solver.model.draws if drawn.name in needed)
    if wager.pooled:
        taken = sum(drawn.count for drawn in draws if drawn.kind is not Draw.DIE)
        return comb(sum(counts.composition), taken), f"sets of {cards_text(taken)}"
    return whole_space(played, draws)


def whole_space(played: Played, draws: tuple[Drawn, ...]) -> tuple[int, str]:
    """The combinations of some draws in turn."""
    size, words, left = 1, [], sum(played.solver.counts.composition)
    for drawn in draws:
        match drawn.kind:
            case Draw.DIE:
                size *= drawn.count
                words.append(f"{drawn.count} faces of the die")
            case Draw.SET:
                size *= comb(left, drawn.count)
                words.append(f"sets of {cards_text(drawn.count)}")
            case _:
                size *= perm(left, drawn.count)
                words.append(f"ordered draws of {cards_text(drawn.count)}")
        left -= 0 if drawn.kind is Draw.DIE else drawn.count
    return size, " × ".join(words)


def cards_text(count: int) -> str:
    """So many cards."""
    return "1 card" if count == 1 else f"{count} cards"
