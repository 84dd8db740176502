"""`croupier house`: everything a house may set, as a table, as data, or as a file to edit."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import GameArgument, HouseOption, JsonOption, RulesOption, house_rules

if TYPE_CHECKING:
    from croupier.rulebook import Game

EPILOG = "Example: `croupier house baccarat -p commission=4% --toml > house.toml`"


def house(
    game: GameArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file to edit and give to --house.")] = False,
    json: JsonOption = False,
) -> None:
    """Every house rule of a game: its value, what it may be, and its clause."""
    from croupier.cli.output import printed
    from croupier.cli.rules_text import house_told
    from croupier.errors import Refused
    from croupier.front.rulings import parameter_data
    from croupier.naming import dealt_game, place_named

    if toml and json:
        raise Refused("give one of --toml and --json", field="--toml")
    of = dealt_game(game)
    rulebook = of.rulebook(of.house(house_rules(rules, house)))  # rules that contradict each other are refused here
    values = rulebook.house.show()
    if toml:
        print(toml_file(of, values, place_named(game, of)), end="")
        return
    parameters = [parameter_data(p) | {"value": values[p.name]} for p in of.parameters]
    printed({"game": of.id, "house": parameters}, lambda: house_told(of, values), as_json=json)


def toml_file(game: "Game", values: dict[str, object], place: str) -> str:
    """House rules as a TOML file to edit, which reads back as the same house."""
    from croupier.errors import visible

    heading = f"# House rules of {visible(game.title)}. `croupier play {place} --house FILE` deals by them.\n"
    rules = (
        f"\n# {visible(f'{p.help} ({p.clause})')}\n# {visible(p.allowed())}\n{p.name} = {toml_value(values[p.name])}\n"
        for p in game.parameters
    )
    return heading + "".join(rules)


def toml_value(value: object) -> str:
    """A value in TOML; its strings, numbers and booleans are written as JSON's."""
    import json

    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    return json.dumps(value)
