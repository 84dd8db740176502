"""What a store can do. Its methods may be called from an event loop: none of them blocks it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from croupier.house.rows import Answer, Document, Entry, Opening, Played, Posting, Row, Sealed, Snapshot


class Full(Exception):
    """There is no room to write; nothing of the batch was written, and later there may be room again."""


class Broken(Exception):
    """What was written may not be on the disk: nothing more may be answered by this process."""


class Store(Protocol):
    """Keeps rows, a batch of units in one transaction that is on the disk before `commit` returns."""

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        """Write units, each whole or not at all; gives which were written: one that finds its place taken is not."""

    async def documents(self, kind: str) -> Mapping[str, Document]:
        """All documents of a kind by their ids, without those erased."""

    async def document(self, kind: str, id_: str) -> Document | None:
        """One document."""

    def lines(self, table: str, start: int = 0, stop: int | None = None) -> AsyncIterator[str]:
        """The records of a journal from a number on, as they were written, up to another where one is given."""

    async def openings(self, table: str) -> Sequence[Opening]: ...

    async def sealed(self, table: str) -> Sequence[Sealed]: ...

    async def snapshot(self, table: str, digest: str) -> Snapshot | None:
        """The latest snapshot that this digest understands."""

    async def answers(self, guest: str) -> Mapping[str, Answer]:
        """What a guest's requests were answered, by key, as long as it is kept."""

    async def postings(self, guest: str) -> Sequence[Posting]: ...

    async def played(self, guest: str, limit: int = 100) -> Sequence[Played]:
        """The rounds a guest had a part in, the latest first."""

    async def round_of(self, guest: str, table: str, number: int) -> Played | None:
        """A guest's part in one round."""

    def log(self, start: int = 0) -> AsyncIterator[tuple[int, Entry]]:
        """Significant events from a number on."""

    async def meta(self) -> Mapping[str, Any]:
        """What is known of the store itself: its schema's version, whether it was restored from a backup."""

    async def forget(self, before: int) -> None:
        """Drop answers and erased documents that are older than their retention."""

    async def close(self) -> None: ...
