"""Routes of the lobby: come in, and see what is played."""

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse, Response

from croupier.house import requests as r
from croupier.house.requests import Asked
from croupier.pages import lobby_page
from croupier.web.desk import CurrentDesk, paced, with_cookie
from croupier.web.forms import SEE_OTHER, SentForm, Visitor, page

router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby(desk: CurrentDesk, guest: Visitor) -> Response:
    """The lobby, or the door for who has no session."""
    if guest is None:
        return page(lobby_page.welcome())
    now = desk.running.now()
    me, tables = await desk.running.look(lambda house: (house.guest_view(guest.id, now), house.lobby()))
    return page(lobby_page.lobby(me, tables))


@router.post("/enter", dependencies=[Depends(paced)])
async def enter(desk: CurrentDesk, form: SentForm) -> Response:
    """Begin a session."""
    unit = await desk.running.ask(Asked(r.Enter(form.get("name", ""))))
    if unit.answer.status != 200:
        return page(lobby_page.welcome(unit.answer.body["reason"]), unit.answer.status)
    return with_cookie(RedirectResponse("/", SEE_OTHER), desk, unit.secrets["token"])
