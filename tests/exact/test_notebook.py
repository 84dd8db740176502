"""What a rule reads may change while a process runs, as in a notebook: the answer is then counted and compiled anew."""

from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.analysis import analyze
from croupier.odds import EVEN, LOST
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager

LINES = (Line(0, "lose", "Lose", LOST), Line(1, "win", "Win", EVEN))
CELL = """
@rule
def height(card: int) -> int:
    return (card >> 2) + LEAST

@rule
def outcome(card: int) -> int:
    return int(height(card) + TABLE[card >> 2] + ARRAY[card >> 2] + values.bonus >= 13)
"""
CHANGES = {
    "a number": "LEAST = 6",
    "a table": "TABLE = (0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0)",
    "an array": "ARRAY[:] = 2",
    "a module's number": "values.bonus = 3",
    "a callee": "@rule\ndef height(card: int) -> int:\n    return 12 - (card >> 2)",
}


@dataclass
class Notebook:
    """Names that cells share, as a notebook's cells do."""

    names: dict[str, object]

    def cell(self, text: str) -> None:
        exec(text, self.names)  # noqa: S102  # a cell

    def edge(self) -> Fraction:
        outcome = self.names["outcome"]
        assert callable(outcome)
        wager = Wager("bet", "Bet", Rule(outcome, ("card",)), LINES)
        return analyze(Model("notebook", 1, (Drawn("card", Draw.SET, 1),), (wager,))).wagers["bet"].house_edge

    def wanted(self) -> Fraction:
        outcome = self.names["outcome"]
        assert callable(outcome)
        return Fraction(sum(1 - 2 * outcome(card) for card in range(52)), 52)


@pytest.fixture
def notebook() -> Notebook:
    values = ModuleType("values")
    values.bonus = 0  # type: ignore[attr-defined]  # a module of a notebook's own
    names = {"rule": rule, "LEAST": 3, "TABLE": (0,) * 13, "ARRAY": np.zeros(13, dtype=np.int64), "values": values}
    made = Notebook({"__name__": "notebook", **names})
    made.cell(CELL)
    assert made.edge() == made.wanted()
    return made


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_rule_reads_may_change(notebook: Notebook, change: str) -> None:
    before = notebook.edge()
    notebook.cell(change)
    assert notebook.edge() == notebook.wanted() != before


def test_a_function_that_is_no_rule_is_named() -> None:
    notebook = Notebook({"__name__": "notebook", "rule": rule})
    notebook.cell("def plain(card): return card & 1\n@rule\ndef outcome(card: int) -> int: return plain(card)")
    with pytest.raises(Refused, match="plain, which is not a rule; mark it with @rule"):
        notebook.edge()
