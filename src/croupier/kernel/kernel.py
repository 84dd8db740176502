"""A kernel: written source and the rules it names, compiled on first use and kept compiled.

Source and rule functions are all that travels, so a kernel can be sent to another process or another machine and is
compiled there, provided that the same rules are there. Compiled code lies in the user's cache directory under a
fingerprint of everything it depends on, so that a changed rule is compiled again and an unchanged one never.
"""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import ModuleType, SimpleNamespace
from typing import Any

from croupier.errors import Refused
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

    @cached_property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The rule functions."""
        return tuple(function for _, function in self.rules)

    @cached_property
    def made_of(self) -> str:
        """What the compiled code hangs on, besides the sources that its home is named by."""
        return f"{self.entry} {self.signature}\n{self.source}\n{identity(self.functions)}"

    @cached_property
    def home(self) -> Path:
        """The directory of everything that these rules, as they stand in their files, have led to."""
        return cache_directory() / fingerprint(self.functions)

    @cached_property
    def terms(self) -> Terms:
        """What must be alike where this kernel is run; one that has arrived from elsewhere brings its own."""
        return of_work(self.functions, self.made_of)

    def __getstate__(self) -> dict[str, object]:
        """What travels; where it is kept is for each machine to find."""
        names = ("entry", "signature", "source", "rules", "terms")
        return {name: getattr(self, name) for name in names}

    @property
    def compiled(self) -> Compiled:
        """The entry function, compiled; refused where it came from other rules than those that are here."""
        with _loading:  # one thread compiles, and the others wait for it
            if "terms" not in self.__dict__:
                return self.found()
            if self.terms not in _arrived:
                if difference := unlike(self.terms, self.functions):
                    raise Refused(f"this machine has {difference}")
                _arrived[self.terms] = self.found()
            return _arrived[self.terms]

    @property
    def interpreted(self) -> Compiled:
        """The entry function as plain Python: the same source and the same rules, for work that ends sooner so."""
        import numpy as np  # noqa: PLC0415  # slow to import

        names: dict[str, Any] = {**dict(self.rules), "numba": SimpleNamespace(njit=lambda function: function), "np": np}
        exec(compile(self.source, "<kernel>", "exec"), names)  # noqa: S102  # our own source
        return refusing(names[self.entry])

    def found(self) -> Compiled:
        """The entry function, of this program or of the cache."""
        path = self.home / f"kernel_{sha256(self.made_of.encode()).hexdigest()[:24]}.py"
        if str(path) not in _loaded:
            _loaded[str(path)] = refusing(self.load(path))
        return _loaded[str(path)]

    def load(self, path: Path) -> Compiled:
        """Compile the entry, or read it from the cache where it is there and whole."""
        import numba  # noqa: PLC0415  # slow to import, and not needed for a count that is kept
        import numpy as np  # noqa: PLC0415  # as above

        from croupier.kernel.compiler import compiled, multiply_add, product, shifted  # noqa: PLC0415  # as above

        # a module of its own, where Numba looks for what a compiled function belongs to
        module = sys.modules[path.stem] = ModuleType(path.stem)
        module.__file__ = str(path)
        module.__dict__.update({name: compiled(rule) for name, rule in self.rules})
        module.__dict__.update(numba=numba, np=np, inline=compiled.inline)
        module.__dict__.update(product=product, multiply_add=multiply_add, shifted=shifted)
        exec(compile(self.source, str(path), "exec"), module.__dict__)  # noqa: S102  # our own source

        def made(*, cache: bool) -> Compiled:
            entry: Compiled = numba.njit(self.signature, cache=cache, nogil=True)(module.__dict__[self.entry])
            return entry

        try:
            if not path.exists():
                with replacing(path) as draft:
                    draft.write(self.source.encode())
            return made(cache=True)
        except numba.core.errors.NumbaError as error:
            raise Refused(f"these rules cannot be compiled: {in_short(str(error))}") from error
        except Exception:  # noqa: BLE001  # whatever a damaged or forbidden cache makes of itself, we can do without it
            with suppress(OSError):
                for damaged in path.parent.glob(f"__pycache__/{path.stem}.*"):
                    damaged.unlink(missing_ok=True)
            return made(cache=False)


def refusing(entry: Compiled) -> Compiled:
    """The same, but that a rule which ends without an answer is refused; only a deal that leads there shows it."""

    def called(*arguments: Any) -> Any:  # noqa: ANN401  # as the entry's own
        try:
            return entry(*arguments)
        except TypeError as error:
            if "None" not in str(error):
                raise
            raise Refused("a rule gives nothing for some deal; every rule gives a whole number") from error

    return called


def in_short(error: str) -> str:
    """What Numba's page of an error comes to: what it could not do, and where."""
    if unmarked := re.search(r"Untyped global name '(\w+)'.*class 'function'", error):
        return f"they call {unmarked[1]}, which is no rule; mark it with @rule"
    said = [line.strip() for line in error.splitlines()]
    reasons = (line for line in said if line and "Failed in nopython" not in line)
    calls = (line.removeprefix(">>> ") for line in said if line.startswith(">>> "))
    places = (line for line in said if line.startswith('File "'))
    return " ".join((next(reasons, ""), next(calls, ""), next(places, "").removesuffix(":"))).strip()
