"""What a store can do. Its methods may be called from an event loop: none of them blocks it."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NewType, Protocol

from croupier.house.rows import (
    Answer,
    Document,
    Entry,
    Line,
    Opening,
    Played,
    Posting,
    Row,
    Sealed,
    Snapshot,
    Unsealed,
)

Place = NewType("Place", tuple[str, str])
"""What only one unit at a time can change: a kind and an id, such as `table` and the table's id."""


class NotNow(Exception):
    """Nothing was done, as far as is known; it may be asked again later, under the same key."""


class Full(NotNow):
    """Nothing can be written, for lack of room; later it may be possible again."""


class Away(Full):
    """The database cannot be reached, and it is not known whether the last batch was written."""


class Unread(NotNow):
    """Something cannot be read; later it may be possible again."""


class Broken(Exception):
    """What was written may not be on the disk: nothing more may be answered by this process."""


def place(kind: str, id_: str) -> Place:
    return Place((kind, id_))


def places(unit: Iterable[Row]) -> frozenset[Place]:
    """What a unit changes: of two units with a place in common, the second was made after the first."""
    found = set[Place]()
    for row in unit:
        match row:
            case Line() | Opening() | Sealed() | Unsealed():
                found.add(place("table", row.table))
            case Document():
                found.add(place(row.kind, row.id))
            case Posting() | Answer():
                found.add(place("guest", row.guest))
            case Entry() | Snapshot() | Played():  # anybody may add to the log; the others follow from lines
                pass
    return frozenset(found)


class Lost:
    """Which units of a batch lost their place, and so did those that were made after them."""

    def __init__(self) -> None:
        self.places: set[Place] = set()

    def has(self, unit: Sequence[Row]) -> bool:
        """Whether a unit was made after one that is lost; then it is lost too."""
        if self.places.isdisjoint(places(unit)):
            return False
        self.add(unit)
        return True

    def add(self, unit: Sequence[Row]) -> None:
        self.places |= places(unit)


class NoChanges(AsyncIterator[frozenset[Place]]):
    """The changes made by others to a store that nobody else writes."""

    async def __anext__(self) -> frozenset[Place]:
        raise StopAsyncIteration


class Store(Protocol):
    """Keeps rows, a batch of units in one transaction that is on the disk before `commit` returns."""

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        """Write units, each whole or not at all, and tell which were written.

        A unit is not written if a place that it needs is taken: a line's number, a document's version, an answer's
        key. Nor is one that changes the same places as a unit before it that was not written.
        """

    async def documents(self, kind: str) -> Mapping[str, Document]:
        """All documents of a kind by their ids, without those erased."""

    async def document(self, kind: str, id_: str) -> Document | None:
        """One document; an erased one has no body."""

    def lines(self, table: str, start: int = 0, stop: int | None = None) -> AsyncIterator[str]:
        """The records of a journal from a number on, as they were written, up to another where one is given."""

    def openings(self, table: str, records: int | None = None) -> AsyncIterator[Opening]:
        """The openings of a table, of all that was used up in its first so many records where a number is given."""

    async def opening(self, table: str, of: str, number: int) -> Opening | None:
        """One opening."""

    async def sealed(self, table: str) -> Sequence[Sealed]: ...

    async def snapshot(self, table: str, digest: str) -> Snapshot | None:
        """The latest snapshot that this digest understands."""

    async def answers(self, guest: str) -> Mapping[str, Answer]:
        """What a guest's requests were answered, by key, as long as it is kept."""

    async def answer(self, guest: str, key: str) -> Answer | None:
        """What one request was answered."""

    async def postings(self, guest: str) -> Sequence[Posting]: ...

    async def played(self, guest: str, limit: int = 100, skip: int = 0) -> Sequence[Played]:
        """The rounds a guest had a part in, the latest first, without some of them."""

    async def round_of(self, guest: str, table: str, number: int) -> Played | None:
        """A guest's part in one round."""

    def log(self, start: int = 0) -> AsyncIterator[tuple[int, Entry]]:
        """Significant events from a number on."""

    async def meta(self) -> Mapping[str, Any]:
        """What is known of the store itself: its schema's version, whether it was `restored` from a backup."""

    def beginning(self) -> AbstractAsyncContextManager[bool]:
        """Whether no other process uses the store; one that begins meanwhile waits until this block is left."""

    async def note(self, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
        """Keep something about the store itself; None forgets it."""

    async def probe(self) -> None:
        """Write something without meaning, to see whether there is room again; raises `Full` if not."""

    async def forget(self, before: int) -> None:
        """Drop answers from before a time, snapshots with a later one, and what was erased before the last call."""

    def changes(self) -> AsyncIterator[frozenset[Place]]:
        """What other processes write from now on, soon after they do; ends when the store is closed."""

    async def close(self) -> None: ...
