"""The naive Three Card Poker: published counts of hands, every line paid, and coverage worked by hand."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from . import settle
from .biased_hands import deck
from .poker_hands import best_five_of_six, five_card_hand, qualifies, strength, three_card_hand
from .three_card_poker import collection_fee


def poker(
    bank: int, dealer: str, *seats: dict[str, Any], house: dict[str, Any] | None = None, **places: int
) -> dict[str, Any]:
    """Settle Three Card Poker with hands written with spaces; the player-dealer sits in 7 unless placed elsewhere."""
    described = [{"decision": "play", **seat, "cards": seat["cards"].split()} for seat in seats]
    player_dealer = {"seat": places.pop("player_dealer", 7), "wager": bank, "cards": dealer.split()}
    return settle(
        {
            "game": "three-card-poker",
            "house": house or {},
            "player_dealer": player_dealer,
            "seats": described,
            **places,
        }
    )


def results(answer: dict[str, Any]) -> dict[tuple[int, str], tuple[str, str, str | None]]:
    """Give outcome, result and the covered part by seat and wager."""
    return {
        (seat["seat"], name): (line["outcome"], line["result"], line.get("covered"))
        for seat in answer["seats"]
        for name, line in seat["wagers"].items()
    }


# Three Card Poker: hands


def test_three_card_hands_count_as_published() -> None:
    count = Counter(three_card_hand(list(cards)) for cards in combinations(deck(), 3))
    assert count == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


def test_three_card_hands_rank_from_the_lowest_to_the_highest() -> None:
    rising = [
        "2s 3d 5h", "Ks Qd Th", "As Kd Jh", "2s 2d 3h", "2s 2d Ah", "3s 3d 2h", "As Ad Kh",
        "5s 3s 2s", "As Ks Js", "As 2d 3h", "2s 3d 4h", "As Kd Qh", "2s 2d 2h", "As Ad Ah",
        "As 2s 3s", "2s 3s 4s", "Ks Qs Js", "As Ks Qs",
    ]  # fmt: skip
    ranked = [strength(hand.split()) for hand in rising]
    assert ranked == sorted(set(ranked))
    assert strength(["As", "Kd", "Jh"]) == strength(["Jc", "Ah", "Ks"])


def test_queen_high_qualifies_and_jack_high_does_not() -> None:
    assert qualifies(["Qs", "3d", "2h"])
    assert qualifies(["2s", "2d", "3h"])
    assert not qualifies(["Js", "Td", "8h"])


def test_five_card_hands_of_the_upper_24_cards_count_as_worked_by_hand() -> None:
    """Nine to ace, six ranks.

    Straight flushes 2 by 4 suits, half of them royal; quads 6 * 20; full houses 6 * 4 * 5 * 6; flushes 4 * C(6,5) - 8;
    straights 2 * 4^5 - 8; trips 6 * 4 * C(5,2) * 4^2.
    """
    upper = [card for card in deck() if card[0] in "9TJQKA"]
    count = Counter(five_card_hand(list(cards)) for cards in combinations(upper, 5))
    del count["nothing"]
    assert count == {
        "royal_flush": 4,
        "straight_flush": 4,
        "four_of_a_kind": 120,
        "full_house": 720,
        "flush": 16,
        "straight": 2040,
        "three_of_a_kind": 3840,
    }


@pytest.mark.torture
def test_all_five_card_hands_count_as_published() -> None:
    count = Counter(five_card_hand(list(cards)) for cards in combinations(deck(), 5))
    assert count.total() == 2_598_960
    del count["nothing"]
    assert count == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three_of_a_kind": 54912,
    }


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As Ks Qs Js Ts 9s", "royal_flush"),
        ("9s Ks Qs Js Ts 2d", "straight_flush"),
        ("As 2s 3s 4s 5s 5d", "straight_flush"),
        ("As Ad Ah Ac 5s 5d", "four_of_a_kind"),
        ("As Ad Ah 5c 5s 5d", "full_house"),
        ("As Ad Ah 5c 5s 2d", "full_house"),
        ("As 2s 3s 4s 5d 9s", "flush"),
        ("As 2s 3s 4s 5d 9d", "straight"),
        ("Qs Ks As 2s 3d 4d", "nothing"),
        ("As Ad Ah 5c 4s 2d", "three_of_a_kind"),
        ("As Ad 5c 5s 2d 2c", "nothing"),
    ],
)
def test_best_five_of_six(cards: str, hand: str) -> None:
    assert best_five_of_six(cards.split()) == hand


# Three Card Poker: settlement


def test_a_qualifying_player_dealer_wins_and_loses_even_money_and_pushes_a_tie() -> None:
    answer = poker(
        1000,
        "Qs 7d 2c",
        {"seat": 1, "cards": "Ks 3d 4h", "ante": 10},
        {"seat": 2, "cards": "Qd 6h 5h", "ante": 10},
        {"seat": 3, "cards": "Qh 7c 2d", "ante": 10},
    )
    assert results(answer) == {
        (1, "ante"): ("win", "10.00", None),
        (1, "play"): ("win", "10.00", None),
        (2, "ante"): ("lose", "-10.00", None),
        (2, "play"): ("lose", "-10.00", None),
        (3, "ante"): ("push", "0.00", None),
        (3, "play"): ("push", "0.00", None),
    }
    assert answer["bank"] == {"net": "0.00", "wager": "1000.00", "used": "40.00", "fee": "1.00"}
    assert answer["drop_box"] == "4.00"
    assert [seat["total_payout"] for seat in answer["seats"]] == ["40.00", "-20.00", "20.00"]


@pytest.mark.parametrize(
    ("reading", "antes"),
    [
        ("push_if_dealer_higher", ["win", "push", "push"]),
        ("lose_if_dealer_higher", ["win", "lose", "push"]),
        ("always_wins", ["win", "win", "win"]),
    ],
)
def test_a_player_dealer_who_does_not_qualify_refunds_play(reading: str, antes: list[str]) -> None:
    answer = poker(
        1000,
        "Js 7d 2c",
        {"seat": 1, "cards": "Ks 3d 4h", "ante": 10},
        {"seat": 2, "cards": "Jd 6h 5h", "ante": 10},
        {"seat": 3, "cards": "Jh 7c 2d", "ante": 10},
        house={"ante_when_dealer_not_qualified": reading},
    )
    assert [seat["wagers"]["ante"]["outcome"] for seat in answer["seats"]] == antes
    assert [seat["wagers"]["play"]["outcome"] for seat in answer["seats"]] == ["push"] * 3


def test_a_fold_forfeits_ante_and_pair_plus_and_keeps_the_six_card_bonus() -> None:
    bets = {"ante": 10, "pair_plus": 5, "six_card_bonus": 5, "decision": "fold"}
    answer = poker(1000, "Qs Qd 2c", {"seat": 1, "cards": "Qh Qc 3d", **bets})
    assert results(answer) == {
        (1, "ante"): ("forfeited", "-10.00", None),
        (1, "pair_plus"): ("forfeited", "-5.00", None),
        (1, "six_card_bonus"): ("four_of_a_kind", "500.00", None),
    }


@pytest.mark.parametrize(
    ("cards", "outcome", "result"),
    [
        ("As Ks Qs", "mini_royal", "400.00"),
        ("Ks Qs Js", "straight_flush", "80.00"),
        ("5s 5d 5h", "three_of_a_kind", "60.00"),
        ("As 2d 3h", "straight", "12.00"),
        ("As 2s 4s", "flush", "6.00"),
        ("As 2s 2d", "pair", "2.00"),
        ("As Ks Jd", "lose", "-2.00"),
    ],
)
def test_pair_plus_pays_each_line(cards: str, outcome: str, result: str) -> None:
    answer = poker(10000, "Qc 7c 4d", {"seat": 1, "cards": cards, "ante": 10, "pair_plus": 2})
    assert results(answer)[(1, "pair_plus")] == (outcome, result, None)


@pytest.mark.parametrize(
    ("cards", "dealer", "outcome", "result"),
    [
        ("As Ks 2d", "Qs Js Ts", "royal_flush", "2000.00"),
        ("9s Ks 2d", "Qs Js Ts", "straight_flush", "400.00"),
        ("Qd Qh Qc", "Qs Js Ts", "four_of_a_kind", "200.00"),
        ("Qd Qh Jc", "Qs Js Ts", "full_house", "40.00"),
        ("2s 4s Jc", "Qs Js Ts", "flush", "30.00"),
        ("Ad Kh Jc", "Qs Js Ts", "straight", "20.00"),
        ("Qd Qh 2c", "Qs 3s Ts", "three_of_a_kind", "14.00"),
        ("Qd 2h 2c", "Qs 3s Ts", "lose", "-2.00"),
    ],
)
def test_six_card_bonus_pays_each_line(cards: str, dealer: str, outcome: str, result: str) -> None:
    answer = poker(10000, dealer, {"seat": 1, "cards": cards, "ante": 10, "six_card_bonus": 2})
    assert results(answer)[(1, "six_card_bonus")] == (outcome, result, None)


@pytest.mark.parametrize(
    ("collection", "action", "fee"),
    [(1, 5, 1), (1, 100, 1), (1, 101, 2), (1, 600, 2), (2, 50, 1), (2, 200, 1), (2, 201, 2), (2, 9999, 2)],
)
def test_collection_fee_by_total_ante_action(collection: int, action: int, fee: int) -> None:
    assert collection_fee(collection, action * 100) == fee * 100


# Three Card Poker: coverage. In all of these the player-dealer has queen-high; "beats" and "loses" are two hands.

BEATS = {1: "Ks 3d 4h", 2: "Kd 3h 4c", 3: "Kh 3c 4d"}
LOSES = {1: "Js 9d 4s", 2: "Jd 9h 5d", 3: "Jh 9c 5h"}
DEALER = "Qs 7d 2c"


def test_action_coverage_is_used_up_by_losers_and_winners_alike() -> None:
    # W = 35. Seat 1 loses 10 + 10: used 20. Seat 2 wins 10: used 30; its Play is paid the 5 left. Seat 3 has no cover.
    answer = poker(
        35,
        DEALER,
        {"seat": 1, "cards": LOSES[1], "ante": 10},
        {"seat": 2, "cards": BEATS[2], "ante": 10},
        {"seat": 3, "cards": LOSES[3], "ante": 10, "pair_plus": 1},
    )
    assert results(answer) == {
        (1, "ante"): ("lose", "-10.00", None),
        (1, "play"): ("lose", "-10.00", None),
        (2, "ante"): ("win", "10.00", None),
        (2, "play"): ("win", "5.00", "5.00"),
        (3, "ante"): ("uncovered", "0.00", None),
        (3, "play"): ("uncovered", "0.00", None),
        (3, "pair_plus"): ("uncovered", "0.00", None),
    }
    assert answer["bank"] == {"net": "5.00", "wager": "35.00", "used": "35.00", "fee": "1.00"}
    assert answer["seats"][1]["wagers"]["play"] == {
        "stake": "10.00",
        "outcome": "win",
        "odds": "1:1",
        "result": "5.00",
        "returned": "15.00",
        "covered": "5.00",
    }


def test_a_loser_covered_in_part_gets_the_rest_of_the_stake_back() -> None:
    # W = 12. Ante loses 10, of Play only 2.
    answer = poker(12, DEALER, {"seat": 1, "cards": LOSES[1], "ante": 10})
    assert answer["seats"][0]["wagers"]["play"] == {
        "stake": "10.00",
        "outcome": "lose",
        "odds": None,
        "result": "-2.00",
        "returned": "8.00",
        "covered": "2.00",
    }
    assert answer["seats"][0]["total_payout"] == "-12.00"


def test_a_push_stays_a_push_when_the_bank_is_exhausted() -> None:
    # W = 5 is gone with seat 1's Ante; seat 2 ties.
    answer = poker(5, DEALER, {"seat": 1, "cards": LOSES[1], "ante": 10}, {"seat": 2, "cards": "Qd 7c 2h", "ante": 10})
    assert results(answer) == {
        (1, "ante"): ("lose", "-5.00", "5.00"),
        (1, "play"): ("uncovered", "0.00", None),
        (2, "ante"): ("push", "0.00", None),
        (2, "play"): ("push", "0.00", None),
    }


def test_net_coverage_lets_money_won_pay_later_winners() -> None:
    # W = 15. Seat 1: +10, then only 5 to the bound +15. Seat 2: 15 - 10 - 10 = -5. Seat 3: 10 more reach the bound
    # -15, its Play finds nothing. The largest amount reached is 15.
    answer = poker(
        15,
        DEALER,
        {"seat": 1, "cards": LOSES[1], "ante": 10},
        {"seat": 2, "cards": BEATS[2], "ante": 10},
        {"seat": 3, "cards": BEATS[3], "ante": 10},
        house={"coverage": "net"},
    )
    assert results(answer) == {
        (1, "ante"): ("lose", "-10.00", None),
        (1, "play"): ("lose", "-5.00", "5.00"),
        (2, "ante"): ("win", "10.00", None),
        (2, "play"): ("win", "10.00", None),
        (3, "ante"): ("win", "10.00", None),
        (3, "play"): ("uncovered", "0.00", None),
    }
    assert answer["bank"] == {"net": "-15.00", "wager": "15.00", "used": "15.00", "fee": "1.00"}


def test_net_coverage_goes_on_after_a_bound_is_reached() -> None:
    # W = 10. Seat 1 wins 10: bound -10, its Play finds nothing. Seat 2 loses 20: +10. Used 10.
    answer = poker(
        10,
        DEALER,
        {"seat": 1, "cards": BEATS[1], "ante": 10},
        {"seat": 2, "cards": LOSES[2], "ante": 10},
        house={"coverage": "net"},
    )
    assert [line[1] for line in results(answer).values()] == ["10.00", "0.00", "-10.00", "-10.00"]
    assert answer["bank"]["net"] == "10.00"


def test_used_under_net_coverage_is_the_largest_amount_reached_not_the_last() -> None:
    answer = poker(
        100,
        DEALER,
        {"seat": 1, "cards": LOSES[1], "ante": 10},
        {"seat": 2, "cards": BEATS[2], "ante": 5},
        house={"coverage": "net"},
    )
    assert answer["bank"]["net"] == "10.00"
    assert answer["bank"]["used"] == "20.00"


def first_covered(answer: dict[str, Any]) -> list[tuple[int, str]]:
    """List the wagers that a short bank met."""
    return [key for key, line in results(answer).items() if line[1] != "0.00"]


@pytest.mark.parametrize(
    ("bank", "house", "met"),
    [
        # Player-dealer in seat 1, all lose 5 on each of Ante and Play: from seat 2 on.
        (5, {}, [(2, "ante")]),
        (10, {}, [(2, "ante"), (2, "play")]),
        (10, {"settlement_order": "by_wager"}, [(2, "ante"), (6, "ante")]),
        (20, {"settlement_order": "by_wager"}, [(2, "ante"), (2, "play"), (6, "ante"), (7, "ante")]),
        # The button in seat 6: from there on, past the player-dealer to seat 2.
        (10, {"first_action": "action_button"}, [(6, "ante"), (6, "play")]),
        (25, {"first_action": "action_button"}, [(2, "ante"), (6, "ante"), (6, "play"), (7, "ante"), (7, "play")]),
    ],
)
def test_a_short_bank_meets_wagers_in_settlement_order(
    bank: int, house: dict[str, Any], met: list[tuple[int, str]]
) -> None:
    seats = [{"seat": seat, "cards": LOSES[at], "ante": 5} for at, seat in enumerate([7, 2, 6], start=1)]
    button = {"action_button": 6} if "first_action" in house else {}
    answer = poker(bank, DEALER, *seats, house=house, player_dealer=1, **button)
    assert [seat["seat"] for seat in answer["seats"]] == [2, 6, 7]
    assert sorted(first_covered(answer)) == met


@pytest.mark.parametrize(
    ("house", "met"),
    [
        # Seat 1 plays and loses, seat 2 folds Ante and Pair Plus; W = 10 meets two wagers of 5.
        ({}, [(1, "ante"), (1, "play")]),
        ({"settlement_order": "by_wager"}, [(1, "ante"), (2, "ante")]),
        ({"forfeits": "at_fold"}, [(2, "ante"), (2, "pair_plus")]),
        ({"forfeits": "at_fold", "settlement_order": "by_wager"}, [(2, "ante"), (2, "pair_plus")]),
    ],
)
def test_forfeits_are_settled_in_turn_or_first(house: dict[str, Any], met: list[tuple[int, str]]) -> None:
    answer = poker(
        10,
        DEALER,
        {"seat": 1, "cards": LOSES[1], "ante": 5},
        {"seat": 2, "cards": LOSES[2], "ante": 5, "pair_plus": 5, "decision": "fold"},
        house=house,
    )
    assert first_covered(answer) == met


def test_forfeits_at_the_fold_go_from_the_player_dealers_left_wherever_the_button_is() -> None:
    folded = [{"seat": seat, "cards": LOSES[seat], "ante": 5, "decision": "fold"} for seat in [1, 2]]
    house = {"forfeits": "at_fold", "first_action": "action_button"}
    assert first_covered(poker(5, DEALER, *folded, house=house, action_button=2)) == [(1, "ante")]
