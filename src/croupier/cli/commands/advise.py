"""`croupier advise`: the value of each option in one hand."""

from typing import Annotated

import typer

from croupier.cli import options

EPILOG = "Examples: `croupier advise tcp --hand 'Qs 6d 4c' --up Kh` · `croupier advise monte own=Jd`"


def advise(
    game: options.GameArgument,
    cards: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=CARDS", help="What is seen, by the game's names for it; --NAME CARDS works too."),
    ] = None,
    known: Annotated[
        list[str] | None, typer.Option(metavar="NAME=CARDS", help="The same as an option. May be repeated.")
    ] = None,
    decided: Annotated[
        list[str] | None,
        typer.Option(metavar="DECISION=OPTION", help="How an earlier decision went, where there are several."),
    ] = None,
    seen: Annotated[str, typer.Option(metavar="CARDS", help="Other cards that are known to be out of the decks.")] = "",
    stake: options.StakeOption = None,
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """The exact value of each decision in one hand, and what the wrong one costs.

    The decision at hand is the latest whose cards are all given; of several that see the same cards, the first that
    `--decided` does not name. Later ones are made at their best.
    """
    from croupier.cli.output import check_destinations, deliver

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    given = [*(cards or ()), *(known or ())]
    with options.told_as_options():
        variant = options.variant(game, rules, house, paytable)
        names = (*(each.partition("=")[0].strip() for each in given), *(drawn.name for drawn in variant.model.draws))
        with options.told_as_options(**{name: f"--{name}" for name in names}):
            result = variant.advise(known=given, decided=decided or (), seen=seen, stake=stake)
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
