"""Games with more late sights than can be kept: the late decisions are made at their best while deals are counted.

What comes out is a count like any other, of a game in which a late decision sees only what is best there. Solver,
reports and the figures of every wager follow from it as from any count, for the odds and stakes that it was made for.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from croupier.exact.count import Counts, check, checked
from croupier.exact.count_cache import Kept, shelf_of
from croupier.exact.counter import Plan
from croupier.exact.estimate import LONG_SECONDS, Estimate
from croupier.exact.late_counter import LOWEST, STANDINGS, Arrangement, CoreCounter, Payoffs, hashed
from croupier.exact.late_sights import check_told_apart
from croupier.exact.parts import TABLE_SIZE, in_order, merged, no_code, room, with_room
from croupier.exact.space import Composition, Ints, Space
from croupier.exact.symmetry import check_alike
from croupier.exact.uncoded import rules_named
from croupier.kernel.effort import EFFORT
from croupier.kernel.kernel import Kernel, refusing
from croupier.kernel.work import across, cores, threads
from croupier.kernel.work import room as room_of
from croupier.rulebook.model import Model

BOARDS_AT_ONCE: Final = 64
SAMPLED_BOARDS: Final = 16
"""So many boards are counted first, to see how long all of them take."""


@dataclass(frozen=True)
class Boards:
    """Some boards to be counted, and all that this takes: it can be sent anywhere."""

    counter: Kernel
    boards: npt.NDArray[np.uint8]
    weights: Ints
    tables: tuple[Any, ...]
    """Hands, ends, cards, renamings, payoffs, sights and classes."""
    memo: int
    cells: int


def counted(part: Boards) -> tuple[Ints, Ints, int]:
    """Keys and sums of some boards, on this core, and which rule gave a code that is none."""

    def count(entries: int) -> tuple[int, Ints, Ints, int]:
        hands, ends, *_ = part.tables
        faults = np.zeros(1, dtype=np.int64)
        scratch = (
            np.zeros((1, ends.shape[1]), dtype=np.int64),
            np.zeros((1, part.memo, ends.shape[1]), dtype=np.int64),
            np.zeros((1, hands.shape[1]), dtype=np.int64),
            np.zeros(ends.shape[1] + 1, dtype=np.int64),
            np.zeros(part.cells, dtype=np.int64),
        )
        table, keys, counts = room(entries)
        given = (part.boards, part.weights, *part.tables, 0, len(part.weights), *scratch, faults, table, keys, counts)
        return int(part.counter.compiled(*given)), keys, counts, int(faults[0])

    used, keys, counts, fault = with_room(part.counter, count)
    return *in_order(used, 0, keys, counts)[2:], fault


def counted_late(
    model: Model,
    composition: Composition,
    payoffs: Payoffs,
    kept: int,
    *,
    workers: int = 0,
    executor: Executor | None = None,
    device: str = "cpu",
) -> Counts:
    """Count every deal, the sights of so many decisions being kept and the others' decided at once."""
    arranged = Arrangement(model, composition, kept)
    arranged.check()
    merged_model = arranged.merged
    space = Space(merged_model, composition, lumped=True)
    check_told_apart(space)  # also of a count that is kept, which looks at no late sight
    total = space.total
    shelf = shelf_of(space, CoreCounter(arranged, collects=True).kernel())
    shelf = replace(shelf, identity={**shelf.identity, "payoffs": payoffs.digest, "kept sights": kept})
    found = checked(space, shelf.read(shelf.whole))
    if found is None:
        late = " and ".join(decision.id for decision in model.decisions[kept:])
        notice = EFFORT.get().notice
        notice(f"{model.id} has too many sights to keep: {late} is decided at each while deals are counted")
        with rules_named(model):
            refusing(check_alike)(Space(model, composition, lumped=True))
            run: Pass = CorePass(arranged, payoffs, workers, executor)
            if device == "gpu":
                from croupier.exact.late_gpu import DevicePass  # noqa: PLC0415  # slow to import, and of use to few

                run = DevicePass(arranged, payoffs)
            notice(f"counting {total:,} deals of {model.id}" + run.foreseen())
            found = both_passes(arranged, run)
        check(space, found.keys, found.counts)
        shelf.keep(found)
    return Counts(merged_model, composition, total, found.keys, found.counts, found.leaves, payoffs.stakes)


NOTHING: Final = np.zeros(0, dtype=np.int64)


class Pass(Protocol):
    """Runs a pass over all boards, somewhere."""

    def __call__(self, *, collects: bool, seen: Ints, classes: Ints) -> tuple[Ints, Ints]:
        """Keys and sums: values, or joint outcomes where it collects, by the classes of what is seen."""

    def foreseen(self) -> str:
        """How long it takes, in words where it is long; refused where that is too long."""


@dataclass(frozen=True)
class CorePass:
    """Runs a pass over all boards on cores."""

    arranged: Arrangement
    payoffs: Payoffs
    workers: int = 0
    executor: Executor | None = None
    seen_by_part: list[Ints] = field(default_factory=list)
    """What is seen before the last decision in each part, where parts are sent elsewhere."""

    def __call__(self, *, collects: bool, seen: Ints, classes: Ints) -> tuple[Ints, Ints]:
        """Keys and sums."""
        progress = EFFORT.get().progress
        number, ways = len(self.arranged.boards[1]), len(self.arranged.prefixes)
        found: list[tuple[Ints, Ints]] = []
        with nullcontext(self.executor) if self.executor else threads(self.workers) as at:
            parts = self.parts(range(number), collects=collects, seen=seen, classes=classes)
            for done, (keys, counts, fault) in enumerate(across(at, counted, parts, self.workers), 1):
                if fault:
                    raise no_code(self.arranged.space.model, -fault)
                if self.executor and not collects:
                    self.seen_by_part.append(np.unique(keys // ways))
                found.append((keys, counts))
                if sum(len(each) for each, _ in found[1:]) > max(len(found[0][0]), TABLE_SIZE):
                    found = [merged(found)]
                progress((min(done * BOARDS_AT_ONCE / number, 1) + collects) / 2)
        return merged(found)

    def parts(self, boards: Sequence[int], *, collects: bool, seen: Ints, classes: Ints) -> Iterator[Boards]:
        """Some boards, cut up; where parts are sent elsewhere, each takes only the classes along that it needs."""
        counter = CoreCounter(self.arranged, collects=collects)
        kernel, space = counter.kernel(), self.arranged.space
        cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
        tables = (self.arranged.hands, self.arranged.ends, cards, space.renamed, self.payoffs.table)
        memo, cells = max(1, len(counter.shared) + counter.reads_ends), len(counter.groups) * counter.cells
        rows, weights = self.arranged.boards
        looked_up = hashed(seen, classes)
        for part, first in enumerate(range(0, len(boards), BOARDS_AT_ONCE)):
            if self.seen_by_part and collects:
                own = self.seen_by_part[part]
                looked_up = hashed(own, classes[np.searchsorted(seen, own)])
            some = boards[first : first + BOARDS_AT_ONCE]
            mine = np.ascontiguousarray(rows[:, some]), np.ascontiguousarray(weights[some])
            yield Boards(kernel, *mine, (*tables, *looked_up), memo, cells)

    def foreseen(self) -> str:
        """How long it takes, from a few boards: both passes take about the same."""
        number = len(self.arranged.boards[1])
        sample = range(0, number, -(-number // SAMPLED_BOARDS))
        (part,) = self.parts(sample, collects=False, seen=NOTHING, classes=NOTHING)
        _ = part.counter.compiled  # or the sample would be of compiling
        started = perf_counter()
        counted(part)
        at_once = room_of(self.executor, self.workers) if self.executor else self.workers or cores()
        seconds = 2 * (perf_counter() - started) * number / len(sample) / at_once
        whole = Estimate(seconds, at_once, number, 0)
        if not EFFORT.get().anyway:
            whole.check(f"counting {self.arranged.space.total:,} deals of {self.arranged.model.id}")
        return f", which takes about {whole.time}" if seconds >= LONG_SECONDS else ""


def both_passes(arranged: Arrangement, run: Pass) -> Kept:
    """Values first, from which the decisions between are solved; then joint outcomes."""
    decisions = len(arranged.model.decisions)
    seen, classes = NOTHING, NOTHING
    if arranged.kept < decisions - 1:
        keys, sums = run(collects=False, seen=seen, classes=classes)
        seen, classes = classes_between(arranged, keys, sums)
    keys, counts = run(collects=True, seen=seen, classes=classes)
    deals = len(arranged.boards[1]) * arranged.space.ways_after(len(arranged.stages[0]))
    return Kept(keys, counts, leaves=deals)


def classes_between(arranged: Arrangement, keys: Ints, sums: Ints) -> tuple[Ints, Ints]:
    """For all that is seen before the last decision, the classes of the decisions between the kept ones and the last.

    The sums are those of the best last decision, by what was seen and by the ways that lead there.
    """
    prefixes = list(arranged.prefixes)
    seen, row = np.unique(keys // len(prefixes), return_inverse=True)
    worth: dict[Plan, Ints] = {prefix: np.full(len(seen), LOWEST, dtype=np.int64) for prefix in prefixes}
    way = keys % len(prefixes)
    for number, prefix in enumerate(prefixes):
        here = way == number
        worth[prefix][row[here]] = sums[here]
    sight, group = seen, np.arange(len(seen))
    classes = np.zeros(len(seen), dtype=np.int64)
    base = 1
    for depth in reversed(range(arranged.kept, len(arranged.model.decisions) - 1)):
        if depth < len(arranged.model.decisions) - 2:  # sights of the decision after it are added up
            parent_sights, parent = np.unique(sight // arranged.model.decisions[depth + 1].codes, return_inverse=True)
            worth = {plan: added(values, parent, len(parent_sights)) for plan, values in worth.items()}
            sight, group = parent_sights, parent[group]
        best = {
            before: np.max([worth[plan] for plan in after], axis=0)
            for before, after in arranged.following(depth).items()
        }
        code = np.zeros(len(sight), dtype=np.int64)
        for after in arranged.choices(depth):
            for plan in after:
                stands = 1 + (worth[plan] == best[plan[:-1]])
                code = code * STANDINGS + np.where(worth[plan] > LOWEST, stands, 0)
        classes += code[group] * base
        base *= arranged.classes(depth)
        worth = best
    return seen, classes


def added(values: Ints, parent: Ints, number: int) -> Ints:
    """Values by what was seen before; what is not offered stays so."""
    sums = np.zeros(number, dtype=np.int64)
    offered = values > LOWEST
    np.add.at(sums, parent[offered], values[offered])
    there = np.zeros(number, dtype=np.bool_)
    there[parent[offered]] = True
    return np.where(there, sums, LOWEST)
