"""The made-up rounds are valid, and rare things are not rare in them."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from . import settle
from .baccarat import drawn_as_the_rules_say
from .generate import baccarat_round, casino_monte_round, three_card_poker_round
from .money import cents

GENERATORS = [casino_monte_round, baccarat_round, three_card_poker_round]


@pytest.mark.parametrize("generator", GENERATORS)
def test_rounds_made_up_settle_to_zero(generator: Callable[[Random], dict[str, Any]]) -> None:
    rng = Random(1)
    for _ in range(500):
        answer = settle(generator(rng))
        assert sum(cents(seat["net"]) for seat in answer["seats"]) == -cents(answer["bank"]["net"])
        seats = [seat["seat"] for seat in answer["seats"]]
        assert seats == sorted(set(seats))
        for seat in answer["seats"]:
            for line in seat["wagers"].values():
                assert cents(line["stake"]) + cents(line["result"]) == cents(line["returned"]) >= 0


def test_coups_made_up_are_drawn_as_the_rules_say() -> None:
    rng = Random(2)
    for _ in range(500):
        coup = baccarat_round(rng)
        assert drawn_as_the_rules_say(coup["player"], coup["banker"])


def test_poker_rounds_made_up_are_dealt_from_one_deck_and_stay_within_the_bank() -> None:
    rng = Random(3)
    for _ in range(500):
        described = three_card_poker_round(rng)
        dealt = [card for seat in described["seats"] for card in seat["cards"]] + described["player_dealer"]["cards"]
        assert len(set(dealt)) == len(dealt) == 3 * len(described["seats"]) + 3
        bank = settle(described)["bank"]
        assert abs(cents(bank["net"])) <= cents(bank["used"]) <= cents(bank["wager"])


@pytest.mark.slow
def test_rounds_made_up_meet_every_outcome_of_every_wager() -> None:
    """Every line at least ten times in 4,000 rounds of each game; the seed is fixed, so nothing is left to chance."""
    met: Counter[tuple[str, str]] = Counter()
    for generator in GENERATORS:
        rng = Random(4)
        for _ in range(4000):
            for seat in settle(generator(rng))["seats"]:
                met.update((name, line["outcome"]) for name, line in seat["wagers"].items())
                met.update((name, "covered in part") for name, line in seat["wagers"].items() if "covered" in line)
    outcomes = {
        "initial": "win lose",
        "raise": "win lose",
        "full_monte": "three_of_a_kind_suited straight_flush three_of_a_kind straight flush pair lose",
        "player": "win lose push",
        "banker": "win lose push",
        "tie": "win lose",
        "lucky_monkey": "one_face player_face banker_face both_faces same_rank same_rank_and_suit lose",
        "ante": "win lose push forfeited uncovered",
        "play": "win lose push uncovered",
        "pair_plus": "mini_royal straight_flush three_of_a_kind straight flush pair lose forfeited uncovered",
        "six_card_bonus": "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind lose "
        "uncovered",
    }
    expected = {(name, outcome) for name, line in outcomes.items() for outcome in line.split()}
    expected |= set(product(["ante", "play", "pair_plus", "six_card_bonus"], ["covered in part"]))
    assert set(met) == expected
    assert min(met.values()) >= 10
