"""Dataclasses as plain values, one level deep, and copies that share all they hold.

`dataclasses.asdict` copies everything, and `copy.copy` asks each time how a thing may be copied: both take long, and a
table does this for each request.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, TypeVar

Thing = TypeVar("Thing")
LISTED: Final[dict[type, Callable[[Any], dict[str, Any]]]] = {}
"""What lists the fields of each dataclass met so far."""


def by_name(thing: Any) -> dict[str, Any]:  # noqa: ANN401  # any dataclass
    """The fields of a dataclass by their names."""
    kind = type(thing)
    if kind not in LISTED:
        LISTED[kind] = lister(kind)
    return LISTED[kind](thing)


def lister(kind: type) -> Callable[[Any], dict[str, Any]]:
    """Compile what lists the fields of a dataclass, as dataclasses compile their methods."""
    listed = ", ".join(f"{field.name!r}: thing.{field.name}" for field in fields(kind))
    compiled: Callable[[Any], dict[str, Any]] = eval(f"lambda thing: {{{listed}}}")  # noqa: S307  # names of our own
    return compiled


def twin(thing: Thing) -> Thing:
    """A copy that holds the same things."""
    other: Thing = object.__new__(type(thing))
    vars(other).update(vars(thing))
    return other
