"""Which clauses of a document hold under the house rules chosen.

A clause that only another choice of house rules carries out, such as a step of another procedure, is not in force. Both
are read from rulebooks: what a rulebook cites under these house rules, and what it cites under every other choice.
Where a whole section belongs to another choice, so do those of its clauses that no rulebook cites.

A clause that holds may still say what the house has set otherwise, such as odds. Beside its words then stands the house
rule that wins over them.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from typing import Any, Protocol, runtime_checkable

from croupier.errors import Refused
from croupier.report.document import Cell, Strong
from croupier.report.plain_text import unquoted
from croupier.report.words import kind_of, setting
from croupier.rulebook import Clause, Game, House, Parameter, Rulebook, Ruling


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


def set_here(book: Rulebook) -> dict[str, str]:
    """The house rules that are not the usual ones, by the clauses and rulings whose words they win over."""
    found: dict[str, list[str]] = {}
    for parameter in book.game.parameters:
        if book.house[parameter] == parameter.default:
            continue
        ids = [parameter.clause, *(each.id for each in book.game.rulings if parameter.name in each.parameters)]
        for id_ in dict.fromkeys((*ids, *paid_otherwise(book, parameter))):
            found.setdefault(id_, []).append(setting(parameter, book.house[parameter]))
    return {id_: ", ".join(settings) for id_, settings in found.items()}


def paid_otherwise(book: Rulebook, parameter: Parameter[Any]) -> Iterator[str]:
    """The clauses of the lines that would pay something else if a house rule were the usual one."""
    try:
        usual = book.game.rulebook(book.house.with_changes({parameter.name: parameter.kind.show(parameter.default)}))
    except Refused:  # the usual choice does not go with the others
        return
    terms = {(wager.id, line.id): (line.pays, line.commission) for wager in usual.wagers for line in wager.lines}
    for wager in book.wagers:
        for line in wager.lines:
            if terms.get((wager.id, line.id)) != (line.pays, line.commission):
                yield from line.clauses


def kind_here(clause: Clause, out: Collection[str]) -> str:
    """The kind of a clause, or that it is not in force."""
    return "not in force here" if clause.id in out else kind_of(clause)


def in_words(clause: Clause | Ruling, here: Mapping[str, str]) -> Cell:
    """What a clause says, and what the house has set in its place."""
    text = unquoted(clause.text)
    return (f"{text} ", Strong(f"Here {here[clause.id]}.")) if clause.id in here else text


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
