"""Slots: where cards may lie in a round, and how many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.rulebook.procedure import Deal, Slot, Step, owner_of, seat_slot


@dataclass(frozen=True, slots=True)
class DealtSlot:
    """A slot, and the cards that may be dealt to it."""

    slot: Slot
    least: int
    most: int
    seat: int


@dataclass(frozen=True)
class Probe:
    players: tuple[int, ...]
    player_dealer: int
    action_button: int = 1
    die: int = 1

    def cards(self, _slot: Slot) -> tuple[int, ...]:
        return ()

    def stake(self, _seat: int, _wager: str) -> int:
        return 100

    def spot(self, _seat: int) -> int:
        return 1

    def decided(self, _seat: int) -> str:
        return ""


def dealt_slots(
    procedure: tuple[Step, ...], seats: int, _w: Sequence[object], _d: object, *, banks: bool
) -> dict[Slot, DealtSlot]:
    """Every slot that a procedure may deal to."""
    probe = Probe(tuple(range(1, seats + 1 - banks)), seats if banks else 0)
    counts = Counter[Slot]()
    for step in procedure:
        if isinstance(step, Deal):
            try:
                for slot in step.to(probe):
                    counts[slot] += step.count
            except LookupError:
                continue
    own = max((n for slot, n in counts.items() if owner_of(slot)), default=0)
    for seat in range(1, seats + 1) if own else ():
        counts[seat_slot(seat)] = own
    return {slot: DealtSlot(slot, n, n, owner_of(slot)) for slot, n in counts.items()}
