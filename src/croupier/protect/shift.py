"""A bank's shift: what many rounds of one distribution come to, and what they need in between.

The result of n independent rounds is the n-th power of one round's distribution, taken by Fourier transform. What a
shift needs at its worst moment, the largest fall below its start, has the distribution that Lindley's recursion
D ← max(0, D − result) has after as many rounds, because rounds may be read backwards. So one pass gives the capital
for every risk at once. Both are floating point, right to about 10⁻⁹.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

POINTS_MAX: Final = 1 << 23
TAIL: Final = 1e-13
"""Falls that are rarer than this are left out."""


@dataclass(frozen=True)
class Shift:
    """So many rounds of a bank that wins each of some amounts, in cents, with some probability, and pays a fee."""

    amounts: Ints
    chances: Floats
    fee: int
    rounds: int

    @property
    def unit(self) -> int:
        """The largest amount of which all results after the fee are whole numbers."""
        return gcd(self.fee, *self.amounts.tolist()) or 1

    @cached_property
    def ends(self) -> tuple[int, Floats]:
        """The lowest result of the shift after fees, in units, and the probability of each result from there on."""
        unit = gcd(*(self.amounts - self.amounts.min()).tolist()) or 1
        places = (self.amounts - self.amounts.min()) // unit
        size = int(places.max()) * self.rounds + 1
        if size > POINTS_MAX:
            raise Refused(f"a shift of {self.rounds:,} rounds has {size:,} results; give fewer rounds", field="rounds")
        one = np.zeros(1 << max(size - 1, 1).bit_length())
        one[places] = self.chances
        many = np.fft.irfft(np.fft.rfft(one) ** self.rounds, len(one))[:size]
        return unit, np.maximum(many, 0.0)

    def quantile(self, share: float) -> int:
        """The result after fees, in cents, that a share of shifts does not exceed."""
        unit, chances = self.ends
        place = int(np.searchsorted(np.cumsum(chances), share * chances.sum()))
        return int(self.amounts.min() - self.fee) * self.rounds + unit * min(place, len(chances) - 1)

    def below(self, cents: int = 0) -> float:
        """The probability to end below some cents."""
        unit, chances = self.ends
        first = int(self.amounts.min() - self.fee) * self.rounds
        return float(chances[: max(0, -(-(cents - first) // unit))].sum())

    @cached_property
    def falls(self) -> Floats:
        """The probability that the bank falls so many units below its start before its last round, and no further."""
        moves = -(self.amounts - self.fee) // self.unit
        fall = np.ones(1)
        for _ in range(self.rounds - 1):
            low, high = int(moves.min()), int(moves.max())
            further = np.zeros(len(fall) + max(high, 0) + max(-low, 0))
            origin = max(-low, 0)
            for move, chance in zip(moves.tolist(), self.chances.tolist(), strict=True):
                further[origin + move : origin + move + len(fall)] += chance * fall
            fall = further[origin:].copy()
            fall[0] += further[:origin].sum()
            rest = np.cumsum(fall[::-1])[::-1]
            fall = fall[: max(1, int(np.count_nonzero(rest > TAIL)))]
        return fall

    def capital(self, risk: float, wager: int, reserve: int) -> int:
        """The least cents with which the wager can be put up in full in every round, but for a risk."""
        reached = np.cumsum(self.falls)
        place = int(np.searchsorted(reached, reached[-1] - risk))
        return wager + reserve + self.unit * min(place, len(reached) - 1)

    def ruin(self, bankroll: int, wager: int, reserve: int) -> float:
        """The probability that the wager cannot be put up in full in some round."""
        if bankroll < wager + reserve:
            return 1.0
        return float(self.falls[(bankroll - wager - reserve) // self.unit + 1 :].sum())


def shift_of(deals: Mapping[int, int], fee: int, rounds: int) -> Shift:
    """A shift whose rounds win so many cents in so many of all deals."""
    met = sorted(cents for cents, count in deals.items() if count)
    counts = np.array([deals[cents] for cents in met], dtype=np.float64)
    return Shift(np.array(met, dtype=np.int64), counts / counts.sum(), fee, rounds)
