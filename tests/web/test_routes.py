"""How requests find their way: without another thread, and without a document made while people wait."""

import asyncio
import inspect
import threading

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import Route

from croupier.web import serve
from croupier.web.app import make_app
from tests.web.live import running


def below(dependant: Dependant) -> list[Dependant]:
    """What a route depends on, and what that depends on."""
    return [each for direct in dependant.dependencies for each in (direct, *below(direct))]


def test_nothing_that_a_route_depends_on_is_sent_to_another_thread() -> None:
    found = [each.call for route in make_app().routes if isinstance(route, APIRoute) for each in below(route.dependant)]
    assert found
    assert [call for call in found if not inspect.iscoroutinefunction(call)] == []


def test_every_route_is_asked_once_and_not_router_by_router() -> None:
    assert [route for route in make_app().routes if not isinstance(route, Route)] == []


def test_the_document_is_made_beside_the_event_loop_when_the_house_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[threading.Thread] = []
    monkeypatch.setattr(serve, "config", lambda **_: None)  # logs stay as they are
    monkeypatch.setattr(FastAPI, "openapi", lambda _: made.append(threading.current_thread()))

    async def story() -> None:
        async with running() as live:
            with serve.listening("127.0.0.1", 0) as listener:
                server = serve.Server(live.desk, serve.Start(listener, lambda: None, lambda: False))
                server.config.load()
                server.lifespan = server.config.lifespan_class(server.config)
                await server.startup([listener])
                await asyncio.gather(*live.desk.tasks)
                await server.shutdown([listener])

    asyncio.run(story())
    assert len(made) == 1
    assert made[0] is not threading.current_thread()
