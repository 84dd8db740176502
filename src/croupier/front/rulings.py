"""Rulings: how the documents of games are read where they are silent or at odds, and what each reading is worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.chart import Chart
from croupier.conditions import Conditions
from croupier.result import Result, Row
from croupier.rulebook import Choice, Clause, Game, Parameter, Ruling, YesNo
from croupier.rulebook.house import rule_text
from croupier.sheet import Sheet

if TYPE_CHECKING:
    from croupier.exact.readings import Readings


@dataclass(frozen=True, repr=False)
class Rulings(Result):
    """The rulings of some games.

    >>> import croupier
    >>> croupier.game("bac").rulings(prices=False).games[0].title
    'Baccarat'
    """

    schema: ClassVar[str] = "croupier.rulings/1"
    games: tuple[Game, ...]
    prices: Mapping[str, "Readings"]
    """What each reading is worth, by game, where that was asked for."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def summary(self) -> str:
        count = sum(len(game.rulings) for game in self.games)
        return f"{count} {'ruling' if count == 1 else 'rulings'} of {', '.join(game.id for game in self.games)}"

    def data(self) -> dict[str, object]:
        return {"games": [self.game_data(game) for game in self.games]}

    def game_data(self, game: Game) -> dict[str, object]:
        """The rulings of one game."""
        data: dict[str, object] = {"id": game.id, "rulings": rulings_data(game)}
        priced = self.prices.get(game.id)
        if priced is not None and priced.conditions is not None:
            data |= {"prices": priced.data()["prices"], "conditions": priced.conditions.to_dict()}
        return data

    def to_rows(self) -> list[Row]:
        """A row for each reading of each ruling; the edges of wagers where they are priced."""
        if len(self.games) == 1 and self.prices:
            return self.prices[self.games[0].id].to_rows()
        return [
            {"game": game.id, "ruling": ruling.id, "text": ruling.text, "parameters": " ".join(ruling.parameters)}
            for game in self.games
            for ruling in game.rulings
        ]

    def charts(self) -> Mapping[str, Chart]:
        """Those of the prices, where one game was asked about."""
        return self.prices[self.games[0].id].charts() if len(self.games) == 1 and self.prices else {}

    @property
    def sheet(self) -> Sheet:
        return Sheet("", parts=tuple(self.parts()))

    def parts(self) -> Iterator[Sheet]:
        """The rulings of each game, and then the prices; what stands above it all is not said twice."""
        for game in self.games:
            yield Sheet("" if self.conditions else game.title, heads=("", ""), rows=tuple(told(game)), words=2)
        for priced in self.prices.values():
            yield priced.sheet


def rulings(games: Iterable[Game], *, prices: bool) -> Rulings:
    """The rulings of some games, with what each reading is worth if that is asked."""
    listed = tuple(games)
    if not prices:
        return Rulings(listed, {})
    from croupier.exact.readings import readings  # noqa: PLC0415  # what is not priced needs no count

    priced = {game.id: readings(game) for game in listed}
    return Rulings(listed, priced, next(iter(priced.values())).conditions if len(listed) == 1 else None)


def told(game: Game) -> Iterator[tuple[str, str]]:
    """Each ruling, and below it the house rules that it is about."""
    for ruling in game.rulings:
        yield ruling.id, ruling.text
        for parameter in parameters_of(game, ruling):
            value = rule_text(parameter.kind.show(parameter.default))
            yield "", f"{parameter.name} {value}  ({parameter.allowed()})"


def parameters_of(game: Game, clause: Clause | Ruling) -> list[Parameter[Any]]:
    named = clause.parameters if isinstance(clause, Ruling) else ()
    return [p for p in game.parameters if p.name in named or p.clause == clause.id]


def rulings_data(game: Game) -> list[dict[str, object]]:
    return [
        {"id": r.id, "text": r.text, "parameters": [parameter_data(p) for p in parameters_of(game, r)]}
        for r in game.rulings
    ]


def parameter_data(parameter: Parameter[Any]) -> dict[str, object]:
    """A house rule: what it says, its default, what else it may be."""
    return {
        "name": parameter.name,
        "help": parameter.help,
        "clause": parameter.clause,
        "default": parameter.kind.show(parameter.default),
        "allowed": parameter.allowed(),
        "choices": choices(parameter),
    }


def choices(parameter: Parameter[Any]) -> list[object] | None:
    """The values of a house rule where they are few, else None."""
    match parameter.kind:
        case Choice(words=words):
            return list(words)
        case YesNo():
            return [True, False]
        case _:
            return [parameter.kind.show(value) for value in parameter.table] or None
