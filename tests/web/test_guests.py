"""Guests: sessions, links, wallets, and whole rounds of every game."""

import asyncio
import json
import logging
import random
from collections.abc import Awaitable, Callable

import pytest

from croupier.games import GAMES
from croupier.web.client import next_command
from croupier.web.settings import settings_for
from tests.web.live import LIMITS, Live, Visitor, running
from tests.web.test_logs import Kept


def play(story: Callable[[Live], Awaitable[None]], *, url: str | None = None) -> None:
    async def told() -> None:
        async with running(settings_for("127.0.0.1", 8777, url, limits=LIMITS)) as live:
            await story(live)

    asyncio.run(told())


def test_a_session_is_a_cookie_that_no_script_and_no_other_site_gets() -> None:
    async def story(live: Live) -> None:
        heard = await Visitor(live).post("/api/guests", {"name": "Ada"}, key="")
        name, *attributes = heard.header("set-cookie").split("; ")
        assert name.startswith("croupier=")
        assert len(name.partition("=")[2]) >= 22, "128 bits are 22 characters"
        assert sorted(attributes) == ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=strict"]
        assert name.partition("=")[2] not in heard.body.decode()

    play(story)


def test_behind_tls_the_cookie_never_leaves_it() -> None:
    async def story(live: Live) -> None:
        heard = await Visitor(live).post("/api/guests", {"name": "Ada"}, key="", host="play.example")
        assert heard.header("set-cookie").startswith("__Host-croupier=")
        assert "Secure" in heard.header("set-cookie").split("; ")

    play(story, url="https://play.example")


@pytest.mark.parametrize("name", ["", " ", "a\u202eb", "a\u200bb", "a\nb", "x" * 25, "\ud800", "\x00"])
def test_a_name_that_could_mislead_is_refused(name: str) -> None:
    async def story(live: Live) -> None:
        heard = await Visitor(live).post("/api/guests", {"name": name}, key="")
        assert (heard.status, heard.json["field"]) == (422, "name")
        assert live.house.memory.guests == {}

    play(story)


def test_a_link_carries_a_session_to_another_device_once() -> None:
    async def story(live: Live) -> None:
        ada, device = await live.visitor("Ada"), Visitor(live)
        link = (await ada.post("/api/me/link")).json["link"]
        heard = await device.post("/api/links/redeem", {"secret": link}, key="")
        assert (heard.status, heard.json["name"]) == (200, "Ada")
        assert (await device.get("/api/me")).status == 200
        assert (await ada.get("/api/me")).status == 401, "the session has moved"
        assert (await Visitor(live).post("/api/links/redeem", {"secret": link}, key="")).status == 403, "once"
        late = (await device.post("/api/me/link")).json["link"]
        await live.pass_time(live.house.settings.link)
        assert (await Visitor(live).post("/api/links/redeem", {"secret": late}, key="")).status == 403, "soon"

    play(story)


def test_a_lost_answer_can_be_asked_for_again() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        said = await ada.post("/api/me/rename", {"name": "Eve"}, key="a-lost-answer")
        kept = (await ada.get("/api/answers/a-lost-answer")).json
        assert kept == {"key": "a-lost-answer", "status": 200, "body": said.json}
        refused = await ada.post("/api/me/top-up", {}, key="a-refused-one")
        kept = (await ada.get("/api/answers/a-refused-one")).json
        assert (kept["status"], kept["body"]) == (refused.status, refused.json)
        assert (await ada.get("/api/answers/never-asked")).status == 404

    play(story)


def test_a_name_is_erased_with_its_session_and_was_never_in_a_journal() -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Xanthippe")
        await ada.sit(table)
        assert (await ada.post("/api/me/end", {"erase": True})).status == 200
        assert "Xanthippe" not in str(await live.kept())
        assert "Xanthippe" not in str([entry async for _, entry in live.store.log()])

    play(story)


def test_no_secret_is_logged_or_kept() -> None:
    found: list[logging.LogRecord] = []
    handler = Kept(found)
    logger = logging.getLogger("croupier")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)

    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        old = ada.cookie.partition("=")[2]
        await ada.post("/api/me/rotate")
        link = (await ada.post("/api/me/link", key="the-key-of-a-link")).json["link"]
        await Visitor(live).post("/api/links/redeem", {"secret": link}, key="")
        await (await live.operator()).post("/api/operator/leave", key="")
        answer = await live.store.answer(next(iter(live.house.memory.guests)), "the-key-of-a-link")
        told = [entry async for _, entry in live.store.log()]
        everything = str([vars(each) for each in found]) + str(await live.kept()) + str(told) + str(answer)
        for secret in (old, ada.cookie.partition("=")[2], link, "the right key of this operator"):
            assert secret not in everything

    try:
        play(story)
    finally:
        logger.removeHandler(handler)
    assert any(record.getMessage() == "request" for record in found)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_whole_rounds(game: str) -> None:
    async def story(live: Live) -> None:
        chance = random.Random(game)
        table = await live.open(game, house_run=1)
        people = [await live.visitor(name) for name in ("Ada", "Bob")]
        for visitor in people:
            await visitor.sit(table)
        for _ in range(300):
            acted = False
            for visitor in people:
                asked = next_command(await visitor.view(table), chance)
                if asked:
                    acted = True
                    heard = await visitor.post(f"/api/tables/{table}/{asked[0]}", asked[1])
                    assert heard.status in (200, 409), heard.body
            view = await people[0].view(table)
            if view["closed"] and view["closed"]["round"] >= 3:
                break
            if not acted:
                await live.pass_time(1)
        assert view["closed"]["round"] >= 3
        await shown_to_its_guest_alone(people, table)

    play(story)


async def shown_to_its_guest_alone(people: list[Visitor], table: str) -> None:
    """A round that is over is shown to whoever had a part in it."""
    ada, bob = people
    rounds = (await ada.get("/api/rounds")).json["rounds"]
    assert rounds
    number = rounds[0]["round"]
    own = (await ada.get(f"/api/tables/{table}/rounds/{number}")).json
    assert (own["chips_before"], own["chips_after"]) == (rounds[0]["before"], rounds[0]["after"])
    assert own["seat"] == rounds[0]["seat"]
    assert own["events"][-1]["event"] in ("round_closed", "round_voided")
    others = (await bob.get(f"/api/tables/{table}/rounds/{number}")).json
    assert others.get("seat") != own["seat"]
    stranger = await ada.live.visitor("Cyd")
    assert (await stranger.get(f"/api/tables/{table}/rounds/{number}")).status == 404


def test_when_nothing_can_be_written_commands_are_told_so_and_views_go_on() -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Ada")
        live.committer.is_writable = False
        heard = await ada.post(f"/api/tables/{table}/sit", {"cents": 1000}, key="the-same-key")
        assert heard.status == 503
        assert heard.header("retry-after") == "2"
        assert (await ada.get("/readyz")).json == {"status": "read-only"}
        assert (await ada.view(table))["you"] is None
        live.committer.is_writable = True
        heard = await ada.post(f"/api/tables/{table}/sit", {"cents": 1000}, key="the-same-key")
        assert heard.status == 200

    play(story)


def test_the_house_says_that_chips_are_worth_nothing_and_how_long_it_keeps_what() -> None:
    async def story(live: Live) -> None:
        told = (await Visitor(live).get("/api/house")).json
        assert "Practice chips only" in told["notice"]
        assert told["retention"]["answers"] == 86_400
        assert told["now"] == live.time

    play(story)


def test_metrics_are_for_this_machine_alone() -> None:
    async def story(live: Live) -> None:
        assert b"croupier_tables 0" in (await live.ask("GET", "/metrics")).body
        assert (await live.ask("GET", "/metrics", client="10.0.0.1")).status == 403
        heard = await live.ask("GET", "/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert heard.status == 403, "a proxy asks for somebody else"

    async def behind_a_proxy_that_says_nothing(live: Live) -> None:
        assert (await live.ask("GET", "/metrics", headers={"host": "play.example"})).status == 403
        assert (await live.ask("GET", "/metrics")).status == 200

    play(story)
    play(behind_a_proxy_that_says_nothing, url="https://play.example")


def test_what_is_not_there_is_refused_in_the_same_shape() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor()
        for path in ("/nowhere", "/api/tables/nowhere", "/docs", "/api/me/"):
            heard = await ada.get(path)
            assert heard.status == 404
            assert set(heard.json) == {"error", "reason", "field", "clause"}
        heard = await ada.post("/api/me", {})
        assert (heard.status, heard.json["error"]) == (405, "method")

    play(story)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name": 1}',
        b'{"name": "Ada", "x": 1}',
        b"\xff",
        b'{"name": NaN}',
        b"[" * 10_000,
        b'{"name": ' + b"9" * 10_000 + b"}",
        json.dumps({"name": "x" * 101}).encode(),
    ],
    ids=range(11),
)
def test_a_body_that_cannot_be_understood_is_refused(raw: bytes) -> None:
    async def story(live: Live) -> None:
        heard = await live.ask("POST", "/api/guests", raw=raw)
        assert heard.status in (400, 422)
        assert live.house.memory.guests == {}

    play(story)
