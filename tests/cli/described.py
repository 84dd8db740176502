"""Rounds as `croupier settle` takes them, and a way to spoil them."""

import copy
from typing import Any

Round = dict[str, Any]

MONTE: Round = {
    "game": "casino-monte",
    "house": {"decks": 6},
    "cards": ["Jd", "Js", "Jh"],
    "seats": [{"seat": 1, "spot": 1, "initial": 1, "raise": 3, "full_monte": 1}],
}
COUP: Round = {
    "game": "baccarat",
    "house": {"lucky_monkey_paytable": 4},
    "player": ["9h", "3d", "Kc"],
    "banker": ["3s", "Ks", "Kd"],
    "seats": [{"seat": 1, "banker": 10, "lucky_monkey": 5}],
}
POKER: Round = {
    "game": "three-card-poker",
    "house": {"collection": 1, "coverage": "action"},
    "player_dealer": {"seat": 7, "wager": 200, "cards": ["Qs", "7d", "2c"], "exposed": "2c"},
    "seats": [
        {
            "seat": 1,
            "cards": ["As", "Kd", "4h"],
            "ante": 10,
            "pair_plus": 5,
            "six_card_bonus": 5,
            "decision": "play",
        }
    ],
}
ROUNDS = {"monte": MONTE, "coup": COUP, "poker": POKER}
ABSENT = object()


def changed(described: Round, path: str, value: object) -> Round:
    """The same round with one place of it changed, `seats.0.raise`."""
    other = copy.deepcopy(described)
    *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
    place: Any = other
    for word in way:
        place = place[word]
    if value is ABSENT:
        del place[last]
    else:
        place[last] = value
    return other
