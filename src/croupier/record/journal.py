"""The journal of a table: one JSON record a line for every event, each bound to all before it by a hash.

A record is the event's fields in order, then `"hash"`: the SHA-256 of the hash before it and the record's own text
up to that field. A change, a drop, an insertion or a swap therefore breaks the chain where it happened. Cutting the
end off or writing the whole anew does not, which is why the last hash, the *head*, is shown to be kept elsewhere.
Nothing here judges whether the events could have happened: that is `croupier.record.audit`.

The first record names the journal's version. A journal of version 1 is read by the fields it had (`BEFORE`); whoever
continues one writes version 2 from the record that says so, the `table_continued`, on.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring_ascii
from typing import Any, Final, NamedTuple, get_type_hints

from croupier.cards import CARD_NAMES, CARD_OF_NAME
from croupier.table import events as e

VERSION: Final = 2
GENESIS: Final = "0" * 64
"""The hash before the first record."""
HASH_FIELD: Final = ',"hash":"'
LINE_LENGTH_MAX: Final = 100_000

CARD_FIELDS: Final = {(e.CardsDealt, "cards"), (e.CardsExposed, "cards"), (e.CardsBurned, "shown")}


class Fault(Exception):
    """A line that is not a record or does not follow from those before it, or a fault of the journal as a whole."""

    def __init__(self, number: int | None, reason: str) -> None:
        """Say which record, counted from 0, and why; None if it concerns no single record."""
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
    version: int = VERSION
    software: str | None = None
    """The program that opened or continued the table, where a clock is kept."""


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

QUOTED: Final = tuple(f'"{name}"' for name in CARD_NAMES)
_dumps: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_loads: Final = json.JSONDecoder().decode


def card_json(card: int | None) -> str:
    return "null" if card is None else QUOTED[card]


def cards_json(cards: tuple[int, ...]) -> str:
    return f"[{','.join([QUOTED[card] for card in cards])}]"


@lru_cache(maxsize=1024)  # the same few lists of clauses, slots and places come again and again
def tuple_json(values: tuple[object, ...]) -> str:
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
JSON_WORDS: Final[dict[str, Any]] = {
    "any": _dumps,
    "card": card_json,
    "cards": cards_json,
    "text": encode_basestring_ascii,
    "tuple": tuple_json,
}

Writer = Callable[[int, str, Any], str]
"""Writes a record up to its hash: its number, what it is stamped with, its event."""


def writer(kind: str, hints: Mapping[str, object], cards: AbstractSet[str], attributes: Mapping[str, str]) -> Writer:
    """Compile the writer of a kind of event from its fields, as dataclasses compile their methods."""
    template = f'{{"n":%s,"event":"{kind}"%s' + "".join(f',"{field}":%s' for field in hints)
    ways = ((JSON_OF_CARDS if field in cards else JSON_OF)[hint] for field, hint in hints.items())
    values = ", ".join(way.format(f"event.{attributes[field]}") for way, field in zip(ways, hints, strict=True))
    source = f"lambda number, stamp, event: {template!r} % (number, stamp, {values})"
    compiled: Writer = eval(source, JSON_WORDS)  # noqa: S307  # field names of our own, nothing from outside
    return compiled


Reader = Callable[[Any], object]
"""Gives a field its own type back, or raises TypeError, or KeyError for what is not a card."""


def one_of(*kinds: type) -> Reader:
    """Take a value whose type is one of these, not one derived from them: `true` does not count as 1."""

    def read(value: object) -> object:
        if type(value) not in kinds:
            raise TypeError
        return value

    return read


def list_of(kind: type) -> Reader:
    """Take a list, as a tuple, whose members are all of one type."""
    right = {kind}

    def read(value: object) -> object:
        if type(value) is not list or not right.issuperset(map(type, value)):
            raise TypeError
        return tuple(value)

    return read


READER_OF: Final[dict[object, Reader]] = {
    int: one_of(int),
    str: one_of(str),
    bool: one_of(bool),
    int | None: one_of(int, type(None)),
    str | None: one_of(str, type(None)),
    tuple[int, ...]: list_of(int),
    tuple[str, ...]: list_of(str),
    Mapping[str, object]: one_of(dict),
}
"""By the type of a field."""


def reader(hint: object, *, cards: bool) -> Reader:
    """What reads a field of a type; cards are read by their names."""
    of_hint = READER_OF[hint]

    def read(value: Any) -> object:  # noqa: ANN401  # anything that JSON can hold
        if value is None:
            return of_hint(value)
        return tuple([CARD_OF_NAME[name] for name in value]) if type(value) is list else CARD_OF_NAME[value]

    return read if cards else of_hint


BEFORE: Final[Mapping[type, AbstractSet[str]]] = {
    e.TableOpened: {"table", "version", "composition", "digest", "chance"},
    e.HouseChanged: {"digest", "actor", "reason"},
    e.SeatTaken: {"house_run"},
    e.CardsShuffled: {"number"},
    e.CardsDealt: {"salt"},
    e.DieRolled: {"die"},
    e.DecisionMade: {"decision", "turn", "hand"},
    e.WagerSettled: {"hand"},
    e.RoundVoided: {"actor"},
}
"""What version 2 added to events of version 1."""
CALLED_BEFORE: Final[Mapping[tuple[type, str], str]] = {(e.SeatTaken, "player"): "name"}
"""What version 1 called a field."""
UNSAID_BEFORE: Final[Mapping[type, Mapping[str, object]]] = {e.TableOpened: {"chance": ""}}
"""What version 1 left unsaid and no default tells."""
ADDED: Final = frozenset({e.TableContinued, e.DiceCommitted, e.CardsDiscarded})
"""Kinds of event that version 1 did not have."""


@dataclass(frozen=True)
class Codec:
    """How one kind of event is written and read."""

    kind: type
    name: str
    hints: Mapping[str, object]
    """Fields by their names in the journal, in order, and their types."""
    write: Writer
    readers: tuple[tuple[str, str, "Reader"], ...]
    """Each field, what the event calls it, and what gives it its own type back."""


def codec(kind: type, version: int) -> Codec:
    """Work out how a kind of event is written in a version of the journal."""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]
    types = get_type_hints(kind)
    left_out = BEFORE.get(kind, ()) if version == 1 else ()
    called = {field.name: field.name for field in fields(kind) if field.name not in left_out}
    if version == 1:
        called = {field: CALLED_BEFORE.get((kind, field), field) for field in called}
    attributes = {text: field for field, text in called.items()}
    hints = {text: types[field] for field, text in called.items()}
    cards = frozenset(field for of, field in CARD_FIELDS if of is kind)
    write = writer(name, hints, cards, attributes)
    readers = tuple((text, attributes[text], reader(hint, cards=text in cards)) for text, hint in hints.items())
    return Codec(kind, name, hints, write, readers)


CODECS: Final[Mapping[int, Mapping[type, Codec]]] = {
    1: {kind: codec(kind, 1) for kind in e.Event.__args__ if kind not in ADDED},
    2: {kind: codec(kind, 2) for kind in e.Event.__args__},
}
"""By version and kind of event."""
CODEC_OF_NAME: Final = {version: {known.name: known for known in of.values()} for version, of in CODECS.items()}
WRITERS: Final = {version: {kind: known.write for kind, known in of.items()} for version, of in CODECS.items()}
WRITERS_NOW: Final = WRITERS[VERSION]
BEGINS: Final = frozenset({e.TableOpened, e.TableContinued})
"""Events whose record names the version that it and those after it are written in."""
PLAIN_WRITERS: Final = {
    version: {kind: write for kind, write in of.items() if kind not in BEGINS} for version, of in WRITERS.items()
}


@lru_cache(maxsize=16)  # what happens at once is stamped alike
def stamp(version: int | None, at: str | None, software: str | None) -> str:
    """What a record is stamped with: a version where one begins, and time and program where a clock is kept."""
    stamped = "" if version is None else f',"journal":{version}'
    if at is not None:
        stamped += f',"at":{encode_basestring_ascii(at)}'
    return stamped if software is None else f'{stamped},"software":{encode_basestring_ascii(software)}'


class Chain:
    """A journal being written: numbers records and binds each to those before it."""

    __slots__ = ("clock", "head", "length", "plain", "software", "version")

    def __init__(
        self,
        length: int = 0,
        head: str = GENESIS,
        clock: Callable[[], str] | None = None,
        *,
        version: int = VERSION,
        software: str = "",
    ) -> None:
        """Begin, or go on after a record; a clock, if given, dates the records and lets the program be named."""
        self.length = length
        self.head = head
        self.clock = clock
        self.version = version
        self.software = software
        self.plain = self.unstamped() if length else {}
        """The writers of records that are stamped with nothing, as most are."""

    def unstamped(self) -> Mapping[type, Writer]:
        """The writers of records after the first that are stamped with nothing; with a clock, all are stamped."""
        return {} if self.clock else PLAIN_WRITERS[self.version]

    def line(self, event: e.Event) -> str:
        """Write the next record as a line."""
        number = self.length
        write = self.plain.get(type(event))
        text = write(number, "", event) if write else self.stamped(event)
        self.head = head = sha256((self.head + text).encode()).hexdigest()
        self.length = number + 1
        return f'{text}{HASH_FIELD}{head}"}}\n'

    def stamped(self, event: e.Event) -> str:
        """Write an event with its stamp: the version where one begins, and where a clock is kept, time and program."""
        kind, dated = type(event), self.clock() if self.clock else None
        if kind in BEGINS or not self.length:
            self.version = VERSION
            self.plain = self.unstamped()
            stamped = stamp(VERSION, dated, (self.software or None) if self.clock else None)
        else:
            stamped = stamp(None, dated, None)
        return WRITERS[self.version][kind](self.length, stamped, event)


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(lines: Iterable[str], start: int = 0, head: str = GENESIS, version: int = VERSION) -> Iterator[Record]:
    """Read records, from the first or after a head, proving the chain; raises `Fault` at one that is broken."""
    for number, line in enumerate(lines, start):
        text, head = unbind(number, line, head)
        record = decode(number, text, head, version)
        if not written_as(text, record, version):
            raise Fault(number, "the record is not written as a journal writes it")
        version = record.version
        yield record


def written_as(text: str, record: Record, before: int) -> bool:
    """Whether a journal would write an event as this text; some that can be read could not be written at all."""
    begins = record.version if record.number == 0 or type(record.event) in BEGINS else None
    try:
        stamped = stamp(begins, record.at, record.software)
        alike = WRITERS[record.version][type(record.event)](record.number, stamped, record.event) == text
    except (KeyError, TypeError, ValueError, RecursionError):
        return False
    return alike and (begins is not None or record.version == before)


def same_text(one: e.Event, other: e.Event, version: int = VERSION) -> bool:
    """Whether two events of one kind are written alike in a version, which mappings of another order are not."""
    write = WRITERS[version][type(one)]
    return write(0, "", one) == write(0, "", other)


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
        raise Fault(number, "the line is not a record: it does not end in its hash")
    if sha256((before + text).encode()).hexdigest() != given:
        raise Fault(number, "the hash does not fit: this record was changed, or one before it dropped, added or moved")
    return text, given


def decode(number: int, text: str, hash_: str, version: int) -> Record:
    """Read a record, strictly; one that begins a version says which."""
    try:
        record = _loads(text + "}")
    except (ValueError, RecursionError):
        raise Fault(number, "the record is not JSON") from None
    if not isinstance(record, dict) or record.pop("n", None) != number:
        raise Fault(number, "the record does not have its number")
    version = record.pop("journal", None if number == 0 else version)
    if type(version) is not int or version not in CODECS:
        raise Fault(number, f"this is not a journal of version {' or '.join(map(str, CODECS))}")
    known = CODEC_OF_NAME[version].get(str(record.pop("event", None)))
    if known is None:
        raise Fault(number, "the record is of no known kind of event")
    at, software = record.pop("at", None), record.pop("software", None)
    if not all(stamped is None or isinstance(stamped, str) for stamped in (at, software)):
        raise Fault(number, "the record's time and software must be texts")
    if record.keys() != known.hints.keys():
        raise Fault(number, f"a {known.name} record has the fields {', '.join(known.hints)} and no others")
    values, field = {}, ""
    try:
        for field, attribute, restored in known.readers:
            values[attribute] = restored(record[field])
    except (KeyError, TypeError):
        raise Fault(number, f"the field {field} of {known.name} is malformed") from None
    if version == 1:
        values |= UNSAID_BEFORE.get(known.kind, {})
    event: e.Event = known.kind(**values)
    return Record(number, event, at, hash_, version, software)
