"""What one viewer is told besides what everybody hears: their turn with its keys, and what they were paid."""

import re

import pytest

from croupier.games import GAMES, game
from croupier.house import requests as r
from croupier.house.telling import round_told
from croupier.pages.spoken import in_words
from tests.pages.markup import Markup, markup
from tests.pages.table_story import TableStory


def test_cards_are_said_in_words_and_shapes_are_left_out() -> None:
    said = in_words("Two cards. ▲ red shows 10♣ A♦. ■ blue: Q♥.")
    assert said == "Two cards. red shows ten of clubs, ace of diamonds. blue: queen of hearts."


def told(page: Markup) -> list[tuple[str, str]]:
    """What is told, by its name."""
    return [(each.given["data-tell"], each.text) for each in page.by_id("spoken")[0].of("p")]


@pytest.mark.parametrize("of", GAMES)
def test_whoever_is_asked_is_told_so_with_the_keys_of_what_can_be_done(of: str) -> None:
    story = TableStory(of, seed=3)
    asked, names = set(), set()
    for _ in story.moves(rounds=2):
        for guest in story.people:
            page = markup(story.page(guest))
            forms = page.by_id("dock")[0].of("form")
            options = [form.of("button")[0] for form in forms if form.given["action"].endswith(("/choose", "/bank"))]
            names |= {(guest, name) for name, _ in told(page)}
            if not options:
                continue
            said = told(page)[-1][1]
            asked.add("Your turn." in said)
            assert all(f"key {button.given['data-key']}" in said for button in options)
            assert "Your turn." not in said or all(alt in said for hand in page.by_id("hand") for alt in hand.alts)
    assert (True in asked) == bool(game(of).rulebook().decisions)
    assert len([name for guest, name in names if guest == story.people[0] and name.startswith("paid")]) <= 2
    assert [text for _, text in told(markup(story.page(story.watcher)))] == ["You are watching."]


@pytest.mark.parametrize("of", GAMES)
def test_what_was_paid_is_told_as_the_page_lists_it(of: str) -> None:
    story = TableStory(of, seed=4)
    found = 0
    for _ in story.moves(rounds=3):
        page = markup(story.page(story.people[0]))
        said = next((text for name, text in told(page) if name.startswith("paid")), "")
        rows = page.by_id("paid")[0].of("tbody")
        if not said:
            continue
        found += 1
        for row in (each for body in rows for each in body.of("tr")):
            label = row.of("th")[0].inside[0]
            amount = row.of("td")[-1].text.lstrip("+−-")
            assert isinstance(label, str)
            assert label in said
            assert amount in (*re.findall(r"\$[\d,]+(?:\.\d\d)?", said), "$0")
    assert found


def test_wagers_taken_back_are_told_to_whoever_took_them_alone() -> None:
    story = TableStory("baccarat", seed=1)
    ada, bob = story.people
    story.small.until_betting(story.table, ada)
    story.small.act(story.table, ada, r.Bet({"player": 500}))
    story.small.act(story.table, ada, r.Bet({"player": 0}))
    table, name_of = story.small.table(story.table), story.small.house.name_of
    assert round_told(table, ada, name_of)[-1].text == "You take $5 back from Player."
    assert all(" back from " not in each.text for each in round_told(table, bob, name_of))
