"""A house in memory behind a real port, in a thread of its own."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from croupier.web.settings import Limits, settings_for
from tests.web.house_process import free_port
from tests.web.live import LIMITS, Live, running

WAIT_SECONDS = 60
SENT_AHEAD_BYTES = 4096
"""What the system takes of an answer before somebody reads it: little, so that a reader who stalls is noticed."""


class TellingServer(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, config: uvicorn.Config, told: threading.Event) -> None:
        super().__init__(config)
        self.told = told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.told.set()


class Served:
    """The house, and where it is."""

    def __init__(self, limits: Limits) -> None:
        self.port = free_port()
        self.settings = settings_for("127.0.0.1", self.port, None, limits=limits)
        self.started = threading.Event()
        self.live: Live | None = None
        self.server: uvicorn.Server | None = None
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def run(self) -> None:
        async with running(self.settings) as live:
            self.live = live
            await live.open()
            config = uvicorn.Config(live.app, port=self.port, log_config=None, lifespan="off", ws="none", http="h11")
            self.server = TellingServer(config, self.started)
            with socket.create_server(("127.0.0.1", self.port), backlog=2048) as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD_BYTES)
                await self.server.serve(sockets=[listener])


@contextmanager
def served(limits: Limits = LIMITS) -> Iterator[Served]:
    """Serve until the test is over."""
    house = Served(limits)
    house.thread.start()
    assert house.started.wait(WAIT_SECONDS)
    try:
        yield house
    finally:
        assert house.live
        assert house.server
        house.live.desk.is_draining = True
        house.server.should_exit = True
        house.thread.join(WAIT_SECONDS)


def until(seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Try again for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.02)
