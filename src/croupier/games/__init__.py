"""The games by id; each module is imported when its game is first used."""

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
"""The address of each game."""


def game(id_: object) -> Game:
    if not isinstance(id_, str) or id_ not in GAMES:
        near = get_close_matches(str(id_), GAMES, 1)
        hint = f"the closest is {near[0]}" if near else f"there are {', '.join(GAMES)}"
        raise Refused(f"{quoted(id_)} is not a game; {hint}", field="game")
    return load(GAMES[id_])


@cache
def load(address: str) -> Game:
    """Import a game from its address, `module:NAME`."""
    module, _, name = address.partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Game):
        raise TypeError(f"{address} is not a game")
    return found
