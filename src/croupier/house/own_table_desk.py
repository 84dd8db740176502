"""Tables that are opened: by operators, and by guests who want one of their own.

A guest's table is the guest's to pause, to resume and to close; in everything else it is a table like the others. A
private one is listed for nobody but who opened it and who sits there: its id is the address, and cannot be guessed.
Where nobody has sat for a while, it closes by itself.
"""

from croupier.chance import Chance
from croupier.dealer import open_bound
from croupier.errors import Refused, quoted
from croupier.house import requests as r
from croupier.house.floor import REASON_LENGTH_MAX, Visit
from croupier.house.listing import Shown, lobby_listing
from croupier.house.recorder import RowRecorder
from croupier.house.settings import FOR_GUESTS, TableSettings, with_settings
from croupier.house.table import CLOSED, CLOSING, FAULTED, OPEN, PAUSED, Table, dealer_of
from croupier.house.table_desk import sit_down
from croupier.house.unit import Denied
from croupier.table.core import check_words


def new_table(at: Visit, request: r.OpenTable | r.OpenOwnTable) -> Table:
    """Open a table, where there is room for one more."""
    game = at.floor.games.get(request.game)
    if game is None:
        raise Refused(
            f"{quoted(request.game)} is not allowed here; there are {', '.join(at.floor.games)}", field="game"
        )
    running = [table for table in at.floor.memory.tables.values() if table.status != CLOSED]
    if len(running) >= at.floor.settings.tables:
        raise Denied(409, "tables", f"there are {len(running)} tables, and no more are opened")
    settings = with_settings(TableSettings(), request.settings)
    stepped = open_bound(Chance.fresh(at.floor.entropy), game, dict(request.house), request.name)
    recorder = RowRecorder(stepped.state.table, at.floor.keys, at.floor.entropy, at.floor.settings.recent)
    recorder.now = at.work.now
    recorder.record([stepped])
    table = Table(dealer_of(stepped.state, recorder, at.floor.entropy), recorder, settings, at.floor.settings)
    table.now = table.opened_at = at.work.now
    table.rules[stepped.state.digest] = stepped.state.rulebook.house.show()
    at.work.tables[table.id] = table
    return table


def open_own(at: Visit, request: r.OpenOwnTable) -> Shown:
    guest, limits = at.asked.guest, at.floor.settings
    for name in request.settings:
        if name not in FOR_GUESTS:
            known = ", ".join(sorted(FOR_GUESTS))
            raise Refused(f"this is not for guests to set; there are {known}", field=f"settings.{name}")
    if request.reason:
        check_words("a reason", request.reason, REASON_LENGTH_MAX)
    open_now = [table for table in at.floor.memory.tables.values() if table.owner and table.status != CLOSED]
    if sum(table.owner == guest for table in open_now) >= limits.own_tables_of_guest:
        most = limits.own_tables_of_guest
        raise Denied(409, "tables", f"you may have {most} tables of your own at once; close one first")
    if len(open_now) >= limits.own_tables:
        raise Denied(409, "tables", "guests have opened as many tables as there may be; sit at another, or try later")
    table = new_table(at, request)
    table.owner, table.is_private = guest, request.is_private
    table.log("opened", "private" if request.is_private else "", request.reason, after=request.game, who=guest)
    if request.cents:
        sit_down(at, table, r.Sit(0, request.cents), banks=request.banks)
    else:
        table.advance(at.work.now)
    return lobby_listing(table)


def check_owner(at: Visit, table: Table, status: str) -> None:
    """Refuse whoever did not open the table, and what only operators may undo."""
    if table.owner != at.asked.guest:
        raise Denied(403, "operator", "only an operator, or whoever opened this table, may do this")
    is_operators = table.status == CLOSING or (table.status == PAUSED and table.set_by != at.asked.guest)
    if status == OPEN and (is_operators or table.status == FAULTED):
        raise Denied(409, table.status, f"this table is {table.status}; only an operator can let it go on")
