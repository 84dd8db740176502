"""Counting on a GPU: a block takes everything up to the last sight, its threads share the deals that follow.

The slots up to where all sights are known are listed as *starts*, those after it as *ends*, regardless of each other; a
start and an end that want the same card meet and are passed over, or weighted by the copies that are left. A block adds
up what follows one start in memory of its own, and then writes keys and counts down. Outcomes that hang on the start
alone take no room there: they are put together with the others when the sums are written.
"""

from functools import cached_property
from math import prod
from typing import Any, Final

import numpy as np
from numba import cuda

from croupier.errors import Refused
from croupier.exact.count import Counts, Notice, check
from croupier.exact.counter import Layout
from croupier.exact.space import Composition, Ints, Rows, Slot, Space, full
from croupier.kernel.gpu import SHARED_BYTES, DeviceKernel, required
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

ENDS_MAX: Final = 1 << 26
ROOM: Final = 1 << 26
"""Keys and counts that one launch may write."""


class DeviceCounter(Source):
    """Writes and runs the counter of one space for a GPU."""

    def __init__(self, space: Space) -> None:
        """Take the space to be counted."""
        super().__init__(space.model)
        self.space = space
        self.layout = Layout(space.model)
        self.sight_of: tuple[str, ...] = ()

    @cached_property
    def cut(self) -> int:
        """How many slots a start fixes: those up to the last sight, and a head at least."""
        slots = self.space.slots
        seen = set().union(*(self.needs(decision.sees) for decision in self.model.decisions))
        last = max((place for place, slot in enumerate(slots) if slot.draw in seen), default=-1) + 1
        cut = max(self.space.head_length, last)
        while cut < len(slots) and slots[cut].kind is Draw.SET and slots[cut].place:
            cut += 1  # a set is not divided
        return cut

    @cached_property
    def by_start(self) -> tuple[Rule, ...]:
        """The outcomes that hang on the start, and on decisions, alone."""
        ids = {decision.id for decision in self.model.decisions} | set(self.model.constants)
        fixed = {slot.draw for slot in self.space.slots[: self.cut]} - {s.draw for s in self.space.slots[self.cut :]}
        return tuple(rule for rule, _ in self.layout.outcomes if self.needs(rule) <= fixed | ids)

    @cached_property
    def cells(self) -> int:
        """How many sums a block keeps: the paths times the joint outcomes of what is not decided by the start."""
        return len(self.layout.paths) * prod(size for rule, size in self.layout.outcomes if rule not in self.by_start)

    def starts(self) -> tuple[Rows, Ints]:
        """Every start as a column of kinds and faces, and its weight."""
        heads, weights = self.space.heads()
        rows = heads.astype(np.uint8)
        for place in range(self.space.head_length, self.cut):
            rows, weights = self.space.extended(rows, weights, place, 0)
        return np.ascontiguousarray(rows.T), weights

    def ends(self) -> Rows:
        """Every end as a column, whatever it may meet."""
        rows, weights = np.zeros((1, 0), dtype=np.uint8), np.ones(1, dtype=np.int64)
        for place in range(self.cut, len(self.space.slots)):
            rows, weights = self.space.extended(rows, weights, place, self.cut)
            if len(rows) > ENDS_MAX:
                raise Refused(f"{self.model.id} has too many cards after its last sight for a GPU to count")
        return np.ascontiguousarray(rows.T)

    def kernel(self) -> DeviceKernel:
        """Write the kernel."""
        single = self.space.one_of_each
        if self.cells * (4 if single else 8) > SHARED_BYTES:
            raise Refused(
                f"{self.model.id} has {self.cells:,} joint outcomes, more than a GPU's processor keeps at hand"
            )
        self.emit(
            "def count(starts, weights, cards, copies, ends, first, last, keys, counts, cursor, faults):",
            f"    sums = cuda.shared.array({self.cells}, np.{'uint32' if single else 'int64'})",
            f"    for cell in range(cuda.threadIdx.x, {self.cells}, cuda.blockDim.x):",
            "        sums[cell] = 0",
            "    cuda.syncthreads()",
            "    for row in range(first + cuda.blockIdx.x, last, cuda.gridDim.x):",
        )
        self.depth = 2
        slots = self.space.slots
        self.take(slots[: self.cut], "starts", "row")
        if single:
            used = " | ".join(f"1 << k_{s.name}" for s in slots[: self.cut] if s.kind is not Draw.DIE)
            self.emit(f"used = {used or '0'}")
        self.features(set())
        self.sight()
        self.emit("for end in range(cuda.threadIdx.x, ends.shape[1], cuda.blockDim.x):")
        self.depth = 3
        self.take(slots[self.cut :], "ends", "end")
        self.meet(slots)
        self.features(set())
        self.add()
        self.depth = 2
        for slot in slots[self.cut :]:
            self.known.pop(slot.draw, None)
        for feature in self.model.features:
            if feature.name in self.known and not all(self.complete(name) for name in feature.rule.inputs):
                del self.known[feature.name]
        self.emit("cuda.syncthreads()")
        self.flush()
        self.emit("cuda.syncthreads()")
        return DeviceKernel("count", self.text, tuple(self.rules.items()))

    def take(self, slots: tuple[Slot, ...], table: str, column: str) -> None:
        """Read slots from a table."""
        for place, slot in enumerate(slots):
            value = f"int(np.int64({table}[{place}, {column}]))"
            if slot.kind is Draw.DIE:
                self.emit(f"{slot.name} = {value}")
            else:
                self.emit(f"k_{slot.name} = {value}", f"{slot.name} = int(cards[k_{slot.name}])")
            self.known.setdefault(slot.draw, []).append(slot.name)

    def sight(self) -> None:
        """Work out what is seen."""
        self.emit("seen = 0")
        for decision in self.model.decisions:
            self.emit(f"sight = {self.call(decision.sees)}")
            self.within("sight", decision.codes, decision.sees)
            self.emit(f"seen = seen * {decision.codes} + sight")

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Note a code that is none, by the number of its rule."""
        self.emit(
            f"if not 0 <= {name} < {codes}:",
            f"    cuda.atomic.max(faults, 0, {1 + self.model.rules().index(rule)})",
            f"    {name} = 0",
        )

    def meet(self, slots: tuple[Slot, ...]) -> None:
        """Pass an end over that wants a card the start has taken, or weight it by the copies that are left."""
        ends = [slot for slot in slots[self.cut :] if slot.kind is not Draw.DIE]
        if self.space.one_of_each:
            wanted = " | ".join(f"1 << k_{slot.name}" for slot in ends)
            if wanted:
                self.emit(f"if used & ({wanted}):", "    continue")
            return
        before = [slot for slot in slots[: self.cut] if slot.kind is not Draw.DIE]
        self.emit("weight = 1")
        for place, slot in enumerate(ends):
            taken = "".join(f" - (k_{other.name} == k_{slot.name})" for other in (*before, *ends[:place]))
            self.emit(f"left = copies[k_{slot.name}]{taken}", "if left <= 0:", "    continue", "weight *= left")
            own = [other for other in ends[:place] if other.draw == slot.draw and slot.kind is Draw.SET]
            if own:
                run = "".join(f" + (k_{other.name} == k_{slot.name})" for other in own)
                self.emit(f"weight //= 1{run}")

    def add(self) -> None:
        """Add one deal to the sums, for every path."""
        decisions = {decision.id for decision in self.model.decisions}
        for place, path in enumerate(self.layout.paths):
            self.choose(path)
            cell = str(place)
            for number, (rule, codes) in enumerate(self.layout.outcomes):
                if rule in self.by_start:
                    continue
                if place == 0 or self.needs(rule) & decisions:
                    self.emit(f"o{number} = {self.call(rule)}")
                    self.within(f"o{number}", codes, rule)
                cell = f"({cell} * {codes} + o{number})"
            self.emit(f"cuda.atomic.add(sums, {cell}, {'1' if self.space.one_of_each else 'weight'})")
            self.unchoose()

    def choose(self, path: tuple[int, ...]) -> None:
        """Make a path's decisions known."""
        for decision, code in zip(self.layout.path_decisions, path, strict=True):
            self.known[decision.id] = [str(code)]
        self.features({decision.id for decision in self.layout.path_decisions})

    def unchoose(self) -> None:
        """Forget a path's decisions and what they led to."""
        decisions = {decision.id for decision in self.layout.path_decisions}
        for id_ in decisions:
            self.known.pop(id_, None)
        for feature in self.model.features:
            if feature.name in self.known and self.needs(feature.rule) & decisions:
                del self.known[feature.name]

    def flush(self) -> None:
        """Write the sums down, put together with the outcomes that the start decides."""
        layout = self.layout
        each = self.cells // len(layout.paths)
        for place, path in enumerate(layout.paths):
            self.choose(path)
            for number, (rule, codes) in enumerate(layout.outcomes):
                if rule in self.by_start:
                    self.emit(f"s{number} = {self.call(rule)}")
                    self.within(f"s{number}", codes, rule)
            self.unchoose()
            self.emit(f"for cell in range(cuda.threadIdx.x, {each}, cuda.blockDim.x):")
            self.depth += 1
            self.emit(f"n = np.int64(sums[{place * each} + cell])", "if n:")
            self.depth += 1
            self.emit("rest = cell")
            for number, (rule, codes) in reversed(list(enumerate(layout.outcomes))):
                if rule not in self.by_start:
                    self.emit(f"s{number} = rest % {codes}", f"rest //= {codes}")
            joint = str(place)
            for number, (_, codes) in enumerate(layout.outcomes):
                joint = f"({joint} * {codes} + s{number})"
            self.emit(
                "at = cuda.atomic.add(cursor, 0, 1)",
                "if at < keys.size:",
                f"    keys[at] = seen * {len(layout.paths) * layout.joints} + {joint}",
                "    counts[at] = n * weights[row]",
                f"sums[{place * each} + cell] = 0",
            )
            self.depth -= 2


def count_on_gpu(model: Model, composition: Composition | None = None, *, notice: Notice = lambda _: None) -> Counts:
    """Count every deal of a model on the GPU; nothing is kept, for it is soon done again."""
    space = Space(model, full(model.decks) if composition is None else composition, lumped=True)
    notice(f"counting {space.total:,} deals of {model.id} on the GPU")
    keys, counts = counted(space)
    check(space, keys, counts)
    return Counts(model, space.composition, space.total, keys, counts)


def counted(space: Space, room: int = ROOM) -> tuple[Ints, Ints]:
    """Count a space on the GPU."""
    required()
    counter = DeviceCounter(space)
    kernel = counter.kernel()
    starts, weights = counter.starts()
    ends = cuda.to_device(counter.ends())
    kinds = [cuda.to_device(np.array(column, dtype=np.int64)) for column in zip(*space.kinds, strict=True)]
    device = (cuda.to_device(starts), cuda.to_device(weights), *kinds, ends)
    at_once = max(1, room // counter.cells)
    keys, counts = (cuda.device_array(min(room, len(weights) * counter.cells), np.int64) for _ in range(2))
    parts: list[tuple[Ints, Ints]] = []
    first = 0
    while first < len(weights):
        last = min(first + at_once, len(weights))
        found = launched(kernel, (*device, first, last, keys, counts), space)
        parts.append((keys[:found].copy_to_host(), counts[:found].copy_to_host()))
        first = last
    return summed(parts)


def launched(kernel: DeviceKernel, arguments: tuple[Any, ...], space: Space) -> int:
    """Run the kernel once; gives how many keys it wrote."""
    cursor, faults = (cuda.to_device(np.zeros(1, dtype=np.int64)) for _ in range(2))
    kernel.launch(*arguments, cursor, faults)
    fault = int(faults.copy_to_host()[0])
    if fault:
        rule = space.model.rules()[fault - 1].function.__name__
        raise Refused(f"{space.model.id}: {rule} gives a code that is not among the lines or codes it was given")
    return int(cursor.copy_to_host()[0])


def summed(parts: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    """The counts of equal keys added up, in order of the keys."""
    keys = np.concatenate([keys for keys, _ in parts])
    counts = np.concatenate([counts for _, counts in parts])
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return keys[starts], np.add.reduceat(counts, starts)
