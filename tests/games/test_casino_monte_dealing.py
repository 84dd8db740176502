"""Casino Monte: sections 2 to 6, the standard dealing procedure in its own order of events."""

import pytest

from croupier.cards import cards_from
from croupier.games import game
from croupier.rulebook import Draw, Drawn
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, AwaitSettlement
from croupier.table.view import view
from tests.clauses import guards, proves
from tests.games.described import monte, refusal, wagers
from tests.rounds import Script

FOUR, ACE, JACK = cards_from("4c As Jh")


def closed(*, chips: int = 10_000_00) -> Script:
    """A table of two players with bets down: seat 1 on red with Full Monte, seat 2 on blue."""
    table = Script("casino-monte", seats=2, chips=chips)
    table.open()
    table.bet(1, spot=1, initial=10, full_monte=5)
    table.bet(2, spot=3, initial=20)
    table.close()
    return table


def rolled(face: int, cards: tuple[str, str, str] = ("Jh", "As", "4c")) -> Script:
    """The same table with the cards dealt and the die rolled."""
    table = closed()
    table.deal(*cards)
    table.roll(face)
    return table


def seen(table: Script) -> list[dict[str, tuple[int | None, ...]]]:
    """The cards that a spectator and each of the two players see."""
    return [dict(view(table.state, seat).cards) for seat in (0, 1, 2)]


@proves("CM-1", "CM-1a", "CM-2", "CM-2b", "CM-3", "CM-4", "CM-5", "CM-5b", "CM-6", "CM-7a", "CM-7b")
def test_CM_2_to_6_a_round_in_the_order_of_the_document() -> None:
    table = Script("casino-monte", seats=2)
    table.shuffle()
    before = len(table.events)
    table.open()
    table.bet(1, spot=1, initial=10, full_monte=5)
    table.bet(2, spot=2, initial=20)
    table.close()
    table.deal("Jh", "As", "4c")
    table.roll(6)
    table.decide(seat_2="raise_2", seat_1="check")
    table.settle()
    assert table.events[before:] == [
        e.RoundOpened(1, "shoe", 0, 0),
        e.WagerPlaced(1, "initial", 10_00, 1),
        e.WagerPlaced(1, "full_monte", 5_00, 0),
        e.WagerPlaced(2, "initial", 20_00, 2),
        e.BetsClosed("CM-2"),
        e.CardsDealt("position 1", (JACK,), face_up=False, clause="CM-2"),
        e.CardsDealt("position 2", (ACE,), face_up=False, clause="CM-2"),
        e.CardsDealt("position 3", (FOUR,), face_up=False, clause="CM-2"),
        e.DieRolled(6, "CM-3"),
        e.CardsExposed("position 3", (0,), (FOUR,), "CM-4"),
        e.DecisionMade(2, "raise_2", 40_00, "player", "CM-5", "raise"),
        e.DecisionMade(1, "check", 0, "player", "CM-5", "raise"),
        e.CardsExposed("position 1", (0,), (JACK,), "CM-6"),
        e.CardsExposed("position 2", (0,), (ACE,), "CM-6"),
        e.SettlementBegan("CM-7a"),
        e.WagerSettled(1, "initial", 10_00, "lose", None, -10_00, None, ("CM-7b",)),
        e.WagerSettled(1, "full_monte", 5_00, "lose", None, -5_00, None, ("CM-FM",)),
        e.WagerSettled(2, "initial", 20_00, "win", "1:1", 20_00, None, ("CM-7a", "CM-S1")),
        e.WagerSettled(2, "raise", 40_00, "win", "1:1", 40_00, None, ("CM-7a", "CM-S1")),
        e.CardsPickedUp(("position 1", "position 2", "position 3"), "CM-I3"),
        e.RoundClosed(1, -45_00),
    ]
    assert table.folded() == table.state


@proves("CM-2")
def test_CM_2_the_first_card_goes_face_down_to_the_position_farthest_from_the_shoe() -> None:
    table = closed()
    assert table.awaits == AwaitCards("position 1", 1, face_up=False)
    table.deal("As")
    assert seen(table) == [{"position 1": (None,)}] * 3


@guards("CM-2")
def test_CM_2_no_card_is_dealt_before_the_bets_are_closed() -> None:
    table = Script("casino-monte")
    table.open()
    table.bet(1, spot=1, initial=1)
    refused = table.refused(c.DealCards((ACE,)))
    assert (refused.clause, refused.reason) == ("CM-1", "no card is dealt now")


@guards("CM-2")
@pytest.mark.parametrize("cards", [(), (ACE, JACK), (ACE, JACK, FOUR)])
def test_CM_2_cards_are_drawn_one_at_a_time(cards: tuple[int, ...]) -> None:
    refused = closed().refused(c.DealCards(cards))
    assert (refused.clause, refused.reason) == ("CM-2", f"{len(cards)} cards came where 1 are dealt")


@proves("CM-2b")
def test_CM_2b_the_second_card_goes_to_the_middle_and_the_third_nearest_the_shoe() -> None:
    table = closed()
    table.deal("Jh")
    assert table.awaited(AwaitCards).slot == "position 2"
    table.deal("As")
    assert table.awaited(AwaitCards).slot == "position 3"
    table.deal("4c")
    assert [table.state.cards(f"position {position}") for position in (1, 2, 3)] == [(JACK,), (ACE,), (FOUR,)]
    assert seen(table) == [{"position 1": (None,), "position 2": (None,), "position 3": (None,)}] * 3


@guards("CM-2b")
def test_CM_2b_the_die_waits_for_the_third_card_and_there_is_no_fourth() -> None:
    table = closed()
    table.deal("Jh", "As")
    refused = table.refused(c.RollDie(1))
    assert (refused.clause, refused.reason) == ("CM-2", "the die is not rolled now")
    table.deal("4c")
    refused = table.refused(c.DealCards((ACE,)))
    assert (refused.clause, refused.reason) == ("CM-3", "no card is dealt now")


@proves("CM-3")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_CM_3_the_die_is_rolled_once_the_cards_lie_and_everybody_sees_it(face: int) -> None:
    table = closed()
    table.deal("Jh", "As", "4c")
    assert table.awaits == AwaitDie(6)
    assert table.roll(face)[0] == e.DieRolled(face, "CM-3")
    assert [view(table.state, seat).die for seat in (0, 1, 2)] == [face] * 3


@guards("CM-3")
@pytest.mark.parametrize("face", [0, 7, -1])
def test_CM_3_a_face_that_no_die_has_is_refused(face: int) -> None:
    table = closed()
    table.deal("Jh", "As", "4c")
    refused = table.refused(c.RollDie(face))
    assert (refused.clause, refused.reason) == ("CM-3", f"a die does not show {face}; it shows 1 to 6")


@guards("CM-3")
def test_CM_3_the_die_is_not_rolled_a_second_time() -> None:
    refused = rolled(1).refused(c.RollDie(6))
    assert (refused.clause, refused.reason) == ("CM-5", "the die is not rolled now")


EXPOSES = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)]


@proves("CM-4")
@pytest.mark.parametrize(("face", "position"), EXPOSES)
def test_CM_4_each_face_exposes_its_card(face: int, position: int) -> None:
    table = rolled(face)
    card = (JACK, ACE, FOUR)[position - 1]
    assert table.events[-1] == e.CardsExposed(f"position {position}", (0,), (card,), "CM-4")


@guards("CM-4")
@pytest.mark.parametrize(("face", "position"), EXPOSES)
def test_CM_4_the_other_two_cards_stay_face_down_for_everybody(face: int, position: int) -> None:
    hidden = {f"position {other}": (None,) for other in (1, 2, 3)}
    assert seen(rolled(face)) == [{**hidden, f"position {position}": ((JACK, ACE, FOUR)[position - 1],)}] * 3


@proves("CM-5", "CM-R4")
@pytest.mark.parametrize(("option", "cents"), [("raise_1", 20_00), ("raise_2", 40_00), ("raise_3", 60_00)])
def test_CM_5_a_player_raises_one_two_or_three_times_the_initial_wager(option: str, cents: int) -> None:
    table = rolled(1)
    assert table.decide(seat_2=option) == (e.DecisionMade(2, option, cents, "player", "CM-5", "raise"),)
    assert (table.state.stake(2, "raise"), table.state.stake(2, "initial")) == (cents, 20_00)
    assert table.state.chips(2) == 10_000_00 - 20_00 - cents


@guards("CM-5", "CM-R4")
@pytest.mark.parametrize("option", ["raise_0", "raise_4", "raise", "fold", ""])
def test_CM_5_nothing_but_the_four_options_can_be_decided(option: str) -> None:
    refused = rolled(1).refused(c.Decide(2, option))
    assert refused.clause == "CM-5"
    assert refused.reason == f'"{option}" cannot be decided; decide check, raise_1, raise_2, raise_3'


@proves("CM-R4")
@pytest.mark.parametrize("raised", ["12.34", "24.68", "37.02"])
def test_CM_R4_a_described_raise_of_exactly_1_2_or_3_times_stands(raised: str) -> None:
    settled = wagers(monte("As Kd Qh", {"spot": 1, "initial": "12.34", "raise": raised}))
    assert (settled["raise"]["stake"], settled["raise"]["result"]) == (raised, raised)


@guards("CM-R4")
@pytest.mark.parametrize("raised", ["12.33", "12.35", "18.51", "24.67", "37.01", "37.03", "49.36"])
def test_CM_R4_a_described_raise_a_cent_off_is_refused(raised: str) -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1, "initial": "12.34", "raise": raised}))
    assert (refused.clause, refused.field) == ("CM-R4", "seats[0].raise")
    assert refused.reason == f"${raised} is not 1, 2 or 3 times the initial $12.34"


@guards("CM-5", "CM-R4")
def test_CM_R4_nobody_raises_before_the_first_card_is_exposed() -> None:
    table = Script("casino-monte")
    table.open()
    table.bet(1, spot=1, initial=1)
    refused = table.refused(c.PlaceWager(1, "raise", 1_00))
    assert (refused.clause, refused.reason) == ("CM-5", "Raise is not bet before the cards; it is decided later")
    for move in (table.close, lambda: table.deal("Jh", "As", "4c")):
        refused = table.refused(c.Decide(1, "raise_1"))
        assert (refused.clause, refused.reason) == ("CM-5", "nothing is to be decided now")
        move()
    refused = table.refused(c.Decide(1, "raise_1"))
    assert (refused.clause, refused.reason) == ("CM-5", "nothing is to be decided now")


@guards("CM-5", "CM-R4")
def test_CM_R4_nobody_raises_after_the_other_cards_are_exposed() -> None:
    table = rolled(1)
    table.decide(seat_1="check", seat_2="check")
    refused = table.refused(c.Decide(1, "raise_1"))
    assert (refused.clause, refused.reason) == ("CM-5", "nothing is to be decided now")


@guards("CM-5")
def test_CM_5_a_player_decides_once_alone_and_with_chips_enough() -> None:
    table = closed(chips=50_00)
    table.deal("Jh", "As", "4c")
    table.roll(1)
    refused = table.refused(c.Decide(2, "raise_1", by=1))
    assert (refused.clause, refused.reason) == ("CM-5", "seat 1 may not decide for seat 2")
    refused = table.refused(c.Decide(2, "raise_2"))
    assert (refused.clause, refused.reason) == ("CM-5", "seat 2 has $30, not the $40 for Raise 2×")
    table.decide(seat_2="raise_1")
    refused = table.refused(c.Decide(2, "check"))
    assert (refused.clause, refused.reason) == ("CM-5", "seat 2 has decided")


@guards("CM-5")
def test_CM_5_a_seat_without_a_wager_decides_nothing() -> None:
    table = Script("casino-monte", seats=3)
    table.open()
    table.bet(1, spot=1, initial=1)
    table.close()
    table.deal("Jh", "As", "4c")
    table.roll(1)
    refused = table.refused(c.Decide(3, "raise_1"))
    assert (refused.clause, refused.reason) == ("CM-5", "seat 3 has no hand in this round")


@proves("CM-5b")
@pytest.mark.parametrize(("position", "result"), [(2, 10_00), (1, -10_00)])
def test_CM_5b_after_a_check_the_initial_wager_stands_alone(position: int, result: int) -> None:
    table = Script("casino-monte", seats=1)
    table.open()
    table.bet(1, spot=position, initial=10)
    table.close()
    table.deal("Jh", "As", "4c")
    table.roll(5)
    assert table.decide(seat_1="check")[0] == e.DecisionMade(1, "check", 0, "player", "CM-5", "raise")
    assert [(wager, settled.result) for wager, settled in table.settle().items()] == [((1, "initial"), result)]
    assert table.state.chips(1) == 10_000_00 + result


@proves("CM-5b", "CM-R14")
def test_CM_5b_a_silent_player_checks_and_the_record_says_that_the_table_did_it() -> None:
    table = rolled(1)
    assert table.do(c.TimeOut(1)) == (e.DecisionMade(1, "check", 0, "table", "CM-5", "raise"),)


@guards("CM-R14")
def test_CM_R14_whoever_has_decided_is_not_silent() -> None:
    table = rolled(1)
    table.decide(seat_1="raise_3")
    assert "has decided" in str(table.refused(c.TimeOut(1)))
    assert table.state.decided(1) == "raise_3"


@guards("CM-5b")
def test_CM_5b_a_check_is_left_out_of_a_description_and_not_a_raise_of_nothing() -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1, "initial": 1, "raise": 0}))
    assert (refused.field, refused.reason) == ("seats[0].raise", "leave the wager out instead of giving 0")
    assert "raise" not in wagers(monte("As Kd Qh", {"spot": 1, "initial": 1}))


@proves("CM-6")
@pytest.mark.parametrize(("face", "others"), [(1, (2, 3)), (3, (1, 3)), (6, (1, 2))])
def test_CM_6_the_last_decision_turns_the_two_remaining_cards(face: int, others: tuple[int, int]) -> None:
    table = rolled(face)
    table.decide(seat_1="raise_1")
    happened = table.decide(seat_2="check")
    cards = {1: JACK, 2: ACE, 3: FOUR}
    assert happened[1:] == tuple(e.CardsExposed(f"position {p}", (0,), (cards[p],), "CM-6") for p in others)
    assert seen(table) == [{"position 1": (JACK,), "position 2": (ACE,), "position 3": (FOUR,)}] * 3
    assert isinstance(table.awaits, AwaitSettlement)


@guards("CM-6")
def test_CM_6_while_somebody_has_to_decide_no_card_is_turned_and_nothing_is_settled() -> None:
    table = rolled(1)
    assert len(table.decide(seat_1="raise_1")) == 1
    assert seen(table)[0] == {"position 1": (JACK,), "position 2": (None,), "position 3": (None,)}
    assert table.awaited(AwaitDecision).seats == (2,)
    refused = table.refused(c.SettleRound())
    assert (refused.clause, refused.reason) == ("CM-5", "there is nothing to settle yet")


@guards("CM-2", "CM-2b")
def test_CM_2_a_described_round_has_three_cards() -> None:
    for cards in ("As Kd", "As Kd Qh Jh"):
        refused = refusal(monte(cards, {"spot": 1, "initial": 1}))
        assert (refused.clause, refused.field, refused.reason) == ("CM-2", "cards", "give a list of 3 cards")


@proves("CM-2", "CM-3")
def test_CM_2_an_analysis_draws_three_cards_in_order_and_a_die_of_six_faces() -> None:
    assert game("casino-monte").rulebook().model.draws == (Drawn("cards", Draw.ORDERED, 3), Drawn("die", Draw.DIE, 6))


@proves("CM-5")
@pytest.mark.parametrize(("face", "position"), EXPOSES)
def test_CM_5_what_a_player_knows_is_the_rank_that_the_die_exposed_and_whose_card_it_is(
    face: int, position: int
) -> None:
    (decision,) = game("casino-monte").rulebook().decisions
    assert decision.sees.inputs == ("cards", "die", "spot")
    knows = decision.sees.function
    seen_codes = set()
    for rank in range(13):
        for spot in (1, 2, 3):
            for hidden in (0, 25, 51):
                for suit in range(4):
                    cards = [hidden] * 3
                    cards[position - 1] = 4 * rank + suit
                    assert knows(*cards, face, spot) == rank + 13 * (spot == position)
                    seen_codes.add(knows(*cards, face, spot))
    assert len(seen_codes) == 26


@proves("CM-5")
def test_CM_5_a_decision_is_told_to_the_rules_as_the_number_of_times_it_raises() -> None:
    (decision,) = game("casino-monte").rulebook().decisions
    assert [(option.id, option.code, option.multiple) for option in decision.options] == [
        ("check", 0, 0),
        ("raise_1", 1, 1),
        ("raise_2", 2, 2),
        ("raise_3", 3, 3),
    ]
