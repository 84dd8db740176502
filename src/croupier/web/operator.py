"""Routes of operators: sign in, run tables, and take out what the records hold. Everything they do is on record."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response, StreamingResponse

from croupier.house import requests as r
from croupier.house.requests import Asked, Note
from croupier.web import answers as a
from croupier.web import bodies as b
from croupier.web.desk import CurrentDesk, CurrentOperator, Desk, Key, TableId, answered, paced, replied
from croupier.web.door import cookie
from croupier.web.operators import Locked
from croupier.web.problem import Problem

router = APIRouter(prefix="/api/operator", tags=["operators"], responses=a.AT_THE_DOOR)

ACT = {200: {"model": a.Table}, **a.refusals(401, 404, 409, 422)}
LOG_PAGE = 500
After = Annotated[int, Query(ge=0, le=2**53, description="The number to begin with.")]
GuestId = TableId


async def act(desk: Desk, request: r.OperatorRequest, operator: str, key: str, table: str = "") -> Response:
    """Put an operator's request to the house."""
    unit = await desk.running.ask(Asked(request, operator=operator, table=table, key=key))
    return replied(unit)


@router.post(
    "/enter",
    dependencies=[Depends(paced)],
    responses={200: {"model": a.Operator}, **a.refusals(401, 422)},
    operation_id="operatorEnter",
)
async def enter(request: Request, desk: CurrentDesk, body: b.KeyBody) -> Response:
    """Sign in with an operator's key; after several wrong ones a name is locked for a while, at that address."""
    address: str = request.scope["state"]["address"]
    try:
        token = await desk.operators.enter(body.name, body.key, desk.running.now(), address)
    except Locked as locked:
        why = f"too many wrong keys were given; try again in {locked.seconds} s"
        raise Problem(429, why, error="locked", headers={"Retry-After": str(locked.seconds)}) from None
    if token is None:
        raise Problem(401, "the name or the key is wrong", error="key")
    await desk.running.ask(Asked(Note("operator signed in"), operator=body.name))
    response = answered({"name": body.name})
    response.set_cookie(
        desk.settings.operator_cookie,
        token,
        max_age=desk.settings.operator_seconds,
        path="/",
        secure=desk.settings.is_secure,
        httponly=True,
        samesite="strict",
    )
    return response


@router.post("/leave", responses={200: {"model": a.Operator}, **a.refusals(401, 422)}, operation_id="operatorLeave")
async def leave(request: Request, desk: CurrentDesk, operator: CurrentOperator, _: b.Nothing) -> Response:
    """Sign out."""
    desk.operators.leave(cookie(request.scope, desk.settings.operator_cookie))
    await desk.running.ask(Asked(Note("operator signed out"), operator=operator))
    return answered({"name": operator})


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/tables", responses={200: {"model": a.OperatorTables}, **a.refusals(401)}, operation_id="operatorTables")
async def tables(desk: CurrentDesk, _: CurrentOperator) -> Response:
    """All tables with their settings and seats, those that are closed, and those that could not be read."""
    return answered({"tables": await desk.running.tables(), **await desk.running.put_away_tables()})


@router.post(
    "/tables",
    responses={200: {"model": a.Table}, **a.refusals(401, 409, 422)},
    operation_id="openTable",
)
async def open_table(desk: CurrentDesk, operator: CurrentOperator, key: Key, body: b.OpenBody) -> Response:
    """Open a table."""
    return await act(desk, body.request(), operator, key)


@router.post("/tables/{table}/pause", responses=ACT, operation_id="pauseTable")
async def pause(desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Let the round in progress conclude, and open no other."""
    return await act(desk, r.PauseTable(body.reason), operator, key, table)


@router.post("/tables/{table}/resume", responses=ACT, operation_id="resumeTable")
async def resume(
    desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ReasonBody
) -> Response:
    """Let a paused table go on."""
    return await act(desk, r.ResumeTable(body.reason), operator, key, table)


@router.post("/tables/{table}/close", responses=ACT, operation_id="closeTable")
async def close(desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Conclude the round, send everybody's chips back, and open what is still sealed."""
    return await act(desk, r.CloseTable(body.reason), operator, key, table)


@router.post("/tables/{table}/rules", responses={**ACT, 200: {"model": a.ChangedRules}}, operation_id="changeRules")
async def rules(desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ChangeBody) -> Response:
    """Change house rules between rounds."""
    return await act(desk, r.ChangeRules(body.changes, body.reason), operator, key, table)


@router.post(
    "/tables/{table}/settings", responses={**ACT, 200: {"model": a.ChangedSettings}}, operation_id="changeSettings"
)
async def settings(
    desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ChangeBody
) -> Response:
    """Change clocks, limits and company."""
    return await act(desk, r.ChangeSettings(body.changes, body.reason), operator, key, table)


@router.post("/tables/{table}/void", responses=ACT, operation_id="voidRound")
async def void(desk: CurrentDesk, operator: CurrentOperator, key: Key, table: TableId, body: b.ReasonBody) -> Response:
    """Call the round off before it is settled, and return every wager."""
    return await act(desk, r.VoidRound(body.reason), operator, key, table)


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────────

LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}, "description": "JSON lines."}
}


@router.post(
    "/tables/{table}/journal",
    response_class=Response,
    responses={**LINES, **a.refusals(401, 404, 422)},
    operation_id="exportJournal",
)
async def journal(desk: CurrentDesk, operator: CurrentOperator, table: TableId, body: b.ReasonBody) -> Response:
    """Export a table's journal, face-down cards included, as `croupier audit` reads it."""
    await exported(desk, operator, table, "journal", body.reason)
    return await streamed(desk.running.journal(table))


async def streamed(lines: AsyncIterator[str]) -> Response:
    """An answer with many lines, which nobody holds all at once."""
    first = await anext(lines, "")  # a store that cannot be read is told of before the answer begins
    return StreamingResponse(followed_by(first, lines), media_type="application/jsonl")


async def followed_by(first: str, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in lines:
        yield line


@router.post(
    "/tables/{table}/openings",
    response_class=Response,
    responses={**LINES, **a.refusals(401, 404, 422)},
    operation_id="exportOpenings",
)
async def openings(desk: CurrentDesk, operator: CurrentOperator, table: TableId, body: b.OpeningsBody) -> Response:
    """Export the openings of a table's shuffles and dice, as `croupier audit --openings` reads them.

    With `records`, those that go with a journal which was exported earlier and has so many.
    """
    await exported(desk, operator, table, "openings", body.reason)
    return await streamed(desk.running.openings(table, body.records))


async def exported(desk: Desk, operator: str, table: str, what: str, reason: str) -> None:
    """Put an export on record."""
    if not await desk.running.has_table(table):
        raise Problem(404, "there is no such table", field="table")
    await desk.running.ask(Asked(Note(f"exported {what}", table, reason), operator=operator))


@router.get("/log", responses={200: {"model": a.Log}, **a.refusals(401, 422)}, operation_id="log")
async def log(desk: CurrentDesk, _: CurrentOperator, after: After = 0) -> Response:
    """Significant events, up to 500 at a time: who did what, when, why, before and after."""
    found = []
    async for number, entry in desk.running.log(after):
        found.append({"number": number, **asdict(entry)})
        if len(found) == LOG_PAGE:
            break
    return answered({"entries": found, "next": found[-1]["number"] + 1 if found else after})


@router.post("/verify", responses={200: {"model": a.Verified}, **a.refusals(401, 422)}, operation_id="verify")
async def verify(desk: CurrentDesk, operator: CurrentOperator, _: b.Nothing) -> Response:
    """Check the software, the rulebooks, the source of chance and every table's whole journal."""
    return answered(await desk.running.self_check("on demand", operator))


# ── Guests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/guests", responses={200: {"model": a.OperatorGuests}, **a.refusals(401)}, operation_id="operatorGuests")
async def guests(desk: CurrentDesk, _: CurrentOperator) -> Response:
    """All guests whose session is not over."""
    return answered({"guests": await desk.running.guests()})


@router.post("/guests/{guest}/end", responses={**ACT, 200: {"model": a.Guest}}, operation_id="endGuest")
async def end_guest(
    desk: CurrentDesk, operator: CurrentOperator, key: Key, guest: GuestId, body: b.EndGuestBody
) -> Response:
    """End somebody's session; with `erase`, the name is erased at once, also of a session that has just ended."""
    return await act(desk, r.EndGuest(guest, body.reason, body.erase), operator, key)
