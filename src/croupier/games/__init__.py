"""The games by name; each is read only when it is asked for."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from croupier.errors import Refused
from croupier.rulebook import Game


def _casino_monte() -> Game:
    from croupier.games.casino_monte import CASINO_MONTE

    return CASINO_MONTE


def _baccarat() -> Game:
    from croupier.games.baccarat import baccarat_with
    from croupier.games.lucky_monkey import LUCKY_MONKEY

    return baccarat_with(LUCKY_MONKEY)


def _three_card_poker() -> Game:
    from croupier.games.three_card_poker import THREE_CARD_POKER

    return THREE_CARD_POKER


GAMES: Final[dict[str, Callable[[], Game]]] = {
    "casino-monte": _casino_monte,
    "baccarat": _baccarat,
    "three-card-poker": _three_card_poker,
}

_read: Final[dict[str, Game]] = {}


def game(id_: object) -> Game:
    """Give a game by its id."""
    if not isinstance(id_, str) or id_ not in GAMES:
        near = get_close_matches(str(id_), GAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAMES)}"
        raise Refused(f"{id_!r:.60} is no game; {hint}", field="game")
    if id_ not in _read:
        _read[id_] = GAMES[id_]()
    return _read[id_]
