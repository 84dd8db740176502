"""Odds are exact fractions: what a winning unit is paid, on top of itself."""

from fractions import Fraction

from croupier.errors import Refused, quoted

EVEN = Fraction(1)
LOST = Fraction(-1)
PUSHED = Fraction(0)


def odds_from(value: object) -> Fraction:
    """Read odds to one: `40`, `"40:1"`, `"40 to 1"`, `"19:20"`."""
    text = str(value).replace(" to ", ":").strip()
    paid, _, unit = text.partition(":")
    try:
        if isinstance(value, bool) or len(text) > 24 or not (paid + unit).isascii():
            raise ValueError
        odds = Fraction(int(paid), int(unit) if unit else 1)
    except (ValueError, ZeroDivisionError):
        raise Refused(f"{quoted(value)} are no odds; give a whole number or n:d, such as 40 or 19:20") from None
    if odds < 0:
        raise Refused(f"odds of {text} are below nothing; a winning wager is paid 0:1 or more")
    return odds


def odds_text(odds: Fraction) -> str:
    """Write odds in lowest terms, `19:20`."""
    return f"{odds.numerator}:{odds.denominator}"
