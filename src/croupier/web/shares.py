"""Routes of rounds that guests share: make and revoke a link, and look at what it leads to."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from croupier.house import requests as r
from croupier.house.requests import Asked
from croupier.web import answers as a
from croupier.web import bodies as b
from croupier.web.desk import CurrentDesk, CurrentGuest, Key, TableId, answered, replied
from croupier.web.guests import RoundNumber

router = APIRouter(tags=["shared rounds"], responses=a.AT_THE_DOOR)

ShareId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]
Secret = Annotated[str, Path(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


@router.post(
    "/api/tables/{table}/rounds/{number}/share",
    responses={200: {"model": a.Share}, **a.refusals(401, 404, 409, 422)},
    operation_id="shareRound",
)
async def share(
    desk: CurrentDesk, guest: CurrentGuest, key: Key, table: TableId, number: RoundNumber, _: b.Nothing
) -> Response:
    """Share a round of yours that is over: whoever has the link sees what you saw, and no name; told only now."""
    await desk.running.round(guest.id, table, number)
    unit = await desk.running.ask(Asked(r.ShareRound(number), guest=guest.id, table=table, key=key))
    return replied(unit, unit.secrets)


@router.get("/api/shares", responses={200: {"model": a.Shares}, **a.refusals(401)}, operation_id="shares")
async def shares(desk: CurrentDesk, guest: CurrentGuest) -> Response:
    """The rounds that you share now."""
    return answered({"shares": await desk.running.look(lambda house: house.shares_of(guest.id))})


@router.post(
    "/api/shares/{share}/revoke",
    responses={200: {"model": a.Share}, **a.refusals(401, 404, 409, 422)},
    operation_id="revokeShare",
)
async def revoke(desk: CurrentDesk, guest: CurrentGuest, key: Key, share: ShareId, _: b.Nothing) -> Response:
    """Share a round no longer: its link is dead at once."""
    return replied(await desk.running.ask(Asked(r.RevokeShare(share), guest=guest.id, key=key)))


@router.get(
    "/api/shared/{secret}", responses={200: {"model": a.OwnRound}, **a.refusals(404, 422)}, operation_id="shared"
)
async def shared(desk: CurrentDesk, secret: Secret) -> Response:
    """A round that somebody shares with you, as he saw it, without names."""
    share, found = await desk.running.shared(secret)
    return answered(found.shared_listing(names_table=share["names_table"]))
