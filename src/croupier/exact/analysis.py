"""A game analysed, under any house rules, from any cards, by any strategy: what a mathematician asks first."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from croupier.chart import Chart
from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.count import Counts
from croupier.exact.counter import Plan
from croupier.exact.decision_values import Call, calls, calls_sheet, ties
from croupier.exact.exposure import Exposure, exposure
from croupier.exact.solve import (
    TIES,
    Played,
    Solver,
    Stakes,
    base_wagers,
    check_counted,
    checked_mix,
    model_of,
    solver_of,
)
from croupier.exact.strategy import check_strategy, plans_by
from croupier.exact.wager_charts import edges_chart
from croupier.exact.wager_report import Distribution, WagerReport, WagerReports, mixed, report
from croupier.figures import share
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model
from croupier.sheet import Sheet


@dataclass(frozen=True, repr=False)
class Analysis(Result):
    """A game analysed: its wagers' figures under one strategy.

    >>> import croupier
    >>> analysis = croupier.game("monte").analyze()
    >>> analysis
    <Analysis of Casino Monte: house edge initial 4.1683%, full_monte 6.0169%>
    >>> f"{float(analysis.covariance('initial', 'full_monte')):.6f}"
    '0.367747'
    >>> f"{analysis.distribution({'initial': 10, 'full_monte': 5}).standard_deviation:.2f}"
    '27.50'
    """

    schema: ClassVar[str] = "croupier.analysis/1"

    played: Played
    strategy: str
    rules: Mapping[str, object] | None = None
    """A strategy of one's own, as it was given."""
    stakes: Stakes | None = None
    """The wagers that the optimum is for, where somebody says so."""
    strategy_file: str = ""
    """Where a strategy of one's own was read from."""
    decisions: bool = False
    """Whether every decision is told too."""
    only: tuple[str, ...] = ()
    """The wagers that are reported; all of them where none is named."""

    @cached_property
    def conditions(self) -> Conditions:  # type: ignore[override]  # worked out when first asked for
        """What every figure presumes."""
        known = self.rules is not None or self.strategy in ("optimal", "simple", "none")
        strategy = None if self.strategy == "none" else self.strategy if self.rules is None else self.rules
        stakes = tuple(f"{id_}={units}" for id_, units in (self.stakes or {}).items())
        of = self.played.solver.conditions
        return of.asked(
            "analyze" if known else "",
            strategy=strategy,
            strategy_file=self.strategy_file,
            options={"--wager": self.only, "--stake": stakes, "--decisions": self.decisions},
        )

    @property
    def summary(self) -> str:
        return "house edge " + ", ".join(f"{id_} {share(report.house_edge)}" for id_, report in self.wagers.items())

    @cached_property
    def calls(self) -> list[Call]:
        """Every decision after every way that the earlier ones may go, with the value of each option."""
        return calls(self.played.solver, stakes=self.stakes)

    def data(self) -> dict[str, object]:
        sights, met = self.ties
        counts = self.played.solver.counts
        several = len(self.model.decisions) > 1
        every = {"decisions": [call.data(several=several) for call in self.calls]} if self.decisions else {}
        return {
            "game": self.conditions.game,
            "house": dict(self.conditions.house),
            "strategy": self.strategy,
            "ties": {"sights": sights, "share": figure(met), "taken": TIES},
            "deals": counts.total,
            "classes": counts.classes or None,
            "wagers": {id_: report.data() for id_, report in self.wagers.items()},
            "covariance": [
                {"wagers": list(pair), **figure(covariance)} for pair, covariance in self.every_covariance.items()
            ],
            "exposure": None if self.exposure is None else self.exposure.data(),
            **every,
        }

    def to_rows(self) -> list[Row]:
        return [row for report in self.wagers.values() for row in report.to_rows()]

    def charts(self) -> dict[str, Chart]:
        """The house edges side by side, then every wager's own charts."""
        edges = edges_chart({each.label: each.house_edge for each in self.wagers.values()}, self.drawn_from)
        own = {f"{name}_{id_}": chart for id_, each in self.wagers.items() for name, chart in each.charts().items()}
        return {"edges": edges, **own} if len(self.wagers) > 1 else {**own, "edges": edges}

    @cached_property
    def ties(self) -> tuple[int, Fraction]:
        """At how many decisions of the optimum options are worth the same, and the share of deals that meet one."""
        return ties(self.played.solver, self.stakes) if self.strategy == "optimal" else (0, Fraction(0))

    @cached_property
    def exposure(self) -> Exposure | None:
        """What the bank can lose in one round at the table's limits; a model alone has no table."""
        solver = self.played.solver
        return None if solver.book is None else exposure(solver, solver.book)

    @property
    def model(self) -> Model:
        return self.played.solver.model

    @property
    def book(self) -> Rulebook | None:
        """The rulebook; None where a model stands alone."""
        return self.played.solver.book

    @cached_property
    def wagers(self) -> WagerReports:
        """The report of each wager that is placed before the deal."""
        return WagerReports(
            (wager.id, replace(report(self.played, wager), conditions=self.conditions))
            for wager in base_wagers(self.model)
            if not self.only or wager.id in self.only
        )

    def __getitem__(self, wager: str) -> WagerReport:
        """The report of one wager, however its name is spelled.

        >>> import croupier
        >>> croupier.game("tcp").analyze()["Pair Plus"].house_edge
        Fraction(242, 5525)
        """
        return self.wagers[wager]

    def distribution(self, stakes: Stakes) -> Distribution:
        """The exact distribution of the result of a mix of wagers."""
        return mixed(self.played, stakes)

    def covariance(self, one: str, other: str) -> Fraction:
        """The exact covariance of two wagers' results, a unit on each."""
        both = self.distribution({one: 1, other: 1}) if one != other else self.distribution({one: 2})
        apart = self.distribution({one: 1}).variance + self.distribution({other: 1}).variance
        return (both.variance - apart) / 2

    @property
    def sheet(self) -> Sheet:
        parts = [*(report.sheet for report in self.wagers.values()), *self.together()]
        decided = not self.only or any(report.includes for report in self.wagers.values())
        parts += [Sheet("", text=line) for line in self.tied() if decided]
        parts.append(Sheet("", note=merged_words(self.played.solver.counts)))
        if self.decisions and self.calls:
            parts.append(calls_sheet("Every decision", self.calls))
        asked = self.played.solver.conditions.asked("strategy").command
        if self.model.decisions and asked and decided:
            parts.append(Sheet("", note=f"`{asked}` shows the best strategy"))
        return Sheet("", parts=tuple(parts))

    def together(self) -> Iterator[Sheet]:
        """What concerns several wagers: how their results depend on each other, and what the bank can lose."""
        if len(self.wagers) > 1:
            yield self.covariances
        if self.exposure is not None and not self.only:
            yield self.exposure.sheet

    @property
    def covariances(self) -> Sheet:
        """The covariance and the correlation of every two wagers."""
        spread = {id_: report.distribution.standard_deviation for id_, report in self.wagers.items()}
        return Sheet(
            "Covariance of two wagers, a unit on each",
            heads=("wagers", "covariance", "correlation"),
            rows=tuple(
                (
                    f"{one}, {other}",
                    f"{float(covariance):+.6f}",
                    f"{float(covariance) / (spread[one] * spread[other]):+.6f}" if spread[one] * spread[other] else "–",
                )
                for (one, other), covariance in self.every_covariance.items()
            ),
            words=1,
        )

    @cached_property
    def every_covariance(self) -> dict[tuple[str, str], Fraction]:
        """The covariance of every two wagers, in one walk through what was played."""
        solver, total = self.played.solver, self.played.total
        products = dict.fromkeys(combinations(self.wagers, 2), Fraction(0))
        by_plan: dict[Plan, list[tuple[int, int]]] = {}
        for (plan, joint), count in self.played.table.items():
            by_plan.setdefault(plan, []).append((joint, count))
        for plan, deals in by_plan.items():
            won = {id_: solver.payoffs(plan, {id_: 1}) for id_ in self.wagers}
            for one, other in products:
                (ours, our_scale), (theirs, their_scale) = won[one], won[other]
                summed = sum(int(ours[joint]) * int(theirs[joint]) * count for joint, count in deals)
                products[one, other] += Fraction(summed, our_scale * their_scale)
        mean = {id_: report.distribution.mean for id_, report in self.wagers.items()}
        return {(one, other): each / total - mean[one] * mean[other] for (one, other), each in products.items()}

    def tied(self) -> Iterator[str]:
        """How often two options are worth the same, and which is taken."""
        found, met = self.ties
        if found:
            where = f"{found:,} {'sight' if found == 1 else 'sights'}, {share(met)} of deals"
            yield (
                f"At {where}, two options are worth exactly the same. The strategy takes {TIES}. The house edge "
                "does not depend on this; the average wager, the element of risk and the variance do."
            )


def merged_words(counts: Counts) -> str:
    """How many deals there are, and as how many they were counted."""
    if counts.classes in (0, counts.total):
        return f"{counts.total:,} deals counted"
    return f"{counts.total:,} deals counted as {counts.classes:,} classes of deals that the rules cannot tell apart"


def analyze(
    game: str | Game | Model | Rulebook | Solver,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    executor: Executor | None = None,
    device: str = "cpu",
    strategy_file: str = "",
    decisions: bool = False,
    only: tuple[str, ...] = (),
) -> Analysis:
    """Analyse a game, or a count of it: every figure of every wager, exactly.

    The strategy is `optimal`, `simple`, or one's own as read from a strategy file. Stakes say which wagers the optimum
    is for, where more than the base wager rides on a decision.
    """
    if isinstance(game, Solver):
        if house or tuple(removed):
            raise Refused(f"{game.model.id} is counted already; other house rules or cards need another count")
        check_counted(game)
    model = game.model if isinstance(game, Solver) else model_of(game, house)
    check_strategy(model, strategy)
    if stakes:
        checked_mix(model, stakes)
    if isinstance(game, Solver):
        solver = game
    else:
        solver = solver_of(game, house=house, removed=removed, executor=executor, device=device)
    named, plans = plans_by(solver, strategy, stakes)
    rules = None if isinstance(strategy, str) else strategy
    return Analysis(solver.play(plans), named, rules, stakes, strategy_file, decisions, only)
