"""The commands, their options and their help; what they do is in the module of each."""

from typing import Annotated

import typer

from croupier.cli.commands import (
    advise,
    analyze,
    audit,
    backup,
    bank,
    design,
    drill,
    games,
    history,
    house,
    play,
    protect,
    report,
    restore,
    rules,
    rulings,
    serve,
    session,
    settle,
    simulate,
    strategy,
)
from croupier.cli.parameters import Command, Group

app = typer.Typer(
    cls=Group,
    help="Casino table games written once as rulebooks: dealt, settled and audited from one text.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(*, asked: bool) -> None:
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


for module in (
    play,
    drill,
    serve,
    settle,
    history,
    audit,
    games,
    rules,
    rulings,
    house,
    analyze,
    strategy,
    advise,
    design,
    session,
    simulate,
    protect,
    bank,
    report,
    backup,
    restore,
):
    name = module.__name__.rpartition(".")[2]
    app.command(cls=Command, epilog=module.EPILOG)(getattr(module, name))
