"""The exact engine: every figure as a fraction, every strategy proved."""

from croupier.exact.api import Advice, Reading, advise, analyze, model_of, readings, solver_of
from croupier.exact.count import Counts, count
from croupier.exact.report import Analysis, Distribution, OutcomeRow, WagerReport
from croupier.exact.solve import Played, Solver
from croupier.exact.strategy import Cut, Simple, simple

__all__ = [
    "Advice",
    "Analysis",
    "Counts",
    "Cut",
    "Distribution",
    "OutcomeRow",
    "Played",
    "Reading",
    "Simple",
    "Solver",
    "WagerReport",
    "advise",
    "analyze",
    "count",
    "model_of",
    "readings",
    "simple",
    "solver_of",
]
