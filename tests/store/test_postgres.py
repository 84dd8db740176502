"""Several processes on one database: nothing is lost or done twice, whoever is killed, stopped or cut off."""

import asyncio
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from socket import socketpair
from threading import Thread
from typing import Self
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings

from croupier.errors import Refused
from croupier.house.rows import Document, Entry
from croupier.store import committer as committers
from croupier.store import schema
from croupier.store.backup import back_up_database, restore, restore_database
from croupier.store.committer import Committer
from croupier.store.store import Away, Full, Store, place
from tests.store.engines import InSqlite, lines_of, run
from tests.store.servers import InPostgres, Server
from tests.store.tally import Tally, bought
from tests.store.test_contract import batches, check_alike, everything
from tests.store.units import EVERYTHING, Unit, document, line
from tests.store.writer_lines import Acknowledged, acknowledged

pytestmark = pytest.mark.server


def started(url: str, name: str, seconds: float) -> subprocess.Popen[str]:
    """A process that writes for a while."""
    command = [sys.executable, "-m", "tests.store.writer_process", url, name, str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def ended(process: subprocess.Popen[str]) -> Acknowledged:
    out, _ = process.communicate(timeout=60)
    return acknowledged(out)


async def recorded(url: str) -> dict[str, list[str]]:
    """What each table's journal holds: keys, in the order of their numbers."""
    store = await InPostgres(url).open()
    try:
        return {table: [text.split()[1] for text in await lines_of(store, table)] for table in ("t1", "t2", "t3")}
    finally:
        await store.close()


def check_once(url: str, *told: Acknowledged) -> None:
    """Every acknowledged request is in the record under the number it was told, and none is there twice."""
    kept = asyncio.run(recorded(url))
    assert all(count == 1 for lines in kept.values() for count in Counter(lines).values())
    for table, key, number in (one for each in told for one in each.requests):
        assert kept[table][number] == key


@asynccontextmanager
async def house_on(store: Store) -> AsyncIterator[Committer[Tally]]:
    house = Tally(store)
    committer = Committer(house, store, house.reload, lambda: time.time_ns() // 1_000_000)
    task = asyncio.create_task(committer.run())
    async with asyncio.timeout(60):
        yield committer
        await committer.stop()
        await task


def test_two_processes_write_the_same_tables_at_once(server: Server) -> None:
    url = server.database()
    one, two = started(url, "a", 3), started(url, "b", 3)
    told = ended(one), ended(two)
    assert min(len(each.requests) for each in told) > 20
    assert max(each.retried for each in told) > 0  # they were in each other's way
    check_once(url, *told)


def test_a_process_that_is_killed_loses_nothing_and_holds_nobody_up(server: Server) -> None:
    url = server.database()
    one, two = started(url, "a", 30), started(url, "b", 4)
    time.sleep(1)
    one.send_signal(signal.SIGKILL)
    told = ended(one), ended(two)
    assert all(len(each.requests) > 20 for each in told)
    check_once(url, *told)


def check_kills(server: Server, kills: int, seed: int) -> None:
    """Kill processes at random moments, one after the other, while another goes on."""
    chance = Random(seed)
    url = server.database()
    other = started(url, "other", 600)
    told = []
    for number in range(kills):
        victim = started(url, f"victim{number}-", 60)
        time.sleep(chance.uniform(0, 0.5))
        victim.send_signal(signal.SIGKILL)
        told.append(ended(victim))
    other.send_signal(signal.SIGKILL)
    told.append(ended(other))
    assert told[-1].requests
    check_once(url, *told)


def test_processes_that_are_killed_at_any_moment_lose_nothing(server: Server) -> None:
    check_kills(server, 2, 1)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(20))
def test_two_hundred_killed_processes_lose_nothing(server: Server, seed: int) -> None:
    check_kills(server, 10, seed)


class Heard:
    """What a process says while it runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self.thread = Thread(target=self.listen)
        self.thread.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        self.lines += iter(self.process.stdout.readline, "")

    def has_more(self, seconds: float) -> bool:
        """Whether it acknowledges more requests in this time."""
        before, until = len(self.lines), time.monotonic() + seconds
        while len(self.lines) < before + 20 and time.monotonic() < until:
            time.sleep(0.05)
        return len(self.lines) >= before + 20

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:  # which closes what it was heard by
            self.process.send_signal(signal.SIGKILL)
            self.thread.join(60)

    def told(self) -> Acknowledged:
        return acknowledged("".join(self.lines))


def is_waited_for(server: Server, url: str) -> bool:
    """Whether somebody has waited a while for what another holds."""
    waiting = """
        SELECT count(*) FROM pg_stat_activity AS a
        WHERE datname = '{}' AND wait_event_type = 'Lock' AND state_change < now() - interval '100 ms';
    """
    return " 0\n" not in server.server.psql(waiting.format(urlsplit(url).path[1:]))


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.torture)])
def test_a_process_that_is_stopped_amid_a_write_holds_the_other_up_for_seconds_only(server: Server, times: int) -> None:
    url, chance = server.database(), Random(times)
    with Heard(started(url, "a", 600)) as one, Heard(started(url, "b", 600)) as two:
        for _ in range(times):
            stop_amid_a_write(one, lambda: is_waited_for(server, url), chance)
            assert two.has_more(30), "the server ends what is stopped, and the other goes on"
            one.process.send_signal(signal.SIGCONT)
            assert one.has_more(60), "and so does what was stopped"
    check_once(url, one.told(), two.told())


def stop_amid_a_write(heard: Heard, is_waited_for: Callable[[], bool], chance: Random) -> None:
    """Stop a process while another needs what it holds."""
    for _ in range(100):
        time.sleep(chance.uniform(0.05, 0.15))
        heard.process.send_signal(signal.SIGSTOP)
        time.sleep(0.15)
        if is_waited_for():
            return
        heard.process.send_signal(signal.SIGCONT)
    pytest.fail("it was never stopped while the other needed what it held")


def test_a_server_that_cannot_end_old_transactions_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.store import postgres  # noqa: PLC0415  # only where the driver is installed

    monkeypatch.setattr(postgres, "VERSION_LEAST", 99)
    with pytest.raises(Refused, match="--database: this server is too old; Croupier needs PostgreSQL 99 or newer"):
        asyncio.run(InPostgres(server.database()).open())


def test_another_process_hears_of_a_change(server: Server) -> None:
    async def story() -> None:
        engine = InPostgres(server.database())
        one, two = await engine.open(), await engine.open()
        heard = two.changes()
        await one.commit([(line(0), document(1))])
        assert await asyncio.wait_for(anext(heard), 10) == {place("table", "t1"), place("guest", "g1")}
        await two.commit([(line(1),)])  # one's own changes are no news
        await one.commit([(line(0, "t2"),)])
        assert await asyncio.wait_for(anext(heard), 10) == {place("table", "t2")}
        await one.close()
        await two.close()

    asyncio.run(story())


def test_a_change_is_found_even_if_nobody_tells_of_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.store import postgres  # noqa: PLC0415  # only where the driver is installed

    async def story() -> None:
        engine = InPostgres(server.database())
        two = await engine.open()
        monkeypatch.setattr(postgres, "CHANNEL", "elsewhere")
        one = await engine.open()
        heard = two.changes()
        await one.commit([(line(0),)])
        assert await asyncio.wait_for(anext(heard), 10) == {place("table", "t1")}
        await one.close()
        await two.close()

    asyncio.run(story())


def test_the_house_of_one_process_follows_the_other(server: Server) -> None:
    async def story() -> None:
        engine = InPostgres(server.database())
        stores = await engine.open(), await engine.open()
        async with house_on(stores[0]) as one, house_on(stores[1]) as two:
            await one.ask(bought(key="k1"))
            while two.house.counts.get("t1") != 1:  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.01)
            assert (await two.ask(bought(key="k2"))).answer.body == {"number": 1}
            assert two.counts.retried == 0
        for store in stores:
            await store.close()

    asyncio.run(story())


def test_only_the_first_process_starts_clocks_again(server: Server) -> None:
    async def story() -> None:
        engine = InPostgres(server.database())
        one, two = await engine.open(), await engine.open()
        order = []

        async def begin(name: str, store: Store) -> None:
            async with store.beginning() as is_alone:
                order.append((name, is_alone))
                await asyncio.sleep(0.2)

        await begin("one", one)
        await begin("two", two)
        await one.close()
        await begin("two", two)
        assert order == [("one", True), ("two", False), ("two", True)]
        await two.close()

    asyncio.run(story())


def test_a_house_that_is_cut_off_says_so_and_comes_back(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committers, "PROBE_SECONDS", 0.05)
    cut = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
    """

    async def story() -> None:
        url = server.database()
        store, other = await InPostgres(url).open(), await InPostgres(url).open()
        async with house_on(store) as committer:
            await committer.ask(bought(key="k1"))
            await other.select(cut)  # type: ignore[attr-defined]  # a way in
            with pytest.raises((Away, Full)):
                await committer.ask(bought(key="k2"))
            while not committer.is_writable:  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.01)
            again = await committer.ask(bought(key="k2"))
            assert again.answer.status == 200
        lines = [text.split()[-1] for text in await lines_of(store)]
        assert lines.count("k1") == lines.count("k2") == 1
        await store.close()
        await other.close()

    asyncio.run(story())


def test_the_sockets_of_a_lost_connection_are_free_when_others_get_their_numbers(server: Server) -> None:
    """Somebody still waits for an answer when the connection for writing is lost."""

    async def story() -> None:
        url = server.database()
        store, other = await InPostgres(url).open(), await InPostgres(url).open()
        held = store.connections  # type: ignore[attr-defined]  # a way in
        numbers = {one.fileno() for one in (held.writer, held.reader, held.listener)}
        waiting = asyncio.create_task(store.select("SELECT pg_sleep(60)"))  # type: ignore[attr-defined]
        await asyncio.sleep(0.2)
        await other.select("SELECT pg_terminate_backend($1)", held.writer.info.backend_pid)  # type: ignore[attr-defined]
        with pytest.raises(Away):
            await store.commit([(line(0),)])
        lines = [socketpair() for _ in range(5)]
        ends = {end.fileno(): end for pair in lines for end in pair}
        assert numbers <= set(ends)
        heard = dict.fromkeys(numbers, False)
        loop = asyncio.get_running_loop()
        for number in numbers:
            loop.add_reader(number, heard.__setitem__, number, True)
        for one, two in lines:
            one.send(b"1")
            two.send(b"1")
        await asyncio.sleep(0.5)
        assert all(heard.values())
        for number in numbers:
            loop.remove_reader(number)
        for end in ends.values():
            end.close()
        with pytest.raises(Away):
            await waiting
        await store.probe()
        assert await store.commit([(line(0),)]) == [True]
        await store.close()
        await other.close()

    asyncio.run(story())


def test_a_database_that_takes_no_writes_is_full_until_it_does(server: Server) -> None:
    async def story() -> None:
        store = await InPostgres(server.database()).open()
        writer = store.connections.writer  # type: ignore[attr-defined]  # a way in
        await writer.execute("SET default_transaction_read_only = on")
        with pytest.raises(Full):
            await store.commit([(line(0),)])
        with pytest.raises(Full):
            await store.probe()
        await writer.execute("SET default_transaction_read_only = off")
        await store.probe()
        assert await store.commit([(line(0),)]) == [True]
        await store.close()

    asyncio.run(story())


def test_entries_of_the_log_appear_in_the_order_of_their_numbers(server: Server) -> None:
    """One that is still being written holds back those with higher numbers, so that no reader passes it over."""

    async def story() -> None:
        engine = InPostgres(server.database())
        one, two = await engine.open(), await engine.open()
        writer = two.connections.writer  # type: ignore[attr-defined]  # a way in
        async with writer.transaction():
            await writer.execute("INSERT INTO entry VALUES (DEFAULT, 1, 'a', 'first', '', '', '', '')")
            await one.commit([(Entry(2, "b", "second"),)])
            assert [number async for number, _ in one.log()] == []
        assert [entry.what async for _, entry in one.log()] == ["first", "second"]
        await one.close()
        await two.close()

    asyncio.run(story())


def test_a_server_that_does_not_sync_is_refused(server: Server) -> None:
    engine = InPostgres(server.database())
    server.set_fsync("off")
    try:
        with pytest.raises(Refused, match="this server does not sync what it writes; set fsync = on"):
            asyncio.run(engine.open())
    finally:
        server.set_fsync("on")
    run(engine, lambda store: store.probe())


def test_a_server_that_comes_back_and_does_not_sync_is_not_written_to(server: Server) -> None:
    async def story() -> None:
        store = await InPostgres(server.database()).open()
        await store.connections.writer.close()  # type: ignore[attr-defined]  # a way in
        server.set_fsync("off")
        try:
            for _ in range(2):
                with pytest.raises(Away):
                    await store.probe()
        finally:
            server.set_fsync("on")
        await store.probe()
        assert await store.commit([(line(0),)]) == [True]
        await store.close()

    asyncio.run(story())


def test_a_database_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="the database cannot be reached: "):
        asyncio.run(InPostgres("postgresql://127.0.0.1:1/none").open())


def test_a_database_of_later_software_is_refused_and_an_earlier_one_brought_up_to_date(server: Server) -> None:
    engine = InPostgres(server.database())
    run(engine, lambda store: store.commit([(line(0),)]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "SCRIPTS", (*schema.SCRIPTS, "ALTER TABLE line ADD COLUMN colour TEXT"))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        run(engine, lambda store: store.commit([(line(1),)]))
    with pytest.raises(Refused, match="this was written by a later Croupier"):
        asyncio.run(engine.open())


@settings(max_examples=15)
@given(history=batches)
def test_postgres_writes_what_memory_writes(server: Server, history: list[list[Unit]]) -> None:
    check_alike(InPostgres(server.database()), history)


# Backups, and the way from a file to a database


def test_a_database_is_backed_up_and_restored_into_a_file_and_into_another_database(
    server: Server, tmp_path: Path
) -> None:
    url, other = server.database(), server.database()
    run(InPostgres(url), lambda store: store.commit([EVERYTHING, (line(2), Document("guest", "g2", 1, None))]))
    kept = back_up_database(url, tmp_path / "backup")
    assert (kept.tables, kept.records, kept.guests) == (0, 3, 1)
    assert restore(tmp_path / "backup", tmp_path / "house").records == 3
    restore_database(tmp_path / "backup", other)
    told = [run(engine, everything) for engine in (InPostgres(url), InSqlite(tmp_path / "house"), InPostgres(other))]
    assert told[0] == told[1] == told[2]
    assert "restored" in run(InPostgres(other), lambda store: store.meta())
    assert run(InPostgres(other), lambda store: store.commit([(line(3),)])) == [True]


def test_nothing_is_restored_over_a_house_in_a_database(server: Server, tmp_path: Path) -> None:
    url = server.database()
    run(InPostgres(url), lambda store: store.commit([EVERYTHING]))
    back_up_database(url, tmp_path / "backup")
    with pytest.raises(Refused, match="there is a house in this database already; give an empty one"):
        restore_database(tmp_path / "backup", url)


def test_a_database_without_a_house_is_not_backed_up(server: Server, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no house in this database"):
        back_up_database(server.database(), tmp_path / "backup")
    with pytest.raises(Refused, match="the database cannot be copied"):
        back_up_database("postgresql://127.0.0.1:1/none", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
