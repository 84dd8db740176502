"""Procedure: a round as steps in the order of the document, each with its clause.

A step says what happens, never how it is recorded: the table interprets the steps, the terminal announces them, the
audit replays them. Where a step depends on what has happened, it asks a function of the `Round` so far.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from croupier.rulebook.part import Part

Slot = str
"""Where cards lie on the layout: `position 1`, `player`, `seat 3`, `player-dealer`."""


@dataclass(frozen=True, slots=True)
class Spot(Part):
    """A marked betting spot and the card position it stands for."""

    number: int
    colour: str
    symbol: str


class Round(Protocol):
    """What a procedure may ask about the round so far."""

    @property
    def die(self) -> int:
        """The face of the die rolled last; 0 before one is rolled."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of all dice rolled so far, in order."""

    @property
    def player_dealer(self) -> int:
        """The seat that banks; 0 if the house does."""

    @property
    def action_button(self) -> int:
        """The seat with the action button; 0 if none is used."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats with a wager in play, in ascending order."""

    def cards(self, slot: Slot) -> tuple[int, ...]:
        """The cards in a slot, in the order they were dealt."""

    def stake(self, seat: int, wager: str) -> int:
        """The cents a seat has on a wager; 0 if none."""

    def spot(self, seat: int) -> int:
        """The betting spot a seat chose; 0 if the game has none."""

    def decided(self, seat: int, decision: str = "") -> str:
        """The option a seat chose last, in one decision or in any; empty before."""

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        """Every option a seat chose, in order; of one decision, or of all."""


@cache  # of the few seats of a table
def seat_slot(seat: int) -> Slot:
    """The slot in front of a seat."""
    return f"seat {seat}"


@cache
def clockwise(seats: int, first: int) -> tuple[int, ...]:
    """All seats of a table, clockwise from one: they are numbered that way, the last followed by seat 1."""
    return (*range(first, seats + 1), *range(1, first))


def next_clockwise(seats: int, seat: int) -> int:
    """The seat to the left of one; of none, seat 1."""
    return seat % seats + 1


@cache
def owner_of(slot: Slot) -> int:
    """The seat whose own hand lies in a slot; 0 for a slot of the table."""
    return int(slot[5:]) if slot.startswith("seat ") else 0


@dataclass(frozen=True, slots=True)
class Wagering(Part):
    """Players place wagers until the dealer closes the betting."""

    clause: str
    closes: str
    """The clause under which betting is closed."""
    says: str
    closing: str


@dataclass(frozen=True, slots=True)
class CollectFees(Part):
    """Flat fees are taken to the drop box."""

    clause: str
    fees: Callable[[Round], tuple[tuple[int, int], ...]]
    """Seat and cents of every fee, in the order they are taken."""
    says: str


@dataclass(frozen=True, slots=True)
class Deal(Part):
    """Cards are dealt to each slot in turn."""

    clause: str
    to: tuple[Slot, ...] | Callable[[Round], tuple[Slot, ...]]
    """The slots, or a function that gives them without looking at cards."""
    count: int
    face_up: bool
    says: str
    when: Callable[[Round], bool] | None = None
    """Whether it happens, which may depend on cards; None: in every round."""
    only_to: Callable[[Round, Slot], bool] | None = None
    """Whether a slot is dealt to, which may depend on cards; None: all of them are."""
    decided_by: Callable[[Round], str] | None = None
    """The clause that says whether it happens, where that depends on the round; None: always `clause`."""
    after: str = ""
    """The decision whose option says how many of these cards its seat takes, and which of its hand it keeps.

    What is not kept is discarded; it stays beside the hand until the hand is picked up. Empty: all slots get `count`.
    """

    def goes_to(self, so_far: Round) -> tuple[Slot, ...]:
        """The slots that are dealt to now; none if it does not happen."""
        if self.when is not None and not self.when(so_far):
            return ()
        slots = self.to(so_far) if callable(self.to) else self.to
        return slots if self.only_to is None else tuple([slot for slot in slots if self.only_to(so_far, slot)])

    @property
    def is_certain(self) -> bool:
        """Whether every slot that it names is dealt to, whatever the cards."""
        return self.when is None and self.only_to is None

    def clause_now(self, so_far: Round) -> str:
        """The clause under which cards are dealt now, or are not."""
        return self.clause if self.decided_by is None else self.decided_by(so_far)


@dataclass(frozen=True, slots=True)
class Roll(Part):
    """A die is rolled; a procedure has one of these for each die of the round."""

    clause: str
    faces: int
    says: str


@dataclass(frozen=True, slots=True)
class Expose(Part):
    """Cards already dealt are turned face up."""

    clause: str
    which: Callable[[Round], tuple[tuple[Slot, tuple[int, ...]], ...]]
    """Slots, and which cards in each to turn over, counted from 0."""
    says: str


@dataclass(frozen=True, slots=True)
class Discard(Part):
    """Cards are burned in mid-round, face down and unseen; `burned` of the model says how many at most."""

    clause: str
    count: int
    says: str
    when: Callable[[Round], bool] | None = None
    """Whether it happens, which may depend on cards; None: in every round."""


@dataclass(frozen=True, slots=True)
class Unload(Part):
    """Undealt cards leave the game without being exposed."""

    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Decide(Part):
    """Players decide; several steps may ask the same decision again."""

    clause: str
    decision: str
    order: Callable[[Round], tuple[int, ...]]
    says: str


@dataclass(frozen=True, slots=True)
class Again(Part):
    """The last few steps are done again, for as long as there is need."""

    clause: str
    steps: int
    """How many steps before this one are done again."""
    when: Callable[[Round], bool]
    """Whether they are; asked each time when they have been done."""
    says: str
    most: int
    """How often they may be done again in one round, for each slot that they deal to."""


@dataclass(frozen=True, slots=True)
class Ready(Part):
    """Everything is known; from the next step on the round cannot be voided."""

    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Settle(Part):
    """Wagers are settled in the given order; those already settled or not placed are skipped."""

    clause: str
    order: Callable[[Round], tuple[tuple[int, str], ...]]
    says: str


@dataclass(frozen=True, slots=True)
class Stack(Part):
    """Some seats' wagers are stacked on another of their wagers."""

    clause: str
    seats: Callable[[Round], tuple[int, ...]]
    wager: str
    on: str
    says: str


@dataclass(frozen=True, slots=True)
class PickUp(Part):
    """The cards are picked up slot by slot, so that the discard rack can rebuild every hand."""

    clause: str
    order: Callable[[Round], tuple[Slot, ...]]
    says: str


Step = (
    Wagering | CollectFees | Deal | Roll | Expose | Discard | Unload | Decide | Again | Ready | Settle | Stack | PickUp
)
