"""Dataclasses as plain values, one level deep: `dataclasses.asdict` copies everything in them, which takes long."""

from dataclasses import fields
from typing import Any, Final

NAMES: Final[dict[type, tuple[str, ...]]] = {}
"""The names of the fields of every dataclass met so far."""


def by_name(thing: Any) -> dict[str, Any]:  # noqa: ANN401  # any dataclass
    """The fields of a dataclass by their names."""
    kind = type(thing)
    if kind not in NAMES:
        NAMES[kind] = tuple(field.name for field in fields(kind))
    return {name: getattr(thing, name) for name in NAMES[kind]}
