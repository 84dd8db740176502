"""The app: all routes behind one door, every refusal in one shape, and an OpenAPI document that says exactly that."""

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from croupier import __version__
from croupier.house.unit import Denied
from croupier.store.store import Broken, NotNow
from croupier.web import (
    advice_pages,
    events,
    guests,
    house,
    lobby_pages,
    operator,
    own_tables,
    page_files,
    round_pages,
    rules_pages,
    session_pages,
    settle_pages,
    shares,
    table_pages,
    tables,
)
from croupier.web.desk import Desk, desk_of
from croupier.web.door import Door
from croupier.web.logs import log
from croupier.web.page_problem import as_page
from croupier.web.problem import ERRORS, RETRY, Problem

DESCRIPTION = """\
Tables for several people, with practice chips. Commands are sent by POST, each with a key of its own and the moment
that it was made against; what happens comes as server-sent events. Money is in cents, times are milliseconds UTC.
"""
SENTENCES = {404: "there is no such address", 405: "this address is not for that method"}
MODULES = (
    *(tables, table_pages, events, guests, house, page_files, lobby_pages, own_tables, operator),
    *(session_pages, rules_pages, round_pages, settle_pages, advice_pages, shares),
)
"""Where routes are, the most used first."""
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def make_app(lifespan: Lifespan | None = None) -> FastAPI:
    """All routes; `behind_door` makes them safe to reach.

    They are not included router by router, because each router would look at a request anew.
    """
    return FastAPI(
        title="Croupier",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # their scripts would come from elsewhere
        redoc_url=None,
        routes=[route for module in MODULES for route in module.router.routes],
        exception_handlers={
            Problem: refused,
            Denied: denied,
            NotNow: unavailable,
            Broken: unavailable,
            RequestValidationError: misshapen,
            HTTPException: unknown,
            Exception: failed,
        },
        generate_unique_id_function=lambda route: route.name,
        separate_input_output_schemas=False,
        redirect_slashes=False,
    )


def behind_door(app: FastAPI, desk: Desk) -> Door:
    """The app as it is served: nothing reaches a route, or leaves it, but through the door."""
    app.state.desk = desk
    return Door(app, settings=desk.settings, metrics=desk.metrics, noted=desk.noted)


async def refused(request: Request, problem: Exception) -> Response:
    """Answer a request that a route refused, and put it on record."""
    assert isinstance(problem, Problem)  # noqa: S101  # as registered
    desk = desk_of(request)
    desk.metrics.refused[problem.error] += 1
    desk.noted(request.scope, problem)
    return as_page(desk, request, problem) or problem.response()


async def denied(request: Request, error: Exception) -> Response:
    """Answer a request for something that the house does not have."""
    assert isinstance(error, Denied)  # noqa: S101  # as registered
    return await refused(request, Problem(error.status, error.reason, field=error.field, error=error.kind))


async def unavailable(request: Request, error: Exception) -> Response:
    """Answer a request that needs a store which cannot be read or written now."""
    return await refused(request, Problem(503, f"{error}; ask again later", headers=RETRY))


async def misshapen(request: Request, error: Exception) -> Response:
    """Answer a request whose fields are not right, and name the first that is not; its value is not repeated."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  # as registered
    first: Mapping[str, Any] = next(iter(error.errors()), {})
    where = ".".join(str(part) for part in first.get("loc", ())[1:] if isinstance(part, str | int))
    problem = Problem(422, spoken(str(first.get("msg", "this cannot be understood"))), field=printable(where))
    return await refused(request, problem)


async def unknown(request: Request, error: Exception) -> Response:
    """Answer a request for what is not there."""
    assert isinstance(error, HTTPException)  # noqa: S101  # as registered
    status = error.status_code if error.status_code in ERRORS else 400
    sentence = SENTENCES.get(status, "the request cannot be understood")
    return await refused(request, Problem(status, sentence, headers=error.headers))


async def failed(_: Request, error: Exception) -> Response:
    """Answer a request that failed by a mistake of ours, and log where, without any value."""
    log("failed", level=logging.ERROR, error=error)
    return Problem(500, "something went wrong here; nothing is known to have changed").response()


def spoken(message: str) -> str:
    """What a check says, as our reasons are written."""
    said = message.removeprefix("Value error, ").removesuffix(".")
    return said[:1].lower() + said[1:]


def printable(text: str) -> str:
    """A field's name as it may be shown: a client may have made it up."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:100]
