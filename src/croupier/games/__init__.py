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


def game(name: object) -> Game:
    """Give a game by its id, a part of the id that no other game has, or its initials: `tcp` is Three Card Poker."""
    word = name.strip().lower() if isinstance(name, str) else ""
    meant = [word] if word in GAMES else [id_ for id_ in GAMES if word and (word in id_ or word == initials(id_))]
    if len(meant) != 1:
        near = get_close_matches(str(name), GAMES, 1)
        hint = f"perhaps {near[0]} is meant" if near else f"there are {', '.join(GAMES)}"
        raise Refused(f"{quoted(name)} is no game; {hint}", field="game")
    return load(GAMES[meant[0]])


def initials(id_: str) -> str:
    """The first letters of an id's words."""
    return "".join(part[0] for part in id_.split("-"))


@cache
def load(place: str) -> Game:
    """Read the module that writes a game."""
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Game):
        raise TypeError(f"{place} is no game")
    return found
