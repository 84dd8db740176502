"""Clocks: how long a seat, or the whole table, has until something is done without it."""

from dataclasses import dataclass
from typing import Final

from croupier.house.settings import SECOND

PACES: Final = {"usual": 1, "slow": 10, "off": 0}
"""How many times the usual time somebody has; 0 for no limit."""
TABLE: Final = 0
"""The place of a clock that is nobody's in particular."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Runs for an occasion, such as a round's betting; times are in milliseconds."""

    occasion: str
    since: int
    length: int | None
    """None for one that is switched off."""
    grace: int = 0

    @classmethod
    def started(cls, occasion: str, now: int, seconds: int, pace: str = "usual", grace: int = 0) -> "Clock":
        """Start a clock; a grace, in seconds, comes on top."""
        length = None if pace == "off" else seconds * PACES[pace] * SECOND
        return cls(occasion, now, length, grace * SECOND)

    @property
    def ends(self) -> int | None:
        """When it is over."""
        return None if self.length is None else self.since + self.length + self.grace

    def is_over(self, now: int) -> bool:
        return self.ends is not None and now >= self.ends

    def is_odd(self, now: int, late: int) -> bool:
        """Whether nobody was there when it ended, or time went backwards: then it starts again."""
        return now < self.since - SECOND or (self.ends is not None and now > self.ends + late * SECOND)
