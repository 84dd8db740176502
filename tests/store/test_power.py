"""A power cut loses nothing that was acknowledged, and leaves no half of a unit."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from croupier.house.rows import Row
from croupier.store import sqlite
from croupier.store.sqlite import FILE_NAME, SqliteStore
from tests.lengths import WANTED, told
from tests.store.engines import lines_of
from tests.store.faulty_vfs import Acknowledged, Disk, Operation, Write, after_power_cut, disk_in_place
from tests.store.units import document, line, posting

COMMITS = 60
CUTS = 100


def batch_of(number: int, chance: Random) -> list[list[Row]]:
    """What a batch writes: a line of its own at one table, and the same number in two more places."""
    text = f"{number} " + "x" * chance.choice((10, 500, 6000)) + "\n"
    return [[line(number, text=text), document(number + 1)], [posting(number)]]


def filled(folder: Path, content: dict[str, bytes]) -> Path:
    """A new folder with these files."""
    folder.mkdir()
    for name, held in content.items():
        (folder / name).write_bytes(held)
    return folder


async def recorded(folder: Path, synchronous: str, chance: Random) -> list[Operation]:
    """What the disk sees of a store's first commits."""
    disk = Disk()
    with disk_in_place(disk) as vfs:
        store = await SqliteStore.open(folder / FILE_NAME, synchronous=synchronous, vfs=vfs)
        for number in range(COMMITS):
            assert all(await store.commit(batch_of(number, chance)))
            disk.record.append(Acknowledged(number))
        await store.close()
    return disk.record


async def found_in(folder: Path) -> int:
    """How many commits a store finds; refuses half of one, and must be able to go on."""
    store = await SqliteStore.open(folder / FILE_NAME)
    try:
        lines = [int(text.split()[0]) for text in await lines_of(store)]
        count = len(lines)
        assert lines == list(range(count))
        kept = await store.document("guest", "g1")
        assert (kept.version if kept else 0) == count
        assert [one.cents for one in await store.postings("g1")] == lines
        assert await store.select("PRAGMA integrity_check") == [("ok",)]
        assert all(await store.commit(batch_of(count, Random(0))))
    finally:
        await store.close()
    return count


async def lost_by_cuts(folder: Path, synchronous: str, cuts: int, seed: int) -> list[int]:
    """Cut the power at random moments; tell how many acknowledged commits each cut has lost."""
    chance = Random(seed)
    lost = []
    record: list[Operation] = []
    for number in range(cuts):
        if number % 50 == 0:
            told(f"{number} of {cuts} power cuts")
            record = await recorded(filled(folder / f"run-{number}", {}), synchronous, chance)
        moment = chance.randrange(len(record) + 1)
        before = record[:moment]
        sure = sum(isinstance(operation, Acknowledged) for operation in before)
        found = await found_in(filled(folder / f"cut-{number}", after_power_cut(before, chance)))
        assert found <= sure + 1  # at most the commit that was under way
        lost.append(max(sure - found, 0))
    return lost


@pytest.fixture(autouse=True)
def log_taken_over_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every part of SQLite's work in each run."""
    monkeypatch.setattr(sqlite, "PAGES_MAX", 30)


@pytest.mark.slow
def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert asyncio.run(lost_by_cuts(tmp_path, "FULL", CUTS, 1)) == [0] * CUTS


@pytest.mark.slow
def test_the_same_cuts_find_what_is_lost_where_commits_are_not_synced(tmp_path: Path) -> None:
    lost = asyncio.run(lost_by_cuts(tmp_path, "NORMAL", CUTS, 1))
    assert sum(map(bool, lost)) > CUTS // 4


def test_a_cut_tears_pages() -> None:
    """The model itself: some of a write's sectors are there and others are not."""
    record = [Write("f", 0, b"a" * 4096)]
    images = {after_power_cut(record, Random(seed))["f"] for seed in range(200)}
    assert b"" in images
    assert b"a" * 4096 in images
    assert any(b"\x00" in image and b"a" in image for image in images)


@pytest.mark.torture
def test_five_thousand_power_cuts_lose_nothing(tmp_path: Path) -> None:
    assert asyncio.run(lost_by_cuts(tmp_path, "FULL", WANTED["cuts"], 2)) == [0] * WANTED["cuts"]
