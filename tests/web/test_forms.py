"""The forms on a table's page: what they send is one command, however often it is sent, and nothing else gets in."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode

import pytest

from croupier.house.own_bets import Bets, last_bets, last_change
from croupier.house.table import Table
from tests.web.asgi import ORIGIN, Heard
from tests.web.live import Live, Visitor, running

KIND = "application/x-www-form-urlencoded"


@dataclass
class Page:
    """Ada at a table of baccarat, where the betting is open."""

    live: Live
    ada: Visitor
    table: str

    @property
    def at(self) -> Table:
        return self.live.house.table(self.table)

    @property
    def guest(self) -> str:
        return next(person.guest for person in self.at.people.values())

    async def html(self) -> str:
        heard = await self.ada.get(f"/table/{self.table}", accept="text/html")
        assert heard.status == 200
        return heard.body.decode()

    async def form(self, action: str, choice: str = "") -> dict[str, str]:
        """The hidden fields of a form on the page, and one button's value."""
        text = await self.html()
        found = next(
            each
            for each in re.findall(r"<form.*?</form>", text, re.DOTALL)
            if f"/{action}" in each.partition(">")[0] and choice in each
        )
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', found))
        button = re.search(rf'name="on" value="({re.escape(choice)}[^"]*)"', found) if choice else None
        return {name: unescape(value) for name, value in fields.items()} | ({"on": button[1]} if button else {})

    async def send(self, action: str, fields: dict[str, str] | bytes, **headers: str) -> Heard:
        raw = fields if isinstance(fields, bytes) else urlencode(fields).encode()
        sent = {"origin": ORIGIN, "content-type": KIND, "accept": "text/html", **headers}
        return await self.ada.ask("POST", f"/table/{self.table}/{action}", None, sent, raw=raw)

    async def bet(self, wager: str, chip: int = 500) -> Heard:
        return await self.send("bet", await self.form("bet", wager) | {"chip": str(chip)})

    @property
    def stakes(self) -> dict[str, int]:
        return {wager: cents for (_, wager), cents in self.at.state.stakes.items()}


def at_a_table(story: Callable[[Page], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running() as live:
            ada, table = await live.visitor(), await live.open()
            await ada.sit(table)
            await story(Page(live, ada, table))

    asyncio.run(told())


def test_a_chip_more_and_back_to_the_page() -> None:
    async def story(page: Page) -> None:
        heard = await page.bet("player")
        assert (heard.status, heard.header("location")) == (303, f"/table/{page.table}")
        assert page.stakes == {"player": 500}
        await page.bet("player", 100)
        assert page.stakes == {"player": 600}

    at_a_table(story)


def test_the_first_chip_is_at_least_what_the_wager_takes() -> None:
    async def story(page: Page) -> None:
        await page.bet("player", 100)
        assert page.stakes == {"player": 500}

    at_a_table(story)


def test_the_same_form_twice_is_one_command() -> None:
    async def story(page: Page) -> None:
        fields = await page.form("bet", "player") | {"chip": "500"}
        assert [(await page.send("bet", fields)).status for _ in range(3)] == [303, 303, 303]
        assert page.stakes == {"player": 500}

    at_a_table(story)


def test_the_same_choice_later_is_another_command() -> None:
    """A pace is no record of the table, and can be changed back and forth all the same."""

    async def story(page: Page) -> None:
        paces = []
        for _ in range(4):
            await page.send("clock", await page.form("clock"))
            paces.append(next(iter(page.at.people.values())).pace)
        assert paces == ["slow", "usual", "slow", "usual"]

    at_a_table(story)


def test_a_refusal_is_on_the_page_with_its_clause() -> None:
    async def story(page: Page) -> None:
        heard = await page.bet("player", 100_000_00)
        assert heard.status in (409, 422)
        text = heard.body.decode()
        (shown,) = re.findall(r'<p id="refused"[^>]*>(.*?)</p>', text)
        assert shown.startswith("$100,000")
        assert ". " in shown
        assert 'class="clause"' in shown
        told = await page.send(
            "bet", await page.form("bet", "player") | {"chip": "10000001"}, accept="application/json"
        )
        assert set(told.json) == {"reason", "clause", "number"}
        assert told.json["clause"]

    at_a_table(story)


def test_each_change_is_undone_by_itself() -> None:
    async def story(page: Page) -> None:
        for wager in ("player", "player", "banker"):
            await page.bet(wager)
        for left in ({"player": 1000}, {"player": 500}, {}):
            back = last_change(page.at, page.guest)
            assert back
            ((wager, cents),) = back.wagers.items()
            await page.send("bet", await page.form("bet", f'value="{wager}:{cents}"'))
            assert page.stakes == left
        assert last_change(page.at, page.guest) is None

    at_a_table(story)


def test_what_was_cleared_can_be_brought_back_and_what_was_bet_repeated() -> None:
    async def story(page: Page) -> None:
        await page.bet("player")
        await page.bet("player")
        await page.send("bet", {**await page.form("bet", 'value="player:500"'), "set": "player:0", "spot": "0"})
        assert page.stakes == {}
        assert last_change(page.at, page.guest) == Bets({"player": 1000})
        await page.bet("banker")
        await page.send("done", await page.form("done"))
        await page.live.pass_time(1)
        assert page.at.state.in_round
        assert last_bets(page.at, page.guest) == Bets({"banker": 500})
        text = await page.html()
        assert "What your wagers paid" in text
        await page.send("bet", await page.form("bet", 'value="banker:500"'))
        assert page.stakes == {"banker": 500}
        assert "What your wagers paid" not in await page.html()

    at_a_table(story)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"key=a&key=b", 400),
        (b"not a form", 400),
        (b"\xff\xfe=1", 400),
        (b"a=1&" * 65, 400),
        (b"key=" + b"x" * 100_000, 413),
        (b"", 422),
        (b"key=a&on=player&chip=500&round=1&step=0&version=1", 422),
        (b"key=a&on=player:0:0:x&chip=500&round=1&step=0&version=1", 422),
        (b"key=a&on=player:0:0:500&chip=-5&round=1&step=0&version=1", 422),
        (b"key=a&on=player:0:0:500&chip=%D9%A1&round=1&step=0&version=1", 422),
        (b"key=a&on=player:0:0:500&chip=99999999999999999999&round=1&step=0&version=1", 422),
        (b"key=a&on=player:0:0:500&chip=500&round=one&step=0&version=1", 422),
        (b"key=a&set=player:five&round=1&step=0&version=1", 422),
        (b"key=a&set=player&round=1&step=0&version=1", 422),
    ],
)
def test_a_form_that_is_not_right_is_refused_in_one_sentence(raw: bytes, status: int) -> None:
    async def story(page: Page) -> None:
        heard = await page.send("bet", raw)
        assert heard.status == status, heard.body
        assert page.stakes == {}
        assert heard.header("content-type").startswith("text/html") or status == 413, "the door answers in JSON"

    at_a_table(story)


def test_there_are_no_other_commands() -> None:
    async def story(page: Page) -> None:
        assert (await page.send("void", {"key": "a"})).status == 404

    at_a_table(story)


def test_pages_say_what_is_wrong_as_pages() -> None:
    async def story(page: Page) -> None:
        for who, path, status in ((page.ada, "/table/none", 404), (Visitor(page.live), f"/table/{page.table}", 401)):
            heard = await who.get(path, accept="text/html")
            assert (heard.status, heard.header("content-type")) == (status, "text/html; charset=utf-8")
            assert b'href="/"' in heard.body
            assert (await who.get(path)).header("content-type") == "application/json"

    at_a_table(story)


def test_being_offered_the_bank_is_switched_at_the_table_again_and_again() -> None:
    async def story() -> None:
        async with running() as live:
            ada = await live.visitor()
            body = {"game": "three-card-poker", "name": "Mine", "cents": 50_000, "banks": False}
            table = (await ada.post("/api/me/tables", body)).json["table"]
            page = Page(live, ada, table)
            (seat,) = page.at.people
            for banks in (True, False, True):
                words = "Offer me the bank" if banks else "Never offer me the bank"
                assert f"<span>{words}</span>" in await page.html()
                assert (await page.send("banking", await page.form("banking"))).status == 303
                assert page.at.people[seat].banks is banks

    asyncio.run(story())


def test_no_form_about_the_bank_where_the_house_has_it() -> None:
    async def story(page: Page) -> None:
        assert "/banking" not in await page.html()

    at_a_table(story)
