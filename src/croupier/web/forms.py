"""Pages and the forms on them: what every route for people shares.

A form says what a command of the API says, and goes through the same door to the same house. Its key is made of the
page's own and of everything else in it: the same form sent twice is the same command.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from hashlib import sha256
from typing import Annotated, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.house.guest import Guest, hash_of
from croupier.money import cents_from
from croupier.web.desk import desk_of
from croupier.web.door import cookie
from croupier.web.problem import Problem

HTML: Final = "text/html; charset=utf-8"
SEE_OTHER: Final = 303
Form = Mapping[str, str]


THEMES: Final = ("light", "dark")
THEME_COOKIE: Final = "croupier-theme"
THEME: Final[ContextVar[str]] = ContextVar("theme", default="")
"""The theme that whoever asks has chosen; empty for the system's."""


async def know_theme(request: Request) -> None:
    """Take the theme from its cookie, before a page is made."""
    chosen = cookie(request.scope, THEME_COOKIE)
    THEME.set(chosen if chosen in THEMES else "")


def page(content: object, status: int = 200) -> Response:
    """A page, in the theme that was chosen."""
    text = str(content)
    if THEME.get():  # the text is markup, whose own `replace` would escape what is put in
        text = str.replace(text, '<html lang="en"', f'<html lang="en" class="{THEME.get()}"', 1)
    return Response(text, status, media_type=HTML)


async def form_of(request: Request) -> Form:
    """The fields of a form; one that is named twice is refused."""
    try:
        pairs = parse_qsl(
            (await request.body()).decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=64
        )
    except ValueError:
        raise Problem(400, "this form cannot be read") from None
    if len(dict(pairs)) < len(pairs):
        raise Problem(400, "a field of this form is there twice")
    return dict(pairs)


SentForm = Annotated[Form, Depends(form_of)]


def key_of(form: Form, what: str) -> str:
    """The key of a command: the page's own, and everything else that was sent."""
    return sha256(repr((what, sorted(form.items()))).encode()).hexdigest()


def number(form: Form, name: str, least: int = 0) -> int:
    """A whole number of a form."""
    text = form.get(name, "")
    is_whole = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 16
    if not is_whole or int(text) < least:
        raise Problem(422, "this must be a whole number", field=name)
    return int(text)


def amount(form: Form, name: str = "chips") -> int:
    """Dollars that somebody wrote."""
    try:
        return cents_from(form.get(name, ""))
    except Refused as refused:
        raise Problem(422, refused.reason, field=name) from None


def sentence(reason: str) -> str:
    """A reason as a page says it."""
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


async def guest_or_none(request: Request) -> Guest | None:
    """The guest whose session this is, if there is one."""
    desk = desk_of(request)
    token = cookie(request.scope, desk.settings.guest_cookie)
    return await desk.running.guest(hash_of(token)) if token else None


Visitor = Annotated[Guest | None, Depends(guest_or_none)]


def page_router() -> APIRouter:
    """A router for pages, which the API leaves out, and which have the theme that was chosen."""
    return APIRouter(include_in_schema=False, dependencies=[Depends(know_theme)])
