"""What guests may ask about their sessions and wallets."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from croupier.errors import Refused, quoted
from croupier.house import requests as r
from croupier.house.clock import PACES
from croupier.house.floor import Floor, Visit
from croupier.house.guest import SECRET_LENGTH, Guest, checked_name, exchanged, hash_of, secret_text
from croupier.house.listing import Shown
from croupier.house.recorder import HOUSE
from croupier.house.rows import Document
from croupier.house.settings import SECOND
from croupier.house.share_desk import drop_shares
from croupier.house.table import Table
from croupier.house.unit import LINK, Answered, Denied, Unit
from croupier.record.names import GUEST_LENGTH


def enter(at: Visit, request: r.Enter) -> Shown:
    name = checked_name(request.name)
    if len(at.floor.memory.tokens) >= at.floor.settings.guests:
        make_room(at)
    token, id_ = secret_text(at.floor.entropy(SECRET_LENGTH)), at.floor.entropy(GUEST_LENGTH).hex()
    at.work.guests[id_] = Guest(id_, name, hash_of(token), 0, at.work.now, at.work.now)
    at.work.post(id_, at.floor.settings.welcome, "welcome")
    at.work.secrets["token"] = token
    at.work.log(id_, "entered")
    return {"guest": id_, "name": name, "chips": at.floor.settings.welcome}


def make_room(at: Visit) -> None:
    """End the oldest session with which nothing was ever done: whoever begins many of them keeps nobody out."""
    settings, owners = at.floor.settings, {table.owner for table in at.floor.memory.tables.values()}
    unused = [
        (guest.created, guest.id)
        for guest in at.floor.memory.guests.values()
        if not guest.is_ended
        and guest.seen == guest.created <= at.work.now - settings.unused * SECOND
        and guest.chips == settings.welcome
        and guest.id not in owners
        and not at.floor.seats_of(guest.id)
    ]
    if not unused:
        raise Denied(503, "full", "the house is full; come back later")
    _, oldest = min(unused)
    at.work.log(HOUSE, "session ended", oldest, "the house was full, and nothing was done with it")
    end(at, oldest, erase=True)


def rename(at: Visit, request: r.Rename) -> Shown:
    guest = replace(at.work.guest(at.asked.guest), name=checked_name(request.name))
    at.work.guests[guest.id] = guest
    at.work.moved |= at.floor.seats_of(guest.id).keys()
    at.work.log(guest.id, "renamed")
    return {"guest": guest.id}  # answers are kept for a day, and a name that is erased may be nowhere


def rotate(at: Visit, _: r.RotateToken) -> Shown:
    if at.asked.token and hash_of(at.asked.token) != at.work.guest(at.asked.guest).token:
        raise Denied(401, "session", "this token was exchanged for another")
    give_token(at, at.asked.guest)
    at.work.log(at.asked.guest, "token changed")
    return told_of(at.work.guest(at.asked.guest), at.asked.request)


def give_token(at: Visit, guest: str) -> None:
    """Give a new token; whoever has the old one has nothing."""
    token = next(new_tokens(at.floor, at.asked), "") or secret_text(at.floor.entropy(SECRET_LENGTH))
    now = at.work.now
    at.work.guests[guest] = replace(at.work.guest(guest), token=hash_of(token), seen=now, changed=now)
    at.work.secrets["token"] = token
    at.work.ended.add(guest)


def new_tokens(floor: Floor, asked: r.Asked) -> Iterator[str]:
    """The token that an exchange under a key gives, by each of the house's keys, the present one first."""
    secret = asked.request.secret if isinstance(asked.request, r.RedeemLink) else asked.token
    if asked.key and secret:
        yield from (exchanged(key, type(asked.request).__name__, secret, asked.key) for key in floor.keys.keys)


def given_again(floor: Floor, asked: r.Asked, now: int) -> Unit | None:
    """The answer to an exchange that was made a short while ago, for whoever knows the old secret and the key.

    A stolen token alone gets nothing: the key was made for that one request.
    """
    for token in new_tokens(floor, asked) if isinstance(asked.request, r.RotateToken | r.RedeemLink) else ():
        guest = floor.guest_by_token(hash_of(token), now)
        if guest and now < guest.changed + floor.settings.again * SECOND:
            return Unit((), Answered(200, told_of(guest, asked.request)), {"token": token})
    return None


def told_of(guest: Guest, request: r.Request) -> Shown:
    """What the owner of a new token is told."""
    if isinstance(request, r.RedeemLink):
        return {"guest": guest.id, "name": guest.name, "chips": guest.chips}
    return {"guest": guest.id}


def make_link(at: Visit, _: r.MakeLink) -> Shown:
    secret = secret_text(at.floor.entropy(SECRET_LENGTH))
    until = at.work.now + at.floor.settings.link * SECOND
    for id_, link in at.floor.memory.links.items():
        if link.body and link.body["guest"] == at.asked.guest:  # one at a time
            at.work.links[id_] = Document(LINK, id_, link.version + 1, None)
    body = {"guest": at.asked.guest, "until": until}
    at.work.links[hash_of(secret)] = Document(LINK, hash_of(secret), 1, body)
    at.work.secrets["link"] = secret
    at.work.log(at.asked.guest, "link made")
    return {"guest": at.asked.guest, "until": until}


def redeem(at: Visit, request: r.RedeemLink) -> Shown:
    id_ = hash_of(request.secret)
    link = at.floor.memory.links.get(id_)
    if link is None or link.body is None or at.work.now >= link.body["until"]:
        raise Denied(403, "link", "this link cannot be used; it works once, for a short while")
    guest: str = link.body["guest"]
    if at.work.guest(guest).is_over(at.floor.settings, at.work.now):
        raise Denied(401, "session", "this session is over")
    at.work.links[id_] = Document(LINK, id_, link.version + 1, None)
    give_token(at, guest)
    at.work.log(guest, "link used")
    return told_of(at.work.guest(guest), at.asked.request)


def top_up(at: Visit, _: r.TopUp) -> Shown:
    guest = at.work.guest(at.asked.guest)
    missing = at.floor.settings.welcome - guest.chips
    if missing <= 0:
        raise Denied(409, "chips", "there are enough chips in the wallet", chips=guest.chips)
    at.work.post(guest.id, missing, "top-up")
    at.work.log(guest.id, "topped up", before=str(guest.chips), after=str(guest.chips + missing))
    return {"guest": guest.id, "chips": guest.chips + missing}


def set_pace(at: Visit, request: r.SetPace) -> Shown:
    check_pace(request.pace)
    at.work.guests[at.asked.guest] = guest = replace(at.work.guest(at.asked.guest), pace=request.pace)
    return {"guest": guest.id, "pace": guest.pace}


def check_pace(pace: str) -> None:
    if pace not in PACES:
        raise Refused(f"a pace is {', '.join(PACES)}, not {quoted(pace)}", field="pace")


def end_session(at: Visit, request: r.EndSession) -> Shown:
    at.work.log(at.asked.guest, "session ended", at.asked.guest, "erased" if request.erase else "")
    end(at, at.asked.guest, erase=request.erase)
    return {"guest": at.asked.guest, "chips": at.work.guest(at.asked.guest).chips}


def end(at: Visit, guest: str, *, erase: bool = False) -> None:
    """End a session: the guest leaves every table, where a round goes on after it."""
    at.work.guests[guest] = at.work.guest(guest).ended(erase=erase)
    at.work.ended.add(guest)
    if erase:
        drop_shares(at, lambda body: body["guest"] == guest)
    at_every_table(at, guest, lambda table, seat: table.change(seat, gone=True))


def at_every_table(at: Visit, guest: str, change: Callable[[Table, int], None]) -> None:
    """Change something wherever a guest sits, and let these tables go on; one that fails stops alone."""
    for id_, seat in at.floor.seats_of(guest).items():
        inner = at.work.within()
        try:
            table = inner.table(id_)
            change(table, seat)
            table.advance(at.work.now)
            inner.gather(table)
        except Exception as error:  # noqa: BLE001  # the others, and the session, are not held up by it
            inner = at.work.within()
            change(inner.table(id_), seat)
            at.floor.fault(inner, id_, error)
        at.work.add(inner)
