"""How a value shows itself: facts, a table and a drawing, in a terminal and in a notebook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate, zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from croupier.errors import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

GAP: Final = "  "
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""A space at which no line ends; terminals get a plain one."""
WORDS_MIN: Final = 24
"""Words are not wrapped to less than this, for all figures to stand beside them."""
NARROWEST: Final = 8
"""The same for one figure to stand beside them."""
STYLE: Final = (
    "<style>div.croupier{overflow-x:auto}"
    "div.croupier pre{font-family:monospace;line-height:1.25;white-space:pre}"
    "div.croupier td,div.croupier th{padding:.15em .5em;text-align:left!important;vertical-align:top}"
    "div.croupier td:first-child{min-width:6em}"
    "div.croupier .figure{text-align:right!important;white-space:nowrap}</style>"
)
"""Notebooks align every cell to the right and break the lines of a drawing; this undoes both."""


def share_text(number: Fraction) -> str:
    """A share written so that it reads back exactly: a percentage where that ends, else a fraction."""
    for places in range(7):
        if (number * 100 * 10**places).denominator == 1:
            sign, digits = "-" if number < 0 else "", str(abs(int(number * 100 * 10**places))).rjust(places + 1, "0")
            return f"{sign}{digits[: len(digits) - places]}{f'.{digits[-places:]}' if places else ''}%"
    return str(number)


def number_of(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def amount(number: Fraction, places: int = 2) -> str:
    """A number of units, whole or with so many decimals."""
    return f"{number.numerator:,}" if number.denominator == 1 else f"{float(round(number, places)):,.{places}f}"


@dataclass(frozen=True)
class Grid:
    """Rows under their heads in a terminal; where they are too wide, the words come again with the other figures."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int
    marked: frozenset[int]

    def lines(self, width: int) -> Iterator[tuple[str, bool]]:
        """The lines, and whether each stands out."""
        widths = self.fitted([max(map(len, column)) for column in zip(self.heads, *self.rows, strict=True)], width)
        for number, columns in enumerate(self.blocks(widths, width)):
            if number:
                yield "", False
            if any(self.heads[column] for column in columns):
                for line in self.row(self.heads, columns, widths):
                    yield line, True
            for place, row in enumerate(self.rows):
                for line in self.row(row, columns, widths):
                    yield line, place in self.marked

    def fitted(self, widths: list[int], width: int) -> list[int]:
        """Columns with the widest words wrapped as far as all would have room, within reason."""
        if self.words:
            widest = max(range(self.words), key=lambda place: widths[place])
            room = width - sum(each + len(GAP) for each in widths) + len(GAP) + widths[widest]
            widths[widest] = min(widths[widest], max(room, WORDS_MIN))
        beside = max(widths[self.words :], default=-len(GAP))
        while self.words and sum(each + len(GAP) for each in widths[: self.words]) + beside > width:
            widest = max(range(self.words), key=widths.__getitem__)
            if widths[widest] <= NARROWEST:
                break
            widths[widest] -= 1
        return widths

    def blocks(self, widths: Sequence[int], width: int) -> Iterator[list[int]]:
        """Which columns stand side by side: the words, and as many figures as there is room for."""
        words, figures = list(range(self.words)), list(range(self.words, len(widths)))
        taken = sum(widths[place] + len(GAP) for place in words)
        while True:
            reached = list(accumulate((widths[place] + len(GAP) for place in figures), initial=taken))
            fit = max(sum(end - len(GAP) <= width for end in reached[1:]), 1)
            yield words + figures[:fit]
            figures = figures[fit:]
            if not figures:
                return

    def row(self, cells: Sequence[str], columns: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
        """Some columns of one row: words from the left, figures to the right; words too long go on below."""
        parts = [
            wrap(cells[place], widths[place]) if len(cells[place]) > widths[place] else [cells[place]]
            for place in columns
        ]
        for line in zip_longest(*parts, fillvalue=""):
            padded = (
                cell.ljust(widths[place]) if place < self.words else cell.rjust(widths[place])
                for place, cell in zip(columns, line, strict=True)
            )
            yield GAP.join(padded).rstrip().replace(NO_BREAK, " ")

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """For a terminal, line by line: there may be a hundred thousand."""
        from rich.segment import Segment  # noqa: PLC0415  # as above
        from rich.style import Style  # noqa: PLC0415  # as above

        bold, plain = Style(bold=True), Style()
        for line, stands_out in self.lines(options.max_width):
            yield Segment(line, bold if stands_out else plain)
            yield Segment.line()


@dataclass(frozen=True)
class Sheet:
    """What is shown of a value, before it is known where."""

    title: str
    facts: tuple[tuple[str, ...], ...] = ()
    """A name and what it comes to, rounded and perhaps exactly."""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    words: int = 0
    """How many columns, from the left, are words; the others are figures."""
    marked: frozenset[int] = frozenset()
    """The rows that stand out."""
    drawing: tuple[str, ...] = ()
    parts: tuple["Sheet", ...] = ()
    note: str = ""
    text: str = ""
    """A paragraph under the title."""

    def __rich__(self) -> "RenderableType":
        from rich.console import Group  # noqa: PLC0415  # only who shows something waits for Rich
        from rich.text import Text  # noqa: PLC0415  # as above

        parts: list[RenderableType] = [Text(visible(self.title), style="bold")] if self.title else []
        if self.text:
            parts.append(Text(visible(self.text)))
        parts += self._tables()
        parts += [Text(line, no_wrap=True) for line in self.drawing]
        for number, part in enumerate(self.parts):
            parts += [Text(""), part] if number or parts else [part]
        if self.note:
            parts.append(Text(self.note, style="dim"))
        return Group(*parts)

    def _tables(self) -> "Iterator[RenderableType]":
        from rich.table import Table  # noqa: PLC0415  # as above
        from rich.text import Text  # noqa: PLC0415  # as above

        if self.facts:
            facts = Table.grid(padding=(0, 2))
            for name, *values in self.facts:
                facts.add_row(Text(name), *(Text(value, "dim" if n else "bold") for n, value in enumerate(values)))
            yield facts
        if self.rows:
            yield Grid(self.heads, self.rows, self.words, self.marked)

    def html(self) -> str:
        parts = [f"<p><b>{escape(self.title)}</b></p>"] if self.title else []
        if self.text:
            parts.append(f"<p>{escape(self.text)}</p>")
        if self.facts:
            parts.append(f"<table>{''.join(row_of('td', fact, len(fact)) for fact in self.facts)}</table>")
        if self.rows:
            rows = (row_of("td", row, self.words, bold=place in self.marked) for place, row in enumerate(self.rows))
            head = row_of("th", self.heads, self.words)
            parts.append(f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>")
        if self.drawing:
            parts.append("<pre>" + escape("\n".join(self.drawing)) + "</pre>")
        parts += [part.html() for part in self.parts]
        if self.note:
            parts.append(f"<p><small>{escape(self.note)}</small></p>")
        return "".join(parts)


class Shown:
    """A value that shows itself by its sheet."""

    __slots__ = ()

    @property
    def sheet(self) -> Sheet:
        """What is shown of it."""
        raise NotImplementedError

    def __rich__(self) -> "RenderableType":
        return self.sheet

    def _repr_html_(self) -> str:
        return page(self.sheet.html())


def page(html: str) -> str:
    """A value for a notebook, with the style it is read in."""
    return f'{STYLE}<div class="croupier">{html}</div>'


def row_of(tag: str, cells: Iterable[str], words: int, *, bold: bool = False) -> str:
    """One row of an HTML table: words from the left, figures to the right."""
    style, figure = ("<b>", "</b>") if bold else ("", ""), ' class="figure"'
    row = (f"<{tag}{figure * (at >= words)}>{escape(cell).join(style)}</{tag}>" for at, cell in enumerate(cells))
    return f"<tr>{''.join(row)}</tr>"
