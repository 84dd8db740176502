"""The report model: all that documents of a game tell, each figure worked out once, when it is first asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final

from croupier.conditions import Conditions, conditions_of
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.best_strategy import Strategy, strategy_of
from croupier.exact.repeat_report import AverageReport, RepeatAnalysis, RepeatStrategy, analyze_repeat, repeat_solver
from croupier.exact.repeat_report import strategy_of_repeat as strategy_by_repeat
from croupier.exact.repeat_solver import RepeatSolver
from croupier.exact.solve import Solver, solver_of
from croupier.exact.wager_report import WagerReport
from croupier.kernel.effort import EFFORT
from croupier.report.document import Cell
from croupier.report.hold_list import HoldList, has_holds, hold_list
from croupier.report.sensitivity import Choice, choices
from croupier.rulebook import Rulebook

Tell = Callable[[float, str], None]
SEED: Final = "report"
"""Of what is played by chance, so that the same figures come again."""
NO_DATE: Final = "no date was given"
MADE_WITH: Final = "Made with"
A4: Final = "a4"


@dataclass(frozen=True)
class GameReport:
    """One game under its house rules, with every figure that its documents tell."""

    book: Rulebook
    place: str = ""
    """How the game is named at the command line."""
    edition: str = "1"
    date: str = ""
    """The date of the document as its caller gives it; no clock is read."""
    sheet: str = A4
    """The size of a printed sheet: `a4` or `letter`."""
    tell: Tell = field(default=lambda _share, _what: None, compare=False, repr=False)
    simulated: int = 0
    """So many rounds are played by chance beside the exact figures; none if 0."""
    protection: bool = False
    """Whether what card counters could win, and what a player's bank is worth, is told too."""

    @cached_property
    def conditions(self) -> Conditions:
        return conditions_of(self.book, place=self.place)

    @property
    def repeats(self) -> bool:
        """Whether a decision of the game is asked again and again; then there is a `repeat` analysis in its place."""
        return self.book.model.repeat is not None

    @cached_property
    def solver(self) -> Solver:
        """The count of all deals."""
        return solver_of(self.book, place=self.place)

    @cached_property
    def analysis(self) -> Analysis:
        """Every wager under the best strategy."""
        return analyze(self.solver)

    @cached_property
    def strategy(self) -> Strategy:
        """The best strategy, a simple one and what it costs, the closest calls."""
        return strategy_of(self.solver)

    @property
    def has_simple_strategy(self) -> bool:
        """Whether every decision says what its sight tells, so that a short table can go by it."""
        return all(decision.fields for decision in self.book.decisions)

    @property
    def is_late(self) -> bool:
        """Whether late decisions were made while the deals were counted, so that what is best is not kept."""
        return not self.repeats and bool(self.solver.counts.decided_for)

    @property
    def has_strategy_table(self) -> bool:
        """Whether the mathematics report has a table of what is best."""
        return not self.is_late and (self.repeats or self.has_simple_strategy or has_holds(self.book.model))

    @cached_property
    def holds(self) -> HoldList | None:
        """What to hold, best first, of a game in which nothing else is decided."""
        return hold_list(self.solver, self.analysis) if has_holds(self.book.model) else None

    @cached_property
    def repeat_solver(self) -> RepeatSolver:
        return repeat_solver(self.book, ())

    @cached_property
    def repeat_analysis(self) -> RepeatAnalysis:
        """The figures of a game with a repeat under the best strategy."""
        return analyze_repeat(self.book, self.repeat_solver, place=self.place)

    @cached_property
    def repeat_strategy(self) -> RepeatStrategy:
        """The best strategy of a game with a repeat."""
        return strategy_by_repeat(self.book, self.repeat_solver, place=self.place)

    @property
    def wagers(self) -> Mapping[str, WagerReport | AverageReport]:
        """The figures of every wager under the best strategy; of some repeats the averages alone are known."""
        return self.repeat_analysis.wagers if self.repeats else self.analysis.wagers

    @property
    def edges(self) -> dict[str, Fraction]:
        """The house edge of every wager."""
        return {id_: each.house_edge for id_, each in self.wagers.items()}

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What each value of each house rule would do, all others being as they are."""
        return tuple(choices(self.book))

    @property
    def software(self) -> str:
        return f"croupier {self.conditions.software}"

    def command(self, kind: str, extension: str = ".pdf") -> str:
        """The command that makes a document again."""
        options = {
            "--edition": None if self.edition == "1" else self.edition,
            "--date": self.date or None,
            "--paper": None if self.sheet == A4 else str(self.sheet),
            "--simulate": self.simulated or None,
            "--protection": self.protection,
            "--anyway": EFFORT.get().anyway,
            "-o": f"{self.book.game.id}-{kind}{extension}",
        }
        return self.conditions.asked("report", kind, options=options).command

    def facts(self, kind: str, extension: str = ".pdf") -> tuple[tuple[str, Cell], ...]:
        """What stands under the title of a document: what it is, what made it, and how it is made again."""
        made = self.conditions
        again = self.command(kind, extension)
        return (
            ("Edition", self.edition),
            ("Date", self.date or NO_DATE),
            *((("Game", f"{made.game}, version {made.version}"),) if made.version else ()),
            ("Software", self.software),
            ("Rulebook", made.digest),
            *(((MADE_WITH, again),) if again else ()),
        )
