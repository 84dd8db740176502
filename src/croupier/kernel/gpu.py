"""Kernels on a GPU: the same rules and the same source, except for how the work is divided.

With `NUMBA_ENABLE_CUDASIM=1` Numba simulates a GPU, slowly, so that kernels can be tested anywhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from types import ModuleType
from typing import Any, Final

import numpy as np
from numba import config, cuda
from numba.core.errors import NumbaError

from croupier.errors import Refused
from croupier.kernel.compiler import Compiler, product_by_halves
from croupier.kernel.fingerprint import identity
from croupier.kernel.kernel import in_short
from croupier.kernel.narrowing import Narrowing, checked_cut, ranges_of
from croupier.kernel.value_range import Ranges
from croupier.rulebook.model import Model

THREADS: Final = 256
BLOCKS_PER_PROCESSOR: Final = 64
SHARED_BYTES: Final = 40_000
"""The shared memory a block may use; every device has this much."""

inline: Final = cuda.jit(device=True)
CUTS: Final[Mapping[bool, tuple[Any, Any]]] = {False: (np.int32, np.int64), True: (checked_cut, int)}
"""What makes a number one of 32 and of 64 bits, on a device and where it is simulated."""
_loaded: dict[tuple[str, ...], Any] = {}


def available() -> bool:
    """Whether there is a GPU, or the simulator of one."""
    return bool(cuda.is_available())


def required() -> None:
    """Refuse if there is no GPU."""
    if not available():
        raise Refused(
            "no GPU was found; install an NVIDIA driver and, in a checkout, `pip install '.[gpu]'`",
            field="device",
        )


def simulated() -> bool:
    """Whether the GPU is Numba's simulator of one."""
    return bool(getattr(config, "ENABLE_CUDASIM", False))


@cache
def grid() -> tuple[int, int]:
    """How many blocks, and threads in each, keep the device busy; few if it is only simulated."""
    if simulated():
        return 2, 8
    return cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_PER_PROCESSOR, THREADS


@dataclass(frozen=True)
class DeviceKernel:
    """Source that defines one entry function for a GPU, and the rules it calls."""

    entry: str
    source: str
    rules: tuple[tuple[str, Callable[..., Any]], ...]
    model: Model | None = None
    """Whose rules they are: what it draws says how large their numbers get."""

    @property
    def compiled(self) -> Any:  # noqa: ANN401  # a dispatcher, which Numba does not type
        """The entry, ready to be launched: `kernel[blocks, threads](...)`."""
        ranges = ranges_of(self.model) if self.model else Ranges()
        key = (self.entry, self.source, identity(function for _, function in self.rules), repr(ranges))
        if key not in _loaded:
            cut, whole = CUTS[simulated()]
            on_gpu = Compiler(inline, Narrowing(ranges, cut, whole))
            module = ModuleType(f"device_{sha256(self.source.encode()).hexdigest()[:16]}")
            module.__dict__.update({name: on_gpu(rule) for name, rule in self.rules})
            module.__dict__.update(cuda=cuda, np=np, inline=inline, product=inline(product_by_halves), cut=cut)
            exec(compile(self.source, module.__name__, "exec"), module.__dict__)  # noqa: S102  # our own source
            _loaded[key] = cuda.jit(module.__dict__[self.entry])
        return _loaded[key]

    def launch(self, *arguments: object, on: tuple[int, int] | None = None) -> None:
        """Run the entry on the whole device, or on so many blocks and threads in each, and wait for it."""
        try:
            self.compiled[on or grid()](*arguments)
            cuda.synchronize()
        except NumbaError as error:
            raise Refused(f"these rules cannot be compiled for a GPU: {in_short(str(error))}") from error
