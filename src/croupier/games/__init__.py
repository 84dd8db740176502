"""The games that are known: those in this package, and those that installed packages offer as plug-ins.

A game is imported when it is first used. A plug-in is an entry point of the group `croupier.games`, named as its game's
id. Names that come from data, such as a journal, are looked up here: a name is compared with names that are
known, and never leads to a file or a module.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.errors import Refused, error_text, quoted, visible

if TYPE_CHECKING:
    from croupier.rulebook import Game  # who only asks what there is does not wait for it

GROUP: Final = "croupier.games"
OURS: Final = "croupier"
ADDRESS: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
"""Where a plug-in's game is: a module, and a name in it."""
PACKAGES: Final[set[str]] = set()
"""The packages, by their first names, of which plug-ins were loaded."""


class Entry(NamedTuple):
    """A game that is known: its id, where it is imported from, and who offers it."""

    id: str
    address: str
    aliases: tuple[str, ...] = ()
    """Of a plug-in the game itself says them; ours are listed here too, to be known before a game is imported."""
    source: str = OURS
    """The package and its version."""
    fault: str = ""
    """Why it is not used, where that is known before it is imported."""


GAMES: Final = {
    entry.id: entry
    for entry in (
        Entry("casino-monte", "croupier.games.casino_monte:CASINO_MONTE", ("monte",)),
        Entry("baccarat", "croupier.games.lucky_monkey:BACCARAT", ("bac",)),
        Entry("three-card-poker", "croupier.games.three_card_poker:THREE_CARD_POKER", ("tcp",)),
    )
}
"""The games in this package."""


class UnknownGame(Refused):
    """No game that is known has this name."""


def game(name: object) -> "Game":
    """Give a known game by its id, an alias, its initials, or a part of the id that no other game has."""
    word = name.strip().lower() if isinstance(name, str) else ""
    entry = ours(word) or installed(word)
    if entry is None:
        raise UnknownGame(f"{quoted(name)} is not a game; {hint(word)}", field="game")
    return load(entry)


def ours(word: str) -> Entry | None:
    """The game of this package that has a name of its own: no plug-in can take it over."""
    return next((entry for entry in GAMES.values() if word in names_of(entry)), None)


def is_name(name: str) -> bool:
    """Whether this is all of a name that a game has, as far as that is known before a plug-in is imported."""
    word = name.strip().lower()
    return ours(word) is not None or word in plug_ins()


def installed(word: str) -> Entry | None:
    """The game that is meant by another word: a plug-in's id, a part of an id, or an alias that a plug-in has."""
    if not word:
        return None
    if word in plug_ins():
        return plug_ins()[word]
    for entries in (GAMES, plug_ins()):
        parts = [entry for id_, entry in entries.items() if word in id_ or word == initials(id_)]
        if parts:
            return parts[0] if len(parts) == 1 else None
    called = [entry for entry in plug_ins().values() if word in aliases_of(entry)]
    return called[0] if len(called) == 1 else None


def hint(word: str) -> str:
    """What somebody may have meant, or what there is."""
    from difflib import get_close_matches  # noqa: PLC0415  # for those who mistype

    known = {name: entry.id for entry in (*GAMES.values(), *plug_ins().values()) for name in names_of(entry)}
    near = get_close_matches(word, known, 1)
    failed = any(isinstance(tried(entry), Refused) for entry in plug_ins().values())
    there = f"the closest is {known[near[0]]}" if near else f"there are {', '.join(ids())}"
    return f"{there}; `croupier games` says which could not be loaded" if failed else there


def initials(id_: str) -> str:
    """The first letters of an id's words."""
    return "".join(part[:1] for part in id_.split("-"))


def names_of(entry: Entry) -> tuple[str, ...]:
    """An id, its initials and its aliases."""
    return entry.id, initials(entry.id), *entry.aliases


def aliases_of(entry: Entry) -> tuple[str, ...]:
    """The aliases that a plug-in gives its game; none of one that cannot be loaded."""
    found = tried(entry)
    return () if isinstance(found, Refused) else tuple(alias.strip().lower() for alias in found.aliases)


# ── Plug-ins ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def plug_ins() -> Mapping[str, Entry]:
    """What installed packages offer, by id; nothing of it is imported yet."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow, and our own games do without

    try:
        points = entry_points(group=GROUP)
    except Exception as error:  # a package whose list of entry points is damaged
        raise Refused(f"the entry points of installed packages cannot be read: {error_text(error)}") from error
    found: dict[str, Entry] = {}
    for point in points:
        source = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
        id_, address = point.name.strip().lower(), point.value.strip()
        if id_ in found and found[id_].address != address:
            others = f"{found[id_].source} and {source}"
            found[id_] = found[id_]._replace(source=others, fault=f"{others} both offer it; uninstall one of them")
        else:
            fault = f"{taken(id_)} has this name; rename the plug-in" if taken(id_) else ""
            found[id_] = Entry(id_, address, source=source, fault=fault or address_fault(address))
    return dict(sorted(found.items()))


def address_fault(address: str) -> str:
    """What is wrong with where a plug-in says that its game is; empty if nothing is."""
    if ADDRESS.fullmatch(address):
        return ""
    return f"its entry point is {quoted(address)}; write the module and the name of its game, such as war_game:WAR"


def taken(name: str) -> str:
    """The game of this package that a name belongs to, if any."""
    entry = ours(name.strip().lower())
    return entry.id if entry else ""


def everything() -> Iterator[tuple[Entry, "Game | Refused"]]:
    """Every game that is known, loaded, or why it cannot be."""
    for entry in (*GAMES.values(), *plug_ins().values()):
        yield entry, tried(entry)


def tried(entry: Entry) -> "Game | Refused":
    """A game, or why it cannot be loaded."""
    try:
        return load(entry)
    except Refused as refused:
        return refused


def every_game() -> "list[Game]":
    """Every known game that can be loaded."""
    return [found for _, found in everything() if not isinstance(found, Refused)]


def ids() -> list[str]:
    """The ids of all known games, whether they can be loaded or not."""
    return [*GAMES, *(id_ for id_ in plug_ins() if id_ not in GAMES)]


def is_known(game: "Game") -> bool:
    """Whether a game is the one that its id stands for."""
    entry = GAMES.get(game.id) or plug_ins().get(game.id)
    return entry is not None and tried(entry) is game


def is_loaded(module: str) -> bool:
    """Whether a module belongs to a package whose plug-in was loaded."""
    return module.partition(".")[0] in PACKAGES


def reason_of(entry: Entry, reason: str) -> str:
    """Why a plug-in is not used, in one line."""
    return (
        f"the plug-in {quoted(entry.id)} of {visible(entry.source)} cannot be used: {visible(' '.join(reason.split()))}"
    )


@cache
def load(entry: Entry) -> "Game":
    """Import a game."""
    module, _, name = entry.address.partition(":")
    if entry.source == OURS:
        found: Game = getattr(import_module(module), name)
        return found
    if entry.fault:
        raise Refused(reason_of(entry, entry.fault))
    PACKAGES.add(module.partition(".")[0])
    try:
        with redirect_stdout(sys.stderr):  # what a plug-in prints does not get among results
            plugged_in = attrgetter(name)(import_module(module))
            fault = fault_of(entry, plugged_in)
    except KeyboardInterrupt:
        raise
    except Refused as refused:
        raise Refused(reason_of(entry, refused.reason)) from None
    except BaseException as error:  # also an exit, or whatever else must not end a program that can do without it
        raise Refused(reason_of(entry, error_text(error, place_in_package(error)))) from error
    if fault:
        raise Refused(reason_of(entry, fault))
    loaded: Game = plugged_in
    return loaded


def place_in_package(error: BaseException) -> str:
    """The line of a plug-in's own code in which an error came up, to be told after its name."""
    from traceback import walk_tb  # noqa: PLC0415  # as above

    frames = [each for each in walk_tb(error.__traceback__) if is_loaded(str(each[0].f_globals.get("__name__", "")))]
    return f" in line {frames[-1][1]} of {frames[-1][0].f_code.co_filename}" if frames else ""


def fault_of(entry: Entry, found: object) -> str:
    """What is wrong with something that a plug-in offers as a game; empty if nothing is."""
    from croupier.rulebook import Game  # noqa: PLC0415  # as above

    if not isinstance(found, Game):
        return f"{entry.address} is not a Game"
    if found.id != entry.id:
        return f"its game's id is {quoted(found.id)}; name the entry point so"
    for alias in found.aliases:
        if taken(alias):
            return f"its alias {quoted(alias)} belongs to {taken(alias)}; choose another"
    found.rulebook()  # what it refuses, or fails with, makes the game one that cannot be used
    return ""
