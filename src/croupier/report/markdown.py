"""A document as Markdown with the tables of GitHub; a picture is told by its alternative text and its numbers."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from croupier.conditions import DIGEST_SHOWN
from croupier.report.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Document,
    Facts,
    Form,
    Illustration,
    Paragraph,
    Reference,
    Run,
    Section,
    Strong,
    Table,
    runs_of,
)
from croupier.report.html import numbered_sections
from croupier.report.mark import mark_of
from croupier.report.plain_text import plain, plain_lines

MARKUP: Final = re.compile(r"[\\`*_\[\]|~#$@]|:(?=//|[\w+-]+:)|(?<=www)\.|^(?:[-+]|\d+(?=[.)](?:\s|$)))", re.IGNORECASE)
"""What Markdown, or GitHub in it, could read as something else than text."""
HEAD_MOST: Final = 6


def markdown(document: Document) -> str:
    """Write a document as Markdown."""
    return "\n\n".join(parts(document)) + "\n"


def parts(document: Document) -> Iterator[str]:
    numbered = document.form is Form.REPORT
    numbers = dict(numbered_sections(document.sections)) if numbered else {}
    yield f"<!-- {mark_of(document)} -->"
    yield f"# {words(document.title)}"
    if document.subtitle:
        yield f"*{words(document.subtitle)}*"
    if document.facts:
        yield facts(document.facts, numbers)
    if numbered and len(document.sections) > 1:
        yield "\n".join(
            f"{'  ' * number.count('.')}- [{number} {words(title)}](#{id_})"
            for id_, number, title in listed(document.sections, numbers)
        )
    for section in document.sections:
        yield from section_text(section, 2, numbers)
    made = (document.software, f"rulebook {document.digest[:DIGEST_SHOWN]}" if document.digest else "", document.date)
    if any(made):
        yield "---"
        yield " · ".join(words(part) for part in made if part)


def listed(sections: tuple[Section, ...], numbers: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    for section in sections:
        yield section.id, numbers[section.id], section.title
        for part in section.parts:
            yield part.id, numbers[part.id], part.title


def section_text(section: Section, level: int, numbers: dict[str, str]) -> Iterator[str]:
    number = f"{numbers[section.id]} " if section.id in numbers else ""
    yield f'<a id="{section.id}"></a>'
    yield f"{'#' * min(level, HEAD_MOST)} {number}{words(section.title)}"
    for block in section.blocks:
        yield block_text(block, numbers)
    for part in section.parts:
        yield from section_text(part, level + 1, numbers)


def block_text(block: Block, numbers: dict[str, str]) -> str:
    match block:
        case Paragraph(runs):
            return cell_text(runs, numbers)
        case Bullets(items, numbered):
            return "\n".join(
                f"{f'{place}.' if numbered else '-'} {cell_text(item, numbers)}" for place, item in enumerate(items, 1)
            )
        case Facts(rows):
            return facts(rows, numbers)
        case Table():
            return table_text(block, numbers)
        case Illustration(picture, caption, table):
            told = f"*{words(caption or picture.title)}*\n\n{words(picture.alt)}"
            return f"{told}\n\n{table_text(table, numbers)}" if table else told
        case Code(text):
            lines = plain_lines(text)
            fence = "`" * max(3, 1 + max((len(found) for found in re.findall("`+", lines)), default=0))
            return f"{fence}text\n{lines}\n{fence}"
        case _:
            assert_never(block)


def facts(rows: tuple[tuple[str, Cell], ...], numbers: dict[str, str]) -> str:
    return "\n".join(("| | |", "| --- | --- |", *(f"| {words(n)} | {cell_text(cell, numbers)} |" for n, cell in rows)))


def table_text(table: Table, numbers: dict[str, str]) -> str:
    heads = f"| {' | '.join(map(words, table.heads))} |"
    line = f"| {' | '.join('---' if place < table.words else '---:' for place in range(len(table.heads)))} |"
    rows = [
        f"| {' | '.join(marked(cell_text(cell, numbers), number in table.marked) for cell in row)} |"
        for number, row in enumerate(table.rows)
    ]
    caption = [f"*{words(table.caption)}*", ""] if table.caption else []
    note = ["", cell_text(table.note, numbers)] if table.note else []
    return "\n".join((*caption, heads, line, *rows, *note))


def marked(text: str, stands_out: bool) -> str:  # noqa: FBT001  # a part of the text, not a switch
    return f"**{text}**" if stands_out and text else text


def cell_text(cell: Cell, numbers: dict[str, str]) -> str:
    return "".join(run_text(run, numbers) for run in runs_of(cell))


def run_text(run: Run, numbers: dict[str, str]) -> str:
    match run:
        case Reference(text, to):
            number = f" (section {numbers[to]})" if to in numbers else ""
            return f"[{words(text)}{number}](#{to})"
        case Strong(text):
            return f"{' ' * (text != text.lstrip())}**{words(text.strip())}**{' ' * (text != text.rstrip())}"
        case str():
            return words(run)
        case _:
            assert_never(run)


def words(text: str) -> str:
    """Text that is read as text, on one line."""
    line = plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return MARKUP.sub(escaped, line)


def escaped(found: re.Match[str]) -> str:
    """A sign with a backslash before it; a number that would begin a list, with one behind it."""
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"
