"""A clock that is set back, as by somebody who corrects it, stops no table."""

import asyncio

import pytest

from croupier.house.requests import Asked, Note
from tests.web.live import running

HOUR = 3_600


@pytest.mark.parametrize("game", ["baccarat", "three-card-poker"])
def test_tables_go_on_when_the_clock_is_set_back(game: str) -> None:
    async def story() -> None:
        async with running() as live:
            table = await live.open(game, house_run=2, between=4, bet=30, decide=20, bank=20)
            ada = await live.visitor()
            await ada.sit(table)
            await live.pass_time(1)
            live.time -= 3 * HOUR * 1000
            await live.committer.ask(Asked(Note("whatever happens next")))
            before = (await ada.view(table))["number"]
            for _ in range(6):
                await live.pass_time(10)
            assert (await ada.view(table))["number"] > before

    asyncio.run(story())


def test_who_was_away_is_not_away_for_hours_and_a_deserted_table_closes() -> None:
    async def story() -> None:
        async with running() as live:
            table = await live.open(house_run=2, between=4, bet=30)
            ada = await live.visitor()
            heard = await ada.post("/api/me/tables", {"game": "baccarat", "name": "Mine"})
            await ada.sit(table)
            for _ in range(40):
                await live.pass_time(10)
                if (await ada.view(table))["you"]["away"]:
                    break
            else:
                pytest.fail("nobody is marked away")
            live.time -= 3 * HOUR * 1000
            await live.committer.ask(Asked(Note("whatever happens next")))
            for _ in range(100):
                await live.pass_time(10)
            assert not live.house.seats_of(next(iter(live.house.memory.guests)))
            own = live.house.memory.tables.get(heard.json["table"])
            assert own is None or own.status == "closed"

    asyncio.run(story())
