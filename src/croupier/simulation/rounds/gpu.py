"""Rounds on a GPU: the same words, the same rules and the same totals as on a core, a thousand times as fast.

Each thread plays every so-many-th round. A block adds up in memory of its own and empties that into the tally once, at
the end; the tally is all that leaves the device.
"""

from functools import lru_cache, partial
from typing import Any, Final

import numpy as np
from numba import cuda

from croupier.exact.space import Composition, Ints
from croupier.kernel.gpu import SHARED_BYTES, DeviceKernel, required, simulated
from croupier.kernel.narrowing import ranges_of
from croupier.kernel.value_range import Range
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule
from croupier.simulation.job import Chunk, Packed, checked
from croupier.simulation.random_words import TEMPLATE, drawing
from croupier.simulation.rounds.kernel import ARGUMENTS, RoundSource
from croupier.simulation.sights import namings
from croupier.simulation.strategy_lookup import look_up
from croupier.simulation.trial import Player

SHAPE: Final = (64, 512)
"""Blocks for each processor, and threads in each, at which rounds are fastest."""
CHUNK: Final = 1 << 34
"""Rounds of one launch: a second's work for a fast device, and few enough for a block to count in 32 bits."""


class DeviceSource(RoundSource):
    """Lines that play rounds on a device: small numbers have 32 bits, and no check is made that cannot fail."""

    small = "cut({})"

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.ranges = ranges_of(model)

    def draw(self, composition: Composition) -> None:
        """Draw the numbers of a round, and turn them into cards and faces."""
        bounds = self.bounds(sum(composition))
        self.emit(*drawing(bounds, "index"), *(f"d{number} = cut(d{number})" for number in range(len(bounds))))
        self.deal(composition)

    def always_within(self, rule: Rule, codes: int) -> bool:
        found = self.ranges.given_by.get((rule.function, rule.inputs))
        return isinstance(found, Range) and found.low >= 0 and found.high < codes


def device_rounds(model: Model, composition: Composition, cells: int) -> DeviceKernel:
    """A kernel that plays rounds on a GPU, each dealt from the whole composition."""
    near = cells * 4 <= SHARED_BYTES
    source = DeviceSource(model)
    source.namings = namings(model, composition)
    source.emit(f"def play(key, first, last, {', '.join(ARGUMENTS)}, tally, faults):")
    source.depth = 1
    if near:
        source.emit(
            f"sums = cuda.shared.array({cells}, np.uint32)",
            f"for cell in range(cuda.threadIdx.x, {cells}, cuda.blockDim.x):",
            "    sums[cell] = 0",
            "cuda.syncthreads()",
        )
    source.emit("bad = 0", "for index in range(first + cuda.grid(1), last, cuda.gridsize(1)):")
    source.depth = 2
    source.draw(composition)
    source.play()
    source.emit(f"cuda.atomic.add({'sums' if near else 'tally'}, joint, 1)")
    source.depth = 1
    source.emit("if bad:", "    cuda.atomic.add(faults, 0, bad)")
    if near:
        source.emit(
            "cuda.syncthreads()",
            f"for cell in range(cuda.threadIdx.x, {cells}, cuda.blockDim.x):",
            "    if sums[cell]:",
            "        cuda.atomic.add(tally, cell, np.int64(sums[cell]))",
        )
    text = TEMPLATE + look_up(source.layout) + source.text
    return DeviceKernel("play", text, tuple(source.rules.items()), model)


@lru_cache(maxsize=32)
def on_device(packed: Packed) -> Any:  # noqa: ANN401  # a device array
    return cuda.to_device(packed.array)


def player(model: Model, composition: Composition, cells: int) -> Player:
    """What plays chunks on the GPU, one after the other."""
    required()
    return partial(played_on_gpu, device_rounds(model, composition, cells))


def played_on_gpu(kernel: DeviceKernel, chunk: Chunk) -> Ints:
    job = chunk.job
    tally, faults = cuda.to_device(np.zeros(job.cells, np.int64)), cuda.to_device(np.zeros(1, np.int64))
    arrays = [on_device(packed) for packed in job.arrays]
    blocks, threads = SHAPE
    on = None if simulated() else (cuda.get_current_device().MULTIPROCESSOR_COUNT * blocks, threads)
    kernel.launch(job.key, chunk.first, chunk.last, *arrays, tally, faults, on=on)
    checked(int(faults.copy_to_host()[0]))
    result: Ints = tally.copy_to_host()
    return result
