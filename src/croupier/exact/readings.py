"""Readings: what the documents' ambiguities are worth."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Final

from croupier.chart import Chart, Dots, Line, percent, said, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.exact.analysis import analyze
from croupier.figures import share
from croupier.games import game as game_by_id
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, Model, Money, Parameter, PlayerDealerBank, Rate, Rulebook, Whole
from croupier.rulebook.house import rule_text
from croupier.sheet import Sheet, Shown

POINT: Final = Fraction(1, 100)
Edges = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Reading(Shown):
    """One reading of a ruling, and the edge of each wager under it."""

    ruling: str
    parameter: str
    value: object
    default: bool
    edges: Edges

    @property
    def words(self) -> str:
        return f"{self.parameter} = {rule_text(self.value)}{' (default)' if self.default else ''}"

    def data(self) -> dict[str, object]:
        return {
            "ruling": self.ruling,
            "parameter": self.parameter,
            "value": self.value,
            "default": self.default,
            "house_edge": {wager: figure(edge) for wager, edge in self.edges.items()},
        }

    @property
    def sheet(self) -> Sheet:
        return Sheet(f"{self.ruling}: {self.words}", tuple((id_, share(e), str(e)) for id_, e in self.edges.items()))


@dataclass(frozen=True, repr=False)
class Readings(Result):
    """Every reading that a house may choose."""

    schema: ClassVar[str] = "croupier.readings/1"

    game: str
    readings: tuple[Reading, ...]
    player_banked: bool = False
    repeats: bool = False
    """Whether a decision repeats, so that no round is simulated."""
    conditions: Conditions | None = field(default=None, compare=False)
    """What every price presumes but for the house rule that is read: the usual ones."""

    def __iter__(self) -> Iterator[Reading]:
        return iter(self.readings)

    def __len__(self) -> int:
        return len(self.readings)

    @property
    def summary(self) -> str:
        return f"{len(self.readings)} readings"

    def data(self) -> dict[str, object]:
        return {"game": self.game, "prices": [reading.data() for reading in self.readings]}

    def to_rows(self) -> list[Row]:
        """A row for each reading, a column for the house edge of each wager."""
        return [
            {
                "ruling": reading.ruling,
                "parameter": reading.parameter,
                "value": rule_text(reading.value),
                "default": reading.default,
                **{wager: float(edge) for wager, edge in reading.edges.items()},
            }
            for reading in self.readings
        ]

    @property
    def usual(self) -> Edges:
        """The edges under the usual house rules."""
        return next((reading.edges for reading in self.readings if reading.default), {})

    def charts(self) -> dict[str, Chart]:
        """Of each wager the readings that move its edge, beside the usual ones of the same house rules."""
        edge, charts = "house edge (%)", {}
        for wager, usual in self.usual.items():
            moving = {each.parameter for each in self.readings if each.edges[wager] != usual}
            told = [
                (f"{each.ruling}: {words_of(each.words)}", percent(each.edges[wager]))
                for each in self.readings
                if each.parameter in moving
            ]
            if not told:
                continue
            low, high = min(told, key=lambda each: each[1]), max(told, key=lambda each: each[1])
            charts[f"edges_{wager}"] = Chart(
                title=f"House edge of {words_of(wager)} by reading of the rules",
                alt=f"The house edge is lowest, {said(low[1], edge, 4)}, under {low[0]}, and highest, "
                f"{said(high[1], edge, 4)}, under {high[0]}; usually it is {said(percent(usual), edge, 4)}.",
                rows=tuple({"reading": words, edge: value} for words, value in told),
                marks=Dots(of="reading", value=edge, lines=(Line(percent(usual), "usual"),), places=4),
                note=self.drawn_from,
            )
        return charts

    @property
    def sheet(self) -> Sheet:
        """What is shown of it: the readings that move an edge, and the names of those that do not."""
        moving = {reading.parameter for reading in self.readings if reading.edges != self.usual}
        shown = [reading for reading in self.readings if reading.parameter in moving]
        place = self.conditions.place if self.conditions else self.game
        still = dict.fromkeys(f"{r.parameter} ({r.ruling})" for r in self.readings if r.parameter not in moving)
        return Sheet(
            "What each reading does to the house edge, all else being usual and play optimal",
            heads=("ruling", "reading", *self.usual),
            rows=tuple((r.ruling, r.words, *(share(edge) for edge in r.edges.values())) for r in shown),
            words=2,
            marked=frozenset(row for row, reading in enumerate(shown) if reading.edges != self.usual),
            note=f"No edge of one seat with an ample bank and fresh cards moves with {', '.join(still)}"
            f"{'' if self.repeats else self.elsewhere(place)}."
            if still
            else "",
        )

    def elsewhere(self, place: str) -> str:
        """The commands that price what moves no edge: to a bank where a player has one, else to card counters."""
        simulated = f"; `croupier simulate {place}` shows what cut cards, limited banks and fees do, and "
        if self.player_banked:
            return f"{simulated}`croupier bank {place}` what each of several seats and a short bank win by them"
        return f"{simulated}`croupier protect {place}` what they leave to card counters"


def readings(game: str | Game) -> Readings:
    """Price every reading that a house may choose: what the documents' ambiguities are worth."""
    known = game_by_id(game) if isinstance(game, str) else game
    default = known.house().show()
    priced: list[tuple[Model, Edges]] = []

    def edges(parameter: str, value: object) -> Edges:
        """The edges with one house rule set, worked out once for all that leave the model as it is."""
        book = known.rulebook(known.house({parameter: value}))
        model = bare(book.model)
        found = next((edges for other, edges in priced if other == model), None)
        if found is None:
            found = edges_of(book)
            priced.append((model, found))
        return found

    return Readings(
        known.id,
        tuple(
            Reading(ruling.id, of.name, value, default[of.name] == value, edges(of.name, value))
            for ruling in known.rulings
            for of in known.parameters
            if of.name in ruling.parameters or of.clause == ruling.id
            for value in alternatives(of)
        ),
        isinstance(known.rulebook().bank, PlayerDealerBank),
        known.rulebook().model.repeat is not None,
        conditions_of(known).asked("rulings", strategy="optimal"),
    )


def edges_of(book: Rulebook) -> Edges:
    """The house edge of every wager under the best strategy."""
    if book.model.repeat is not None:
        from croupier.exact.repeat_report import analyze_repeat, repeat_solver  # noqa: PLC0415  # few games need it

        repeated = analyze_repeat(book, repeat_solver(book)).wagers
        return {id_: each.house_edge for id_, each in repeated.items()}
    return {id_: each.house_edge for id_, each in analyze(book).wagers.items()}


def bare(model: Model) -> Model:
    """A model without the limits of its wagers, which decide no edge."""
    return replace(model, wagers=tuple(replace(wager, least=0, most=None) for wager in model.wagers))


def alternatives(parameter: Parameter[Any]) -> tuple[object, ...]:
    """The values that a table may have, or all there are; of numbers without end, the default and one beside it."""
    kind, default = parameter.kind, parameter.default
    listed: Callable[[], tuple[object, ...]] | None = getattr(kind, "values", None)
    if parameter.table:
        return tuple(kind.show(value) for value in parameter.table)
    if listed:
        return listed()
    match kind:
        case Whole(most=most):
            beside = default + 1 if default < most else default - 1
        case Rate():
            beside = abs(default - POINT)
        case Money():
            beside = 2 * default
        case _:
            return ()
    return kind.show(default), kind.show(beside)
