"""Money is whole cents; dollars exist only where people read and write."""

import re
from decimal import Decimal
from typing import Final

from croupier.errors import Refused, quoted

CENTS_PER_DOLLAR = 100
CENTS_MAX = 10**15
"""A limit on every amount, so that no text can grow into an absurd integer."""
NOT_MONEY: Final = "is not an amount of money; write dollars such as 5, 12.50 or $1,000"
WRITTEN: Final = re.compile(r"(-?)\$?(?=\.?[0-9])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(\.[0-9]+)?")
"""Dollars as people write them: a sign before them, commas between thousands."""


def cents_from(value: object) -> int:
    """Read an amount of dollars with at most two decimals: a number, or a text such as `$1,000`, `12.50` or `.50`."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise Refused(f"{quoted(value)} {NOT_MONEY}")
    if isinstance(value, int) and abs(value) > CENTS_MAX:  # it may have more digits than can be written
        raise Refused(f"{quoted(value)} is too large; the most is {price(CENTS_MAX)}")
    text = str(value)
    if isinstance(value, str):
        found = WRITTEN.fullmatch(value)
        if found is None:
            raise Refused(f"{quoted(value)} {NOT_MONEY}")
        sign, whole, part = found.groups("")
        text = f"{sign}{whole.replace(',', '') or 0}{part}"
    amount = Decimal(text)
    if not amount.is_finite():
        raise Refused(f"{quoted(text)} {NOT_MONEY}")
    if amount.copy_abs() > CENTS_MAX // CENTS_PER_DOLLAR:
        raise Refused(f"{quoted(value)} is too large; the most is {price(CENTS_MAX)}")
    decimals = amount.as_tuple().exponent
    if isinstance(decimals, int) and decimals < -2:
        raise Refused(f"{quoted(value)} is not a whole number of cents; give at most two decimals")
    return int(amount * CENTS_PER_DOLLAR)


def dollars(cents: int) -> str:
    """Write cents as dollars with two decimals, `-12.50`."""
    sign, whole = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{whole // CENTS_PER_DOLLAR}.{whole % CENTS_PER_DOLLAR:02d}"


def price(cents: int) -> str:
    """Write cents as people say them: `$5`, `$2.50`, `-$4`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"
