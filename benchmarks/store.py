"""Measure the committer without HTTP: many requests in one transaction, beside one transaction for each.

The disk is taken out of the comparison: a sync takes 5 ms and does nothing else, as on a disk that is neither good nor
bad. Beside it stand the rate at which this disk really syncs, and what the committer does on it.
"""

import argparse
import asyncio
import os
import platform
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

import apsw
from rich.console import Console

from benchmarks.figures import Figure, table_of
from croupier.games import GAMES, load
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.requests import Asked, Done, Enter, Rename
from croupier.house.rows import Answer, Document, Line
from croupier.house.settings import HouseSettings
from croupier.house.unit import Answered, Unit
from croupier.store import committer as committers
from croupier.store.committer import Committer
from croupier.store.loading import running
from croupier.store.sqlite import FILE_NAME, SqliteStore
from croupier.store.store import Place, Store
from croupier.web.serve import collect_rarely

SYNC_SECONDS: Final = 0.005
CLIENTS: Final = 256
BAR: Final = 20.0
"""How many times as much must be done in groups."""
TABLES: Final = [f"table-{number}" for number in range(64)]
RECORD: Final = '{"n":1,"event":"wager_placed","seat":1,"wager":"initial","cents":500,' + f'"hash":"{"0" * 64}"' + "}\n"
DIGEST: Final = "0" * 64
BODY: Final = '{"round":1,"step":0,"version":17,"chips":99500}'
DONE: Final = Answered(200, {"round": 1})
Measure = Callable[[Store, int], Awaitable[tuple[float, float]]]
SLOW: Final = "slow"
"""The name under which SQLite finds the slowed disk."""


class SlowFile(apsw.VFSFile):
    """A file whose syncs take their time, and nothing but time."""

    def __init__(self, filename: "str | apsw.URIFilename | None", flags: list[int]) -> None:
        super().__init__("", filename, flags)

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802  # SQLite's name
        time.sleep(SYNC_SECONDS)


class SlowDisk(apsw.VFS):
    def __init__(self) -> None:
        super().__init__(SLOW, "")

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> SlowFile:  # noqa: N802  # SQLite's name
        return SlowFile(name, flags)


@contextmanager
def batches_of(most: int) -> Iterator[None]:
    """Let a transaction hold so many requests at most."""
    before = committers.BATCH_MAX
    committers.BATCH_MAX = most  # type: ignore[misc]  # final for everybody else
    try:
        yield
    finally:
        committers.BATCH_MAX = before  # type: ignore[misc]  # as it was


class Prepared:
    """A house that has nothing to think about: each action leads to the rows of a bet."""

    def __init__(self) -> None:
        self.lengths = dict.fromkeys(TABLES, 0)

    def handle(self, asked: Asked, now: int) -> Unit:
        number = self.lengths[asked.table]
        self.lengths[asked.table] = number + 1
        rows = (
            Line(asked.table, number, RECORD),
            Document("table", asked.table, number + 1, {"awaited": {"seat": number}}),
            Answer(asked.guest, asked.key, DIGEST, 200, BODY, now),
        )
        return Unit(rows, DONE, moved=frozenset({asked.table}))

    def due(self) -> None:
        """Nothing is ever due."""

    def overdue(self, now: int) -> list[str]:  # noqa: ARG002  # whatever the time
        return []

    def tables(self) -> list[str]:
        return []

    def prepare(self) -> bool:
        return False


async def no_reload(_places: frozenset[Place]) -> None:
    sys.exit("nobody else writes here, and yet something lost its place")


def now() -> int:
    return time.time_ns() // 1_000_000


async def of_prepared(store: Store, actions: int) -> tuple[float, float]:
    """The committer by itself."""
    asked = (
        Asked(Done(), guest=f"g{number % CLIENTS}", table=TABLES[number % len(TABLES)], key=f"key-{number}")
        for number in range(actions)
    )
    return await rate(Committer(Prepared(), store, no_reload, now), asked, actions)


async def of_house(store: Store, actions: int) -> tuple[float, float]:
    """A house of ours, in which people take another name."""
    games = {id_: load(entry) for id_, entry in GAMES.items()}
    house = House(HouseSettings(), SealKeys((os.urandom(32),)), os.urandom, games)
    entered = [house.handle(Asked(Enter(f"Guest {number}")), now()) for number in range(CLIENTS)]
    guests = [str(unit.answer.body["guest"]) for unit in entered]
    asked = (
        Asked(Rename(f"Name {number}"), guest=guests[number % CLIENTS], key=f"key-{number}")
        for number in range(actions)
    )
    await store.commit([unit.rows for unit in entered])
    return await rate(await running(house, store, now), asked, actions)


async def rate(committer: Committer[Any], asked: Iterator[Asked], actions: int) -> tuple[float, float]:
    """Durable actions a second of guests who wait for each answer, and how many there were in a transaction."""
    task = asyncio.create_task(committer.run())

    async def client() -> None:
        for one in asked:
            unit = await committer.ask(one)
            if unit.answer.status != 200:
                sys.exit(f"an action was refused: {unit.answer.body}")

    start = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    took = time.perf_counter() - start
    await committer.stop()
    await task
    return actions / took, actions / committer.counts.batches


def measured(measure: Measure, actions: int, vfs: str | None, most: int) -> tuple[float, float]:
    """Measure on a new store, with so many actions in a transaction at most."""

    async def on_a_store(folder: Path) -> tuple[float, float]:
        store = await SqliteStore.open(folder / FILE_NAME, vfs=vfs)
        try:
            return await measure(store, actions)
        finally:
            await store.close()

    with TemporaryDirectory() as name, batches_of(most):
        return asyncio.run(on_a_store(Path(name)))


def disk_rate(folder: Path, seconds: float) -> tuple[float, float]:
    """How often a second this disk syncs a page that was added to a file, and the 99th percentile in milliseconds."""
    took = []
    descriptor = os.open(folder / "pages", os.O_WRONLY | os.O_CREAT)
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        os.write(descriptor, b"x" * 4096)
        os.fdatasync(descriptor)
        took.append(time.perf_counter() - start)
    os.close(descriptor)
    return len(took) / sum(took), quantiles(took, n=100)[98] * 1000


def figures(*, quick: bool) -> Iterator[Figure]:
    """Measure."""
    many, few = (8_000, 200) if quick else (40_000, 1_000)
    slowed = SlowDisk()
    alone, _ = measured(of_prepared, few, SLOW, 1)
    together, size = measured(of_prepared, many, SLOW, committers.BATCH_MAX)
    house_alone, _ = measured(of_house, few, SLOW, 1)
    spent = time.process_time()
    house_together, _ = measured(of_house, many // 4, SLOW, committers.BATCH_MAX)
    spent = time.process_time() - spent
    real, real_size = measured(of_prepared, many, None, committers.BATCH_MAX)
    slowed.unregister()
    with TemporaryDirectory() as name:
        syncs, slowest = disk_rate(Path(name), 1 if quick else 5)
    yield Figure("one action in a transaction, syncs of 5 ms", alone, "actions/s")
    yield Figure("group commit, syncs of 5 ms", together, "actions/s")
    yield Figure("  against one action in a transaction", together / alone, "×", BAR, at_most=False)
    yield Figure("  actions in a transaction", size, "")
    yield Figure("a house of ours, one action in a transaction", house_alone, "actions/s")
    yield Figure("a house of ours, group commit", house_together, "actions/s")
    yield Figure("  against one action in a transaction", house_together / house_alone, "×")
    yield Figure("  processor time of an action", spent / (many // 4) * 1000, "ms")
    yield Figure("group commit on this disk", real, "actions/s")
    yield Figure("  actions in a transaction", real_size, "")
    yield Figure("this disk by itself: fdatasync", syncs, "syncs/s")
    yield Figure("  99th percentile", slowest, "ms")


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer actions")
    quick = parser.parse_args().quick
    collect_rarely()
    console = Console()
    before = os.getloadavg()[0]
    with console.status("measuring"):
        found = list(figures(quick=quick))
    console.print(table_of(found, f"the committer, {CLIENTS} guests at once"))
    load_ = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after, of which at most 2 is ours"
    console.print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; {load_}.")


if __name__ == "__main__":
    main()
