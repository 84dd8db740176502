"""Operators over HTTP: they run tables, and everything they do is on record."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.house.rows import Opening
from croupier.web.self_check import KeptJournal, chance_fault, check
from croupier.web.settings import settings_for
from tests.web.live import LIMITS, OPERATOR, OPERATOR_KEY, Live, Visitor, running

REASON = {"reason": "a test"}


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running(settings_for("127.0.0.1", 8777, None, limits=LIMITS)) as live:
            await story(live)

    asyncio.run(told())


async def log_of(live: Live) -> list[str]:
    await live.settle()
    return [f"{entry.who}: {entry.what}" async for _, entry in live.store.log()]


def test_wrong_keys_lock_a_name_and_are_on_record() -> None:
    async def story(live: Live) -> None:
        nobody = Visitor(live)
        for _ in range(live.settings.lockout.failures):
            heard = await nobody.post("/api/operator/enter", {"name": OPERATOR, "key": "wrong"}, key="")
            assert heard.status == 401
        heard = await nobody.post("/api/operator/enter", {"name": OPERATOR, "key": OPERATOR_KEY}, key="")
        assert (heard.status, heard.json["error"]) == (429, "locked")
        assert int(heard.header("retry-after")) == live.settings.lockout.seconds
        assert nobody.cookie == ""
        told = await live.refusals()
        assert told.count("refused at the door key") == live.settings.lockout.failures
        assert told[-1] == "refused at the door locked"
        live.time += live.settings.lockout.seconds * 1000
        assert (await live.operator()).cookie

    play(story)


def test_a_table_that_could_not_be_read_is_listed_as_such() -> None:
    async def story(live: Live) -> None:
        boss, table = await live.operator(), await live.open()
        assert (await boss.get("/api/operator/tables")).json["unread"] == []
        live.house.forget([table])  # as after a start at which its game is not allowed any more
        heard = (await boss.get("/api/operator/tables")).json
        assert (heard["tables"], heard["closed"]) == ([], [])
        assert [each["table"] for each in heard["unread"]] == [table]

    play(story)


def test_a_table_is_opened_paused_changed_and_closed() -> None:
    async def story(live: Live) -> None:
        boss, ada = await live.operator(), await live.visitor("Ada")
        opened = await boss.post("/api/operator/tables", {"game": "baccarat", "name": "One", "house": {"tie_pays": 9}})
        table = opened.json["table"]
        await ada.sit(table)
        act = f"/api/operator/tables/{table}"
        assert (await boss.post(f"{act}/pause", REASON)).json["status"] == "paused"
        changed = await boss.post(f"{act}/settings", {"changes": {"bet": 45}, **REASON})
        assert changed.json["settings"]["bet"] == 45
        assert (await boss.post(f"{act}/rules", {"changes": {"tie_pays": 8}, **REASON})).status in (200, 422)
        assert (await boss.post(f"{act}/resume", REASON)).json["status"] == "open"
        assert (await boss.post(f"{act}/close", REASON)).status == 200
        await live.pass_time(120)
        assert (await boss.get("/api/operator/tables")).json["tables"] == []
        (found,) = (await boss.get("/api/operator/tables")).json["closed"]
        assert (found["table"], found["name"], found["reason"]) == (table, "One", "a test")
        assert (await ada.get("/api/me")).json["chips"] == 100_000, "chips went back"
        told = await log_of(live)
        for what in ("opened", "paused", "settings changed", "resumed", "closing"):
            assert f"{OPERATOR}: {what}" in told

    play(story)


def test_an_export_is_on_record_and_passes_the_audit(tmp_path: Path) -> None:
    async def story(live: Live) -> None:
        boss, ada = await live.operator(), await live.visitor("Ada")
        table = await live.open("casino-monte")
        await ada.sit(table)
        body = {"wagers": {"initial": 500}, "spot": 1, "against": await ada.against(table)}
        assert (await ada.post(f"/api/tables/{table}/bet", body)).status == 200
        assert (await ada.post(f"/api/tables/{table}/done", {"against": await ada.against(table)})).status == 200
        await live.pass_time(3601)
        await boss.post(f"/api/operator/tables/{table}/close", REASON)
        boss = await live.operator()
        await live.pass_time(10)
        journal, openings = tmp_path / "t.jsonl", tmp_path / "t.openings"
        journal.write_bytes((await boss.post(f"/api/operator/tables/{table}/journal", REASON, key="")).body)
        openings.write_bytes((await boss.post(f"/api/operator/tables/{table}/openings", REASON, key="")).body)
        found = croupier.audit(journal, openings=openings)
        assert found.passed
        assert found.opened is not None
        assert found.rounds >= 1
        told = await log_of(live)
        assert f"{OPERATOR}: exported journal" in told
        assert f"{OPERATOR}: exported openings" in told
        missing = await boss.post("/api/operator/tables/nowhere/journal", REASON, key="")
        assert missing.status == 404

    play(story)


async def round_of(player: Visitor, table: str) -> None:
    """A round of Casino Monte."""
    body = {"wagers": {"initial": 500}, "spot": 1, "against": await player.against(table)}
    assert (await player.post(f"/api/tables/{table}/bet", body)).status == 200
    assert (await player.post(f"/api/tables/{table}/done", {"against": await player.against(table)})).status == 200
    body = {"option": "check", "against": await player.against(table)}
    assert (await player.post(f"/api/tables/{table}/choose", body)).status == 200


def test_what_is_exported_from_a_table_in_play_passes_the_audit_together(tmp_path: Path) -> None:
    async def story(live: Live) -> None:
        boss, ada = await live.operator(), await live.visitor("Ada")
        table = await live.open("casino-monte")
        await ada.sit(table)
        journal, openings = tmp_path / "t.jsonl", tmp_path / "t.openings"
        for _ in range(3):
            await round_of(ada, table)
            journal.write_bytes((await boss.post(f"/api/operator/tables/{table}/journal", REASON, key="")).body)
            records = len(journal.read_text().splitlines())
            await round_of(ada, table)
            asked = {**REASON, "records": records}
            openings.write_bytes((await boss.post(f"/api/operator/tables/{table}/openings", asked, key="")).body)
            found = croupier.audit(journal, openings=openings)
            assert found.status == 0, found.headline
            assert found.opened is not None
            assert found.opened.cards == 3 * found.rounds  # nothing that was used up is missing

    play(story)


def test_a_self_check_of_a_table_in_play_finds_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        table = await live.open("casino-monte")
        await ada.sit(table)
        await round_of(ada, table)
        lines, openings = live.store.lines, live.store.openings

        async def lines_and_a_round(*of: Any) -> AsyncIterator[str]:
            for line in [line async for line in lines(*of)]:
                yield line
            await round_of(ada, table)

        async def openings_and_a_round(*of: Any) -> AsyncIterator[Opening]:
            for opening in [opening async for opening in openings(*of)]:
                yield opening
            await round_of(ada, table)

        monkeypatch.setattr(live.store, "lines", lines_and_a_round)
        monkeypatch.setattr(live.store, "openings", openings_and_a_round)
        found = await live.desk.running.verify()
        assert [each["verdict"] for each in found["tables"]] == ["in order"]

    play(story)


def test_a_self_check_runs_in_a_process_of_its_own_and_is_on_record() -> None:
    async def story(live: Live) -> None:
        table = await live.open()
        await (await live.visitor()).sit(table)
        boss = await live.operator()
        found = (await boss.post("/api/operator/verify", key="")).json
        assert found["is_in_order"]
        assert [each["table"] for each in found["tables"]] == [table]
        assert f"{OPERATOR}: self-check" in await log_of(live)

    play(story)


def test_a_self_check_finds_other_software_and_a_changed_journal(tmp_path: Path) -> None:
    journal = tmp_path / "t.jsonl"
    journal.write_text("not a record\n")
    found = check("another version", [KeptJournal("t", str(journal), "")])
    assert not found["is_in_order"]
    assert found["software"]["running"] != found["software"]["on_disk"]
    assert not found["tables"][0]["is_in_order"]


def test_a_known_secret_gives_the_known_cards() -> None:
    assert chance_fault() == ""


def test_the_log_comes_in_pages() -> None:
    async def story(live: Live) -> None:
        boss = await live.operator()
        await live.open()
        first = (await boss.get("/api/operator/log")).json
        assert [each["what"] for each in first["entries"]] == ["operator signed in", "opened"]
        again = (await boss.get(f"/api/operator/log?after={first['next']}")).json
        assert again["entries"] == []

    play(story)


def test_a_session_can_be_ended_by_an_operator() -> None:
    async def story(live: Live) -> None:
        boss, ada = await live.operator(), await live.visitor("Ada")
        (guest,) = (await boss.get("/api/operator/guests")).json["guests"]
        assert guest["name"] == "Ada"
        assert (await boss.post(f"/api/operator/guests/{guest['guest']}/end", REASON)).status == 200
        assert (await ada.get("/api/me")).status == 401
        assert (await boss.get("/api/operator/guests")).json["guests"] == []

    play(story)
