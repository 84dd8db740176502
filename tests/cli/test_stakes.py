"""At the terminal: wagers that are placed together, decisions that stake nothing, and what is told of them."""

import pytest

import croupier
from croupier.cli.play.place import Place
from croupier.cli.play.sitting import last_bets
from croupier.games import GAMES, Entry
from croupier.hint import hint
from croupier.record.narration import Narrator
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.legal import legal
from croupier.table.state import apply, fold
from croupier.table.view import view
from examples.games.let_it_ride import LET_IT_RIDE
from tests.cli.test_felt import seen
from tests.random_games import OTHER_STAKES, game_of
from tests.rounds import Script

STAKES: Game = game_of(OTHER_STAKES)
"""The first decision takes a companion back, the second stakes nothing."""


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, name: str, id_: str, *answers: str) -> list[str]:
    monkeypatch.setitem(GAMES, id_, Entry(id_, name))
    return seen(id_, *answers, width=100, height=40, seed="2")


def test_help_and_hints_are_given_where_nothing_is_staked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ("main 10", "?", "", "times_1", "?", "", "hint", "", "times_2", "q")
    frames = at_a_terminal(monkeypatch, "tests.cli.test_stakes:STAKES", STAKES.id, *answers)
    told = "\n".join(frames)
    assert "1 times $10 back" not in told
    assert "Take it back $10 back" in told
    assert "Raise 1 pays: The best 2:1" in told
    assert "Main pays:" in told  # of the decision that stakes nothing, what the first wager pays
    assert "per $10" in told


def test_bets_say_what_is_placed_with_them_and_enter_repeats_them(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ("?", "", "bet 10", "t", "t", "", "t", "t", "q")
    frames = at_a_terminal(monkeypatch, "examples.games.let_it_ride:LET_IT_RIDE", LET_IT_RIDE.id, *answers)
    told = "\n".join(frames)
    assert "and as much on Bet 1, and as much on Bet 2" in " ".join(told.split())
    assert told.count("Your decision?") >= 4


def test_what_a_seat_can_pay_for_counts_all_that_is_placed() -> None:
    table = Script(LET_IT_RIDE, seats=1, chips=31_00)
    table.open()
    place = Place(table.state.rulebook, lambda: view(table.state, 1), lambda: legal(table.state, 1), lambda _: None)
    assert (place.least_needed, place.times_staked("bet_3")) == (15_00, 3)
    assert [bet.cents for bet in place.first_bet()] == [10_00]
    assert place.pays((c.PlaceWager(1, "bet_3", 10_00),))
    assert not place.pays((c.PlaceWager(1, "bet_3", 10_34),))


def test_what_is_repeated_is_what_was_bet() -> None:
    table = Script(LET_IT_RIDE, seats=1)
    table.open()
    table.bet(1, bet_3=10, three_card_bonus=5)
    assert last_bets(table.events, 1, table.state.rulebook) == (
        c.PlaceWager(1, "bet_3", 10_00),
        c.PlaceWager(1, "three_card_bonus", 5_00),
    )


def test_a_journal_tells_of_chips_that_went_back() -> None:
    table = Script(LET_IT_RIDE, seats=1)
    table.open()
    table.bet(1, bet_3=10)
    table.close()
    table.deal("Ks Kd 2c", "9h 4d")
    table.decide(seat_1="take_back")
    table.do(c.TimeOut(1))
    state, told, narrator = fold(LET_IT_RIDE, table.events[:1]), [], Narrator({})
    for event in table.events[1:]:
        before = state.copy()
        apply(state, event)
        if isinstance(event, e.DecisionMade):
            told.append(str(narrator.tell(event, before, state)))
    assert told == [
        "Seat 1 (Player 1): Take it back, $10 back.",
        "Seat 1 (Player 1): Take it back, $10 back, by the table for a silent player.",
    ]


def test_a_hint_values_what_is_left_and_what_stakes_nothing() -> None:
    table = croupier.game(LET_IT_RIDE).table(seed="1")
    table.sit(1, "Ada", "$200")
    table.bet(1, bet_3=10)
    table.deal()
    book = LET_IT_RIDE.rulebook()
    first = hint(book, view(table.state, 1), book.decisions[0])
    assert (first.base, set(first.advice.options)) == (10_00, {"ride", "take_back"})
    table.decide(1, "take_back")
    second = hint(book, view(table.state, 1), book.decisions[1])
    # one bet less lies there, so what rides is two bets: twice what the bet that stays is worth
    assert second.advice.options["ride"] == 2 * second.advice.options["take_back"]
    assert second.cents("ride") == 10_00 * second.advice.options["ride"]
    other = Script(STAKES, seats=1)
    other.open()
    other.bet(1, main=10)
    other.close()
    other.deal("2c")
    other.decide(seat_1="times_1")
    other.deal("Kd 3h")
    other.roll(1)
    other.roll(3)
    free = hint(STAKES.rulebook(), view(other.state, 1), STAKES.rulebook().decisions[1])
    assert free.base == 10_00
    for option in ("times_0", "times_1", "times_2"):  # everything is known by then, so a hint is what will be won
        after = Script.__new__(Script)
        after.state, after.events = other.state, []
        after.decide(seat_1=option)
        assert free.cents(option) == sum(settled.result for settled in after.settle().values()), option
