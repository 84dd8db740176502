"""What a table's page says in words: what a round came to, why, and where its clauses stand."""

import re
from html import unescape

import pytest

from croupier.games import GAMES, game
from croupier.house import requests as r
from croupier.pages.results import why
from croupier.table.events import WagerSettled
from croupier.web.table_pages import sight_of
from tests.pages.table_story import TableStory


def words(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize("of", GAMES)
def test_amounts_that_are_lost_have_a_true_minus_sign(of: str) -> None:
    story = TableStory(of, seed=5)
    seen = ""
    for _ in story.moves(rounds=3):
        seen = story.page(story.people[0])
        assert "-$" not in seen
        assert "-$" not in story.page(story.watcher)
    assert seen


@pytest.mark.parametrize("of", GAMES)
def test_after_a_round_the_dock_says_what_it_came_to_and_the_panel_why(of: str) -> None:
    story = TableStory(of, seed=2)
    list(story.moves(rounds=1))
    for guest in story.people:
        sight = sight_of(story.small.house, story.table, guest, story.small.now)
        total, parts = sight.result.total, story.parts(guest)
        lost_or_won = f"You won ${total / 100:g}." if total > 0 else f"You lost ${-total / 100:g}."
        assert (lost_or_won if total else "You came out even.") in words(parts["dock"]).replace(",", "")
        assert sight.result.settled or sight.result.bank is not None
        for settled in sight.result.settled:
            assert why(sight.book, settled) in words(parts["paid"])


def test_what_a_round_came_to_stays_until_the_next_bet() -> None:
    story = TableStory("baccarat")
    ada = story.people[0]
    list(story.moves(rounds=1))
    paid = re.findall(r"[+−]\$\d+", words(story.parts(ada)["paid"]))
    assert paid
    story.small.until_betting(story.table, *story.people)
    assert re.findall(r"[+−]\$\d+", words(story.parts(ada)["paid"])) == paid
    assert f"The round before : {paid[0]}." in words(story.parts(ada)["dock"])
    story.small.act(story.table, ada, r.Bet({"player": 5_00}))
    assert "hidden" in story.parts(ada)["paid"]
    assert "The round before" not in words(story.parts(ada)["dock"])


def test_a_round_that_is_called_off_does_not_say_what_the_one_before_came_to() -> None:
    story = TableStory("casino-monte")
    ada = story.people[0]
    list(story.moves(rounds=1))
    story.small.until_betting(story.table, *story.people)
    bet = next(iter(story.next_of(ada)))
    story.small.act(story.table, ada, bet)
    story.small.operate(r.VoidRound("a card fell"), story.table)
    dock = words(story.parts(ada)["dock"])
    assert "The round is called off. Your wagers are back." in dock
    assert "You won" not in dock
    assert "You lost" not in dock
    seat = sight_of(story.small.house, story.table, ada, story.small.now).seat
    assert "wagers back" in words(story.parts(ada)[f"seat-{seat}"])


def test_clauses_lead_to_the_rules_of_this_very_table() -> None:
    story = TableStory("three-card-poker")
    list(story.moves(rounds=1))
    marks = re.findall(r'class="clause" href="([^"]+)"', story.page(story.people[0]))
    own = [mark for mark in marks if mark.startswith(f"/rules/three-card-poker?table={story.table}#")]
    assert own == marks
    assert len(marks) > 10


@pytest.mark.parametrize(
    ("of", "wager", "clauses", "says"),
    [
        ("three-card-poker", "six_card_bonus", ("TCP-6CB5",), "Two pair, One pair or High card"),
        ("three-card-poker", "pair_plus", ("TCP-PP5",), "High card"),
        ("baccarat", "tie", ("BAC-8",), "Player wins or Banker wins"),
    ],
)
def test_a_reason_claims_no_more_than_the_settlement_says(
    of: str, wager: str, clauses: tuple[str, ...], says: str
) -> None:
    lost = WagerSettled(1, wager, 5_00, "lose", None, -5_00, None, clauses)
    assert why(game(of).rulebook(), lost) == says
