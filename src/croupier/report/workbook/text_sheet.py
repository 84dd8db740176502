"""Sections of documents as sheets: words, facts and tables, whose figures stay numbers."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from croupier.figures import Figure
from croupier.report.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Facts,
    Illustration,
    Paragraph,
    Section,
    Table,
    flattened,
    text_of,
)
from croupier.report.workbook.cells import Page, too_long, width_for

COLUMNS: Final = 6
"""A paragraph goes over so many columns."""
DIGITS: Final = re.compile(r"(?P<sign>[+-]?)[0-9,]+(?P<places>\.[0-9]+)?(?P<percent>%?)")
"""A printed number that a spreadsheet can print alike."""
WIDEST: Final = 52


def write_sections(page: Page, title: str, sections: Iterable[Section]) -> None:
    """Write sections below each other; their titles tell them apart."""
    every = [each for section in sections for each in flattened(section)]
    page.set_widths(widths(every))
    page.text(0, 0, title, "title")
    page.sheet.freeze_panes(1, 0)
    page.sheet.repeat_rows(0)
    row = 2
    for section in every:
        if section.blocks:
            page.text(row, 0, section.title, "section")
            row += 1
        for block in section.blocks:
            row = write_block(page, row, block)


def widths(sections: Iterable[Section]) -> list[float]:
    """Room for what stands in each column of the tables."""
    texts: list[list[str]] = [[] for _ in range(COLUMNS)]
    for section in sections:
        for line in (line for block in section.blocks for line in lines_of(block)):
            texts += [[] for _ in range(len(line) - len(texts))]
            for column, cell in enumerate(line):
                texts[column].append(text_of(cell))
    return [width_for(column, 12, WIDEST) for column in texts]


def lines_of(block: Block) -> Iterator[tuple[Cell, ...]]:
    """The rows of a block that stand in columns of their own."""
    match block:
        case Table(heads=heads, rows=rows):
            yield tuple(word for head in heads for word in [max(head.split(), key=len, default="")])
            yield from rows
        case Facts(rows):
            yield from ((name, "") for name, _ in rows)
        case _:
            return


def write_block(page: Page, row: int, block: Block) -> int:
    """Write a block; gives the row after it and an empty one."""
    match block:
        case Paragraph(runs):
            page.spread(row, (0, COLUMNS - 1), text_of(runs))
            return row + 2
        case Bullets(items, numbered):
            for number, item in enumerate(items, 1):
                page.spread(row, (0, COLUMNS - 1), f"{number}. {text_of(item)}" if numbered else f"• {text_of(item)}")
                row += 1
            return row + 1
        case Facts(rows):
            for name, cell in rows:
                page.text(row, 0, name, "wrapped")
                write_fact(page, row, cell)
                row += 1
            return row + 1
        case Code(text):
            page.spread(row, (0, COLUMNS - 1), text, "code")
            return row + 2
        case Table():
            return write_table(page, row, block)
        case Illustration(table=Table() as table):
            return write_table(page, row, table)
        case Illustration():
            return row


def write_fact(page: Page, row: int, cell: Cell) -> None:
    """What a name comes to: a number with its exact value beside it, or words."""
    figure = next((each for each in cell if isinstance(each, Figure)), None) if isinstance(cell, tuple) else cell
    if isinstance(figure, Figure) and number_format(figure):
        write_cell(page, row, 1, figure, words=False)
        words = text_of(tuple(each for each in cell if each is not figure)) if isinstance(cell, tuple) else ""
        exactly = str(figure.value) if isinstance(figure.value, Fraction) else ""
        page.spread(row, (2, COLUMNS - 1), ", ".join(filter(None, (words.strip(" ,"), exactly))), "fraction")
        return
    page.spread(row, (1, COLUMNS - 1), text_of(cell))


def write_table(page: Page, row: int, table: Table) -> int:
    """A table under its caption, with its note below."""
    if table.caption:
        page.spread(row, (0, COLUMNS - 1), table.caption, "strong")
        row += 1
    for column, head in enumerate(table.heads):
        page.text(row, column, head, "head" if column < table.words else "figure_head")
    for number, line in enumerate(table.rows):
        row += 1
        for column, cell in enumerate(line):
            write_cell(page, row, column, cell, words=column < table.words, marked=number in table.marked)
    if table.note:
        row += 1
        page.spread(row, (0, COLUMNS - 1), text_of(table.note), "note")
    return row + 2


def write_cell(page: Page, row: int, column: int, cell: Cell, *, words: bool, marked: bool = False) -> None:
    """A figure as the number it is, everything else as text."""
    figure = cell[0] if isinstance(cell, tuple) and len(cell) == 1 else cell
    if isinstance(figure, Figure) and (shown := number_format(figure)):
        page.number(row, column, figure.value, shown)
    else:
        page.text(row, column, text_of(cell), "strong" if marked else "wrapped" if words else "number")


def number_format(figure: Figure) -> str:
    """How a spreadsheet prints a figure as it is printed elsewhere; empty if it cannot."""
    found = DIGITS.fullmatch(figure)
    if found is None or (isinstance(figure.value, int) and too_long(figure.value)):
        return ""
    places, percent = len(found["places"] or ".") - 1, found["percent"]
    plain = ("#,##0" if not percent else "0") + ("." + "0" * places if places else "") + percent
    return f"+{plain};-{plain};{plain}" if found["sign"] == "+" else plain
