"""What a screen reader's user is told besides what everybody at the table hears: their turn, and what they were paid.

Each is told once, by its name (`data-tell`), when the page shows the record that it follows from.
"""

import re

import htpy as h

from croupier.cards import card_from, card_words
from croupier.house.settings import SECOND
from croupier.money import price
from croupier.pages.dock import bet_words, called
from croupier.pages.results import why
from croupier.pages.sight import Sight

CARDS = re.compile(r"(?:(?:10|[2-9JQKA])[♣♦♥♠]|\bJ[kr]\b)(?: (?:(?:10|[2-9JQKA])[♣♦♥♠]|J[kr]\b))*")
"""Cards one after the other, as sentences write them."""
SHAPES = re.compile("[\u25a0-\u25ff] ")
"""Marks of colours, which the words after them name."""


def spoken(sight: Sight) -> h.Element:
    """What the announcer says to this viewer alone."""
    result = paid_words(sight)
    kind, prompt = prompt_words(sight)
    moment = f"{sight.view['round']}.{sight.view['step']}"
    pace = sight.you["pace"] if sight.you else ""
    return h.div("#spoken", hidden=True)[
        result and told(f"paid {sight.result.number}", sight.result.number, result),
        prompt and told(f"{kind} {moment} {pace}", sight.view["number"], prompt),
    ]


def told(key: str, number: int, text: str) -> h.Element:
    return h.p(data_n=str(number), data_tell=key)[text]


def in_words(text: str) -> str:
    """A sentence for the ear: cards in words instead of signs, and no shapes."""
    said = CARDS.sub(lambda found: ", ".join(card_words(card_from(each)) for each in found[0].split()), text)
    return SHAPES.sub("", said)


def prompt_words(sight: Sight) -> tuple[str, str]:  # one case per state of a seat
    """What the viewer is asked for now, or has to know: its kind, and in words with the keys."""
    if not sight.you:
        return "watching", "You are watching."
    legal, status = sight.legal, sight.view["status"]
    if sight.you["away"]:
        return "away", f"You are marked as away. Press {sight.keys['return'].press} when you are back."
    if legal["answer_bank"]:
        take, decline = (sight.keys[each].press for each in ("take", "decline"))
        return "bank", f"The bank is offered to you. Take it, key {take}; or decline, key {decline}.{time_words(sight)}"
    if legal["decision"]:
        return "decision", f"{hand_words(sight)}{option_words(sight)}{time_words(sight)}"
    if sight.own["standing"]:
        return "standing", "You leave after this round."
    if (legal["wagers"] or legal["withdraw"]) and sight.own["done"]:
        return "done", "No more bets from you."
    if legal["wagers"]:
        return "bets", f"{bet_words(sight)}{time_words(sight)}"
    if status != "open":
        why_not = f": {sight.view['reason']}" if sight.view["reason"] else ""
        return status, f"This table is {status}{why_not}."
    return ("seated", f"You sit at seat {sight.seat}. The round opens soon.") if not sight.view["round"] else ("", "")


def hand_words(sight: Sight) -> str:
    """The viewer's own hand, if there is one."""
    cards = [card_words(card) for card in sight.scene.known(f"seat {sight.seat}")]
    return f"Your hand{called(sight)}. {', '.join(cards)}. " if cards else ""


def option_words(sight: Sight) -> str:
    """What can be chosen, each with its cost and its key."""
    asked = sight.legal["decision"]
    decision = sight.book.decisions_by_id[asked["decision"]]
    if decision.exchanges:
        cards = f"keys 1 to {decision.hand_cards} hold a card or let it go"
        return f"Your turn. Which cards do you hold? {cards}; key {sight.keys[f'choose {decision.id}'].press} draws."
    labels = {option.id: option.label for option in decision.options}
    said = []
    for option in asked["options"]:
        if option["affordable"]:
            cost = f"{price(option['cents'])} more" if option["cents"] else "no more chips"
            key = sight.keys[f"choose {decision.id}:{option['option']}"].press
            said.append(f"{labels[option['option']]}, {cost}, key {key}")
    return f"Your turn. {'; or '.join(said)}."


def time_words(sight: Sight) -> str:
    """How much time there is, where a clock runs."""
    ends = sight.clock()
    return "" if ends is None else f" You have {max(0, -(-(ends - sight.now) // SECOND))} seconds."


def paid_words(sight: Sight) -> str:
    """What each of the viewer's wagers paid, and why."""
    result = sight.result
    if not result.number or (sight.has_bet(sight.seat) and not sight.scene.closed):  # more of it may come
        return ""
    wagers = sight.book.wagers_by_id
    said = [
        f"{wagers[each.wager].label}, {price(each.stake)}: {why(sight.book, each)}. {came_to(each.result)}"
        for each in result.settled
    ]
    said += [f"The bank: {came_to(result.bank)}"] if result.bank is not None else []
    said += [f"Collection fee: {price(result.fee)}."] if result.fee else []
    return f"{' '.join(said)} In all: {came_to(result.total)}"


def came_to(cents: int) -> str:
    return f"You win {price(cents)}." if cents > 0 else f"You lose {price(-cents)}." if cents else "It comes back."
