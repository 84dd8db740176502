"""A kernel: generated source and the rules it names, compiled on first use and cached.

Only source and rule functions are sent, so a kernel can go to another process or machine and is compiled there, if the
same rules are there. Compiled code is stored in the user's cache directory under a fingerprint of everything it depends
on: a changed rule is compiled again, an unchanged one never.
"""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import ModuleType, SimpleNamespace
from typing import Any, Final

from croupier.errors import Refused, error_text
from croupier.kernel.cache import cache_directory, replacing
from croupier.kernel.fingerprint import fingerprint, identity
from croupier.kernel.terms import Terms, of_work, unlike

Compiled = Callable[..., Any]
_loaded: dict[str, Compiled] = {}
_arrived: dict[Terms, Compiled] = {}
_loading = RLock()


@dataclass(frozen=True)
class Kernel:
    """Source that defines one entry function, and the rules it calls."""

    entry: str
    signature: str
    """The entry's arguments, as Numba writes types."""
    source: str
    rules: tuple[tuple[str, Callable[..., Any]], ...]
    scratch: int = 0
    """How long an array the entry takes, as its last argument, to work in: compiled code makes none of its own."""

    @cached_property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(function for _, function in self.rules)

    @cached_property
    def made_of(self) -> str:
        """What the compiled code depends on, besides the sources in its directory's name."""
        return f"{self.entry} {self.signature}\n{self.source}\n{identity(self.functions)}"

    @cached_property
    def home(self) -> Path:
        """The cache directory for these rules in their present state."""
        return cache_directory() / fingerprint(self.functions)

    @cached_property
    def terms(self) -> Terms:
        """What must be the same wherever this kernel runs; one sent from elsewhere brings its own."""
        return of_work(self.functions, self.made_of)

    def __getstate__(self) -> dict[str, object]:
        """What is sent; each machine finds its own cache."""
        names = ("entry", "signature", "source", "rules", "scratch", "terms")
        return {name: getattr(self, name) for name in names}

    @property
    def compiled(self) -> Compiled:
        """The entry function, compiled; refused if it was sent with other rules than those here."""
        with _loading:  # one thread compiles while the others wait
            if "terms" not in self.__dict__:
                return self.found()
            if self.terms not in _arrived:
                if difference := unlike(self.terms, self.functions):
                    raise Refused(f"this machine has {difference}")
                _arrived[self.terms] = self.found()
            return _arrived[self.terms]

    @property
    def interpreted(self) -> Compiled:
        """The entry function as plain Python, for work that is too short to compile."""
        import numpy as np  # noqa: PLC0415  # slow to import

        names: dict[str, Any] = {**dict(self.rules), "numba": SimpleNamespace(njit=lambda function: function), "np": np}
        exec(compile(self.source, "<kernel>", "exec"), names)  # noqa: S102  # our own source
        return refusing(names[self.entry])

    def found(self) -> Compiled:
        """The entry function, from memory or from the cache."""
        path = self.home / f"kernel_{sha256(self.made_of.encode()).hexdigest()[:24]}.py"
        if str(path) not in _loaded:
            _loaded[str(path)] = refusing(self.load(path))
        return _loaded[str(path)]

    def load(self, path: Path) -> Compiled:
        """The entry from the cache, or compiled and kept there."""
        from croupier.kernel import machine_code  # noqa: PLC0415  # LLVM is slow to import

        with suppress(OSError, ValueError):
            return self.with_scratch(machine_code.loaded(machine_code.file_of(path).read_bytes()))
        code = self.made(path)
        with suppress(OSError), replacing(machine_code.file_of(path)) as draft:
            draft.write(code)
        return self.with_scratch(machine_code.loaded(code))

    def made(self, path: Path) -> bytes:
        """The machine code of the entry."""
        import numba  # noqa: PLC0415  # slow to import, and not needed for what was compiled before
        import numpy as np  # noqa: PLC0415  # as above

        from croupier.kernel import machine_code  # noqa: PLC0415  # as above
        from croupier.kernel.compiler import compiled, multiply_add, product, shifted  # noqa: PLC0415  # as above

        njit: Any = partial(numba.njit, **machine_code.OPTIONS)
        # its own module, where Numba looks for a function's globals
        module = sys.modules[path.stem] = ModuleType(path.stem)
        names = module.__dict__
        names.update({name: compiled(rule) for name, rule in self.rules})
        names.update(numba=SimpleNamespace(njit=njit), inline=njit(forceinline=True), np=np)
        names.update(product=product, multiply_add=multiply_add, shifted=shifted)
        exec(compile(self.source, str(path), "exec"), names)  # noqa: S102  # our own source
        try:
            code = machine_code.code_of(njit(self.signature)(names[self.entry]))
        except numba.core.errors.NumbaError as error:
            self.check_whole(names)
            raise Refused(f"these rules cannot be compiled: {in_short(str(error))}") from error
        except machine_code.NeedsPython as error:
            raise Refused(f"these rules cannot be compiled: {NEEDS_PYTHON}") from error
        self.check_whole(names)
        return code

    def check_whole(self, names: Mapping[str, Any]) -> None:
        """Refuse a rule that was compiled to give anything but whole numbers: parts of one depend on the machine."""
        from numba import types  # noqa: PLC0415  # as above

        for name, rule in self.rules:
            for given in {each.return_type for each in names[name].nopython_signatures}:
                if isinstance(given, types.Float):
                    raise Refused(
                        f"{rule.__name__} gives numbers with fractions; a rule gives whole numbers, so divide with //"
                    )
                if not isinstance(given, types.Integer | types.Boolean | types.Optional):
                    what = "nothing" if given is types.none else "no whole number"
                    raise Refused(f"{rule.__name__} returns {what}; a rule must return a whole number in every case")

    def with_scratch(self, entry: Compiled) -> Compiled:
        """The entry with an array of its own in each call, where it needs one."""
        if not self.scratch:
            return entry
        import numpy as np  # noqa: PLC0415  # as above

        dtype = np.uint8 if self.signature.endswith("uint8[::1])") else np.int64
        return lambda *arguments: entry(*arguments, np.zeros(self.scratch, dtype))


class RuleFailed(Refused):
    """A rule fails, or returns nothing, for some deal; only a deal that leads there shows it."""


def refusing(entry: Compiled) -> Compiled:
    """The same, but a rule that fails or returns nothing is refused."""

    def called(*arguments: Any) -> Any:  # noqa: ANN401  # as the entry's own
        try:
            return entry(*arguments)
        except TypeError as error:
            if "None" not in str(error):
                raise
            raise RuleFailed("a rule returns nothing for some deal; every rule must return a whole number") from error
        except (ArithmeticError, LookupError) as error:
            raise RuleFailed(f"a rule fails for some deal: {error_text(error)}; `analyze` says for which") from error

    return called


NEEDS_PYTHON: Final = (
    "a rule prints, or makes texts or lists; it may only compute with whole numbers, read tuples of them, and call "
    "other rules"
)


def in_short(error: str) -> str:
    """Numba's long error in short: what it could not do, and where."""
    if "NRT required" in error:
        return NEEDS_PYTHON
    if unmarked := re.search(r"Untyped global name '(\w+)'.*class 'function'", error):
        return f"they call {unmarked[1]}, which is not a rule; mark it with @rule"
    if unread := re.search(r"(?:Untyped global name|assigned to variable) '(\w+)'", error):
        return f"they read {unread[1]}, which must be a whole number, an enum of them or a tuple of them"
    said = [line.strip() for line in error.splitlines()]
    reasons = (line for line in said if line and "Failed in nopython" not in line)
    calls = (line.removeprefix(">>> ") for line in said if line.startswith(">>> "))
    files = (line for line in said if line.startswith('File "'))
    return " ".join((next(reasons, ""), next(calls, ""), next(files, "").removesuffix(":"))).strip()
