"""Which clauses of a document hold under the house rules chosen.

A clause that only another choice of house rules carries out, such as a step of another procedure, is not in force. Both
are read from rulebooks: what a rulebook cites under these house rules, and what it cites under every other choice.
Where a whole section belongs to another choice, so do those of its clauses that no rulebook cites.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from typing import Any, Protocol, runtime_checkable

from croupier.errors import Refused
from croupier.rulebook import Game, House, Parameter, Rulebook


@runtime_checkable
class Choosable(Protocol):
    """A kind of house rule with few values."""

    def values(self) -> tuple[object, ...]:
        """All of them."""


def not_in_force(book: Rulebook) -> frozenset[str]:
    """The clauses that other choices of house rules cite and these do not."""
    game = book.game
    known = frozenset(clause.id for clause in game.clauses)
    here = cited_by(book, known)
    elsewhere: set[str] = set()
    for parameter in game.parameters:
        for other in others(book, parameter):
            elsewhere |= cited_by(other, known)
    out = elsewhere - here
    for _, section in groupby(game.clauses, lambda clause: (clause.document.title, clause.section)):
        ids = {clause.id for clause in section}
        if ids & out and not ids & here:
            out |= ids
    return frozenset(out)


def cited_by(book: Rulebook, known: Collection[str]) -> frozenset[str]:
    """What a rulebook cites; what its layout announces with a step counts where that step is cited."""
    silent = replace(book, layout=replace(book.layout, announced=())) if book.layout else book
    cited = set(cited_in(silent, known))
    for step, ids in book.felt.announced:
        if step in cited:
            cited |= set(ids) & set(known)
    return frozenset(cited)


def others(book: Rulebook, parameter: Parameter[Any]) -> Iterator[Rulebook]:
    """The rulebook under every other value of a house rule that has few."""
    if not isinstance(parameter.kind, Choosable):
        return
    chosen = book.house[parameter]
    for value in parameter.kind.values():
        try:
            house = book.house.with_changes({parameter.name: value})
            if house[parameter] != chosen:
                yield book.game.rulebook(house)
        except Refused:  # a choice that does not go with the others
            continue


def cited_in(value: object, known: Collection[str]) -> Iterator[str]:
    """Every known id in a value made of dataclasses, tuples and mappings."""
    if isinstance(value, Game | House):
        return
    if isinstance(value, str):
        if value in known:
            yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cited_in(getattr(value, field.name), known)
    elif isinstance(value, tuple):
        for part in value:
            yield from cited_in(part, known)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from cited_in(part, known)
