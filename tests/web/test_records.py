"""Records that outlast what they are about: rounds of closed tables, and self-checks of a house that restarts."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import croupier
from croupier.house.requests import Asked, Connected
from croupier.house.rows import Document, Line
from croupier.house.settings import DAY, SECOND
from croupier.web import running_house, serve
from tests.web.live import Live, Visitor, running
from tests.web.reader import Reader

REASON = {"reason": "a test"}


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with asyncio.timeout(120), running() as live:
            await story(live)

    asyncio.run(told())


async def rounds_played(live: Live, visitor: Visitor, table: str, number: int) -> None:
    for _ in range(number):
        body = {"wagers": {"player": 500}, "against": await visitor.against(table)}
        assert (await visitor.post(f"/api/tables/{table}/bet", body)).status == 200
        assert (
            await visitor.post(f"/api/tables/{table}/done", {"against": await visitor.against(table)})
        ).status == 200


def test_rounds_of_a_closed_table_are_read_by_those_who_were_there_and_exported_by_operators(tmp_path: Path) -> None:
    async def story(live: Live) -> None:
        table, ada, boss = await live.open(), await live.visitor("Ada"), await live.operator()
        await ada.sit(table)
        await rounds_played(live, ada, table, 2)
        for act in ("pause", "void", "close"):
            assert (await boss.post(f"/api/operator/tables/{table}/{act}", REASON)).status == 200
        await live.pass_time(180)
        assert live.house.memory.tables == {}
        assert (await ada.get(f"/api/tables/{table}")).status == 404
        found = (await ada.get("/api/rounds")).json["rounds"]
        assert [each["round"] for each in found] == [2, 1]
        assert [each["round"] for each in (await ada.get("/api/rounds?skip=1")).json["rounds"]] == [1]
        seen = (await ada.get(f"/api/tables/{table}/rounds/1")).json
        assert seen["openings"]
        assert (await (await live.visitor("Bob")).get(f"/api/tables/{table}/rounds/1")).status == 404
        journal, openings = tmp_path / "t.jsonl", tmp_path / "t.openings"
        journal.write_bytes((await boss.post(f"/api/operator/tables/{table}/journal", REASON, key="")).body)
        openings.write_bytes((await boss.post(f"/api/operator/tables/{table}/openings", REASON, key="")).body)
        audited = croupier.audit(journal, openings=openings)
        assert audited.passed
        assert audited.records[seen["number"]].hash == seen["head"]
        assert [each["table"] for each in (await boss.post("/api/operator/verify", key="")).json["tables"]] == [table]

    play(story)


def test_a_house_whose_tables_are_all_closed_opens_none_by_itself() -> None:
    async def story(live: Live) -> None:
        await serve.begin(live.desk)
        tables = live.house.tables()
        assert len(tables) == len(live.house.games)
        boss = await live.operator()
        for table in tables:
            await boss.post(f"/api/operator/tables/{table}/close", REASON)
        await live.pass_time(180)
        await serve.begin(live.desk)
        assert live.house.tables() == []

    play(story)


# ── Self-checks ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_self_check_is_made_daily_however_often_the_house_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a start waits for is written down, so that a house that is restarted every evening is checked too."""

    async def story(live: Live) -> None:
        slept: list[float] = []
        forever = asyncio.Event()

        async def sleep(seconds: float) -> None:
            slept.append(seconds)
            if seconds:
                await forever.wait()

        async def started() -> None:
            task = asyncio.create_task(serve.look_after(live.desk))
            before = len(slept)
            while len(slept) == before or not slept[-1]:  # noqa: ASYNC110  # until it sleeps for long
                await asyncio.sleep(0.001)
            task.cancel()

        monkeypatch.setattr(serve, "asyncio", SimpleNamespace(sleep=sleep))
        await started()
        assert slept == [DAY]
        live.time += DAY * SECOND - 5_000
        await started()
        assert slept == [DAY, 5]
        live.time += 6_000
        await started()
        assert slept == [DAY, 5, 0, DAY]
        entries = [entry async for _, entry in live.store.log() if entry.what == "self-check"]
        assert [(entry.who, entry.why, entry.after) for entry in entries] == [("house", "daily", "in order")]

    play(story)


def test_what_happened_long_before_a_round_is_left_out_and_so_is_a_round_in_which_too_much_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Ada")
        await ada.sit(table)
        await rounds_played(live, ada, table, 2)
        path = f"/api/tables/{table}/rounds/2"
        whole = (await ada.get(path)).json["events"]
        opened = next(place for place, event in enumerate(whole) if event["event"] == "round_opened")
        monkeypatch.setattr(running_house, "ROUND_RECORDS", len(whole) - opened)
        assert (await ada.get(path)).json["events"] == whole[opened:]
        monkeypatch.setattr(running_house, "ROUND_RECORDS", len(whole) - opened - 1)
        heard = await ada.get(path)
        assert (heard.status, heard.json["field"]) == (404, "number")
        assert (await ada.get(f"/rounds/{table}/2")).status == 404

    play(story)


def test_a_round_is_told_without_reading_the_openings_of_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Ada")
        await ada.sit(table)
        await rounds_played(live, ada, table, 1)
        boss = await live.operator()
        for act in ("pause", "void", "close"):
            await boss.post(f"/api/operator/tables/{table}/{act}", REASON)
        monkeypatch.delattr("croupier.store.memory.MemoryStore.openings")
        assert len((await ada.get(f"/api/tables/{table}/rounds/1")).json["openings"]) == 1

    play(story)


def test_a_self_check_finds_a_changed_record_even_of_a_table_that_cannot_be_loaded() -> None:
    async def story(live: Live) -> None:
        table, boss = await live.open(), await live.operator()
        number = len([line async for line in live.store.lines(table)])
        await live.store.commit([[Line(table, number, "not a record\n")]])
        live.house.forget([table])
        found = (await boss.post("/api/operator/verify", key="")).json
        assert not found["is_in_order"]
        assert [each["is_in_order"] for each in found["tables"]] == [False]
        assert "croupier_in_order 0" in (await boss.get("/metrics")).body.decode()
        entries = [entry async for _, entry in live.store.log() if entry.what == "self-check"]
        assert [entry.after for entry in entries] == ["something is wrong"]

    play(story)


def test_a_self_check_that_could_not_be_made_is_on_record_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(live: Live) -> None:
        async def fails(*_: Any) -> Any:
            raise RuntimeError("the process ended")

        monkeypatch.setattr("croupier.web.running_house.checked", fails)
        with pytest.raises(RuntimeError):
            await live.desk.running.self_check("daily")
        entries = [entry async for _, entry in live.store.log() if entry.what == "self-check"]
        assert [entry.after for entry in entries] == ["could not be made"]

    play(story)


# ── Connections ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_that_ends_is_shown_to_others_and_one_that_begins_again_too() -> None:
    async def story(live: Live) -> None:
        table, ada, bob = await live.open(), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        reader = Reader(live.app, "/api/stream", {"cookie": ada.cookie})
        await reader.until(2)
        await reader.close()
        await live.settle()
        assert not (await bob.view(table))["places"][0]["connected"]
        again = Reader(live.app, "/api/stream", {"cookie": ada.cookie})
        await again.until(2)
        await live.settle()
        assert (await bob.view(table))["places"][0]["connected"]
        await again.close()

    play(story)


def test_a_stream_that_another_process_thinks_over_says_that_it_is_not() -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Ada")
        await ada.sit(table, 1)
        reader = Reader(live.app, "/api/stream", {"cookie": ada.cookie})
        await reader.until(2)
        await live.settle()
        guest = (await ada.get("/api/me")).json["guest"]
        await live.committer.ask(Asked(Connected(is_there=False), guest=guest))  # as the other process does
        while not (await ada.view(table))["places"][0]["connected"]:  # noqa: ASYNC110  # as a browser that looks again
            await asyncio.sleep(0.001)
        entries = [entry.what async for _, entry in live.store.log() if entry.what.endswith("connected")]
        assert entries == ["connected", "disconnected", "connected"]
        await reader.close()

    play(story)


def test_the_document_of_a_table_says_which_rules_are_in_force() -> None:
    async def story(live: Live) -> None:
        table = await live.open()
        kept: Document | None = await live.store.document("table", table)
        assert kept
        assert kept.body
        assert kept.body["rules"][kept.body["digest"]] == live.house.view(table)["house"]

    play(story)
