"""Which game is meant: a known one by its name, or one of your own by the Python file that writes it.

Files are named by people alone, at a command line or in a program. A name that a journal or a description holds is
looked up among the known games: no data leads to code.
"""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Final

from croupier.errors import Refused, error_text, quoted
from croupier.games import UnknownGame, is_loaded
from croupier.games import game as known_game
from croupier.rulebook import Game, Model

GameFinder = Callable[[object], Game]
"""Gives the game that data names."""
LOADED: Final[dict[str, str]] = {}
"""The files of Python that were run because somebody named them, by where they lie: what they were called."""


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
        if isinstance(name, str) and name.strip().lower() in (only.id, *map(str.lower, only.aliases)):
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
    return name.endswith(".py") or ".py:" in name


def game_in_file(name: str) -> Game | Model:
    """The game or model of this name in a file of Python; none is needed if there is one game, or one model."""
    file, _, wanted = name.partition(".py:")
    path = Path(file if file.endswith(".py") else f"{file}.py")
    found = {
        called: value
        for called, value in vars(loaded(path)).items()
        if isinstance(value, Game | Model) and not called.startswith("_")
    }
    games = {called: value for called, value in found.items() if isinstance(value, Game)}
    for only in (found, games):
        if not wanted and len(only) == 1:
            return next(iter(only.values()))
    if not found:
        raise Refused("there is no `Game` or `Model` in it; give one a name at the top level", field=str(path))
    if wanted not in found:
        what = f"there is no game or model {quoted(wanted)} in it" if wanted else "say which game, FILE.py:NAME"
        raise Refused(f"{what}; it has {', '.join(found)}", field=str(path))
    return found[wanted]


def loaded(path: Path) -> ModuleType:
    """Run a file of Python as a module; its neighbours can be imported from it, as when Python runs it."""
    if not path.is_file():
        raise Refused("there is no such file", field=str(path))
    spec = spec_from_file_location(module_name(path), path.resolve())
    if spec is None or spec.loader is None:
        raise Refused("this is not a file of Python", field=str(path))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where the engine finds what a rule's module is made of
    sys.path.insert(0, str(path.resolve().parent))
    LOADED[str(path.resolve())] = str(path)
    try:
        with redirect_stdout(sys.stderr):  # what a file prints does not get among results
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except Refused as refused:
        raise refused.at(str(path)) from None
    except BaseException as error:
        where = f" in line {line}" if (line := line_in(path, error)) else ""
        raise Refused(f"this cannot be loaded: {error_text(error, where)}", field=str(path)) from error
    return module


def line_in(path: Path, error: BaseException) -> int:
    """The line of a file in which an error came up; 0 if in none."""
    file = str(path.resolve())
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return lines[-1] if lines else 0


def fault_in_game(error: Exception) -> str:
    """Which function of somebody's own game failed, where and how; empty if none did."""
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        if file := own_file(frame):
            return f"{file}: `{frame.f_code.co_name}` fails in line {line}: {error_text(error)}"
    return ""


def own_file(frame: FrameType) -> str:
    """The file of somebody's own game that a function is in; empty if it is in none."""
    file = frame.f_code.co_filename
    return LOADED.get(file) or (file if is_loaded(str(frame.f_globals.get("__name__", ""))) else "")


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
