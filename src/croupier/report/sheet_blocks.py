"""What a result shows at a terminal, as blocks of a document."""

from collections.abc import Iterator

from croupier.figures import joined
from croupier.report.document import Block, Facts, Paragraph, Table
from croupier.sheet import Sheet


def blocks_of(sheet: Sheet) -> Iterator[Block]:
    """The facts, tables and notes of a sheet and of its parts; drawings in letters are left out."""
    if sheet.title and not sheet.rows:
        yield Paragraph((sheet.title, "."))
    if sheet.text:
        yield Paragraph((sheet.text,))
    if sheet.facts:
        yield Facts(tuple((name, joined(" · ", values)) for name, *values in sheet.facts))
    if sheet.rows:
        rows = tuple(tuple(cell or "–" for cell in row) for row in sheet.rows)
        yield Table(sheet.heads, rows, sheet.words, sheet.title, sheet.note, sheet.marked)
    for part in sheet.parts:
        yield from blocks_of(part)
    if sheet.note and not sheet.rows:
        yield Paragraph((sheet.note,))
