"""Refusals as people read them in a browser: a page instead of JSON."""

from typing import Final

from fastapi import Request
from starlette.responses import Response

from croupier.pages import lobby_page
from croupier.web.desk import Desk
from croupier.web.door import is_api, is_navigation
from croupier.web.forms import page, sentence
from croupier.web.lobby_pages import NEXT, welcome
from croupier.web.problem import Problem

TITLES: Final = {404: "This is not here", 429: "One moment, please", 503: "The house cannot write just now"}


def as_page(desk: Desk, request: Request, problem: Problem) -> Response | None:
    """A refusal for somebody who looks at a page; None for programs.

    Whoever has no session meets the door, and goes on from there to the table of an invitation.
    """
    if is_api(request.scope) or not (is_navigation(request.scope) or "text/html" in request.headers.get("accept", "")):
        return None
    if problem.status == 401:
        path = request.url.path
        response = welcome(desk, request, 401, next_page=path if NEXT.fullmatch(path) else "")
    else:
        response = page(lobby_page.sorry(TITLES.get(problem.status, "This cannot be done"), sentence(problem.reason)))
        response.status_code = problem.status
    response.headers.update(problem.headers or {})
    return response
