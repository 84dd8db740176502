"""`croupier settle`: settle a described round."""

from typing import Annotated

import typer

from croupier.cli.options import CsvOption, GameOption, JsonOption

EPILOG = "Example: `croupier settle round.json --json`"


def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A described round in JSON or TOML; - reads standard input.")
    ],
    game: GameOption = None,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """What does this pay? Settle one described round, to the cent and with clauses.

    A round that cannot have happened is refused with the field and the clause it breaks.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.settlement.round import settle as settled

    check_destinations(csv, None, as_json=json)
    deliver(settled(file, game=game), csv=csv, as_json=json)
