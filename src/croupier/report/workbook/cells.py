"""A workbook file, its sheets and cells: formats, texts that stay texts, formulas that carry their values, names.

A formula is written with the value that it has, worked out from exact fractions, so that a viewer that does not
recalculate shows the same figures as one that does. A text is always written as a text, whatever it begins with.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO
from textwrap import wrap
from typing import Any, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from croupier.errors import visible
from croupier.result import FORMULA_LIKE
from croupier.sheet import NO_BREAK

Value = Fraction | float | bool | str
"""What a formula comes to."""

EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The date among the properties of a workbook that bears none: no clock is read."""
DIGITS: Final = 15
"""A spreadsheet shows and keeps no more digits of a number; what has more stands beside it as text."""
TEXT_MOST: Final = 32_000
"""A cell holds little more."""
TITLE_MOST: Final = 31
NARROW, LINE, HIGHEST, SIZE = 8.43, 15, 400, 11
"""The width of a column of which nothing is said; the heights of a line and of the highest row; the size of letters."""
PAPERS: Final = {"a4": 9, "letter": 1}
"""The sizes of sheets, by the numbers that the format has for them."""
INK, PALE, HEAD, INPUT = "#1F3864", "#666666", "#DCE6F1", "#FFF2CC"
HEADED: Final[dict[str, Any]] = {
    "bold": True,
    "bg_color": HEAD,
    "bottom": 1,
    "text_wrap": True,
    "valign": "vcenter",
}
STYLES: Final[dict[str, dict[str, Any]]] = {
    "title": {"bold": True, "font_size": 15, "font_color": INK},
    "section": {"bold": True, "font_size": 12, "font_color": INK},
    "note": {"font_color": PALE, "text_wrap": True, "valign": "top"},
    "head": HEADED,
    "figure_head": {**HEADED, "align": "right"},
    "text": {"valign": "top"},
    "wrapped": {"text_wrap": True, "valign": "top"},
    "beside": {"text_wrap": True, "valign": "top", "align": "left", "indent": 1},
    "beside_head": {**HEADED, "align": "left", "indent": 1},
    "strong": {"bold": True, "text_wrap": True, "valign": "top"},
    "code": {"font_name": "Courier New", "font_size": 10, "text_wrap": True, "valign": "top"},
    "exactly": {"font_color": PALE, "font_size": 9, "text_wrap": True, "valign": "top", "align": "right"},
    "fraction": {"font_color": PALE, "font_size": 9, "text_wrap": True, "valign": "top", "align": "left", "indent": 1},
    "link": {"font_color": "#0563C1", "underline": 1, "valign": "top"},
    "check_head": {**HEADED, "align": "center"},
    "check": {"align": "center", "valign": "top"},
    "input": {"bg_color": INPUT, "font_color": "#0000FF", "border": 1, "border_color": "#BFBFBF", "valign": "top"},
    "number": {"valign": "top", "align": "right"},
    "total": {"bold": True, "top": 1, "valign": "top"},
    "total_number": {"bold": True, "top": 1, "valign": "top", "align": "right"},
}
COUNT, CHANCE, SHARE, DECIMAL, RETURN, ODDS = (
    *("#,##0", "0.00000000", "0.0000%", "0.000000"),
    *("+0.00000000;-0.00000000;0.00000000", "#,##0.0000"),
)
"""How numbers are shown."""
TRUTH: Final = '"TRUE";"TRUE";"FALSE"'
"""How the result of a check is shown by a program that keeps it as a number."""


class Book:
    """One workbook while it is written."""

    def __init__(self, *, paper: str, properties: dict[str, Any]) -> None:
        """Begin a file in memory, in which nothing follows the clock or the machine."""
        self.stream = BytesIO()
        self.file = Workbook(
            self.stream,
            {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False},
        )
        self.file.set_properties(properties)
        self.file.set_size(2400, 1400)
        self.paper = PAPERS[paper]
        self.pages: list[Page] = []
        self._formats: dict[tuple[str, str, bool], Format] = {}
        self._names: set[str] = set()

    def format(self, style: str, number: str = "", *, as_text: bool = False) -> Format:
        """A style, once for all cells that have it."""
        key = (style, number, as_text)
        if key not in self._formats:
            properties = {**STYLES[style], **({"num_format": number} if number else {})}
            self._formats[key] = self.file.add_format({**properties, **({"quote_prefix": True} if as_text else {})})
        return self._formats[key]

    def page(self, title: str, *, wide: bool = False) -> "Page":
        """A further sheet, titled as far as sheets can be, and laid out for paper."""
        named = self.free_title(title)
        sheet = self.file.add_worksheet(named)
        sheet.set_paper(self.paper)
        sheet.set_margins(left=0.4, right=0.4, top=0.6, bottom=0.7)
        sheet.fit_to_pages(1, 0)
        sheet.hide_gridlines(2)
        sheet.set_footer("&L" + footed(title) + "&R&P of &N")
        if wide:
            sheet.set_landscape()
        page = Page(self, sheet, named)
        self.pages.append(page)
        return page

    def free_title(self, title: str) -> str:
        """A title that no other sheet has, without the characters that titles of sheets cannot have."""
        plain = re.sub(r"[\[\]:*?/\\]", " ", cell_text(title)).strip().strip("'").strip() or "Sheet"
        taken = {page.title.casefold() for page in self.pages} | {"history"}
        for number in range(1, len(taken) + 2):
            ending = "" if number == 1 else f" ({number})"
            named = plain[: TITLE_MOST - len(ending)].strip().strip("'") + ending
            if named.casefold() not in taken:
                return named
        raise ArithmeticError("more titles are taken than there are")

    def prefix(self, id_: str) -> str:
        """The beginning of the names of one wager: letters, digits and underscores, and no other wager's."""
        plain = re.sub(r"[^a-z0-9_]", "_", id_.lower())
        begun = plain if plain[:1].isalpha() else f"w_{plain}"
        for number in range(1, len(self._names) + 2):
            named = begun if number == 1 else f"{begun}_{number}"
            if named not in self._names:
                self._names.add(named)
                return named
        raise ArithmeticError("more names are taken than there are")

    def data(self) -> bytes:
        """The whole file."""
        for page in self.pages:
            page.finish()
        self.file.close()
        return self.stream.getvalue()


@dataclass
class Page:
    """One sheet while it is written."""

    book: Book
    sheet: Worksheet
    title: str
    widths: dict[int, float] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    """How many lines of text the longest cell of a row has, where it has several."""

    def text(self, row: int, column: int, text: str, style: str = "text") -> None:
        """Write a text that stays one."""
        shown = cell_text(text)
        self.sheet.write_string(row, column, shown, self.book.format(style, as_text=shown.startswith(FORMULA_LIKE)))
        if STYLES[style].get("text_wrap"):
            self.make_room(row, shown, self.widths.get(column, NARROW), style)

    def make_room(self, row: int, text: str, width: float, style: str) -> None:
        """Let a row be as high as a text in it needs; not every program sees to that."""
        letters = width * 0.95 * SIZE / STYLES[style].get("font_size", SIZE)
        self.lines[row] = max(self.lines.get(row, 1), len(wrap(text, max(int(letters), 1))))

    def finish(self) -> None:
        """Set the heights of rows, once all is written."""
        for row, lines in self.lines.items():
            if lines > 1:
                self.sheet.set_row(row, min(LINE * lines, HIGHEST))

    def texts(self, row: int, texts: Iterable[str], style: str = "text", column: int = 0) -> None:
        for place, text in enumerate(texts):
            self.text(row, column + place, text, style)

    def spread(self, row: int, columns: tuple[int, int], text: str, style: str = "wrapped") -> None:
        """Write a text over several columns, on as many lines as it needs; their widths are known by now."""
        shown, (first, last) = cell_text(text), columns
        written = self.book.format(style, as_text=shown.startswith(FORMULA_LIKE))
        self.sheet.merge_range(row, first, row, last, "", written)
        self.sheet.write_string(row, first, shown, written)
        self.make_room(row, shown, sum(self.widths.get(column, NARROW) for column in range(first, last + 1)), style)

    def number(self, row: int, column: int, value: Fraction | float, shown: str = "", style: str = "number") -> None:
        self.sheet.write_number(row, column, float(value), self.book.format(style, shown))

    def formula(self, row: int, column: int, formula: str, value: Value, shown: str = "", style: str = "number") -> str:
        """Write a formula with what it comes to; gives where it stands."""
        cached = value if isinstance(value, bool | str) else float(value)
        self.sheet.write_formula(row, column, f"={formula}", self.book.format(style, shown), cached)
        return self.at(row, column)

    def input(self, row: int, column: int, value: Fraction, shown: str = "") -> str:
        """Write a number that a reviewer may change; one without an end is written as the fraction it is."""
        style = self.book.format("input", shown)
        if value.denominator == 1:
            self.sheet.write_number(row, column, float(value), style)
        else:
            self.sheet.write_formula(row, column, f"={value.numerator}/{value.denominator}", style, float(value))
        return self.at(row, column)

    def check(self, row: int, column: int, formula: str) -> str:
        """Write a condition that holds."""
        return self.formula(row, column, formula, True, TRUTH, "check")  # noqa: FBT003  # this is the value

    def at(self, row: int, column: int) -> str:
        """A cell as formulas of any sheet call it."""
        return f"{self.quoted}!{xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True)}"

    def here(self, row: int, column: int) -> str:
        """A cell as formulas of this sheet call it."""
        return str(xl_rowcol_to_cell(row, column))

    @property
    def quoted(self) -> str:
        """The title as formulas write it."""
        return "'" + self.title.replace("'", "''") + "'"

    def name(self, name: str, rows: tuple[int, int], columns: tuple[int, int]) -> str:
        """Give a range a name that formulas can use."""
        cells = xl_range_abs(rows[0], columns[0], rows[1], columns[1])
        self.book.file.define_name(name, f"={self.quoted}!{cells}")
        return name

    def set_widths(self, widths: Sequence[float]) -> None:
        for column, width in enumerate(widths):
            self.widths[column] = width
            self.sheet.set_column(column, column, width)

    def link(self, row: int, column: int, to: "Page") -> None:
        """Write the title of another sheet, which leads there."""
        self.sheet.write_url(row, column, f"internal:{to.quoted}!A1", self.book.format("link"), to.title)


def cell_text(text: str) -> str:
    """A text as a cell holds it: what cannot be seen is escaped, and one that is too long says that it was cut."""
    shown = visible(text.replace(NO_BREAK, " ").replace("\n", " "))
    if len(shown) > TEXT_MOST:
        shown = f"{shown[:TEXT_MOST]}… (the first {TEXT_MOST:,} of {len(shown):,} characters)"
    return f"{shown} " if shown.startswith("<r>") and shown.endswith("</r>") else shown  # else taken for markup


def footed(title: str) -> str:
    """A text as a footer takes it."""
    return cell_text(title)[:80].replace("&", "&&")


def too_long(number: int) -> bool:
    """Whether a spreadsheet cannot keep or show every digit of a whole number."""
    return len(str(abs(number))) > DIGITS


def width_for(texts: Iterable[str], least: float = 10, most: float = 48) -> float:
    """A width of a column in which texts have room, within reason."""
    return min(max([least, *(len(text) * 1.05 + 2 for text in texts)]), most)
