"""`croupier audit`: prove a journal."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import JsonOption

EPILOG = "Example: `croupier audit table.jsonl --head 9f2c…`"


def audit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal that `croupier play --journal` wrote.")],
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HASH", help="A head kept elsewhere; finds truncation and rewriting. May be repeated."),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Proofs of the cards and dice shown; FILE.openings where it is there."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Prove a journal: derive every event again and name the first that is not so.

    Exit status 0 when it is in order or ends in mid-round, 1 when something is wrong, 3 when it is in order but was
    written under another rulebook than the one here.
    """
    from croupier.cli.audit import run

    run(file, heads=head or [], openings=openings, as_json=json)
