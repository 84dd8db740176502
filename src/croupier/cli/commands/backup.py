"""`croupier backup`: copy a house that runs."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import DataOption, installed

EPILOG = "Example: `croupier backup monday.backup --data house`"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to make; a new file.")],
    data: DataOption = None,
) -> None:
    """Copy a house into one file, while it runs.

    The key that seals shuffles is not in the backup. Save it apart: without it, shuffles in use can never be proved.
    """
    with installed("serve"):
        from croupier.store.backup import back_up
        from croupier.store.location import default_folder

    typer.echo(f"Backed up {back_up(data or default_folder(), file)}.")
    typer.echo("The key that seals shuffles is not in the backup; save it apart.")
