"""Makes a GPU machine ready for the benchmarks: names that numba-cuda asks of NumPy, and our sources.

NumPy 2.5 let some old names go, and numba-cuda still asks for them when it is imported; they are put back here, and
nowhere in the package. Import this first.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

for name, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, name):
        setattr(np, name, getattr(np, now))

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))


def timed(work: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(times):
        started = perf_counter()
        work()
        best = min(best, perf_counter() - started)
    return best
