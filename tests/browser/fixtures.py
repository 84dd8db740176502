"""What the tests in a browser share: Chromium, a house, and people with browsers there."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import BrowserHouse, browser_house
from tests.browser.player import Player, Way, context_for

OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
TIMEOUT_MILLISECONDS = 60_000
"""For a busy machine: whoever waits for the right thing waits no longer than it takes."""
Newcomer = Callable[..., Player]


def chromium() -> str | None:
    """Where Chromium is; None where it is not."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")  # other tests of this process may want a loop of their own
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.fail("these tests need Chromium: install Debian's package chromium, or set CHROMIUM to its path")
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def house() -> Iterator[BrowserHouse]:
    with browser_house() as house:
        yield house


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Player]]:
    """Everybody with a browser, who must have seen nothing go wrong."""
    there: list[Player] = []
    yield there
    for player in there:
        player.page.context.close()
    for player in there:
        player.check()


@pytest.fixture
def newcomer(browser: Browser, house: BrowserHouse, people: list[Player]) -> Newcomer:
    """Lets somebody in who has a session already."""

    def enter(name: str = "Ada", way: Way = "mouse", **context: Any) -> Player:
        cookie, _, value = house.visitor(name).cookie.partition("=")
        made = context_for(browser, way, **context)
        made.set_default_timeout(TIMEOUT_MILLISECONDS)
        made.add_cookies([{"name": cookie, "value": value, "url": house.url}])
        player = Player(made.new_page(), house.url, way)
        player.watch()
        people.append(player)
        return player

    return enter
