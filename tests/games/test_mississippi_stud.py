"""Mississippi Stud, clause by clause, from its one file, and its published figures."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import croupier
from croupier.cards import cards_from
from croupier.exact.analysis import Analysis, analyze
from croupier.hands import Poker
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision, AwaitSettlement
from croupier.table.legal import legal
from croupier.table.view import view
from examples.games.mississippi_stud import HIGH_PAIR, MIDDLE_PAIR, MISSISSIPPI_STUD, stud_hand
from tests.clauses import guards, proves
from tests.exact.mississippi import MISSISSIPPI_STUD as MODEL_ALONE
from tests.rounds import Script

BETS = ("ante", "third_street", "fourth_street", "fifth_street")


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(MISSISSIPPI_STUD, house, seats=seats)
    table.open()
    return table


def dealt(own: str = "As Kd", board: str = "9c 4h 2s", **house: Any) -> Script:
    """A seat with an Ante of $10 that is asked on third street."""
    table = betting(**house)
    table.bet(1, ante=10)
    table.close()
    table.deal(own, board)
    return table


def played(own: str, board: str, *options: str, **house: Any) -> dict[str, int]:
    """What every bet of a seat won, in dollars."""
    table = dealt(own, board, **house)
    for option in options:
        table.decide(seat_1=option)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards, wagers and the deal ───────────────────────────────────────────────────────────────────────────────────────


@proves("MS-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = MISSISSIPPI_STUD.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("MS-1")
def test_no_card_is_dealt_twice() -> None:
    table = betting()
    table.bet(1, ante=10)
    table.close()
    table.deal("As Kd")
    assert table.refused(c.DealCards(cards_from("As 2c 3c"))).clause == "MS-1"


@proves("MS-2", "MS-14")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As 2d 3c 4h 5s", Poker.STRAIGHT),
        ("Ts Js Qs Ks As", Poker.ROYAL_FLUSH),
        ("9s 9d 4c 4h 2s", Poker.TWO_PAIR),
        ("Js Jd 4c 3h 2s", HIGH_PAIR),
        ("Ts Td 4c 3h 2s", MIDDLE_PAIR),
        ("6s 6d 4c 3h 2s", MIDDLE_PAIR),
        ("5s 5d 4c 3h 2s", Poker.HIGH_CARD),
    ],
)
def test_hands_rank_as_in_poker_and_pairs_by_their_rank(cards: str, hand: int) -> None:
    assert stud_hand(*cards_from(cards)) == hand


@guards("MS-2")
def test_a_straight_does_not_go_round_the_corner() -> None:
    assert stud_hand(*cards_from("Qs Kd Ac 2h 3s")) == Poker.HIGH_CARD


@proves("MS-3", "MS-4", "MS-8", "MS-9", "MS-10")
def test_the_cards_in_the_middle_are_turned_street_by_street() -> None:
    table = dealt()
    table.decide(seat_1="bet_1")
    table.decide(seat_1="bet_2")
    table.decide(seat_1="bet_3")
    assert isinstance(table.awaits, AwaitSettlement)
    dealt_ = [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)]
    assert dealt_ == [("seat 1", 2, False), ("board", 3, False)]
    turned = [event for event in table.events if isinstance(event, e.CardsExposed | e.DecisionMade)]
    assert [event.places if isinstance(event, e.CardsExposed) else event.decision for event in turned] == [
        *("third", (0,), "fourth", (1,), "fifth", (2,))
    ]


@guards("MS-3", "MS-4")
def test_no_ante_is_placed_once_cards_are_dealt_and_no_street_before() -> None:
    table = betting(seats=2)
    assert table.refused(c.PlaceWager(1, "third_street", 10_00)).reason
    table.bet(1, ante=10)
    table.close()
    assert table.refused(c.PlaceWager(2, "ante", 10_00)).clause in ("MS-3", "MS-4")


@proves("MS-5", "MS-12")
def test_the_middle_belongs_to_every_hand_and_every_bet_is_paid_alike() -> None:
    assert played("Js 4d", "Jc 9h 2s", "bet_1", "bet_2", "bet_3") == dict(zip(BETS, (10, 10, 20, 30), strict=True))
    assert played("As Kd", "9c 9h 9s", "bet_3", "bet_3", "bet_1") == dict(zip(BETS, (30, 90, 90, 30), strict=True))


@guards("MS-5", "MS-6", "MS-8", "MS-9", "MS-10")
@proves("MS-6")
def test_nobody_sees_another_hand_or_a_card_that_is_not_turned() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal("As Kd", "Qs Qd", "9c 4h 2s")
    seen = dict(view(table.state, 1).cards)
    assert seen["seat 1"] == cards_from("As Kd")
    assert set(seen["seat 2"]) | set(seen["board"]) == {None}
    table.decide(seat_1="bet_1", seat_2="bet_1")
    assert dict(view(table.state, 1).cards)["board"] == (*cards_from("9c"), None, None)


# ── The streets ──────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MS-7")
def test_a_street_is_bet_on_with_one_to_three_antes() -> None:
    asked = legal(dealt().state, 1).decision
    assert asked
    assert [(each.option, each.cents) for each in asked.options] == [
        *(("fold", 0), ("bet_1", 10_00), ("bet_2", 20_00), ("bet_3", 30_00))
    ]


@guards("MS-7")
def test_no_other_bet_is_taken_and_seats_wait_for_their_turn() -> None:
    assert dealt().refused(c.Decide(1, "bet_4")).clause == "MS-7"
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal("As Kd", "Qs Qd", "9c 4h 2s")
    assert table.refused(c.Decide(2, "fold")).reason == "seat 2 decides after seat 1"


@proves("MS-11")
@pytest.mark.parametrize("streets", [0, 1, 2])
def test_who_folds_loses_everything_and_is_asked_no_more(streets: int) -> None:
    table = dealt("Js 4d", "Jc 9h 2s")
    for _ in range(streets):
        table.decide(seat_1="bet_2")
    table.decide(seat_1="fold")
    assert isinstance(table.awaits, AwaitSettlement)
    won = table.settle()
    assert {wager: each.result // 100 for (_, wager), each in won.items()} == dict(
        zip(BETS[: streets + 1], (-10, -20, -20), strict=False)
    )
    assert {each.outcome for each in won.values()} == {"forfeited"}


@guards("MS-11")
def test_those_who_stay_in_are_asked_without_those_who_folded() -> None:
    table = betting(seats=3)
    for seat in (1, 2, 3):
        table.bet(seat, ante=10)
    table.close()
    table.deal("As Kd", "Qs Qd", "7s 3d", "9c 4h 2s")
    table.decide(seat_1="bet_1", seat_2="bet_3", seat_3="fold")
    assert table.awaited(AwaitDecision).seats == (1,)
    assert table.refused(c.Decide(3, "bet_1")).reason == "seat 3 is not asked for fourth"
    table.decide(seat_1="fold", seat_2="bet_1")
    assert table.awaited(AwaitDecision) == AwaitDecision("fifth", (2,), ("fold", "bet_1", "bet_2", "bet_3"))


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────


@guards("MS-12", "MS-14", "MS-R5")
@proves("MS-13")
@pytest.mark.parametrize(
    ("own", "board", "won"),
    [
        ("As Ks", "Qs Js Ts", 5000),
        ("9s Ks", "Qs Js Ts", 1000),
        ("9s 9c", "9d 9h Ts", 400),
        ("9s 9c", "9d Th Ts", 100),
        ("As 9s", "Qs Js Ts", 60),
        ("Ad Ks", "Qs Js Ts", 40),
        ("9s 9c", "9d 2h Ts", 30),
        ("9s 9c", "2d 2h Ts", 20),
        ("Js Jc", "2d 3h Ts", 10),
        ("Ts Tc", "2d 3h 9s", 0),
        ("6s 6c", "2d 3h 9s", 0),
        ("5s 5c", "2d 3h 9s", -10),
        ("As Kc", "2d 3h 9s", -10),
    ],
)
def test_every_hand_pays_what_is_printed(own: str, board: str, won: int) -> None:
    assert played(own, board, "bet_1", "bet_1", "bet_1") == dict.fromkeys(BETS, won)


@guards("MS-13")
def test_a_folded_royal_flush_wins_nothing() -> None:
    assert played("As Ks", "Qs Js Ts", "bet_3", "bet_3", "fold")["ante"] == -10


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MS-R1")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25, maximum=50)
    assert table.refused(c.PlaceWager(1, "ante", 50_01)).clause == "MS-R1"
    table.bet(1, ante=25)


@guards("MS-R1")
def test_limits_are_in_order_and_seats_are_seven() -> None:
    with pytest.raises(croupier.Refused) as refused:
        MISSISSIPPI_STUD.rulebook(MISSISSIPPI_STUD.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "MS-R1"
    assert betting().refused(c.Sit(8, "Ada", 100_00)).clause == "MS-R1"


@proves("MS-R2")
def test_who_is_silent_folds() -> None:
    table = dealt()
    table.do(c.TimeOut(1))
    assert table.settle()[1, "ante"].outcome == "forfeited"


@guards("MS-R2")
def test_nobody_bets_without_the_chips() -> None:
    table = Script(MISSISSIPPI_STUD, seats=1, chips=25_00)
    table.open()
    table.bet(1, ante=10)
    table.close()
    table.deal("As Kd", "9c 4h 2s")
    assert "$15" in table.refused(c.Decide(1, "bet_2")).reason
    table.decide(seat_1="bet_1")


@proves("MS-R3")
@guards("MS-R3")
def test_the_ante_is_all_that_is_bet_before_the_cards() -> None:
    assert [wager.wager for wager in legal(betting().state, 1).wagers] == ["ante"]


@proves("MS-R4")
def test_a_round_called_off_returns_every_bet() -> None:
    table = dealt()
    table.decide(seat_1="bet_3")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("MS-R4")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"paytable": 1})).clause == "MS-R4"


@proves("MS-R5")
def test_a_part_of_a_cent_is_not_paid() -> None:
    odds = ["500", "100", "40", "10", "6", "4", "3", "2", "1:3"]
    table = dealt("Js Jc", "2d 3h Ts", paytable=odds)
    for _ in range(3):
        table.decide(seat_1="bet_1")
    assert table.settle()[1, "ante"].result == 3_33


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def analysis() -> Analysis:
    found = croupier.game(MISSISSIPPI_STUD).analyze()
    assert isinstance(found, Analysis)
    return found


def test_it_has_the_published_edge_and_element_of_risk() -> None:
    ante = analysis().wagers["ante"]
    assert f"{float(100 * ante.house_edge):.4f}" == "4.9149"  # Wizard of Odds
    assert f"{float(100 * ante.element_of_risk):.4f}" == "1.3691"
    assert f"{float(ante.average_wager):.2f}" == "3.59"


@pytest.mark.slow
def test_a_model_that_asks_after_a_fold_and_throws_the_answer_away_is_worth_the_same() -> None:
    assert analysis().wagers["ante"].house_edge == analyze(MODEL_ALONE).wagers["ante"].house_edge
    assert analysis().wagers["ante"].house_edge == Fraction(53223, 1082900)


def test_no_row_is_told_of_a_street_after_a_fold() -> None:
    rows = [row.outcome.split(":") for row in analysis().wagers["ante"].rows]
    assert {tuple(row) for row in rows if "fold" in row} >= {("fold", "folded")}
    assert all(row.index("fold") == len(row) - 2 for row in rows if "fold" in row)


@pytest.mark.slow
def test_the_simple_strategy_counts_two_three_and_four_points() -> None:
    found = croupier.game(MISSISSIPPI_STUD).strategy()
    assert isinstance(found, croupier.Strategy)
    cuts = found.table
    plain = [cut for cut in cuts if dict(cut.group) == {"hand": "nothing", "suits": "several"}]
    assert [(cut.decision, cut.below, cut.at, cut.above) for cut in plain] == [
        ("third", "fold", "2", "bet_1"),
        ("fourth", "fold", "3", "bet_1"),
        ("fifth", "fold", "4", "bet_1"),
    ]


def test_advice_after_a_fold_says_that_nothing_is_asked() -> None:
    game = croupier.game(MISSISSIPPI_STUD)
    assert game.advise(own="As Ad").best == "bet_3"
    assert game.advise(own="7s 2d").best == "fold"
    with pytest.raises(croupier.Refused, match="nothing to decide"):
        game.advise(own="As Ad", first="Kc", decided={"third": "fold"})
