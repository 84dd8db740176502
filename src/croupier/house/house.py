"""The house: whatever is asked of it goes through `handle`, which changes memory alone and tells what to keep.

No input or output, clock or chance of its own: requests, the time and entropy come in, rows and an answer go out. A
request works on copies; these take their places when the request has succeeded. Whoever runs the house writes the rows
of a unit before anybody hears the answer; if they cannot be written, `forget` drops what is ahead of the store, and
what the store has is loaded again.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from croupier.chance import Chance, Entropy
from croupier.company import Company
from croupier.dealer import open_bound
from croupier.errors import Refused, quoted
from croupier.house import requests as r
from croupier.house.clock import PACES
from croupier.house.guest import SECRET_LENGTH, Guest, checked_name, hash_of, secret_text
from croupier.house.recorder import HOUSE, RowRecorder, SealKeys, json_text
from croupier.house.rows import Answer, Document, Entry, Sealed, Snapshot
from croupier.house.settings import SECOND, HouseSettings, TableSettings, as_changes, with_settings
from croupier.house.sight import Shown, event_sight, lobby_sight, table_sight
from croupier.house.snapshot import restored, snapshot_digest, snapshot_of
from croupier.house.table import CLOSED, CLOSING, FAULTED, OPEN, PAUSED, Person, Table, dealer_of
from croupier.house.unit import Answered, Denied, Unit, Work, refusal
from croupier.record.journal import read
from croupier.record.names import GUEST_LENGTH
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table.core import check_words
from croupier.table.state import State, apply, fold

LONGEST_KEY: Final = 64
REASON_LENGTH_MAX: Final = 200
SWEEP: Final = 60 * SECOND
"""How often sessions that are over are looked for, in milliseconds."""
GUEST: Final = "guest"
TABLE: Final = "table"
LINK: Final = "link"


@dataclass(frozen=True)
class KeptTable:
    """A table as a store keeps it."""

    document: Document
    lines: Iterable[str]
    """The journal: all of it, or from the record after the snapshot's on."""
    sealed: Iterable[Sealed] = ()
    snapshot: Snapshot | None = None


@dataclass
class Refusals:
    """How many refusals of a guest were logged since when."""

    since: int = 0
    count: int = 0


@dataclass
class Memory:
    """What is at hand; a store has it all."""

    tables: dict[str, Table] = field(default_factory=dict)
    guests: dict[str, Guest] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    """Guests by the hashes of their tokens."""
    links: dict[str, Document] = field(default_factory=dict)
    answers: dict[str, dict[str, Answer]] = field(default_factory=dict)
    """By guest and key."""


class House:
    """All tables and guests."""

    def __init__(self, settings: HouseSettings, keys: SealKeys, entropy: Entropy, games: Mapping[str, Game]) -> None:
        """Allow some games, by their ids; nothing is at hand yet."""
        self.settings = settings
        self.keys = keys
        self.entropy = entropy
        self.games = games
        self.memory = Memory()
        self.swept = 0
        self.refusals: dict[str, Refusals] = {}

    # ── What others ask ──────────────────────────────────────────────────────────────────────────────────────────────

    def handle(self, asked: r.Asked, now: int) -> Unit:
        """Do what is asked, or refuse it; either way tell what to keep and what to answer."""
        digest = digest_of(asked)
        who = asked.guest or (f"operator {asked.operator}" if asked.operator else "")
        known = self.memory.answers.get(who, {}).get(asked.key) if asked.key else None
        if known and now < known.at + self.settings.answers * SECOND:
            if known.digest == digest:
                return Unit((), Answered(known.status, json.loads(known.body)))
            return Unit((), refusal(Denied(409, "key", "this key was used for another request", field="key")))
        work = self.work(now)
        try:
            if len(asked.key) > LONGEST_KEY:
                raise Denied(422, "key", f"a key has at most {LONGEST_KEY} characters", field="key")
            answer = Answered(200, self.ask(asked, work))
        except Refused as refused:
            work = self.work(now)
            answer = refusal(refused)
            self.log_refusal(work, asked, refused)
        except Exception as error:
            if not asked.table or asked.table not in self.memory.tables:
                raise
            work = self.work(now)
            answer = self.fault(work, asked.table, error)
        unit = self.finish(work, answer)
        if not (asked.key and who):
            return unit
        kept = Answer(who, asked.key, digest, answer.status, json_text(answer.body), now)
        self.keep_answer(kept)
        return replace(unit, rows=(*unit.rows, kept))

    def due(self) -> int | None:
        """When the next tick is due, over all tables."""
        times = [due for table in self.memory.tables.values() if (due := table.due) is not None]
        if self.memory.guests:
            times.append(self.swept + SWEEP)
        return min(times, default=None)

    def overdue(self, now: int) -> list[str]:
        """The tables at which a tick is due, and an empty name where sessions may be over."""
        tables = [id_ for id_, table in self.memory.tables.items() if (due := table.due) is not None and due <= now]
        return [*tables, *([""] if self.memory.guests and now >= self.swept + SWEEP else [])]

    def tables(self) -> list[str]:
        """The ids of all tables at hand."""
        return list(self.memory.tables)

    def lobby(self) -> list[Shown]:
        """Every table that is not closed, as everybody may know it."""
        return [lobby_sight(table) for table in self.memory.tables.values() if table.status != CLOSED]

    def view(self, table: str, guest: str = "") -> Shown:
        """What a guest may know of a table; without a seat, what a spectator may."""
        return table_sight(self.table(table), guest, self.name_of)

    def since(self, table: str, guest: str, number: int) -> list[Shown] | None:
        """What happened at a table after a record, as a viewer may know it; None if that is too long ago."""
        found = self.table(table)
        recent, seat = found.recorder.recent, found.seat_of(guest)
        if number >= found.recorder.length or (recent and recent[0].number > number + 1) or not recent:
            return None
        return [event_sight(each, seat, self.name_of) for each in recent if each.number > number]

    def guest_by_token(self, token_hash: str, now: int) -> Guest | None:
        """The guest whose session has a token of this hash, if it is not over."""
        id_ = self.memory.tokens.get(token_hash)
        guest = self.memory.guests.get(id_) if id_ else None
        return guest if guest and not guest.is_over(self.settings, now) else None

    def guest_view(self, guest: str, now: int) -> Shown:
        """What guests may know of themselves."""
        found = self.guest(guest)
        return {
            "guest": found.id,
            "name": found.name,
            "chips": found.chips,
            "expires": found.expires(self.settings),
            "is_over": found.is_over(self.settings, now),
            "tables": {id_: seat for id_, table in self.memory.tables.items() if (seat := table.seat_of(guest))},
        }

    def answer_of(self, who: str, key: str) -> Answered | None:
        """What was answered under a key."""
        known = self.memory.answers.get(who, {}).get(key)
        return Answered(known.status, json.loads(known.body)) if known else None

    # ── What is at hand ──────────────────────────────────────────────────────────────────────────────────────────────

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

    def load_answers(self, answers: Iterable[Answer]) -> None:
        """Take over answers, such as an operator's."""
        for answer in answers:
            self.keep_answer(answer)

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
        self.memory.tables[table.id] = table
        return table

    def folded(self, game: Game, recorder: RowRecorder, kept: KeptTable) -> State:
        """The state that a snapshot and the records after it lead to."""
        if kept.snapshot is None:
            records = read(kept.lines)
            first = next(records)
            state = fold(game, [first.event])
            recorder.follow(first, state)
        else:
            state = restored(game, recorder, kept.snapshot)
            records = read(kept.lines, recorder.length, recorder.head)
        for record in records:
            apply(state, record.event)
            recorder.follow(record, state)
        return state

    def snapshot_digest(self, document: Document) -> str:
        """What a snapshot of a table has to be made by to be understood here."""
        body = document.body or {}
        game = self.games.get(body.get("game", ""))
        return snapshot_digest(game) if game else ""

    def forget(self, ids: Iterable[str]) -> None:
        """Drop tables, guests and links that may be ahead of the store, with the answers of guests."""
        memory = self.memory
        for id_ in ids:
            memory.tables.pop(id_, None)
            memory.links.pop(id_, None)
            memory.answers.pop(id_, None)
            guest = memory.guests.pop(id_, None)
            if guest and memory.tokens.get(guest.token) == id_:
                del memory.tokens[guest.token]

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

    # ── Work ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def work(self, now: int) -> Work:
        return Work(self.table, self.guest, now)

    def finish(self, work: Work, answer: Answered) -> Unit:
        """Let copies take their places, and tell what to keep."""
        for id_, table in work.tables.items():
            before = self.memory.tables.get(id_)
            work.gather(table)
            if before is None or before.body() != table.body():
                table.edition += 1
                work.rows.append(Document(TABLE, id_, table.edition, table.body()))
            if before is None or before.edition != table.edition or before.recorder.length != table.recorder.length:
                work.moved.add(id_)
            if (
                table.recorder.track.rounds >= self.settings.snapshot_every
                and not table.state.in_round
                and table.status != CLOSED
            ):
                work.rows.append(snapshot_of(table))
            self.memory.tables[id_] = table
        for id_, guest in work.guests.items():
            if guest != self.memory.guests.get(id_):
                kept = replace(guest, version=guest.version + 1)
                work.rows.append(Document(GUEST, id_, kept.version, kept.body()))
                self.place_guest(kept)
        for id_, link in work.links.items():
            work.rows.append(link)
            if link.body is None:
                self.memory.links.pop(id_, None)
            else:
                self.memory.links[id_] = link
        return Unit(tuple(work.rows), answer, work.secrets, frozenset(work.moved), frozenset(work.ended))

    def fault(self, work: Work, table: str, error: Exception) -> Answered:
        """Stop a table at which a step failed, and nothing else; the reason is on record."""
        reason = f"{type(error).__name__}: {error}"[:REASON_LENGTH_MAX]
        faulted = work.table(table)
        faulted.log("faulted", "", reason, before=faulted.status)
        faulted.status, faulted.reason = FAULTED, reason
        faulted.clocks = {}
        body = {"error": "faulted", "reason": "something went wrong at this table; it is paused", "clause": ""}
        return Answered(503, {**body, "field": ""})

    def log_refusal(self, work: Work, asked: r.Asked, refused: Refused) -> None:
        """Log a refusal, unless there are too many of them."""
        who = asked.guest or asked.operator
        counted = self.refusals.setdefault(who, Refusals())
        if work.now >= counted.since + SWEEP or work.now < counted.since:
            self.refusals[who] = counted = Refusals(work.now)
        counted.count += 1
        if counted.count <= self.settings.refusals:
            what = type(asked.request).__name__
            work.log(who, "refused", asked.table, refused.reason, after=what)

    def ask(self, asked: r.Asked, work: Work) -> Shown:
        """Do what is asked."""
        request = asked.request
        if isinstance(request, r.OperatorRequest) and not asked.operator:
            raise Denied(403, "operator", "only an operator may do this")
        if isinstance(request, r.TableRequest | r.Rename | r.RotateToken | r.MakeLink | r.TopUp | r.EndSession):
            self.greet(work, asked.guest)
        handler: Callable[[House, r.Asked, Any, Work], Shown] = HANDLERS[type(request)]
        return handler(self, asked, request, work)

    def greet(self, work: Work, guest: str) -> None:
        """Refuse whoever has no session; note, now and then, that a guest was seen."""
        found = work.guest(guest)
        if found.is_over(self.settings, work.now):
            raise Denied(401, "session", "this session is over")
        if work.now >= found.seen + self.settings.seen_every * SECOND:
            work.guests[guest] = replace(found, seen=work.now)

    # ── Guests ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def enter(self, _: r.Asked, request: r.Enter, work: Work) -> Shown:
        name = checked_name(request.name)
        if len(self.memory.tokens) >= self.settings.guests:
            raise Denied(503, "full", "the house is full; come back later")
        token, id_ = secret_text(self.entropy(SECRET_LENGTH)), self.entropy(GUEST_LENGTH).hex()
        work.guests[id_] = Guest(id_, name, hash_of(token), 0, work.now, work.now)
        work.post(id_, self.settings.welcome, "welcome")
        work.secrets["token"] = token
        work.log(id_, "entered")
        return {"guest": id_, "name": name, "chips": self.settings.welcome}

    def rename(self, asked: r.Asked, request: r.Rename, work: Work) -> Shown:
        guest = replace(work.guest(asked.guest), name=checked_name(request.name))
        work.guests[guest.id] = guest
        work.moved |= {id_ for id_, table in self.memory.tables.items() if table.seat_of(guest.id)}
        work.log(guest.id, "renamed")
        return {"guest": guest.id, "name": guest.name}

    def rotate(self, asked: r.Asked, _: r.RotateToken, work: Work) -> Shown:
        self.give_token(work, asked.guest)
        work.log(asked.guest, "token changed")
        return {"guest": asked.guest}

    def give_token(self, work: Work, guest: str) -> None:
        """Give a new token; whoever has the old one has nothing."""
        token = secret_text(self.entropy(SECRET_LENGTH))
        work.guests[guest] = replace(work.guest(guest), token=hash_of(token), seen=work.now)
        work.secrets["token"] = token
        work.ended.add(guest)

    def make_link(self, asked: r.Asked, _: r.MakeLink, work: Work) -> Shown:
        secret = secret_text(self.entropy(SECRET_LENGTH))
        until = work.now + self.settings.link * SECOND
        for id_, link in self.memory.links.items():
            if link.body and link.body["guest"] == asked.guest:  # one at a time
                work.links[id_] = Document(LINK, id_, link.version + 1, None)
        body = {"guest": asked.guest, "until": until}
        work.links[hash_of(secret)] = Document(LINK, hash_of(secret), 1, body)
        work.secrets["link"] = secret
        work.log(asked.guest, "link made")
        return {"guest": asked.guest, "until": until}

    def redeem(self, _: r.Asked, request: r.RedeemLink, work: Work) -> Shown:
        id_ = hash_of(request.secret)
        link = self.memory.links.get(id_)
        if link is None or link.body is None or work.now >= link.body["until"]:
            raise Denied(403, "link", "this link cannot be used; it works once, for a short while")
        guest: str = link.body["guest"]
        if work.guest(guest).is_over(self.settings, work.now):
            raise Denied(401, "session", "this session is over")
        work.links[id_] = Document(LINK, id_, link.version + 1, None)
        self.give_token(work, guest)
        work.log(guest, "link used")
        return {"guest": guest, "name": work.guest(guest).name, "chips": work.guest(guest).chips}

    def top_up(self, asked: r.Asked, _: r.TopUp, work: Work) -> Shown:
        guest = work.guest(asked.guest)
        missing = self.settings.welcome - guest.chips
        if missing <= 0:
            raise Denied(409, "chips", "there are enough chips in the wallet", chips=guest.chips)
        work.post(guest.id, missing, "top-up")
        work.log(guest.id, "topped up", before=str(guest.chips), after=str(guest.chips + missing))
        return {"guest": guest.id, "chips": guest.chips + missing}

    def end_session(self, asked: r.Asked, request: r.EndSession, work: Work) -> Shown:
        work.log(asked.guest, "session ended", asked.guest, "erased" if request.erase else "")
        self.end(work, asked.guest, erase=request.erase)
        return {"guest": asked.guest, "chips": work.guest(asked.guest).chips}

    def end(self, work: Work, guest: str, *, erase: bool = False) -> None:
        """End a session: the guest leaves every table, where a round goes on after it."""
        work.guests[guest] = work.guest(guest).ended(erase=erase)
        work.ended.add(guest)
        for id_, found in list(self.memory.tables.items()):
            seat = found.seat_of(guest)
            if not seat:
                continue
            inner = work.within()
            try:
                table = inner.table(id_)
                table.change(seat, gone=True)
                table.advance(work.now)
                inner.gather(table)
            except Exception as error:  # noqa: BLE001  # this table alone stops; the session ends all the same
                inner = work.within()
                inner.table(id_).change(seat, gone=True)
                self.fault(inner, id_, error)
            work.add(inner)

    # ── At a table ───────────────────────────────────────────────────────────────────────────────────────────────────

    def sit(self, asked: r.Asked, request: r.Sit, work: Work) -> Shown:
        table = self.running(work, asked.table)
        settings, state = table.settings, table.state
        if table.status != OPEN:
            raise Denied(409, table.status, f"this table is {table.status}", field="table")
        if seat := table.seat_of(asked.guest):
            raise Denied(409, "seated", f"you sit at seat {seat} of this table")
        if len(table.people) >= settings.persons:
            raise Denied(409, "full", "no more people may sit at this table")
        if sum(1 for each in self.memory.tables.values() if each.seat_of(asked.guest)) >= self.settings.tables_of_guest:
            raise Denied(409, "tables", f"you may sit at {self.settings.tables_of_guest} tables at once")
        check_number("seat", request.seat, 0, state.rulebook.seats)
        check_number("cents", request.cents, settings.least_chips, settings.most_chips)
        seat = request.seat or self.free_seat(table)
        work.post(asked.guest, -request.cents, "sit", table.id)
        table.do(c.Sit(seat, asked.guest, request.cents))
        table.people[seat] = Person(asked.guest)
        table.log("sat", f"seat {seat}", who=asked.guest, after=str(request.cents))
        return self.moved_on(table, seat, work)

    def free_seat(self, table: Table) -> int:
        """A seat that nobody has."""
        seats = range(1, table.state.rulebook.seats + 1)
        free = next((seat for seat in seats if seat not in table.state.seated), 0)
        if not free:
            raise Denied(409, "full", "no seat is free at this table", field="seat")
        return free

    def running(self, work: Work, id_: str) -> Table:
        """A table, with everything done that was due."""
        table = work.table(id_)
        table.advance(work.now)
        return table

    def seated(self, asked: r.Asked, work: Work) -> tuple[Table, int]:
        """The table and the asker's seat there."""
        table = self.running(work, asked.table)
        seat = table.seat_of(asked.guest)
        if not seat:
            raise Denied(403, "seat", "you do not sit at this table", field="table")
        if table.status in (CLOSED, FAULTED):
            raise Denied(409, table.status, f"this table is {table.status}", field="table")
        return table, seat

    def acting(self, asked: r.Asked, work: Work) -> tuple[Table, int]:
        """The table and the asker's seat, if the moment that was seen is still that of the seat."""
        table, seat = self.seated(asked, work)
        against = asked.against
        if against is None:
            raise Denied(422, "against", "say which round, step and version this is against", field="against")
        now = r.Against(table.state.round, table.state.at, table.version(seat))
        if against != now:
            raise Denied(409, "stale", "the seat has moved on since", field="against", now=asdict(now))
        table.hear(seat)
        return table, seat

    def moved_on(self, table: Table, seat: int, work: Work) -> Shown:
        """Let the table go on, and tell where the seat stands."""
        table.advance(work.now)
        state = table.state
        return {
            "table": table.id,
            "seat": seat if seat in table.people else 0,
            "round": state.round,
            "step": state.at,
            "version": table.version(seat),
            "number": table.recorder.length - 1,
            "chips": state.chips(seat),
        }

    def stand(self, asked: r.Asked, _: r.Stand, work: Work) -> Shown:
        table, seat = self.seated(asked, work)
        table.change(seat, standing=True)
        return self.moved_on(table, seat, work)

    def buy(self, asked: r.Asked, request: r.Buy, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        check_number("cents", request.cents, 1, table.settings.most_chips)
        work.post(asked.guest, -request.cents, "buy", table.id)
        table.do(c.BuyChips(seat, request.cents))
        return self.moved_on(table, seat, work)

    def bet(self, asked: r.Asked, request: r.Bet, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        book = table.state.rulebook
        if not request.wagers:
            raise Refused("name a wager and how many cents", field="wagers")
        order = {id_: place for place, id_ in enumerate(book.wagers_by_id)}
        wagers = sorted(request.wagers.items(), key=lambda each: order.get(each[0], -1))
        taken_back = [c.WithdrawWager(seat, id_) for id_, cents in reversed(wagers) if cents == 0]
        names_spot = book.wagers[0].id if book.wagers[0].id in request.wagers else ""
        spot = request.spot or (table.state.spot(seat) if book.spots else 0)
        placed = [
            c.PlaceWager(seat, id_, cents, (spot if id_ == names_spot else 0) if names_spot else request.spot)
            for id_, cents in wagers
            if cents != 0
        ]
        table.do(*taken_back, *placed)
        table.change(seat, acted=True)
        return self.moved_on(table, seat, work)

    def done(self, asked: r.Asked, _: r.Done, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        if not table.state.in_round or table.state.at != 0:
            raise Refused("the betting is not open")
        table.change(seat, done=True, acted=True)
        return self.moved_on(table, seat, work)

    def choose(self, asked: r.Asked, request: r.Choose, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        table.do(c.Decide(seat, request.option, decision=request.decision))
        return self.moved_on(table, seat, work)

    def answer_offer(self, asked: r.Asked, request: r.AnswerOffer, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        table.do(c.TakeBank(seat) if request.take else c.DeclineBank(seat))
        return self.moved_on(table, seat, work)

    def give_up_bank(self, asked: r.Asked, _: r.GiveUpBank, work: Work) -> Shown:
        table, seat = self.acting(asked, work)
        table.do(c.PassBank(seat))
        return self.moved_on(table, seat, work)

    def set_clock(self, asked: r.Asked, request: r.SetClock, work: Work) -> Shown:
        table, seat = self.seated(asked, work)
        if request.pace not in PACES:
            raise Refused(f"a pace is {', '.join(PACES)}, not {quoted(request.pace)}", field="pace")
        allowed = {"usual": True, "slow": table.settings.allow_slow, "off": table.settings.allow_off}
        if not allowed[request.pace]:
            raise Denied(409, "pace", "this table does not allow that pace", field="pace")
        table.hear(seat)
        table.set_pace(seat, request.pace)
        return self.moved_on(table, seat, work)

    def come_back(self, asked: r.Asked, _: r.Return, work: Work) -> Shown:
        table, seat = self.seated(asked, work)
        table.hear(seat)
        table.change(seat, standing=False)
        return self.moved_on(table, seat, work)

    # ── Operators ────────────────────────────────────────────────────────────────────────────────────────────────────

    def open_table(self, asked: r.Asked, request: r.OpenTable, work: Work) -> Shown:
        game = self.games.get(request.game)
        if game is None:
            raise Refused(
                f"{quoted(request.game)} is not allowed here; there are {', '.join(self.games)}", field="game"
            )
        running = [table for table in self.memory.tables.values() if table.status != CLOSED]
        if len(running) >= self.settings.tables:
            raise Denied(409, "tables", f"there are {len(running)} tables, and no more are opened")
        settings = with_settings(TableSettings(), request.settings)
        stepped = open_bound(Chance.fresh(self.entropy), game, dict(request.house), request.name)
        recorder = RowRecorder(stepped.state.table, self.keys, self.entropy, self.settings.recent)
        recorder.now = work.now
        recorder.record([stepped])
        table = Table(dealer_of(stepped.state, recorder, self.entropy), recorder, settings, self.settings)
        table.now = table.opened_at = work.now
        table.rules[stepped.state.digest] = stepped.state.rulebook.house.show()
        table.log("opened", after=game.id, who=asked.operator)
        work.tables[table.id] = table
        return lobby_sight(table)

    def pause(self, asked: r.Asked, request: r.PauseTable, work: Work) -> Shown:
        return self.set_status(asked, work, PAUSED, (OPEN, PAUSED), request.reason)

    def resume(self, asked: r.Asked, request: r.ResumeTable, work: Work) -> Shown:
        return self.set_status(asked, work, OPEN, (OPEN, PAUSED, FAULTED), request.reason)

    def close(self, asked: r.Asked, request: r.CloseTable, work: Work) -> Shown:
        return self.set_status(asked, work, CLOSING, (OPEN, PAUSED, FAULTED, CLOSING), request.reason)

    def set_status(self, asked: r.Asked, work: Work, status: str, before: tuple[str, ...], reason: str) -> Shown:
        """Change what goes on at a table, for a reason."""
        table = work.table(asked.table)
        if table.status not in before:
            raise Denied(409, table.status, f"this table is {table.status}", field="table")
        if reason or status != OPEN:
            check_words("a reason", reason, REASON_LENGTH_MAX)
        table.log(WORDS[status], "", reason, who=asked.operator, before=table.status, after=status)
        table.status, table.reason = status, reason
        table.advance(work.now)
        return lobby_sight(table)

    def change_rules(self, asked: r.Asked, request: r.ChangeRules, work: Work) -> Shown:
        table = self.running(work, asked.table)
        check_words("a reason", request.reason, REASON_LENGTH_MAX)
        before = table.state.rulebook.house.show()
        table.do(c.ChangeHouse(dict(request.changes), actor=asked.operator, reason=request.reason))
        state = table.state
        table.rules[state.digest] = after = state.rulebook.house.show()
        table.company = Company(state.rulebook, table.dealer.chance)
        changed = {name: value for name, value in after.items() if before.get(name) != value}
        old = json.dumps({name: before.get(name) for name in changed})
        table.log("rules changed", "", request.reason, who=asked.operator, before=old, after=json.dumps(changed))
        table.advance(work.now)
        return {**lobby_sight(table), "house": after, "digest": state.digest}

    def change_settings(self, asked: r.Asked, request: r.ChangeSettings, work: Work) -> Shown:
        table = self.running(work, asked.table)
        check_words("a reason", request.reason, REASON_LENGTH_MAX)
        before, after = table.settings, with_settings(table.settings, request.changes)
        old, new = json.dumps(as_changes(after, before)), json.dumps(as_changes(before, after))
        table.settings = after
        for seat, person in table.people.items():
            allowed = {"usual": True, "slow": after.allow_slow, "off": after.allow_off}
            if not allowed[person.pace]:
                table.set_pace(seat, "usual")
        table.log("settings changed", "", request.reason, who=asked.operator, before=old, after=new)
        table.advance(work.now)
        return {**lobby_sight(table), "settings": asdict(after)}

    def void(self, asked: r.Asked, request: r.VoidRound, work: Work) -> Shown:
        table = work.table(asked.table)
        table.do(c.VoidRound(request.reason, asked.operator))
        table.log("voided", f"round {table.state.round}", request.reason, who=asked.operator)
        table.advance(work.now)
        return lobby_sight(table)

    def end_guest(self, asked: r.Asked, request: r.EndGuest, work: Work) -> Shown:
        check_words("a reason", request.reason, REASON_LENGTH_MAX)
        if work.guest(request.guest).is_ended:
            raise Denied(409, "session", "this session is over")
        work.log(asked.operator, "session ended", request.guest, request.reason)
        self.end(work, request.guest)
        return {"guest": request.guest}

    # ── The clock and the wires ──────────────────────────────────────────────────────────────────────────────────────

    def tick(self, asked: r.Asked, _: r.Tick, work: Work) -> Shown:
        if asked.table:
            work.table(asked.table).advance(work.now)
            return {}
        self.swept = work.now
        for id_, guest in list(self.memory.guests.items()):
            if not guest.is_ended and guest.is_over(self.settings, work.now):
                work.log(HOUSE, "session ended", id_, "expired")
                self.end(work, id_)
        for id_, link in self.memory.links.items():
            if link.body is None or work.now >= link.body["until"]:
                work.links[id_] = Document(LINK, id_, link.version + 1, None)
        return {}

    def connected(self, asked: r.Asked, request: r.Connected, work: Work) -> Shown:
        work.log(asked.guest, "connected" if request.is_there else "disconnected", asked.table)
        return {}

    def restart(self, asked: r.Asked, request: r.Restart, work: Work) -> Shown:
        table = work.table(asked.table)
        if table.status != CLOSED:
            table.restart(work.now, is_restored=request.is_restored)
            table.advance(work.now)
        return lobby_sight(table)

    def note(self, asked: r.Asked, request: r.Note, work: Work) -> Shown:
        who = asked.guest or asked.operator or HOUSE
        work.rows.append(
            Entry(work.now, who, request.what, request.subject, request.why, request.before, request.after)
        )
        return {}


WORDS: Final = {OPEN: "resumed", PAUSED: "paused", CLOSING: "closing"}

HANDLERS: Final[Mapping[type, Callable[..., Shown]]] = {
    r.Enter: House.enter,
    r.Rename: House.rename,
    r.RotateToken: House.rotate,
    r.MakeLink: House.make_link,
    r.RedeemLink: House.redeem,
    r.TopUp: House.top_up,
    r.EndSession: House.end_session,
    r.Sit: House.sit,
    r.Stand: House.stand,
    r.Buy: House.buy,
    r.Bet: House.bet,
    r.Done: House.done,
    r.Choose: House.choose,
    r.AnswerOffer: House.answer_offer,
    r.GiveUpBank: House.give_up_bank,
    r.SetClock: House.set_clock,
    r.Return: House.come_back,
    r.OpenTable: House.open_table,
    r.PauseTable: House.pause,
    r.ResumeTable: House.resume,
    r.CloseTable: House.close,
    r.ChangeRules: House.change_rules,
    r.ChangeSettings: House.change_settings,
    r.VoidRound: House.void,
    r.EndGuest: House.end_guest,
    r.Tick: House.tick,
    r.Connected: House.connected,
    r.Restart: House.restart,
    r.Note: House.note,
}
"""By kind of request: what does it."""


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is not a whole number within limits."""
    if type(value) is not int or not least <= value <= most:
        raise Refused(f"give a whole number from {least} to {most}, not {quoted(value)}", field=name)


def digest_of(asked: r.Asked) -> str:
    """The hash of a request and what it is against: the same request under the same key is the same."""
    said = [type(asked.request).__name__, asdict(asked.request), asked.table, asked.against and asdict(asked.against)]
    return sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()
