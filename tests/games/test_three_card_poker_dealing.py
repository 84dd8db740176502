"""Dealing Procedures 6 to 10: the stacks, the exposed card, and whose hand is whose."""

from itertools import combinations, permutations

import pytest

from croupier.cards import cards_from
from croupier.games.three_card_poker import hand_alone, hand_and_up_card
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from croupier.table.view import view
from tests.clauses import guards, proves
from tests.games.poker_rounds import BEATS, LOSES, QUEEN_HIGH, Hand, banked, deal, kinds, play, wager
from tests.rounds import Script

TWO_HANDS = {1: Hand(BEATS[0]), 2: Hand(LOSES[1])}
SEVEN = (1, 2, 3, 4, 5, 6, 7)
SIX_STACKS = (*BEATS, *LOSES)


def six_hands(player_dealer: int) -> dict[int, Hand]:
    """A hand for every seat but the player-dealer's."""
    return {seat: Hand(cards) for seat, cards in zip((s for s in SEVEN if s != player_dealer), SIX_STACKS, strict=True)}


def slots_dealt(script: Script) -> list[str]:
    """The slots in the order their stacks came."""
    return [event.slot for event in script.all(e.CardsDealt)]


# ── TCP-D6, TCP-D7: stacks of three, clockwise from the left ─────────────────────────────────────────────────────────


@proves("TCP-D6")
def test_TCP_D6_each_stack_is_three_cards_face_down() -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    assert script.all(e.CardsDealt) == [
        e.CardsDealt("seat 1", cards_from(BEATS[0]), face_up=False, clause="TCP-D6"),
        e.CardsDealt("seat 2", cards_from(LOSES[1]), face_up=False, clause="TCP-D6"),
        e.CardsDealt("player-dealer", cards_from(QUEEN_HIGH), face_up=False, clause="TCP-D6"),
    ]


@guards("TCP-D6")
@pytest.mark.parametrize("stack", ["", "As", "As Kd", "As Kd 4h 5h"])
def test_TCP_D6_a_stack_of_any_other_size_is_refused(stack: str) -> None:
    script = wager(banked(), TWO_HANDS)
    script.close()
    refused = script.refused(c.DealCards(cards_from(stack)))
    assert refused.clause == "TCP-D6"
    assert f"{len(cards_from(stack))} cards came where 3 are dealt" in str(refused)


@guards("TCP-D6", "TCP-D5")
def test_TCP_D6_no_stack_comes_while_bets_are_open() -> None:
    script = wager(banked(), TWO_HANDS)
    refused = script.refused(c.DealCards(cards_from("As Kd 4h")))
    assert refused.clause == "TCP-D3"
    assert "no card is dealt now" in str(refused)


@proves("TCP-D7", "TCP-R2")
@pytest.mark.parametrize(
    ("player_dealer", "order"),
    [
        (1, [2, 3, 4, 5, 6, 7]),
        (2, [3, 4, 5, 6, 7, 1]),
        (3, [4, 5, 6, 7, 1, 2]),
        (4, [5, 6, 7, 1, 2, 3]),
        (5, [6, 7, 1, 2, 3, 4]),
        (6, [7, 1, 2, 3, 4, 5]),
        (7, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_TCP_D7_stacks_go_clockwise_from_the_player_dealers_left_and_the_player_dealers_comes_last(
    player_dealer: int, order: list[int]
) -> None:
    hands = six_hands(player_dealer)
    script = deal(wager(banked(seats=SEVEN, player_dealer=player_dealer), hands), QUEEN_HIGH, hands)
    assert slots_dealt(script) == [*(f"seat {seat}" for seat in order), "player-dealer"]


@guards("TCP-D7")
def test_TCP_D7_seats_without_an_ante_and_empty_seats_get_no_stack() -> None:
    hands = {6: Hand(LOSES[0]), 2: Hand(LOSES[1])}
    script = deal(wager(banked(seats=(2, 3, 4, 6), player_dealer=4), hands), QUEEN_HIGH, hands)
    assert slots_dealt(script) == ["seat 6", "seat 2", "player-dealer"]


@guards("TCP-D7")
def test_TCP_D7_the_action_button_does_not_move_the_deal() -> None:
    hands = six_hands(7)
    house = {"first_action": "action_button"}
    script = deal(wager(banked(house, seats=SEVEN), hands, button=4), QUEEN_HIGH, hands)
    assert slots_dealt(script) == [*(f"seat {seat}" for seat in (1, 2, 3, 4, 5, 6)), "player-dealer"]


# ── TCP-D8, TCP-R6: the exposed card ─────────────────────────────────────────────────────────────────────────────────


@proves("TCP-D8", "TCP-R6")
def test_TCP_D8_the_player_dealers_bottom_card_is_turned_up_when_all_stacks_lie() -> None:
    script = wager(banked(), TWO_HANDS)
    script.close()
    events = script.deal(BEATS[0], LOSES[1], QUEEN_HIGH)
    assert kinds(events) == ["CardsDealt", "CardsDealt", "CardsDealt", "CardsExposed", "CardsUnloaded"]
    assert events[3] == e.CardsExposed("player-dealer", (2,), cards_from("2c"), "TCP-D8")
    assert [held.face_up for held in script.state.held["player-dealer"]] == [False, False, True]


@guards("TCP-D8")
def test_TCP_D8_no_card_is_turned_before_the_last_stack_and_no_players_card_at_all() -> None:
    script = wager(banked(), TWO_HANDS)
    script.close()
    script.deal(BEATS[0], LOSES[1])
    assert script.all(e.CardsExposed) == []
    script.deal(QUEEN_HIGH)
    up = [slot for slot, cards in script.state.held.items() for held in cards if held.face_up]
    assert up == ["player-dealer"]


@proves("TCP-R6")
@guards("TCP-D8")
def test_TCP_R6_a_house_may_expose_no_card_and_then_reveals_all_three_after_the_decisions() -> None:
    script = play(QUEEN_HIGH, TWO_HANDS, house={"exposed_card": False})
    decided = max(at for at, event in enumerate(script.events) if isinstance(event, e.DecisionMade))
    assert not any(isinstance(event, e.CardsExposed) for event in script.events[:decided])
    assert script.all(e.CardsExposed) == [e.CardsExposed("player-dealer", (0, 1, 2), cards_from(QUEEN_HIGH), "TCP-D13")]


@guards("TCP-R6")
def test_TCP_R6_whether_a_card_is_exposed_moves_no_money() -> None:
    results = []
    for exposed in (True, False):
        script = play(QUEEN_HIGH, TWO_HANDS, house={"exposed_card": exposed})
        results.append([(s.seat, s.wager, s.outcome, s.result) for s in script.settle().values()])
    assert results[0] == results[1]


# ── TCP-D9, TCP-D10: each player's own hand ──────────────────────────────────────────────────────────────────────────


@proves("TCP-D9")
@pytest.mark.parametrize(("seat", "cards"), [(1, BEATS[0]), (2, LOSES[1])])
def test_TCP_D9_each_player_looks_at_their_own_three_cards(seat: int, cards: str) -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    assert dict(view(script.state, seat).cards)[f"seat {seat}"] == cards_from(cards)


@guards("TCP-D9")
@pytest.mark.parametrize("seat", [0, 2, 3, 7])
def test_TCP_D9_nobody_looks_at_another_players_cards(seat: int) -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    seen = dict(view(script.state, seat).cards)
    assert seen["seat 1"] == (None, None, None)
    assert seen["player-dealer"] == (None, None, *cards_from("2c"))


@proves("TCP-D9")
@guards("TCP-D9")
def test_TCP_D9_what_a_player_knows_is_the_hand_in_any_order_and_the_exposed_card() -> None:
    one, two, three, up = cards_from("As Kd 4h 2c")
    known = hand_and_up_card(one, two, three, up)
    assert {hand_and_up_card(a, b, d, up) for a, b, d in permutations((one, two, three))} == {known}
    assert {hand_alone(*order) for order in permutations((one, two, three))} == {hand_alone(one, two, three)}
    hands = list(combinations(range(0, 52, 3), 3))
    assert len({hand_alone(*hand) for hand in hands}) == len(hands)
    seen = [(*hand, card) for hand in hands for card in range(1, 52, 5) if card not in hand]
    assert len({hand_and_up_card(*cards) for cards in seen}) == len(seen)


@proves("TCP-D10")
def test_TCP_D10_a_player_decides_on_their_own_hand() -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    assert script.do(c.Decide(1, "play", by=1)) == (e.DecisionMade(1, "play", 10_00, e.PLAYER, "TCP-D11", "play"),)


@guards("TCP-D10")
@pytest.mark.parametrize("by", [2, 3, 7])
@pytest.mark.parametrize("option", ["play", "fold"])
def test_TCP_D10_no_other_seat_handles_a_players_hand_not_even_the_player_dealers(by: int, option: str) -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    refused = script.refused(c.Decide(1, option, by=by))
    assert refused.clause == "TCP-D10"
    assert f"seat {by} may not decide for seat 1" in str(refused)


@guards("TCP-D10")
def test_TCP_D10_the_player_dealer_has_no_hand_to_decide_on() -> None:
    script = deal(wager(banked(), TWO_HANDS), QUEEN_HIGH, TWO_HANDS)
    refused = script.refused(c.Decide(7, "fold"))
    assert refused.clause == "TCP-D11"
    assert "seat 7 has no hand in this round" in str(refused)
    assert [held.face_up for held in script.state.held["player-dealer"]] == [False, False, True]
    assert script.awaits == AwaitDecision("play", (1,), ("fold", "play"))
