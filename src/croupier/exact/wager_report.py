"""Figures of wagers: everything a game mathematician writes on the first page, as exact values.

A wager on which a decision rests is stated with the decision's wager and the strategy followed; every other wager is
stated by itself. Fractions stay fractions here; only standard deviation, volatility index and skewness are rounded,
being roots.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb, perm, sqrt
from typing import ClassVar, Final

from croupier.chart import Chart, words_of
from croupier.conditions import Conditions
from croupier.errors import Refused, listed, quoted
from croupier.exact.counter import Plan
from croupier.exact.solve import Numbers, Played, Stakes
from croupier.exact.wager_charts import Outcome, results_chart, returns_chart
from croupier.figures import share
from croupier.odds import LOST
from croupier.result import Result, Row, exact, figure, in_columns
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.rulebook.wager import UNASKED, Decision, Line, Option, Wager
from croupier.sheet import Sheet
from croupier.spelling import meant

Z_90: Final = 1.645
LOSES: Final = "lose"
"""Nine of ten results of a normal distribution lie within so many standard deviations of its mean."""


@dataclass(frozen=True)
class Distribution:
    """An exact distribution: how many of all deals give each result."""

    deals: Mapping[Fraction, int]
    total: int

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        return sum(((x - about) ** power * n for x, n in self.deals.items()), Fraction(0)) / self.total

    @property
    def mean(self) -> Fraction:
        return self.moment(1)

    @property
    def variance(self) -> Fraction:
        return self.moment(2, self.mean)

    @property
    def standard_deviation(self) -> float:
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
        return self.share(x for x in self.deals if x > 0)

    @property
    def push(self) -> Fraction:
        return self.share(x for x in self.deals if x == 0)

    @property
    def lose(self) -> Fraction:
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
        return self.probability * self.pays

    def data(self) -> dict[str, object]:
        return {
            "outcome": self.outcome,
            "combinations": self.combinations,
            "probability": float(self.probability),
            "probability_exact": exact(self.probability),
            "pays": str(self.pays),
            "pays_value": float(self.pays),
            "return": float(self.contribution),
            "return_exact": exact(self.contribution),
        }

    @property
    def cells(self) -> tuple[str, ...]:
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
    """Its companions and the decisions' wagers, which are stated with it."""
    combinations: int
    combinations_of: str
    rows: tuple[OutcomeRow, ...]
    distribution: Distribution
    average_wager: Fraction
    """Units finally wagered per initial unit."""
    is_decided: bool = False
    """Whether the best decisions follow what it pays."""
    conditions: Conditions | None = field(default=None, compare=False)
    called: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What an outcome is called where people read: `raise_3:all_alike` is `Raise 3×: all three alike`."""

    def words(self, outcome: str) -> str:
        """An outcome as people read it."""
        return self.called.get(outcome) or words_of(outcome)

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
        return self.house_edge / self.average_wager if self.average_wager else Fraction(0)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability to win anything."""
        return self.distribution.win

    @property
    def variance(self) -> Fraction:
        """Of one round's result for an initial unit, raises included."""
        return self.distribution.variance

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return self.distribution.standard_deviation

    @property
    def top_win(self) -> Fraction:
        """The most that an initial unit can win, whatever its decisions add to it."""
        return max(self.distribution.deals)

    @property
    def summary(self) -> str:
        return f"{self.wager.id}, house edge {share(self.house_edge)}"

    def data(self) -> dict[str, object]:
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
            "shares_exact": {"win": exact(spread.win), "push": exact(spread.push), "lose": exact(spread.lose)},
            "variance": figure(spread.variance),
            "standard_deviation": spread.standard_deviation,
            "volatility_index": spread.volatility_index,
            "skewness": spread.skewness,
            "top_win": figure(self.top_win),
            "outcomes": [row.data() for row in self.rows],
        }

    def to_rows(self) -> list[Row]:
        """A row for each outcome, with the figures of the whole wager."""
        return [{"wager": self.wager.id, **row.data(), **self.figures()} for row in self.rows]

    def figures(self) -> dict[str, object]:
        """The figures of the whole wager, each rounded and exactly."""
        figures = {
            "house_edge": self.house_edge,
            "return_to_player": self.return_to_player,
            "element_of_risk": self.element_of_risk,
            "average_wager": self.average_wager,
            "hit_frequency": self.hit_frequency,
            "variance": self.variance,
        }
        both = {name: each for called, of in figures.items() for name, each in in_columns(called, of).items()}
        return {**both, "standard_deviation": self.standard_deviation}

    @property
    def label(self) -> str:
        """The wager as its table calls it, and what is stated with it."""
        return f"{self.wager.label} with {listed(self.includes)}" if self.includes else self.wager.label

    def charts(self) -> dict[str, Chart]:
        """What each outcome returns, and how often a round comes to each result."""
        rows = [Outcome(self.words(row.outcome), row.combinations, row.probability, row.pays) for row in self.rows]
        spread, of = self.distribution, self.drawn_from
        return {
            "returns": returns_chart(self.label, rows, self.house_edge, of),
            "results": results_chart(self.label, spread.deals, spread.total, of),
        }

    @property
    def sheet(self) -> Sheet:
        spread = self.distribution
        return Sheet(
            self.label,
            facts=(
                ("house edge", share(self.house_edge), str(self.house_edge)),
                ("return to player", share(self.return_to_player), str(self.return_to_player)),
                ("element of risk", share(self.element_of_risk), str(self.element_of_risk)),
                ("average wager", f"{float(self.average_wager):.6f}", str(self.average_wager)),
                ("hit frequency", share(self.hit_frequency), str(self.hit_frequency)),
                ("win / push / lose", " / ".join(share(each, 2) for each in (spread.win, spread.push, spread.lose))),
                ("variance", f"{float(spread.variance):.6f}", str(spread.variance)),
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


class WagerReports(dict[str, WagerReport]):
    """The report of each wager, by its id however it is spelled: `pair_plus`, `Pair Plus`, `pp`."""

    def __missing__(self, name: str) -> WagerReport:
        """Find a wager that is spelled otherwise, or refuse a name that none has."""
        found = meant(str(name), self)
        if found is None:
            raise Refused(f"there is no wager {quoted(name)}; there are {', '.join(self)}", field="wager")
        return self[found]


def repriced(of: WagerReport, odds: Mapping[str, Fraction]) -> WagerReport:
    """The same outcomes under other odds, by line, of a wager without decisions; no command gives it again."""
    rows = tuple(replace(row, pays=odds.get(row.outcome, row.pays)) for row in of.rows)
    deals: dict[Fraction, int] = {}
    for row in rows:
        if row.combinations:
            deals[row.pays] = deals.get(row.pays, 0) + row.combinations
    return replace(of, rows=rows, distribution=Distribution(deals, of.combinations), conditions=None)


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
    solver, model = played.solver, played.solver.model
    riders, staked_with = riders_of(model, wager.id), includes(model, wager.id)
    deals: dict[tuple[str, Fraction], int] = {}
    placed = Fraction(0)
    payoffs: dict[Plan, tuple[Numbers, int]] = {}
    units: dict[Plan, Fraction] = {}
    called: dict[str, str] = {}
    for (plan, joint), count in played.table.items():
        if plan not in payoffs:
            payoffs[plan] = solver.payoffs(plan, {wager.id: 1})
            units[plan] = sum(solver.units(plan, {wager.id: 1}).values(), Fraction(0))
        won, scale = payoffs[plan]
        row = (row_name(played, wager, riders, plan, joint), Fraction(won[joint], scale))
        deals[row] = deals.get(row, 0) + count
        called.setdefault(row[0], row_words(played, wager, riders, plan, joint))
        placed += count * units[plan]
    named = {name for name, _ in deals}
    for line in wager.lines:
        if line.odds > 0 and line.id not in named and not riders and not staked_with:
            deals[line.id, line.odds] = 0  # a line of a paytable is seen, whether or not these cards can make it
            called[line.id] = line.label
    space, of = space_of(played, wager, deals, is_alone=not riders and not staked_with)
    return WagerReport(
        wager=wager,
        includes=staked_with,
        is_decided=is_decided(model, wager),
        combinations=space,
        combinations_of=of,
        rows=tuple(
            OutcomeRow(name, count * space // played.total, Fraction(count, played.total), pays)
            for (name, pays), count in sorted(deals.items(), key=lambda row: (-row[0][1], row[1], row[0][0]))
        ),
        distribution=mixed(played, {wager.id: 1}),
        average_wager=placed / played.total,
        called=called,
    )


def riders_of(model: Model, wager: str) -> tuple[Decision, ...]:
    """The decisions whose stakes follow a wager or its companions, by themselves or through one another."""
    follow, riders = {wager, *(other.id for other in model.companions(wager))}, []
    for decision in model.decisions:  # each rests on what is placed before it
        if decision.base in follow:
            follow.add(decision.wager)
            riders.append(decision)
    return tuple(riders)


def includes(model: Model, wager: str) -> tuple[str, ...]:
    """The wagers whose stakes follow one: its companions, and those that decisions make."""
    made = (decision.wager for decision in riders_of(model, wager))
    ids = dict.fromkeys((*(other.id for other in model.companions(wager)), *made))
    return tuple(id_ for id_ in ids if id_ != wager)


def is_decided(model: Model, wager: Wager) -> bool:
    """Whether the best decisions follow what a wager pays, and what is placed with it."""
    free = {decision.id for decision in model.decisions if not decision.wager}
    return bool(includes(model, wager.id) or riders_of(model, wager.id) or free & model.needs(wager.outcome))


def row_name(played: Played, wager: Wager, riders: tuple[Decision, ...], plan: Plan, joint: int) -> str:
    """What a row of an outcome table is called: the options of its own decisions that were asked, and the line.

    A wager without a decision of its own may still be forfeited by somebody's; that is a loss like any other, and is
    told apart only at the table.
    """
    options, line = row_parts(played, wager, riders, plan, joint)
    return ":".join([*(option.id for option in options), line.id if line else LOSES])


def row_words(played: Played, wager: Wager, riders: tuple[Decision, ...], plan: Plan, joint: int) -> str:
    """The same as people read it."""
    options, line = row_parts(played, wager, riders, plan, joint)
    if line is None:
        return "Loses"
    label = f"{line.label[:1].lower()}{line.label[1:]}" if options and line.label[1:2].islower() else line.label
    return ": ".join([*(option.label for option in options), label])


def row_parts(
    played: Played, wager: Wager, riders: tuple[Decision, ...], plan: Plan, joint: int
) -> tuple[list[Option], Line | None]:
    """The options and the line of a row; no line where a loss is not told apart."""
    solver = played.solver
    decided = zip(solver.model.decisions, solver.options(plan), strict=True)
    chosen = [option for decision, option in decided if option is not UNASKED and decision in riders]
    line = wager.line(int(solver.code_of_joint[wager.id][joint]))
    hinges = solver.counts.layout.needs(wager.outcome) & {decision.id for decision in solver.model.decisions}
    return chosen, None if hinges and not riders and line.odds == LOST else line


def space_of(
    played: Played, wager: Wager, deals: Mapping[tuple[str, Fraction], int], *, is_alone: bool
) -> tuple[int, str]:
    """How many combinations a wager is stated over, and of what: its own cards, where that comes out whole."""
    of_late = {drawn.name for drawn in played.solver.model.late} & played.solver.counts.layout.needs(wager.outcome)
    if is_alone and not of_late:
        size, words = own_space(played, wager)
        if all(count * size % played.total == 0 for count in deals.values()):
            return size, words
    model = played.solver.model
    if model.late:
        _, words = whole_space(played, tuple(drawn for drawn in model.draws if not drawn.after))
        return played.total, f"{words} × draws after {model.decisions[-1].id}, weighted to one total"
    return whole_space(played, model.draws)


def own_space(played: Played, wager: Wager) -> tuple[int, str]:
    """The combinations of the cards that a wager's own rule reads."""
    counts = played.solver.counts
    needed = counts.layout.needs(wager.outcome)
    draws = tuple(drawn for drawn in played.solver.model.draws if drawn.name in needed)
    if wager.pooled:
        taken = sum(drawn.count for drawn in draws if drawn.kind is not Draw.DIE)
        return comb(sum(counts.composition), taken), of_cards("sets", taken)
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
                words.append(of_cards("sets", drawn.count))
            case _:
                size *= perm(left, drawn.count)
                words.append(of_cards("ordered draws", drawn.count))
        left -= 0 if drawn.kind is Draw.DIE else drawn.count
    return size, " × ".join(words)


def of_cards(what: str, count: int) -> str:
    """What is drawn; one card has no order."""
    return cards_text(count) if count == 1 else f"{what} of {cards_text(count)}"


def cards_text(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
