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
from playwright.sync_api import expect

from croupier.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import DECLINE, OPTION, STEPS_MAX, Player

pytestmark = pytest.mark.browser
AGREED: Final = Path(__file__).parent / "agreed"
PARTS: Final = {"top": ".top", "felt": "#felt", "dock": "#deck", "seat": "#mine", "words": ".side"}
SERIOUS: Final = ("serious", "critical")


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
            house.pass_time(1)
            player.page.wait_for_timeout(50)
    expect(player.at("#paid tbody tr").first).to_be_visible()
    yield "paid"
    player.page.keyboard.press("?")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    yield "keys"


def serious_faults(player: Player) -> list[str]:
    """What axe finds that is serious or worse."""
    found = Axe().run(player.page).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found if each["impact"] in SERIOUS for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_serious_fault_at_a_table(
    game: str, theme: Literal["light", "dark"], house: BrowserHouse, newcomer: Newcomer
) -> None:
    player = newcomer("Ada", theme=theme)
    faults = {state: serious_faults(player) for state in states(house, player, game)}
    assert not any(faults.values()), faults


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_around_the_tables(
    theme: Literal["light", "dark"], house: BrowserHouse, newcomer: Newcomer
) -> None:
    player = newcomer("Ada", "touch", theme=theme)
    player.expected = ["404"]
    player.page.goto(house.url)
    faults = {"lobby": serious_faults(player)}
    player.sit(house.open("baccarat"))
    house.pass_time(5)
    expect(player.at("#bets")).to_be_visible()
    faults["table on a phone"] = serious_faults(player)
    player.page.goto(f"{house.url}/table/none")
    faults["no such table"] = serious_faults(player)
    player.page.context.clear_cookies()
    player.page.goto(house.url)
    faults["door"] = serious_faults(player)
    assert not any(faults.values()), faults


@pytest.mark.parametrize("game", GAMES)
def test_names_and_roles_are_as_agreed(game: str, house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada")
    for state in states(house, player, game):
        if state == "keys":
            compare(f"{game}, {state}", {"dialog": player.at("#keys-dialog").aria_snapshot()})
        else:
            compare(f"{game}, {state}", {part: player.at(place).aria_snapshot() for part, place in PARTS.items()})


def compare(name: str, parts: dict[str, str]) -> None:
    """Hold names and roles against those that were agreed, without seconds that are left and the name of the table."""
    text = "".join(f"── {part}\n{said}\n" for part, said in parts.items())
    text = re.sub(r'timer "\d+ seconds left": "\d+"', "timer", text)
    text = re.sub(r"\?table=\w+", "?table=…", text)
    file = AGREED / f"{name.replace(', ', '-').replace(' ', '-')}.txt"
    if os.environ.get("CROUPIER_REWRITE"):
        AGREED.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
