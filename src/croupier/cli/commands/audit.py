"""`croupier audit`: prove a journal."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli import options

EPILOG = "Example: `croupier audit table.jsonl --head 9f2c…`"
LARGE = 1_000_000
"""Bytes from which on a journal takes long enough to be watched."""


def audit(
    file: options.JournalArgument,
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HASH", help="A head kept elsewhere; finds truncation and rewriting. May be repeated."),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Proofs of the cards and dice shown; FILE.openings by default, if present."),
    ] = None,
    game: options.GameOption = None,
    csv: options.CsvOption = None,
    json: options.JsonOption = False,
) -> None:
    """Prove a journal: derive every event again from the rules and name the first that does not follow.

    Exit status 0 when it is in order or ends in mid-round, 1 when something is wrong, 3 when it is in order but was
    written under another rulebook than the one here.
    """
    from croupier.cli.console import console
    from croupier.cli.output import check_destinations, deliver
    from croupier.cli.progress import bar
    from croupier.record.audit import audit as prove

    check_destinations(csv, None, as_json=json)
    with options.told_as_options(heads="--head"), bar(file.name) as tell:

        def told(read: int, size: int) -> None:
            if size >= LARGE:
                tell(read / size)

        found = prove(file, heads=head or (), openings=openings, game=game, progress=told)
    if csv or json:
        deliver(found, csv=csv, as_json=json)
    else:
        console(soft_wrap=True).print(found.headed())  # the verdict stays on one line, whatever the file is called
    raise typer.Exit(found.status)
