"""The tables of a store, for SQLite and for PostgreSQL, and how an earlier store becomes one of today.

The columns of a table are the fields of its row. A script never changes once it has been released; what comes later is
another script. They are written for SQLite, and a few words of them differ for PostgreSQL.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from croupier.errors import Refused
from croupier.house.rows import Answer, Document, Entry, Line, Opening, Played, Posting, Row, Sealed, Snapshot, Unsealed

SCRIPTS: Final = (
    """
    CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE document (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT,
        forgotten INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE line (
        "table" TEXT NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY ("table", number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE opening (
        order_ INTEGER PRIMARY KEY,
        "table" TEXT NOT NULL,
        "of" TEXT NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        UNIQUE ("table", "of", number)
    ) STRICT;
    CREATE TABLE sealed (
        "table" TEXT NOT NULL,
        "of" TEXT NOT NULL,
        number INTEGER NOT NULL,
        commitment TEXT NOT NULL,
        nonce BLOB NOT NULL,
        sealed BLOB NOT NULL,
        key TEXT NOT NULL,
        PRIMARY KEY ("table", "of", number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshot (
        "table" TEXT NOT NULL,
        number INTEGER NOT NULL,
        digest TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY ("table", digest)
    ) STRICT;
    CREATE TABLE answer (
        guest TEXT NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        status INTEGER NOT NULL,
        body TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (guest, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answer_at ON answer (at);
    CREATE TABLE posting (
        order_ INTEGER PRIMARY KEY,
        guest TEXT NOT NULL,
        at INTEGER NOT NULL,
        cents INTEGER NOT NULL,
        why TEXT NOT NULL,
        "table" TEXT NOT NULL
    ) STRICT;
    CREATE INDEX posting_guest ON posting (guest, order_);
    CREATE TABLE played (
        order_ INTEGER PRIMARY KEY,
        guest TEXT NOT NULL,
        "table" TEXT NOT NULL,
        round INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        shuffle INTEGER NOT NULL,
        drawn INTEGER NOT NULL,
        digest TEXT NOT NULL,
        before INTEGER NOT NULL,
        after INTEGER NOT NULL,
        at INTEGER NOT NULL,
        UNIQUE (guest, "table", round)
    ) STRICT;
    CREATE INDEX played_guest ON played (guest, order_);
    CREATE TABLE entry (
        order_ INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        subject TEXT NOT NULL,
        why TEXT NOT NULL,
        before TEXT NOT NULL,
        after TEXT NOT NULL
    ) STRICT;
    """,
    "ALTER TABLE opening ADD COLUMN record INTEGER NOT NULL DEFAULT 0;",
)
VERSION: Final = len(SCRIPTS)
JSON: Final = json.JSONEncoder(separators=(",", ":"))
LAST: Final = 2**63 - 1
"""The largest number that a store can keep."""
NAMES: Final[Mapping[type[Row], str]] = MappingProxyType(
    {
        Document: "document",
        Line: "line",
        Opening: "opening",
        Sealed: "sealed",
        Snapshot: "snapshot",
        Answer: "answer",
        Posting: "posting",
        Played: "played",
        Entry: "entry",
    }
)
"""What is kept, by its table, in the order in which it is copied."""
COLUMNS: Final = {kind: ", ".join(f'"{field.name}"' for field in fields(kind)) for kind in NAMES}


def insert(kind: type[Row], more: str = "") -> str:
    """The statement that adds a row."""
    marks = ", ".join(f"${number}" for number, _ in enumerate(fields(kind), start=1))
    return f"INSERT INTO {NAMES[kind]} ({COLUMNS[kind]}) VALUES ({marks}){more}"


# Parameters are named by their numbers, in the order in which they appear, which both databases understand.
WRITES: Final[Mapping[type[Row], str]] = MappingProxyType(
    {
        Document: """
            INSERT INTO document (kind, id, version, body)
            SELECT $1, $2, $3, $4 WHERE $3 = 1 OR EXISTS (SELECT 1 FROM document WHERE kind = $1 AND id = $2)
            ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, body = excluded.body, forgotten = 0
            WHERE document.version = excluded.version - 1
        """,
        Line: """
            INSERT INTO line ("table", number, text)
            SELECT $1, $2, $3 WHERE $2 = 0 OR EXISTS (SELECT 1 FROM line WHERE "table" = $1 AND number = $2 - 1)
            ON CONFLICT DO NOTHING
        """,
        Opening: insert(Opening, " ON CONFLICT DO NOTHING"),
        Sealed: insert(Sealed, " ON CONFLICT DO NOTHING"),
        Answer: insert(Answer, " ON CONFLICT DO NOTHING"),
        Played: insert(Played, " ON CONFLICT DO NOTHING"),
        Unsealed: 'DELETE FROM sealed WHERE "table" = $1 AND "of" = $2 AND number = $3',
        Snapshot: insert(Snapshot)
        + """
            ON CONFLICT ("table", digest) DO UPDATE SET number = excluded.number, body = excluded.body
            WHERE excluded.number >= snapshot.number
        """,
        Posting: insert(Posting),
        Entry: insert(Entry),
    }
)
"""How a row is written, in the order in which the rows of a batch are."""
FENCED: Final = frozenset({Document, Line, Opening, Sealed, Answer, Played})
"""Rows that are written only if their place is free: then one row has changed, and else none."""
FORGET_ANSWERS: Final = "DELETE FROM answer WHERE at < $1"
FORGET: Final = (
    "DELETE FROM document WHERE body IS NULL AND forgotten = 1",
    "UPDATE document SET forgotten = 1 WHERE body IS NULL",
    """
    DELETE FROM snapshot WHERE number <
        (SELECT max(number) FROM snapshot AS other WHERE other."table" = snapshot."table")
    """,
)


class Step(NamedTuple):
    """Rows of one kind that are written together."""

    statement: str
    values: list[tuple[Any, ...]]
    is_fenced: bool
    """Whether all of them must change a row."""


def steps(rows: Iterable[Row]) -> Iterator[Step]:
    """How rows are written: kind after kind, and by their keys, in the same order everywhere."""
    kinds: dict[type[Row], list[tuple[Any, ...]]] = {kind: [] for kind in WRITES}
    for row in rows:
        kinds[type(row)].append(values(row))
    for kind, found in kinds.items():
        is_fenced = kind in FENCED
        if is_fenced:
            found.sort(key=itemgetter(0, 1, 2))
        if found:
            yield Step(WRITES[kind], found, is_fenced)


def values(row: Row) -> tuple[Any, ...]:
    """What is bound where a row is written."""
    if isinstance(row, Document):
        return (row.kind, row.id, row.version, body_of(row))
    return tuple(getattr(row, name) for name in row.__slots__)


def version_of(meta: Mapping[str, Any], where: str) -> int:
    """The schema's version of a store, 0 for an empty one; one of later software is refused."""
    version = int(meta.get("schema", 0))
    if version > VERSION:
        raise Refused(
            f"this was written by a later Croupier (schema {version}; here it is {VERSION}); install that one",
            field=where,
        )
    return version


def written(value: Any) -> str:  # noqa: ANN401  # what JSON has
    return JSON.encode(value)


def body_of(row: Document) -> str | None:
    """What a document says, as it is stored."""
    return None if row.body is None else written(row.body)


def document(kind: str, id_: str, version: int, body: str | None) -> Document:
    return Document(kind, id_, version, None if body is None else json.loads(body))
