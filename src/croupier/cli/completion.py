"""What the Tab key offers: games, their wagers, the lines of their paytables and their house rules."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from croupier.front.variant import Variant


def games(incomplete: str) -> list[str]:
    """The games, by their ids, initials and aliases; no plug-in is loaded to complete a word."""
    from croupier.games import GAMES, names_of, plug_ins

    entries = (*GAMES.values(), *plug_ins().values())
    return list(dict.fromkeys(beginning(incomplete, (name for entry in entries for name in names_of(entry)))))


def documents(incomplete: str) -> list[str]:
    """The kinds of documents."""
    from croupier.report.kinds import KINDS

    return beginning(incomplete, KINDS)


def wagers(context: typer.Context, incomplete: str) -> list[str]:
    return [each for variant in named(context) for each in beginning(incomplete, variant.wagers)]


def paytables(context: typer.Context, incomplete: str) -> list[str]:
    """A wager, and then its lines, which are separated by commas."""
    for variant in named(context):
        wager, equals, lines = incomplete.partition("=")
        if not equals:
            return beginning(incomplete, (f"{each}=" for each in variant.paytables))
        done, comma, line = lines.rpartition(",")
        found = beginning(line, (f"{each}:" for each in variant.paytables.get(wager, ())))
        return [f"{wager}={done}{comma}{each}" for each in found]
    return []


def house_rules(context: typer.Context, incomplete: str) -> list[str]:
    return [each for variant in named(context) for each in beginning(incomplete, (f"{n}=" for n in variant.house))]


def beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """The names that begin with what was typed."""
    return [name for name in names if name.startswith(incomplete)]


def named(context: typer.Context) -> "Iterator[Variant]":
    """The game that was named before, if it is one of ours; a file of Python is not run to complete a word."""
    from croupier.errors import Refused
    from croupier.front.variant import game
    from croupier.naming import is_file

    name = context.params.get("game") or next(iter(context.args), None)  # not read yet while an option lacks its value
    if isinstance(name, str) and not is_file(name):
        with suppress(Refused):
            yield game(name)
