"""What guests may ask about their sessions and wallets."""

from dataclasses import replace

from croupier.errors import Refused, quoted
from croupier.house import requests as r
from croupier.house.clock import PACES
from croupier.house.floor import Visit
from croupier.house.guest import SECRET_LENGTH, Guest, checked_name, hash_of, secret_text
from croupier.house.listing import Shown
from croupier.house.rows import Document
from croupier.house.settings import SECOND
from croupier.house.unit import LINK, Denied
from croupier.record.names import GUEST_LENGTH


def enter(at: Visit, request: r.Enter) -> Shown:
    name = checked_name(request.name)
    if len(at.floor.memory.tokens) >= at.floor.settings.guests:
        raise Denied(503, "full", "the house is full; come back later")
    token, id_ = secret_text(at.floor.entropy(SECRET_LENGTH)), at.floor.entropy(GUEST_LENGTH).hex()
    at.work.guests[id_] = Guest(id_, name, hash_of(token), 0, at.work.now, at.work.now)
    at.work.post(id_, at.floor.settings.welcome, "welcome")
    at.work.secrets["token"] = token
    at.work.log(id_, "entered")
    return {"guest": id_, "name": name, "chips": at.floor.settings.welcome}


def rename(at: Visit, request: r.Rename) -> Shown:
    guest = replace(at.work.guest(at.asked.guest), name=checked_name(request.name))
    at.work.guests[guest.id] = guest
    at.work.moved |= {id_ for id_, table in at.floor.memory.tables.items() if table.seat_of(guest.id)}
    at.work.log(guest.id, "renamed")
    return {"guest": guest.id, "name": guest.name}


def rotate(at: Visit, _: r.RotateToken) -> Shown:
    give_token(at, at.asked.guest)
    at.work.log(at.asked.guest, "token changed")
    return {"guest": at.asked.guest}


def give_token(at: Visit, guest: str) -> None:
    """Give a new token; whoever has the old one has nothing."""
    token = secret_text(at.floor.entropy(SECRET_LENGTH))
    at.work.guests[guest] = replace(at.work.guest(guest), token=hash_of(token), seen=at.work.now)
    at.work.secrets["token"] = token
    at.work.ended.add(guest)


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
    return {"guest": guest, "name": at.work.guest(guest).name, "chips": at.work.guest(guest).chips}


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
    for id_, found in list(at.floor.memory.tables.items()):
        seat = found.seat_of(guest)
        if not seat:
            continue
        inner = at.work.within()
        try:
            table = inner.table(id_)
            table.change(seat, gone=True)
            table.advance(at.work.now)
            inner.gather(table)
        except Exception as error:  # noqa: BLE001  # this table alone stops; the session ends all the same
            inner = at.work.within()
            inner.table(id_).change(seat, gone=True)
            at.floor.fault(inner, id_, error)
        at.work.add(inner)
