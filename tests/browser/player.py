"""Somebody at a table with a real browser, by mouse, by keys, by touch, or without scripts.

Whatever a page does that it must not do is remembered and fails the test: an error, a breach of the policy, a request
to anywhere but the house.
"""

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, ViewportSize, expect

from tests.browser.house import BrowserHouse

Way = Literal["mouse", "keys", "touch", "no script"]
WIDE: Final = ViewportSize(width=1440, height=900)
PHONE: Final = ViewportSize(width=390, height=844)
STEPS_MAX: Final = 60
DECLINE: Final = "form:has([value=decline]) button"
OPTION: Final = "form[action$='/choose'] button:enabled"


@dataclass
class Player:
    """A page, and what went wrong there."""

    page: Page
    url: str
    way: Way = "mouse"
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Patterns of faults that a test causes on purpose."""

    def watch(self) -> None:
        """Remember all faults."""
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self.see)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def see(self, request: Request) -> None:
        if not request.url.startswith(f"{self.url}/"):
            self.faults.append(f"request: {request.url}")

    def check(self) -> None:
        """Fail if anything went wrong."""
        unexpected = [each for each in self.faults if not any(re.search(one, each) for one in self.expected)]
        assert not unexpected, unexpected

    # What there is

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    @property
    def number(self) -> int:
        """The last record that the page shows."""
        return int(self.at("#table").get_attribute("data-number") or -1)

    def says(self, text: str | re.Pattern[str]) -> None:
        """Wait until the dock says something."""
        expect(self.at("#say:not(.stands-in)")).to_contain_text(text)

    # Doing

    def wait(self, house: BrowserHouse) -> None:
        """Let a second pass at the house, and see what has happened."""
        if self.way == "no script":
            house.pass_time(1)
            self.look()
        else:
            house.tick(self.page)

    def look(self) -> None:
        """See what has happened, where only a new page shows it."""
        self.page.goto(self.page.url.partition("?")[0])

    def use(self, button: Locator) -> None:
        """Use a button in this player's way."""
        if self.way == "keys":
            self.page.keyboard.press(button.get_attribute("data-key") or "none")
        elif self.way == "touch":
            button.tap()
        else:
            button.click()

    def go(self, table: str) -> None:
        self.page.goto(f"{self.url}/table/{table}")

    def sit(self, table: str) -> None:
        """Go to a table and sit down."""
        self.go(table)
        self.use(self.at("form[action$='/sit'] button"))
        expect(self.at("#mine .seat-no")).to_be_visible()

    def place(self) -> Locator:
        """The first place that takes a bet: on the felt by mouse, on the pads otherwise."""
        felt = self.at("#seats button[name=on]")
        return felt.first if self.way == "mouse" and felt.count() else self.at("#bets .pad").first

    def bet(self) -> None:
        """Put one chip on the first place, and have no more to bet."""
        self.act(self.place())
        self.use(self.at("form[action$='/done'] button"))
        expect(self.at("#bets")).to_have_count(0)

    def act(self, button: Locator) -> None:
        """Use a button, and wait until it has done something."""
        key = self.at("#table input[name=key]").first.get_attribute("value")
        self.use(button)
        expect(self.at(f"#table input[name=key][value='{key}']")).to_have_count(0)

    def step(self) -> bool:
        """Do the first thing that can be done, if anything can."""
        if self.at(DECLINE).count():
            self.act(self.at(DECLINE))
        elif self.at("#bets").count():
            self.bet()
        elif self.at(OPTION).count():
            self.act(self.at(OPTION).last)
        else:
            return False
        return True


def context_for(browser: Browser, way: Way, theme: Literal["light", "dark"] = "light") -> BrowserContext:
    """A browser of its own, as the way needs it."""
    is_phone = way == "touch"
    return browser.new_context(
        viewport=PHONE if is_phone else WIDE,
        has_touch=is_phone,
        is_mobile=is_phone,
        java_script_enabled=way != "no script",
        color_scheme=theme,
        reduced_motion="reduce",
    )
