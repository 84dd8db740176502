"""Every clause about the table and about what is done there is drawn on its page, or announced."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from croupier.games import GAMES, game
from croupier.house.telling import round_told
from croupier.rulebook import Kind
from tests.clauses import proves
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
    for seed, rules in enumerate(READINGS.get(of, ({},)), 5):
        story = TableStory(of, rules, seed)
        for _ in story.moves(rounds=4):
            found |= clauses_shown(story.page(story.people[0]))
    return frozenset(found)


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_every_physical_clause_and_every_procedure_is_drawn_or_announced(of: str) -> None:
    wanted = {clause.id for clause in game(of).clauses if clause.kind in SHOWN}
    assert wanted
    assert sorted(wanted - shown_by(of)) == []


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_every_clause_that_is_shown_is_one_of_the_game(of: str) -> None:
    assert all(game(of).clause(id_) for id_ in shown_by(of))


@proves("LM-5")
def test_a_side_bet_that_is_collected_at_once_is_announced_with_its_owners() -> None:
    story = TableStory("baccarat", seed=5)
    for _ in story.moves(rounds=4):
        said = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
        told = [each for each in said if "LM-5" in each.clauses]
        if told:
            break
    assert len(told) == 1
    assert told[0].text.startswith("You lose $1 on Lucky Monkey, Player 2 $1 on Lucky Monkey")


@proves("TCP-D7c")
def test_where_the_action_begins_is_announced_as_the_round_opens() -> None:
    story = TableStory("three-card-poker", {"first_action": "action_button"})
    for _ in story.moves(rounds=1):
        said = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
        if said:
            break
    assert said[0].text.startswith("The action button is at seat ")
    assert said[0].clauses == ("TCP-R2", "TCP-D7c", "TCP-R15")
