"""Counting: a space of deals to a table of integers, kept once it is made.

Finished counts and compiled counters lie in the user's cache directory under a fingerprint of everything they depend
on, so that a changed rule is counted again and an unchanged one never.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.exact.counter import Layout, written
from croupier.exact.fingerprint import fingerprint
from croupier.exact.space import Composition, Ints, Space, full
from croupier.rulebook.model import Model

KEPT_FINGERPRINTS: Final = 8
CHUNKS_PER_WORKER: Final = 8
Notice = Callable[[str], None]
Rules = dict[str, Callable[..., Any]]


def cache_directory() -> Path:
    """Where compiled counters and counts are kept."""
    base = os.environ.get("CROUPIER_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "croupier"


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
    space = Space(model, composition or full(model.decks), lumped)
    total = space.total
    source, rules = written(space)
    home = cache_directory() / fingerprint([*rules.values(), *model.told_apart_by])
    named = sorted((name, rule.__module__, rule.__qualname__) for name, rule in rules.items())
    made_of = f"{source}\n{named}\n{space.composition}\n{space.kinds}\n{lumped}"
    file = home / f"count-{sha256(made_of.encode()).hexdigest()[:24]}.npz"
    if file.exists():
        with np.load(file) as kept:
            return Counts(model, space.composition, total, kept["keys"], kept["counts"])
    keys, counts = run(space, source, rules, home, workers or os.cpu_count() or 1, notice)
    check(space, counts)
    keep(file, keys, counts)
    return Counts(model, space.composition, total, keys, counts)


def check(space: Space, counts: Ints) -> None:
    """Every deal was counted once for every path, or nothing is answered."""
    counted = sum(int(c) for c in counts) if space.total > 1 << 50 else int(counts.sum())
    expected = space.total * len(Layout(space.model).paths)
    if counted != expected:
        raise ArithmeticError(f"{counted} deals were counted where there are {expected}")


def keep(file: Path, keys: Ints, counts: Ints) -> None:
    """Write a finished count whole or not at all, and let old fingerprints go."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, suffix=".npz", delete=False) as draft:
        np.savez(draft, keys=keys, counts=counts)
    Path(draft.name).replace(file)
    homes = sorted((h for h in file.parent.parent.iterdir() if h.is_dir()), key=lambda h: h.stat().st_mtime)
    for old in homes[:-KEPT_FINGERPRINTS]:
        rmtree(old, ignore_errors=True)


def run(space: Space, source: str, rules: Rules, home: Path, workers: int, notice: Notice) -> tuple[Ints, Ints]:
    """Compile the counter if need be, and count all heads on so many threads."""
    notice(f"counting {space.total:,} deals of {space.model.id}")
    heads, weights = space.heads()
    counter = loaded(source, rules, home)
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    copies = np.array([n for _, n in space.kinds], dtype=np.int64)
    layout = Layout(space.model)
    width = len(layout.paths) * layout.joints

    def chunk(bounds: tuple[int, int]) -> tuple[Ints, Ints]:
        size = 1 << 14
        while True:
            table = np.full(2 * size, -1, dtype=np.int64)
            keys, counts = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
            buffer, touched = np.zeros(width, dtype=np.int64), np.zeros(width, dtype=np.int64)
            used = counter(heads, weights, cards, copies, *bounds, table, keys, counts, buffer, touched)
            if used >= 0:
                return keys[:used], counts[:used]
            size *= 4

    cuts = np.linspace(0, len(heads), min(len(heads), workers * CHUNKS_PER_WORKER) + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(chunk, pairwise(cuts)))
    return merged(parts)


def merged(parts: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    """The sum of several counts, in order of their keys."""
    keys = np.concatenate([part for part, _ in parts])
    counts = np.concatenate([part for _, part in parts])
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return keys[starts], np.add.reduceat(counts, starts)


def loaded(source: str, rules: Rules, home: Path) -> Any:  # noqa: ANN401  # a dispatcher, which Numba does not type
    """The compiled counter, from the cache where it is there."""
    import numba  # noqa: PLC0415  # slow to import, and not needed for a count that is kept

    from croupier.exact.compiler import compiled  # noqa: PLC0415

    text = TEMPLATE + source
    home.mkdir(parents=True, exist_ok=True)
    path = home / f"counter_{sha256(text.encode()).hexdigest()[:24]}.py"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    module.__dict__.update({name: compiled(rule) for name, rule in rules.items()}, numba=numba)
    exec(compile(text, str(path), "exec"), module.__dict__)  # noqa: S102  # our own source, written above
    return numba.njit(cache=True, nogil=True)(module.__dict__["count"])


TEMPLATE: Final = '''"""Generated: counts deals; lies in a cache and is made again whenever a rule changes."""


@numba.njit(inline="never")
def add(key, weight, table, keys, counts, used):
    mask = table.size - 1
    place = (key * -7046029254386353131 >> 20) & mask
    while True:
        row = table[place]
        if row < 0:
            if used == keys.size:
                return -1
            table[place] = used
            keys[used] = key
            counts[used] = weight
            return used + 1
        if keys[row] == key:
            counts[row] += weight
            return used
        place = (place + 1) & mask


'''
