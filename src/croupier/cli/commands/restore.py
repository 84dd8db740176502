"""`croupier restore`: make a house from a backup."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import DatabaseOption, DataOption, check_one_place, installed, named_files

EPILOG = "Example: `croupier restore monday.backup --data house`"


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Make a house from a backup, where there is none yet.

    When it starts, rounds that were open are voided and all cards are shuffled anew: they may have been seen since.
    """
    check_one_place(data, database)
    with installed("postgres" if database else "serve"), named_files():
        from croupier.store.backup import restore as make
        from croupier.store.backup import restore_database
        from croupier.store.location import default_folder

        kept = restore_database(file, database) if database else make(file, data or default_folder())
    typer.echo(f"Restored {kept}.")
    typer.echo("When the house starts, it voids open rounds and shuffles anew.")
