"""Casino Monte: sections 7 of both procedures, and the payout schedule that repeats them."""

from itertools import pairwise, product
from typing import Any

import pytest

from tests.clauses import guards, proves
from tests.games.described import monte, paid, wagers

RANKS = "23456789TJQKA"
RAISED = {"initial": 2, "raise": 6}


def both(cards: str, spot: int, **house: object) -> dict[str, tuple[Any, ...]]:
    """Outcome, odds, result and clauses of an initial $2 and a raise of $6."""
    settled = wagers(monte(cards, {"spot": spot, **RAISED}, **house))
    return {wager: (line["outcome"], line["odds"], line["result"], line["clauses"]) for wager, line in settled.items()}


def won(clauses: list[str], initial_odds: str = "1:1", initial_win: str = "2.00") -> dict[str, tuple[Any, ...]]:
    """Both wagers won, the raise always at even money."""
    return {"initial": ("win", initial_odds, initial_win, clauses), "raise": ("win", "1:1", "6.00", clauses)}


def lost(clauses: list[str]) -> dict[str, tuple[Any, ...]]:
    """Both wagers lost."""
    return {"initial": ("lose", None, "-2.00", clauses), "raise": ("lose", None, "-6.00", clauses)}


@proves("CM-I4")
@pytest.mark.parametrize(("cards", "winner"), [("Qd 9s 4h", 1), ("9s Qd 4h", 2), ("4h 9s Qd", 3)])
def test_CM_I4_the_position_of_the_highest_card_wins(cards: str, winner: int) -> None:
    outcomes = [paid(monte(cards, {"spot": spot, "initial": 1}), "initial")[0] for spot in (1, 2, 3)]
    assert outcomes == ["win" if spot == winner else "lose" for spot in (1, 2, 3)]


@guards("CM-I4")
def test_CM_I4_the_second_highest_card_wins_nothing() -> None:
    assert paid(monte("Kd As 2h", {"spot": 1, "initial": 1}), "initial") == ("lose", None, "-1.00")


@proves("CM-I5")
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RANKS)))
def test_CM_I5_each_rank_beats_the_one_below_it_from_deuce_to_ace(lower: str, higher: str) -> None:
    cards = f"{lower}s {higher}c {lower}h"
    assert paid(monte(cards, {"spot": 2, "initial": 1}), "initial") == ("win", "1:1", "1.00")
    assert paid(monte(cards, {"spot": 1, "initial": 1}), "initial") == ("lose", None, "-1.00")


@guards("CM-I5")
def test_CM_I5_an_ace_never_ranks_below_a_deuce() -> None:
    assert paid(monte("2s Ac 2h", {"spot": 1, "initial": 1}), "initial") == ("lose", None, "-1.00")
    assert paid(monte("2s Ac 3h", {"spot": 3, "initial": 1}), "initial") == ("lose", None, "-1.00")


@proves("CM-I6")
@pytest.mark.parametrize(("one", "other"), list(product("cdhs", repeat=2)))
def test_CM_I6_of_two_high_cards_of_one_rank_neither_suit_is_higher(one: str, other: str) -> None:
    for spot in (1, 2):
        assert paid(monte(f"K{one} K{other} 9s", {"spot": spot, "initial": 1}), "initial") == ("win", "1:1", "1.00")


@guards("CM-I6")
def test_CM_I6_no_suit_lifts_a_card_over_a_higher_rank() -> None:
    assert paid(monte("Qs Kc 9s", {"spot": 1, "initial": 1}), "initial") == ("lose", None, "-1.00")


@proves("CM-7a", "CM-S1")
@pytest.mark.parametrize(("cards", "spot"), [("As Kd Qh", 1), ("3s 2d 2h", 1), ("Kd As Kh", 2), ("9d 9s Th", 3)])
def test_CM_7a_the_highest_card_pays_even_money_on_both_wagers(cards: str, spot: int) -> None:
    assert both(cards, spot) == won(["CM-7a", "CM-S1"])


@guards("CM-7a", "CM-S1")
def test_CM_7a_a_card_one_rank_below_the_highest_is_paid_nothing() -> None:
    assert both("Kd As Qh", 1) == lost(["CM-7b"])


@proves("CM-7b")
@pytest.mark.parametrize(("cards", "spot"), [("Kd As Qh", 1), ("Kd As Qh", 3), ("Kd Ks Ah", 1), ("2d As Ah", 1)])
def test_CM_7b_any_higher_card_takes_both_wagers(cards: str, spot: int) -> None:
    assert both(cards, spot) == lost(["CM-7b"])


@guards("CM-7b")
def test_CM_7b_a_card_of_the_same_rank_does_not_beat_the_players_own() -> None:
    assert both("Kd Ks Qh", 1)["initial"][0] == "win"


@proves("CM-7c", "CM-S2")
@pytest.mark.parametrize(("cards", "spot"), [("Kd Ks Qh", 1), ("Kd Ks Qh", 2), ("Kd 2s Kh", 3), ("Kd Kd 2s", 1)])
def test_CM_7c_the_highest_card_tied_by_one_other_pays_even_money_on_both_wagers(cards: str, spot: int) -> None:
    assert both(cards, spot) == won(["CM-7c", "CM-S2"])


@guards("CM-7c", "CM-S2")
def test_CM_7c_a_pair_below_the_highest_card_is_no_tie_for_the_highest() -> None:
    assert both("Kd Ks Ah", 2) == lost(["CM-7b"])
    assert both("Kd Ks Ah", 3) == won(["CM-7a", "CM-S1"])


@proves("CM-7d", "CM-S3")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("spot", [1, 2, 3])
def test_CM_7d_three_alike_pay_three_to_one_on_the_initial_and_even_money_on_the_raise(rank: str, spot: int) -> None:
    assert both(f"{rank}c {rank}c {rank}d", spot) == won(["CM-7d", "CM-S3"], "3:1", "6.00")


@guards("CM-7d", "CM-S3")
def test_CM_7d_two_alike_and_a_lower_card_do_not_pay_three_to_one() -> None:
    assert both("Jd Js Th", 1)["initial"] == ("win", "1:1", "2.00", ["CM-7c", "CM-S2"])


@guards("CM-7d")
def test_CM_7d_the_raise_is_never_paid_three_to_one() -> None:
    assert both("Jd Js Jh", 1)["raise"] == ("win", "1:1", "6.00", ["CM-7d", "CM-S3"])


# The alternate procedure states the same four cases under its own numbers.


@proves("CM-A7a")
def test_CM_A7a_the_highest_card_pays_even_money_on_both_wagers() -> None:
    assert both("As Kd Qh", 1, procedure="alternate") == won(["CM-A7a", "CM-S1"])


@guards("CM-A7a")
def test_CM_A7a_a_card_one_rank_below_the_highest_is_paid_nothing() -> None:
    assert both("As Kd Qh", 2, procedure="alternate")["initial"][:3] == ("lose", None, "-2.00")


@proves("CM-A7b")
@pytest.mark.parametrize("spot", [2, 3])
def test_CM_A7b_any_higher_card_takes_both_wagers(spot: int) -> None:
    assert both("As Kd Kh", spot, procedure="alternate") == lost(["CM-A7b"])


@guards("CM-A7b")
def test_CM_A7b_a_card_of_the_same_rank_does_not_beat_the_players_own() -> None:
    assert both("Qs Kd Kh", 2, procedure="alternate")["initial"][0] == "win"


@proves("CM-A7c")
@pytest.mark.parametrize("spot", [2, 3])
def test_CM_A7c_the_highest_card_tied_by_one_other_pays_even_money_on_both_wagers(spot: int) -> None:
    assert both("Qs Kd Kh", spot, procedure="alternate") == won(["CM-A7c", "CM-S2"])


@guards("CM-A7c")
def test_CM_A7c_a_pair_below_the_highest_card_loses() -> None:
    assert both("As Kd Kh", 3, procedure="alternate") == lost(["CM-A7b"])


@proves("CM-A7d")
@pytest.mark.parametrize("spot", [1, 2, 3])
def test_CM_A7d_three_alike_pay_three_to_one_on_the_initial_and_even_money_on_the_raise(spot: int) -> None:
    assert both("Jd Js Jh", spot, procedure="alternate") == won(["CM-A7d", "CM-S3"], "3:1", "6.00")


@guards("CM-A7d")
def test_CM_A7d_two_alike_and_a_lower_card_do_not_pay_three_to_one() -> None:
    assert both("Jd Js Th", 2, procedure="alternate")["initial"] == ("win", "1:1", "2.00", ["CM-A7c", "CM-S2"])
