"""A result: whatever was worked out shows itself in a terminal and a notebook, and becomes data, in one way for all.

A result is a frozen value with its conditions. Its class says what it shows (`sheet`), what it is as data (`data`), as
a table (`to_rows`) and in one line (`summary`); the rest follows from these and is written here, once.
"""

import csv
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from croupier.conditions import Conditions
from croupier.errors import Refused, quoted, visible
from croupier.sheet import Shown

if TYPE_CHECKING:
    from rich.console import RenderableType

FRAMES: Final = ("pandas", "polars")
"""The libraries that a result can be handed to; neither comes with Croupier."""

Row = Mapping[str, object]
"""One row of a result: plain values by column."""


class Result(Shown):
    """Something that was worked out.

    >>> import croupier
    >>> advice = croupier.game("monte").advise(own="Jd")
    >>> advice.to_dict()["schema"], advice.to_rows()[0]["option"]
    ('croupier.advice/1', 'raise_3')
    >>> print(advice.to_csv().splitlines()[0])
    option,value,exact,cost
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
        """Its rows as CSV, written to a file too where one is named."""
        text = csv_of(self.to_rows())
        if file is not None:
            from croupier.files import write_atomically  # noqa: PLC0415  # for those who write a file

            write_atomically(Path(file), text, ours=lambda data: data.startswith(text.partition("\n")[0].encode()))
        return text

    def to_frame(self, library: str = "") -> Any:  # noqa: ANN401  # a frame of a library that may not be installed
        """Its rows as a data frame of pandas or polars, whichever is installed."""
        return frame_of(self.to_rows(), library)

    def __repr__(self) -> str:
        """One line."""
        of = f" of {self.conditions.title}" if self.conditions else ""
        return f"<{type(self).__name__}{of}: {self.summary}>"

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
            return self.sheet.html()
        from html import escape  # noqa: PLC0415  # as above

        title, *lines = map(escape, self.conditions.heading())
        notes = "<br>".join(map(escape, self.conditions.footing()))
        return f"<p><b>{title}</b><br>{'<br>'.join(lines)}</p>{self.sheet.html()}<p><small>{notes}</small></p>"


def figure(number: Fraction) -> dict[str, object]:
    """A figure as data: the fraction and its value."""
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}


def csv_of(rows: Iterable[Row]) -> str:
    """Rows as CSV under the columns of the first."""
    listed = list(rows)
    if not listed:
        return ""
    text = StringIO()
    writer = csv.DictWriter(text, listed[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue()


def frame_of(rows: Iterable[Row], library: str = "") -> Any:  # noqa: ANN401  # as in `to_frame`
    """Rows as a data frame."""
    if library and library not in FRAMES:
        raise Refused(f"{quoted(library)} makes no frames; name {' or '.join(FRAMES)}", field="library")
    wanted = [library] if library else FRAMES
    found = next((each for each in wanted if find_spec(each)), None)
    if found is None:
        raise Refused(f"install {' or '.join(wanted)} first; Croupier does without", field="to_frame")
    return import_module(found).DataFrame(list(rows))
