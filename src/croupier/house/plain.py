"""Dataclasses as plain values, one level deep, and copies that share all they hold.

`dataclasses.asdict` copies everything, and `copy.copy` asks each time how a thing may be copied: both take long, and a
table does this for each request.
"""

from dataclasses import fields
from typing import Any, Final, TypeVar

Thing = TypeVar("Thing")
NAMES: Final[dict[type, tuple[str, ...]]] = {}
"""The names of the fields of every dataclass met so far."""


def by_name(thing: Any) -> dict[str, Any]:  # noqa: ANN401  # any dataclass
    """The fields of a dataclass by their names."""
    kind = type(thing)
    if kind not in NAMES:
        NAMES[kind] = tuple(field.name for field in fields(kind))
    return {name: getattr(thing, name) for name in NAMES[kind]}


def twin(thing: Thing) -> Thing:
    """A copy that holds the same things."""
    other: Thing = object.__new__(type(thing))
    vars(other).update(vars(thing))
    return other
