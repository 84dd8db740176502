"""Cards that are held and exchanged on a page: a box for each card, a button that draws, and no script needed."""

import re

import pytest

from croupier.cards import card_sign
from croupier.house import requests as r
from croupier.house.telling import round_seen
from croupier.pages.dock import exchange
from croupier.pages.sight import Sight
from croupier.pages.spoken import option_words
from croupier.table import events as e
from croupier.web.problem import Problem
from croupier.web.table_pages import choose, sight_of
from examples.games.jacks_or_better import HOLD, JACKS_OR_BETTER
from tests.pages.table_story import TableStory


def asked() -> TableStory:
    """A table whose only player is asked which cards to hold."""
    story = TableStory(JACKS_OR_BETTER, seed=4, people=1)
    for _ in story.moves(rounds=1):
        if sight_of(story.small.house, story.table, story.people[0], story.small.now).legal["decision"]:
            return story
    raise AssertionError("nobody was asked")


def fields(form: str) -> dict[str, str]:
    """The hidden fields of a form."""
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_every_card_has_a_box_and_the_boxes_that_are_ticked_are_held() -> None:
    story = asked()
    guest = story.people[0]
    sight = sight_of(story.small.house, story.table, guest, story.small.now)
    form = str(exchange(sight, HOLD))
    hand = sight.scene.known("seat 1")
    assert [card_sign(card) in form for card in hand] == [True] * 5
    assert re.findall(r'name="(keep-\d)"', form) == [f"keep-{place}" for place in range(5)]
    sent = fields(form) | {"keep-0": "1", "keep-2": "1"}
    request = choose(sent)
    assert request == r.Choose("hold_13", "hold")
    story.small.act(story.table, guest, request)
    later = sight_of(story.small.house, story.table, guest, story.small.now)
    lying = later.scene.known("seat 1")
    assert (lying[0], lying[2]) == (hand[0], hand[2])
    assert len(lying) == 5
    assert not {hand[1], hand[3], hand[4]} & set(lying)
    dealt = [event for _, event, _ in later_events(story, guest) if isinstance(event, e.CardsDealt)]
    assert [len(event.cards) for event in dealt] == [5, 3]


def later_events(story: TableStory, guest: str) -> list[tuple[int, e.Event, int]]:
    """The records of the round, as a guest saw them."""
    return list(round_seen(story.small.table(story.table), guest))


def test_no_box_ticked_draws_five_cards_and_other_boxes_are_refused() -> None:
    sent = fields(str(exchange(sight_of_asked(), HOLD)))
    assert choose(sent).option == "hold_none"
    assert choose(sent | {f"keep-{place}": "1" for place in range(5)}).option == "hold_12345"
    with pytest.raises(Problem, match="cannot be held"):
        choose(sent | {"keep-7": "1"})
    assert choose({"option": "raise", "decision": "play"}) == r.Choose("raise", "play")


def sight_of_asked() -> Sight:
    """What the player sees who is asked."""
    story = asked()
    return sight_of(story.small.house, story.table, story.people[0], story.small.now)


def test_the_ear_is_told_the_keys() -> None:
    assert "keys 1 to 5" in option_words(sight_of_asked())
