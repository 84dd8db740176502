"""A result: whatever was worked out shows itself in a terminal and a notebook, and becomes data, in one way for all.

A result is a frozen value with its conditions. Its class says what it shows (`sheet`), what it is as data (`data`), as
a table (`to_rows`) and in one line (`summary`); the rest follows from these and is written here, once.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from croupier.chart import Chart
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted, visible
from croupier.sheet import Shown, page
from croupier.spelling import meant, nearest

if TYPE_CHECKING:
    from rich.console import RenderableType

FRAMES: Final = ("pandas", "polars")
"""The libraries that a result can be handed to; neither comes with Croupier."""

DRAWN: Final = (
    "the results of analyze, compare, sweep, strategy, advise, rulings, session, design, simulate, protect, knowledge, "
    "shared hands, errors and bank"
)
"""What has charts."""
PRINTED_WIDTH: Final = 80
LEADING: Final = (
    *(("game", "strategy", "seed"), ("round", "1%"), ("reading", "position", "wager")),
    *(("result", "probability", "at_most"), ("option", "value", "exact", "cost"), ("game", "ruling")),
    *(
        ("round", "opened_at"),
        ("seat", "wager", "stake"),
        ("item", "value"),
        ("clause", "kind", "text"),
        ("id", "title", "version"),
    ),
    ("ruling", "parameter", "value", "default"),
)
"""How the first line begins in most tables that are written here."""
WITHIN: Final = (
    frozenset({"software", "rulebook", "command"}),
    frozenset({"wager", "outcome", "combinations", "probability", "pays", "return"}),
    frozenset({"wager", "house_edge", "hit_frequency", "standard_deviation"}),
    frozenset({"decision", "from", "below", "above"}),
)
"""The columns of those tables of which the other columns follow the game."""

FORMULA_LIKE: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula, whoever wrote it."""
NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?(/\d+)?%?", re.ASCII)

ENDED: Final = "\r\n"

Row = Mapping[str, object]
"""One row of a result: plain values by column."""


class Result(Shown):
    """Something that was worked out.

    >>> import croupier
    >>> advice = croupier.game("monte").advise(own="Jd")
    >>> advice.to_dict()["schema"], advice.to_rows()[0]["option"]
    ('croupier.advice/1', 'raise_3')
    >>> print(advice.to_csv().splitlines()[0])
    option,value,exact,cost,software,rulebook,command
    """

    __slots__ = ()

    schema: ClassVar[str] = ""
    """What `to_dict` calls its shape, such as `croupier.analysis/1`; the number rises when a field changes meaning."""
    conditions: Conditions | None
    """What made it; None where a part of a larger result stands alone."""

    @property
    def summary(self) -> str:
        """What matters most of it, in a few words."""
        raise NotImplementedError

    def data(self) -> Mapping[str, object]:
        """Its fields as plain data, fractions as text with their values."""
        raise NotImplementedError

    def to_rows(self) -> list[Row]:
        """Its main table, one flat mapping a row, every row with the same columns."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data: what `--json` prints."""
        data = {"schema": self.schema, **self.data()}
        return data if self.conditions is None else {**data, "conditions": self.conditions.to_dict()}

    def to_csv(self, file: str | Path | None = None) -> str:
        """Its rows as CSV, written to a file too where one is named; the first row ends with what made them."""
        rows = self.to_rows()
        if rows and self.conditions is not None:
            made = self.conditions
            by = {"software": made.software, "rulebook": made.digest, "command": made.command}
            rows = [{**rows[0], **by}, *({**row, **dict.fromkeys(by, "")} for row in rows[1:])]
        text = csv_of(rows)
        if file is not None:
            write_csv(Path(file), text)
        return text

    def to_frame(self, library: str = "") -> Any:  # noqa: ANN401  # a frame of a library that may not be installed
        """Its rows as a data frame of pandas or polars, whichever is installed."""
        return frame_of(self.to_rows(), library)

    def charts(self) -> Mapping[str, Chart]:
        """Its charts by name, the main one first; empty where there is nothing to draw."""
        return {}

    def plot(self, name: str = "") -> Chart:
        """Its main chart, or the one of this name.

        >>> import croupier
        >>> croupier.game("monte").analyze().plot("returns initial")
        <Chart "Initial with raise: what each outcome returns": 8 rows>
        """
        charts = self.charts()
        if not charts:
            raise Refused(f"{type(self).__name__} has nothing to draw; {DRAWN} have", field="plot")
        found = meant(name, charts) if name else next(iter(charts))
        if found is None:
            raise Refused(f"there is no chart {quoted(name)}; {nearest(name, charts, 'charts')}", field="chart")
        return charts[found]

    @property
    def drawn_from(self) -> str:
        """What stands under the title of a chart: the game, and what differs from the usual."""
        return "; ".join(self.conditions.heading()) if self.conditions else ""

    def __repr__(self) -> str:
        """One line."""
        of = f" of {self.conditions.title}" if self.conditions else ""
        return f"<{type(self).__name__}{of}: {self.summary}>"

    def __str__(self) -> str:
        """What a terminal shows of it, as `print` takes it."""
        from rich.console import Console  # noqa: PLC0415  # only who shows something waits for Rich

        out = StringIO()
        Console(file=out, width=PRINTED_WIDTH, color_system=None).print(self)
        return "\n".join(line.rstrip() for line in out.getvalue().splitlines())

    def __rich__(self) -> "RenderableType":
        """For a terminal: what it presumes, what it says, and how to get it again."""
        if self.conditions is None:
            return self.sheet
        from rich.console import Group  # noqa: PLC0415  # only who shows something waits for Rich
        from rich.text import Text  # noqa: PLC0415  # as above

        return Group(self.headed(), Text(""), self.footing())

    def headed(self) -> "RenderableType":
        """For a terminal: what it presumes and what it says."""
        if self.conditions is None:
            return self.sheet
        from rich.console import Group  # noqa: PLC0415  # as above
        from rich.text import Text  # noqa: PLC0415  # as above

        title, *lines = map(visible, self.conditions.heading())
        heading = Text("\n").join((Text(title, "bold"), *(Text(line, "dim") for line in lines)))
        return Group(heading, Text(""), self.sheet)

    def footing(self) -> "RenderableType":
        """For a terminal: who made it from what, and how to get it again."""
        from rich.text import Text  # noqa: PLC0415  # as above

        lines = self.conditions.footing() if self.conditions else []
        return Text("\n").join(Text(visible(line), "dim", overflow="fold") for line in lines)

    def _repr_html_(self) -> str:
        """For a notebook."""
        if self.conditions is None:
            return page(self.sheet.html())
        from html import escape  # noqa: PLC0415  # as above

        title, *lines = map(escape, self.conditions.heading())
        notes = "<br>".join(map(escape, self.conditions.footing()))
        heading = "<br>".join((f"<b>{title}</b>", *lines))
        return page(f"<p>{heading}</p>{self.sheet.html()}<p><small>{notes}</small></p>")


def exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def figure(number: Fraction) -> dict[str, object]:
    """A figure as data: the fraction and its value."""
    return {"exact": exact(number), "value": float(number)}


def in_columns(name: str, number: Fraction) -> dict[str, object]:
    """A figure as two columns of a row: its value, and the fraction."""
    return {name: float(number), f"{name}_exact": exact(number)}


def csv_of(rows: Iterable[Row]) -> str:
    """Rows as CSV under the columns of the first; texts stay texts in a spreadsheet too."""
    listed = list(rows)
    if not listed:
        return ""
    lines: list[str] = []
    writer = csv.writer(SimpleNamespace(write=lines.append), lineterminator=ENDED)  # so that either is quoted in a cell
    writer.writerow(map(as_text, listed[0]))
    writer.writerows([as_text(row.get(column, "")) for column in listed[0]] for row in listed)
    return "".join(line.removesuffix(ENDED) + "\n" for line in lines)


def as_text(cell: object) -> object:
    """What a cell of a table holds: a text that a spreadsheet would run as a formula gets an apostrophe before it.

    Numbers stay as they are, also where they are written as text: `-0.5`, `-242/5525`, `+1e6`, `-5%`.

    >>> as_text("=1+1"), as_text("-242/5525"), as_text(-0.5)
    ("'=1+1", '-242/5525', -0.5)
    """
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA_LIKE) and not NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def write_csv(file: Path, text: str) -> None:
    """Write a table whole or not at all, over nothing but another one of ours; a pipe or a device is written into."""
    from croupier.files import is_special, unwritable, write_atomically  # noqa: PLC0415  # for those who write a file

    if why := unwritable(file):
        raise Refused(f"{quoted(str(file))} cannot be written: {why}", field="csv")
    if is_special(file):
        file.write_text(text, encoding="utf-8", newline="")
    else:
        write_atomically(file, text, ours=is_ours)


def is_ours(data: bytes) -> bool:
    """Whether a file that begins like this is a table of ours, also where a spreadsheet has saved it; or is empty."""
    text = data.decode("utf-8-sig", "replace")
    line = text.splitlines()[0] if text.strip() else ""
    columns = next(csv.reader([line], delimiter=max(",;\t", key=line.count)), [])
    return (
        not text.strip()
        or any(tuple(columns[: len(head)]) == head for head in LEADING)
        or any(within <= set(columns) for within in WITHIN)
    )


def frame_of(rows: Iterable[Row], library: str = "") -> Any:  # noqa: ANN401  # as in `to_frame`
    if library and library not in FRAMES:
        raise Refused(f"{quoted(library)} makes no frames; name {' or '.join(FRAMES)}", field="library")
    wanted = [library] if library else FRAMES
    found = next((each for each in wanted if find_spec(each)), None)
    if found is None:
        raise Refused(f"install {' or '.join(wanted)} first; a frame is made by one of them", field="to_frame")
    return import_module(found).DataFrame(list(rows))
