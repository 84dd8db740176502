"""`croupier rules`: the clauses of a game."""

from typing import Annotated

import typer

from croupier.cli.options import AnyGameArgument, CsvOption, JsonOption

EPILOG = "Examples: `croupier rules monte` · `croupier rules CM-7d` · `croupier rules tcp --trace --csv trace.csv`"


def rules(
    game: AnyGameArgument = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as CM-7d.")] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="List every clause of a game with the code and tests that carry it.")
    ] = False,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """The clauses of a game, and the code and tests that carry each of them."""
    from croupier.errors import Refused

    if trace:
        from croupier.cli.output import check_destinations, deliver
        from croupier.trace import trace_of

        if game is None or clause is not None:
            raise Refused("--trace needs a GAME, and no CLAUSE", field="--trace")
        check_destinations(csv, None, as_json=json)
        deliver(trace_of(game), csv=csv, as_json=json)
        return
    if csv is not None:
        raise Refused("--csv needs --trace", field="--csv")
    from croupier.cli.rules import show_rules

    show_rules(game, clause, as_json=json)
