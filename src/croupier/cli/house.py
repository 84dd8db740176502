"""`croupier house`: everything a house may set, as a table, as data, or as a file to edit."""

import json

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.cli.rules import printed, rows
from croupier.errors import Refused
from croupier.front.rulings import parameter_data
from croupier.naming import dealt_game, place_named
from croupier.rulebook import Game
from croupier.rulebook.house import rule_text


def show_house(game: str, rules: dict[str, object], *, as_toml: bool, as_json: bool) -> None:
    """Print the house rules of a game with the values given."""
    if as_toml and as_json:
        raise Refused("give one of --toml and --json", field="--toml")
    of = dealt_game(game)
    house = of.house(rules)
    of.rulebook(house)  # rules that contradict each other are refused here
    values = house.show()
    if as_toml:
        print(toml(of, values, place_named(game, of)), end="")
    elif as_json:
        parameters = [parameter_data(p) | {"value": values[p.name]} for p in of.parameters]
        printed({"game": of.id, "house": parameters}, as_json=True)
    else:
        printed(house_told(of, values), as_json=False)


def house_told(game: Game, values: dict[str, object]) -> RenderableType:
    """Every house rule with its value, what it may be, and its clause."""
    table = rows(8)
    for p in game.parameters:
        value, default = rule_text(values[p.name]), rule_text(p.kind.show(p.default))
        changed = "" if value == default else f" (default {default})"
        table.add_row(Text(p.name, "cyan"), Text.assemble((value, "bold"), changed, f"  ({p.allowed()})  {p.clause}"))
        table.add_row("", Text(p.help, "dim"))
    return Group(Text(game.title, "bold"), table)


def toml(game: Game, values: dict[str, object], place: str) -> str:
    """House rules as a TOML file to edit, which reads back as the same house."""
    heading = f"# House rules of {game.title}. `croupier play {place} --house FILE` deals by them.\n"
    rules = (
        f"\n# {p.help} ({p.clause})\n# {p.allowed()}\n{p.name} = {toml_value(values[p.name])}\n"
        for p in game.parameters
    )
    return heading + "".join(rules)


def toml_value(value: object) -> str:
    """A value in TOML; its strings, numbers and booleans are written as JSON's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    return json.dumps(value)
