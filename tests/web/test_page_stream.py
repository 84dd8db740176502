"""The stream of a page: fragments that changed, of the table that the page shows, and nothing else."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.web.live import Live, Visitor, running
from tests.web.reader import Reader


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running() as live:
            await story(live)

    asyncio.run(told())


def follow(visitor: Visitor, table: str) -> Reader:
    return Reader(visitor.live.app, f"/stream?watch={table}", {"cookie": visitor.cookie})


def test_only_what_changed_is_sent_again() -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        reader = follow(ada, table)
        _, first = await reader.until(2)
        assert {"dealer", "dock", "log", "seat-1", "seat-2"} <= first.body["fragments"].keys()
        await bob.sit(table, 2)
        *_, told = await reader.until(3)
        assert {"seat-2", "log"} <= told.body["fragments"].keys()
        assert not {"seat-1", "seat-3", "dealer", "purse"} & told.body["fragments"].keys()
        assert "Bob" in told.body["fragments"]["seat-2"]
        await reader.close()

    play(story)


def test_a_page_hears_of_no_other_table_of_the_guest() -> None:
    async def story(live: Live) -> None:
        here, elsewhere = await live.open(), await live.open()
        ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(here)
        await ada.sit(elsewhere)
        reader = follow(ada, here)
        await reader.until(2)
        await bob.sit(elsewhere)
        await bob.sit(here)
        await reader.until(3)
        assert {each.body["table"] for each in reader.told if each.kind == "fragments"} == {here}
        await reader.close()

    play(story)
