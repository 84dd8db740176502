"""The decorator for rule functions.

A rule function is plain typed Python on small integers that reads like its clause. It draws nothing, reads no option
and keeps nothing, so the same function runs at the table, in the audit, and, compiled unchanged, in counting and
simulation. This module only marks it and imports nothing, so that no rulebook pulls in a compiler.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule: pure, on integers, ready to be compiled unchanged."""
    function.__rule__ = True  # type: ignore[attr-defined]  # a mark for interpreters, invisible to callers
    return function


def is_rule(function: object) -> bool:
    """Whether the function is marked `@rule`."""
    return getattr(function, "__rule__", False) is True
