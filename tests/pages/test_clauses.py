"""Every clause about the table and about what is done there is drawn on its page, or announced."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from croupier.games import GAMES, game
from croupier.rulebook import Kind
from tests.pages.table_story import TableStory, clauses_shown

READINGS: dict[str, tuple[Mapping[str, Any], ...]] = {
    "casino-monte": ({}, {"shuffle": "shoe"}, {"procedure": "alternate"}),
    "baccarat": ({},),
    "three-card-poker": ({}, {"first_action": "action_button"}, {"forfeits": "at_fold"}),
}
"""House rules under which other clauses come into play."""
SHOWN = (Kind.PHYSICAL, Kind.PROCEDURE)


@cache
def shown_by(of: str) -> frozenset[str]:
    """The clauses that pages of some rounds show."""
    found: set[str] = set()
    for seed, rules in enumerate(READINGS[of], 5):
        story = TableStory(of, rules, seed)
        for _ in story.moves(rounds=4):
            found |= clauses_shown(story.page(story.people[0]))
    return frozenset(found)


@pytest.mark.parametrize("of", GAMES)
def test_every_physical_clause_and_every_procedure_is_drawn_or_announced(of: str) -> None:
    wanted = {clause.id for clause in game(of).clauses if clause.kind in SHOWN}
    assert wanted
    assert sorted(wanted - shown_by(of)) == []


@pytest.mark.parametrize("of", GAMES)
def test_every_clause_that_is_shown_is_one_of_the_game(of: str) -> None:
    assert all(game(of).clause(id_) for id_ in shown_by(of))
