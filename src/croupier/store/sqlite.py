"""A store in one SQLite file, for one process.

One connection writes and one reads, each on a thread of its own. A commit is synced before it returns (WAL,
`synchronous=FULL`). SQLite's log is taken over into the file here and not by SQLite itself, which would pass over a
sync that fails meanwhile. A sync that failed cannot be repeated: the system may have dropped the pages.
"""

import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import closing, suppress
from json import loads
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import apsw

from croupier.errors import Refused
from croupier.files import PRIVATE
from croupier.house.rows import Answer, Document, Entry, Line, Opening, Played, Posting, Row, Sealed, Snapshot, Unsealed
from croupier.store import schema
from croupier.store.schema import COLUMNS
from croupier.store.store import Broken, Full, Lost, NoChanges, Place

Result = TypeVar("Result")

FILE_NAME: Final = "house.sqlite"
"""The store's file in the folder of a house."""
OURS: Final = 0x43726F75
"""SQLite keeps this number in the file's header: `Crou`."""
PAGES_MAX: Final = 1000
"""From so many pages on, SQLite's log is taken over into the file."""
PIECE: Final = 500
"""So many rows are read at once, so that no reader holds the log up for long."""
ROOM: Final = 1 << 16
"""The bytes that must fit for there to be room again."""
BUSY_MS: Final = 5000

INSERTS: Final = {
    Line: f"""
        INSERT INTO line ({COLUMNS[Line]})
        SELECT ?1, ?2, ?3 WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM line WHERE "table" = ?1 AND number = ?2 - 1)
        ON CONFLICT DO NOTHING
    """,
    Opening: f"INSERT INTO opening ({COLUMNS[Opening]}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    Sealed: f"INSERT INTO sealed ({COLUMNS[Sealed]}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    Answer: f"INSERT INTO answer ({COLUMNS[Answer]}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    Posting: f"INSERT INTO posting ({COLUMNS[Posting]}) VALUES (?, ?, ?, ?, ?)",
    Played: f"INSERT INTO played ({COLUMNS[Played]}) VALUES ({', '.join('?' * 12)}) ON CONFLICT DO NOTHING",
    Entry: f"INSERT INTO entry ({COLUMNS[Entry]}) VALUES (?, ?, ?, ?, ?, ?, ?)",
}
NEW_DOCUMENT: Final = f"INSERT INTO document ({COLUMNS[Document]}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
NEXT_DOCUMENT: Final = """
    UPDATE document SET version = ?3, body = ?4, forgotten = 0 WHERE kind = ?1 AND id = ?2 AND version = ?3 - 1
"""
SNAPSHOT: Final = f"""
    INSERT INTO snapshot ({COLUMNS[Snapshot]}) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET number = excluded.number, body = excluded.body WHERE excluded.number >= snapshot.number
"""


class Worker:
    """A connection with a thread of its own, which alone may use it."""

    def __init__(self, connection: "apsw.AsyncConnection") -> None:
        self.connection = connection
        self.db = cast("apsw.Connection", connection)
        """The same one, as it is on its thread."""

    @classmethod
    async def start(cls, file: Path, vfs: str | None, flags: int) -> "Worker":
        worker = cls(await apsw.Connection.as_async(str(file), flags=flags, vfs=vfs))
        await worker.run(lambda db: db.set_busy_timeout(BUSY_MS))
        return worker

    async def run(self, call: Callable[[apsw.Connection], Result]) -> Result:
        """Have something done on the thread."""
        return cast("Result", await self.connection.async_run(call, self.db))

    async def close(self) -> None:
        await self.connection.aclose()


class SqliteStore:
    """Keeps rows in a file."""

    def __init__(self, writer: Worker, reader: Worker, lock: int) -> None:
        self.writer = writer
        self.reader = reader
        self.lock = lock
        self.pages = 0
        """How long SQLite's log is."""

    @classmethod
    async def open(cls, file: Path, *, synchronous: str = "FULL", vfs: str | None = None) -> "SqliteStore":
        """Open a store, and make it or migrate it first where that is needed."""
        lock = claimed(file)
        try:
            return await cls.opened(file, lock, synchronous, vfs)
        except apsw.NotADBError:
            os.close(lock)
            raise Refused("this is not a store of Croupier, or it is damaged", field=str(file)) from None
        except apsw.Error as error:
            os.close(lock)
            raise Refused(f"the store cannot be opened: {error}", field=str(file)) from error
        except BaseException:
            os.close(lock)
            raise

    @classmethod
    async def opened(cls, file: Path, lock: int, synchronous: str, vfs: str | None) -> "SqliteStore":
        writer = await Worker.start(file, vfs, apsw.SQLITE_OPEN_READWRITE)
        try:
            await writer.run(lambda db: prepare(db, str(file), synchronous))
            reader = await Worker.start(file, vfs, apsw.SQLITE_OPEN_READONLY)
        except BaseException:
            await writer.close()
            raise
        store = cls(writer, reader, lock)
        await writer.run(lambda db: db.set_wal_hook(store.hear))
        return store

    def hear(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self.pages = pages
        return apsw.SQLITE_OK

    # Writing

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        def write(db: apsw.Connection) -> list[bool]:
            lost = Lost()
            return [not lost.has(unit) and wrote(db, unit, lost) for unit in units]

        return await self.durably(write)

    async def durably(self, write: Callable[[apsw.Connection], Result]) -> Result:
        """Do something in a transaction that is on the disk when this returns."""
        try:
            return await self.writer.run(lambda db: self.in_transaction(db, write))
        except apsw.FullError as error:
            raise Full(str(error)) from error
        except (apsw.IOError, apsw.CorruptError, apsw.NotADBError) as error:
            if (
                getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE
            ):  # the index of SQLite's log could not grow
                raise Full(str(error)) from error
            raise Broken(str(error)) from error

    def in_transaction(self, db: apsw.Connection, write: Callable[[apsw.Connection], Result]) -> Result:
        db.execute("BEGIN IMMEDIATE")
        try:
            result = write(db)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        if self.pages >= PAGES_MAX:
            with suppress(apsw.FullError):  # what was committed is safe in the log; there may be room another time
                db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        return result

    async def is_alone(self) -> bool:
        return True

    async def note(self, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
        await self.durably(lambda db: keep_fact(db, name, value))

    async def probe(self) -> None:
        def write(db: apsw.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", ("0" * ROOM,))
            db.execute("DELETE FROM meta WHERE name = 'probe'")

        await self.durably(write)

    async def forget(self, before: int) -> None:
        def write(db: apsw.Connection) -> None:
            db.execute("DELETE FROM answer WHERE at < ?", (before,))
            db.execute("DELETE FROM document WHERE body IS NULL AND forgotten = 1")
            db.execute("UPDATE document SET forgotten = 1 WHERE body IS NULL")
            db.execute("""
                DELETE FROM snapshot WHERE number <
                    (SELECT max(number) FROM snapshot AS other WHERE other."table" = snapshot."table")
            """)

        await self.durably(write)

    # Reading

    async def select(self, query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
        return await self.reader.run(lambda db: db.execute(query, bindings).fetchall())

    async def documents(self, kind: str) -> Mapping[str, Document]:
        rows = await self.select(f"SELECT {COLUMNS[Document]} FROM document WHERE kind = ? AND body IS NOT NULL", kind)
        return {row[1]: schema.document(*row) for row in rows}

    async def document(self, kind: str, id_: str) -> Document | None:
        rows = await self.select(f"SELECT {COLUMNS[Document]} FROM document WHERE kind = ? AND id = ?", kind, id_)
        return schema.document(*rows[0]) if rows else None

    async def lines(self, table: str, start: int = 0, stop: int | None = None) -> AsyncIterator[str]:
        query = 'SELECT text FROM line WHERE "table" = ? AND number >= ? AND number < ? ORDER BY number LIMIT ?'
        while rows := await self.select(query, table, start, schema.LAST if stop is None else stop, PIECE):
            for (text,) in rows:
                yield text
            start += len(rows)

    async def openings(self, table: str) -> Sequence[Opening]:
        query = f'SELECT {COLUMNS[Opening]} FROM opening WHERE "table" = ? ORDER BY rowid'
        return [Opening(*row) for row in await self.select(query, table)]

    async def sealed(self, table: str) -> Sequence[Sealed]:
        query = f'SELECT {COLUMNS[Sealed]} FROM sealed WHERE "table" = ? ORDER BY "of", number'
        return [Sealed(*row) for row in await self.select(query, table)]

    async def snapshot(self, table: str, digest: str) -> Snapshot | None:
        query = f'SELECT {COLUMNS[Snapshot]} FROM snapshot WHERE "table" = ? AND digest = ?'
        rows = await self.select(query, table, digest)
        return Snapshot(*rows[0]) if rows else None

    async def answers(self, guest: str) -> Mapping[str, Answer]:
        rows = await self.select(f"SELECT {COLUMNS[Answer]} FROM answer WHERE guest = ?", guest)
        return {row[1]: Answer(*row) for row in rows}

    async def answer(self, guest: str, key: str) -> Answer | None:
        rows = await self.select(f"SELECT {COLUMNS[Answer]} FROM answer WHERE guest = ? AND key = ?", guest, key)
        return Answer(*rows[0]) if rows else None

    async def postings(self, guest: str) -> Sequence[Posting]:
        query = f"SELECT {COLUMNS[Posting]} FROM posting WHERE guest = ? ORDER BY order_"
        return [Posting(*row) for row in await self.select(query, guest)]

    async def played(self, guest: str, limit: int = 100) -> Sequence[Played]:
        query = f"SELECT {COLUMNS[Played]} FROM played WHERE guest = ? ORDER BY order_ DESC LIMIT ?"
        return [Played(*row) for row in await self.select(query, guest, limit)]

    async def round_of(self, guest: str, table: str, number: int) -> Played | None:
        query = f'SELECT {COLUMNS[Played]} FROM played WHERE guest = ? AND "table" = ? AND round = ?'
        rows = await self.select(query, guest, table, number)
        return Played(*rows[0]) if rows else None

    async def log(self, start: int = 0) -> AsyncIterator[tuple[int, Entry]]:
        query = f"SELECT order_, {COLUMNS[Entry]} FROM entry WHERE order_ >= ? ORDER BY order_ LIMIT ?"
        while rows := await self.select(query, start, PIECE):
            for number, *row in rows:
                yield number, Entry(*row)
            start = rows[-1][0] + 1

    async def meta(self) -> Mapping[str, Any]:
        return {name: loads(value) for name, value in await self.select("SELECT name, value FROM meta")}

    def changes(self) -> AsyncIterator[frozenset[Place]]:
        return NoChanges()

    async def close(self) -> None:
        await self.reader.close()
        await self.writer.close()
        os.close(self.lock)


def wrote(db: apsw.Connection, unit: Sequence[Row], lost: Lost) -> bool:
    """Write a unit within the batch's transaction, all of it or nothing."""
    db.execute("SAVEPOINT unit")
    whole = all(inserted(db, row) for row in unit)
    if not whole:
        lost.add(unit)
        db.execute("ROLLBACK TO unit")
    db.execute("RELEASE unit")
    return whole


def inserted(db: apsw.Connection, row: Row) -> bool:
    """Write a row; False if its place is taken."""
    match row:
        case Document():
            statement = NEW_DOCUMENT if row.version == 1 else NEXT_DOCUMENT
            db.execute(statement, (row.kind, row.id, row.version, schema.body_of(row)))
        case Unsealed():
            db.execute('DELETE FROM sealed WHERE "table" = ? AND "of" = ? AND number = ?', values(row))
            return True
        case Snapshot():
            db.execute(SNAPSHOT, values(row))
            return True
        case _:
            db.execute(INSERTS[type(row)], values(row))
    return db.changes() == 1


def values(row: Row) -> tuple[Any, ...]:
    """The fields of a row, in their order."""
    return tuple(getattr(row, name) for name in row.__slots__)


def claimed(file: Path) -> int:
    """Make sure that nobody else uses the store, and that nobody but its owner can read it."""
    try:
        lock = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, PRIVATE)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))  # SQLite gives its other files the same rights
    except OSError as error:
        raise Refused(f"the store cannot be opened: {error.strerror}", field=str(file)) from None
    if sys.platform != "win32":  # which has no such lock
        import fcntl  # noqa: PLC0415  # as above

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise Refused("another process is using this store; stop it first", field=str(file)) from None
    return lock


def prepare(db: apsw.Connection, where: str, synchronous: str) -> None:
    """Set a connection up for writing, and bring the schema up to date."""
    check_ours(db, where)
    for name, value in (
        ("journal_mode", "WAL"),
        ("synchronous", synchronous),
        ("fullfsync", "ON"),  # where a plain sync stops short of the disk
        ("checkpoint_fullfsync", "ON"),
        ("secure_delete", "ON"),  # an erased name is not left on the disk
    ):
        db.pragma(name, value)
    migrate(db, where)


def check_ours(db: apsw.Connection, where: str) -> None:
    """Refuse a file that is not a store; an empty one can become one."""
    known = db.pragma("application_id")
    if known != OURS and (known or db.execute("SELECT count(*) FROM sqlite_master").get):
        raise Refused("this is not a store of Croupier; give another file", field=where)


def migrate(db: apsw.Connection, where: str) -> None:
    """Run what scripts are missing, all in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = schema.version_of(facts(db), where)
        if version < len(schema.SCRIPTS):
            for script in schema.SCRIPTS[version:]:
                db.execute(script)
            keep_fact(db, "schema", len(schema.SCRIPTS))
            db.pragma("application_id", OURS)
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def facts(db: apsw.Connection) -> dict[str, Any]:
    """What a store says of itself; nothing if it has no table yet."""
    if not db.table_exists(None, "meta"):
        return {}
    with closing(db.execute("SELECT name, value FROM meta")) as rows:
        return {name: loads(value) for name, value in rows}


def keep_fact(db: apsw.Connection, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
    if value is None:
        db.execute("DELETE FROM meta WHERE name = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, schema.written(value)))
