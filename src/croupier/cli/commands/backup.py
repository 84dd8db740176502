"""`croupier backup`: copy a house that runs."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import DatabaseOption, DataOption, check_one_place, installed, named_files

EPILOG = "Example: `croupier backup monday.backup --data house`"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to make; a new file.")],
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Copy a house into one file, while it runs.

    The key that seals shuffles is not in the backup. Save it apart: without it, shuffles in use can never be proved.
    """
    check_one_place(data, database)
    with installed("postgres" if database else "serve"), named_files():
        from croupier.store.backup import back_up, back_up_database
        from croupier.store.location import default_folder

        kept = back_up_database(database, file) if database else back_up(data or default_folder(), file)
    typer.echo(f"Backed up {kept}.")
    typer.echo("The key that seals shuffles is not in the backup; save it apart.")
