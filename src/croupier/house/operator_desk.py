"""What operators, the clock and the wires ask."""

import json
from dataclasses import replace
from typing import Final

from croupier.company import Company
from croupier.house import requests as r
from croupier.house.floor import REASON_LENGTH_MAX, SWEEP, Visit
from croupier.house.guest_desk import at_every_table, end
from croupier.house.listing import Shown, lobby_listing
from croupier.house.own_table_desk import check_owner, new_table
from croupier.house.plain import by_name
from croupier.house.recorder import HOUSE
from croupier.house.rows import Document, Entry
from croupier.house.settings import as_changes, with_settings
from croupier.house.share_desk import drop_shares
from croupier.house.table import CLOSED, CLOSING, FAULTED, OPEN, PAUSED, Table
from croupier.house.table_desk import running
from croupier.house.unit import LINK, Denied
from croupier.table import commands as c
from croupier.table.core import check_words

WORDS: Final = {OPEN: "resumed", PAUSED: "paused", CLOSING: "closing"}
"""What an operator did, by the status a table has since."""


def open_table(at: Visit, request: r.OpenTable) -> Shown:
    table = new_table(at, request)
    table.log("opened", after=request.game, who=at.asked.operator)
    return lobby_listing(table)


def pause(at: Visit, request: r.PauseTable) -> Shown:
    return set_status(at, PAUSED, (OPEN, PAUSED), request.reason)


def resume(at: Visit, request: r.ResumeTable) -> Shown:
    return set_status(at, OPEN, (OPEN, PAUSED, FAULTED), request.reason)


def close(at: Visit, request: r.CloseTable) -> Shown:
    return set_status(at, CLOSING, (OPEN, PAUSED, FAULTED, CLOSING), request.reason)


def set_status(at: Visit, status: str, before: tuple[str, ...], reason: str) -> Shown:
    """Change what goes on at a table, for a reason."""
    table = at.work.table(at.asked.table)
    if not at.asked.operator:
        check_owner(at, table, status)
    if table.status not in before:
        raise Denied(409, table.status, f"this table is {table.status}", field="table")
    if reason or status != OPEN:
        check_words("a reason", reason, REASON_LENGTH_MAX)
    who = at.asked.operator or at.asked.guest
    table.log(WORDS[status], "", reason, who=who, before=table.status, after=status)
    table.status, table.reason, table.set_by = status, reason, at.asked.guest
    table.advance(at.work.now)
    return lobby_listing(table)


def change_rules(at: Visit, request: r.ChangeRules) -> Shown:
    table = running(at)
    check_words("a reason", request.reason, REASON_LENGTH_MAX)
    before = table.state.rulebook.house.show()
    table.do(c.ChangeHouse(dict(request.changes), actor=at.asked.operator, reason=request.reason))
    state = table.state
    table.rules[state.digest] = after = state.rulebook.house.show()
    table.company = Company(state.rulebook, table.dealer.chance)
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    old = json.dumps({name: before.get(name) for name in changed})
    table.log("rules changed", "", request.reason, who=at.asked.operator, before=old, after=json.dumps(changed))
    table.advance(at.work.now)
    return {**lobby_listing(table), "house": after, "digest": state.digest}


def change_settings(at: Visit, request: r.ChangeSettings) -> Shown:
    table = running(at)
    check_words("a reason", request.reason, REASON_LENGTH_MAX)
    before, after = table.settings, with_settings(table.settings, request.changes)
    old, new = json.dumps(as_changes(after, before)), json.dumps(as_changes(before, after))
    table.settings = after
    for seat, person in table.people.items():
        if not after.allows(person.pace):
            table.set_pace(seat, "usual")
    table.log("settings changed", "", request.reason, who=at.asked.operator, before=old, after=new)
    table.advance(at.work.now)
    return {**lobby_listing(table), "settings": by_name(after)}


def void(at: Visit, request: r.VoidRound) -> Shown:
    table = at.work.table(at.asked.table)
    at_stake = sum(table.state.stakes.values())
    table.do(c.VoidRound(request.reason, at.asked.operator))
    subject, before = f"round {table.state.round}", f"{at_stake} cents on the layout"
    table.log("voided", subject, request.reason, who=at.asked.operator, before=before, after="returned")
    table.advance(at.work.now)
    return lobby_listing(table)


def end_guest(at: Visit, request: r.EndGuest) -> Shown:
    check_words("a reason", request.reason, REASON_LENGTH_MAX)
    guest = at.work.guest(request.guest)
    if guest.is_ended and not (request.erase and guest.name):
        raise Denied(409, "session", "this session is over")
    what = "name erased" if guest.is_ended else "session ended"
    at.work.log(at.asked.operator, what, guest.id, request.reason, after="erased" if request.erase else "")
    at.work.moved |= at.floor.seats_of(guest.id).keys()
    end(at, guest.id, erase=request.erase)
    return {"guest": guest.id}


def tick(at: Visit, _: r.Tick) -> Shown:
    if at.asked.table:
        at.work.table(at.asked.table).advance(at.work.now)
        return {}
    at.floor.swept = at.work.now
    for id_, guest in list(at.floor.memory.guests.items()):
        if not guest.is_ended and guest.is_over(at.floor.settings, at.work.now):
            at.work.log(HOUSE, "session ended", id_, "expired")
            end(at, id_)
        elif guest.is_ended and not at.floor.seats_of(id_):
            if guest.name:  # nobody shows it any more, and nobody could ask for it to be erased
                at.work.guests[id_] = replace(guest, name="")
            else:
                at.floor.forget([id_])  # the store has what is left of it
    for id_, table in list(at.floor.memory.tables.items()):
        if table.status == CLOSED and at.work.now >= table.now + SWEEP:  # whoever watched has seen it close
            at.floor.forget([id_])
    for id_, link in at.floor.memory.links.items():
        if link.body is None or at.work.now >= link.body["until"]:
            at.work.links[id_] = Document(LINK, id_, link.version + 1, None)
    drop_shares(at, lambda body: at.work.now >= body["until"])
    return {}


def connected(at: Visit, request: r.Connected) -> Shown:
    at.work.log(at.asked.guest, "connected" if request.is_there else "disconnected", at.asked.table)
    at_every_table(at, at.asked.guest, Table.reconnect if request.is_there else Table.lose)
    return {}


def restart(at: Visit, request: r.Restart) -> Shown:
    table = at.work.table(at.asked.table)
    if table.status != CLOSED:
        table.restart(at.work.now, is_restored=request.is_restored)
        table.advance(at.work.now)
    return lobby_listing(table)


def note(at: Visit, request: r.Note) -> Shown:
    who = at.asked.guest or at.asked.operator or HOUSE
    at.work.rows.append(
        Entry(at.work.now, who, request.what, request.subject, request.why, request.before, request.after)
    )
    return {}
