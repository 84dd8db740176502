"""A clause as a small mark: hover, tap or focus shows what it says."""

from collections.abc import Iterable

import htpy as h

from croupier.errors import Refused
from croupier.rulebook import Game


def clause_marks(game: Game, ids: Iterable[str]) -> list[h.Node]:
    """Marks for some clauses of a game, or of its rulings."""
    return [[" ", clause_mark(game, id_)] for id_ in ids]


def clause_mark(game: Game, id_: str) -> h.Element:
    """One clause: a link to where it stands among the rules, with its text."""
    try:
        text = game.clause(id_).text
    except Refused:
        text = ""
    return h.a(".clause", href=f"/rules/{game.id}#{id_}", title=text)[id_]
