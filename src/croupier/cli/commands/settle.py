"""`croupier settle`: settle a described round."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import CsvOption, GameOption, HouseOption, JsonOption, RulesOption, house_rules

if TYPE_CHECKING:
    from croupier.front.variant import Variant
    from croupier.settlement.round import Settlement

EPILOG = "Examples: `croupier settle round.json --json` · `croupier settle tcp` · `croupier settle --example tcp`"


def settle(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-|GAME",
            help="A described round in JSON or TOML, - for standard input, or a game, to be asked for a round.",
        ),
    ],
    example: Annotated[bool, typer.Option("--example", help="Print an example round of GAME to start from.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of GAME's descriptions.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the example in TOML.")] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the round that you entered to a file.")
    ] = None,
    rules: RulesOption = None,
    house: HouseOption = None,
    game: GameOption = None,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """What does this pay? Settle one described round, to the cent and with clauses.

    A round that cannot have happened is refused with the field and the clause it breaks.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.errors import Refused

    if toml and not example:
        raise Refused("--toml needs --example", field="--toml")
    if (example or schema) and ((example and schema) or save or csv or json):
        raise Refused("this prints alone; leave the others out", field="--example" if example else "--schema")
    check_destinations(csv, None, as_json=json)
    if not (example or schema) and is_round(file):
        from croupier.settlement.round import settle as settled

        for option, given in (("-p", rules), ("--house", house), ("--save", save)):
            if given:
                raise Refused(f"{option} needs a GAME; a described round has its own `house`", field=option)
        deliver(settled(file, game=game), csv=csv, as_json=json)
        return
    from croupier.front.variant import game as variant

    of = variant(file, house=house_rules(rules, house))
    if example or schema:
        print_shape(of.schema() if schema else of.example(), as_toml=toml)
        return
    paid = asked(of, save)
    deliver(paid, csv=csv, as_json=json)
    if not (save or csv or json):
        show_description(paid)


def is_round(name: str) -> bool:
    """Whether a described round is meant and not a game: a file that is there, or one that only a file could be."""
    if name.endswith(".py") or ".py:" in name:
        return False
    if name == "-" or Path(name).suffix or Path(name).name != name:
        return True
    from croupier.errors import Refused, quoted
    from croupier.naming import game_named

    is_there = Path(name).exists() and not Path(name).is_dir()
    try:
        game_named(name)
    except Refused as refused:
        if is_there:
            return True
        raise Refused(f"there is no file {quoted(name)}, and {refused.reason}", field="FILE|-|GAME") from None
    if is_there:
        raise Refused(f"{quoted(name)} is a game and a file here; write ./{name} for the file", field="FILE|-|GAME")
    return False


def print_shape(described: dict[str, object], *, as_toml: bool) -> None:
    """Print an example or a schema."""
    from croupier.cli.commands.house import toml_value
    from croupier.cli.output import harmless

    if as_toml:
        print("\n".join(f"{name} = {toml_value(value)}" for name, value in described.items()))
    else:
        print(harmless(indented(described)))


def indented(described: dict[str, object]) -> str:
    """JSON for people: indented, and short lists on one line."""
    import json as text
    import re

    return re.sub(
        r'\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]',
        lambda found: f"[{' '.join(found[1].split())}]",
        text.dumps(described, indent=2, ensure_ascii=False),
    )


def asked(of: "Variant", save: Path | None) -> "Settlement":
    """Ask for a round, keep its description if that is wanted, and settle it."""
    from croupier.cli.questions import Questions, read_line
    from croupier.errors import Refused, Unwritten, quoted
    from croupier.files import check_replaceable, write_atomically
    from croupier.settlement.description import description_of
    from croupier.settlement.round import settle as settled

    if of.rulebook is None or of.game is None:
        raise Refused(f"{of.id} is a model; only a game can be settled")
    if save is not None:
        if not save.parent.is_dir():
            raise Refused(f"{quoted(str(save))} cannot be written: there is no such folder", field="--save")
        check_replaceable(save, save.resolve(), None)
    described = description_of(Questions(of.rulebook, read_line).ask_all())
    if save is not None:
        try:
            write_atomically(save, indented(described) + "\n")
        except OSError as error:
            raise Unwritten(save, error.strerror or str(error)) from None
    found = of.game
    return settled(str(save) if save else described, game=found)


def show_description(paid: "Settlement") -> None:
    """Print the round that was asked for as a description in one line, to be copied."""
    import json as text

    from croupier.cli.output import harmless
    from croupier.settlement.description import description_of

    print("\nThe round as a description; --save FILE would keep it:")
    print(harmless(text.dumps(description_of(paid.state), ensure_ascii=False)))
