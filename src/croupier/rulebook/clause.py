"""Clauses and rulings: what a game's document says, and how we understand it where it is unclear."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from croupier.rulebook.part import Part


class Kind(StrEnum):
    """What a clause asks of an implementation."""

    RULE = "rule"
    """Decides an outcome or forbids something: needs code and tests."""
    PROCEDURE = "procedure"
    """Says who does what when: needs code and tests."""
    PHYSICAL = "physical"
    """About felt, chips and hands: needs an announcement or a drawing at the table."""
    NOTICE = "notice"
    """Information about the document or its owner: needs neither."""


@dataclass(frozen=True, slots=True)
class Document(Part):
    """A published rule document."""

    id: str
    title: str
    owner: str


@dataclass(frozen=True, slots=True)
class Clause(Part):
    """One clause of a document, in our words."""

    id: str
    kind: Kind
    text: str
    document: Document
    section: str


def section(document: Document, title: str, *clauses: tuple[str, Kind, str]) -> tuple[Clause, ...]:
    """The clauses of one section of a document, in its order."""
    return tuple(Clause(id_, kind, text, document, title) for id_, kind, text in clauses)


@dataclass(frozen=True, slots=True)
class Ruling(Part):
    """How we understand the documents where they are silent, garbled or contradictory."""

    id: str
    text: str
    parameters: tuple[str, ...] = ()
    """The house rules that can choose another reading."""


def spelled_alike(id_: str, known: Sequence[str]) -> list[str]:
    """The ids that begin as this one does, whatever the case and the dashes."""
    plain = {other: other.lower().replace("-", "") for other in known}
    typed = id_.lower().replace("-", "")
    for length in range(len(typed), 1, -1):
        begun = [other for other, letters in plain.items() if letters.startswith(typed[:length])]
        if begun:
            return begun[:6]
    return []
