"""A house in memory behind a real port, whose time stands still until a test moves it, and whose cards are seeded."""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import uvicorn
from playwright.sync_api import Page, expect

from croupier.house.requests import Asked, PauseTable
from croupier.web.settings import settings_for
from tests.example_games import EXAMPLES
from tests.web.house_process import free_port
from tests.web.live import LIMITS, OPERATOR, Live, Visitor, running
from tests.web.served import WAIT_SECONDS, TellingServer

CLOCKS = {"between": 4, "bet": 30, "decide": 20, "bank": 20}
Given = TypeVar("Given")


class BrowserHouse:
    """The house, and short ways to have something done there."""

    def __init__(self, seed: int) -> None:
        self.port = free_port()
        self.seed = seed
        self.started = threading.Event()
        self.loop = asyncio.new_event_loop()
        self.server: uvicorn.Server | None = None
        self.live_: Live | None = None
        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(self.run()))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> Live:
        assert self.live_
        return self.live_

    async def run(self) -> None:
        settings = settings_for("127.0.0.1", self.port, None, limits=LIMITS)
        entropy = random.Random(self.seed).randbytes
        more = [example.game for example in EXAMPLES.values()]
        async with running(settings, entropy=entropy, more_games=more) as live:
            self.live_ = live
            config = uvicorn.Config(live.app, port=self.port, log_config=None, lifespan="off", ws="none", http="h11")
            self.server = TellingServer(config, self.started)
            await self.server.serve()

    def do(self, asked: Callable[[Live], Awaitable[Given]]) -> Given:
        """Have something done in the house's own thread."""

        async def done() -> Given:
            return await asked(self.live)

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(WAIT_SECONDS)

    def open(self, game: str, **settings: Any) -> str:
        """Open a table."""
        return self.do(lambda live: live.open(game, **{**CLOCKS, **settings}))

    def visitor(self, name: str) -> Visitor:
        """Somebody with a session, who asks without a browser."""

        async def entered(live: Live) -> Visitor:
            visitor = Visitor(live)
            heard = await visitor.post("/api/guests", {"name": name}, key="", host=f"127.0.0.1:{self.port}")
            assert heard.status == 200, heard.body
            return visitor

        return self.do(entered)

    def seat(self, table: str, name: str) -> None:
        """Let somebody sit down who does nothing."""
        visitor, host = self.visitor(name), f"127.0.0.1:{self.port}"
        body = {"seat": 0, "cents": 10_000}
        heard = self.do(lambda _: visitor.post(f"/api/tables/{table}/sit", body, host=host))
        assert heard.status == 200, heard.body

    def pause(self, table: str, reason: str = "the supervisor looks at the shoe") -> None:
        """Let the round conclude, and no other open."""
        asked = Asked(PauseTable(reason), operator=OPERATOR, table=table)
        answer = self.do(lambda live: live.committer.ask(asked)).answer
        assert answer.status == 200, answer.body

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and whatever is due happen."""
        self.do(lambda live: live.pass_time(seconds))

    def tick(self, *pages: Page) -> None:
        """Let a second pass, and wait until pages show what has happened."""
        self.pass_time(1)
        for page in pages:
            table = page.locator("#table")
            number = self.number(str(table.get_attribute("data-table")))
            expect(table).to_have_attribute("data-number", str(number))

    def number(self, table: str) -> int:
        """The last record of a table."""

        async def found(live: Live) -> int:
            number: int = live.house.view(table, "")["number"]
            return number

        return self.do(found)


@contextmanager
def browser_house(seed: int = 1) -> Iterator[BrowserHouse]:
    """Serve until the test is over."""
    house = BrowserHouse(seed)
    house.thread.start()
    assert house.started.wait(WAIT_SECONDS)
    try:
        yield house
    finally:
        assert house.server
        house.loop.call_soon_threadsafe(house.live.desk.drain)
        house.server.should_exit = True
        house.thread.join(WAIT_SECONDS)
        house.loop.close()
