"""The one place where rule functions are compiled.

A rule function is rebuilt with compiled callees in place of the Python ones it names, recursively, and handed to Numba
as it stands, for a core or for a GPU. Rules stay free of Numba; nothing is written twice.
"""

from collections.abc import Callable
from enum import IntEnum
from types import FunctionType, ModuleType
from typing import Any, Final

import numba

from croupier.kernel.fingerprint import identity
from croupier.rule import is_rule

Decorator = Callable[[Callable[..., Any]], Any]


class Compiler:
    """Compiles rule functions for one kind of machine, each once."""

    def __init__(self, inline: Decorator) -> None:
        """Take what turns a plain function into a compiled one that its callers take in."""
        self.inline: Final = inline
        self.made: dict[tuple[Callable[..., Any], str], Any] = {}
        """By function and what it does: what it reads may have changed since, as in a notebook."""

    def __call__(self, function: Callable[..., Any]) -> Any:  # noqa: ANN401  # a dispatcher, which Numba does not type
        """Give a rule function's compiled form."""
        key = (function, identity((function,)))
        if key not in self.made:
            self.made[key] = self.inline(self.rebuilt(function))
        return self.made[key]

    def rebuilt(self, function: Callable[..., Any]) -> FunctionType:
        """The same function, calling compiled rules."""
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is no plain function")
        names = {**function.__globals__}
        for name in function.__code__.co_names:
            value = names.get(name)
            if is_rule(value):
                names[name] = self(names[name])
            elif isinstance(value, type) and issubclass(value, IntEnum):
                names[name] = codes(value)
        return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)


def codes(enum: type[IntEnum]) -> ModuleType:
    """An enum's members as plain integers, as Python takes them; Numba would refuse `min` of one and a number."""
    module = ModuleType(enum.__name__)
    module.__dict__.update({name: int(member) for name, member in enum.__members__.items()})
    return module


compiled: Final = Compiler(numba.njit(forceinline=True))
"""For a core; inlined, so that what only outer cards decide is worked out in the outer loops: nearly twice as fast."""
