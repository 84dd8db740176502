"""Crazy 4 Poker, clause by clause, from its one file. All its deals are counted where there is a GPU."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import croupier
from croupier.cards import DECK, card_name, cards_from
from croupier.errors import Refused
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from examples.games.crazy_4_poker import (
    CRAZY_4_POKER,
    KING_HIGH,
    PAIR_OF_ACES,
    best_four_of_five,
    cards_seen,
    five_cards,
    play_habit,
)
from tests.clauses import guards, proves
from tests.naive.hand_orders import best_four
from tests.rounds import Script

EDGE = Fraction(264_142_729, 7_726_058_340)
"""Of the Ante: published as 3.42%."""
RISK = Fraction(264_142_729, 24_230_243_136)
"""Of all that is bet: published as 1.09%."""

ACES = "As Ad 9c 4h 2s"
KINGS = "Ks Kd 9h 4d 2c"
QUEEN_HIGH = "Qc Td 7h 5s 2d"
KING_SEVEN = "Kc 7d 5h 4s 2h"


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(CRAZY_4_POKER, house, seats=seats)
    table.open()
    return table


def dealt(hand: str, dealer: str, queens_up: int = 0, **house: Any) -> Script:
    """A table with $10 on Ante and Super Bonus and all cards dealt."""
    table = betting(**house)
    table.bet(1, ante=10, **({"queens_up": queens_up} if queens_up else {}))
    table.close()
    table.deal(hand, dealer)
    return table


def played(hand: str, dealer: str, option: str = "play_1", queens_up: int = 0, **house: Any) -> dict[str, int]:
    """What the wagers of a round won, in dollars."""
    table = dealt(hand, dealer, queens_up, **house)
    table.decide(seat_1=option)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────


@proves("C4-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = CRAZY_4_POKER.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("C4-1")
def test_no_card_is_dealt_twice() -> None:
    table = betting()
    table.bet(1, ante=10)
    table.close()
    table.deal(ACES)
    assert table.refused(c.DealCards(cards_from("As Kd 4h 3s 2d"))).reason


@proves("C4-2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d 2h 2s 5c", "Ac Kc Qc Jc 9d"),
        ("5c 4c 3c 2c Kd", "Ac Ad Ah Ks Qc"),
        ("2c 2d 2h 4s 5c", "Ac Kc Qc 9c 2d"),
        ("7c 5c 3c 2c Ad", "Ac Kd Qh Js 2c"),
        ("5c 4d 3h 2s Kd", "Ac Ad Kh Ks Qc"),
        ("5c 4d 3h 2s Kd", "Ac 4c 3h 2d Kd"),
        (ACES, KINGS),
    ],
)
def test_four_card_hands_have_an_order_of_their_own(higher: str, lower: str) -> None:
    assert best_four_of_five(*cards_from(higher)) > best_four_of_five(*cards_from(lower))


@guards("C4-2")
def test_the_fifth_card_breaks_no_tie() -> None:
    assert best_four_of_five(*cards_from("Ac Kd 9h 5s 2c")) == best_four_of_five(*cards_from("Ad Ks 9c 5h 3d"))


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────


@proves("C4-3")
def test_the_super_bonus_goes_with_the_ante_and_queens_up_if_one_likes() -> None:
    table = betting()
    table.bet(1, ante=10, queens_up=5)
    table.close()
    assert [table.state.stake(1, wager) for wager in ("ante", "super_bonus", "queens_up")] == [10_00, 10_00, 5_00]


@guards("C4-3")
def test_nobody_bets_on_super_bonus_or_queens_up_alone() -> None:
    table = betting()
    assert table.refused(c.PlaceWager(1, "super_bonus", 10_00)).reason
    assert table.refused(c.PlaceWager(1, "queens_up", 10_00)).clause == "C4-3"


@proves("C4-4")
def test_five_cards_face_down_each() -> None:
    table = dealt(ACES, KINGS)
    assert [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)] == [
        ("seat 1", 5, False),
        ("dealer", 5, False),
    ]


@guards("C4-4")
def test_nothing_is_dealt_while_bets_are_open() -> None:
    table = betting()
    table.bet(1, ante=10)
    assert table.refused(c.DealCards(cards_from(ACES))).reason


@proves("C4-5")
def test_a_player_s_sight_is_the_hand_in_any_order() -> None:
    cards = cards_from(ACES)
    (code,) = {five_cards(*order) for order in (cards, cards[::-1], cards[2:] + cards[:2])}
    assert cards_seen(code) == tuple(sorted(cards, reverse=True))


@guards("C4-5")
def test_nobody_decides_for_another() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.close()
    table.deal(ACES, KINGS)
    assert table.refused(c.Decide(1, "fold", by=2)).clause == "C4-5"


# ── Play or fold ─────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("C4-6")
def test_a_fold_loses_every_wager_and_a_play_is_as_large_as_the_ante() -> None:
    assert played(ACES, KINGS, "fold", queens_up=5) == {"ante": -10, "super_bonus": -10, "queens_up": -5}
    table = dealt(KINGS, ACES)
    table.decide(seat_1="play_1")
    assert table.state.stake(1, "play") == 10_00


@guards("C4-6")
def test_players_decide_in_turn() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal(ACES, KINGS, QUEEN_HIGH)
    assert table.awaited(AwaitDecision).seats == (1,)
    assert table.refused(c.Decide(2, "play_1")).clause == "C4-6"


@proves("C4-7")
def test_a_pair_of_aces_may_play_three_times_the_ante() -> None:
    for option, stake in (("play_2", 20_00), ("play_3", 30_00)):
        table = dealt(ACES, KINGS)
        table.decide(seat_1=option)
        assert table.state.stake(1, "play") == stake


@guards("C4-7")
def test_less_than_a_pair_of_aces_may_not() -> None:
    table = dealt(KINGS, ACES)
    for option in ("play_2", "play_3"):
        assert table.refused(c.Decide(1, option)).reason
    assert best_four_of_five(*cards_from("As Ad 4c 3h 9s")) >= PAIR_OF_ACES > best_four_of_five(*cards_from(KINGS))


@proves("C4-8")
def test_cards_are_turned_up_after_the_decisions() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal(ACES, KINGS, QUEEN_HIGH)
    table.decide(seat_1="play_3", seat_2="fold")
    assert [event.slot for event in table.all(e.CardsExposed)] == ["dealer", "seat 1"]


@guards("C4-8")
def test_they_stay_face_down_before() -> None:
    assert not dealt(ACES, KINGS).all(e.CardsExposed)


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────


@proves("C4-9")
def test_without_a_king_the_dealer_does_not_qualify() -> None:
    assert played(KING_SEVEN, QUEEN_HIGH) == {"ante": 0, "play": 10, "super_bonus": 0}
    assert best_four_of_five(*cards_from(QUEEN_HIGH)) < KING_HIGH <= best_four_of_five(*cards_from(KING_SEVEN))


@guards("C4-9")
@proves("C4-11")
def test_a_king_qualifies() -> None:
    assert played("Ks 6d 5c 4c 2c", KING_SEVEN) == {"ante": -10, "play": -10, "super_bonus": -10}


@guards("C4-11")
@proves("C4-10")
def test_the_higher_hand_wins_on_ante_and_play() -> None:
    assert played(ACES, KINGS, "play_3") == {"ante": 10, "play": 30, "super_bonus": 0}


@guards("C4-10")
@proves("C4-12")
def test_equal_hands_push() -> None:
    assert played("Kc 9d 5h 4s 2h", "Kd 9c 5s 4h 3d") == {"ante": 0, "play": 0, "super_bonus": 0}


@guards("C4-12")
def test_the_fourth_card_breaks_a_tie() -> None:
    assert played("Kc 9d 6h 4s 2h", "Kd 9c 6s 3h 2d") == {"ante": 10, "play": 10, "super_bonus": 0}


@proves("C4-13")
@pytest.mark.parametrize(
    ("hand", "won"),
    [
        ("Ac Ad Ah As 5c", 2000),
        ("7c 7d 7h 7s 5c", 300),
        ("9c 8c 7c 6c Ad", 150),
        ("7c 7d 7h 5s 4c", 20),
        ("Ac 9c 7c 5c 3d", 15),
        ("9c 8d 7c 6h 2c", 10),
    ],
)
def test_the_super_bonus_is_paid_by_the_hand_even_if_it_loses(hand: str, won: int) -> None:
    dealer = "Ks Kd Kc Kh 2d" if "A" not in hand[:2] or hand.count("A") < 4 else KINGS
    assert played(hand, dealer)["super_bonus"] == won


@guards("C4-13")
@proves("C4-14", "C4-R2")
def test_less_than_a_straight_pushes_unless_it_is_behind() -> None:
    assert played(ACES, KINGS)["super_bonus"] == 0
    assert played(KINGS, ACES)["super_bonus"] == -10
    assert played("Jc 9d 5h 4s 2h", QUEEN_HIGH) == {"ante": 0, "play": 10, "super_bonus": -10}


@guards("C4-14", "C4-R2")
def test_less_than_a_straight_is_never_paid() -> None:
    assert played("Ac Ad Kc Kh 2s", QUEEN_HIGH)["super_bonus"] == 0


@proves("C4-15")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("7c 7d 7h 7s 5c", 50),
        ("9c 8c 7c 6c Ad", 40),
        ("7c 7d 7h 5s 4c", 8),
        ("Ac 9c 7c 5c 3d", 4),
        ("9c 8d 7c 6h 2c", 3),
        ("7c 7d 4h 4s 2c", 2),
        ("Qc Qd 4h 3s 9c", 1),
    ],
)
def test_queens_up_is_paid_by_the_hand(hand: str, odds: int) -> None:
    assert played(hand, "Ks Kd Kc Kh 2d", queens_up=10)["queens_up"] == odds * 10


@guards("C4-15")
def test_a_pair_of_jacks_loses_it() -> None:
    assert played("Jc Jd 4h 3s 9c", KINGS, queens_up=10)["queens_up"] == -10


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("C4-R1")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25)
    assert table.refused(c.PlaceWager(1, "ante", 24_99)).clause == "C4-R1"
    table.bet(1, ante=500, queens_up=100)
    assert table.refused(c.PlaceWager(1, "queens_up", 101_00)).clause == "C4-R1"


@guards("C4-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(Refused) as refused:
        CRAZY_4_POKER.rulebook(CRAZY_4_POKER.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "C4-R1"


@proves("C4-R3")
def test_there_are_two_wagers_to_bet_on_and_one_that_goes_with_the_ante() -> None:
    book = CRAZY_4_POKER.rulebook()
    assert [wager.id for wager in book.placed_wagers] == ["ante", "queens_up"]
    assert [wager.id for wager in book.model.companions("ante")] == ["super_bonus"]


@guards("C4-R3")
def test_a_progressive_wager_is_refused() -> None:
    assert betting().refused(c.PlaceWager(1, "progressive", 1_00)).reason


@proves("C4-R4")
def test_a_round_called_off_returns_every_wager() -> None:
    table = dealt(ACES, KINGS, queens_up=10)
    table.decide(seat_1="play_3")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("C4-R4")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"queens_up_paytable": 1})).clause == "C4-R4"


@proves("C4-R5")
def test_a_part_of_a_cent_is_not_paid() -> None:
    table = betting()
    table.do(c.PlaceWager(1, "ante", 10_01))
    table.close()
    table.deal("Ac 9c 7c 5c 3d", KINGS)
    table.decide(seat_1="play_1")
    assert table.settle()[1, "super_bonus"].result == 15_01


@guards("C4-R5")
def test_whole_cents_are_paid_in_full() -> None:
    assert played("Ac 9c 7c 5c 3d", KINGS)["super_bonus"] == 15


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_hand(hand: str) -> Fraction:
    """What playing the Ante's amount is worth, by going through all 1,533,939 hands of the dealer's in plain Python."""
    own = hand.split()
    player = best_four(own, ace_low=True)
    left = [name for name in map(card_name, DECK) if name not in own]
    won: Counter[int] = Counter()
    for cards in combinations(left, 5):
        dealer = best_four(cards, ace_low=True)
        behind = player < dealer
        if dealer < (0, [11]):
            won[1 - behind] += 1
        else:
            won[-3 if behind else 2 if player > dealer else 0] += 1
    return Fraction(sum(result * deals for result, deals in won.items()), 1_533_939)


@pytest.mark.torture
@pytest.mark.parametrize("hand", ["Kc Qd 8h 4s 2c", "Kc Qd 8h 3s 2c"])
def test_advice_is_what_a_count_by_hand_gives(hand: str) -> None:
    advice = croupier.game(CRAZY_4_POKER).advise(hand=hand)
    assert advice.options == {"fold": Fraction(-2), "play_1": by_hand(hand)}


@pytest.mark.slow
def test_a_king_queen_eight_four_is_played_and_less_is_not() -> None:
    game = croupier.game(CRAZY_4_POKER)
    assert [game.advise(hand=hand).best for hand in ("Kc Qd 8h 4s 2c", "Kc Qd 8h 3s 2c")] == ["play_1", "fold"]
    assert game.advise(hand=ACES).best == "play_3"


def test_the_habit_is_the_published_strategy() -> None:
    def habit(hand: str) -> str:
        return play_habit(five_cards(*cards_from(hand)))

    hands = ("Kc Qd 8h 4s 2c", "Kc Qd 8h 3s 2c", "2c 2d 4h 6s 8c", ACES)
    assert [habit(hand) for hand in hands] == ["play_1", "fold", "play_1", "play_3"]


@pytest.mark.torture
def test_published_figures_from_all_deals() -> None:
    wagers = croupier.game(CRAZY_4_POKER).analyze(anyway=True).wagers
    assert (wagers["ante"].house_edge, wagers["ante"].element_of_risk) == (EDGE, RISK)
    assert wagers["queens_up"].house_edge == Fraction(979, 21_658)
    assert f"{float(EDGE):.2%} {float(RISK):.2%}" == "3.42% 1.09%"
