"""What people do at a table, and what the page does with it."""

import re

import pytest
from playwright.sync_api import APIResponse, Route, ViewportSize, expect

from croupier.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import DECLINE, PHONE, STEPS_MAX, WIDE, Player

pytestmark = pytest.mark.browser
TABLET = ViewportSize(width=820, height=1180)
LAPTOP = ViewportSize(width=1366, height=768)


@pytest.fixture
def ada(house: BrowserHouse, newcomer: Newcomer) -> Player:
    """Ada at a table of baccarat, where the betting is open."""
    player: Player = newcomer("Ada")
    player.sit(house.open("baccarat"))
    house.pass_time(5)
    expect(player.at("#bets")).to_be_visible()
    return player


def table_of(player: Player) -> str:
    return str(player.at("#table").get_attribute("data-table"))


def pad(player: Player, key: str) -> None:
    player.act(player.at(f"#bets [data-key={key}]"))


def test_each_click_is_undone_by_itself(ada: Player) -> None:
    pad(ada, "P")
    pad(ada, "P")
    pad(ada, "B")
    note = ada.at("#note")
    expect(note).to_have_text("Your wagers: $10 on Player, $5 on Banker.")
    for left in ("$10 on Player.", "$5 on Player."):
        ada.act(ada.at("[data-key=U]"))
        expect(note).to_have_text(f"Your wagers: {left}")
    ada.act(ada.at("[data-key=U]"))
    expect(ada.at("[data-key=U]")).to_have_count(0)


def test_all_is_cleared_at_once_and_repeated_in_the_next_round(ada: Player, house: BrowserHouse) -> None:
    pad(ada, "P")
    pad(ada, "B")
    ada.act(ada.at("[data-key=X]"))
    expect(ada.at("[data-key=N]")).to_have_count(0)
    pad(ada, "B")
    ada.act(ada.at("[data-key=N]"))
    house.pass_time(5)
    expect(ada.at("#bets")).to_be_visible()
    expect(ada.at("#paid")).to_contain_text("Banker")
    ada.act(ada.at("[data-key=R]"))
    expect(ada.at("#note")).to_have_text("Your wagers: $5 on Banker.")
    expect(ada.at("#paid")).to_be_hidden()


def test_quick_clicks_are_as_many_chips(ada: Player) -> None:
    ada.at("#bets [data-key=P]").click(click_count=3)
    expect(ada.at("#note")).to_have_text("Your wagers: $15 on Player.")


def test_the_dock_of_a_phone_is_used_without_scrolling(ada: Player) -> None:
    ada.page.set_viewport_size({"width": 390, "height": 844})
    pad(ada, "P")
    expect(ada.at("#note")).to_contain_text("$5 on Player")
    assert ada.page.evaluate("scrollY") == 0


def test_a_chip_is_dragged_to_the_felt(ada: Player) -> None:
    ada.at("label:has(#chip-2500)").drag_to(ada.at("#seats button[name=on]").first)
    expect(ada.at("#note")).to_contain_text("$25 on Player")


def test_a_wager_beyond_the_limits_is_refused_beside_the_action(ada: Player) -> None:
    ada.expected = ["422", "409"]
    ada.at("label:has(#chip-10000)").click()
    expect(ada.at("#refused")).to_be_empty()
    ada.at("#bets [data-key=P]").click(click_count=8)
    expect(ada.at("#refused")).to_contain_text("not at hand any more")
    expect(ada.at("#note")).to_have_text("Your wagers: $500 on Player.")
    ada.at("#bets [data-key=P]").click()
    expect(ada.at("#refused")).to_contain_text(re.compile(r"\$"))
    expect(ada.at("#refused")).to_have_attribute("role", "alert")


def test_more_chips_another_pace_and_leaving(ada: Player) -> None:
    ada.page.keyboard.press("m")
    expect(ada.at("#buy-chips")).to_be_focused()
    ada.page.keyboard.type("50")
    ada.page.keyboard.press("Enter")
    expect(ada.at("#purse")).to_contain_text("$550")
    left = int(ada.at("#clock text").text_content() or 0)
    ada.at("#dock").focus()
    ada.page.keyboard.press("e")
    expect(ada.at("#mine")).to_contain_text("Usual time")
    assert int(ada.at("#clock text").text_content() or 0) > 5 * left
    ada.page.keyboard.press("e")
    expect(ada.at("#mine")).to_contain_text("Ten times as long")
    ada.page.keyboard.press("e")
    expect(ada.at("#mine")).to_contain_text("Usual time")
    ada.page.keyboard.press("l")
    expect(ada.at("#note")).to_contain_text("You are watching")
    expect(ada.at("#purse")).to_contain_text("$1,000")


def test_a_switch_pressed_again_before_the_answer_arrives_is_switched_back(ada: Player) -> None:
    held: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/clock", lambda route: held.append((route, route.fetch())), times=1)
    ada.at("#dock").focus()
    ada.page.keyboard.press("e")
    expect(ada.at("#mine")).to_contain_text("Usual time")
    ada.page.keyboard.press("e")
    for route, answer in held:
        route.fulfill(response=answer)
    expect(ada.at("#mine")).to_contain_text("Ten times as long")


def test_a_key_pressed_before_its_button_is_there_counts(ada: Player) -> None:
    held: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/bet", lambda route: held.append((route, route.fetch())), times=1)
    with ada.page.expect_request("**/bet"):
        ada.page.keyboard.press("p")
    ada.page.keyboard.press("n")
    ada.page.wait_for_function("document.getElementById('deck').ariaBusy === 'true'")
    for route, answer in held:
        route.fulfill(response=answer)
    expect(ada.at("#bets")).to_have_count(0)
    expect(ada.at("#paid tbody tr").first).to_contain_text("Player")


def test_the_bank_is_offered_only_to_who_wants_it(house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada")
    player.sit(house.open("three-card-poker", house_run=2))
    expect(player.at("#say")).to_contain_text("The bank is offered to you")
    player.page.keyboard.press("y")
    expect(player.at("#mine")).to_contain_text("Offer me the bank")
    expect(player.at("#say")).not_to_contain_text("The bank is offered to you")
    player.page.keyboard.press("y")
    expect(player.at("#mine")).to_contain_text("Never offer me the bank")


def test_whoever_leaves_with_bets_on_the_felt_leaves_after_the_round_and_may_stay(
    ada: Player, house: BrowserHouse
) -> None:
    house.seat(table_of(ada), "Bob")
    pad(ada, "P")
    ada.page.keyboard.press("l")
    ada.says("You leave after this round")
    ada.page.keyboard.press("k")
    expect(ada.at("#bets")).to_be_visible()
    ada.page.keyboard.press("l")
    ada.says("You leave after this round")
    house.pass_time(31)
    expect(ada.at("#note")).to_contain_text("You are watching")


def test_what_is_clicked_while_something_is_under_way_is_done_afterwards_and_once(ada: Player) -> None:
    sent: list[str] = []

    def slowly(route: Route) -> None:
        what = route.request.url.rpartition("/")[2]
        if route.request.method == "POST":
            sent.append(what)
        if what == "bet":
            ada.page.wait_for_timeout(200)
        route.continue_()

    ada.page.route("**/*", slowly)
    ada.page.keyboard.press("p")
    for _ in range(3):
        ada.page.keyboard.press("e")
    expect(ada.at("#mine")).to_contain_text("Usual time")
    expect(ada.at("#note")).to_have_text("Your wagers: $5 on Player.")
    expect(ada.at("#deck")).not_to_have_attribute("aria-busy", "true")
    assert sent == ["bet", "clock"]


def test_whoever_is_silent_is_away_and_can_come_back(ada: Player, house: BrowserHouse) -> None:
    for _ in range(2):
        house.pass_time(31)
    ada.says("You are marked as away")
    expect(ada.at("#note")).to_contain_text("2 times in a row")
    ada.page.keyboard.press("k")
    expect(ada.at("#say:not(.stands-in)")).not_to_contain_text("away")
    house.pass_time(5)
    expect(ada.at("#bets")).to_be_visible()


def test_focus_and_text_stay_when_something_happens(ada: Player, house: BrowserHouse) -> None:
    ada.at("#bets [data-key=B]").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.at("#note")).to_contain_text("$5 on Banker")
    expect(ada.at("#bets [data-key=B]")).to_be_focused()
    ada.at("#buy-chips").fill("12")
    house.seat(table_of(ada), "Bob")
    expect(ada.at("#seats")).to_contain_text("Bob")
    expect(ada.at("#buy-chips")).to_be_focused()
    expect(ada.at("#buy-chips")).to_have_value("12")


def test_keys_are_listed_and_can_be_switched_off(ada: Player) -> None:
    ada.page.keyboard.press("?")
    dialog = ada.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Read my hand")
    dialog.get_by_label("Listen to these keys").uncheck()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    number = ada.number
    ada.page.keyboard.press("p")
    ada.page.reload()
    ada.page.keyboard.press("p")
    ada.page.wait_for_timeout(300)
    assert ada.number == number
    ada.page.keyboard.press("?")
    dialog.get_by_label("Listen to these keys").check()
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("p")
    expect(ada.at("#note")).to_contain_text("$5 on Player")


def test_what_happened_is_announced_and_said_again(ada: Player) -> None:
    live = ada.at("#live")
    pad(ada, "P")
    expect(live).to_contain_text("You bet $5 on Player.")
    ada.page.keyboard.press("Shift+C")
    expect(live).to_contain_text("seconds left")
    ada.page.keyboard.press("Shift+L")
    expect(live).to_have_text("You bet $5 on Player.")
    ada.page.keyboard.press("Shift+H")
    expect(live).to_have_text("You have no cards.")
    ada.page.keyboard.press("Shift+W")
    expect(live).to_have_text("Your wagers: $5 on Player.")
    ada.page.keyboard.press("+")
    expect(live).to_have_text("Chip $25.")


def test_a_clause_is_shown_on_hover_and_on_focus(ada: Player) -> None:
    pad(ada, "P")
    mark = ada.at("#log .clause").first
    text = str(mark.get_attribute("title"))
    card = ada.at("#clause")
    expect(card).to_be_hidden()
    mark.hover()
    expect(card).to_contain_text(text)
    ada.page.mouse.move(5, 5)
    expect(card).to_be_hidden()
    mark.focus()
    expect(card).to_contain_text(text)
    expect(mark).to_have_accessible_description(text)
    ada.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_clause_stays_where_the_focus_had_the_page_scroll(ada: Player) -> None:
    ada.page.set_viewport_size(PHONE)
    pad(ada, "P")
    mark, card = ada.at("#log .clause").first, ada.at("#clause")
    assert ada.page.evaluate("scrollY") == 0
    mark.focus()
    ada.page.wait_for_function("scrollY > 0")
    ada.page.wait_for_timeout(200)  # the page tells of its scrolling a frame later
    expect(card).to_be_visible()
    ada.page.mouse.wheel(0, -400)
    ada.page.wait_for_timeout(200)
    expect(card.get_by_role("link")).to_be_in_viewport()
    ada.page.evaluate("document.activeElement.blur()")
    ada.page.mouse.wheel(0, 40)
    expect(card).to_be_hidden()


def test_keys_lead_into_what_a_clause_says_and_out_of_it(ada: Player) -> None:
    pad(ada, "P")
    mark, card = ada.at("#log .clause").first, ada.at("#clause")
    mark.focus()
    ada.page.keyboard.press("Enter")
    expect(card.get_by_role("link")).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(mark).to_be_focused()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/rules/baccarat?**")


def test_a_clause_is_shown_by_a_tap(house: BrowserHouse, newcomer: Newcomer) -> None:
    player = newcomer("Ada", "touch")
    player.sit(house.open("three-card-poker"))
    expect(player.at("#dock .clause").first).to_be_visible()
    player.at("#dock .clause").first.tap()
    expect(player.at("#clause")).to_be_visible()
    assert "/table/" in player.page.url


@pytest.mark.parametrize("size", [WIDE, TABLET, LAPTOP], ids=["wide", "tablet", "laptop"])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_betting_needs_is_on_the_screen(
    game: str, size: ViewportSize, house: BrowserHouse, newcomer: Newcomer
) -> None:
    player = newcomer("Ada")
    player.page.set_viewport_size(size)
    player.sit(house.open(game, house_run=2))
    for _ in range(STEPS_MAX):
        if player.at("#bets").count():
            break
        if player.at(DECLINE).count():
            player.act(player.at(DECLINE))
        house.pass_time(1)
        player.page.wait_for_timeout(50)
    for place in range(player.at("#bets .pad").count()):
        if place < player.at("#bets .pad").count():
            player.act(player.at("#bets .pad").nth(place))
    expect(player.at("form[action$='/done'] button")).to_be_in_viewport(ratio=1)
    for part in (*player.at("#dock button").all(), *player.at("#mine button").all(), player.at("#felt")):
        expect(part).to_be_in_viewport(ratio=1)
