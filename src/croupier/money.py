"""Money is whole cents; dollars exist only where people read and write."""

from decimal import Decimal, InvalidOperation

from croupier.errors import Refused

CENTS_PER_DOLLAR = 100
CENTS_MAX = 10**15
"""A limit on every amount, so that no text can grow into an absurd integer."""


def cents_from(value: object) -> int:
    """Read an amount of dollars, a number or a string with at most two decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise Refused(f"{value!r:.40} is no amount of money; dollars with at most two decimals are, such as 12.50")
    text = str(value).strip()
    try:
        if not text.isascii() or "_" in text or len(text) > 32:
            raise InvalidOperation
        amount = Decimal(text)
        if not amount.is_finite() or abs(amount) > CENTS_MAX // CENTS_PER_DOLLAR:
            raise InvalidOperation
    except InvalidOperation:
        raise Refused(
            f"{text!r:.40} is no amount of money; dollars with at most two decimals are, such as 12.50"
        ) from None
    decimals = amount.as_tuple().exponent
    if isinstance(decimals, int) and decimals < -2:
        raise Refused(f"${text} is not a whole number of cents; give at most two decimals")
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
