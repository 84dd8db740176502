"""A fingerprint of everything an answer depends on: the source of every module the rules reach, and the engine's."""

import ast
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, EnumType
from functools import cache
from hashlib import sha256
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import CodeType, FunctionType, GenericAlias, ModuleType
from typing import Any

PACKAGE = Path(__file__).parent
ENGINE = (
    *(PACKAGE / f"{name}.py" for name in ("compiler", "fingerprint", "kernel", "machine_code", "source")),
    *(PACKAGE.parent / "exact" / f"{name}.py" for name in ("count", "counter", "parts", "space")),
)
"""The modules that compile rules and count; a change in others does not require a new count."""


FRONT_DOOR = __name__.partition(".")[0]
"""Names everything and loads it when it is used; what follows from it would be another thing each time."""


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """Hash the sources of these rule functions and of the engine."""
    digest = sha256(f"python {sys.version} numba {release('numba')} numpy {release('numpy')}".encode())
    for path in sorted({*reached(functions), *ENGINE}):
        digest.update(f"\n{path.name} ".encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


@cache
def release(package: str) -> str:
    """What tells one release of a package from another: the hash of the file it keeps its version in.

    Asking for the version itself would import the package, or all that reads the metadata of installed packages.
    """
    spec = find_spec(package)
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    kept = [file.read_bytes() for file in (folder / "_version.py", folder / "version.py") if file.is_file()]
    if not kept:
        from importlib.metadata import version  # noqa: PLC0415  # slow, and seldom needed

        return version(package)
    return sha256(b"".join(kept)).hexdigest()


def reached(functions: Iterable[Callable[..., Any]]) -> set[Path]:
    """The files of the functions' modules and of what they import, without installed packages."""
    return set(modules_reached(functions).values())


def modules_reached(functions: Iterable[Callable[..., Any]]) -> dict[str, Path]:
    """The same with the modules' names."""
    waiting = [function.__module__ for function in functions]
    own = {"croupier", *(name.partition(".")[0] for name in waiting)}
    files: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name not in files and module is not None and (path := own_file(module, own)):
            files[name] = path
            if name != FRONT_DOOR:
                waiting += imported(path, module)
    return files


def own_file(module: ModuleType, own: set[str]) -> Path | None:
    """The source file of a module in the rules' own packages, or of one that is not installed."""
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return None
    path, package = Path(file), module.__name__.partition(".")[0]
    installed = package in sys.stdlib_module_names or not {"site-packages", "dist-packages"}.isdisjoint(path.parts)
    return path if os.access(path, os.R_OK) and (package in own or not installed) else None


def imported(path: Path, module: ModuleType) -> tuple[str, ...]:
    return imports_in(path.read_text(encoding="utf-8"), module.__name__, hasattr(module, "__path__"))


IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([\w\s,]+\)|[\w ,*]+)|import[ \t]+([\w ,.]+))"
    r"[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
"""An import statement on its own lines, as almost all are."""


@cache
def imports_in(source: str, name: str, is_package: bool) -> tuple[str, ...]:  # noqa: FBT001  # a fact about the module
    """The modules that a source imports, and what it imports from them, which may be modules too."""
    package = name if is_package else name.rpartition(".")[0]
    plain = list(IMPORT.finditer(source))
    if len(plain) == len(re.findall(r"\bimport\b", source)):  # no other mention of `import`: no need to parse
        statements = [_statement(match) for match in plain]
    else:
        statements = list(_parsed(source))
    found: list[str] = []
    for level, base, names in statements:
        module = resolve_name("." * level + base, package) if level else base
        found += [module, *(f"{module}.{each}" for each in names)] if module else names
    return tuple(found)


def _statement(match: re.Match[str]) -> tuple[int, str, list[str]]:
    """The level, base and names of one plain statement."""
    dots, base, names, modules = match.groups()
    listed = [words[0] for part in (names or modules).strip("()").split(",") if (words := part.split())]
    return len(dots or ""), base or "", listed


def _parsed(source: str) -> Iterator[tuple[int, str, list[str]]]:
    """The same for every import statement, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield 0, "", [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]


def identity(functions: Iterable[Callable[..., Any]]) -> str:
    """Hash what functions do: their code, and every value, enum and function it names.

    Sources tell of changed files; this tells apart functions that one piece of source made, and those of a notebook.
    """
    digest = sha256()
    waiting: list[object] = list(functions)
    met: set[int] = set()
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, FunctionType):
            if id(thing) not in met:
                met.add(id(thing))
                digest.update(f"{thing.__module__} {thing.__qualname__}".encode())
                cells = [cell.cell_contents for cell in thing.__closure__ or ()]
                waiting += [thing.__code__, thing.__defaults__, *cells, *named(thing)]
        elif isinstance(thing, CodeType):
            digest.update(thing.co_code + repr((thing.co_names, thing.co_varnames)).encode())
            waiting += thing.co_consts
        elif isinstance(thing, EnumType):
            members: Mapping[str, Enum] = thing.__members__
            digest.update(repr([(name, member.value) for name, member in members.items()]).encode())
        elif isinstance(thing, tuple):
            digest.update(f"tuple of {len(thing)}".encode())
            waiting += thing
        elif thing is None or isinstance(thing, int | float | str | bytes):
            digest.update(f"{type(thing).__name__} {thing!r}".encode())
        elif isinstance(thing, type):  # such as int64, by which a rule makes a number
            digest.update(f"type {thing.__module__}.{thing.__qualname__}".encode())
        elif hasattr(thing, "tobytes") and not isinstance(thing, GenericAlias):  # an array, as compiled code has it
            digest.update(f"{type(thing).__name__} {getattr(thing, 'dtype', '')}".encode() + thing.tobytes())
    return digest.hexdigest()


def named(function: FunctionType) -> Iterator[object]:
    """The names in a function's code, in its comprehensions, and in the modules it names."""
    codes = [function.__code__]
    for code in codes:
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        for name in code.co_names:
            value = function.__globals__.get(name)
            yield value
            if isinstance(value, ModuleType):
                yield from (getattr(value, other, None) for other in code.co_names)
