"""`legal` and `step` agree: what is offered is taken, and what is not offered is refused."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table.awaiting import AwaitBank, AwaitDecision, AwaitWagers, awaiting
from croupier.table.core import open_table, step
from croupier.table.legal import Legal, LegalDecision, LegalOption, LegalWager, legal
from croupier.table.state import BANK_WAGER, State
from tests.any_table import EVERY_GAME, bet, opened
from tests.games.poker_rounds import QUEEN_HIGH, Hand, banked, deal, wager
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import houses, likely

COMMANDS = 40


def is_taken(state: State, command: c.Command) -> bool:
    """Whether the table takes a command."""
    try:
        step(state, command)
    except Refused:
        return False
    return True


def wanderings(of: str, house: dict[str, Any], chance: Random) -> Iterator[State]:
    """States of a table at which some are short of chips, and one seat is free."""
    state, _ = open_table(game(of), house)
    for seat in range(1, state.rulebook.seats):
        state, _ = step(state, c.Sit(seat, f"Player {seat}", chance.choice((1_50, 6_00, 12_00, 40_00, 1_000_00))))
    for _ in range(COMMANDS):
        yield state
        ways = (likely(state, chance), c.CloseBets(), c.VoidRound("too few chips"))
        command = next((way for way in ways if is_taken(state, way)), None)
        if command is None:
            return
        state, _ = step(state, command)


def check_wagers(state: State, allowed: Legal) -> None:
    """Every wager of the rulebook, at its limits, between them and beyond."""
    seat, book = allowed.seat, state.rulebook
    for id_ in (*book.wagers_by_id, BANK_WAGER, "nothing"):
        offered = allowed.wager(id_)
        amounts = (1, 50, 1_00, 2_00, 5_00, 10_00, 25_00, 1_000_00)
        spots = range(len(book.spots) + 2)
        if offered is None:
            assert not any(
                is_taken(state, c.PlaceWager(seat, id_, cents, spot)) for cents in amounts for spot in spots
            ), f"{id_} is taken from seat {seat} and not offered"
            continue
        spot = (*offered.spots, 0)[0]
        between = offered.least + (offered.most - offered.least) // 2 // offered.unit * offered.unit
        beyond = (offered.least - offered.unit, offered.most + offered.unit, offered.least + offered.unit // 2)
        for cents in (offered.least, between, offered.most, *beyond, *amounts):
            assert is_taken(state, c.PlaceWager(seat, id_, cents, spot)) == offered.takes(cents)
        for spot in spots:
            named = spot in offered.spots if offered.spots else not spot
            assert is_taken(state, c.PlaceWager(seat, id_, offered.least, spot)) == named
    for id_ in (*book.wagers_by_id, BANK_WAGER):
        assert is_taken(state, c.WithdrawWager(seat, id_)) == (id_ in allowed.withdraw)


def check_decision(state: State, allowed: Legal) -> None:
    """Every option of every decision, and none where nothing is asked."""
    asked = allowed.decision
    takes = {option.option for option in asked.options if option.affordable} if asked else set[str]()
    for decision in state.rulebook.decisions:
        for option in decision.options:
            assert is_taken(state, c.Decide(allowed.seat, option.id)) == (option.id in takes)
    assert not is_taken(state, c.Decide(allowed.seat, "nothing"))
    if asked:
        known = asked.options[0].option
        assert not is_taken(state, c.Decide(allowed.seat, known, turn=asked.turn + 1))
        for offered in asked.options:
            if offered.affordable:
                after = step(state, c.Decide(allowed.seat, offered.option, decision=asked.decision, turn=asked.turn))
                settled = any(wagered.seat == allowed.seat for wagered in after.state.settled)
                if not settled:
                    assert state.chips(allowed.seat) - after.state.chips(allowed.seat) == offered.cents


def check_place(state: State, allowed: Legal) -> None:
    """Coming, going, and the bank."""
    seat = allowed.seat
    assert is_taken(state, c.Sit(seat, "Somebody", 1_00)) == allowed.sit
    assert is_taken(state, c.BuyChips(seat, 1_00)) == allowed.buy_chips
    assert is_taken(state, c.Leave(seat)) == allowed.leave
    assert is_taken(state, c.TakeBank(seat)) == is_taken(state, c.DeclineBank(seat)) == allowed.answer_bank
    assert is_taken(state, c.PassBank(seat)) == allowed.pass_bank


@EVERY_GAME
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_what_is_offered_is_taken_and_what_is_not_is_refused(of: str, data: st.DataObject) -> None:
    chance = Random(data.draw(st.integers(0, 2**32)))
    for state in wanderings(of, data.draw(houses(of)), chance):
        for seat in {0, state.rulebook.seats + 1, *chance.sample(range(1, state.rulebook.seats + 1), 3)}:
            allowed = legal(state, seat)
            check_wagers(state, allowed)
            check_decision(state, allowed)
            check_place(state, allowed)


@EVERY_GAME
def test_everybody_whom_a_table_asks_has_something_to_do(of: str) -> None:
    for state in wanderings(of, {}, Random(7)):
        match awaiting(state):
            case AwaitBank(seat=int(seat)):
                assert legal(state, seat).answer_bank
            case AwaitWagers(seats=seats):
                assert any(legal(state, seat).wagers for seat in seats)
            case AwaitDecision(decision=decision, seats=seats, options=options):
                for seat in seats:
                    asked = legal(state, seat).decision
                    assert asked
                    assert (asked.decision, tuple(option.option for option in asked.options)) == (decision, options)


def test_limits_end_where_the_chips_end() -> None:
    script = opened("baccarat", chips=37_00)
    assert legal(script.state, 1).wager("player") == LegalWager("player", 5_00, 37_00, 1)
    script.do(bet("baccarat", 1, 30_00))
    assert legal(script.state, 1).wager("player") == LegalWager("player", 5_00, 37_00, 1)  # in place of the 30
    assert legal(script.state, 1).wager("tie") == LegalWager("tie", 1_00, 7_00, 1)


def test_a_wager_that_needs_another_is_offered_once_that_stands() -> None:
    script = opened("three-card-poker")
    assert [wager.wager for wager in legal(script.state, 1).wagers] == ["ante"]
    script.do(bet("three-card-poker", 1))
    assert [wager.wager for wager in legal(script.state, 1).wagers] == ["ante", "pair_plus", "six_card_bonus"]
    assert legal(script.state, 1).withdraw == ("ante",)
    script.bet(1, pair_plus=5)
    assert legal(script.state, 1).withdraw == ("pair_plus",)


def test_whole_dollars_and_the_fee_bound_what_a_player_dealer_may_bank_with() -> None:
    script = opened("three-card-poker", chips=250_50)
    offered = legal(script.state, 3).wager(BANK_WAGER)
    assert offered
    bank = script.state.rulebook.bank
    assert offered.unit == 100
    assert offered.most == (250_50 - getattr(bank, "fee_reserve", 0)) // 100 * 100


def test_an_option_is_listed_with_its_cost_even_where_the_chips_do_not_reach() -> None:
    hands = {1: Hand("Ah Kd 3c", ante=60)}
    script = deal(wager(banked(chips=100_00), hands, bank=50), QUEEN_HIGH, hands)
    asked = legal(script.state, 1).decision
    assert asked == LegalDecision(
        "play", 1, (LegalOption("fold", 0, affordable=True), LegalOption("play", 60_00, affordable=False))
    )


@pytest.mark.parametrize("seat", [0, -1, 99])
def test_a_seat_that_there_is_not_may_do_nothing(seat: int) -> None:
    allowed = legal(opened("casino-monte").state, seat)
    assert not any((allowed.sit, allowed.buy_chips, allowed.leave, allowed.answer_bank, allowed.pass_bank))
    assert (allowed.wagers, allowed.withdraw, allowed.decision) == ((), (), None)
