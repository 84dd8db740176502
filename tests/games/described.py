"""Rounds described in a line, as `croupier settle` takes them, and what became of them."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.settlement.round import settle

Bets = Mapping[str, object]
"""A seat's fields, such as `{"spot": 1, "initial": 1, "raise": 3}`."""


def monte(cards: str, *bets: Bets, **house: object) -> dict[str, Any]:
    """A described round of Casino Monte: positions 1, 2 and 3, and the bets of seats 1 on."""
    return {"game": "casino-monte", "house": house, "cards": cards.split(), "seats": seated(bets)}


def coup(player: str, banker: str, *bets: Bets, **house: object) -> dict[str, Any]:
    """A described coup of baccarat, and the bets of seats 1 on."""
    hands = {"player": player.split(), "banker": banker.split()}
    return {"game": "baccarat", "house": house, **hands, "seats": seated(bets)}


def seated(bets: tuple[Bets, ...]) -> list[Bets]:
    """Seat the bets from seat 1 on."""
    return [{"seat": seat, **placed} for seat, placed in enumerate(bets, 1)]


def answers(description: dict[str, Any]) -> list[dict[str, Any]]:
    """What the seats got, in the order of the seats."""
    seats: list[dict[str, Any]] = settle(description).data()["seats"]
    return seats


def wagers(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What became of each wager of the only seat."""
    (seat,) = answers(description)
    found: dict[str, dict[str, Any]] = seat["wagers"]
    return found


def paid(description: dict[str, Any], wager: str) -> tuple[str, str | None, str]:
    """Outcome, odds and result of one wager of the only seat."""
    settled = wagers(description)[wager]
    return settled["outcome"], settled["odds"], settled["result"]


def refusal(description: dict[str, Any]) -> Refused:
    """The refusal to settle a description."""
    with pytest.raises(Refused) as refused:
        settle(description)
    return refused.value
