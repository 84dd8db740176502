"""`croupier simulate`: play rounds by chance."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    ClusterOption,
    DeviceOption,
    HouseOption,
    JsonOption,
    PaytableOption,
    RemovedOption,
    RulesOption,
    StrategyOption,
    house_rules,
    text_from,
    whole,
)

SHOES = "Shoes and shufflers"
BANKROLLS = "Bankrolls"
TABLES = "Several seats and one bank"


EPILOG = (
    "Examples: `croupier simulate tcp --rounds 1e9` · `croupier simulate bac --until 0.01% --json` · "
    "`croupier simulate bac --dealing shoe` · `croupier simulate tcp --seats 6 --bank 500 --bankroll 5000` · "
    "`croupier simulate monte --bankroll 500 --stake 10`"
)


def simulate(
    game: AnalysedArgument,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds, such as 1e9; ten million when left out.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Stop when the 99% interval of initial, player or ante is ± this wide."),
    ] = None,
    strategy: StrategyOption = "optimal",
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Deal the same rounds again.")] = "0",
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the run in a file, and go on from it.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write outcome counts as CSV; - prints them instead of text.")
    ] = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
    workers: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Use so many cores; all of them when left out.")
    ] = None,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Count every deal too, for the exact column, where the strategy could be played without."
        ),
    ] = False,
    dealing: Annotated[
        str,
        typer.Option(
            metavar="fresh|shoe|shuffler",
            help="Deal every round from all the cards, a shoe to its cut card, or from a continuous shuffler.",
            rich_help_panel=SHOES,
        ),
    ] = "fresh",
    held_back: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="How many of the last discards a shuffler cannot deal next.",
            rich_help_panel=SHOES,
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="Follow bankrolls from here, --rounds long; with --seats, that of the player-dealer.",
            rich_help_panel=BANKROLLS,
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="What rides on a wager, again for each.", rich_help_panel=BANKROLLS),
    ] = None,
    paths: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="How many bankrolls are followed.", rich_help_panel=BANKROLLS),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N|FILE", help="So many seats of mixed wagers, or those of a TOML file.", rich_help_panel=TABLES
        ),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="The player-dealer's wager in each round; enough for all when left out.",
            rich_help_panel=TABLES,
        ),
    ] = None,
    shift: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="ROUNDS", help="How many rounds a shift has.", rich_help_panel=TABLES),
    ] = None,
    button: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="SEAT", help="Where the action button stands.", rich_help_panel=TABLES),
    ] = None,
) -> None:
    """Play rounds by chance with the rules themselves, and read the result beside the exact figures.

    Exit status 0 when both agree, 1 when they disagree, 130 when Ctrl-C ended it; what is known by then is printed.
    74 when the output cannot be written.
    """
    from croupier.cli.simulate import Order, run_simulate

    order = Order(
        game,
        rounds=rounds,
        until=until,
        strategy=strategy,
        house=house_rules(rules, house),
        paytables=tuple(paytable or ()),
        removed=removed,
        seed=text_from(seed, "--seed"),
        workers=workers,
        checkpoint=checkpoint,
        cluster=cluster,
        device=device,
        dealing=dealing,
        held_back=held_back,
        seats=seats,
        bank=bank,
        shift=shift,
        button=button,
        bankroll=bankroll,
        stake=tuple(stake or ()),
        paths=paths,
        exact=exact,
    )
    raise typer.Exit(run_simulate(order, csv=csv, as_json=json))
