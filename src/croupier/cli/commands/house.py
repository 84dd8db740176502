"""`croupier house`: a game's house rules."""

from typing import Annotated

import typer

from croupier.cli.options import GameArgument, HouseOption, JsonOption, RulesOption, house_rules

EPILOG = "Example: `croupier house baccarat -p commission=4% --toml > house.toml`"


def house(
    game: GameArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file to edit and give to --house.")] = False,
    json: JsonOption = False,
) -> None:
    """Every house rule of a game: what it may be, what it is, and its clause."""
    from croupier.cli.house import show_house

    show_house(game, house_rules(rules, house), as_toml=toml, as_json=json)
