"""The terms on which one machine takes another's work: versions and sources must be alike on both.

Integers come out the same everywhere only where the same rules are applied. Sources tell of changed files; what the
functions do, as they were loaded, tells of a file that was changed after its program had started.
"""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import croupier
from croupier.identity import software_version
from croupier.kernel.fingerprint import identity, modules_reached

PACKAGE: Final = Path(croupier.__file__).parent
STARTED: Final = ("__main__", "__mp_main__")
"""The module that a program is started with, which is another one wherever the work goes."""
Function = Callable[..., Any]


class Terms(NamedTuple):
    """What must be alike; hashable, so that work that came on the same terms is looked at once."""

    python: str
    numba: str
    numpy: str
    croupier: str
    modules: tuple[tuple[str, str], ...] = ()
    """The modules that rules of others' games are made of, and their digests."""
    rules: str = ""
    """What the rules do that are not sent along, but imported there."""
    work: str = ""
    """What it is that is done, so that different work has different terms."""


@cache
def of_this_program() -> Terms:
    """What any work needs."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Terms(python, version("numba"), version("numpy"), software_version())


def of_work(functions: Iterable[Function], work: str) -> Terms:
    """What work with these rules needs."""
    known = tuple(functions)
    reached = modules_reached(known)
    others = {name: path for name, path in reached.items() if name not in STARTED and PACKAGE not in path.parents}
    modules = tuple(sorted((name, digest_of(path)) for name, path in others.items() if importable_module(name)))
    rules = identity(function for function in known if importable(function))
    return of_this_program()._replace(modules=modules, rules=rules, work=sha256(work.encode()).hexdigest())


def importable_module(name: str) -> bool:
    """Whether a module can be imported by its name, and not only here, where somebody has made it."""
    return getattr(sys.modules.get(name), "__spec__", None) is not None


def importable(function: Function) -> bool:
    """Whether a function is found by its names; one made in a notebook or by another function is sent along."""
    found: object = sys.modules.get(function.__module__) if function.__module__ not in STARTED else None
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def digest_of(path: Path) -> str:
    """A digest of a source file."""
    return sha256(path.read_bytes()).hexdigest()


def unlike(terms: Terms, functions: Iterable[Function] = ()) -> str:
    """What is not as the terms have it in this program, in words; nothing where all is alike."""
    mine = of_this_program()
    for name in ("Python", "Numba", "NumPy", "Croupier"):
        there, here = getattr(terms, name.lower()), getattr(mine, name.lower())
        if there != here:
            return f"{name} {here} where the work comes from {name} {there}"
    for name, digest in terms.modules:
        file = getattr(import_module(name), "__file__", None)
        if file is None or digest_of(Path(file)) != digest:
            return f"another {name} than where the work comes from"
    if terms.rules and terms.rules != identity(function for function in functions if importable(function)):
        return "rules that were changed after it had started, or where the work comes from"
    return ""
