"""Reads a stream message by message, and may stall."""

import asyncio
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Scope

from croupier.web.client import Message as Told
from croupier.web.client import messages
from tests.web.asgi import scope_of


class Reader:
    """A browser's end of a stream, without a network."""

    def __init__(self, app: ASGIApp, path: str, headers: Mapping[str, str]) -> None:
        self.status = 0
        self.raw = ""
        self.text = ""
        self.told: list[Told] = []
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.gone = asyncio.Event()
        self.news = asyncio.Event()
        self.started = False
        self.running = asyncio.create_task(self.run(app, scope_of("GET", path, headers)))

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self.receive, self.send)

    async def receive(self) -> Message:
        if not self.started:
            self.started = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.may_read.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        self.raw += message.get("body", b"").decode()
        self.text += message.get("body", b"").decode()
        whole, end, self.text = self.text.rpartition("\n\n")
        self.told += messages(iter((whole + end).encode().splitlines(keepends=True)))
        self.news.set()

    async def until(self, number: int) -> list[Told]:
        """Wait until so many messages have come."""
        async with asyncio.timeout(30):
            while len(self.told) < number and not self.running.done():
                self.news.clear()
                await self.news.wait()
        return self.told

    async def until_raw(self, text: str) -> None:
        """Wait until something has come, be it a message or not."""
        async with asyncio.timeout(30):
            while text not in self.raw:
                self.news.clear()
                await self.news.wait()

    async def close(self) -> None:
        """Go."""
        self.gone.set()
        await self.running
