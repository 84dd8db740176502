"""Pages of earlier rounds: one's own and nobody else's, shared by a link as long as that lasts."""

import asyncio
import json
import logging
import random
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from html import unescape
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

import pytest

from croupier.games import GAMES
from croupier.house.rows import Document
from croupier.house.settings import HouseSettings
from croupier.house.unit import TABLE
from croupier.pages.round_page import PYTHON
from croupier.web.client import next_command
from tests.web.asgi import ORIGIN, Heard, ask
from tests.web.live import Live, Visitor, running
from tests.web.test_access import GUEST, PUBLIC, Scene, play

ROUND_PAGES = {
    "GET /rounds": GUEST,
    "GET /rounds/{table}/{number}": GUEST,
    "GET /rounds/{table}/{number}/round.json": GUEST,
    "GET /rounds/{table}/{number}/openings.jsonl": GUEST,
    "POST /rounds/{table}/{number}/share": GUEST,
    "GET /rounds/{table}/{number}/advice": GUEST,
    "GET /table/{table}/advice": GUEST,
    "POST /shares/{share}/revoke": GUEST,
    "GET /shared/{secret}": PUBLIC,
    "GET /shared/{secret}/round.json": PUBLIC,
    "GET /shared/{secret}/openings.jsonl": PUBLIC,
    "GET /settle": PUBLIC,
    "GET /settle/{game}": PUBLIC,
    "GET /felt/of/{game}": PUBLIC,
}
"""Who each page is for."""
NO_FIELDS: Mapping[str, str] = MappingProxyType({})


async def browse(
    live: Live,
    method: str,
    path: str,
    cookie: str = "",
    fields: Mapping[str, str] = NO_FIELDS,
    headers: Mapping[str, str] = NO_FIELDS,
) -> Heard:
    """Ask as a browser does that shows our pages."""
    given = {**({"cookie": cookie} if cookie else {}), **headers}
    if method == "GET":
        return await ask(live.app, method, path, headers=given)
    given = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded", **given}
    return await ask(live.app, method, path, headers=given, raw=urlencode(fields).encode())


async def played(live: Live, game: str = "casino-monte", name: str = "Ada", rounds: int = 1) -> tuple[str, Visitor]:
    """A table at which somebody has played."""
    table, ada = await live.open(game, bet=5, decide=5, bank=5, silent=100, house_run=1), await live.visitor(name)
    await ada.sit(table)
    chance = random.Random(1)
    for _ in range(400):
        view = await ada.view(table)
        if len((await ada.get("/api/rounds")).json["rounds"]) >= rounds:
            break
        asked = next_command(view, chance)
        if asked:
            await ada.post(f"/api/tables/{table}/{asked[0]}", asked[1])
        else:
            await live.pass_time(1)
    return table, ada


def told(story: Callable[[Live], Awaitable[None]], **house: int) -> None:
    async def whole() -> None:
        async with running(house=HouseSettings(**house)) as live:
            await story(live)

    asyncio.run(whole())


async def shared(live: Live, table: str, who: Visitor, key: str = "a key") -> str:
    """Share the first round, as the button does; gives the path of the link."""
    heard = await browse(live, "POST", f"/rounds/{table}/1/share", who.cookie, {"key": key})
    assert heard.status == 200, heard.body
    found = re.search(rf'value="{ORIGIN}(/shared/[\w-]{{43}})"', heard.body.decode())
    assert found, "the link is shown"
    return found[1]


# ── Access ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def path_of(route: str, scene: Scene) -> str:
    wanted = {"table": scene.table, "number": 1, "share": 64 * "0", "secret": 43 * "x", "game": "baccarat"}
    return route.split()[1].format(**wanted)


@pytest.mark.parametrize("route", ROUND_PAGES)
def test_a_page_is_for_nobody_else(route: str) -> None:
    method, is_public = route.split(maxsplit=1)[0], ROUND_PAGES[route] == PUBLIC

    async def story(scene: Scene) -> None:
        live, path = scene.live, path_of(route, scene)
        for cookie in ("", f"{scene.seated.cookie}x", scene.operator.cookie):
            heard = await browse(live, method, path, cookie)
            assert heard.status in (200, 404) if is_public else heard.status == 401, (route, heard.status)
        if "{number}" in route or "{share}" in route or "{secret}" in route:
            assert (await browse(live, method, path, scene.other.cookie)).status == 404
        for header in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
            assert (await browse(live, method, path, scene.seated.cookie, headers=header)).status == 403
        if method == "POST":
            heard = await browse(live, method, path, scene.seated.cookie, headers={"content-type": "application/json"})
            assert heard.status == 415
            before = await live.kept()
            assert (await browse(live, "GET", path, scene.seated.cookie)).status == 405
            assert await live.kept() == before

    play(story)


def test_the_rounds_of_others_are_denied() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        bob = await live.visitor("Bob")
        for path in (f"/rounds/{table}/1", f"/rounds/{table}/1/round.json", f"/rounds/{table}/1/openings.jsonl"):
            assert (await browse(live, "GET", path, ada.cookie)).status == 200
            assert (await browse(live, "GET", path, bob.cookie)).status == 404
        assert (await browse(live, "POST", f"/rounds/{table}/1/share", bob.cookie, {"key": "k"})).status == 404
        assert not live.house.memory.shares
        assert table not in (await browse(live, "GET", "/rounds", bob.cookie)).body.decode()

    told(story)


# ── A round ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_listed_and_stepped_through_without_scripts(game: str) -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live, game)
        text = (await browse(live, "GET", "/rounds", ada.cookie)).body.decode()
        assert f'href="/rounds/{table}/1"' in text
        path: str | None = f"/rounds/{table}/1?step=1"
        steps = 0
        while path:
            heard = await browse(live, "GET", path, ada.cookie)
            assert heard.status == 200
            text = heard.body.decode()
            steps += 1
            assert f"Event {steps} of " in text
            link = re.search(r'<a[^>]* id="step-next"[^>]*>', text)
            assert link
            path = None if 'aria-disabled="true"' in link[0] else unescape(re.findall(r'href="([^"]+)"', link[0])[0])
        assert f"Event {steps} of {steps}" in text
        parts = await browse(
            live, "GET", f"/rounds/{table}/1?step=3", ada.cookie, headers={"accept": "application/json"}
        )
        assert parts.json["step"] == 3
        page = (await browse(live, "GET", f"/rounds/{table}/1?step=3", ada.cookie)).body.decode()
        for part in parts.json["fragments"].values():
            assert part in page, "both are drawn alike"
        for style in re.findall(r'rel="stylesheet" href="([^"]+)"', page):
            assert (await browse(live, "GET", unescape(style))).header("content-type").startswith("text/css")

    told(story)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_downloaded_is_what_the_api_gives_and_the_lines_on_the_page_prove_it(game: str, tmp_path: Path) -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live, game)
        boss = await live.operator()
        await boss.post(f"/api/operator/tables/{table}/close", {"reason": "to open the shoe"})
        for _ in range(40):
            await live.pass_time(1)
        heard = await browse(live, "GET", f"/rounds/{table}/1/round.json", ada.cookie)
        assert heard.json == (await ada.get(f"/api/tables/{table}/rounds/1")).json
        assert "attachment" in heard.header("content-disposition")
        (tmp_path / "round.json").write_bytes(heard.body)
        openings = await browse(live, "GET", f"/rounds/{table}/1/openings.jsonl", ada.cookie)
        assert openings.body.decode() == "".join(heard.json["openings"])
        assert unescape((await browse(live, "GET", f"/rounds/{table}/1", ada.cookie)).body.decode()).count(PYTHON) == 1

    told(story)
    assert proves(tmp_path) == ""
    told_ = json.loads((tmp_path / "round.json").read_text())
    opened = json.loads(told_["openings"][0])
    opened["shown"][0][1] = "2c" if opened["shown"][0][1] != "2c" else "3c"
    (tmp_path / "round.json").write_text(json.dumps({**told_, "openings": [json.dumps(opened)]}))
    assert "AssertionError" in proves(tmp_path), "another card is found out"


def proves(folder: Path) -> str:
    """Run the lines that the page shows; gives what they complain of."""
    command = [sys.executable, "-W", "ignore", "-c", PYTHON]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr


def test_cards_of_a_shoe_in_use_are_not_opened_and_the_page_says_when() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live, "baccarat")
        text = (await browse(live, "GET", f"/rounds/{table}/1", ada.cookie)).body.decode()
        assert "the shoe is still in use" in text
        assert re.search(r"<button[^>]*id=\"prove\"[^>]*disabled", text)
        assert (await browse(live, "GET", f"/rounds/{table}/1/openings.jsonl", ada.cookie)).status == 404

    told(story)


# ── Sharing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_shared_round_is_seen_without_a_session_and_names_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live, "three-card-poker", name="Ada Lovelace")
        link = await shared(live, table, ada)
        names = {"Ada Lovelace", *live.house.table(table).company_names.values()}
        for path in (link, f"{link}?step=2", f"{link}/round.json", f"{link}/openings.jsonl", f"/api{link}"):
            heard = await browse(live, "GET", path)
            assert heard.status == 200, path
            for name in names:
                assert name not in heard.body.decode(), (path, name)
        words = re.sub("<[^>]+>", " ", (await browse(live, "GET", link)).body.decode())
        assert "You" not in words.replace("You see", "")
        await live.settle()
        secret = link.removeprefix("/shared/")
        assert secret not in caplog.text
        assert secret not in repr([entry async for entry in live.store.log()])
        assert secret not in repr(await live.kept())

    with caplog.at_level(logging.DEBUG):
        told(story)


def test_a_shared_round_shows_no_more_than_the_sharer_saw() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live, "three-card-poker")
        link = await shared(live, table, ada)
        mine = (await ada.get(f"/api/tables/{table}/rounds/1")).json
        theirs = (await browse(live, "GET", f"/api{link}")).json
        assert [event.get("cards") for event in mine["events"]] == [event.get("cards") for event in theirs["events"]]
        assert mine["openings"] == theirs["openings"]
        dealt = {event["slot"]: event["cards"] for event in theirs["events"] if event["event"] == "cards_dealt"}
        assert any(card is None for cards in dealt.values() for card in cards), "there is something hidden"

    told(story)


def test_a_link_is_revoked_by_its_button_and_is_dead_at_once() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        link, bob = await shared(live, table, ada), await live.visitor("Bob")
        text = (await browse(live, "GET", f"/rounds/{table}/1", ada.cookie)).body.decode()
        (revoke,) = re.findall(r'action="(/shares/[0-9a-f]{64}/revoke)"', text)
        assert (await browse(live, "POST", revoke, bob.cookie, {"key": "k"})).status == 404
        assert (await browse(live, "GET", link)).status == 200
        heard = await browse(live, "POST", revoke, ada.cookie, {"key": "k"})
        assert (heard.status, heard.header("location")) == (303, f"/rounds/{table}/1#share")
        for path in (link, f"{link}/round.json", f"/api{link}"):
            assert (await browse(live, "GET", path)).status == 404

    told(story)


def test_a_link_ends_when_its_time_is_up_or_the_guest_is_erased() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        first = await shared(live, table, ada)
        await live.pass_time(3599)
        assert (await browse(live, "GET", first)).status == 200
        await live.pass_time(1)
        assert (await browse(live, "GET", first)).status == 404
        second = await shared(live, table, ada, "another key")
        assert (await ada.post("/api/me/end", {"erase": True})).status == 200
        assert (await browse(live, "GET", second)).status == 404

    told(story, share=3600)


def test_a_link_is_shown_once() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        await shared(live, table, ada)
        again = await browse(live, "POST", f"/rounds/{table}/1/share", ada.cookie, {"key": "a key"})
        assert "shown only once" in again.body.decode()
        assert "/shared/" not in re.sub(r'data-path="[^"]*"', "", again.body.decode())
        assert len(live.house.memory.shares) == 1

    told(story)


def test_sharing_and_revoking_under_a_key_happen_once_and_the_key_is_of_no_use_for_another_command() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        path = f"/api/tables/{table}/rounds/1/share"
        first, again = [await ada.post(path, {}, key="the-same-key") for _ in range(2)]
        assert first.json["link"]
        assert again.json == {name: value for name, value in first.json.items() if name != "link"}
        assert len(live.house.memory.shares) == 1
        revoke = f"/api/shares/{first.json['share']}/revoke"
        for key in ("the-same-key", "a-key-for-the-name"):
            if key != "the-same-key":
                assert (await ada.post("/api/me/rename", {"name": "Ada"}, key=key)).status == 200
            assert (await ada.post(revoke, {}, key=key)).json["error"] == "key"
        revoked, replayed = [await ada.post(revoke, {}, key="to-revoke-it") for _ in range(2)]
        assert revoked.status == 200
        assert revoked.json == replayed.json
        assert (await ada.post(revoke, {}, key="to-revoke-again")).status == 404

    told(story)


# ── What does this pay? ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_described_round_is_bounded() -> None:
    async def story(live: Live) -> None:
        for query in ("a=1&a=2", "&".join(f"f{n}=" for n in range(601)), f"x={'1' * 301}", f"x={'%20' * 6000}"):
            heard = await browse(live, "GET", f"/settle/baccarat?{query}")
            assert heard.status in (413, 422), query[:20]
        assert (await browse(live, "GET", "/settle/whist")).status == 404
        assert (await browse(live, "GET", "/felt/of/whist")).status == 404
        for house in ("[]", "1", "{", '{"decks": 99}', '{"x": 1}', "[" * 2000):
            assert (await browse(live, "GET", f"/felt/of/baccarat?{urlencode({'house': house})}")).status == 422
        assert (await browse(live, "GET", "/settle/baccarat?n=1&player.0=Ks")).status == 422

    told(story)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_comes_filled_in_and_changes_nothing(game: str) -> None:
    async def story(live: Live) -> None:
        before = await live.kept()
        heard = await browse(live, "GET", f"/settle/{game}")
        assert heard.status == 200
        assert "This is an example" in heard.body.decode()
        assert await live.kept() == before

    told(story)


def test_a_private_table_that_cannot_be_loaded_stays_private() -> None:
    async def story(live: Live) -> None:
        table, ada = await played(live)
        link = await shared(live, table, ada)
        document = await live.store.document(TABLE, table)
        assert document
        private = Document(TABLE, table, document.version + 1, {**(document.body or {}), "is_private": True})
        assert await live.store.commit([[private]]) == [True]
        live.house.forget([table])
        heard = await live.ask("GET", f"/api{link}")
        assert heard.status == 200
        assert table not in heard.body.decode()

    told(story)
