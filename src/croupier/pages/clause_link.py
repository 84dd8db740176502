"""A clause as a small mark: hover, tap or focus shows what it says."""

from collections.abc import Iterable

import htpy as h

from croupier.errors import Refused
from croupier.rulebook import Game


def clause_marks(game: Game, ids: Iterable[str], rules: str | None = None) -> list[h.Node]:
    """Marks for some clauses of a game, or of its rulings; `rules` is where they stand if not among the usual rules."""
    return [[" ", clause_mark(game, id_, rules)] for id_ in ids]


def clause_mark(game: Game, id_: str, rules: str | None = None) -> h.Element:
    """One clause: a link to where it stands among the rules, with its text."""
    try:
        text = game.clause(id_).text
    except Refused:
        text = ""
    page = f"/rules/{game.id}" if rules is None else rules
    return h.a(".clause", href=f"{page}#{id_}", title=text)[id_]
