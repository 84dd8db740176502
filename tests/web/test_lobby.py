"""The lobby, tables of one's own, the session and the rules, as somebody in a browser meets them."""

import asyncio
import html
import json
import re
from collections.abc import Awaitable, Callable
from fractions import Fraction

import pytest

from croupier.games import GAMES, game
from croupier.house import requests as r
from croupier.house.settings import HouseSettings
from croupier.rulebook import Clause, Ruling
from croupier.web.edges import Edges, Wanted
from croupier.web.lobby_pages import ALONE, COUNTING
from tests.web.asgi import ORIGIN
from tests.web.browsing import Browser, fields_of, text_of
from tests.web.live import Live, running
from tests.web.reader import Reader

MARKUP = '<b>x</b>"><script>alert(1)</script>'


def play(story: Callable[[Live], Awaitable[None]], **settings: int) -> None:
    async def told() -> None:
        async with running(house=HouseSettings(**settings) if settings else None) as live:
            await story(live)

    asyncio.run(told())


def table_of(browser: Browser) -> str:
    assert browser.address.startswith("/table/"), browser.address
    return browser.address.removeprefix("/table/")


# ── Coming in ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_door_says_what_this_is_and_suggests_a_name() -> None:
    async def story(live: Live) -> None:
        heard = await Browser(live).get("/")
        fields, said = fields_of(heard, "/enter"), text_of(heard)
        assert heard.status == 200
        assert len(fields["name"].split()) == 2
        assert "Practice chips only" in said
        assert "No account" in said
        for id_ in GAMES:
            assert f'value="{id_}"' in heard.body.decode()
        browser = Browser(live)
        await browser.enter(fields["name"])
        assert fields["name"] in text_of(await browser.get("/"))

    play(story)


@pytest.mark.parametrize("id_", GAMES)
def test_one_click_from_the_door_to_a_seat_and_a_second_one_bets(id_: str) -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        page = await browser.enter("Ada", play=id_)
        table = live.house.table(table_of(browser))
        assert page.status == 200
        assert (table.is_private, table.state.game.id) == (True, id_)
        await live.pass_time(ALONE["between"])
        heard = await browser.get(browser.address)
        assert table.settings.house_run == 2
        assert len(live.house.table(table.id).state.house_run) == 2
        fields = fields_of(heard, f"/table/{table.id}/bet")
        legal = live.house.view(table.id, table.owner)["you"]["legal"]["wagers"][0]
        on = f"{legal['wager']}:{legal['spots'][0] if legal['spots'] else 0}:0:{legal['least']}"
        heard = await browser.post(f"/table/{table.id}/bet", {**fields, "chip": "500", "on": on})
        assert heard.status == 200
        assert live.house.view(table.id, table.owner)["places"][0]["wagers"]

    play(story)


def test_a_name_that_is_refused_stays_in_the_field_with_the_reason() -> None:
    async def story(live: Live) -> None:
        heard = await Browser(live).post("/enter", {"name": "x" * 25, "play": "baccarat"})
        assert heard.status == 422
        assert fields_of(heard, "/enter")["name"] == "x" * 25
        assert "A name has 1 to 24 letters" in text_of(heard)

    play(story)


def test_an_invitation_leads_through_the_door_to_its_table() -> None:
    async def story(live: Live) -> None:
        ada, bob = Browser(live), Browser(live)
        await ada.enter("Ada", play="baccarat")
        table = table_of(ada)
        door = await bob.get(f"/table/{table}")
        assert door.status == 401
        assert fields_of(door, "/enter")["next"] == f"/table/{table}"
        assert "straight there" in text_of(door)
        heard = await bob.post("/enter", {"name": "Bob", "next": f"/table/{table}", "play": ""})
        assert (heard.status, table_of(bob)) == (200, table)

    play(story)


@pytest.mark.parametrize(
    "path", ["//evil.example", "https://evil.example/", "/table/../session", "/session", "/table/"]
)
def test_nobody_is_led_elsewhere(path: str) -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.post("/enter", {"name": "Ada", "next": path, "play": ""})
        assert browser.address == "/"

    play(story)


def test_a_link_on_another_site_finds_the_session_that_there_is() -> None:
    """A browser keeps the cookie back on such a visit: the page that it gets sends it here once more, from here."""

    async def story(live: Live) -> None:
        ada = Browser(live)
        await ada.enter("Ada", play="baccarat")
        for path in ("/", ada.address):
            stranger = Browser(live)
            heard = await stranger.get(path, **{"sec-fetch-site": "cross-site"})
            assert f'http-equiv="refresh" content="0; url={path}"' in heard.body.decode()
            assert "Your name" not in text_of(heard)

    play(story)


# ── The lobby ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_lobby_lists_rules_limits_fees_people_and_edges() -> None:
    async def story(live: Live) -> None:
        async def counted(wanted: Wanted) -> Edges:
            if wanted.game == "baccarat":
                return Edges({}, "there are too many deals")
            return Edges({wager.id: Fraction(1, 17) for wager in game(wanted.game).rulebook().placed_wagers})

        live.desk.edges.count = counted
        await live.open("three-card-poker", house_run=1)
        await live.open("baccarat")
        browser = Browser(live)
        assert COUNTING in text_of(await browser.enter("Ada")), "until they are counted"
        while live.desk.edges.waiting:
            await asyncio.gather(*live.desk.edges.waiting.values())
        heard = await browser.get("/")
        said = text_of(heard)
        for words in (
            "$5 to $100",
            "5.88%",
            "$1 a round from each seat that bets",
            "up to $2 a round from whoever banks",
            "5% commission on what Banker wins",
            "No exact edges: there are too many deals.",
            "Players bank in turn, for 2 rounds in a row, with a wager of $1 or more",
            "nobody yet, 1 house-run player joins you, 7 free",
            "the usual ones",
        ):
            assert words in said, words
        assert 'title="exactly 1/17"' in heard.body.decode()

    play(story)


def test_names_and_reasons_that_try_to_be_markup_stay_text() -> None:
    async def story(live: Live) -> None:
        ada, bob = Browser(live), Browser(live)
        await ada.enter("<b>Ada</b><i>")
        await bob.enter("Bob")
        form = fields_of(await ada.get("/open?game=baccarat"), "/open")
        await ada.post("/open", {**form, "name": MARKUP, "who": "public"})
        table = table_of(ada)
        await live.committer.ask(r.Asked(r.PauseTable(MARKUP), operator="boss", table=table))
        for browser, path in [
            *((ada, path) for path in ("/", "/session", f"/rules/baccarat?table={table}", "/open")),
            (bob, "/"),
        ]:
            text = (await browser.get(path)).body.decode()
            assert "<script>alert" not in text, path
            assert "<b>Ada" not in text, path
            assert "<b>x" not in text, path
        assert MARKUP in html.unescape((await bob.get("/")).body.decode())
        assert "<b>Ada</b><i>" in html.unescape((await bob.get("/")).body.decode())

    play(story)


def test_a_private_table_is_seen_by_nobody_else() -> None:
    async def story(live: Live) -> None:
        ada, bob = Browser(live), Browser(live)
        await ada.enter("Ada", play="baccarat")
        table = table_of(ada)
        await bob.enter("Bob")
        public = await live.open("casino-monte")
        assert table in (await ada.get("/")).body.decode()
        for path in ("/", "/open", "/session", "/rules/baccarat"):
            assert table not in (await bob.get(path)).body.decode(), path
        listed = await bob.send("GET", "/api/tables", b"", {"sec-fetch-mode": "cors", "sec-fetch-site": "same-origin"})
        assert [each["table"] for each in listed.json["tables"]] == [public]
        session = {"cookie": f"croupier={bob.cookies['croupier']}"}
        paths = ("/lobby/stream", f"/stream?watch={public}", f"/api/stream?watch={public}")
        readers = [Reader(live.app, path, session) for path in paths]
        for reader in readers:
            await reader.until_raw(public)
        await live.pass_time(ALONE["between"])
        assert live.house.table(table).state.round
        await bob.post(f"/table/{public}/sit", {"key": "k" * 22, "chips": "$77"})
        for reader, words in zip(readers, ("$923", "$77", "7700"), strict=True):
            await reader.until_raw(words)
            assert table not in reader.raw
            await reader.close()

    play(story)


def test_the_lobby_follows_the_house() -> None:
    async def story(live: Live) -> None:
        ada, bob = Browser(live), Browser(live)
        await ada.enter("Ada")
        reader = Reader(live.app, "/lobby/stream", {"cookie": f"croupier={ada.cookies['croupier']}"})
        await reader.until_raw('"order":""')
        await bob.enter("Bob")
        form = fields_of(await bob.get("/open?game=baccarat"), "/open")
        await bob.post("/open", {**form, "name": "Come all", "who": "public"})
        await reader.until_raw(f'"order":"{table_of(bob)}"')
        assert "Come all" in reader.raw
        before = len(reader.told)
        await bob.post(f"/table/{table_of(bob)}/sit", {"key": "k" * 22, "chips": "$50"})
        told = (await reader.until(before + 1))[-1].body["fragments"]
        assert list(told) == [f"table-{table_of(bob)}"], "only what changed"
        assert "1 person" in told[f"table-{table_of(bob)}"]
        await ada.post("/session/end", {"key": "k" * 22})
        await reader.until_raw('"reason":"session"')
        await reader.close()

    play(story)


# ── Tables of one's own ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", GAMES)
def test_the_form_as_it_stands_opens_the_usual_game(id_: str) -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get(f"/open?game={id_}"), "/open")
        assert {f"house.{each.name}" for each in game(id_).parameters} <= set(form)
        await browser.post("/open", form)
        table = live.house.table(table_of(browser))
        assert table.state.rulebook.house.changes() == {}
        assert (table.is_private, table.state.name, table.settings.house_run) == (False, game(id_).title, 2)
        assert (table.settings.allow_slow, table.settings.allow_off) == (True, True)

    play(story)


def test_every_house_rule_can_be_chosen_in_the_form() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get("/open?game=baccarat"), "/open")
        changed = {"decks": "6", "commission": "4%", "tie_pays": "9", "burn": "no", "minimum": "$10"}
        changed |= {"lucky_monkey_paytable": "3", "commission_rounding": "up"}
        form |= {f"house.{name}": value for name, value in changed.items()}
        form |= {"settings.bet": "90", "settings.least_chips": "20", "settings.house_run": "0", "who": "private"}
        del form["settings.allow_off"]
        await browser.post("/open", form)
        table = live.house.table(table_of(browser))
        wanted = {"decks": 6, "commission": "1/25", "tie_pays": 9, "burn": False, "minimum": "10.00"}
        wanted |= {"lucky_monkey_paytable": 3, "commission_rounding": "up"}
        assert table.state.rulebook.house.changes() == wanted
        settings = table.settings
        assert (settings.bet, settings.least_chips, settings.house_run) == (90, 20_00, 0)
        assert (settings.allow_slow, settings.allow_off, table.is_private) == (True, False, True)
        said = text_of(await browser.get("/"))
        assert "Tie pays: 9 (usually 8)" in said
        assert "Commission: 4% (usually 5%)" in said
        assert f"{ORIGIN}/table/{table.id}" in (await browser.get("/")).body.decode()

    play(story)


def test_odds_of_ones_own_make_a_paytable() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get("/open?game=casino-monte"), "/open")
        await browser.post("/open", {**form, "own.full_monte_paytable": "100, 25, 10, 5, 4, 1"})
        house = live.house.table(table_of(browser)).state.rulebook.house
        assert house.changes() == {"full_monte_paytable": ["100:1", "25:1", "10:1", "5:1", "4:1", "1:1"]}
        assert "flush 4 to 1" in text_of(await browser.get("/"))

    play(story)


@pytest.mark.parametrize(
    ("given", "field", "reason"),
    [
        ({"house.tie_pays": "99"}, "house.tie_pays", "99 is out of range; give 1 to 50."),
        ({"house.minimum": "$2,000"}, "house.minimum", "The least wager $2,000 is above the largest $1,000."),
        ({"house.commission": "x"}, "house.commission", "is not a rate"),
        ({"settings.bet": "1"}, "settings.bet", "Give a whole number from 5 to 3600, not 1."),
        ({"settings.bet": "soon"}, "settings.bet", "This must be a whole number."),
        ({"settings.least_chips": "much"}, "settings.least_chips", "is not an amount of money"),
        ({"name": ""}, "name", "A table's name has 1 to 40 printable characters"),
        ({"own.lucky_monkey_paytable": "pair:1"}, "house.lucky_monkey_paytable", "there is no line"),
    ],
)
def test_a_refusal_stands_beside_its_field_and_nothing_else_is_lost(
    given: dict[str, str], field: str, reason: str
) -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get("/open?game=baccarat"), "/open") | {"name": "Mine", "who": "private"} | given
        heard = await browser.post("/open", form)
        assert heard.status == 422
        again = fields_of(heard, "/open")
        assert {name: value for name, value in again.items() if name != "key"} == {
            name: value for name, value in form.items() if name != "key"
        }
        wrong = heard.body.decode().partition('class="field wrong"')[2].partition("</div>")[0]
        assert f'id="{field}"' in wrong
        assert reason.lower() in text_of(heard).lower()
        assert not live.house.tables()

    play(story)


def test_the_same_form_twice_opens_one_table() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get("/open?game=baccarat"), "/open")
        await browser.post("/open", form)
        first = table_of(browser)
        await browser.post("/open", form)
        assert table_of(browser) == first
        assert live.house.tables() == [first]

    play(story)


def test_playing_alone_again_goes_on_at_the_same_table_or_opens_another_when_it_was_left() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada", play="three-card-poker")
        first = table_of(browser)
        lobby = await browser.get("/")
        assert f'href="/table/{first}">Go on' in lobby.body.decode()
        form = {"key": "k" * 22, "game": "three-card-poker", "bank": "me"}
        await browser.post("/play", form)
        assert table_of(browser) == first
        await browser.post(f"/table/{first}/stand", {"key": "k" * 22})
        await live.pass_time(200)
        await browser.post("/play", {**form, "key": "l" * 22})
        second = table_of(browser)
        assert second != first
        guest = live.house.table(second).owner
        assert live.house.table(second).people[live.house.table(second).seat_of(guest)].banks
        assert (await browser.post("/play", {"game": "poker", "key": "k" * 22})).status == 404

    play(story)


def test_too_many_tables_are_refused_politely() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada", play="baccarat")
        heard = await browser.post("/play", {"key": "k" * 22, "game": "casino-monte", "bank": "house"})
        assert heard.status == 409
        assert "You may have 1 tables of your own at once; close one first." in text_of(heard)
        assert "Play alone now" in text_of(heard), "the lobby is still there"

    play(story, own_tables_of_guest=1)


def test_an_empty_wallet_is_told_and_can_be_filled() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada")
        table = await live.open("baccarat")
        await browser.post(f"/table/{table}/sit", {"key": "k" * 22, "chips": "$1,000"})
        heard = await browser.post("/play", {"key": "k" * 22, "game": "casino-monte", "bank": "house"})
        assert heard.status == 422
        assert "bad problem" in heard.body.decode()
        heard = await browser.post("/session/top-up", fields_of(await browser.get("/session"), "/session/top-up"))
        assert "Your wallet is filled up; that is on record." in text_of(heard)
        heard = await browser.post("/session/top-up", {"key": "l" * 22})
        assert heard.status == 409
        assert "There are enough chips in the wallet." in text_of(heard)

    play(story)


# ── The session ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_a_theme_and_a_pace_are_changed_and_kept() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada")
        heard = await browser.get("/session")
        await browser.post("/session/rename", {**fields_of(heard, "/session/rename"), "name": "Grace"})
        assert fields_of(await browser.get("/session"), "/session/rename")["name"] == "Grace"
        heard = await browser.post("/session/rename", {"key": "k" * 22, "name": "\u202e"})
        assert heard.status == 422
        heard = await browser.post("/session/theme", {"theme": "dark"})
        for path in ("/", "/session", "/open", "/rules/baccarat"):
            assert '<html lang="en" class="dark">' in (await browser.get(path)).body.decode(), path
        assert fields_of(heard, "/session/theme")["theme"] == "dark"
        assert (await browser.post("/session/theme", {"theme": '"><script>'})).status == 422
        await browser.post("/session/theme", {"theme": ""})
        assert '<html lang="en">' in (await browser.get("/")).body.decode()
        browser.cookies["croupier-theme"] = "x onload=alert(1)"
        assert '<html lang="en">' in (await browser.get("/")).body.decode()
        del browser.cookies["croupier-theme"]
        heard = await browser.post("/session/pace", {"key": "k" * 22, "pace": "slow"})
        assert fields_of(heard, "/session/pace")["pace"] == "slow"
        await browser.post("/play", {"key": "k" * 22, "game": "baccarat", "bank": "house"})
        table = live.house.table(table_of(browser))
        assert table.people[1].pace == "slow"
        assert (await browser.post("/session/pace", {"key": "m" * 22, "pace": "fast"})).status == 422

    play(story)


def test_a_link_carries_the_session_once_and_its_secret_is_in_no_address_that_is_sent() -> None:
    async def story(live: Live) -> None:
        here, there = Browser(live), Browser(live)
        await here.enter("Ada")
        form = fields_of(await here.get("/session"), "/session/link")
        heard = await here.post("/session/link", form)
        address = next(
            part.partition('"')[0]
            for part in heard.body.decode().split('value="')
            if part.startswith(f"{ORIGIN}/carry#")
        )
        secret = address.partition("#")[2]
        assert heard.status == 200
        assert here.address == "/session", "no redirect names it"
        assert secret not in (await here.post("/session/link", form)).body.decode(), "told once"
        assert (await there.post("/carry", {"secret": "wrong"})).status == 403
        await there.post("/carry", {"secret": secret})
        assert "Ada" in text_of(await there.get("/"))
        assert "Your name at the table" in text_of(await here.get("/")), "it is over here"
        assert "This link cannot be used" in text_of(await here.post("/carry", {"secret": secret}))

    play(story)


@pytest.mark.parametrize("erase", [True, False])
def test_ending_leaves_every_table_and_erases_the_name_where_that_is_asked(erase: bool) -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada", play="baccarat")
        table = table_of(browser)
        guest = live.house.table(table).owner
        form = fields_of(await browser.get("/session"), "/session/end")
        assert form.pop("erase") == "yes"
        await browser.post("/session/end", {**form, **({"erase": "yes"} if erase else {})})
        assert browser.cookies == {}
        document = await live.store.document("guest", guest)
        assert document
        assert document.body
        assert document.body["name"] == ("" if erase else "Ada")
        assert "Your name at the table" in text_of(await browser.get("/"))

    play(story)


def test_the_session_says_what_is_kept_and_for_how_long() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter("Ada")
        said = text_of(await browser.get("/session"))
        for words in ("There are no accounts", "12 hours after", "after 7 days", "kept for 1 day", "within 5 minutes"):
            assert words in said

    play(story)


# ── Rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", GAMES)
def test_the_rules_hold_every_clause_ruling_house_rule_and_step(id_: str) -> None:
    async def story(live: Live) -> None:
        heard = await Browser(live).get(f"/rules/{id_}")
        text, said, found = heard.body.decode(), text_of(heard), game(id_)
        every: tuple[Clause | Ruling, ...] = (*found.clauses, *found.rulings)
        for clause in every:
            assert f'id="{clause.id}"' in text
            assert " ".join(clause.text.split()) in said
        for parameter in found.parameters:
            assert f'id="house-{parameter.name}"' in text
        for step in found.rulebook().procedure:
            assert " ".join(step.says.split()) in said
        for document in found.documents:
            assert document.title in said
            assert document.owner == "nobody" or document.owner in said
        assert found.goal in said

    play(story)


def test_the_rules_of_a_table_are_those_in_force_there() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        form = fields_of(await browser.get("/open?game=baccarat"), "/open")
        await browser.post("/open", {**form, "house.decks": "6", "who": "private"})
        table = table_of(browser)
        heard = await browser.get(f"/rules/baccarat?table={table}")
        marks = re.findall(r'class="clause" href="([^"]+)"', heard.body.decode())
        assert marks
        assert all(mark.startswith("#") for mark in marks), "nobody is led away to the usual rules"
        said = text_of(heard)
        assert "usually 8" in said
        assert "in force at this table" in said
        assert "usually 8" not in text_of(await browser.get("/rules/baccarat"))
        assert (await browser.get(f"/rules/casino-monte?table={table}")).status == 404
        assert (await browser.get("/rules/baccarat?table=none")).status == 404
        assert (await browser.get("/rules/poker")).status == 404
        assert (await Browser(live).get(f"/rules/baccarat?table={table}")).status == 401

    play(story)


def test_what_is_not_there_is_a_page_for_people_and_json_for_programs() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        await browser.enter()
        heard = await browser.get("/table/none")
        assert heard.status == 404
        assert "There is no such table. To the lobby" in text_of(heard)
        heard = await browser.get("/table/none", accept="application/json", **{"sec-fetch-mode": "cors"})
        assert json.loads(heard.body)["error"] == "unknown"
        heard = await browser.get("/api/tables/none")
        assert json.loads(heard.body)["error"] == "unknown"

    play(story)


# ── What pages load, and how they are reached ────────────────────────────────────────────────────────────────────────


def test_all_that_pages_load_is_ours_and_nothing_is_inline() -> None:
    async def story(live: Live) -> None:
        browser = Browser(live)
        pages = {"door": await browser.get("/")}
        await browser.enter("Ada")
        for path in ("/", "/open", "/session", "/carry", "/rules/baccarat", "/table/none"):
            pages[path] = await browser.get(path)
        styles = set()
        for path, heard in pages.items():
            text = heard.body.decode()
            assert not re.search(r"<style|<script(?! type=\"module\" src=\"/static/)|\sstyle=|\son\w+=", text), path
            loaded = re.findall(r'<(?:link|script|img)[^>]*\s(?:href|src)="([^"]*)"', text)
            assert loaded, path
            assert all(each.startswith("/") and not each.startswith("//") for each in loaded), path
            styles |= {each for each in loaded if each.startswith("/static/")}
        for each in sorted(styles):
            heard = await browser.get(each, **{"sec-fetch-mode": "no-cors", "sec-fetch-dest": "style"})
            assert heard.status == 200, each
            assert b"@import" not in heard.body, each
            assert b"http" not in heard.body.replace(b"http://www.w3.org/2000/svg", b""), each

    play(story)


def test_of_many_tables_some_are_listed_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.web.lobby_pages.SHOWN_MAX", 1)

    async def story(live: Live) -> None:
        for id_ in GAMES:
            await live.open(id_)
        browser = Browser(live)
        heard = await browser.enter("Ada")
        assert heard.body.decode().count('<li id="table-') == 1
        assert "2 more tables are not listed." in text_of(heard)

    play(story)


def test_whoever_has_no_session_learns_nobodys_name() -> None:
    async def story(live: Live) -> None:
        table, ada = await live.open(), await live.visitor("Ada Lovelace")
        await ada.sit(table)
        said = text_of(await Browser(live).get("/"))
        assert "1 person sits now" in said
        assert "Lovelace" not in said

    play(story)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 200),
        ("/", {"sec-fetch-dest": "iframe"}, 403),
        ("/", {"sec-fetch-mode": "no-cors"}, 403),
        ("/", {"origin": "http://evil.example"}, 403),
        ("/api/house", {}, 403),
    ],
)
def test_a_link_on_another_site_leads_to_pages_and_to_nothing_else(
    path: str, headers: dict[str, str], status: int
) -> None:
    async def story(live: Live) -> None:
        heard = await Browser(live).get(path, **{"sec-fetch-site": "cross-site", **headers})
        assert heard.status == status

    play(story)
