"""`croupier session`: what many rounds come to."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    HouseOption,
    JsonOption,
    PaytableOption,
    RemovedOption,
    RulesOption,
    StrategyOption,
    house_rules,
)

EPILOG = (
    "Examples: `croupier session bac --rounds 200 --stake 25 --bankroll 1000` · "
    "`croupier session tcp --stake ante=10 --stake pair_plus=5 --bankroll 500`"
)


def session(
    game: AnalysedArgument,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds are played, such as 200 or 1e5.")] = "200",
    stake: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[WAGER=]DOLLARS",
            help="What is staked each round, $1 when left out; on the first wager, or on that named. May be repeated.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Bring so much, and stop when the next wagers cannot be placed."),
    ] = None,
    rounds_per_hour: Annotated[
        str | None,
        typer.Option(metavar="N", help="How fast rounds are played, for the loss per hour; 60 when left out."),
    ] = None,
    strategy: StrategyOption = "optimal",
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write every result as CSV; - prints them instead of text.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """What a session comes to: expected loss, quantiles, the chance to be ahead, ruin and when it comes.

    Exit status 130 when Ctrl-C ended it, and 74 when the output cannot be written.
    """
    from croupier.cli.session import Order, run_session

    order = Order(
        game,
        house=house_rules(rules, house),
        paytables=tuple(paytable or ()),
        removed=removed,
        rounds=rounds,
        stake=tuple(stake or ("1",)),
        bankroll=bankroll,
        strategy=strategy,
        rounds_per_hour=rounds_per_hour,
    )
    raise typer.Exit(run_session(order, csv=csv, as_json=json))
