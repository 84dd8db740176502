"""A store in PostgreSQL, for several processes: each may serve every table.

The keys of rows are the fence: whoever comes second does not find its place. A batch is one transaction, and its rows
are written in one order everywhere, so that two processes never wait for each other in a circle. If anything in it has
lost its place, its units are written one by one. What a batch changed is kept for a while in the table `change`; one
NOTIFY tells other processes to look there, and they also look from time to time, in case nobody told them.

A process that is stopped in the middle of a transaction would keep others waiting; the server ends such a session soon.
It must do so by the age of the transaction: a server that has been sent half of a pipeline waits for the rest and does
not count that as standing still. Whoever waits for a lock gives up sooner than that and tries again in a transaction of
its own age. A connection that is lost leaves open whether the last batch was written; `Away` says so.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, fields
from os import dup
from secrets import token_hex
from socket import SHUT_RDWR, socket
from typing import Any, Final, TypeVar

import psycopg
from psycopg import AsyncConnection, errors

from croupier.errors import Refused
from croupier.house.rows import Row
from croupier.store import schema
from croupier.store.reading import SqlReader
from croupier.store.store import Away, Full, Lost, Place, place, places

Result = TypeVar("Result")

CHANNEL: Final = "croupier"
LOCK: Final = 0x43726F75
"""The advisory lock that is shared by all who use the store, and held by whoever prepares it."""
POLL_SECONDS: Final = 1.0
"""How long a change may go unnoticed if nobody tells of it."""
VERSION_LEAST: Final = 17
"""The first PostgreSQL that ends transactions by their age."""
TRANSACTION_MS: Final = 3000
"""How long a transaction that writes may take before the server ends it."""
LOCK_MS: Final = 1000
"""How long it waits for another before it begins anew."""
CONNECT_SECONDS: Final = 5
CLOSE_SECONDS: Final = 1
TRIES_MAX: Final = 5
"""Together they outlast a transaction that stands in the way."""
ROOM: Final = 1 << 16

MORE: Final = (
    """
    ALTER TABLE entry ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
    CREATE TABLE change (
        order_ BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        at TIMESTAMPTZ NOT NULL DEFAULT now(),
        writer TEXT NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL
    );
    CREATE INDEX change_xid ON change (xid);
    """,
)
"""What each script of the schema needs besides."""
WORDS: Final = {
    ") STRICT, WITHOUT ROWID;": ");",
    ") STRICT;": ");",
    "order_ INTEGER PRIMARY KEY": "order_ BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
}
CHANGES: Final = """
    SELECT now.xmin, change.order_, change.xid, change.kind, change.id
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin) AS now
    LEFT JOIN change ON change.xid >= $1::xid8 AND change.writer <> $2
"""
XMIN: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())"


ENDED: Final = (errors.TransactionTimeout, errors.IdleInTransactionSessionTimeout)
"""With these the server ends the session too."""
AGAIN: Final = (errors.DeadlockDetected, errors.SerializationFailure, errors.LockNotAvailable)
"""With these nothing was written, and it may be tried once more."""


class Taken(Exception):
    """Something in a transaction has lost its place."""


@dataclass(frozen=True)
class Connections:
    """What a process has open: all of it, or nothing."""

    writer: "AsyncConnection[Any]"
    reader: "AsyncConnection[Any]"
    """Holds the lock too."""
    listener: "AsyncConnection[Any]"

    @classmethod
    async def open(cls, url: str) -> "Connections":
        made: list[AsyncConnection[Any]] = []
        try:
            for _ in fields(cls):
                made.append(await connection(url))  # noqa: PERF401  # those made so far are closed if one fails
            connections = cls(*made)
            await connections.listener.execute(f"LISTEN {CHANNEL}")
            async with connections.writer.transaction():
                await migrate(connections.writer)
            await connections.writer.execute(f"SET transaction_timeout = {TRANSACTION_MS}")
            await connections.writer.execute(f"SET lock_timeout = {LOCK_MS}")
        except BaseException:
            for one in made:
                await one.close()
            raise
        return connections

    async def close(self) -> None:
        for one in (self.writer, self.reader, self.listener):
            await one.close()

    async def cut(self) -> None:
        """Close what was lost, once nobody waits for it any more: its numbers go to other sockets right away."""
        for one in (self.writer, self.reader, self.listener):
            hang_up(one)
            async with one.lock:
                await one.close()


class PostgresStore(SqlReader):
    """Keeps rows in a database that others use too."""

    entries = "(SELECT * FROM entry WHERE xid < pg_snapshot_xmin(pg_current_snapshot())) AS entry"

    def __init__(self, url: str, connections: Connections, since: str) -> None:
        self.url = url
        self.connections: Connections | None = connections
        """None after they were lost, until a probe makes new ones."""
        self.writer_id = token_hex(8)
        self.since = since
        """Changes by transactions before this one are known."""
        self.seen: set[int] = set()
        """Changes by later ones that are known."""
        self.is_closed = False
        self.writing = asyncio.Lock()
        """A connection has one transaction at a time."""

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Connect to a database, and prepare it or bring it up to date first where that is needed."""
        try:
            connections = await Connections.open(url)
            since = (await rows_of(connections.reader, XMIN))[0][0]
        except psycopg.Error as error:
            raise Refused(f"the database cannot be reached: {sentence(error)}", field="--database") from None
        return cls(url, connections, since)

    @asynccontextmanager
    async def reaching(self) -> AsyncIterator[Connections]:
        """The connections; whatever goes wrong with them is told in our own words."""
        held = self.connections
        if held is None:
            raise Away("the connection to the database was lost")
        try:
            yield held
        except (errors.DiskFull, errors.ReadOnlySqlTransaction, errors.InsufficientResources) as error:
            raise Full(sentence(error)) from error
        except (*ENDED, psycopg.OperationalError, psycopg.InterfaceError) as error:
            if self.connections is held:  # not those that were made meanwhile
                self.connections = None
            await held.cut()
            raise Away(sentence(error)) from error

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[bool]:
        async with self.reaching() as held:
            await held.reader.execute("SELECT pg_advisory_unlock_all()")
            is_alone = bool((await rows_of(held.reader, "SELECT pg_try_advisory_lock($1)", LOCK))[0][0])
        try:
            yield is_alone
        finally:
            async with self.reaching() as held:
                await rows_of(held.reader, "SELECT pg_advisory_lock_shared($1)", LOCK)
                if is_alone:
                    await rows_of(held.reader, "SELECT pg_advisory_unlock($1)", LOCK)

    # Writing

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        if not units:
            return []
        try:
            await self.write([row for unit in units for row in unit])
        except Taken:
            if len(units) == 1:
                return [False]
        else:
            return [True] * len(units)
        lost = Lost()
        return [not lost.has(unit) and await self.wrote(unit, lost) for unit in units]

    async def wrote(self, unit: Sequence[Row], lost: Lost) -> bool:
        """Write a unit in a transaction of its own."""
        try:
            await self.write(unit)
        except Taken:
            lost.add(unit)
            return False
        return True

    async def write(self, rows: Sequence[Row]) -> None:
        """Write rows in one transaction, or raise `Taken`."""

        async def writing(writer: AsyncConnection[Any]) -> None:
            async with psycopg.AsyncRawCursor(writer) as cursor:
                for step in schema.steps(rows):
                    await cursor.executemany(step.statement, step.values)
                    if step.is_fenced and cursor.rowcount != len(step.values):
                        raise Taken
                await self.tell(cursor, places(rows))

        await self.durably(writing)

    async def tell(self, cursor: "psycopg.AsyncRawCursor[Any]", changed: Iterable[Place]) -> None:
        """Let other processes know what this transaction changes."""
        told = [(self.writer_id, *one) for one in sorted(changed)]
        if told:
            await cursor.executemany("INSERT INTO change (writer, kind, id) VALUES ($1, $2, $3)", told)
            await cursor.execute(f"NOTIFY {CHANNEL}")

    async def durably(self, write: Callable[[AsyncConnection[Any]], Coroutine[Any, Any, Result]]) -> Result:
        """Do something in a transaction that is on the server's disk when this returns."""
        async with self.writing, self.reaching() as held:
            for _ in range(TRIES_MAX):
                with suppress(*AGAIN):
                    async with held.writer.transaction():
                        return await write(held.writer)
            raise Taken

    async def note(self, name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
        await self.durably(lambda writer: keep_fact(writer, name, value))

    async def probe(self) -> None:
        async def writing(writer: AsyncConnection[Any]) -> None:
            await keep_fact(writer, "probe", "0" * ROOM)
            await keep_fact(writer, "probe", None)

        if self.connections is None:
            try:
                self.connections = await Connections.open(self.url)
            except (psycopg.Error, Refused) as error:  # what came back may be another server, or set up in another way
                raise Away(sentence(error)) from error
        await self.durably(writing)

    async def forget(self, before: int) -> None:
        async def writing(writer: AsyncConnection[Any]) -> None:
            await run(writer, "SET LOCAL transaction_timeout = 0")  # it takes its time, and stands in nobody's way
            await run(writer, schema.FORGET_ANSWERS, before)
            for statement in (*schema.FORGET, "DELETE FROM change WHERE at < now() - interval '1 hour'"):
                await run(writer, statement)

        await self.durably(writing)

    # Reading

    async def select(self, query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
        async with self.reaching() as held:
            return await rows_of(held.reader, query, *bindings)

    async def changes(self) -> AsyncIterator[frozenset[Place]]:
        while not self.is_closed:
            try:
                changed = await self.changed()
                if changed:
                    yield changed
                async with self.reaching() as held:
                    async for _ in held.listener.notifies(timeout=POLL_SECONDS, stop_after=1):
                        pass
            except Full:  # whoever writes will notice too, and connect anew
                await asyncio.sleep(POLL_SECONDS)

    async def changed(self) -> frozenset[Place]:
        """What others have changed since this was last asked."""
        rows = await self.select(CHANGES, self.since, self.writer_id)
        changes = [row[1:] for row in rows if row[1] is not None]
        new = frozenset(place(kind, id_) for order, _, kind, id_ in changes if order not in self.seen)
        self.since = rows[0][0]  # every transaction before this one is over
        self.seen = {order for order, xid, *_ in changes if int(xid) >= int(self.since)}
        return new

    async def close(self) -> None:
        self.is_closed = True
        held, self.connections = self.connections, None
        if held is not None:
            with suppress(psycopg.Error, TimeoutError):  # the server takes a while to see that a connection is closed
                async with asyncio.timeout(CLOSE_SECONDS):
                    await held.reader.execute("SELECT pg_advisory_unlock_all()")
            await held.close()


def sentence(error: Exception) -> str:
    """The first line of what the database says."""
    return str(error).strip().partition("\n")[0]


async def connection(url: str) -> "AsyncConnection[Any]":
    """Connect, and make sure that a commit is durable and that nobody is kept waiting."""
    made = await AsyncConnection.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        application_name="croupier",
        keepalives_idle=5,
        tcp_user_timeout=10_000,
    )
    if made.info.server_version < VERSION_LEAST * 10_000:
        await made.close()
        raise Refused(f"this server is too old; Croupier needs PostgreSQL {VERSION_LEAST} or newer", field="--database")
    await made.execute(f"SET idle_in_transaction_session_timeout = {TRANSACTION_MS}")
    if (await rows_of(made, "SHOW synchronous_commit"))[0][0] == "off":
        await made.execute("SET synchronous_commit = on")
    if (await rows_of(made, "SHOW fsync"))[0][0] == "off":
        await made.close()
        raise Refused("this server does not sync what it writes; set fsync = on", field="--database")
    return made


def hang_up(held: "AsyncConnection[Any]") -> None:
    """Let whoever waits for a connection know that nothing will come."""
    with suppress(OSError, psycopg.OperationalError), socket(fileno=dup(held.fileno())) as line:
        line.shutdown(SHUT_RDWR)


async def run(held: "AsyncConnection[Any]", statement: str, *bindings: str | int | None) -> None:
    async with psycopg.AsyncRawCursor(held) as cursor:
        await cursor.execute(statement, bindings)


async def rows_of(held: "AsyncConnection[Any]", query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
    async with psycopg.AsyncRawCursor(held) as cursor:
        await cursor.execute(query, bindings)
        return list(await cursor.fetchall())


async def keep_fact(held: "AsyncConnection[Any]", name: str, value: Any) -> None:  # noqa: ANN401  # what JSON has
    if value is None:
        await run(held, "DELETE FROM meta WHERE name = $1", name)
    else:
        statement = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await run(held, statement, name, schema.written(value))


async def migrate(held: "AsyncConnection[Any]") -> None:
    """Run what scripts are missing, while no other process does."""
    await rows_of(held, "SELECT pg_advisory_xact_lock($1)", LOCK + 1)
    known = (await rows_of(held, "SELECT to_regclass('meta') IS NOT NULL"))[0][0]
    facts = await rows_of(held, "SELECT value FROM meta WHERE name = 'schema'") if known else []
    version = schema.version_of({"schema": int(facts[0][0])} if facts else {}, "--database")
    if version < len(schema.SCRIPTS):
        for number, script in enumerate(schema.SCRIPTS[version:], start=version):
            await held.execute(translated(script))
            if number < len(MORE):
                await held.execute(MORE[number])
        await keep_fact(held, "schema", len(schema.SCRIPTS))


def translated(script: str) -> str:
    """A script as PostgreSQL wants it."""
    for ours, theirs in WORDS.items():
        script = script.replace(ours, theirs)
    return script
