"""Numbers as they are printed: rounded once, here, from their exact values, which stay with them."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Self

Exact = Fraction | int | float

PLACES: Final = 6
"""So many decimals have figures other than shares."""
SHARE_PLACES: Final = 4
"""So many decimals have percentages."""
CHANCE_PLACES: Final = 8
"""So many decimals have probabilities of single outcomes."""


class Figure(str):
    """A number that was worked out, as it is printed: text that knows its value."""

    __slots__ = ("value",)
    value: Exact

    def __new__(cls, value: Exact, text: str) -> Self:
        made = super().__new__(cls, text)
        made.value = value
        return made

    def __getnewargs__(self) -> tuple[Exact, str]:  # type: ignore[override]  # for a copy, which a plain text makes of its text alone
        return self.value, str(self)

    def __repr__(self) -> str:
        return f"Figure({self.value!r}, {str(self)!r})"


class Phrase(str):
    """Words with figures among them."""

    __slots__ = ("runs",)
    runs: tuple[str, ...]

    def __new__(cls, *runs: str) -> Self:
        made = super().__new__(cls, "".join(runs))
        made.runs = tuple(runs_in(runs))
        return made

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]  # as above
        return self.runs


def runs_in(texts: Iterable[str]) -> Iterator[str]:
    """The words and figures of texts, in order."""
    for text in texts:
        if isinstance(text, Phrase):
            yield from text.runs
        else:
            yield text


def joined(between: str, texts: Iterable[str]) -> str:
    """Texts with something between them; figures among them are kept."""
    runs: list[str] = []
    for text in texts:
        runs += (between, text) if runs else (text,)
    return runs[0] if len(runs) == 1 else Phrase(*runs)


def capitalized(text: str) -> str:
    """A sentence that begins with these words."""
    first, *others = runs_in((text,))
    return Phrase(f"{first[:1].upper()}{first[1:]}", *others) if others else f"{first[:1].upper()}{first[1:]}"


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


def ratio(value: Fraction) -> Figure:
    """The exact value itself."""
    return Figure(value, str(value))


def money(cents: Exact, places: int | None = None, *, signed: bool = False) -> Figure:
    """An amount of cents in dollars; without a number of decimals, whole dollars have none."""
    dollars = Fraction(cents) / 100
    if places is None:
        places = 0 if dollars.denominator == 1 else 2
    text = text_of(dollars, places, signed=signed)
    sign, digits = (text[0], text[1:]) if text[0] in "+-" else ("", text)
    return Figure(dollars, f"{sign}${digits}")


def text_of(value: Fraction, places: int, *, signed: bool = False) -> str:
    """A number as a decimal, rounded exactly."""
    scaled = round(value * 10**places)
    digits = f"{abs(scaled):0{places + 1}d}"
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    sign = "-" if scaled < 0 else "+" if signed and scaled > 0 else ""
    return f"{sign}{int(whole):,}{f'.{part}' if part else ''}"
