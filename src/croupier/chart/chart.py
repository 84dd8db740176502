"""A chart: rows of numbers, how they are drawn, and what they say to somebody who cannot see them.

A result describes its charts as such values, with the standard library alone. They are drawn when somebody looks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from croupier.chart import drawing
from croupier.chart.marks import Mark


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Numbers to be drawn.

    >>> import croupier
    >>> chart = croupier.game("tcp").analyze().plot("edges")
    >>> chart
    <Chart "House edge by wager": 3 rows>
    >>> print(chart.alt)
    House edge by wager, exactly: Ante with play 4.30%, Pair Plus 4.38%, 6 Card Bonus 8.56%.
    """

    title: str
    alt: str
    """What the drawing says, in a sentence or two."""
    rows: tuple[Mapping[str, object], ...]
    """What is drawn, as a table: its columns are named with their units."""
    marks: Mark
    note: str = ""
    """What stands below the title: what it is of, and how it is read."""

    def spec(self) -> dict[str, Any]:
        """The drawing as Vega-Lite describes it, the numbers within it."""
        from croupier.chart.vega import spec_of  # noqa: PLC0415  # most results are never drawn

        return spec_of(self.marks, self.rows, self.title, self.note)

    def svg(self) -> str:
        """The drawing, 600 pixels wide, with its title and its text alternative.

        Text stays text, set in Liberation Sans, which vl-convert brings (SIL Open Font License 1.1) and in which the
        drawing is laid out; Arial and Helvetica, which browsers take where it is not installed, have letters of the
        same widths. Whoever sets it elsewhere gets the font as a file from `croupier.chart.fonts`.
        """
        return drawing.svg(self.spec(), self.title, self.alt)

    def png(self, scale: float = 2) -> bytes:
        """The drawing as a picture, 600 pixels wide by the scale."""
        return drawing.png(self.svg(), scale)

    def to_altair(self) -> Any:  # noqa: ANN401  # a chart of a library that may not be installed
        """The drawing as a chart of Altair, to be changed or shown."""
        return drawing.altair_chart(self.spec())

    def __repr__(self) -> str:
        """One line."""
        return f'<Chart "{self.title}": {len(self.rows):,} {"row" if len(self.rows) == 1 else "rows"}>'

    def _repr_mimebundle_(
        self,
        include: Iterable[str] | None = None,  # noqa: ARG002  # a notebook gives both
        exclude: Iterable[str] | None = None,  # noqa: ARG002  # as above
    ) -> Any:  # noqa: ANN401  # Altair's bundle, with its metadata
        """For a notebook: as Altair shows it, or as a drawing where Altair is not installed, or in words."""
        if find_spec("altair"):
            return self.to_altair()._repr_mimebundle_()  # what notebooks call
        words = {"text/plain": f"{self.title}. {self.alt}"}
        return {**words, "image/svg+xml": self.svg()} if find_spec("vl_convert") else words
