"""Advice at the table, what a choice cost, and the tally of skill, luck and edge, with real pages."""

import asyncio
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from croupier.web import reckoner
from croupier.web.advice import Adviser
from croupier.web.edges import Edges, Wanted
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import OPTION, Player, Way
from tests.browser.test_accessibility import serious_faults

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def counting(house: BrowserHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count in a thread of this process, which has the engine; the whole game is taken to be counted."""

    async def here(_: Adviser, work: Callable[[Any], Any], asked: object) -> object:
        return await asyncio.to_thread(work, asked)

    async def counted(_: Wanted) -> Edges:
        return Edges({})

    monkeypatch.setattr(Adviser, "run", here)
    monkeypatch.setattr(house.live.desk.edges, "count", counted)
    monkeypatch.setattr(reckoner, "value_of_mix", lambda *_: Fraction(-1, 20))


def deciding(
    house: BrowserHouse, newcomer: Newcomer, way: Way = "keys", game: str = "three-card-poker", theme: str = "light"
) -> Player:
    """Ada at a table, with a decision."""
    ada: Player = newcomer("Ada", way, theme=theme)
    ada.sit(house.open(game, house_run=2))
    for _ in range(60):
        ada.look()
        if ada.at(OPTION).count():
            return ada
        if not ada.step():
            house.pass_time(1)
    raise AssertionError("nothing to decide")


def ended(house: BrowserHouse, ada: Player) -> None:
    """Let the round go on to its end."""
    for _ in range(60):
        ada.look()
        if ada.at("#cost").count():
            return
        house.pass_time(1)
    raise AssertionError("the round does not end")


def test_advice_by_key_what_the_choice_cost_and_the_tally(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = deciding(house, newcomer)
    expect(ada.at("#advice")).to_be_hidden()
    before = ada.at(OPTION).first.bounding_box()
    ada.at("#ask").focus()
    ada.page.keyboard.press("v")
    worths = ada.at("#advice .worths li")
    expect(worths).to_have_count(2)
    expect(ada.at("#advice .best")).to_have_count(1)
    expect(ada.at("#live")).to_contain_text("best on average")
    expect(ada.at("#ask")).to_be_focused()
    assert ada.at(OPTION).first.bounding_box() == before, "no button moves under a finger"
    worse = ada.at("#advice li:not(.best) span").inner_text()
    ada.act(ada.at(OPTION).filter(has_text=worse))
    expect(ada.at("#advice")).to_be_hidden()
    expect(ada.at("#ask")).to_have_count(0)
    ended(house, ada)
    ada.page.keyboard.press("v")
    expect(ada.at("#advice")).to_contain_text(f"{worse} chosen")
    expect(ada.at("#advice")).to_contain_text(re.compile(r"these choices cost \$[\d.]+ on average"))
    ada.at("#paid a[href='/rounds']").click()
    tally = ada.at("#tally:not([data-later])")
    expect(tally).to_contain_text("1 round add up to the result")
    expect(tally.locator("dd").first).to_have_text(re.compile(r"^−\$"))
    ada.at(".rounds a").first.click()
    expect(ada.at("#reckoning:not([data-later])")).to_contain_text(worse)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_advice_and_tally(
    theme: Literal["light", "dark"], house: BrowserHouse, newcomer: Newcomer
) -> None:
    ada = deciding(house, newcomer, "touch", "casino-monte", theme)
    ada.at("#ask").tap()
    expect(ada.at("#advice .worths li")).to_have_count(4)
    faults = {"advice": serious_faults(ada)}
    ada.act(ada.at(OPTION).first)
    ended(house, ada)
    ada.page.goto(f"{house.url}/rounds")
    expect(ada.at("#tally:not([data-later]) .parts")).to_be_visible()
    faults["tally"] = serious_faults(ada)
    ada.at(".rounds a").first.click()
    expect(ada.at("#reckoning:not([data-later]) td").first).to_be_visible()
    faults["round"] = serious_faults(ada)
    assert not any(faults.values()), faults


def test_advice_and_its_cost_without_scripts(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = deciding(house, newcomer, "no script", "casino-monte")
    ada.at("#ask").click()
    expect(ada.at("h1")).to_have_text("What is each choice worth now?")
    expect(ada.at("main tbody tr")).to_have_count(4)
    ada.page.get_by_role("link", name="Back").click()
    ada.act(ada.at(OPTION).first)
    ended(house, ada)
    ada.at("#cost").click()
    expect(ada.at("main")).to_contain_text(re.compile("on average, against the best ones|could have been better"))


def test_asking_too_often_is_said_beside_the_dock(
    house: BrowserHouse, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = deciding(house, newcomer, "touch", "casino-monte")
    ada.expected = ["429"]
    monkeypatch.setattr(house.live.desk.advice.pace, "wait", lambda *_: 7.0)
    ada.at("#ask").tap()
    expect(ada.at("#advice")).to_contain_text("Too many requests")
    monkeypatch.undo()
