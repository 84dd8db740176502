"""Promises of the live house that concern all routes, or how they work together."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from croupier.house.rows import Row
from croupier.web.operators import Operators
from croupier.web.settings import TABLES_WATCHED, Rate, settings_for
from tests.web.live import LIMITS, OPERATOR, OPERATOR_KEY, Live, Visitor, routes, running
from tests.web.reader import Reader
from tests.web.test_access import GUEST, PUBLIC, ROWS, SEAT, Scene, send
from tests.web.test_access import OPERATOR as OPERATORS

TURNS = 200
"""How often others get their turn, which is enough for an answer that waits for nothing."""
ENDLESS = "GET /api/stream"


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running() as live:
            await story(live)

    asyncio.run(told())


def test_nothing_is_answered_shown_or_streamed_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        reader = Reader(live.app, f"/api/stream?watch={table}", {"cookie": bob.cookie})
        heard = len(await reader.until(2))
        commit, begun, may_write = live.store.commit, asyncio.Event(), asyncio.Event()

        async def held(units: Sequence[Sequence[Row]]) -> Sequence[bool]:
            begun.set()
            await may_write.wait()
            return await commit(units)

        monkeypatch.setattr(live.store, "commit", held)
        sitting = asyncio.create_task(ada.post(f"/api/tables/{table}/sit", {"cents": 50_000}))
        await begun.wait()
        looking = asyncio.create_task(bob.view(table))
        for _ in range(TURNS):
            await asyncio.sleep(0)
        assert not sitting.done()
        assert not looking.done() or looking.result()["people"] == 0
        assert len(reader.told) == heard
        may_write.set()
        assert (await sitting).status == 200
        assert (await reader.until(heard + 1))[-1].body["view"]["people"] == 1
        await looking
        assert (await bob.view(table))["people"] == 1
        await reader.close()

    play(story)


def test_reading_changes_nothing() -> None:
    async def story(live: Live) -> None:
        scene = await Scene.set(live)
        visitors = {PUBLIC: Visitor(live), GUEST: scene.seated, SEAT: scene.seated, OPERATORS: scene.operator}
        before = await live.kept()
        reads = [route for route, row in ROWS.items() if row.body is None and route != ENDLESS]
        for route in reads:
            heard = await send(scene, route, visitors[ROWS[route].access])
            assert heard.status in (200, 404), route
            assert not heard.header("set-cookie"), route
            assert await live.kept() == before, route
        reader = Reader(live.app, "/api/stream", {"cookie": scene.seated.cookie})
        await reader.until(2)
        assert await live.kept() == before
        await reader.close()
        wallets, journals = (await live.kept())[3], (await live.kept())[1]
        assert (wallets, journals) == (before[3], before[1])  # that nobody is connected any more is shown at the seat
        assert live.house.table(scene.table).people[1].lost
        assert len(reads) >= 15

    play(story)


def test_every_route_that_changes_something_is_a_post() -> None:
    methods = {method for path in routes().openapi()["paths"].values() for method in path}
    assert methods == {"get", "post"}
    assert all((row.body is None) == route.startswith("GET ") for route, row in ROWS.items())


def test_no_address_takes_a_secret() -> None:
    async def story(live: Live) -> None:
        taken = {
            parameter["name"]
            for path in live.document["paths"].values()
            for operation in path.values()
            for parameter in operation.get("parameters", ())
            if parameter["in"] in ("path", "query")
        }
        things = {"table", "number", "key", "guest", "share", "watch", "after", "skip"}
        assert taken == things | {"secret"}, "names of things, the link to a shared round, and no token"
        ada = await live.visitor("Ada")
        name, _, token = ada.cookie.partition("=")
        for query in (f"{name}={token}", f"token={token}", f"cookie={ada.cookie}"):
            assert (await Visitor(live).get(f"/api/me?{query}")).status == 401
        for header in ("authorization", "x-token", name):
            assert (await Visitor(live).get("/api/me", **{header: token})).status == 401
        assert (await ada.get("/api/me")).status == 200

    play(story)


def test_the_document_states_no_servers_error_but_503() -> None:
    stated = {
        status
        for path in routes().openapi()["paths"].values()
        for operation in path.values()
        for status in operation["responses"]
    }
    assert {status for status in stated if status >= "500"} == {"503"}


def test_only_so_many_tables_are_watched_and_sessions_begun() -> None:
    async def story() -> None:
        limits = replace(LIMITS, enter=Rate(2, 0.000_1))
        async with running(settings_for("127.0.0.1", 8777, None, limits=limits)) as live:
            ada, _ = await live.visitor("Ada"), await live.visitor("Bob")
            heard = await Visitor(live).post("/api/guests", {"name": "Cyd"}, key="")
            assert heard.status == 429
            assert int(heard.header("retry-after")) > 0
            watched = "&".join(f"watch=table-{number}" for number in range(TABLES_WATCHED + 1))
            assert (await ada.get(f"/api/stream?{watched}")).status == 422

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/settle/baccarat", "/felt/of/baccarat", "/rules/baccarat", f"/shared/{'a' * 43}"])
def test_nobody_without_a_session_keeps_the_house_busy(path: str) -> None:
    async def story() -> None:
        limits = replace(LIMITS, work=Rate(2, 0.000_1))
        async with running(settings_for("127.0.0.1", 8777, None, limits=limits)) as live:
            somebody = Visitor(live)
            told = [(await somebody.get(path)).status for _ in range(3)]
            assert 429 not in told[:2]
            assert told[2] == 429
            assert (await somebody.get("/")).status == 200

    asyncio.run(story())


def test_keys_are_hashed_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def noted(_: Operators, name: str, key: str) -> bool:
        threads.append(threading.get_ident())
        return (name, key) == (OPERATOR, OPERATOR_KEY)

    monkeypatch.setattr(Operators, "is_key", noted)

    async def story(live: Live) -> None:
        await live.operator()
        heard = await Visitor(live).post("/api/operator/enter", {"name": OPERATOR, "key": "wrong"}, key="")
        assert heard.status == 401
        assert len(threads) == 2
        assert threading.get_ident() not in threads

    play(story)
