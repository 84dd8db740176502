"""Sooner or later a drill asks about everything that moves money."""

import pytest

from croupier.drill import Drill
from croupier.settlement.cases import cases_of
from tests.drill.practised import PRACTISED, book_of, drill_of

CITED_BY_SETTLEMENTS = {
    "casino-monte": {"CM-7a", "CM-7b", "CM-7c", "CM-7d", "CM-FM", *(f"CM-FM{line}" for line in range(1, 7))},
    "baccarat": {"BAC-6", "BAC-7", "BAC-8", "LM-R5", "LM-1", "LM-2", "LM-3", "LM-4", "LM-5", "LM-T"},
    "three-card-poker": {
        *("TCP-W1a", "TCP-W1b", "TCP-W2a", "TCP-W2b", "TCP-W2c", "TCP-R3", "TCP-R4", "TCP-R5", "TCP-D11", "TCP-D11b"),
        *("TCP-PP", "TCP-PP4", "TCP-PP5", "TCP-PP7", "TCP-PP8", "TCP-6CB", "TCP-6CB4", "TCP-6CB5", "TCP-6CB8"),
        *("TCP-T3", "TCP-W4", "TCP-R1", "TCP-FEE1", "TCP-FEE5"),
    },
}
"""Read off the documents, so that a case that is forgotten is missed here."""


LAYOUTS_EACH = 4
"""So many layouts for each case are enough, though what was asked is repeated in between."""


def asked_about(drill: Drill, every: set[str]) -> set[str]:
    """The cases that were asked about once all were, or after so many layouts, if every answer is right."""
    met: set[str] = set()
    for _ in range(LAYOUTS_EACH * len(every)):
        for question in drill.questions(drill.next_layout()):
            drill.answer(question, question.right)
            met.add(question.case.key)
        if met >= every:
            break
    return met


@pytest.mark.parametrize("name", CITED_BY_SETTLEMENTS)
def test_no_clause_that_moves_money_is_left_out(name: str) -> None:
    assert {id_ for case in cases_of(book_of(name)) for id_ in case.clauses} >= CITED_BY_SETTLEMENTS[name]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "three-card-poker" else ()) for name in PRACTISED]
)
def test_every_case_is_asked_about_sooner_or_later(name: str) -> None:
    drill = drill_of(name)
    every = {case.key for case in cases_of(drill.book)}
    assert every - asked_about(drill, every) == drill.absent == set()
    cited = {id_ for given in drill.given for id_ in given.question.clauses}
    assert cited >= CITED_BY_SETTLEMENTS.get(name, set())


def test_what_is_never_found_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    drill = drill_of("casino-monte")
    monkeypatch.setattr("croupier.drill.drill.DEALS_EACH", 1)
    monkeypatch.setattr("croupier.drill.drill.DEALS_MAX", 1)
    for _ in range(60):
        for question in drill.questions(drill.next_layout()):
            drill.answer(question, question.right)
        if drill.absent:
            break
    assert drill.absent


def test_what_was_missed_comes_again_before_anything_new() -> None:
    drill = drill_of("casino-monte", level=1)
    question = drill.questions(drill.next_layout())[0]
    drill.answer(question, question.right + 1)
    others = 0
    while True:
        for other in drill.questions(drill.next_layout()):
            if other.case == question.case:
                assert others <= 10
                return
            drill.answer(other, other.right)
            others += 1
