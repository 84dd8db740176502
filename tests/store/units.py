"""Rows for the tests of stores."""

from croupier.house.rows import Answer, Document, Entry, Line, Opening, Played, Posting, Row, Sealed, Snapshot

Unit = tuple[Row, ...]


def line(number: int, table: str = "t1", text: str = "") -> Line:
    return Line(table, number, text or f'{{"number":{number},"of":"{table}"}}\n')


def document(version: int, id_: str = "g1", kind: str = "guest", **body: object) -> Document:
    return Document(kind, id_, version, body or {"name": f"Ada {version}"})


def answer(key: str, guest: str = "g1", at: int = 1000) -> Answer:
    return Answer(guest, key, "digest", 200, '{"done":true}', at)


def sealed(number: int, table: str = "t1") -> Sealed:
    return Sealed(table, "shuffle", number, "commitment", b"\x00nonce", b"\xffsealed\x00", "a1b2")


def posting(cents: int, guest: str = "g1") -> Posting:
    return Posting(guest, 1000, cents, "sit", "t1")


def played(round_: int, guest: str = "g1") -> Played:
    return Played(guest, "t1", round_, 1, 10 * round_, 10 * round_ + 9, 1, 0, "rules", 500, 600, 1000 + round_)


EVERYTHING: Unit = (
    sealed(1),
    line(0),
    line(1),
    Opening("t1", "dice", 1, '{"dice":1}\n', 2),
    document(1),
    posting(10_000),
    answer("k1"),
    played(1),
    Entry(1000, "g1", "sat", "t1", "asked to", "", "seat 1"),
    Snapshot("t1", 1, "d1", '{"state":1}'),
)
"""A row of each kind."""
