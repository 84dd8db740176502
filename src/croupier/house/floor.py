"""What a house has at hand: its tables, guests and answers, taken over from a store and dropped again."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from croupier.chance import Entropy
from croupier.errors import Refused, quoted
from croupier.house import requests as r
from croupier.house.deadlines import Deadlines
from croupier.house.guest import Guest
from croupier.house.recorder import Recent, RowRecorder, SealKeys
from croupier.house.rows import Answer, Document, Sealed, Snapshot
from croupier.house.settings import SECOND, HouseSettings, TableSettings
from croupier.house.snapshot import restored, snapshot_digest
from croupier.house.table import CLOSED, FAULTED, Table, dealer_of
from croupier.house.unit import Answered, Denied, Work
from croupier.record.journal import Record, read
from croupier.rulebook import Game
from croupier.table.state import State, apply, fold

REASON_LENGTH_MAX: Final = 200
SWEEP: Final = 60 * SECOND
"""How often sessions and tables that are over are looked for, in milliseconds."""


@dataclass(frozen=True)
class KeptTable:
    """A table as a store keeps it."""

    document: Document
    lines: Iterable[str]
    """The journal: all of it, or from the record after the snapshot's on."""
    sealed: Iterable[Sealed] = ()
    snapshot: Snapshot | None = None


@dataclass
class Memory:
    """What is at hand; a store has it all."""

    tables: dict[str, Table] = field(default_factory=dict)
    dues: Deadlines = field(default_factory=Deadlines)
    """When something has to be done at a table by itself."""
    seats: dict[str, dict[str, int]] = field(default_factory=dict)
    """By guest: the seats, by table."""
    guests: dict[str, Guest] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """Guests by the hashes of their tokens."""
    links: dict[str, Document] = field(default_factory=dict)
    shares: dict[str, Document] = field(default_factory=dict)
    """Rounds that are shared, by the hashes of their secrets."""
    answers: dict[str, dict[str, Answer]] = field(default_factory=dict)
    """By guest and key."""
    unprepared: dict[str, None] = field(default_factory=dict)
    """Tables at which something has happened since it was last looked what could be drawn ahead."""


class Floor:
    """All tables and guests."""

    def __init__(self, settings: HouseSettings, keys: SealKeys, entropy: Entropy, games: Mapping[str, Game]) -> None:
        """Allow some games, by their ids; nothing is at hand yet."""
        self.settings = settings
        self.keys = keys
        self.entropy = entropy
        self.games = games
        self.memory = Memory()
        self.swept = 0
        """When sessions and tables that are over were last looked for."""

    def table(self, id_: str) -> Table:
        """A table, or a refusal."""
        found = self.memory.tables.get(id_)
        if found is None:
            raise Denied(404, "unknown", "there is no such table", field="table")
        return found

    def guest(self, id_: str) -> Guest:
        """A guest, or a refusal."""
        found = self.memory.guests.get(id_)
        if found is None:
            raise Denied(404, "unknown", "there is no such guest", field="guest")
        return found

    def guest_by_token(self, token_hash: str, now: int) -> Guest | None:
        """The guest whose session has a token of this hash, if it is not over."""
        id_ = self.memory.tokens.get(token_hash)
        guest = self.memory.guests.get(id_) if id_ else None
        return guest if guest and not guest.is_over(self.settings, now) else None

    def name_of(self, guest: str) -> str:
        """What a guest is called; empty where the name is erased or not known."""
        found = self.memory.guests.get(guest)
        return found.name if found else ""

    def load_guest(self, document: Document, answers: Iterable[Answer] = ()) -> None:
        """Take over a guest from a store."""
        self.forget([document.id])
        if document.body is not None:
            self.place_guest(Guest.read(document.body, document.version))
        for answer in answers:
            self.keep_answer(answer)

    def load_link(self, document: Document) -> None:
        """Take over a link from a store."""
        if document.body is not None:
            self.memory.links[document.id] = document

    def load_share(self, document: Document) -> None:
        """Take over a shared round from a store."""
        if document.body is not None:
            self.memory.shares[document.id] = document

    def load_answers(self, answers: Iterable[Answer]) -> None:
        """Take over answers, such as an operator's."""
        for answer in answers:
            self.keep_answer(answer)

    @staticmethod
    def is_over(document: Document) -> bool:
        """Whether a table is closed: a store has all of it, and nothing is left to do."""
        return document.body is None or document.body["status"] == CLOSED

    def load_table(self, kept: KeptTable) -> Table:
        """Take over a table from a store."""
        body = kept.document.body
        if body is None:
            raise LookupError(f"the document of table {kept.document.id} is erased")
        game = self.games.get(body["game"])
        if game is None:
            raise Refused(f"table {kept.document.id} plays {quoted(body['game'])}, which this house does not allow")
        recorder = RowRecorder(kept.document.id, self.keys, self.entropy, self.settings.recent)
        recorder.sealed = {(row.of, row.number): row for row in kept.sealed}
        state = self.folded(game, recorder, kept)
        table = Table(dealer_of(state, recorder, self.entropy), recorder, TableSettings(), self.settings)
        recorder.rows = []
        table.take(body, kept.document.version)
        self.place_table(table)
        return table

    def folded(self, game: Game, recorder: RowRecorder, kept: KeptTable) -> State:
        """The state that a snapshot and the records after it lead to."""
        latest: deque[Record] = deque(maxlen=recorder.recent_most)
        if kept.snapshot is None:
            records = read(kept.lines)
            first = next(records)
            state = fold(game, [first.event])
            recorder.follow(first, state)
            latest.append(first)
        else:
            state = restored(game, recorder, kept.snapshot)
            records = read(kept.lines, recorder.length, recorder.head)
        for record in records:
            apply(state, record.event)
            recorder.follow(record, state)
            latest.append(record)
        recorder.remember([Recent(record.number, record.at or "", record.event) for record in latest])
        return state

    def snapshot_digest(self, document: Document) -> str:
        """The digest of the snapshots of a table that are understood here; empty if there can be none."""
        body = document.body or {}
        game = self.games.get(body.get("game", ""))
        rules = body.get("rules", {}).get(body.get("digest"))
        if game is None or rules is None:
            return ""
        try:
            return snapshot_digest(game, game.rulebook(game.house(rules)))
        except Refused:  # the game has other house rules now
            return ""

    def forget(self, ids: Iterable[str]) -> None:
        """Drop tables, guests, links and shares that may be ahead of the store, with the answers of guests."""
        memory = self.memory
        for id_ in ids:
            self.clear_seats(memory.tables.pop(id_, None))
            memory.dues.set(id_, None)
            memory.links.pop(id_, None)
            memory.shares.pop(id_, None)
            memory.answers.pop(id_, None)
            guest = memory.guests.pop(id_, None)
            if guest and memory.tokens.get(guest.token) == id_:
                del memory.tokens[guest.token]

    def place_table(self, table: Table) -> None:
        """Have a table at hand as it stands now."""
        self.clear_seats(self.memory.tables.get(table.id))
        self.memory.tables[table.id] = table
        for seat, person in table.people.items():
            self.memory.seats.setdefault(person.guest, {})[table.id] = seat
        self.memory.dues.set(table.id, table.due)
        self.memory.unprepared[table.id] = None

    def prepare(self) -> bool:
        """Draw ahead for one table; gives whether there was one that needs it.

        It changes nothing that anybody could see: what was drawn is committed to and kept when the table shuffles.
        """
        while self.memory.unprepared:  # in the same order in each process, for the simulator's sake
            table = self.memory.tables.get(self.memory.unprepared.popitem()[0])
            if table and table.dealer.draw_ahead():
                return True
        return False

    def clear_seats(self, table: Table | None) -> None:
        """Forget who sat at a table."""
        if table is None:
            return
        for person in table.people.values():
            seats = self.memory.seats.get(person.guest, {})
            seats.pop(table.id, None)
            if not seats:
                self.memory.seats.pop(person.guest, None)

    def seats_of(self, guest: str) -> Mapping[str, int]:
        """Where a guest sits, by table."""
        return self.memory.seats.get(guest, {})

    def place_guest(self, guest: Guest) -> None:
        """Have a guest at hand, and nobody under an earlier token."""
        before = self.memory.guests.get(guest.id)
        if before:
            self.memory.tokens.pop(before.token, None)
        self.memory.guests[guest.id] = guest
        if guest.token:
            self.memory.tokens[guest.token] = guest.id

    def keep_answer(self, answer: Answer) -> None:
        """Have an answer at hand, as long and as many as are kept."""
        answers = self.memory.answers.setdefault(answer.guest, {})
        answers[answer.key] = answer
        oldest = next(iter(answers.values()))
        if len(answers) > self.settings.answers_of_guest or oldest.at + self.settings.answers * SECOND <= answer.at:
            del answers[oldest.key]

    def work(self, now: int) -> Work:
        return Work(self.table, self.guest, now)

    def fault(self, work: Work, table: str, error: Exception) -> Answered:
        """Stop a table at which a step failed, and nothing else; the reason is on record."""
        reason = f"{type(error).__name__}: {error}"[:REASON_LENGTH_MAX]
        faulted = work.table(table)
        faulted.log("faulted", "", reason, before=faulted.status)
        faulted.status, faulted.reason = FAULTED, reason
        faulted.clocks = {}
        body = {"error": "faulted", "reason": "something went wrong at this table; it is paused", "clause": ""}
        return Answered(503, {**body, "field": ""})


@dataclass(frozen=True, slots=True)
class Visit:
    """A request being handled: what is asked, of what is at hand, and what it changes."""

    floor: Floor
    asked: r.Asked
    work: Work


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is not a whole number within limits."""
    if type(value) is not int or not least <= value <= most:
        raise Refused(f"give a whole number from {least} to {most}, not {quoted(value)}", field=name)
