"""Tables of one's own over the API: what the docs show works, and every answer is as the document says."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.web.client import play as play_rounds
from croupier.web.settings import Rate, settings_for
from scripts.docs_text import blocks
from tests.web.house_process import HouseProcess
from tests.web.live import LIMITS, Live, running

PAGE = (Path(__file__).parents[2] / "docs" / "http-api.md").read_text(encoding="utf-8")
REASON = {"reason": "a test"}


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running() as live:
            await story(live)

    asyncio.run(told())


def test_what_the_docs_send_opens_a_private_table_with_a_seat() -> None:
    async def story(live: Live) -> None:
        ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
        (sent,) = (block for block in blocks(PAGE, "json") if "is_private" in block)
        heard = await ada.post("/api/me/tables", json.loads(sent))
        assert heard.status == 200, heard.body
        table = heard.json
        assert (table["opened_by"], table["is_private"], table["people"]) == ("guest", True, 1)
        assert [each["table"] for each in (await ada.get("/api/tables")).json["tables"]] == [table["table"]]
        assert (await bob.get("/api/tables")).json["tables"] == []
        view = await bob.view(table["table"])
        assert view["house"]["decks"] == 6, "whoever has the id may come"
        await bob.sit(table["table"])
        assert len((await bob.get("/api/tables")).json["tables"]) == 1

    play(story)


def test_one_address_does_not_get_all_tables() -> None:
    async def story() -> None:
        limits = replace(LIMITS, tables_of_address=2)
        async with running(settings_for("127.0.0.1", 8777, None, limits=limits)) as live:
            ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
            mine = {"game": "baccarat", "name": "Mine"}
            first = await ada.post("/api/me/tables", mine, key="the-first-one")
            assert (await bob.post("/api/me/tables", mine)).status == 200
            assert (await bob.post("/api/me/tables", mine)).status == 429
            again = await ada.post("/api/me/tables", mine, key="the-first-one")
            assert (again.status, again.json) == (200, first.json), "asking again is no other table"
            assert (await ada.post(f"/api/me/tables/{first.json['table']}/close", REASON)).status == 200
            assert (await bob.post("/api/me/tables", mine)).status == 200

    asyncio.run(story())


def test_nobody_opens_and_closes_tables_faster_than_people_do() -> None:
    async def story() -> None:
        limits = replace(LIMITS, opening=Rate(3, 0.01))
        async with running(settings_for("127.0.0.1", 8777, None, limits=limits)) as live:
            ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
            heard = []
            for guest in (ada, bob, ada, bob):
                heard.append(await guest.post("/api/me/tables", {"game": "baccarat", "name": "Mine"}))
                if heard[-1].status == 200:
                    await guest.post(f"/api/me/tables/{heard[-1].json['table']}/close", REASON)
            assert [each.status for each in heard] == [200, 200, 200, 429]
            assert 0 < int(heard[-1].header("retry-after")) <= 100

    asyncio.run(story())


def test_one_address_does_not_get_more_tables_by_asking_for_all_at_once() -> None:
    async def story() -> None:
        limits = replace(LIMITS, tables_of_address=2)
        async with running(settings_for("127.0.0.1", 8777, None, limits=limits)) as live:
            guests = [await live.visitor(f"Guest {number}") for number in range(6)]
            mine = {"game": "baccarat", "name": "Mine"}
            heard = await asyncio.gather(*(guest.post("/api/me/tables", mine) for guest in guests))
            assert sorted(each.status for each in heard) == [200, 200, 429, 429, 429, 429]
            assert not live.desk.opening

    asyncio.run(story())


def test_who_opened_a_table_pauses_resumes_and_closes_it() -> None:
    async def story(live: Live) -> None:
        ada, boss = await live.visitor("Ada"), await live.operator()
        table = (await ada.post("/api/me/tables", {"game": "baccarat", "name": "Mine"})).json["table"]
        statuses = [
            (await ada.post(f"/api/me/tables/{table}/{what}", REASON)).json["status"] for what in ("pause", "resume")
        ]
        assert statuses == ["paused", "open"]
        assert (await boss.post(f"/api/operator/tables/{table}/pause", REASON)).status == 200
        assert (await ada.post(f"/api/me/tables/{table}/resume", REASON)).status == 409
        assert (await ada.post(f"/api/me/tables/{table}/close", REASON)).json["status"] == "closed"
        assert (await ada.post("/api/me/tables/none/close", REASON)).status == 404
        who = [entry.who async for _, entry in live.store.log() if entry.what in ("paused", "closing")]
        guest = (await ada.get("/api/me")).json["guest"]
        assert who == [guest, "ada", guest]
        assert [entry["what"] for entry in (await boss.get("/api/operator/log")).json["entries"]].count("opened") == 1

    play(story)


def test_a_table_that_is_put_away_can_still_be_exported_and_proved() -> None:
    async def story(live: Live) -> None:
        ada, boss = await live.visitor("Ada"), await live.operator()
        table = (await ada.post("/api/me/tables", {"game": "baccarat", "name": "Mine"})).json["table"]
        await ada.post(f"/api/me/tables/{table}/close", REASON)
        await live.pass_time(120)
        assert live.house.tables() == []
        assert (await boss.post(f"/api/operator/tables/{table}/journal", REASON, key="")).status == 200
        found = await live.desk.running.verify()
        assert [(each["table"], each["is_in_order"]) for each in found["tables"]] == [(table, True)]

    play(story)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "poker", "name": "X"}, "game"),
        ({"game": "baccarat", "name": "X", "house": {"decks": 5}}, "house.decks"),
        ({"game": "baccarat", "name": "X", "settings": {"silent": 5}}, "settings.silent"),
        ({"game": "baccarat", "name": "X", "cents": 5}, "cents"),
        ({"game": "baccarat", "name": "X", "cents": -5}, "cents"),
        ({"game": "baccarat", "name": "X", "is_private": "yes"}, "is_private"),
        ({"game": "baccarat"}, "name"),
        ({"game": "baccarat", "name": "X", "owner": "me"}, "owner"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(body: dict[str, object], field: str) -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        heard = await ada.post("/api/me/tables", body)
        assert (heard.status, heard.json["field"]) == (422, field)
        assert live.house.tables() == []

    play(story)


def test_a_pace_is_kept_with_the_guest() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        assert (await ada.get("/api/me")).json["pace"] == "usual"
        assert (await ada.post("/api/me/pace", {"pace": "slow"})).json["pace"] == "slow"
        assert (await ada.post("/api/me/pace", {"pace": "quick"})).status == 422
        table = await live.open()
        await ada.sit(table)
        assert (await ada.view(table))["you"]["pace"] == "slow"

    play(story)


@pytest.mark.server
def test_a_scripted_guest_plays_alone_at_a_table_of_its_own(tmp_path: Path) -> None:
    with HouseProcess(tmp_path) as house:
        client = house.client()
        client.enter("Ada")
        settings = {"house_run": 2, "between": 0, "bet": 5, "decide": 5, "bank": 5}
        said = client.open_table("three-card-poker", cents=50_000, is_private=True, banks=False, settings=settings)
        assert said.is_done, said.body
        view = play_rounds(client, said.body["table"], 3, random.Random(1))
        assert view["closed"]["round"] >= 3
        assert client.command(f"/api/me/tables/{said.body['table']}/close", REASON).is_done
