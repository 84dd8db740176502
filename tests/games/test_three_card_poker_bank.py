"""Type of Game: who banks, how far, and for how long."""

import pytest

from croupier.games import game
from croupier.rulebook import PlayerDealerBank
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitShuffle, awaiting
from croupier.table.ledger import BANK, CAGE, DROP_BOX
from croupier.table.state import BANK_WAGER
from tests.clauses import guards, proves
from tests.games.poker_rounds import (
    BEATS,
    CHIPS,
    LOSES,
    QUEEN_HIGH,
    Hand,
    banked,
    finish,
    play,
    wager,
)
from tests.rounds import Script

ONE_HAND = {1: Hand(LOSES[0])}


def after_two_rounds(seats: tuple[int, ...] = (1, 2, 3, 7), player_dealer: int = 7) -> Script:
    """A table whose player-dealer has banked two rounds."""
    script = banked(seats=seats, player_dealer=player_dealer)
    player = next(seat for seat in seats if seat != player_dealer)
    for _ in range(2):
        finish(script, {player: Hand(LOSES[0])})
    return script


# ── TCP-T1, TCP-T2, TCP-T5: the bank ─────────────────────────────────────────────────────────────────────────────────


@proves("TCP-T1", "TCP-T5")
def test_TCP_T1_the_player_dealer_collects_what_loses_and_pays_what_wins() -> None:
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0], ante=10), 2: Hand(LOSES[1], ante=25)})
    script.settle()
    # Seat 1 wins 10 + 10, seat 2 loses 25 + 25; each of the three pays a $1 fee.
    assert script.state.chips(1) == CHIPS + 20_00 - 1_00
    assert script.state.chips(2) == CHIPS - 50_00 - 1_00
    assert script.state.chips(7) == CHIPS + 30_00 - 1_00
    assert script.all(e.RoundClosed) == [e.RoundClosed(1, 30_00)]


@guards("TCP-T1")
def test_TCP_T1_nobody_but_the_player_dealer_places_the_banks_wager() -> None:
    script = banked()
    script.open()
    refused = script.refused(c.PlaceWager(1, BANK_WAGER, 100_00))
    assert refused.clause == "TCP-T1"
    assert "seat 1 is not the player-dealer; seat 7 is" in str(refused)
    refused = script.refused(c.PlaceWager(7, BANK_WAGER, 100_00, by=1))
    assert refused.clause == "TCP-T1"
    assert "seat 1 is not the player-dealer; seat 7 is" in str(refused)


@proves("TCP-T2")
@pytest.mark.parametrize("coverage", ["action", "net"])
@pytest.mark.parametrize(("hands", "result"), [(LOSES, 35_00), (BEATS, -35_00)])
def test_TCP_T2_the_player_dealer_wins_and_loses_exactly_the_wager_and_no_more(
    coverage: str, hands: tuple[str, ...], result: int
) -> None:
    # Three seats with 10 + 10 each would move 60; the wager is 35.
    players = {seat: Hand(cards) for seat, cards in enumerate(hands, 1)}
    script = play(QUEEN_HIGH, players, bank=35, house={"coverage": coverage})
    script.settle()
    assert script.state.bank_result == result
    assert script.state.bank_used == 35_00
    assert script.state.chips(7) == CHIPS + result - 1_00


@guards("TCP-T2")
def test_TCP_T2_betting_is_not_closed_before_the_player_dealer_has_wagered() -> None:
    script = banked()
    script.open()
    script.bet(1, ante=10)
    refused = script.refused(c.CloseBets())
    assert refused.clause == "TCP-T2"
    assert "seat 7 banks and has placed no wager" in str(refused)
    script.bet_bank(1)
    assert script.close()[0] == e.BetsClosed("TCP-D5")


@proves("TCP-T3", "TCP-W4", "TCP-D7d")
def test_TCP_T3_wagers_beyond_the_banks_reach_are_returned_whole() -> None:
    # Seat 1's Ante and Play use up the 20; seat 2's 10 + 10 go back.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(LOSES[1])}, bank=20)
    settled = script.settle()
    assert [(s.outcome, s.result) for s in settled.values()] == [
        ("lose", -10_00),
        ("lose", -10_00),
        ("uncovered", 0),
        ("uncovered", 0),
    ]
    assert settled[2, "ante"].clauses == ("TCP-W2b", "TCP-T3", "TCP-W4", "TCP-R1")
    assert script.state.chips(2) == CHIPS - 1_00


@guards("TCP-T3", "TCP-W4", "TCP-D7d")
def test_TCP_T3_one_dollar_more_in_the_bank_takes_one_dollar_more() -> None:
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(LOSES[1])}, bank=21)
    settled = script.settle()
    assert (settled[2, "ante"].outcome, settled[2, "ante"].result, settled[2, "ante"].covered) == ("lose", -1_00, 1_00)
    assert (settled[2, "play"].outcome, settled[2, "play"].result) == ("uncovered", 0)


@proves("TCP-W4c")
def test_TCP_W4c_the_player_dealers_wager_may_be_everything_the_seat_has() -> None:
    script = banked()
    script.open()
    # All but the largest player-dealer fee, which schedule 1 sets at $2.
    script.do(c.PlaceWager(7, BANK_WAGER, CHIPS - 2_00))
    assert script.state.bank_wager == CHIPS - 2_00
    assert script.state.chips(7) == 2_00


@guards("TCP-W4c")
def test_TCP_W4c_no_maximum_is_the_banks_alone_and_never_beyond_its_chips() -> None:
    script = banked()
    script.open()
    refused = script.refused(c.PlaceWager(7, BANK_WAGER, CHIPS - 1_00))
    assert "not the $9,999,999 for bank and $2 of collection" in str(refused)
    assert script.refused(c.PlaceWager(1, "ante", 101_00)).clause == "TCP-FEE1"


@guards("TCP-T5", "TCP-W4b")
def test_TCP_T5_without_a_player_dealer_nothing_is_dealt_since_the_house_does_not_bank() -> None:
    script = Script("three-card-poker", seats=(1, 2))
    assert script.awaits == AwaitBank()
    script.shuffle()
    refused = script.refused(c.OpenRound())
    assert refused.clause == "TCP-R8"
    assert "without a player-dealer no round is dealt; somebody has to take the bank" in str(refused)
    script.bank(2)
    script.open()
    assert script.refused(c.PlaceWager(0, BANK_WAGER, 100_00)).clause == "TCP-L1"


@proves("TCP-T5", "TCP-W4b")
@pytest.mark.parametrize("collection", [1, 2])
def test_TCP_W4b_money_stays_among_the_players_but_for_the_flat_fees(collection: int) -> None:
    bank = game("three-card-poker").rulebook(game("three-card-poker").house({"collection": collection})).bank
    assert isinstance(bank, PlayerDealerBank)
    hands = {1: Hand(BEATS[0], ante=60, pair_plus=50), 2: Hand(LOSES[1], ante=100, six_card_bonus=70)}
    script = play(QUEEN_HIGH, hands, house={"collection": collection})
    script.settle()
    accounts = script.state.ledger.accounts
    assert script.state.ledger.may_owe == {CAGE}
    assert set(accounts) == {CAGE, "seat 1", "seat 2", "seat 7", DROP_BOX}
    assert accounts[DROP_BOX] == sum(fee.cents for fee in script.all(e.FeeCollected))
    assert sum(script.state.chips(seat) for seat in (1, 2, 7)) + accounts[DROP_BOX] == 3 * CHIPS


@guards("TCP-W4b")
def test_TCP_W4b_twenty_times_the_wagers_pay_the_same_fees() -> None:
    small, large = (play(QUEEN_HIGH, {1: Hand(LOSES[0], ante=ante, pair_plus=ante)}) for ante in (5, 100))
    for script in (small, large):
        script.settle()
        assert script.all(e.FeeCollected) == [e.FeeCollected(1, 1_00, "TCP-FEE5"), e.FeeCollected(7, 1_00, "TCP-FEE5")]
        assert script.state.ledger.balance(BANK) == 0


# ── TCP-T4, TCP-R8: the bank goes round ──────────────────────────────────────────────────────────────────────────────


@proves("TCP-T4", "TCP-R8")
@pytest.mark.parametrize(
    ("seats", "player_dealer", "offered"), [((1, 2, 3, 7), 7, 1), ((1, 3, 6), 3, 6), ((2, 5), 5, 2), ((1, 7), 1, 7)]
)
def test_TCP_T4_after_two_rounds_the_bank_is_offered_to_the_next_seat_clockwise(
    seats: tuple[int, ...], player_dealer: int, offered: int
) -> None:
    script = after_two_rounds(seats, player_dealer)
    assert script.events[-2:] == [e.RoundClosed(2, 20_00), e.BankOffered(offered, "TCP-T4")]
    assert script.awaits == AwaitBank(offered)
    script.do(c.TakeBank(offered))
    assert awaiting(script.state) == AwaitShuffle(52)
    script.open()
    assert script.state.player_dealer == offered


@guards("TCP-T4")
def test_TCP_T4_one_round_does_not_move_the_bank() -> None:
    script = banked()
    finish(script, ONE_HAND)
    assert script.events[-1:] == [e.RoundClosed(1, 20_00)]
    refused = script.refused(c.OfferBank())
    assert refused.clause == "TCP-T4"
    assert "seat 7 has the bank for 1 more round" in str(refused)
    finish(script, ONE_HAND)
    assert script.events[-1:] == [e.BankOffered(1, "TCP-T4")]


@guards("TCP-T4", "TCP-R8")
def test_TCP_T4_a_third_round_in_a_row_is_not_opened_while_the_bank_is_offered() -> None:
    script = after_two_rounds()
    script.shuffle()
    refused = script.refused(c.OpenRound())
    assert refused.clause == "TCP-R8"
    assert "somebody has to take the bank" in str(refused)


@guards("TCP-T4")
def test_TCP_T4_only_the_seat_that_is_asked_answers() -> None:
    script = after_two_rounds()
    for answer in (c.TakeBank(2), c.DeclineBank(2), c.TakeBank(7), c.TakeBank(0)):
        refused = script.refused(answer)
        assert refused.clause == "TCP-T4"
        assert "it is offered to seat 1" in str(refused)
    assert "is being offered to seat 1 already" in str(script.refused(c.OfferBank()))
    script.do(c.TakeBank(1))
    refused = script.refused(c.TakeBank(2))
    assert refused.clause == "TCP-T4"
    assert "it is not being offered" in str(refused)


@proves("TCP-R8")
def test_TCP_R8_each_seat_that_declines_hands_the_offer_clockwise_the_banker_coming_last() -> None:
    script = after_two_rounds((1, 2, 5, 6), player_dealer=5)
    order = []
    while offered := script.state.bank_offer:
        order.append(offered)
        script.do(c.DeclineBank(offered))
    assert order == [6, 1, 2, 5]


@proves("TCP-R8")
def test_TCP_R8_the_first_to_accept_has_the_bank_for_two_rounds_of_its_own() -> None:
    script = after_two_rounds()
    script.do(c.DeclineBank(1), c.TakeBank(2))
    for number in (3, 4):
        finish(script, ONE_HAND)
        assert script.all(e.RoundOpened)[-1].player_dealer == 2
        assert script.all(e.RoundClosed)[-1].round == number
    assert script.events[-1:] == [e.BankOffered(3, "TCP-T4")]


@proves("TCP-R8")
def test_TCP_R8_when_all_decline_the_same_player_may_bank_two_more() -> None:
    script = after_two_rounds()
    script.do(c.DeclineBank(1), c.DeclineBank(2), c.DeclineBank(3), c.TakeBank(7))
    for _ in range(2):
        finish(script, ONE_HAND)
    assert [opened.player_dealer for opened in script.all(e.RoundOpened)] == [7, 7, 7, 7]
    assert script.events[-1:] == [e.BankOffered(1, "TCP-T4")]


@guards("TCP-R8")
def test_TCP_R8_when_nobody_takes_the_bank_no_round_is_dealt() -> None:
    script = after_two_rounds()
    script.do(*(c.DeclineBank(seat) for seat in (1, 2, 3, 7)))
    assert script.awaits == AwaitBank()
    script.shuffle()
    assert script.refused(c.OpenRound()).clause == "TCP-R8"
    # Asked again, all are asked again, in the same order.
    script.do(c.OfferBank())
    assert script.awaits == AwaitBank(1)


@proves("TCP-R13")
def test_TCP_R13_an_offer_that_runs_out_of_time_is_declined_by_the_table() -> None:
    script = after_two_rounds()
    events = script.do(c.TimeOut(1))
    assert events == (e.BankDeclined(1, e.TABLE), e.BankOffered(2, "TCP-T4"))
    assert script.do(c.DeclineBank(2))[0] == e.BankDeclined(2, e.PLAYER)


@guards("TCP-R13")
def test_TCP_R13_time_runs_out_only_for_the_seat_that_is_asked() -> None:
    script = after_two_rounds()
    refused = script.refused(c.TimeOut(2))
    assert "nothing is to be decided now" in str(refused)
    assert script.awaits == AwaitBank(1)


@proves("TCP-T4")
def test_TCP_T4_a_player_dealer_may_pass_the_bank_on_before_two_rounds_are_over() -> None:
    script = banked()
    finish(script, ONE_HAND)
    assert script.do(c.PassBank(7)) == (e.BankPassed(7), e.BankOffered(1, "TCP-T4"))
    script.do(c.TakeBank(1))
    finish(script, {2: Hand(LOSES[1])})
    assert script.all(e.RoundOpened)[-1].player_dealer == 1


@guards("TCP-T4")
def test_TCP_T4_the_bank_is_passed_by_its_holder_and_between_rounds() -> None:
    script = banked()
    refused = script.refused(c.PassBank(1))
    assert refused.clause == "TCP-T4"
    assert "seat 1 does not have the bank" in str(refused)
    script.open()
    refused = script.refused(c.PassBank(7))
    assert refused.clause == "TCP-T4"
    assert "the bank is passed only between rounds, and round 1 is open" in str(refused)


@guards("TCP-T4")
def test_TCP_T4_a_player_dealer_who_leaves_and_comes_back_does_not_have_the_bank() -> None:
    script = banked()
    finish(script, ONE_HAND)
    script.do(c.Leave(7))
    assert script.awaits == AwaitBank()
    script.do(c.Sit(7, "Back again", 500_00))
    script.shuffle()
    assert script.refused(c.OpenRound()).clause == "TCP-R8"
    assert script.do(c.OfferBank()) == (e.BankOffered(1, "TCP-T4"),)


@guards("TCP-T4")
def test_TCP_T4_a_player_dealer_does_not_leave_during_a_round() -> None:
    script = wager(banked(), ONE_HAND)
    refused = script.refused(c.Leave(7))
    assert "seat 7 has a part in round 1 and leaves after it" in str(refused)


@proves("TCP-R8")
def test_TCP_R8_a_player_who_leaves_instead_of_answering_has_declined() -> None:
    script = after_two_rounds()
    events = script.do(c.Leave(1))
    assert events[:2] == (e.BankDeclined(1, e.TABLE), e.BankOffered(2, "TCP-T4"))
    assert isinstance(events[2], e.SeatLeft)
    assert script.awaits == AwaitBank(2)


@guards("TCP-R8")
def test_TCP_R8_a_voided_round_is_not_one_of_the_two() -> None:
    script = banked()
    finish(script, ONE_HAND)
    wager(script, ONE_HAND).do(c.VoidRound("a card was exposed"))
    assert not script.state.bank_offer
    finish(script, ONE_HAND)
    assert script.events[-1:] == [e.BankOffered(1, "TCP-T4")]


@guards("TCP-R8")
def test_TCP_R8_an_empty_table_has_nobody_to_offer_the_bank_to() -> None:
    script = Script("three-card-poker", seats=0)
    refused = script.refused(c.OfferBank())
    assert refused.clause == "TCP-T4"
    assert "nobody sits at the table to take the bank" in str(refused)
