"""A store in one SQLite file, for one process.

One connection writes, one reads and one takes SQLite's log over into the file, each on a thread of its own. A commit is
synced before it returns (WAL, `synchronous=FULL`) and does not wait for the takeover, which is done here and not by
SQLite itself: that would pass over a sync that fails meanwhile. A sync that failed cannot be repeated: the system may
have dropped the pages.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from json import loads
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import apsw

from croupier.errors import Refused
from croupier.files import PRIVATE
from croupier.house.rows import Row
from croupier.store import schema
from croupier.store.reading import SqlReader
from croupier.store.store import Broken, Full, Lost, NoChanges, Place, Unread

Result = TypeVar("Result")

FILE_NAME: Final = "house.sqlite"
"""The store's file in the folder of a house."""
OURS: Final = 0x43726F75
"""SQLite keeps this number in the file's header: `Crou`."""
PAGES_MAX: Final = 4000
"""From so many pages on, SQLite's log is taken over into the file."""
LAG: Final = 4
"""A log so many times as long is taken over before the next commit, however long that takes."""
ROOM: Final = 1 << 16
"""The bytes that must fit for there to be room again."""
CACHE_KIB: Final = 1 << 16
"""What is kept in memory of the file by whoever writes."""
BUSY_MS: Final = 5000


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


class SqliteStore(SqlReader):
    """Keeps rows in a file."""

    def __init__(self, writer: Worker, reader: Worker, taker: Worker, lock: int) -> None:
        self.writer = writer
        self.reader = reader
        self.taker = taker
        self.lock = lock
        self.pages = 0
        """How long SQLite's log is."""
        self.taken_pages = 0
        """How long it was when it was last taken over."""
        self.taking: asyncio.Task[None] | None = None
        """The takeover of the log that goes on, or went on last."""
        self.broken = ""
        """Why nothing is written any more."""

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
        workers = [writer]
        try:
            await writer.run(lambda db: prepare(db, str(file), synchronous))
            workers.append(reader := await Worker.start(file, vfs, apsw.SQLITE_OPEN_READONLY))
            workers.append(taker := await Worker.start(file, vfs, apsw.SQLITE_OPEN_READWRITE))
            await taker.run(lambda db: set_up(db, synchronous))
        except BaseException:
            for worker in workers:
                await worker.close()
            raise
        store = cls(writer, reader, taker, lock)
        await writer.run(lambda db: db.set_wal_hook(store.hear))
        return store

    def hear(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self.pages = pages
        return apsw.SQLITE_OK

    # Writing

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        try:
            await self.durably(lambda db: write(db, [row for unit in units for row in unit]))
        except Taken:
            return await self.durably(lambda db: write_each(db, units))
        return [True] * len(units)

    async def durably(self, write: Callable[[apsw.Connection], Result]) -> Result:
        """Do something in a transaction that is on the disk when this returns."""
        await self.take_over()
        with self.trusted():
            return await self.writer.run(lambda db: in_transaction(db, write))

    async def take_over(self) -> None:
        """Have the log taken over meanwhile, if it has grown; raises if that could not be synced.

        It begins anew only if nothing is left in it. So the little that was written meanwhile follows before the next
        commit, which waits for no more than that.
        """
        is_long = self.pages >= LAG * PAGES_MAX
        self.taken_pages = min(self.taken_pages, self.pages)  # it may have begun anew
        if self.taking and (self.taking.done() or is_long):
            await self.taking
            self.taking = None
            await self.taken()
        elif self.taking is None and (is_long or self.pages >= self.taken_pages + PAGES_MAX):
            self.taken_pages = self.pages
            self.taking = asyncio.create_task(self.taken())
            if is_long:
                await self.taking

    async def taken(self) -> None:
        with suppress(Full), self.trusted():  # what was committed is safe in the log; there may be room another time
            await self.taker.run(lambda db: db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE))

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """Write to the disk, unless it has failed before: what it syncs after that says nothing of what it lost."""
        if self.broken:
            raise Broken(self.broken)
        try:
            with told():
                yield
        except Broken as error:
            self.broken = str(error)
            raise

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[bool]:
        yield True

    async def note(self, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
        await self.durably(lambda db: keep_fact(db, name, value))

    async def probe(self) -> None:
        def write(db: apsw.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", ("0" * ROOM,))
            db.execute("DELETE FROM meta WHERE name = 'probe'")

        await self.durably(write)

    async def forget(self, before: int) -> None:
        def write(db: apsw.Connection) -> None:
            db.execute(schema.FORGET_ANSWERS, (before,))
            for statement in schema.FORGET:
                db.execute(statement)

        await self.durably(write)

    # Reading

    async def select(self, query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
        try:
            return await self.reader.run(lambda db: db.execute(query, bindings).fetchall())
        except apsw.Error as error:
            raise Unread(f"the store cannot be read: {error}") from error

    def changes(self) -> AsyncIterator[frozenset[Place]]:
        return NoChanges()

    async def close(self) -> None:
        if self.taking:
            with suppress(Full, Broken):  # the log keeps what is not taken over
                await self.taking
        for worker in (self.taker, self.reader, self.writer):
            await worker.close()
        os.close(self.lock)


@contextmanager
def told() -> Iterator[None]:
    """Tell a disk without room from one that cannot be trusted."""
    try:
        yield
    except (apsw.FullError, apsw.BusyError, apsw.ReadOnlyError, apsw.CantOpenError) as error:
        raise Full(str(error)) from error
    except (apsw.IOError, apsw.CorruptError, apsw.NotADBError) as error:
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:  # the log's index could not grow
            raise Full(str(error)) from error
        raise Broken(str(error)) from error


def in_transaction(db: apsw.Connection, write: Callable[[apsw.Connection], Result]) -> Result:
    db.execute("BEGIN IMMEDIATE")
    try:
        result = write(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


class Taken(Exception):
    """Something has lost its place."""


def write(db: apsw.Connection, rows: Iterable[Row]) -> None:
    """Write rows, or raise `Taken`."""
    for step in schema.steps(rows):
        before = db.total_changes()
        db.executemany(step.statement, step.values)
        if step.is_fenced and db.total_changes() - before != len(step.values):
            raise Taken


def write_each(db: apsw.Connection, units: Sequence[Sequence[Row]]) -> list[bool]:
    """Write units one after the other, each whole or not at all; tell which were written."""
    lost = Lost()
    return [not lost.has(unit) and wrote(db, unit, lost) for unit in units]


def wrote(db: apsw.Connection, unit: Sequence[Row], lost: Lost) -> bool:
    db.execute("SAVEPOINT unit")
    try:
        write(db, unit)
    except Taken:
        lost.add(unit)
        db.execute("ROLLBACK TO unit")
        return False
    finally:
        db.execute("RELEASE unit")
    return True


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
    set_up(db, synchronous)
    migrate(db, where)


def set_up(db: apsw.Connection, synchronous: str) -> None:
    """Have a connection write durably."""
    for name, value in (
        ("journal_mode", "WAL"),
        ("synchronous", synchronous),
        ("fullfsync", "ON"),  # where a plain sync stops short of the disk
        ("checkpoint_fullfsync", "ON"),
        ("cache_size", -CACHE_KIB),
        ("secure_delete", "ON"),  # an erased name is not left on the disk
    ):
        db.pragma(name, value)


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
