"""Routes of the tables: see them, sit down, and act."""

from fastapi import APIRouter
from starlette.responses import Response

from croupier.house import requests as r
from croupier.house.requests import Against, Asked, TableRequest
from croupier.web import answers as a
from croupier.web import bodies as b
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, Key, TableId, answered, replied

router = APIRouter(tags=["tables"], responses=a.AT_THE_DOOR)

COMMAND = {200: {"model": a.Acted}, **a.refusals(401, 404, 409, 422)}
"""How every command at a table is answered."""


async def act(
    desk: Desk, request: TableRequest, table: str, guest: str, key: str, against: Against | None = None
) -> Response:
    """Put a command to a table."""
    unit = await desk.running.ask(Asked(request, guest=guest, table=table, key=key, against=against))
    desk.news.tell([guest])
    return replied(unit)


@router.get("/api/tables", responses={200: {"model": a.Lobby}, **a.refusals(401)}, operation_id="tables")
async def lobby(desk: CurrentDesk, guest: CurrentGuest) -> Response:
    """All tables: what is played there, and who sits. Private ones only if you opened them or sit there."""
    return answered({"tables": await desk.running.look(lambda house: house.lobby(guest.id))})


@router.get(
    "/api/tables/{table}", responses={200: {"model": a.View}, **a.refusals(401, 404, 422)}, operation_id="table"
)
async def view(desk: CurrentDesk, guest: CurrentGuest, table: TableId) -> Response:
    """A table as you may see it: from your seat, or as somebody who watches."""
    return answered(await desk.running.look(lambda house: house.view(table, guest.id)))


@router.get(
    "/api/tables/{table}/edges", responses={200: {"model": a.Edges}, **a.refusals(401, 404, 422)}, operation_id="edges"
)
async def edges(desk: CurrentDesk, guest: CurrentGuest, table: TableId) -> Response:  # noqa: ARG001  # for guests
    """The exact edge of each wager at a table, under its house rules."""
    return answered(desk.edges_shown(await desk.running.look(lambda house: house.table(table).state.rulebook)))


@router.post("/api/tables/{table}/sit", responses=COMMAND, operation_id="sit")
async def sit(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.SitBody) -> Response:
    """Take a seat with chips from your wallet."""
    return await act(desk, body.request(), table, guest.id, key)


@router.post("/api/tables/{table}/stand", responses=COMMAND, operation_id="stand")
async def stand(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, _: b.Nothing) -> Response:
    """Leave your seat: now, or after the round if you have a part in it. Your chips go back to your wallet."""
    return await act(desk, r.Stand(), table, guest.id, key)


@router.post("/api/tables/{table}/return", responses=COMMAND, operation_id="return")
async def return_(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, _: b.Nothing) -> Response:
    """Be back at a seat that was marked away."""
    return await act(desk, r.Return(), table, guest.id, key)


@router.post("/api/tables/{table}/banking", responses=COMMAND, operation_id="banking")
async def banking(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.BankingBody) -> Response:
    """Be asked when the bank is offered, or decline it beforehand; where players bank."""
    return await act(desk, body.request(), table, guest.id, key)


@router.post("/api/tables/{table}/clock", responses=COMMAND, operation_id="clock")
async def clock(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.ClockBody) -> Response:
    """Have the usual time, ten times as long, or no limit, where the table allows it."""
    return await act(desk, body.request(), table, guest.id, key)


@router.post("/api/tables/{table}/buy", responses=COMMAND, operation_id="buy")
async def buy(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.BuyBody) -> Response:
    """Bring more chips to your seat."""
    return await act(desk, body.request(), table, guest.id, key, body.against.against())


@router.post("/api/tables/{table}/bet", responses=COMMAND, operation_id="bet")
async def bet(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.BetBody) -> Response:
    """Put chips on wagers: on all that are named, or on none."""
    return await act(desk, body.request(), table, guest.id, key, body.against.against())


@router.post("/api/tables/{table}/done", responses=COMMAND, operation_id="done")
async def done(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.DoneBody) -> Response:
    """Say that you have no more to bet in this round."""
    return await act(desk, body.request(), table, guest.id, key, body.against.against())


@router.post("/api/tables/{table}/choose", responses=COMMAND, operation_id="choose")
async def choose(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.ChooseBody) -> Response:
    """Decide: one of the options that your view lists."""
    return await act(desk, body.request(), table, guest.id, key, body.against.against())


@router.post("/api/tables/{table}/bank", responses=COMMAND, operation_id="bank")
async def bank(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.BankBody) -> Response:
    """Take the bank that is offered to you, decline it, or pass it on."""
    return await act(desk, body.request(), table, guest.id, key, body.against.against())
