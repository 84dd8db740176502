"""The commands, their options and their help; what they do is in the module of each."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AnyGameArgument,
    GameArgument,
    HouseOption,
    JsonOption,
    RulesOption,
    chips_from,
    game_id,
    house_rules,
)

app = typer.Typer(
    help="Casino table games written once as rulebooks: dealt, settled and audited from one text.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(*, asked: bool) -> None:
    """Print the version and leave."""
    from croupier import __version__

    if asked:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def croupier(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001  # the callback does the work
        bool,
        typer.Option(
            "--version", callback=lambda asked: show_version(asked=asked), is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Casino table games written once as rulebooks: dealt, settled and audited from one text."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog="Example: `croupier play three-card-poker --seed 7 --journal table.jsonl`")
def play(
    game: AnyGameArgument = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Deal the same cards again.")] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Record the table; an existing journal is proved and continued.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after so many rounds.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", min=1, help="Sit at this seat.")] = None,
    chips: Annotated[str, typer.Option(metavar="DOLLARS", help="Sit down with this much.")] = "1000",
    watch: Annotated[bool, typer.Option("--watch", help="Watch house-run players instead of playing.")] = False,
    rules: RulesOption = None,
    house: HouseOption = None,
) -> None:
    """Sit at a table in the terminal, with house-run players beside you.

    Without a terminal, and without a game, one seeded round of each game is dealt and explained.
    """
    from croupier.cli.play import run

    run(
        game_id(game) if game is not None else None,
        seed=seed,
        journal=journal,
        rounds=rounds,
        seat=seat,
        chips=chips_from(chips),
        house=house_rules(rules, house),
        watch=watch,
    )


@app.command(epilog="Example: `croupier settle round.json --json`")
def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A described round in JSON or TOML; - reads standard input.")
    ],
    json: JsonOption = False,
) -> None:
    """What does this pay? Settle one described round, to the cent and with clauses.

    A round that cannot have happened is refused with the field and the clause it breaks.
    """
    from croupier.cli.settle import run

    run(file, as_json=json)


@app.command(epilog="Example: `croupier audit table.jsonl --head 9f2c…`")
def audit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal that `croupier play --journal` wrote.")],
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="The head hash kept elsewhere; finds truncation and rewriting.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Prove a journal: derive every event again and name the first that is not so.

    Exit status 0 when it is in order or ends in mid-round, 1 when something is wrong.
    """
    from croupier.cli.audit import run

    run(file, head=head, as_json=json)


@app.command(epilog="Examples: `croupier rules monte` · `croupier rules CM-7d`")
def rules(
    game: AnyGameArgument = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as CM-7d.")] = None,
    json: JsonOption = False,
) -> None:
    """The clauses of a game, and the code and tests that carry each of them."""
    from croupier.cli.rules import show_rules

    show_rules(game, clause, as_json=json)


@app.command(epilog="Example: `croupier rulings tcp`")
def rulings(game: AnyGameArgument = None, json: JsonOption = False) -> None:
    """How the documents are read where they are silent, garbled or at odds, and which house rules change that."""
    from croupier.cli.rules import show_rulings

    show_rulings(game, as_json=json)


@app.command(epilog="Example: `croupier house baccarat -p commission=4% --toml > house.toml`")
def house(
    game: GameArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file to edit and give to --house.")] = False,
    json: JsonOption = False,
) -> None:
    """Every house rule of a game: what it may be, what it is, and its clause."""
    from croupier.cli.house import show_house

    show_house(game, house_rules(rules, house), as_toml=toml, as_json=json)
