"""Spreads work: chunks are mapped over any executor and merged in order.

Threads, processes, a cluster and a GPU are all `concurrent.futures` executors. A chunk depends only on its bounds, so
it does not matter who works on it, when, or how often.
"""

import os
import signal
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Final, TypeVar

from croupier.errors import Refused, quoted

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD: Final = 4
"""How many chunks per worker are submitted before the first is back."""
DEVICES: Final = ("cpu", "gpu")


def check_place(device: str, cluster: str | None) -> None:
    """Refuse an unknown device, a cluster without an address, and two places at once."""
    if device not in DEVICES:
        raise Refused(f"{quoted(device)} is not a device; give {' or '.join(DEVICES)}", field="device")
    if cluster is not None and not cluster.strip():
        raise Refused("give the address of the scheduler, such as 10.0.0.1:8786", field="cluster")
    if cluster is not None and device == "gpu":
        raise Refused("a cluster works on its workers' cores; give a cluster or a GPU, not both", field="device")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads(workers: int = 0) -> Executor:
    """The default executor: compiled code runs in parallel threads."""
    return ThreadPoolExecutor(workers or cores())


def processes(workers: int = 0) -> Executor:
    """Separate processes; rules must be importable to be sent to them."""
    return ProcessPoolExecutor(workers or cores(), mp_context=get_context("spawn"), initializer=deaf)


def deaf() -> None:
    """Ignore Ctrl-C, which the main process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Elastic(Executor):
    """An executor that grows and shrinks while it works."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks are worked on at once now."""


def room(executor: Executor, workers: int = 0) -> int:
    """How many chunks an executor works on at once: its own number, the given one, or the number of cores."""
    return executor.workers if isinstance(executor, Elastic) else workers or cores()


def across(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0
) -> Generator[Result, None, None]:
    """The results in the order of the tasks; closing the generator cancels the rest."""
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(function, task))
            while len(waiting) >= AHEAD * room(executor, workers):
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    finally:
        for future in waiting:
            future.cancel()
