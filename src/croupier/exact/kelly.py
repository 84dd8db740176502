"""The Kelly stake: which part of a bankroll makes it grow fastest, where there is an edge.

Somebody who stakes the part f of all that he has, round after round, multiplies it by 1 + f·x when a round wins x per
unit staked. The bankroll then grows by the factor exp(E log(1 + f·x)) a round in the long run. That rate is concave in
f, so its maximum is where the derivative, E[x / (1 + f·x)], is 0; without an edge that is at f = 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import expm1, fsum, log1p
from typing import Final

from croupier.exact.wager_report import Distribution

HALVINGS: Final = 200


@dataclass(frozen=True)
class Kelly:
    """The part of the bankroll to stake in all initial wagers of a round, and what comes of it."""

    part: float
    growth: float
    """How much larger the bankroll grows in a round, typically: 0.001 is 0.1%."""


def kelly(one: Distribution, staked: Fraction, needs: Fraction) -> Kelly:
    """The best part of a bankroll to stake when `staked` gives such results and takes at most `needs` in hand."""
    if one.mean <= 0:
        return Kelly(0.0, 0.0)
    results = [(float(result / staked), count / one.total) for result, count in one.deals.items() if count]

    def slope(part: float) -> float:
        return fsum(share * x / (1 + part * x) for x, share in results)

    low, high = 0.0, float(staked / needs)  # no more than also pays for what decisions stake
    worst = min(x for x, _ in results)
    if 1 + high * worst > 0 and slope(high) >= 0:
        low = high
    else:
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if 1 + middle * worst > 0 and slope(middle) > 0:
                low = middle
            else:
                high = middle
    return Kelly(low, expm1(fsum(share * log1p(low * x) for x, share in results)))
