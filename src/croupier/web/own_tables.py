"""Routes of tables that guests open: open one, pause it, let it go on, and close it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.house import requests as r
from croupier.house.requests import Asked
from croupier.web import answers as a
from croupier.web import bodies as b
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, Key, TableId, replied

router = APIRouter(prefix="/api/me/tables", tags=["own tables"], responses=a.AT_THE_DOOR)

ACT = {200: {"model": a.Table}, **a.refusals(401, 404, 409, 422)}


async def act(desk: Desk, request: r.OwnersRequest, guest: str, key: str, table: str) -> Response:
    """Put a request about a guest's own table to the house."""
    unit = await desk.running.ask(Asked(request, guest=guest, table=table, key=key))
    desk.news.tell([guest])
    return replied(unit)


@router.post("", responses={200: {"model": a.Table}, **a.refusals(401, 409, 422)}, operation_id="openOwnTable")
async def open_own(request: Request, desk: CurrentDesk, guest: CurrentGuest, key: Key, body: b.OpenOwnBody) -> Response:
    """Open a table of your own, and sit down there where you name chips. It closes when nobody has sat for a while."""
    unit = await desk.open_table(request, Asked(body.request(), guest=guest.id, key=key))
    desk.news.tell([guest.id])
    return replied(unit)


@router.post("/{table}/pause", responses=ACT, operation_id="pauseOwnTable")
async def pause(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Let the round in progress conclude at your table, and open no other."""
    return await act(desk, r.PauseTable(body.reason), guest.id, key, table)


@router.post("/{table}/resume", responses=ACT, operation_id="resumeOwnTable")
async def resume(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Let your table go on, if it was you who paused it."""
    return await act(desk, r.ResumeTable(body.reason), guest.id, key, table)


@router.post("/{table}/close", responses=ACT, operation_id="closeOwnTable")
async def close(desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Conclude the round at your table, send everybody's chips back, and open what is still sealed."""
    return await act(desk, r.CloseTable(body.reason), guest.id, key, table)
