"""The lobby in a real browser: a newcomer's two clicks, tables that appear by themselves, a session on two devices."""

import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.browser
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "these tests need Chromium: install Debian's package chromium, or set CHROMIUM to its path"
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with HouseProcess(tmp_path_factory.mktemp("house")) as house:
        yield house.url


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong on pages: errors, violated policies, requests to elsewhere."""
    found: list[str] = []
    yield found
    assert found == []


def person(chromium: Any, url: str, faults: list[str], **context: Any) -> Any:
    """Somebody's page."""
    page = chromium.new_context(**context).new_page()
    page.set_default_timeout(15_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda sent: faults.append(sent.url) if not sent.url.startswith(url) else None)
    return page


def test_a_newcomer_bets_with_two_clicks(chromium: Any, url: str, faults: list[str]) -> None:
    page = person(chromium, url, faults, viewport={"width": 390, "height": 844})
    page.goto(url)
    assert page.input_value("#name")
    page.get_by_role("button", name="Come in and play Casino Monte").click()
    page.locator("#bets button[name=on]").first.click()
    page.get_by_text(re.compile("Your wagers: .*Initial")).wait_for()
    page.context.close()


def test_without_scripts_a_newcomer_sits_too(chromium: Any, url: str, faults: list[str]) -> None:
    page = person(chromium, url, faults, java_script_enabled=False)
    page.goto(url)
    page.get_by_role("button", name="Come in and look around").click()
    page.locator("form[action='/play'] button").first.click()
    page.wait_for_url("**/table/*")
    page.locator("#dock").wait_for()
    assert page.get_by_role("button", name="Leave").is_visible(), "they have a seat"
    page.context.close()


def test_the_lobby_follows_and_a_private_table_does_not_appear(chromium: Any, url: str, faults: list[str]) -> None:
    ada, bob = (person(chromium, url, faults) for _ in range(2))
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        page.goto(url)
        page.fill("#name", name)
        page.get_by_role("button", name="Come in and look around").click()
        page.wait_for_selector("#tables li")
    last = ada.locator("#tables li a.act").last
    last.focus()
    focused = last.get_attribute("id") or ada.evaluate("document.activeElement.textContent")
    for name, who in (("Quiet corner", "private"), ("Come <b>all</b>", "public")):
        bob.goto(f"{url}/open?game=baccarat")
        bob.fill("#name", name)
        bob.check(f"input[value={who}]")
        bob.get_by_role("button", name="Open the table").click()
        bob.wait_for_url("**/table/*")
    ada.get_by_role("heading", name="Come <b>all</b>").wait_for()
    assert ada.get_by_text("Quiet corner").count() == 0
    assert focused in (ada.evaluate("document.activeElement.id"), ada.evaluate("document.activeElement.textContent"))
    bob.goto(url)
    card = bob.locator("#tables li").filter(has_text="Quiet corner")
    address = card.get_by_label("Whoever has this address may come:").input_value()
    ada.goto(address)
    ada.locator("#dock").wait_for()
    for name in ("Quiet corner", "Come <b>all</b>"):
        bob.locator("#tables li").filter(has_text=name).get_by_role("button", name="Close").click()
        bob.locator("#tables li").filter(has_text=name).wait_for(state="detached")
    for page in (ada, bob):
        page.context.close()


def test_a_session_goes_to_another_device_and_a_theme_is_kept(chromium: Any, url: str, faults: list[str]) -> None:
    here, there = (person(chromium, url, faults, color_scheme="light") for _ in range(2))
    here.goto(url)
    here.fill("#name", "Grace")
    here.get_by_role("button", name="Come in and look around").click()
    here.goto(f"{url}/session")
    here.get_by_label("Dark", exact=True).check()
    here.locator("form[action='/session/theme'] button").click()
    here.wait_for_selector("html.dark")
    here.get_by_role("button", name="Make a link").click()
    address = here.locator("#link").input_value()
    there.goto(address)
    there.wait_for_function("document.getElementById('secret').value.length > 40")
    there.wait_for_url(f"{url}/carry")  # the secret is not left in the address
    there.get_by_role("button", name="Go on here").click()
    there.get_by_text("Grace").wait_for()
    assert here.goto(url).status == 200
    here.get_by_label("Your name at the table").wait_for()
    for page in (here, there):
        page.context.close()


def test_pages_have_no_serious_fault(chromium: Any, url: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for scheme in ("light", "dark"):
        page = chromium.new_context(color_scheme=scheme, bypass_csp=True).new_page()
        page.goto(url)
        found = {"door": axe.run(page)}
        page.get_by_role("button", name="Come in and look around").click()
        page.wait_for_selector("#tables li")
        for path in ("/", "/open?game=three-card-poker", "/session", "/rules/baccarat", "/carry", "/table/none"):
            page.goto(url + path)
            found[path] = axe.run(page)
        faults = {
            path: [(each["id"], each["impact"]) for each in result.response["violations"]]
            for path, result in found.items()
        }
        assert not any(faults.values()), faults
        page.context.close()


def test_pages_fit_a_phone(chromium: Any, url: str, faults: list[str]) -> None:
    page = person(chromium, url, faults, viewport={"width": 360, "height": 740})
    page.goto(url)
    paths = ["/", "/open?game=three-card-poker", "/session", "/rules/three-card-poker", "/carry"]
    widths = {"door": page.evaluate("document.documentElement.scrollWidth")}
    page.get_by_role("button", name="Come in and look around").click()
    page.wait_for_selector("#tables li")
    for path in paths:
        page.goto(url + path)
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
    assert max(widths.values()) <= 360, widths
    page.context.close()
