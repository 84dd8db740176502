"""Several people at one table: the bank changes hands, and whoever watches sees what everybody may see."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import OPTION, STEPS_MAX, Player

pytestmark = pytest.mark.browser


def play_on(house: BrowserHouse, *players: Player) -> None:
    """Let everybody do what they can until nobody can, or the round is over."""
    for _ in range(STEPS_MAX):
        stepped = [player.step() for player in players]
        if all(player.at("#paid:not([hidden])").count() for player in players):
            return
        if not any(stepped):
            house.tick(*(player.page for player in players))
    pytest.fail("the round was not over")


def test_the_bank_changes_hands(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada, bob = newcomer("Ada"), newcomer("Bob")
    table = house.open("three-card-poker")
    ada.sit(table)
    bob.sit(table)
    for _ in range(STEPS_MAX):  # until the bank is offered to one of them
        if ada.at("[value=take]").count() or bob.at("[value=take]").count():
            break
        house.tick(ada.page, bob.page)
    first, second = (ada, bob) if ada.at("[value=take]").count() else (bob, ada)
    first.act(first.at("form:has([value=take]) button"))
    for _ in range(STEPS_MAX):
        house.tick(first.page, second.page)
        if first.at("#bets").count():
            break
    first.says("Put up the bank's wager")
    play_on(house, first, second)
    expect(first.at("#paid")).to_contain_text("The bank")
    expect(second.at("#paid")).to_contain_text("Ante")
    first.act(first.at("form[action$='/pass'] button"))
    for _ in range(STEPS_MAX):
        if second.at("[value=take]").count():
            break
        first.step()
        house.tick(first.page, second.page)
    second.act(second.at("form:has([value=take]) button"))
    house.pass_time(10)
    second.says("Put up the bank's wager")


def test_a_spectator_sees_no_hidden_card(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada, eve = newcomer("Ada"), newcomer("Eve")
    table = house.open("three-card-poker")
    ada.sit(table)
    eve.go(table)
    expect(eve.at("#note")).to_contain_text("You are watching")
    for _ in range(STEPS_MAX):
        if ada.at(OPTION).count():
            break
        if not ada.step():
            ada.wait(house)
    expect(ada.at("#hand img")).to_have_count(3)
    seat = re.sub(r"\D", "", ada.at("#mine .seat-no").inner_text())
    hidden = eve.at(f"#seat-{seat} img.card")
    expect(hidden).to_have_count(3)
    assert {each.get_attribute("alt") for each in hidden.all()} == {"card face down"}
    mine = {each.get_attribute("alt") for each in ada.at("#hand img").all()}
    assert not any(str(alt) in eve.page.content() for alt in mine)
    expect(eve.at("#hand")).to_have_count(0)
    expect(eve.at(OPTION)).to_have_count(0)
