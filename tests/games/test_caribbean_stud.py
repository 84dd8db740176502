"""Caribbean Stud, clause by clause, from its one file. All its deals are counted where there is a GPU."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import croupier
from croupier.cards import DECK, card_name, cards_from
from croupier.errors import Refused
from croupier.hands import Poker, five_card_strength
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from examples.games.caribbean_stud import ACE_KING, CARIBBEAN_STUD, PRINTED, cards_seen, hand_and_up_card, raise_habit
from tests.clauses import guards, proves
from tests.naive.hand_orders import FIVE, place
from tests.rounds import Script

LOW = "2c 4d 6h 8s Tc"
ACE_KING_LOW = "As Kd 4h 3s 2d"
ACE_QUEEN = "As Qd Jh Ts 9d"


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(CARIBBEAN_STUD, house, seats=seats)
    table.open()
    return table


def dealt(hand: str, dealer: str, **house: Any) -> Script:
    """A table with $10 on the Ante and all cards dealt."""
    table = betting(**house)
    table.bet(1, ante=10)
    table.close()
    table.deal(hand, dealer)
    return table


def played(hand: str, dealer: str, option: str = "raise", **house: Any) -> dict[str, int]:
    """What $10 on the Ante, and $20 on a raise, won."""
    table = dealt(hand, dealer, **house)
    table.decide(seat_1=option)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CS-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = CARIBBEAN_STUD.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("CS-1")
def test_no_card_is_dealt_twice() -> None:
    table = betting()
    table.bet(1, ante=10)
    table.close()
    table.deal(LOW)
    assert table.refused(c.DealCards(cards_from("2c Kd 4h 3s 2d"))).reason


@proves("CS-2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kc Qc Jc Tc", "Kd Qd Jd Td 9d"),
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("Ac Ad 4h 3s 2c", "Kc Kd Ah Qs Jc"),
        ("Kc Kd Ah Qs 3c", "Ks Kh Ad Qc 2c"),
    ],
)
def test_hands_rank_as_in_poker(higher: str, lower: str) -> None:
    assert five_card_strength(*cards_from(higher)) > five_card_strength(*cards_from(lower))


@guards("CS-2")
def test_suits_break_no_tie() -> None:
    assert five_card_strength(*cards_from("Ac Kd 9h 5s 2c")) == five_card_strength(*cards_from("Ad Ks 9c 5h 2d"))


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CS-3", "CS-4", "CS-5", "CS-R2")
def test_five_cards_face_down_each_and_the_dealer_s_last_is_turned_up() -> None:
    table = dealt(LOW, ACE_KING_LOW)
    assert [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)] == [
        ("seat 1", 5, False),
        ("dealer", 5, False),
    ]
    (exposed,) = table.all(e.CardsExposed)
    assert (exposed.slot, exposed.places, exposed.cards) == ("dealer", (4,), cards_from("2d"))


@guards("CS-3", "CS-4", "CS-5", "CS-R2")
def test_nothing_is_bet_once_cards_are_dealt() -> None:
    table = betting(seats=2)
    assert table.refused(c.DealCards(cards_from(LOW))).reason
    table.bet(1, ante=10)
    table.close()
    assert table.refused(c.PlaceWager(2, "ante", 10_00)).clause in ("CS-3", "CS-4")


@proves("CS-6")
def test_a_player_s_sight_is_the_hand_in_any_order_and_one_card() -> None:
    cards, up = cards_from(LOW), cards_from("2d")
    (code,) = {hand_and_up_card(*order, *up) for order in (cards, cards[::-1], cards[2:] + cards[:2])}
    assert cards_seen(code) == (tuple(sorted(cards, reverse=True)), *up)


@guards("CS-6")
def test_no_other_hand_is_seen() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal(LOW, ACE_QUEEN, "3c 5d 7h 9s Jc")
    assert not any(event.face_up for event in table.all(e.CardsDealt))
    assert {event.slot for event in table.all(e.CardsExposed)} == {"dealer"}


# ── Raise or fold ────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CS-7")
def test_a_fold_loses_the_ante_and_a_raise_is_twice_the_ante() -> None:
    assert played(LOW, ACE_QUEEN, "fold") == {"ante": -10}
    table = dealt(LOW, ACE_QUEEN)
    table.decide(seat_1="raise")
    assert table.state.stake(1, "raise") == 20_00


@guards("CS-7")
def test_players_decide_in_turn_and_a_raise_must_be_paid_for() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal(LOW, "3c 5d 7h 9s Jc", ACE_QUEEN)
    assert table.awaited(AwaitDecision).seats == (1,)
    assert table.refused(c.Decide(2, "raise")).clause == "CS-7"
    poor = Script(CARIBBEAN_STUD, seats=1, chips=29_00)
    poor.open()
    poor.bet(1, ante=10)
    poor.close()
    poor.deal(LOW, ACE_QUEEN)
    assert "$20" in poor.refused(c.Decide(1, "raise")).reason


@proves("CS-8")
def test_the_dealer_s_other_cards_are_turned_up_after_the_decisions() -> None:
    table = dealt(LOW, ACE_QUEEN)
    assert len(table.all(e.CardsExposed)) == 1
    table.decide(seat_1="raise")
    assert table.all(e.CardsExposed)[-1].places == (0, 1, 2, 3)


@guards("CS-8")
def test_they_stay_face_down_before() -> None:
    table = dealt(LOW, ACE_QUEEN)
    assert [held.face_up for held in table.state.held["dealer"]] == [False, False, False, False, True]


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────


@proves("CS-9")
def test_without_ace_and_king_the_dealer_does_not_play() -> None:
    assert played(LOW, ACE_QUEEN) == {"ante": 10, "raise": 0}
    assert five_card_strength(*cards_from(ACE_QUEEN)) < ACE_KING <= five_card_strength(*cards_from(ACE_KING_LOW))


@guards("CS-9")
@proves("CS-11")
def test_the_lowest_hand_that_plays_beats_a_lower_one() -> None:
    assert played(LOW, ACE_KING_LOW.replace("4h", "5h")) == {"ante": -10, "raise": -20}


@guards("CS-11")
@proves("CS-10", "CS-13")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("Ac Kc Qc Jc Tc", 100),
        ("9c 8c 7c 6c 5c", 50),
        ("7c 7d 7h 7s 5c", 20),
        ("7c 7d 7h 5s 5c", 7),
        ("Ac 9c 7c 5c 3c", 5),
        ("9c 8d 7c 6c 5c", 4),
        ("7c 7d 7h 6s 5c", 3),
        ("7c 7d 6h 6s 5c", 2),
        ("7c 7d 6h 9s 5c", 1),
        ("Ac Kc Qh 9s 5c", 1),
    ],
)
def test_a_raise_is_paid_by_the_hand_it_wins_with(hand: str, odds: int) -> None:
    assert played(hand, "Ad Ks 4h 3s 2d") == {"ante": 10, "raise": 20 * odds}
    assert odds in PRINTED


@guards("CS-10", "CS-13")
def test_a_great_hand_wins_nothing_on_the_raise_if_the_dealer_does_not_play() -> None:
    assert played("Ac Kc Qc Jc Tc", "Ad Qs Jh Ts 9d") == {"ante": 10, "raise": 0}


@proves("CS-12")
def test_equal_hands_push() -> None:
    assert played("Ac Kc 4d 3c 2c", "Ad Ks 4h 3s 2d") == {"ante": 0, "raise": 0}


@guards("CS-12")
def test_the_last_card_breaks_a_tie() -> None:
    assert played("Ac Kc 5d 4c 3c", "Ad Ks 5h 4s 2d") == {"ante": 10, "raise": 20}


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CS-R1")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25)
    assert table.refused(c.PlaceWager(1, "ante", 24_99)).clause == "CS-R1"
    table.bet(1, ante=500)


@guards("CS-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(Refused) as refused:
        CARIBBEAN_STUD.rulebook(CARIBBEAN_STUD.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "CS-R1"


@proves("CS-R3")
def test_ante_is_the_only_wager_before_the_deal() -> None:
    assert [wager.id for wager in CARIBBEAN_STUD.rulebook().placed_wagers] == ["ante"]


@guards("CS-R3")
def test_a_progressive_wager_is_refused() -> None:
    assert betting().refused(c.PlaceWager(1, "progressive", 1_00)).reason


@proves("CS-R4")
def test_a_round_called_off_returns_ante_and_raise() -> None:
    table = dealt(LOW, ACE_QUEEN)
    table.decide(seat_1="raise")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("CS-R4")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"paytable": 1})).clause == "CS-R4"


@proves("CS-R5")
def test_a_part_of_a_cent_is_not_paid() -> None:
    odds = ["100", "50", "20", "7", "5", "4", "3", "2", "1", "1:3"]
    table = dealt("Ac Kc Qh 9s 5c", "Ad Ks 4h 3s 2d", paytable=odds)
    table.decide(seat_1="raise")
    assert table.settle()[1, "raise"].result == 6_66


@guards("CS-R5")
def test_whole_cents_are_paid_in_full() -> None:
    assert played("7c 7d 6h 6s 5c", "Ad Ks 4h 3s 2d")["raise"] == 40


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_hand(hand: str, up: str) -> Fraction:
    """What a raise is worth with these cards seen, by going through all 163,185 hands of the dealer's."""
    own = hand.split()
    player = place(own, FIVE, 5, ace_low=True)
    left = [name for name in map(card_name, DECK) if name not in (*own, up)]
    pays = 1 + 2 * PRINTED[::-1][player[0]]
    won = 0
    for hole in combinations(left, 4):
        dealer = place((up, *hole), FIVE, 5, ace_low=True)
        if dealer < (0, [12, 11]):
            won += 1
        elif player != dealer:
            won += pays if player > dealer else -3
    return Fraction(won, 163_185)


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "up"), [("Ac Kd Qh 9s 5c", "Qd"), ("4c 4d 9h 8s 2c", "Kd")])
def test_advice_is_what_a_count_by_hand_gives(hand: str, up: str) -> None:
    advice = croupier.game(CARIBBEAN_STUD).advise(hand=hand, up=up)
    assert advice.options == {"fold": Fraction(-1), "raise": by_hand(hand, up)}


def test_the_habit_is_the_advice_for_almost_every_hand() -> None:
    rng, game = Random(9), croupier.game(CARIBBEAN_STUD)
    agree = 0
    for _ in range(20):
        cards = rng.sample(range(52), 6)
        best = game.advise(hand=cards[:5], up=cards[5:]).best
        agree += best == raise_habit(hand_and_up_card(*cards))
    assert agree >= 19


def test_a_pair_is_always_raised_and_less_than_ace_king_never() -> None:
    def habit(hand: str, up: str) -> str:
        return raise_habit(hand_and_up_card(*cards_from(f"{hand} {up}")))

    assert habit("2c 2d 3h 4s 5c", "Ad") == "raise"
    assert habit(ACE_QUEEN, "9c") == "fold"
    assert [habit(ACE_KING_LOW, up) for up in ("4c", "5c")] == ["raise", "fold"]


def test_every_category_can_win() -> None:
    lines = {line.id for line in CARIBBEAN_STUD.rulebook().wagers_by_id["raise"].lines}
    assert lines == {hand.id for hand in Poker} | {"unqualified", "lost", "tied"}
