"""Kernels on a GPU: the same rules and the same source, except for how the work is divided.

With `NUMBA_ENABLE_CUDASIM=1` Numba simulates a GPU, slowly, so that kernels can be tested anywhere.
"""

from collections.abc import Callable
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

THREADS: Final = 256
BLOCKS_PER_PROCESSOR: Final = 64
SHARED_BYTES: Final = 40_000
"""The shared memory a block may use; every device has this much."""

on_gpu: Final = Compiler(cuda.jit(device=True))
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

    @property
    def compiled(self) -> Any:  # noqa: ANN401  # a dispatcher, which Numba does not type
        """The entry, ready to be launched: `kernel[blocks, threads](...)`."""
        key = (self.entry, self.source, identity(function for _, function in self.rules))
        if key not in _loaded:
            module = ModuleType(f"device_{sha256(self.source.encode()).hexdigest()[:16]}")
            module.__dict__.update({name: on_gpu(rule) for name, rule in self.rules})
            module.__dict__.update(cuda=cuda, np=np, inline=on_gpu.inline, product=on_gpu.inline(product_by_halves))
            exec(compile(self.source, module.__name__, "exec"), module.__dict__)  # noqa: S102  # our own source
            _loaded[key] = cuda.jit(module.__dict__[self.entry])
        return _loaded[key]

    def launch(self, *arguments: object) -> None:
        """Run the entry on the whole device, and wait for it."""
        try:
            self.compiled[grid()](*arguments)
            cuda.synchronize()
        except NumbaError as error:
            raise Refused(f"these rules cannot be compiled for a GPU: {in_short(str(error))}") from error
