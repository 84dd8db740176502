"""Counting on a GPU: a block takes everything up to the last sight, its threads share the deals that follow.

The slots up to where all sights are known are listed as *starts*, those after it as *ends*, regardless of each other; a
start and an end that want the same card meet and are passed over, or weighted by the copies that are left. A block adds
up what follows one start in memory of its own, and then writes keys and counts down. Outcomes that depend on the start
alone take no room there: they are put together with the others when the sums are written.
"""

from functools import cached_property
from math import prod
from time import perf_counter
from typing import Any, Final

import numpy as np
from numba import cuda

from croupier.errors import Refused
from croupier.exact.count_cache import Kept
from croupier.exact.counter import Layout, where_offered, write_offers
from croupier.exact.estimate import HELPS, LONG_SECONDS, Estimate, in_words, memory_available
from croupier.exact.parts import Sum, no_code
from croupier.exact.space import Ints, Rows, Slot, Space, appended
from croupier.kernel.effort import EFFORT
from croupier.kernel.gpu import SHARED_BYTES, DeviceKernel, required
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.wager import Rule

ENDS_MAX: Final = 1 << 26
FIRST_SET_MAX: Final = 5
SAMPLED_STARTS: Final = 1 << 12
"""So many starts are counted first, which compiles the kernel."""
ROOM: Final = 1 << 26
"""Keys and counts that one launch may write."""


class DeviceCounter(Source):
    """Writes and runs the counter of one space for a GPU."""

    def __init__(self, space: Space) -> None:
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
        cut = max(self.first_draw, last)
        while cut < len(slots) and slots[cut].kind is Draw.SET and slots[cut].place:
            cut += 1  # a set is not divided
        return cut

    @property
    def first_draw(self) -> int:
        """How many slots a start fixes at least: a small set that is drawn first, two cards in order, no die."""
        first = self.model.draws[0]
        match first.kind:
            case Draw.SET:
                return first.count if first.count <= FIRST_SET_MAX else 1
            case Draw.ORDERED:
                return min(2, first.count)
            case Draw.DIE:
                return 0

    @cached_property
    def by_start(self) -> tuple[Rule, ...]:
        """The outcomes that depend on the start, and on decisions, alone."""
        ids = {decision.id for decision in self.model.decisions} | set(self.model.constants)
        fixed = {slot.draw for slot in self.space.slots[: self.cut]} - {s.draw for s in self.space.slots[self.cut :]}
        return tuple(rule for rule, _ in self.layout.outcomes if self.needs(rule) <= fixed | ids)

    @cached_property
    def cells(self) -> int:
        """How many sums a block keeps: the paths times the joint outcomes of what is not decided by the start."""
        return len(self.layout.paths) * prod(size for rule, size in self.layout.outcomes if rule not in self.by_start)

    def check_rows(self) -> None:
        """Refuse more starts or ends than there is room for, before they are listed."""
        slots = self.space.slots
        ends = self.space.leaves_after(self.cut)
        starts = self.space.leaves_after(0) // max(ends, 1) // len(self.space.renamed)
        if ends > ENDS_MAX:
            raise Refused(f"{self.model.id} has too many cards after its last sight for a GPU to count")
        if starts * (len(slots) + 64) > memory_available():
            raise Refused(f"{self.model.id} has about {starts:,} sights, more than there is memory for; {HELPS}")

    def starts(self) -> tuple[Rows, Ints]:
        """Every start as a column of kinds and faces, and its weight."""
        rows, weights = self.space.rows(self.cut)
        return np.ascontiguousarray(rows.T), weights

    def ends(self) -> Rows:
        """Every end as a column, whatever it may meet."""
        rows = np.zeros((1, 0), dtype=np.uint8)
        for place in range(self.cut, len(self.space.slots)):
            rows = self.longer(rows, self.space.slots[place], place)
            if len(rows) > ENDS_MAX:
                raise Refused(f"{self.model.id} has too many cards after its last sight for a GPU to count")
        return np.ascontiguousarray(rows.T)

    def longer(self, rows: Rows, slot: Slot, place: int) -> Rows:
        """Ends with every card or face that the next slot can take."""
        if slot.kind is Draw.DIE:
            row, face = np.divmod(np.arange(len(rows) * slot.faces), slot.faces)
            return appended(rows, row, face + 1)
        row, kind, _ = self.space.extended(rows, place, self.cut)
        return appended(rows, row, kind)

    def kernel(self) -> DeviceKernel:
        single = self.space.one_of_each
        if self.cells * (4 if single else 8) > SHARED_BYTES:
            raise Refused(
                f"{self.model.id} has {self.cells:,} joint outcomes, more than a GPU's processor keeps at hand"
            )
        self.emit(
            "def count(starts, weights, cards, copies, renamed, ends, first, last, keys, counts, cursor, faults):",
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
        if self.space.renames_suits and self.model.decisions:
            self.lowest_sight(self.within)
        else:
            self.sights(self.within)
            self.emit("seen = combined")
        write_offers(self, self.layout)
        self.emit("for end in range(cuda.threadIdx.x, ends.shape[1], cuda.blockDim.x):")
        self.depth = 3
        self.take(slots[self.cut :], "ends", "end")
        self.meet(slots)
        self.features(set())
        self.add()
        self.depth = 2
        self.forget({slot.draw for slot in slots[self.cut :]})
        self.emit("cuda.syncthreads()")
        self.flush()
        self.emit("cuda.syncthreads()")
        return DeviceKernel("count", self.text, tuple(self.rules.items()), self.model)

    def take(self, slots: tuple[Slot, ...], table: str, column: str) -> None:
        """Read slots from a table."""
        for place, slot in enumerate(slots):
            value = f"int(np.int64({table}[{place}, {column}]))"
            if slot.kind is Draw.DIE:
                self.emit(f"{slot.name} = {value}")
            else:
                self.emit(f"k_{slot.name} = {value}", f"{slot.name} = int(cards[k_{slot.name}])")
            self.known.setdefault(slot.draw, []).append(slot.name)

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
        """Add one deal to the sums, for every path that is offered."""
        decisions = {decision.id for decision in self.model.decisions}
        own = [(number, *each) for number, each in enumerate(self.layout.outcomes) if each[0] not in self.by_start]
        for number, rule, codes in own:
            if not self.needs(rule) & decisions:
                self.outcome(number, rule, codes)
        for place, path in enumerate(self.layout.paths):
            with where_offered(self, self.layout, place), self.deciding(self.layout.path_decisions, path):
                cell = str(place)
                for number, rule, codes in own:
                    if self.needs(rule) & decisions:
                        self.outcome(number, rule, codes)
                    cell = f"({cell} * {codes} + o{number})"
                self.emit(f"cuda.atomic.add(sums, {cell}, {'1' if self.space.one_of_each else 'weight'})")

    def outcome(self, number: int, rule: Rule, codes: int) -> None:
        self.emit(f"o{number} = {self.call(rule)}")
        self.within(f"o{number}", codes, rule)

    def flush(self) -> None:
        """Write the sums down, put together with the outcomes that the start decides."""
        for place in range(len(self.layout.paths)):
            with where_offered(self, self.layout, place):
                self.flush_path(place)

    def flush_path(self, place: int) -> None:
        """Write the sums of one path down."""
        layout = self.layout
        each = self.cells // len(layout.paths)
        with self.deciding(layout.path_decisions, layout.paths[place]):
            for number, (rule, codes) in enumerate(layout.outcomes):
                if rule in self.by_start:
                    self.emit(f"s{number} = {self.call(rule)}")
                    self.within(f"s{number}", codes, rule)
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


def counted_on_gpu(space: Space, *, room: int = ROOM) -> Kept:
    """Count a space on the GPU; progress is told as a share of the starts.

    What it takes is reckoned from a first part of them: more than this machine can do is refused.
    """
    if space.model.late:
        raise Refused(f"{space.model.id} draws cards after a decision, which a GPU does not count; use --device cpu")
    required()
    notice, progress = EFFORT.get().notice, EFFORT.get().progress
    notice(f"counting {space.total:,} deals of {space.model.id} on the GPU")
    progress(0)
    counter = DeviceCounter(space)
    counter.check_rows()
    kernel = counter.kernel()
    starts, weights = counter.starts()
    ends = counter.ends()
    leaves = len(weights) * ends.shape[1]
    kinds = [np.array(column, dtype=np.int64) for column in zip(*space.kinds, strict=True)]
    device = tuple(cuda.to_device(each) for each in (starts, weights, *kinds, space.renamed, ends))
    at_once = max(1, room // counter.cells)
    keys, counts = (cuda.device_array(min(room, len(weights) * counter.cells), np.int64) for _ in range(2))
    total = Sum()
    first, at_first = 0, min(at_once, SAMPLED_STARTS)
    while first < len(weights):
        last = min(first + (at_once if first else at_first), len(weights))
        started = perf_counter()
        found = launched(kernel, (*device, first, last, keys, counts), space)
        took = perf_counter() - started
        total.add(keys[:found].copy_to_host(), counts[:found].copy_to_host())
        if first == at_first and last < len(weights):  # the launch before it was compiled first
            whole = Estimate(took * len(weights) / (last - first), 1, leaves, total.waiting * len(weights) // last)
            foreseen_on_gpu(space, whole)
        first = last
        progress(first / len(weights))
    return Kept(*total.merged, leaves=len(weights) * space.ways_after(counter.cut) if space.one_of_each else 0)


def foreseen_on_gpu(space: Space, whole: Estimate) -> None:
    """Say what a count takes where it is long; refuse what is too much."""
    if not EFFORT.get().anyway:
        whole.check(f"counting {space.total:,} deals of {space.model.id} on the GPU")
    if whole.seconds >= LONG_SECONDS:
        EFFORT.get().notice(f"it takes about {in_words(whole.seconds)}")


def launched(kernel: DeviceKernel, arguments: tuple[Any, ...], space: Space) -> int:
    """Run the kernel once; gives how many keys it wrote."""
    cursor, faults = (cuda.to_device(np.zeros(1, dtype=np.int64)) for _ in range(2))
    kernel.launch(*arguments, cursor, faults)
    fault = int(faults.copy_to_host()[0])
    if fault:
        raise no_code(space.model, -fault)
    return int(cursor.copy_to_host()[0])
