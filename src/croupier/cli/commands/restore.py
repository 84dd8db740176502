"""`croupier restore`: make a house from a backup."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import DataOption, installed

EPILOG = "Example: `croupier restore monday.backup --data house`"


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: DataOption = None,
) -> None:
    """Make a house from a backup, in a folder where there is none.

    When it starts, rounds that were open are voided and all cards are shuffled anew: they may have been seen since.
    """
    with installed("serve"):
        from croupier.store.backup import restore as make
        from croupier.store.location import default_folder

    typer.echo(f"Restored {make(file, data or default_folder())}.")
    typer.echo("When the house starts, it voids open rounds and shuffles anew.")
