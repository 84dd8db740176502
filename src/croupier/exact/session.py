"""A session: what many rounds of a game come to.

Results of one round lie on a lattice, `lowest + step × k`, so the sum of n rounds is the n-th power of a polynomial.
Its moments are exact. Its probabilities are *lower bounds with a known deficit*:

- A probability is kept as a whole number of 10⁻²⁴ (of about 2⁻⁸⁰ for ruin) and only ever rounded down. Sums and
  products of lower bounds of numbers that are not negative are lower bounds again, so after any number of steps every
  number is a lower bound of the probability that it stands for. Tails that round to nothing are dropped, which is
  rounding down too.
- The true probabilities sum to 1. If those stated sum to 1 − e, then the errors, none of them negative, sum to exactly
  e. So the probability of *any* set of results lies between the stated one and the stated one plus e. That e is
  computed in integers and stated with every answer as `error`, `ruin_error`.
- It is below 10⁻¹² whatever is asked. A product of cells with deficits e and f that has w cells has a deficit of at
  most e + f + w·10⁻²⁴. Squaring and multiplying up to n rounds adds up to at most n·(m + 2w)·10⁻²⁴ for m results of
  a round, and with n ≤ 10⁶ and m ≤ w ≤ 2¹⁸ that is under 8·10⁻¹³. A round of ruin loses at most 2⁻⁷⁹ a cell and thrice
  that besides, and there are at most 10⁹ cells in all: under 2·10⁻¹⁵.

Two polynomials are multiplied by writing their coefficients into the digits of two long decimals, far enough apart that
no coefficient of the product runs into the next; `decimal` multiplies those in O(N log N), exactly, and a context in
which rounding is an error makes sure of that.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil, floor, gcd, lcm, sqrt
from typing import Final, NamedTuple

from croupier.errors import Refused
from croupier.exact.report import Distribution
from croupier.exact.sheet import Sheet, Shown, amount, share

ROUNDS_MAX: Final = 10**6
CELLS_MAX: Final = 1 << 18
"""The most lattice points of a product; a second or so of multiplying."""
DIGITS: Final = 24
UNIT: Final = 10**DIGITS
FIELD: Final = 2 * DIGITS + 1
"""Digits between coefficients: those of a product are at most UNIT², as the cells of a factor sum to at most UNIT."""
EXACT: Final = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])

RUIN_BITS: Final = 80
RUIN_WORK_MAX: Final = 10**9
"""The most cells times results that ruin is worked out over; ten seconds or so."""

QUANTILES: Final = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))
BARS: Final = " ▁▂▃▄▅▆▇█"


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


def lattice(distribution: Distribution, stake: Fraction) -> Lattice:
    """The coarsest lattice that one round's results lie on, with counts in lowest terms."""
    deals = {result * stake: count for result, count in distribution.deals.items() if count}
    lowest = min(deals)
    apart = lcm(*(result.denominator for result in deals))
    step = Fraction(gcd(*(int((result - lowest) * apart) for result in deals)) or apart, apart)
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


# ── The sum of many rounds ───────────────────────────────────────────────────────────────────────────────────────────


def power(one: Cells, rounds: int) -> Cells:
    """The sum of so many rounds, by squaring."""
    many, done = one, 1
    for bit in bin(rounds)[3:]:
        many, done = product(many, many, 2 * done), 2 * done
        if bit == "1":
            many, done = product(many, one, done + 1), done + 1
    return many


def product(one: Cells, other: Cells, rounds: int) -> Cells:
    """The sum of two independent results, each cell rounded down and the tails that round to nothing dropped."""
    size = len(one.counts) + len(other.counts) - 1
    if size > CELLS_MAX:
        raise Refused(
            f"after {rounds:,} rounds the result lies on a lattice of {size:,} points, and at most {CELLS_MAX:,} are "
            f"worked with; ask for fewer rounds, or let stakes and payouts have a larger common unit"
        )
    left = packed(one)
    with localcontext(EXACT):
        digits = format(left * (left if other is one else packed(other)), "f").zfill(size * FIELD)
    counts = [int(digits[at : at + FIELD - DIGITS]) for at in range(0, size * FIELD, FIELD)]
    kept = [place for place, count in enumerate(counts) if count]
    return Cells(one.first + other.first + kept[0], counts[kept[0] : kept[-1] + 1])


def packed(cells: Cells) -> Decimal:
    """Cells as the digits of one number, the first cell foremost."""
    return Decimal("".join(f"{count:0{FIELD}d}" for count in cells.counts))


# ── Ruin ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Ruin(NamedTuple):
    """A lower bound of the probability to be ruined, and how far below the truth it may be."""

    probability: Fraction
    error: Fraction


def ruin(one: Lattice, rounds: int, bankroll: Fraction) -> Ruin:
    """The probability that a bankroll cannot pay for some round of so many, going through them one by one.

    A round needs as much as it may lose. Cells stand for bankrolls that may yet be ruined; they lie in the bits of one
    long integer, so that a round is a few multiplications, shifts and a mask. What would be left after the worst of all
    remaining rounds is safe and needs no cell. A round multiplies by the counts of deals and divides by a power of two;
    `whole` follows what certainty has become, rounded up.
    """
    loss = -one.lowest
    if loss > bankroll:
        raise Refused(
            f"{amount(bankroll)} does not pay for the first round, which may lose {amount(loss)}; bring at least that",
            field="bankroll",
        )
    safe_from = ceil((rounds * loss - bankroll) / one.step)
    if loss <= 0 or safe_from <= 0:
        return Ruin(Fraction(0), Fraction(0))
    fields = Fields(RUIN_BITS + one.total.bit_length())  # no cell is more than 2^RUIN_BITS, even all of them together
    cells, first = 1 << RUIN_BITS, 0
    whole, ruined, safe, work = cells, 0, 0, 0
    for done in range(1, rounds):
        work += fields.size(cells) * len(one.deals)
        if work > RUIN_WORK_MAX:
            raise Refused(
                f"ruin within {rounds:,} rounds takes more than {RUIN_WORK_MAX:,} steps, which are used up after "
                f"{done - 1:,}; ask for fewer rounds, or let stakes and payouts have a larger common unit"
            )
        after, out = 0, 0
        for place, count in one.deals.items():
            if place < safe_from - first:
                after += cells * count << place * fields.width
            else:
                out += count
        shift = (whole * one.total).bit_length() - RUIN_BITS
        whole = -(-whole * one.total >> shift)
        ruined = ruined * one.total >> shift
        safe = safe * one.total + (fields.sum(cells) * out if out else 0) >> shift
        cells = fields.halved(after, shift)
        below = max(0, ceil(((done + 1) * loss - bankroll) / one.step) - first)
        lost, cells = fields.split(cells, below)
        first += below
        cells, kept = fields.split(cells, safe_from - first)
        ruined, safe = ruined + fields.sum(lost), safe + fields.sum(kept)
        if not cells:
            break
    return Ruin(Fraction(ruined, whole), 1 - Fraction(ruined + safe + fields.sum(cells), whole))


class Fields:
    """Numbers that are not negative side by side in the bits of one integer, each less than 2^width."""

    def __init__(self, width: int) -> None:
        """Take how many bits each number has."""
        self.width = width
        self._ones, self._room = 1, 1
        self._masks: dict[int, int] = {}

    def size(self, fields: int) -> int:
        """How many there are up to the last that is not 0."""
        return -(-fields.bit_length() // self.width)

    def split(self, fields: int, place: int) -> tuple[int, int]:
        """Those before a place, and the others."""
        if place >= self.size(fields):
            return fields, 0  # no mask of all that is beyond them, which may be long
        bits = place * self.width
        return fields & (1 << bits) - 1, fields >> bits

    def sum(self, fields: int) -> int:
        """All added up, where that is less than 2^width: halves on top of each other until one is left."""
        size = self.size(fields)
        while size > 1:
            size = -(-size // 2)
            low, high = self.split(fields, size)
            fields = low + high
        return fields

    def halved(self, fields: int, times: int) -> int:
        """Each halved so many times and rounded down."""
        while self._room < self.size(fields):
            self._ones, self._room = self._ones | self._ones << self._room * self.width, 2 * self._room
            self._masks.clear()
        if times not in self._masks:
            self._masks[times] = self._ones * ((1 << self.width - times) - 1)
        return fields >> times & self._masks[times]


# ── A session ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, repr=False)
class Session(Shown):
    """The result of so many rounds; probabilities are at most `error` below the truth, and never above it."""

    one: Distribution
    """The result of one round, per unit staked."""
    rounds: int
    stake: Fraction
    bankroll: Fraction | None
    lowest: Fraction
    """The result of the first cell; whatever is lower rounds to nothing."""
    step: Fraction
    cells: tuple[int, ...]
    """The probability of each result from the lowest on, in units of 10⁻²⁴."""
    ruined: Ruin | None

    @property
    def mean(self) -> Fraction:
        """The expected result."""
        return self.rounds * self.stake * self.one.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the result; rounds are independent, so theirs add up."""
        return self.rounds * self.stake**2 * self.one.variance

    @property
    def third_moment(self) -> Fraction:
        """The third moment about the mean; it adds up too."""
        return self.rounds * self.stake**3 * self.one.moment(3, self.one.mean)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The skewness of the result; 0 where nothing varies."""
        return float(self.third_moment) / self.standard_deviation**3 if self.variance else 0.0

    @property
    def worst(self) -> Fraction:
        """The worst that can happen to someone who plays on."""
        return self.rounds * self.stake * min(self.one.deals)

    @property
    def best(self) -> Fraction:
        """The best that can happen."""
        return self.rounds * self.stake * max(self.one.deals)

    @cached_property
    def cumulative(self) -> tuple[int, ...]:
        """The sums of the cells before each place, and of all."""
        return tuple(accumulate(self.cells, initial=0))

    @cached_property
    def error(self) -> Fraction:
        """How far the probability of any set of results may be above the one stated."""
        return 1 - Fraction(self.cumulative[-1], UNIT)

    def results(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Each result and its probability."""
        for place, count in enumerate(self.cells):
            if count:
                yield self.lowest + self.step * place, Fraction(count, UNIT)

    def probability(self, least: Fraction | int | None = None, most: Fraction | int | None = None) -> Fraction:
        """The probability of a result from `least` to `most`, both included."""
        start = 0 if least is None else ceil((least - self.lowest) / self.step)
        stop = len(self.cells) if most is None else floor((most - self.lowest) / self.step) + 1
        start, stop = (min(max(place, 0), len(self.cells)) for place in (start, stop))
        return Fraction(max(self.cumulative[stop] - self.cumulative[start], 0), UNIT)

    @property
    def level(self) -> Fraction:
        """The probability to break even."""
        return self.probability(0, 0)

    @property
    def ahead(self) -> Fraction:
        """The probability to be ahead."""
        return self.probability(least=0) - self.level

    @property
    def behind(self) -> Fraction:
        """The probability to be behind."""
        return self.probability(most=0) - self.level

    @property
    def ruin(self) -> Fraction | None:
        """The probability that the bankroll cannot pay for some round; at most `ruin_error` below the truth."""
        return self.ruined and self.ruined.probability

    @property
    def ruin_error(self) -> Fraction | None:
        """How far the probability of ruin may be above the one stated."""
        return self.ruined and self.ruined.error

    def quantile(self, share: Fraction | float) -> Fraction:
        """The least result that is not exceeded with a probability of `share`, give or take `error`.

        Whatever is less is not exceeded with less than `share`; the result itself with `share − error` or more.
        """
        if not self.error < share < 1:
            raise Refused(f"there is no quantile of {share}; give a share between 0 and 1, such as 1/2")
        return self.lowest + self.step * (bisect_left(self.cumulative, (Fraction(share) - self.error) * UNIT) - 1)

    def chart(self, width: int = 72, height: int = 10) -> tuple[str, ...]:
        """A picture of the distribution in lines of text: bars, an axis, and what lies at its ends and at nothing.

        Each column is the same number of lattice points; a thousandth at either end is left out.
        """
        width, height = max(width, 16), max(height, 1)
        start, stop = (int((self.quantile(Fraction(n, 1000)) - self.lowest) / self.step) for n in (1, 999))
        points = -(-(stop - start + 1) // width)
        edges = range(start, stop + points + 1, points)
        ends = [self.cumulative[min(edge, len(self.cells))] for edge in edges]
        columns = [end - begin for begin, end in pairwise(ends)]
        # A few wide bars say more than a few thin ones.
        stretch = max(width // len(columns), 1)
        top = max(columns)
        eighths = [-(-count * height * 8 // top) for count in columns]
        lines = [
            "".join(BARS[min(max(high - 8 * row, 0), 8)] * stretch for high in eighths).rstrip()
            for row in reversed(range(height))
        ]
        first, last = (self.lowest + self.step * place for place in (start, stop))
        zero = floor(-first / (self.step * points)) * stretch + stretch // 2
        axis = ["─"] * (len(columns) * stretch)
        labels = [" "] * max(len(axis), len(amount(first)) + len(amount(last)) + 1)
        labels[: len(amount(first))] = amount(first)
        labels[-len(amount(last)) :] = amount(last)
        if first <= 0 <= last:
            axis[zero] = "┴"
            if labels[max(zero - 1, 0) : zero + 2] == [" "] * 3:
                labels[zero] = "0"
        return (*lines, "".join(axis), "".join(labels).rstrip())

    @property
    def sheet(self) -> Sheet:
        """What is shown of it."""
        facts = [
            ("expected", f"{float(self.mean):,.2f}"),
            ("standard deviation", f"{self.standard_deviation:,.2f}"),
            ("skewness", f"{self.skewness:,.4f}"),
            ("ahead / level / behind", " / ".join(share(p, 2) for p in (self.ahead, self.level, self.behind))),
        ]
        if self.ruin is not None and self.bankroll is not None:
            facts.append((f"ruined with {amount(self.bankroll)}", share(self.ruin)))
        facts += [(f"{share(p, 0)} end at most at", amount(self.quantile(p))) for p in QUANTILES]
        error = max(self.error, self.ruin_error or Fraction(0))
        return Sheet(
            f"{self.rounds:,} {'rounds' if self.rounds > 1 else 'round'} at {amount(self.stake)}",
            tuple(facts),
            drawing=("", *self.chart()),
            note=f"Moments are exact; probabilities are right to {float(error):.0e} before rounding.",
        )

    def __repr__(self) -> str:
        """One line, as the cells are many."""
        return f"Session(rounds={self.rounds}, stake={self.stake}, ahead={float(self.ahead):.6f})"


def session(
    distribution: Distribution,
    *,
    rounds: int,
    bankroll: Fraction | int | None = None,
    stake: Fraction | int = 1,
) -> Session:
    """Work out what so many independent rounds come to, and whether a bankroll lasts."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Refused(f"{rounds:,} rounds cannot be played; play 1 to {ROUNDS_MAX:,}", field="rounds")
    if stake <= 0:
        raise Refused(f"{stake} is no stake; stake more than nothing", field="stake")
    staked = Fraction(stake)
    one = lattice(distribution, staked)
    many = power(one.cells, rounds)
    brought = None if bankroll is None else Fraction(bankroll)
    return Session(
        one=distribution,
        rounds=rounds,
        stake=staked,
        bankroll=brought,
        lowest=rounds * one.lowest + one.step * many.first,
        step=one.step,
        cells=tuple(many.counts),
        ruined=None if brought is None else ruin(one, rounds, brought),
    )
