"""Every sight of a strategy: what a count tells once, for all suits, told again for each naming of them.

A count that takes suits to be alike keeps one sight of those that a renaming of suits carries into each other. A table
deals all of them, so the plan of the one kept is written down for the others too.
"""

from typing import Final

import numpy as np

from croupier.exact.count import Counts
from croupier.exact.space import Ints, Slot, Space
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.simulate.uncounted import Uncounted

SIGNATURE: Final = "int64(int64[:,::1], int64[::1], int64[::1], int64[:,::1], int64, int64, int64[::1], int64[::1])"
HEADS_AT_ONCE: Final = 1 << 12


def all_sights(counts: Counts, plan_of_row: Ints) -> tuple[Ints, Ints]:
    """Every sight that can be dealt and its plan, in order."""
    if isinstance(counts, Uncounted):
        return counts.spread(plan_of_row)
    space = Space(counts.model, counts.composition, lumped=True)
    if not space.renames_suits or not counts.model.decisions:
        return counts.sights, plan_of_row
    writer = SightSource(space)
    teller = writer.kernel().compiled
    heads, _ = space.heads()
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    copies = np.array([n for _, n in space.kinds], dtype=np.int64)
    suits = np.array(space.renamings(), dtype=np.int64)
    renamed = np.ascontiguousarray((np.arange(52) & ~3)[None, :] | suits[:, np.arange(52) & 3])
    told: list[tuple[Ints, Ints]] = []
    for first in range(0, len(heads), HEADS_AT_ONCE):
        last = min(first + HEADS_AT_ONCE, len(heads))
        room = (last - first) * writer.tails(len(cards)) * len(renamed)
        kept, same = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
        found = teller(heads, cards, copies.copy(), renamed, first, last, kept, same)
        codes, where = np.unique(same[:found], return_index=True)
        told.append((codes, kept[where]))
    codes, where = np.unique(np.concatenate([codes for codes, _ in told]), return_index=True)
    rows = np.searchsorted(counts.sights, np.concatenate([kept for _, kept in told])[where])
    return codes, plan_of_row[rows]


class SightSource(Source):
    """Loops over what can be seen, once for each naming of the suits."""

    def __init__(self, space: Space) -> None:
        """Take the space whose sights are told."""
        super().__init__(space.model)
        self.space = space
        seen = set().union(*(self.needs(decision.sees) for decision in self.model.decisions))
        last = max((n for n, drawn in enumerate(self.model.draws) if drawn.name in seen), default=0)
        shown = {drawn.name for drawn in self.model.draws[: last + 1]}
        self.head = space.slots[: space.head_length]
        self.tail = tuple(slot for slot in space.slots[space.head_length :] if slot.draw in shown)

    def tails(self, kinds: int) -> int:
        """How many ways, at most, the slots after a head can fall."""
        ways = 1
        for slot in self.tail:
            ways *= slot.faces if slot.kind is Draw.DIE else kinds
        return ways

    def kernel(self) -> Kernel:
        """Write the loops."""
        self.emit("def tell(heads, cards, remaining, renamed, first, last, kept, same):")
        self.depth = 1
        self.emit("found = 0", "for head in range(first, last):")
        self.depth = 2
        for place, slot in enumerate(self.head):
            self.emit(f"{slot.name} = heads[head, {place}]", f"remaining[{slot.name}] -= 1")
        self.loops(self.tail)
        self.depth = 2
        for slot in self.head:
            self.emit(f"remaining[{slot.name}] += 1")
        self.depth = 1
        self.emit("return found")
        return Kernel("tell", SIGNATURE, self.text, tuple(self.rules.items()))

    def loops(self, slots: tuple[Slot, ...]) -> None:
        """Write the loops over the slots after the head, and what is told inside them."""
        if not slots:
            self.tell()
            return
        slot, depth = slots[0], self.depth
        if slot.kind is Draw.DIE:
            self.emit(f"for {slot.name} in range(1, {slot.faces + 1}):")
            self.depth += 1
            self.loops(slots[1:])
        else:
            self.emit(f"for {slot.name} in range(cards.size):")
            self.depth += 1
            self.emit(f"if remaining[{slot.name}] == 0:", "    continue", f"remaining[{slot.name}] -= 1")
            self.loops(slots[1:])
            self.emit(f"remaining[{slot.name}] += 1")
        self.depth = depth

    def tell(self) -> None:
        """Write the sight that was kept beside each one like it; the first naming is the one they have."""
        self.emit("for naming in range(renamed.shape[0]):")
        self.depth += 1
        for slot in (*self.head, *self.tail):
            die = slot.kind is Draw.DIE
            self.emit(f"c_{slot.name} = {slot.name}" if die else f"c_{slot.name} = renamed[naming, cards[{slot.name}]]")
            self.known.setdefault(slot.draw, []).append(f"c_{slot.name}")
        self.features(set())
        self.emit("seen = 0")
        for decision in self.model.decisions:
            self.emit(f"seen = seen * {decision.codes} + {self.call(decision.sees)}")
        self.emit("if naming == 0:", "    own = seen", "kept[found] = own", "same[found] = seen", "found += 1")
        self.depth -= 1
