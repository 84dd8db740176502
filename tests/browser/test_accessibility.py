"""Every page in every state: axe finds no serious fault in either theme, and names and roles are as they were agreed.

`CROUPIER_REWRITE=1 make browser` writes the agreed names and roles again; read the difference before you commit it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from croupier.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import DECLINE, OPTION, PHONE, STEPS_MAX, WIDE, Player

pytestmark = pytest.mark.browser
AGREED: Final = Path(__file__).parent / "agreed"
PARTS: Final = {"top": ".top", "felt": "#felt", "dock": "#deck", "seat": "#mine", "words": ".side"}
SERIOUS: Final = ("serious", "critical")
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
NARROWEST: Final = ViewportSize(width=320, height=500)
"""What is left of a usual screen at 400 per cent (WCAG 1.4.10)."""
TABS_MAX: Final = 120


def states(house: BrowserHouse, player: Player, game: str) -> Iterator[str]:
    """Go through the states of a table, and name each."""
    table = house.open(game, house_run=2)
    player.go(table)
    yield "watching"
    player.sit(table)
    seen = set()
    for _ in range(STEPS_MAX):
        if player.at("#paid:not([hidden])").count():
            break
        for state, selector in (("bank offered", DECLINE), ("betting", "#bets"), ("decision", OPTION)):
            if player.at(selector).count() and state not in seen:
                seen.add(state)
                yield state
        if not player.step():
            player.wait(house)
    expect(player.at("#paid tbody tr").first).to_be_visible()
    yield "paid"
    player.page.keyboard.press("?")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    yield "keys"


def serious_faults(player: Player) -> list[str]:
    """What axe finds that is serious or worse; targets that are too small too."""
    found = Axe().run(player.page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found if each["impact"] in SERIOUS for node in each["nodes"]]


def faults_in_every_look(player: Player) -> dict[str, list[str]]:
    """The faults of a page in both themes, on a wide screen and on a phone, where it must not be wider than that."""
    faults = {}
    for size in (PHONE, WIDE):
        player.page.set_viewport_size(size)
        for theme in THEMES:
            player.page.emulate_media(color_scheme=theme)
            faults[f"{theme}, {size['width']}"] = serious_faults(player)
    player.page.set_viewport_size(NARROWEST)
    wide = player.page.evaluate("document.documentElement.scrollWidth")
    faults["narrow"] = [f"{wide} pixels wide"] if wide > NARROWEST["width"] else []
    player.page.set_viewport_size(WIDE)
    return {look: found for look, found in faults.items() if found}


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_serious_fault_at_a_table(game: str, house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada")
    player.expected = ["422"]
    faults = {}
    for state in states(house, player, game):
        faults[state] = faults_in_every_look(player)
        if state == "betting":
            player.at("#buy-chips").fill("none")
            player.at("#buy-chips").press("Enter")
            expect(player.page.get_by_role("alert")).not_to_be_empty()
            player.at(".side .clause").first.focus()
            expect(player.at("#clause")).to_be_visible()
            faults["refused, with a clause shown"] = faults_in_every_look(player)
            player.page.keyboard.press("Escape")
            player.at("#buy-chips").fill("1")
    player.page.keyboard.press("Escape")
    house.pause(str(player.at("#table").get_attribute("data-table")))
    expect(player.at("#note")).to_contain_text("This table is paused")
    faults["paused"] = faults_in_every_look(player)
    assert not any(faults.values()), faults


def test_axe_finds_no_serious_fault_around_the_tables(house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada")
    player.expected = ["404"]
    house.open("three-card-poker")
    faults = {}
    for path in ("/", "/open", "/rounds", "/session", "/carry", "/settle", "/rules/three-card-poker", "/table/none"):
        player.page.goto(f"{house.url}{path}")
        faults[path] = faults_in_every_look(player)
    player.page.context.clear_cookies()
    player.page.goto(house.url)
    faults["door"] = faults_in_every_look(player)
    assert not any(faults.values()), faults


# ── What axe does not see ────────────────────────────────────────────────────────────────────────────────────────────

FOCUS: Final = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const shown = focused.closest(".pick") ?? focused;
  const box = shown.getBoundingClientRect();
  const at = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]];
  const above = at.map(([x, y]) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  const isSeen = above.some((top) => top && (shown.contains(top) || top.contains(shown)));
  const style = getComputedStyle(shown);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const over = isSeen ? "" : `${above[0]?.outerHTML.slice(0, 90)} at ${Math.round(box.left)}, ${Math.round(box.top)}`;
  return { name: focused.outerHTML.slice(0, 90), isSeen, ring, over };
}"""
"""Where the focus is, whether any of it can be seen, whether it has a ring, and what is over it."""


@pytest.mark.parametrize("size", [WIDE, PHONE, NARROWEST], ids=lambda size: size["width"])
@pytest.mark.parametrize("forced", ["none", "active"])
def test_the_focus_is_visible_and_not_hidden_behind_anything(
    size: ViewportSize, forced: Literal["none", "active"], house: BrowserHouse, newcomer: Newcomer
) -> None:
    """WCAG 2.4.7 and 2.4.11, in the colours of the page and in those that the system forces upon it."""
    player = newcomer("Ada")
    player.page.set_viewport_size(size)
    player.page.emulate_media(forced_colors=forced)
    player.sit(house.open("casino-monte"))
    house.pass_time(5)
    expect(player.at("#bets")).to_be_visible()
    seen = []
    player.page.reload()
    for _ in range(TABS_MAX):
        player.page.keyboard.press("Tab")
        found = player.page.evaluate(FOCUS)
        if found is None:
            break
        seen.append(found)
    assert len(seen) > 15
    assert [each for each in seen if not (each["isSeen"] and each["ring"])] == []
    chosen = player.at("label:has(input[name=chip]:checked)")
    assert chosen.evaluate("(label) => getComputedStyle(label).outlineStyle") != "none", "not by colour alone"


@pytest.mark.parametrize("game", GAMES)
def test_names_and_roles_are_as_agreed(game: str, house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada")
    for state in states(house, player, game):
        if state == "keys":
            compare(f"{game}, {state}", {"dialog": player.at("#keys-dialog").aria_snapshot()})
        else:
            compare(f"{game}, {state}", {part: player.at(place).aria_snapshot() for part, place in PARTS.items()})


def compare(name: str, parts: dict[str, str]) -> None:
    """Hold names and roles against those that were agreed; seconds and tables' ids are left out."""
    text = "".join(f"── {part}\n{said}\n" for part, said in parts.items())
    text = re.sub(r'timer "\d+ seconds left": "\d+"', "timer", text)
    text = re.sub(r"/[0-9a-f]{32}/", "/TABLE/", text)
    text = re.sub(r"\?table=\w+", "?table=…", text)
    file = AGREED / f"{name.replace(', ', '-').replace(' ', '-')}.txt"
    if os.environ.get("CROUPIER_REWRITE"):
        AGREED.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
