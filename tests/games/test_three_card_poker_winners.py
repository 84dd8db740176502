"""How Winners are Determined and Paid, and the order in which it is done."""

import pytest

from croupier.cards import cards_from
from croupier.table import commands as c
from croupier.table import events as e
from tests.clauses import guards, proves
from tests.games.poker_rounds import (
    BEATS,
    JACK_HIGH,
    LOSES,
    QUEEN_HIGH,
    TIES,
    Hand,
    Paid,
    banked,
    kinds,
    paid,
    play,
    wager,
)
from tests.rounds import Script

# Against JACK_HIGH: ahead, tied, behind.
AHEAD, TIED, BEHIND = "Ks 3d 4h", "Jd 7h 2c", "Ts 9d 4s"
TEN_WAGERS = {
    1: Hand(BEATS[0], pair_plus=5, six_card_bonus=5),
    2: Hand(LOSES[1], pair_plus=5),
    3: Hand(LOSES[2], six_card_bonus=5),
}


def base_game(
    cards: str, dealer: str, house: dict[str, object] | None = None
) -> tuple[tuple[str, int], tuple[str, int]]:
    """What a played hand's Ante and Play of $10 come to."""
    settled = paid(play(dealer, {1: Hand(cards)}, house=house))
    return settled[1, "ante"], settled[1, "play"]


def order(script: Script) -> list[tuple[int, str]]:
    """The wagers in the order they are settled."""
    return list(script.settle())


# ── TCP-W2: a player-dealer who qualifies ────────────────────────────────────────────────────────────────────────────


@proves("TCP-O", "TCP-W2a")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Qd 7h 3s", QUEEN_HIGH),  # by the last card
        ("Ks 3d 4h", QUEEN_HIGH),
        ("2h 2d 3h", "As Kd Jh"),  # the lowest pair beats the highest high card
        ("As Ks Qs", "Kd Qd Jd"),
    ],
)
def test_TCP_W2a_a_hand_that_beats_a_qualified_one_wins_even_money_on_ante_and_play(cards: str, dealer: str) -> None:
    assert base_game(cards, dealer) == (("win", 10_00), ("win", 10_00))


@proves("TCP-W2b")
@pytest.mark.parametrize(
    ("cards", "dealer"), [("Qd 7h 2s", "Qs 7d 3c"), ("Js 9d 4s", QUEEN_HIGH), ("Kd Qd Jd", "As Ks Qs")]
)
def test_TCP_W2b_a_hand_that_a_qualified_one_beats_loses_ante_and_play(cards: str, dealer: str) -> None:
    assert base_game(cards, dealer) == (("lose", -10_00), ("lose", -10_00))


@proves("TCP-W2c")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [(TIES[0], QUEEN_HIGH), ("As Ks Qs", "Ad Kd Qd"), ("9s 9d 4h", "9h 9c 4s"), ("As 2d 3h", "Ad 2h 3s")],
)
def test_TCP_W2c_equal_hands_push_ante_and_play(cards: str, dealer: str) -> None:
    assert base_game(cards, dealer) == (("push", 0), ("push", 0))


@guards("TCP-O", "TCP-W2a", "TCP-W2b", "TCP-W2c")
def test_TCP_W2_one_pip_either_way_turns_a_tie_into_a_win_or_a_loss() -> None:
    dealer = "Qs 7d 3c"
    assert base_game("Qd 7h 4s", dealer)[0] == ("win", 10_00)
    assert base_game("Qd 7h 3s", dealer)[0] == ("push", 0)
    assert base_game("Qd 7h 2s", dealer)[0] == ("lose", -10_00)


@proves("TCP-W2")
def test_TCP_W2_play_is_stacked_on_the_ante_then_hands_are_revealed_then_wagers_settled() -> None:
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: Hand(LOSES[1]), 3: Hand(LOSES[2], decision="fold")})
    events = script.do(c.SettleRound())
    assert kinds(events) == [
        *("SettlementBegan", "WagersStacked", "CardsExposed", "CardsExposed"),
        *("WagerSettled", "WagerSettled", "WagerSettled", "WagerSettled", "WagerSettled"),
        *("CardsPickedUp", "RoundClosed"),
    ]
    assert events[1] == e.WagersStacked((1, 2), "play", "ante", "TCP-W2")
    assert [event for event in events if isinstance(event, e.CardsExposed)] == [
        e.CardsExposed("seat 1", (0, 1, 2), cards_from(BEATS[0]), "TCP-W2"),
        e.CardsExposed("seat 2", (0, 1, 2), cards_from(LOSES[1]), "TCP-W2"),
    ]


@guards("TCP-W2")
def test_TCP_W2_a_jack_high_player_dealer_stacks_nothing() -> None:
    script = play(JACK_HIGH, {1: Hand(AHEAD)})
    script.settle()
    assert script.all(e.WagersStacked) == []
    assert script.state.stacked == ()


# ── TCP-W1, TCP-R3, TCP-R5: a player-dealer who does not qualify ─────────────────────────────────────────────────────


@proves("TCP-W1", "TCP-W1a", "TCP-W1b", "TCP-R3")
@pytest.mark.parametrize(("cards", "ante"), [(AHEAD, ("win", 10_00)), (TIED, ("push", 0)), (BEHIND, ("push", 0))])
def test_TCP_W1_below_queen_high_play_goes_back_and_the_ante_wins_or_pushes(cards: str, ante: tuple[str, int]) -> None:
    assert base_game(cards, JACK_HIGH) == (ante, ("push", 0))


@guards("TCP-W1", "TCP-W1a", "TCP-W1b")
def test_TCP_W1_at_queen_high_the_same_hands_win_or_lose_both_wagers() -> None:
    assert base_game(AHEAD, "Qs 3c 2c") == (("win", 10_00), ("win", 10_00))
    assert base_game(BEHIND, "Qs 3c 2c") == (("lose", -10_00), ("lose", -10_00))


@proves("TCP-R5")
@pytest.mark.parametrize(
    ("reading", "ahead", "tied", "behind"),
    [
        ("push_if_dealer_higher", ("win", 10_00), ("push", 0), ("push", 0)),
        ("lose_if_dealer_higher", ("win", 10_00), ("push", 0), ("lose", -10_00)),
        ("always_wins", ("win", 10_00), ("win", 10_00), ("win", 10_00)),
    ],
)
def test_TCP_R5_the_three_readings_of_an_ante_against_an_unqualified_hand(
    reading: str, ahead: tuple[str, int], tied: tuple[str, int], behind: tuple[str, int]
) -> None:
    house: dict[str, object] = {"ante_when_dealer_not_qualified": reading}
    antes = [base_game(cards, JACK_HIGH, house) for cards in (AHEAD, TIED, BEHIND)]
    assert antes == [(ahead, ("push", 0)), (tied, ("push", 0)), (behind, ("push", 0))]


@guards("TCP-R5", "TCP-R3")
@pytest.mark.parametrize("reading", ["push_if_dealer_higher", "lose_if_dealer_higher", "always_wins"])
def test_TCP_R5_no_reading_touches_a_qualified_hand_or_a_fold(reading: str) -> None:
    house: dict[str, object] = {"ante_when_dealer_not_qualified": reading}
    assert base_game(LOSES[0], QUEEN_HIGH, house) == (("lose", -10_00), ("lose", -10_00))
    assert base_game(TIES[0], QUEEN_HIGH, house) == (("push", 0), ("push", 0))
    folded = play(JACK_HIGH, {1: Hand(AHEAD, decision="fold")}, house=house)
    assert paid(folded) == {(1, "ante"): ("forfeited", -10_00)}


@guards("TCP-R3")
def test_TCP_R3_one_pip_above_the_unqualified_hand_is_no_tie() -> None:
    assert base_game("Jd 7h 3h", JACK_HIGH)[0] == ("win", 10_00)


@proves("TCP-W1a")
def test_TCP_W1a_play_is_refunded_at_once_before_hands_are_revealed_or_anything_else_is_settled() -> None:
    hands = {1: Hand(AHEAD, pair_plus=5), 2: Hand(BEHIND), 3: Hand("9s 8h 4c", decision="fold")}
    script = play(JACK_HIGH, hands)
    events = script.do(c.SettleRound())
    assert kinds(events[:4]) == ["SettlementBegan", "WagerSettled", "WagerSettled", "CardsExposed"]
    refunds = [event for event in events[:4] if isinstance(event, e.WagerSettled)]
    assert [(s.seat, s.wager, s.outcome, s.result, s.clauses) for s in refunds] == [
        (1, "play", "push", 0, ("TCP-W1a",)),
        (2, "play", "push", 0, ("TCP-W1a",)),
    ]


@guards("TCP-W1a")
def test_TCP_W1a_a_qualified_hand_refunds_no_play_ahead_of_its_turn() -> None:
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: Hand(LOSES[1])})
    assert order(script) == [(1, "ante"), (1, "play"), (2, "ante"), (2, "play")]


# ── TCP-D7b, TCP-R2, TCP-R15: the order of settlement ────────────────────────────────────────────────────────────────


@proves("TCP-D7b", "TCP-D7", "TCP-R2")
def test_TCP_D7b_each_seat_settles_ante_play_pair_plus_and_six_card_bonus_before_the_next() -> None:
    assert order(play(QUEEN_HIGH, TEN_WAGERS)) == [
        *((1, wager_) for wager_ in ("ante", "play", "pair_plus", "six_card_bonus")),
        *((2, wager_) for wager_ in ("ante", "play", "pair_plus")),
        *((3, wager_) for wager_ in ("ante", "play", "six_card_bonus")),
    ]


@guards("TCP-D7b")
def test_TCP_D7b_wagers_settle_in_that_order_however_they_were_placed() -> None:
    script = banked()
    script.open()
    script.bet_bank(1_000)
    script.bet(2, ante=10)
    script.bet(1, ante=10)
    script.bet(1, six_card_bonus=5, pair_plus=5)
    script.close()
    script.deal(BEATS[0], LOSES[1], QUEEN_HIGH)
    script.decide(seat_1="play", seat_2="fold")
    assert order(script) == [(1, "ante"), (1, "play"), (1, "pair_plus"), (1, "six_card_bonus"), (2, "ante")]


@proves("TCP-R2")
def test_TCP_R2_a_house_may_settle_all_antes_then_all_plays_and_so_on() -> None:
    assert order(play(QUEEN_HIGH, TEN_WAGERS, house={"settlement_order": "by_wager"})) == [
        *((seat, "ante") for seat in (1, 2, 3)),
        *((seat, "play") for seat in (1, 2, 3)),
        *((seat, "pair_plus") for seat in (1, 2)),
        *((seat, "six_card_bonus") for seat in (1, 3)),
    ]


@proves("TCP-D7", "TCP-R2")
@pytest.mark.parametrize(("player_dealer", "seats"), [(7, [2, 4, 6]), (3, [4, 6, 2]), (5, [6, 2, 4])])
def test_TCP_D7_settlement_goes_clockwise_from_the_player_dealers_left(player_dealer: int, seats: list[int]) -> None:
    hands = {seat: Hand(cards, decision="fold") for seat, cards in zip((2, 4, 6), LOSES, strict=True)}
    assert order(play(QUEEN_HIGH, hands, player_dealer=player_dealer)) == [(seat, "ante") for seat in seats]


@proves("TCP-R2", "TCP-R15", "TCP-W2", "TCP-D7c")
@pytest.mark.parametrize(("button", "seats"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2]), (7, [1, 2, 3])])
def test_TCP_R15_where_the_house_uses_the_button_hands_are_revealed_and_settled_from_it(
    button: int, seats: list[int]
) -> None:
    hands = {seat: Hand(cards) for seat, cards in enumerate(LOSES, 1)}
    script = play(QUEEN_HIGH, hands, house={"first_action": "action_button"}, button=button)
    assert script.all(e.RoundOpened)[0].action_button == button
    settled = order(script)
    assert settled == [(seat, wager_) for seat in seats for wager_ in ("ante", "play")]
    revealed = [event.slot for event in script.all(e.CardsExposed) if event.clause == "TCP-W2"]
    assert revealed == [f"seat {seat}" for seat in seats]


@guards("TCP-R2", "TCP-R15", "TCP-D7c")
def test_TCP_R15_no_button_is_placed_where_the_house_uses_none_nor_left_out_where_it_does() -> None:
    script = banked()
    script.shuffle()
    refused = script.refused(c.OpenRound(action_button=2))
    assert refused.clause == "TCP-R2"
    assert "this house uses no action button" in str(refused)
    script = banked({"first_action": "action_button"})
    script.shuffle()
    assert "say at which seat" in str(script.refused(c.OpenRound()))
    for button, why in ((8, "there is no seat 8"), (4, "nobody sits at seat 4")):
        refused = script.refused(c.OpenRound(action_button=button))
        assert refused.clause == "TCP-L1"
        assert why in str(refused)


@guards("TCP-R2")
def test_TCP_R2_no_order_changes_what_an_ample_bank_pays() -> None:
    answers: list[Paid] = []
    for house, button in (
        ({}, 0),
        ({"settlement_order": "by_wager"}, 0),
        ({"first_action": "action_button"}, 3),
        ({"settlement_order": "by_wager", "first_action": "action_button"}, 2),
    ):
        script = play(QUEEN_HIGH, TEN_WAGERS, house=house, button=button)
        answers.append(paid(script))
    assert all(answer == answers[0] for answer in answers)


# ── TCP-W3: the cards are picked up ──────────────────────────────────────────────────────────────────────────────────


@proves("TCP-W3")
def test_TCP_W3_every_hand_of_the_round_is_rebuilt_from_the_rack() -> None:
    hands = {
        1: Hand(LOSES[0]),
        2: Hand(LOSES[1], decision="fold"),
        3: Hand(LOSES[2], six_card_bonus=5, decision="fold"),
    }
    script = play(QUEEN_HIGH, hands)
    script.settle()
    assert list(script.state.rack.hands()) == ["seat 2", "seat 1", "seat 3", "player-dealer"]
    assert script.state.rack.hands() == {
        "seat 1": cards_from(LOSES[0]),
        "seat 2": cards_from(LOSES[1]),
        "seat 3": cards_from(LOSES[2]),
        "player-dealer": cards_from(QUEEN_HIGH),
    }
    assert script.all(e.CardsPickedUp) == [
        e.CardsPickedUp(("seat 2",), "TCP-D12"),
        e.CardsPickedUp(("seat 1", "seat 3", "player-dealer"), "TCP-W3"),
    ]


@guards("TCP-W3")
def test_TCP_W3_the_cards_are_on_the_layout_until_every_wager_is_settled_and_then_nowhere_else() -> None:
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0])})
    assert script.state.rack.hands() == {}
    events = script.do(c.SettleRound())
    assert kinds(events)[-3:] == ["WagerSettled", "CardsPickedUp", "RoundClosed"]
    assert script.state.held == {}
    wager(script, {1: Hand(BEATS[0])})
    assert script.state.rack.hands() == {}
