"""`croupier settle`: settle a described round."""

from typing import Annotated

import typer

from croupier.cli.options import JsonOption

EPILOG = "Example: `croupier settle round.json --json`"


def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A described round in JSON or TOML; - reads standard input.")
    ],
    json: JsonOption = False,
) -> None:
    """What does this pay? Settle one described round, to the cent and with clauses.

    A round that cannot have happened is refused with the field and the clause it breaks.
    """
    from croupier.cli.settle import run

    run(file, as_json=json)
