"""The pages against everybody who has no business there: nothing changes, and nothing is shown."""

import asyncio

import pytest

from tests.web.asgi import Heard
from tests.web.browsing import Browser, text_of
from tests.web.live import Live, running
from tests.web.page_access import GUEST, OWNER, PAGES, PUBLIC

ENDLESS = ("GET /stream", "GET /lobby/stream")


async def send(route: str, who: Browser, table: str, **headers: str) -> Heard:
    """Use a route as its row says."""
    method, pattern = route.split()
    path = pattern.format(table=table, what="pause" if "own" in pattern else "rename", game="baccarat", name="x.css")
    form = PAGES[route].form
    return await (who.get(path, **headers) if method == "GET" else who.post(path, form, **headers))


async def scene(live: Live) -> tuple[str, Browser, Browser]:
    """A private table of somebody's, its owner and somebody else."""
    ada, bob = Browser(live), Browser(live)
    await ada.enter("Ada")
    await bob.enter("Bob")
    await ada.post("/play", {"key": "k" * 22, "game": "casino-monte", "bank": "house"})
    return ada.address.removeprefix("/table/"), ada, bob


def routes(*accesses: str) -> list[str]:
    return [route for route, row in PAGES.items() if row.access in accesses]


def test_without_a_session_there_is_only_the_door() -> None:
    async def story() -> None:
        async with running() as live:
            table, _, _ = await scene(live)
            for route in routes(GUEST, OWNER):
                before = await live.kept()
                heard = await send(route, Browser(live), table)
                assert heard.status == 401, route
                assert "Your name at the table" in text_of(heard), route
                assert await live.kept() == before, route
            for route in routes(PUBLIC):
                assert (await send(route, Browser(live), table)).status in (200, 303, 403, 404), route

    asyncio.run(story())


def test_a_session_that_is_over_is_none() -> None:
    async def story() -> None:
        async with running() as live:
            table, ada, _ = await scene(live)
            await live.pass_time(live.house.settings.idle + 1)
            for route in routes(GUEST, OWNER):
                before = await live.kept()
                assert (await send(route, ada, table)).status == 401, route
                assert await live.kept() == before, route

    asyncio.run(story())


def test_who_did_not_open_a_table_cannot_pause_it() -> None:
    async def story() -> None:
        async with running() as live:
            table, ada, bob = await scene(live)
            for what in ("pause", "resume", "close"):
                before = await live.kept()
                heard = await bob.post(f"/own/{table}/{what}", {"key": "k" * 22})
                assert heard.status == 403
                assert "only an operator, or whoever opened this table" in text_of(heard).lower()
                assert await live.kept() == before
            assert (await bob.post(f"/own/{table}/open", {"key": "k" * 22})).status == 404
            assert "Paused" in text_of(await ada.post(f"/own/{table}/pause", {"key": "k" * 22}))

    asyncio.run(story())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 403),
        ({"origin": "", "sec-fetch-site": ""}, 403),
        ({"host": "evil.example"}, 421),
        ({"content-type": "application/json"}, 415),
        ({"content-type": "text/plain"}, 415),
    ],
)
def test_forms_of_others_are_refused(headers: dict[str, str], status: int) -> None:
    async def story() -> None:
        async with running() as live:
            table, ada, _ = await scene(live)
            for route, row in PAGES.items():
                if row.form is not None:
                    before = await live.kept()
                    assert (await send(route, ada, table, **headers)).status == status, route
                    assert await live.kept() == before, route

    asyncio.run(story())


def test_a_page_changes_nothing_by_being_looked_at() -> None:
    async def story() -> None:
        async with running() as live:
            table, ada, _ = await scene(live)
            for route, row in PAGES.items():
                if row.form is None and route not in ENDLESS:
                    before = await live.kept()
                    assert (await send(route, ada, table)).status in (200, 404), route
                    assert await live.kept() == before, route

    asyncio.run(story())
