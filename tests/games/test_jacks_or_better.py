"""Jacks or Better, clause by clause, from its one file; all its deals are counted where time allows."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import croupier
from croupier.cards import cards_from
from croupier.exact.advice import advise
from croupier.hands import five_card_strength
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitSettlement
from croupier.table.legal import legal
from croupier.table.view import view
from examples.games.jacks_or_better import (
    FULL_PAY,
    HOLD,
    JACKS_OR_BETTER,
    cards_seen,
    facts,
    hand_paid,
    hand_seen,
    hold_habit,
)
from tests.clauses import guards, proves
from tests.rounds import Script
from tests.simulation.playing import simulate

HIGH = "As Kd Jh 8s 2c"


def betting(**house: Any) -> Script:
    """A table that takes bets."""
    table = Script(JACKS_OR_BETTER, house, seats=1)
    table.open()
    return table


def dealt(hand: str, **house: Any) -> Script:
    """A table with $10 bet and five cards dealt."""
    table = betting(**house)
    table.bet(1, bet=10)
    table.close()
    table.deal(hand)
    return table


def played(hand: str, option: str = "hold_12345", drawn: str = "", **house: Any) -> int:
    """What $10 won."""
    table = dealt(hand, **house)
    table.decide(seat_1=option)
    if drawn:
        table.deal(drawn)
    return table.settle()[1, "bet"].result // 100


# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────


@proves("JB-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = JACKS_OR_BETTER.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("JB-1", "JB-6")
def test_a_discard_does_not_come_back() -> None:
    table = dealt(HIGH)
    table.decide(seat_1="hold_123")
    assert table.refused(c.DealCards(cards_from("2c 3d"))).clause == "JB-1"
    table.deal("2d 3d")


@proves("JB-2")
def test_hands_rank_as_in_poker() -> None:
    assert five_card_strength(*cards_from("2c 3d 4h 5s 6c")) > five_card_strength(*cards_from("Ac 2d 3h 4s 5c"))


@guards("JB-2")
def test_suits_do_not_matter() -> None:
    assert {hand_paid(*cards_from(hand)) for hand in ("Jc Jd 2h 3s 4c", "Jh Js 2c 3d 4h")} == {1}


# ── The deal and the draw ────────────────────────────────────────────────────────────────────────────────────────────


@proves("JB-3", "JB-4")
def test_five_cards_are_dealt_face_up() -> None:
    table = dealt(HIGH)
    (event,) = table.all(e.CardsDealt)
    assert (event.slot, len(event.cards), event.face_up) == ("seat 1", 5, True)


@guards("JB-3", "JB-4")
def test_nothing_is_bet_once_cards_are_dealt() -> None:
    table = betting()
    assert table.refused(c.DealCards(cards_from(HIGH))).reason
    table.bet(1, bet=10)
    table.close()
    assert table.refused(c.PlaceWager(1, "bet", 10_00)).clause in ("JB-3", "JB-4")


@proves("JB-5", "JB-6")
@pytest.mark.parametrize(("option", "count"), [("hold_none", 5), ("hold_1", 4), ("hold_135", 2), ("hold_2345", 1)])
def test_as_many_cards_are_dealt_as_are_not_held(option: str, count: int) -> None:
    table = dealt(HIGH)
    table.decide(seat_1=option)
    assert table.awaited(AwaitCards) == AwaitCards("seat 1", count, face_up=True)
    new = ["3c", "4d", "5h", "6s", "7c"][:count]
    assert table.refused(c.DealCards(cards_from(" ".join(["Qc", *new])))).clause == "JB-6"
    table.deal(" ".join(new))
    table.awaited(AwaitSettlement)


@guards("JB-5")
def test_whoever_holds_all_five_draws_none_and_no_other_cards_can_be_held() -> None:
    table = dealt(HIGH)
    assert table.refused(c.Decide(1, "hold_6")).clause == "JB-5"
    assert len(legal(table.state, 1).decision.options) == 32  # type: ignore[union-attr]
    table.decide(seat_1="hold_12345")
    table.awaited(AwaitSettlement)


def test_new_cards_lie_where_the_discards_lay() -> None:
    table = dealt(HIGH)
    book, slot = table.state.rulebook, "seat 1"
    table.decide(seat_1="hold_135")
    lying = book.lying(slot, table.state.cards(slot), table.state.choices(1))
    assert lying == cards_from("As Jh 2c")
    table.deal("3d 4d")
    lying = book.lying(slot, table.state.cards(slot), table.state.choices(1))
    assert lying == cards_from("As 3d Jh 4d 2c")
    assert facts(table.state, 1) == {"hand": cards_from(HIGH), "final": cards_from("As 3d Jh 4d 2c")}
    assert dict(view(table.state, 1).cards)[slot] == cards_from(f"{HIGH} 3d 4d")


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAID = [
    ("Ac Kc Qc Jc Tc", 800),
    ("9c 8c 7c 6c 5c", 50),
    ("7c 7d 7h 7s 5c", 25),
    ("7c 7d 7h 5s 5c", 9),
    ("Ac 9c 7c 5c 3c", 6),
    ("Ac 2d 3c 4c 5c", 4),
    ("7c 7d 7h 6s 5c", 3),
    ("7c 7d 6h 6s 5c", 2),
    ("Jc Jd 6h 7s 5c", 1),
    ("Ac Ad 6h 7s 5c", 1),
]


@proves("JB-7", "JB-R2", "JB-R3")
@pytest.mark.parametrize(("hand", "bets"), PAID)
def test_the_hand_in_the_end_is_paid(hand: str, bets: int) -> None:
    assert played(hand) == 10 * (bets - 1)
    kept, drawn = hand[:5], hand[6:]
    assert played(f"{kept} 2h 3h 4h", "hold_12", drawn) == 10 * (bets - 1)
    assert bets in FULL_PAY


@guards("JB-7")
@proves("JB-8")
@pytest.mark.parametrize("hand", ["Tc Td 6h 7s 5c", "Ac Kd Qh Js 9c", "2c 3d 4h 5s 7c"])
def test_less_than_a_pair_of_jacks_loses(hand: str) -> None:
    assert played(hand) == -10


@guards("JB-8")
def test_a_discarded_pair_is_not_paid() -> None:
    assert played("Jc Jd 2h 3s 4c", "hold_345", "7d 9h") == -10


@proves("JB-R1")
def test_the_table_has_one_seat() -> None:
    assert JACKS_OR_BETTER.rulebook().seats == 1


@guards("JB-R1")
def test_nobody_sits_beside_the_player() -> None:
    assert betting().refused(c.Sit(2, "Bob", 100_00)).clause == "JB-R1"


@guards("JB-R2")
@pytest.mark.parametrize("cents", [99, 100_01])
def test_bets_are_within_limits(cents: int) -> None:
    assert betting().refused(c.PlaceWager(1, "bet", cents)).clause == "JB-R2"


@guards("JB-R3")
def test_a_silent_player_holds_all_five_cards() -> None:
    table = dealt("Jc Jd 2h 3s 4c")
    table.do(c.TimeOut(1))
    assert table.all(e.DecisionMade)[-1].option == "hold_12345"
    table.awaited(AwaitSettlement)


@proves("JB-R4")
def test_a_round_that_is_called_off_in_the_draw_gives_the_bet_back() -> None:
    table = dealt(HIGH)
    table.decide(seat_1="hold_1")
    before = table.state.chips(1)
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == before + 10_00


@guards("JB-R4")
def test_house_rules_stay_while_a_round_is_open() -> None:
    assert dealt(HIGH).refused(c.ChangeHouse({"minimum": "2"})).clause == "JB-R4"


@proves("JB-R5")
def test_odd_payments_are_paid_down_to_the_cent() -> None:
    table = betting(paytable="800,50,25,9,6,4,3,2,3:2", minimum="0.01")
    table.do(c.PlaceWager(1, "bet", 1_01))
    table.close()
    table.deal("Jc Jd 2h 3s 4c")
    table.decide(seat_1="hold_12345")
    assert table.settle()[1, "bet"].result == 50


@guards("JB-R5")
def test_printed_payments_are_whole_cents() -> None:
    assert all(line.pays.denominator == 1 for line in JACKS_OR_BETTER.rulebook().wagers[0].lines)


# ── Sights, habits and advice ────────────────────────────────────────────────────────────────────────────────────────


def test_a_sight_is_the_hand_in_any_order() -> None:
    cards = cards_from(HIGH)
    (code,) = {hand_seen(*order) for order in (cards, cards[::-1], cards[2:] + cards[:2])}
    assert cards_seen(code) == tuple(sorted(cards))


@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("Ks 3d Qs Js Ts", "Ks Qs Js Ts"),
        ("2c 7d 7h 2s Kc", "2c 7d 7h 2s"),
        ("Jc 4d Jh 2s Kc", "Jc Jh"),
        ("5c 6d 7h 8s Kc", "5c 6d 7h 8s"),
        ("5c 2d 9h 7s 3c", ""),
    ],
)
def test_house_run_players_hold_what_a_short_list_says(hand: str, held: str) -> None:
    cards = cards_from(hand)
    book = JACKS_OR_BETTER.rulebook()
    option = book.as_dealt(HOLD, hold_habit(hand_seen(*cards)), {"hand": cards})
    kept = HOLD.option(option).keeps  # type: ignore[union-attr]
    assert {cards[place] for place in kept or ()} == set(cards_from(held))


def by_hand(hand: tuple[int, ...], pays: Mapping[int, Fraction]) -> dict[tuple[int, ...], Fraction]:
    """What each hold is worth, draw by draw."""
    deck = [card for card in range(52) if card not in hand]
    worth = {}
    for count in (3, 4, 5):
        for places in combinations(range(5), count):
            kept = tuple(hand[place] for place in places)
            won = [pays[hand_paid(*kept, *drawn)] for drawn in combinations(deck, 5 - count)]
            worth[places] = Fraction(sum(won), len(won))
    return worth


def test_advice_on_a_hand_is_what_every_draw_gives() -> None:
    book = JACKS_OR_BETTER.rulebook()
    pays = {int(line.code): line.pays for line in book.wagers[0].lines}
    hand = cards_from("Ks 3d Qs Js Ts")
    advice = advise(book, {"hand": hand})
    assert len(advice.options) == 32
    worth = by_hand(hand, pays)
    assert {HOLD.keeping(places).id: value for places, value in worth.items()}.items() <= advice.options.items()  # type: ignore[union-attr]
    assert (advice.best, advice.options[advice.best]) == ("hold_1345", Fraction(878, 47))


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PUBLISHED = {
    "royal_flush": 493_512_264,
    "straight_flush": 2_178_883_296,
    "four_of_a_kind": 47_093_167_764,
    "full_house": 229_475_482_596,
    "flush": 219_554_786_160,
    "straight": 223_837_565_784,
    "three_of_a_kind": 1_484_003_070_324,
    "two_pair": 2_576_946_164_148,
    "jacks_or_better": 4_277_372_890_968,
    "lose": 10_872_274_993_896,
}
"""Combinations of 19,933,230,517,200 as they are published for the full-pay table (Wizard of Odds)."""


@pytest.mark.slow
def test_published_return_and_combinations() -> None:
    table = croupier.game(JACKS_OR_BETTER)
    report = table.analyze().wagers["bet"]
    assert report.house_edge == Fraction(7576216117, 1661102543100)
    assert f"{1 - float(report.house_edge):.4%}" == "99.5439%"
    assert report.combinations == 19_933_230_517_200
    counted = {row.outcome: row.combinations for row in report.rows}
    assert counted == PUBLISHED
    less = croupier.game(JACKS_OR_BETTER, house={"paytable": 2}).analyze().wagers["bet"]
    assert f"{1 - float(less.house_edge):.4%}" == "97.2984%"


@pytest.mark.slow
def test_simulated_rounds_agree_with_the_count() -> None:
    assert simulate(JACKS_OR_BETTER, rounds=1_000_000, seed=3).agrees


# ── The table against the rules, deal by deal ────────────────────────────────────────────────────────────────────────


def test_every_hold_is_settled_as_the_rules_say() -> None:
    chance = Random(5)
    pays = {int(line.code): line.pays for line in JACKS_OR_BETTER.rulebook().wagers[0].lines}
    for option in HOLD.options:
        cards = chance.sample(range(52), 10)
        table = betting()
        table.bet(1, bet=10)
        table.close()
        table.do(c.DealCards(tuple(cards[:5])))
        table.awaited(AwaitDecision)
        table.decide(seat_1=option.id)
        kept = [cards[place] for place in option.keeps or ()]
        drawn = cards[5 : 10 - len(kept)]
        if drawn:
            table.do(c.DealCards(tuple(drawn)))
        assert table.settle()[1, "bet"].result == 10_00 * pays[hand_paid(*kept, *drawn)]
        assert table.state == table.folded()
