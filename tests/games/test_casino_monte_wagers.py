"""Casino Monte: section 1, the betting spots, Full Monte beside them, limits, and rounds called off."""

import re
from collections.abc import Callable

import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting, AwaitSettlement, AwaitWagers
from croupier.table.core import open_table
from tests.clauses import guards, proves
from tests.games.described import answers, monte, paid, refusal, wagers
from tests.rounds import Script

WAGERS = ("initial", "full_monte")
LIMITS = ("minimum", "maximum")


def betting(**house: object) -> Script:
    """A table of three that takes bets."""
    table = Script("casino-monte", house)
    table.open()
    return table


@proves("CM-1")
@pytest.mark.parametrize("spot", [1, 2, 3])
def test_CM_1_a_round_begins_with_an_initial_wager_on_one_of_three_spots(spot: int) -> None:
    table = betting()
    assert table.do(c.PlaceWager(2, "initial", 25_00, spot)) == (e.WagerPlaced(2, "initial", 25_00, spot),)
    assert (table.state.chips(2), table.state.spot(2)) == (9_975_00, spot)
    assert table.close() == (e.BetsClosed("CM-2"),)


@guards("CM-1")
def test_CM_1_no_card_is_dealt_before_somebody_has_bet() -> None:
    table = betting()
    refused = table.refused(c.CloseBets())
    assert (refused.clause, refused.reason) == ("CM-1", "nobody has bet")
    assert table.refused(c.DealCards((0,))).clause == "CM-1"


@guards("CM-1")
@pytest.mark.parametrize("spot", [0, 4, -1])
def test_CM_1_there_is_no_fourth_spot_and_no_wager_beside_the_spots(spot: int) -> None:
    refused = betting().refused(c.PlaceWager(1, "initial", 1_00, spot))
    assert (refused.clause, refused.reason) == ("CM-1", f"there is no spot {spot}; choose 1 to 3")


@guards("CM-1")
def test_CM_1_a_described_player_without_an_initial_wager_is_refused() -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1}))
    assert (refused.clause, refused.field) == ("CM-1", "seats[0].initial")
    assert refused.reason == "seat 1 has no wager on Initial"


@guards("CM-1", "CM-2")
def test_CM_1_bets_are_taken_neither_before_the_round_opens_nor_after_it_is_closed() -> None:
    table = Script("casino-monte")
    table.shuffle()
    refused = table.refused(c.PlaceWager(1, "initial", 1_00, 1))
    assert (refused.clause, refused.reason) == ("CM-2", "no wager is taken now: no round is open")
    table.open()
    table.bet(1, spot=1, initial=1)
    table.close()
    for late in (c.PlaceWager(2, "initial", 1_00, 1), c.PlaceWager(1, "full_monte", 1_00)):
        refused = table.refused(late)
        assert (refused.clause, refused.reason) == ("CM-2", "no wager is taken now: betting is closed")
    refused = table.refused(c.WithdrawWager(1, "initial"))
    assert (refused.clause, refused.reason) == ("CM-2", "no wager is withdrawn now: betting is closed")


@proves("CM-1b")
@pytest.mark.parametrize(("cards", "ace_at"), [("Ah 9s 4c", 1), ("9s Ah 4c", 2), ("9s 4c Ah", 3)])
def test_CM_1b_the_spot_names_the_position_of_the_players_card(cards: str, ace_at: int) -> None:
    assert paid(monte(cards, {"spot": ace_at, "initial": 1}), "initial") == ("win", "1:1", "1.00")


@guards("CM-1b")
@pytest.mark.parametrize(("spot", "ace_at"), [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)])
def test_CM_1b_the_card_of_another_position_does_nothing_for_the_player(spot: int, ace_at: int) -> None:
    cards = ["9s", "9c", "9d"]
    cards[ace_at - 1] = "Ah"
    assert paid(monte(" ".join(cards), {"spot": spot, "initial": 1}), "initial") == ("lose", None, "-1.00")


@proves("CM-1b")
def test_CM_1b_each_spot_has_a_colour_and_a_symbol_that_no_other_has() -> None:
    spots = game("casino-monte").rulebook().spots
    assert [(spot.number, spot.colour) for spot in spots] == [(1, "red"), (2, "white"), (3, "blue")]
    assert len({spot.symbol for spot in spots} - {""}) == 3


@proves("CM-1d")
def test_CM_1d_a_player_may_change_the_amount_on_the_spot_but_the_spot_stays_one() -> None:
    table = betting()
    table.bet(1, spot=2, initial=5)
    table.bet(1, spot=2, initial=8)
    assert (table.state.stake(1, "initial"), table.state.spot(1)) == (8_00, 2)
    table.do(c.WithdrawWager(1, "initial"))
    table.bet(1, spot=3, initial=8)
    assert (table.state.chips(1), table.state.spot(1)) == (9_992_00, 3)


@guards("CM-1d")
def test_CM_1d_a_second_spot_at_the_same_position_is_refused() -> None:
    table = betting()
    table.bet(1, spot=2, initial=5)
    refused = table.refused(c.PlaceWager(1, "initial", 5_00, 3))
    assert (refused.clause, refused.reason) == ("CM-1d", "seat 1 has bet on spot 2; only one spot may be bet")


@guards("CM-1d")
@pytest.mark.parametrize(("wager", "spot"), [("initial", 1), ("full_monte", 0)])
def test_CM_1d_nobody_bets_at_another_players_position(wager: str, spot: int) -> None:
    table = betting()
    table.bet(1, spot=1, initial=5)
    refused = table.refused(c.PlaceWager(1, wager, 5_00, spot, by=2))
    assert (refused.clause, refused.reason) == ("CM-1d", "seat 2 may not bet on seat 1's spot")
    table.do(c.PlaceWager(1, wager, 5_00, spot, by=1))


@guards("CM-1d")
def test_CM_1d_a_position_described_twice_is_refused() -> None:
    description = monte("As Kd Qh", {"spot": 1, "initial": 1}, {"spot": 2, "initial": 1})
    description["seats"][1]["seat"] = 1
    refused = refusal(description)
    assert (refused.field, refused.reason) == ("seats[1].seat", "seat 1 is taken by Seat 1")


@proves("CM-1a")
def test_CM_1a_full_monte_is_bet_beside_the_initial_wager_by_those_who_like() -> None:
    table = betting()
    table.bet(1, spot=1, initial=5)
    table.bet(2, spot=1, initial=5)
    assert table.do(c.PlaceWager(1, "full_monte", 2_00)) == (e.WagerPlaced(1, "full_monte", 2_00, 0),)
    table.close()
    table.deal("9s", "9d", "2c")
    table.roll(1)
    table.decide(seat_1="check", seat_2="check")
    settled = table.settle()
    assert list(settled) == [(1, "initial"), (1, "full_monte"), (2, "initial")]
    assert settled[1, "full_monte"].result == 2_00


@guards("CM-1a")
def test_CM_1a_full_monte_is_on_none_of_the_three_spots() -> None:
    table = betting()
    table.bet(1, spot=1, initial=5)
    refused = table.refused(c.PlaceWager(1, "full_monte", 2_00, 1))
    assert (refused.clause, refused.reason) == ("CM-1a", "Full Monte does not name a spot")


@proves("CM-R5")
@pytest.mark.parametrize("raised", [{}, {"raise": 1}, {"raise": 2}, {"raise": 3}])
def test_CM_R5_full_monte_stands_whatever_is_raised(raised: dict[str, object]) -> None:
    settled = wagers(monte("9s 9d Ac", {"spot": 1, "initial": 1, "full_monte": 4, **raised}))
    assert (settled["full_monte"]["result"], settled["initial"]["result"]) == ("4.00", "-1.00")


@guards("CM-R5")
def test_CM_R5_full_monte_without_an_initial_wager_at_the_same_position_is_refused() -> None:
    table = betting()
    table.bet(2, spot=1, initial=5)
    refused = table.refused(c.PlaceWager(1, "full_monte", 2_00))
    assert (refused.clause, refused.reason) == ("CM-R5", "Full Monte needs a wager on Initial at the same seat")
    assert refusal(monte("9s 9d Ac", {"spot": 1, "full_monte": 2})).clause == "CM-R5"


@guards("CM-R5")
def test_CM_R5_the_initial_wager_is_not_withdrawn_from_under_full_monte() -> None:
    table = betting()
    table.bet(1, spot=1, initial=5, full_monte=2)
    refused = table.refused(c.WithdrawWager(1, "initial"))
    assert (refused.clause, refused.reason) == ("CM-R5", "Full Monte needs it; withdraw full_monte first")
    table.do(c.WithdrawWager(1, "full_monte"), c.WithdrawWager(1, "initial"))
    assert table.state.chips(1) == 10_000_00


@proves("CM-R8")
def test_CM_R8_the_house_rules_that_hold_unless_the_house_says_otherwise() -> None:
    house = game("casino-monte").house().show()
    assert house == {
        "decks": 6,
        "shuffle": "continuous",
        "cut_card": 78,
        "procedure": "standard",
        "positions": 6,
        "ace_low_straight": True,
        "full_monte_paytable": 1,
        "initial_minimum": "1.00",
        "initial_maximum": "500.00",
        "full_monte_minimum": "1.00",
        "full_monte_maximum": "100.00",
    }


@proves("CM-R8")
@pytest.mark.parametrize(("initial", "full_monte"), [("1", "1"), ("500", "100"), ("12.34", "56.78")])
def test_CM_R8_wagers_at_and_within_the_limits_are_taken(initial: str, full_monte: str) -> None:
    settled = wagers(monte("9s 9d Ac", {"spot": 3, "initial": initial, "full_monte": full_monte}))
    assert {wager["outcome"] for wager in settled.values()} == {"win", "pair"}


@guards("CM-R8")
@pytest.mark.parametrize(
    ("bets", "field", "reason"),
    [
        ({"initial": "0.99"}, "initial", "$0.99 on Initial is outside the limits; bet $1 to $500"),
        ({"initial": "500.01"}, "initial", "$500.01 on Initial is outside the limits; bet $1 to $500"),
        (
            {"initial": 1, "full_monte": "0.99"},
            "full_monte",
            "$0.99 on Full Monte is outside the limits; bet $1 to $100",
        ),
        (
            {"initial": 1, "full_monte": "100.01"},
            "full_monte",
            "$100.01 on Full Monte is outside the limits; bet $1 to $100",
        ),
    ],
)
def test_CM_R8_a_cent_beyond_the_limits_is_refused(bets: dict[str, object], field: str, reason: str) -> None:
    refused = refusal(monte("9s 9d Ac", {"spot": 1, **bets}))
    assert (refused.clause, refused.field, refused.reason) == ("CM-R8", f"seats[0].{field}", reason)


@proves("CM-R8")
def test_CM_R8_a_house_may_set_other_limits() -> None:
    house = {"initial_minimum": 25, "initial_maximum": 50, "full_monte_minimum": 5, "full_monte_maximum": 5}
    assert refusal(monte("9s 9d Ac", {"spot": 1, "initial": 24}, **house)).clause == "CM-R8"
    assert paid(monte("9s 9d Ac", {"spot": 3, "initial": 50, "full_monte": 5}, **house), "full_monte")[2] == "5.00"


@guards("CM-R8")
@pytest.mark.parametrize("wager", ["initial", "full_monte"])
def test_CM_R8_a_least_wager_above_the_largest_is_refused(wager: str) -> None:
    with pytest.raises(Refused) as refused:
        open_table(game("casino-monte"), {f"{wager}_minimum": 20, f"{wager}_maximum": 10})
    assert (refused.value.clause, refused.value.field) == ("CM-R8", f"house.{wager}_minimum")
    assert refused.value.reason == "the least wager $20 is above the largest $10"


@proves("CM-R8")
def test_CM_R8_six_positions_share_the_three_cards() -> None:
    everybody = [{"spot": 1 + seat % 3, "initial": 1} for seat in range(6)]
    description = monte("9s Ad 2c", *everybody)
    nets = [seat["net"] for seat in answers(description)]
    assert nets == ["-1.00", "1.00", "-1.00", "-1.00", "1.00", "-1.00"]


@guards("CM-R8")
@pytest.mark.parametrize("seat", [0, 7])
def test_CM_R8_there_is_no_seventh_position_unless_the_house_has_one(seat: int) -> None:
    refused = Script("casino-monte").refused(c.Sit(seat, "Late", 100_00))
    assert (refused.clause, refused.reason) == ("CM-R8", f"there is no seat {seat}; seats are 1 to 6")
    Script("casino-monte", {"positions": 7}).do(c.Sit(7, "Late", 100_00))


@proves("CM-R11")
@pytest.mark.parametrize("until", [AwaitWagers, AwaitCards, AwaitDie, AwaitDecision, AwaitSettlement])
def test_CM_R11_a_round_called_off_before_it_is_settled_returns_every_wager(until: type[Awaiting]) -> None:
    table = betting()
    table.bet(1, spot=1, initial=5, full_monte=2)
    table.bet(2, spot=3, initial=10)
    play: dict[type[Awaiting], Callable[[], object]] = {
        AwaitWagers: table.close,
        AwaitCards: lambda: table.deal("9s", "9d", "Ac"),
        AwaitDie: lambda: table.roll(1),
        AwaitDecision: lambda: table.decide(seat_1="raise_3", seat_2="raise_1"),
    }
    while not isinstance(table.awaits, until):
        play[type(table.awaits)]()
    assert table.do(c.VoidRound("the cup fell")) == (e.RoundVoided(1, "the cup fell", "CM-R11"),)
    assert [table.state.chips(seat) for seat in (1, 2, 3)] == [10_000_00] * 3


@guards("CM-R11")
def test_CM_R11_a_settled_round_is_not_called_off() -> None:
    table = betting()
    table.bet(1, spot=1, initial=5)
    table.close()
    table.deal("9s", "9d", "Ac")
    table.roll(1)
    table.decide(seat_1="check")
    table.settle()
    refused = table.refused(c.VoidRound("I want my chips back"))
    assert refused.clause == "CM-R11"
    assert refused.reason == "no round is open; a round is voided before it is settled, never after"
    assert table.state.chips(1) == 9_995_00


@guards("CM-R8")
@pytest.mark.parametrize(
    ("rule", "value", "right"),
    [
        ("positions", 0, "give 1 to 12"),
        ("positions", 13, "give 1 to 12"),
        *((f"{wager}_{limit}", 0, "give $0.01 to $10,000,000") for wager in WAGERS for limit in LIMITS),
        *((f"{wager}_{limit}", "10000000.01", "give $0.01 to $10,000,000") for wager in WAGERS for limit in LIMITS),
    ],
)
def test_CM_R8_a_house_rule_out_of_bounds_is_refused(rule: str, value: object, right: str) -> None:
    with pytest.raises(Refused, match=re.escape(right)) as refused:
        game("casino-monte").house({rule: value})
    assert (refused.value.clause, refused.value.field) == ("CM-R8", f"house.{rule}")


@proves("CM-R8")
def test_CM_R8_a_house_may_have_one_to_twelve_positions_and_limits_from_a_cent() -> None:
    for positions in (1, 12):
        assert Script("casino-monte", {"positions": positions}, seats=1).state.rulebook.seats == positions
    house = {"initial_minimum": "0.01", "initial_maximum": "0.01", "full_monte_minimum": "0.01"}
    settled = wagers(monte("9s 9d Ac", {"spot": 3, "initial": "0.01", "full_monte": "0.01"}, **house))
    assert [wager["returned"] for wager in settled.values()] == ["0.02", "0.02"]


@guards("CM-7a", "CM-A7a")
@pytest.mark.parametrize(("procedure", "clause"), [("standard", "CM-7a"), ("alternate", "CM-A7a")])
def test_CM_7a_the_house_pays_and_no_player_takes_the_bank(procedure: str, clause: str) -> None:
    refused = Script("casino-monte", {"procedure": procedure}).refused(c.OfferBank())
    assert (refused.clause, refused.reason) == (clause, "the house banks this game; there is no bank to take")
