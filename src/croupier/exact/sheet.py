"""How a value shows itself: facts, a table and a drawing, in a terminal and in a notebook."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


def share(number: Fraction, places: int = 4) -> str:
    """A share as a percentage."""
    return f"{float(round(number * 100, places)):.{places}f}%"


def amount(number: Fraction, places: int = 2) -> str:
    """A number of units, whole or with so many decimals."""
    return f"{number.numerator:,}" if number.denominator == 1 else f"{float(round(number, places)):,.{places}f}"


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

    def __rich__(self) -> "RenderableType":
        """For a terminal."""
        from rich.console import Group  # noqa: PLC0415  # only who shows something waits for Rich
        from rich.text import Text  # noqa: PLC0415

        parts: list[RenderableType] = [Text(self.title, style="bold")] if self.title else []
        parts += self._tables()
        parts += [Text(line, no_wrap=True) for line in self.drawing]
        for part in self.parts:
            parts += [Text(""), part]
        if self.note:
            parts.append(Text(self.note, style="dim"))
        return Group(*parts)

    def _tables(self) -> "Iterator[RenderableType]":
        """The facts and the rows."""
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        if self.facts:
            facts = Table.grid(padding=(0, 2))
            for name, *values in self.facts:
                facts.add_row(Text(name), *(Text(value, "dim" if n else "bold") for n, value in enumerate(values)))
            yield facts
        if self.rows:
            table = Table(box=None, padding=(0, 2, 0, 0))
            for place, head in enumerate(self.heads):
                table.add_column(
                    Text(head), justify="left" if place < self.words else "right", no_wrap=place >= self.words
                )
            for number, row in enumerate(self.rows):
                table.add_row(*(Text(cell) for cell in row), style="bold" if number in self.marked else "")
            yield table

    def html(self) -> str:
        """For a notebook."""
        parts = [f"<p><b>{escape(self.title)}</b></p>"] if self.title else []
        if self.facts:
            parts.append("<table>" + "".join(row_of("td", fact) for fact in self.facts) + "</table>")
        if self.rows:
            body = "".join(row_of("td", row, bold=number in self.marked) for number, row in enumerate(self.rows))
            parts.append(f"<table><thead>{row_of('th', self.heads)}</thead><tbody>{body}</tbody></table>")
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
        """For a terminal."""
        return self.sheet

    def _repr_html_(self) -> str:
        """For a notebook."""
        return self.sheet.html()


def row_of(tag: str, cells: Iterable[str], *, bold: bool = False) -> str:
    """One row of an HTML table."""
    style = ("<b>", "</b>") if bold else ("", "")
    return "<tr>" + "".join(f"<{tag}>{escape(cell).join(style)}</{tag}>" for cell in cells) + "</tr>"
