"""Wagers that are placed together and taken back apart, in a house: chips, undoing, repeating, pages and tallies."""

import re
from collections.abc import Iterator

import pytest

from croupier.house import requests as r
from croupier.house.own_bets import Bets, last_bets, last_change
from croupier.house.own_round import OwnRound
from croupier.pages import table_page
from croupier.pages.dock import chips_note
from croupier.table import events as e
from croupier.web.table_pages import sight_of
from examples.games.let_it_ride import LET_IT_RIDE
from tests.house.small_house import SmallHouse
from tests.house.test_own_round import recalled
from tests.house.test_simulator import simulation
from tests.house.test_tally import taken_apart

RIDE = {LET_IT_RIDE.id: LET_IT_RIDE}


def betting(seed: int = 1) -> tuple[SmallHouse, str, str]:
    """A house with one table, at which one guest may bet."""
    small = SmallHouse(seed, RIDE)
    table = small.open(LET_IT_RIDE.id, house_run=1)
    guest = small.seated(table)
    small.until_betting(table)
    return small, table, guest


def stakes(small: SmallHouse, table: str, guest: str) -> dict[str, int]:
    at = small.table(table)
    return {wager: cents for (seat, wager), cents in at.state.stakes.items() if seat == at.seat_of(guest)}


def page_of(small: SmallHouse, table: str, guest: str) -> str:
    return str(table_page.page(sight_of(small.house, table, guest, small.now)))


def until_asked(small: SmallHouse, table: str, guest: str) -> None:
    """Let time pass until the guest is asked, the others deciding as they do."""
    for _ in range(60):
        if small.house.view(table, guest)["you"]["legal"]["decision"]:
            return
        small.wait(1)
    raise AssertionError("nobody asks")


def test_bets_are_changed_only_so_often_in_a_round() -> None:
    small = SmallHouse(bets=5)
    table = small.open("baccarat", house_run=1)
    ada, bob = small.pair(table, 1, 2)
    small.until_betting(table)
    for cents in (5_00, 10_00, 0, 20_00):
        small.act(table, ada, r.Bet({"player": cents}))
    answer = small.act(table, ada, r.Bet({"player": 5_00, "tie": 5_00}), status=409).answer
    assert answer.body["reason"] == "wagers may be changed 5 times in a round; what lies there stays"
    small.restart()
    small.act(table, ada, r.Bet({"player": 25_00}))
    small.act(table, ada, r.Bet({"player": 0}), status=409)
    assert stakes(small, table, ada) == {"player": 25_00}
    small.act(table, bob, r.Bet({"player": 5_00}))
    for guest in (ada, bob):
        small.act(table, guest, r.Done())
    small.until_betting(table)
    small.act(table, ada, r.Bet({"player": 5_00}))


def test_a_change_of_three_bets_is_one_change_and_is_undone_as_one() -> None:
    small, table, guest = betting()
    small.act(table, guest, r.Bet({"bet_3": 10_00}))
    small.act(table, guest, r.Bet({"bet_3": 15_00, "three_card_bonus": 5_00}))
    assert stakes(small, table, guest) == {
        **dict.fromkeys(("bet_3", "bet_1", "bet_2"), 15_00),
        "three_card_bonus": 5_00,
    }
    for back, left in (
        (Bets({"three_card_bonus": 0}), dict.fromkeys(("bet_3", "bet_1", "bet_2"), 15_00)),
        (Bets({"bet_3": 10_00}), dict.fromkeys(("bet_3", "bet_1", "bet_2"), 10_00)),
        (Bets({"bet_3": 0}), {}),
    ):
        assert last_change(small.table(table), guest) == back
        small.act(table, guest, r.Bet(dict(back.wagers)))
        assert stakes(small, table, guest) == left
    at = small.table(table)
    assert last_change(at, guest) is None
    assert at.state.chips(at.seat_of(guest)) == 500_00


def test_a_page_shows_the_chips_in_all_three_circles_and_what_goes_back() -> None:
    small, table, guest = betting()
    text = page_of(small, table, guest)
    assert re.findall(r'class="pad" name="on" value="(\w+):', text) == ["bet_3"]
    assert 'aria-label="Bet on Bet $"' in text
    assert "as much as Bet $" in text  # beside the limits
    small.act(table, guest, r.Bet({"bet_3": 10_00}))
    text = page_of(small, table, guest)
    assert "Your wagers: $10 on Bet 1, $10 on Bet 2, $10 on Bet $." in text
    for label in ("Bet 1", "Bet 2"):
        assert f'aria-label="{label}: $10"' in text
    small.act(table, guest, r.Done())
    until_asked(small, table, guest)
    text = page_of(small, table, guest)
    assert re.findall(r"Take it back<small>(.*?)</small>", text) == ["$10 back"]
    assert re.findall(r"Let it ride<small>(.*?)</small>", text) == ["no more chips"]
    assert "When your time is up: take it back." in text
    chips = small.table(table).state.chips(small.table(table).seat_of(guest))
    small.decide(table, guest, 0)
    assert small.table(table).state.chips(small.table(table).seat_of(guest)) == chips + 10_00
    text = page_of(small, table, guest)
    assert 'aria-label="Bet 1: $10"' not in text
    assert "$10 on Bet 2, $10 on Bet $." in text


def test_what_was_bet_is_repeated_if_the_chips_pay_for_all_three() -> None:
    small, table, guest = betting()
    small.act(table, guest, r.Bet({"bet_3": 100_00}))
    small.act(table, guest, r.Done())
    for _ in range(2):
        until_asked(small, table, guest)
        small.decide(table, guest, 1)
    small.wait(1)
    small.until_betting(table)
    assert last_bets(small.table(table), guest) == Bets({"bet_3": 100_00})
    chips = small.table(table).state.chips(small.table(table).seat_of(guest))
    assert (">Repeat" in page_of(small, table, guest)) is (chips >= 300_00)
    if chips < 300_00:  # it lost, so it brings more
        small.act(table, guest, r.Buy(300_00))
    text = page_of(small, table, guest)
    assert re.findall(r"Repeat.*?\$([0-9]+)", text)[:1] == ["300"]


@pytest.mark.parametrize(("cents", "words"), [(5_00, "$5 more"), (-5_00, "$5 back"), (0, "no more chips")])
def test_an_option_says_what_it_does_to_the_chips(cents: int, words: str) -> None:
    assert chips_note(cents) == words


def rounds_of(seed: int) -> Iterator[OwnRound]:
    """Some rounds of a guest who takes back every other time."""
    small, table, guest = betting(seed)
    for number in range(2):
        small.until_betting(table)
        small.act(table, guest, r.Bet({"bet_3": 10_00}))
        small.act(table, guest, r.Done())
        for place in (number, 1 - number):
            until_asked(small, table, guest)
            small.decide(table, guest, place)
        small.wait(2)
    for row in [row for row in small.store.played.values() if row.guest == guest]:
        yield recalled(small, table, guest, row.round)


@pytest.mark.slow  # it counts the deals of each hand
def test_skill_luck_and_edge_of_bets_taken_back_add_up() -> None:
    for own in rounds_of(3):
        reckoning = taken_apart(own)
        assert not reckoning.why_not
        assert reckoning.result == own.played.after - own.played.before
        assert [choice.decision for choice in reckoning.choices] == ["first", "second"]
        assert reckoning.skill <= 0
        made = [event for _, event, seat in own.seen if isinstance(event, e.DecisionMade) and event.seat == seat]
        assert sorted(event.cents for event in made) == [-10_00, 0]


def test_in_a_house_that_crashes_no_chip_of_a_bet_taken_back_is_lost_or_doubled() -> None:
    simulated = simulation(4, 4, games=RIDE)
    simulated.run(800)
    assert simulated.crashes
    simulated.check()
