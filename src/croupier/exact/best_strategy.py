"""The strategy of a game: the best one, the best that a person can remember, and what that costs."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from croupier.chart import Chart
from croupier.conditions import Conditions
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.decision_values import Call, Riding, calls, calls_sheet, closest, departures, riding
from croupier.exact.solve import TIES, Solver, rests_on, usual_stakes
from croupier.exact.strategy import Cut, Simple, simple
from croupier.exact.strategy_charts import cost_chart, strategy_charts
from croupier.figures import share
from croupier.result import Result, Row, figure
from croupier.sheet import Sheet

SHOWN: Final = 10
"""So many departures and close calls are listed."""
WHOLE_MAX: Final = 60
"""So many decisions are shown whole."""
NO_TIES: Final = "No two options are ever equally good."


@dataclass(frozen=True, repr=False)
class Strategy(Result):
    """How a game is best decided, and how nearly so by a short table.

    >>> import croupier
    >>> croupier.game("monte").strategy()
    <Strategy of Casino Monte: house edge of initial 4.1683% at best, 4.1683% with 2 lines to remember>
    """

    schema: ClassVar[str] = "croupier.strategy/1"
    solver: Solver
    simple: Simple
    """The best table of one cut for each thing that is seen."""
    departures: tuple[Call, ...]
    """Where the optimum departs from that table, dearest first."""
    closest: tuple[Call, ...]
    """The decisions that matter least."""
    riding: tuple[Riding, ...]
    """Whether wagers that depend on decisions of others would change them."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def cost(self) -> Fraction:
        """What the simple strategy loses per initial unit against the best."""
        return self.simple.cost

    @property
    def table(self) -> tuple[Cut, ...]:
        """The simple strategy, line by line."""
        return self.simple.cuts

    @cached_property
    def every(self) -> list[Call]:
        """Every decision after every way that the earlier ones may go."""
        return calls(self.solver)

    @cached_property
    def best(self) -> Analysis:
        """The game analysed under the best strategy."""
        return analyze(self.solver)

    @property
    def base(self) -> str:
        """The wager that the first decision rests on."""
        model = self.solver.model
        return rests_on(model, model.decisions[0]) or next(iter(usual_stakes(model)))

    @cached_property
    def edges(self) -> tuple[Fraction, Fraction]:
        """The house edge of the base wager under the best strategy and under the simple one."""
        easily = Analysis(self.solver.play(self.simple.plan_of_row), "simple")
        return self.best.wagers[self.base].house_edge, easily.wagers[self.base].house_edge

    @property
    def summary(self) -> str:
        best, easily = (share(edge) for edge in self.edges)
        return f"house edge of {self.base} {best} at best, {easily} with {len(self.table)} lines to remember"

    def data(self) -> dict[str, object]:
        """All of it; which decision is meant is told where there are several."""
        optimal, easily = self.edges
        decisions = [decision.id for decision in self.solver.model.decisions]
        several = len(decisions) > 1
        return {
            "game": self.solver.model.id,
            "decision": decisions[0],
            **({"decisions": decisions} if several else {}),
            "optimal_edge": figure(optimal),
            "simple_edge": figure(easily),
            **({"jointly": self.simple.jointly} if several else {}),
            "simple": [cut.data(several=several) for cut in self.table],
            "departures": [call.data(several=several) for call in self.departures[:SHOWN]],
            "closest": [call.data(several=several) for call in self.closest],
            "ties": self.best.ties[0],
            "taken": TIES,
            "riding": [
                {"wager": each.wager, "changed": each.changed, "whatever_its_size": each.agrees} for each in self.riding
            ],
        }

    def to_rows(self) -> list[Row]:
        """A row for each line of the simple strategy; what is not said of a line is empty."""
        rows = [
            {"decision": cut.decision, **dict(cut.decided), **dict(cut.group), **cut.data(several=False)}
            for cut in self.table
        ]
        columns = dict.fromkeys(name for row in rows for name in row)
        return [{name: row.get(name) for name in columns} for row in rows]

    def charts(self) -> dict[str, Chart]:
        """What is best at each sight and what it is worth, for each decision; what a simple strategy costs."""
        edges = zip(("best", "simple"), self.edges, strict=True)
        label = next(wager.label for wager in self.solver.model.wagers if wager.id == self.base)
        return {
            **dict(strategy_charts(self.solver, self.drawn_from)),
            "edges": cost_chart(label, edges, self.drawn_from),
        }

    @property
    def sheet(self) -> Sheet:
        best, easily = (share(edge, 6) for edge in self.edges)
        parts = [
            self.simple.sheet,
            Sheet("", text=f"House edge of the {self.base} wager: optimal {best}, this {easily}."),
        ]
        if self.departures:
            parts.append(Sheet("", text=self.departing()))
            parts.append(calls_sheet("Where the optimum departs", self.departures[:SHOWN]))
        parts.append(calls_sheet("The closest calls", self.closest))
        if sum(values[..., 0].size for values in self.solver.solved().values) <= WHOLE_MAX:
            parts.append(calls_sheet("Every decision", self.every))
        said = [*tied(self.best), *others(self.solver, self.riding)]
        return Sheet("", parts=(*parts, *(Sheet("", text=line) for line in said)))

    def departing(self) -> str:
        """How often the optimum is not as simple as that."""
        decisions = self.solver.model.decisions
        parts = []
        for decision, seen in zip(decisions, self.solver.solved().deals, strict=True):
            mine = [call for call in self.departures if call.decision == decision.id]
            deals = sum(call.deals for call in mine) / self.solver.counts.total
            if mine:
                where = f" of {decision.id}" if len(decisions) > 1 else ""
                parts.append(f"at {len(mine):,} of {len(seen):,} sights{where}, {deals:.4%} of deals")
        return (
            f"The true optimum departs from this table: {', and '.join(parts)}, it goes by more, such as the cards "
            "that a hand takes out of the deck. Those that cost most:"
        )


def tied(best: Analysis) -> tuple[str, ...]:
    """How often two options are worth the same, and which is taken."""
    return tuple(best.tied()) or (NO_TIES,)


def others(solver: Solver, found: Iterable[Riding]) -> Iterator[str]:
    """What the other wagers do to the decisions, with the rulings that ask it."""
    rulings = [ruling.id for ruling in solver.book.game.rulings] if solver.book else []
    for each in found:
        rule = next(known.outcome.function for known in solver.model.wagers if known.id == each.wager)
        cited = [id_ for id_ in rulings if re.search(rf"\b{id_}\b", rule.__doc__ or "")]
        yield f"{each} ({', '.join(cited)})" if cited else str(each)


def strategy_of(solver: Solver) -> Strategy:
    """Work out the best strategy of a game that was counted, and the best simple one."""
    easy = simple(solver)
    return Strategy(
        solver,
        easy,
        tuple(departures(solver, easy)),
        tuple(closest(solver, SHOWN)),
        riding(solver),
        solver.conditions.asked("strategy"),
    )
