"""Routes of a guest's own session: begin, carry, rotate and end it, and ask for what was answered."""

import json
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from croupier.house import requests as r
from croupier.house.requests import Asked
from croupier.house.tally import PARTS, Reckoning
from croupier.result import figure
from croupier.web import answers as a
from croupier.web import bodies as b
from croupier.web.desk import (
    CurrentDesk,
    CurrentGuest,
    Desk,
    ExchangingGuest,
    Key,
    OptionalKey,
    TableId,
    answered,
    paced,
    replied,
    with_cookie,
    without_cookie,
)
from croupier.web.door import cookie
from croupier.web.problem import Problem

router = APIRouter(tags=["guests"], responses=a.AT_THE_DOOR)

KeyInPath = Annotated[str, Path(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Skip = Annotated[int, Query(ge=0, le=2**53, description="How many of the latest to leave out.")]
RoundNumber = Annotated[int, Path(ge=1, le=2**53)]
LATEST: Final = 100
"""How many rounds a tally lists one by one."""


async def ask(desk: Desk, request: r.Request, guest: str = "", key: str = "", token: str = "") -> Response:
    """Ask something about a session; a new token becomes a cookie, and a link's secret is told once."""
    unit = await desk.running.ask(Asked(request, guest=guest, key=key, token=token))
    desk.news.tell([guest])
    extra = {name: secret for name, secret in unit.secrets.items() if name != "token"}
    response = replied(unit, extra)
    given = unit.secrets.get("token")
    return with_cookie(response, desk, given) if given else response


@router.post(
    "/api/guests",
    dependencies=[Depends(paced)],
    responses={200: {"model": a.Entered}, **a.refusals(422)},
    operation_id="enter",
)
async def enter(desk: CurrentDesk, body: b.EnterBody) -> Response:
    """Begin a session, with practice chips; its token comes as a cookie."""
    return await ask(desk, body.request())


@router.post(
    "/api/links/redeem",
    dependencies=[Depends(paced)],
    responses={200: {"model": a.Entered}, **a.refusals(401, 422)},
    operation_id="redeemLink",
)
async def redeem(desk: CurrentDesk, body: b.RedeemBody, key: OptionalKey = "") -> Response:
    """Take a session over from another device, with the secret of a link; once.

    Whoever gave a key and lost the answer may ask again for two minutes, with the same key.
    """
    return await ask(desk, body.request(), key=key)


@router.get("/api/me", responses={200: {"model": a.Me}, **a.refusals(401)}, operation_id="me")
async def me(desk: CurrentDesk, guest: CurrentGuest) -> Response:
    """Your name, your wallet and where you sit."""
    now = desk.running.now()
    return answered(await desk.running.look(lambda house: house.guest_view(guest.id, now)))


@router.post(
    "/api/me/rename",
    responses={200: {"model": a.Guest}, **a.refusals(401, 409, 422)},
    operation_id="rename",
)
async def rename(desk: CurrentDesk, guest: CurrentGuest, key: Key, body: b.RenameBody) -> Response:
    """Take another name; the answer does not repeat it, because answers are kept and names can be erased."""
    return await ask(desk, body.request(), guest.id, key)


@router.post("/api/me/rotate", responses={200: {"model": a.Guest}, **a.refusals(401, 409, 422)}, operation_id="rotate")
async def rotate(request: Request, desk: CurrentDesk, guest: ExchangingGuest, key: Key, _: b.Nothing) -> Response:
    """Exchange the session's token for a new one; the old one is dead at once.

    Whoever lost the answer may ask again for two minutes, with the old token and the same key, and for nothing else.
    """
    return await ask(desk, r.RotateToken(), guest, key, cookie(request.scope, desk.settings.guest_cookie))


@router.post("/api/me/link", responses={200: {"model": a.Link}, **a.refusals(401, 409, 422)}, operation_id="makeLink")
async def link(desk: CurrentDesk, guest: CurrentGuest, key: Key, _: b.Nothing) -> Response:
    """Make a link that carries the session to another device, once and soon; its secret is told only now."""
    return await ask(desk, r.MakeLink(), guest.id, key)


@router.post("/api/me/top-up", responses={200: {"model": a.Wallet}, **a.refusals(401, 409, 422)}, operation_id="topUp")
async def top_up(desk: CurrentDesk, guest: CurrentGuest, key: Key, _: b.Nothing) -> Response:
    """Have your wallet filled up with practice chips, on record."""
    return await ask(desk, r.TopUp(), guest.id, key)


@router.post("/api/me/pace", responses={200: {"model": a.Paced}, **a.refusals(401, 409, 422)}, operation_id="pace")
async def pace(desk: CurrentDesk, guest: CurrentGuest, key: Key, body: b.PaceBody) -> Response:
    """Have the usual time, ten times as long, or no limit at tables where you sit down, where they allow it."""
    return await ask(desk, body.request(), guest.id, key)


@router.post("/api/me/end", responses={200: {"model": a.Wallet}, **a.refusals(401, 409, 422)}, operation_id="end")
async def end(desk: CurrentDesk, guest: CurrentGuest, key: Key, body: b.EndBody) -> Response:
    """Leave every table and end the session; with `erase`, your name is erased at once and not minutes later."""
    response = await ask(desk, body.request(), guest.id, key)
    return without_cookie(response, desk) if response.status_code == 200 else response


@router.get(
    "/api/answers/{key}",
    responses={200: {"model": a.StoredAnswer}, **a.refusals(401, 404, 422)},
    operation_id="answer",
)
async def answer(desk: CurrentDesk, guest: CurrentGuest, key: KeyInPath) -> Response:
    """What a command of yours was answered, if the answer got lost on its way."""
    found = await desk.running.answer(guest.id, key)
    if found is None:
        raise Problem(404, "no command with this key was answered, or it is no longer kept", field="key")
    return answered({"key": key, "status": found.status, "body": json.loads(found.body)})


@router.get("/api/rounds", responses={200: {"model": a.Rounds}, **a.refusals(401, 422)}, operation_id="rounds")
async def rounds(desk: CurrentDesk, guest: CurrentGuest, skip: Skip = 0) -> Response:
    """The rounds that you had a part in, the latest first, a hundred at a time."""
    return answered({"rounds": await desk.running.rounds(guest.id, skip)})


@router.get("/api/me/tally", responses={200: {"model": a.Tally}, **a.refusals(401)}, operation_id="tally")
async def tally(desk: CurrentDesk, guest: CurrentGuest) -> Response:
    """Skill, luck and edge of your rounds, exactly; of rounds that are not counted yet, ask again later."""
    played, found = await desk.tallies.of(guest.id)
    latest = [pair for pair in zip(played, found.rounds, strict=True) if pair[1]][: -LATEST - 1 : -1]
    rounds = [
        {"table": each.table, "round": each.round, **reckoning_listing(reckoning)}
        for each, reckoning in latest
        if reckoning
    ]
    return answered(
        {
            "rounds": len(found.rounds),
            "counted": len(found.counted),
            "waiting": found.waiting,
            "result": found.result,
            **{part: figure(cents) for part, cents in found.sums.items()},
            "latest": rounds,
        }
    )


def reckoning_listing(reckoning: Reckoning) -> dict[str, object]:
    """A round taken apart, as programs are told."""
    return {
        "why_not": reckoning.why_not,
        "result": reckoning.result,
        **{part: figure(getattr(reckoning, part)) for part in PARTS},
        "choices": [
            {"decision": each.decision, "option": each.option, "by": each.by, "skill": figure(each.skill)}
            for each in reckoning.choices
        ],
    }


@router.get(
    "/api/tables/{table}/rounds/{number}",
    responses={200: {"model": a.OwnRound}, **a.refusals(401, 404, 422)},
    operation_id="round",
)
async def own_round(desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber) -> Response:
    """One of your rounds as your seat saw it, with rules, balances, and proofs of its cards once they are used up."""
    found = await desk.running.round(guest.id, table, number)
    return answered(await desk.running.look(lambda house: found.listing(house.name_of)))
