"""Dealing Procedures 11 to 13: Play or fold, what a fold gives up, and the player-dealer's hand."""

import pytest

from croupier.cards import cards_from
from croupier.games.three_card_poker import qualifies, strength
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from tests.clauses import guards, proves
from tests.games.poker_rounds import (
    BEATS,
    CHIPS,
    LOSES,
    QUEEN_HIGH,
    Hand,
    banked,
    deal,
    decide,
    kinds,
    paid,
    play,
    wager,
)
from tests.naive import poker_hands as naive

THREE_HANDS = {1: Hand(BEATS[0]), 2: Hand(LOSES[1]), 3: Hand(LOSES[2])}
FOLDED = Hand(LOSES[1], pair_plus=5, decision="fold")

# ── TCP-D11, TCP-D3: Play equal to the Ante, or fold, in order ───────────────────────────────────────────────────────


@proves("TCP-D11", "TCP-D3")
@pytest.mark.parametrize("ante", [5, 37, 100])
def test_TCP_D11_play_stakes_exactly_the_ante(ante: int) -> None:
    hands = {1: Hand(BEATS[0], ante=ante, pair_plus=9)}
    script = deal(wager(banked(), hands), QUEEN_HIGH, hands)
    before = script.state.chips(1)
    events = script.decide(seat_1="play")
    assert events[0] == e.DecisionMade(1, "play", ante * 100, e.PLAYER, "TCP-D11", "play")
    assert script.state.stake(1, "play") == script.state.stake(1, "ante") == ante * 100
    assert script.state.chips(1) == before - ante * 100


@guards("TCP-D11", "TCP-D3")
@pytest.mark.parametrize("option", ["play_2", "double", "raise_1", "check", ""])
def test_TCP_D11_nothing_but_play_or_fold_is_decided(option: str) -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    refused = script.refused(c.Decide(1, option))
    assert refused.clause == "TCP-D11"
    assert f'"{option}" cannot be decided; decide fold, play' in str(refused)


@guards("TCP-D11")
def test_TCP_D11_a_player_without_the_chips_for_play_can_only_fold() -> None:
    script = banked(chips=20_00)
    script.open()
    script.do(c.PlaceWager(7, "bank", 18_00), c.PlaceWager(1, "ante", 10_00))
    script.close()
    script.deal(BEATS[0], QUEEN_HIGH)
    # $20 less the Ante of $10 and the collection of $1.
    refused = script.refused(c.Decide(1, "play"))
    assert refused.clause == "TCP-D11"
    assert "seat 1 has $9, not the $10 for Play" in str(refused)
    assert script.decide(seat_1="fold")[0] == e.DecisionMade(1, "fold", 0, e.PLAYER, "TCP-D11", "play")


@proves("TCP-D11")
def test_TCP_D11_chips_to_the_cent_are_enough_for_play() -> None:
    script = banked(chips=21_00)
    script.open()
    script.do(c.PlaceWager(7, "bank", 19_00), c.PlaceWager(1, "ante", 10_00))
    script.close()
    script.deal(BEATS[0], QUEEN_HIGH)
    script.decide(seat_1="play")
    assert script.state.chips(1) == 0


@proves("TCP-D11")
@pytest.mark.parametrize("player_dealer", [1, 2, 3, 4, 5, 6, 7])
def test_TCP_D11_the_option_goes_clockwise_from_the_player_dealers_left(player_dealer: int) -> None:
    others = [seat for seat in range(1, 8) if seat != player_dealer]
    hands = {seat: Hand(cards) for seat, cards in zip(others, (*BEATS, *LOSES), strict=True)}
    script = banked(seats=(1, 2, 3, 4, 5, 6, 7), player_dealer=player_dealer)
    decide(deal(wager(script, hands), QUEEN_HIGH, hands), hands)
    left = [(player_dealer + step - 1) % 7 + 1 for step in range(1, 7)]
    assert [made.seat for made in script.all(e.DecisionMade)] == left


@guards("TCP-D11")
def test_TCP_D11_nobody_decides_out_of_turn_nor_twice() -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    refused = script.refused(c.Decide(2, "fold"))
    assert refused.clause == "TCP-D11"
    assert "seat 2 decides after seat 1" in str(refused)
    assert "seat 3 decides after seat 1" in str(script.refused(c.TimeOut(3)))
    script.decide(seat_1="play")
    refused = script.refused(c.Decide(1, "fold"))
    assert refused.clause == "TCP-D11"
    assert "seat 1 has decided" in str(refused)
    assert script.awaits == AwaitDecision("play", (2,), ("fold", "play"))


@guards("TCP-D11")
def test_TCP_D11_the_action_button_does_not_move_the_option() -> None:
    script = play(QUEEN_HIGH, THREE_HANDS, house={"first_action": "action_button"}, button=3)
    assert [made.seat for made in script.all(e.DecisionMade)] == [1, 2, 3]


@guards("TCP-D11")
def test_TCP_D11_nothing_is_decided_before_the_cards_lie_or_after_all_have_decided() -> None:
    betting = wager(banked(), THREE_HANDS)
    decided = play(QUEEN_HIGH, THREE_HANDS)
    for script in (betting, decided):
        refused = script.refused(c.Decide(1, "play"))
        assert refused.clause == "TCP-D11"
        assert "nothing is to be decided now" in str(refused)


@proves("TCP-D11", "TCP-R18")
def test_TCP_D11_a_silent_player_folds_and_the_table_is_named_as_having_decided() -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    assert script.do(c.TimeOut(1)) == (e.DecisionMade(1, "fold", 0, e.TABLE, "TCP-D11", "play"),)
    assert script.state.decisions[1] == (("play", "fold", "table", 0),)
    script.decide(seat_2="fold", seat_3="play")
    assert [made.by for made in script.all(e.DecisionMade)] == ["table", "player", "player"]
    assert script.settle()[1, "ante"].outcome == "forfeited"


@guards("TCP-R18")
def test_TCP_R18_whoever_has_decided_is_not_silent() -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    script.decide(seat_1="play")
    assert "has decided" in str(script.refused(c.TimeOut(1)))
    assert script.state.decided(1) == "play"


# ── TCP-D11, TCP-D11b, TCP-D12, TCP-R4: what a fold gives up ─────────────────────────────────────────────────────────


@proves("TCP-D11", "TCP-D11b", "TCP-PP7", "TCP-R4")
def test_TCP_D11b_a_fold_forfeits_ante_and_pair_plus_whatever_the_hand() -> None:
    hands = {1: Hand("As Ks Qh", ante=10), 2: Hand("Ad Kd Qd", ante=20, pair_plus=5, decision="fold")}
    script = play(QUEEN_HIGH, hands)
    settled = script.settle()
    assert (settled[2, "ante"].outcome, settled[2, "ante"].result) == ("forfeited", -20_00)
    assert settled[2, "ante"].clauses == ("TCP-D11", "TCP-R4")
    assert (settled[2, "pair_plus"].outcome, settled[2, "pair_plus"].result) == ("forfeited", -5_00)
    assert settled[2, "pair_plus"].clauses == ("TCP-D11b", "TCP-PP7", "TCP-R4")
    assert (2, "play") not in settled
    assert script.state.chips(2) == CHIPS - 25_00 - 1_00


@guards("TCP-D11b", "TCP-6CB7", "TCP-R4")
def test_TCP_D11b_a_fold_does_not_forfeit_the_six_card_bonus() -> None:
    # Three queens and the player-dealer's fourth: four of a kind, 100:1.
    script = play(QUEEN_HIGH, {1: Hand("Qd Qh Qc", pair_plus=5, six_card_bonus=5, decision="fold")})
    assert paid(script) == {
        (1, "ante"): ("forfeited", -10_00),
        (1, "pair_plus"): ("forfeited", -5_00),
        (1, "six_card_bonus"): ("four_of_a_kind", 500_00),
    }


@guards("TCP-D11b")
def test_TCP_D11b_the_same_hand_played_keeps_its_pair_plus() -> None:
    script = play(QUEEN_HIGH, {1: Hand("Ad Kd Qd", pair_plus=5)})
    assert paid(script)[1, "pair_plus"] == ("mini_royal", 1_000_00)


@proves("TCP-D12")
def test_TCP_D12_when_all_have_decided_folded_hands_go_to_the_rack_in_order() -> None:
    hands = {1: Hand(LOSES[0], decision="fold"), 2: Hand(LOSES[1]), 3: Hand(LOSES[2], decision="fold")}
    script = deal(wager(banked(), hands), QUEEN_HIGH, hands)
    assert kinds(script.decide(seat_1="fold", seat_2="play")) == ["DecisionMade", "DecisionMade"]
    events = script.decide(seat_3="fold")
    assert kinds(events) == ["DecisionMade", "CardsPickedUp", "CardsExposed"]
    assert events[1] == e.CardsPickedUp(("seat 1", "seat 3"), "TCP-D12")
    assert list(script.state.held) == ["seat 2", "player-dealer"]
    assert script.state.rack.hands() == {"seat 1": cards_from(LOSES[0]), "seat 3": cards_from(LOSES[2])}


@guards("TCP-D12", "TCP-R4")
def test_TCP_D12_a_folded_hand_that_a_six_card_bonus_needs_stays() -> None:
    hands = {1: Hand(LOSES[0], six_card_bonus=5, decision="fold"), 2: FOLDED}
    script = play(QUEEN_HIGH, hands)
    assert script.all(e.CardsPickedUp) == [e.CardsPickedUp(("seat 2",), "TCP-D12")]
    assert list(script.state.held) == ["seat 1", "player-dealer"]
    script.settle()
    assert script.all(e.CardsPickedUp)[-1] == e.CardsPickedUp(("seat 1", "player-dealer"), "TCP-W3")


@guards("TCP-D12")
def test_TCP_D12_without_a_fold_nothing_is_collected_before_the_settlement() -> None:
    assert play(QUEEN_HIGH, THREE_HANDS).all(e.CardsPickedUp) == []


@proves("TCP-D12", "TCP-R4")
def test_TCP_R4_a_house_may_collect_forfeited_wagers_before_the_reveal() -> None:
    script = play(QUEEN_HIGH, {1: THREE_HANDS[1], 2: FOLDED}, house={"forfeits": "at_fold"})
    events = script.do(c.SettleRound())
    assert kinds(events[:5]) == ["SettlementBegan", "CardsPickedUp", "WagerSettled", "WagerSettled", "CardsExposed"]
    assert [(s.seat, s.wager) for s in events if isinstance(s, e.WagerSettled)] == [
        (2, "ante"),
        (2, "pair_plus"),
        (1, "ante"),
        (1, "play"),
    ]


# ── TCP-D13, TCP-D13b: the player-dealer's hand ──────────────────────────────────────────────────────────────────────


@proves("TCP-D13")
def test_TCP_D13_after_the_last_decision_the_other_two_cards_are_revealed() -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    events = script.decide(seat_1="play", seat_2="play", seat_3="play")
    assert kinds(events) == ["DecisionMade", "DecisionMade", "DecisionMade", "CardsExposed"]
    assert events[-1:] == (e.CardsExposed("player-dealer", (0, 1), cards_from("Qs 7d"), "TCP-D13"),)


@guards("TCP-D13")
def test_TCP_D13_nothing_is_revealed_while_a_decision_is_outstanding() -> None:
    script = deal(wager(banked(), THREE_HANDS), QUEEN_HIGH, THREE_HANDS)
    script.decide(seat_1="play", seat_2="play")
    assert [held.face_up for held in script.state.held["player-dealer"]] == [False, False, True]
    refused = script.refused(c.SettleRound())
    assert "there is nothing to settle yet" in str(refused)


@proves("TCP-D13b")
@pytest.mark.parametrize("cards", ["Qs 3d 2h", "Qs Jd 9h", "Ks 3d 2h", "As 4d 2h", "2s 2d 3h", "2s 3s 5s", "As 2d 3h"])
def test_TCP_D13b_queen_high_or_better_qualifies(cards: str) -> None:
    assert qualifies(strength(*cards_from(cards)))


@guards("TCP-D13b")
@pytest.mark.parametrize("cards", ["Js Td 8h", "Js 3d 2h", "Ts 9d 7h", "5s 3d 2h"])
def test_TCP_D13b_jack_high_does_not_qualify(cards: str) -> None:
    assert not qualifies(strength(*cards_from(cards)))


@proves("TCP-D13b")
@guards("TCP-D13b")
def test_TCP_D13b_the_boundary_lies_between_J_T_8_and_Q_3_2_for_every_hand_of_the_deck() -> None:
    ranks, suits = "23456789TJQKA", "cdhs"
    deck = [rank + suit for rank in ranks for suit in suits]
    weakest = strength(*cards_from("Qs 3d 2h"))
    for first in range(50):
        for second in range(first + 1, 51):
            for third in range(second + 1, 52):
                named = [deck[first], deck[second], deck[third]]
                ours = strength(first, second, third)
                assert qualifies(ours) == naive.qualifies(named) == (ours >= weakest)
