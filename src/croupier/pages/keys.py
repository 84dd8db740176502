"""The keys of a table: one for everything that can be done there, the same for as long as its rules are the same.

General actions have fixed keys. Options and wagers get a digit or a letter of their names, options first; no two
things of one table share a key, whether they can be done at the same time or not.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from croupier.rulebook import PlayerDealerBank, Rulebook
from croupier.table.state import BANK_WAGER


class Key(NamedTuple):
    """What to press, and what it does."""

    press: str
    """As `KeyboardEvent.key` has it; a capital after `Shift+`."""
    does: str


GENERAL: Final = {
    "sit": Key("S", "Sit down"),
    "done": Key("N", "No more bets"),
    "undo": Key("U", "Undo the last change of my wagers"),
    "clear": Key("X", "Take all my wagers back"),
    "repeat": Key("R", "Bet as in the round before"),
    "larger": Key("+", "A larger chip"),
    "smaller": Key("-", "A smaller chip"),
    "buy": Key("M", "More chips"),
    "slow": Key("E", "Ten times as long to answer, or the usual time"),
    "off": Key("O", "Clock off, or on"),
    "return": Key("K", "I am back"),
    "stand": Key("L", "Leave the table"),
}
BANK: Final = {
    "take": Key("T", "Take the bank"),
    "decline": Key("D", "Decline the bank"),
    "pass": Key("G", "Pass the bank on"),
    "banking": Key("Y", "Be offered the bank, or not"),
    f"bet {BANK_WAGER}:0": Key("B", "Bet on the bank's wager"),
}
DECIDING: Final = {
    "worth": Key("V", "What is each choice worth, or after a round, what did mine cost?"),
}
READING: Final = {
    "last": Key("Shift+L", "Say again what happened last"),
    "hand": Key("Shift+H", "Read my hand"),
    "wagers": Key("Shift+W", "Read my wagers"),
    "clock": Key("Shift+C", "Read the clock"),
    "bank": Key("Shift+B", "Read the bank"),
    "keys": Key("?", "Show these keys"),
}
SPARE: Final = "1234567890ZJQABCDEFGHIJKLMNOPRSTUVWXY,.;'[]/="
"""In this order: digits and letters, and what lies beside them for a game with many wagers."""


def keys_of(book: Rulebook) -> dict[str, Key]:
    """All keys of a table, by what they do."""
    found = GENERAL | (BANK if isinstance(book.bank, PlayerDealerBank) else {}) | (DECIDING if book.decisions else {})
    taken = {key.press for key in found.values()}
    for action, label, does in (*options(book), *wagers(book)):
        found[action] = Key(free_key(label, taken), does)
        taken.add(found[action].press)
    return found | READING


def options(book: Rulebook) -> Iterable[tuple[str, str, str]]:
    for decision in book.decisions:
        if decision.exchanges:
            for place in range(decision.hand_cards):
                yield f"hold {decision.id}:{place}", str(place + 1), f"Hold card {place + 1}, or not"
            yield f"choose {decision.id}", "Draw", "Draw new cards for those that I do not hold"
            continue
        for option in decision.options:
            yield f"choose {decision.id}:{option.id}", option.label, option.label


def wagers(book: Rulebook) -> Iterable[tuple[str, str, str]]:
    for wager in book.placed_wagers:
        named = {circle.spot: str(circle.sign) for circle in book.felt.circles if circle.wager == wager.id}
        spots = [spot.number for spot in book.spots] if any(named) else []
        for spot in spots or [0]:
            label = named.get(spot, "") if spot else wager.label
            yield f"bet {wager.id}:{spot}", label, f"Bet on {wager.label}{f', {label}' if spot else ''}"


def free_key(label: str, taken: set[str]) -> str:
    """A digit in a name, else its first letter that is free, else one that is left."""
    digits = (letter for letter in label if letter in "0123456789")
    letters = (letter.upper() for letter in label if letter.isascii() and letter.isalpha())
    return next((key for key in (*digits, *letters, *SPARE) if key not in taken), "")
