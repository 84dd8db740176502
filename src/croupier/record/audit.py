"""The audit: derives a journal again, event by event, and names the first thing that is not so.

The chain of hashes shows that the text is whole. Then every command is taken back from the event that records it and
put to a fresh table; what that table says happened must be what the journal says happened, to the byte. The table
proves its own books after every event, so an audit that passes has balanced them all.

A journal says under which rulebook it was written. Where that is not the rulebook at hand the journal is judged all the
same, by the rules at hand, and the audit says so.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from croupier.cards import card_names
from croupier.errors import BooksDoNotBalance, Refused, quoted
from croupier.games import game as game_by_id
from croupier.identity import rulebook_digest
from croupier.record.journal import CARD_FIELDS, GENESIS, Fault, Record, read, same_text
from croupier.record.proofs import Use, Uses
from croupier.rulebook import Game
from croupier.table import events as e
from croupier.table.core import Origin, open_table, step
from croupier.table.replay import cause_of
from croupier.table.state import UNRECORDED, State


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found."""

    length: int
    """How many records are in order."""
    head: str
    """The hash of the last of them, to be kept elsewhere."""
    rounds: int
    voided: int
    open_after: int | None
    """The last record, when the journal ends in mid-round; that is no fault."""
    beyond_head: int
    """How many records follow the last head that was kept elsewhere."""
    fault: Fault | None
    state: State | None
    pending: tuple[e.Event, ...]
    """What the last command caused and the journal has yet to tell; `state` is the one after it."""
    records: tuple[Record, ...]
    """Every record; one of an older version has the event as it would be written now."""
    uses: tuple[Use, ...]
    """What became of every shuffle and of every round's dice."""
    others: tuple[tuple[int, str, str], ...]
    """Records that name another rulebook than the one at hand: number, digest recorded, digest here."""

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong."""
        return self.fault is None


def audit(lines: Iterable[str], *, heads: Iterable[str] = (), games: Callable[[object], Game] = game_by_id) -> Audit:
    """Audit a journal; with heads kept elsewhere, truncation and rewriting are found too."""
    records: list[Record] = []
    fault: Fault | None = None
    derivation = Derivation(games)
    try:
        records.extend(derivation.follow(record) for record in read(lines))
    except Fault as found:
        fault = found
    if fault is None and not records:
        fault = Fault(None, "it is empty")
    beyond = 0
    if fault is None:
        places = {record.hash: record.number for record in records}
        missing = [head for head in heads if head not in places]
        if missing:
            fault = Fault(None, "the head kept elsewhere is none of its records: cut off or written anew")
        else:
            beyond = len(records) - 1 - max((places[head] for head in heads), default=len(records) - 1)
    state = derivation.state
    is_open = state is not None and (state.in_round or bool(derivation.expected))
    return Audit(
        length=len(records),
        head=records[-1].hash if records else GENESIS,
        rounds=sum(isinstance(record.event, e.RoundClosed) for record in records),
        voided=sum(isinstance(record.event, e.RoundVoided) for record in records),
        open_after=records[-1].number if is_open and fault is None else None,
        beyond_head=beyond,
        fault=fault,
        state=state,
        pending=tuple(derivation.expected),
        records=tuple(records),
        uses=tuple(derivation.uses),
        others=tuple(derivation.others),
    )


class Derivation:
    """A fresh table that is put through what a journal records."""

    def __init__(self, games: Callable[[object], Game]) -> None:
        """Begin with no table."""
        self.games = games
        self.state: State | None = None
        self.expected: deque[e.Event] = deque()
        """Events that the last command causes and the journal has yet to tell."""
        self.using = Uses()
        self.finished: list[Use] = []
        self.others: list[tuple[int, str, str]] = []

    @property
    def uses(self) -> tuple[Use, ...]:
        """What became of every shuffle and all dice, those in use last."""
        return (*self.finished, *self.using.open)

    def follow(self, record: Record) -> Record:
        """Derive a record, to the byte; raises `Fault` when it does not follow from those before it."""
        if not self.expected:
            self.cause(record)
        derived = self.as_known_then(self.expected.popleft(), record)
        if type(derived) is not type(record.event) or (record.version > 1 and derived != record.event):
            raise Fault(record.number, difference(record.event, derived))
        if not same_text(derived, record.event, record.version):
            told = difference(record.event, derived) if record.version == 1 else ""
            raise Fault(record.number, told or "the record says what the rules give, but not as a journal writes it")
        self.compare_rules(record.number, derived)
        return record._replace(event=derived)

    def cause(self, record: Record) -> None:
        """Put the command that an event records to the table."""
        event = record.event
        try:
            if self.state is None:
                self.open(record)
                return
            command = cause_of(event)
            if command is None:
                raise Fault(record.number, f"{kind(event)} follows from nothing before it")
            stepped = step(self.state, command)
        except Refused as refused:
            raise Fault(record.number, f"{kind(event)} could not have happened: {refused}") from None
        except BooksDoNotBalance as broken:
            raise Fault(record.number, f"the books do not balance: {broken}") from None
        self.state = stepped.state
        self.expected.extend(stepped.events)
        self.finished += self.using.follow(stepped.events, stepped.state)

    def open(self, record: Record) -> None:
        """Open the table that the first record tells of, under rules that may have been fewer then."""
        event = record.event
        if not isinstance(event, e.TableOpened):
            raise Fault(record.number, "a journal begins with the opening of its table")
        if record.version > 1 and event.chance == UNRECORDED:
            raise Fault(record.number, "the table's source of chance is not recorded")
        game = self.games(event.game)
        origin = Origin(event.table, event.digest, event.chance)
        self.state, (opened,) = open_table(game, dict(event.house), event.name, origin)
        if not isinstance(opened, e.TableOpened):
            raise TypeError
        here = replace(opened, version=event.version, composition=event.composition)
        if record.version > 1 and event.composition != game.composition:
            told = f"side bets {list(event.composition)} where this game has {list(game.composition)}"
            raise Fault(record.number, f"the table is recorded with the {told}")
        self.expected.append(here)

    def as_known_then(self, derived: e.Event, record: Record) -> e.Event:
        """Leave out of derived house rules what a journal of other rules did not know; it has its default."""
        recorded = record.event
        if not (isinstance(derived, e.TableOpened | e.HouseChanged) and isinstance(recorded, type(derived))):
            return derived
        if record.version > 1 and (not self.state or derived.digest in ("", rulebook_digest(self.state.rulebook))):
            return derived
        return replace(derived, house={name: value for name, value in derived.house.items() if name in recorded.house})

    def compare_rules(self, number: int, event: e.Event) -> None:
        """Note a record that names another rulebook than the one at hand."""
        if self.state is None or not isinstance(event, e.TableOpened | e.TableContinued | e.HouseChanged):
            return
        here = rulebook_digest(self.state.rulebook)
        if event.digest and event.digest != here:
            self.others.append((number, event.digest, here))


def kind(event: e.Event) -> str:
    """An event's kind in words."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__)[1:]


def difference(recorded: e.Event, derived: e.Event) -> str:
    """What a record says and what the rules give instead."""
    if type(recorded) is not type(derived):
        return f"{kind(recorded)} is recorded where the rules give {kind(derived)}"
    differing = [f.name for f in fields(recorded) if getattr(recorded, f.name) != getattr(derived, f.name)]
    said = ", ".join(f"{name} {shown(recorded, name)}" for name in differing)
    given = ", ".join(f"{name} {shown(derived, name)}" for name in differing)
    clauses = getattr(derived, "clauses", None) or (getattr(derived, "clause", ""),)
    seat = f" of seat {derived.seat}" if hasattr(derived, "seat") else ""
    wager = f" on {derived.wager}" if isinstance(derived, e.WagerSettled) else ""
    cited = f" ({', '.join(clauses)})" if any(clauses) else ""
    return f"{kind(recorded)}{seat}{wager} records {said} where the rules give {given}{cited}"


def shown(event: e.Event, name: str) -> str:
    """A field as people read it."""
    value = getattr(event, name)
    if (type(event), name) in CARD_FIELDS and isinstance(value, tuple):
        return " ".join(card_names(value))
    return quoted(value, 200)
