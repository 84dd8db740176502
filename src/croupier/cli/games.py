"""What a command of the exact engine is asked about: a game we know under house rules, or one of your own in a file."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from rich.text import Text

from croupier.cli.console import heading_of
from croupier.cli.options import game_id
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.api import model_of
from croupier.games import game as game_by_id
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model


@dataclass(frozen=True)
class Asked:
    """A game to analyse."""

    id: str
    title: str
    game: Game | None
    """None where a model stands alone."""
    model: Model
    house: Mapping[str, object]
    """Every house rule as it is; a model alone has none."""
    changes: Mapping[str, object]
    """Those that are not the usual ones."""

    rulings: tuple[str, ...] = ()
    book: Rulebook | None = None
    place: str = ""
    """How it is named at the command line."""

    @cached_property
    def conditions(self) -> Conditions:
        """What every answer about it presumes."""
        return conditions_of(self.book or self.model, place=self.place)

    def cited(self, wager: str) -> str:
        """The rulings that a wager's rule cites, in brackets."""
        rule = next(known.outcome.function for known in self.model.wagers if known.id == wager)
        cited = [id_ for id_ in self.rulings if re.search(rf"\b{id_}\b", rule.__doc__ or "")]
        return f" ({', '.join(cited)})" if cited else ""

    @property
    def heading(self) -> Text:
        """The title, and the house rules that are not the usual ones."""
        return heading_of(self.conditions)


def asked(name: str, house: Mapping[str, object]) -> Asked:
    """A game named by its id, or by `FILE.py:NAME`."""
    game = game_in_file(name) if is_file(name) else game_by_id(game_id(name))
    if isinstance(game, Model):
        return Asked(game.id, game.id, None, model_of(game, house), {}, {}, place=name)
    book = game.rulebook(game.house(house))
    return Asked(
        game.id,
        game.title,
        game,
        book.model,
        book.house.show(),
        book.house.changes(),
        tuple(r.id for r in game.rulings),
        book,
        name if is_file(name) else game.id,
    )


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
        raise Refused("this is no file of Python", field=str(path))
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
