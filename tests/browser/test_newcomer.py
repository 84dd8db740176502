"""From the door to a round that is settled and explained: in few actions, and well within a minute of house time."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect

from croupier.games import GAMES, game
from tests.browser.fixtures import TIMEOUT_MILLISECONDS
from tests.browser.house import BrowserHouse
from tests.browser.player import OPTION, STEPS_MAX, Player, Way, context_for

pytestmark = pytest.mark.browser
ACTIONS_MAX = 4
"""Come in and play, bet, no more bets, and decide where there is something to decide."""
SECONDS_MAX = 20
"""Of waiting for the house and its players; a newcomer has the rest of the minute to read."""


@dataclass
class Stranger:
    """Somebody without a session, whose actions are counted."""

    player: Player
    house: BrowserHouse
    actions: int = 0
    seconds: int = 0

    def do(self, button: Locator) -> None:
        self.player.use(button)
        self.actions += 1

    def wait_for(self, there: Locator) -> None:
        """Let the house's time pass until something is there."""
        for _ in range(STEPS_MAX):
            if there.count() and there.first.is_visible():
                return
            self.player.wait(self.house)
            self.seconds += 1
        expect(there.first).to_be_visible()


@pytest.mark.parametrize("way", ["mouse", "touch"])
@pytest.mark.parametrize("of", GAMES)
def test_a_newcomer_has_a_round_explained_within_a_minute(
    of: str, way: Way, browser: Browser, house: BrowserHouse, people: list[Player]
) -> None:
    context = context_for(browser, way)
    context.set_default_timeout(TIMEOUT_MILLISECONDS)
    player = Player(context.new_page(), house.url, way)
    player.watch()
    people.append(player)
    stranger = Stranger(player, house)
    page = player.page
    page.goto(house.url)
    stranger.do(page.get_by_role("button", name=re.compile(f"lay {re.escape(game(of).title)}")))
    page.wait_for_url("**/table/*")
    stranger.wait_for(player.at("#bets .pad"))
    stranger.do(player.at("#bets .pad").first)
    stranger.do(page.get_by_role("button", name="No more bets"))
    paid = player.at("#paid tbody tr")
    if game(of).rulebook().decisions:
        stranger.wait_for(player.at(OPTION))
        stranger.do(player.at(OPTION).last)
    stranger.wait_for(paid)
    assert stranger.actions <= ACTIONS_MAX
    assert stranger.seconds <= SECONDS_MAX
    if way == "touch":  # below the felt: a link at the thumb leads there
        page.get_by_role("link", name="What your wagers paid, and why").tap()
    expect(paid.first).to_be_in_viewport()
    assert re.search(r"[+−]?\$\d", paid.first.inner_text())
    assert paid.first.locator(".clause").count(), "it says why, with its clause"
    lines = player.at("#log li")
    assert lines.count() >= 4
    told = [line for line in lines.all() if line.locator(".clause").count()]
    assert len(told) >= lines.count() / 2, "nearly everything that happens names its clause"
