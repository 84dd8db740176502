"""Documents as pages: nothing is cut off on a phone, and what fits on one is not moved sideways."""

import pytest
from playwright.sync_api import Browser, Page

import croupier
from croupier.report.html import html
from tests.browser.player import PHONE

pytestmark = pytest.mark.browser
MOVED = "[...document.querySelectorAll('.wide')].filter(each => each.scrollWidth > each.clientWidth).length"
BROKEN = "[...document.querySelectorAll('dd data')].filter(each => each.getClientRects().length > 1).length"
OVERLAPPING = """[...document.querySelectorAll('th, td')].filter(each => {
    const inner = document.createRange()
    inner.selectNodeContents(each)
    return inner.getBoundingClientRect().right > each.getBoundingClientRect().right + 1
}).length"""


def on_a_phone(browser: Browser, game: str, kind: str) -> Page:
    page = browser.new_page(viewport=PHONE)
    page.set_content(html(croupier.game(game).report(kind).document))
    return page


@pytest.mark.parametrize("kind", ["mathematics", "rules", "rack-card", "dealers-guide"])
@pytest.mark.parametrize("game", ["monte", "tcp", "bac"])
def test_nothing_is_cut_off_or_lies_over_something_else(browser: Browser, game: str, kind: str) -> None:
    page = on_a_phone(browser, game, kind)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate(OVERLAPPING) == 0
    assert page.evaluate(BROKEN) == 0
    page.close()


@pytest.mark.parametrize("game", ["monte", "tcp", "bac"])
def test_a_rack_card_is_read_without_moving_it_sideways(browser: Browser, game: str) -> None:
    page = on_a_phone(browser, game, "rack-card")
    assert page.evaluate("document.querySelectorAll('.wide').length") > 0
    assert page.evaluate(MOVED) == 0
    page.close()


def test_clauses_are_read_without_moving_them_sideways(browser: Browser) -> None:
    page = on_a_phone(browser, "monte", "rules")
    assert page.evaluate(MOVED.replace(".wide", "#clauses .wide")) == 0
    assert page.evaluate("document.querySelectorAll('#clauses .wide').length") > 5
    page.close()
