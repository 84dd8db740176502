"""What a simulation says, and whether it agrees with the exact engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import erfc, exp, inf, lgamma, log, sqrt

from croupier.exact.report import Analysis, WagerReport
from croupier.simulate.experiment import Experiment, Progress

EXPECTED_LEAST = 5
"""Cells that are expected less often are taken together before they are compared."""
Z_99 = 2.5758293035489004
ALARM = 1e-4
"""A simulation that is this unlikely under the exact probabilities is said to disagree."""


@dataclass(frozen=True)
class Estimate:
    """One wager: what was seen beside what is exact."""

    seen: WagerReport
    exact: WagerReport
    rounds: int

    @property
    def mean(self) -> float:
        """The mean result per initial unit; negative when the house wins."""
        return -float(self.seen.house_edge)

    @property
    def expected(self) -> float:
        """The exact expectation."""
        return -float(self.exact.house_edge)

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean, by the exact variance: a rare prize that never came still counts."""
        return self.exact.distribution.standard_deviation / sqrt(self.rounds)

    @property
    def z(self) -> float:
        """How many standard errors the mean lies from what is exact."""
        off = float(self.exact.house_edge - self.seen.house_edge)
        return off / self.standard_error if self.standard_error else (0.0 if not off else inf)

    @property
    def half_width(self) -> float:
        """Half the width of the 99% interval."""
        return Z_99 * self.standard_error


@dataclass(frozen=True)
class Simulation:
    """A run so far: estimates, how well they fit, and a plain verdict."""

    experiment: Experiment
    progress: Progress
    seconds: float

    @cached_property
    def seen(self) -> Analysis:
        """The rounds played, analysed as all deals would be."""
        return Analysis(self.experiment.played(self.progress), self.experiment.strategy)

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return sum(self.progress.tally)

    @property
    def rounds_per_second(self) -> float:
        """How fast."""
        return self.rounds / self.seconds if self.seconds else inf

    @cached_property
    def wagers(self) -> Mapping[str, Estimate]:
        """The estimate of each wager."""
        exact = self.experiment.exact.wagers
        return {id_: Estimate(report, exact[id_], self.rounds) for id_, report in self.seen.wagers.items()}

    @cached_property
    def fit(self) -> tuple[float, int]:
        """Chi-square of all joint outcomes against the exact probabilities, and its degrees of freedom."""
        exact = self.experiment.exact.played
        seen = self.experiment.played(self.progress).table
        if set(seen) - set(exact.table):
            return inf, 1  # what cannot happen happened
        cells: list[tuple[float, int]] = []
        rest, rest_seen = 0.0, 0
        for cell, deals in exact.table.items():
            expected = deals / exact.total * self.rounds
            if expected < EXPECTED_LEAST:
                rest, rest_seen = rest + expected, rest_seen + seen.get(cell, 0)
            else:
                cells.append((expected, seen.get(cell, 0)))
        if rest >= EXPECTED_LEAST or not cells:
            cells.append((rest, rest_seen))
        elif rest or rest_seen:
            fewest = min(range(len(cells)), key=lambda place: cells[place][0])
            cells[fewest] = (cells[fewest][0] + rest, cells[fewest][1] + rest_seen)
        return sum((n - expected) ** 2 / expected for expected, n in cells), len(cells) - 1

    @property
    def chi_square(self) -> float:
        """Chi-square of all joint outcomes."""
        return self.fit[0]

    @property
    def p_value(self) -> float:
        """How often chance alone fits as badly or worse."""
        chi_square, freedom = self.fit
        return chi_square_tail(chi_square, freedom)

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against the exact engine, at a false alarm in ten thousand runs for each check."""
        worst = max((abs(estimate.z) for estimate in self.wagers.values()), default=0.0)
        return self.p_value >= ALARM and erfc(worst / sqrt(2)) * len(self.wagers) >= ALARM


def chi_square_tail(x: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom exceeds x: an incomplete gamma function."""
    if freedom <= 0 or x <= 0:
        return 1.0
    if x == inf:
        return 0.0
    a, x = freedom / 2, x / 2
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # the series of the lower part
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    # the continued fraction of the upper part, from the front (Lentz)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, scale * h)
