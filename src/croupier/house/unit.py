"""What one request leads to: rows to be written together, an answer, and who has news of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.errors import Refused
from croupier.house.guest import Guest
from croupier.house.recorder import HOUSE
from croupier.house.rows import Document, Entry, Posting, Row
from croupier.house.table import Table

GUEST: Final = "guest"
TABLE: Final = "table"
LINK: Final = "link"
SHARE: Final = "share"
"""The kinds of documents that the house keeps."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A status as HTTP has it, and a body as JSON has it."""

    status: int
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unit:
    """Everything one request leads to."""

    rows: tuple[Row, ...]
    answer: Answered
    secrets: Mapping[str, str] = field(default_factory=dict)
    """What only the asker may hear and nobody keeps: a new token, a link."""
    moved: frozenset[str] = frozenset()
    """Tables whose viewers have news."""
    ended: frozenset[str] = frozenset()
    """Guests whose streams must end: the token they were opened with is not theirs any more."""


class Denied(Refused):
    """Something is refused for another reason than the rules of a game."""

    def __init__(self, status: int, kind: str, reason: str, *, field: str = "", **more: object) -> None:
        """Say it with a status as HTTP has it, a word for programs and a sentence for people."""
        self.status = status
        self.kind = kind
        self.more = more
        super().__init__(reason, field=field)


def refusal(refused: Refused) -> Answered:
    """The answer to a request that is refused."""
    body: dict[str, Any] = {"error": "refused", "reason": refused.reason}
    body |= {"clause": refused.clause, "field": refused.field}
    if isinstance(refused, Denied):
        return Answered(refused.status, body | {"error": refused.kind} | refused.more)
    return Answered(422, body)


class Work:
    """Gathers what a request changes, on copies; nothing else changes before it is finished."""

    def __init__(self, table_of: Callable[[str], Table], guest_of: Callable[[str], Guest], now: int) -> None:
        """Look things up where they are now."""
        self.table_of = table_of
        self.guest_of = guest_of
        self.now = now
        self.rows: list[Row] = []
        self.tables: dict[str, Table] = {}
        self.guests: dict[str, Guest] = {}
        self.links: dict[str, Document] = {}
        self.shares: dict[str, Document] = {}
        self.secrets: dict[str, str] = {}
        self.moved: set[str] = set()
        self.ended: set[str] = set()

    def within(self) -> "Work":
        """Work that is added to this one by `add`, or dropped."""
        return Work(lambda id_: self.tables.get(id_) or self.table_of(id_), self.guest, self.now)

    def add(self, other: "Work") -> None:
        """Add what was done within."""
        self.rows += other.rows
        self.tables |= other.tables
        self.guests |= other.guests
        self.links |= other.links
        self.shares |= other.shares
        self.secrets |= other.secrets
        self.moved |= other.moved
        self.ended |= other.ended

    def table(self, id_: str) -> Table:
        """A table that may be changed."""
        if id_ not in self.tables:
            self.tables[id_] = self.table_of(id_).copy()
            self.tables[id_].now = self.tables[id_].recorder.now = self.now
        return self.tables[id_]

    def guest(self, id_: str) -> Guest:
        """A guest as he stands by now."""
        return self.guests.get(id_) or self.guest_of(id_)

    def post(self, guest: str, cents: int, why: str, table: str = "") -> None:
        """Move chips to a wallet, or out of it."""
        if not cents:
            return
        before = self.guest(guest)
        if before.chips + cents < 0:
            raise Denied(409, "chips", "there are not so many chips in the wallet", field="cents", chips=before.chips)
        self.guests[guest] = replace(before, chips=before.chips + cents)
        self.rows.append(Posting(guest, self.now, cents, why, table))

    def log(self, who: str, what: str, subject: str = "", why: str = "", **more: str) -> None:
        self.rows.append(Entry(self.now, who or HOUSE, what, subject, why, **more))

    def gather(self, table: Table) -> None:
        """Take over what a table's copy has gathered."""
        self.rows += table.recorder.rows
        self.rows += table.entries
        table.recorder.rows = []
        table.entries = []
        returned, table.returned = table.returned, []
        for guest, cents in returned:
            self.post(guest, cents, "leave", table.id)
