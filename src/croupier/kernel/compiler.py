"""The one module that compiles rule functions.

A rule function is rebuilt with compiled callees in place of the Python ones it names, recursively, and handed to Numba
unchanged, for a CPU or a GPU. Rules do not import Numba, and nothing is written twice.
"""

from collections.abc import Callable
from enum import IntEnum
from types import FunctionType, ModuleType
from typing import Any, Final

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from croupier.kernel.fingerprint import identity
from croupier.rule import is_rule

Decorator = Callable[[Callable[..., Any]], Any]
Again = Callable[[FunctionType, FunctionType], FunctionType]
"""Writes a rule anew: takes it as it is, and as it was rebuilt."""


class Compiler:
    """Compiles rule functions for one kind of machine, each once."""

    def __init__(self, inline: Decorator, again: Again = lambda _, rebuilt: rebuilt) -> None:
        """`inline` turns a plain function into one that compiled callers can inline; `again` may write it anew."""
        self.inline: Final = inline
        self.again: Final = again
        self.made: dict[tuple[Callable[..., Any], str], Any] = {}
        """By function and content: what it reads may have changed since, as in a notebook."""

    def __call__(self, function: Callable[..., Any]) -> Any:  # noqa: ANN401  # a dispatcher, which Numba does not type
        key = (function, identity((function,)))
        if key not in self.made:
            self.made[key] = self.inline(self.rebuilt(function))
        return self.made[key]

    def rebuilt(self, function: Callable[..., Any]) -> FunctionType:
        """The same function, calling compiled rules."""
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is not a plain function")
        names = {**function.__globals__}
        for name in function.__code__.co_names:
            value = names.get(name)
            if is_rule(value):
                names[name] = self(names[name])
            elif isinstance(value, type) and issubclass(value, IntEnum):
                names[name] = codes(value)
        same = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        return self.again(function, same)


def codes(enum: type[IntEnum]) -> ModuleType:
    """An enum's members as plain integers; Numba would refuse `min` of a member and a number."""
    module = ModuleType(enum.__name__)
    module.__dict__.update({name: int(member) for name, member in enum.__members__.items()})
    return module


@intrinsic
def product(_context: Any, _word: Any, _bound: Any) -> Any:  # noqa: ANN401  # Numba's signature
    """The high and low word of the product of two unsigned words: one instruction."""
    signature = types.UniTuple(types.int64, 2)(types.int64, types.int64)

    def written(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401  # Numba's signature
        word, wide = ir.IntType(64), ir.IntType(128)
        one, other = (builder.zext(argument, wide) for argument in arguments)
        whole = builder.mul(one, other)
        high = builder.trunc(builder.lshr(whole, ir.Constant(wide, 64)), word)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(whole, word)))

    return signature, written


@intrinsic
def multiply_add(_context: Any, _high: Any, _low: Any, _one: Any, _other: Any) -> Any:  # noqa: ANN401  # Numba's signature
    """Two words, high and low, plus the product of two words, all unsigned."""
    signature = types.UniTuple(types.int64, 2)(*[types.int64] * 4)

    def written(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401  # Numba's signature
        word, wide = ir.IntType(64), ir.IntType(128)
        high, low, one, other = (builder.zext(argument, wide) for argument in arguments)
        sixty_four = ir.Constant(wide, 64)
        whole = builder.add(builder.or_(builder.shl(high, sixty_four), low), builder.mul(one, other))
        parts = builder.trunc(builder.lshr(whole, sixty_four), word), builder.trunc(whole, word)
        return context.make_tuple(builder, signature.return_type, parts)

    return signature, written


@intrinsic
def shifted(_context: Any, _high: Any, _middle: Any, _low: Any, _places: Any) -> Any:  # noqa: ANN401  # Numba's signature
    """Three words, high to low, shifted to the right by fewer than 64 places: the middle and the low one."""
    signature = types.UniTuple(types.int64, 2)(*[types.int64] * 4)

    def written(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401  # Numba's signature
        word, wide = ir.IntType(64), ir.IntType(128)
        high, middle, low, places = (builder.zext(argument, wide) for argument in arguments)
        sixty_four = ir.Constant(wide, 64)
        upper = builder.lshr(builder.or_(builder.shl(high, sixty_four), middle), places)
        lower = builder.lshr(builder.or_(builder.shl(middle, sixty_four), low), places)
        return context.make_tuple(
            builder, signature.return_type, (builder.trunc(upper, word), builder.trunc(lower, word))
        )

    return signature, written


def product_by_halves(word: int, bound: int) -> tuple[int, int]:
    """The same for a bound below half a word, with the multiplications of a GPU."""
    low = (word & 0xFFFFFFFF) * bound
    high = (word >> 32 & 0xFFFFFFFF) * bound + (low >> 32)
    return high >> 32, high << 32 | low & 0xFFFFFFFF


compiled: Final = Compiler(numba.njit(forceinline=True))
"""For a CPU; inlined, so that what depends on outer cards alone is computed in outer loops: almost twice as fast."""
