"""Columns and numbers in words: a column ends with its unit in brackets, and that says how its numbers are written."""

import re
from fractions import Fraction
from textwrap import wrap
from typing import Final

UNIT: Final = re.compile(r"\(([^()]*)\)$")
MINUS: Final = "−"


def unit_of(column: str) -> str:
    """The unit of a column, as its name says: `%` of `house edge (%)` and of `return (% of the wager)`."""
    found = UNIT.search(column)
    unit = found.group(1) if found else ""
    return unit[0] if unit[:1] in ("%", "$") else unit


def bare(column: str) -> str:
    """A column without its unit."""
    return UNIT.sub("", column).strip()


def said(number: float, column: str = "", places: int = 2) -> str:
    """A number of a column as people write it.

    >>> said(-4.168, "house edge (%)"), said(-1250, "result ($)", 0), said(12500, "rounds", 0)
    ('−4.17%', '−$1,250', '12,500')
    """
    unit, digits = unit_of(column), f"{abs(number):,.{places}f}"
    sign = MINUS if number < 0 and digits.strip("0.,") else ""
    return f"{sign}{'$' if unit == '$' else ''}{digits}{'%' if unit == '%' else ''}"


def percent(share: Fraction | float) -> float:
    """A share as so many of a hundred."""
    return float(100 * share)


def signed(number: float, column: str = "", places: int = 2) -> str:
    """A number of a column with its sign, plus or minus."""
    text = said(number, column, places)
    return text if text.startswith(MINUS) or not number else f"+{text}"


def words_of(id_: str) -> str:
    """An id of a game's in words: `pair_plus` is `pair plus`."""
    return id_.replace("_", " ").replace(":", ": ")


def headed(column: str) -> str:
    """A column as the title of an axis."""
    return column[:1].upper() + column[1:]


def lines_of(text: str, width: int) -> list[str]:
    """A text in lines of so many characters; a longer word is broken."""
    return wrap(text, width) or [""]
