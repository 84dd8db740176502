"""What runs a house: nothing is answered or shown before it is on the disk, and everything happens once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

import pytest

from croupier.house.rows import Answer, Line, Row
from croupier.house.unit import Unit
from croupier.store import committer as module
from croupier.store.committer import Busy, Committer, Fault, Stopping
from croupier.store.memory import MemoryStore
from croupier.store.store import Away, Broken, Full, NotNow, Place, place
from tests.store.engines import lines_of
from tests.store.tally import Tally, bought


class SlowStore(MemoryStore):
    """A store whose commits wait until they are let through, or fail as told."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.batches: list[int] = []
        self.failure: Exception | None = None
        self.before: Callable[[], Awaitable[object]] | None = None
        """What another process does just before a commit."""
        self.others: asyncio.Queue[frozenset[Place]] = asyncio.Queue()

    async def commit(self, units: Sequence[Sequence[Row]]) -> Sequence[bool]:
        self.batches.append(len(units))
        await self.gate.wait()
        await self.probe()
        if self.before:
            before, self.before = self.before, None
            await before()
        for row in (row for unit in units for row in unit if isinstance(row, Line)):
            row.text.encode()
        return await super().commit(units)

    async def probe(self) -> None:
        if self.failure:
            raise self.failure

    async def changes(self) -> AsyncIterator[frozenset[Place]]:
        while True:
            yield await self.others.get()


class Running:
    """A committer at work."""

    def __init__(self) -> None:
        self.time = 1000
        self.store = SlowStore()
        self.house = Tally(self.store)
        self.committer: Committer[Tally] = Committer(self.house, self.store, self.house.reload, lambda: self.time)
        self.heard: list[set[str]] = []
        self.committer.news = lambda ids: self.heard.append(set(ids))
        self.ask = self.committer.ask

    async def kept(self, table: str = "t1") -> list[str]:
        return [text.strip() for text in await lines_of(self.store, table)]


def play(story: Callable[[Running], Awaitable[None]], probe_seconds: float = 0.001) -> None:
    """Run a committer, let something happen, and stop it."""

    async def told() -> None:
        running = Running()
        task = asyncio.create_task(running.committer.run())
        await story(running)
        await running.committer.stop()
        await task

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PROBE_SECONDS", probe_seconds)
        asyncio.run(told())


async def soon() -> None:
    """Let everybody else do what they can do now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  # what is waited for knows nobody to tell
        await asyncio.sleep(0.001)


def test_a_request_is_answered_when_it_is_written_and_viewers_hear_of_it_then() -> None:
    async def story(run: Running) -> None:
        run.store.gate.clear()
        asking = asyncio.create_task(run.ask(bought(key="k1")))
        await soon()
        assert run.house.counts == {"t1": 1}  # it has been handled
        assert not asking.done()
        assert run.heard == []
        run.store.gate.set()
        unit = await asking
        assert (unit.answer.status, unit.answer.body, unit.secrets) == (200, {"number": 0}, {"token": "secret"})
        assert await run.kept() == ["g1 k1"]
        assert run.heard == [{"t1"}]

    play(story)


def test_whoever_asked_goes_on_before_whoever_watches() -> None:
    async def story(run: Running) -> None:
        order: list[str] = []

        def tell(_: Iterable[str]) -> None:
            asyncio.get_running_loop().call_soon(order.append, "watches")

        run.committer.news = tell
        await run.ask(bought(key="k1"))
        order.append("asked")
        await soon()
        assert order == ["asked", "watches"]

    play(story)


def test_nobody_sees_what_is_not_written_yet() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought())
        assert await run.committer.read(lambda house: house.counts["t1"]) == 1
        run.store.gate.clear()
        asking = asyncio.create_task(run.ask(bought()))
        await soon()
        looking = asyncio.create_task(run.committer.read(lambda house: (house.counts["t1"], run.committer.is_ahead)))
        failing = asyncio.create_task(run.committer.read(lambda house: 1 // 0))
        await soon()
        assert not looking.done()
        run.store.gate.set()
        assert await looking == (2, False)
        with pytest.raises(ZeroDivisionError):
            await failing
        assert (await asking).answer.status == 200

    play(story)


def test_all_that_is_asked_during_a_commit_is_written_by_the_next_one() -> None:
    async def story(run: Running) -> None:
        run.store.gate.clear()
        first = asyncio.create_task(run.ask(bought(key="first")))
        await soon()
        others = [asyncio.create_task(run.ask(bought(f"t{n % 7}", f"g{n}", f"k{n}"))) for n in range(100)]
        await soon()
        run.store.gate.set()
        await asyncio.gather(first, *others)
        assert run.store.batches == [1, 100]
        assert run.committer.counts.units == 101
        assert run.heard[1] == {f"t{n}" for n in range(7)}

    play(story)


def test_a_request_that_lost_its_place_to_another_process_is_done_again_on_what_that_one_wrote() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought(key="k0"))
        run.store.before = lambda: MemoryStore.commit(run.store, [[Line("t1", 1, "by another process\n")]])
        asked = [run.ask(bought(key="k1")), run.ask(bought(key="k2")), run.ask(bought("t2", "g2", "k3"))]
        replies = await asyncio.gather(*asked)
        assert [unit.answer.body["number"] for unit in replies] == [2, 3, 0]
        assert await run.kept() == ["g1 k0", "by another process", "g1 k1", "g1 k2"]
        assert await run.kept("t2") == ["g2 k3"]
        assert run.committer.counts.retried == 2
        assert run.house.reloaded == [frozenset({place("table", "t1"), place("guest", "g1")})]

    play(story)


@pytest.mark.parametrize(("digest", "status", "body"), [("1", 200, 7), ("other", 409, {"error": "key"})])
def test_a_request_that_another_process_has_answered_gets_that_answer(digest: str, status: int, body: object) -> None:
    async def story(run: Running) -> None:
        run.store.before = lambda: MemoryStore.commit(run.store, [[Answer("g1", "k1", digest, 200, "7", 900)]])
        unit = await run.ask(bought(key="k1"))
        assert unit.answer.status == status
        assert unit.answer.body == body if status == 200 else unit.answer.body["error"] == "key"
        assert unit.secrets == {}
        assert await run.kept() == []

    play(story)


def test_whoever_loses_every_time_is_told_to_come_back() -> None:
    async def story(run: Running) -> None:
        numbers = iter(range(100))

        async def quicker() -> None:
            run.store.before = quicker
            assert await MemoryStore.commit(run.store, [[Line("t1", next(numbers), "quicker\n")]]) == [True]

        run.store.before = quicker
        with pytest.raises(Busy):
            await run.ask(bought(key="k1"))
        run.store.before = None
        assert await run.kept() == ["quicker"] * module.TRIES_MAX
        assert (await run.ask(bought(key="k1"))).answer.body == {"number": module.TRIES_MAX}

    play(story)


def test_without_room_everybody_is_refused_until_there_is_room_again() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought(key="k0"))
        run.store.failure = Full("no room")
        replies = await asyncio.gather(*(run.ask(bought(key=f"k{n}")) for n in (1, 2)), return_exceptions=True)
        assert [type(reply) for reply in replies] == [Full, Full]
        assert not run.committer.is_writable
        assert await run.committer.read(lambda house: house.counts) == {"t1": 1}  # as the store has it
        with pytest.raises(NotNow):
            await run.ask(bought(key="k1"))
        run.store.failure = None
        await until(lambda: run.committer.is_writable)
        assert (await run.ask(bought(key="k1"))).answer.status == 200
        assert await run.kept() == ["g1 k0", "Restart", "g1 k1"]  # clocks begin again with a grace

    play(story)


def test_whoever_waited_while_there_was_no_room_is_refused_and_not_served_later() -> None:
    async def story(run: Running) -> None:
        run.store.gate.clear()
        first = asyncio.create_task(run.ask(bought(key="first")))
        await soon()
        second = asyncio.create_task(run.ask(bought(key="second")))
        await soon()
        run.store.failure = Full("the disk is full")
        run.store.gate.set()
        for asked in (first, second):
            with pytest.raises(Full):
                await asked
        run.store.failure = None
        await until(lambda: run.committer.is_writable)
        await run.ask(bought(key="third"))
        assert [text for text in await run.kept() if text.startswith("g1")] == ["g1 third"]

    play(story)


def test_what_could_not_be_loaded_again_is_loaded_when_the_database_is_back() -> None:
    async def story(run: Running) -> None:
        loads = iter([Away("gone"), Away("gone"), None])
        reload = run.house.reload

        async def failing(places: frozenset[Place]) -> None:
            if failure := next(loads):
                raise failure
            await reload(places)

        await run.ask(bought())
        run.committer.reload = failing
        run.store.failure = Away("gone")
        with pytest.raises(Full):
            await run.ask(bought())
        assert run.house.counts == {"t1": 2}  # and nothing is asked of it
        run.store.failure = None
        await until(lambda: run.committer.is_writable)
        assert run.house.reloaded == [frozenset({place("table", "t1"), place("guest", "g1")})]
        assert (await run.ask(bought())).answer.body == {"number": 2}  # after the restart

    play(story)


def test_after_a_write_that_may_be_lost_nothing_is_answered_any_more() -> None:
    async def told() -> None:
        run = Running()
        running = asyncio.create_task(run.committer.run())
        await run.ask(bought())
        run.store.failure = Broken("a sync failed")
        asking = asyncio.create_task(run.ask(bought()))
        with pytest.raises(Broken, match="a sync failed"):
            await running
        await soon()
        assert not asking.done()
        looking = asyncio.create_task(run.committer.read(lambda house: house.counts))
        await soon()
        assert not looking.done()
        with pytest.raises(Broken):
            await run.ask(bought())
        assert run.heard == [{"t1"}]
        for task in (asking, looking):
            task.cancel()

    asyncio.run(told())


def test_a_request_that_fails_costs_nobody_else_anything() -> None:
    async def story(run: Running) -> None:
        asked = [
            run.ask(bought()),
            run.ask(bought("t2", "g2", cents=-1)),
            run.ask(bought("t3", cents=0)),
            run.ask(bought()),
        ]
        first, failing, unwritable, last = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, Unit)
        assert isinstance(last, Unit)
        assert [first.answer.body, last.answer.body] == [{"number": 0}, {"number": 1}]
        assert isinstance(failing, Fault)
        assert isinstance(unwritable, Fault)
        assert place("table", "t2") in run.house.reloaded[0]
        assert place("table", "t3") in run.house.reloaded[0]
        assert run.committer.counts.faults == 2
        assert await run.kept("t3") == []

    play(story)


def test_what_is_due_happens_once_when_its_time_has_come() -> None:
    async def story(run: Running) -> None:
        run.house.dues = {"t1": 1000, "t2": 5000}
        await run.ask(bought("t3"))
        await soon()
        assert [await run.kept(table) for table in ("t1", "t2")] == [["Tick"], []]
        run.time = 5000
        await run.ask(bought("t3"))
        assert [await run.kept(table) for table in ("t1", "t2")] == [["Tick"], ["Tick"]]

    play(story)


def test_what_is_due_happens_without_anybody_asking() -> None:
    async def story(run: Running) -> None:
        run.house.dues = {"t1": 1001}
        await run.ask(bought("t3"))
        run.time = 1001
        await until(lambda: "t1" in run.house.counts)
        await soon()
        assert await run.kept() == ["Tick"]

    play(story)


def test_what_other_processes_write_is_loaded_and_told() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought())
        await MemoryStore.commit(run.store, [[Line("t1", 1, "by another process\n")]])
        run.store.others.put_nowait(frozenset({place("table", "t1"), place("guest", "g9")}))
        await soon()
        assert run.house.counts == {"t1": 2}
        assert run.heard[-1] == {"t1", "g9"}

    play(story)


def test_what_was_taken_is_written_before_the_house_stops() -> None:
    async def told() -> None:
        run = Running()
        running = asyncio.create_task(run.committer.run())
        run.store.gate.clear()
        asking = [asyncio.create_task(run.ask(bought(key=f"k{n}"))) for n in range(3 * module.BATCH_MAX)]
        await soon()
        stopping = asyncio.create_task(run.committer.stop())
        await soon()
        with pytest.raises(Stopping):
            await run.ask(bought())
        run.store.gate.set()
        await stopping
        await running
        assert [(await one).answer.body["number"] for one in asking] == list(range(3 * module.BATCH_MAX))

    asyncio.run(told())


def test_too_many_waiting_requests_are_refused_at_once() -> None:
    async def story(run: Running) -> None:
        run.store.gate.clear()
        asking = [asyncio.create_task(run.ask(bought())) for _ in range(6)]
        await soon()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "WAITING_MAX", 0)
            with pytest.raises(Busy):
                await run.ask(bought())
        run.store.gate.set()
        await asyncio.gather(*asking)

    play(story)


def test_whoever_stops_waiting_costs_nobody_anything() -> None:
    async def story(run: Running) -> None:
        run.store.gate.clear()
        leaving = asyncio.create_task(run.ask(bought(key="k1")))
        staying = asyncio.create_task(run.ask(bought(key="k2")))
        await soon()
        leaving.cancel()
        run.store.gate.set()
        assert (await staying).answer.body == {"number": 1}
        assert await run.kept() == ["g1 k1", "g1 k2"]

    play(story)


def test_nobody_looks_while_something_is_loaded_again_and_no_change_is_missed_meanwhile() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought())
        gate, reload = asyncio.Event(), run.house.reload

        async def slow(places: frozenset[Place]) -> None:
            run.house.counts.pop("t1", None)
            await gate.wait()
            await reload(places)

        run.committer.reload = slow
        run.store.others.put_nowait(frozenset({place("table", "t1")}))
        await soon()
        looking = asyncio.create_task(run.committer.read(lambda house: house.counts["t1"]))
        run.store.others.put_nowait(frozenset({place("table", "t1")}))
        await soon()
        assert not looking.done()
        gate.set()
        assert await looking == 1
        await until(lambda: len(run.house.reloaded) == 2)

    play(story)


def test_a_database_that_goes_away_while_a_lost_request_is_looked_up_is_a_refusal() -> None:
    async def story(run: Running) -> None:
        async def gone(guest: str, key: str) -> Answer | None:
            raise Away("gone")

        run.store.before = lambda: MemoryStore.commit(run.store, [[Line("t1", 0, "quicker\n")]])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run.store, "answer", gone)
            with pytest.raises(Full, match="gone"):
                await run.ask(bought(key="k1"))
        await until(lambda: run.committer.is_writable)
        assert (await run.ask(bought(key="k1"))).answer.status == 200

    play(story)


def test_what_could_not_be_loaded_again_is_shown_to_nobody() -> None:
    async def story(run: Running) -> None:
        await run.ask(bought())
        reload = run.house.reload

        async def failing(places: frozenset[Place]) -> None:
            raise Away("gone")

        run.committer.reload = failing
        run.store.failure = Away("gone")
        with pytest.raises(Full):
            await run.ask(bought())
        with pytest.raises(NotNow):
            await run.committer.read(lambda house: house.counts)
        run.store.failure, run.committer.reload = None, reload
        await until(lambda: run.committer.is_writable)
        assert (await run.committer.read(lambda house: house.counts))["t1"] >= 1

    play(story)


def test_changes_are_heard_again_after_listening_failed() -> None:
    async def story(run: Running) -> None:
        changes, failures = run.store.changes, iter([True])

        async def failing() -> AsyncIterator[frozenset[Place]]:
            if next(failures, False):
                raise LookupError("a bug")
            async for changed in changes():
                yield changed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run.store, "changes", failing)
            await run.ask(bought())
            run.store.others.put_nowait(frozenset({place("table", "t9")}))
            await until(lambda: {"t9"} in run.heard)
        assert run.house.reloaded == [frozenset({place("table", "t9")})]

    play(story)


def test_what_was_made_after_a_unit_that_cannot_be_written_is_made_again() -> None:
    async def story(run: Running) -> None:
        asked = [bought(cents=0), bought(key="k1"), bought("t2", "g2", "k2")]
        failed, after, other = await asyncio.gather(*map(run.ask, asked), return_exceptions=True)
        assert isinstance(failed, Fault)
        assert isinstance(after, Unit)
        assert isinstance(other, Unit)
        assert after.answer.body == {"number": 0}
        assert await run.kept() == ["g1 k1"]
        assert run.committer.counts.retried == 1

    play(story)


def test_the_store_forgets_old_answers_once_an_hour() -> None:
    async def story(run: Running) -> None:
        run.time = run.committer.retention
        await run.ask(bought(key="k1"))
        run.time += run.committer.retention + 1
        await run.ask(bought(key="k2"))
        await soon()
        assert set(await run.store.answers("g1")) == {"k2"}

    play(story)
