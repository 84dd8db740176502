"""Cards as small integers: rank times four plus suit, deuce of clubs 0 to ace of spades 51."""

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

_CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}
_RANK_WORDS: Final = (
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
    """Read one card such as `As`, `Td` or `9h`."""
    card = _CARD_OF_NAME.get(text) if isinstance(text, str) else None
    if card is None:
        raise Refused(f"{quoted(text)} is no card; a card is a rank of {RANKS} and a suit of {SUITS}, such as As or Td")
    return card


def rank_from(text: str) -> int:
    """Read one rank, such as `J`, `T` or `10`."""
    rank = RANKS.find("T" if text == "10" else text.upper()) if len(text) in (1, 2) else -1
    if rank < 0 or (len(text) == 2 and text != "10"):
        raise Refused(f"{quoted(text)} is no rank; a rank is one of {RANKS}")
    return rank


def cards_from(text: str) -> tuple[int, ...]:
    """Read cards separated by spaces, `As Kd 4h`."""
    return tuple(card_from(word) for word in text.split())


def card_name(card: int) -> str:
    """Write one card in two letters."""
    return CARD_NAMES[card]


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Write cards in two letters each."""
    return tuple(CARD_NAMES[card] for card in cards)


def card_words(card: int) -> str:
    """Name a card as a dealer would call it, `ace of spades`."""
    return f"{_RANK_WORDS[card >> 2]} of {_SUIT_WORDS[card & 3]}"
