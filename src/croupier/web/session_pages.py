"""Routes of a guest's session for people: name, chips, another device, theme, clocks, and its end."""

import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Final

from fastapi import Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from croupier.house import requests as r
from croupier.house.guest import Guest
from croupier.house.requests import Asked
from croupier.pages import session_page
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, paced, with_cookie, without_cookie
from croupier.web.forms import (
    SEE_OTHER,
    THEME,
    THEME_COOKIE,
    THEMES,
    Form,
    SentForm,
    key_of,
    page,
    page_router,
    sentence,
)
from croupier.web.lobby_pages import me_of, origin_of
from croupier.web.problem import Problem

router = page_router()

YEAR_SECONDS: Final = 365 * 24 * 60 * 60
DONE: Final = {
    "rename": "You have another name now.",
    "top-up": "Your wallet is filled up; that is on record.",
    "pace": "Kept: it holds where you sit down next.",
    "theme": "Kept in a cookie of this browser.",
    "link": "",
}
Did = Annotated[str, Query(max_length=20)]
Reader = Callable[[Form], r.GuestRequest]
READERS: Final[Mapping[str, Reader]] = {
    "rename": lambda form: r.Rename(form.get("name", "")),
    "top-up": lambda _: r.TopUp(),
    "pace": lambda form: r.SetPace(form.get("pace", "")),
    "link": lambda _: r.MakeLink(),
    "end": lambda form: r.EndSession("erase" in form),
}


async def session_for(
    desk: Desk, request: Request, guest: Guest, status: int = 200, problem: str = "", done: str = "", link: str = ""
) -> Response:
    """The page of a session."""
    me, pace = await desk.running.look(lambda house: (me_of(house, guest.id), house.guest(guest.id).pace))
    shown = session_page.Session(
        me=me,
        key=secrets.token_urlsafe(16),
        pace=pace,
        theme=THEME.get(),
        welcome=desk.running.house.settings.welcome,
        retention=desk.running.about()["retention"],
        problem=problem,
        done=done,
        link=link,
        address=f"{origin_of(desk, request)}/carry",
    )
    return page(session_page.page(shown), status)


@router.get("/session")
async def session(request: Request, desk: CurrentDesk, guest: CurrentGuest, did: Did = "") -> Response:
    """The guest's session."""
    return await session_for(desk, request, guest, done=DONE.get(did, ""))


@router.post("/session/theme")
async def theme(desk: CurrentDesk, _: CurrentGuest, form: SentForm) -> Response:
    """Have pages light, dark, or as the system has it."""
    chosen = form.get("theme", "")
    if chosen not in ("", *THEMES):
        raise Problem(422, "a theme is light or dark", field="theme")
    response = RedirectResponse("/session?did=theme", SEE_OTHER)
    secure = desk.settings.is_secure
    if chosen:
        response.set_cookie(
            THEME_COOKIE, chosen, max_age=YEAR_SECONDS, path="/", secure=secure, httponly=True, samesite="lax"
        )
    else:
        response.delete_cookie(THEME_COOKIE, path="/", secure=secure, httponly=True, samesite="lax")
    return response


@router.post("/session/{what}")
async def act(request: Request, desk: CurrentDesk, guest: CurrentGuest, what: str, form: SentForm) -> Response:
    """Change something about the session, or end it."""
    if what not in READERS:
        raise Problem(404, "there is no such command")
    unit = await desk.running.ask(Asked(READERS[what](form), guest=guest.id, key=key_of(form, what)))
    desk.news.tell([guest.id])
    answer = unit.answer
    if answer.status != 200:
        return await session_for(desk, request, guest, answer.status, sentence(answer.body["reason"]))
    if what == "end":
        return without_cookie(RedirectResponse("/", SEE_OTHER), desk)
    if what == "link":  # the secret is told once: the page that shows it cannot be loaded again
        return await session_for(desk, request, guest, link=unit.secrets.get("link", ""))
    return RedirectResponse(f"/session?did={what}", SEE_OTHER)


# ── On the other device ──────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/carry")
async def carry_form() -> Response:
    """Where a link leads to; its secret stays behind the # and is not sent before somebody says so."""
    return page(session_page.carry_page())


@router.post("/carry", dependencies=[Depends(paced)])
async def carry(desk: CurrentDesk, form: SentForm) -> Response:
    """Go on with a session here."""
    secret = form.get("secret", "").strip()
    unit = await desk.running.ask(Asked(r.RedeemLink(secret[:100])))
    if unit.answer.status != 200:
        return page(session_page.carry_page(sentence(unit.answer.body["reason"])), unit.answer.status)
    return with_cookie(RedirectResponse("/", SEE_OTHER), desk, unit.secrets["token"])
