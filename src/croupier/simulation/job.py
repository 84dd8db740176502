"""A job: all that a worker needs to play some units of a simulation, small enough to be sent with every chunk."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral
from typing import Any, NamedTuple
from zlib import compress, decompress

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused, quoted
from croupier.exact.space import Ints
from croupier.kernel.kernel import Kernel

Mark = Callable[[int], int]
"""The next place after a unit at which a chunk has to end."""


@dataclass(frozen=True)
class Packed:
    """An array as compressed bytes; strategies are long and say little."""

    data: bytes
    kind: str
    shape: tuple[int, ...]

    @classmethod
    def of(cls, array: npt.NDArray[Any]) -> "Packed":
        return cls(compress(array.tobytes(), 1), array.dtype.str, array.shape)

    @property
    def array(self) -> npt.NDArray[Any]:
        """The array, unpacked once in each process."""
        return unpacked(self)


@lru_cache(maxsize=32)
def unpacked(packed: Packed) -> npt.NDArray[Any]:
    """The array of packed bytes."""
    return np.frombuffer(bytearray(decompress(packed.data)), dtype=packed.kind).reshape(packed.shape)


@dataclass(frozen=True)
class Job:
    """A kernel, the key of its chance and the arrays it reads; what it adds up is so many cells."""

    kernel: Kernel
    key: int
    arrays: tuple[Packed, ...]
    cells: int


class Chunk(NamedTuple):
    """Some units of a job, the last not included."""

    job: Job
    first: int
    last: int


def played(chunk: Chunk) -> Ints:
    """Play a chunk on this core."""
    job = chunk.job
    tally = np.zeros(job.cells, dtype=np.int64)
    bad = job.kernel.compiled(job.key, chunk.first, chunk.last, *(packed.array for packed in job.arrays), tally)
    checked(bad)
    return tally


def checked(bad: int) -> None:
    """Refuse to go on where a rule gave a code that is none."""
    if bad:
        raise Refused(f"{bad} rounds gave a sight or an outcome that is not among those the model has")


def check_whole(**given: object) -> None:
    for name, number in given.items():
        if isinstance(number, bool) or not isinstance(number, Integral):
            raise Refused(f"{quoted(number)} is not a whole number", field=name)


def unmarked(first: int) -> int:
    return first + sys.maxsize


def chunks(job: Job, first: int, last: int, size: int, mark: Mark = unmarked) -> Iterator[Chunk]:
    """Cut units into chunks; cuts lie at multiples of the size and at marks, wherever the first unit is."""
    while first < last:
        end = min(last, (first // size + 1) * size, mark(first))
        yield Chunk(job, first, end)
        first = end
