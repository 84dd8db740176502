"""Values by the cards that are left, on a GPU: a thread for each composition, the same sums as on a core."""

from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import cuda

from croupier.exact.space import Ints
from croupier.kernel.gpu import DeviceKernel, required
from croupier.protect.polynomial import Values

NARROW: Final = 1 << 31
ENTRY: Final = (
    "def evaluate(fine, depths, kinds, taken, leaves, coefficients, weights, sums):",
    "    left = cuda.local.array({kinds}, np.int32)",
    "    stack = cuda.local.array({cards}, np.int64)",
    "    stack[0] = 1",
    "    for row in range(cuda.grid(1), fine.shape[0], cuda.gridsize(1)):",
)


def narrow(numbers: Ints) -> npt.NDArray[Any]:
    """Whole numbers in 32 bits, if they fit."""
    return numbers.astype(np.int32) if int(np.abs(numbers).max()) < NARROW else numbers


class DeviceEvaluator:
    """Evaluates the sums of all wagers for many compositions at once."""

    def __init__(self, values: Values) -> None:
        required()
        self.values = values

    @cached_property
    def kernel(self) -> DeviceKernel:
        sizes = {"kinds": len(self.values.kinds.cards), "cards": self.values.cards + 1}
        entry = (line.format(**sizes) for line in ENTRY)
        return DeviceKernel("evaluate", "\n".join((*entry, *self.values.evaluator.body)) + "\n", ())

    @cached_property
    def arrays(self) -> tuple[object, ...]:
        """The tables of the polynomials, on the device; in 32 bits, where they fit, products take one instruction."""
        return tuple(cuda.to_device(narrow(array)) for array in self.values.evaluator.arrays)

    def __call__(self, fine: Ints) -> Ints:
        """For every row of numbers of fine kinds, the wagers' sums."""
        given = cuda.to_device(np.ascontiguousarray(fine))
        sums = cuda.to_device(np.zeros((len(fine), len(self.values.wagers)), dtype=np.int64))
        self.kernel.launch(given, *self.arrays, sums)
        found: Ints = sums.copy_to_host()
        return found
