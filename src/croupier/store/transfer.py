"""Takes all rows from a database into a file and back: for backups, and to move a house from one to the other."""

from itertools import islice

import apsw
import psycopg

from croupier.errors import Refused
from croupier.house.rows import Document, Line
from croupier.store import schema
from croupier.store.postgres import connection, keep_fact, migrate, rows_of, sentence
from croupier.store.schema import COLUMNS, NAMES

PIECE = 1000


def selects() -> dict[str, str]:
    """How all rows of each kind are read, in the order in which they were written where there is one."""
    ordered = {"opening", "posting", "played", "entry"}
    return {
        schema.insert(kind): f"SELECT {COLUMNS[kind]} FROM {name}{' ORDER BY order_' if name in ordered else ''}"
        for kind, name in NAMES.items()
    }


async def from_database(url: str, db: apsw.Connection) -> None:
    """Copy a database as it is at one moment into an empty file."""
    try:
        held = await connection(url)
        async with held, held.transaction():
            await held.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            await held.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            if not (await rows_of(held, "SELECT to_regclass('meta') IS NOT NULL"))[0][0]:
                raise Refused("there is no house in this database", field="--database")
            facts = await rows_of(held, "SELECT value FROM meta WHERE name = 'schema'")
            if int(facts[0][0]) != schema.VERSION:
                raise Refused("start the house once with this Croupier, which brings it up to date", field="--database")
            for insert, select in selects().items():
                async with held.cursor(name="rows") as cursor:
                    await cursor.execute(select)
                    while rows := await cursor.fetchmany(PIECE):
                        db.executemany(insert, rows)
    except psycopg.Error as error:
        raise Refused(f"the database cannot be copied: {sentence(error)}", field="--database") from None


async def to_database(db: apsw.Connection, url: str) -> None:
    """Copy a file into an empty database, all of it or nothing, and mark it as restored."""
    try:
        held = await connection(url)
        async with held, held.transaction():
            await held.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            await migrate(held)
            for kind in (Document, Line):
                if await rows_of(held, f"SELECT 1 FROM {NAMES[kind]} LIMIT 1"):
                    raise Refused("there is a house in this database already; give an empty one", field="--database")
            async with psycopg.AsyncRawCursor(held) as cursor:
                for insert, select in selects().items():
                    found = db.execute(select)
                    while rows := list(islice(found, PIECE)):
                        await cursor.executemany(insert, rows)
            await keep_fact(held, "restored", {"copied": True})
    except psycopg.Error as error:
        raise Refused(f"the database cannot be written: {sentence(error)}", field="--database") from None
