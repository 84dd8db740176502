"""`croupier advise`: the value of each option in one hand."""

from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    HouseOption,
    JsonOption,
    RulesOption,
    StakesOption,
    house_rules,
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
    seen: Annotated[str | None, typer.Option(metavar="CARDS", help="Further cards that are out of the decks.")] = None,
    stake: StakesOption = None,
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """The exact value of each decision in one hand, and what the wrong one costs.

    The decision at hand is the latest whose cards are all given; later ones are made at their best.
    """
    from croupier.cli.advise import run

    given = {"hand": hand, "up": up, "own": own, "other": other, "seen": seen}
    run(
        game,
        {name: cards for name, cards in given.items() if cards is not None},
        known=known or (),
        decided=decided or (),
        stakes=stake or (),
        house=house_rules(rules, house),
        as_json=json,
    )
