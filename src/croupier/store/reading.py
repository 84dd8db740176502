"""How rows are read by SQL, in SQLite and in PostgreSQL alike."""

import json
from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from croupier.house.rows import Answer, Document, Entry, Opening, Played, Posting, Sealed, Snapshot
from croupier.store import schema
from croupier.store.schema import COLUMNS

PIECE: Final = 500
"""So many rows are read at once, so that no reader holds anybody up for long."""
OPENINGS: Final = 50
"""The same of openings, each of which may have 20 kB and more."""


class SqlReader:
    """Reads rows; a store says how a query is run."""

    @abstractmethod
    async def select(self, query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
        """Run a query whose parameters are `$1`, `$2` and so on."""

    async def documents(self, kind: str) -> Mapping[str, Document]:
        query = f"""
            SELECT {COLUMNS[Document]} FROM document WHERE kind = $1 AND id > $2 AND body IS NOT NULL
            ORDER BY id LIMIT $3
        """
        found: dict[str, Document] = {}
        last = ""
        while rows := await self.select(query, kind, last, PIECE):
            found |= {row[1]: schema.document(*row) for row in rows}
            last = rows[-1][1]
        return found

    async def document(self, kind: str, id_: str) -> Document | None:
        rows = await self.select(f"SELECT {COLUMNS[Document]} FROM document WHERE kind = $1 AND id = $2", kind, id_)
        return schema.document(*rows[0]) if rows else None

    async def lines(self, table: str, start: int = 0, stop: int | None = None) -> AsyncIterator[str]:
        query = 'SELECT text FROM line WHERE "table" = $1 AND number >= $2 AND number < $3 ORDER BY number LIMIT $4'
        while rows := await self.select(query, table, start, schema.LAST if stop is None else stop, PIECE):
            for (text,) in rows:
                yield text
            start += len(rows)

    async def openings(self, table: str, records: int | None = None) -> AsyncIterator[Opening]:
        query = f"""
            SELECT {COLUMNS[Opening]} FROM opening WHERE "table" = $1 AND ("of", number) > ($2, $3) AND record <= $4
            ORDER BY "of", number LIMIT $5
        """
        of, number = "", 0
        most = schema.LAST if records is None else records
        while rows := await self.select(query, table, of, number, most, OPENINGS):
            for row in rows:
                yield Opening(*row)
            _, of, number, *_ = rows[-1]

    async def opening(self, table: str, of: str, number: int) -> Opening | None:
        query = f'SELECT {COLUMNS[Opening]} FROM opening WHERE "table" = $1 AND "of" = $2 AND number = $3'
        rows = await self.select(query, table, of, number)
        return Opening(*rows[0]) if rows else None

    async def sealed(self, table: str) -> Sequence[Sealed]:
        query = f'SELECT {COLUMNS[Sealed]} FROM sealed WHERE "table" = $1 ORDER BY "of", number'
        return [Sealed(*row) for row in await self.select(query, table)]

    async def snapshot(self, table: str, digest: str) -> Snapshot | None:
        query = f'SELECT {COLUMNS[Snapshot]} FROM snapshot WHERE "table" = $1 AND digest = $2'
        rows = await self.select(query, table, digest)
        return Snapshot(*rows[0]) if rows else None

    async def answers(self, guest: str) -> Mapping[str, Answer]:
        rows = await self.select(f"SELECT {COLUMNS[Answer]} FROM answer WHERE guest = $1 ORDER BY at", guest)
        return {row[1]: Answer(*row) for row in rows}

    async def answer(self, guest: str, key: str) -> Answer | None:
        rows = await self.select(f"SELECT {COLUMNS[Answer]} FROM answer WHERE guest = $1 AND key = $2", guest, key)
        return Answer(*rows[0]) if rows else None

    async def postings(self, guest: str) -> Sequence[Posting]:
        query = f"SELECT {COLUMNS[Posting]} FROM posting WHERE guest = $1 ORDER BY order_"
        return [Posting(*row) for row in await self.select(query, guest)]

    async def played(self, guest: str, limit: int = 100, skip: int = 0) -> Sequence[Played]:
        query = f"SELECT {COLUMNS[Played]} FROM played WHERE guest = $1 ORDER BY order_ DESC LIMIT $2 OFFSET $3"
        return [Played(*row) for row in await self.select(query, guest, limit, skip)]

    async def round_of(self, guest: str, table: str, number: int) -> Played | None:
        query = f'SELECT {COLUMNS[Played]} FROM played WHERE guest = $1 AND "table" = $2 AND round = $3'
        rows = await self.select(query, guest, table, number)
        return Played(*rows[0]) if rows else None

    async def log(self, start: int = 0) -> AsyncIterator[tuple[int, Entry]]:
        query = f"SELECT order_, {COLUMNS[Entry]} FROM {self.entries} WHERE order_ >= $1 ORDER BY order_ LIMIT $2"
        while rows := await self.select(query, start, PIECE):
            for number, *row in rows:
                yield number, Entry(*row)
            start = rows[-1][0] + 1

    entries = "entry"
    """Where entries are read that come after no other that is still to be written."""

    async def meta(self) -> Mapping[str, Any]:
        return {name: json.loads(value) for name, value in await self.select("SELECT name, value FROM meta")}
