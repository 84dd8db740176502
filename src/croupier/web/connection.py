"""A connection that waits only so long for somebody to say what they want.

Uvicorn waits for ever for the first line of a request, and for the rest of its headers; each connection that says
nothing would take a place from those who do.
"""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 30


class Connection(H11Protocol):
    """Is closed where the headers of a request do not come in time."""

    head_seconds: float = HEAD_SECONDS
    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn has it
        super().connection_made(transport)
        self.wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.wait_for_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.wait_no_more()

    def wait_for_head(self) -> None:
        """Give up after a while, unless the headers are there; what comes in between gains no time.

        What is left of a body that was answered before it had come is only in the way of the next request.
        """
        is_answered = getattr(self.cycle, "response_complete", False)  # there is no cycle before the first request
        if self.transport.is_closing() or not (is_answered or self.conn.their_state is h11.IDLE):
            self.wait_no_more()
        elif self.waiting is None:
            self.waiting = self.loop.call_later(self.head_seconds, self.transport.close)

    def wait_no_more(self) -> None:
        if self.waiting:
            self.waiting.cancel()
            self.waiting = None
