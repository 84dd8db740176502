"""The conditions for one machine to work for another: the same versions and sources on both.

Results are the same everywhere only if the same rules are applied. Source digests reveal changed files; digests of the
loaded functions reveal files changed after a program was started.
"""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

from croupier.identity import software_version
from croupier.kernel.fingerprint import identity, modules_reached

PACKAGE: Final = Path(__file__).parent.parent
STARTED: Final = ("__main__", "__mp_main__")
"""The module a program is started with, which differs on every machine."""
Function = Callable[..., Any]


class Terms(NamedTuple):
    """What must be the same; hashable, so that equal terms are checked once."""

    python: str
    numba: str
    numpy: str
    croupier: str
    modules: tuple[tuple[str, str], ...] = ()
    """Modules outside Croupier that the rules use, with their digests."""
    rules: str = ""
    """A digest of the rules that are imported there rather than sent."""
    work: str = ""
    """A digest of the work, so that different work has different terms."""


@cache
def of_this_program() -> Terms:
    """The terms for any work."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Terms(python, version("numba"), version("numpy"), software_version())


def of_work(functions: Iterable[Function], work: str) -> Terms:
    """The terms for work with these rules."""
    known = tuple(functions)
    reached = modules_reached(known)
    others = {name: path for name, path in reached.items() if name not in STARTED and PACKAGE not in path.parents}
    modules = tuple(sorted((name, digest_of(path)) for name, path in others.items() if importable_module(name)))
    rules = identity(function for function in known if importable(function))
    return of_this_program()._replace(modules=modules, rules=rules, work=sha256(work.encode()).hexdigest())


def importable_module(name: str) -> bool:
    """Whether a module can be imported by name, not only where it was created."""
    return getattr(sys.modules.get(name), "__spec__", None) is not None


def importable(function: Function) -> bool:
    """Whether a function can be imported by name; others, such as a notebook's, are sent."""
    found: object = sys.modules.get(function.__module__) if function.__module__ not in STARTED else None
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def digest_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def unlike(terms: Terms, functions: Iterable[Function] = ()) -> str:
    """The first difference between the terms and this program, in words; empty if there is none."""
    mine = of_this_program()
    for name in ("Python", "Numba", "NumPy", "Croupier"):
        there, here = getattr(terms, name.lower()), getattr(mine, name.lower())
        if there != here:
            return f"{name} {here}, but the work comes from {name} {there}"
    for name, digest in terms.modules:
        file = getattr(import_module(name), "__file__", None)
        if file is None or digest_of(Path(file)) != digest:
            return f"a different {name} from the machine that sent the work"
    if terms.rules and terms.rules != identity(function for function in functions if importable(function)):
        return "rules that were changed after it started, or on the machine that sent the work"
    return ""
