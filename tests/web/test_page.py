"""The page at the address of the house: what people meet who open it in a browser."""

import asyncio
import re
from html.parser import HTMLParser

import pytest

from croupier.games import GAMES, game
from croupier.web.settings import settings_for
from tests.web.asgi import Heard
from tests.web.live import LIMITS, running

ELSEWHERE = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
"""What a browser says when somebody follows a link on another site."""


class Page(HTMLParser):
    """The words of a page, its elements, and what it loads."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.feed(heard.body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.words += data.split()

    @property
    def text(self) -> str:
        return " ".join(self.words)


def test_whoever_opens_the_address_is_told_what_it_is_and_which_tables_there_are() -> None:
    async def story() -> Heard:
        async with running() as live:
            for id_ in GAMES:
                await live.open(id_)
            ada = await live.visitor("Ada Lovelace")
            await ada.sit(next(iter(live.house.memory.tables)))
            return await live.ask("GET", "/", headers={"accept": "text/html"})

    heard = asyncio.run(story())
    assert (heard.status, heard.header("content-type")) == (200, "text/html; charset=utf-8")
    page = Page(heard)
    assert "Practice chips only" in page.text
    assert "There are no accounts" in page.text
    for id_ in GAMES:
        assert f"{game(id_).title} A table of {id_} {game(id_).goal} Free seats" in page.text
    assert "Free seats 5 of 6 People 1 House-run 0 Initial from $1 to $500" in page.text
    assert "Sit down with $1 to $10,000" in page.text
    assert "python -m croupier.web.client http://127.0.0.1:8777" in page.text
    assert ("href", "/openapi.json") in page.attributes
    assert "Ada" not in page.text, "nobody's name is for everybody"


def test_a_table_says_its_own_rules_and_why_it_is_not_open() -> None:
    async def story() -> Page:
        async with running() as live:
            table, boss = await live.open("baccarat"), await live.operator()
            changes = {"changes": {"tie_pays": 9}, "reason": "a better tie"}
            assert (await boss.post(f"/api/operator/tables/{table}/rules", changes)).status == 200
            await boss.post(f"/api/operator/tables/{table}/pause", {"reason": "lunch"})
            return Page(await live.ask("GET", "/"))

    page = asyncio.run(story())
    assert "House rules tie_pays = 9" in page.text
    assert "paused: lunch" in page.text


def test_of_many_tables_some_are_shown_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.web.page.SHOWN_MAX", 1)

    async def story() -> Page:
        async with running() as live:
            for id_ in GAMES:
                await live.open(id_)
            return Page(await live.ask("GET", "/"))

    page = asyncio.run(story())
    assert page.tags.count("li") == 1
    assert "There are 2 more." in page.text


def test_a_house_without_tables_says_so() -> None:
    async def story() -> Page:
        async with running() as live:
            return Page(await live.ask("GET", "/"))

    assert "No table is open." in asyncio.run(story()).text


def test_what_people_wrote_is_text_and_nothing_else() -> None:
    wrote = "<script>1</script><b id='x'>&amp;"

    async def story() -> Page:
        async with running() as live:
            boss = await live.operator()
            opened = {"game": "baccarat", "name": wrote}
            table = (await boss.post("/api/operator/tables", opened)).json["table"]
            assert (await boss.post(f"/api/operator/tables/{table}/pause", {"reason": wrote})).status == 200
            return Page(await live.ask("GET", "/"))

    page = asyncio.run(story())
    assert page.text.count(wrote) == 2
    assert {"script", "b"}.isdisjoint(page.tags)


def test_all_that_the_page_loads_is_ours_and_nothing_is_inline() -> None:
    async def story() -> None:
        async with running() as live:
            await live.open()
            page = Page(await live.ask("GET", "/"))
            assert {"script", "style"}.isdisjoint(page.tags)
            assert [name for name, _ in page.attributes if name == "style" or name.startswith("on")] == []
            loaded = {value for name, value in page.attributes if name in ("href", "src")}
            assert loaded == {"/icon.svg", "/page.css", "/openapi.json"}
            types = {"/icon.svg": "image/svg+xml", "/page.css": "text/css; charset=utf-8"}
            for path, type_ in types.items():
                heard = await live.ask("GET", path)
                assert (heard.status, heard.header("content-type")) == (200, type_)
                assert not re.search(rb"url\(|@import|<script|<style| style=|href=", heard.body)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", ELSEWHERE, 200),
        ("/", {**ELSEWHERE, "sec-fetch-dest": "iframe"}, 403),
        ("/", {**ELSEWHERE, "sec-fetch-mode": "no-cors"}, 403),
        ("/", {**ELSEWHERE, "origin": "http://evil.example"}, 403),
        ("/page.css", ELSEWHERE, 403),
        ("/api/house", ELSEWHERE, 403),
    ],
)
def test_a_link_on_another_site_leads_to_the_page_and_to_nothing_else(
    path: str, headers: dict[str, str], status: int
) -> None:
    async def story() -> int:
        async with running() as live:
            return (await live.ask("GET", path, headers=headers)).status

    assert asyncio.run(story()) == status


def test_the_page_names_the_address_that_people_came_by() -> None:
    async def story() -> Page:
        settings = settings_for("127.0.0.1", 8777, "https://play.example", limits=LIMITS)
        async with running(settings) as live:
            return Page(await live.ask("GET", "/", headers={"host": "play.example"}))

    assert "croupier.web.client https://play.example" in asyncio.run(story()).text
