"""What the house keeps: rows that a store writes, all of a unit or none of it.

A unit is what one request leads to. Journals, openings, postings and the log only grow. What changes is kept in
documents, and a document names the version it replaces: of two that replace the same one, the second is not written.
Together with a journal's record numbers this is the fence between processes that serve the same tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """A record of a table's journal, as it stands there, its line end included."""

    table: str
    number: int
    """Counted from 0 without a gap."""
    text: str


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a shuffle or of a round's dice, in the format that `croupier audit --openings` reads."""

    table: str
    of: str
    number: int
    text: str
    record: int
    """How many records the journal had by then."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The secret of a shuffle or of dice in use, sealed under a key that lies elsewhere."""

    table: str
    of: str
    number: int
    commitment: str
    nonce: bytes
    sealed: bytes
    key: str
    """Which key: the first digits of its hash."""


@dataclass(frozen=True, slots=True)
class Unsealed:
    """A secret that is no longer needed: its opening is kept."""

    table: str
    of: str
    number: int


@dataclass(frozen=True, slots=True)
class Document:
    """Something that changes: the settings and seats of a table, a guest, a link, a shared round, an operator's key."""

    kind: str
    id: str
    version: int
    """1 for a new one, else one more than that of the document it replaces."""
    body: Mapping[str, Any] | None
    """As JSON has it; None for one that is erased, of which the version stays."""


@dataclass(frozen=True, slots=True)
class Posting:
    """Practice chips that came to a guest's wallet, or left it."""

    guest: str
    at: int
    cents: int
    why: str
    """`welcome`, `top-up`, `sit`, `buy` or `leave`."""
    table: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A guest's part in a round that is over, so that it is found again in the journal."""

    guest: str
    table: str
    round: int
    seat: int
    first: int
    """The number of the first record after the round before."""
    last: int
    """The number of the record that ended the round."""
    shuffle: int
    """The number of the table's shuffle that the cards came from."""
    drawn: int
    """How many of its cards had come out before the round."""
    digest: str
    """The rulebook's."""
    before: int
    """The chips at the seat as the round opened, in cents."""
    after: int
    at: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered, so that whoever asks again hears the same."""

    guest: str
    key: str
    """Made by the client, once for each request."""
    digest: str
    """The hash of the request: the same key with another one is refused."""
    status: int
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A significant event: who did what to whom, when, why, and what it changed."""

    at: int
    who: str
    """A guest's or operator's id, or `house`."""
    what: str
    subject: str = ""
    why: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table between rounds, so that not all of its journal is read again; whoever loses it loses only time."""

    table: str
    number: int
    """The number of the record after which the table stood so."""
    digest: str
    """Of the schema and the rules that it is understood by; under others it is passed over."""
    body: str


Row = Line | Opening | Sealed | Unsealed | Document | Posting | Played | Answer | Entry | Snapshot
