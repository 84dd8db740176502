"""What other house rules would do: the edge of every wager under each value that a house may choose."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from croupier.errors import Refused
from croupier.exact.readings import Edges, alternatives, bare, edges_of
from croupier.report.words import rule_shown
from croupier.rulebook import Parameter, Rulebook, Whole

DECKS: Final = (1, 2, 4, 6, 8)
"""Numbers of decks that are set beside each other, where a house rule says how many there are."""


@dataclass(frozen=True)
class Choice:
    """One value of a house rule, all others being as they are here."""

    parameter: Parameter[Any]
    value: object
    is_here: bool
    decks: int
    """How many decks the cards come from then."""
    edges: Edges | None
    """None where no wager can change, so that nothing was worked out anew."""

    @property
    def text(self) -> str:
        return rule_shown(self.parameter, self.value)


def choices(book: Rulebook) -> Iterator[Choice]:
    """Every house rule that can move an edge, value by value."""
    for parameter in book.game.parameters:
        here = book.house.show()[parameter.name]
        for value in values_of(book, parameter):
            other = with_rule(book, parameter, value)
            if other is None:
                continue
            moved = value != here and bare(other.model) != bare(book.model)
            try:
                edges = edges_of(other) if moved else None
            except Refused:  # its count would take hours, and nobody asked for that
                continue
            yield Choice(parameter, value, value == here, other.model.decks, edges)


def values_of(book: Rulebook, parameter: Parameter[Any]) -> tuple[object, ...]:
    """The values to look at: those there are, or some numbers of decks."""
    here = book.house.show()[parameter.name]
    found = alternatives(parameter)
    if isinstance(parameter.kind, Whole) and found and is_decks(book, parameter, found):
        kind = parameter.kind
        found = tuple(count for count in DECKS if kind.least <= count <= kind.most)
    return found if here in found or not found else (here, *found)


def is_decks(book: Rulebook, parameter: Parameter[Any], values: tuple[object, ...]) -> bool:
    """Whether a house rule says how many decks there are."""
    others = (with_rule(book, parameter, value) for value in values)
    return any(other is not None and other.model.decks != book.model.decks for other in others)


def with_rule(book: Rulebook, parameter: Parameter[Any], value: object) -> Rulebook | None:
    """The game with one house rule set otherwise; None where it does not go with the others."""
    try:
        return book.game.rulebook(book.house.with_changes({parameter.name: value}))
    except Refused:
        return None
