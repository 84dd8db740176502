"""The space of all deals: kinds of cards, where a count starts, and how many deals there are.

Cards that no rule can tell apart are one *kind* with a number of copies. A count starts from *heads*, the ways the
first draw can fall; heads that differ only by a renaming of suits are one, weighted by how many they stand for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
"""Kinds and faces, in integers of any width."""
Composition = tuple[int, ...]
"""How many of each of the 52 cards there are."""

WEIGHT_MAX = 1 << 62
WHOLE_SET_MAX = 5
"""The largest set that is listed whole before counting; of a larger one the first card is."""


def full(decks: int) -> Composition:
    """The composition of whole decks."""
    return (decks,) * 52


@dataclass(frozen=True)
class Slot:
    """One card or die of a draw, in the order of the loops."""

    draw: str
    name: str
    kind: Draw
    place: int
    faces: int = 0


@dataclass(frozen=True)
class Space:
    """All deals of a model from a composition."""

    model: Model
    composition: Composition
    lumped: bool
    """Whether cards and suits that the rules cannot tell apart are counted once, with a weight."""

    def __post_init__(self) -> None:
        """Refuse what is no composition."""
        if len(self.composition) != len(DECK) or min(self.composition) < 0:
            raise Refused(f"a composition says how many there are of each of the {len(DECK)} cards")

    @cached_property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Each kind's card and how many copies there are of it."""
        apart = self.model.told_apart_by if self.lumped else ()
        copies: dict[object, list[int]] = {}
        for card, count in enumerate(self.composition):
            if count:
                key: object = tuple(int(rule(card)) for rule in apart) if apart else card
                copies.setdefault(key, [card, 0])[1] += count
        return tuple((card, count) for card, count in copies.values())

    @property
    def one_of_each(self) -> bool:
        """Whether no kind has two copies."""
        return all(count == 1 for _, count in self.kinds)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every card and die that is drawn."""
        return tuple(
            Slot(d.name, f"x{number}_{place}", d.kind, place, faces)
            for number, d in enumerate(self.model.draws)
            for faces, places in [(d.count, 1) if d.kind is Draw.DIE else (0, d.count)]
            for place in range(places)
        )

    @property
    def head_length(self) -> int:
        """How many slots a head fixes: a set if it is small, two cards of an ordered draw, no die."""
        first = self.model.draws[0]
        match first.kind:
            case Draw.SET:
                return first.count if first.count <= WHOLE_SET_MAX else 1
            case Draw.ORDERED:
                return min(2, first.count)
            case Draw.DIE:
                return 0

    @cached_property
    def total(self) -> int:
        """How many deals there are."""
        left = sum(self.composition)
        total = largest = 1
        for drawn in self.model.draws:
            if drawn.kind is Draw.DIE:
                total *= drawn.count
                continue
            if drawn.count > left:
                raise Refused(f"{sum(self.composition)} cards are too few to deal {self.model.id}")
            if drawn.kind is Draw.SET:  # a weight is multiplied by copies before it is divided by those alike
                largest = max(largest, *(total * comb(left, n) * n for n in range(1, drawn.count + 1)))
            total *= comb(left, drawn.count) if drawn.kind is Draw.SET else perm(left, drawn.count)
            left -= drawn.count
        if max(total, largest) >= WEIGHT_MAX:
            raise Refused(f"{total:,} deals are more than the engine counts")
        return total

    @property
    def renames_suits(self) -> bool:
        """Whether heads that differ by a renaming of suits are counted as one; a set must then be in the head whole."""
        first = self.model.draws[0]
        whole = first.kind is Draw.ORDERED or (first.kind is Draw.SET and self.head_length == first.count)
        return self.lumped and self.model.suits_alike and not self.model.told_apart_by and whole

    def heads(self) -> tuple[Ints, Ints]:
        """The heads as rows of kinds, and how many deals of the first draw each stands for."""
        heads, counts = np.zeros((1, 0), dtype=np.int64), np.ones(1, dtype=np.int64)
        for place in range(self.head_length):
            heads, counts = self.extended(heads, counts, place, 0)
        if self.renames_suits:
            return self.merged(heads, counts, ordered=self.model.draws[0].kind is not Draw.SET)
        return heads, counts

    def extended(self, rows: Rows, weights: Ints, place: int, first: int) -> tuple[Rows, Ints]:
        """Rows of the slots from a first one on, each with every card or face that the next slot can take.

        A row's weight is how many ways its cards fall; a set is listed once, in order.
        """
        slot = self.slots[place]
        if slot.kind is Draw.DIE:
            row, face = np.divmod(np.arange(len(rows) * slot.faces), slot.faces)
            return appended(rows, row, face + 1), weights[row]
        before = [n for n in range(place - first) if self.slots[first + n].kind is not Draw.DIE]
        taken = self.holding(rows, before)
        possible = taken < self.copies
        own = taken
        if slot.kind is Draw.SET:
            own = self.holding(rows, before[len(before) - slot.place :])
            if slot.place:
                possible &= np.arange(len(self.kinds)) >= rows[:, -1:]
        row, kind = np.nonzero(possible)
        ways = self.copies[kind] - taken[row, kind]
        runs = 1 + own[row, kind] if slot.kind is Draw.SET else 1
        return appended(rows, row, kind), weights[row] * ways // runs

    def holding(self, rows: Rows, places: Sequence[int]) -> Rows:
        """How many of each kind every row holds in some places."""
        held = np.zeros((len(rows), len(self.kinds)), dtype=np.int16)
        for place in places:
            held[np.arange(len(rows)), rows[:, place]] += 1
        return held

    @cached_property
    def copies(self) -> Ints:
        """How many copies there are of each kind."""
        return np.array([count for _, count in self.kinds], dtype=np.int64)

    def merged(self, heads: Ints, counts: Ints, *, ordered: bool) -> tuple[Ints, Ints]:
        """Heads that a renaming of suits carries into each other, counted together."""
        cards = np.array([card for card, _ in self.kinds], dtype=np.int64)
        kind_of_card = np.full(52, -1, dtype=np.int64)
        kind_of_card[cards] = np.arange(len(cards))
        smallest: Ints | None = None
        for suits in self.renamings():
            renamed_kind = kind_of_card[(cards & ~3) | np.array(suits, dtype=np.int64)[cards & 3]]
            renamed = renamed_kind[heads]
            key = encoded(renamed if ordered else np.sort(renamed, axis=1))
            smallest = key if smallest is None else np.minimum(smallest, key)
        if smallest is None:
            raise AssertionError("the identity is always a renaming")
        _, first, which = np.unique(smallest, return_index=True, return_inverse=True)
        sums = np.zeros(len(first), dtype=np.int64)
        np.add.at(sums, which, counts)
        return heads[first], sums

    def renamings(self) -> list[Sequence[int]]:
        """The renamings of suits that leave the composition as it is."""
        return [
            suits
            for suits in permutations(range(4))
            if all(self.composition[c] == self.composition[(c & ~3) | suits[c & 3]] for c in range(52))
        ]


def appended(rows: Rows, row: Ints, value: Ints) -> Rows:
    """Some rows, each with one more value."""
    return np.column_stack((rows[row], value.astype(rows.dtype)))


def encoded(rows: Ints) -> Ints:
    """One number per row."""
    key = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        key = key * 64 + column
    return key
