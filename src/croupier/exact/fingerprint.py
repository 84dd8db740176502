"""A fingerprint of everything an answer depends on: the source of every module the rules reach, and the engine's."""

import ast
import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

ENGINE = tuple(
    Path(__file__).with_name(f"{name}.py") for name in ("compiler", "count", "counter", "fingerprint", "space")
)
"""The modules that make a count; those that read it may change without counting again."""


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """Hash the sources that these rule functions and the engine are made of."""
    digest = sha256(f"python {sys.version} numba {version('numba')} numpy {version('numpy')}".encode())
    for path in sorted({*reached(functions), *ENGINE}):
        digest.update(f"\n{path.name} ".encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def reached(functions: Iterable[Callable[..., Any]]) -> set[Path]:
    """The files of the modules that functions are in, and of those they import, as far as they are not others' work."""
    roots = {function.__module__.partition(".")[0] for function in functions}
    waiting = [function.__module__ for function in functions]
    files: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if name not in files and module is not None and (path := own_file(module, roots)):
            files[name] = path
            waiting += imported(path, module)
    return set(files.values())


def own_file(module: ModuleType, roots: set[str]) -> Path | None:
    """The source file of a module of the rules' own packages."""
    file = getattr(module, "__file__", None)
    return Path(file) if file and module.__name__.partition(".")[0] in roots else None


def imported(path: Path, module: ModuleType) -> tuple[str, ...]:
    """The names of the modules that a module imports."""
    return imports_in(path.read_text(encoding="utf-8"), module.__name__, hasattr(module, "__path__"))


@cache
def imports_in(source: str, name: str, is_package: bool) -> tuple[str, ...]:  # noqa: FBT001  # a fact about the module
    """The modules that a source imports, and what it imports from them, which may be modules too."""
    package = name if is_package else name.rpartition(".")[0]
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
            found += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return tuple(found)
