"""The counter of late decisions on a GPU: a block takes a board, its threads share the hands.

Threads read what all hands share of one board at the same time, each for its own hand, and keep a hand's sums to
themselves. Keys and sums are merged on the device, in a table that all blocks add to.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numba import cuda

from croupier.errors import Refused
from croupier.exact.late_counter import Arrangement, LateCounter, Payoffs, hashed
from croupier.exact.parts import no_code
from croupier.exact.space import Ints
from croupier.kernel.effort import EFFORT
from croupier.kernel.gpu import DeviceKernel, grid, required, simulated

BLOCKS_PER_PROCESSOR: Final = 8
BOARDS_AT_ONCE: Final = 1 << 16
ENTRIES: Final = 1 << 24
"""The table that a pass starts with; one that is full is made anew, four times as large."""
ENTRIES_MAX: Final = 1 << 30
PROBES: Final = 1 << 10
"""A key that finds no place within so many has a table that is as good as full."""


class DeviceCounter(LateCounter):
    """Writes it for a GPU."""

    def each_end(self) -> None:
        """One after the other: all threads read the same end at the same time."""
        self.emit("alike = 1", "for near in range(number_0):")
        self.depth = 4
        self.emit("if held & int(np.int64(masks[home, near])):", "    continue")

    def before(self, additions: int) -> tuple[str, ...]:  # noqa: ARG002  # as its base has it
        """The table tells by itself when it is full."""
        return ()

    def adding(self, key: str, weight: str) -> str:
        """Into the table of all blocks."""
        return f"add({key}, {weight}, keys, counts, faults)"

    def kernel(self) -> DeviceKernel:
        """The counter, compiled on first use."""
        beginning = BEGINNING.format(cells=len(self.groups) * self.cells)
        lane = ("cuda.threadIdx.x", "cuda.blockDim.x")
        append = "at = cuda.atomic.add(room, {0}, 1)"
        self.write(beginning, lane, append, "cuda.syncthreads()\nnumber_0 = int(room[0])\nnumber_1 = int(room[1])")
        return DeviceKernel("count", FUNCTIONS + self.text, tuple(self.rules.items()), self.model)


BEGINNING: Final = """
def count(
    boards, weights, hands, ends, cards, renamed, payoffs, sights, classes, first, last, masks, memo, order,
    keys, counts, faults
):
    home = cuda.blockIdx.x
    cells = cuda.local.array({cells}, np.int32)
    room = cuda.shared.array(2, np.int32)
    for board in range(first + cuda.blockIdx.x, last, cuda.gridDim.x):
        weight = int(weights[board])
        if cuda.threadIdx.x == 0:
            room[0] = 0
            room[1] = 0
        cuda.syncthreads()
"""
FUNCTIONS: Final = f"""
@inline
def add(key, weight, keys, counts, faults):
    mask = keys.size - 1
    place = (key * -7046029254386353131 >> 20) & mask
    for _ in range({PROBES}):
        found = int(keys[place])
        if found == -1:
            found = int(cuda.atomic.cas(keys, place, -1, key))
        if found == -1 or found == key:
            cuda.atomic.add(counts, place, weight)
            return
        place = (place + 1) & mask
    faults[1] = 1


@inline
def class_of(seen, sights, classes):
    mask = sights.size - 1
    place = (seen * -7046029254386353131 >> 20) & mask
    while int(sights[place]) != seen:
        place = (place + 1) & mask
    return int(classes[place])


"""


@dataclass(frozen=True)
class DevicePass:
    """Runs a pass over all boards on the GPU."""

    arranged: Arrangement
    payoffs: Payoffs
    entries: int = ENTRIES

    def foreseen(self) -> str:
        """It is over in seconds, or tells how far it is."""
        return " on the GPU"

    def __call__(self, *, collects: bool, seen: Ints, classes: Ints) -> tuple[Ints, Ints]:
        """Keys and sums."""
        required()
        counter = DeviceCounter(self.arranged, collects=collects)
        kernel = counter.kernel()
        space = self.arranged.space
        boards, weights = self.arranged.boards
        hands, ends = self.arranged.hands, self.arranged.ends
        cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
        given = (boards, weights, hands, ends, cards, space.renamed, self.payoffs.table, *hashed(seen, classes))
        tables = tuple(cuda.to_device(each) for each in given)
        blocks, threads = grid() if simulated() else (blocks_of(), grid()[1])
        memo = max(1, len(counter.shared) + counter.reads_ends)
        scratch = (
            cuda.device_array((blocks, ends.shape[1]), np.int64),
            cuda.device_array((blocks, memo, ends.shape[1]), np.int64),
            cuda.device_array((blocks, hands.shape[1]), np.int64),
        )
        entries = self.entries
        while entries <= ENTRIES_MAX:
            keys = cuda.to_device(np.full(entries, -1, dtype=np.int64))
            counts, faults = (cuda.to_device(np.zeros(size, dtype=np.int64)) for size in (entries, 2))
            for first in range(0, len(weights), BOARDS_AT_ONCE):
                last = min(first + BOARDS_AT_ONCE, len(weights))
                kernel.launch(*tables, first, last, *scratch, keys, counts, faults, on=(blocks, threads))
                fault, is_full = (int(each) for each in faults.copy_to_host())
                if fault:
                    raise no_code(space.model, -fault)
                if is_full:
                    break
                EFFORT.get().progress((last / len(weights) + collects) / 2)
            else:
                return found(keys.copy_to_host(), counts.copy_to_host())
            entries *= 4
        raise Refused(f"{space.model.id} has more sights before its last decision than a GPU keeps")


def blocks_of() -> int:
    """How many blocks keep the device busy, each with room of its own."""
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * BLOCKS_PER_PROCESSOR


def found(keys: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """What a table holds, in order of its keys."""
    there = np.flatnonzero(keys >= 0)
    order = there[np.argsort(keys[there], kind="stable")]
    return keys[order], counts[order]
