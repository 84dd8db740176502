"""`croupier analyze`: every figure of every wager."""

from typing import Annotated

import typer

from croupier.cli import completion, options
from croupier.cli.parameters import Side

EPILOG = (
    "Examples: `croupier analyze tcp` · `croupier analyze bac -p lucky_monkey_paytable=3 --json` · "
    "`croupier analyze monte -p decks=6 --beside -p decks=8` · `croupier analyze monte -p decks=1..8`"
)


def analyze(
    game: options.GameArgument,
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    removed: options.RemovedOption = "",
    strategy: options.StrategyOption = "optimal",
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside",
            metavar="-p NAME=VALUE …",
            help="Compare with other house rules, paytables, removed cards or strategies. May be repeated.",
        ),
    ] = None,
    wager: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            metavar="WAGER",
            help="Report this wager alone. May be repeated.",
            autocompletion=completion.wagers,
        ),
    ] = None,
    stake: options.StakeOption = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Add the value of each option at every sight.")
    ] = False,
    cluster: options.ClusterOption = None,
    device: options.DeviceOption = "cpu",
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    prove_alike: options.ProveOption = False,  # noqa: ARG001  # as above
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """Every figure of every wager, exactly, and what the bank can lose in one round.

    House edge and return to player (RTP) are of the initial wager, the element of risk is of all that is wagered.
    Variance and standard deviation are of one round's result for an initial unit. The volatility index is 1.645
    standard deviations: after n rounds, n large, the actual return lies within index / √n of the RTP in nine of ten
    runs. Where options are worth exactly the same, the one that stakes more is taken.

    With --beside, or with several values of a house rule (decks=1..8, procedure=standard,alternate) or of a line's odds
    (--paytable pair_plus=straight:5..8), the wagers of all are set side by side.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.exact.comparison import compare
    from croupier.front.variant import variants

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    first = Side(options.house_rules(rules, house, paytable), paytable or [], removed, strategy)
    with options.told_as_options(wager="--wager"):
        asked = [
            (variant, side)
            for side in (first, *(first.beside(text) for text in beside or ()))
            for variant in variants(game, side.house, side.paytables)
        ]
        for variant, side in asked:  # what cannot be is refused before anything is counted
            variant.check(strategy=side.strategy, stake=stake, removed=side.removed)
        found = [
            variant.analyze(
                strategy=side.strategy,
                wager=wager or (),
                stake=stake,
                removed=side.removed,
                decisions=decisions,
                cluster=cluster,
                device=device,
            )
            for variant, side in asked
        ]
        result = found[0] if len(found) == 1 else compare(*found)
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
