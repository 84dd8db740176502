"""Connections that say nothing, or only the beginning of something, are given up."""

import asyncio
import threading

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from croupier.web.connection import Connection
from tests.web.house_process import free_port
from tests.web.served import TellingServer

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
WAIT_SECONDS = 60


class Hasty(Connection):
    """Waits hardly at all."""

    head_seconds = 0.05


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer after longer than anybody is waited for."""
    await asyncio.sleep(4 * Hasty.head_seconds)
    await PlainTextResponse("at last")(scope, receive, send)


def all_that_comes(pieces: list[bytes]) -> bytes:
    """What a server sends to somebody who sends some pieces and then nothing, until it hangs up."""

    async def story() -> bytes:
        port = free_port()
        config = uvicorn.Config(hello, port=port, http=Hasty, log_config=None, lifespan="off", timeout_keep_alive=3600)
        started = threading.Event()
        server = TellingServer(config, started)
        serving = asyncio.create_task(server.serve())
        assert await asyncio.to_thread(started.wait, WAIT_SECONDS)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        async with asyncio.timeout(WAIT_SECONDS):
            heard = await reader.read()
        writer.close()
        server.should_exit = True
        await serving
        return heard

    return asyncio.run(story())


@pytest.mark.parametrize("pieces", [[], [b"GET"], [ASKED[:-2], b"X-More: "]])
def test_who_does_not_say_what_they_want_is_not_waited_for(pieces: list[bytes]) -> None:
    assert all_that_comes(pieces) == b""


@pytest.mark.parametrize("more", [b"", b"GET /again"])
def test_an_answer_may_take_longer_than_the_question(more: bytes) -> None:
    heard = all_that_comes([ASKED + more])
    assert heard.count(b"HTTP/1.1 200 OK") == 1
    assert heard.endswith(b"at last")


def test_what_is_left_of_a_body_that_was_answered_is_not_waited_for() -> None:
    heard = all_that_comes([b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n", b"x"])
    assert heard.endswith(b"at last")
