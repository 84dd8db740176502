"""Readings: what the documents' ambiguities are worth."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from croupier.chart import Chart, Dots, Line, percent, said, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.exact.analysis import analyze
from croupier.figures import share
from croupier.games import game as game_by_id
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, Money, Parameter, PlayerDealerBank, Rate, Whole
from croupier.rulebook.house import rule_text
from croupier.sheet import Sheet, Shown

POINT: Final = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Reading(Shown):
    """One reading of a ruling, and the edge of each wager under it."""

    ruling: str
    parameter: str
    value: object
    default: bool
    edges: Mapping[str, Fraction]

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
    def usual(self) -> Mapping[str, Fraction]:
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
            note=f"No edge of one seat with an ample bank and fresh cards moves with {', '.join(still)}; "
            f"`croupier simulate {place}` shows what cut cards, limited banks and fees do, {self.elsewhere(place)}."
            if still
            else "",
        )

    def elsewhere(self, place: str) -> str:
        """The command that prices what moves no edge: to a bank where a player has one, else to card counters."""
        if self.player_banked:
            return f"and `croupier bank {place}` what each of several seats and a short bank win by them"
        return f"and `croupier protect {place}` what they leave to card counters"


def readings(game: str | Game) -> Readings:
    """Price every reading that a house may choose: what the documents' ambiguities are worth."""
    known = game_by_id(game) if isinstance(game, str) else game
    default = known.house().show()
    return Readings(
        known.id,
        tuple(
            Reading(ruling.id, of.name, value, default[of.name] == value, edges_of(known, of.name, value))
            for ruling in known.rulings
            for of in known.parameters
            if of.name in ruling.parameters or of.clause == ruling.id
            for value in alternatives(of)
        ),
        isinstance(known.rulebook().bank, PlayerDealerBank),
        conditions_of(known).asked("rulings", strategy="optimal"),
    )


def edges_of(game: Game, parameter: str, value: object) -> dict[str, Fraction]:
    """The house edge of every wager with one house rule set."""
    analysis = analyze(game, house={parameter: value})
    return {id_: report.house_edge for id_, report in analysis.wagers.items()}


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
