"""Sights: every sight that a player can be dealt, and the plan that a strategy has for it.

A count that takes suits to be alike keeps one sight of those that a renaming of suits carries into each other. A table
deals all of them, so the plan of the one kept is written down for the others too.

A strategy that is given, and a game without decisions, need no count to be played. What a strategy of rules needs is a
list of all sights, and these follow from the cards that are seen, which are far fewer than the deals. Where suits are
alike, the rules of the strategy are asked once for all sights that a renaming of suits carries into each other.
"""

from collections.abc import Iterator
from functools import cached_property
from math import comb, perm
from typing import Final

import numpy as np

from croupier.errors import Refused
from croupier.exact.count import Counts
from croupier.exact.counter import Layout
from croupier.exact.offers import Mask
from croupier.exact.space import Composition, Ints, Space, renamed_cards
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import RENAMED, Source
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule
from croupier.simulation.strategy_lookup import is_dense

LISTED_AT_ONCE: Final = 1 << 26
"""So many ways for the cards that are seen to fall are gone through in a second or so."""
LISTED_MAX: Final = 1 << 32
CODES_MAX: Final = 1 << 20
"""So many codes are taken as they are where the cards that lead to them are too many to go through."""
TABLE_FIRST: Final = 1 << 16
LISTED_SIGNATURE: Final = "int64(int64[::1], int64[::1], int64[:,::1], int64[::1], int64[::1])"
RENAMED_SIGNATURE: Final = "void(int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1])"
NOTHING: Final = np.zeros(0, dtype=np.int64)


class Uncounted(Counts):
    """What a count would be of, without a single number: `total` is 0, and no deal was looked at."""

    def __init__(self, model: Model, composition: Composition) -> None:
        super().__init__(model, composition, 0, NOTHING, NOTHING)

    @cached_property
    def joints_of_path(self) -> tuple[Ints, ...]:
        """Nothing is known to come up; what does is held against the lines when it does."""
        return (NOTHING,) * len(self.layout.paths)

    @cached_property
    def offered(self) -> Mask:
        """What is offered by decisions alone; what is offered by sight has to be counted."""
        offered = np.array([plan in self.layout.path_of_plan for plan in self.layout.plans]).reshape(self.layout.shape)
        return np.broadcast_to(offered, (len(self.sights), *self.layout.shape))

    @cached_property
    def dealt(self) -> tuple[Ints, Ints]:
        """Every sight that can be dealt, in order, and the one that stands for all of its namings of suits."""
        if not self.model.decisions:
            return np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        source = VisibleSource(self.model, self.composition)
        if source.ways > LISTED_AT_ONCE and self.layout.sights <= CODES_MAX:
            return np.arange(self.layout.sights), np.arange(self.layout.sights)
        if source.ways > LISTED_MAX:
            raise Refused(
                f"what is seen in {self.model.id} can fall in {source.ways:,} ways, too many to follow a strategy "
                f"through; let sights have fewer codes, {CODES_MAX:,} in all at most"
            )
        return source.listed(self.layout.sights)

    @cached_property
    def sights(self) -> Ints:
        """The sights at which a strategy is asked."""
        if not namings(self.model, self.composition):
            return np.unique(self.dealt[1])
        space = Space(self.model, self.composition, lumped=True)
        return np.unique(np.concatenate([np.unique(kept) for kept, _ in sights_alike(space)]))

    def spread(self, plan_of_row: Ints) -> tuple[Ints, Ints]:
        """Every sight that can be dealt and its plan, in order."""
        codes, asked_at = self.dealt
        return codes, plan_of_row[np.searchsorted(self.sights, asked_at)]


class VisibleSource(Source):
    """Loops over the cards and dice that are seen, and no others."""

    def __init__(self, model: Model, composition: Composition) -> None:
        super().__init__(model)
        self.space = Space(model, composition, lumped=True)
        seen = set().union(*(self.needs(decision.sees) for decision in model.decisions))
        self.draws = tuple(drawn for drawn in model.draws if drawn.name in seen)

    @property
    def ways(self) -> int:
        """In how many ways, at most, they can fall."""
        left, ways = sum(self.space.composition), 1
        kinds = len(self.space.kinds)
        for drawn in self.draws:
            if drawn.kind is Draw.DIE:
                ways *= drawn.count
                continue
            every = comb(left, drawn.count) if drawn.kind is Draw.SET else perm(left, drawn.count)
            alike = comb(kinds + drawn.count - 1, drawn.count) if drawn.kind is Draw.SET else kinds**drawn.count
            ways *= min(every, alike)
            left -= drawn.count
        return ways

    def listed(self, sights: int) -> tuple[Ints, Ints]:
        """Every sight in order, beside the least of those that a renaming of suits makes of it."""
        lister = self.kernel().compiled
        cards = np.array([card for card, _ in self.space.kinds], dtype=np.int64)
        copies = np.array([n for _, n in self.space.kinds], dtype=np.int64)
        alike = self.model.suits_alike and not self.model.told_apart_by
        renamed = renamed_cards(self.space.renamings() if alike else [range(4)])
        room = min(TABLE_FIRST, 1 << (2 * sights).bit_length())
        while True:
            keys, least = np.full(room, -1, dtype=np.int64), np.zeros(room, dtype=np.int64)
            found = lister(cards, copies.copy(), renamed, keys, least)
            if found == WRONG:
                raise Refused(f"{self.model.id}: a sight gives a code that is not among the codes it was given")
            if found >= 0:
                break
            room *= 8
        met = np.flatnonzero(keys >= 0)
        order = np.argsort(keys[met], kind="stable")
        return keys[met][order], least[met][order]

    def kernel(self) -> Kernel:
        self.emit("def listed(cards, remaining, renamed, keys, least):")
        self.depth = 1
        self.emit("found, mask = 0, keys.size - 1")
        self.loops(tuple((drawn, place) for drawn in self.draws for place in range(slots(drawn))), "")
        self.depth = 1
        self.emit("return found")
        return Kernel("listed", LISTED_SIGNATURE, f"{LIST}{self.sight()}{self.text}", tuple(self.rules.items()))

    def name(self, drawn: Drawn, place: int) -> str:
        return f"x{self.draws.index(drawn)}_{place}"

    def loops(self, left: tuple[tuple[Drawn, int], ...], before: str) -> None:
        """Write a loop for each card and die, and inside them what is done with what is seen; a set is in order."""
        if not left:
            self.note()
            return
        (drawn, place), depth = left[0], self.depth
        name = self.name(drawn, place)
        if drawn.kind is Draw.DIE:
            self.emit(f"for {name} in range(1, {drawn.count + 1}):")
            self.depth += 1
            self.loops(left[1:], name)
        else:
            first = before if drawn.kind is Draw.SET and place else "0"
            self.emit(f"for {name} in range({first}, cards.size):")
            self.depth += 1
            self.emit(f"if remaining[{name}] == 0:", "    continue", f"remaining[{name}] -= 1")
            self.loops(left[1:], name)
            self.emit(f"remaining[{name}] += 1")
        self.depth = depth

    def note(self) -> None:
        """Write down a sight that was not met before, and the least of its namings."""
        self.emit(
            f"seen = sight_of(cards, renamed, 0, {self.names()})",
            "if seen < 0:",
            f"    return {WRONG}",
            "place = place_of(seen, keys, mask)",
            "if keys[place] < 0:",
            "    if 2 * found >= mask:",
            f"        return {FULL}",
            "    first = seen",
            "    for naming in range(1, renamed.shape[0]):",
            f"        other = sight_of(cards, renamed, naming, {self.names()})",
            "        if other < 0:",
            f"            return {WRONG}",
            "        first = min(first, other)",
            "    keys[place], least[place] = seen, first",
            "    found += 1",
        )

    def names(self) -> str:
        return ", ".join(self.name(drawn, place) for drawn in self.draws for place in range(slots(drawn)))

    def sight(self) -> str:
        """The source of what is seen of some cards under a naming of suits; below 0 where a code is none."""
        inner = Source(self.model)
        inner.rules = self.rules
        inner.emit("@inline", f"def sight_of(cards, renamed, naming, {self.names()}):")
        inner.depth = 1
        for drawn in self.draws:
            inner.known[drawn.name] = []
            for place in range(slots(drawn)):
                name = self.name(drawn, place)
                if drawn.kind is not Draw.DIE:
                    inner.emit(f"{name} = renamed[naming, cards[{name}]]")
                inner.known[drawn.name].append(name)
        inner.features(set())
        inner.emit("seen = 0")
        for decision in self.model.decisions:
            inner.emit(
                f"sight = {inner.call(decision.sees)}", f"if not 0 <= sight < {decision.codes}:", "    return -1"
            )
            inner.emit(f"seen = seen * {decision.codes} + sight")
        inner.emit("return seen")
        return f"{inner.text}\n\n"


def slots(drawn: Drawn) -> int:
    """How many cards or faces a draw is."""
    return 1 if drawn.kind is Draw.DIE else drawn.count


FULL: Final = -1
WRONG: Final = -2
LIST: Final = '''"""Generated: lists what can be seen; lies in a cache and is made again whenever a rule changes."""


@inline
def place_of(seen, keys, mask):
    place = (seen * -7046029254386353131 >> 20) & mask
    while keys[place] >= 0 and keys[place] != seen:
        place = (place + 1) & mask
    return place


'''


# ── Every naming of the suits ──


def namings(model: Model, composition: Composition) -> tuple[int, ...]:
    """The namings of suits under which a sight is looked up by the lowest of them, two bits for each suit.

    None where it is looked up as it is: where all sights fit into a table, and where suits are not alike.
    """
    exchanges = any(drawn.of for drawn in model.late)  # by places that the lowest sight names
    if not model.decisions or (is_dense(Layout(model)) and not exchanges):
        return ()
    space = Space(model, composition, lumped=True)
    if not space.renames_suits:
        return ()
    return tuple(sum(suit << 2 * place for place, suit in enumerate(suits)) for suits in space.renamings())


def sights_looked_up(counts: Counts, model: Model, plan_of_row: Ints) -> tuple[Ints, Ints]:
    """Every sight that rounds of a model look up and its plan, in order."""
    if namings(model, counts.composition):
        return counts.sights, plan_of_row
    return all_sights(counts, plan_of_row)


def all_sights(counts: Counts, plan_of_row: Ints) -> tuple[Ints, Ints]:
    """Every sight that can be dealt and its plan, in order."""
    if isinstance(counts, Uncounted):
        return counts.spread(plan_of_row)
    space = Space(counts.model, counts.composition, lumped=True)
    if not space.renames_suits or not counts.model.decisions:
        return counts.sights, plan_of_row
    told: list[tuple[Ints, Ints]] = []
    for kept, same in sights_alike(space):
        codes, where = np.unique(same, return_index=True)
        told.append((codes, kept[where // len(space.renamed)]))
    codes, where = np.unique(np.concatenate([codes for codes, _ in told]), return_index=True)
    rows = np.searchsorted(counts.sights, np.concatenate([kept for _, kept in told])[where])
    return codes, plan_of_row[rows]


def sights_alike(space: Space) -> Iterator[tuple[Ints, Ints]]:
    """The sights of deals of which each stands for all that are alike, some at a time: the lowest, and all of them."""
    writer = SightSource(space)
    teller = writer.kernel().compiled
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    for alike in space.listed(writer.length):
        kept = np.empty(len(alike.rows), dtype=np.int64)
        same = np.empty((len(alike.rows), len(space.renamed)), dtype=np.int64)
        teller(np.ascontiguousarray(alike.rows, dtype=np.int64), cards, space.renamed, kept, same)
        yield kept, same


class SightSource(Source):
    """Goes through what can be seen, once for each naming of the suits."""

    def __init__(self, space: Space) -> None:
        super().__init__(space.model)
        self.space = space
        seen = set().union(*(self.needs(decision.sees) for decision in self.model.decisions))
        self.length = max(place + 1 for place, slot in enumerate(space.slots) if slot.draw in seen)
        """How many slots are drawn until everything is seen."""

    def kernel(self) -> Kernel:
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
        other = self.renamed(RENAMED, {draw: names for draw, names in self.known.items() if self.is_drawn(draw)})
        other.sights(self.within)
        self.emit("same[row, naming] = combined", "if seen < 0 or combined < seen:", "    seen = combined")
        self.depth = 2
        self.emit("kept[row] = seen")
        return Kernel("tell", RENAMED_SIGNATURE, self.text, tuple(self.rules.items()))

    def is_drawn(self, name: str) -> bool:
        """Whether a name is a draw that is wholly known."""
        return any(drawn.name == name for drawn in self.model.draws) and self.complete(name)

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Codes were looked at when they were counted."""
