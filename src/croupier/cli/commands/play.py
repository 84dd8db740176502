"""`croupier play`: play a table in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AnyGameArgument,
    HouseOption,
    RulesOption,
    at_least_one,
    chips_from,
    game_id,
    house_rules,
    text_from,
)

EPILOG = "Example: `croupier play three-card-poker --seed 7 --journal table.jsonl`"


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
        int | None, typer.Option(parser=at_least_one, metavar="N", help="Stop after so many rounds.")
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
    from croupier.cli.play.sitting import run

    run(
        game_id(game) if game is not None else None,
        seed=text_from(seed, "--seed") if seed is not None else None,
        journal=journal,
        openings=openings,
        rounds=rounds,
        seat=seat,
        chips=chips_from(chips),
        house=house_rules(rules, house),
        watch=watch,
    )
