"""What is new appears one thing after the other, in the order in which it happened, and all of it in the end."""

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse

pytestmark = pytest.mark.browser
WATCH = """
window.arrived = [];
new MutationObserver((changes) => {
  for (const { target } of changes)
    if (target.matches(".arrives[data-n]")) window.arrived.push(Number(target.dataset.n));
}).observe(document.getElementById("felt"), { subtree: true, attributeFilter: ["class"] });
"""


def test_cards_come_in_the_order_of_the_records(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = newcomer("Ada")
    ada.page.emulate_media(reduced_motion="no-preference")
    ada.sit(house.open("baccarat"))
    house.pass_time(5)
    ada.act(ada.place())
    ada.page.evaluate(WATCH)
    ada.use(ada.at("form[action$='/done'] button"))
    expect(ada.at("#paid tbody tr").first).to_be_visible()
    expect(ada.at(".waits, .stands-in")).to_have_count(0)
    arrived = ada.page.evaluate("window.arrived")
    assert len(set(arrived)) >= 4, "at least the four first cards"
    assert arrived == sorted(arrived)
    cards = ada.at("#dealer img.card")
    assert cards.count() >= 4
    assert all(each.is_visible() for each in cards.all())


def test_nothing_moves_for_whoever_wants_no_motion(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = newcomer("Ada")
    ada.sit(house.open("baccarat"))
    house.pass_time(5)
    ada.act(ada.place())
    ada.page.evaluate(WATCH)
    ada.use(ada.at("form[action$='/done'] button"))
    expect(ada.at("#paid tbody tr").first).to_be_visible()
    assert ada.page.evaluate("window.arrived") == []
    assert ada.at(".waits, .stands-in").count() == 0
