"""The exact engine: every figure as a fraction, every strategy proved."""

from croupier.exact.advice import Advice, advise
from croupier.exact.api import analyze, model_of, solver_of
from croupier.exact.calls import Call, Riding, calls, closest, departures, riding, ties
from croupier.exact.count import Counts, count
from croupier.exact.design import Design, Table, design
from croupier.exact.readings import Reading, Readings, readings
from croupier.exact.report import Analysis, Distribution, OutcomeRow, WagerReport
from croupier.exact.session import Session, session
from croupier.exact.solve import Played, Solved, Solver
from croupier.exact.strategy import Cut, Simple, simple

__all__ = [
    "Advice",
    "Analysis",
    "Call",
    "Counts",
    "Cut",
    "Design",
    "Distribution",
    "OutcomeRow",
    "Played",
    "Reading",
    "Readings",
    "Riding",
    "Session",
    "Simple",
    "Solved",
    "Solver",
    "Table",
    "WagerReport",
    "advise",
    "analyze",
    "calls",
    "closest",
    "count",
    "departures",
    "design",
    "model_of",
    "readings",
    "riding",
    "session",
    "simple",
    "solver_of",
    "ties",
]
