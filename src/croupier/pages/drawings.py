"""What was drawn before, by everything that it was drawn from.

A part of a page is drawn by a function of what one viewer may know, and of nothing else. So it looks the same to all
who may know the same, and as long as that stays as it is: its text is kept, under all of the function's arguments.
Whoever may know less gives other arguments, and never gets what was drawn from more.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, Final, ParamSpec

import htpy as h
from markupsafe import Markup

from croupier.rulebook import Game, Rulebook

KEPT: Final = 4_096
"""How many parts are kept, of a kilobyte or two each; those that were wanted longest ago are dropped first."""
DRAWN: Final[OrderedDict[Hashable, Markup]] = OrderedDict()
"""By function and arguments: the text."""
PLAIN: Final = frozenset({str, int, bool, NoneType})
Given = ParamSpec("Given")


class Same:
    """A game or its rules, which are never changed: known by identity, and kept alive so that no other has it."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


def drawn(draw: Callable[Given, h.Renderable], *given: Given.args, **named: Given.kwargs) -> Markup:
    """What a function draws from its arguments; it must not look at anything else."""
    key = (draw, *map(frozen, given), frozen(named))
    found = DRAWN.get(key)
    if found is None:
        found = DRAWN[key] = draw(*given, **named).__html__()
        if len(DRAWN) > KEPT:
            DRAWN.popitem(last=False)
    else:
        DRAWN.move_to_end(key)
    return found


def frozen(thing: Any) -> Hashable:  # noqa: ANN401  # anything that a function draws from
    """All that there is to a thing, to look it up by."""
    kind: type = type(thing)
    if kind in PLAIN or isinstance(thing, tuple):  # one that holds something that can change fails in the look-up
        found: Hashable = thing
        return found
    if kind is dict:
        return tuple((name, frozen(each)) for name, each in thing.items())
    if kind is list:
        return tuple(map(frozen, thing))
    if kind is set:
        return frozenset(thing)
    if kind in (Rulebook, Game):
        return Same(thing)
    return tuple(frozen(getattr(thing, name)) for name in names_of(kind))


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(each.name for each in fields(kind))
