"""Earlier rounds and "what does this pay?" in a real browser: stepped through, shared, proved, filled in."""

import copy
import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.house import requests as r
from croupier.web.client import Client, play
from tests.house.small_house import SmallHouse
from tests.house.test_own_round import recalled
from tests.web.house_process import HouseProcess

sync_api = pytest.importorskip("playwright.sync_api")
axe_api = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

Pages = Callable[..., Any]
Played = dict[str, Any]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with HouseProcess(tmp_path_factory.mktemp("house")) as process:
        yield process


@pytest.fixture(scope="module")
def ada(house: HouseProcess) -> Client:
    """Somebody who has played a round of each game."""
    client = house.client()
    client.enter("Ada <b>")
    for table in client.get("/api/tables")["tables"]:
        client.command(f"/api/tables/{table['table']}/sit", {"cents": 20_000})
        play(client, table["table"], 1, random.Random(3))
        client.command(f"/api/tables/{table['table']}/stand")
    return client


@pytest.fixture(scope="module")
def rounds(house: HouseProcess, ada: Client) -> dict[str, str]:
    """The address of one round of each game."""
    games = {table["table"]: table["game"] for table in ada.get("/api/tables")["tables"]}
    return {
        games[each["table"]]: f"{house.url}/rounds/{each['table']}/{each['round']}"
        for each in ada.get("/api/rounds")["rounds"]
    }


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("these tests need Chromium: install Debian's package chromium, or set CHROMIUM to its path")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def pages(browser: Any, house: HouseProcess) -> Iterator[Pages]:
    """Opens pages, with somebody's session or without; nothing may go wrong in them, or come from elsewhere."""
    contexts, wrong = [], []

    def open_page(client: Client | None = None, **more: Any) -> Any:
        context = browser.new_context(**more)
        contexts.append(context)
        if client:
            name, _, value = client.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": house.url}])
        page = context.new_page()
        page.on(
            "console",
            lambda said: (
                wrong.append(said.text)
                if said.type == "error" and "422" not in said.text and "404" not in said.text
                else None
            ),
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(house.url) else wrong.append(asked.url))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


# ── Stepping ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def says(page: Any, step: int) -> None:
    sync_api.expect(page.locator("#now")).to_contain_text(f"Event {step} of ")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_stepped_through_by_links_keys_and_slider(
    game: str, pages: Pages, ada: Client, rounds: dict[str, str]
) -> None:
    page = pages(ada)
    page.goto(rounds[game])
    last = int(page.get_attribute("#step", "max"))
    says(page, last)
    page.keyboard.press("Home")
    says(page, 1)
    assert page.locator(".felt .card:not(.empty)").count() == 0, "no card lies there yet"
    page.keyboard.press("ArrowRight")
    says(page, 2)
    page.click("#step-next")
    says(page, 3)
    assert page.evaluate("document.activeElement.id") == "step-next", "the focus stays"
    page.click("#step-previous")
    says(page, 2)
    page.focus("#step")
    page.keyboard.press("End")
    says(page, last)
    sync_api.expect(page).to_have_url(re.compile(rf"\?step={last}$"))
    sync_api.expect(page.locator("#live")).to_have_text(page.locator("#now .say").inner_text())
    page.reload()
    says(page, last)


def test_without_scripts_the_links_lead_from_step_to_step(pages: Pages, ada: Client, rounds: dict[str, str]) -> None:
    page = pages(ada, java_script_enabled=False)
    page.goto(rounds["casino-monte"])
    page.click("#step-first")
    says(page, 1)
    page.click("#step-next")
    says(page, 2)
    page.click("#step-last")
    sync_api.expect(page.locator("#now")).to_contain_text(re.compile(r"Event (\d+) of \1\b"))
    sync_api.expect(page.locator("#prove")).to_be_hidden()
    sync_api.expect(page.locator("#proof noscript p")).to_be_visible()


# ── Sharing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_is_made_opened_elsewhere_and_revoked(pages: Pages, ada: Client, rounds: dict[str, str]) -> None:
    mine, theirs = pages(ada), pages()
    mine.goto(rounds["casino-monte"])
    mine.get_by_role("button", name="Make a link").click()
    link = mine.input_value("#link")
    theirs.goto(link)
    assert theirs.get_by_role("heading", name="A shared round").is_visible()
    assert "Ada" not in theirs.content()
    theirs.keyboard.press("Home")
    says(theirs, 1)
    theirs.click("#prove")
    sync_api.expect(theirs.locator("#verdict")).to_contain_text("Proved")
    mine.get_by_role("button", name="Revoke").click()
    mine.wait_for_url("**#share")
    answer = theirs.goto(link)
    assert answer.status == 404


# ── Proof ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def tamper(played: Played, **changes: Any) -> Played:
    """The round with its first opening changed."""
    opened = json.loads(played["openings"][0]) | changes
    return {**played, "openings": [json.dumps(opened), *played["openings"][1:]]}


@pytest.mark.parametrize("game", ["casino-monte", "three-card-poker"])
def test_the_button_proves_a_round_and_finds_out_a_card_that_was_exchanged(
    game: str, pages: Pages, ada: Client, rounds: dict[str, str]
) -> None:
    page = pages(ada)
    page.goto(rounds[game])
    page.click("#prove")
    sync_api.expect(page.locator("#verdict")).to_have_text(
        "Proved: every card and die that this seat saw was fixed before the round opened."
    )
    sync_api.expect(page.locator("#proved .bad")).to_have_count(0)
    shown = page.request.get(f"{rounds[game]}/round.json").json()
    place, name, salt = json.loads(shown["openings"][0])["shown"][0]
    others = json.loads(shown["openings"][0])["shown"][1:]
    forged = tamper(shown, shown=[[place, "2c" if name != "2c" else "3c", salt], *others])
    page.route("**/round.json", lambda route: route.fulfill(json=forged))
    page.click("#prove")
    sync_api.expect(page.locator("#verdict")).to_contain_text("NOT proved")
    sync_api.expect(page.locator("#proved .bad")).to_have_count(2)  # the place, and the verdict


def test_before_the_shoe_is_used_up_the_page_says_when(pages: Pages, ada: Client, rounds: dict[str, str]) -> None:
    page = pages(ada)
    page.goto(rounds["baccarat"])
    assert page.locator("#prove").is_disabled()
    assert "the shoe is still in use" in page.inner_text("#proof")


def rounds_in_memory(seed: int, game: str) -> Iterator[Played]:
    """Rounds of a small house, as its guests may know them, their cards used up."""
    small = SmallHouse(seed)
    table = small.open(game, house_run=1)
    guest = small.seated(table)
    for _ in range(2):
        small.until_betting(table, guest)
        if small.house.view(table, guest)["you"]["legal"]["wagers"]:
            small.bet(table, guest)
        for _ in range(60):
            may = small.house.view(table, guest)["you"]["legal"]
            if may["decision"]:
                small.decide(table, guest, small.rng.randrange(len(may["decision"]["options"])))
            elif small.table(table).state.in_round:
                small.wait(1)
            else:
                break
    small.operate(r.CloseTable("over"), table)
    small.wait(60)
    for row in list(small.store.played.values()):
        yield dict(recalled(small, table, guest, row.round).listing(small.house.name_of))


def holds(played: Played) -> bool:
    """The same proof in Python, written from docs/randomness.md alone."""
    try:
        opened = {each["of"]: each for each in map(json.loads, played["openings"])}
        began = next(each["number"] for each in played["events"] if each["event"] == "round_opened")
        assert len(opened) == len(played["openings"])
        assert set(opened) <= {each["of"] for each in played["commitments"]}
        assert played["commitments"]
        for bound in played["commitments"]:
            opening = opened[bound["of"]]
            label, of, game, table, number, sizes = json.loads(bound["subject"])
            assert (label, of, game, table, number) == (
                "croupier commitment 2",
                bound["of"],
                played["game"],
                played["table"],
                bound["number"],
            )
            assert of == "shuffle" or number == played["round"]
            assert bound["record"] < began
            assert (opening["table"], opening["number"], opening["commitment"], opening["opening"]) == (
                table,
                number,
                bound["commitment"],
                2,
            )
            about = sha256(bound["subject"].encode()).digest()
            leaves = [bytes.fromhex(leaf) for leaf in opening["leaves"]]
            assert len(leaves) == (52 * sizes[0] if of == "shuffle" else len(sizes))
            assert all(len(leaf) == 32 for leaf in leaves)
            assert sha256(b"commitment" + about + b"".join(leaves)).hexdigest() == bound["commitment"]
            seen = seen_in(played, of, bound["drawn"])
            assert {place: name for place, name, _ in opening["shown"]} == seen
            assert len(opening["shown"]) == len(seen)
            for place, name, salt in opening["shown"]:
                value = int(name) if of == "dice" else 4 * "23456789TJQKA".index(name[0]) + "cdhs".index(name[1])
                lies = place.to_bytes(4, "big") + bytes.fromhex(salt) + bytes([value])
                assert leaves[place] == sha256(b"leaf" + about + lies).digest()
    except (AssertionError, ValueError, KeyError, TypeError, IndexError, OverflowError):
        return False
    return True


def seen_in(played: Played, of: str, drawn: int) -> dict[int, str]:
    """What the events of a round show, by places."""
    events = played["events"]
    if of == "dice":
        return {each["die"] - 1: str(each["face"]) for each in events if each["event"] == "die_rolled"}
    seen: dict[int, str] = {}
    slots: dict[str, list[int]] = {}
    for each in events:
        if each["event"] == "cards_dealt":
            for card in each["cards"]:
                slots.setdefault(each["slot"], []).append(drawn)
                seen |= {drawn: card} if card else {}
                drawn += 1
        elif each["event"] == "cards_exposed":
            seen |= {
                slots[each["slot"]][place]: card for place, card in zip(each["places"], each["cards"], strict=True)
            }
        elif each["event"] in ("cards_discarded", "cards_unloaded"):
            drawn += each["count"]
    return seen


def forged(played: Played, chance: random.Random) -> Played:  # noqa: C901  # one case per forgery
    """A round of which something that the proof is about was changed."""
    made = copy.deepcopy(played)
    which = chance.randrange(len(made["openings"]))
    opening = json.loads(made["openings"][which])
    bound = next(each for each in made["commitments"] if each["of"] == opening["of"])
    at = chance.randrange(len(opening["shown"])) if opening["shown"] else 0
    match chance.randrange(12):
        case 0:
            opening["shown"][at][1] = chance.choice(
                [name for name in ("As", "Kd", "2c", "1", "6") if name != opening["shown"][at][1]]
            )
        case 1:
            opening["shown"][at][2] = flipped(opening["shown"][at][2], chance)
        case 2:
            place = chance.randrange(len(opening["leaves"]))
            opening["leaves"][place] = flipped(opening["leaves"][place], chance)
        case 3:
            opening["leaves"].pop()
        case 4:
            opening["shown"].pop(at)
        case 5:
            opening["shown"].append(opening["shown"][at])
        case 6:
            opening["commitment"] = flipped(opening["commitment"], chance)
        case 7:
            bound["commitment"] = opening["commitment"] = flipped(bound["commitment"], chance)
        case 8:
            bound["subject"] = bound["subject"].replace('"croupier commitment 2"', '"croupier commitment 3"')
        case 9:
            bound["record"] += 10_000
        case 10:
            made["table"] = "another"
        case _:
            opening["shown"][at][0] += 1
    made["openings"][which] = json.dumps(opening)
    return made


def flipped(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text))
    return f"{text[:place]}{'0' if text[place] != '0' else '1'}{text[place + 1 :]}"


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_proves_what_python_proves_and_nothing_else(game: str, pages: Pages, house: HouseProcess) -> None:
    page = pages()
    page.goto(f"{house.url}/settle")
    chance = random.Random(7)
    honest = [played for seed in range(4) for played in rounds_in_memory(seed, game)]
    false = [forged(played, chance) for played in honest for _ in range(15)]
    assert len(honest) >= 4
    assert all(map(holds, honest))
    assert not any(map(holds, false))
    found = page.evaluate(
        """async (all) => {
            const { prove } = await import("/static/prove.js");
            return Promise.all(all.map(async (each) => (await prove(each)).every((step) => step.passes === true)));
        }""",
        [*honest, *false],
    )
    assert found == [True] * len(honest) + [False] * len(false)


# ── What does this pay? ──────────────────────────────────────────────────────────────────────────────────────────────


def test_cards_are_picked_by_mouse_and_by_keys(pages: Pages, house: HouseProcess) -> None:
    page = pages()
    page.goto(f"{house.url}/settle/baccarat?n=1")
    page.get_by_role("button", name="Player, card 1: choose").click()
    page.locator("#picker label", has=page.get_by_role("radio", name="nine of spades")).click()
    sync_api.expect(page.locator("#picker-title")).to_have_text("Player, card 2")
    page.keyboard.press("ArrowRight")  # from the ace of spades to the king
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#picker-title")).to_have_text("Player, card 3")
    page.get_by_role("button", name="Cancel").click()
    sync_api.expect(page.get_by_role("button", name="Player, card 3: no card")).to_be_focused()
    page.get_by_role("button", name="Banker, card 1: choose").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.select_option("[name='seats.0.seat']", "3")
    page.fill("[name='seats.0.player']", "20")
    page.get_by_role("button", name="What does this pay?").click()
    page.wait_for_url("**seats.0.player=20**")
    assert "player.2" not in page.url, "what is blank is not sent"
    sync_api.expect(page.locator("#paid")).to_contain_text("Seat 3 is handed $40 and wins $20")
    sync_api.expect(page.locator(".felt img[alt='nine of spades']")).to_have_count(1)


def test_the_form_works_without_scripts(pages: Pages, house: HouseProcess) -> None:
    page = pages(java_script_enabled=False)
    page.goto(f"{house.url}/settle/three-card-poker")
    page.select_option("[name='seats.0.cards.0']", "Ah")
    page.select_option("[name='seats.0.cards.1']", "Kh")
    page.select_option("[name='seats.0.cards.2']", "Qh")
    page.get_by_role("button", name="What does this pay?").click()
    sync_api.expect(page.locator("#paid")).to_contain_text("Mini royal flush, pays 200 to 1")
    page.get_by_role("button", name="Add a seat").click()
    sync_api.expect(page.locator(".seat-form")).to_have_count(3)
    sync_api.expect(page.locator("[name='seats.2.seat']")).to_have_value("3")
    sync_api.expect(page.locator("#refused")).to_have_count(0)  # nothing was asked yet
    page.get_by_role("button", name="Remove the last seat").click()
    sync_api.expect(page.locator(".seat-form")).to_have_count(2)
    page.fill("[name='seats.0.ante']", "0")
    page.get_by_role("button", name="What does this pay?").click()
    sync_api.expect(page.locator("[name='seats.0.ante']")).to_have_attribute("aria-invalid", "true")
    sync_api.expect(page.get_by_role("alert")).to_be_visible()


# ── Accessibility ────────────────────────────────────────────────────────────────────────────────────────────────────


def serious_faults(page: Any) -> list[Any]:
    """What axe finds that is serious or worse; targets that are too small too."""
    found = axe_api.Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
    return [
        (page.url, each["id"], node["target"], node["failureSummary"])
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1440, "light"), (1440, "dark")])
def test_axe_finds_no_serious_fault(
    width: int, scheme: str, pages: Pages, ada: Client, house: HouseProcess, rounds: dict[str, str]
) -> None:
    page = pages(ada, color_scheme=scheme, viewport={"width": width, "height": 900})
    faults: list[Any] = []
    for address in (
        f"{house.url}/rounds",
        *rounds.values(),
        f"{house.url}/settle",
        *(f"{house.url}/settle/{game}" for game in GAMES),
    ):
        page.goto(address)
        if page.locator("#prove").count() and page.locator("#prove").is_enabled():
            page.click("#prove")
            page.wait_for_selector("#verdict")
        faults += serious_faults(page)
        if page.locator(".slot button").count():
            page.locator("details").first.click()
            page.locator(".slot button").first.click()
            faults += serious_faults(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{address} is wider than the screen"
        )
    assert faults == []
