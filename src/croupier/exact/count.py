"""Counting: a space of deals to a table of integers, kept once it is made.

Finished counts and compiled counters lie in the user's cache directory under a fingerprint of everything they depend
on, so that a changed rule is counted again and an unchanged one never.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from time import monotonic
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.alike import check_alike
from croupier.exact.counter import Layout, written
from croupier.exact.estimate import LONG_SECONDS, SAMPLED_FROM, estimated
from croupier.exact.kept import ENTRY_BYTES, Kept, Shelf, shelf_of, too_large
from croupier.exact.space import Composition, Ints, Rows, Space, full
from croupier.kernel.cache import kept_bytes_max
from croupier.kernel.effort import EFFORT, Notice, Progress
from croupier.kernel.kernel import Kernel, refusing
from croupier.kernel.work import across, cores, room, threads
from croupier.rulebook.model import Model

PARTS: Final = 128
"""A count is cut into about so many parts, unless they would be too small or too long."""
PART_LEAVES_MIN: Final = 1 << 16
PART_LEAVES_MAX: Final = 1 << 24
"""So many deals, at most, are looked at before they are told, or before a count can be stopped: half a second."""
SAVED_SECONDS: Final = 20
SAVED_SHARE: Final = 20
"""What is counted is kept in between too, in a small share of the time."""
TABLE_SIZE: Final = 1 << 14
"""Entries that a part's table starts with; it grows as it must."""
ENTRIES_WAITING: Final = 1 << 22
"""Entries that may lie about before they are put together: 64 MiB."""


@dataclass(frozen=True)
class Counts:
    """How often each sight, path and joint outcome comes up."""

    model: Model
    composition: Composition
    total: int
    keys: Ints
    counts: Ints
    classes: int = 0
    """How many deals were looked at, each standing for all that are alike; 0 where it is not known."""

    @cached_property
    def layout(self) -> Layout:
        """How a key is made of a sight, a path and a joint outcome."""
        return Layout(self.model)

    @cached_property
    def sight_of_entry(self) -> Ints:
        """The combination of sights of each entry, as one number."""
        return self.keys // (len(self.layout.paths) * self.layout.joints)

    @cached_property
    def new_sight(self) -> npt.NDArray[np.bool_]:
        """Whether an entry is the first of its sight."""
        sight = self.sight_of_entry
        return np.concatenate(([True], sight[1:] != sight[:-1]))

    @cached_property
    def sights(self) -> Ints:
        """Every combination of sights that occurs: the rows of all that follows."""
        return self.sight_of_entry[self.new_sight]

    @cached_property
    def by_path(self) -> tuple[tuple[Ints, Ints, Ints, Ints], ...]:
        """For each path: the entries' joint outcomes, deals and rows, and where each row starts."""
        row_of_entry = np.cumsum(self.new_sight) - 1
        width = len(self.layout.paths) * self.layout.joints
        within = self.keys - self.sight_of_entry * width
        path = within // self.layout.joints  # dividing by a number is quick in NumPy, np.divmod is not
        joint = within - path * self.layout.joints
        parts = []
        for number in range(len(self.layout.paths)):
            here = np.flatnonzero(path == number)
            rows = row_of_entry[here]
            starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
            parts.append((joint[here], self.counts[here], rows, starts))
        return tuple(parts)

    @cached_property
    def joints_of_path(self) -> tuple[Ints, ...]:
        """For each path, the joint outcomes that come up."""
        return tuple(np.flatnonzero(np.bincount(joint)) for joint, _, _, _ in self.by_path)

    @cached_property
    def deals_of_row(self) -> Ints:
        """How many deals lead to each sight."""
        _, counts, _, starts = self.by_path[0]
        return np.add.reduceat(counts, starts)


def count(
    model: Model,
    composition: Composition | None = None,
    *,
    lumped: bool = True,
    workers: int = 0,
    executor: Executor | None = None,
    device: str = "cpu",
    notice: Notice = lambda _: None,
    progress: Progress | None = None,
    anyway: bool | None = None,
    prove: bool | None = None,
) -> Counts:
    """Count every deal of a model, on this machine's cores, where an executor works, or on its GPU.

    A count that was made before is read back, wherever it was made, and one that was stopped is taken up. What it will
    take is found out first: more than this machine can do is refused, unless it is to be counted `anyway`. What the
    model promises about alike cards is tried on some deals, or on all of them where it is to be proved.
    """
    given = EFFORT.get()
    tell = given.progress if progress is None else progress
    at_any_cost = given.anyway if anyway is None else anyway
    space = Space(model, full(model.decks) if composition is None else composition, lumped)
    total = space.total
    counter = written(space)
    if given.prove if prove is None else prove:
        from croupier.exact.proof import prove_alike  # noqa: PLC0415  # which counts, and is of use to few

        prove_alike(space, workers, notice=notice, progress=tell, anyway=at_any_cost)
    shelf = shelf_of(space, counter)
    found = checked(space, shelf.read(shelf.whole, notice))
    if found is None:
        refusing(check_alike)(space)
        if device == "gpu":
            from croupier.exact.gpu import counted_on_gpu  # noqa: PLC0415  # slow to import, and of use to few

            found = counted_on_gpu(space, notice=notice, progress=tell, anyway=at_any_cost)
        else:
            found = counted_here(
                space, counter, shelf, workers, executor, notice=notice, progress=tell, anyway=at_any_cost
            )
        check(space, found.keys, found.counts)
        shelf.keep(found, notice)
    return Counts(model, space.composition, total, found.keys, found.counts, found.leaves)


def kept_count(model: Model, composition: Composition) -> Counts | None:
    """The count of a model if it was made before, read back; nothing is counted where it was not."""
    try:
        space = Space(model, composition, lumped=True)
        shelf = shelf_of(space, written(space))
        found = checked(space, shelf.read(shelf.whole, lambda _: None))
    except Refused:  # what cannot be counted was not
        return None
    if found is None:
        return None
    return Counts(model, composition, space.total, found.keys, found.counts, found.leaves)


def check(space: Space, keys: Ints, counts: Ints) -> None:
    """Every deal was counted once for every path, under a key that can be, or nothing is answered."""
    layout = Layout(space.model)
    keys_end = layout.sights * len(layout.paths) * layout.joints
    if {keys.dtype, counts.dtype} != {np.dtype(np.int64)} or keys.shape != counts.shape or keys.ndim != 1:
        raise ArithmeticError("a count is two rows of whole numbers")
    if not len(keys) or keys[0] < 0 or keys[-1] >= keys_end or np.any(keys[1:] <= keys[:-1]) or np.any(counts <= 0):
        raise ArithmeticError("a count has keys in order and no deals that are less than none")
    expected = space.total * len(layout.paths)
    if sum_of(counts) != expected:
        raise ArithmeticError(f"{sum_of(counts)} deals were counted where there are {expected}")


def sum_of(counts: Ints) -> int:
    """All counts together, however many they are."""
    high, low = np.divmod(counts, 1 << 31)
    return (int(high.sum()) << 31) + int(low.sum())


def checked(space: Space, found: Kept | None) -> Kept | None:
    """A kept count, where it holds every deal."""
    with suppress(ArithmeticError):
        if found is not None:
            check(space, found.keys, found.counts)
            return found
    return None


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


Counted = tuple[int, int, Ints, Ints]
"""How many entries there are, or which rule gave a code that is none; how many deals were looked at; keys, counts."""


def counted(part: Part) -> Counted:
    """Count the heads of a part on this core."""
    table = np.full(2 * TABLE_SIZE, -1, dtype=np.int64)
    keys, counts = np.zeros(TABLE_SIZE, dtype=np.int64), np.zeros(TABLE_SIZE, dtype=np.int64)
    buffer, touched = np.zeros(part.width, dtype=np.int64), np.zeros(part.width, dtype=np.int64)
    given = (part.heads, part.cards, part.copies.copy(), part.bits, part.links, part.renamed, 0, len(part.heads))
    return in_order(*part.counter.compiled(*given, table, keys, counts, buffer, touched))


def interpreted(part: Part) -> Counted:
    """The same in plain Python, which needs no compiling."""
    size = TABLE_SIZE
    table, keys, counts = np.full(2 * size, -1), np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    cards, copies, bits = (column.tolist() for column in (part.cards, part.copies, part.bits))
    given = (part.heads, cards, copies, bits, part.links, part.renamed, 0, len(part.heads))
    return in_order(*part.counter.interpreted(*given, table, keys, counts, [0] * part.width, [0] * part.width))


def in_order(used: int, leaves: int, keys: Ints, counts: Ints) -> Counted:
    """What was counted, by its keys."""
    order = np.argsort(keys[: max(used, 0)], kind="stable")
    return int(used), int(leaves), keys[order], counts[order]


def part_of(space: Space, counter: Kernel, heads: Rows) -> Part:
    """Some heads of a space as a part."""
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


def run(
    space: Space,
    counter: Kernel,
    workers: int = 0,
    *,
    executor: Executor | None = None,
    progress: Progress = lambda _: None,
) -> tuple[Ints, Ints]:
    """Count all heads, on so many threads or wherever an executor works; progress is told as a share of the deals."""
    total = Sum()
    for _ in summed(total, space, counter, workers, executor=executor, progress=progress):
        pass
    return total.merged


def summed(
    total: "Sum",
    space: Space,
    counter: Kernel,
    workers: int = 0,
    *,
    executor: Executor | None = None,
    progress: Progress = lambda _: None,
) -> Iterator[None]:
    """Add all parts that a sum does not hold yet, one after the other."""
    whole = space.total * len(Layout(space.model).paths)
    progress(total.deals / whole)
    with nullcontext(executor) if executor else threads(workers) as at:
        parts = islice(parts_of(space, counter), total.done, None)
        for used, leaves, keys, counts in across(at, counted, parts, workers):
            if used < 0:
                raise no_code(space.model, used)
            total.add(keys, counts)
            total.done += 1
            total.leaves += leaves
            progress(total.deals / whole)
            yield


def counted_here(
    space: Space,
    counter: Kernel,
    shelf: Shelf,
    workers: int,
    executor: Executor | None,
    *,
    notice: Notice,
    progress: Progress,
    anyway: bool,
) -> Kept:
    """Count a space on cores: what it takes is said first, and what is finished is kept when it is stopped."""
    taken_up = shelf.read(shelf.unfinished, notice)
    total = Sum() if taken_up is None else Sum.of(taken_up)
    begun = total.done
    said = f"counting {space.total:,} deals of {space.model.id}"
    if taken_up is not None:
        share = total.deals / (space.total * len(Layout(space.model).paths))
        said = f"{said}, of which {share:.1%} were counted before it was stopped"
    elif space.leaves >= SAMPLED_FROM:
        said += foreseen(space, counter, workers, executor, anyway=anyway)
    notice(said)
    saved_at, wait = monotonic(), float(SAVED_SECONDS)
    try:
        for _ in summed(total, space, counter, workers, executor=executor, progress=progress):
            if monotonic() > saved_at + wait:
                started = monotonic()
                shelf.write(shelf.unfinished, total.kept)
                saved_at = monotonic()
                wait = max(SAVED_SECONDS, SAVED_SHARE * (saved_at - started))
    except (Exception, KeyboardInterrupt) as error:
        if not isinstance(error, Refused) and total.done > begun:
            shelf.write(shelf.unfinished, total.kept)
            if shelf.unfinished.exists():
                notice("stopped; what is counted is kept, and the same count goes on from there")
        raise
    return total.kept


def foreseen(space: Space, counter: Kernel, workers: int, executor: Executor | None, *, anyway: bool) -> str:
    """What a count will take, in words where it is long; refused where it is too much."""

    def one(head: Sequence[int]) -> tuple[int, int, Ints]:
        used, leaves, keys, counts = counted(part_of(space, counter, np.array([head], dtype=np.uint8)))
        if used < 0:
            raise no_code(space.model, used)
        return sum_of(counts) // len(paths), leaves, keys

    paths = Layout(space.model).paths
    _ = counter.compiled  # or the sample would be of compiling
    found = estimated(space, one, room(executor, workers) if executor else workers or cores())
    if not anyway:
        found.check(f"counting {space.total:,} deals of {space.model.id}")
    if found.seconds < LONG_SECONDS:
        return ""
    kept = ENTRY_BYTES * found.entries
    size = f"; {too_large(kept, kept_bytes_max())}" if kept > kept_bytes_max() else ""
    return f", which takes about {found.time}; Ctrl-C stops it and keeps what is counted{size}"


def no_code(model: Model, used: int) -> Refused:
    """What is wrong with a rule that gave a code which is none."""
    rule = model.rules()[-1 - used].function.__name__
    return Refused(f"{model.id}: {rule} gives a code that is not among the lines or codes it was given")


class Sum:
    """Counts added up as they come, in not much more room than they need in the end."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.parts: list[tuple[Ints, Ints]] = []
        self.settled = 0
        self.waiting = 0
        self.deals = 0
        """The sum of all counts."""
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
        self.deals += sum_of(counts)
        if self.waiting > max(self.settled, ENTRIES_WAITING):
            self.parts = [self.merged]
            self.settled, self.waiting = len(self.parts[0][0]), 0

    @property
    def merged(self) -> tuple[Ints, Ints]:
        """All of it."""
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
