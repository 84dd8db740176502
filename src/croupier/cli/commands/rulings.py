"""`croupier rulings`: how the documents are read."""

from typing import Annotated

import typer

from croupier.cli.options import AnyGameArgument, AnywayOption, ChartOption, CsvOption, JsonOption, PlotOption

EPILOG = "Example: `croupier rulings tcp`"


def rulings(
    game: AnyGameArgument = None,
    prices: Annotated[
        bool | None,
        typer.Option("--prices/--no-prices", help="Price every reading; the default when a game is named."),
    ] = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: CsvOption = None,
    plot: PlotOption = None,
    chart: ChartOption = "",
    json: JsonOption = False,
) -> None:
    """How the documents are read where they are silent, garbled or at odds, and which house rules change that.

    Of a game that is named, the house edge of every wager under each reading is told too.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.front.rulings import rulings as rulings_of
    from croupier.games import every_game
    from croupier.naming import dealt_game

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    games = every_game() if game is None else [dealt_game(game)]
    result = rulings_of(games, prices=game is not None if prices is None else prices)
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
