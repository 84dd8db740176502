"""Ultimate Texas Hold'em, clause by clause, from its one file, and its published figures."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

import croupier
from croupier.cards import DECK, card_name, cards_from
from croupier.errors import Refused
from croupier.exact.late_sights import late_from
from croupier.exact.solve import model_of
from croupier.exact.space import full
from croupier.hands import seven_card_strength
from croupier.rulebook import Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from examples.games.ultimate_texas_holdem import PAIR, ULTIMATE_TEXAS_HOLDEM, early_raise, three_cards, two_cards
from tests.clauses import guards, proves
from tests.naive.hand_orders import best_five
from tests.rounds import Script

EDGE = Fraction(50_643_648_973, 2_317_817_502_000)
"""Of the Ante: published as 2.185%."""
RISK = Fraction(50_643_648_973, 9_624_161_349_330)
"""Of all that is bet: published as 0.526%."""
TRIPS = Fraction(48_987, 2_572_780)
"""Published as 1.90%."""

HAND = "Ah Kd"
PAIRED = "2c 2d"
NOTHING = "4h 3d"
FLOP = "2h 7s 9d"
STREETS = "Tc Js"


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(ULTIMATE_TEXAS_HOLDEM, house, seats=seats)
    table.open()
    return table


def dealt(hand: str, dealer: str, trips: int = 0, **house: Any) -> Script:
    """A seat with $10 on Ante and Blind, and two cards for everybody."""
    table = betting(**house)
    table.bet(1, ante=10, **({"trips": trips} if trips else {}))
    table.close()
    table.deal(hand, dealer)
    return table


def played(hand: str, dealer: str, board: str, *options: str, trips: int = 0, **house: Any) -> dict[str, int]:
    """What the wagers of a round won, in cents."""
    table = dealt(hand, dealer, trips, **house)
    cards = board.split()
    left = list(options)
    table.decide(seat_1=left.pop(0))
    table.deal(" ".join(cards[:3]))
    if left:
        table.decide(seat_1=left.pop(0))
    table.deal(" ".join(cards[3:]))
    if left:
        table.decide(seat_1=left.pop(0))
    return {wager: settled.result for (_, wager), settled in table.settle().items()}


# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────


@proves("UTH-1")
def test_one_deck_is_shuffled_for_every_round() -> None:
    supply = ULTIMATE_TEXAS_HOLDEM.rulebook().supply
    assert (supply.decks, supply.renewal) == (1, Renewal.CONTINUOUS)


@guards("UTH-1")
def test_no_card_is_dealt_twice() -> None:
    table = dealt(HAND, NOTHING)
    table.decide(seat_1="check")
    assert table.refused(c.DealCards(cards_from("Ah 7s 9d"))).reason


@proves("UTH-2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kc Qc Jc Tc 2d 3d", "Kd Qd Jd Td 9d Ac As"),
        ("2c 3d 4h 5s 6c Kd Ks", "Ac 2d 3h 4s 5c Kd Ks"),
        ("Ac Ad 4h 3s 2c 9d 9h", "Kc Kd Ah Qs Jc 9d 9h"),
    ],
)
def test_the_best_five_of_seven_rank_as_in_poker(higher: str, lower: str) -> None:
    assert seven_card_strength(*cards_from(higher)) > seven_card_strength(*cards_from(lower))


@guards("UTH-2")
def test_a_sixth_card_breaks_no_tie() -> None:
    board = "Ac Kd Qh Js 9c"
    one, other = (seven_card_strength(*cards_from(f"{hand} {board}")) for hand in ("8c 7d", "4c 2d"))
    assert one == other


@proves("UTH-3")
def test_the_blind_goes_with_the_ante_and_trips_if_one_likes() -> None:
    table = betting()
    table.bet(1, ante=10, trips=5)
    table.close()
    assert [table.state.stake(1, wager) for wager in ("ante", "blind", "trips", "play")] == [10_00, 10_00, 5_00, 0]


@guards("UTH-3")
def test_nobody_bets_on_blind_or_trips_alone() -> None:
    table = betting()
    assert table.refused(c.PlaceWager(1, "blind", 10_00)).reason
    assert table.refused(c.PlaceWager(1, "trips", 10_00)).clause == "UTH-3"


# ── The deal and the raise ───────────────────────────────────────────────────────────────────────────────────────────


@proves("UTH-4", "UTH-6", "UTH-8")
def test_two_cards_each_face_down_then_three_and_two_face_up() -> None:
    table = dealt(HAND, NOTHING)
    table.decide(seat_1="check")
    table.deal(FLOP)
    table.decide(seat_1="check")
    table.deal(STREETS)
    assert [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)] == [
        ("seat 1", 2, False),
        ("dealer", 2, False),
        ("board", 3, True),
        ("board", 2, True),
    ]


@guards("UTH-4", "UTH-6", "UTH-8")
def test_the_board_waits_for_decisions() -> None:
    table = dealt(HAND, NOTHING)
    assert table.refused(c.DealCards(cards_from(FLOP))).reason
    table.decide(seat_1="check")
    table.deal(FLOP)
    assert table.refused(c.DealCards(cards_from(STREETS))).reason


@proves("UTH-5", "UTH-7", "UTH-9")
@pytest.mark.parametrize(
    ("options", "play"),
    [
        (["raise_4"], 40),
        (["raise_3"], 30),
        (["check", "raise_2"], 20),
        (["check", "check", "raise_1"], 10),
        (["check", "check", "fold"], 0),
    ],
)
def test_a_raise_is_smaller_the_later_it_is(options: list[str], play: int) -> None:
    won = played(HAND, NOTHING, f"{FLOP} {STREETS}", *options)
    lost = {"ante": -10_00, "blind": -10_00}
    assert won == (lost if not play else {"ante": 0, "blind": 0, "play": play * 100})


@guards("UTH-5", "UTH-7", "UTH-9")
def test_each_street_has_its_own_raise() -> None:
    table = dealt(HAND, NOTHING)
    assert table.refused(c.Decide(1, "raise_2")).reason
    assert table.refused(c.Decide(1, "fold")).reason
    table.decide(seat_1="check")
    table.deal(FLOP)
    assert table.refused(c.Decide(1, "raise_4")).reason
    table.decide(seat_1="check")
    table.deal(STREETS)
    assert table.refused(c.Decide(1, "check")).reason


@proves("UTH-10")
def test_whoever_has_raised_is_passed_over() -> None:
    table = betting(seats=3)
    for seat in (1, 2, 3):
        table.bet(seat, ante=10)
    table.close()
    table.deal(HAND, "8c 8d", "Qc 5d", NOTHING)
    table.decide(seat_1="raise_4", seat_2="check", seat_3="check")
    table.deal(FLOP)
    assert table.awaited(AwaitDecision).seats == (2,)
    table.decide(seat_2="raise_2", seat_3="check")
    table.deal(STREETS)
    assert table.awaited(AwaitDecision).seats == (3,)
    table.decide(seat_3="fold")
    assert table.settle()


@guards("UTH-10")
def test_nobody_raises_twice() -> None:
    table = dealt(HAND, NOTHING)
    table.decide(seat_1="raise_3")
    assert table.refused(c.Decide(1, "raise_2")).reason
    table.deal(FLOP, STREETS)
    assert not isinstance(table.awaits, AwaitDecision)
    assert table.state.stake(1, "play") == 30_00


@proves("UTH-11")
def test_the_dealer_s_cards_are_turned_up_and_those_of_players_still_in() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    table.deal(HAND, "Qc 5d", NOTHING)
    table.decide(seat_1="raise_4", seat_2="check")
    table.deal(FLOP)
    table.decide(seat_2="check")
    table.deal(STREETS)
    table.decide(seat_2="fold")
    assert [event.slot for event in table.all(e.CardsExposed)] == ["dealer", "seat 1"]


@guards("UTH-11")
def test_they_stay_face_down_before() -> None:
    table = dealt(HAND, NOTHING)
    table.decide(seat_1="check")
    table.deal(FLOP)
    assert not table.all(e.CardsExposed)


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────


@proves("UTH-12")
def test_without_a_pair_the_dealer_does_not_open_and_the_ante_pushes() -> None:
    assert played(HAND, NOTHING, f"{FLOP} {STREETS}", "raise_4") == {"ante": 0, "blind": 0, "play": 40_00}
    assert played(NOTHING, HAND, f"{FLOP} {STREETS}", "raise_4") == {"ante": 0, "blind": -10_00, "play": -40_00}


@guards("UTH-12")
def test_the_lowest_pair_opens() -> None:
    board = "4c 7s 9d Tc Js"
    assert seven_card_strength(*cards_from(f"{PAIRED} {board}")) >= PAIR
    assert played(PAIRED, HAND, board, "raise_4") == {"ante": 0, "blind": 0, "play": 40_00}
    assert played(HAND, PAIRED, board, "raise_4") == {"ante": -10_00, "blind": -10_00, "play": -40_00}


@proves("UTH-13", "UTH-14")
def test_the_higher_hand_wins_and_the_lower_loses() -> None:
    board = "Ac 2s 7d 9s Jh"
    assert played(HAND, "Jc 3d", board, "raise_3") == {"ante": 10_00, "blind": 0, "play": 30_00}
    assert played("Jc 3d", "As Kc", board, "raise_3") == {"ante": -10_00, "blind": -10_00, "play": -30_00}


@guards("UTH-13", "UTH-14")
@proves("UTH-15")
def test_equal_hands_push() -> None:
    assert played("3c 2d", "3d 2c", "Ah Kd Qs Jc Th", "raise_4") == {"ante": 0, "blind": 0, "play": 0}


@guards("UTH-15")
def test_a_kicker_breaks_a_tie() -> None:
    assert played("Ac Kc", "Ad Qd", "Ah 2d 7s 8c 9h", "raise_4") == {"ante": 10_00, "blind": 0, "play": 40_00}


@proves("UTH-16")
@pytest.mark.parametrize(
    ("hand", "board", "won"),
    [
        ("Ac Kc", "Qc Jc Tc 2d 3h", 5000_00),
        ("9c 8c", "7c 6c 5c 2d 2h", 500_00),
        ("7c 7d", "7h 7s 5c 2d 3h", 100_00),
        ("7c 7d", "7h 5s 5c 2d 3h", 30_00),
        ("Ac 9c", "7c 5c 3c 2d 2h", 15_00),
        ("9c 8d", "7c 6c 5h 2d 2h", 10_00),
        ("7c 7d", "7h Ks 5c 2d 9h", 0),
    ],
)
def test_the_blind_is_paid_by_the_hand_it_wins_with(hand: str, board: str, won: int) -> None:
    assert played(hand, "As 4d", board, "raise_3")["blind"] == won


@guards("UTH-16")
def test_a_straight_that_does_not_win_is_not_paid() -> None:
    assert played("9c 8d", "8c 9h", "7c 6d 5h 2d 2h", "raise_3")["blind"] == 0
    assert played("4d 2c", "9c 8d", "7c 6d 5h 3d 2h", "raise_3")["blind"] == -10_00


@proves("UTH-17", "UTH-R2")
@pytest.mark.parametrize(
    ("hand", "board", "odds"),
    [
        ("Ac Kc", "Qc Jc Tc 2d 3h", 50),
        ("9c 8c", "7c 6c 5c 2d 2h", 40),
        ("7c 7d", "7h 7s 5c 2d 3h", 30),
        ("7c 7d", "7h 5s 5c 2d 3h", 8),
        ("Ac 9c", "7c 5c 3c 2d 2h", 6),
        ("9c 8d", "7c 6c 5h 2d 2h", 5),
        ("7c 7d", "7h Ks 5c 2d 9h", 3),
    ],
)
def test_trips_is_paid_by_the_cards_even_after_a_fold(hand: str, board: str, odds: int) -> None:
    for options in (["raise_4"], ["check", "check", "fold"]):
        assert played(hand, "As 4d", board, *options, trips=10)["trips"] == odds * 10_00


@guards("UTH-17", "UTH-R2")
def test_less_than_three_of_a_kind_loses_trips() -> None:
    assert played("7c 7d", "As 4d", "5h 5s Kc 2d 9h", "raise_4", trips=10)["trips"] == -10_00


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("UTH-R1")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25)
    assert table.refused(c.PlaceWager(1, "ante", 24_99)).clause == "UTH-R1"
    table.bet(1, ante=500, trips=100)
    assert table.refused(c.PlaceWager(1, "trips", 101_00)).clause == "UTH-R1"


@guards("UTH-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(Refused) as refused:
        ULTIMATE_TEXAS_HOLDEM.rulebook(ULTIMATE_TEXAS_HOLDEM.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "UTH-R1"


@proves("UTH-R3")
def test_a_silent_player_checks_and_folds() -> None:
    table = dealt(HAND, NOTHING)
    table.do(c.TimeOut(1))
    table.deal(FLOP)
    table.do(c.TimeOut(1))
    table.deal(STREETS)
    table.do(c.TimeOut(1))
    assert table.state.choices(1) == ("check", "check", "fold")


@guards("UTH-R3")
def test_silence_after_a_raise_costs_nothing() -> None:
    table = dealt(HAND, NOTHING)
    table.decide(seat_1="raise_4")
    assert table.refused(c.TimeOut(1)).reason


@proves("UTH-R4")
def test_there_are_two_wagers_to_bet_on_and_one_that_goes_with_the_ante() -> None:
    book = ULTIMATE_TEXAS_HOLDEM.rulebook()
    assert [wager.id for wager in book.placed_wagers] == ["ante", "trips"]
    assert [wager.id for wager in book.model.companions("ante")] == ["blind"]


@guards("UTH-R4")
def test_a_progressive_wager_is_refused() -> None:
    assert betting().refused(c.PlaceWager(1, "progressive", 1_00)).reason


@proves("UTH-R5")
def test_a_round_called_off_returns_every_wager() -> None:
    table = dealt(HAND, NOTHING, trips=10)
    table.decide(seat_1="raise_4")
    table.deal(FLOP, STREETS)
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("UTH-R5")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"trips_paytable": 2})).clause == "UTH-R5"


@proves("UTH-R6")
def test_a_part_of_a_cent_is_not_paid() -> None:
    table = betting()
    table.do(c.PlaceWager(1, "ante", 10_01))
    table.close()
    table.deal("Ac 9c", "As 4d")
    table.decide(seat_1="raise_4")
    table.deal("7c 5c 3c", "2d 2h")
    assert table.settle()[1, "blind"].result == 15_01


@guards("UTH-R6")
def test_whole_cents_are_paid_in_full() -> None:
    assert played("Ac 9c", "As 4d", "7c 5c 3c 2d 2h", "raise_3")["blind"] == 15_00


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_its_flop_and_river_are_decided_while_deals_are_counted() -> None:
    model = model_of(ULTIMATE_TEXAS_HOLDEM)
    assert late_from(model, full(1)) == 1


def by_hand(hand: str, board: str) -> Fraction:
    """What a raise at the river is worth, by going through all 990 hands of the dealer's in plain Python."""
    own, shared = hand.split(), board.split()
    player = best_five((*own, *shared), ace_low=True)
    left = [name for name in map(card_name, DECK) if name not in (*own, *shared)]
    odds = {9: Fraction(500), 8: Fraction(50), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
    blind = odds.get(player[0], Fraction(0))
    won = Fraction(0)
    for hole in combinations(left, 2):
        dealer = best_five((*hole, *shared), ace_low=True)
        opens = dealer[0] > 0
        if player > dealer:
            won += 1 + opens + blind
        elif player < dealer:
            won -= 2 + opens
    return won / comb(45, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "board"), [("Kc 5d", "2h 3h 9s Jd Qs"), ("9c 8d", "7c 6c 5h 2d 2h"), ("4c 3d", "Kh 9h 9s Jd Qs")]
)
def test_advice_at_the_river_is_what_a_count_by_hand_gives(hand: str, board: str) -> None:
    cards = board.split()
    advice = croupier.game(ULTIMATE_TEXAS_HOLDEM).advise(
        hand=hand, flop=" ".join(cards[:3]), turn_and_river=" ".join(cards[3:])
    )
    assert advice.options == {"fold": Fraction(-2), "raise_1": by_hand(hand, board)}


def test_the_habit_raises_what_the_published_strategy_raises() -> None:
    def habit(hand: str) -> str:
        return early_raise(two_cards(*cards_from(hand)))

    raised = ["3c 3d", "Ac 2d", "Kc 2c", "Kc 5d", "Qc 6c", "Qc 8d", "Jc 8c", "Jc Td"]
    checked = ["2c 2d", "Kc 4d", "Qc 5c", "Qc 7d", "Jc 7c", "Jc 9d", "Tc 9c"]
    assert {habit(hand) for hand in raised} == {"raise_4"}
    assert {habit(hand) for hand in checked} == {"check"}


def test_sights_do_not_depend_on_order() -> None:
    assert len({three_cards(*order) for order in ((3, 17, 40), (40, 3, 17), (17, 40, 3))}) == 1


@pytest.mark.torture
def test_published_figures_from_all_deals() -> None:
    wagers = croupier.game(ULTIMATE_TEXAS_HOLDEM).analyze(anyway=True).wagers
    assert (wagers["ante"].house_edge, wagers["ante"].element_of_risk) == (EDGE, RISK)
    assert wagers["trips"].house_edge == TRIPS
    assert f"{float(EDGE):.3%} {float(RISK):.3%} {float(TRIPS):.2%}" == "2.185% 0.526% 1.90%"
    assert f"{wagers['ante'].standard_deviation:.2f}" == "4.94"
