"""`croupier advise`: the value of each option in one hand."""

from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    CsvOption,
    HouseOption,
    JsonOption,
    PaytableOption,
    RulesOption,
    StakeOption,
    house_rules,
    told_as_options,
)

EPILOG = "Examples: `croupier advise tcp --hand 'Qs 6d 4c' --up Kh` · `croupier advise monte --own Jd`"


def advise(
    game: AnalysedArgument,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="The player's hand.")] = None,
    up: Annotated[str | None, typer.Option(metavar="CARD", help="The player-dealer's exposed card.")] = None,
    own: Annotated[
        str | None, typer.Option(metavar="CARD", help="The exposed card, if it is the player's own.")
    ] = None,
    other: Annotated[str | None, typer.Option(metavar="CARD", help="The exposed card, if it is another.")] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(metavar="DRAW=CARDS", help="What is seen of a draw, in a game of your own. May be repeated."),
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
    options = {"hand": hand, "up": up, "own": own, "other": other}
    with told_as_options():
        variant = named(game, house=house_rules(rules, house), paytable=paytable or ())
        draws = {drawn.name: f"--known {drawn.name}" for drawn in variant.model.draws}
        with told_as_options(*options, **{name: option for name, option in draws.items() if name not in options}):
            result = variant.advise(
                known=[*(f"{name}={cards}" for name, cards in options.items() if cards is not None), *(known or ())],
                decided=decided or (),
                seen=seen,
                stake=stake,
            )
    deliver(result, csv=csv, as_json=json)
