"""A bankroll followed round by round until it is ruined: the exact process, in whole numbers.

A bankroll is a place on a lattice of *grains*, counted from what was brought. Places fall into *levels*: below the
first level nothing more can be played, and what is there stays there; in between, a round's results are those of
somebody who cannot afford everything; from the last level on they are always the same. Every level gives each result a
whole number of deals, all levels out of the same total.

A cell is a whole number of 128 bits. A round multiplies cells by numbers of deals, adds up, and shifts to the right;
`wholes` follows what certainty has become, rounded up, so that a cell over the whole is a *lower bound* of its
probability. Cells at the ends that are next to nothing are dropped, which is rounding down too. The truth sums to 1, so
what all stated probabilities lack of 1 is the error that any sum of them can have: it is not estimated but known.

- A shift loses less than one unit a cell and a target of a cell of a lower level, and the whole has more than 2¹¹⁹
  units. With at most 10⁶ rounds of at most 2²² cells that is less than 10⁻²².
- Dropping costs at most 2⁻⁴⁹ in all, under 2·10⁻¹⁵; it keeps rounds short.
- Where the deals are 2⁶² or more, numbers of deals are rounded down to parts of 2⁶²; each round may then lose as many
  2⁻⁶² as it has results.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.kernel.kernel import Kernel

BITS: Final = 120
"""The whole has so many bits."""
DEALS_MAX: Final = 1 << 62
DROPPED: Final = 1 << (BITS - 50)
"""What may be dropped over all rounds at one end, in units of the whole."""
WORD: Final = (1 << 64) - 1
CELLS_MAX: Final = 1 << 22
WORK_MAX: Final = 4 * 10**10
"""The most multiplications; a minute or two."""
SECONDS_PER_STEP: Final = 2.5e-9
ROOM: Final = 1 << 20
"""So many cells more than there are now are made room for at once."""
CHUNK_WORK: Final = 3 * 10**7
"""So many at once, before somebody is told how far it is."""
SPREADS: Final = 9
"""Beyond so many standard deviations next to nothing is left, for the estimate of the work."""
Progress = Callable[[float], None]


class Level(NamedTuple):
    """How a round goes for whoever is at this place or above it, and below the next level."""

    place: int
    deals: dict[int, int]
    """By result, in grains: how many of all deals."""


class Absorbed(NamedTuple):
    """Where bankrolls are in the end: cells over a whole, and what was ruined round by round, each over its own."""

    first: int
    """The place of the first cell."""
    cells: list[int]
    whole: int
    ruined: list[tuple[int, int]]
    """After each round, how much came to be ruined in it, and the whole at that time."""


@dataclass(frozen=True)
class Process:
    """Bankrolls over so many rounds; places are counted from what was brought."""

    levels: tuple[Level, ...]
    total: int
    bottom: int
    """The lowest place there is: no money."""
    rounds: int

    def check(self) -> None:
        """Refuse, before anything is worked out, what is too much to work out."""
        if self.low > CELLS_MAX or self.span > CELLS_MAX:
            raise Refused(
                f"a round needs or moves {max(self.low, self.span):,} times the smallest amount that results differ "
                f"by, and at most {CELLS_MAX:,} are worked with; let stakes and payouts have a larger common unit",
                field="stake",
            )
        if self.work > WORK_MAX:
            minutes = self.work * SECONDS_PER_STEP / 60
            raise Refused(
                f"{self.rounds:,} rounds with this bankroll would take about {minutes:,.0f} minutes to work out; give "
                "fewer rounds, or stakes with a larger common unit, or use croupier simulate --bankroll",
                field="rounds",
            )

    @property
    def low(self) -> int:
        return max(self.levels[-1].place - self.bottom, 0)

    @property
    def top(self) -> Level:
        return self.levels[-1]

    @property
    def least(self) -> int:
        """The lowest result of the last level; 0 where none is lower."""
        return min(0, *self.top.deals)

    @property
    def most(self) -> int:
        """The highest result of any level; 0 where none is higher."""
        return max(0, *(result for level in self.levels for result in level.deals))

    @property
    def span(self) -> int:
        """How far apart the results of a round are."""
        return self.most - self.least

    @property
    def safe(self) -> bool:
        """Whether no round can lead below the last level."""
        return self.rounds * self.least >= self.top.place

    @cached_property
    def work(self) -> float:
        """About how many multiplications all rounds take."""
        mean = sum(result * deals for result, deals in self.top.deals.items()) / self.total
        square = sum(result**2 * deals for result, deals in self.top.deals.items()) / self.total
        deviation = sqrt(max(square - mean**2, 0.0))
        points = np.linspace(0, self.rounds, 65)
        spread = SPREADS * deviation * np.sqrt(points) + self.span
        above = np.minimum(self.most * points, np.maximum(spread + mean * points, 0))
        below = np.minimum(np.minimum(-self.least * points, np.maximum(spread - mean * points, 0)), -self.bottom)
        cells = float(np.mean(np.maximum(above + below, 1)))
        return self.rounds * (cells * len(self.top.deals) + self.low)

    @cached_property
    def weights(self) -> tuple[dict[int, int], ...]:
        """The deals of each level as numbers of 62 bits at most."""
        if self.total < DEALS_MAX:
            return tuple(level.deals for level in self.levels)
        return tuple(
            {result: deals * DEALS_MAX // self.total for result, deals in level.deals.items()} for level in self.levels
        )

    def scales(self) -> Iterator[tuple[int, int]]:
        """For each round by how many places it is shifted, and the whole after it."""
        whole, total = 1 << BITS - 1, min(self.total, DEALS_MAX)
        while True:
            shift = (whole * total).bit_length() - BITS
            whole = -(-whole * total >> shift)
            yield shift, whole

    def run(self, progress: Progress = lambda _: None) -> Absorbed:
        progress(0.0)
        state = State(self)
        scales, whole = self.scales(), 1 << BITS - 1
        ruined: list[tuple[int, int]] = []
        while len(ruined) < self.rounds and state.living:
            rounds = min(self.rounds - len(ruined), state.rounds_at_once)
            shifts, wholes = zip(*(next(scales) for _ in range(rounds)), strict=True)
            gone = state.advance(shifts)
            ruined += zip(gone, wholes, strict=True)
            whole = wholes[-1]
            progress(len(ruined) / self.rounds)
        ruined += [(0, whole)] * (self.rounds - len(ruined))
        return Absorbed(*state.cells(), whole, ruined)


class State:
    """Cells on their way: those below the last level, and a window of those from it on."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.low = np.zeros((process.low, 2), dtype=np.int64)
        self.first = process.top.place
        """The place of the window's first cell."""
        self.window = np.zeros((0, 2), dtype=np.int64)
        start = np.array([[1 << BITS - 65, 0]], dtype=np.int64)
        if process.top.place > 0:
            self.low[-process.bottom] = start
        else:
            self.first, self.window = 0, start
        self.numbers = self.given()

    def given(self) -> tuple[Ints, ...]:
        """What the kernel reads: results and deals of the last level, those of the others, and each place's level."""
        *lower, top = self.process.weights
        results = [np.array(list(each), dtype=np.int64) for each in (*lower, {})]
        deals = [np.array(list(each.values()), dtype=np.int64) for each in (*lower, {})]
        starts = np.cumsum([0, *map(len, lower)]).astype(np.int64)
        places = np.arange(self.process.low) + self.process.bottom
        level = np.searchsorted([each.place for each in self.process.levels], places, side="right") - 1
        order = sorted(top)
        return (
            np.array(order, dtype=np.int64),
            np.array([top[result] for result in order], dtype=np.int64),
            np.concatenate(results),
            np.concatenate(deals),
            starts,
            level.astype(np.int64),
        )

    @property
    def living(self) -> bool:
        """Whether anything is left that is not ruined."""
        return bool(len(self.window)) or bool(self.low[self.numbers[-1] >= 0].any())

    @property
    def rounds_at_once(self) -> int:
        """How many rounds to follow before somebody is told."""
        process = self.process
        work = (len(self.window) + process.span) * len(process.top.deals) + process.low
        return max(1, min(CHUNK_WORK // (work + 1), ROOM // (process.span + 1)))

    def advance(self, shifts: Sequence[int]) -> list[int]:
        """Follow some rounds; gives what came to be ruined in each."""
        process, rounds = self.process, len(shifts)
        origin, last = process.top.place, self.first + len(self.window)
        lowest = origin if self.low.any() else max(self.first + rounds * process.least, origin)
        # room for all that these rounds may reach, and for nothing as far as one round reaches on both sides
        start, stop = lowest - process.span, last + rounds * process.most + process.span + 1
        cells = np.zeros((2, 2, stop - start), dtype=np.int64)
        cells[0, :, self.first - start : last - start] = self.window.T
        window = np.array([self.first - start, last - start], dtype=np.int64)
        limits = np.array([origin - start, min(process.total, DEALS_MAX), self.dropped], dtype=np.int64)
        gone = np.zeros((rounds, 2), dtype=np.int64)
        side = KERNEL.compiled(
            np.array(shifts, dtype=np.int64),
            limits,
            *self.numbers,
            self.low,
            np.zeros_like(self.low),
            cells,
            window,
            gone,
        )
        begin, end = window.tolist()
        self.first, self.window = start + begin, cells[side, :, begin:end].T.copy()
        return numbers(gone)

    @property
    def dropped(self) -> int:
        """How much may be dropped at either end of the window in each round."""
        return min(DROPPED // self.process.rounds, DEALS_MAX)

    def cells(self) -> tuple[int, list[int]]:
        """The place of the first cell, and all of them."""
        if not self.low.any():
            return self.first, numbers(self.window)
        gap = [0] * (self.first - self.process.top.place) if len(self.window) else []
        return self.process.bottom, [*numbers(self.low), *gap, *numbers(self.window)]


def numbers(words: Ints) -> list[int]:
    """Pairs of words, high and low, as whole numbers."""
    return [((high & WORD) << 64) + (low & WORD) for high, low in words.tolist()]


KERNEL: Final = Kernel(
    "advance",
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64[:,::1], int64[:,::1], int64[:,:,::1], int64[::1], int64[:,::1])",
    '''"""Follows bankrolls for some rounds; lies in a cache."""


@inline
def times(high, low, number, places):
    middle, end = multiply_add(0, 0, low, number)
    top, middle = multiply_add(0, middle, high, number)
    return shifted(top, middle, end, places)


@inline
def put(to, at, high, low):
    carried, to[at, 1] = multiply_add(0, to[at, 1], low, 1)
    to[at, 0] += high + carried


@inline
def within(high, low, limit):
    return high == 0 and 0 <= low <= limit


def advance(shifts, limits, results, deals, low_results, low_deals, starts, level, low, after, cells, window, gone):
    origin, total, dropped = limits[0], limits[1], limits[2]
    size, kinds = low.shape[0], results.size
    side = 0
    for number in range(shifts.size):
        shift = shifts[number]
        high, small = cells[side, 0], cells[side, 1]
        new_high, new_small = cells[1 - side, 0], cells[1 - side, 1]
        first, last = window[0], window[1]
        begin, end = origin, origin
        for at in range(size):
            after[at, 0], after[at, 1] = 0, 0
        if first < last:
            begin, end = max(origin, first + min(results[0], 0)), last + max(results[-1], 0)
            for place in range(first + min(results[0], 0), end):
                top, upper, middle, lower = 0, 0, 0, 0
                for n in range(kinds):
                    top, upper = multiply_add(top, upper, high[np.uint64(place - results[n])], deals[n])
                    middle, lower = multiply_add(middle, lower, small[np.uint64(place - results[n])], deals[n])
                carried, upper = multiply_add(top, upper, middle, 1)
                one, other = shifted(carried, upper, lower, shift)
                if place >= origin:
                    new_high[place], new_small[place] = one, other
                else:
                    put(after, size - origin + place, one, other)
            for place in range(first, last):
                high[place], small[place] = 0, 0
        for at in range(size):
            kind = level[at]
            if kind >= 0 and (low[at, 0] or low[at, 1]):
                for n in range(starts[kind], starts[kind + 1]):
                    to = at + low_results[n]
                    one, other = times(low[at, 0], low[at, 1], low_deals[n], shift)
                    if to < size:
                        put(after, to, one, other)
                    else:
                        place = origin + to - size
                        carried, new_small[place] = multiply_add(0, new_small[place], other, 1)
                        new_high[place] += one + carried
                        begin, end = (place, place + 1) if begin == end else (min(begin, place), max(end, place + 1))
        for at in range(size):
            if level[at] < 0:
                put(gone, number, after[at, 0], after[at, 1])
                one, other = times(low[at, 0], low[at, 1], total, shift)
                put(after, at, one, other)
        for at in range(size):
            low[at, 0], low[at, 1] = after[at, 0], after[at, 1]
        one, other = 0, 0
        while begin < end:
            carried, other = multiply_add(0, other, new_small[begin], 1)
            one += new_high[begin] + carried
            if not within(one, other, dropped):
                break
            new_high[begin], new_small[begin] = 0, 0
            begin += 1
        one, other = 0, 0
        while begin < end:
            carried, other = multiply_add(0, other, new_small[end - 1], 1)
            one += new_high[end - 1] + carried
            if not within(one, other, dropped):
                break
            new_high[end - 1], new_small[end - 1] = 0, 0
            end -= 1
        if begin == end:
            begin, end = origin, origin
        window[0], window[1] = begin, end
        side = 1 - side
    return side
''',
    (),
)
