"""The record of a live table: what the dealer keeps and records becomes rows, to be written all together.

The text of every row is what `croupier play --journal` would have written to its files.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from croupier.chance import Drawn, Entropy, Subject
from croupier.house.plain import twin
from croupier.house.rows import Entry, Line, Opening, Row, Sealed, Unsealed
from croupier.house.track import Track
from croupier.identity import software_version
from croupier.record.journal import Chain, Record
from croupier.record.proofs import Use, Uses, opening
from croupier.record.seal import NONCE_LENGTH, bound_to, sealed, unsealed
from croupier.table import events as e
from croupier.table.core import Stepped
from croupier.table.state import State

KEY_NAME_LENGTH: Final = 16
JSON: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
HOUSE: Final = "house"
"""Who acts where no guest and no operator does."""


@lru_cache(maxsize=16)  # a request writes several records at one time
def time_text(at: int) -> str:
    """A time as a journal writes it."""
    seconds, milliseconds = divmod(at, 1000)
    moment = datetime.fromtimestamp(seconds, UTC).replace(microsecond=1000 * milliseconds)
    return moment.isoformat(timespec="milliseconds")


@dataclass(frozen=True)
class SealKeys:
    """The keys that seal secrets: the first seals, and all of them unseal."""

    keys: tuple[bytes, ...]

    def __repr__(self) -> str:
        """Names the keys and does not tell them."""
        return f"SealKeys({', '.join(map(key_name, self.keys))})"

    def seal(self, drawn: Drawn, nonce: bytes) -> Sealed:
        """Seal the secret of a shuffle or of dice."""
        subject, commitment = drawn.subject, drawn.commitment
        bound = bound_to(subject.table, subject.key, commitment)
        text = sealed(self.keys[0], nonce, drawn.secret, bound)
        return Sealed(subject.table, *subject.key, commitment, nonce, text, key_name(self.keys[0]))

    def unseal(self, row: Sealed) -> bytes | None:
        """Take a secret out, if one of the keys is that which sealed it."""
        bound = bound_to(row.table, (row.of, row.number), row.commitment)
        for key in self.keys:
            if key_name(key) == row.key:
                return unsealed(key, row.nonce, row.sealed, bound)
        return None


def key_name(key: bytes) -> str:
    """What a key is called, which says nothing about it."""
    return sha256(b"croupier key " + key).hexdigest()[:KEY_NAME_LENGTH]


class Recent(NamedTuple):
    """A record that is at hand for those who reconnect."""

    number: int
    at: str
    event: e.Event


class RowRecorder:
    """Turns what the dealer keeps and records into rows."""

    def __init__(self, table: str, keys: SealKeys, entropy: Entropy, recent_most: int) -> None:
        """Begin the record of a table, or let `follow` lead to where it stands."""
        self.table = table
        self.keys = keys
        self.entropy = entropy
        self.recent_most = recent_most
        self.now = 0
        self.length, self.head = 0, Chain().head
        self.uses = Uses()
        self.sealed: dict[tuple[str, int], Sealed] = {}
        self.kept: dict[tuple[str, int], Drawn] = {}
        self.track = Track()
        self.recent: tuple[Recent, ...] = ()
        self.opened: State | None = None
        """The table as its last round opened, from which that round can be told."""
        self.used: list[Use] = []
        self.rows: list[Row] = []
        """What has to be written."""

    def copy(self) -> "RowRecorder":
        """A record that can go on, or be dropped, without the other's noticing."""
        other = twin(self)
        other.uses = Uses()
        other.uses.cards, other.uses.dice = (use and copied(use) for use in (self.uses.cards, self.uses.dice))
        other.sealed, other.kept = self.sealed.copy(), self.kept.copy()
        other.track = self.track.copy()
        other.used, other.rows = [], []
        return other

    def follow(self, record: Record, after: State) -> None:
        """Take in a record that is kept already; it is at hand once it is remembered, too."""
        self.length, self.head = record.number + 1, record.hash
        self.track.follow(record.number, record.hash, record.event, after)
        if isinstance(record.event, e.RoundOpened):
            self.opened = after.copy()  # the fold goes on in the same state
        list(self.uses.follow((record.event,), after))

    def remember(self, records: Iterable[Recent]) -> None:
        self.recent = (*self.recent, *records)[-self.recent_most :]

    # What a dealer asks of a recorder

    def keep_secret(self, drawn: Drawn) -> None:
        """Seal a secret; it is written with the record that publishes its commitment."""
        row = self.keys.seal(drawn, self.entropy(NONCE_LENGTH))
        self.kept[drawn.subject.key] = drawn
        self.sealed[drawn.subject.key] = row
        self.rows.append(row)

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        """Unseal a secret."""
        row = self.sealed.get(subject.key)
        return self.keys.unseal(row) if row and row.commitment == commitment else None

    def record(self, steps: Iterable[Stepped]) -> None:
        """Write the lines of some steps."""
        at = time_text(self.now)
        chain = Chain(self.length, self.head, lambda: at, software=software_version())
        records: list[Recent] = []
        for stepped in steps:
            for event in stepped.events:
                number = chain.length
                self.rows.append(Line(self.table, number, chain.line(event)))
                self.track.follow(number, chain.head, event, stepped.state)
                records.append(Recent(number, at, event))
                if isinstance(event, e.RoundOpened):
                    self.opened = stepped.state
                if isinstance(event, e.RoundClosed | e.RoundVoided):
                    self.rows += self.track.played(stepped.state, self.now)
            self.used += self.uses.follow(stepped.events, stepped.state)
        self.remember(records)
        self.length, self.head = chain.length, chain.head

    def finish(self) -> None:
        """Write the openings of what was used up, and drop its secrets."""
        used, self.used = self.used, []
        for use in used:
            self.open(use)

    def open(self, use: Use) -> None:
        """Write the opening of a shuffle or of dice; one whose secret is lost is logged as unprovable."""
        key = use.subject.key
        drawn = self.drawn(use)
        if use.shown and drawn is None:
            why = "the key that sealed it is not at hand"
            self.rows.append(Entry(self.now, HOUSE, "unprovable", self.table, why, after=use.called))
            return  # what is sealed stays: another key may open it
        if drawn and (use.shown or not use.used_up):  # one used up of which nobody saw anything proves nothing
            self.rows.append(Opening(self.table, *key, opening(drawn, use), self.length))
        if self.sealed.pop(key, None):
            self.rows.append(Unsealed(self.table, *key))
        self.kept.pop(key, None)

    def drawn(self, use: Use) -> Drawn | None:
        """What was drawn for a use, where its secret is at hand."""
        drawn = self.kept.get(use.subject.key)
        if drawn is None and (secret := self.secret_of(use.subject, use.commitment)):
            drawn = Drawn(use.subject, secret)
        return drawn if drawn and drawn.commitment == use.commitment else None

    def open_all(self) -> None:
        """Open what is still in use, because the table closes."""
        for use in self.uses.open:
            self.open(use)
        self.uses = Uses()


def copied(use: Use) -> Use:
    """A use that can go on by itself."""
    return Use(
        use.subject,
        use.commitment,
        use.version,
        use.drawn.copy(),
        use.exposed.copy(),
        use.known.copy(),
        use.next,
        {slot: places.copy() for slot, places in use.slots.items()},
        use.used_up,
    )


def json_text(body: Mapping[str, object]) -> str:
    """A body as it is kept."""
    return JSON.encode(body)
