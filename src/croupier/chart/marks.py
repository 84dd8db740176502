"""How the rows of a chart are drawn: a kind of mark, and which columns it shows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A line across a drawing, such as what is expected, and what it says."""

    at: float
    words: str


@dataclass(frozen=True, kw_only=True)
class Bars:
    """A bar for each row from nothing to its value, and the value beside it."""

    of: str
    """The column that names the rows."""
    value: str
    places: int = 2
    """Decimals of the values beside the drawing."""


@dataclass(frozen=True, kw_only=True)
class Dots:
    """A dot for each row, with the interval that it lies in, and the value beside it."""

    of: str
    value: str
    low: str = ""
    high: str = ""
    """The columns of the interval; none where the value is exact."""
    series: str = ""
    """The column that tells several dots in one line apart."""
    lines: tuple[Line, ...] = ()
    """Upright lines."""
    log: bool = False
    """Whether equal steps multiply."""
    places: int = 2


@dataclass(frozen=True, kw_only=True)
class Histogram:
    """Bars side by side, each from `low` to `high`, as high as its value."""

    low: str
    high: str
    value: str
    x: str
    """What stands below, with its unit."""
    lines: tuple[Line, ...] = ()
    """Upright lines."""
    top: float | None = None
    """Where higher bars are cut, their values written beside them; None: nowhere."""


@dataclass(frozen=True, kw_only=True)
class Bands:
    """Bands in which so many lie, one within the other, and a line in their middle."""

    x: str
    y: str
    """What stands at the left, with its unit."""
    bands: tuple[tuple[str, str], ...]
    """The columns in which each band begins and ends, the widest first."""
    middle: str


@dataclass(frozen=True, kw_only=True)
class Lines:
    """A line for each series, through a point for each row; words along `x` are evenly apart, in their order."""

    x: str
    y: str
    series: str = ""
    low: str = ""
    high: str = ""
    line: Line | None = None
    zero: bool = False
    """Whether the height begins at nothing."""
    smooth: bool = False
    """Whether there are too many rows for a point each."""


@dataclass(frozen=True, kw_only=True)
class Heat:
    """A field for each row, with words in it, the darker the higher its level."""

    x: str
    y: str
    text: str
    level: str
    """The column of whole numbers from 0 on; every level has words of its own."""


@dataclass(frozen=True, kw_only=True)
class Points:
    """A point for each row."""

    x: str
    y: str
    lines: tuple[Line, ...] = ()
    """Lines across, at heights."""


Mark = Bars | Dots | Histogram | Bands | Lines | Heat | Points
