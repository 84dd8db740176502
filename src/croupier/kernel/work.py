"""The seam through which work is spread: chunks mapped over whatever offers `submit`, merged in their order.

Threads, processes, a cluster and a GPU are all executors in the manner of `concurrent.futures`. A chunk is a function
of its bounds alone, so it does not matter who works on it, when, or how often.
"""

import os
import signal
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Final, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD: Final = 4
"""How many chunks per worker are handed out before the first of them is back."""


def cores() -> int:
    """How many cores there are for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads(workers: int = 0) -> Executor:
    """The executor that is used unless another is given: compiled code runs beside itself in threads."""
    return ThreadPoolExecutor(workers or cores())


def processes(workers: int = 0) -> Executor:
    """The same in processes of their own, to which chunks are sent; rules that are not importable cannot be."""
    return ProcessPoolExecutor(workers or cores(), mp_context=get_context("spawn"), initializer=deaf)


def deaf() -> None:
    """Leave an interruption to whoever gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Elastic(Executor):
    """An executor that grows and shrinks while it works."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks are worked on at once, at present."""


def room(executor: Executor, workers: int = 0) -> int:
    """How many chunks an executor works on at once: as it says itself, as is said here, or as there are cores."""
    return executor.workers if isinstance(executor, Elastic) else workers or cores()


def across(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0
) -> Generator[Result, None, None]:
    """The results of tasks, in the order of the tasks; whoever stops listening stops the work."""
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
