"""A house of ours on a store: what it was is what it is after a restart."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random

from croupier.games import GAMES, load
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.requests import (
    Against,
    Asked,
    Bet,
    CloseTable,
    EndSession,
    Enter,
    OpenTable,
    Rename,
    Restart,
    Sit,
    VoidRound,
)
from croupier.house.rows import Document, Line, Snapshot
from croupier.house.settings import HouseSettings
from croupier.house.unit import Unit
from croupier.store.committer import Committer
from croupier.store.loading import running
from croupier.store.memory import MemoryStore
from croupier.store.store import Store, place
from tests.store.engines import Engine, lines_of

MONTE = load(GAMES["casino-monte"])
KEYS = SealKeys((b"k" * 32,))


def clock() -> Callable[[], int]:
    """A second passes whenever somebody looks."""
    ticks = count(1_700_000_000_000, 1000)
    return lambda: next(ticks)


class Listening(House):
    """A house that remembers what it was asked."""

    def handle(self, asked: Asked, now: int) -> Unit:
        self.asked = [*getattr(self, "asked", []), asked.request]
        return super().handle(asked, now)


def new_house() -> Listening:
    return Listening(HouseSettings(), KEYS, Random(1).randbytes, {MONTE.id: MONTE})


@asynccontextmanager
async def house_on(store: Store) -> AsyncIterator[Committer[House]]:
    """A house that runs."""
    committer = await running(new_house(), store, clock())
    task = asyncio.create_task(committer.run())
    yield committer
    await committer.stop()
    await task


async def opened(committer: Committer[House]) -> tuple[str, str]:
    """A table with a guest at it."""
    table = (await committer.ask(Asked(OpenTable(MONTE.id, "One"), operator="op", key="open-1"))).answer.body["table"]
    guest = (await committer.ask(Asked(Enter("Ada")))).answer.body["guest"]
    sat = await committer.ask(Asked(Sit(1, 10_000), guest=guest, table=table, key="sit-1"))
    assert sat.answer.status == 200, sat.answer.body
    return table, guest


def test_a_house_goes_on_after_a_restart(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
            chips = await committer.read(lambda house: house.guest(guest).chips)
        await store.close()
        store = await engine.open()
        before = len(await lines_of(store, table))
        async with house_on(store) as committer:
            again = await committer.ask(Asked(Sit(1, 10_000), guest=guest, table=table, key="sit-1"))
            assert again.answer.status == 200  # the same key: the answer that is kept
            other = await committer.ask(Asked(Sit(2, 10_000), guest=guest, table=table, key="sit-1"))
            assert (other.answer.status, other.answer.body["error"]) == (409, "key")
            assert await committer.read(lambda house: house.guest(guest).chips) == chips
            assert await committer.read(lambda house: house.guest(guest).name) == "Ada"
            assert await committer.read(lambda house: house.table(table).seat_of(guest)) == 1
        texts = await lines_of(store, table)
        assert '"table_continued"' in texts[before]
        await store.close()

    asyncio.run(story())


def test_after_a_backup_was_restored_tables_begin_anew_once(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            await opened(committer)
        await store.note("restored", {"at": 1})
        house = new_house()
        committer = await running(house, store, clock())
        task = asyncio.create_task(committer.run())
        await committer.ask(Asked(Enter("Bob")))
        assert house.asked[0] == Restart(is_restored=True)  # before anything else
        assert house.asked[-1] == Enter("Bob")
        assert "restored" not in await store.meta()
        await committer.stop()
        await task
        await store.close()

    asyncio.run(story())


def test_a_table_that_another_process_moved_is_read_again(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as one:
            table, guest = await opened(one)
            async with house_on(store) as two:
                await two.ask(Asked(Rename("Bob"), guest=guest, key="rename-1"))
                stood = await one.ask(Asked(Rename("Eve"), guest=guest, key="rename-2"))
                assert stood.answer.status == 200
                assert one.counts.retried == 1
                assert await one.read(lambda house: house.guest(guest).name) == "Eve"
        kept = await store.document("guest", guest)
        assert kept
        assert kept.body
        assert kept.body["name"] == "Eve"
        assert table
        await store.close()

    asyncio.run(story())


def test_a_table_that_cannot_be_read_is_left_out_with_the_reason_on_record(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
        await store.commit([[Line(table, len(await lines_of(store, table)), "not a record\n")]])
        async with house_on(store) as committer:
            assert committer.house.tables() == []
            assert await committer.read(lambda house: house.guest(guest).name) == "Ada"
        entries = [entry async for _, entry in store.log()]
        assert [entry.subject for entry in entries if entry.what == "could not read"] == [table]
        await store.close()

    asyncio.run(story())


def test_what_is_over_is_not_loaded_and_can_still_be_read(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
            await committer.ask(Asked(CloseTable("over"), operator="op", table=table))
            await committer.ask(Asked(EndSession(erase=True), guest=guest))
            bob, cay = [(await committer.ask(Asked(Enter(name)))).answer.body["guest"] for name in ("Bob", "Cay")]
            await committer.ask(Asked(EndSession(), guest=cay))
        async with house_on(store) as committer:
            assert committer.house.tables() == []
            assert set(committer.house.memory.guests) == {bob, cay}  # whose name is still to be erased
            assert len(await lines_of(store, table)) > 1
        await store.close()

    asyncio.run(story())


def test_who_has_ended_the_session_in_a_round_is_loaded_until_the_chips_are_back(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
            other = (await committer.ask(Asked(Enter("Bob")))).answer.body["guest"]
            await committer.ask(Asked(Sit(2, 10_000), guest=other, table=table))
            for each in (guest, other):
                seen = await committer.read(lambda house, each=each: house.view(table, each))  # type: ignore[misc]
                against = Against(seen["round"], seen["step"], seen["you"]["version"])
                bet = Asked(Bet({"initial": 2500}, 1), guest=each, table=table, against=against)
                assert (await committer.ask(bet)).answer.status == 200
            await committer.ask(Asked(EndSession(), guest=guest))
            assert await committer.read(lambda house: house.table(table).seat_of(guest))
        async with house_on(store) as committer:
            assert committer.house.guest(guest).is_ended
            await committer.ask(Asked(VoidRound("a test"), operator="op", table=table))
            assert not await committer.read(lambda house: house.table(table).seat_of(guest))
        assert sum(posting.cents for posting in await store.postings(guest)) == HouseSettings().welcome
        await store.close()

    asyncio.run(story())


def test_a_snapshot_that_cannot_be_used_costs_only_time(engine: Engine) -> None:
    async def story() -> None:
        store = await engine.open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
            document = await store.document("table", table)
            assert document
            digest = committer.house.snapshot_digest(document)
        await store.commit([[Snapshot(table, 1, digest, '{"state": "nonsense"}')]])
        assert await store.snapshot(table, digest)
        async with house_on(store) as committer:
            assert await committer.read(lambda house: house.table(table).seat_of(guest)) == 1
        await store.close()

    asyncio.run(story())


def test_a_guest_who_is_loaded_again_is_there_all_the_time() -> None:
    """A request that comes in between is not told that there is no such session."""

    class Slow(MemoryStore):
        async def document(self, kind: str, id_: str) -> Document | None:
            await asyncio.sleep(0)
            return await super().document(kind, id_)

    async def story() -> None:
        store = Slow()
        async with house_on(store) as committer:
            _, guest = await opened(committer)
            seen = set[bool]()
            places = frozenset({place("guest", guest), place("table", "t")})
            reloading = asyncio.ensure_future(committer.reload(places))
            while not reloading.done():
                seen.add(guest in committer.house.memory.guests)
                await asyncio.sleep(0)
            assert seen == {True}

    asyncio.run(story())
