"""Every sight of a strategy: what a count tells once, for all suits, told again for each naming of them.

A count that takes suits to be alike keeps one sight of those that a renaming of suits carries into each other. A table
deals all of them, so the plan of the one kept is written down for the others too.
"""

from typing import Final

import numpy as np

from croupier.exact.count import Counts
from croupier.exact.space import Ints, Space
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.wager import Rule
from croupier.simulation.uncounted import Uncounted

SIGNATURE: Final = "void(int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1])"


def all_sights(counts: Counts, plan_of_row: Ints) -> tuple[Ints, Ints]:
    """Every sight that can be dealt and its plan, in order."""
    if isinstance(counts, Uncounted):
        return counts.spread(plan_of_row)
    space = Space(counts.model, counts.composition, lumped=True)
    if not space.renames_suits or not counts.model.decisions:
        return counts.sights, plan_of_row
    writer = SightSource(space)
    teller = writer.kernel().compiled
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    told: list[tuple[Ints, Ints]] = []
    for alike in space.listed(writer.length):
        kept = np.empty(len(alike.rows), dtype=np.int64)
        same = np.empty((len(alike.rows), len(space.renamed)), dtype=np.int64)
        teller(np.ascontiguousarray(alike.rows, dtype=np.int64), cards, space.renamed, kept, same)
        codes, where = np.unique(same, return_index=True)
        told.append((codes, kept[where // len(space.renamed)]))
    codes, where = np.unique(np.concatenate([codes for codes, _ in told]), return_index=True)
    rows = np.searchsorted(counts.sights, np.concatenate([kept for _, kept in told])[where])
    return codes, plan_of_row[rows]


class SightSource(Source):
    """Goes through what can be seen, once for each naming of the suits."""

    def __init__(self, space: Space) -> None:
        """Take the space whose sights are told."""
        super().__init__(space.model)
        self.space = space
        seen = set().union(*(self.needs(decision.sees) for decision in self.model.decisions))
        self.length = max(place + 1 for place, slot in enumerate(space.slots) if slot.draw in seen)
        """How many slots are drawn until everything is seen."""

    def kernel(self) -> Kernel:
        """Write the loops."""
        self.emit("def tell(rows, cards, renamed, kept, same):")
        self.depth = 1
        self.emit("for row in range(len(rows)):")
        self.depth = 2
        for place, slot in enumerate(self.space.slots[: self.length]):
            value = f"int(rows[row, {place}])"
            self.emit(f"{slot.name} = {value if slot.kind is Draw.DIE else f'int(cards[{value}])'}")
            self.known.setdefault(slot.draw, []).append(slot.name)
        self.emit("seen = -1", "for naming in range(len(renamed)):")
        self.depth = 3
        other = self.renamed("renamed", {draw: names for draw, names in self.known.items() if self.is_drawn(draw)})
        other.sights(self.within)
        self.emit("same[row, naming] = sights", "if seen < 0 or sights < seen:", "    seen = sights")
        self.depth = 2
        self.emit("kept[row] = seen")
        return Kernel("tell", SIGNATURE, self.text, tuple(self.rules.items()))

    def is_drawn(self, name: str) -> bool:
        """Whether a name is a draw that is wholly known."""
        return any(drawn.name == name for drawn in self.model.draws) and self.complete(name)

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Codes were looked at when they were counted."""
