"""Which game is meant: a known one by its name, or one of your own by the Python file that writes it.

Files are named by people alone, at a command line or in a program. A name that a journal or a description holds is
looked up among the known games: no data leads to code.
"""

import sys
from collections.abc import Callable
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from croupier.errors import Refused, quoted
from croupier.games import UnknownGame
from croupier.games import game as known_game
from croupier.rulebook import Game, Model

GameFinder = Callable[[object], Game]
"""Gives the game that data names."""


def game_named(name: object) -> Game | Model:
    """A game as somebody named it: `tcp`, `FILE.py:NAME`, a game or model itself, or something that is of a game."""
    if isinstance(name, Game | Model):
        return name
    if isinstance(name, str) and is_file(name):
        return game_in_file(name)
    of = getattr(name, "game", None)
    return of if isinstance(of, Game) else known_game(name)


def dealt_game(name: object) -> Game:
    """A game that can be dealt; a model alone, which can only be analysed, is refused."""
    found = game_named(name)
    if isinstance(found, Model):
        raise Refused(
            f"{found.id} is a model, which can be analysed; to be dealt it needs clauses, house rules and a procedure, "
            "so write it as a `Game`",
            field="game",
        )
    return found


def finder(given: object = None) -> GameFinder:
    """Find the game that data names: among the known games, or the one that a person gives, if it is that."""
    if given is None:
        return game_in_data
    only = dealt_game(given)

    def find(name: object) -> Game:
        if isinstance(name, str) and name.strip().lower() in (only.id, *only.aliases):
            return only
        try:
            is_same = known_game(name) is only
        except Refused:
            is_same = False
        if not is_same:
            raise Refused(f"this is of {quoted(name)}, not of {only.id}; name that game, or none if it is a known one")
        return only

    return find


def game_in_data(name: object) -> Game:
    """The known game that a journal or a description names."""
    try:
        return known_game(name)
    except UnknownGame as refused:
        raise Refused(f"{refused.reason}; name a game of your own with --game FILE.py:NAME", field="game") from None


def place_named(name: str, found: Game | Model) -> str:
    """How a game is named at a command line by somebody who named it so."""
    return name if is_file(name) else found.id


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_file(name: str) -> bool:
    """Whether a game is named by a file of Python."""
    return name.endswith(".py") or ".py:" in name


def game_in_file(name: str) -> Game | Model:
    """The game or model that a file of Python has under a name; the name may be left out where there is but one."""
    file, _, wanted = name.partition(".py:")
    path = Path(file if file.endswith(".py") else f"{file}.py")
    found = {
        called: value
        for called, value in vars(loaded(path)).items()
        if isinstance(value, Game | Model) and not called.startswith("_")
    }
    if not wanted and len(found) == 1:
        return next(iter(found.values()))
    if wanted not in found:
        there = f"it has {', '.join(found)}" if found else "it has none"
        what = f"there is no game or model {quoted(wanted)} in it" if wanted else "say which game, FILE.py:NAME"
        raise Refused(f"{what}; {there}", field=str(path))
    return found[wanted]


def loaded(path: Path) -> ModuleType:
    """Run a file of Python as a module; its neighbours can be imported from it, as when Python runs it."""
    if not path.is_file():
        raise Refused("there is no such file", field=str(path))
    spec = spec_from_file_location(module_name(path), path)
    if spec is None or spec.loader is None:
        raise Refused("this is not a file of Python", field=str(path))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where the engine finds what a rule's module is made of
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Refused as refused:
        raise refused.at(str(path)) from None
    except (Exception, SystemExit) as error:
        raise Refused(f"this cannot be loaded: {type(error).__name__}: {error}", field=str(path)) from error
    return module


def module_name(path: Path) -> str:
    """The name by which others, such as the workers of a cluster, import a file; another where that name is taken."""
    taken = f"own_game_{path.stem}"
    if not path.stem.isidentifier():
        return taken
    try:
        known = find_spec(path.stem)
    except ValueError:  # a module that was made by hand
        return taken
    free = known is None or (known.origin is not None and Path(known.origin).resolve() == path.resolve())
    return path.stem if free else taken
