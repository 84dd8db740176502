"""Whole rounds in a real browser: every game, in every way in which people can play it."""

import pytest
from playwright.sync_api import expect

from croupier.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import STEPS_MAX, Player, Way
from tests.example_games import EXAMPLES

pytestmark = pytest.mark.browser
WAYS: tuple[Way, ...] = ("mouse", "keys", "touch", "no script")


def play_round(house: BrowserHouse, player: Player) -> None:
    """Play until a round has come to something."""
    for _ in range(STEPS_MAX):
        if player.at("#paid:not([hidden])").count():
            break
        if not player.step():
            player.wait(house)
    expect(player.at("#paid tbody tr").first).to_be_visible()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round(game: str, way: Way, house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada", way)
    player.sit(house.open(game, house_run=1))
    play_round(house, player)
    row = player.at("#paid tbody tr").first
    expect(row).to_contain_text("$")
    expect(row.locator(".clause").first).to_be_visible()  # it says why


@pytest.mark.parametrize("game", ["high-card", "casino-war"])
def test_a_plug_ins_game(game: str, house: BrowserHouse, newcomer: Newcomer) -> None:
    """Nothing on the page knows a game: one that somebody adds has its felt, dock and keys."""
    player = newcomer("Ada", "keys")
    player.sit(house.open(EXAMPLES[game].game.id))
    play_round(house, player)
    expect(player.at("#paid tbody tr").first).to_contain_text("$")
