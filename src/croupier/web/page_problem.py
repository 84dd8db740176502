"""Refusals as people read them in a browser: a page instead of JSON."""

import htpy as h
from fastapi import Request
from starlette.responses import Response

from croupier.pages.frame import document, wordmark
from croupier.web.desk import Desk
from croupier.web.door import is_api, is_navigation
from croupier.web.forms import page, sentence
from croupier.web.problem import Problem


def as_page(_: Desk, request: Request, problem: Problem) -> Response | None:
    """A refusal for somebody who looks at a page; None for programs."""
    if is_api(request.scope) or not (is_navigation(request.scope) or "text/html" in request.headers.get("accept", "")):
        return None
    content = document(
        "Not here",
        h.header(".top")[wordmark(), h.h1["Not here"]],
        h.main(".page.narrow")[
            h.section(".box")[h.p(role="alert")[sentence(problem.reason)], h.p[h.a(href="/")["To the lobby"]]]
        ],
    )
    response = page(content, problem.status)
    response.headers.update(problem.headers or {})
    return response
