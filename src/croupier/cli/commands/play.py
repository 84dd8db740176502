"""`croupier play`: play a table in the terminal."""

import contextlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from croupier.cli.options import (
    AnyGameArgument,
    HouseOption,
    RulesOption,
    at_least_one,
    chips_from,
    house_rules,
    text_from,
)

if TYPE_CHECKING:
    from croupier.cli.play.screen import Screen

EPILOG = "Example: `croupier play three-card-poker --seed 7 --journal table.jsonl`"
PAUSE_SECONDS: Final = 0.12


def play(
    game: AnyGameArgument = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Deal the same cards again.")] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Record the table; an existing journal is proved and continued.")
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the proofs of the cards shown go; beside the journal if left out."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(parser=at_least_one, metavar="N", help="Stop after this many rounds.")
    ] = None,
    seat: Annotated[int | None, typer.Option(parser=at_least_one, metavar="N", help="Sit at this seat.")] = None,
    chips: Annotated[str, typer.Option(metavar="DOLLARS", help="Sit down with this much.")] = "1000",
    watch: Annotated[bool, typer.Option("--watch", help="Watch house-run players instead of playing.")] = False,
    rules: RulesOption = None,
    house: HouseOption = None,
) -> None:
    """Sit at a table in the terminal, with house-run players beside you.

    Without a terminal, and without a game, one seeded round of each game is dealt and explained.
    """
    from croupier.cli.play.sitting import Wanted, explain, sit_down
    from croupier.errors import Refused
    from croupier.naming import dealt_game

    wanted = Wanted(
        dealt_game(game) if game is not None else None,
        text_from(seed, "--seed") if seed is not None else None,
        journal,
        openings,
        rounds,
        seat,
        chips_from(chips),
        house_rules(rules, house),
    )
    if openings and not journal:
        raise Refused("openings are proved against a journal; give --journal too", field="--openings")
    at_terminal = all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if watch or not at_terminal:
        explain(wanted, screen_for(at_table=False))
    else:
        sit_down(wanted, screen_for(at_table=True), read_line)


def screen_for(*, at_table: bool) -> "Screen":
    """Where a table is shown: in view all the time where a terminal can move its cursor, else line after line."""
    from croupier.cli.console import console
    from croupier.cli.play.screen import HEIGHT_LEAST, Felt, Screen

    shown = console()
    if not at_table:
        return Screen(shown)
    can_redraw = shown.is_terminal and not shown.is_dumb_terminal and not shown.legacy_windows
    kind = Felt if can_redraw and shown.height >= HEIGHT_LEAST else Screen
    return kind(shown, lambda: time.sleep(PAUSE_SECONDS))


def read_line() -> str:
    """Read a line from the terminal, with its history where the system has one."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it is what makes `input` edit lines
    return input("> ")
