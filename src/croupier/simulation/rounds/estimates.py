"""What rounds say of every wager, and whether that agrees with the exact engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, sqrt

from croupier.exact.analysis import Analysis
from croupier.exact.wager_report import WagerReport
from croupier.simulation.result import SimulationResult
from croupier.simulation.rounds.trial import Experiment
from croupier.simulation.statistics import ALARM, FIT_ALARM, Z_99, chi_square_tail, detectable, finite, mean_tail

EXPECTED_LEAST = 50
"""Joint outcomes that are expected less often are taken together before they are compared."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One outcome of a wager: how often it came, beside how often it should."""

    outcome: str
    count: int
    probability: Fraction | None
    """What is exact; none where nothing was counted."""
    rounds: int

    @property
    def expected(self) -> float | None:
        """How often it should have come."""
        return None if self.probability is None else float(self.probability * self.rounds)

    @property
    def z(self) -> float | None:
        """How many standard deviations it came too often; none where chance has no say in it, or none is known."""
        if self.probability is None:
            return None
        spread = sqrt(float(self.probability * (1 - self.probability) * self.rounds))
        return float(self.count - self.probability * self.rounds) / spread if spread else None

    @property
    def off(self) -> float:
        """How far it is from what it should be, what cannot happen being the farthest."""
        if self.z is not None:
            return abs(self.z)
        return 0.0 if self.probability is None or self.count == self.probability * self.rounds else 1e300

    def data(self) -> dict[str, object]:
        chance = None if self.probability is None else float(self.probability)
        return {"outcome": self.outcome, "count": self.count, "expected": self.expected, "probability": chance}


@dataclass(frozen=True)
class Estimate:
    """One wager: what was seen beside what is exact, where that was counted."""

    seen: WagerReport
    exact: WagerReport | None
    rounds: int
    alarm: float = ALARM
    """How often the mean may be called impossible where it is right."""

    @property
    def mean(self) -> float:
        """The mean result per initial unit; negative when the house wins."""
        return float(-self.seen.house_edge)

    @property
    def expected(self) -> float | None:
        return None if self.exact is None else float(-self.exact.house_edge)

    @property
    def error_from(self) -> str:
        """Where the standard error is from: the exact variance, or that of these rounds."""
        return "sample" if self.exact is None else "exact"

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean.

        By the exact variance a rare prize that never came still counts; by that of the rounds played it does not.
        """
        return (self.exact or self.seen).distribution.standard_deviation / sqrt(self.rounds)

    @property
    def off(self) -> float | None:
        """How far the mean lies above what is exact."""
        return None if self.exact is None else float(self.exact.house_edge - self.seen.house_edge)

    @property
    def z(self) -> float | None:
        """How many standard errors the mean lies above what is exact; none where chance has no say in it."""
        if self.off is None:
            return None
        if self.standard_error:
            return self.off / self.standard_error
        return None if self.off else 0.0

    @property
    def half_width(self) -> float:
        return Z_99 * self.standard_error

    @property
    def chances(self) -> dict[Fraction, Fraction]:
        """The exact probability of every result."""
        if self.exact is None:
            return {}
        spread = self.exact.distribution
        return {result: Fraction(deals, spread.total) for result, deals in spread.deals.items()}

    @cached_property
    def p_at_most(self) -> float | None:
        """A proved bound on how often chance alone takes the mean as far from what is exact."""
        return mean_tail(self.chances, self.rounds, -self.seen.house_edge) if self.exact else None

    @cached_property
    def detectable(self) -> float:
        """The least error of the house edge that these rounds would have found; infinite where nothing was tested."""
        return detectable(self.chances, self.rounds, self.alarm) if self.exact else inf

    @property
    def is_tested(self) -> bool:
        """Whether any error of the house edge, however large, would have been found."""
        return self.detectable < inf

    def data(self) -> dict[str, object]:
        return {
            "includes": list(self.seen.includes),
            "mean": self.mean,
            "standard_error": self.standard_error,
            "standard_error_from": self.error_from,
            "half_width_99": self.half_width,
            "exact": self.expected,
            "z": self.z,
            "p_at_most": self.p_at_most,
            "tested": self.is_tested,
            "detectable_error": finite(self.detectable),
            "outcomes": [seen.data() for seen in self.outcomes],
        }

    @cached_property
    def outcomes(self) -> tuple[Seen, ...]:
        """How often each outcome came, in the order of the exact table; what it does not have comes last."""
        exact, seen = by_outcome(self.exact or self.seen), by_outcome(self.seen)
        zero = Fraction(0)
        return tuple(
            Seen(
                name,
                int(seen.get(name, zero) * self.rounds),
                exact.get(name, zero) if self.exact else None,
                self.rounds,
            )
            for name in {**exact, **seen}
        )


def by_outcome(report: WagerReport) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for row in report.rows:
        shares[row.outcome] = shares.get(row.outcome, Fraction(0)) + row.probability
    return shares


@dataclass(frozen=True, slots=True)
class Fit:
    """How well all joint outcomes fit the exact probabilities."""

    chi_square: float
    freedom: int
    impossible: int
    """Rounds that came to a joint outcome that no deal has."""

    @property
    def is_tested(self) -> bool:
        """Whether there is anything to compare: two outcomes, or groups of them, that were expected often enough."""
        return self.freedom > 0

    @property
    def p_value(self) -> float | None:
        """How often chance alone fits as badly or worse; none where nothing was tested."""
        if self.impossible:
            return 0.0
        return chi_square_tail(self.chi_square, self.freedom) if self.is_tested else None


@dataclass(frozen=True, repr=False)
class Estimates(SimulationResult):
    """The estimate of every wager, how well all fit, and whether they agree with what is exact."""

    trial: Experiment

    @cached_property
    def seen(self) -> Analysis:
        """The rounds played, analysed as all deals would be."""
        return Analysis(self.trial.played(self.run.progress), self.trial.strategy)

    @property
    def rounds(self) -> int:
        return sum(self.run.progress.tally)

    @cached_property
    def wagers(self) -> Mapping[str, Estimate]:
        exact = self.trial.exact.wagers if self.trial.is_counted else {}
        alarm = ALARM / 2 / len(self.seen.wagers)
        return {id_: Estimate(report, exact.get(id_), self.rounds, alarm) for id_, report in self.seen.wagers.items()}

    @property
    def main(self) -> Estimate:
        return self.wagers[self.trial.main]

    @cached_property
    def fit(self) -> Fit | None:
        """Chi-square of all joint outcomes against the exact probabilities; none where nothing was counted."""
        if not self.trial.is_counted:
            return None
        exact = self.trial.exact.played
        seen = self.trial.played(self.run.progress).table
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
        off = sum((n - expected) ** 2 / expected for expected, n in cells)
        return Fit(off, len(cells) - 1, sum(n for cell, n in seen.items() if cell not in exact.table))

    @property
    def chi_square(self) -> float | None:
        """Chi-square of all joint outcomes; none where nothing was tested."""
        return self.fit.chi_square if self.fit is not None and self.fit.is_tested else None

    @property
    def p_value(self) -> float | None:
        """How often chance alone fits as badly or worse; none where nothing was tested."""
        return None if self.fit is None else self.fit.p_value

    @cached_property
    def unlikely(self) -> tuple[str, ...]:
        """The wagers whose means chance does not explain."""
        return tuple(id_ for id_, one in self.wagers.items() if one.p_at_most is not None and one.p_at_most < one.alarm)

    @property
    def disagreeing(self) -> tuple[str, ...]:
        """The wagers whose means chance does not explain, or whose odds are not those of the exact figures."""
        paid = {odds.wager for odds in self.trial.other_odds}
        return tuple(
            id_
            for id_, estimate in self.wagers.items()
            if id_ in self.unlikely or not paid.isdisjoint((id_, *estimate.seen.includes))
        )

    @property
    def is_tested(self) -> bool:
        """Whether anything was held against exact figures, so that wrong rules could have been found."""
        return any(one.is_tested for one in self.wagers.values()) or (self.fit is not None and self.fit.is_tested)

    @property
    def disagrees(self) -> bool:
        """Whether anything speaks against the exact engine; of right rules' runs, one in ten thousand does at most."""
        return bool(self.disagreeing) or (self.p_value is not None and self.p_value < FIT_ALARM)

    @property
    def agrees(self) -> bool:
        """Whether something was tested, and nothing speaks against the exact engine."""
        return self.is_tested and not self.disagrees
