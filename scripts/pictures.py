"""Take the README's pictures again: tables of a seeded house, in Chromium.

Run it in the environment of the browser tests: `.venv-server/bin/python -m scripts.pictures`, with the names of single
pictures if not all are wanted.
"""

import base64
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from croupier.house.requests import Asked, OpenTable
from tests.browser.fixtures import OPTIONS, chromium
from tests.browser.house import CLOCKS, BrowserHouse, browser_house
from tests.browser.player import DECLINE, OPTION, PHONE, STEPS_MAX, WIDE, Player
from tests.web.live import OPERATOR

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
KILOBYTES_MAX: Final = 120
QUALITY: Final = 80
SHARPNESS: Final = 1.5
"""Pixels of a picture for each one of a page."""
TIMEOUT_MILLISECONDS: Final = 60_000
ROUNDS: Final = 30
"""How many coups a road has to show."""
Theme = Literal["light", "dark"]


@contextmanager
def guest(browser: Browser, house: BrowserHouse, theme: Theme, size: ViewportSize) -> Iterator[Player]:
    """Somebody with a session, and a browser that moves nothing."""
    context = browser.new_context(
        viewport=size, device_scale_factor=SHARPNESS, color_scheme=theme, reduced_motion="reduce"
    )
    context.set_default_timeout(TIMEOUT_MILLISECONDS)
    cookie, _, value = house.visitor("Ines").cookie.partition("=")
    context.add_cookies([{"name": cookie, "value": value, "url": house.url}])
    yield Player(context.new_page(), house.url)
    context.close()


def sit(house: BrowserHouse, player: Player, game: str, name: str, company: int) -> None:
    """Sit down at a new table with house-run players, and wait until there is something to bet on."""
    asked = Asked(OpenTable(game, name, {}, {**CLOCKS, "house_run": company}), operator=OPERATOR)
    player.sit(house.do(lambda live: live.committer.ask(asked)).answer.body["table"])
    until(house, player, "#bets")


def until(house: BrowserHouse, player: Player, selector: str) -> None:
    """Let time pass until something is there; the bank is declined."""
    for _ in range(STEPS_MAX):
        if player.at(selector).count():
            return
        if player.at(DECLINE).count():
            player.act(player.at(DECLINE))
        house.pass_time(1)
        player.page.wait_for_timeout(50)
    raise SystemExit(f"{selector} never came")


def bet(player: Player, *places: int) -> None:
    """Put a chip on some of the places that the dock names, and have no more to bet."""
    for place in places:
        player.act(player.at("#bets .pad").nth(place))
    player.use(player.at("form[action$='/done'] button"))
    expect(player.at("#bets")).to_have_count(0)


def casino_monte(house: BrowserHouse, player: Player) -> None:
    """One card is open: raise or check."""
    sit(house, player, "casino-monte", "The long table", 5)
    bet(player, 1, -1)
    until(house, player, OPTION)


def baccarat(house: BrowserHouse, player: Player) -> None:
    """A coup is settled, and the roads show those before."""
    sit(house, player, "baccarat", "By the window", 6)
    for _ in range(ROUNDS):
        until(house, player, "#bets")
        bet(player, 0, 3)
    until(house, player, "#paid:not([hidden])")


def three_card_poker(house: BrowserHouse, player: Player) -> None:
    """Hands are compared, and the bank has paid."""
    three_card_poker_decision(house, player)
    player.act(player.at(OPTION).last)
    until(house, player, "#paid:not([hidden])")


def three_card_poker_decision(house: BrowserHouse, player: Player) -> None:
    """Three cards in hand: fold, or play."""
    sit(house, player, "three-card-poker", "Upstairs", 6)
    bet(player, 0, 1, 2)
    until(house, player, OPTION)


PICTURES: Final[Mapping[str, tuple[Callable[[BrowserHouse, Player], None], Theme, ViewportSize, int]]] = {
    "casino-monte": (casino_monte, "light", WIDE, 1),
    "three-card-poker": (three_card_poker, "dark", WIDE, 5),
    "baccarat": (baccarat, "light", WIDE, 1),
    "phone": (three_card_poker_decision, "dark", PHONE, 8),
}
"""By name: what leads there, theme, size, and the seed of the house."""


def take(browser: Browser, name: str) -> None:
    """Take one picture, and refuse one that is too large for a README."""
    lead, theme, size, seed = PICTURES[name]
    with browser_house(seed) as house, guest(browser, house, theme, size) as player:
        lead(house, player)
        player.page.mouse.move(0, 0)
        session = player.page.context.new_cdp_session(player.page)
        found = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    picture = base64.b64decode(found["data"])
    if len(picture) > KILOBYTES_MAX * 1000:
        raise SystemExit(f"{name} has {len(picture)} bytes; the most is {KILOBYTES_MAX} kB")
    (FOLDER / f"{name}.webp").write_bytes(picture)


def main() -> None:
    """Take all pictures, or those that are named."""
    names = sys.argv[1:] or list(PICTURES)
    if unknown := set(names) - set(PICTURES):
        raise SystemExit(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=OPTIONS)
        for name in names:
            take(browser, name)
        browser.close()


if __name__ == "__main__":
    main()
