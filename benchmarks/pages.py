"""Measure the pages of a house: their size, what they cost the server, and how soon a browser shows what happens.

The server's time stands beside that of a handler that does nothing. The house is in memory, so that no disk is
measured. Sizes and painting need Chromium; where it is not, that is said.
"""

import argparse
import asyncio
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import uvicorn
from playwright.sync_api import Page, Response, ViewportSize, sync_playwright
from rich.console import Console
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Scope

from benchmarks.figures import Figure, table_of, write
from croupier.games import GAMES, game
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.requests import Against, AnswerOffer, Asked, Bet, Enter, OpenTable, Request, Sit
from croupier.house.settings import HouseSettings
from croupier.pages import table_page
from croupier.store.committer import Committer
from croupier.store.loading import Loader
from croupier.store.memory import MemoryStore
from croupier.web.app import behind_door, make_app
from croupier.web.client import Client, new_key
from croupier.web.desk import Desk
from croupier.web.operators import Operators
from croupier.web.running_house import RunningHouse
from croupier.web.settings import Limits, Rate, settings_for
from croupier.web.stream import News
from croupier.web.table_pages import sight_of

VIEW_KILOBYTES: Final = 100.0
"""The bar for the first view of a table: page, styles, scripts and pictures."""
READERS: Final = 5
MANY: Final = Rate(1_000_000, 1_000_000)
PORT: Final = 8_799
WIDE: Final = ViewportSize(width=1440, height=900)
PAINTED: Final = """
window.painted = [];
new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
  const number = Number(document.getElementById("table").dataset.number);
  window.painted.push([number, performance.timeOrigin + performance.now()]);
}))).observe(document.getElementById("table"), { attributes: true, attributeFilter: ["data-number"] });
"""


class Bench:
    """A house in memory with a table of each game, behind its app."""

    def __init__(self) -> None:
        limits = Limits(guest=MANY, address=MANY, enter=MANY, opening=MANY, work=MANY, notes=MANY)
        self.settings = settings_for("127.0.0.1", PORT, None, limits=limits)
        self.house = House(
            HouseSettings(bets=10**9), SealKeys((bytes(32),)), os.urandom, {id_: game(id_) for id_ in GAMES}
        )
        store, news = MemoryStore(), News()
        self.committer = Committer(self.house, store, Loader(self.house, store, now).reload, now)
        self.committer.news = news.tell
        operators = Operators(dict, self.settings.lockout, idle_seconds=1, seconds=1)
        self.desk = Desk(RunningHouse(self.house, self.committer, now), self.settings, operators, news)
        routes = make_app()
        routes.add_api_route("/nothing", lambda: PlainTextResponse(""))
        self.app: ASGIApp = behind_door(routes, self.desk)
        self.loop = asyncio.new_event_loop()

    async def ask(self, request: Request, **more: Any) -> Any:  # noqa: ANN401  # as JSON has it
        unit = await self.committer.ask(Asked(request, key=new_key(), **more))
        if unit.answer.status != 200:
            raise RuntimeError(unit.answer.body)
        return unit

    async def seat_everybody(self, id_: str) -> tuple[str, str, str]:
        """Open a table with a round in its betting; gives the table, a guest there, and that guest's token."""
        settings = {"between": 0, "bet": 3600, "decide": 3600, "bank": 5, "house_run": 3}
        opened = await self.ask(OpenTable(id_, id_, {}, settings), operator="bench")
        table = opened.answer.body["table"]
        entered = await self.ask(Enter("Ada"))
        guest = entered.answer.body["guest"]
        await self.ask(Sit(0, 50_000), guest=guest, table=table)
        if self.house.view(table, guest)["you"]["legal"]["answer_bank"]:
            await self.ask(AnswerOffer(take=False), guest=guest, table=table, against=self.against(table, guest))
        return table, guest, entered.secrets["token"]

    def bet(self, table: str, guest: str, turn: int) -> Bet:
        """The smallest bet, or one unit more, by turns."""
        wager = self.house.view(table, guest)["you"]["legal"]["wagers"][0]
        return Bet({wager["wager"]: wager["least"] + turn % 2 * wager["unit"]}, (wager["spots"] or [0])[0])

    def against(self, table: str, guest: str) -> Against:
        view = self.house.view(table, guest)
        return Against(view["round"], view["step"], view["you"]["version"])


def now() -> int:
    return int(time.time() * 1000)


# ── The server's time ────────────────────────────────────────────────────────────────────────────────────────────────


async def answer(app: ASGIApp, path: str, cookie: str) -> int:
    """Ask the app without a network; gives how many bytes came."""
    headers = [(b"host", f"127.0.0.1:{PORT}".encode()), (b"cookie", cookie.encode())]
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
        "scheme": "http",
        "root_path": "",
    }
    size = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal size
        size += len(message.get("body", b""))

    await app(scope, receive, send)
    return size


async def seconds_of(act: Callable[[], Any]) -> float:
    """The processor time of something; other processes take none of it."""
    began = time.thread_time()
    done = act()
    if asyncio.iscoroutine(done):
        await done
    return time.thread_time() - began


def drawn(bench: Bench, table: str, guest: str) -> None:
    """Draw the fragments for one reader as they are now."""
    for element in table_page.fragments(sight_of(bench.house, table, guest, now())).values():
        str(element)


async def server_figures(bench: Bench, times: int) -> list[Figure]:
    """What pages cost beside a handler that does nothing, which is timed before each game, with warm caches."""
    writing = asyncio.create_task(bench.committer.run())
    found: dict[str, list[float]] = {}

    async def note(what: str, act: Callable[[], Any]) -> None:
        found.setdefault(what, []).append(await seconds_of(act))

    nothing = "a handler that does nothing"
    for id_ in GAMES:
        table, guest, token = await bench.seat_everybody(id_)
        watching = [(await bench.ask(Enter(f"Reader {number}"))).answer.body["guest"] for number in range(READERS)]
        cookie = f"{bench.settings.guest_cookie}={token}"
        for _ in range(times):
            await note(nothing, partial(answer, bench.app, "/nothing", ""))
        for turn in range(times):
            request, against = bench.bet(table, guest, turn), bench.against(table, guest)
            await bench.ask(request, guest=guest, table=table, against=against)
            await note(f"{id_}: an event's fragments for who bets", partial(drawn, bench, table, guest))
            await note(f"{id_}:   for one who watches", partial(drawn, bench, table, watching[0]))
            for other in watching[1:]:
                await note(f"{id_}:   for each other one", partial(drawn, bench, table, other))
            await note(f"{id_}: the whole page", partial(answer, bench.app, f"/table/{table}", cookie))
    await bench.committer.stop()
    await writing
    empty = median(found.pop(nothing))
    figures = [Figure(what, median(seconds) / empty, "times that") for what, seconds in sorted(found.items())]
    return [Figure(nothing, empty * 1e6, "µs"), *figures]


# ── A real browser ───────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def served(bench: Bench) -> Iterator[None]:
    """Serve the app in a thread of its own."""
    config = uvicorn.Config(bench.app, port=PORT, log_config=None, lifespan="off", ws="none", http="h11")
    server = uvicorn.Server(config)

    async def run() -> None:
        writing = asyncio.create_task(bench.committer.run())
        await server.serve()
        await bench.committer.stop()
        await writing

    thread = threading.Thread(target=lambda: bench.loop.run_until_complete(run()))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield
    finally:
        bench.loop.call_soon_threadsafe(bench.desk.drain)
        server.should_exit = True
        thread.join()


def in_loop(bench: Bench, asked: Any) -> Any:  # noqa: ANN401  # whatever a coroutine gives
    return asyncio.run_coroutine_threadsafe(asked, bench.loop).result(60)


def read_for_ever(token: str, name: str, table: str) -> None:
    """One of the others who follow the table."""
    client = Client(f"http://127.0.0.1:{PORT}")
    client.cookie = f"{name}={token}"
    connection = client.connect()
    connection.request("GET", f"/stream?watch={table}", headers={"Cookie": client.cookie})
    for _ in connection.getresponse():
        pass


def view_size(page: Page, url: str) -> float:
    """Kilobytes of everything that the first view loads."""
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108  # takes no built-in function
    page.goto(url, wait_until="load")
    page.wait_for_timeout(500)
    return sum(len(response.body()) for response in responses if "/stream" not in response.url) / 1000


def painting(bench: Bench, page: Page, table: str, guest: str, events: int) -> list[float]:
    """Milliseconds from a command to its painted fragments, event by event."""
    page.evaluate(PAINTED)
    found = []
    for turn in range(events):
        request = bench.bet(table, guest, turn)
        began = time.time() * 1000
        unit = in_loop(bench, bench.ask(request, guest=guest, table=table, against=bench.against(table, guest)))
        number = unit.answer.body["number"]
        page.wait_for_function("number => window.painted.some(([n]) => n >= number)", arg=number)
        painted = page.evaluate("number => window.painted.find(([n]) => n >= number)[1]", number)
        found.append(painted - began)
    return found


def browser_figures(path: str, events: int) -> Iterator[Figure]:
    """What a real browser loads, and how soon it shows what happens."""
    bench = Bench()
    with served(bench), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        name = bench.settings.guest_cookie
        for id_ in GAMES:
            table, guest, token = in_loop(bench, bench.seat_everybody(id_))
            context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
            context.add_cookies([{"name": name, "value": token, "url": f"http://127.0.0.1:{PORT}"}])
            page = context.new_page()
            size = view_size(page, f"http://127.0.0.1:{PORT}/table/{table}")
            yield Figure(f"{id_}: first view", size, "kB", VIEW_KILOBYTES)
            if id_ == "baccarat":
                for number in range(READERS):
                    other = in_loop(bench, bench.ask(Enter(f"Reader {number}"))).secrets["token"]
                    threading.Thread(target=read_for_ever, args=(other, name, table), daemon=True).start()
                page.wait_for_timeout(500)
                times = painting(bench, page, table, guest, events)
                yield Figure(f"an event until it is painted, {READERS} others reading: median", median(times), "ms")
                yield Figure("  p99", quantiles(times, n=100)[98], "ms")
            context.close()
        browser.close()


def main() -> None:
    """Print the figures, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="less, and rougher")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    options = parser.parse_args()
    found = asyncio.run(server_figures(Bench(), 30 if options.quick else 300))
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    console = Console()
    if path:
        found.extend(browser_figures(path, 50 if options.quick else 300))
    else:
        console.print("Not measured: sizes and painting, because Chromium is not here.")
    console.print(table_of(found, "pages"))
    if options.json:
        write(found, options.json)
    sys.exit(not all(figure.met for figure in found))


if __name__ == "__main__":
    main()
