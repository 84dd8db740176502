"""Streams: nothing is missed, nothing is kept for a reader that stalls, and a session's end is theirs too."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from croupier.web.settings import settings_for
from croupier.web.stream import HEARTBEAT, cursor_from, cursor_text
from tests.web.live import LIMITS, Live, Visitor, running
from tests.web.reader import Reader


def play(story: Callable[[Live], Awaitable[None]], **limits: float) -> None:
    """Let something happen in a house."""

    async def told() -> None:
        settings = settings_for("127.0.0.1", 8777, None, limits=replace(LIMITS, **limits))  # type: ignore[arg-type]
        async with running(settings) as live:
            await story(live)

    asyncio.run(told())


def follow(visitor: Visitor, *watched: str, after: str = "") -> Reader:
    """Open a stream."""
    query = "&".join(f"watch={table}" for table in watched)
    headers = {"cookie": visitor.cookie, **({"last-event-id": after} if after else {})}
    return Reader(visitor.live.app, f"/api/stream?{query}", headers)


async def bet(visitor: Visitor, table: str, cents: int = 500) -> None:
    body = {"wagers": {"player": cents}, "against": await visitor.against(table)}
    assert (await visitor.post(f"/api/tables/{table}/bet", body)).status == 200


def test_a_stream_begins_with_everything_and_goes_on_with_what_happens() -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        reader = follow(ada)
        me, first = await reader.until(2)
        assert (me.kind, first.kind) == ("me", "table")
        assert me.body["tables"] == {table: 1}
        assert first.body["events"] is None
        assert first.body["view"] == await ada.view(table)
        await bob.sit(table, 2)
        *_, told = await reader.until(3)
        assert [each["event"] for each in told.body["events"]] == ["seat_taken"]
        assert told.id == f"{table}:{told.body['view']['number']}"
        await reader.close()
        assert live.news.number == 0
        assert live.news.listeners == {}

    play(story)


def test_whoever_reconnects_gets_what_was_missed() -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        await bob.sit(table, 2)
        reader = follow(ada)
        last = (await reader.until(2))[-1]
        await reader.close()
        await bet(bob, table)
        await bet(bob, table, 600)
        again = follow(ada, after=last.id)
        told = (await again.until(2))[-1]
        assert [(each["event"], each["cents"]) for each in told.body["events"]] == [
            ("wager_placed", 500),
            ("wager_placed", 600),
        ]
        await again.close()

    play(story)


@pytest.mark.parametrize("after", ["nonsense", "{table}:99999", "{table}:-1", "x" * 1500, "{table}:0 other:5"])
def test_whoever_names_a_place_that_is_not_there_gets_a_full_view(after: str) -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor()
        await ada.sit(table)
        reader = follow(ada, after=after.format(table=table))
        told = (await reader.until(2))[-1]
        assert told.body["view"]["number"] >= 1
        await reader.close()

    play(story)


def test_a_reader_that_stalls_costs_nothing_and_gets_the_latest_when_it_goes_on() -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        await bob.sit(table, 2)
        stalled, other = follow(ada), follow(bob)
        await stalled.until(2)
        await other.until(2)
        stalled.may_read.clear()
        for cents in range(500, 540):
            heard = len(other.told)
            await bet(bob, table, cents)
            await other.until(heard + 1)
        guest = (await ada.get("/api/me")).json["guest"]
        (listener,) = live.news.listeners[guest]
        assert len(listener.news) <= 2, "which tables moved, and not how often"
        stalled.may_read.set()
        while stalled.told[-1].body.get("view", {}).get("number") != other.told[-1].body["view"]["number"]:
            await stalled.until(len(stalled.told) + 1)
        assert len([each for each in stalled.told if each.kind == "table"]) <= 4
        told = [event["cents"] for each in stalled.told[2:] if each.kind == "table" for event in each.body["events"]]
        assert told == list(range(500, 540)), "nothing is missed"
        await stalled.close()
        await other.close()

    play(story)


def test_a_reader_that_takes_nothing_for_too_long_is_let_go() -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor()
        await ada.sit(table)
        reader = follow(ada)
        await reader.until(2)
        reader.may_read.clear()
        await bet(ada, table)
        async with asyncio.timeout(30):
            await reader.running
        assert live.news.number == 0

    play(story, send_seconds=0.01)


def test_a_silent_stream_shows_that_it_is_there() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor()
        reader = follow(ada)
        await reader.until(1)
        await reader.until_raw(HEARTBEAT)
        assert len(reader.told) == 1, "a heartbeat is not a message"
        await reader.close()

    play(story, heartbeat_seconds=0.01)


@pytest.mark.parametrize("how", ["end", "rotate", "operator", "expiry"])
def test_a_stream_ends_with_its_session(how: str) -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor()
        guest = (await ada.get("/api/me")).json["guest"]
        reader = follow(ada)
        await reader.until(1)
        if how == "operator":
            boss = await live.operator()
            assert (await boss.post(f"/api/operator/guests/{guest}/end", {"reason": "a test"})).status == 200
        elif how == "expiry":
            await live.pass_time(live.house.settings.idle + 1)
        else:
            assert (await ada.post(f"/api/me/{how}")).status == 200
        async with asyncio.timeout(30):
            await reader.running
        assert (reader.told[-1].kind, reader.told[-1].body) == ("end", {"reason": "session"})

    play(story, heartbeat_seconds=3600)  # they hear of it, and do not find it out by themselves


def test_streams_end_when_the_house_stops() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor()
        reader = follow(ada)
        await reader.until(1)
        live.desk.drain()
        async with asyncio.timeout(30):
            await reader.running
        assert reader.told[-1].body == {"reason": "stopping"}
        heard = await ada.get("/readyz")
        assert (heard.status, heard.json) == (503, {"status": "stopping"})

    play(story)


def test_there_are_only_so_many_streams() -> None:
    async def story(live: Live) -> None:
        ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
        readers = [follow(ada), follow(ada)]
        for reader in readers:
            await reader.until(1)
        assert (await ada.get("/api/stream")).status == 429, "two for each"
        readers.append(follow(bob))
        await readers[-1].until(1)
        assert (await bob.get("/api/stream")).status == 429, "three in all"
        await readers[0].close()
        readers.append(follow(ada))
        await readers[-1].until(1)
        for reader in readers[1:]:
            await reader.close()

    play(story, streams_each=2, streams=3)


def test_one_address_does_not_get_all_streams() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        reader = follow(ada)
        await reader.until(1)
        assert (await ada.get("/api/stream")).status == 429
        await reader.close()
        assert not live.news.at
        elsewhere = live.news.listen("somebody", "192.0.2.1")
        again = follow(ada)
        await again.until(1)
        await again.close()
        live.news.leave(elsewhere)

    play(story, streams_of_address=1)


def test_somebody_who_watches_sees_no_hidden_card_and_follows_seats_as_they_come_and_go() -> None:
    async def story(live: Live) -> None:
        table, other = await live.open("three-card-poker"), await live.open()
        ada, cyd = await live.visitor("Ada"), await live.visitor("Cyd")
        reader = follow(cyd, table)
        assert (await reader.until(2))[-1].body["view"]["you"] is None
        await ada.sit(table)
        told = (await reader.until(3))[-1]
        assert told.body["table"] == table
        assert told.body["view"]["places"]
        await cyd.sit(other)
        async with asyncio.timeout(30):
            while not any(each.kind == "table" and each.body["table"] == other for each in reader.told):
                await reader.until(len(reader.told) + 1)
        await reader.close()

    play(story)


def test_a_connection_and_its_end_are_on_record() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor()
        reader = follow(ada)
        await reader.until(1)
        await reader.close()
        await live.settle()
        told = [entry.what async for _, entry in live.store.log()]
        assert told[-2:] == ["connected", "disconnected"]

    play(story)


@pytest.mark.parametrize(
    ("text", "cursor"),
    [
        ("", {}),
        ("a:1 b:2", {"a": 1, "b": 2}),
        ("a:1 a:2", {"a": 2}),
        ("a:-1 b:x :3 c:1", {"c": 1}),
        ("a:" + "9" * 16, {}),
    ],
)
def test_a_cursor_is_read_with_care(text: str, cursor: dict[str, int]) -> None:
    assert cursor_from(text) == cursor
    assert cursor_from(cursor_text(cursor)) == cursor
