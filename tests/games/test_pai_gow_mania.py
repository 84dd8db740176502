"""Pai Gow Mania, clause by clause, from its one file: a deck with a joker."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

import pytest

import croupier
from croupier.cards import DECK, JOKER, RED_JOKER, cards_from
from croupier.exact.count import count
from croupier.rulebook import Draw, Drawn, Model, Rule
from croupier.table import commands as c
from croupier.table import events as e
from examples.games.pai_gow_mania import PAI_GOW_DECK, PAI_GOW_MANIA, First, first_hand, seven_hand
from tests.clauses import guards, proves
from tests.rounds import Script


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(PAI_GOW_MANIA, house, seats=seats)
    table.open()
    return table


def played(first: str, more: str, **house: Any) -> dict[str, int]:
    """What $1 on three cards and $1 on seven won."""
    table = betting(**house)
    table.bet(1, three=1, seven=1)
    table.close()
    table.deal(first, more)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("PM-1")
def test_one_deck_with_a_joker_is_used() -> None:
    supply = PAI_GOW_MANIA.rulebook().supply
    assert (supply.size, supply.deck) == (53, (*DECK, JOKER))


@guards("PM-1")
def test_no_second_joker_is_dealt() -> None:
    table = betting()
    table.bet(1, three=1)
    table.close()
    assert table.refused(c.DealCards((JOKER, JOKER, 0))).clause == "PM-1"
    assert (
        "Jr is not in the deck, which has 53 cards, with a joker"
        in table.refused(c.DealCards((RED_JOKER, 1, 0))).reason
    )


@proves("PM-2")
@pytest.mark.parametrize(
    ("cards", "is_"),
    [
        ("As Ad Jk", "THREE_OF_A_KIND"),
        ("Ks Qs Jk", "WILD_STRAIGHT_FLUSH"),
        ("As 2s Jk", "WILD_STRAIGHT_FLUSH"),
        ("As 3d Jk", "STRAIGHT"),
        ("Ks Jd Jk", "STRAIGHT"),
        ("9s 2s Jk", "FLUSH"),
        ("As 9d Jk", "PAIR"),
        ("5s 5d Jk", "PAIR"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush(cards: str, is_: str) -> None:
    for one, two, three in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        hand = cards_from(cards)
        assert first_hand(hand[one], hand[two], hand[three]) == First[is_]


@guards("PM-2")
def test_the_joker_is_no_king_and_makes_no_pair_of_nines() -> None:
    assert first_hand(*cards_from("Ks 9d Jk")) == First.NOTHING
    assert played("Ks Kd 9c", "9h 4s 2d Jk")["seven"] == -1  # two pair, and an ace


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("PM-3", "PM-4")
def test_three_cards_go_to_each_player_and_then_four() -> None:
    table = betting(seats=2)
    table.bet(1, three=1)
    table.bet(2, seven=1)
    table.close()
    table.deal("Ks 2h Jk", "4c 4d 9d", "5c 6c 7c 8c", "Ts Js Qs As")
    table.settle()
    assert [(event.slot, len(event.cards)) for event in table.all(e.CardsDealt)] == [
        ("seat 1", 3),
        ("seat 2", 3),
        ("seat 1", 4),
        ("seat 2", 4),
    ]


@guards("PM-3", "PM-4")
def test_nothing_is_bet_between_the_third_card_and_the_fourth() -> None:
    table = betting()
    table.bet(1, three=1)
    table.close()
    table.deal("As Ad Jk")
    assert table.refused(c.PlaceWager(1, "seven", 1_00)).clause in ("PM-3", "PM-4")
    assert table.refused(c.DealCards(cards_from("2c 3c 4c"))).clause == "PM-4"


# ── Three cards ──────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("PM-5")
@pytest.mark.parametrize(
    ("first", "pays"),
    [("5s 6s 7s", 40), ("9s 9d 9c", 30), ("5s 6s Jk", 5), ("5s 6d 7s", 4), ("2s 9s Ks", 3), ("9s 9d 2c", 1)],
)
def test_three_cards_pay_by_their_hand(first: str, pays: int) -> None:
    assert played(first, "2d 4h 8h Th")["three"] == pays


@guards("PM-5")
@proves("PM-6")
def test_less_than_a_pair_loses_on_three_cards() -> None:
    assert played("2s 9d Kc", "2d 4h 8h Th")["three"] == -1


@guards("PM-6")
def test_later_cards_make_no_pair_of_the_first_three() -> None:
    assert played("2s 9d Kc", "2d 9h Kh Jk")["three"] == -1


# ── Seven cards ──────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("PM-7")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As Ad Ac Ah Jk 2c 3d", 500),
        ("Ts Js Qs Ks Jk 2c 3d", 250),
        ("5s 6s 7s 8s 9s 2c 3d", 50),
        ("Ks Kd Kc Kh Jk 2c 3d", 25),
        ("Ks Kd Kc 4h 4s 2c 3d", 5),
        ("As Ad Kc Kh Jk 2c 3d", 5),
        ("Ks 9s 4s 2s Jk 2c 3d", 4),
        ("Ks Kd Kc 9h 4s 2c 3d", 3),
        ("5s 6d 7c 8h Jk 2c Kd", 2),
    ],
)
def test_seven_cards_pay_by_their_best_five(cards: str, pays: int) -> None:
    names = cards.split()
    assert played(" ".join(names[:3]), " ".join(names[3:]))["seven"] == pays


@guards("PM-7")
@proves("PM-8")
def test_two_pair_loses_on_seven_cards() -> None:
    assert played("Ks Kd 9c", "9h 4s 2d 7c")["seven"] == -1


@guards("PM-8")
def test_three_of_a_kind_wins_on_seven_cards() -> None:
    assert played("Ks Kd Kc", "9h 4s 2d 7c")["seven"] == 3


@proves("PM-R2")
def test_three_of_a_kind_is_paid_even_beside_a_straight() -> None:
    assert played("5s 5d 5c", "6h 7s 8d 9c")["seven"] == 3
    assert played("As Ad Jk", "2h 3s 4d 9c")["seven"] == 3


@guards("PM-R2")
def test_a_straight_beside_a_pair_is_paid_as_a_straight() -> None:
    assert played("5s 5d 6c", "7h 8s 9d Kc")["seven"] == 2
    assert played("5s 5d 6c", "7h 8s Jk Kc")["seven"] == 2


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("PM-R1")
def test_limits_are_the_house_s_and_each_wager_stands_alone() -> None:
    table = betting(minimum=5)
    assert table.refused(c.PlaceWager(1, "seven", 4_99)).clause == "PM-R1"
    table.bet(1, seven=5)


@guards("PM-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(croupier.Refused) as refused:
        PAI_GOW_MANIA.rulebook(PAI_GOW_MANIA.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "PM-R1"


@proves("PM-R3")
def test_a_round_called_off_returns_every_wager() -> None:
    table = betting()
    table.bet(1, three=10, seven=1)
    table.close()
    table.deal("9s 4d Jk")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("PM-R3")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"seats": 2})).clause == "PM-R3"


@proves("PM-R4")
def test_odds_of_a_house_s_own_are_paid_down_to_the_cent() -> None:
    table = betting(three_paytable=(40, 30, 5, 4, 3, "1:3"))
    table.bet(1, three=1)
    table.close()
    table.deal("9s 9d 4c", "2d 5h 8h Th")
    assert table.settle()[1, "three"].result == 33


@guards("PM-R4")
def test_whole_odds_lose_no_cent() -> None:
    assert played("9s 9d 4c", "2d 5h 8h Th")["three"] == 1


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────

# Wizard of Odds, Pai Gow Mania
THREE = {
    First.NATURAL_STRAIGHT_FLUSH: 48,
    First.THREE_OF_A_KIND: 58,
    First.WILD_STRAIGHT_FLUSH: 100,
    First.STRAIGHT: 1_020,
    First.FLUSH: 1_308,
    First.PAIR: 3_912,
    First.NOTHING: 16_980,
}
SEVEN = {
    "five_of_a_kind": 1_128,
    "royal_flush": 26_132,
    "straight_flush": 184_832,
    "four_of_a_kind": 307_472,
    "full_house": 4_188_528,
    "flush": 6_172_088,
    "three_of_a_kind": 7_672_500,
    "straight": 11_034_204,
}


def test_three_cards_of_53_make_the_published_hands() -> None:
    assert Counter(First(first_hand(*hand)) for hand in combinations(PAI_GOW_DECK, 3)) == THREE


@pytest.mark.slow  # 154,143,080 hands
def test_seven_cards_of_53_make_the_published_hands() -> None:
    book = PAI_GOW_MANIA.rulebook()
    seven = book.wagers_by_id["seven"]
    model = Model(
        "seven-of-53",
        1,
        (Drawn("cards", Draw.SET, 7),),
        (replace(seven, outcome=Rule(seven_hand, ("cards",))),),
        suits_alike=True,
        deck=PAI_GOW_DECK,
    )
    counts = count(model)
    names = {int(line.code): line.id for line in seven.lines}
    found = {names[int(key)]: int(deals) for key, deals in zip(counts.keys, counts.counts, strict=True)}
    assert {name: found[name] for name in SEVEN} == SEVEN
    assert counts.total == comb(53, 7) == sum(found.values()) == 154_143_080
    assert sum(found.values()) - sum(SEVEN.values()) == 124_556_196


@pytest.mark.slow  # 5,395,007,800 deals
def test_pai_gow_mania_has_the_published_edges() -> None:
    wagers = croupier.game(PAI_GOW_MANIA).analyze().wagers
    assert f"{float(wagers['three'].house_edge):.5f}" == "0.03859"
    assert f"{float(wagers['seven'].house_edge):.6f}" == "0.063667"
