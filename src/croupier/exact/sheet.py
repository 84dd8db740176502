"""How a value shows itself: facts, a table and a drawing, in a terminal and in a notebook."""

from collections.abc import Iterable
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


def row_of(tag: str, cells: Iterable[str]) -> str:
    """One row of an HTML table."""
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


@dataclass(frozen=True)
class Sheet:
    """What is shown of a value, before it is known where."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    drawing: tuple[str, ...] = ()
    note: str = ""

    def __rich__(self) -> "RenderableType":
        """For a terminal."""
        from rich.console import Group  # noqa: PLC0415  # only who shows something waits for Rich
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        parts: list[RenderableType] = [Text(self.title, style="bold")]
        if self.facts:
            facts = Table.grid(padding=(0, 2))
            for fact in self.facts:
                facts.add_row(*fact)
            parts.append(facts)
        if self.rows:
            table = Table(box=None, padding=(0, 2, 0, 0))
            for head in self.heads:
                table.add_column(head, justify="right")
            for row in self.rows:
                table.add_row(*row)
            parts.append(table)
        parts += [Text(line, no_wrap=True) for line in self.drawing]
        if self.note:
            parts.append(Text(self.note, style="dim"))
        return Group(*parts)

    def html(self) -> str:
        """For a notebook."""
        parts = [f"<p><b>{escape(self.title)}</b></p>"]
        if self.facts:
            parts.append("<table>" + "".join(row_of("td", fact) for fact in self.facts) + "</table>")
        if self.rows:
            body = "".join(row_of("td", row) for row in self.rows)
            parts.append(f"<table><thead>{row_of('th', self.heads)}</thead><tbody>{body}</tbody></table>")
        if self.drawing:
            parts.append("<pre>" + escape("\n".join(self.drawing)) + "</pre>")
        if self.note:
            parts.append(f"<p><small>{escape(self.note)}</small></p>")
        return "".join(parts)
