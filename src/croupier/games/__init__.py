"""The games by name; each is read only when it is asked for."""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Final

from croupier.errors import Refused, quoted
from croupier.rulebook import Game

GAMES: Final = {
    "casino-monte": "croupier.games.casino_monte:CASINO_MONTE",
    "baccarat": "croupier.games.lucky_monkey:BACCARAT",
    "three-card-poker": "croupier.games.three_card_poker:THREE_CARD_POKER",
}
"""Where each game's value is."""


def game(id_: object) -> Game:
    """Give a game by its id."""
    if not isinstance(id_, str) or id_ not in GAMES:
        near = get_close_matches(str(id_), GAMES, 1)
        hint = f"perhaps {near[0]} is meant" if near else f"there are {', '.join(GAMES)}"
        raise Refused(f"{quoted(id_)} is no game; {hint}", field="game")
    return load(GAMES[id_])


@cache
def load(place: str) -> Game:
    """Read the module that writes a game."""
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Game):
        raise TypeError(f"{place} is no game")
    return found
