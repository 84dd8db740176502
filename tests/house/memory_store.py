"""A store in memory: keeps units whole, and gives a house back what it needs to go on."""

from collections.abc import Sequence

from croupier.house.floor import KeptTable
from croupier.house.house import House
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
from croupier.house.unit import GUEST, LINK, TABLE


class MemoryStore:
    """Everything that was written, by kind."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.openings: dict[str, list[str]] = {}
        self.sealed: dict[tuple[str, str, int], Sealed] = {}
        self.documents: dict[tuple[str, str], Document] = {}
        self.postings: list[Posting] = []
        self.answers: dict[tuple[str, str], Answer] = {}
        self.log: list[Entry] = []
        self.snapshots: dict[str, Snapshot] = {}
        self.played: list[Played] = []

    def fits(self, rows: Sequence[Row]) -> bool:
        """Whether every place that a unit takes is free."""
        lengths: dict[str, int] = {}
        versions: dict[tuple[str, str], int] = {}
        for row in rows:
            if isinstance(row, Line):
                expected = lengths.get(row.table, len(self.lines.get(row.table, ())))
                if row.number != expected:
                    return False
                lengths[row.table] = expected + 1
            elif isinstance(row, Document):
                key = row.kind, row.id
                before = self.documents.get(key)
                expected = versions.get(key, before.version if before else 0) + 1
                if row.version != expected:
                    return False
                versions[key] = expected
            elif isinstance(row, Answer) and (row.guest, row.key) in self.answers:
                return False
        return True

    def commit(self, rows: Sequence[Row]) -> bool:  # noqa: C901  # one case per kind of row
        """Write a unit, whole or not at all."""
        if not self.fits(rows):
            return False
        for row in rows:
            match row:
                case Line():
                    self.lines.setdefault(row.table, []).append(row.text)
                case Opening():
                    self.openings.setdefault(row.table, []).append(row.text)
                case Sealed():
                    self.sealed[row.table, row.of, row.number] = row
                case Unsealed():
                    del self.sealed[row.table, row.of, row.number]
                case Document():
                    self.documents[row.kind, row.id] = row
                case Posting():
                    self.postings.append(row)
                case Answer():
                    self.answers[row.guest, row.key] = row
                case Entry():
                    self.log.append(row)
                case Snapshot():
                    self.snapshots[row.table] = row
                case Played():
                    self.played.append(row)
        return True

    def load(self, house: House) -> None:
        """Give a house everything."""
        for (kind, id_), document in self.documents.items():
            if document.body is None:
                continue
            if kind == GUEST:
                house.load_guest(document)
            elif kind == LINK:
                house.load_link(document)
            elif kind == TABLE:
                house.load_table(self.kept(house, id_))
        house.load_answers(self.answers.values())

    def kept(self, house: House, id_: str) -> KeptTable:
        """A table as it is kept, with its latest snapshot if the house understands it."""
        document = self.documents[TABLE, id_]
        snapshot = self.snapshots.get(id_)
        if snapshot and snapshot.digest != house.snapshot_digest(document):
            snapshot = None
        start = snapshot.number + 1 if snapshot else 0
        sealed = [row for (table, _, _), row in self.sealed.items() if table == id_]
        return KeptTable(document, self.lines[id_][start:], sealed, snapshot)
