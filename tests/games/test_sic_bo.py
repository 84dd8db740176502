"""Sic Bo, clause by clause, from its one file: a game without cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import croupier
from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.record.proofs import check
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDice, AwaitDie, AwaitRound, AwaitWagers, awaiting
from examples.games.sic_bo import SIC_BO, WAGER_IDS
from tests.clauses import guards, proves
from tests.memory_recorder import Kept
from tests.rounds import Script

ALL: dict[str, Any] = {"wagers_offered": "all"}


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(SIC_BO, house, seats=seats)
    table.do(c.OpenRound())
    return table


def rolled(faces: tuple[int, int, int], *wagers: str, **house: Any) -> dict[str, int]:
    """What $1 on each of some wagers won with these dice."""
    table = betting(**ALL | house)
    table.bet(1, **dict.fromkeys(wagers, 1))
    table.close()
    for face in faces:
        table.roll(face)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("SB-1", "SB-2")
def test_three_dice_are_rolled_after_the_wagers_and_no_card_is_shuffled_or_dealt() -> None:
    book = SIC_BO.rulebook()
    assert (book.dice, book.model.decks, book.supply.size, book.slots) == ((6, 6, 6), 0, 0, {})
    table = Script(SIC_BO, seats=1)
    table.awaited(AwaitRound)
    table.do(c.OpenRound())
    table.bet(1, small=1)
    table.close()
    for face in (1, 2, 3):
        assert table.awaited(AwaitDie).faces == 6
        table.roll(face)
    table.settle()
    assert [event.face for event in table.all(e.DieRolled)] == [1, 2, 3]
    assert not table.all(e.CardsShuffled)
    table.awaited(AwaitRound)


@guards("SB-1", "SB-2")
def test_nothing_is_shuffled_and_nothing_rolled_before_bets_are_closed() -> None:
    table = betting()
    table.bet(1, small=1)
    assert table.refused(c.RollDie(1)).clause == "SB-2"
    table.close()
    assert table.refused(c.PlaceWager(1, "big", 1_00)).clause == "SB-2"
    assert "7; it shows 1 to 6" in table.refused(c.RollDie(7)).reason
    idle = Script(SIC_BO, seats=1)
    assert "Sic Bo is played without cards; there is nothing to shuffle" in idle.refused(c.Shuffle("shoe", "")).reason


@proves("SB-3", "SB-7")
def test_a_triple_pays_its_own_wager_and_any_triple() -> None:
    assert rolled((4, 4, 4), "triple_4", "any_triple", "triple_3") == {
        "triple_4": 180,
        "any_triple": 30,
        "triple_3": -1,
    }


@guards("SB-3", "SB-7")
def test_a_pair_is_not_a_triple() -> None:
    assert set(rolled((4, 4, 3), "triple_4", "any_triple").values()) == {-1}


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────

HALVES = ("small", "big", "odd", "even")


@proves("SB-4", "SB-11")
@pytest.mark.parametrize(
    ("faces", "won"),
    [
        ((1, 1, 2), {"small", "even"}),
        ((4, 5, 1), {"small", "even"}),
        ((4, 5, 2), {"big", "odd"}),
        ((6, 6, 5), {"big", "odd"}),
    ],
)
def test_small_big_odd_and_even_pay_even_money(faces: tuple[int, int, int], won: set[str]) -> None:
    assert rolled(faces, *HALVES) == {wager: 1 if wager in won else -1 for wager in HALVES}


@guards("SB-4", "SB-11")
@proves("SB-6")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_triple_loses_small_big_odd_and_even(face: int) -> None:
    assert rolled((face, face, face), *HALVES) == dict.fromkeys(HALVES, -1)


@guards("SB-6")
@proves("SB-5", "SB-12")
def test_a_total_wins_as_a_triple_too() -> None:
    assert rolled((3, 3, 3), "total_9", "total_10") == {"total_9": 6, "total_10": -1}
    assert rolled((1, 1, 2), "total_4", "total_17") == {"total_4": 60, "total_17": -1}
    assert rolled((6, 6, 5), "total_17", odds="macau") == {"total_17": 50}


@guards("SB-5", "SB-12", "SB-13")
def test_no_wager_is_on_3_or_18_and_other_totals_lose() -> None:
    assert {"total_3", "total_18"}.isdisjoint(WAGER_IDS)
    totals = [f"total_{total}" for total in range(4, 18)]
    assert set(rolled((1, 1, 1), *totals).values()) == {-1}
    with pytest.raises(croupier.Refused, match="atlantic-city"):
        SIC_BO.house({"odds": "reno"})


@proves("SB-8", "SB-13")
def test_a_double_wins_with_two_or_three_of_its_number() -> None:
    assert rolled((5, 2, 5), "double_5", "double_2") == {"double_5": 10, "double_2": -1}
    assert rolled((5, 5, 5), "double_5") == {"double_5": 10}


@guards("SB-8")
def test_one_of_its_number_loses_a_double() -> None:
    assert rolled((5, 2, 1), "double_5", "double_6") == {"double_5": -1, "double_6": -1}


@proves("SB-9")
def test_two_numbers_win_if_both_show() -> None:
    assert rolled((2, 6, 2), "numbers_2_6", "numbers_1_2") == {"numbers_2_6": 5, "numbers_1_2": -1}


@guards("SB-9")
def test_one_of_two_numbers_is_not_enough() -> None:
    assert rolled((2, 2, 2), "numbers_2_6") == {"numbers_2_6": -1}


@proves("SB-10")
def test_a_single_number_pays_by_how_often_it_shows() -> None:
    assert [rolled(faces, "single_3")["single_3"] for faces in ((3, 1, 2), (3, 1, 3), (3, 3, 3))] == [1, 2, 3]
    assert rolled((3, 3, 3), "single_3", three_singles_pay=12) == {"single_3": 12}


@guards("SB-10")
def test_a_single_number_that_does_not_show_loses() -> None:
    assert rolled((1, 2, 4), "single_3") == {"single_3": -1}


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("SB-R1")
def test_limits_are_the_house_s_and_every_wager_stands_alone() -> None:
    table = betting(minimum=5, maximum=50, wagers_offered="all")
    assert table.refused(c.PlaceWager(1, "triple_1", 4_99)).clause == "SB-R1"
    table.bet(1, triple_1=50)


@guards("SB-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(croupier.Refused) as refused:
        SIC_BO.rulebook(SIC_BO.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "SB-R1"
    assert betting().refused(c.PlaceWager(1, "small", 501_00)).clause == "SB-R1"


@proves("SB-R2")
def test_a_round_called_off_returns_every_wager() -> None:
    table = betting(wagers_offered="all")
    table.bet(1, small=10, triple_1=1)
    table.close()
    table.roll(1)
    table.do(c.VoidRound("a die fell"))
    assert table.state.chips(1) == 10_000_00
    table.awaited(AwaitRound)


@guards("SB-R2")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"odds": "macau"})).clause == "SB-R2"


@proves("SB-R3")
def test_a_table_takes_wagers_on_totals_if_its_house_says_so() -> None:
    table = betting(wagers_offered="all")
    table.bet(1, total_9=1, numbers_1_2=1)
    assert len(table.state.rulebook.wagers) == len(WAGER_IDS) == 52


@guards("SB-R3")
def test_a_table_takes_no_wagers_on_totals_otherwise() -> None:
    table = betting()
    assert len(table.state.rulebook.wagers) == 17
    for wager in ("total_9", "numbers_1_2", "triple_1"):
        assert table.refused(c.PlaceWager(1, wager, 1_00)).reason


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PUBLISHED = {
    **dict.fromkeys(HALVES, "2.78"),
    "any_triple": "13.89",
    "triple_1": "16.20",
    "double_1": "18.52",
    "numbers_1_2": "16.67",
    "single_1": "7.87",
    "total_4": "15.28",
    "total_5": "13.89",
    "total_6": "16.67",
    "total_7": "9.72",
    "total_8": "12.50",
    "total_9": "18.98",
    "total_10": "12.50",
}
"""Wizard of Odds, Sic Bo, at these odds."""
MACAU = {"total_4": "29.17", "total_5": "47.22", "total_6": "30.56", "triple_1": "30.09", "any_triple": "30.56"}


def test_sic_bo_has_the_published_edges() -> None:
    wagers = croupier.game(SIC_BO, wagers_offered="all").analyze().wagers
    assert {id_: f"{float(100 * wagers[id_].house_edge):.2f}" for id_ in PUBLISHED} == PUBLISHED
    assert wagers["small"].house_edge == Fraction(1, 36)
    assert wagers["any_triple"].house_edge == Fraction(5, 36)
    macau = croupier.game(SIC_BO, wagers_offered="all", odds="macau").analyze().wagers
    assert {id_: f"{float(100 * macau[id_].house_edge):.2f}" for id_ in MACAU} == MACAU
    twelve = croupier.game(SIC_BO, wagers_offered="all", three_singles_pay=12).analyze().wagers["single_1"]
    assert f"{float(100 * twelve.house_edge):.2f}" == "3.70"


def test_the_edges_are_what_a_count_of_216_rolls_by_hand_gives() -> None:
    won: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=3):
        total, is_triple = sum(faces), len(set(faces)) == 1
        won["small"] += 1 if total <= 10 and not is_triple else -1
        won["odd"] += 1 if total % 2 and not is_triple else -1
        won["any_triple"] += 30 if is_triple else -1
        for face in range(1, 7):
            times = faces.count(face)
            won[f"single_{face}"] += times or -1
            won[f"double_{face}"] += 10 if times >= 2 else -1
            won[f"triple_{face}"] += 180 if times == 3 else -1
        for one, other in combinations(range(1, 7), 2):
            won[f"numbers_{one}_{other}"] += 5 if {one, other} <= set(faces) else -1
        for total_, pays in zip(range(4, 11), (60, 30, 17, 12, 8, 6, 6), strict=True):
            won[f"total_{total_}"] += pays if total == total_ else -1
            won[f"total_{21 - total_}"] += pays if total == 21 - total_ else -1
    wagers = croupier.game(SIC_BO, wagers_offered="all").analyze().wagers
    assert {id_: wagers[id_].house_edge for id_ in won} == {id_: Fraction(-units, 216) for id_, units in won.items()}
    assert len(won) == len(WAGER_IDS) - 2  # Big and Even are what Small and Odd are


# ── Committed and proved ─────────────────────────────────────────────────────────────────────────────────────────────


def test_dice_are_committed_to_and_proved_without_any_cards() -> None:
    chance, kept = Chance.seeded("sic bo"), Kept()
    dealer = Dealer(open_bound(chance, SIC_BO, None).state, chance, recorder=kept)
    dealer.do(c.Sit(1, "Player 1", 1_000_00))
    assert isinstance(awaiting(dealer.state), AwaitDice)
    while dealer.state.round < 5 or dealer.state.in_round:
        dealer.go_on()
        match awaiting(dealer.state):
            case AwaitRound():
                dealer.do(c.OpenRound())
            case AwaitWagers():
                dealer.do(c.PlaceWager(1, "small", 5_00), c.CloseBets())
            case _:
                dealer.do(c.SettleRound())
    assert {use.subject.of for use in kept.uses} == {"dice"}
    proof = check(kept.openings(), kept.uses)
    assert (proof.cards, proof.dice) == (0, 15)
    again = Dealer(dealer.state, Chance.seeded("sic bo"), recorder=kept)
    again.go_on()
    assert isinstance(awaiting(again.state), AwaitRound)
