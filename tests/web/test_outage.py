"""A store that is away or full: all are told when to ask again, nobody loses a session, and it passes by itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NoReturn

import pytest

from croupier.house.settings import HouseSettings
from croupier.house.table import Table
from croupier.store import committer as module
from croupier.store.store import Away, Full, NotNow, Unread
from croupier.web.stream import HEARTBEAT
from tests.web.asgi import Heard
from tests.web.live import Live, Visitor, running
from tests.web.reader import Reader
from tests.web.test_access import OPERATOR, PUBLIC, ROWS, Scene, right, send

READS: Final = (
    "documents",
    "document",
    "opening",
    "sealed",
    "snapshot",
    "answers",
    "answer",
    "postings",
    "played",
    "round_of",
)
READS_ON: Final = ("lines", "openings", "log")
"""Reads that go on line by line."""
WRITES: Final = ("commit", "probe", "note", "forget")
ALWAYS: Final = {
    "GET /api/me",
    "GET /api/shares",
    "GET /api/tables",
    "GET /api/tables/{table}",
    "GET /api/tables/{table}/edges",
    "GET /api/games/{game}/edges",
    "GET /api/operator/guests",
}
"""Routes of guests and operators that need nothing of a store as long as nothing in memory is ahead of it."""


@contextmanager
def failing(live: Live, error: NotNow, *names: str) -> Iterator[None]:
    """Let the store fail."""

    async def fail(*_: Any, **__: Any) -> NoReturn:
        raise error

    async def fail_on(*_: Any, **__: Any) -> AsyncIterator[Any]:
        for each in (error,):
            raise each
        yield

    for name in names:
        setattr(live.store, name, fail_on if name in READS_ON else fail)
    try:
        yield
    finally:
        for name in names:
            delattr(live.store, name)


def play(story: Callable[[Scene], Awaitable[None]]) -> None:
    async def told() -> None:
        async with asyncio.timeout(60), running() as live:
            await story(await Scene.set(live))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PROBE_SECONDS", 0.001)
        asyncio.run(told())


async def until_writable(live: Live) -> None:
    while not live.committer.is_writable or not live.committer.is_begun:  # noqa: ASYNC110  # nobody tells
        await asyncio.sleep(0.001)


def is_told_to_wait(heard: Heard) -> bool:
    return heard.status == 503 and int(heard.header("retry-after")) > 0 and set(heard.json) >= {"error", "reason"}


def reading(*, needs_store: bool) -> list[str]:
    """Routes that only read."""
    gets = [route for route in ROWS if route.startswith("GET") and route not in ("GET /api/stream", "GET /readyz")]
    return [route for route in gets if (route in ALWAYS or ROWS[route].access == PUBLIC) != needs_store]


LAST: Final = "POST /api/operator/leave"
COMMANDS: Final = [*(route for route, row in ROWS.items() if row.body is not None and route != LAST), LAST]


@pytest.mark.parametrize(
    "error", [Away("the database cannot be reached"), Full("no room"), Unread("a bad sector")], ids=repr
)
def test_every_route_says_when_to_ask_again_and_works_when_the_store_does(error: NotNow) -> None:
    async def story(scene: Scene) -> None:
        live, moment = scene.live, await scene.seated.against(scene.table)
        kept = await live.kept()
        cannot_write = error if isinstance(error, Full) else Full("no room")
        with failing(live, error, *READS, *READS_ON), failing(live, cannot_write, *WRITES):
            for route in reading(needs_store=False):
                expected = 404 if "{secret}" in route else 200  # the link is made up
                assert (await send(scene, route, right(scene, route))).status == expected, route
            for route in reading(needs_store=True):
                assert is_told_to_wait(await send(scene, route, right(scene, route))), route
            for route in COMMANDS:
                heard = await send(scene, route, right(scene, route), moment=moment)
                assert is_told_to_wait(heard) or route == "POST /api/operator/enter", (route, heard.body)
            for route in reading(needs_store=True):  # nobody is told that the session is over
                if ROWS[route].access != OPERATOR:
                    assert is_told_to_wait(await send(scene, route, scene.seated)), route
            assert (await scene.seated.get("/readyz")).json == {"status": "read-only"}
        await until_writable(live)
        await live.settle()
        assert (await live.kept())[2:] == kept[2:]
        for route in reading(needs_store=True):
            if ROWS[route].access != OPERATOR:
                assert (await send(scene, route, scene.seated)).status in (200, 404), route
        assert (await scene.seated.post("/api/me/rename", {"name": "Eve"})).status == 200
        assert (await scene.seated.view(scene.table))["you"]["seat"] == 1

    play(story)


def test_a_session_is_not_over_because_the_store_is_away() -> None:
    async def story(scene: Scene) -> None:
        live = scene.live
        with failing(live, Away("gone"), *READS, *READS_ON, *WRITES):
            assert is_told_to_wait(await scene.seated.post("/api/me/rotate"))
            assert is_told_to_wait(await scene.seated.get("/api/me"))
            assert (await Visitor(live, "croupier=made-up").get("/api/me")).status == 503  # it might be somebody's
        await until_writable(live)
        assert (await scene.seated.get("/api/me")).status == 200
        assert (await Visitor(live, "croupier=made-up").get("/api/me")).status == 401
        await live.settle()
        (entry,) = [entry async for _, entry in live.store.log() if entry.what == "could not write"]
        assert (entry.who, entry.why, entry.after) == ("house", "gone", "writes again")
        assert entry.before == "2027-01-15T08:00:00.000+00:00"

    play(story)


def test_a_stream_outlasts_an_outage_and_misses_nothing() -> None:
    async def story(scene: Scene) -> None:
        live = scene.live
        reader = Reader(live.app, "/api/stream?", {"cookie": scene.seated.cookie})
        await reader.until(2)
        with failing(live, Away("gone"), *READS, *READS_ON, *WRITES):
            assert is_told_to_wait(await scene.seated.post("/api/me/rename", {"name": "Eve"}))
            live.news.wake_all()
            await reader.until_raw(HEARTBEAT)
        await until_writable(live)
        heard = len(reader.told)
        body = {"wagers": {"player": 700}, "against": await scene.other.against(scene.table)}
        assert (await scene.other.post(f"/api/tables/{scene.table}/bet", body)).status == 200
        while not any(
            event["event"] == "wager_placed" for each in reader.told[2:] for event in each.body.get("events") or ()
        ):
            heard += 1
            await reader.until(heard)
        assert "end" not in [each.kind for each in reader.told]
        await reader.close()

    play(story)


def test_an_export_whose_lines_cannot_be_read_does_not_begin() -> None:
    async def story(scene: Scene) -> None:
        with failing(scene.live, Unread("a bad sector"), "lines"):
            assert is_told_to_wait(await send(scene, "POST /api/operator/tables/{table}/journal", scene.operator))
        heard = await send(scene, "POST /api/operator/tables/{table}/journal", scene.operator)
        assert heard.body.decode() == "".join([line async for line in scene.live.store.lines(scene.table)])

    play(story)


def test_a_full_house_and_a_faulted_table_say_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        def fails(_: Table) -> bool:
            raise ZeroDivisionError("a bug")

        with monkeypatch.context() as patch:
            patch.setattr(Table, "move", fails)
            assert is_told_to_wait(await scene.other.post(f"/api/tables/{scene.table}/stand"))
        object.__setattr__(scene.live.house, "settings", HouseSettings(guests=1))
        assert is_told_to_wait(await Visitor(scene.live).post("/api/guests", {"name": "Eve"}, key=""))

    play(story)


def test_news_that_came_in_an_outage_are_told_after_it() -> None:
    async def story(scene: Scene) -> None:
        live = scene.live

        @asynccontextmanager
        async def in_company() -> AsyncIterator[bool]:
            yield False  # another process runs the tables: nothing is begun anew

        live.store.beginning = in_company  # type: ignore[method-assign]
        reader = Reader(live.app, "/api/stream?", {"cookie": scene.seated.cookie})
        heard = len(await reader.until(2))
        with failing(live, Away("gone"), *READS, *READS_ON, *WRITES):
            assert is_told_to_wait(await scene.seated.post("/api/me/rename", {"name": "Eve"}))
            live.news.tell([scene.table])
            await reader.until_raw(HEARTBEAT)
        await until_writable(live)
        assert (await reader.until(heard + 1))[-1].body["table"] == scene.table
        await reader.close()

    play(story)
