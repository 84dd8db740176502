"""`croupier session`: what many rounds come to."""

from typing import Annotated

import typer

from croupier.cli import options

EPILOG = (
    "Examples: `croupier session bac --rounds 200 --stake 25 --bankroll 1000` · "
    "`croupier session tcp --stake ante=10 --stake pair_plus=5 --bankroll 500`"
)


def session(
    game: options.GameArgument,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds are played, such as 200 or 1e5.")] = "200",
    stake: options.StakeOption = None,
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Bring so much, and stop when the next wagers cannot be placed."),
    ] = None,
    rounds_per_hour: Annotated[
        str, typer.Option(metavar="N", help="How fast rounds are played, for the loss per hour.")
    ] = "60",
    strategy: options.StrategyOption = "optimal",
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    removed: options.RemovedOption = "",
    cluster: options.ClusterOption = None,
    device: options.DeviceOption = "cpu",
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """What to expect of a session: loss, quantiles, the chances of being ahead and of ruin, and when ruin comes.

    Without --stake, $1 is on the first wager. Exit status 130 when Ctrl-C ended it, 74 when the output cannot be
    written.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.cli.progress import bar

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    with options.told_as_options(), bar("worked out") as tell:
        result = options.variant(game, rules, house, paytable).session(
            rounds=rounds,
            stake=stake or "1",
            bankroll=bankroll,
            rounds_per_hour=rounds_per_hour,
            strategy=strategy,
            removed=removed,
            cluster=cluster,
            device=device,
            progress=tell,
        )
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
