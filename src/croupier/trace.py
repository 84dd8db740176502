"""Where a clause lives: the code that implements it and the tests that prove it.

Both are found by reading source, so neither can be claimed without being there: code by naming the clause's id in a
docstring, a comment or a value outside the clause's own declaration; a test by its `@proves` or `@guards` mark.
A wheel has no tests: what was found when it was built ships in it as `trace.json`. A game from elsewhere is traced in
the files that its rules are in.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from croupier.conditions import Conditions, modules_of, near, place_of
from croupier.games import GAMES, load
from croupier.naming import dealt_game
from croupier.result import Result, Row
from croupier.rulebook import Clause, Game, Ruling
from croupier.sheet import Sheet

PACKAGE: Final = Path(__file__).parent
TESTS: Final = PACKAGE.parent.parent / "tests"
"""The tests beside a checkout; an installed package has none."""
SHIPPED: Final = PACKAGE / "trace.json"
"""What was found when the package was built; a checkout has none."""
NOT_CARRIERS: Final = (PACKAGE / "cli" / "commands", PACKAGE / "errors.py")
"""Files that name clauses as examples."""

GAMES_PACKAGE: Final = "croupier.games."
DECLARATIONS: Final = ("section", "Ruling")
LISTINGS: Final = ("equipment", "remedies")
"""Fields of a game that list clauses without carrying them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in source that implements or proves a clause."""

    file: str
    line: int
    name: str
    kind: str
    """`code`, `proves` or `guards`."""


@dataclass(frozen=True, repr=False)
class Trace(Result):
    """Every clause and ruling of a game with its code and tests."""

    game: Game
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.trace/1"

    @property
    def clauses(self) -> tuple[Clause | Ruling, ...]:
        """The clauses in the order of the documents, then the rulings."""
        return (*self.game.clauses, *self.game.rulings)

    @property
    def summary(self) -> str:
        """How many are implemented and proved."""
        in_code, proved = (
            sum(any(place.kind == kind for place in places_of(self.game, clause.id)) for clause in self.clauses)
            for kind in ("code", "proves")
        )
        return f"{self.game.title}: of {len(self.clauses)} clauses {in_code} are in the code, {proved} proved by tests"

    def data(self) -> dict[str, object]:
        """Every clause with its code and its tests."""
        clauses = [{**clause_data(clause), **carriers_data(self.game, clause.id)} for clause in self.clauses]
        return {"game": self.game.id, "title": self.game.title, "clauses": clauses}

    def to_rows(self) -> list[Row]:
        """One row for every place that implements or proves a clause, and one for a clause that nothing does."""
        none = Place("", 0, "", "")
        return [
            {
                "clause": clause.id,
                "kind": kind_of(clause),
                "text": clause.text,
                "role": place.kind,
                "file": place.file,
                "line": place.line or "",
                "name": place.name,
            }
            for clause in self.clauses
            for place in (places_of(self.game, clause.id) or (none,))
        ]

    @property
    def sheet(self) -> Sheet:
        """The matrix of clauses, code and tests; tests by their place alone, for their names are sentences."""
        rows = []
        for clause in self.clauses:
            id_ = clause.id
            for place in places_of(self.game, clause.id):
                name = f" {place.name}" if place.kind == "code" else ""
                rows.append((id_, ROLES[place.kind], f"{place.file}:{place.line}{name}"))
                id_ = ""
            if id_:
                rows.append((id_, f"nothing: {kind_of(clause)}", ""))
        named = place_of(self.game) or self.game.id
        note = f"`croupier rules {named} CLAUSE` names the tests of one clause; --json and --csv name all."
        return Sheet(self.game.title, heads=("clause", "role", "where"), rows=tuple(rows), words=3, note=note)


ROLES: Final = {"code": "code", "proves": "proved by", "guards": "guarded by"}


def trace_of(game: str | Game) -> Trace:
    """Trace every clause and ruling of a game to the code that implements it and the tests that prove it."""
    return Trace(dealt_game(game))


def kind_of(clause: Clause | Ruling) -> str:
    return "ruling" if isinstance(clause, Ruling) else clause.kind.value


def clause_data(clause: Clause | Ruling) -> dict[str, object]:
    """A clause or ruling without its code and tests."""
    data: dict[str, object] = {"id": clause.id, "kind": kind_of(clause), "text": clause.text}
    if isinstance(clause, Ruling):
        return data
    return data | {"document": clause.document.title, "section": clause.section}


def carriers_data(game: Game, id_: str) -> dict[str, object]:
    """The code and the tests of a clause."""
    return {
        kind: [{"file": p.file, "line": p.line, "name": p.name} for p in places_of(game, id_) if p.kind == kind]
        for kind in ROLES
    }


def places_of(game: Game, id_: str) -> tuple[Place, ...]:
    """The code that implements a clause, and the tests that prove it or guard against its breach."""
    ours = () if id_ in _of_others(game) else _places().get(id_, ())
    return (*ours, *_places_elsewhere(game).get(id_, ()))


@cache
def _of_others(game: Game) -> frozenset[str]:
    """The ids that are clauses of other games in this package: a game shares them that has their words and rules."""
    modules = modules_of(game.rulebook().model)
    shared: set[Clause | Ruling] = {*game.clauses, *game.rulings}
    others: set[str] = set()
    for known in map(load, GAMES.values()):
        rules = {name for name in modules_of(known.rulebook().model) if name.startswith(GAMES_PACKAGE)}
        of_known: set[Clause | Ruling] = {*known.clauses, *known.rulings}
        others.update(clause.id for clause in (of_known - shared if rules & modules else of_known))
    return frozenset(others)


@cache
def _places() -> Mapping[str, tuple[Place, ...]]:
    return read_shipped() if SHIPPED.is_file() and not TESTS.is_dir() else found()


@cache
def _places_elsewhere(game: Game) -> Mapping[str, tuple[Place, ...]]:
    """Every place in the files of a game that are not of this package, by clause."""
    modules = {game.build.__module__, *modules_of(game.rulebook().model)}
    files = {getattr(sys.modules.get(name), "__file__", None) for name in modules}
    elsewhere = sorted(Path(file) for file in files if file and not Path(file).is_relative_to(PACKAGE))
    places = defaultdict(list)
    for path in elsewhere:
        for id_, place in in_module(path.read_text(encoding="utf-8"), near(path).as_posix(), clause_ids((game,))):
            places[id_].append(place)
    return {id_: tuple(of) for id_, of in places.items()}


def clause_ids(games: Sequence[Game]) -> re.Pattern[str]:
    """Matches whatever looks like a clause of some games: their prefixes, such as `TCP`, with what follows."""
    ids = [*(c.id for game in games for c in game.clauses), *(r.id for game in games for r in game.rulings)]
    prefixes = sorted({id_.partition("-")[0] for id_ in ids})
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, prefixes)) or '(?!)'})-[0-9A-Z]\w*")


def found() -> dict[str, tuple[Place, ...]]:
    """Every place in the source of the package and in the tests beside it, by clause."""
    places = defaultdict(list)
    ids = clause_ids([load(entry) for entry in GAMES.values()])
    for path in sorted(PACKAGE.rglob("*.py")):
        if not any(path.is_relative_to(other) for other in NOT_CARRIERS):
            file = path.relative_to(PACKAGE.parent).as_posix()
            for id_, place in in_module(path.read_text(encoding="utf-8"), file, ids):
                places[id_].append(place)
    for path in sorted(TESTS.rglob("test_*.py")):
        for id_, place in in_tests(path.read_text(encoding="utf-8"), path.relative_to(TESTS.parent).as_posix()):
            places[id_].append(place)
    order = list(ROLES)
    return {id_: tuple(sorted(of, key=lambda place: order.index(place.kind))) for id_, of in places.items()}


def shipped_text() -> str:
    """What `trace.json` holds."""
    return json.dumps({id_: [astuple(place) for place in of] for id_, of in sorted(found().items())}) + "\n"


def read_shipped() -> dict[str, tuple[Place, ...]]:
    """What was found when the package was built."""
    read = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return {id_: tuple(Place(*place) for place in of) for id_, of in read.items()}


def in_module(source: str, file: str, ids: re.Pattern[str]) -> Iterator[tuple[str, Place]]:
    """Every clause id that the functions, classes and values of a module name."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        name = name_of(node)
        if not name or node.end_lineno is None:
            continue
        skipped = declared_lines(node)
        seen: set[str] = set()
        for number in range(first_line(node), node.end_lineno + 1):
            if number not in skipped:
                for id_ in ids.findall(lines[number - 1]):
                    if id_ not in seen:
                        seen.add(id_)
                        yield id_, Place(file, number, name, "code")


def name_of(node: ast.stmt) -> str:
    """The name that a top-level statement defines, if any."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


def first_line(node: ast.stmt) -> int:
    """The line on which a statement begins, decorators included."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
        return node.decorator_list[0].lineno
    return node.lineno


def declared_lines(node: ast.stmt) -> set[int]:
    """The lines on which clauses and rulings are declared or listed rather than implemented."""
    return {
        line
        for part in ast.walk(node)
        if isinstance(part, ast.Call | ast.keyword) and is_declaration(part)
        for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)
    }


def is_declaration(part: ast.Call | ast.keyword) -> bool:
    if isinstance(part, ast.keyword):
        return part.arg in LISTINGS
    return isinstance(part.func, ast.Name) and part.func.id in DECLARATIONS


def in_tests(source: str, file: str) -> Iterator[tuple[str, Place]]:
    """Every clause that a test of a module is marked with."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for mark in node.decorator_list:
                if (
                    isinstance(mark, ast.Call)
                    and isinstance(mark.func, ast.Name)
                    and mark.func.id in ("proves", "guards")
                ):
                    for argument in mark.args:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            yield argument.value, Place(file, node.lineno, node.name, mark.func.id)
