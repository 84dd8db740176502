"""What one guest has bet at a table: now, change by change, and in the round before; and what that came to.

Everything is folded from the records at hand. What happened at a seat before the guest sat down is not the guest's.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from croupier.house.recorder import Recent
from croupier.house.table import Table
from croupier.house.telling import round_records
from croupier.table import events as e


class Bets(NamedTuple):
    """Wagers by their ids in cents, and the betting spot, 0 for none."""

    wagers: Mapping[str, int]
    spot: int = 0


class Result(NamedTuple):
    """What a round came to for one guest."""

    number: int
    """The last record about it; 0 where nothing is known."""
    settled: tuple[e.WagerSettled, ...] = ()
    fee: int = 0
    bank: int | None = None
    """What the bank won or lost, for whoever had it."""
    round: int = 0
    """The round's number, once it is closed."""

    @property
    def total(self) -> int:
        return sum(each.result for each in self.settled) + (self.bank or 0) - self.fee


NO_BETS = Bets({})
NO_RESULT = Result(0)


def records_of(table: Table, guest: str, *, before: bool) -> Iterator[Recent]:
    """The records of the last round, or of the one before, since a guest sat down."""
    seat = table.seat_of(guest)
    if not seat:
        return
    recent = table.recorder.recent
    records = round_records(table)
    if before:
        earlier = list(recent[: len(recent) - len(records)])
        opened = (place for place, each in enumerate(earlier) if isinstance(each.event, e.RoundOpened))
        records = earlier[max(opened, default=len(earlier)) :]
    yield from (each for each in records if each.number > table.people[seat].sat)


def changes(table: Table, guest: str, *, before: bool = False) -> list[Bets]:
    """A guest's wagers after each change, without those placed with others; one that leads back undoes the last."""
    seat, wagers_by_id = table.seat_of(guest), table.state.rulebook.wagers_by_id
    found = [NO_BETS]
    for _, _, event in records_of(table, guest, before=before):
        wagers, spot = found[-1]
        about = wagers_by_id.get(getattr(event, "wager", ""))
        if about and about.equals:
            continue
        match event:
            case e.WagerPlaced(seat=owner, wager=wager, cents=cents) if owner == seat:
                after = Bets({**wagers, wager: cents}, event.spot or spot)
            case e.WagerWithdrawn(seat=owner, wager=wager) if owner == seat:
                left = {id_: cents for id_, cents in wagers.items() if id_ != wager}
                after = Bets(left, spot if left else 0)
            case _:
                continue
        if len(found) > 1 and found[-2] == after:
            found.pop()
        else:
            found.append(after)
    return found


def last_change(table: Table, guest: str) -> Bets | None:
    """What to set so that the last change of a guest's wagers is undone; None where there is none."""
    found = changes(table, guest)
    if len(found) < 2:
        return None
    (before, spot), (after, _) = found[-2:]
    names = dict.fromkeys((*before, *after))
    return Bets({name: before.get(name, 0) for name in names if before.get(name) != after.get(name)}, spot)


def last_bets(table: Table, guest: str) -> Bets:
    """What a guest bet in the round before the last."""
    return changes(table, guest, before=True)[-1]


def result(table: Table, guest: str, *, before: bool = False) -> Result:
    """What the last round came to for a guest so far, or the one before."""
    seat = table.seat_of(guest)
    found, banked = NO_RESULT, False
    for number, _, event in records_of(table, guest, before=before):
        match event:
            case e.RoundOpened(player_dealer=dealer):
                banked = dealer == seat
            case e.WagerSettled(seat=owner) if owner == seat:
                found = found._replace(number=number, settled=(*found.settled, event))
            case e.FeeCollected(seat=owner, cents=cents) if owner == seat:
                found = found._replace(fee=found.fee + cents)
            case e.RoundClosed(round=closed, bank_result=bank):
                found = found._replace(round=closed)
                found = found._replace(number=number, bank=bank) if banked else found
            case _:
                pass
    return found if found.number else NO_RESULT
