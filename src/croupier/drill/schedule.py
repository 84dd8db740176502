"""When a case is asked again: Leitner boxes, counted in questions.

Every case lies in one of five boxes, a new one in the first. A right answer to a case that is due moves it a box up, a
wrong one puts it back into the first. A case of the first box is due again after 3 questions, then after 8, 20, 50 and
120.
Questions are counted and not days: somebody who practises for an hour and somebody who answers five before a shift both
meet what they missed before they have forgotten the answer, and a schedule needs no clock.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

INTERVALS: Final = (3, 8, 20, 50, 120)
"""After how many questions a case of each box is due again."""

NEW_ONE_IN: Final = 4
"""One time in so many something new is asked though something else is due, so that nobody only repeats."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one case: where it lies, and how it was answered so far."""

    box: int = 1
    """1 to 5."""
    due: int = 0
    """The number of questions after which it is asked again."""
    asked: int = 0
    right: int = 0
    seconds: float = 0.0
    """How long all answers took."""


NEW: Final = Card()


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer, as the schedule needs it."""

    key: str
    """Of the case."""
    is_right: bool
    seconds: float = 0.0


@dataclass(frozen=True)
class Schedule:
    """All cards of one game.

    >>> missed = Schedule().after(Answered("tie:tie", False))
    >>> missed.cards["tie:tie"].due, missed.after(Answered("tie:tie", True)).cards["tie:tie"].box
    (4, 1)
    """

    asked: int = 0
    """How many questions were answered in all."""
    cards: Mapping[str, Card] = field(default_factory=lambda: MappingProxyType({}))
    """By the key of the case."""

    def after(self, answered: Answered) -> "Schedule":
        """The schedule once a question has been answered."""
        number, card = self.asked + 1, self.cards.get(answered.key, NEW)
        if not answered.is_right:
            box = 1
        elif card.due <= self.asked:
            box = min(card.box + 1, len(INTERVALS))
        else:  # it came up by chance before it was due, and stays where it is
            box = card.box
        due = card.due if answered.is_right and card.due > self.asked else number + INTERVALS[box - 1]
        known = replace(
            card,
            box=box,
            due=due,
            asked=card.asked + 1,
            right=card.right + answered.is_right,
            seconds=card.seconds + answered.seconds,
        )
        return Schedule(number, {**self.cards, answered.key: known})

    def is_due(self, key: str) -> bool:
        """Whether a case is to be asked now: it is new, or its time has come."""
        return self.cards.get(key, NEW).due <= self.asked

    def next_of(self, keys: Sequence[str], below: Callable[[int], int], but: Collection[str] = ()) -> str:
        """The case to ask about next, empty if there is none.

        What was asked before and is due comes first, the most overdue before the others; otherwise one of those that
        were never asked, by chance, and one time in four even where something is due; else what will be due soonest.
        """
        left = [key for key in keys if key not in but]
        known = sorted((key for key in left if key in self.cards), key=lambda key: self.cards[key].due)
        new = [key for key in left if key not in self.cards]
        if known and (not new or (self.is_due(known[0]) and below(NEW_ONE_IN))):
            return known[0]
        return new[below(len(new))] if new else ""
