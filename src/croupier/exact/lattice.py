"""The sum of many rounds, where nobody runs out of money.

Results of one round lie on a lattice, `lowest + step × k`, so the sum of n rounds is the n-th power of a polynomial.
Its moments are exact. Its probabilities are *lower bounds with a known deficit*:

- A probability is kept as a whole number of 10⁻²⁴ and only ever rounded down. Sums and products of lower bounds of
  numbers that are not negative are lower bounds again, so after any number of steps every number is a lower bound of
  the probability that it stands for. Tails that round to nothing are dropped, which is rounding down too.
- The true probabilities sum to 1. If those stated sum to 1 − e, then the errors, none of them negative, sum to exactly
  e. So the probability of *any* set of results lies between the stated one and the stated one plus e.
- It is below 10⁻¹² whatever is asked. A product of cells with deficits e and f that has w cells has a deficit of at
  most e + f + w·10⁻²⁴. Squaring and multiplying up to n rounds adds up to at most n·(m + 2w)·10⁻²⁴ for m results of
  a round, and with n ≤ 10⁶ and m ≤ w ≤ 2¹⁸ that is under 8·10⁻¹³.

Two polynomials are multiplied by writing their coefficients into the digits of two long decimals, far enough apart that
no coefficient of the product runs into the next; `decimal` multiplies those in O(N log N), exactly, and a context in
which rounding is an error makes sure of that.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import Final, NamedTuple

from croupier.errors import Refused
from croupier.exact.wager_report import Distribution

CELLS_MAX: Final = 1 << 18
"""The most lattice points of a product; a second or so of multiplying."""
DIGITS: Final = 24
UNIT: Final = 10**DIGITS
FIELD: Final = 2 * DIGITS + 1
"""Digits between coefficients: those of a product are at most UNIT², as the cells of a factor sum to at most UNIT."""
EXACT: Final = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
SPREADS: Final = 10
"""Tails reach about so many standard deviations before they round to nothing."""
Progress = Callable[[float], None]


class Cells(NamedTuple):
    """Neighbouring probabilities on a lattice, in units of 1/UNIT, and the place of the first."""

    first: int
    counts: list[int]


@dataclass(frozen=True)
class Lattice:
    """One round's results: `lowest + step × k`, with so many of `total` deals for each k."""

    lowest: Fraction
    step: Fraction
    deals: dict[int, int]
    total: int

    @property
    def cells(self) -> Cells:
        """The probabilities, rounded down."""
        return Cells(0, [self.deals.get(place, 0) * UNIT // self.total for place in range(max(self.deals) + 1)])


def grain_of(amounts: Collection[Fraction]) -> Fraction:
    """The largest amount of which all are whole numbers; of nothing but 0, any."""
    apart = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * apart) for amount in amounts)) or apart, apart)


def lattice(distribution: Distribution) -> Lattice:
    """The coarsest lattice that one round's results lie on, with counts in lowest terms."""
    deals = {result: count for result, count in distribution.deals.items() if count}
    lowest = min(deals)
    step = grain_of([result - lowest for result in deals])
    span = int((max(deals) - lowest) / step)
    if span >= CELLS_MAX:
        raise Refused(
            f"the results of one round, {lowest} to {max(deals)}, lie on a lattice of {span + 1:,} points {step} apart "
            f"and at most {CELLS_MAX:,} are worked with; let stakes and payouts have a larger common unit"
        )
    common = gcd(*deals.values())
    return Lattice(
        lowest,
        step,
        {int((result - lowest) / step): count // common for result, count in sorted(deals.items())},
        distribution.total // common,
    )


def check_room(one: Distribution, step: Fraction, rounds: int) -> None:
    """Refuse, before anything is multiplied, rounds whose sum would lie on too many points."""
    spread = 2 * SPREADS * one.standard_deviation * sqrt(rounds / 2)
    span = float(max(one.deals) - min(one.deals))
    size = 2 * min(spread + span, span * rounds / 2) / float(step)
    if size > CELLS_MAX:
        raise Refused(too_large(rounds, int(size)), field="rounds")


def too_large(rounds: int, points: int) -> str:
    """Why so many rounds are not worked out."""
    return (
        f"after {rounds:,} rounds the result lies on a lattice of {points:,} points, and at most {CELLS_MAX:,} are "
        f"worked with; give fewer rounds, or let stakes and payouts have a larger common unit"
    )


def power(one: Cells, rounds: int, progress: Progress = lambda _: None) -> Cells:
    """The sum of so many rounds, by squaring."""
    many, done = one, 1
    for bit in bin(rounds)[3:]:
        progress(done / rounds)
        many, done = product(many, many, 2 * done), 2 * done
        if bit == "1":
            many, done = product(many, one, done + 1), done + 1
    progress(1.0)
    return many


def product(one: Cells, other: Cells, rounds: int) -> Cells:
    """The sum of two independent results, each cell rounded down and the tails that round to nothing dropped."""
    size = len(one.counts) + len(other.counts) - 1
    if size > CELLS_MAX:
        raise Refused(too_large(rounds, size), field="rounds")
    left = packed(one)
    with localcontext(EXACT):
        digits = format(left * (left if other is one else packed(other)), "f").zfill(size * FIELD)
    counts = [int(digits[at : at + FIELD - DIGITS]) for at in range(0, size * FIELD, FIELD)]
    kept = [place for place, count in enumerate(counts) if count]
    return Cells(one.first + other.first + kept[0], counts[kept[0] : kept[-1] + 1])


def packed(cells: Cells) -> Decimal:
    """Cells as the digits of one number, the first cell foremost."""
    return Decimal("".join(f"{count:0{FIELD}d}" for count in cells.counts))
