"""A session: what many rounds of a game come to, for somebody who brings so much money.

Every round the same mix of wagers is placed, each dealt from fresh cards. Without a bankroll everything is paid for,
and the result is the sum of independent rounds (`croupier.exact.lattice`). With one, the rounds are those of
`croupier.exact.bankroll`: whoever cannot place the next wagers is ruined and stays where he is, and whoever cannot
afford an option takes the best that he can afford (`croupier.exact.absorption` follows them). `croupier simulate
--bankroll` plays the same process by chance.

Probabilities are *lower bounds*, kept as whole numbers of 10⁻²⁴: the true probability of any set of results lies
between the stated one and the stated one plus `error`, which is known exactly and is below 10⁻¹². Moments are exact
where nobody can be ruined; else they follow from the stated probabilities, and are off by `error` times the range of
results at most.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil, floor, sqrt
from typing import ClassVar, Final

import numpy as np

from croupier.chart import Chart, percent, said
from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact import absorption
from croupier.exact.bankroll import Level, check_brought, levels, stated_plans
from croupier.exact.kelly import Kelly, kelly
from croupier.exact.lattice import UNIT, Progress, check_room, grain_of, lattice, power
from croupier.exact.session_charts import ahead_chart, histogram_chart, ruin_chart
from croupier.exact.solve import Solver, base_wagers, check_counted, checked_mix, model_of, solver_of
from croupier.exact.strategy import check_strategy
from croupier.exact.wager_report import Distribution
from croupier.figures import share
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model
from croupier.sheet import Sheet, amount, number_of

ROUNDS_MAX: Final = 10**6
ROUNDS_PER_HOUR: Final = 60
"""One a minute, where nobody says how fast a table is."""
RESULTS_MAX: Final = 10_000
"""Data hold so many results; neighbours are taken together where there are more."""
RUIN_ROWS: Final = 8
UNDECIDED: Final = np.zeros(0, dtype=np.int64)
"""The plans of a wager of which nothing is known but its results."""

QUANTILES: Final = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))
BARS: Final = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, repr=False)
class Session(Result):
    """The result of so many rounds; probabilities are at most `error` below the truth, and never above it.

    >>> import croupier
    >>> croupier.game("monte").session(rounds=200, stake=10, bankroll=300)
    <Session of Casino Monte: 200 rounds at 10 on initial: ahead 36.08%, ruined 46.35%>
    """

    schema: ClassVar[str] = "croupier.session/1"

    one: Distribution
    """The result of one round of somebody who can afford everything."""
    rounds: int
    stakes: Mapping[str, Fraction]
    """What is placed before each round, by wager; of a distribution alone, by no name."""
    bankroll: Fraction | None
    needs: tuple[Fraction, ...]
    """What a round needs at least, and from where on more can be afforded; the last pays for everything."""
    lowest: Fraction
    """The result of the first cell; whatever is lower rounds to nothing."""
    step: Fraction
    cells: tuple[int, ...]
    """The probability of each result from the lowest on, in units of 10⁻²⁴."""
    ruins: tuple[int, ...]
    """The probability to be ruined by each round and not before, in the same units; none without a bankroll."""
    rounds_per_hour: Fraction
    conditions: Conditions | None
    """What made it; none of a distribution alone."""
    labels: Mapping[str, str]
    """What the wagers are called at the table; of a distribution alone, none."""

    # ── A round ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def staked(self) -> Fraction:
        """What is placed before each round."""
        return sum(self.stakes.values(), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house edge: what a round loses on average, per unit placed before it."""
        return -self.one.mean / self.staked

    @property
    def loss_per_hour(self) -> Fraction:
        """What an hour of play loses on average, as long as everything can be afforded."""
        return -self.one.mean * self.rounds_per_hour

    @property
    def n0(self) -> Fraction | None:
        """The rounds after which the expectation is as large as a standard deviation; none without expectation."""
        return self.one.variance / self.one.mean**2 if self.one.mean else None

    @cached_property
    def kelly(self) -> Kelly:
        """The stake that makes a bankroll grow fastest; nothing where there is no edge."""
        return kelly(self.one, self.staked, max(self.needs[-1], self.staked))

    # ── Moments ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def free(self) -> bool:
        """Whether nothing depends on a bankroll, so that moments are exact."""
        return self.bankroll is None or self.bankroll + self.worst >= self.needs[-1]

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        """A moment of the stated probabilities about a point."""
        offset = self.lowest - about
        weighted = sum(count * (offset + self.step * place) ** power for place, count in enumerate(self.cells) if count)
        return Fraction(weighted) / self.cumulative[-1]

    @cached_property
    def mean(self) -> Fraction:
        """The expected result."""
        return self.rounds * self.one.mean if self.free else self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the result; that of independent rounds adds up."""
        return self.rounds * self.one.variance if self.free else self.moment(2, self.mean)

    @cached_property
    def third_moment(self) -> Fraction:
        """The third moment about the mean; it adds up too."""
        return self.rounds * self.one.moment(3, self.one.mean) if self.free else self.moment(3, self.mean)

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
        """The worst that can happen to somebody who can always afford everything."""
        return self.rounds * min(self.one.deals)

    @property
    def best(self) -> Fraction:
        """The best that can happen to somebody who can always afford everything."""
        return self.rounds * max(self.one.deals)

    # ── Probabilities ────────────────────────────────────────────────────────────────────────────────────────────────

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

    def quantile(self, share: Fraction | float) -> Fraction:
        """The least result that is not exceeded with a probability of `share`, give or take `error`.

        Whatever is less is not exceeded with less than `share`; the result itself with `share − error` or more.
        """
        if not self.error < share < 1:
            raise Refused(f"there is no quantile of {share}; give a share between 0 and 1, such as 1/2")
        return self.lowest + self.step * (bisect_left(self.cumulative, (Fraction(share) - self.error) * UNIT) - 1)

    # ── Ruin ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def ruin(self) -> Fraction | None:
        """The probability that the next wagers cannot be placed, after the last round at the latest."""
        if self.bankroll is None:
            return None
        alive = ceil((self.needs[0] - self.bankroll - self.lowest) / self.step)
        return Fraction(self.cumulative[min(max(alive, 0), len(self.cells))], UNIT)

    @cached_property
    def _ruined(self) -> tuple[int, ...]:
        """The probability to be ruined by each round, from none on."""
        return tuple(accumulate(self.ruins, initial=0))

    def ruined_by(self, number: int) -> Fraction:
        """The probability to be ruined after so many rounds, at most 10⁻¹² below the truth."""
        return Fraction(self._ruined[min(number, len(self.ruins))], UNIT)

    def ruin_round(self, part: Fraction | float = Fraction(1, 2)) -> int | None:
        """The round by which this part of those who are ruined is ruined: half of them, where nothing is said."""
        if not self._ruined[-1]:
            return None
        return bisect_left(self._ruined, Fraction(part) * self._ruined[-1])

    @property
    def ruin_round_mean(self) -> Fraction | None:
        """The mean round of ruin of those who are ruined."""
        if not self._ruined[-1]:
            return None
        return Fraction(sum(number * p for number, p in enumerate(self.ruins, 1)), self._ruined[-1])

    @property
    def rounds_played(self) -> Fraction:
        """How many rounds are played on average before the end or ruin."""
        return self.rounds - Fraction(sum(self._ruined[:-1]), UNIT)

    # ── How it shows itself ──────────────────────────────────────────────────────────────────────────────────────────

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
        top = self.highest(columns, edges)
        eighths = [min(-(-count * height * 8 // top), height * 8) for count in columns]
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

    def highest(self, columns: Sequence[int], edges: Sequence[int]) -> int:
        """What the highest bar of a chart stands for: the ruined are many at few results, and do not count in it."""
        if self.bankroll is None:
            return max(columns)
        alive = ceil((self.needs[0] - self.bankroll - self.lowest) / self.step)
        return max(
            (column for column, edge in zip(columns, edges, strict=False) if edge >= alive), default=max(columns)
        )

    def charts(self) -> dict[str, Chart]:
        """How the result is distributed, who is ahead, and when ruin comes to those it comes to."""
        staked = " and ".join(
            f"${amount(units)}{f' on {self.labels[id_]}' if id_ else ''}" for id_, units in self.stakes.items()
        )
        begins, of = f"{number_of(self.rounds, 'round')} at {staked}", self.drawn_from
        shares = [("ahead", self.ahead), ("level", self.level), ("behind", self.behind)]
        low, middle, high = (self.quantile(Fraction(n, 100)) for n in (5, 50, 95))
        ruin = "" if self.ruin is None else f" {said(percent(self.ruin), '(%)')} are ruined on the way."
        charts = {
            "results": histogram_chart(
                f"{begins}: the result",
                f"Half of all sessions end at or below {said(float(middle), '($)')}, and nine of ten from "
                f"{said(float(low), '($)')} to {said(float(high), '($)')}. {said(percent(self.ahead), '(%)')} are "
                f"ahead.{ruin}",
                (self.lowest, self.step, self.cumulative),
                (self.quantile(Fraction(1, 1000)), self.quantile(Fraction(999, 1000))),
                (("5%", low), ("half", middle), ("95%", high)),
                of,
                None if self.bankroll is None else self.needs[0] - self.bankroll,
            ),
            "ahead": ahead_chart(f"{begins}: ahead, level or behind", shares, of),
        }
        if self._ruined[-1]:
            ruined = [(number, self.ruined_by(number)) for number in (0, *self.ruin_marks)]
            charts["ruin"] = ruin_chart(f"{begins}: ruined with ${amount(self.bankroll or Fraction(0))}", ruined, of)
        return charts

    @property
    def title(self) -> str:
        staked = " and ".join(
            f"{amount(units)} on {id_}" if id_ else amount(units) for id_, units in self.stakes.items()
        )
        return f"{self.rounds:,} {'rounds' if self.rounds > 1 else 'round'} at {staked}"

    @property
    def summary(self) -> str:
        ruin = "" if self.ruin is None else f", ruined {share(self.ruin, 2)}"
        return f"{self.title}: ahead {share(self.ahead, 2)}{ruin}"

    @property
    def sheet(self) -> Sheet:
        hour = f"{amount(self.rounds_per_hour)} rounds an hour"
        facts = [
            ("expected result", f"{float(self.mean):,.2f}"),
            ("expected loss an hour", f"{float(self.loss_per_hour):,.2f} at {hour}"),
            ("return to player", f"{share(1 - self.edge)} of what is placed before the deal"),
            ("standard deviation", f"{self.standard_deviation:,.2f}; {self.one.standard_deviation:,.2f} a round"),
            ("skewness", f"{self.skewness:,.4f}"),
            ("N0", self.n0_text),
            ("Kelly stake", self.kelly_text),
            ("ahead / level / behind", " / ".join(share(p, 2) for p in (self.ahead, self.level, self.behind))),
        ]
        if self.bankroll is not None:
            facts += self.ruin_facts(self.bankroll)
        facts += [(f"{share(p, 0)} end at or below", amount(self.quantile(p))) for p in QUANTILES]
        rows = self.ruin_rows
        return Sheet(
            self.title,
            tuple(facts),
            heads=("after round", "ruined") if rows else (),
            rows=tuple((f"{number:,}", share(ruined)) for number, ruined in rows),
            drawing=("", *self.chart()),
            note=f"Probabilities are right to {float(self.error):.0e} before rounding; {self.moments_text}",
        )

    @property
    def moments_text(self) -> str:
        """How moments are to be read, and the chart."""
        if self.free:
            return "moments are exact."
        return "bars of the ruined are cut. N0, Kelly and the loss an hour presume that everything can be afforded."

    @property
    def n0_text(self) -> str:
        if self.n0 is None:
            return "none: the expected result is 0"
        what = "loss" if self.edge > 0 else "win"
        return f"{ceil(self.n0):,} rounds until the expected {what} is one standard deviation"

    @property
    def kelly_text(self) -> str:
        best = self.kelly
        if not best.part:
            return "none: there is no edge, bet nothing"
        of = "" if self.bankroll is None else f" ({float(self.bankroll) * best.part:,.2f} of {amount(self.bankroll)})"
        return f"{best.part:.4%} of the bankroll a round{of}, which grows by {best.growth:.6%} a round"

    def ruin_facts(self, bankroll: Fraction) -> Iterator[tuple[str, str]]:
        yield "bankroll", bankroll_text(bankroll, self.needs)
        yield f"ruined with {amount(bankroll)}", share(self.ruin or Fraction(0))
        mean = self.ruin_round_mean
        if mean is not None:
            half = f"half of the ruined by round {self.ruin_round():,}"
            yield "time to ruin", f"{half}, mean {float(mean):,.1f}"
        yield "rounds played", f"{float(self.rounds_played):,.1f} on average"

    @property
    def ruin_rows(self) -> list[tuple[int, Fraction]]:
        """Some rounds and the probability to be ruined by then."""
        if not self._ruined[-1]:
            return []
        marks = sorted({-(-self.rounds * n // RUIN_ROWS) for n in range(1, RUIN_ROWS + 1)})
        return [(mark, self.ruined_by(mark)) for mark in marks]

    def data(self) -> dict[str, object]:
        """All of it; amounts are in the unit of the stakes."""
        best, of = self.kelly, self.conditions
        made = {"game": of.game, "house": dict(of.house), "strategy": of.strategy_name} if of else {}
        return {
            **made,
            "stakes": {id_: float(units) for id_, units in self.stakes.items()},
            "staked": float(self.staked),
            "rounds": self.rounds,
            "rounds_per_hour": float(self.rounds_per_hour),
            "bankroll": None if self.bankroll is None else float(self.bankroll),
            "house_edge": figure(self.edge),
            "return_to_player": figure(1 - self.edge),
            "expected_loss_per_hour": figure(self.loss_per_hour),
            "round": {"mean": figure(self.one.mean), "variance": figure(self.one.variance)},
            "n0": None if self.n0 is None else float(self.n0),
            "kelly": {"part": best.part, "growth_per_round": best.growth},
            "mean": figure(self.mean) if self.free else {"exact": None, "value": float(self.mean)},
            "standard_deviation": self.standard_deviation,
            "skewness": self.skewness,
            "ahead": float(self.ahead),
            "level": float(self.level),
            "behind": float(self.behind),
            "error": float(self.error),
            "quantiles": {str(float(q)): float(self.quantile(q)) for q in QUANTILES},
            "ruin": None if self.bankroll is None else self.ruin_data(),
            "distribution": self.distribution_data(),
        }

    def ruin_data(self) -> dict[str, object]:
        mean = self.ruin_round_mean
        return {
            "below": float(self.needs[0]),
            "levels": [float(need) for need in self.needs],
            "probability": float(self.ruin or 0),
            "rounds_played": float(self.rounds_played),
            "round_mean": None if mean is None else float(mean),
            "round_quantiles": {str(float(q)): self.ruin_round(q) for q in QUANTILES},
            "by_round": [{"round": number, "probability": float(self.ruined_by(number))} for number in self.ruin_marks],
        }

    @property
    def ruin_marks(self) -> range:
        """The rounds that data tell ruin of: all, or evenly apart where they are many."""
        apart = -(-self.rounds // RESULTS_MAX)
        return range(self.rounds - (self.rounds - 1) // apart * apart, self.rounds + 1, apart)

    def distribution_data(self) -> dict[str, object]:
        """The distribution as data: results and probabilities, neighbours together where they are too many."""
        together = -(-len(self.cells) // RESULTS_MAX)
        results, probabilities = [], []
        for place in range(0, len(self.cells), together):
            count = self.cumulative[min(place + together, len(self.cells))] - self.cumulative[place]
            if count:
                results.append(float(self.lowest + self.step * place))
                probabilities.append(count / UNIT)
        return {
            "step": figure(self.step),
            "results_together": together,
            "results": results,
            "probabilities": probabilities,
        }

    def to_rows(self) -> list[Row]:
        """A row for every result, with its probability and that of no more."""
        return [
            {
                "result": float(self.lowest + self.step * place),
                "probability": count / UNIT,
                "at_most": self.cumulative[place + 1] / UNIT,
            }
            for place, count in enumerate(self.cells)
            if count
        ]


def bankroll_text(bankroll: Fraction, needs: Sequence[Fraction]) -> str:
    """A bankroll, who is ruined, and who can afford everything."""
    everything = "" if len(needs) == 1 else f"; {amount(needs[-1])} pays for every option"
    return f"{amount(bankroll)}; ruined below {amount(needs[0])}{everything}"


Staked = int | Fraction | Mapping[str, int | Fraction]


def session(
    game: str | Game | Model | Rulebook | Solver | Distribution,
    *,
    rounds: int,
    stake: Staked = 1,
    bankroll: Fraction | int | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    house: Mapping[str, object] | None = None,
    removed: Iterable[int] = (),
    rounds_per_hour: Fraction | int = ROUNDS_PER_HOUR,
    strategy_file: str = "",
    progress: Progress = lambda _: None,
) -> Session:
    """Work out what so many rounds of a game come to, and whether a bankroll lasts.

    The stake is a number, on the first wager, or a mix, such as `{"ante": 10, "pair_plus": 5}`; the optimal strategy is
    that for the mix. A distribution of one round stands for a wager without decisions; a round of it needs as much as
    it may lose.

    >>> evening = session("casino-monte", stake={"initial": 10}, rounds=200, bankroll=300)
    >>> f"ruined {float(evening.ruin):.2%}, ahead {float(evening.ahead):.2%}"
    'ruined 46.35%, ahead 36.08%'
    """
    check_asked(rounds, rounds_per_hour)
    brought = None if bankroll is None else Fraction(bankroll)
    conditions: Conditions | None = None
    labels: dict[str, str] = {}
    if isinstance(game, Distribution):
        stakes, found = of_distribution(game, stake)
    else:
        if isinstance(game, Solver):
            check_counted(game)
        model = game.model if isinstance(game, Solver) else model_of(game, house)
        labels = {wager.id: wager.label for wager in model.wagers}
        stakes = mix_of(model, stake)
        check_brought(brought, sum(stakes.values(), Fraction(0)))
        check_strategy(model, strategy)
        solver = game if isinstance(game, Solver) else solver_of(game, house=house, removed=removed)
        found = levels(solver, stakes, stated_plans(solver, stakes, strategy))
        conditions = solver.conditions.asked(
            "session",
            strategy=strategy if model.decisions else None,
            strategy_file=strategy_file,
            options={
                "--rounds": rounds,
                "--stake": tuple(f"{id_}={dollars_text(units)}" for id_, units in stakes.items()),
                "--bankroll": None if brought is None else dollars_text(brought),
                "--rounds-per-hour": None if rounds_per_hour == ROUNDS_PER_HOUR else str(rounds_per_hour),
            },
        )
    check_brought(brought, found[0].needs)
    lowest, step, cells, ruins = followed(found, rounds, brought, progress)
    return Session(
        one=found[-1].one,
        rounds=rounds,
        stakes=stakes,
        bankroll=brought,
        needs=tuple(level.needs for level in found),
        lowest=lowest,
        step=step,
        cells=cells,
        ruins=ruins,
        rounds_per_hour=Fraction(rounds_per_hour),
        conditions=conditions,
        labels=labels,
    )


def dollars_text(units: Fraction) -> str:
    """Dollars as the command line takes them; a part of a cent stays a fraction."""
    if units.denominator == 1 or (units * 100).denominator != 1:
        return str(units)
    dollars, cents = divmod(int(units * 100), 100)
    return f"{dollars}.{cents:02d}"


def check_asked(rounds: int, rounds_per_hour: Fraction | int) -> None:
    """Refuse what no table plays."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Refused(f"{rounds:,} rounds cannot be worked out; give 1 to {ROUNDS_MAX:,}", field="rounds")
    if rounds_per_hour <= 0:
        raise Refused("the rounds per hour must be above 0", field="rounds_per_hour")


def mix_of(model: Model, stake: Staked) -> dict[str, Fraction]:
    """Stakes by wager; a number is staked on the first."""
    return checked_mix(model, stake if isinstance(stake, Mapping) else {base_wagers(model)[0].id: stake})


def of_distribution(one: Distribution, stake: Staked) -> tuple[dict[str, Fraction], tuple[Level, ...]]:
    """The stake and the only level of a wager of which nothing is known but its results."""
    if isinstance(stake, Mapping) or stake <= 0:
        raise Refused("the stake must be a number above 0", field="stake")
    deals = {result * stake: count for result, count in one.deals.items() if count}
    return {"": Fraction(stake)}, (Level(max(-min(deals), Fraction(0)), Distribution(deals, one.total), UNDECIDED),)


Followed = tuple[Fraction, Fraction, tuple[int, ...], tuple[int, ...]]
"""The lowest result, the step, the probability of each result, and that of ruin in each round."""


def followed(found: tuple[Level, ...], rounds: int, bankroll: Fraction | None, progress: Progress) -> Followed:
    """Follow somebody with a bankroll through so many rounds."""
    top = found[-1].one
    if bankroll is None:
        return summed(top, rounds, progress)
    results = [result for level in found for result, count in level.one.deals.items() if count]
    grain = grain_of(results)
    process = absorption.Process(
        levels=tuple(
            absorption.Level(
                ceil((level.needs - bankroll) / grain),
                {int(result / grain): count for result, count in level.one.deals.items() if count},
            )
            for level in found
        ),
        total=top.total,
        bottom=-floor(bankroll / grain),
        rounds=rounds,
    )
    if process.safe:
        lowest, step, cells, _ = summed(top, rounds, progress)
        return lowest, step, cells, (0,) * rounds
    process.check()
    ends = process.run(progress)
    cells = tuple(cell * UNIT // ends.whole for cell in ends.cells)
    return ends.first * grain, grain, cells, tuple(gone * UNIT // whole for gone, whole in ends.ruined)


def summed(one: Distribution, rounds: int, progress: Progress) -> Followed:
    """Add up rounds that everything can be paid for in."""
    points = lattice(one)
    check_room(one, points.step, rounds)
    many = power(points.cells, rounds, progress)
    return rounds * points.lowest + points.step * many.first, points.step, tuple(many.counts), ()
