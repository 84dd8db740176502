"""The naive Casino Monte and baccarat: the documents' examples, every line paid, and counts worked by hand."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from . import settle
from .baccarat import drawn_as_the_rules_say, total
from .generate import (
    baccarat_coup_round,
    casino_monte_layout_round,
    every_baccarat_draw_path,
    every_casino_monte_layout,
)


def casino_monte(cards: str, *seats: dict[str, Any], **house: Any) -> list[dict[str, Any]]:
    """Settle Casino Monte on three cards written with spaces, and give the seats."""
    answer = settle({"game": "casino-monte", "house": house, "cards": cards.split(), "seats": list(seats)})
    return list(answer["seats"])


def full_monte(cards: str, **house: Any) -> tuple[str, str, str]:
    """Give outcome, result and total payout of one dollar on Full Monte."""
    [seat] = casino_monte(cards, {"seat": 1, "spot": 1, "initial": 1, "full_monte": 1}, **house)
    wager = seat["wagers"]["full_monte"]
    payout = wager["result"] if wager["result"].startswith("-") else wager["returned"]
    return wager["outcome"], wager["result"], payout


def baccarat(player: str, banker: str, bets: dict[str, Any], **house: Any) -> dict[str, tuple[str, str | None, str]]:
    """Give outcome, odds and result of each wager of a seat."""
    answer = settle(
        {
            "game": "baccarat",
            "house": house,
            "player": player.split(),
            "banker": banker.split(),
            "seats": [{"seat": 1, **bets}],
        }
    )
    wagers = answer["seats"][0]["wagers"]
    return {name: (line["outcome"], line["odds"], line["result"]) for name, line in wagers.items()}


# Casino Monte


@pytest.mark.parametrize(
    ("cards", "nets", "payouts"),
    [
        ("Jh As 4c", ["-4.00", "3.00", "-1.00"], ["-4.00", "6.00", "-1.00"]),
        ("Tc 8s Th", ["4.00", "-3.00", "1.00"], ["8.00", "-3.00", "2.00"]),
        ("Jd Js Jh", ["6.00", "5.00", "3.00"], ["10.00", "8.00", "4.00"]),
    ],
)
def test_casino_monte_examples_one_to_three(cards: str, nets: list[str], payouts: list[str]) -> None:
    seats = casino_monte(
        cards,
        {"seat": 1, "spot": 1, "initial": 1, "raise": 3},
        {"seat": 2, "spot": 2, "initial": 1, "raise": 2},
        {"seat": 3, "spot": 3, "initial": 1},
    )
    assert [seat["net"] for seat in seats] == nets
    assert [seat["total_payout"] for seat in seats] == payouts


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Jd Js Ah", ("pair", "1.00", "2.00")),
        ("Jd Js Jc", ("three_of_a_kind", "10.00", "11.00")),
        ("2c 3c 4c", ("straight_flush", "25.00", "26.00")),
        ("2c 6c 9d", ("lose", "-1.00", "-1.00")),
    ],
)
def test_full_monte_examples_one_to_four(cards: str, expected: tuple[str, str, str]) -> None:
    assert full_monte(cards) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7d 7d 7d", ("three_of_a_kind_suited", "100.00", "101.00")),
        ("Qh Ah Kh", ("straight_flush", "25.00", "26.00")),
        ("Qh Ah Ks", ("straight", "5.00", "6.00")),
        ("3h Ah 2s", ("straight", "5.00", "6.00")),
        ("Kh Ah 2s", ("lose", "-1.00", "-1.00")),
        ("9h 9h 2h", ("flush", "3.00", "4.00")),
    ],
)
def test_full_monte_lines_that_the_examples_leave_out(cards: str, expected: tuple[str, str, str]) -> None:
    assert full_monte(cards) == expected


def test_ace_low_is_no_straight_where_the_house_says_so() -> None:
    assert full_monte("3h Ah 2s", ace_low_straight=False)[0] == "lose"
    assert full_monte("3h Ah 2h", ace_low_straight=False)[0] == "flush"
    assert full_monte("Qh Ah Ks", ace_low_straight=False)[0] == "straight"


def test_casino_monte_layouts_count_as_worked_by_hand() -> None:
    """13^3 orders of ranks by 5 suit patterns.

    Trips 13, suited in 1 pattern of 5; straights 12 sets in 6 orders, suited in 1 of 5; every other one-suited layout
    is a flush, 2197 - 13 - 72; pairs 13 * 12 * 3 in the 4 other patterns; the rest loses.
    """
    lines: Counter[str] = Counter()
    for cards in every_casino_monte_layout():
        lines[settle(casino_monte_layout_round(cards))["seats"][0]["wagers"]["full_monte"]["outcome"]] += 1
    assert lines == {
        "three_of_a_kind_suited": 13,
        "three_of_a_kind": 52,
        "straight_flush": 72,
        "straight": 288,
        "flush": 2112,
        "pair": 1872,
        "lose": 6576,
    }
    assert lines.total() == 13**3 * 5


# Baccarat


def test_banker_wins_even_money_less_commission_and_the_rest_loses() -> None:
    # Player 9 + 3 = 2 draws a king: 2. Banker 3 draws (third card not 8) a king: 3.
    bets = {"player": 10, "banker": 10, "tie": 2, "lucky_monkey": 5}
    assert baccarat("9h 3d Kc", "3s Ks Kd", bets, lucky_monkey_paytable=4) == {
        "player": ("lose", None, "-10.00"),
        "banker": ("win", "19:20", "9.50"),
        "tie": ("lose", None, "-2.00"),
        "lucky_monkey": ("same_rank", "25:1", "125.00"),
    }


def test_a_tie_pays_tie_and_pushes_player_and_banker() -> None:
    bets = {"player": 10, "banker": 10, "tie": 2, "lucky_monkey": 5}
    assert baccarat("9h Kd", "4s 5d", bets) == {
        "player": ("push", None, "0.00"),
        "banker": ("push", None, "0.00"),
        "tie": ("win", "8:1", "16.00"),
        "lucky_monkey": ("lose", None, "-5.00"),
    }
    assert baccarat("9h Kd", "4s 5d", bets, tie_pays=9)["tie"] == ("win", "9:1", "18.00")


@pytest.mark.parametrize(
    ("stake", "rounding", "result"),
    [
        # 5% of 5.10 is 25.5 cents; of 5.01, 25.05 cents; of 5.19, 25.95 cents.
        ("5.10", "half_up", "4.84"),
        ("5.10", "down", "4.85"),
        ("5.10", "up", "4.84"),
        ("5.01", "half_up", "4.76"),
        ("5.01", "down", "4.76"),
        ("5.01", "up", "4.75"),
        ("5.19", "half_up", "4.93"),
        ("5.19", "down", "4.94"),
        ("5.19", "up", "4.93"),
        ("100", "up", "95.00"),
    ],
)
def test_commission_is_rounded_to_the_cent(stake: str, rounding: str, result: str) -> None:
    assert baccarat("2h Kd Kc", "4s 5d", {"banker": stake}, commission_rounding=rounding) == {
        "banker": ("win", "19:20", result)
    }


def test_another_commission_gives_its_own_odds() -> None:
    assert baccarat("7h Kd", "4s 5d", {"banker": 100}, commission="1/25") == {"banker": ("win", "24:25", "96.00")}
    assert baccarat("7h Kd", "4s 5d", {"banker": 100}, commission="4%") == {"banker": ("win", "24:25", "96.00")}


LUCKY_MONKEY_COUPS = {
    "one_face": [("2c 3c Jh", "2c 3c 4h"), ("2c 3c 4h", "2c 3c Kh")],
    "player_face": [("2c 3c Qh", "2c 4c")],
    "banker_face": [("2c 4c", "2c 3c Kh")],
    "both_faces": [("Tc Kc Jh", "2c Tc Qh")],
    "same_rank": [("Tc Kc Jh", "2c Tc Js")],
    "same_rank_and_suit": [("Tc Kc Jh", "2c Tc Jh")],
    "lose": [("Tc Kc Th", "2c Tc Th"), ("2c 4c", "2c 3c Th"), ("2c 3c Ah", "2c 4c"), ("Kc 7c", "Kc 6c")],
}


@pytest.mark.parametrize(
    ("paytable", "pays"),
    [(1, [1, 3, 8, 15, 15, 15]), (2, [1, 3, 8, 10, 25, 25]), (3, [1, 3, 8, 10, 10, 75]), (4, [1, 3, 6, 10, 25, 75])],
)
def test_lucky_monkey_pays_each_line_of_each_paytable(paytable: int, pays: list[int]) -> None:
    for (line, coups), odds in zip(LUCKY_MONKEY_COUPS.items(), [*pays, None], strict=True):
        for player, banker in coups:
            wagers = baccarat(player, banker, {"tie": 1, "lucky_monkey": 2}, lucky_monkey_paytable=paytable)
            expected = (line, None, "-2.00") if odds is None else (line, f"{odds}:1", f"{2 * odds}.00")
            assert wagers["lucky_monkey"] == expected


def test_every_baccarat_draw_path_is_there_and_drawn_as_the_rules_say() -> None:
    """36 pairs of totals with a natural; 2 * 8 with the Player standing; 6 * 8 * 10 with the Player drawing."""
    paths = set()
    for player, banker in every_baccarat_draw_path():
        assert drawn_as_the_rules_say(player, banker)
        value = total(player[2:]) if len(player) == 3 else None
        paths.add((total(player[:2]), total(banker[:2]), value, len(banker) == 3))
    assert len(paths) == 36 + 2 * 8 + 6 * 8 * 10


@pytest.mark.parametrize(
    ("banker_total", "thirds"),
    [(2, range(10)), (3, [0, 1, 2, 3, 4, 5, 6, 7, 9]), (4, range(2, 8)), (5, range(4, 8)), (6, [6, 7]), (7, [])],
)
def test_banker_draws_on_these_third_cards_of_the_player(banker_total: int, thirds: Iterable[int]) -> None:
    drawn_on = {
        total(player[2:])
        for player, banker in every_baccarat_draw_path()
        if len(player) == 3 and len(banker) == 3 and total(banker[:2]) == banker_total
    }
    assert drawn_on == set(thirds)


def test_a_coup_with_a_third_card_too_many_or_too_few_is_not_drawn_as_the_rules_say() -> None:
    assert not drawn_as_the_rules_say(["2c", "3c"], ["2c", "4c"])
    assert not drawn_as_the_rules_say(["2c", "4c", "Ac"], ["7c", "Kc"])
    assert not drawn_as_the_rules_say(["2c", "3c", "8c"], ["3c", "Kc", "2c"])
    assert not drawn_as_the_rules_say(["2c", "3c", "Ac"], ["9c", "Kc"])


def test_every_lucky_monkey_line_is_met_on_the_draw_paths() -> None:
    met = Counter(
        settle(baccarat_coup_round(player, banker, 1))["seats"][0]["wagers"]["lucky_monkey"]["outcome"]
        for player, banker in every_baccarat_draw_path()
    )
    assert set(met) == set(LUCKY_MONKEY_COUPS)
