"""Casino Monte: the worked examples of the document, to the dollar."""

from typing import Any

import pytest

from croupier.games import game
from tests.clauses import guards, proves
from tests.games.described import answers, monte, paid, wagers
from tests.rounds import Script

# The document's three players: red raises three times, white twice, blue checks.
RED = {"spot": 1, "initial": 1, "raise": 3}
WHITE = {"spot": 2, "initial": 1, "raise": 2}
BLUE = {"spot": 3, "initial": 1}


def rows(cards: str) -> list[tuple[str, str]]:
    """Net and total payout of the document's three players."""
    return [(seat["net"], seat["total_payout"]) for seat in answers(monte(cards, RED, WHITE, BLUE))]


@proves("CM-E1", "CM-R7")
def test_CM_E1_of_jack_ace_and_four_only_the_ace_wins() -> None:
    assert rows("Jh As 4c") == [("-4.00", "-4.00"), ("3.00", "6.00"), ("-1.00", "-1.00")]


@guards("CM-E1")
def test_CM_E1_without_its_ace_the_jack_wins_instead() -> None:
    assert rows("Jh Ts 4c") == [("4.00", "8.00"), ("-3.00", "-3.00"), ("-1.00", "-1.00")]


@proves("CM-R13")
def test_CM_R13_red_white_and_blue_are_the_spots_of_positions_1_2_and_3() -> None:
    spots = game("casino-monte").rulebook().spots
    assert [(spot.number, spot.colour) for spot in spots] == [(1, "red"), (2, "white"), (3, "blue")]
    for position, player in enumerate((RED, WHITE, BLUE)):
        cards = ["3h", "3s", "4c"]
        cards[position] = "As"
        assert answers(monte(" ".join(cards), player))[0]["net"][0] != "-"


@guards("CM-R13")
def test_CM_R13_a_card_in_another_position_is_another_colours() -> None:
    assert rows("4c Jh As") == [("-4.00", "-4.00"), ("-3.00", "-3.00"), ("1.00", "2.00")]


@proves("CM-E2", "CM-R7")
def test_CM_E2_of_ten_eight_and_ten_both_tens_win() -> None:
    assert rows("Tc 8s Th") == [("4.00", "8.00"), ("-3.00", "-3.00"), ("1.00", "2.00")]


@guards("CM-E2")
def test_CM_E2_a_nine_in_place_of_the_second_ten_loses() -> None:
    assert rows("Tc 8s 9h") == [("4.00", "8.00"), ("-3.00", "-3.00"), ("-1.00", "-1.00")]


@proves("CM-E3", "CM-R7")
def test_CM_E3_three_jacks_all_win_with_the_initial_wagers_at_three_to_one() -> None:
    assert rows("Jd Js Jh") == [("6.00", "10.00"), ("5.00", "8.00"), ("3.00", "4.00")]


@guards("CM-E3")
def test_CM_E3_two_jacks_and_a_ten_pay_no_three_to_one() -> None:
    assert rows("Jd Js Th") == [("4.00", "8.00"), ("3.00", "6.00"), ("-1.00", "-1.00")]


@proves("CM-E3")
def test_CM_E3_comes_out_the_same_in_chips_at_the_table() -> None:
    table = Script("casino-monte", chips=100_00)
    table.open()
    for seat in (1, 2, 3):
        table.bet(seat, spot=seat, initial=1)
    table.close()
    table.deal("Jd", "Js", "Jh")
    table.roll(2)
    table.decide(seat_1="raise_3", seat_2="raise_2", seat_3="check")
    table.settle()
    assert [table.state.chips(seat) for seat in (1, 2, 3)] == [106_00, 105_00, 103_00]


def side_bet(cards: str) -> tuple[str, str, str]:
    """Outcome, win and payout in the examples' form of a dollar on Full Monte."""
    settled = wagers(monte(cards, {"spot": 1, "initial": 1, "full_monte": 1}))["full_monte"]
    lost = settled["result"].startswith("-")
    return settled["outcome"], settled["result"], settled["result"] if lost else settled["returned"]


@proves("CM-F1", "CM-R7")
def test_CM_F1_two_jacks_and_an_ace_win_a_dollar_and_return_two() -> None:
    assert side_bet("Jd Js Ah") == ("pair", "1.00", "2.00")


@guards("CM-F1")
def test_CM_F1_a_ten_in_place_of_the_second_jack_is_no_pair() -> None:
    assert side_bet("Jd Ts Ah") == ("lose", "-1.00", "-1.00")


@proves("CM-F2", "CM-R7")
def test_CM_F2_three_jacks_win_ten_dollars_and_return_eleven() -> None:
    assert side_bet("Jd Js Jc") == ("three_of_a_kind", "10.00", "11.00")


@guards("CM-F2")
def test_CM_F2_a_ten_in_place_of_the_third_jack_leaves_a_pair() -> None:
    assert side_bet("Jd Js Tc") == ("pair", "1.00", "2.00")


@proves("CM-F3", "CM-R7")
def test_CM_F3_two_three_and_four_of_clubs_win_twenty_five_dollars_and_return_twenty_six() -> None:
    assert side_bet("2c 3c 4c") == ("straight_flush", "25.00", "26.00")


@guards("CM-F3")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("2c 3c 4d", ("straight", "5.00", "6.00")), ("2c 3c 5c", ("flush", "3.00", "4.00"))],
)
def test_CM_F3_one_suit_off_is_a_straight_and_one_rank_off_a_flush(cards: str, expected: tuple[str, str, str]) -> None:
    assert side_bet(cards) == expected


@proves("CM-F4", "CM-R7")
def test_CM_F4_two_and_six_of_clubs_with_nine_of_diamonds_lose_the_dollar() -> None:
    assert side_bet("2c 6c 9d") == ("lose", "-1.00", "-1.00")


@guards("CM-F4")
def test_CM_F4_the_nine_of_clubs_would_have_made_a_flush() -> None:
    assert side_bet("2c 6c 9c") == ("flush", "3.00", "4.00")


@guards("CM-R7")
@pytest.mark.parametrize(
    ("cards", "bets", "net", "total_payout"),
    [
        # the initial wager loses 1 while Full Monte returns 1 + 1
        ("Jd Js Ah", {"spot": 1, "initial": 1, "full_monte": 1}, "0.00", "1.00"),
        # initial and raise return 2 + 6 while Full Monte loses 1
        ("Ad Ks 9h", {"spot": 1, "initial": 1, "raise": 3, "full_monte": 1}, "3.00", "7.00"),
        # everything lost is counted, nothing is returned
        ("9d Ks Ah", {"spot": 1, "initial": 1, "raise": 3, "full_monte": 1}, "-5.00", "-5.00"),
    ],
)
def test_CM_R7_a_total_payout_counts_stakes_with_wins_and_never_with_losses(
    cards: str, bets: dict[str, Any], net: str, total_payout: str
) -> None:
    (seat,) = answers(monte(cards, bets))
    assert (seat["net"], seat["total_payout"]) == (net, total_payout)


@proves("CM-E0")
def test_CM_E0_every_outcome_of_the_initial_wager_and_the_raise_moves_money() -> None:
    for first in "23456789TJQKA":
        for second in "23456789TJQKA":
            for bets in ({"spot": 1, "initial": 1, "raise": 2}, {"spot": 2, "initial": 1, "raise": 2}):
                settled = wagers(monte(f"{first}c {second}d 8h", bets))
                assert {settled["initial"]["outcome"], settled["raise"]["outcome"]} in ({"win"}, {"lose"})
                assert settled["raise"]["result"] in ("2.00", "-2.00")


@guards("CM-E0")
def test_CM_E0_cards_that_tie_for_the_highest_do_not_push() -> None:
    assert paid(monte("Tc 8s Th", {"spot": 1, "initial": 1}), "initial") == ("win", "1:1", "1.00")
    assert paid(monte("Tc 8s Th", {"spot": 3, "initial": 1}), "initial") == ("win", "1:1", "1.00")
