"""`croupier advise`: the value of each option in one hand."""

from typing import Annotated

import typer

from croupier.cli.options import (
    AnywayOption,
    CsvOption,
    GameArgument,
    HouseOption,
    JsonOption,
    PaytableOption,
    RulesOption,
    StakeOption,
    house_rules,
    told_as_options,
)

EPILOG = "Examples: `croupier advise tcp --hand 'Qs 6d 4c' --up Kh` · `croupier advise monte own=Jd`"


def advise(
    game: GameArgument,
    cards: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=CARDS", help="What is seen, by the game's names for it; --NAME CARDS does too."),
    ] = None,
    known: Annotated[
        list[str] | None, typer.Option(metavar="NAME=CARDS", help="The same as an option. May be repeated.")
    ] = None,
    decided: Annotated[
        list[str] | None,
        typer.Option(metavar="DECISION=OPTION", help="How an earlier decision went, where there are several."),
    ] = None,
    seen: Annotated[str, typer.Option(metavar="CARDS", help="Further cards that are out of the decks.")] = "",
    stake: StakeOption = None,
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """The exact value of each decision in one hand, and what the wrong one costs.

    The decision at hand is the latest whose cards are all given; later ones are made at their best.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.front.variant import game as named

    check_destinations(csv, None, as_json=json)
    given = [*(cards or ()), *(known or ())]
    with told_as_options():
        variant = named(game, house=house_rules(rules, house), paytable=paytable or ())
        names = (each.partition("=")[0].strip() for each in given)
        with told_as_options(*names, *(drawn.name for drawn in variant.model.draws)):
            result = variant.advise(known=given, decided=decided or (), seen=seen, stake=stake)
    deliver(result, csv=csv, as_json=json)
