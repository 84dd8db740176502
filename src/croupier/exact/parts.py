"""Parts of a count: a space of deals cut up, each part counted anywhere, and all added up again."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

import numpy as np

from croupier.errors import Refused
from croupier.exact.count_cache import Kept
from croupier.exact.counter import FULL, Layout
from croupier.exact.offers import deals_by_sight
from croupier.exact.space import Ints, Rows, Space
from croupier.exact.uncoded import deal_without_code
from croupier.kernel.effort import EFFORT
from croupier.kernel.kernel import Kernel
from croupier.kernel.work import across, threads
from croupier.rulebook.model import Model

PARTS: Final = 128
"""A count is cut into about so many parts, unless they would be too small or too long."""
PART_LEAVES_MIN: Final = 1 << 16
PART_LEAVES_MAX: Final = 1 << 24
"""So many deals, at most, are looked at before they are told, or before a count can be stopped: half a second."""
TABLE_SIZE: Final = 1 << 14
"""Entries that a part's table starts with."""
ENTRIES_WAITING: Final = 1 << 22
"""Entries that may lie about before they are put together: 64 MiB."""


@dataclass(frozen=True)
class Part:
    """Some heads to be counted, and all that this takes: it can be sent anywhere."""

    counter: Kernel
    heads: Rows
    cards: Ints
    copies: Ints
    bits: Ints
    links: int
    renamed: Ints
    width: int
    """How many joint outcomes there could be on all paths."""


Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
_entries: dict[Kernel, int] = {}
"""How many entries the parts of a counter needed so far."""
Counted = tuple[int, int, Ints, Ints]
"""How many entries there are, or which rule gave a code that is none; how many deals were looked at; keys, counts."""


def counted(part: Part) -> Counted:
    def count(entries: int) -> Counted:
        table, keys, counts = room(entries)
        buffer, touched = np.zeros(part.width, dtype=np.int64), np.zeros(part.width, dtype=np.int64)
        given = (part.heads, part.cards, part.copies.copy(), part.bits, part.links, part.renamed, 0, len(part.heads))
        return *part.counter.compiled(*given, table, keys, counts, buffer, touched), keys, counts

    return in_order(*with_room(part.counter, count))


def interpreted(part: Part) -> Counted:
    """The same in plain Python, which needs no compiling."""

    def count(entries: int) -> Counted:
        table, keys, counts = room(entries)
        cards, copies, bits = (column.tolist() for column in (part.cards, part.copies, part.bits))
        given = (part.heads, cards, copies, bits, part.links, part.renamed, 0, len(part.heads))
        counter = part.counter.interpreted
        return *counter(*given, table, keys, counts, [0] * part.width, [0] * part.width), keys, counts

    return in_order(*with_room(part.counter, count))


def room(entries: int) -> tuple[Ints, Ints, Ints]:
    """An empty table for so many entries, and their keys and counts."""
    table = np.full(2 * entries, -1, dtype=np.int64)
    return table, np.zeros(entries, dtype=np.int64), np.zeros(entries, dtype=np.int64)


def with_room(counter: Kernel, count: Callable[[int], Outcome]) -> Outcome:
    """Count with as many entries as the parts before needed, and again with more where they are too few."""
    entries = _entries.get(counter, TABLE_SIZE)
    while (outcome := count(entries))[0] == FULL:
        entries *= 4
    _entries[counter] = max(entries, _entries.get(counter, 0))
    return outcome


def in_order(used: int, leaves: int, keys: Ints, counts: Ints) -> Counted:
    """What was counted, by its keys."""
    order = np.argsort(keys[: max(used, 0)], kind="stable")
    return int(used), int(leaves), keys[order], counts[order]


def part_of(space: Space, counter: Kernel, heads: Rows) -> Part:
    layout = Layout(space.model)
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    width = len(layout.paths) * layout.joints
    rows = np.ascontiguousarray(heads, dtype=np.int64)
    return Part(counter, rows, cards, space.copies, space.bits, space.links, space.renamed, width)


def parts_of(space: Space, counter: Kernel) -> Iterator[Part]:
    """A space cut into parts, the same ones wherever and whenever it is counted; a head is not divided."""
    leaves = min(max(space.leaves // PARTS, PART_LEAVES_MIN), PART_LEAVES_MAX)
    number = max(1, leaves // max(space.leaves_after(space.head_length), 1))
    for heads in space.heads():
        for first in range(0, len(heads), number):
            yield part_of(space, counter, heads[first : first + number])


def run(space: Space, counter: Kernel, workers: int = 0, *, executor: Executor | None = None) -> tuple[Ints, Ints]:
    """Count all heads, on so many threads or wherever an executor works."""
    total = Sum()
    for _ in summed(total, space, counter, workers, executor=executor):
        pass
    return total.merged


def summed(
    total: "Sum", space: Space, counter: Kernel, workers: int = 0, *, executor: Executor | None = None
) -> Iterator[None]:
    """Add all parts that a sum does not hold yet, one after the other; progress is told as a share of the deals."""
    progress = EFFORT.get().progress
    layout = Layout(space.model)
    deals = deals_in(layout, *total.merged) if total.parts else 0
    progress(deals / space.total)
    with nullcontext(executor) if executor else threads(workers) as at:
        parts = islice(parts_of(space, counter), total.done, None)
        for used, leaves, keys, counts in across(at, counted, parts, workers):
            if used < 0:
                raise no_code(space.model, used)
            total.add(keys, counts)
            total.done += 1
            total.leaves += leaves
            deals += deals_in(layout, keys, counts)
            progress(deals / space.total)
            yield


def no_code(model: Model, used: int) -> Refused:
    """What is wrong with a rule that gave a code which is none."""
    rule = model.rules()[-1 - used]
    found = deal_without_code(model, rule)
    return Refused(
        f"{model.id}: {rule.function.__name__} gives a code that is not among the lines or codes it was given"
        + (f": {found[1]} for {found[0]}" if found else "")
        + advice_on_codes(model, -1 - used - len(model.features))
    )


def advice_on_codes(model: Model, place: int) -> str:
    """How to mend a decision or a wager, counted in this order, whose rule gives such a code."""
    advice = [
        *(f"; a code must be below `codes` of the decision {each.id}, {each.codes}" for each in model.decisions),
        *(f"; add a line for it to the wager {each.id}" for each in model.wagers),
    ]
    return advice[place] if 0 <= place < len(advice) else ""


class Sum:
    """Counts added up as they come, in not much more room than they need in the end."""

    def __init__(self) -> None:
        self.parts: list[tuple[Ints, Ints]] = []
        self.settled = 0
        self.waiting = 0
        self.done = 0
        """How many parts of a space are in it."""
        self.leaves = 0
        """How many deals were looked at for them."""

    @classmethod
    def of(cls, kept: Kept) -> "Sum":
        """A sum that was kept."""
        total = cls()
        total.add(kept.keys, kept.counts)
        total.done, total.leaves = kept.parts, kept.leaves
        return total

    @property
    def kept(self) -> Kept:
        """All of it, to be kept."""
        self.parts = [self.merged]
        self.settled, self.waiting = len(self.parts[0][0]), 0
        return Kept(*self.parts[0], self.leaves, self.done)

    def add(self, keys: Ints, counts: Ints) -> None:
        """Add a part; parts are put together when there are as many new entries as old ones."""
        self.parts.append((keys, counts))
        self.waiting += len(keys)
        if self.waiting > max(self.settled, ENTRIES_WAITING):
            self.parts = [self.merged]
            self.settled, self.waiting = len(self.parts[0][0]), 0

    @property
    def merged(self) -> tuple[Ints, Ints]:
        return merged(self.parts)


def merged(parts: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    """The sum of several counts, in order of their keys."""
    keys = np.concatenate([part for part, _ in parts])
    counts = np.concatenate([part for _, part in parts])
    if np.all(keys[1:] > keys[:-1]):
        return keys, counts  # as where each head has its own sights
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return keys[starts], np.add.reduceat(counts, starts)


def deals_in(layout: Layout, keys: Ints, counts: Ints) -> int:
    """How many deals a count, or a part of one, holds: each is on every path that is offered."""
    if not layout.offers:
        return sum_of(counts) // len(layout.paths)
    return sum_of(deals_by_sight(layout, keys, counts)) if len(keys) else 0


def sum_of(counts: Ints) -> int:
    """All counts together, however many they are."""
    high, low = np.divmod(counts, 1 << 31)
    return (int(high.sum()) << 31) + int(low.sum())
