"""The tables of a store, for SQLite and for PostgreSQL, and how an earlier store becomes one of today.

The columns of a table are the fields of its row. A script never changes once it has been released; what comes later is
another script. They are written for SQLite, and a few words of them differ for PostgreSQL.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

from croupier.errors import Refused
from croupier.house.rows import Answer, Document, Entry, Line, Opening, Played, Posting, Row, Sealed, Snapshot

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
        "table" TEXT NOT NULL,
        "of" TEXT NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY ("table", "of", number)
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
)
VERSION: Final = len(SCRIPTS)
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
    return json.dumps(value, separators=(",", ":"))


def body_of(row: Document) -> str | None:
    """What a document says, as it is stored."""
    return None if row.body is None else written(row.body)


def document(kind: str, id_: str, version: int, body: str | None) -> Document:
    return Document(kind, id_, version, None if body is None else json.loads(body))
