"""The seam through which work is spread: chunks mapped over whatever offers `submit`, merged in their order.

Threads, processes, a cluster and a GPU are all executors in the manner of `concurrent.futures`. A chunk is a function
of its bounds alone, so it does not matter who works on it, when, or how often.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
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


def across(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0
) -> Iterator[Result]:
    """The results of tasks, in the order of the tasks; whoever stops listening stops the work."""
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(function, task))
            if len(waiting) >= AHEAD * (workers or cores()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
