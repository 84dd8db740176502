"""The journal of a table: one JSON record a line for every event, each bound to all before it by a hash.

A record is the event's fields in order, then `"hash"`: the SHA-256 of the hash before it and the record's own text
up to that field. A change, a drop, an insertion or a swap therefore breaks the chain where it happened. Cutting the
end off or writing the whole anew does not, which is why the last hash, the *head*, is shown to be kept elsewhere.
Nothing here judges whether the events could have happened: that is `croupier.audit`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring_ascii
from typing import Any, Final, NamedTuple, get_type_hints

from croupier.cards import CARD_NAMES, card_from
from croupier.errors import Refused
from croupier.table import events as e

VERSION: Final = 1
GENESIS: Final = "0" * 64
"""The hash before the first record."""
HASH_FIELD: Final = ',"hash":"'
LINE_LENGTH_MAX: Final = 100_000

CARD_FIELDS: Final = {(e.CardsDealt, "cards"), (e.CardsExposed, "cards"), (e.CardsBurned, "shown")}


class Fault(Exception):
    """A record that is no record or does not follow from those before it, or a fault of the journal as a whole."""

    def __init__(self, number: int | None, reason: str) -> None:
        """Say which record, counted from 0, and why; None where it is no record in particular."""
        self.number = number
        self.reason = reason
        super().__init__(f"{self.place}: {reason}")

    @property
    def place(self) -> str:
        """Where the fault is."""
        return "the journal" if self.number is None else f"record {self.number}"


class Record(NamedTuple):
    """An event as it was written."""

    number: int
    event: e.Event
    at: str | None
    hash: str


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

QUOTED: Final = tuple(f'"{name}"' for name in CARD_NAMES)
_dumps: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def card_json(card: int | None) -> str:
    """A card as JSON."""
    return "null" if card is None else QUOTED[card]


def cards_json(cards: tuple[int, ...]) -> str:
    """Cards as JSON."""
    return f"[{','.join([QUOTED[card] for card in cards])}]"


@lru_cache(maxsize=1024)  # the same few lists of clauses, slots and places come again and again
def tuple_json(values: tuple[object, ...]) -> str:
    """Numbers or texts as JSON."""
    return _dumps(values)


JSON_OF_CARDS: Final[dict[object, str]] = {tuple[int, ...]: "cards({0})", int | None: "card({0})"}
JSON_OF: Final[dict[object, str]] = {
    int: "{0}",
    str: "text({0})",
    bool: "'true' if {0} else 'false'",
    int | None: "'null' if {0} is None else {0}",
    str | None: "'null' if {0} is None else text({0})",
    tuple[int, ...]: "tuple({0})",
    tuple[str, ...]: "tuple({0})",
    Mapping[str, object]: "any({0})",
}
"""By the type of a field: the expression that writes it."""
JSON_WORDS: Final = {
    "any": _dumps,
    "card": card_json,
    "cards": cards_json,
    "text": encode_basestring_ascii,
    "tuple": tuple_json,
}

Writer = Callable[[int, str, Any], str]
"""Writes a record up to its hash: its number, what it is stamped with, its event."""


def writer(kind: str, hints: Mapping[str, object], cards: AbstractSet[str]) -> Writer:
    """Compile the writer of a kind of event from its fields, as dataclasses compile their methods."""
    template = f'{{"n":%s,"event":"{kind}"%s' + "".join(f',"{field}":%s' for field in hints)
    ways = ((JSON_OF_CARDS if field in cards else JSON_OF)[hint] for field, hint in hints.items())
    values = ", ".join(way.format(f"event.{field}") for way, field in zip(ways, hints, strict=True))
    source = f"lambda number, stamp, event: {template!r} % (number, stamp, {values})"
    compiled: Writer = eval(source, JSON_WORDS.copy())  # noqa: S307  # field names of our own, nothing from outside
    return compiled


@dataclass(frozen=True)
class Codec:
    """How one kind of event is written and read."""

    kind: type
    name: str
    hints: Mapping[str, object]
    """Fields in order, and their types."""
    cards: AbstractSet[str]
    """Fields that hold cards."""
    write: Writer


def codec(kind: type) -> Codec:
    """Work out how a kind of event is written."""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]
    types = get_type_hints(kind)
    hints = {field.name: types[field.name] for field in fields(kind)}
    cards = frozenset(field for of, field in CARD_FIELDS if of is kind)
    return Codec(kind, name, hints, cards, writer(name, hints, cards))


CODECS: Final = {kind: codec(kind) for kind in e.Event.__args__}
CODEC_OF_NAME: Final = {known.name: known for known in CODECS.values()}
WRITERS: Final = {kind: known.write for kind, known in CODECS.items()}


def stamp(number: int, at: str | None) -> str:
    """What a record is stamped with: the first with the journal's version, each with its time where a clock is kept."""
    version = "" if number else f',"journal":{VERSION}'
    return version if at is None else f'{version},"at":{_dumps(at)}'


class Chain:
    """A journal being written: numbers records and binds each to those before it."""

    __slots__ = ("clock", "head", "length")

    def __init__(self, length: int = 0, head: str = GENESIS, clock: Callable[[], str] | None = None) -> None:
        """Begin, or go on after a record; a clock, if given, dates the records."""
        self.length = length
        self.head = head
        self.clock = clock

    def line(self, event: e.Event) -> str:
        """Write the next record as a line."""
        number = self.length
        stamped = "" if number and not self.clock else stamp(number, self.clock() if self.clock else None)
        text = WRITERS[type(event)](number, stamped, event)
        self.head = head = sha256((self.head + text).encode()).hexdigest()
        self.length = number + 1
        return f'{text}{HASH_FIELD}{head}"}}\n'


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(lines: Iterable[str]) -> Iterator[Record]:
    """Read records, proving the chain; raises `Fault` at the first that is broken."""
    head = GENESIS
    for number, line in enumerate(lines):
        text, head = unbind(number, line, head)
        at, event = decode(number, text)
        if not written_as(text, number, event, at):
            raise Fault(number, "the record is not written as a journal writes it")
        yield Record(number, event, at, head)


def written_as(text: str, number: int, event: e.Event, at: str | None) -> bool:
    """Whether a journal would write an event as this text; some that can be read could not be written at all."""
    try:
        return WRITERS[type(event)](number, stamp(number, at), event) == text
    except (TypeError, ValueError, RecursionError):
        return False


def same_text(one: e.Event, other: e.Event) -> bool:
    """Whether two equal events are written alike, which mappings of another order are not."""
    return WRITERS[type(one)](0, "", one) == WRITERS[type(other)](0, "", other)


def unbind(number: int, line: str, before: str) -> tuple[str, str]:
    """Take the hash off a line and prove it."""
    if len(line) > LINE_LENGTH_MAX:
        raise Fault(number, f"the line is longer than {LINE_LENGTH_MAX:,} characters")
    if not line.isascii():
        raise Fault(number, "the line holds characters that a journal escapes")
    if not line.endswith("\n"):
        raise Fault(number, "the line is cut off before its end")
    text, _, rest = line[:-1].rpartition(HASH_FIELD)
    given = rest.removesuffix('"}')
    if len(rest) != len(given) + 2 or len(given) != len(GENESIS):
        raise Fault(number, "the line is no record: it does not end in its hash")
    if sha256((before + text).encode()).hexdigest() != given:
        raise Fault(number, "the hash does not fit: this record was changed, or one before it dropped, added or moved")
    return text, given


def decode(number: int, text: str) -> tuple[str | None, e.Event]:
    """Read the event of a record, strictly."""
    try:
        record = json.loads(text + "}")
    except (ValueError, RecursionError):
        raise Fault(number, "the record is no JSON") from None
    if not isinstance(record, dict) or record.pop("n", None) != number:
        raise Fault(number, "the record does not have its number")
    if number == 0 and record.pop("journal", None) != VERSION:
        raise Fault(number, f"this is no journal of version {VERSION}")
    known = CODEC_OF_NAME.get(str(record.pop("event", None)))
    if known is None:
        raise Fault(number, "the record is of no known kind of event")
    at = record.pop("at", None)
    if at is not None and not isinstance(at, str):
        raise Fault(number, "the record's time is no text")
    if set(record) != set(known.hints):
        raise Fault(number, f"a {known.name} record has the fields {', '.join(known.hints)} and no others")
    for field, hint in known.hints.items():
        try:
            record[field] = restore(record[field], hint, cards=field in known.cards)
        except (Refused, TypeError):
            raise Fault(number, f"the field {field} of {known.name} is malformed") from None
    event: e.Event = known.kind(**record)
    return at, event


def restore(value: Any, hint: object, *, cards: bool) -> object:  # noqa: ANN401  # anything that JSON can hold
    """Give a field its own type back, or raise TypeError."""
    if cards and value is not None:
        return tuple(card_from(name) for name in value) if isinstance(value, list) else card_from(value)
    match hint:
        case type() if hint in (int, str, bool):
            right = type(value) is hint
        case _ if hint in (int | None, str | None):
            right = value is None or type(value) is (int if hint == int | None else str)
        case _ if hint in (tuple[int, ...], tuple[str, ...]):
            item = int if hint == tuple[int, ...] else str
            right = isinstance(value, list) and all(type(member) is item for member in value)
            value = tuple(value) if right else value
        case _:
            right = isinstance(value, dict)
    if not right:
        raise TypeError
    return value
