"""A document as PDF: laid out by Typst, tagged for people who cannot see it, the same bytes every time.

The layout is one template, `document.typ`, for every document. What a document says reaches it as data, so no text can
become markup. Fonts are those that come with packages, Typst and vl-convert; none of the system is used.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, assert_never

from croupier.chart.fonts import FAMILY, LICENCE, font_files
from croupier.conditions import DIGEST_SHOWN
from croupier.figures import Figure
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
    text_of,
)
from croupier.report.drawing import alone
from croupier.report.mark import mark_of
from croupier.report.plain_text import BREAK, LONG, breakable, plain, plain_lines

if TYPE_CHECKING:
    import typst

FONTS: Final = {
    FAMILY: f"{LICENCE}, from the package vl-convert-python",
    "Libertinus Serif": "SIL Open Font License 1.1",
    "DejaVu Sans Mono": "Bitstream Vera and DejaVu licence",
    "New Computer Modern": "GUST Font License",
}
"""The fonts of a PDF, and their licences; where nothing else is said, the package `typst` brings them."""
COMMAND_LENGTH: Final = 80
"""A longer word of a command may be broken."""
NEAR: Final = 6
"""Words shorter than the longest by more characters are not wider than it."""


class Sheet(StrEnum):
    """The size of a sheet."""

    A4 = "a4"
    LETTER = "letter"


def pdf(document: Document, paper: Sheet = Sheet.A4) -> bytes:
    """Lay a document out as PDF/UA-1."""
    given = inputs(document, paper)
    with compiler() as typst:
        compiled = typst.compile(
            format="pdf", sys_inputs=given, pdf_standards=["ua-1"], timestamp=timestamp(document.date)
        )
    return one_file(compiled)


def pictures(document: Document, paper: Sheet = Sheet.A4, ppi: float = 100) -> list[bytes]:
    """Every page of the PDF as a picture (PNG)."""
    given = inputs(document, paper)
    with compiler() as typst:
        found = typst.compile(format="png", sys_inputs=given, ppi=ppi)
    return found if isinstance(found, list) else [one_file(found)]


def one_file(compiled: bytes | list[bytes] | None) -> bytes:
    if not isinstance(compiled, bytes):
        raise TypeError("Typst gave no file")
    return compiled


@contextmanager
def compiler() -> "Iterator[typst.Compiler]":
    """Typst with the template, the fonts that come with it and those of charts; it reads no other file."""
    import typst  # noqa: PLC0415  # of the extra `report`

    template = files("croupier.report").joinpath("document.typ").read_bytes()
    with TemporaryDirectory(prefix="croupier-fonts-") as folder:
        for name, font in font_files().items():
            Path(folder, name).write_bytes(font)
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[folder])
        yield typst.Compiler(template, root=folder, font_paths=fonts, ignore_system_fonts=True)


def timestamp(date: str) -> int:
    """The seconds of a date, for the file's own notes; 0 where no date is given."""
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()) if date else 0


# ── The document as data ─────────────────────────────────────────────────────────────────────────────────────────────


def inputs(document: Document, paper: Sheet) -> dict[str, str]:
    """What the template is given."""
    text = json.dumps(data_of(document, paper), ensure_ascii=False)
    lacking = sorted(letter for letter in set(text) if not letter.isascii() and letter in unseen(text))
    return {"document": text.translate({ord(letter): f"[U+{ord(letter):04X}]" for letter in lacking})}


def data_of(document: Document, paper: Sheet) -> dict[str, Any]:
    digest = f"rulebook {document.digest[:DIGEST_SHOWN]}" if document.digest else ""
    return {
        "form": Form(document.form).value,
        "paper": paper.value,
        "mark": mark_of(document),
        "title": plain(document.title),
        "subtitle": plain(document.subtitle),
        "date": document.date,
        "software": document.software,
        "header": plain(document.date or "no date given"),
        "footer": plain(" · ".join(part for part in (document.software, digest) if part)),
        "language": document.language,
        "facts": [[plain(name), runs_data(cell, broken=True)] for name, cell in document.facts],
        "sections": [section_data(section) for section in document.sections],
    }


def section_data(section: Section) -> dict[str, Any]:
    return {
        "id": section.id,
        "title": plain(section.title),
        "blocks": [block_data(block) for block in section.blocks],
        "parts": [section_data(part) for part in section.parts],
    }


def block_data(block: Block) -> dict[str, Any]:
    match block:
        case Paragraph(runs):
            return {"kind": "paragraph", "runs": runs_data(runs)}
        case Bullets(items, numbered):
            return {"kind": "bullets", "items": [runs_data(item) for item in items], "numbered": numbered}
        case Facts(rows):
            return {"kind": "facts", "rows": [[plain(name), runs_data(cell, broken=True)] for name, cell in rows]}
        case Table():
            return table_data(block)
        case Illustration(picture, caption, table):
            return {
                "kind": "illustration",
                "svg": alone(picture),
                "alt": plain(picture.alt),
                "caption": plain(caption or picture.title),
                "table": table_data(table) if table else None,
            }
        case Code(text):
            return {"kind": "code", "text": breakable(plain_lines(text), COMMAND_LENGTH)}
        case _:
            assert_never(block)


def table_data(table: Table) -> dict[str, Any]:
    rows = [[runs_data(cell, broken=place < table.words) for place, cell in enumerate(row)] for row in table.rows]
    return {
        "kind": "table",
        "heads": list(map(plain, table.heads)),
        "rows": rows,
        "words": table.words,
        "caption": plain(table.caption),
        "note": runs_data(table.note) if table.note else [],
        "marked": sorted(table.marked),
        "columns": [column_data(table, place) for place in range(len(table.heads))],
    }


def column_data(table: Table, place: int) -> dict[str, Any]:
    """What a column's width follows from: what stands in it, and its longest words."""
    is_words = place < table.words
    cells = {plain(text_of(row[place])) for row in table.rows}
    cells = {breakable(cell) for cell in cells} if is_words else cells
    return {
        "is-words": is_words,
        "marked": bool(table.marked),
        "cells": longest(cells),
        "words": longest(word for cell in cells for word in re.split(rf"[\s{BREAK}]+", cell)),
        "head": plain(table.heads[place]),
        "head-words": plain(table.heads[place]).split(" "),
    }


def longest(texts: Iterable[str]) -> list[str]:
    """Those texts of which one is the widest."""
    each = set(texts)
    most = max(map(len, each), default=0)
    return sorted(text for text in each if len(text) >= most - max(NEAR, most // 4))


def runs_data(cell: Cell, *, broken: bool = False) -> list[dict[str, str]]:
    return [run_data(run, broken=broken) for run in runs_of(cell)]


def run_data(run: Run, *, broken: bool) -> dict[str, str]:
    text = plain(str(run))
    match run:
        case Figure():
            if broken and len(text) > LONG:
                return {"kind": "text", "text": breakable(text)}
            return {"kind": "figure", "text": text}
        case Reference(to=to):
            return {"kind": "reference", "text": text, "to": to}
        case Strong():
            return {"kind": "strong", "text": text}
        case str():
            return {"kind": "text", "text": breakable(text) if broken else text}
        case _:
            assert_never(run)


# ── What the fonts can show ──────────────────────────────────────────────────────────────────────────────────────────


def unseen(text: str) -> frozenset[str]:
    """The characters of a text that no font of ours can show."""
    return _unseen("".join(sorted({letter for letter in text if not letter.isascii()})))


@cache
def _unseen(letters: str) -> frozenset[str]:
    return frozenset(refused(letters))


def refused(letters: str) -> Iterator[str]:
    """Those of some characters that cannot be set, found by halves: nearly always there are none."""
    if not letters or can_show(letters):
        return
    if len(letters) == 1:
        yield letters
        return
    half = len(letters) // 2
    yield from refused(letters[:half])
    yield from refused(letters[half:])


def can_show(letters: str) -> bool:
    """Whether a page with these characters can be set."""
    import typst  # noqa: PLC0415  # of the extra `report`

    nothing = Document("probe", "probe", "", Form.LEAFLET, (("", " ".join(letters)),), ())
    page = {"document": json.dumps(data_of(nothing, Sheet.A4), ensure_ascii=False)}
    with compiler() as typeset:
        try:
            typeset.compile(format="pdf", sys_inputs=page, pdf_standards=["ua-1"])
        except typst.TypstError:
            return False
    return True
