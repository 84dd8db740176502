"""`croupier rules`: the clauses of a game."""

from typing import Annotated

import typer

from croupier.cli.options import AnyGameArgument, JsonOption

EPILOG = "Examples: `croupier rules monte` · `croupier rules CM-7d`"


def rules(
    game: AnyGameArgument = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as CM-7d.")] = None,
    json: JsonOption = False,
) -> None:
    """The clauses of a game, and the code and tests that carry each of them."""
    from croupier.cli.rules import show_rules

    show_rules(game, clause, as_json=json)
