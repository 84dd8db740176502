"""Where a clause lives: the code that carries it and the tests that prove it.

Both are found by reading source, so neither can be claimed without being there: code carries a clause by naming its id
in a docstring, a comment or a value outside the clause's own declaration; a test by its `@proves` or `@guards` mark.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent
TESTS: Final = PACKAGE.parent.parent / "tests"
"""The tests beside a checkout; an installed package has none."""

NOT_CARRIERS: Final = (PACKAGE / "evidence.py", PACKAGE / "cli" / "app.py")
"""Files that name clauses as examples."""

CLAUSE_ID: Final = re.compile(r"(?<![\w-])(?:CM|LM|BAC|TCP)-[0-9A-Z]\w*")
DECLARATIONS: Final = ("section", "Ruling")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in source that carries or proves a clause."""

    file: str
    line: int
    name: str
    kind: str
    """`code`, `proves` or `guards`."""


def code_for(clause: str) -> tuple[Place, ...]:
    """The code that carries a clause."""
    return tuple(place for id_, place in _code() if id_ == clause)


def tests_for(clause: str) -> tuple[Place, ...]:
    """The tests that prove a clause or guard against its breach; none where no tests are beside the package."""
    return tuple(place for id_, place in _tests() if id_ == clause)


@cache
def _code() -> tuple[tuple[str, Place], ...]:
    return tuple(
        found
        for path in sorted(PACKAGE.rglob("*.py"))
        if path not in NOT_CARRIERS
        for found in in_module(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE.parent).as_posix())
    )


def in_module(source: str, file: str) -> Iterator[tuple[str, Place]]:
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
                for id_ in CLAUSE_ID.findall(lines[number - 1]):
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
    """The lines on which clauses and rulings are declared rather than carried."""
    return {
        line
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in DECLARATIONS
        for line in range(call.lineno, (call.end_lineno or call.lineno) + 1)
    }


@cache
def _tests() -> tuple[tuple[str, Place], ...]:
    if not TESTS.is_dir():
        return ()
    return tuple(
        found
        for path in sorted(TESTS.rglob("test_*.py"))
        for found in in_tests(path.read_text(encoding="utf-8"), path.relative_to(TESTS.parent).as_posix())
    )


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
