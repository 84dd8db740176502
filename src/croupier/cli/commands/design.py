"""`croupier design`: search paytables."""

from typing import Annotated

import typer

from croupier.cli import completion, options

EPILOG = "Example: `croupier design tcp six_card_bonus --edge 5%..6% --max-top 1000`"


def design(
    game: options.GameArgument,
    wager: Annotated[
        str,
        typer.Argument(metavar="WAGER", help="A wager that no decision touches.", autocompletion=completion.wagers),
    ],
    edge: Annotated[str, typer.Option(metavar="LOW..HIGH", help="The band of house edges, such as 5%..6%.")],
    hit: Annotated[str | None, typer.Option(metavar="LOW..HIGH", help="A band of hit frequencies.")] = None,
    max_top: Annotated[int, typer.Option(parser=options.whole, metavar="N", help="The most that any line pays.")] = 100,
    least: Annotated[int, typer.Option(parser=options.whole, metavar="N", help="The least that a paid line pays.")] = 1,
    payouts: Annotated[str | None, typer.Option(metavar="N,N,…", help="The only payouts to choose from.")] = None,
    count: Annotated[int, typer.Option(parser=options.at_least_one, metavar="N", help="How many tables to list.")] = 20,
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    removed: options.RemovedOption = "",
    cluster: options.ClusterOption = None,
    device: options.DeviceOption = "cpu",
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """Search whole-number paytables within a range of edges: how many there are, and those nearest its middle."""
    from croupier.cli.output import check_destinations, deliver
    from croupier.cli.progress import bar

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    with options.told_as_options(), bar("searching", counts="beginnings of paytables") as tell:
        result = options.variant(game, rules, house).design(
            wager,
            edge=edge,
            hit=hit,
            max_top=max_top,
            least=least,
            payouts=payouts,
            count=count,
            removed=removed,
            cluster=cluster,
            device=device,
            progress=tell,
        )
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
