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


def game(name: object) -> Game:
    """Give a game by its id, a part of the id that no other game has, or its initials: `tcp` is Three Card Poker."""
    word = name.strip().lower() if isinstance(name, str) else ""
    meant = [word] if word in GAMES else [id_ for id_ in GAMES if word and (word in id_ or word == initials(id_))]
    if len(meant) != 1:
        known = {**{initials(id_): id_ for id_ in GAMES}, **{id_: id_ for id_ in GAMES}}
        near = get_close_matches(word, known, 1)
        hint = f"the closest is {known[near[0]]}" if near else f"there are {', '.join(GAMES)}"
        raise Refused(f"{quoted(name)} is not a game; {hint}", field="game")
    return load(GAMES[meant[0]])


def initials(id_: str) -> str:
    """The first letters of an id's words."""
    return "".join(part[0] for part in id_.split("-"))


@cache
def load(address: str) -> Game:
    """Import a game from its address, `module:NAME`."""
    module, _, name = address.partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Game):
        raise TypeError(f"{address} is not a game")
    return found
