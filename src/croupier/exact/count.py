"""Counting: a space of deals to a table of integers, kept once it is made.

Finished counts and compiled counters lie in the user's cache directory under a fingerprint of everything they depend
on, so that a changed rule is counted again and an unchanged one never.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.counter import Layout, written
from croupier.exact.space import Composition, Ints, Space, full
from croupier.kernel.cache import cache_directory, replacing, trim
from croupier.kernel.fingerprint import fingerprint
from croupier.kernel.kernel import Kernel
from croupier.kernel.work import across, room, threads
from croupier.rulebook.model import Model

CHUNKS_PER_WORKER: Final = 32
PART_DEALS: Final = 1 << 31
"""About as many deals, at most, are counted before they are told: seconds of a core's work."""
TABLE_SIZE: Final = 1 << 14
"""Entries that a chunk's table starts with; it grows as it must."""
ENTRIES_WAITING: Final = 1 << 22
"""Entries that may lie about before they are put together: 64 MiB."""
Notice = Callable[[str], None]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Counts:
    """How often each sight, path and joint outcome comes up."""

    model: Model
    composition: Composition
    total: int
    keys: Ints
    counts: Ints

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
        path, joint = np.divmod(self.keys - self.sight_of_entry * width, self.layout.joints)
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
    progress: Progress = lambda _: None,
) -> Counts:
    """Count every deal of a model, on this machine's cores, where an executor works, or on its GPU.

    A count that was made before is read back, wherever it was made.
    """
    space = Space(model, full(model.decks) if composition is None else composition, lumped)
    total = space.total
    counter = written(space)
    file = file_of(space, counter)
    found = kept(file, space)
    if found is None:
        if device == "gpu":
            from croupier.exact.gpu import counted_on_gpu  # noqa: PLC0415  # slow to import, and of use to few

            found = counted_on_gpu(space, notice=notice, progress=progress)
        else:
            notice(f"counting {space.total:,} deals of {model.id}")
            found = run(space, counter, workers, executor=executor, progress=progress)
        check(space, *found)
        keep(file, *found)
    return Counts(model, space.composition, total, *found)


def file_of(space: Space, counter: Kernel) -> Path:
    """Where the count of a space is kept."""
    home = cache_directory() / fingerprint([*counter.functions, *space.model.told_apart_by])
    counted_from = f"{counter.made_of}\n{space.composition}\n{space.kinds}\n{space.renames_suits}"
    return home / f"count-{sha256(counted_from.encode()).hexdigest()[:24]}.npz"


def kept_count(model: Model, composition: Composition) -> Counts | None:
    """The count of a model if it was made before, read back; nothing is counted where it was not."""
    try:
        space = Space(model, composition, lumped=True)
        found = kept(file_of(space, written(space)), space)
    except Refused:  # what cannot be counted was not
        return None
    return None if found is None else Counts(model, composition, space.total, *found)


def check(space: Space, keys: Ints, counts: Ints) -> None:
    """Every deal was counted once for every path, under a key that can be, or nothing is answered."""
    layout = Layout(space.model)
    keys_end = layout.sights * len(layout.paths) * layout.joints
    if {keys.dtype, counts.dtype} != {np.dtype(np.int64)} or keys.shape != counts.shape or keys.ndim != 1:
        raise ArithmeticError("a count is two rows of whole numbers")
    if not len(keys) or keys[0] < 0 or keys[-1] >= keys_end or np.any(keys[1:] <= keys[:-1]) or np.any(counts <= 0):
        raise ArithmeticError("a count has keys in order and no deals that are less than none")
    counted = sum(int(c) for c in counts) if space.total > 1 << 50 else int(counts.sum())
    expected = space.total * len(layout.paths)
    if counted != expected:
        raise ArithmeticError(f"{counted} deals were counted where there are {expected}")


def kept(file: Path, space: Space) -> tuple[Ints, Ints] | None:
    """A count made before; none where there is none, or where its file is damaged."""
    try:
        with file.open("rb") as opened, np.load(opened) as arrays:
            keys, counts = arrays["keys"], arrays["counts"]
        check(space, keys, counts)
    except Exception:  # noqa: BLE001  # a damaged archive fails in many ways, and all of them mean: count again
        return None
    with suppress(OSError):
        for used in (file, file.parent):
            os.utime(used)
    return keys, counts


def keep(file: Path, keys: Ints, counts: Ints) -> None:
    """Write a finished count whole or not at all, and let old fingerprints go; without a cache, do without."""
    with suppress(OSError):
        with replacing(file) as draft:
            np.savez(draft, keys=keys, counts=counts)
        trim(file.parent.parent)


@dataclass(frozen=True)
class Part:
    """Some heads to be counted, and all that this takes: it can be sent anywhere."""

    counter: Kernel
    heads: Ints
    weights: Ints
    cards: Ints
    copies: Ints
    width: int
    """How many joint outcomes there could be on all paths."""


Counted = tuple[int, Ints, Ints]
"""How many entries there are, or which rule gave a code that is none; keys in their order, and counts."""


def counted(part: Part) -> Counted:
    """Count the heads of a part on this core."""
    table = np.full(2 * TABLE_SIZE, -1, dtype=np.int64)
    keys, counts = np.zeros(TABLE_SIZE, dtype=np.int64), np.zeros(TABLE_SIZE, dtype=np.int64)
    buffer, touched = np.zeros(part.width, dtype=np.int64), np.zeros(part.width, dtype=np.int64)
    given = (part.heads, part.weights, part.cards, part.copies.copy(), 0, len(part.heads))
    used, keys, counts = part.counter.compiled(*given, table, keys, counts, buffer, touched)
    order = np.argsort(keys[: max(used, 0)], kind="stable")
    return int(used), keys[order], counts[order]


def parts_of(space: Space, counter: Kernel, number: int) -> Iterator[Part]:
    """A space cut into so many parts, or into more where these would be long; a head is not divided."""
    heads, weights = space.heads()
    number = max(number, len(heads) * space.total // int(weights.sum()) // PART_DEALS)
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    copies = np.array([n for _, n in space.kinds], dtype=np.int64)
    layout = Layout(space.model)
    cuts = np.linspace(0, len(heads), min(len(heads), number) + 1).astype(int).tolist()
    for first, last in pairwise(cuts):
        yield Part(counter, heads[first:last], weights[first:last], cards, copies, len(layout.paths) * layout.joints)


def run(
    space: Space,
    counter: Kernel,
    workers: int = 0,
    *,
    executor: Executor | None = None,
    progress: Progress = lambda _: None,
) -> tuple[Ints, Ints]:
    """Count all heads, on so many threads or wherever an executor works; progress is told as a share of the heads."""
    with nullcontext(executor) if executor else threads(workers) as at:
        parts = list(parts_of(space, counter, room(at, workers) * CHUNKS_PER_WORKER))
        whole, done = sum(len(part.heads) for part in parts), 0
        total = Sum()
        for part, (used, keys, counts) in zip(parts, across(at, counted, parts, workers), strict=True):
            if used < 0:
                raise no_code(space.model, used)
            total.add(keys, counts)
            done += len(part.heads)
            progress(done / whole)
    return total.merged


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

    def add(self, keys: Ints, counts: Ints) -> None:
        """Add a part; parts are put together when there are as many new entries as old ones."""
        self.parts.append((keys, counts))
        self.waiting += len(keys)
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
