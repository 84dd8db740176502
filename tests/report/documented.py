"""Games whose documents are made in tests, and what stands in a document."""

from collections.abc import Iterator
from functools import cache

from croupier.report.document import Bullets, Cell, Document, Facts, Paragraph, Section, Table, text_of
from croupier.report.game_report import GameReport
from croupier.report.kinds import KINDS
from tests.drill.practised import OURS, book_of

DOCUMENTED = (*OURS, "red-dog", "casino-war")
"""Ours, and two from files."""


@cache
def made(kind: str, name: str, **house: object) -> Document:
    """A document, made once."""
    return KINDS[kind].document(GameReport(book_of(name, **house)))


def section(document: Document, id_: str) -> Section:
    return next(each for each in document.every_section() if each.id == id_)


def tables(of: Document | Section) -> Iterator[Table]:
    """Every table, in order."""
    if isinstance(of, Document):
        for each in of.sections:
            yield from tables(each)
    else:
        yield from (block for block in of.blocks if isinstance(block, Table))
        for part in of.parts:
            yield from tables(part)


def words(document: Document) -> str:
    """All that a document says, in one text."""
    return "\n".join(line for each in document.every_section() for line in (each.title, *lines(each)))


def lines(of: Section) -> Iterator[str]:
    for block in of.blocks:
        match block:
            case Paragraph(runs):
                yield text_of(runs)
            case Bullets(items):
                yield from map(text_of, items)
            case Facts(rows):
                yield from (f"{name} {text_of(cell)}" for name, cell in rows)
            case Table(rows=rows, caption=caption, note=note):
                yield from (caption, text_of(note))
                yield from (" | ".join(map(text_of, row)) for row in rows)
            case _:
                raise AssertionError(block)


def cell(of: Cell) -> str:
    return text_of(of)
