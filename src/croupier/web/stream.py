"""Events to browsers: one stream for each, with all of its tables.

A stream keeps nothing but a cursor: the number of the last record that it told of each table. What it sends is looked
up when it is sent, so a reader that stalls costs no memory and gets the latest view when it goes on. The cursor is the
id of each message, and a browser that reconnects names it.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

RETRY_MILLISECONDS: Final = 1_000
CURSOR: Final = re.compile(r"([A-Za-z0-9_-]{1,64}):(\d{1,15})")
HEARTBEAT: Final = ":\n\n"
LOBBY: Final = "lobby"
"""What those follow who want to hear of everything."""


def cursor_from(text: str) -> dict[str, int]:
    """The last number seen of each table; what cannot be read is passed over, and a full view follows."""
    return {found[1]: int(found[2]) for found in map(CURSOR.fullmatch, text.split()) if found}


def cursor_text(cursor: Mapping[str, int]) -> str:
    """As it is sent: `table:number table:number`."""
    return " ".join(f"{table}:{number}" for table, number in sorted(cursor.items()))


def written(kind: str, body: Mapping[str, Any], id_: str) -> str:
    """A message as the format has it; JSON without line ends is one line of data."""
    return f"event: {kind}\nid: {id_}\ndata: {json.dumps(body, separators=(',', ':'))}\n\n"


class Listener:
    """What one stream waits for."""

    def __init__(self, guest: str, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.follows: set[str] = set()
        self.news: set[str] = set()
        """What has moved since it was last looked at: tables and guests by their ids."""
        self.woken = asyncio.Event()


class News:
    """Who waits for what, and who is told."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self.number = 0
        """How many streams are open."""
        self.at: Counter[str] = Counter()
        """How many of them lead to each address."""

    def listen(self, guest: str, address: str = "") -> Listener:
        """Listen for a guest's own news, and for tables that `follow` names, until `leave`."""
        listener = Listener(guest, address)
        self.number += 1
        self.at[address] += 1
        self.follow(listener, guest)
        return listener

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        self.number -= 1
        self.at[listener.address] -= 1
        if not self.at[listener.address]:
            del self.at[listener.address]
        for id_ in tuple(listener.follows):
            self.unfollow(listener, id_)

    def follow(self, listener: Listener, id_: str) -> None:
        listener.follows.add(id_)
        self.listeners.setdefault(id_, set()).add(listener)

    def unfollow(self, listener: Listener, id_: str) -> None:
        listener.follows.discard(id_)
        them = self.listeners.get(id_, set())
        them.discard(listener)
        if not them:
            self.listeners.pop(id_, None)

    def tell(self, ids: Iterable[str]) -> None:
        """There is news of these tables and guests."""
        for id_ in (*ids, LOBBY):
            for listener in self.listeners.get(id_, ()):
                listener.news.add(id_)
                listener.woken.set()

    def wake_all(self) -> None:
        """Have every stream look whether it may go on."""
        for listener in {each for them in self.listeners.values() for each in them}:
            listener.woken.set()

    def of(self, guest: str) -> int:
        """How many streams a guest has open."""
        return sum(listener.guest == guest for listener in self.listeners.get(guest, ()))


class EventStream(Response):
    """Sends messages until they end, the reader has gone, or it takes nothing for too long."""

    media_type = "text/event-stream"

    def __init__(
        self, messages: Callable[[], AsyncIterator[str]], send_seconds: float, ended: Callable[[], None]
    ) -> None:
        """Take where messages come from, and what to do when the stream is over."""
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.messages = messages
        self.send_seconds = send_seconds
        self.ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # as ASGI has it
        """Run the stream."""
        sending = asyncio.create_task(self.send_all(send))
        leaving = asyncio.create_task(gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            results = await asyncio.gather(sending, leaving, return_exceptions=True)
            self.ended()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, TimeoutError | OSError):
                raise result

    async def send_all(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for text in self.messages():
            async with asyncio.timeout(self.send_seconds):
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        async with asyncio.timeout(self.send_seconds):
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def gone(receive: Receive) -> None:
    """Return when the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
