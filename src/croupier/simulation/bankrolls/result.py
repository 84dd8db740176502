"""What bankrolls came to: the bands in which most paths run, and how many are ruined."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from croupier.chart import Chart, percent, said
from croupier.exact.session import QUANTILES, bankroll_text
from croupier.figures import share
from croupier.result import Row
from croupier.sheet import Sheet, amount
from croupier.simulation.bankrolls.kernel import BINS, FACTS
from croupier.simulation.bankrolls.trial import Paths
from croupier.simulation.charts import BANKROLL, bands_chart, chances_chart
from croupier.simulation.result import SimulationResult


@dataclass(frozen=True)
class Mark:
    """All paths after some round."""

    round: int
    paths: int
    bankroll: Fraction
    low: int
    width: int
    most: int
    """What a path can have won by then, in grains."""
    grain: Fraction
    tally: tuple[int, ...]

    @property
    def ruined(self) -> Fraction:
        """The share of paths that cannot place their next wagers."""
        return Fraction(self.tally[BINS], self.paths)

    @property
    def ahead(self) -> Fraction:
        """The share of paths that have more than they brought."""
        return Fraction(self.tally[BINS + 1], self.paths)

    @property
    def level(self) -> Fraction:
        """The share of paths that have what they brought."""
        return Fraction(self.tally[BINS + 2], self.paths)

    @property
    def mean(self) -> Fraction:
        return self.bankroll + Fraction(self.tally[BINS + 3], self.paths) * self.grain

    @property
    def resolution(self) -> Fraction:
        """How far apart the steps of the histogram are."""
        return self.width * self.grain

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many paths are in a step or below it."""
        return tuple(accumulate(self.tally[:BINS]))

    def quantile(self, part: Fraction | float) -> Fraction:
        """A bankroll that so many of the paths do not exceed: the upper end of a step of the histogram.

        It lies less than a resolution above the least such bankroll; the last step ends with the most there can be.
        """
        step = bisect_left(self.counts, Fraction(part) * self.paths)
        end = min(self.low + (step + 1) * self.width - 1, self.most) if step < BINS - 1 else self.most
        return self.bankroll + end * self.grain

    def results(self) -> dict[Fraction, int]:
        """How many paths came to each result, or to the step of the histogram that begins with it."""
        return {(self.low + n * self.width) * self.grain: count for n, count in enumerate(self.tally[:BINS]) if count}


@dataclass(frozen=True, repr=False)
class Bankrolls(SimulationResult):
    """Paths that were played: quantiles of their bankrolls, round by round."""

    schema = "croupier.simulation.bankrolls/1"
    trial: Paths

    @property
    def paths(self) -> int:
        return self.run.progress.units

    @property
    def rounds(self) -> int:
        return self.paths * self.trial.rounds

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The paths after some rounds, evenly apart, the last one among them."""
        size = BINS + FACTS
        return tuple(
            Mark(
                round=number,
                paths=self.paths,
                bankroll=self.trial.bankroll,
                low=low,
                width=width,
                most=number * int(self.trial.best / self.trial.grain),
                grain=self.trial.grain,
                tally=self.run.progress.tally[at : at + size],
            )
            for number, (low, width), at in zip(
                self.trial.marks, self.trial.steps, range(0, self.trial.cells, size), strict=True
            )
        )

    @property
    def last(self) -> Mark:
        """The paths at their end."""
        return self.marks[-1]

    def data(self) -> dict[str, object]:
        """All of it, for machines; amounts are in the unit of the stakes."""
        return {
            **self.shared_data,
            "strategy": self.trial.fresh.strategy,
            "stakes": {id_: float(units) for id_, units in self.trial.stakes.items()},
            "bankroll": float(self.trial.bankroll),
            "needs": float(self.trial.needs),
            "needs_most": float(self.trial.needs_most),
            "rounds": self.trial.rounds,
            "paths": self.paths,
            "ruined": float(self.last.ruined),
            "ahead": float(self.last.ahead),
            "resolution": float(self.last.resolution),
            "bands": self.to_rows(),
        }

    @property
    def summary(self) -> str:
        return f"{self.paths:,} paths of {self.trial.rounds:,} rounds, {share(self.last.ruined, 2)} ruined"

    def to_rows(self) -> list[Row]:
        return [
            {
                "round": mark.round,
                **{share(part, 0): float(mark.quantile(part)) for part in QUANTILES},
                "mean": float(mark.mean),
                "ruined": float(mark.ruined),
                "ahead": float(mark.ahead),
                "resolution": float(mark.resolution),
            }
            for mark in self.marks
        ]

    def charts(self) -> dict[str, Chart]:
        """The bands in which most paths run, and how many are ahead or ruined."""
        start, last = float(self.trial.bankroll), self.last
        bands: list[tuple[int, dict[str, float]]] = [(0, {share(part, 0): start for part in QUANTILES})]
        bands += [
            (mark.round, {share(part, 0): float(mark.quantile(part)) for part in QUANTILES}) for mark in self.marks
        ]
        chances = [(0, {"ahead": Fraction(0), "ruined": Fraction(0)})]
        chances += [(mark.round, {"ahead": mark.ahead, "ruined": mark.ruined}) for mark in self.marks]
        low, middle, high = (said(float(last.quantile(Fraction(n, 100))), BANKROLL) for n in (5, 50, 95))
        words = (
            f"After {last.round:,} rounds, half of {self.paths:,} paths have {middle} or less, and nine of ten from "
            f"{low} to {high}; {said(percent(last.ruined), '(%)')} are ruined."
        )
        title = f"{self.paths:,} paths of {self.trial.rounds:,} rounds from {said(start, BANKROLL)}"
        return {
            "bands": bands_chart(f"{title}: bankrolls", bands, words, self.drawn_from),
            "chances": chances_chart(f"{title}: ahead and ruined", chances, self.drawn_from),
        }

    def chart(self, height: int = 18) -> tuple[str, ...]:
        """The bands in lines of text: a column for every mark, darker where more paths are, a line for the median."""
        columns = [[mark.quantile(part) for part in QUANTILES] for mark in self.marks]
        top = max(max(column) for column in columns)
        bottom = min(min(column) for column in columns)
        tall = (top - bottom) / height or Fraction(1)
        labels = {0: amount(Fraction(round(top))), height - 1: amount(Fraction(round(bottom)))}
        start = min(height - 1, int((top - self.trial.bankroll) / tall))
        labels.setdefault(start, amount(self.trial.bankroll))
        wide = max(map(len, labels.values()))
        lines = []
        for row in range(height):
            high, low = top - row * tall, top - (row + 1) * tall
            cells = "".join(shade(column, low, high) for column in columns)
            lines.append(f"{labels.get(row, ''):>{wide}} ┤{cells}".rstrip())
        last = f"{self.trial.rounds:,}"
        return (*lines, " " * wide + " └" + "─" * len(columns), " " * (wide + 2) + last.rjust(len(columns)))

    @property
    def sheet(self) -> Sheet:
        trial, last = self.trial, self.last
        staked = ", ".join(f"{amount(Fraction(units))} on {id_}" for id_, units in trial.stakes.items() if units)
        return Sheet(
            f"{trial.fresh.model.id}: {self.paths:,} paths of {trial.rounds:,} rounds, {staked} each round",
            facts=(
                ("bankroll", bankroll_text(trial.bankroll, [level.needs for level in trial.levels])),
                ("ruined", share(last.ruined, 2)),
                (
                    "ahead / level / behind",
                    " / ".join(share(p, 2) for p in (last.ahead, last.level, 1 - last.ahead - last.level)),
                ),
                *((f"{share(part, 0)} end at or below", amount(last.quantile(part))) for part in QUANTILES),
            ),
            drawing=("", *self.chart()),
            parts=self.cut_short,
            note="░ 1% to 99% of paths, ▒ 5% to 95%, ▓ 25% to 75%, ━ the median; a ruined path cannot place its next "
            "wagers and stays where it is. "
            f"What paths end at is told in steps of {amount(last.resolution)}, by the upper end of a step.",
        )


def shade(column: list[Fraction], low: Fraction, high: Fraction) -> str:
    """The sign for a stretch of amounts in a column of quantiles: 1, 5, 25, 50, 75, 95 and 99%."""
    if low < column[3] <= high:
        return "━"
    for inner, sign in ((2, "▓"), (1, "▒"), (0, "░")):
        if column[inner] <= high and column[-1 - inner] > low:
            return sign
    return " "
