"""Runs a house: handles what is asked, has it written, and answers only then.

Requests wait in a queue. All that have come while the last batch was written make up the next one: the house handles
them, the store writes their units in one transaction, and then they are answered and viewers hear of it. So the number
of syncs does not grow with the number of requests.

Between handling and writing, the memory of the house is ahead of the disk. Nobody may look at it then: whoever wants to
show something looks by `read`. If a unit was not written because another process was quicker, its tables and guests are
loaded again and its request is handled again. If there is no room, everybody is told so until a probe can be written.
If it is not certain that a write is on the disk, nothing is answered any more and `run` raises `Broken`.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from croupier.house.recorder import time_text
from croupier.house.requests import Asked, Note, Restart, Tick
from croupier.house.rows import Answer, Row
from croupier.house.settings import SECOND
from croupier.house.unit import Answered, Unit
from croupier.store.store import Broken, Full, Lost, NotNow, Place, Store, place, places

logger = logging.getLogger(__name__)

BATCH_MAX: Final = 256
"""So many requests are handled before they are written, while the event loop waits."""
WAITING_MAX: Final = 10_000
"""From so many requests on, others are told to come back later."""
TRIES_MAX: Final = 5
HOUR: Final = 3_600_000
PROBE_SECONDS: Final = 1.0

KEY_USED: Final = {"error": "key", "reason": "this key was used for another request", "clause": "", "field": "key"}


class Busy(NotNow):
    """Too much is asked at once."""


class Stopping(NotNow):
    """The house takes nothing more."""


class Fault(NotNow):
    """A request could not be handled or written, and never should have been; nothing was done."""


class Handler(Protocol):
    """What a committer needs of a house."""

    def handle(self, asked: Asked, now: int) -> Unit: ...

    def due(self) -> int | None:
        """When something is due without being asked for."""

    def overdue(self, now: int) -> Sequence[str]:
        """The tables at which something is due."""

    def tables(self) -> Sequence[str]: ...

    def prepare(self) -> bool:
        """Do a little of what can be done ahead; gives whether there was something."""


HouseT = TypeVar("HouseT", bound=Handler)
Seen = TypeVar("Seen")
Reload = Callable[[frozenset[Place]], Awaitable[None]]
"""Drops tables, guests and other documents from the memory of the house, and loads what the store has of them."""
News = Callable[[Iterable[str]], None]
"""Hears which tables moved, and whose streams must end, by their ids."""


@dataclass
class Counts:
    """What a committer has done, for whoever watches it."""

    batches: int = 0
    units: int = 0
    retried: int = 0
    faults: int = 0
    full: int = 0


class Waiting:
    """A request in the queue."""

    def __init__(self, asked: Asked, reply: "asyncio.Future[Unit] | None" = None) -> None:
        """Without a reply, nobody waits for it: it is due by the clock."""
        self.asked = asked
        self.reply = reply
        self.tries = 0

    def answer(self, unit: Unit) -> None:
        if self.reply and not self.reply.done():  # whoever asked may have gone
            self.reply.set_result(unit)

    def refuse(self, why: NotNow) -> None:
        if self.reply and not self.reply.done():
            self.reply.set_exception(why)

    def places(self, rows: Iterable[Row] = ()) -> frozenset[Place]:
        """What has to be loaded again if the request comes to nothing."""
        asked = self.asked
        named = {"table": asked.table, "guest": asked.guest or (f"operator {asked.operator}" if asked.operator else "")}
        return places(rows) | {place(kind, id_) for kind, id_ in named.items() if id_}


class Committer(Generic[HouseT]):
    """The one that writes."""

    def __init__(
        self, house: HouseT, store: Store, reload: Reload, now: Callable[[], int], retention: int = 24 * HOUR
    ) -> None:
        """Run a house over a store; times are milliseconds, and so is how long answers are kept."""
        self.house = house
        self.store = store
        self.reload = reload
        self.now = now
        self.retention = retention
        self.news: News = tell_nobody
        self.counts = Counts()
        self.is_writable = True
        """False while there is no room to write; it recovers by itself."""
        self.why_full, self.full_since = "", 0
        """Why there was none, and since when; for the record once there is."""
        self.is_broken = False
        self.is_ahead = False
        """Whether the memory of the house is ahead of the disk."""
        self.is_begun = False
        self.tidied = 0
        self.latest = 0
        """The time when it was last looked at."""
        self.queue: deque[Waiting] = deque()
        self.woken = asyncio.Event()
        self.asked_to_stop = asyncio.Event()
        self.stopped = asyncio.Event()
        self.looking: list[Callable[[], None]] = []
        self.stale: set[Place] = set()
        """What others have written, or what could not be loaded again yet."""

    # What others do

    async def ask(self, asked: Asked) -> Unit:
        """Have something done; returns once all of it is on the disk, or raises `NotNow`."""
        if self.is_broken:
            raise Broken("the store is broken")
        if self.asked_to_stop.is_set():
            raise Stopping("the house is stopping")
        if not self.is_writable:
            raise Full("nothing can be written now")
        if len(self.queue) >= WAITING_MAX:
            raise Busy("too much is asked at once")
        reply: asyncio.Future[Unit] = asyncio.get_running_loop().create_future()
        self.queue.append(Waiting(asked, reply))
        self.woken.set()
        return await reply

    async def read(self, look: Callable[[HouseT], Seen]) -> Seen:
        """Look at the house between two batches, when nothing in its memory is ahead of the disk."""
        if self.stale and not self.is_writable:
            raise Full("what the house had in memory could not be loaded again yet")
        if not self.is_ahead:
            return look(self.house)
        seen: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()

        def have_a_look() -> None:
            if seen.done():  # whoever wanted to know has gone
                return
            try:
                seen.set_result(look(self.house))
            except Exception as error:  # noqa: BLE001  # it is theirs
                seen.set_exception(error)

        self.looking.append(have_a_look)
        return await seen

    async def stop(self) -> None:
        """Take nothing more, and wait until all that was taken is written."""
        self.asked_to_stop.set()
        self.woken.set()
        await self.stopped.wait()

    # The loop

    async def run(self) -> None:
        """Write until told to stop; raises `Broken` if that is not possible any more."""
        listening = asyncio.create_task(self.listen())
        try:
            while not self.asked_to_stop.is_set() or self.queue:
                await self.once()
        except BaseException:
            self.is_broken = True
            raise
        finally:
            self.stopped.set()
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening

    async def once(self) -> None:
        """Write one batch, or wait."""
        if not self.is_writable:
            await self.recover()
        elif not self.is_begun:
            await self.begin()
        else:
            await self.catch_up()
            batch = self.gather()
            if batch:
                await self.unseen(self.write(batch))
            elif self.house.prepare():
                await asyncio.sleep(0)
            else:
                await self.wait(self.seconds_to_wait())
            await self.tidy()

    async def begin(self) -> None:
        """Start the clocks of all tables again before anything else happens, unless another process runs them."""
        try:
            async with self.store.beginning() as is_alone:
                if is_alone:
                    await self.restart()
        except NotNow:
            self.is_writable = False
        self.is_begun = True

    async def restart(self) -> None:
        restart = Restart(is_restored="restored" in await self.store.meta())
        tables = list(self.house.tables())
        for start in range(0, len(tables), BATCH_MAX):
            if not self.is_writable:
                return
            batch = [Waiting(Asked(restart, table=table)) for table in tables[start : start + BATCH_MAX]]
            await self.unseen(self.write(batch))
        if restart.is_restored and self.is_writable:
            await self.store.note("restored", None)

    async def unseen(self, work: Coroutine[None, None, None]) -> None:
        """Do something during which nobody may look at the house."""
        self.is_ahead = True
        await work
        self.is_ahead = False
        looking, self.looking = self.looking, []
        for look in looking:
            look()
        await asyncio.sleep(0)  # those who were answered may ask what comes into the next batch

    def gather(self) -> list[Waiting]:
        """What is due by the clock, and what was asked."""
        now, before = self.now(), self.latest
        self.latest = now
        due = self.house.due()
        batch: list[Waiting] = []
        if now < before - SECOND:  # the clock was set back: what is due lies hours ahead, and has to be counted anew
            self.tidied = min(self.tidied, now)
            batch += [Waiting(Asked(Tick(), table=table)) for table in (*self.house.tables(), "")]
        elif due is not None and due <= now and not self.asked_to_stop.is_set():
            batch += [Waiting(Asked(Tick(), table=table)) for table in self.house.overdue(now)[:BATCH_MAX]]
        while self.queue and len(batch) < BATCH_MAX:
            batch.append(self.queue.popleft())
        return batch

    def seconds_to_wait(self) -> float | None:
        due = self.house.due()
        return None if due is None else max(due - self.now(), 1) / 1000

    async def tidy(self) -> None:
        """Have the store forget, once an hour, what has had its time."""
        now = self.now()
        if now < self.tidied + HOUR:
            return
        self.tidied = now
        with suppress(Full):  # the next batch will notice
            await self.store.forget(now - self.retention)

    async def wait(self, seconds: float | None) -> None:
        """Sleep until there is something to do."""
        if self.queue or self.stale or self.asked_to_stop.is_set():
            return
        self.woken.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.woken.wait()

    async def write(self, batch: Sequence[Waiting]) -> None:
        """Handle requests, write what they lead to, and answer."""
        handled, stale = self.handled(batch)
        try:
            written = await self.written([unit for _, unit in handled])
        except Full as error:
            await self.give_up(handled, stale, error)
            return
        done, lost = [], []
        for (waiting, unit), is_written in zip(handled, written, strict=True):
            if is_written:
                done.append((waiting, unit))
                continue
            stale |= waiting.places(unit.rows)
            if is_written is None:
                waiting.refuse(Fault("a request could not be written"))
            else:
                lost.append((waiting, unit))
        await self.renew(stale)
        self.counts.batches += 1
        self.counts.units += len(done)
        for waiting, unit in done:  # before those who watch are told, for whom much may have to be drawn
            waiting.answer(unit)
        moved = frozenset[str]().union(*(unit.moved | unit.ended for _, unit in done))
        if moved:
            self.news(moved)
        try:
            await self.again(lost)
        except NotNow as error:
            await self.give_up(lost, set(), error)

    def handled(self, batch: Sequence[Waiting]) -> tuple[list[tuple[Waiting, Unit]], set[Place]]:
        """What requests lead to, and what has to be loaded again because a request failed."""
        now = self.now()
        handled: list[tuple[Waiting, Unit]] = []
        stale = set[Place]()
        for waiting in batch:
            try:
                handled.append((waiting, self.house.handle(waiting.asked, now)))
            except Exception:
                logger.exception("A request failed: %s", type(waiting.asked.request).__name__)
                self.counts.faults += 1
                stale |= waiting.places()
                waiting.refuse(Fault("a request failed"))
        return handled, stale

    async def written(self, units: Sequence[Unit]) -> Sequence[bool | None]:
        """Write units and tell which were written; None for one that no store can write, at nobody else's cost."""
        rows = [unit.rows for unit in units]
        if not any(rows):
            return [True] * len(rows)
        try:
            return await self.store.commit(rows)
        except (Full, Broken):
            raise
        except Exception:
            logger.exception("A batch of %d could not be written", len(rows))
            if len(rows) == 1:
                self.counts.faults += 1
                return [None]
        lost = Lost()
        results: list[bool | None] = []
        for unit in units:
            results += [False] if lost.has(unit.rows) else await self.written([unit])
            if not results[-1]:
                lost.add(unit.rows)
        return results

    async def give_up(self, handled: Sequence[tuple[Waiting, Unit]], stale: set[Place], error: NotNow) -> None:
        """Nothing can be written: tell everybody, and take nothing until there is room."""
        logger.warning("Nothing can be written now: %s", error)
        self.is_writable = False
        self.why_full, self.full_since = str(error), self.now()
        self.counts.full += 1
        for waiting, unit in handled:
            stale |= waiting.places(unit.rows)
        await self.renew(stale)
        for waiting in (*(waiting for waiting, _ in handled), *self.queue):
            waiting.refuse(Full(str(error)))
        self.queue.clear()

    async def again(self, lost: Sequence[tuple[Waiting, Unit]]) -> None:
        """Answer those who lost their place from what is kept, or let them try once more before all others."""
        retried = list[Waiting]()
        for waiting, unit in lost:
            kept = next((row for row in unit.rows if isinstance(row, Answer)), None)
            known = await self.store.answer(kept.guest, kept.key) if kept else None
            waiting.tries += 1
            if kept and known:
                waiting.answer(repeated(known, kept.digest))
            elif waiting.tries >= TRIES_MAX:
                waiting.refuse(Busy("others were quicker each time"))
            elif waiting.reply is not None:  # the clock will ask again by itself
                retried.append(waiting)
        self.counts.retried += len(retried)
        self.queue.extendleft(reversed(retried))

    # What others have written, and what could not be

    async def listen(self) -> None:
        """Hear what other processes write."""
        while True:
            try:
                async for changed in self.store.changes():
                    self.stale |= changed
                    self.woken.set()
            except Exception:
                logger.exception("What other processes write cannot be heard")
                await asyncio.sleep(PROBE_SECONDS)
            else:
                return

    async def catch_up(self) -> None:
        """Load what others have written, and let viewers hear of it."""
        if not self.stale:
            return
        stale = frozenset(self.stale)
        await self.unseen(self.renew(stale))
        if self.is_writable:
            self.news(frozenset(id_ for _, id_ in stale))

    async def renew(self, stale: Iterable[Place]) -> None:
        """Load again what may not be as the store has it; later, if the store cannot be reached."""
        due = self.stale | set(stale)
        if not due:
            return
        self.stale = set()  # others may write while this is loaded
        try:
            await self.reload(frozenset(due))
        except NotNow:
            self.stale |= due
            self.is_writable = False

    async def recover(self) -> None:
        """See from time to time whether there is room; then begin again as after a start."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PROBE_SECONDS):
                await self.asked_to_stop.wait()
        try:
            await self.store.probe()
        except Full:
            return
        self.is_writable = True
        self.is_begun = False
        await self.unseen(self.renew(()))
        if self.why_full:
            note = Note("could not write", why=self.why_full, before=time_text(self.full_since), after="writes again")
            self.queue.appendleft(Waiting(Asked(note)))
            self.why_full = ""


def repeated(known: Answer, digest: str) -> Unit:
    """What was answered under a key before; another request under it is refused."""
    status, body = (known.status, json.loads(known.body)) if known.digest == digest else (409, KEY_USED)
    return Unit((), Answered(status, body))


def tell_nobody(_ids: Iterable[str]) -> None:
    """Nobody listens yet."""
