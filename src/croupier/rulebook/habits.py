"""Habits of the players whom the house lets play: what they like to bet on, and how they decide."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

Habit = Callable[[int], str]
"""The option that is chosen for a sight, which is what `Decision.sees` gives."""
NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class Habits(NamedTuple):
    """How house-run players play a game.

    Where nothing is said, each wager is as likely as any other, and an option is chosen at random among those that the
    player can pay for.
    """

    wagers: Mapping[str, int] = NONE
    """How many times likelier a wager is than one that is not named."""
    decisions: Mapping[str, Habit] = NONE
    """By decision."""
