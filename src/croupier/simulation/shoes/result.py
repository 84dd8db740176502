"""What shoes and sittings say: the mean of a round with its true standard error, and how far it lies from fresh cards.

The mean of a round is a ratio, all winnings over all rounds, and units are independent while rounds are not. With X
winnings and N rounds of a unit, R = ΣX / ΣN, and the error of R is that of the mean of X − R·N over units, divided by
the mean of N.

What dealing does to a wager is known better than that. The rounds that every unit has are worth exactly what fresh
rounds are worth; only those beyond them can differ. With Y and M their winnings and number, and μ the exact value, the
difference is (ΣY − μ·ΣM) / ΣN, and the noise of the first rounds has no part in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf, isfinite, nan, sqrt

from croupier.cards import card_names
from croupier.chart import Chart, percent
from croupier.exact.analysis import Analysis
from croupier.exact.solve import Played
from croupier.exact.wager_report import WagerReport
from croupier.figures import share
from croupier.result import Row
from croupier.sheet import Sheet
from croupier.simulation.charts import apart_words, lengths_chart, means_chart
from croupier.simulation.result import SimulationResult
from croupier.simulation.shoes.kernel import MOMENTS
from croupier.simulation.shoes.trial import ShoeTrial
from croupier.simulation.statistics import ALARM, POWER, Z_99, detectable_by, finite
from croupier.simulation.text import NOT_COUNTED, UNCOUNTED, missed, signed
from croupier.simulation.trial import Progress, Tally

NOTE = (
    "Rounds of one {unit} depend on each other, so errors are of whole {unit}s, and no chi-square of rounds is given. "
    "Exact is the expectation from fresh cards; the effect is what the dealing adds to it, measured in those rounds "
    "alone in which it can arise."
)


@dataclass(frozen=True)
class Spread:
    """One wager in many units: its mean per round, and what the dealing has to do with it."""

    exact: WagerReport | None
    """What it is worth from fresh cards; none where that was not counted."""
    scale: int
    reached: tuple[int, ...]
    """For each place in a unit, how many units had a round there."""
    common: int
    won: tuple[int, ...]
    """For each place what was won there, times the scale."""
    moments: tuple[int, ...]
    """Sums over units, times the scale once or twice: XN, X², YM, Y²."""

    @property
    def units(self) -> int:
        return self.reached[0] if self.reached else 0

    @property
    def rounds(self) -> int:
        return sum(self.reached)

    @cached_property
    def ratio(self) -> Fraction:
        """The mean result of a round per initial unit, as a fraction."""
        return Fraction(sum(self.won), self.rounds * self.scale)

    @property
    def mean(self) -> float:
        """The mean result of a round per initial unit; negative when the house wins."""
        return float(self.ratio)

    @property
    def expected(self) -> float:
        """The exact expectation from fresh cards; not a number where it was not counted."""
        return nan if self.exact is None else -float(self.exact.house_edge)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, units being independent."""
        return self.error_of(self.ratio, squares(self.reached), *self.moments[:2])

    @property
    def difference(self) -> float:
        """How far the mean lies from fresh cards."""
        return nan if self.exact is None else float(self.ratio + self.exact.house_edge)

    @property
    def z(self) -> float:
        return apart(self.difference, self.standard_error)

    @cached_property
    def effect(self) -> float:
        """What the dealing adds to a round's mean, by the rounds that not every unit has alone."""
        if self.exact is None:
            return nan
        beyond = sum(self.won[self.common :])
        return float(
            (Fraction(beyond, self.scale) + self.exact.house_edge * sum(self.reached[self.common :])) / self.rounds
        )

    @property
    def effect_error(self) -> float:
        """The standard error of the effect; 0 where there can be none."""
        if self.exact is None:
            return nan
        return self.error_of(-self.exact.house_edge, squares(self.reached[self.common :]), *self.moments[2:])

    @property
    def effect_z(self) -> float:
        """How many standard errors the effect is from none."""
        return apart(self.effect, self.effect_error)

    def detectable(self, wagers: int) -> float:
        """The least difference from fresh cards that one of so many wagers shows, by the spread of these units."""
        return nan if self.exact is None else detectable_by(self.standard_error, wagers)

    def error_of(self, mean: Fraction, rounds: int, products: int, winnings: int) -> float:
        """The error of a ratio: the spread of winnings less a mean for each round, over units, by rounds."""
        if self.units < 2:
            return inf  # nothing is known of it
        scaled = mean * self.scale
        total = winnings - 2 * scaled * products + scaled**2 * rounds
        variance = total / self.scale**2 * Fraction(self.units, self.units - 1)
        return sqrt(max(variance, Fraction(0))) / self.rounds

    def data(self) -> dict[str, float | None]:
        """Its figures, for machines; a figure that a single unit cannot have is left out."""
        return {
            "mean": self.mean,
            "standard_error": finite(self.standard_error),
            "exact": finite(self.expected),
            "z": finite(self.z),
            "effect": finite(self.effect),
            "effect_standard_error": finite(self.effect_error),
            "effect_z": finite(self.effect_z),
        }

    def at(self, place: int) -> float:
        """The mean at a place in the unit, counted from 1, over the units that came so far."""
        return float(Fraction(self.won[place - 1], self.reached[place - 1] * self.scale))


def squares(reached: tuple[int, ...]) -> int:
    """The sum of N² over units, by how many have a first round, a second, and so on."""
    return sum((2 * place + 1) * units for place, units in enumerate(reached))


def shown(number: float, places: int = 4) -> str:
    return share(Fraction(number), places) if isfinite(number) else "–"


def apart(off: float, error: float) -> float:
    """How many standard errors something lies from nothing; not a number where no error is known."""
    if error == inf:
        return nan
    return off / error if error else (0.0 if not off else inf)


@dataclass(frozen=True, repr=False)
class ShoeSimulation(SimulationResult):
    """Shoes or sittings that were played."""

    schema = "croupier.simulation.shoes/1"
    trial: ShoeTrial

    @property
    def unit(self) -> str:
        """What rounds depend on each other in: a shoe or a sitting."""
        return self.trial.unit

    @cached_property
    def cut_off(self) -> int:
        """How many rounds the last unit had where it was cut off; 0 where all are whole."""
        return 0 if self.run.cut_off is None else self.trial.rounds_in(self.run.cut_off)

    @cached_property
    def tally(self) -> Tally:
        """What all units add up to, the last one included where it was cut off."""
        whole, last = self.run.progress.tally, self.run.cut_off
        return whole if last is None else tuple(a + b for a, b in zip(whole, last.tally, strict=True))

    @property
    def units(self) -> int:
        """How many units there were, the last one included where it was cut off."""
        return self.run.progress.units + bool(self.cut_off)

    @cached_property
    def places(self) -> tuple[Tally, ...]:
        """For each place that was reached, how many units had a round there, and what each wager won in it."""
        cells, width = self.trial.cells, 1 + len(self.trial.wagers)
        every = (self.tally[at : at + width] for at in range(cells.at_places, cells.moments, width))
        return tuple(place for place in every if place[0])

    @cached_property
    def reached(self) -> tuple[int, ...]:
        """For each place in a unit, how many units had a round there."""
        return tuple(place[0] for place in self.places)

    @cached_property
    def wagers(self) -> Mapping[str, Spread]:
        trial, found = self.trial, {}
        for number, wager in enumerate(trial.wagers):
            cell = trial.cells.moments + MOMENTS * number
            found[wager] = Spread(
                exact=trial.fresh.exact.wagers[wager] if trial.fresh.is_counted else None,
                scale=trial.scale,
                reached=self.reached,
                common=trial.common,
                won=tuple(place[1 + number] for place in self.places),
                moments=self.tally[cell : cell + MOMENTS],
            )
        return found

    @cached_property
    def seen(self) -> Played:
        """The rounds, by what was decided and what came out."""
        return self.trial.fresh.played(Progress(self.units, self.tally[: self.trial.cells.joints]))

    @property
    def rounds(self) -> int:
        return sum(self.reached)

    @cached_property
    def analysis(self) -> Analysis:
        """The rounds played, analysed as all deals would be: outcome tables, shares, average wagers."""
        return Analysis(self.seen, self.trial.fresh.strategy)

    @cached_property
    def lengths(self) -> dict[int, int]:
        """How many whole units had how many rounds."""
        ends = (before - after for before, after in pairwise((*self.reached, 0)))
        every = ((rounds, units - (rounds == self.cut_off)) for rounds, units in enumerate(ends, 1))
        return {rounds: units for rounds, units in every if units}

    @property
    def whole(self) -> int:
        """How many units were played to their end."""
        return self.units - bool(self.cut_off)

    @property
    def rounds_per_unit(self) -> float:
        """The mean number of rounds in a whole unit."""
        return (self.rounds - self.cut_off) / self.whole if self.whole else 0.0

    @property
    def summary(self) -> str:
        return f"{self.rounds:,} rounds in {self.units:,} {self.unit}s"

    def data(self) -> dict[str, object]:
        return {
            **self.shared_data,
            "strategy": self.trial.fresh.strategy,
            "removed": list(card_names(self.conditions.removed)),
            "dealing": self.trial.how,
            f"{self.unit}s": self.units,
            f"last_{self.unit}_cut_off_after": self.cut_off or None,
            "rounds": self.rounds,
            f"rounds_per_{self.unit}": {
                "mean": self.rounds_per_unit,
                "counts": {str(rounds): units for rounds, units in self.lengths.items()},
            },
            "rounds_per_second": self.rounds_per_second,
            "counted": self.is_counted,
            "false_alarm_rate": ALARM,
            "power": POWER,
            "wagers": {
                id_: {**spread.data(), "detectable_error": finite(spread.detectable(len(self.wagers)))}
                for id_, spread in self.wagers.items()
            },
            "chi_square": None,
            "p_value": None,
        }

    def charts(self) -> dict[str, Chart]:
        """What the dealing adds to the mean of each wager, and how long units are."""
        column = "effect of the dealing (% of the wager before the deal)"
        told = [
            (self.analysis.wagers[id_].label, percent(each.effect), percent(Z_99 * each.effect_error))
            for id_, each in self.wagers.items()
            if isfinite(each.effect)
        ]
        of, charts = f"{self.drawn_from}; {self.units:,} {self.unit}s", {}
        if told:
            words = f"In {self.units:,} {self.unit}s, the dealing adds to the mean: {apart_words(told, column)}."
            charts["effects"] = means_chart("What the dealing adds to each wager", column, told, words, of)
        if self.lengths:
            charts["lengths"] = lengths_chart(f"Rounds in a {self.unit}", self.unit, self.lengths, of)
        return charts

    def to_rows(self) -> list[Row]:
        of: dict[str, object] = {"game": self.conditions.game, "strategy": self.trial.fresh.strategy}
        of |= {"seed": self.conditions.seed, "dealing": self.trial.how, "units": self.units, "rounds": self.rounds}
        return [{**of, "wager": id_, **spread.data()} for id_, spread in self.wagers.items()]

    @property
    def sheet(self) -> Sheet:
        lengths = self.lengths
        spread = f"{min(lengths)} to {max(lengths)}" if len(lengths) > 1 else "always"
        cut = f", the last cut off after {self.cut_off:,} rounds" if self.cut_off else ""
        return Sheet(
            f"{self.trial.model.id}: {self.trial.how}",
            facts=(
                (f"{self.unit}s", f"{self.units:,}{cut}"),
                (
                    "rounds",
                    f"{self.rounds:,} in {self.seconds:,.1f} s, {self.rounds_per_second / 1e6:,.1f} million a second",
                ),
                (f"rounds in a {self.unit}", f"{self.rounds_per_unit:,.2f} ({spread})" if lengths else "no whole one"),
            ),
            words=1,
            heads=("wager", "mean", "± error", "exact", "z", "effect", "± error", "z"),
            rows=tuple(
                (
                    id_,
                    shown(one.mean),
                    shown(one.standard_error),
                    NOT_COUNTED if one.exact is None else shown(one.expected),
                    signed(finite(one.z)),
                    shown(one.effect, 5),
                    shown(one.effect_error, 5),
                    signed(finite(one.effect_z)),
                )
                for id_, one in self.wagers.items()
            ),
            parts=self.cut_short,
            note=f"{NOTE.format(unit=self.unit)} {self.missed}",
        )

    @property
    def is_counted(self) -> bool:
        """Whether there are exact figures to compare with."""
        return all(spread.exact is not None for spread in self.wagers.values())

    @property
    def missed(self) -> str:
        """Wager by wager the difference from fresh cards that these units could have missed."""
        if not self.is_counted:
            return UNCOUNTED
        least = {id_: spread.detectable(len(self.wagers)) for id_, spread in self.wagers.items()}
        found = missed(f"{self.unit}s", "a mean that differs from fresh cards", least)
        return found or f"Not tested: the spread of a single {self.unit} is unknown."
