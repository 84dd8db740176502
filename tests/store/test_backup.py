"""Backups: made while a house runs, whole, and marked so that nobody plays on with cards that may have been seen."""

import asyncio
import stat
from pathlib import Path

import pytest

from croupier import files
from croupier.errors import Refused, Unwritten
from croupier.house.requests import Asked, Enter, Sit
from croupier.house.rows import Document
from croupier.store import schema
from croupier.store.backup import back_up, restore
from croupier.store.sqlite import FILE_NAME
from croupier.store.store import Store
from tests.store.engines import InSqlite, lines_of, run
from tests.store.test_loading import KEYS, house_on, opened
from tests.store.units import EVERYTHING, document, line


def made(folder: Path, commits: int = 5) -> Path:
    """A house's folder."""
    folder.mkdir()

    async def story(store: Store) -> None:
        await store.commit([EVERYTHING])
        await store.commit([(Document("table", "t1", 1, {"game": "monte"}),)])
        for number in range(2, commits):
            await store.commit([(line(number),)])

    run(InSqlite(folder), story)
    return folder


async def told(store: Store) -> list[str]:
    assert "restored" in await store.meta()
    return await lines_of(store)


def test_a_house_is_restored_as_it_was_and_marked(tmp_path: Path) -> None:
    house = made(tmp_path / "house")
    kept = back_up(house, tmp_path / "backup")
    assert (kept.tables, kept.records, kept.guests) == (1, 5, 1)
    assert str(kept) == f"1 table, 5 records and 1 guest in {(tmp_path / 'backup').stat().st_size:,} bytes"
    assert restore(tmp_path / "backup", tmp_path / "again") == kept
    assert run(InSqlite(tmp_path / "again"), told) == [line(number).text for number in range(5)]


def test_a_backup_that_is_put_in_place_by_hand_is_marked_too(tmp_path: Path) -> None:
    house = made(tmp_path / "house")
    back_up(house, tmp_path / FILE_NAME)
    assert len(run(InSqlite(tmp_path), told)) == 5


def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    house = made(tmp_path / "house")
    (tmp_path / "backups").mkdir()
    back_up(house, tmp_path / "backups" / "one")
    restore(tmp_path / "backups" / "one", tmp_path / "again")
    assert [file.name for file in (tmp_path / "backups").iterdir()] == ["one"]
    assert stat.S_IMODE((tmp_path / "backups" / "one").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "again").stat().st_mode) == 0o700
    assert [file.name for file in (tmp_path / "again").iterdir()] == [FILE_NAME]


def test_drill_a_house_that_runs_is_backed_up_restored_and_played_on(tmp_path: Path) -> None:
    """The whole way: people play, a backup is made meanwhile, the house burns down, and another one opens."""

    async def before() -> tuple[str, str]:
        (tmp_path / "house").mkdir()
        store = await InSqlite(tmp_path / "house").open()
        async with house_on(store) as committer:
            table, guest = await opened(committer)
            asking = [asyncio.create_task(committer.ask(Asked(Enter(f"Guest {n}")))) for n in range(50)]
            await asyncio.to_thread(back_up, tmp_path / "house", tmp_path / "backup")
            await asyncio.gather(*asking)
            await committer.ask(Asked(Enter("Too late")))
        await store.close()
        return table, guest

    async def after(table: str, guest: str) -> None:
        store = await InSqlite(tmp_path / "again").open()
        async with house_on(store) as committer:
            assert await committer.read(lambda house: house.guest(guest).name) == "Ada"
            names = await committer.read(lambda house: {one.name for one in house.memory.guests.values()})
            assert "Too late" not in names
            unit = await committer.ask(Asked(Enter("Bob")))
            bob = unit.answer.body["guest"]
            sat = await committer.ask(Asked(Sit(2, 10_000), guest=bob, table=table, key="sit-bob"))
            assert sat.answer.status == 200
        assert "restored" not in await store.meta()
        await store.close()

    table, guest = asyncio.run(before())
    restore(tmp_path / "backup", tmp_path / "again")
    asyncio.run(after(table, guest))
    for key in KEYS.keys:
        assert key not in (tmp_path / "backup").read_bytes()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    house = made(tmp_path / "house")
    (tmp_path / "letter").write_text("dear Ada")
    with pytest.raises(Refused, match="this file exists already; give another name"):
        back_up(house, tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "dear Ada"
    back_up(house, tmp_path / "backup")
    with pytest.raises(Refused, match=r"there is a house here already; move house.sqlite and the like away first"):
        restore(tmp_path / "backup", house)
    assert run(InSqlite(house), lines_of) == [line(number).text for number in range(5)]


def test_what_a_lost_house_left_behind_is_not_taken_for_a_part_of_the_new_one(tmp_path: Path) -> None:
    house = made(tmp_path / "house")
    back_up(house, tmp_path / "backup")
    (house / FILE_NAME).unlink()
    (house / f"{FILE_NAME}-wal").write_bytes(b"left over")
    with pytest.raises(Refused, match=r"move house.sqlite-wal and the like away first"):
        restore(tmp_path / "backup", house)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"dear Ada\n" * 1000, "this is not a store of Croupier, or it is damaged"),
        (None, "there is no such backup"),
    ],
)
def test_what_is_not_a_backup_is_refused(tmp_path: Path, content: bytes | None, why: str) -> None:
    if content:
        (tmp_path / "backup").write_bytes(content)
    with pytest.raises(Refused, match=why):
        restore(tmp_path / "backup", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    back_up(made(tmp_path / "house", 300), tmp_path / "backup")
    content = bytearray((tmp_path / "backup").read_bytes())
    content[20_000:40_000] = b"\xaa" * 20_000
    (tmp_path / "backup").write_bytes(content)
    with pytest.raises(Refused, match="damaged"):
        restore(tmp_path / "backup", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_backup_of_later_software_is_refused(tmp_path: Path) -> None:
    back_up(made(tmp_path / "house"), tmp_path / "backup")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "VERSION", 0)
        with pytest.raises(Refused, match="this was written by a later Croupier"):
            restore(tmp_path / "backup", tmp_path / "again")


def test_a_folder_without_a_house_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no house in this folder"):
        back_up(tmp_path, tmp_path / "backup")
    house = made(tmp_path / "house")
    with pytest.raises(Unwritten, match="there is no folder"):
        back_up(house, tmp_path / "nowhere" / "backup")
    with pytest.raises(Refused, match="there is no folder"):
        restore(back(house, tmp_path), tmp_path / "nowhere" / "again")


def back(house: Path, folder: Path) -> Path:
    back_up(house, folder / "backup")
    return folder / "backup"


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = made(tmp_path / "house")

    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.disk, "sync", failing)
    with pytest.raises(Unwritten, match="cannot be written: No space left on device"):
        back_up(house, tmp_path / "backup")
    assert [file.name for file in tmp_path.iterdir()] == ["house"]


def test_a_backup_holds_what_was_committed_and_nothing_of_what_came_later(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()

    async def story(store: Store) -> None:
        await store.commit([(line(0), document(1))])
        back_up(tmp_path / "house", tmp_path / "backup")
        await store.commit([(line(1),)])

    run(InSqlite(tmp_path / "house"), story)
    restore(tmp_path / "backup", tmp_path / "again")
    assert run(InSqlite(tmp_path / "again"), told) == [line(0).text]
