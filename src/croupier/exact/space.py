"""The space of all deals: kinds of cards, the order in which they are dealt out, and how many deals there are.

Cards that no rule can tell apart are one *kind* with a number of copies. Where suits are alike, deals that differ only
by a renaming of suits are one *class*, and one deal stands for all of them, weighted by how many they are. It is found
draw by draw: two suits are *still alike* when nothing drawn so far tells them apart, the cards of such suits are taken
from the first of them on, and whatever is drawn from one and not from the next tells the two apart from then on. So
every draw of any size is reduced by the suits that the draws before it have left alike.

What is seen has the lowest of the numbers that a renaming of suits gives it: so deals that look alike at a decision are
seen alike by the deals that stand for them, whatever else they hold.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, perm
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK, card_name
from croupier.errors import Refused, quoted
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Fixed, Model

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
"""Kinds and faces, in integers of any width."""
Composition = tuple[int, ...]
"""How many of each of the 52 cards there are."""

WEIGHT_MAX: Final = 1 << 62
HEAD_LEAVES: Final = 1 << 20
"""So many deals, at most, follow a head, if suits are not looked at: a tenth of a second of a core's work."""
WHOLE_DRAW_MAX: Final = 1 << 18
"""A set is listed whole, rather than its first cards, while it can fall in no more ways than this."""
ROWS_AT_ONCE: Final = 1 << 14
APART: Final = -2
"""The kind before the first of a draw: none that another could follow."""


def full(decks: int) -> Composition:
    return (decks,) * 52


@dataclass(frozen=True)
class Slot:
    """One card or die of a draw, in the order of the loops."""

    draw: str
    name: str
    kind: Draw
    place: int
    faces: int = 0
    known: int | None = None
    """The card or face that is known to lie here."""
    number: int = 0
    """How many unknown cards of its draw come before it."""


class Alike(NamedTuple):
    """Rows of slots and, for each of them, which suits are still alike; suits are numbered as the kinds have them."""

    rows: Rows
    weights: Ints
    """How many ways a row's cards fall, all deals that it stands for together."""
    links: Ints
    """A bit for every suit that is alike with the one before it."""
    before: Ints
    """The links before the last kind of card came."""
    copies: Ints
    """How many of the last kind have come in this draw."""
    limit: Ints
    """As many may come, for there are no more of a suit than of the one before it that is alike; 0 for no limit."""
    equal: Ints
    """How many suits alike have come as often as the last one."""
    equal_before: Ints
    """The same for the suit before the last one."""


@dataclass(frozen=True)
class Space:
    """All deals of a model from a composition, or those that agree with what is known."""

    model: Model
    composition: Composition
    lumped: bool
    """Whether cards and suits that the rules cannot tell apart are counted once, with a weight."""
    known: Fixed | None = None
    """Cards and dice that are known, draw by draw; the cards are out of the composition already."""

    def __post_init__(self) -> None:
        """Refuse an impossible composition."""
        if len(self.composition) != len(DECK) or min(self.composition) < 0:
            raise Refused(f"a composition says how many there are of each of the {len(DECK)} cards")

    # ── Kinds of cards, and suits ────────────────────────────────────────────────────────────────────────────────

    @property
    def renames_suits(self) -> bool:
        """Whether deals that differ by a renaming of suits are counted as one."""
        return self.lumped and self.model.suits_alike and not self.model.told_apart_by and not self.known

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """The suits, those that the composition has alike beside each other."""
        if not self.renames_suits:
            return (0, 1, 2, 3)
        columns = [self.composition[suit::4] for suit in range(4)]
        return tuple(sorted(range(4), key=lambda suit: (columns.index(columns[suit]), suit)))

    @property
    def links(self) -> int:
        """A bit for every suit that is alike with the one before it, nothing being drawn yet."""
        if not self.renames_suits:
            return 0
        columns = [self.composition[suit::4] for suit in self.suits]
        return sum(1 << place for place in range(1, 4) if columns[place] == columns[place - 1])

    @cached_property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Each kind's card and how many copies there are of it; of a rank, in the order of the suits."""
        apart = self.model.told_apart_by if self.lumped else ()
        copies: dict[object, list[int]] = {}
        for rank in range(13):
            for card in (rank * 4 + suit for suit in self.suits):
                if count := self.composition[card]:
                    key: object = tuple(int(rule(card)) for rule in apart) if apart else card
                    copies.setdefault(key, [card, 0])[1] += count
        return tuple((card, count) for card, count in copies.values())

    @cached_property
    def bits(self) -> Ints:
        """Of each kind, a bit for the place of its suit."""
        return np.array([1 << self.suits.index(card & 3) for card, _ in self.kinds], dtype=np.int64)

    @cached_property
    def copies(self) -> Ints:
        return np.array([count for _, count in self.kinds], dtype=np.int64)

    @property
    def one_of_each(self) -> bool:
        return all(count == 1 for _, count in self.kinds)

    def renamings(self) -> list[Sequence[int]]:
        """The renamings of suits that leave the composition as it is."""
        return [
            suits
            for suits in permutations(range(4))
            if all(self.composition[c] == self.composition[(c & ~3) | suits[c & 3]] for c in range(52))
        ]

    @cached_property
    def renamed(self) -> Ints:
        """For every renaming of suits, each card's other name; the first leaves all as they are."""
        suits = np.array(self.renamings() if self.renames_suits else [(0, 1, 2, 3)], dtype=np.int64)
        cards = np.arange(52)
        return np.ascontiguousarray((cards & ~3)[None, :] | suits[:, cards & 3])

    # ── Draws and slots ──────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every card and die that is drawn; first those that are known."""
        slots = []
        for number, drawn in enumerate(self.model.draws):
            faces, places = (drawn.count, 1) if drawn.kind is Draw.DIE else (0, drawn.count)
            known = (self.known or {}).get(drawn.name) or (None,) * places
            unknown = 0
            for place, value in enumerate(known):
                name = f"x{number}_{place}"
                slots.append(Slot(drawn.name, name, drawn.kind, place, faces, value, unknown))
                unknown += value is None
        return tuple(sorted(slots, key=lambda slot: slot.known is None))

    @cached_property
    def fixed(self) -> int:
        return sum(slot.known is not None for slot in self.slots)

    @cached_property
    def total(self) -> int:
        left = sum(self.composition)
        total = largest = 1
        for drawn in self.model.draws:
            unknown = sum(slot.draw == drawn.name and slot.known is None for slot in self.slots)
            if drawn.kind is Draw.DIE:
                total *= drawn.count if unknown else 1
                continue
            if unknown > left:
                raise Refused(f"{sum(self.composition)} cards are too few to deal {self.model.id}")
            if drawn.kind is Draw.SET:  # a weight is multiplied by copies before it is divided by those alike
                largest = max(largest, *(total * comb(left, n) * n for n in range(1, unknown + 1)), 1)
            total *= comb(left, unknown) if drawn.kind is Draw.SET else perm(left, unknown)
            left -= unknown
        if max(total, largest) * (4 if self.renames_suits else 1) >= WEIGHT_MAX:
            raise Refused(f"{total:,} deals are more than the engine counts")
        return total

    def ways_after(self, length: int) -> int:
        """How many ways the slots after some whole draws can fall, each card being there once."""
        left = sum(self.composition) - sum(slot.kind is not Draw.DIE for slot in self.slots[:length])
        ways = 1
        for drawn in self.model.draws:
            number = sum(slot.draw == drawn.name for slot in self.slots[length:])
            if number and drawn.kind is Draw.DIE:
                ways *= drawn.count
            elif number:
                ways *= comb(left, number) if drawn.kind is Draw.SET else perm(left, number)
                left -= number
        return ways

    def leaves_after(self, length: int) -> int:
        """About how many deals follow the first slots, cards of a kind counted once and suits not looked at."""
        kinds, leaves, sets = len(self.kinds), 1, 0
        single = self.one_of_each
        for place, slot in enumerate(self.slots[length:], length):
            if slot.kind is Draw.DIE:
                leaves *= slot.faces
                continue
            sets = slot.number + 1 if slot.kind is Draw.SET else 1
            drawn = sum(each.kind is not Draw.DIE and each.known is None for each in self.slots[:place])
            leaves = leaves * max(kinds - (drawn if single else 0), 1) // sets
        return leaves

    @cached_property
    def leaves(self) -> int:
        """About how many deals are looked at, one for each class."""
        return self.leaves_after(self.fixed) // len(self.renamed)

    @cached_property
    def head_length(self) -> int:
        """How many slots a *head* fixes, from which a count starts: not much follows it.

        A set is in the head whole, where it can be listed.
        """
        length = self.fixed
        while length < len(self.slots) - 1 and self.leaves_after(length) > HEAD_LEAVES:
            length += 1
        whole = length
        while whole < len(self.slots) - 1 and self.slots[whole].kind is Draw.SET and self.slots[whole].number:
            whole += 1
        listed = self.leaves_after(self.fixed) // max(self.leaves_after(whole), 1)
        return whole if listed // len(self.renamed) <= WHOLE_DRAW_MAX else length

    # ── Rows of slots ────────────────────────────────────────────────────────────────────────────────────────────

    def heads(self) -> Iterator[Rows]:
        """The heads as rows of kinds and faces, a number of them at a time."""
        for alike in self.listed(self.head_length):
            yield alike.rows

    def rows(self, length: int) -> tuple[Rows, Ints]:
        """All rows of the first slots, and how many ways each falls; one of those that a renaming of suits makes."""
        parts = list(self.listed(length))
        return np.concatenate([part.rows for part in parts]), np.concatenate([part.weights for part in parts])

    def listed(self, length: int) -> Iterator[Alike]:
        """The rows of the first slots, not too many at a time; always in the same order."""
        row = np.array([[slot.known for slot in self.slots[: self.fixed]]], dtype=np.uint8).reshape(1, self.fixed)
        one = np.ones(1, dtype=np.int64)
        none = 0 * one
        yield from self.grown(Alike(row, one, self.links * one, none, none, none, none, none), length)

    def grown(self, alike: Alike, length: int) -> Iterator[Alike]:
        """Rows with every slot up to a length."""
        if alike.rows.shape[1] == length:
            if len(alike.rows):
                yield alike
            return
        for first in range(0, len(alike.rows), ROWS_AT_ONCE):
            some = Alike(*(column[first : first + ROWS_AT_ONCE] for column in alike))
            yield from self.grown(self.longer(some), length)

    def longer(self, alike: Alike) -> Alike:
        """Rows with every card or face that the next slot can take, where it stands for those alike."""
        place = alike.rows.shape[1]
        slot = self.slots[place]
        if slot.kind is Draw.DIE:
            row, face = np.divmod(np.arange(len(alike.rows) * slot.faces), slot.faces)
            return Alike(appended(alike.rows, row, face + 1), *(column[row] for column in alike[1:]))
        row, kind, ways = self.extended(alike.rows, place)
        goes_on = slot.kind is Draw.SET and slot.number > 0
        last = alike.rows[row, -1].astype(np.int64) if goes_on else np.full(len(row), APART)
        again = kind == last
        one_more = (alike.limit[row] == 0) | (alike.copies[row] < alike.limit[row])
        stands = np.flatnonzero(np.where(again, one_more, alike.links[row] & self.bits[kind] == 0))
        row, kind, ways, last, again = (column[stands] for column in (row, kind, ways, last, again))
        bit, links, copies = self.bits[kind], alike.links[row], alike.copies[row]
        next_ = ~again & (kind == last + 1) & (alike.before[row] & bit != 0)
        come = np.where(again, copies + 1, 1)
        limit = np.where(again, alike.limit[row], np.where(next_, copies, 0))
        equal_before = np.where(again, alike.equal_before[row], np.where(next_, alike.equal[row], 0))
        levels = (limit > 0) & (come == limit)
        equal = np.where(levels, equal_before + 1, 1)
        size = np.where(again, 1, alike_from(links, bit))
        runs = come if slot.kind is Draw.SET else np.ones_like(come)
        weights: Ints = alike.weights[row] * ways // runs * size // equal
        left: Ints = np.where(again, links, links & ~(bit << 1)) + np.where(levels, bit, 0)  # a bit that is not there
        return Alike(
            appended(alike.rows, row, kind),
            weights,
            left,
            np.where(again, alike.before[row], links),
            come,
            limit,
            equal,
            equal_before,
        )

    def extended(self, rows: Rows, place: int, first: int = 0) -> tuple[Ints, Ints, Ints]:
        """Every row of the slots from a first one on with every kind of card that the next slot can take.

        Gives the row, the kind, and how many copies of that are left. A set is listed in order.
        """
        slot = self.slots[place]
        drawn = enumerate(self.slots[first:place])
        taken = self.holding(rows, [n for n, each in drawn if each.kind is not Draw.DIE and each.known is None])
        possible = taken < self.copies
        if slot.kind is Draw.SET and slot.number and place > first:
            possible &= np.arange(len(self.kinds)) >= rows[:, -1:]
        row, kind = np.nonzero(possible)
        return row, kind, self.copies[kind] - taken[row, kind]

    def holding(self, rows: Rows, places: Sequence[int]) -> Rows:
        """How many of each kind every row holds in some places."""
        held = np.zeros((len(rows), len(self.kinds)), dtype=np.int16)
        for place in places:
            held[np.arange(len(rows)), rows[:, place]] += 1
        return held


def without(composition: Composition, removed: Iterable[int]) -> Composition:
    """A composition less some cards."""
    left = list(composition)
    for card in removed:
        if card not in DECK:
            raise Refused(f"{quoted(card)} is not a card; cards are numbered 0 to {len(DECK) - 1}")
        left[card] -= 1
        if left[card] < 0:
            raise Refused(f"{card_name(card)} is given more often than the decks hold it")
    return tuple(left)


def alike_from(links: Ints, bit: Ints) -> Ints:
    """How many suits are alike, from one on."""
    after = links // (2 * bit)
    size: Ints = 1 + (after & 1) + (after & 3 == 3) + (after & 7 == 7)
    return size


def appended(rows: Rows, row: Ints, value: Ints) -> Rows:
    """Some rows, each with one more value."""
    return np.column_stack((rows[row], value.astype(rows.dtype)))
