"""The audit: derives a journal again, event by event, and names the first thing that is not so.

The chain of hashes shows that the text is whole. Then every command is taken back from the event that records it and
put to a fresh table; what that table says happened must be what the journal says happened, to the byte. The table
proves its own books after every event, so an audit that passes has balanced them all.

A journal says under which rulebook it was written. Where that is not the rulebook at hand the journal is judged all the
same, by the rules at hand, and the audit says so.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar, Final, NamedTuple

from croupier.cards import card_names
from croupier.conditions import Conditions
from croupier.errors import BooksDoNotBalance, Refused, quoted, unreadable, visible
from croupier.games import UnknownGame
from croupier.identity import rulebook_digest, software_version
from croupier.money import dollars
from croupier.naming import GameFinder, finder
from croupier.record.journal import CARD_FIELDS, GENESIS, HASH_FIELD, LINE_LENGTH_MAX, Fault, Record, read, same_text
from croupier.record.names import beside, named, read_names
from croupier.record.proofs import Use, Uses, check
from croupier.result import Result, Row
from croupier.rulebook import Game, Renewal
from croupier.sheet import Sheet, number_of
from croupier.table import events as e
from croupier.table.core import Origin, open_table, step
from croupier.table.ledger import CAGE, DROP_BOX
from croupier.table.replay import cause_of
from croupier.table.state import ENTROPY, GIVEN, SEED, UNRECORDED, State, fold

if TYPE_CHECKING:
    from rich.console import RenderableType

HASH: Final = re.compile(r"[0-9a-f]{64}")
OTHER_RULES: Final = 3
"""The status of a journal in order that was written under another rulebook."""
CHANCE_TOLD: Final = {
    ENTROPY: "entropy, committed to before each round",
    SEED: "a seed, committed to before each round",
    GIVEN: "given from outside; nothing binds whoever dealt",
    UNRECORDED: "not recorded, as in journals of version 1; cards are committed to, dice are not",
}

Journal = str | Path | Iterable[str]
"""A journal by its file, or its lines."""
Progress = Callable[[int, int], None]
"""Is told how many bytes of how many were read."""


class Opened(NamedTuple):
    """What openings proved: so many cards and dice, or why they do not fit the journal."""

    file: str
    cards: int
    dice: int
    sealed: int
    fault: str | None

    def __str__(self) -> str:
        """In words."""
        if self.fault:
            return self.fault
        dice = f" and {self.dice:,} {'die' if self.dice == 1 else 'dice'}" if self.dice else ""
        cards = f"{self.cards:,} {'card' if self.cards == 1 else 'cards'}"
        sealed = f"; {self.sealed} still sealed" if self.sealed else ""
        return f"prove {cards}{dice}, all that anybody saw{sealed}"


@dataclass(frozen=True, repr=False)
class Audit(Result):
    """What an audit found.

    >>> import croupier
    >>> with croupier.game("monte").table(seed="demo", journal="found.jsonl") as table:
    ...     table.sit(1, "Ada", "$500")
    ...     table.bet(1, initial=10, spot="red")
    ...     table.deal()
    ...     table.decide(1, "check")
    ...     _ = table.settle()
    >>> found = croupier.audit("found.jsonl")
    >>> found.passed, found.length == len(table.events)
    (True, True)
    """

    length: int
    """How many records are in order."""
    head: str
    """The hash of the last of them, to be kept elsewhere."""
    rounds: int
    voided: int
    open_after: int | None
    """The last record, when the journal ends in mid-round; that is not a fault."""
    heads: tuple[str, ...]
    """Heads kept elsewhere that it was compared with."""
    beyond_head: int
    """How many records follow the last of them."""
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
    file: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    """Who the pseudonyms are, where that is kept beside the file."""
    opened: Opened | None = None
    """What the openings proved, where they are at hand."""
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.audit/1"

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong with the journal itself."""
        return self.fault is None

    @property
    def status(self) -> int:
        """The exit status that says it: 0 in order or open, 1 wrong, 3 in order under another rulebook."""
        if self.fault or (self.opened and self.opened.fault):
            return 1
        return OTHER_RULES if self.others else 0

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        if self.fault:
            return "fault"
        return "in order" if self.open_after is None else "open"

    @property
    def summary(self) -> str:
        return f"{self.headline}; {number_of(self.length, 'record')}, {number_of(self.rounds, 'round')}"

    @property
    def headline(self) -> str:
        """The verdict in words, and at a fault where and why."""
        if self.fault:
            return self.fault.reason if self.fault.number is None else str(self.fault)
        if self.opened and self.opened.fault:
            return "in order, but its openings do not prove it"
        others = "written under another rulebook; judged by the one here it is " if self.others else ""
        if self.open_after is None:
            return f"{others}in order"
        return f"{others}open after record {self.open_after}, in order up to there"

    @property
    def table(self) -> State | None:
        """The table after the last record, without what the journal has yet to tell; None after a fault."""
        if not self.passed or not self.state:
            return None
        return fold(self.state.game, (record.event for record in self.records)) if self.pending else self.state

    def balances(self) -> list[tuple[str, str, int]]:
        """Every account, whose it is and what is in it: seats, the layout, the bank, the drop box, the cage."""
        state = self.table
        if state is None:
            return []
        accounts = dict(state.ledger.accounts)
        for account in (*(f"seat {seat}" for seat in state.seated), DROP_BOX):
            accounts.setdefault(account, 0)
        whose = {f"seat {seat}": name for seat, name in named(state, self.names).items()}
        whose[CAGE] = "owes the chips that came from it"
        kinds = ("seat", "layout", "bank", DROP_BOX, CAGE)
        order = sorted(
            accounts, key=lambda account: (next(k for k, of in enumerate(kinds) if account.startswith(of)), account)
        )
        return [(account, whose.get(account, ""), accounts[account]) for account in order]

    def data(self) -> dict[str, object]:
        """What was found, with money in dollars."""
        state = self.table
        return {
            "verdict": self.verdict,
            "records": self.length,
            "rounds": self.rounds,
            "voided": self.voided,
            "head": self.head,
            "open_after": self.open_after,
            "beyond_head": self.beyond_head,
            "fault": {"record": self.fault.number, "reason": self.fault.reason} if self.fault else None,
            "game": state.game.id if state else None,
            "table": state.name if state else None,
            "table_id": state.table if state else None,
            "journal": self.records[-1].version if self.records else None,
            "chance": (state.chance or "not recorded") if state else None,
            "digest": (state.digest or None) if state else None,
            "digest_here": rulebook_digest(state.rulebook) if state else None,
            "other_rules": [{"record": number, "digest": was, "here": here} for number, was, here in self.others],
            "software": software_version(),
            "balances": {account: dollars(cents) for account, _, cents in self.balances()} if state else None,
            "openings": self.opened._asdict() if self.opened else None,
        }

    def facts(self) -> list[tuple[str, str]]:
        """What was checked, and what it came to."""
        told = []
        if self.state and self.passed:
            told += [
                ("table", f"{self.state.name}, {self.state.game.title}"),
                ("chance", CHANCE_TOLD[self.state.chance]),
            ]
        for number, was, here in self.others:
            told.append(("rulebook", f"record {number} names {was[:16]}…; here it is {here[:16]}…"))
        if self.other_version:
            told.append(("version", self.other_version))
        before = " in order before it" if self.fault and self.fault.number is not None else ""
        told += [
            ("records", f"{self.length:,}{before}"),
            ("rounds", f"{self.rounds:,} closed, {self.voided:,} voided"),
            ("head", self.head),
        ]
        if self.heads and self.passed:
            follows = f"{self.beyond_head:,} records follow it" if self.beyond_head else "it is the last record"
            which = (
                "is in the chain" if len(self.heads) == 1 else f"all {len(self.heads)} are in the chain; of the last"
            )
            told.append(("--head", f"{which}; {follows}"))
        bound = self.passed and self.state and self.state.is_bound
        if self.opened:
            told.append(("openings", str(self.opened)))
        elif bound and any(use.used_up and use.shown for use in self.uses):
            told.append(("openings", "none at hand: what was shown is not proved against its commitments"))
        elif bound and self.state and any(use.shown for use in self.uses):
            told.append(("openings", f"none yet; {self.unproved(self.state)}"))
        if self.names and self.passed:
            told.append(("names", f"{len(self.names)}, kept beside the journal; no hash binds them"))
        return told

    @property
    def other_version(self) -> str:
        """Which version of the game is recorded, where the game at hand has another; its rules are judged apart."""
        opened = self.records[0] if self.records else None
        if not self.state or not opened or opened.version == 1 or not isinstance(opened.event, e.TableOpened):
            return ""
        was, here = opened.event.version, self.state.game.version
        return "" if was == here else f"record 0 names version {quoted(was)} of the game; here it is {quoted(here)}"

    def unproved(self, state: State) -> str:
        """Which rounds wait for the opening of the cards in use."""
        first = last = 0
        for record in self.records:
            match record.event:
                case e.CardsShuffled():
                    first = 0
                case e.RoundOpened(round=number):
                    first, last = first or number, number
        of = f" of round {last}" if first == last else f" of rounds {first} to {last}"
        if not state.rulebook.supply.decks:
            return f"the dice{of if last else ''} are proved when a round is over"
        supply = "shoe" if state.rulebook.supply.renewal is Renewal.SHOE else "deck"
        return f"the cards{of if last else ''} are proved when the {supply} is used up"

    def to_rows(self) -> list[Row]:
        """The verdict, what was checked, and the final balances, one a row."""
        checked = [("verdict", self.headline), *self.facts()]
        balances = [(f"balance of {account}", dollars(cents)) for account, _, cents in self.balances()]
        return [{"item": item, "value": value} for item, value in (*checked, *balances)]

    @property
    def sheet(self) -> Sheet:
        """The verdict, what was checked, and the final balances, which sum to nothing."""
        accounts = [(account, whose, dollars(cents)) for account, whose, cents in self.balances()]
        total = dollars(sum(cents for _, _, cents in self.balances()))
        books = Sheet(
            "",
            heads=("account", "", "balance"),
            rows=(*accounts, ("sum", "", total)),
            words=2,
            marked=frozenset({len(accounts)}),
        )
        where = f"{self.file}: " if self.file else ""
        stop = "." if self.fault and not self.headline.endswith(".") else ""
        return Sheet(f"{where}{self.headline}{stop}", facts=tuple(self.facts()), parts=(books,) if accounts else ())

    def headed(self) -> "RenderableType":
        """For a terminal: the verdict in its colour."""
        from rich.console import Group  # noqa: PLC0415  # who asks for data does not wait for Rich
        from rich.text import Text  # noqa: PLC0415  # as above

        sheet = self.sheet
        colour = "red" if self.status == 1 else "yellow" if self.others or self.verdict == "open" else "green"
        title = Text(visible(sheet.title), f"bold {colour}")
        return Group(title, replace(sheet, title=""))


def audit(
    journal: Journal,
    *,
    heads: Iterable[str] = (),
    openings: str | Path | None = None,
    game: object = None,
    games: GameFinder | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Prove a journal, a file or its lines; with heads kept elsewhere, truncation and rewriting are found too.

    Names and openings that lie beside a file are read too; other openings may be named. The journal's game is found
    among the known games; one of your own is given as `game`, itself or as `FILE.py:NAME`.

    >>> import croupier
    >>> croupier.audit(["not a record"]).passed
    False
    """
    wanted = tuple(head.strip().lower() for head in heads)
    if not all(map(HASH.fullmatch, wanted)):
        raise Refused("a head is 64 hexadecimal digits, as an audit prints them", field="heads")
    find = games or finder(game)
    if not isinstance(journal, str | Path):
        found = derive(journal, wanted, find)
        return replace(found, opened=proved(Path(openings), found)) if openings and found.passed else found
    file = Path(journal)
    try:
        with file.open("rb") as opened:
            found = derive(lines_of(opened, progress), wanted, find)
    except UnknownGame as unknown:
        raise unknown.at(str(file)) from None
    except OSError as error:
        raise unreadable(error, str(file)) from None
    proofs = Path(openings) if openings else beside(file, "openings")
    known = proved(proofs, found) if found.passed and (openings or proofs.is_file()) else None
    return replace(found, file=str(file), names=read_names(file), opened=known)


def lines_of(opened: BinaryIO, progress: Progress | None = None) -> Iterator[str]:
    """The lines of a journal, each of bounded length; bytes that are not text spoil their line's hash."""
    size = os.fstat(opened.fileno()).st_size
    read_bytes = 0
    while line := opened.readline(LINE_LENGTH_MAX + 1):
        read_bytes += len(line)
        if progress:
            progress(read_bytes, size)
        yield line.decode("utf-8", errors="replace")


def proved(openings: Path, found: Audit) -> Opened:
    """Check the openings of a journal's shuffles and dice."""
    try:
        with openings.open(encoding="utf-8", errors="replace") as lines:
            proof = check(lines, found.uses)
            return Opened(str(openings), proof.cards, proof.dice, proof.sealed, None)
    except OSError as error:
        raise unreadable(error, str(openings)) from None
    except Refused as refused:
        return Opened(str(openings), 0, 0, 0, str(refused))


def derive(lines: Iterable[str], heads: tuple[str, ...], games: GameFinder) -> Audit:
    """Derive the records of a journal again, up to the first that is not so."""
    records: list[Record] = []
    fault: Fault | None = None
    derivation = Derivation(games)
    lines = iter(lines)
    first = next(lines, "")
    try:
        records.extend(derivation.follow(record) for record in read(chain((first,) if first else (), lines)))
    except Fault as found:
        begins_one = HASH_FIELD in first or first.startswith('{"n":')
        fault = found if begins_one else Fault(None, f"this is not a journal; {found}")
    if fault is None and not records:
        fault = Fault(None, "this is empty")
    beyond = 0
    if fault is None:
        places = {record.hash: record.number for record in records}
        missing = [head for head in heads if head not in places]
        if missing:
            fault = Fault(None, "no record has the head kept elsewhere: records were cut off, or all were written anew")
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
        heads=heads,
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

    def __init__(self, games: GameFinder) -> None:
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
        except UnknownGame:
            raise
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
        game = self.find(event.game)
        origin = Origin(event.table, event.digest, event.chance)
        self.state, (opened,) = open_table(game, dict(event.house), event.name, origin)
        if not isinstance(opened, e.TableOpened):
            raise TypeError
        here = replace(opened, version=event.version, composition=event.composition)
        if record.version > 1 and event.composition != game.composition:
            told = f"side bets {list(event.composition)} where this game has {list(game.composition)}"
            raise Fault(record.number, f"the table is recorded with the {told}")
        self.expected.append(here)

    def find(self, name: str) -> Game:
        """The game of a journal; what cannot be found says nothing about the journal, so it is not a fault of it."""
        try:
            return self.games(name)
        except Refused as refused:
            raise UnknownGame(refused.reason, clause=refused.clause) from refused

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
