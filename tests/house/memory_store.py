"""The store in memory without its event loop, and what a house needs of it to go on."""

from collections.abc import Iterable, Sequence

from croupier.house.floor import KeptTable
from croupier.house.house import House
from croupier.house.rows import Entry, Row, Unsealed
from croupier.house.unit import GUEST, LINK, SHARE, TABLE
from croupier.store.memory import Held, Taken


class MemoryStore(Held):
    """Everything that was written, by kind."""

    @property
    def log(self) -> list[Entry]:
        return self.entries

    def opened(self, table: str) -> list[str]:
        """The openings of a table, in the order they were written."""
        return [row.text for row in self.openings.values() if row.table == table]

    def commit(self, rows: Sequence[Row]) -> bool:
        """Write a unit, whole or not at all; what is unsealed must have been sealed."""
        try:
            self.check(rows)
        except Taken:
            return False
        for row in rows:
            assert not isinstance(row, Unsealed) or (row.table, row.of, row.number) in self.sealed
            self.write(row)
        return True

    def load(self, house: House, keys: Iterable[tuple[str, str]] | None = None) -> None:
        """Give a house everything; of the answers, where keys are given, those to guests under these keys."""
        for (kind, id_), document in self.documents.items():
            if document.body is None:
                continue
            if kind == GUEST:
                house.load_guest(document)
            elif kind == LINK:
                house.load_link(document)
            elif kind == SHARE:
                house.load_share(document)
            elif kind == TABLE and not house.is_over(document):
                house.load_table(self.kept(house, id_))
        if keys is None:
            house.load_answers(self.answers.values())
        else:
            house.load_answers(self.answers[kept] for guest, key in keys if (kept := (guest, key, "")) in self.answers)

    def kept(self, house: House, id_: str) -> KeptTable:
        """A table as it is kept, with its latest snapshot if the house understands it."""
        document = self.documents[TABLE, id_]
        snapshot = self.snapshots.get((id_, house.snapshot_digest(document)))
        start = snapshot.number + 1 if snapshot else 0
        sealed = [row for row in self.sealed.values() if row.table == id_]
        return KeptTable(document, self.lines[id_][start:], sealed, snapshot)
