"""Odds of a house's own that give a part of a cent."""

from collections.abc import Mapping

import pytest

from croupier.settlement.round import settle
from tests.clauses import guards, proves


def won(description: Mapping[str, object], wager: str) -> str:
    """What the first seat won on a wager."""
    answer = settle(description).data()
    seats = answer["seats"]
    assert isinstance(seats, list)
    result: str = seats[0]["wagers"][wager]["result"]
    return result


def monte(pair: str, stake: str) -> Mapping[str, object]:
    house = {"full_monte_paytable": ["100", "25", "10", "5", "3", pair]}
    seat = {"seat": 1, "spot": 1, "initial": 1, "full_monte": stake}
    return {"game": "casino-monte", "house": house, "cards": ["Jd", "Js", "Ah"], "seats": [seat]}


def monkey(one_face: str, stake: str) -> Mapping[str, object]:
    house = {"lucky_monkey_paytable": [one_face, "3", "8", "15", "15", "15"]}
    seat = {"seat": 1, "banker": 5, "lucky_monkey": stake}
    coup = {"player": ["9h", "3d", "Kc"], "banker": ["3s", "Ks", "4d"]}
    return {"game": "baccarat", "house": house, **coup, "seats": [seat]}


def poker(pair: str, stake: str) -> Mapping[str, object]:
    house = {"pair_plus_paytable": ["200", "40", "30", "6", "3", pair]}
    seat = {"seat": 1, "cards": ["As", "Ad", "4h"], "ante": 5, "pair_plus": stake, "decision": "play"}
    banker = {"seat": 7, "wager": 500, "cards": ["Qs", "7d", "2c"], "exposed": "2c"}
    return {"game": "three-card-poker", "house": house, "player_dealer": banker, "seats": [seat]}


@proves("CM-R12", "LM-R9", "TCP-R16")
@pytest.mark.parametrize(
    ("description", "wager", "paid"),
    [
        (monte("3:2", "1.01"), "full_monte", "1.51"),  # 1.515
        (monte("1:3", "1.00"), "full_monte", "0.33"),
        (monkey("3:2", "1.01"), "lucky_monkey", "1.51"),
        (monkey("2:3", "1.00"), "lucky_monkey", "0.66"),
        (poker("1:3", "5"), "pair_plus", "1.66"),
        (poker("2:3", "5"), "pair_plus", "3.33"),
    ],
)
def test_CM_R12_LM_R9_TCP_R16_a_part_of_a_cent_is_not_paid(
    description: Mapping[str, object], wager: str, paid: str
) -> None:
    assert won(description, wager) == paid


@guards("CM-R12", "LM-R9", "TCP-R16")
@pytest.mark.parametrize(
    ("description", "wager", "paid"),
    [
        (monte("3:2", "1.02"), "full_monte", "1.53"),
        (monkey("3:2", "1.02"), "lucky_monkey", "1.53"),
        (poker("3:2", "5"), "pair_plus", "7.50"),
    ],
)
def test_CM_R12_LM_R9_TCP_R16_odds_that_give_whole_cents_lose_none(
    description: Mapping[str, object], wager: str, paid: str
) -> None:
    assert won(description, wager) == paid
