"""How numbers are printed: rounded once, here, from their exact values."""

from fractions import Fraction
from typing import Final

from croupier.odds import odds_text
from croupier.report.document import Exact, Figure
from croupier.sheet import amount

PLACES: Final = 6
"""So many decimals have figures other than shares."""
SHARE_PLACES: Final = 4
"""So many decimals have percentages."""
CHANCE_PLACES: Final = 8
"""So many decimals have probabilities of single outcomes."""


def decimal(value: Exact, places: int = PLACES, *, signed: bool = False) -> Figure:
    """A number with so many decimals, rounded half to even from its exact value."""
    return Figure(value, text_of(Fraction(value), places, signed=signed))


def share(value: Exact, places: int = SHARE_PLACES, *, signed: bool = False) -> Figure:
    """A share as a percentage."""
    return Figure(value, f"{text_of(Fraction(value) * 100, places, signed=signed)}%")


def chance(value: Exact) -> Figure:
    """The probability of an outcome."""
    return decimal(value, CHANCE_PLACES)


def count(value: int) -> Figure:
    return Figure(value, f"{value:,}")


def units(value: Fraction) -> Figure:
    """A number of units, such as what a line pays."""
    return Figure(value, f"{value.numerator:,}" if value.denominator == 1 else str(value))


def odds(value: Fraction) -> Figure:
    """Odds to one, in lowest terms."""
    return Figure(value, odds_text(value))


def ratio(value: Fraction) -> Figure:
    """The exact value itself."""
    return Figure(value, str(value))


def money(cents: int) -> Figure:
    """An amount of cents in dollars."""
    dollars = Fraction(cents, 100)
    return Figure(dollars, f"{'-' if cents < 0 else ''}${amount(abs(dollars))}")


def text_of(value: Fraction, places: int, *, signed: bool = False) -> str:
    """A number as a decimal, rounded exactly."""
    scaled = round(value * 10**places)
    digits = f"{abs(scaled):0{places + 1}d}"
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    sign = "-" if scaled < 0 else "+" if signed and scaled > 0 else ""
    return f"{sign}{int(whole):,}{f'.{part}' if part else ''}"
