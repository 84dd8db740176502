"""`croupier audit`: prove a journal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import CsvOption, GameOption, JsonOption, told_as_options

EPILOG = "Example: `croupier audit table.jsonl --head 9f2c…`"
LARGE = 1_000_000
"""Bytes from which on a journal takes long enough to be watched."""


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
    game: GameOption = None,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """Prove a journal: derive every event again and name the first that is not so.

    Exit status 0 when it is in order or ends in mid-round, 1 when something is wrong, 3 when it is in order but was
    written under another rulebook than the one here.
    """
    from croupier.cli.console import console
    from croupier.cli.output import check_destinations, deliver
    from croupier.record.audit import audit as prove

    check_destinations(csv, None, as_json=json)
    with told_as_options(heads="--head"), watched(file) as progress:
        found = prove(file, heads=head or (), openings=openings, game=game, progress=progress)
    if csv or json:
        deliver(found, csv=csv, as_json=json)
    else:
        console(soft_wrap=True).print(found.headed())  # the verdict stays on one line, whatever the file is called
    raise typer.Exit(found.status)


@contextmanager
def watched(file: Path) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar where somebody waits for a large journal."""
    import sys

    if not file.is_file() or file.stat().st_size < LARGE or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(file.name)
        yield lambda read, size: bar.update(task, completed=read, total=size)
