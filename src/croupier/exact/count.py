"""Counting: a space of deals to a table of integers, kept once it is made.

Finished counts and compiled counters lie in the user's cache directory under a fingerprint of everything they depend
on, so that a changed rule is counted again and an unchanged one never.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
from croupier.kernel.kernel import Compiled
from croupier.rulebook.model import Model

CHUNKS_PER_WORKER: Final = 32
TABLE_SIZE: Final = 1 << 14
"""Entries that a chunk's table starts with; it grows as it must."""
Notice = Callable[[str], None]


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
    notice: Notice = lambda _: None,
) -> Counts:
    """Count every deal of a model; a count that was made before is read back."""
    space = Space(model, full(model.decks) if composition is None else composition, lumped)
    total = space.total
    counter = written(space)
    home = cache_directory() / fingerprint([*counter.functions, *model.told_apart_by])
    counted_from = f"{counter.made_of}\n{space.composition}\n{space.kinds}\n{space.renames_suits}"
    file = home / f"count-{sha256(counted_from.encode()).hexdigest()[:24]}.npz"
    found = kept(file, space)
    if found is None:
        notice(f"counting {space.total:,} deals of {model.id}")
        found = run(space, counter.compiled, workers or os.cpu_count() or 1)
        check(space, *found)
        keep(file, *found)
    return Counts(model, space.composition, total, *found)


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


def run(space: Space, counter: Compiled, workers: int) -> tuple[Ints, Ints]:
    """Count all heads on so many threads."""
    heads, weights = space.heads()
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    copies = np.array([n for _, n in space.kinds], dtype=np.int64)
    layout = Layout(space.model)
    width = len(layout.paths) * layout.joints

    def chunk(bounds: tuple[int, int]) -> tuple[Ints, Ints]:
        table = np.full(2 * TABLE_SIZE, -1, dtype=np.int64)
        keys, counts = np.zeros(TABLE_SIZE, dtype=np.int64), np.zeros(TABLE_SIZE, dtype=np.int64)
        buffer, touched = np.zeros(width, dtype=np.int64), np.zeros(width, dtype=np.int64)
        room = (table, keys, counts, buffer, touched)
        used, keys, counts = counter(heads, weights, cards, copies.copy(), *bounds, *room)
        if used < 0:
            rule = space.model.rules()[-1 - used].function.__name__
            raise Refused(f"{space.model.id}: {rule} gives a code that is not among the lines or codes it was given")
        order = np.argsort(keys[:used], kind="stable")
        return keys[order], counts[order]

    cuts = np.linspace(0, len(heads), min(len(heads), workers * CHUNKS_PER_WORKER) + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(chunk, pairwise(cuts)))
    return merged(parts)


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
