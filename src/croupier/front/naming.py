"""Which game is meant: one of ours by its name, or one of your own by the Python file that writes it."""

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from croupier.errors import Refused, quoted
from croupier.games import game as game_by_name
from croupier.rulebook import Game, Model


def game_named(name: str) -> Game | Model:
    """A game as somebody named it: `tcp`, or `FILE.py:NAME`."""
    return game_in_file(name) if is_file(name) else game_by_name(name)


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
