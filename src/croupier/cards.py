"""Cards as small integers: rank times four plus suit, deuce of clubs 0 to ace of spades 51."""

import re
from collections.abc import Iterable
from typing import Final

from croupier.errors import Refused, quoted
from croupier.rule import rule

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(range(52))
CARD_NAMES: Final = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
NO_CARD: Final = -1
"""Stands where the rules gave no card, as in a baccarat coup without third cards."""

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}
"""By the name that `card_name` gives; what people write besides is read by `card_from`."""

_SUIT_SIGNS: Final = "♣♦♥♠"
_SUIT_OF: Final = {sign: suit for suits in (SUITS, _SUIT_SIGNS, "♧♢♡♤") for suit, sign in enumerate(suits)}
SUIT_MARKS: Final = "".join((*_SUIT_OF, *SUITS.upper()))
"""All that stands for a suit where people write cards."""
_CARD: Final = re.compile(rf"(10|[2-9tjqka])([{''.join(_SUIT_OF)}])\ufe0f?", re.IGNORECASE | re.ASCII)
_SEPARATORS: Final = re.compile(r"[\s,]+")
RANK_WORDS: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")


@rule
def rank_of(card: int) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


@rule
def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; no suit outranks another in any of the games."""
    return card & 3


def card_from(text: object) -> int:
    """Read one card as people write it: `Qs`, `qs`, `10c`, `Q♠`."""
    found = _CARD.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise Refused(f"{quoted(text)} is not a card; write a rank and a suit, such as Qs, Td, 10d or 10♦")
    return _card(*found.groups())


def _card(rank: str, suit: str) -> int:
    return rank_from(rank) << 2 | _SUIT_OF[suit.lower()]


def rank_from(text: str) -> int:
    """Read one rank, such as `J`, `T` or `10`."""
    rank = RANKS.find("T" if text == "10" else text.upper()) if len(text) == 1 or text == "10" else -1
    if rank < 0:
        raise Refused(f"{quoted(text)} is not a rank; write one of {', '.join(RANKS)}")
    return rank


def cards_from(text: object) -> tuple[int, ...]:
    """Read cards as people write them, in one text or in a list: `Qs 6d 4c`, `Qs,6d,4c`, `Qs6d4c`, `["Q♠", "6♦"]`."""
    if isinstance(text, list | tuple):
        return tuple(card_from(each) for each in text)
    if not isinstance(text, str):
        raise Refused(f"{quoted(text)} is not cards; write them such as 'Qs 6d 4c'")
    return tuple(card for word in _SEPARATORS.split(text) if word for card in _cards_in(word))


def _cards_in(word: str) -> Iterable[int]:
    """The cards of a text without spaces; where one of them cannot be read, the text is refused from there on."""
    at = 0
    while at < len(word):
        found = _CARD.match(word, at)
        if found is None:
            yield card_from(word[at:])
            return
        yield _card(*found.groups())
        at = found.end()


def card_name(card: int) -> str:
    """Write one card in two letters."""
    return CARD_NAMES[card]


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Write cards in two letters each."""
    return tuple(CARD_NAMES[card] for card in cards)


def card_sign(card: int) -> str:
    """Write one card as it is printed, `10♣`."""
    rank = RANKS[card >> 2]
    return f"{'10' if rank == 'T' else rank}{_SUIT_SIGNS[card & 3]}"


def card_words(card: int) -> str:
    """Name a card as a dealer would call it, `ace of spades`."""
    return f"{RANK_WORDS[card >> 2]} of {_SUIT_WORDS[card & 3]}"
