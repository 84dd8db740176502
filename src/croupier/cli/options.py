"""What several commands take: a game, house rules, and `--json`."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import completion

if TYPE_CHECKING:
    from croupier.front.variant import Variant

OUR_GAMES = "{games}"
"""Stands in help for the games of this package; they are listed when a command is made."""
GAME = f"{OUR_GAMES}, an installed plug-in, or your own as FILE.py:NAME"
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAME}.", autocompletion=completion.games)]
AnyGameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"{GAME}; all games by default.", autocompletion=completion.games),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game, if it is not a known one: your own as FILE.py:NAME.",
        autocompletion=completion.games,
    ),
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        metavar="NAME=VALUE",
        help="Set a house rule, such as decks=8 or commission=5%. May be repeated.",
        autocompletion=completion.house_rules,
    ),
]
HouseOption = Annotated[
    Path | None, typer.Option("--house", metavar="FILE", help="Take house rules from a TOML file; -p wins over it.")
]
JournalArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A journal that `croupier play --journal` wrote.")
]
INSTALL = {"serve": "`pip install '.[serve]'`", "postgres": "`pip install '.[postgres]'`"}
DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="The house in this folder; `~/.local/share/croupier/house` if left out."
    ),
]
DatabaseOption = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="The house in this PostgreSQL database: postgresql://….")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster, such as 10.0.0.1:8786.")
]
DeviceOption = Annotated[
    str, typer.Option("--device", metavar="cpu|gpu", help="Work on this machine's cores, or on its NVIDIA GPU.")
]


def check_one_place(data: Path | None, database: str | None) -> None:
    """Refuse a house that would be in two places."""
    from croupier.errors import Mismatch

    if data is not None and database is not None:
        raise Mismatch("--data", "does not go with", "--database")


@contextmanager
def installed(extra: str) -> Iterator[None]:
    """Say which packages are missing where something needs an extra of ours."""
    from croupier.errors import Refused

    try:
        yield
    except ModuleNotFoundError as missing:
        raise Refused(f"this needs {missing.name}; in a checkout install it with: {INSTALL[extra]}") from None


@contextmanager
def named_files() -> Iterator[None]:
    """Name the file or folder that the system does not let a command use."""
    from croupier.errors import Refused

    try:
        yield
    except OSError as error:
        if not error.filename or not error.strerror:
            raise
        raise Refused(f"this cannot be used: {error.strerror}", field=str(error.filename)) from None


def set_effort(name: str) -> Callable[[bool], bool]:
    """A switch that holds for every count of its command."""

    def switch(given: bool) -> bool:
        from dataclasses import replace

        from croupier.kernel.effort import EFFORT

        if given:
            EFFORT.set(replace(EFFORT.get(), **{name: True}))  # type: ignore[arg-type]  # `anyway` or `prove`
        return given

    return switch


AnywayOption = Annotated[
    bool,
    typer.Option(
        "--anyway",
        callback=set_effort("anyway"),
        help="Count even if it takes hours, or more memory than is free.",
    ),
]
ProveOption = Annotated[
    bool,
    typer.Option(
        "--prove-alike",
        callback=set_effort("prove"),
        help="Check on every deal, not just on some, that cards which the rules call alike are alike.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print data for machines instead of text for people.")]
PaytableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="WAGER=ODDS,…",
        help="Pay these odds on a wager's lines, in the order that `croupier house` lists them, or LINE:ODDS on one "
        "line. May be repeated.",
        autocompletion=completion.paytables,
    ),
]
RemovedOption = Annotated[
    str, typer.Option("--removed", metavar="CARDS", help="Take cards out of the decks first, such as 'Ah Kd'.")
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="optimal|simple|FILE",
        help="How the player decides; FILE is TOML or JSON, or the JSON text itself.",
    ),
]
StakeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--stake",
        metavar="[WAGER=]DOLLARS",
        help="The stake each round, on the first wager or on the one named. May be repeated.",
    ),
]
CsvOption = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        metavar="FILE|-",
        help="Write the rows to a CSV file, replacing only one that Croupier wrote; - prints them instead of text.",
    ),
]

PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE.svg|png",
        help="Draw the main chart, or the one that --chart names, replacing only a drawing that Croupier made.",
    ),
]
ChartOption = Annotated[
    str,
    typer.Option("--chart", metavar="NAME", help="Which chart --plot draws; a name that there is not lists them."),
]


def whole(text: str) -> int:
    """Read a whole number as it is written, digits and a minus where it is below 0; a default comes as a number."""
    if not re.fullmatch(r"-?[0-9]{1,18}", str(text)):
        raise typer.BadParameter(f"{text!r} is not a valid integer")
    return int(text)


def at_least_one(text: str) -> int:
    """Read a whole number from 1 on."""
    number = whole(text)
    if number < 1:
        raise typer.BadParameter(f"{number} is below 1")
    return number


def text_from(text: str, field: str) -> str:
    """Refuse an argument of bytes that are not text."""
    from croupier.errors import Refused

    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused("this is not text in UTF-8", field=field) from None
    return text


def house_rules(rules: list[str] | None, file: Path | None, paytables: list[str] | None = None) -> dict[str, object]:
    """Put together the house rules of a file and of the command line, yet to be read by their game.

    A paytable that is given whole with `--paytable` is not given with `-p` too.
    """
    from croupier.errors import Refused, quoted
    from croupier.front.inputs import described_in, is_json
    from croupier.settlement.reading import parse
    from croupier.spelling import squeezed

    set_here: dict[str, object] = {}
    for rule in rules or []:
        name, given, value = rule.partition("=")
        if not given or not name.strip():
            raise Refused(f"{quoted(rule)} does not set a house rule; give NAME=VALUE, such as decks=8", field="-p")
        if name.strip() in set_here:
            raise Refused(f"{quoted(name.strip())} is set twice; set each house rule once", field="-p")
        try:
            set_here[name.strip()] = parse(value) if is_json(value) else value.strip()
        except Refused as refused:
            raise refused.at(f"-p {name.strip()}") from None
    for given in paytables or []:
        wager, _, odds = given.partition("=")
        twice = [name for name in set_here if squeezed(name) == squeezed(f"{wager}_paytable")]
        if twice and not re.search("[:=]", odds):
            raise Refused(f"the paytable of {wager.strip()} is set here and with -p {twice[0]}", field="--paytable")
    return (described_in(str(file)) if file else {}) | set_here


def variant(game: str, rules: list[str] | None, house: Path | None, paytable: list[str] | None = None) -> "Variant":
    """The game of a command under its house rules."""
    from croupier.front.variant import game as named

    return named(game, house=house_rules(rules, house, paytable), paytable=paytable or ())


SAME_NAME = (
    *("bank", "bankroll", "button", "chart", "cluster", "count", "csv", "dealing", "deals", "dealt", "decided"),
    *("device", "edge", "hit", "known", "late", "least", "often", "paths", "payouts", "paytable", "plot", "rate"),
    *("removed", "rounds", "seats", "seen", "shift", "shoes", "spread", "stake", "strategy", "until", "within"),
    *("workers",),
)
"""The options that are called as the arguments of functions are."""
ARGUMENTS = {name: f"--{name}" for name in SAME_NAME} | {
    "held_back": "--held-back",
    "max_top": "--max-top",
    "prove_alike": "--prove-alike",
    "rounds_per_hour": "--rounds-per-hour",
    "shifts": "--rounds",
    "stakes": "--stake",
    "top_max": "--max-top",
    "wager": "WAGER",
}
"""How arguments of functions are called at the command line."""


@contextmanager
def told_as_options(**others: str) -> Iterator[None]:
    """Name in a refusal the option that a person gave, where a function has another word for it."""
    from croupier.errors import Mismatch, Refused

    def option(argument: str) -> str:
        name, _, value = argument.partition("=")
        named = others.get(name) or ARGUMENTS.get(name)
        return f"{named} {value}".strip() if named else argument

    try:
        yield
    except Mismatch as refused:
        raise Mismatch(option(refused.field), refused.verb, option(refused.other)) from None
    except Refused as refused:
        raise Refused(refused.reason, clause=refused.clause, field=option(refused.field)) from None


def chips_from(text: str) -> int:
    """Read dollars of chips into cents."""
    from croupier.errors import Refused
    from croupier.money import cents_from

    try:
        cents = cents_from(text)
    except Refused as refused:
        raise refused.at("--chips") from None
    if cents <= 0:
        raise Refused("the chips must be above 0", field="--chips")
    return cents
