"""Odds are exact fractions: what a winning unit is paid, on top of itself."""

import re
from fractions import Fraction
from typing import Final

from croupier.errors import Refused, quoted

EVEN = Fraction(1)
LOST = Fraction(-1)
PUSHED = Fraction(0)
ODDS_LENGTH_MAX: Final = 24
WRITTEN: Final = re.compile(r"(?P<paid>-?[0-9]+)( *: *(?P<unit>[0-9]+))?")

DECIMAL: Final = re.compile(r"[0-9]+\.[0-9]+|[0-9]+/[1-9][0-9]*")
"""What people write who mean odds of n:d."""


def odds_from(value: object) -> Fraction:
    """Parse odds to one: `40`, `"40:1"`, `"40 to 1"`, `"19:20"`."""
    text = (odds_text(value) if isinstance(value, Fraction) else str(value)).replace(" to ", ":").strip()
    found = None if isinstance(value, bool) or len(text) > ODDS_LENGTH_MAX else WRITTEN.fullmatch(text)
    if not found or not int(found["unit"] or 1):
        exact = Fraction(text) if DECIMAL.fullmatch(text) and len(text) <= ODDS_LENGTH_MAX else None
        right = f"write {odds_text(exact)}" if exact else "give a whole number or n:d, such as 40 or 3:2"
        raise Refused(f"{quoted(value)} is not odds; {right}")
    odds = Fraction(int(found["paid"]), int(found["unit"] or 1))
    if odds < 0:
        raise Refused(f"odds of {text} are below 0; a winning wager pays 0:1 or more")
    return odds


def loss_text(odds: Fraction) -> str:
    """What odds below 0 do to a stake: `loses`, `loses half`, `loses 1/4`."""
    lost = -odds
    return "loses" if lost == 1 else "loses half" if lost == Fraction(1, 2) else f"loses {lost}"


def odds_text(odds: Fraction) -> str:
    """Write odds in lowest terms, `19:20`."""
    return f"{odds.numerator}:{odds.denominator}"
