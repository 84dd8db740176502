"""A disk that is full, and a disk that does not sync: what the store says, and what the committer does about it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import apsw
import pytest

from croupier.store import committer as module
from croupier.store import sqlite
from croupier.store.committer import Committer
from croupier.store.sqlite import FILE_NAME, SqliteStore
from croupier.store.store import Broken, Full
from tests.store.engines import lines_of
from tests.store.faulty_vfs import Disk, disk_in_place
from tests.store.tally import Tally, bought
from tests.store.units import line

LONG = "x" * 20_000 + "\n"


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[SqliteStore, Disk]]:
    disk = Disk()
    with disk_in_place(disk) as vfs:
        store = await SqliteStore.open(folder / FILE_NAME, vfs=vfs)
        try:
            yield store, disk
        finally:
            disk.unsynced = ""
            disk.room = None
            await store.close()


def test_a_full_disk_writes_nothing_and_can_be_written_again_when_there_is_room(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            await store.commit([(line(0),)])
            for room in (0, 3, 10_000, 19_000):
                disk.room = room
                with pytest.raises(Full):
                    await store.commit([(line(1),), (line(2, text=LONG),)])
                assert await lines_of(store) == [line(0).text]
            disk.room = 0
            with pytest.raises(Full):
                await store.probe()
            disk.room = 1_000_000
            await store.probe()
            assert await store.commit([(line(1, text=LONG),)]) == [True]
            assert await lines_of(store) == [line(0).text, LONG]

    asyncio.run(story())


def test_a_disk_that_is_full_only_for_the_takeover_of_the_log_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PAGES_MAX", 1)

    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            disk.room = 15_000  # for the log, not for the pages of the file itself
            assert await store.commit([(line(0),)]) == [True]
            assert await lines_of(store) == [line(0).text]

    asyncio.run(story())


async def commit_on(store: SqliteStore) -> None:
    """Commit records, and let the log be taken over after each: the file is synced once all of the log is in it."""
    for number in range(1, 100):
        assert await store.commit([(line(number),)]) == [True]
        if store.taking:
            await asyncio.wait({store.taking})


@pytest.mark.parametrize("file", ["-wal", ".sqlite"])
def test_a_sync_that_fails_breaks_the_store_in_the_log_and_in_the_file_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setattr(sqlite, "PAGES_MAX", 1)
    monkeypatch.setattr(sqlite, "LAG", 1000)

    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            await store.commit([(line(0),)])
            disk.unsynced = file
            with pytest.raises(Broken):
                await commit_on(store)
            kept = await lines_of(store)
            assert kept == [line(number).text for number in range(len(kept))]
            with pytest.raises(Broken):
                await store.commit([(line(len(kept)),)])

    asyncio.run(story())


@pytest.mark.parametrize("file", ["-wal", ".sqlite"])
def test_a_store_stays_broken_when_the_disk_syncs_again(tmp_path: Path, file: str) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            await store.commit([(line(0),)])
            disk.unsynced = file
            with pytest.raises(Broken):
                await (store.commit([(line(1),)]) if file == "-wal" else store.taken())
            disk.unsynced = ""
            for writing in (store.commit([(line(2),)]), store.probe(), store.note("what", "it says"), store.taken()):
                with pytest.raises(Broken, match="did not sync"):
                    await writing
            assert await lines_of(store) == [line(0).text]

    asyncio.run(story())


def test_a_log_that_is_written_without_a_pause_begins_anew_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PAGES_MAX", 8)
    monkeypatch.setattr(sqlite, "LAG", 4)

    async def story() -> None:
        async with opened(tmp_path) as (store, _):
            longest = 0
            for number in range(200):
                await store.commit([(line(number, text=LONG),)])
                longest = max(longest, store.pages)
            assert longest < 4 * sqlite.PAGES_MAX * sqlite.LAG, "of some 1,200 pages"
            assert len(await lines_of(store)) == 200

    asyncio.run(story())


def test_a_house_on_a_full_disk_refuses_and_recovers_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROBE_SECONDS", 0.001)

    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            house = Tally(store)
            committer: Committer[Tally] = Committer(house, store, house.reload, lambda: 1000)
            running = asyncio.create_task(committer.run())
            await committer.ask(bought(key="k1"))
            disk.room = 0
            with pytest.raises(Full):
                await committer.ask(bought(key="k2"))
            assert house.counts == {"t1": 1}
            disk.room = None
            while not committer.is_writable:  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.001)
            assert (await committer.ask(bought(key="k2"))).answer.status == 200
            assert [text.strip() for text in await lines_of(store)] == ["g1 k1", "Restart", "g1 k2"]
            await committer.stop()
            await running

    asyncio.run(story())


def test_a_house_whose_disk_does_not_sync_stops_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (store, disk):
            house = Tally(store)
            committer: Committer[Tally] = Committer(house, store, house.reload, lambda: 1000)
            running = asyncio.create_task(committer.run())
            await committer.ask(bought(key="k1"))
            disk.unsynced = "-wal"
            asking = asyncio.create_task(committer.ask(bought(key="k2")))
            with pytest.raises(Broken):
                await running
            assert not asking.done()
            asking.cancel()

    asyncio.run(story())


def test_a_file_that_somebody_else_is_writing_is_full_until_they_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 10)

    async def story() -> None:
        async with opened(tmp_path) as (store, _):
            other = apsw.Connection(str(tmp_path / FILE_NAME))
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Full):
                await store.commit([(line(0),)])
            other.execute("ROLLBACK")
            other.close()
            assert await store.commit([(line(0),)]) == [True]

    asyncio.run(story())
