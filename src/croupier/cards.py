"""Cards as small integers: rank times four plus suit, deuce of clubs 0 to ace of spades 51; then two jokers."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final

from croupier.errors import Refused, listed, quoted
from croupier.rule import rule

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(range(52))
"""The cards of a plain deck."""
JOKER: Final = 52
RED_JOKER: Final = 53
"""Another joker, for decks that hold two and tell them apart."""
EVERY_CARD: Final = (*DECK, JOKER, RED_JOKER)
"""All cards that a deck may hold."""
CARD_NAMES: Final = (*(f"{rank}{suit}" for rank in RANKS for suit in SUITS), "Jk", "Jr")
NO_CARD: Final = -1
"""Stands where the rules gave no card, as in a baccarat coup without third cards."""

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

CARD_OF_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}
"""By the name that `card_name` gives; what people write besides is read by `card_from`."""

_SUIT_SIGNS: Final = "♣♦♥♠"
_SUIT_OF: Final = {sign: suit for suits in (SUITS, _SUIT_SIGNS, "♧♢♡♤") for suit, sign in enumerate(suits)}
SUIT_MARKS: Final = "".join((*_SUIT_OF, *SUITS.upper()))
"""All that stands for a suit where people write cards."""
_CARD: Final = re.compile(
    rf"(10|[2-9tjqka])([{''.join(_SUIT_OF)}])\ufe0f?|(?:red )?joker|j[kr]", re.IGNORECASE | re.ASCII
)
_SEPARATORS: Final = re.compile(r"[\s,]+")
RANK_WORDS: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
_JOKER_WORDS: Final = ("joker", "red joker")


@rule
def rank_of(card: int) -> int:
    """0 for a deuce to 12 for an ace; 13 for a joker, which has no rank of its own."""
    return card >> 2


@rule
def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; no suit outranks another in any of the games. A joker has none."""
    return card & 3


@rule
def is_joker(card: int) -> bool:
    """Whether a card is a joker."""
    return card >= JOKER


def card_from(text: object) -> int:
    """Read one card as people write it: `Qs`, `qs`, `10c`, `Q♠`; `Jk` or `joker`."""
    found = _CARD.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise Refused(f"{quoted(text)} is not a card; write a rank and a suit, such as Qs, Td, 10d or 10♦")
    return _card(found)


def _card(found: re.Match[str]) -> int:
    rank, suit = found.groups()
    if rank is None:
        return RED_JOKER if "r" in found[0][:2].lower() else JOKER
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
        yield _card(found)
        at = found.end()


def card_name(card: int) -> str:
    """Write one card in two letters."""
    return CARD_NAMES[card]


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Write cards in two letters each."""
    return tuple(CARD_NAMES[card] for card in cards)


def card_sign(card: int) -> str:
    """Write one card as it is printed, `10♣`; a joker by its name."""
    if card >= JOKER:
        return CARD_NAMES[card]
    rank = RANKS[card >> 2]
    return f"{'10' if rank == 'T' else rank}{_SUIT_SIGNS[card & 3]}"


def card_words(card: int) -> str:
    """Name a card as a dealer would call it, `ace of spades`."""
    if card >= JOKER:
        return _JOKER_WORDS[card - JOKER]
    return f"{RANK_WORDS[card >> 2]} of {_SUIT_WORDS[card & 3]}"


# ── Decks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
@cache
def composition_of(deck: tuple[int, ...], decks: int) -> tuple[int, ...]:
    """How many there are of each card in so many decks: of 52, or of 54 where a deck holds a joker."""
    held = set(deck)
    return tuple(decks if card in held else 0 for card in (EVERY_CARD if held & {JOKER, RED_JOKER} else DECK))


def deck_fault(deck: tuple[int, ...]) -> str:
    """What is wrong with the cards of one deck, in words; empty if nothing is."""
    if not deck:
        return "a deck holds no cards; give at least one, or decks=0 where no card is dealt"
    for card, copies in Counter(deck).items():
        if isinstance(card, bool) or card not in EVERY_CARD:
            return f"a deck holds {quoted(card)}, which is not a card; cards are numbered 0 to {EVERY_CARD[-1]}"
        if copies > 1:
            return f"a deck holds {card_name(card)} {copies} times; name each card once, and say by `decks` how often"
    return ""


def deck_words(deck: tuple[int, ...]) -> str:
    """The cards of a deck in words: what is left out of the 52, and how many jokers there are."""
    missing = [card for card in DECK if card not in deck]
    gone = [RANK_WORDS[rank] for rank in range(13) if all(rank << 2 | suit in missing for suit in range(4))]
    odd = [card for card in missing if RANK_WORDS[card >> 2] not in gone]
    jokers = sum(card >= JOKER for card in deck)
    left_out = [*(f"{word}{'es' if word == 'six' else 's'}" for word in gone), *card_names(odd)]
    said = [f"without {listed(left_out)}"] if left_out else []
    said += [f"with {'a joker' if jokers == 1 else 'two jokers'}"] if jokers else []
    return f"{len(deck)} cards" + (f", {', '.join(said)}" if said else "")
