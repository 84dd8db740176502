"""A whole round of each game by ear: from roles, names and what is announced, with the keyboard alone."""

import re

import pytest

from croupier.cards import card_sign, card_words
from croupier.games import GAMES
from tests.browser.fixtures import Newcomer
from tests.browser.house import BrowserHouse
from tests.browser.player import STEPS_MAX
from tests.browser.screen_reader import ScreenReader
from tests.web.live import Live

pytestmark = pytest.mark.browser
TAKES_CHIPS = re.compile(r"\$[\d,]+ to \$[\d,]+")
IN_WORDS = {card_sign(card): card_words(card) for card in range(52)}


def hidden_cards(house: BrowserHouse, table: str) -> set[str]:
    """The cards that lie face down before others and before the dealer, in words."""

    async def found(live: Live) -> set[str]:
        state = live.house.table(table).state
        mine = next(iter(live.house.table(table).people))
        down = {
            slot: [card for place, card in enumerate(cards) if place not in state.face_up.get(slot, ())]
            for slot, cards in state.dealt.items()
            if slot != f"seat {mine}"
        }
        return {card_words(card) for cards in down.values() for card in cards}

    return house.do(found)


def as_said(line: str) -> str:
    """A line of the log as it is said: cards in words, and no shapes."""
    line = re.sub(r"[▲●■] ", "", line)
    line = re.sub(r"(?<=[♣♦♥♠]) ", ", ", line)
    return re.sub(r"(10|[2-9JQKA])[♣♦♥♠]", lambda found: IN_WORDS[found[0]], line)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_by_ear(game: str, house: BrowserHouse, newcomer: Newcomer) -> None:
    ada = ScreenReader(newcomer("Ada", "keys").page)
    table = house.open(game, house_run=2)
    ada.open(f"{house.url}/table/{table}")
    ada.use(ada.named("button", "Sit down"))
    ada.hears("You sit at seat 1|The bank is offered to you")
    done, decisions = 0, 0
    for _ in range(STEPS_MAX):
        if ada.named("region", "What your wagers paid").count():
            break
        if not ada.named("region", "My actions").get_by_role("button").count():
            house.tick(ada.page)
            continue
        now = ada.hears("The bank is offered to you|Place your bets|Your turn", done)
        done = len(ada.heard)
        if "Place your bets" in now:
            bet(ada)
        elif "Your turn" in now:
            decisions += 1
            decide(ada, house, table, now)
        else:
            ada.page.keyboard.press(re.findall(r"decline, key (\w)", now)[-1])
            ada.hears("You decline the bank|You sit at seat 1", done)
    check_what_was_paid(ada)
    check_that_all_was_told_once_and_in_order(ada)
    assert decisions == (0 if game == "baccarat" else 1)


def bet(ada: ScreenReader) -> None:
    """Put a chip on the first place, read all there is to read, and have no more to bet."""
    before = len(ada.heard)
    ada.use(ada.named("region", "My actions").get_by_role("button", name=TAKES_CHIPS).first)
    said = ada.hears("You bet ", before)
    assert ada.ask("Shift+L") == said
    assert re.fullmatch(r"\d+ seconds left", ada.ask("Shift+C"))
    assert ada.ask("Shift+W").startswith("Your wagers: $")
    assert ada.ask("Shift+H") == "You have no cards."
    ada.use(ada.named("button", "No more bets"))
    ada.hears("No more bets", before)


def decide(ada: ScreenReader, house: BrowserHouse, table: str, now: str) -> None:
    """Read the cards, and take the last option by the key that was named."""
    secret = hidden_cards(house, table)
    assert secret, "somebody has cards that nobody else may know"
    heard = " ".join(ada.heard)
    assert not [card for card in secret if card in heard]
    hand = ada.ask("Shift+H")
    assert not [card for card in secret if card in hand]
    if "Your hand" in now:
        cards = re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", hand)
        assert len(cards) == 3
        assert all(card in now for card in cards), "the hand is read out with the question"
    else:
        assert hand.startswith("You have no cards of your own. ")
    assert re.fullmatch(r"\d+ seconds left", ada.ask("Shift+C"))
    assert "Your turn." in ada.ask("Shift+L")
    before = len(ada.heard)
    ada.page.keyboard.press(re.findall(r", key (\w)", now)[-1])
    ada.hears("You: ", before)


def check_what_was_paid(ada: ScreenReader) -> None:
    """Each wager that the table of results lists was told with its reason and its amount."""
    said = ada.hears("In all:")
    rows = ada.named("region", "What your wagers paid").get_by_role("row").all()[1:]
    assert rows
    for row in rows:
        header = row.get_by_role("rowheader").inner_text()
        name, *reason = header.splitlines()
        assert name in said
        if reason:
            why = re.sub(r"\s+([A-Z]+-\S+\s*)+$", "", reason[0])
            assert f"{why}. " in said
        amount = row.get_by_role("cell").last.inner_text().lstrip("+−-")
        assert amount == "$0" or amount in said
    assert "In all: You " in said or "In all: It comes back." in said
    assert re.findall(r"In all: .*?\.", said)[0] in ada.ask("Shift+W"), "it can be read again"


def check_that_all_was_told_once_and_in_order(ada: ScreenReader) -> None:
    """Every line of the round, by ear: once, one after the other."""
    lines = ada.named("region", "This round").get_by_role("listitem").all_inner_texts()
    said = [as_said(line.splitlines()[0].strip()) for line in reversed(lines)]
    assert len(said) > 3
    ada.hears(re.escape(said[-1]))
    at = 0
    for line in said:
        assert ada.told.count(line) == 1, line
        assert ada.told.index(line) >= at, f"{line} is told too early"
        at = ada.told.index(line)
