"""What is particular to a store in a file: whose it is, who may use it, and how it grows older."""

import asyncio
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.errors import Refused
from croupier.house.rows import Document, Opening
from croupier.store import schema, sqlite
from croupier.store.reading import PIECE
from croupier.store.sqlite import LAG, SqliteStore
from croupier.store.store import Store
from tests.store.engines import InSqlite, lines_of, run
from tests.store.units import EVERYTHING, document, line


async def idle(store: Store) -> None:
    """Do nothing."""


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_only_one_process_uses_a_store(tmp_path: Path) -> None:
    engine = InSqlite(tmp_path)

    async def story(store: Store) -> None:
        with pytest.raises(Refused, match="another process is using this store; stop it first"):
            await engine.open()

    run(engine, story)
    run(engine, idle)  # and afterwards it is free again


def test_only_its_owner_reads_a_store(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.commit([EVERYTHING])
        names = ("house.sqlite", "house.sqlite-shm", "house.sqlite-wal", "house.sqlite.lock")
        assert modes(tmp_path) == dict.fromkeys(names, 0o600)

    run(InSqlite(tmp_path), story)


@pytest.mark.parametrize("content", [b"my letters\n" * 500, b"SQLite format 3\x00" + b"\x00" * 2000])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    engine = InSqlite(tmp_path)
    engine.file.write_bytes(content)
    with pytest.raises(Refused, match="this is not a store of Croupier"):
        asyncio.run(engine.open())
    assert engine.file.read_bytes() == content


def test_somebody_elses_database_is_left_alone(tmp_path: Path) -> None:
    engine = InSqlite(tmp_path)
    with apsw.Connection(str(engine.file)) as db:
        db.execute("CREATE TABLE letters (text)")
    db.close()
    content = engine.file.read_bytes()
    with pytest.raises(Refused, match="this is not a store of Croupier; give another file"):
        asyncio.run(engine.open())
    assert engine.file.read_bytes() == content


def test_a_store_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="the store cannot be opened: No such file or directory"):
        asyncio.run(SqliteStore.open(tmp_path / "nowhere" / "house.sqlite"))


def test_a_store_of_later_software_is_refused(tmp_path: Path) -> None:
    engine = InSqlite(tmp_path)

    async def story(store: Store) -> None:
        await store.note("schema", schema.VERSION + 1)

    run(engine, story)
    with pytest.raises(Refused, match=r"this was written by a later Croupier .* install that one"):
        asyncio.run(engine.open())


def test_a_store_is_brought_up_to_date_from_every_earlier_schema(tmp_path: Path) -> None:
    scripts = (*schema.SCRIPTS, "ALTER TABLE line ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
    for version in range(len(scripts)):
        folder = tmp_path / str(version)
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            if version:
                patch.setattr(schema, "SCRIPTS", scripts[:version])
                run(InSqlite(folder), lambda store: store.commit([(line(0),)]))
            patch.setattr(schema, "SCRIPTS", scripts)
            patch.setattr(schema, "VERSION", len(scripts))

            async def story(store: Store, version: int = version) -> None:
                assert (await store.meta())["schema"] == len(scripts)
                assert await lines_of(store) == [line(0).text] * bool(version)
                assert await store.commit([(line(int(bool(version))),)]) == [True]

            run(InSqlite(folder), story)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    engine = InSqlite(tmp_path)
    run(engine, lambda store: store.commit([EVERYTHING]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "SCRIPTS", (*schema.SCRIPTS, "DELETE FROM line; SELECT nonsense"))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(Refused, match="the store cannot be opened: no such column"):
            asyncio.run(engine.open())

    async def story(store: Store) -> None:
        assert await lines_of(store) == [line(0).text, line(1).text]

    run(engine, story)


def test_an_erased_name_is_not_left_on_the_disk(tmp_path: Path) -> None:
    engine = InSqlite(tmp_path)

    async def story(store: Store) -> None:
        await store.commit([(document(1, name="Wilhelmina Unmistakable"),)])
        await store.commit([(Document("guest", "g1", 2, None),)])

    run(engine, story)
    assert b"Unmistakable" not in engine.file.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if b"Unmistakable" in file.read_bytes()] == []


@pytest.mark.parametrize("is_idle", [False, True])
def test_sqlites_log_is_taken_over_before_it_grows_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_idle: bool
) -> None:
    """It begins anew if there was time for the takeover, although something was written meanwhile."""
    monkeypatch.setattr(sqlite, "PAGES_MAX", 200)
    file = tmp_path / "house.sqlite"

    async def story() -> None:
        store = await SqliteStore.open(file)
        for number in range(200):
            await store.commit([tuple(line(number * 10 + one, text="x" * 4000) for one in range(10))])
            if store.taking and is_idle:
                await asyncio.wait({store.taking})
        log = file.with_name("house.sqlite-wal")
        assert log.stat().st_size < (1.5 if is_idle else LAG + 1) * 200 * 4096
        assert file.stat().st_size > 1500 * 4000
        await store.close()

    asyncio.run(story())


def test_a_log_that_somebody_reads_is_taken_over_when_they_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who reads keeps the log from beginning anew; it does not grow for longer than that."""
    monkeypatch.setattr(sqlite, "PAGES_MAX", 50)
    engine = InSqlite(tmp_path)

    async def story(store: Store) -> None:
        log, text = engine.file.with_name("house.sqlite-wal"), "x" * 4000
        await store.commit([(line(0),)])
        with closing(apsw.Connection(str(engine.file))) as other:
            reading = other.execute("SELECT text FROM line")
            assert next(reading)
            for number in range(1, 300):
                await store.commit([(line(number, text=text),)])
            grown = log.stat().st_size
            assert grown > LAG * 50 * 4096
            reading.close()
        for number in range(300, 500):
            await store.commit([(line(number, text=text),)])
        assert log.stat().st_size == grown

    run(engine, story)


def test_however_much_there_is_is_read_in_pieces_so_that_nobody_is_held_up_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: Store) -> None:
        await store.commit([[document(1, f"g{number}") for number in range(1_201)]])
        await store.commit([[line(number) for number in range(1_201)]])
        await store.commit([[Opening("t1", "dice", number, "1\n", 1) for number in range(1, 202)]])
        read = SqliteStore.select
        pieces: list[int] = []

        async def select(self: SqliteStore, query: str, *bindings: str | int) -> list[tuple[Any, ...]]:
            rows = await read(self, query, *bindings)
            pieces.append(len(rows))
            return rows

        monkeypatch.setattr(SqliteStore, "select", select)
        assert len(await store.documents("guest")) == 1_201
        assert len([text async for text in store.lines("t1")]) == 1_201
        assert len([opening async for opening in store.openings("t1")]) == 201
        assert max(pieces) <= PIECE

    run(InSqlite(tmp_path), story)
