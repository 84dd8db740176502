"""A process of a house that counts: writes to tables that others write to, and says what was acknowledged.

Run as `python -m tests.store.writer_process URL NAME SECONDS`. Each line it prints is a key with the number under which
it was recorded. A request that got no answer is asked again under the same key.
"""

import asyncio
import sys
import time

from croupier.store.committer import Committer
from croupier.store.postgres import PostgresStore
from croupier.store.store import NotNow
from tests.store.tally import Tally, bought

TABLES = ("t1", "t2", "t3")
CLIENTS = 6


def say(*words: object) -> None:
    sys.stdout.write(f"{' '.join(map(str, words))}\n")
    sys.stdout.flush()


async def client(committer: Committer[Tally], name: str, until: float) -> None:
    number = 0
    while time.time() < until:
        key = f"{name}-{number}"
        asked = bought(TABLES[number % len(TABLES)], name, key)
        try:
            unit = await committer.ask(asked)
        except NotNow:
            await asyncio.sleep(0.05)
            continue
        say(asked.table, key, unit.answer.body["number"])
        number += 1


async def write(url: str, name: str, seconds: float) -> None:
    store = await PostgresStore.open(url)
    house = Tally(store)
    committer = Committer(house, store, house.reload, lambda: time.time_ns() // 1_000_000)
    until = time.time() + seconds
    async with asyncio.TaskGroup() as tasks:  # if the committer fails, its clients do not wait for it
        tasks.create_task(committer.run())
        say("ready")
        await asyncio.gather(*(client(committer, f"{name}{n}", until) for n in range(CLIENTS)))
        await committer.stop()
    say("retried", committer.counts.retried)
    await store.close()


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], sys.argv[2], float(sys.argv[3])))
