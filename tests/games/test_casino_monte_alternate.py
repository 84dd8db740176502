"""Casino Monte: the alternate dealing procedure, in which the die is rolled before any card."""

import pytest

from croupier.cards import cards_from
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, AwaitSettlement
from croupier.table.view import view
from tests.clauses import guards, proves
from tests.games.described import monte, paid, refusal
from tests.rounds import Script

FOUR, ACE, JACK = cards_from("4c As Jh")
ALTERNATE = {"procedure": "alternate"}

# Where each face sends the first, second and third card: the two left over go farthest from the shoe first.
PLACES = [(1, (1, 2, 3)), (2, (1, 2, 3)), (3, (2, 1, 3)), (4, (2, 1, 3)), (5, (3, 1, 2)), (6, (3, 1, 2))]


def betting() -> Script:
    """A table of two that takes bets."""
    table = Script("casino-monte", ALTERNATE, seats=2)
    table.open()
    return table


def closed() -> Script:
    """The same with bets down: seat 1 on red with Full Monte, seat 2 on white."""
    table = betting()
    table.bet(1, spot=1, initial=10, full_monte=5)
    table.bet(2, spot=2, initial=20)
    table.close()
    return table


def seen(table: Script) -> list[dict[str, tuple[int | None, ...]]]:
    """The cards that a spectator and each of the two players see."""
    return [dict(view(table.state, seat).cards) for seat in (0, 1, 2)]


@proves("CM-A1", "CM-A1a", "CM-A2", "CM-A3", "CM-A4", "CM-A5", "CM-A6", "CM-A6b", "CM-A7a", "CM-A7b", "CM-R9")
def test_CM_A_a_round_in_the_order_of_the_alternate_procedure() -> None:
    table = Script("casino-monte", ALTERNATE, seats=2)
    table.shuffle()
    before = len(table.events)
    table.open()
    table.bet(1, spot=1, initial=10, full_monte=5)
    table.bet(2, spot=2, initial=20)
    table.close()
    table.roll(4)
    table.deal("As")
    table.decide(seat_2="raise_3", seat_1="check")
    table.deal("Jh", "4c")
    table.settle()
    assert table.events[before:] == [
        e.RoundOpened(1, "shoe", 0, 0),
        e.WagerPlaced(1, "initial", 10_00, 1),
        e.WagerPlaced(1, "full_monte", 5_00, 0),
        e.WagerPlaced(2, "initial", 20_00, 2),
        e.BetsClosed("CM-A2"),
        e.DieRolled(4, "CM-A2"),
        e.CardsDealt("position 2", (ACE,), face_up=True, clause="CM-A4"),
        e.DecisionMade(2, "raise_3", 60_00, "player", "CM-A5", "raise"),
        e.DecisionMade(1, "check", 0, "player", "CM-A5", "raise"),
        e.CardsDealt("position 1", (JACK,), face_up=False, clause="CM-A6"),
        e.CardsDealt("position 3", (FOUR,), face_up=False, clause="CM-A6"),
        e.CardsExposed("position 1", (0,), (JACK,), "CM-A6b"),
        e.CardsExposed("position 3", (0,), (FOUR,), "CM-A6b"),
        e.SettlementBegan("CM-A7a"),
        e.WagerSettled(1, "initial", 10_00, "lose", None, -10_00, None, ("CM-A7b",)),
        e.WagerSettled(1, "full_monte", 5_00, "lose", None, -5_00, None, ("CM-FM",)),
        e.WagerSettled(2, "initial", 20_00, "win", "1:1", 20_00, None, ("CM-A7a", "CM-S1")),
        e.WagerSettled(2, "raise", 60_00, "win", "1:1", 60_00, None, ("CM-A7a", "CM-S1")),
        e.CardsPickedUp(("position 1", "position 2", "position 3"), "CM-I3"),
        e.RoundClosed(1, -65_00),
    ]
    assert table.folded() == table.state


@guards("CM-A1")
def test_CM_A1_without_a_wager_the_die_is_not_rolled() -> None:
    table = betting()
    refused = table.refused(c.CloseBets())
    assert (refused.clause, refused.reason) == ("CM-A1", "nobody has bet")
    assert table.refused(c.RollDie(1)).clause == "CM-A1"
    refused = table.refused(c.PlaceWager(1, "initial", 1_00, 4))
    assert (refused.clause, refused.reason) == ("CM-A1", "there is no spot 4; choose 1 to 3")


@proves("CM-A1b")
@pytest.mark.parametrize(("cards", "ace_at"), [("As 9d 4c", 1), ("9d As 4c", 2), ("9d 4c As", 3)])
def test_CM_A1b_the_spot_names_the_players_card(cards: str, ace_at: int) -> None:
    for spot in (1, 2, 3):
        outcome = paid(monte(cards, {"spot": spot, "initial": 1}, **ALTERNATE), "initial")[0]
        assert outcome == ("win" if spot == ace_at else "lose")


@guards("CM-A1b")
def test_CM_A1b_a_second_spot_and_another_players_chips_are_refused() -> None:
    table = betting()
    table.bet(1, spot=2, initial=5)
    refused = table.refused(c.PlaceWager(1, "initial", 5_00, 3))
    assert (refused.clause, refused.reason) == ("CM-A1b", "seat 1 has bet on spot 2; only one spot may be bet")
    refused = table.refused(c.PlaceWager(1, "full_monte", 5_00, by=2))
    assert (refused.clause, refused.reason) == ("CM-A1b", "seat 2 may not bet on seat 1's spot")


@proves("CM-A1a")
def test_CM_A1a_full_monte_is_paid_as_in_the_standard_procedure() -> None:
    bets = {"spot": 1, "initial": 1, "full_monte": 2}
    assert paid(monte("Jd Js Jh", bets, **ALTERNATE), "full_monte") == ("three_of_a_kind", "10:1", "20.00")


@guards("CM-A1a")
def test_CM_A1a_full_monte_is_bet_before_the_die_and_on_no_spot() -> None:
    table = betting()
    table.bet(1, spot=1, initial=5)
    refused = table.refused(c.PlaceWager(1, "full_monte", 2_00, 1))
    assert (refused.clause, refused.reason) == ("CM-A1a", "Full Monte does not name a spot")
    table.close()
    refused = table.refused(c.PlaceWager(1, "full_monte", 2_00))
    assert (refused.clause, refused.reason) == ("CM-A2", "no wager is taken now: betting is closed")


@proves("CM-A2")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_CM_A2_the_die_is_shown_before_any_card(face: int) -> None:
    table = closed()
    assert isinstance(table.awaits, AwaitDie)
    assert table.roll(face) == (e.DieRolled(face, "CM-A2"),)
    assert [view(table.state, seat).die for seat in (0, 1, 2)] == [face] * 3
    assert seen(table) == [{}] * 3


@guards("CM-A2")
def test_CM_A2_no_card_is_dealt_before_the_die_and_no_die_has_a_seventh_face() -> None:
    table = closed()
    refused = table.refused(c.DealCards((ACE,)))
    assert (refused.clause, refused.reason) == ("CM-A2", "no card is dealt now")
    refused = table.refused(c.RollDie(7))
    assert (refused.clause, refused.reason) == ("CM-A2", "a die does not show 7; it shows 1 to 6")


@proves("CM-A3", "CM-A4", "CM-R9")
@pytest.mark.parametrize(("face", "places"), PLACES)
def test_CM_A4_the_first_card_goes_face_up_to_the_position_of_the_die(face: int, places: tuple[int, ...]) -> None:
    table = closed()
    table.roll(face)
    assert table.awaits == AwaitCards(f"position {places[0]}", 1, face_up=True)
    assert table.deal("As") == (e.CardsDealt(f"position {places[0]}", (ACE,), face_up=True, clause="CM-A4"),)
    assert seen(table) == [{f"position {places[0]}": (ACE,)}] * 3


@guards("CM-A3")
@pytest.mark.parametrize(("face", "places"), PLACES)
def test_CM_A3_the_first_card_goes_to_neither_of_the_other_positions(face: int, places: tuple[int, ...]) -> None:
    table = closed()
    table.roll(face)
    table.deal("As")
    assert [table.state.cards(f"position {place}") for place in places] == [(ACE,), (), ()]


@guards("CM-A4")
def test_CM_A4_a_second_card_waits_for_the_decisions() -> None:
    table = closed()
    table.roll(1)
    refused = table.refused(c.DealCards((ACE, JACK)))
    assert (refused.clause, refused.reason) == ("CM-A4", "2 cards came where 1 are dealt")
    table.deal("As")
    refused = table.refused(c.DealCards((JACK,)))
    assert (refused.clause, refused.reason) == ("CM-A5", "no card is dealt now")


@guards("CM-R9")
def test_CM_R9_in_the_standard_procedure_the_die_moves_no_card() -> None:
    table = Script("casino-monte", seats=1)
    table.open()
    table.bet(1, spot=1, initial=1)
    table.close()
    assert table.awaited(AwaitCards).slot == "position 1"
    table.deal("As", "Jh", "4c")
    table.roll(6)
    assert [table.state.cards(f"position {place}") for place in (1, 2, 3)] == [(ACE,), (JACK,), (FOUR,)]


@proves("CM-A5")
@pytest.mark.parametrize(
    ("option", "cents"), [("check", 0), ("raise_1", 20_00), ("raise_2", 40_00), ("raise_3", 60_00)]
)
def test_CM_A5_a_player_raises_one_two_or_three_times_or_checks(option: str, cents: int) -> None:
    table = closed()
    table.roll(1)
    table.deal("As")
    assert table.decide(seat_2=option) == (e.DecisionMade(2, option, cents, "player", "CM-A5", "raise"),)
    assert table.state.stake(2, "raise") == cents
    assert table.do(c.TimeOut(1))[0] == e.DecisionMade(1, "check", 0, "table", "CM-A5", "raise")


@proves("CM-A5b")
def test_CM_A5b_who_checks_plays_on_with_the_initial_wager_alone() -> None:
    table = closed()
    table.roll(1)
    table.deal("As")
    table.decide(seat_1="check", seat_2="raise_1")
    table.deal("Jh", "4c")
    table.settle()
    assert [event.wager for event in table.all(e.WagerSettled) if event.seat == 1][:1] == ["initial"]
    assert "raise" not in [event.wager for event in table.all(e.WagerSettled) if event.seat == 1]
    assert "raise" in [event.wager for event in table.all(e.WagerSettled) if event.seat == 2]


@guards("CM-A5b")
def test_CM_A5b_a_check_is_no_raise_put_off() -> None:
    table = closed()
    table.roll(1)
    table.deal("As")
    table.decide(seat_1="check")
    refused = table.refused(c.Decide(1, "raise_1"))
    assert (refused.clause, refused.reason) == ("CM-A5", "seat 1 has decided")


@guards("CM-A5")
def test_CM_A5_nobody_raises_before_the_first_card_or_after_the_others_come() -> None:
    table = betting()
    table.bet(1, spot=1, initial=10)
    refused = table.refused(c.PlaceWager(1, "raise", 10_00))
    assert (refused.clause, refused.reason) == ("CM-A5", "Raise is not bet before the cards; it is decided later")
    moves = (table.close, lambda: table.roll(1))
    for move in moves:
        assert table.refused(c.Decide(1, "raise_1")).clause == "CM-A5"
        move()
    assert table.refused(c.Decide(1, "raise_1")).reason == "nothing is to be decided now"
    table.deal("As")
    refused = table.refused(c.Decide(1, "raise_4"))
    assert (refused.clause, refused.reason) == (
        "CM-A5",
        '"raise_4" cannot be decided; decide check, raise_1, raise_2, raise_3',
    )
    refused = table.refused(c.Decide(1, "raise_1", by=2))
    assert (refused.clause, refused.reason) == ("CM-A5", "seat 2 may not decide for seat 1")
    table.decide(seat_1="check")
    table.deal("Jh")
    assert table.refused(c.Decide(1, "raise_1")).reason == "nothing is to be decided now"


@proves("CM-A6", "CM-A6b")
@pytest.mark.parametrize(("face", "places"), PLACES)
def test_CM_A6_the_other_cards_go_face_down_the_farther_position_first_and_then_both_are_revealed(
    face: int, places: tuple[int, int, int]
) -> None:
    table = closed()
    table.roll(face)
    table.deal("As")
    table.decide(seat_1="check", seat_2="check")
    slots = [f"position {place}" for place in places]
    assert table.deal("Jh") == (e.CardsDealt(slots[1], (JACK,), face_up=False, clause="CM-A6"),)
    assert table.deal("4c") == (
        e.CardsDealt(slots[2], (FOUR,), face_up=False, clause="CM-A6"),
        e.CardsExposed(slots[1], (0,), (JACK,), "CM-A6b"),
        e.CardsExposed(slots[2], (0,), (FOUR,), "CM-A6b"),
    )
    assert isinstance(table.awaits, AwaitSettlement)


@guards("CM-A6")
def test_CM_A6_while_somebody_has_to_decide_no_second_card_comes() -> None:
    table = closed()
    table.roll(1)
    table.deal("As")
    table.decide(seat_2="raise_1")
    assert table.awaited(AwaitDecision).seats == (1,)
    refused = table.refused(c.DealCards((JACK,)))
    assert (refused.clause, refused.reason) == ("CM-A5", "no card is dealt now")


@guards("CM-A6b")
def test_CM_A6b_the_second_card_stays_face_down_until_the_third_lies_too() -> None:
    table = closed()
    table.roll(3)
    table.deal("As")
    table.decide(seat_1="check", seat_2="check")
    table.deal("Jh")
    assert seen(table) == [{"position 2": (ACE,), "position 1": (None,)}] * 3
    refused = table.refused(c.SettleRound())
    assert (refused.clause, refused.reason) == ("CM-A6", "there is nothing to settle yet")


@guards("CM-R8")
def test_CM_R8_there_is_no_third_procedure() -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1, "initial": 1}, procedure="mixed"))
    assert (refused.clause, refused.field) == ("CM-R8", "house.procedure")
    assert refused.reason == '"mixed" is not one of standard, alternate'
