"""What a game with a repeat comes to: figures, the best strategy and advice for one hand, as other games give them.

Without splits every end that a round can come to is counted, so the whole distribution is known. The two hands of a
split depend on each other through the bank's hand and the cards left; what both win on average does not, and only that
is worked out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import ClassVar, Final

from croupier.cards import card_name
from croupier.chart import Chart, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, listed
from croupier.exact.advice import Advice, advised_on
from croupier.exact.folded_hands import Hand
from croupier.exact.repeat_solver import Against, Choice, RepeatSolver, Sight, Solved
from croupier.exact.repeat_strategy import Followed, by_sights, followed_by, played
from croupier.exact.space import without
from croupier.exact.strategy_charts import cost_chart, sights_chart
from croupier.exact.wager_charts import edges_chart
from croupier.exact.wager_report import Distribution, OutcomeRow, WagerReport, WagerReports
from croupier.figures import share
from croupier.result import Result, Row, figure, in_columns
from croupier.rulebook import Rulebook
from croupier.rulebook.model import Model
from croupier.rulebook.wager import NOT_ASKED, Wager
from croupier.sheet import Sheet

DEPARTURES_SHOWN: Final = 10
AVERAGED: Final = "The two hands of a split depend on each other, so the variance is not worked out."


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, repr=False)
class AverageReport(Result):
    """The figures of a wager of which the averages alone are known."""

    schema: ClassVar[str] = "croupier.wager/1"

    wager: Wager
    includes: tuple[str, ...]
    """The decision's wagers that are stated with it."""
    house_edge: Fraction
    average_wager: Fraction
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def return_to_player(self) -> Fraction:
        """What comes back of each initial unit, the unit itself included: RTP."""
        return 1 - self.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins of each unit finally wagered."""
        return self.house_edge / self.average_wager

    @property
    def summary(self) -> str:
        return f"{self.wager.id}, house edge {share(self.house_edge)}"

    def averages(self) -> dict[str, Fraction]:
        return {
            "house_edge": self.house_edge,
            "return_to_player": self.return_to_player,
            "element_of_risk": self.element_of_risk,
            "average_wager": self.average_wager,
        }

    def data(self) -> dict[str, object]:
        return {"includes": list(self.includes), **{name: figure(each) for name, each in self.averages().items()}}

    def figures(self) -> dict[str, object]:
        """The figures of the whole wager, each rounded and exactly."""
        return {name: each for called, of in self.averages().items() for name, each in in_columns(called, of).items()}

    def to_rows(self) -> list[Row]:
        return [{"wager": self.wager.id, **self.figures()}]

    @property
    def label(self) -> str:
        """The wager as its table calls it, and what is stated with it."""
        return f"{self.wager.label} with {listed(self.includes)}" if self.includes else self.wager.label

    @property
    def sheet(self) -> Sheet:
        facts = tuple(
            (name.replace("_", " "), share(each) if name != "average_wager" else f"{float(each):.6f}", str(each))
            for name, each in self.averages().items()
        )
        return Sheet(self.label, facts=facts, note=AVERAGED)


def report_of(followed: Followed, conditions: Conditions) -> WagerReport | AverageReport:
    """The figures of the base wager, what its decision adds included."""
    payoffs = followed.solver.payoffs
    ends, staked = ends_of(followed)
    includes = (payoffs.raised.id,)
    if splits_taken(followed):
        return AverageReport(payoffs.base, includes, -followed.mean, Fraction(staked, followed.unit), conditions)
    common = gcd(followed.unit, *ends.values())
    total = followed.unit // common
    deals: dict[Fraction, int] = {}
    for (_, pays), count in ends.items():
        deals[pays] = deals.get(pays, 0) + count // common
    rows = tuple(
        OutcomeRow(name, count // common, Fraction(count, followed.unit), pays)
        for (name, pays), count in sorted(ends.items(), key=lambda each: (-each[0][1], each[0][0]))
    )
    return WagerReport(
        wager=payoffs.base,
        includes=includes,
        combinations=total,
        combinations_of="orders of the cards, as far as they matter",
        rows=rows,
        distribution=Distribution(deals, total),
        average_wager=Fraction(staked, followed.unit),
        conditions=conditions,
    )


def splits_taken(followed: Followed) -> bool:
    """Whether a hand is split anywhere."""
    splits = followed.solver.hands.moves.splits
    return splits != NOT_ASKED and any(splits in each.chosen.values() for each in followed.solved)


def ends_of(followed: Followed) -> tuple[dict[tuple[str, Fraction], int], int]:
    """How often rounds end in each way and with what result, and all units that are staked, in orders of cards."""
    payoffs = followed.solver.payoffs
    ends: dict[tuple[str, Fraction], int] = {}
    staked = 0

    def add(against: Against, hand: int, bank: int, place: int, count: int) -> None:
        how = payoffs.how(place)
        lines = payoffs.lines_of(hand, against.folded_up, bank, how)
        chosen = (payoffs.decision.options[place].id,) if place != NOT_ASKED else ()
        key = ":".join((*chosen, lines[0].id)), Fraction(payoffs.won(lines, how), payoffs.scale)
        ends[key] = ends.get(key, 0) + count

    for ways, each in followed.ups():
        against = each.against
        for gone, folded, place, times in each.ended():
            staked += ways * times * against.played(gone) * (1 + payoffs.how(place).multiple)
            for bank, orders in against.bank_at(gone, folded, place):
                add(against, folded, bank, place, ways * times * orders)
        for hand, times in against.first.items():
            for bank, orders in against.over(hand.gone):
                add(against, hand.folded, bank, NOT_ASKED, ways * times * orders)
                staked += ways * times * orders
    return ends, staked


@dataclass(frozen=True, repr=False)
class RepeatAnalysis(Result):
    """A game with a repeat, analysed: its figures under one strategy."""

    schema: ClassVar[str] = "croupier.analysis/1"

    followed: Followed
    strategy: str
    conditions: Conditions
    book: Rulebook | None = None
    decisions: bool = False
    """Whether the value of every first decision is told too."""

    @property
    def model(self) -> Model:
        return self.followed.solver.model

    @cached_property
    def wagers(self) -> WagerReports:
        """The report of the base wager."""
        report = report_of(self.followed, self.conditions)
        return WagerReports([(report.wager.id, report)])  # type: ignore[list-item]  # of the same figures, or fewer

    @property
    def summary(self) -> str:
        return "house edge " + ", ".join(f"{id_} {share(report.house_edge)}" for id_, report in self.wagers.items())

    @cached_property
    def first(self) -> list[Row]:
        """Each first hand against each first card of the bank: what each option is worth, and which is taken."""
        return [row for each in self.followed.solved for row in first_decisions(each)]

    def data(self) -> dict[str, object]:
        return {
            "game": self.conditions.game,
            "house": dict(self.conditions.house),
            "strategy": self.strategy,
            "hands": len(self.followed.solver.hands.reached),
            "wagers": {id_: report.data() for id_, report in self.wagers.items()},
            **({"decisions": self.first} if self.decisions else {}),
        }

    def to_rows(self) -> list[Row]:
        return [row for report in self.wagers.values() for row in report.to_rows()]

    def charts(self) -> dict[str, Chart]:
        """The house edge, and what is known of the wager besides."""
        own = {f"{name}_{id_}": chart for id_, each in self.wagers.items() for name, chart in each.charts().items()}
        return {**own, "edges": edges_chart({e.label: e.house_edge for e in self.wagers.values()}, self.drawn_from)}

    @property
    def sheet(self) -> Sheet:
        parts = [report.sheet for report in self.wagers.values()]
        parts.append(Sheet("", note=solved_words(self.followed.solver)))
        if self.decisions and self.first:
            parts.append(first_sheet(self.first))
        asked = self.conditions.asked("strategy").command
        if asked:
            parts.append(Sheet("", note=f"`{asked}` shows the best strategy"))
        return Sheet("", parts=tuple(parts))


def solved_words(solver: RepeatSolver) -> str:
    """How much was looked at."""
    hands, ups = len(solver.hands.reached), len(solver.against)
    return f"{hands:,} hands solved against each of {ups} first cards of the bank, by the cards that are left"


def first_decisions(solved: Solved) -> Iterator[Row]:
    """Each first hand against one first card of the bank."""
    against = solved.against
    options = against.payoffs.decision.options
    for hand in sorted(against.first, key=lambda each: each.gone, reverse=True):
        if hand in solved.options and against.played(hand.gone):
            values = solved.values(hand)
            worth: dict[str, object] = {option.id: None for option in options}
            worth |= {id_: float(value) for id_, value in values.items()}
            best = options[solved.chosen[hand]].id
            yield {
                against.kinds.repeat.hand: cards_text(against, hand),
                against.kinds.repeat.up: up_text(against),
                "best": best,
                **worth,
                "exact": str(values[best]),
            }


def first_sheet(rows: Sequence[Row]) -> Sheet:
    names = [name for name in rows[0] if name != "exact"]
    return Sheet(
        "Every first decision, where the round is not over at once",
        heads=tuple(names),
        rows=tuple(tuple(cell(row[name]) for name in names) for row in rows),
        words=3,
    )


def cell(value: object) -> str:
    return f"{value:+.6f}" if isinstance(value, float) else "–" if value is None else str(value)


def cards_text(against: Against, hand: Hand) -> str:
    """The cards of a hand, one card standing for all of its kind."""
    named = [rank_text(against, kind) for kind, count in enumerate(hand.gone) for _ in range(count)]
    return " ".join(named)


def up_text(against: Against) -> str:
    return rank_text(against, against.up)


def rank_text(against: Against, kind: int) -> str:
    """A kind of cards by its first card: its rank, where suits do not matter."""
    cards = against.kinds.cards[kind]
    suits = {card % 4 for card in cards}
    return card_name(cards[0])[0] if len(suits) > 1 else card_name(cards[0])


def repeat_solver(game: Rulebook | Model, removed: Sequence[int] = ()) -> RepeatSolver:
    """The solver of a game with a repeat, from its decks less some cards."""
    model = game.model if isinstance(game, Rulebook) else game
    return RepeatSolver(model, without(model.composition, removed))


def analyze_repeat(
    game: Rulebook | Model,
    solver: RepeatSolver,
    *,
    strategy: str | Mapping[str, object] = "optimal",
    strategy_file: str = "",
    decisions: bool = False,
    removed: Sequence[int] = (),
    place: str = "",
) -> RepeatAnalysis:
    """Analyse a game with a repeat, by its best strategy, by the best table of sights, or by one's own."""
    named, followed = followed_by(solver, strategy)
    conditions = conditions_of(game, removed=removed, place=place).asked(
        "analyze", strategy=strategy, strategy_file=strategy_file, options={"--decisions": decisions}
    )
    return RepeatAnalysis(followed, named, conditions, game if isinstance(game, Rulebook) else None, decisions)


# ── The best strategy ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Departure:
    """A hand at which the best option is another one than the table's."""

    hand: str
    up: str
    table: str
    best: str
    gains: Fraction
    """Per unit, once the hand is reached."""
    costs: Fraction
    """Per unit of all rounds."""


@dataclass(frozen=True, repr=False)
class RepeatStrategy(Result):
    """How a repeat is best decided by what is seen, and what it costs not to go by the cards of the hand."""

    schema: ClassVar[str] = "croupier.strategy/1"

    choice: Choice
    best: Followed
    followed: Followed
    conditions: Conditions

    @property
    def solver(self) -> RepeatSolver:
        return self.best.solver

    @property
    def cost(self) -> Fraction:
        """What the table loses per initial unit against the best."""
        return self.best.mean - self.followed.mean

    @property
    def edges(self) -> tuple[Fraction, Fraction]:
        """The house edge by the best option of every hand, and by the table."""
        return -self.best.mean, -self.followed.mean

    @property
    def summary(self) -> str:
        best, table = map(share, self.edges)
        return f"house edge of {self.solver.decision.base} {best} at best, {table} by sights alone"

    def to_rows(self) -> list[Row]:
        options, fields = self.solver.decision.options, self.solver.decision.fields
        return [
            {
                "decision": self.solver.decision.id,
                **{field.name: field.show(field.value(sight.code)) for field in fields},
                "offered": " ".join(options[place].id for place in sight.offered),
                "option": options[self.choice[sight]].id,
            }
            for sight in self.ordered()
        ]

    def ordered(self) -> list[Sight]:
        """The sights, those with most options first, by their fields."""
        fields = self.solver.decision.fields
        return sorted(self.choice, key=lambda at: (-len(at.offered), at.offered, [f.value(at.code) for f in fields]))

    def data(self) -> dict[str, object]:
        best, table = self.edges
        return {
            "game": self.solver.model.id,
            "decision": self.solver.decision.id,
            "optimal_edge": figure(best),
            "simple_edge": figure(table),
            "simple": self.to_rows(),
            "departures": [
                {"hand": each.hand, "up": each.up, "table": each.table, "best": each.best, "costs": figure(each.costs)}
                for each in self.departures[:DEPARTURES_SHOWN]
            ],
        }

    @cached_property
    def departures(self) -> list[Departure]:
        """Where the best option is another one than the table's, dearest first."""
        options, scale = self.solver.decision.options, self.solver.payoffs.scale
        found = []
        for ways, best in self.best.ups():
            against = best.against
            for hand, times in best.reached().items():
                taken, table = best.chosen[hand], self.choice[against.sight(hand)]
                lost = best.options[hand][taken] - best.options[hand][table]
                if lost:
                    found.append(
                        Departure(
                            cards_text(against, hand),
                            up_text(against),
                            options[table].label,
                            options[taken].label,
                            Fraction(lost, against.played(hand.gone) * scale),
                            Fraction(ways * times * lost, self.best.unit * scale),
                        )
                    )
        return sorted(found, key=lambda each: -each.costs)

    def charts(self) -> dict[str, Chart]:
        """What is best at each sight, a chart for each set of options; what going by sights costs."""
        decision, ordered = self.solver.decision, self.ordered()
        *down, across = decision.fields
        columns = (", ".join(words_of(field.name) for field in down), words_of(across.name))
        charts: dict[str, Chart] = {}
        for offered in dict.fromkeys(sight.offered for sight in ordered if len(sight.offered) > 1):
            options = ", ".join(decision.options[place].label.lower() for place in offered)
            cells = (
                (
                    ", ".join(field.show(field.value(sight.code)) for field in down),
                    across.show(across.value(sight.code)),
                    decision.options[self.choice[sight]].label,
                    self.choice[sight],
                )
                for sight in ordered
                if sight.offered == offered
            )
            title = f"{words_of(decision.id).capitalize()}: the best of {options}"
            name = f"strategy_{len(charts) + 1}" if charts else "strategy"
            charts[name] = sights_chart(title, columns, cells, self.drawn_from)
        edges = zip(("by each hand’s cards", "by sights"), self.edges, strict=True)
        label = next(wager.label for wager in self.solver.model.wagers if wager.id == decision.base)
        return {**charts, "edges": cost_chart(label, edges, self.drawn_from)}

    @property
    def sheet(self) -> Sheet:
        best, table = (share(edge, 6) for edge in self.edges)
        costs = f"Going by this alone costs {share(self.cost, 6)} of the initial wager."
        parts = [*self.tables()]
        text = f"House edge of the {self.solver.decision.base} wager: by each hand's cards {best}, by this {table}."
        parts.append(Sheet("", text=f"{text} {costs}"))
        if self.departures:
            parts.append(
                Sheet(
                    f"Where the best option is another one ({len(self.departures):,} hands), dearest first",
                    heads=("cards", self.solver.repeat.up, "table", "best", "gains"),
                    rows=tuple(
                        (each.hand, each.up, each.table, each.best, f"{float(each.gains):.6f}")
                        for each in self.departures[:DEPARTURES_SHOWN]
                    ),
                    words=4,
                )
            )
        return Sheet("", parts=tuple(parts))

    def tables(self) -> Iterator[Sheet]:
        """A table for each set of options that is offered: the last field across, the others down."""
        decision = self.solver.decision
        *down, across = decision.fields
        for offered in dict.fromkeys(sight.offered for sight in self.ordered() if len(sight.offered) > 1):
            cells: dict[tuple[str, ...], dict[str, str]] = {}
            columns: dict[int, str] = {}
            for sight in self.ordered():
                if sight.offered == offered:
                    row = tuple(field.show(field.value(sight.code)) for field in down)
                    column = across.value(sight.code)
                    columns[column] = across.show(column)
                    cells.setdefault(row, {})[columns[column]] = decision.options[self.choice[sight]].label
            heads = [columns[value] for value in sorted(columns)]
            yield Sheet(
                f"{decision.id}: {', '.join(decision.options[place].label.lower() for place in offered)}",
                heads=(*(field.name for field in down), *heads),
                rows=tuple((*row, *(of.get(head, "–") for head in heads)) for row, of in cells.items()),
                words=len(down),
            )


def strategy_of_repeat(
    game: Rulebook | Model, solver: RepeatSolver, *, removed: Sequence[int] = (), place: str = ""
) -> RepeatStrategy:
    """The best table of sights, and what it costs."""
    best = played(solver)
    choice, followed = by_sights(solver, best)
    conditions = conditions_of(game, removed=removed, place=place).asked("strategy")
    return RepeatStrategy(choice, best, followed, conditions)


# ── One hand ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def advise_repeat(
    game: Rulebook | Model, known: Mapping[str, tuple[int, ...]], seen: Sequence[int] = (), place: str = ""
) -> Advice:
    """Value every option of one hand against the bank's first card, over all orders of the cards that are left."""
    model = game.model if isinstance(game, Rulebook) else game
    repeat, decision = model.repeat, model.decisions[0]
    if repeat is None:
        raise Refused(f"{model.id} repeats no decision")
    for name in known:
        if name not in (repeat.hand, repeat.up):
            raise Refused(f"nobody sees this in {model.id}; there are {repeat.hand}, {repeat.up}", field=name)
    hand, up = (known.get(name, ()) for name in (repeat.hand, repeat.up))
    if len(hand) < repeat.cards:
        raise Refused(f"{len(hand)} cards are given where there are {repeat.cards} or more", field=repeat.hand)
    if len(up) != 1:
        raise Refused(f"{len(up)} cards are given where there is 1", field=repeat.up)
    without(model.composition, (*seen, *hand, *up))  # refuses cards that the decks do not hold
    solver = RepeatSolver(model, without(model.composition, seen), hand, up[0])
    (against,) = solver.against
    (at,) = against.first
    solved = against.solved()
    if at not in solved.options:
        raise Refused("this hand is not asked any more; there is nothing to decide", clause=decision.clause)
    if not against.played(at.gone):
        raise Refused("the round is over at once, whatever the cards that are left; there is nothing to decide")
    values = solved.values(at)
    order = [decision.options[each].id for each in solver.preferred if decision.options[each].id in values]
    return Advice(
        {id_: values[id_] for id_ in order},
        against.played(at.gone),
        decision.id,
        {},
        advised_on(conditions_of(game, place=place), model, known, tuple(seen), None, None),
    )
