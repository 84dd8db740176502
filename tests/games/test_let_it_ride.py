"""Let It Ride, clause by clause, from its one file, and its published figures."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.cards import cards_from
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.decision_values import calls
from croupier.exact.solve import Solver, followed, solver_of
from croupier.hands import Poker, ThreeCardPoker
from croupier.record.audit import audit
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from croupier.table.legal import legal
from croupier.table.view import view
from examples.games.let_it_ride import LET_IT_RIDE, paid_hand, three_card_hand
from examples.let_it_ride import LET_IT_RIDE as MODEL_ALONE
from tests.clauses import guards, proves
from tests.exact.invented import deck
from tests.exact.test_decisions import published_first
from tests.random_tables import lines_of
from tests.rounds import Script


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(LET_IT_RIDE, house, seats=seats)
    table.open()
    return table


def dealt(own: str, shared: str, bonus: int = 0, **house: Any) -> Script:
    """A seat with three bets of $10, and the cards of a round that waits for its first decision."""
    table = betting(**house)
    table.bet(1, bet_3=10, **({"three_card_bonus": bonus} if bonus else {}))
    table.close()
    table.deal(own, shared)
    return table


def played(own: str, shared: str, first: str, second: str, bonus: int = 0, **house: Any) -> dict[str, int]:
    """What the bets won that were left, in dollars."""
    table = dealt(own, shared, bonus, **house)
    table.decide(seat_1=first)
    table.decide(seat_1=second)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────


@proves("LR-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = LET_IT_RIDE.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("LR-1")
def test_no_card_is_dealt_twice() -> None:
    table = betting()
    table.bet(1, bet_3=10)
    table.close()
    table.deal("As Ks Qs")
    assert table.refused(c.DealCards(cards_from("As 2c"))).clause == "LR-1"


@proves("LR-2")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [("As 2d 3c 4h 5s", "STRAIGHT"), ("Ts Js Qs Ks As", "ROYAL_FLUSH"), ("9s 9d 4c 4h 2s", "TWO_PAIR")],
)
def test_hands_rank_as_in_poker(cards: str, hand: str) -> None:
    assert paid_hand(*cards_from(cards)) == Poker[hand]


@guards("LR-2")
def test_a_straight_does_not_go_round_the_corner() -> None:
    assert paid_hand(*cards_from("Qs Kd Ac 2h 3s")) == Poker.HIGH_CARD


@proves("LR-3")
def test_one_bet_places_three_and_takes_three_back() -> None:
    table = betting()
    placed = table.do(c.PlaceWager(1, "bet_3", 10_00))
    assert [(event.wager, event.cents) for event in placed if isinstance(event, e.WagerPlaced)] == [
        *(("bet_3", 10_00), ("bet_1", 10_00), ("bet_2", 10_00))
    ]
    assert table.state.chips(1) == 10_000_00 - 30_00
    table.do(c.PlaceWager(1, "bet_3", 5_00))
    assert {wager: cents for (_, wager), cents in table.state.stakes.items()} == dict.fromkeys(
        ("bet_1", "bet_2", "bet_3"), 5_00
    )
    table.do(c.WithdrawWager(1, "bet_3"))
    assert (table.state.stakes, table.state.chips(1)) == ({}, 10_000_00)


@guards("LR-3")
def test_the_three_bets_are_never_placed_apart_or_beyond_the_chips() -> None:
    table = Script(LET_IT_RIDE, seats=1, chips=29_00)
    table.open()
    refused = table.refused(c.PlaceWager(1, "bet_1", 5_00))
    assert (refused.reason, refused.clause) == ("Bet 1 is placed with bet_3, at the same stake; bet that", "LR-3")
    offered = legal(table.state, 1).wager("bet_3")
    assert offered
    assert (offered.least, offered.most) == (5_00, 9_66)
    assert table.refused(c.PlaceWager(1, "bet_3", 9_67)).reason == (
        "seat 1 has $29, not the $29.01 for bet_3, bet_1 and bet_2"
    )
    table.do(c.PlaceWager(1, "bet_3", 9_66))
    assert table.refused(c.WithdrawWager(1, "bet_2")).reason == "Bet 2 goes with bet_3; withdraw that"
    assert legal(table.state, 1).withdraw == ("bet_3",)
    assert [offer.wager for offer in legal(table.state, 1).wagers] == ["bet_3"]  # the chips pay for no bonus


@proves("LR-4")
def test_a_player_with_bets_may_bet_on_the_bonus() -> None:
    table = betting()
    table.bet(1, bet_3=10, three_card_bonus=5)
    assert table.state.chips(1) == 10_000_00 - 35_00


@guards("LR-4")
def test_the_bonus_is_not_bet_alone() -> None:
    assert betting().refused(c.PlaceWager(1, "three_card_bonus", 5_00)).clause == "LR-4"


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("LR-5", "LR-9", "LR-12")
def test_three_cards_go_to_each_player_and_two_to_the_middle_which_are_turned_one_by_one() -> None:
    table = betting(seats=2)
    table.bet(1, bet_3=10)
    table.bet(2, bet_3=20)
    table.close()
    table.deal("As Kd 2c", "3c 4c 5c", "9h Td")
    table.decide(seat_1="ride", seat_2="ride")
    table.decide(seat_1="ride", seat_2="ride")
    table.settle()
    assert [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)] == [
        *(("seat 1", 3, False), ("seat 2", 3, False), ("shared", 2, False))
    ]
    kinds = [type(event) for event in table.events if isinstance(event, e.CardsExposed | e.DecisionMade)]
    assert kinds == [*[e.DecisionMade] * 2, e.CardsExposed, *[e.DecisionMade] * 2, e.CardsExposed]
    assert [event.cards for event in table.all(e.CardsExposed)] == [cards_from("9h"), cards_from("Td")]


@guards("LR-5", "LR-9", "LR-12")
def test_nothing_is_bet_once_cards_are_dealt_and_nothing_settled_before_they_are_open() -> None:
    table = dealt("As Kd 2c", "9h Td")
    assert table.refused(c.PlaceWager(1, "three_card_bonus", 5_00)).clause == "LR-5"
    assert table.refused(c.SettleRound()).clause == "LR-8"
    table.decide(seat_1="ride")
    assert table.refused(c.SettleRound()).clause == "LR-10"


@proves("LR-6")
def test_the_cards_in_the_middle_complete_every_hand() -> None:
    assert played("Ts Td 2c", "Th 9d", "ride", "ride") == dict.fromkeys(("bet_1", "bet_2", "bet_3"), 30)


@guards("LR-6", "LR-7")
def test_a_player_knows_neither_the_others_cards_nor_those_face_down() -> None:
    table = betting(seats=2)
    table.bet(1, bet_3=10)
    table.bet(2, bet_3=10)
    table.close()
    table.deal("As Kd 2c", "3c 4c 5c", "9h Td")
    assert dict(view(table.state, 2).cards) == {
        "seat 1": (None, None, None),
        "seat 2": cards_from("3c 4c 5c"),
        "shared": (None, None),
    }


@proves("LR-7")
def test_a_player_sees_three_cards_and_then_one_more() -> None:
    table = dealt("As Kd 2c", "9h Td")
    table.decide(seat_1="ride")
    assert dict(view(table.state, 1).cards) == {"seat 1": cards_from("As Kd 2c"), "shared": (*cards_from("9h"), None)}


# ── What may be taken back ───────────────────────────────────────────────────────────────────────────────────────────


@proves("LR-8", "LR-10")
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("ride", "ride", ("bet_1", "bet_2", "bet_3")),
        ("take_back", "ride", ("bet_2", "bet_3")),
        ("ride", "take_back", ("bet_1", "bet_3")),
        ("take_back", "take_back", ("bet_3",)),
    ],
)
def test_each_of_two_bets_is_taken_back_or_rides_whatever_the_other_does(
    first: str, second: str, left: tuple[str, ...]
) -> None:
    assert played("Ks Kd 2c", "9h 4d", first, second) == dict.fromkeys(left, 10)
    assert played("Ks Qd 2c", "9h 4d", first, second) == dict.fromkeys(left, -10)


@guards("LR-8", "LR-10", "LR-11")
def test_what_is_taken_back_goes_to_the_chips_once_and_the_last_bet_stays() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    assert table.awaited(AwaitDecision).decision == "first"
    offered = legal(table.state, 1).decision
    assert offered
    assert {option.option: option.cents for option in offered.options} == {"take_back": -10_00, "ride": 0}
    (made,) = (event for event in table.decide(seat_1="take_back") if isinstance(event, e.DecisionMade))
    assert (made.cents, table.state.chips(1)) == (-10_00, 10_000_00 - 20_00)
    assert table.state.ledger.balance("layout 1 bet_1") == 0
    assert table.refused(c.WithdrawWager(1, "bet_2")).reason.startswith("no wager is withdrawn now")
    table.decide(seat_1="take_back")
    assert table.refused(c.Decide(1, "take_back")).reason == "nothing is to be decided now"
    assert {wager: cents for (_, wager), cents in table.state.stakes.items()} == {"bet_3": 10_00}
    table.settle()
    assert audit(lines_of(table.events), games=lambda _: LET_IT_RIDE).fault is None


@proves("LR-11")
def test_no_decision_is_about_the_bet_that_stays() -> None:
    assert [decision.wager for decision in LET_IT_RIDE.rulebook().decisions] == ["bet_1", "bet_2"]


def test_a_forged_amount_taken_back_is_found() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    table.decide(seat_1="take_back")
    place = next(n for n, event in enumerate(table.events) if isinstance(event, e.DecisionMade))
    made = table.events[place]
    assert isinstance(made, e.DecisionMade)
    for cents in (-9_00, -10_01, 0, 10_00):
        forged = [*table.events[:place], replace(made, cents=cents), *table.events[place + 1 :]]
        fault = audit(lines_of(forged), games=lambda _: LET_IT_RIDE).fault
        assert fault
        assert fault.number == place


def test_a_round_called_off_after_a_bet_was_taken_back_returns_the_others_and_no_more() -> None:
    table = dealt("Ks Kd 2c", "9h 4d", bonus=5)
    table.decide(seat_1="take_back")
    table.do(c.VoidRound("a card was exposed"))
    assert (table.state.chips(1), table.state.stakes) == (10_000_00, {})


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────


@proves("LR-13", "LR-14")
@pytest.mark.parametrize(
    ("own", "shared", "pays"),
    [
        ("As Ks Qs", "Js Ts", 1000),
        ("9s Ks Qs", "Js Ts", 200),
        ("9s 9d 9c", "9h Ts", 50),
        ("9s 9d 9c", "Th Ts", 11),
        ("9s 2s 4s", "Js Ks", 8),
        ("9s 8d 7s", "6c 5s", 5),
        ("2s 2d 2c", "9h Ts", 3),
        ("2s 2d 3c", "3h Ts", 2),
        ("Ts Td 2c", "9h 4s", 1),
    ],
)
def test_every_bet_is_paid_by_the_one_paytable(own: str, shared: str, pays: int) -> None:
    assert played(own, shared, "ride", "ride") == dict.fromkeys(("bet_1", "bet_2", "bet_3"), 10 * pays)


@guards("LR-13", "LR-14")
def test_a_pair_of_nines_loses_and_no_line_pays_what_is_not_printed() -> None:
    assert played("9s 9d 2c", "Kh 4s", "ride", "ride") == dict.fromkeys(("bet_1", "bet_2", "bet_3"), -10)
    with pytest.raises(croupier.Refused, match="odds for 9 lines"):
        LET_IT_RIDE.house({"paytable": [1, 2]})


# ── The 3 Card Bonus ─────────────────────────────────────────────────────────────────────────────────────────────────


@proves("LR-15", "LR-16")
@pytest.mark.parametrize(
    ("own", "hand", "pays"),
    [
        ("As Ks Qs", "MINI_ROYAL", 50),
        ("As 2s 3s", "STRAIGHT_FLUSH", 40),
        ("4s 4d 4c", "THREE_OF_A_KIND", 30),
        ("4s 5d 6c", "STRAIGHT", 6),
        ("4s 9s Ks", "FLUSH", 3),
        ("4s 4d Kc", "PAIR", 1),
        ("4s 9d Kc", "HIGH_CARD", -1),
    ],
)
def test_the_bonus_is_paid_by_the_own_cards_whatever_is_taken_back(own: str, hand: str, pays: int) -> None:
    assert three_card_hand(*cards_from(own)) == ThreeCardPoker[hand]
    won = [played(own, "7h 8h", choice, choice, bonus=5)["three_card_bonus"] for choice in ("ride", "take_back")]
    assert won == [5 * pays, 5 * pays]


@guards("LR-15", "LR-16")
def test_the_cards_in_the_middle_have_no_part_in_the_bonus() -> None:
    assert played("4s 9d Kc", "Kh 9h", "ride", "ride", bonus=5)["three_card_bonus"] == -5


# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────


@proves("LR-R1")
def test_bets_are_taken_within_their_limits() -> None:
    table = betting(seats=7)
    table.bet(7, bet_3=500, three_card_bonus=100)
    assert table.state.stake(7, "bet_1") == 500_00


@guards("LR-R1")
@pytest.mark.parametrize(("wager", "cents"), [("bet_3", 4_99), ("bet_3", 500_01), ("three_card_bonus", 100_01)])
def test_a_bet_outside_its_limits_or_on_another_seat_is_refused(wager: str, cents: int) -> None:
    table = betting(seats=2)
    table.bet(1, bet_3=10)
    assert table.refused(c.PlaceWager(1, wager, cents)).clause == "LR-R1"
    assert table.refused(c.PlaceWager(1, "bet_3", 10_00, by=2)).clause == "LR-R1"


@proves("LR-R2")
def test_the_bets_of_a_silent_player_go_back() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    for _ in range(2):
        (made, *_) = table.do(c.TimeOut(1))
        assert isinstance(made, e.DecisionMade)
        assert (made.option, made.cents, made.by) == ("take_back", -10_00, e.TABLE)
    assert table.state.chips(1) == 10_000_00 - 10_00
    assert {place: settled.result for place, settled in table.settle().items()} == {(1, "bet_3"): 10_00}
    assert audit(lines_of(table.events), games=lambda _: LET_IT_RIDE).fault is None


@guards("LR-R2")
def test_nobody_else_takes_a_bet_back() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    assert table.refused(c.Decide(1, "take_back", by=2)).clause == "LR-8"


@proves("LR-R3")
@guards("LR-R3", "LR-R5")
def test_two_cards_come_to_the_middle_and_no_other_wager_is_there() -> None:
    book = LET_IT_RIDE.rulebook()
    assert (book.slots["shared"].least, book.slots["shared"].most) == (2, 2)
    assert betting().refused(c.PlaceWager(1, "five_card_bonus", 1_00)).reason.startswith("there is no wager")


@proves("LR-R5")
def test_three_bets_and_one_bonus_are_all() -> None:
    assert list(LET_IT_RIDE.rulebook().wagers_by_id) == ["bet_1", "bet_2", "bet_3", "three_card_bonus"]


@proves("LR-R4")
def test_other_paytables_are_dealt_and_odd_odds_paid_down_to_the_cent() -> None:
    assert played("As Ks Qs", "Js Ts", "ride", "ride", paytable=2)["bet_3"] == 5000
    assert played("4s 9s Ks", "7h 8h", "ride", "ride", bonus=5, bonus_paytable=2)["three_card_bonus"] == 20
    odd = LET_IT_RIDE.rulebook(LET_IT_RIDE.house({"paytable": [1000, 200, 50, 11, 8, 5, 3, 2, "1:3"]}))
    assert odd.terms["bet_3", Poker.PAIR].due(10_00, "half_up") == 3_33


@guards("LR-R4")
def test_there_is_no_third_paytable() -> None:
    with pytest.raises(croupier.Refused, match="not the number of a printed paytable"):
        LET_IT_RIDE.house({"paytable": 3})


@proves("LR-R6")
def test_a_round_is_called_off_until_it_is_settled() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    table.do(c.VoidRound("a card was exposed"))
    assert table.state.chips(1) == 10_000_00


@guards("LR-R6")
def test_a_settled_round_is_not_called_off_and_rules_stay_during_one() -> None:
    table = dealt("Ks Kd 2c", "9h 4d")
    assert table.refused(c.ChangeHouse({"seats": 5})).clause == "LR-R6"
    table.decide(seat_1="ride")
    table.decide(seat_1="ride")
    table.settle()
    assert table.refused(c.VoidRound("too late")).clause == "LR-R6"


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def counted() -> Solver:
    return solver_of(LET_IT_RIDE)


@pytest.mark.slow  # it counts
def test_it_has_the_published_figures() -> None:
    bet = analyze(counted()).wagers["bet_3"]
    assert (bet.includes, bet.combinations) == (("bet_1", "bet_2"), 22_100 * 49 * 48)
    assert f"{float(100 * bet.house_edge):.4f}" == "3.5057"  # Wizard of Odds, of one bet
    assert f"{float(100 * bet.element_of_risk):.2f}" == "2.85"  # this and what follows: worked out here
    assert f"{bet.standard_deviation:.2f}" == "5.17"
    assert bet.average_wager == Fraction(333556, 270725)


@pytest.mark.slow  # it counts
@pytest.mark.parametrize(("number", "edge"), [(1, "7.10"), (2, "2.14")])
def test_the_bonus_has_the_published_edges(number: int, edge: str) -> None:
    book = LET_IT_RIDE.rulebook(LET_IT_RIDE.house({"bonus_paytable": number}))
    bonus = analyze(counted().repriced(book.model)).wagers["three_card_bonus"]
    assert f"{float(100 * bonus.house_edge):.2f}" == edge  # casinocity.com; tunicatravel.com


@pytest.mark.slow  # it counts
def test_the_other_paytable_has_the_published_edge() -> None:
    book = LET_IT_RIDE.rulebook(LET_IT_RIDE.house({"paytable": 2}))
    assert f"{float(100 * analyze(counted().repriced(book.model)).wagers['bet_3'].house_edge):.2f}" == "3.43"


@pytest.mark.slow  # it counts
def test_bets_that_are_taken_back_come_to_what_bets_that_are_added_do() -> None:
    ours, theirs = analyze(counted()).wagers["bet_3"], analyze(MODEL_ALONE).wagers["bet_3"]
    assert (ours.rows, ours.average_wager, ours.includes) == (theirs.rows, theirs.average_wager, theirs.includes)


@pytest.mark.slow  # it counts
def test_taking_back_what_is_worth_the_same_changes_the_average_bet_alone() -> None:
    solved = counted().solved()
    least = followed([np.argmax(each, axis=-1) for each in solved.values], solved.groups, (2, 2))
    bet = Analysis(counted().play(least), "least").wagers["bet_3"]
    assert f"{float(100 * bet.house_edge):.4f}" == "3.5057"
    assert bet.average_wager == Fraction(331288, 270725)


@pytest.mark.slow  # it counts
def test_the_optimum_is_the_published_first_decision() -> None:
    told = [call for call in calls(counted()) if call.decision == "first"]
    assert len(told) == 1755
    for call in told:
        ride = published_first(list(cards_from(dict(call.sees)["own"])))
        assert (call.best == "ride") == ride, call


@pytest.mark.slow  # it counts
def test_house_run_players_play_it_at_its_best() -> None:
    book, stood = LET_IT_RIDE.rulebook(), counted()
    habits = book.habits.decisions
    first, second = (
        [habits[decision.id](int(sight)) == "ride" for sight in sights]
        for decision, sights in zip(
            book.decisions, (stood.counts.sights // 52**4, stood.counts.sights % 52**4), strict=True
        )
    )
    plans = 2 * np.array(first, dtype=np.int64) + np.array(second, dtype=np.int64)
    assert Analysis(stood.play(plans), "habits").wagers["bet_3"].house_edge == analyze(stood).wagers["bet_3"].house_edge


@pytest.mark.slow  # it counts
@pytest.mark.parametrize("removed", ["", "2c 3d"])
def test_lumping_suits_changes_no_figure(removed: str) -> None:
    cards = " ".join(rank + suit for rank in "29TA" for suit in "cdhs" if rank + suit not in removed.split())
    model = LET_IT_RIDE.rulebook().model
    solvers = [Solver(count(model, deck(cards), lumped=lumped), model) for lumped in (True, False)]
    found = [Analysis(s.play(s.best_plans()), "").wagers for s in solvers]
    assert [found[0][id_].rows for id_ in found[0]] == [found[1][id_].rows for id_ in found[0]]


@pytest.mark.slow  # it counts
def test_a_round_takes_what_the_three_bets_take_and_a_bonus_too() -> None:
    game = croupier.game(LET_IT_RIDE)
    session = game.session(rounds=10, stake={"bet_3": 5}, bankroll=15)
    assert session.needs == (Fraction(15),)
    with pytest.raises(croupier.Refused, match="14 does not pay for the first round, which takes 15"):
        game.session(rounds=10, stake={"bet_3": 5}, bankroll=14)
    with pytest.raises(croupier.Refused, match="bet_1 is placed with bet_3, at the same stake; stake on that"):
        game.session(rounds=10, stake={"bet_1": 5}, bankroll=15)


@pytest.mark.slow  # it counts
def test_the_bank_may_lose_three_royal_flushes_and_a_mini_royal_to_a_seat() -> None:
    exposed = analyze(counted()).exposure
    assert exposed
    assert exposed.one_seat == 3 * 500_00 * 1000 + 100_00 * 50
    assert exposed.stakes == {**dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500_00), "three_card_bonus": 100_00}


@pytest.mark.parametrize(
    ("described", "nets"),
    [
        ({"first": "ride", "second": "take_back"}, {"bet_1": "10.00", "bet_3": "10.00"}),
        ({"first": "take_back", "second": "take_back"}, {"bet_3": "10.00"}),
    ],
)
def test_a_described_round_names_one_bet_and_what_was_taken_back(
    described: dict[str, str], nets: dict[str, str]
) -> None:
    seat = {"seat": 1, "cards": "Ks Kd 2c", "bet_3": 10, **described}
    paid = croupier.game(LET_IT_RIDE).settle({"shared": "9h 4d", "seats": [seat]}).data()["seats"][0]
    assert {wager: each["result"] for wager, each in paid["wagers"].items()} == nets
