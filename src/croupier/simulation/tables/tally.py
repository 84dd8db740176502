"""What shifts at a table came to, read from the tally: means by round and by shift, and how sure they are.

Shifts are independent and rounds within one are not, so every standard error is taken over shifts. A mean by round is
all cents over all rounds dealt; where a ruined bank cuts shifts short, its error is that of a ratio.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, nan, sqrt

from croupier.exact.session import BARS
from croupier.money import price
from croupier.simulation.statistics import finite
from croupier.simulation.tables.kernel import BANK, BINS, HALF_BITS, HEAD, ITEM, MOMENTS, Cells
from croupier.simulation.trial import Tally


@dataclass(frozen=True)
class Mean:
    """A mean, and the standard deviation that it has by chance; infinite where one shift alone tells nothing of it."""

    value: Fraction
    standard_error: float

    def __truediv__(self, unit: int) -> "Mean":
        return Mean(self.value / unit, self.standard_error / unit)

    def data(self) -> dict[str, float | None]:
        return {"mean": float(self.value), "standard_error": finite(self.standard_error)}

    def z(self, expected: Fraction | int) -> float:
        """How many standard errors the mean lies from what is expected."""
        if self.standard_error == inf:
            return nan
        off = float(self.value - expected)
        return off / self.standard_error if self.standard_error else (0.0 if not off else float("inf"))


@dataclass(frozen=True)
class Sums:
    """The sum over shifts of something, of its square, and of its product with the rounds dealt."""

    total: int
    squares: int
    by_rounds: int
    units: int
    rounds: int
    rounds_squared: int

    @property
    def by_shift(self) -> Mean:
        return Mean(Fraction(self.total, self.units or 1), self.standard_deviation / sqrt(self.units or 1))

    @property
    def standard_deviation(self) -> float:
        if self.units < 2:
            return inf
        return sqrt((self.squares - Fraction(self.total**2, self.units)) / (self.units - 1))

    @property
    def by_round(self) -> Mean:
        if not self.rounds:
            return Mean(Fraction(0), inf)
        mean = Fraction(self.total, self.rounds)
        spread = self.squares - 2 * mean * self.by_rounds + mean**2 * self.rounds_squared
        by_chance = sqrt(spread * Fraction(self.units, self.units - 1)) / self.rounds if self.units > 1 else inf
        return Mean(mean, by_chance)


def sums_from(tally: Tally, at: int, units: int, rounds: int, rounds_squared: int) -> Sums:
    """Put sums together from the halves that they were kept in."""
    total, high, both, low, high_rounds, low_rounds = tally[at : at + MOMENTS]
    squares = (high << 2 * HALF_BITS) + (both << HALF_BITS + 1) + low
    return Sums(total, squares, (high_rounds << HALF_BITS) + low_rounds, units, rounds, rounds_squared)


@dataclass(frozen=True)
class SeatFigures:
    """What became of one seat, by its position from the player-dealer's left."""

    position: int
    wagers: Mapping[str, Mean]
    """Result per unit of each wager placed before the deal, with what rides on it."""
    result: Mean
    """Cents by round, before the seat's fee."""
    fee: int
    due: int
    """Cents that were due on its wagers, either way, in all rounds."""
    returned: int
    """Of these, what the bank did not cover."""
    items: Mapping[str, tuple[int, int, int, int]]
    """Of each wager by itself: cents won, due and returned in all rounds, and how often not wholly covered."""

    @property
    def share_returned(self) -> Fraction:
        """The share of what was due that the bank did not cover."""
        return Fraction(self.returned, self.due or 1)


@dataclass(frozen=True)
class TableFigures:
    """One reading of coverage: the bank's shifts and every seat's."""

    cells: Cells
    reading: str
    tally: Tally
    units: int
    shift: int
    lowest: int
    width: int
    highest: int
    """The most that a bank can win in a shift."""
    stakes: tuple[Mapping[str, int], ...]
    fees: tuple[int, ...]

    @property
    def at(self) -> int:
        """Where this reading begins in the tally."""
        return self.cells.readings.index(self.reading) * self.cells.block

    def count(self, name: str) -> int:
        return self.tally[self.at + HEAD.index(name)]

    @property
    def rounds(self) -> int:
        """Rounds dealt in all shifts; a ruined bank deals no more."""
        return self.count("rounds")

    def sums(self, place: int) -> Sums:
        at = self.at + len(HEAD) + place * MOMENTS
        return sums_from(self.tally, at, self.units, self.rounds, self.count("rounds_squared"))

    @property
    def before_fees(self) -> Sums:
        return self.sums(BANK.index("before"))

    @property
    def after_fees(self) -> Sums:
        return self.sums(BANK.index("after"))

    @property
    def used(self) -> Sums:
        """How much of the bank's wager was used."""
        return self.sums(BANK.index("used"))

    @property
    def returned(self) -> Sums:
        """What was due and not covered."""
        return self.sums(BANK.index("returned"))

    @property
    def ruin(self) -> Mean:
        """The share of shifts in which the bank could not go on."""
        share = Fraction(self.count("ruined"), self.units or 1)
        return Mean(share, sqrt(share * (1 - share) / self.units) if self.units > 1 else inf)

    def share_of_rounds(self, name: str) -> Fraction:
        """The share of rounds in which the wager was `used_up`, or fell `short` of what was due."""
        return Fraction(self.count(name), self.rounds or 1)

    @property
    def share_used(self) -> Fraction:
        """The share of the bank's wagers that was used."""
        return Fraction(self.used.total, self.count("posted") or 1)

    @property
    def share_returned(self) -> Fraction:
        """The share of all that was due that the bank did not cover."""
        return Fraction(sum(seat.returned for seat in self.seats), sum(seat.due for seat in self.seats) or 1)

    @cached_property
    def bins(self) -> tuple[int, ...]:
        """Shifts by the bank's result after fees; the first and the last hold all beyond them too."""
        at = self.at + self.cells.bins_at
        return self.tally[at : at + BINS]

    def bin_of(self, share: Fraction) -> int:
        """The bin up to which a share of shifts lies."""
        below = 0
        for place, count in enumerate(self.bins):
            below += count
            if below >= share * self.units:
                return place
        raise AssertionError("the bins hold every shift")

    def quantile(self, share: Fraction) -> int:
        """The result after fees that a share of shifts does not exceed, in cents: the upper edge of its bin.

        It lies less than a bin's width above the least such result; the last bin ends with the most that can be won.
        """
        place = self.bin_of(share)
        return min(self.lowest + (place + 1) * self.width - 1, self.highest) if place < BINS - 1 else self.highest

    @property
    def wagers(self) -> Mapping[str, Mean]:
        """Result per unit of each wager placed before the deal, with its riders, over all seats by their stakes."""
        staked = {base: sum(stakes.get(base, 0) for stakes in self.stakes) for base in self.cells.bases}
        return {
            base: self.sums(self.cells.pooled_at + n).by_round / staked[base]
            for n, base in enumerate(self.cells.bases)
            if staked[base]
        }

    @cached_property
    def seats(self) -> tuple[SeatFigures, ...]:
        return tuple(self.seat(number) for number in range(self.cells.seats))

    def seat(self, number: int) -> SeatFigures:
        bases, place = self.cells.bases, len(BANK) + number * self.cells.by_seat
        ids = [wager.id for wager in self.cells.model.wagers]
        stakes = self.stakes[number]
        first = self.at + self.cells.items_at + number * len(ids) * len(ITEM)
        items = {id_: self.tally[first + n * len(ITEM) : first + (n + 1) * len(ITEM)] for n, id_ in enumerate(ids)}
        return SeatFigures(
            position=number + 1,
            wagers={
                base: self.sums(place + n).by_round / stakes[base] for n, base in enumerate(bases) if stakes.get(base)
            },
            result=self.sums(place + len(bases)).by_round,
            fee=self.fees[number],
            due=sum(item[ITEM.index("due")] for item in items.values()),
            returned=sum(item[ITEM.index("returned")] for item in items.values()),
            items={id_: (item[0], item[1], item[2], item[3]) for id_, item in items.items() if item[1]},
        )

    def picture(self, width: int = 64, height: int = 8) -> tuple[str, ...]:
        """Shifts by the bank's result after fees, as bars over an axis; a thousandth at either end is left out."""
        first, last = (self.bin_of(Fraction(n, 1000)) for n in (1, 999))
        per_bar = -(-(last - first + 1) // width)
        bars = [sum(self.bins[n : n + per_bar]) for n in range(first, last + 1, per_bar)]
        eighths = [-(-count * height * 8 // max(*bars, 1)) for count in bars]
        lines = ["".join(BARS[min(max(high - 8 * row, 0), 8)] for high in eighths) for row in reversed(range(height))]
        ends = [price((self.lowest + n * self.width) // 100 * 100) for n in (first, first + len(bars) * per_bar)]
        gap = max(1, len(bars) - sum(map(len, ends)))
        return (*(line.rstrip() for line in lines), "─" * len(bars), ends[0] + " " * gap + ends[1])
