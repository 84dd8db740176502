"""A store in memory, for tests and for the simulator: what it holds is what a disk would hold."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import copy
from typing import Any

from croupier.house.rows import Answer, Document, Entry, Line, Opening, Played, Posting, Row, Sealed, Snapshot, Unsealed
from croupier.store import schema
from croupier.store.store import Lost, NoChanges, Place


class Taken(Exception):
    """A unit does not find its place."""


Once = Opening | Sealed | Answer | Played
"""What is written once under a key."""


def key_of(row: Once) -> tuple[str, str, int | str]:
    match row:
        case Opening() | Sealed():
            return row.table, row.of, row.number
        case Answer():
            return row.guest, row.key, ""
        case Played():
            return row.guest, row.table, row.round


class Held:
    """All rows."""

    def __init__(self) -> None:
        self.read: dict[tuple[str, str], Document] = {}
        self.unread: dict[tuple[str, str], tuple[int, str | None]] = {}
        """The version and the text of documents that nobody has asked for since they were written."""
        self.lines: dict[str, list[str]] = {}
        self.openings: dict[tuple[str, str, int | str], Opening] = {}
        self.sealed: dict[tuple[str, str, int | str], Sealed] = {}
        self.answers: dict[tuple[str, str, int | str], Answer] = {}
        self.played: dict[tuple[str, str, int | str], Played] = {}
        self.snapshots: dict[tuple[str, str], Snapshot] = {}
        self.postings: list[Posting] = []
        self.entries: list[Entry] = []
        self.forgotten: set[tuple[str, str]] = set()
        """Erased documents that go the next time."""

    @property
    def documents(self) -> dict[tuple[str, str], Document]:
        """What changes, as it was written: a copy, and nobody else's to change."""
        for (kind, id_), (version, body) in self.unread.items():
            self.read[kind, id_] = schema.document(kind, id_, version, body)
        self.unread.clear()
        return self.read

    def version_of(self, kind: str, id_: str) -> int:
        """The version of a document; 0 if there is none."""
        if unread := self.unread.get((kind, id_)):
            return unread[0]
        known = self.read.get((kind, id_))
        return known.version if known else 0

    def once(self, kind: type[Once]) -> dict[tuple[str, str, int | str], Any]:
        kinds: dict[type[Once], dict[tuple[str, str, int | str], Any]] = {
            Opening: self.openings,
            Sealed: self.sealed,
            Answer: self.answers,
            Played: self.played,
        }
        return kinds[kind]

    def check(self, unit: Sequence[Row]) -> None:
        """Find out whether a unit has its place, before anything of it is written."""
        lines: dict[str, int] = {}
        versions: dict[tuple[str, str], int] = {}
        new = set[object]()
        for row in unit:
            match row:
                case Line():
                    due = lines.get(row.table, len(self.lines.get(row.table, ())))
                    taken = row.number != due
                    lines[row.table] = due + 1
                case Document():
                    version = versions.get((row.kind, row.id), self.version_of(row.kind, row.id))
                    taken = row.version != version + 1
                    versions[row.kind, row.id] = row.version
                case Opening() | Sealed() | Answer() | Played():
                    key = key_of(row)
                    taken = (type(row), key) in new or key in self.once(type(row))
                    new.add((type(row), key))
                case _:
                    taken = False
            if taken:
                raise Taken

    def write(self, row: Row) -> None:
        match row:
            case Line():
                self.lines.setdefault(row.table, []).append(row.text)
            case Document():
                self.unread[row.kind, row.id] = row.version, schema.body_of(row)
                self.forgotten.discard((row.kind, row.id))
            case Opening() | Sealed() | Answer() | Played():
                self.once(type(row))[key_of(row)] = row
            case Unsealed():
                self.sealed.pop((row.table, row.of, row.number), None)
            case Snapshot():
                key = (row.table, row.digest)
                self.snapshots[key] = max(row, self.snapshots.get(key, row), key=lambda one: one.number)
            case Posting():
                self.postings.append(row)
            case Entry():
                self.entries.append(row)


class MemoryStore:
    """Keeps rows as long as it lives."""

    def __init__(self) -> None:
        self.held = Held()
        self.facts: dict[str, Any] = {"schema": schema.VERSION}

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        lost = Lost()
        return [self.wrote(unit, lost) for unit in units]

    def wrote(self, unit: Sequence[Row], lost: Lost) -> bool:
        if lost.has(unit):
            return False
        try:
            self.held.check(unit)
        except Taken:
            lost.add(unit)
            return False
        for row in unit:
            self.held.write(row)
        return True

    async def documents(self, kind: str) -> Mapping[str, Document]:
        return {
            id_: copy(document)
            for (its_kind, id_), document in self.held.documents.items()
            if its_kind == kind and document.body is not None
        }

    async def document(self, kind: str, id_: str) -> Document | None:
        return self.held.documents.get((kind, id_))

    async def lines(self, table: str, start: int = 0, stop: int | None = None) -> AsyncIterator[str]:
        for text in self.held.lines.get(table, [])[start:stop]:
            yield text

    async def openings(self, table: str, records: int | None = None) -> AsyncIterator[Opening]:
        for opening in sorted(self.held.openings.values(), key=key_of):
            if opening.table == table and (records is None or opening.record <= records):
                yield opening

    async def opening(self, table: str, of: str, number: int) -> Opening | None:
        return self.held.openings.get((table, of, number))

    async def sealed(self, table: str) -> Sequence[Sealed]:
        return sorted(
            (one for one in self.held.sealed.values() if one.table == table), key=lambda one: (one.of, one.number)
        )

    async def snapshot(self, table: str, digest: str) -> Snapshot | None:
        return self.held.snapshots.get((table, digest))

    async def answers(self, guest: str) -> Mapping[str, Answer]:
        return {answer.key: answer for answer in self.held.answers.values() if answer.guest == guest}

    async def answer(self, guest: str, key: str) -> Answer | None:
        return self.held.answers.get((guest, key, ""))

    async def postings(self, guest: str) -> Sequence[Posting]:
        return [posting for posting in self.held.postings if posting.guest == guest]

    async def played(self, guest: str, limit: int = 100, skip: int = 0) -> Sequence[Played]:
        found = [played for played in reversed(self.held.played.values()) if played.guest == guest]
        return found[skip : skip + limit]

    async def round_of(self, guest: str, table: str, number: int) -> Played | None:
        return self.held.played.get((guest, table, number))

    async def log(self, start: int = 0) -> AsyncIterator[tuple[int, Entry]]:
        for number, entry in enumerate(self.held.entries[max(start - 1, 0) :], start=max(start, 1)):
            yield number, entry

    async def meta(self) -> Mapping[str, Any]:
        return dict(self.facts)

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[bool]:
        yield True

    async def note(self, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
        if value is None:
            self.facts.pop(name, None)
        else:
            self.facts[name] = json.loads(schema.written(value))

    async def probe(self) -> None:
        """There is always room."""

    async def forget(self, before: int) -> None:
        held = self.held
        held.answers = {key: answer for key, answer in held.answers.items() if answer.at >= before}
        held.read = {key: document for key, document in held.documents.items() if key not in held.forgotten}
        held.forgotten = {key for key, document in held.documents.items() if document.body is None}
        latest: dict[str, int] = {}
        for table, number in ((one.table, one.number) for one in held.snapshots.values()):
            latest[table] = max(number, latest.get(table, 0))
        held.snapshots = {key: one for key, one in held.snapshots.items() if one.number == latest[one.table]}

    def changes(self) -> AsyncIterator[frozenset[Place]]:
        return NoChanges()

    async def close(self) -> None:
        """Nothing is open."""
