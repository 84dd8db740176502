"""`croupier strategy`: the best way to decide."""

from croupier.cli import options

EPILOG = "Example: `croupier strategy monte -p decks=8`"


def strategy(
    game: options.GameArgument,
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
    """The best strategy, the best one that a person can remember, what that costs, and the closest calls."""
    from croupier.cli.output import check_destinations, deliver

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    with options.told_as_options():
        variant = options.variant(game, rules, house, paytable)
        result = variant.strategy(removed=removed, cluster=cluster, device=device)
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
