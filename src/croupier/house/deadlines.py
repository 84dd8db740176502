"""Deadlines: which tables have something to do by themselves, and when.

A heap has the earliest on top, so whoever asks whether anything is due looks at one table and not at all of them. A
deadline that has changed stays in the heap and is passed over once it comes up, or when too many such have gathered.
"""

from heapq import heapify, heappop, heappush
from typing import Final

SLACK: Final = 64
"""Deadlines that may lie in the heap beyond twice those that hold."""


class Deadlines:
    """One deadline for each id, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, int] = {}
        self.heap: list[tuple[int, str]] = []

    def set(self, id_: str, at: int | None) -> None:
        """Set a deadline, or drop it."""
        if self.times.get(id_) == at:
            return
        if at is None:
            del self.times[id_]
        else:
            self.times[id_] = at
            heappush(self.heap, (at, id_))
        if len(self.heap) > 2 * len(self.times) + SLACK:
            self.heap = [(time, each) for each, time in self.times.items()]
            heapify(self.heap)

    def next(self) -> int | None:
        """The earliest deadline."""
        while self.heap and self.times.get(self.heap[0][1]) != self.heap[0][0]:
            heappop(self.heap)
        return self.heap[0][0] if self.heap else None

    def past(self, now: int) -> list[str]:
        """The ids whose deadline has come, the earliest first; they stay until they are set anew."""
        found: dict[str, int] = {}
        while (at := self.next()) is not None and at <= now:
            _, id_ = heappop(self.heap)
            found[id_] = at
        for id_, at in found.items():
            heappush(self.heap, (at, id_))
        return list(found)
