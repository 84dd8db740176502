"""The house: whatever is asked of it goes through `handle`, which changes memory alone and tells what to keep.

No input or output, clock or chance of its own: requests, the time and entropy come in, rows and an answer go out. A
request works on copies; these take their places when the request has succeeded. Whoever runs the house writes the rows
of a unit before anybody hears the answer; if they cannot be written, `forget` drops what is ahead of the store, and
what the store has is loaded again.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from croupier.chance import Entropy
from croupier.errors import Refused
from croupier.house import guest_desk, operator_desk, own_table_desk, share_desk, table_desk
from croupier.house import requests as r
from croupier.house.floor import SWEEP, Floor, Visit
from croupier.house.guest import hash_of
from croupier.house.listing import Shown, event_listing, lobby_listing, table_listing
from croupier.house.own_round import OwnRound
from croupier.house.plain import by_name
from croupier.house.recorder import SealKeys, json_text
from croupier.house.rows import Answer, Document, Opening, Played
from croupier.house.settings import SECOND, HouseSettings
from croupier.house.share_desk import share_listing
from croupier.house.table import CLOSED
from croupier.house.unit import GUEST, TABLE, Answered, Denied, Unit, Work, refusal
from croupier.rulebook import Game
from croupier.table.view import SPECTATOR

LONGEST_KEY: Final = 64
SORTED: Final = json.JSONEncoder(sort_keys=True, default=str)
UNKNOWN: Final = 401
FAILURES: Final = 500


@dataclass
class Refusals:
    """How many refusals of a guest were logged since when."""

    since: int = 0
    count: int = 0


class House(Floor):
    """All tables and guests, and what may be asked of them."""

    def __init__(self, settings: HouseSettings, keys: SealKeys, entropy: Entropy, games: Mapping[str, Game]) -> None:
        """Allow some games, by their ids; nothing is at hand yet."""
        super().__init__(settings, keys, entropy, games)
        self.refusals: dict[str, Refusals] = {}

    # ── What others ask ──────────────────────────────────────────────────────────────────────────────────────────────

    def handle(self, asked: r.Asked, now: int) -> Unit:
        """Do what is asked, or refuse it; either way tell what to keep and what to answer."""
        if again := guest_desk.given_again(self, asked, now):
            return again
        digest = digest_of(asked)
        who = asked.guest or (f"operator {asked.operator}" if asked.operator else "")
        known = self.memory.answers.get(who, {}).get(asked.key) if asked.key else None
        if known:
            if known.digest == digest:
                return Unit((), Answered(known.status, json.loads(known.body)))
            denied = Denied(409, "key", "this key was used for another request", field="key")
            return self.refuse(self.work(now), asked, denied)
        work = self.work(now)
        try:
            unit = self.finish(work, Answered(200, self.ask(asked, work)))
        except Refused as refused:
            work = self.work(now)
            unit = self.refuse(work, asked, refused)
        except Exception as error:
            if not asked.table or asked.table not in self.memory.tables:
                raise
            work = self.work(now)
            unit = self.finish(work, self.fault(work, asked.table, error))
        answer = unit.answer
        if not (asked.key and who) or len(asked.key) > LONGEST_KEY or not is_kept(answer.status):
            return unit
        kept = Answer(who, asked.key, digest, answer.status, json_text(answer.body), now)
        self.keep_answer(kept)
        return replace(unit, rows=(*unit.rows, kept))

    def due(self) -> int | None:
        """When the next tick is due, over all tables."""
        at_tables = self.memory.dues.next()
        if not (self.memory.guests or self.memory.tables):
            return at_tables
        return self.swept + SWEEP if at_tables is None else min(self.swept + SWEEP, at_tables)

    def overdue(self, now: int) -> list[str]:
        """The tables at which a tick is due, and an empty name where something has had its time."""
        has_more = bool(self.memory.guests or self.memory.tables)
        return [*self.memory.dues.past(now), *([""] if has_more and now >= self.swept + SWEEP else [])]

    def is_missed(self, guest: str) -> bool:
        """Whether a seat of a guest is thought to be without a connection."""
        seats = self.seats_of(guest).items()
        return any(self.memory.tables[id_].people[seat].lost for id_, seat in seats)

    def tables(self) -> list[str]:
        """The ids of all tables at hand."""
        return list(self.memory.tables)

    def lobby(self, guest: str = "") -> list[Shown]:
        """Every table that is not closed, as a guest may know it: private ones only to who opened them or sits there.

        Without a guest, those that are for everybody.
        """
        tables = (table for table in self.memory.tables.values() if table.status != CLOSED and table.is_listed(guest))
        return [lobby_listing(table) for table in tables]

    def view(self, table: str, guest: str = "") -> Shown:
        """What a guest may know of a table; without a seat, what a spectator may."""
        return table_listing(self.table(table), guest, self.name_of)

    def since(self, table: str, guest: str, number: int) -> list[Shown] | None:
        """What happened at a table after a record, as a viewer may know it; None if that is too long ago."""
        found = self.table(table)
        recent, seat = found.recorder.recent, found.seat_of(guest)
        sat = found.people[seat].sat if seat else 0
        if number >= found.recorder.length or (recent and recent[0].number > number + 1) or not recent:
            return None
        missed = [each for each in recent if each.number > number]
        return [event_listing(each, seat if each.number > sat else SPECTATOR, self.name_of) for each in missed]

    def guest_view(self, guest: str, now: int) -> Shown:
        """What guests may know of themselves."""
        found = self.guest(guest)
        return {
            "guest": found.id,
            "name": found.name,
            "chips": found.chips,
            "pace": found.pace,
            "expires": found.expires(self.settings),
            "is_over": found.is_over(self.settings, now),
            "tables": dict(self.seats_of(guest)),
        }

    def own_round(
        self, document: Document, played: Played, lines: Iterable[str], openings: Iterable[Opening], shuffled: str = ""
    ) -> OwnRound:
        """A guest's view of a round that is over, from the table's document, the round's records and openings.

        Where the cards were shuffled before an earlier round, the record of that comes too.
        """
        body = document.body or {}
        game = self.games.get(body.get("game", ""))
        if game is None or played.digest not in body["rules"]:
            raise Denied(404, "unknown", "the rules of this round are not known any more", field="round")
        return OwnRound.read(game, body["rules"][played.digest], played, lines, openings, shuffled)

    def shares_of(self, guest: str) -> list[Shown]:
        """The rounds that a guest shares now, the latest first."""
        return [shown for shown in map(share_listing, self.memory.shares.values()) if shown["guest"] == guest][::-1]

    def shared(self, secret: str, now: int) -> Shown | None:
        """The share that a secret opens, if it is not revoked or over."""
        found = self.memory.shares.get(hash_of(secret))
        return share_listing(found) if found and found.body and now < found.body["until"] else None

    def answer_of(self, who: str, key: str) -> Answered | None:
        """What was answered under a key."""
        known = self.memory.answers.get(who, {}).get(key)
        return Answered(known.status, json.loads(known.body)) if known else None

    # ── Work ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def finish(self, work: Work, answer: Answered) -> Unit:
        """Let copies take their places, and tell what to keep."""
        for id_, table in work.tables.items():
            before = self.memory.tables.get(id_)
            work.gather(table)
            if before is None or not table.is_kept_like(before):
                table.edition += 1
                work.rows.append(Document(TABLE, id_, table.edition, table.body()))
            if before is None or before.edition != table.edition or before.recorder.length != table.recorder.length:
                work.moved.add(id_)
            self.place_table(table)
        for id_, guest in work.guests.items():
            if guest != self.memory.guests.get(id_):
                kept = replace(guest, version=guest.version + 1)
                work.rows.append(Document(GUEST, id_, kept.version, kept.body()))
                self.place_guest(kept)
        for changed, known in ((work.links, self.memory.links), (work.shares, self.memory.shares)):
            for id_, document in changed.items():
                work.rows.append(document)
                if document.body is None:
                    known.pop(id_, None)
                else:
                    known[id_] = document
        return Unit(tuple(work.rows), answer, work.secrets, frozenset(work.moved), frozenset(work.ended))

    def refuse(self, work: Work, asked: r.Asked, refused: Refused) -> Unit:
        """Refuse what is asked, and log that, unless there is too much of it."""
        who = asked.guest or asked.operator
        counted = self.refusals.setdefault(who, Refusals())
        if len(self.refusals) > self.settings.guests:
            self.refusals.clear()
        if work.now >= counted.since + SWEEP or work.now < counted.since:
            self.refusals[who] = counted = Refusals(work.now)
        counted.count += 1
        if counted.count <= self.settings.refusals:
            what = type(asked.request).__name__
            work.log(who, "refused", asked.table, refused.reason, after=what)
        return self.finish(work, refusal(refused))

    def ask(self, asked: r.Asked, work: Work) -> Shown:
        """Do what is asked."""
        request = asked.request
        if len(asked.key) > LONGEST_KEY:
            raise Denied(422, "key", f"a key has at most {LONGEST_KEY} characters", field="key")
        for part in (request, asked.against):
            if part is not None and (wrong := r.wrong_field(part)):
                raise Refused(f"this must be {wrong[1]}", field=wrong[0])
        is_owners = isinstance(request, r.OwnersRequest) and bool(asked.guest)
        if isinstance(request, r.OperatorRequest) and not (asked.operator or is_owners):
            raise Denied(403, "operator", "only an operator may do this")
        if isinstance(request, r.TableRequest | r.SessionRequest) or (is_owners and not asked.operator):
            self.greet(work, asked.guest)
        return HANDLERS[type(request)](Visit(self, asked, work), request)

    def greet(self, work: Work, guest: str) -> None:
        """Refuse whoever has no session; note, now and then, that a guest was seen."""
        found = self.memory.guests.get(guest)
        if found is None or found.is_over(self.settings, work.now):
            raise Denied(401, "session", "this session is over")
        if work.now >= found.seen + self.settings.seen_every * SECOND:
            work.guests[guest] = replace(found, seen=work.now)


HANDLERS: Final[Mapping[type, Callable[[Visit, Any], Shown]]] = {
    r.Enter: guest_desk.enter,
    r.Rename: guest_desk.rename,
    r.RotateToken: guest_desk.rotate,
    r.MakeLink: guest_desk.make_link,
    r.RedeemLink: guest_desk.redeem,
    r.TopUp: guest_desk.top_up,
    r.SetPace: guest_desk.set_pace,
    r.OpenOwnTable: own_table_desk.open_own,
    r.EndSession: guest_desk.end_session,
    r.ShareRound: share_desk.share,
    r.RevokeShare: share_desk.revoke,
    r.Sit: table_desk.sit,
    r.Stand: table_desk.stand,
    r.Buy: table_desk.buy,
    r.Bet: table_desk.bet,
    r.Done: table_desk.done,
    r.Choose: table_desk.choose,
    r.AnswerOffer: table_desk.answer_offer,
    r.GiveUpBank: table_desk.give_up_bank,
    r.SetBanking: table_desk.set_banking,
    r.SetClock: table_desk.set_clock,
    r.Return: table_desk.come_back,
    r.OpenTable: operator_desk.open_table,
    r.PauseTable: operator_desk.pause,
    r.ResumeTable: operator_desk.resume,
    r.CloseTable: operator_desk.close,
    r.ChangeRules: operator_desk.change_rules,
    r.ChangeSettings: operator_desk.change_settings,
    r.VoidRound: operator_desk.void,
    r.EndGuest: operator_desk.end_guest,
    r.Tick: operator_desk.tick,
    r.Connected: operator_desk.connected,
    r.Restart: operator_desk.restart,
    r.Note: operator_desk.note,
}
"""By kind of request: what does it."""


def is_kept(status: int) -> bool:
    """Whether an answer is kept: not one to who has no session, nor a failure, after which asking again may succeed."""
    return status != UNKNOWN and status < FAILURES


def digest_of(asked: r.Asked) -> str:
    """The hash of a request and what it is against: the same request under the same key is the same."""
    said = [type(asked.request).__name__, by_name(asked.request), asked.table, asked.against and by_name(asked.against)]
    return sha256(SORTED.encode(said).encode()).hexdigest()
