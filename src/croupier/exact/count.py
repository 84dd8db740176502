"""Counting: a space of deals to a table of integers, kept once it is made.

Finished counts and compiled counters lie in the user's cache directory under a fingerprint of everything they depend
on, so that a changed rule is counted again and an unchanged one never.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from time import monotonic
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.count_cache import ENTRY_BYTES, Kept, Shelf, shelf_of, too_large
from croupier.exact.counter import Layout, written
from croupier.exact.estimate import LONG_SECONDS, SAMPLED_FROM, estimated
from croupier.exact.offers import Mask, check_offers, deals_by_sight, offered_paths, offered_plans
from croupier.exact.parts import Sum, counted, deals_in, no_code, part_of, sum_of, summed
from croupier.exact.pool import Pool
from croupier.exact.pool import counted as pooled
from croupier.exact.space import Composition, Ints, Space
from croupier.exact.symmetry import check_alike
from croupier.exact.uncoded import rules_named
from croupier.kernel.cache import kept_bytes_max
from croupier.kernel.effort import EFFORT, effort
from croupier.kernel.kernel import Kernel, refusing
from croupier.kernel.work import cores, room
from croupier.rulebook.model import Model

SAVED_SECONDS: Final = 20
SAVED_SHARE: Final = 20
"""What is counted is kept in between too, in a small share of the time."""


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
    decided_for: tuple[tuple[str, Fraction], ...] | None = None
    """The stakes for which late decisions were made while counting; None where every sight was kept."""

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
        """For each path: the entries' joint outcomes, deals and rows, and where each row that offers it starts."""
        row_of_entry: Ints = np.cumsum(self.new_sight)
        row_of_entry -= 1
        within = self.sight_of_entry * (len(self.layout.paths) * self.layout.joints)
        np.subtract(self.keys, within, out=within)
        path = within // self.layout.joints  # dividing by a number is quick in NumPy, np.divmod is not
        parts = []
        for number in range(len(self.layout.paths)):
            here = np.flatnonzero(path == number)
            rows, joint = row_of_entry[here], within[here]
            joint -= number * self.layout.joints
            starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1]))[: len(rows)])
            parts.append((joint, self.counts[here], rows, starts))
        return tuple(parts)

    @cached_property
    def joints_of_path(self) -> tuple[Ints, ...]:
        """For each path, the joint outcomes that come up."""
        return tuple(np.flatnonzero(np.bincount(joint)) for joint, _, _, _ in self.by_path)

    @cached_property
    def deals_of_row(self) -> Ints:
        """How many deals lead to each sight."""
        if self.layout.offers:
            return deals_by_sight(self.layout, self.keys, self.counts)
        _, counts, _, starts = self.by_path[0]
        return np.add.reduceat(counts, starts)

    @cached_property
    def offered(self) -> Mask:
        """For each row, what is offered, by the places of all decisions."""
        if not self.layout.offers:
            return np.broadcast_to(np.True_, (len(self.sights), *self.layout.shape))
        return offered_plans(self.layout, offered_paths(self.layout, self.keys, self.counts))


def count(
    model: Model,
    composition: Composition | None = None,
    *,
    lumped: bool = True,
    workers: int = 0,
    executor: Executor | None = None,
    device: str = "cpu",
) -> Counts:
    """Count every deal of a model, on this machine's cores, where an executor works, or on its GPU.

    A count that was made before is read back, wherever it was made, and one that was stopped is taken up. What it will
    take is found out first: more than this machine can do is refused. What the model promises about alike cards is
    tried on some deals. `effort` lets it be counted anyway, proved on all deals, and told about.
    """
    space = Space(model, model.composition if composition is None else composition, lumped)
    total = space.total
    counter = written(space)
    if EFFORT.get().prove:
        from croupier.exact.symmetry_proof import prove_alike  # noqa: PLC0415  # which counts, and is of use to few

        prove_alike(space, workers)
    shelf = shelf_of(space, counter)
    found = checked(space, shelf.read(shelf.whole))
    if found is None:
        with rules_named(model):
            found = counted_anew(space, counter, shelf, workers, executor, device)
        check(space, found.keys, found.counts)
        shelf.keep(found)
    return Counts(model, space.composition, total, found.keys, found.counts, found.leaves)


def counted_anew(
    space: Space, counter: Kernel, shelf: Shelf, workers: int, executor: Executor | None, device: str
) -> Kept:
    """Count a space in the way that suits it, once its promises are tried."""
    refusing(check_alike)(space)
    if device == "gpu":
        from croupier.exact.gpu import counted_on_gpu  # noqa: PLC0415  # slow to import, and of use to few

        return counted_on_gpu(space)
    if (pool := Pool(space)).applies:
        EFFORT.get().notice(f"counting {space.total:,} deals of {space.model.id}")
        return pooled(pool)
    return counted_here(space, counter, shelf, workers, executor)


def kept_count(model: Model, composition: Composition) -> Counts | None:
    """The count of a model if it was made before, read back; nothing is counted where it was not."""
    try:
        space = Space(model, composition, lumped=True)
        shelf = shelf_of(space, written(space))
        with effort(notice=lambda _: None):
            found = checked(space, shelf.read(shelf.whole))
    except Refused:  # what cannot be counted was not
        return None
    if found is None:
        return None
    return Counts(model, composition, space.total, found.keys, found.counts, found.leaves)


def check(space: Space, keys: Ints, counts: Ints) -> None:
    """Every deal was counted once for every path that is offered, under a key that can be, or nothing is answered.

    What is offered must follow from what is seen.
    """
    layout = Layout(space.model)
    keys_end = layout.sights * len(layout.paths) * layout.joints
    if {keys.dtype, counts.dtype} != {np.dtype(np.int64)} or keys.shape != counts.shape or keys.ndim != 1:
        raise ArithmeticError("a count is two rows of whole numbers")
    if not len(keys) or keys[0] < 0 or keys[-1] >= keys_end or np.any(keys[1:] <= keys[:-1]) or np.any(counts <= 0):
        raise ArithmeticError("a count has keys in order and no deals that are less than none")
    if layout.offers:
        check_offers(layout, keys, counts, space.total)
        return
    expected = space.total * len(layout.paths)
    if sum_of(counts) != expected:
        raise ArithmeticError(f"{sum_of(counts)} deals were counted where there are {expected}")


def checked(space: Space, found: Kept | None) -> Kept | None:
    """A kept count, where it holds every deal."""
    with suppress(ArithmeticError, Refused):
        if found is not None:
            check(space, found.keys, found.counts)
            return found
    return None


def counted_here(space: Space, counter: Kernel, shelf: Shelf, workers: int, executor: Executor | None) -> Kept:
    """Count a space on cores: what it takes is said first, and what is finished is kept when it is stopped."""
    notice = EFFORT.get().notice
    taken_up = shelf.read(shelf.unfinished)
    total = Sum() if taken_up is None else Sum.of(taken_up)
    begun = total.done
    said = f"counting {space.total:,} deals of {space.model.id}"
    if taken_up is not None:
        share = deals_in(Layout(space.model), taken_up.keys, taken_up.counts) / space.total
        said = f"{said}, of which {share:.1%} were counted before it was stopped"
    elif space.leaves >= SAMPLED_FROM:
        said += foreseen(space, counter, workers, executor)
    notice(said)
    saved_at, wait = monotonic(), float(SAVED_SECONDS)
    try:
        for _ in summed(total, space, counter, workers, executor=executor):
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


def foreseen(space: Space, counter: Kernel, workers: int, executor: Executor | None) -> str:
    """What a count will take, in words where it is long; refused where it is too much."""

    def one(head: Sequence[int]) -> tuple[int, int, Ints]:
        used, leaves, keys, counts = counted(part_of(space, counter, np.array([head], dtype=np.uint8)))
        if used < 0:
            raise no_code(space.model, used)
        return deals_in(layout, keys, counts), leaves, keys

    layout = Layout(space.model)
    _ = counter.compiled  # or the sample would be of compiling
    found = estimated(space, one, room(executor, workers) if executor else workers or cores())
    if not EFFORT.get().anyway:
        found.check(f"counting {space.total:,} deals of {space.model.id}")
    if found.seconds < LONG_SECONDS:
        return ""
    kept = ENTRY_BYTES * found.entries
    size = f"; {too_large(kept, kept_bytes_max())}" if kept > kept_bytes_max() else ""
    return f", which takes about {found.time}; Ctrl-C stops it and keeps what is counted{size}"
