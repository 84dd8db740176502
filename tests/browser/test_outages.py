"""What a page survives: a reload in mid-decision, a lost connection, a house that is killed, a session that ends."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.fixtures import TIMEOUT_MILLISECONDS, Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import DECLINE, OPTION, STEPS_MAX, Player, context_for
from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.browser
LOST = ["ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED", "ERR_INTERNET_DISCONNECTED", "ERR_EMPTY_RESPONSE", "Failed to load"]


def until_asked(house: BrowserHouse, player: Player) -> None:
    """Play until a decision is asked for."""
    for _ in range(STEPS_MAX):
        if player.at(OPTION).count():
            return
        if not player.step():
            player.wait(house)
    pytest.fail("no decision was asked for")


def test_a_reload_in_mid_decision_changes_nothing(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = newcomer("Ada")
    ada.sit(house.open("three-card-poker"))
    until_asked(house, ada)
    before = [each.get_attribute("alt") for each in ada.at("#hand img").all()]
    options = ada.at(OPTION).all_inner_texts()
    ada.page.reload()
    assert [each.get_attribute("alt") for each in ada.at("#hand img").all()] == before
    assert ada.at(OPTION).all_inner_texts() == options
    ada.act(ada.at(OPTION).last)
    expect(ada.at("#paid tbody tr").first).to_be_visible()


def test_a_command_without_an_answer_is_sent_again_and_carried_out_once(
    house: BrowserHouse, newcomer: Newcomer
) -> None:
    ada = newcomer("Ada")
    ada.expected = LOST
    ada.sit(house.open("baccarat"))
    house.pass_time(5)
    expect(ada.at("#bets")).to_be_visible()
    sent: list[str] = []

    def lose(route: Route) -> None:
        """The first is carried out and its answer lost, the second is lost itself."""
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
        if len(sent) < 3:
            route.abort()
        else:
            route.continue_()

    ada.page.route("**/bet", lose)
    ada.at("#bets [data-key=P]").click()
    expect(ada.at("#refused")).to_contain_text("has not reached the house yet")
    expect(ada.at("#refused")).to_be_empty()
    assert len(sent) == 3
    assert len(set(sent)) == 1
    expect(ada.at("#note")).to_have_text("Your wagers: $5 on Player.")


def test_a_page_that_fell_behind_is_refused_and_shows_the_table_as_it_is(
    house: BrowserHouse, newcomer: Newcomer
) -> None:
    ada = newcomer("Ada")
    ada.expected = ["409"]
    ada.sit(house.open("baccarat"))
    house.pass_time(5)
    expect(ada.at("#bets")).to_be_visible()
    ada.page.evaluate("() => { for (const each of document.querySelectorAll('[name=version]')) each.value = '0'; }")
    ada.at("#bets [data-key=P]").click()
    expect(ada.at("#refused")).to_contain_text("Here is the table as it is now.")
    ada.at("#bets [data-key=P]").click()
    expect(ada.at("#note")).to_have_text("Your wagers: $5 on Player.")
    expect(ada.at("#refused")).to_be_empty()


def test_whose_session_is_over_is_led_to_the_lobby(house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = newcomer("Ada")
    ada.expected = ["401"]
    ada.sit(house.open("baccarat"))
    house.pass_time(house.live.house.settings.idle + 60)
    house.loop.call_soon_threadsafe(house.live.news.wake_all)
    ada.page.wait_for_url(f"{house.url}/")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[HouseProcess]:
    with HouseProcess(tmp_path) as house:
        yield house


def test_a_house_that_is_killed_in_mid_round_goes_on(process: HouseProcess, browser: Browser) -> None:
    operator = process.client()
    operator.ask("POST", "/api/operator/enter", {"name": "ada", "key": process.operator_key})
    settings = {"between": 0, "bet": 3600, "decide": 3600, "bank": 3600}
    opened = operator.command(
        "/api/operator/tables", {"game": "three-card-poker", "name": "Table 1", "settings": settings}
    )
    guest = process.client()
    guest.enter("Ada")
    name, _, value = guest.cookie.partition("=")
    context = context_for(browser, "mouse")
    context.set_default_timeout(TIMEOUT_MILLISECONDS)
    context.add_cookies([{"name": name, "value": value, "url": process.url}])
    ada = Player(context.new_page(), process.url, expected=LOST)
    ada.watch()
    ada.sit(opened.body["table"])
    expect(ada.at(f"{DECLINE}, #bets, {OPTION}").first).to_be_visible()
    for _ in range(STEPS_MAX):
        if ada.at(OPTION).count():
            break
        ada.step()
        ada.page.wait_for_timeout(50)
    hand = [each.get_attribute("alt") for each in ada.at("#hand img").all()]
    process.end(signal.SIGKILL)
    expect(ada.at("#line")).to_have_text("Reconnecting…")
    ada.at(OPTION).last.click()
    expect(ada.at("#refused")).to_contain_text("has not reached the house yet")
    process.start()
    expect(ada.at("#paid tbody tr").first).to_be_visible(timeout=4 * TIMEOUT_MILLISECONDS)
    expect(ada.at("#line")).to_be_hidden()
    assert len(hand) == 3
    shown = ada.at("#log").inner_text()
    assert "void" not in shown
    context.close()
    ada.check()
