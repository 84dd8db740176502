"""What guests may ask at a table."""

from croupier.errors import Refused
from croupier.house import requests as r
from croupier.house.floor import Visit, check_number
from croupier.house.guest_desk import check_pace
from croupier.house.listing import Shown
from croupier.house.plain import by_name
from croupier.house.table import CLOSED, FAULTED, OPEN, PAUSED, Person, Table
from croupier.house.unit import Denied
from croupier.money import price
from croupier.table import commands as c
from croupier.table.core import check_offered, player_dealer_bank
from croupier.table.legal import bank_least
from croupier.table.state import State


def sit(at: Visit, request: r.Sit) -> Shown:
    return sit_down(at, running(at), request)


def sit_down(at: Visit, table: Table, request: r.Sit, *, banks: bool = True) -> Shown:
    """Seat whoever asks."""
    settings, state = table.settings, table.state
    if table.status not in (OPEN, PAUSED):
        raise Denied(409, table.status, f"this table is {table.status}", field="table")
    if seat := table.seat_of(at.asked.guest):
        raise Denied(409, "seated", f"you sit at seat {seat} of this table")
    if len(table.people) >= settings.persons:
        raise Denied(409, "full", "no more people may sit at this table")
    most = at.floor.settings.tables_of_guest
    if len(at.floor.seats_of(at.asked.guest)) >= most:
        raise Denied(409, "tables", f"you may sit at {most} tables at once")
    check_number("seat", request.seat, 0, state.rulebook.seats)
    check_number("cents", request.cents, settings.least_chips, settings.most_chips)
    seat = request.seat or free_seat(table)
    if seat in state.seated:  # the core would name who sits there
        raise Refused(f"seat {seat} is taken", clause=state.rulebook.seats_clause, field="seat")
    at.work.post(at.asked.guest, -request.cents, "sit", table.id)
    sat = table.recorder.length
    table.do(c.Sit(seat, at.asked.guest, request.cents))
    pace = at.work.guest(at.asked.guest).pace
    table.people[seat] = Person(at.asked.guest, sat, pace if settings.allows(pace) else "usual", banks=banks)
    table.log("sat", f"seat {seat}", who=at.asked.guest, after=str(request.cents))
    return moved_on(at, table, seat)


def free_seat(table: Table) -> int:
    """A seat that nobody has."""
    seats = range(1, table.state.rulebook.seats + 1)
    free = next((seat for seat in seats if seat not in table.state.seated), 0)
    if not free:
        raise Denied(409, "full", "no seat is free at this table", field="seat")
    return free


def running(at: Visit) -> Table:
    """The table, with everything done that was due."""
    table = at.work.table(at.asked.table)
    table.advance(at.work.now)
    return table


def seated(at: Visit) -> tuple[Table, int]:
    """The table and the asker's seat there."""
    table = running(at)
    seat = table.seat_of(at.asked.guest)
    if not seat:
        raise Denied(403, "seat", "you do not sit at this table", field="table")
    if table.status in (CLOSED, FAULTED):
        raise Denied(409, table.status, f"this table is {table.status}", field="table")
    return table, seat


def acting(at: Visit) -> tuple[Table, int]:
    """The table and the asker's seat, if the moment that was seen is still that of the seat."""
    table, seat = seated(at)
    against = at.asked.against
    if against is None:
        raise Denied(422, "against", "say which round, step and version this is against", field="against")
    now = r.Against(table.state.round, table.state.at, table.version(seat))
    if against != now:
        raise Denied(409, "stale", "the seat has moved on since", field="against", now=by_name(now))
    table.hear(seat)
    return table, seat


def moved_on(at: Visit, table: Table, seat: int) -> Shown:
    """Let the table go on, and tell where the seat stands."""
    table.advance(at.work.now)
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


def stand(at: Visit, _: r.Stand) -> Shown:
    table, seat = seated(at)
    table.change(seat, standing=True)
    return moved_on(at, table, seat)


def buy(at: Visit, request: r.Buy) -> Shown:
    table, seat = acting(at)
    most = table.settings.most_chips
    check_number("cents", request.cents, 1, most)
    if table.state.chips(seat) + request.cents > most:
        raise Refused(f"whoever buys chips may have up to {price(most)} at the seat", field="cents")
    at.work.post(at.asked.guest, -request.cents, "buy", table.id)
    table.do(c.BuyChips(seat, request.cents))
    return moved_on(at, table, seat)


def bet(at: Visit, request: r.Bet) -> Shown:
    table, seat = acting(at)
    book = table.state.rulebook
    if not request.wagers:
        raise Refused("name a wager and how many cents", field="wagers")
    most = at.floor.settings.bets
    if table.recorder.track.bets.get(seat, 0) + len(request.wagers) > most:
        why = f"wagers may be changed {most} times in a round; what lies there stays"
        raise Denied(409, "bets", why, field="wagers")
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
    return moved_on(at, table, seat)


def done(at: Visit, _: r.Done) -> Shown:
    table, seat = acting(at)
    if not table.state.in_round or table.state.at != 0:
        raise Refused("the betting is not open")
    table.change(seat, done=True, acted=True)
    return moved_on(at, table, seat)


def choose(at: Visit, request: r.Choose) -> Shown:
    table, seat = acting(at)
    table.do(c.Decide(seat, request.option, decision=request.decision))
    return moved_on(at, table, seat)


def answer_offer(at: Visit, request: r.AnswerOffer) -> Shown:
    table, seat = acting(at)
    if request.take:
        check_offered(table.state, seat)
        check_can_bank(table.state, seat)
    table.do(c.TakeBank(seat) if request.take else c.DeclineBank(seat))
    return moved_on(at, table, seat)


def check_can_bank(state: State, seat: int) -> None:
    """Refuse the bank to somebody who could not place the least wager: the round would come to nothing."""
    bank, least = player_dealer_bank(state), bank_least(state)
    if state.chips(seat) < least:
        fee = f", {price(bank.fee_reserve)} of it for the collection" if bank.fee_reserve else ""
        why = f"whoever banks needs at least {price(least)} at the seat{fee}; you have {price(state.chips(seat))}"
        raise Refused(f"{why}, so buy chips first or decline", clause=bank.least_clause, field="act")


def give_up_bank(at: Visit, _: r.GiveUpBank) -> Shown:
    table, seat = acting(at)
    table.do(c.PassBank(seat))
    return moved_on(at, table, seat)


def set_banking(at: Visit, request: r.SetBanking) -> Shown:
    table, seat = seated(at)
    player_dealer_bank(table.state)  # which refuses where the house banks
    table.hear(seat)
    table.change(seat, banks=request.banks)
    return moved_on(at, table, seat)


def set_clock(at: Visit, request: r.SetClock) -> Shown:
    table, seat = seated(at)
    check_pace(request.pace)
    if not table.settings.allows(request.pace):
        raise Denied(409, "pace", "this table does not allow that pace", field="pace")
    table.hear(seat)
    before = table.people[seat].pace
    if request.pace != before:
        table.log("clock set", f"seat {seat}", who=at.asked.guest, before=before, after=request.pace)
    table.set_pace(seat, request.pace)
    return moved_on(at, table, seat)


def come_back(at: Visit, _: r.Return) -> Shown:
    table, seat = seated(at)
    table.hear(seat)
    table.change(seat, standing=False)
    return moved_on(at, table, seat)
