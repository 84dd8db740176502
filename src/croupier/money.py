"""Money is whole cents; dollars exist only where people read and write."""

import re
from decimal import Decimal
from typing import Final

from croupier.errors import Refused, quoted

CENTS_PER_DOLLAR = 100
CENTS_MAX = 10**15
"""A limit on every amount, so that no text can grow into an absurd integer."""
NO_MONEY: Final = "is no amount of money; dollars with at most two decimals are, such as 12.50"
WRITTEN: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
"""How dollars are written in a string; a number of JSON or TOML may have an exponent too."""

TYPED: Final = re.compile(r"\$?(?=\.?[0-9])(?P<whole>[0-9]{1,3}(,[0-9]{3})+|[0-9]*)(?P<part>\.[0-9]+)?")
"""How people type dollars: a sign before them, commas between thousands."""


def cents_from(value: object) -> int:
    """Read an amount of dollars, a number or a string with at most two decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise Refused(f"{quoted(value)} {NO_MONEY}")
    if isinstance(value, str) and not WRITTEN.fullmatch(value):
        raise Refused(f"{quoted(value)} {NO_MONEY}")
    amount = Decimal(str(value))
    if not amount.is_finite():
        raise Refused(f"{quoted(str(value))} {NO_MONEY}")
    if amount.copy_abs() > CENTS_MAX // CENTS_PER_DOLLAR:
        raise Refused(f"{quoted(value)} is beyond all amounts here, which go up to {price(CENTS_MAX)}")
    decimals = amount.as_tuple().exponent
    if isinstance(decimals, int) and decimals < -2:
        raise Refused(f"{quoted(value)} is not a whole number of cents; give at most two decimals")
    return int(amount * CENTS_PER_DOLLAR)


def cents_typed(text: str) -> int:
    """Read an amount as people type it: `$1,000`, `12.50`, `.50`."""
    found = TYPED.fullmatch(text)
    if not found:
        raise Refused(f"{quoted(text)} {NO_MONEY}")
    return cents_from(f"{found['whole'].replace(',', '') or 0}{found['part'] or ''}")


def dollars(cents: int) -> str:
    """Write cents as dollars with two decimals, `-12.50`."""
    sign, whole = ("-", -cents) if cents < 0 else ("", cents)
    return f"{sign}{whole // CENTS_PER_DOLLAR}.{whole % CENTS_PER_DOLLAR:02d}"


def price(cents: int) -> str:
    """Write cents as people say them: `$5`, `$2.50`, `-$4`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"
