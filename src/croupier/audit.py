"""The audit: derives a journal again, event by event, and names the first thing that is not so.

The chain of hashes shows that the text is whole. Then every command is taken back from the event that records it and
put to a fresh table; what that table says happened must be what the journal says happened, to the byte. The table
proves its own books after every event, so an audit that passes has balanced them all.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace

from croupier.cards import card_names
from croupier.errors import BooksDoNotBalance, Refused, quoted
from croupier.games import game as game_by_id
from croupier.journal import CARD_FIELDS, GENESIS, Fault, Record, read, same_text
from croupier.rulebook import Game
from croupier.table import State, open_table, step
from croupier.table import events as e
from croupier.table.replay import cause_of


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
    """How many records follow the head that was kept elsewhere."""
    fault: Fault | None
    state: State | None
    pending: tuple[e.Event, ...]
    """What the last command caused and the journal has yet to tell; `state` is the one after it."""
    records: tuple[Record, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong."""
        return self.fault is None


def audit(lines: Iterable[str], *, head: str = "", games: Callable[[object], Game] = game_by_id) -> Audit:
    """Audit a journal; with a head kept elsewhere, truncation and rewriting are found too."""
    records: list[Record] = []
    fault: Fault | None = None
    derivation = Derivation(games)
    try:
        for record in read(lines):
            derivation.follow(record)
            records.append(record)
    except Fault as found:
        fault = found
    if fault is None and not records:
        fault = Fault(None, "it is empty")
    beyond = 0
    if fault is None and head:
        hashes = [record.hash for record in records]
        if head in hashes:
            beyond = len(hashes) - 1 - hashes.index(head)
        else:
            fault = Fault(None, "the head kept elsewhere is none of its records: cut off or written anew")
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
    )


class Derivation:
    """A fresh table that is put through what a journal records."""

    def __init__(self, games: Callable[[object], Game]) -> None:
        """Begin with no table."""
        self.games = games
        self.state: State | None = None
        self.expected: deque[e.Event] = deque()
        """Events that the last command causes and the journal has yet to tell."""

    def follow(self, record: Record) -> None:
        """Derive a record, to the byte; raises `Fault` when it does not follow from those before it."""
        if not self.expected:
            self.cause(record)
        derived = self.expected.popleft()
        if isinstance(derived, e.TableOpened | e.HouseChanged) and isinstance(record.event, type(derived)):
            derived = replace(derived, house=self.in_the_rules_of(record.event.house, derived.house))
        if derived != record.event:
            raise Fault(record.number, difference(record.event, derived))
        if not same_text(derived, record.event):
            raise Fault(record.number, "the record says what the rules give, but not as a journal writes it")

    def in_the_rules_of(self, recorded: Mapping[str, object], derived: Mapping[str, object]) -> dict[str, object]:
        """A house as it was recorded before it had some of its rules: those have their defaults and are left out."""
        parameters = self.state.game.parameters if self.state else ()
        usual = {p.name: p.kind.show(p.default) for p in parameters if p.since > 1}
        left_out = [name for name, value in usual.items() if name not in recorded and derived[name] == value]
        return {name: value for name, value in derived.items() if name not in left_out}

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

    def open(self, record: Record) -> None:
        """Open the table that the first record tells of."""
        event = record.event
        if not isinstance(event, e.TableOpened):
            raise Fault(record.number, "a journal begins with the opening of its table")
        self.state, opened = open_table(self.games(event.game), dict(event.house), event.name)
        self.expected.extend(opened)


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
