"""The result of a simulation of rounds: estimates beside the exact figures, and a plain verdict."""

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.cards import card_names
from croupier.chart import Chart, percent
from croupier.result import Row
from croupier.sheet import Sheet
from croupier.simulation.charts import apart_words, frequencies_chart, means_chart
from croupier.simulation.rounds.estimates import Estimates
from croupier.simulation.rounds.replay import Round, replay
from croupier.simulation.rounds.text import sheet, verdict
from croupier.simulation.statistics import ALARM, POWER, Z_99, finite


@dataclass(frozen=True, repr=False)
class Simulation(Estimates):
    """Rounds that were played, each dealt from all the cards."""

    schema = "croupier.simulation/1"

    def replay(self, first: int, last: int) -> Iterator[Round]:
        """Deal some rounds again, the last not included; a round follows from the seed and its number alone."""
        return replay(self.trial, first, last)

    @property
    def verdict(self) -> str:
        """Whether it agrees, and where it does not, in words."""
        return verdict(self)

    @property
    def sheet(self) -> Sheet:
        return sheet(self)

    @property
    def summary(self) -> str:
        main = self.main
        exact = "not counted" if main.expected is None else f"exact {main.expected:+.6f}"
        says = "agrees" if self.agrees else "disagrees" if self.disagrees else "not tested"
        return f"{self.rounds:,} rounds, {self.trial.main} {main.mean:+.6f} ± {main.half_width:.6f}, {exact}, {says}"

    @property
    def estimate(self) -> str:
        mean = float(self.trial.won(self.run.progress)[self.trial.main] / self.rounds)
        half = Z_99 * self.trial.deviation(self.run.progress) / self.rounds**0.5
        return f"{self.trial.main} {mean:+.4%} ± {half:.4%} (99%)"

    def data(self) -> dict[str, object]:
        return {
            **self.shared_data,
            "strategy": self.trial.strategy,
            "removed": list(card_names(self.conditions.removed)),
            "rounds": self.rounds,
            "rounds_per_second": self.rounds_per_second,
            "main": self.trial.main,
            "wagers": {id_: estimate.data() for id_, estimate in self.wagers.items()},
            "chi_square": finite(self.chi_square),
            "degrees_of_freedom": self.fit.freedom if self.fit else None,
            "p_value": self.p_value,
            "counted": self.trial.is_counted,
            "tested": self.is_tested,
            "agrees": self.agrees if self.is_tested else None,
            "false_alarm_rate": ALARM,
            "power": POWER,
            "verdict": self.verdict,
        }

    def charts(self) -> dict[str, Chart]:
        """The mean of each wager beside what is exact, and how often its outcomes came."""
        column = (
            "mean less exact (% of the wager before the deal)"
            if self.trial.is_counted
            else "mean (% of the wager before the deal)"
        )
        told = [
            (each.seen.label, percent(each.mean - (each.expected or 0.0)), percent(each.half_width))
            for each in self.wagers.values()
        ]
        words = f"After {self.rounds:,} rounds, {column}: {apart_words(told, column)}."
        if self.is_tested:
            words += f" That {'agrees' if self.agrees else 'does not agree'} with what is exact."
        of = f"{self.drawn_from}; {self.rounds:,} rounds"
        charts = {"means": means_chart("Means of these rounds by wager", column, told, words, of)}
        for id_, each in self.wagers.items():
            seen = [(one.outcome, one.count, one.expected or 0.0, one.z) for one in each.outcomes if one.z is not None]
            if seen:
                charts[f"frequencies_{id_}"] = frequencies_chart(each.seen.label, seen, of)
        return charts

    def to_rows(self) -> list[Row]:
        of = {"game": self.conditions.game, "strategy": self.trial.strategy, "seed": self.conditions.seed}
        return [
            {
                **of,
                "rounds": self.rounds,
                "wager": id_,
                "mean": estimate.mean,
                "standard_error": estimate.standard_error,
                "exact": estimate.expected,
                "z": estimate.z,
                **seen.data(),
            }
            for id_, estimate in self.wagers.items()
            for seen in estimate.outcomes
        ]
