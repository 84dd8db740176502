"""Classes of cards: what somebody recognises of a card without seeing all of it.

A class is a rule of one card that gives a small number: a glimpse tells paint from the rest, a marked or badly cut back
tells a set of cards from the others. Whoever sees a whole card has a class of its own for each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from croupier.cards import CARD_NAMES, DECK, JACK, KING, RANKS, card_from, rank_from, rank_of, suit_of
from croupier.errors import Refused, quoted
from croupier.rule import is_rule, rule
from croupier.rulebook.model import CardRule

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
SUITS: Final = 4
LETTERS: Final = 2
"""A card is written with so many letters, a rank with one."""


@dataclass(frozen=True)
class CardClass:
    """What is recognised of a card.

    >>> card_class("QKA")
    CardClass('QKA')
    >>> card_class("QKA").of(card_from("Kd"))
    1
    """

    name: str
    of: CardRule
    """A rule of one card that gives its class, from 0 on."""
    words: Callable[[int], str]
    """A class as a table tells it."""
    group: Callable[[int], int] = int
    """The part of a class that a table has a line for."""

    def __post_init__(self) -> None:
        """Refuse what cannot be compiled or gives no class."""
        if not is_rule(self.of):
            raise Refused(f"the class {self.name} needs a rule of one card; mark its function with @rule")
        if min(self.classes) < 0:
            raise Refused(f"the class {self.name} gives {min(self.classes)}; a class is 0 or more")

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """The class of each card."""
        return tuple(int(self.of(card)) for card in DECK)

    @cached_property
    def count(self) -> int:
        """One more than the largest class."""
        return 1 + max(self.classes)

    @cached_property
    def keeps_suits_alike(self) -> bool:
        """Whether cards of one class are still of one class after any renaming of suits."""
        for one in range(SUITS - 1):
            swap = {one: one + 1, one + 1: one}
            other: dict[int, int] = {}
            for card in DECK:
                renamed = card - suit_of(card) + swap.get(suit_of(card), suit_of(card))
                if other.setdefault(self.classes[card], self.classes[renamed]) != self.classes[renamed]:
                    return False
        return True

    def read(self, text: str) -> int:
        """The group that a table calls so."""
        for each in self.classes:
            if self.words(self.group(each)) == text:
                return self.group(each)
        known = ", ".join(dict.fromkeys(self.words(self.group(each)) for each in self.classes))
        raise Refused(f"{quoted(text)} is not recognised by {self.name}; there are {known}")

    def __repr__(self) -> str:
        return f"CardClass({self.name!r})"


@rule
def card_itself(card: int) -> int:
    """The whole card."""
    return card


@rule
def is_paint(card: int) -> int:
    """1 for a jack, queen or king."""
    return int(JACK <= rank_of(card) <= KING)


@rule
def is_red(card: int) -> int:
    """1 for diamonds and hearts."""
    return int(1 <= suit_of(card) <= 2)  # the suits between clubs and spades


def rank_words(rank: int) -> str:
    return RANKS[rank]


WHOLE: Final = CardClass("card", card_itself, rank_words, rank_of)
"""All of a card; a table tells it by rank."""
KNOWN: Final = {
    known.name: known
    for known in (
        WHOLE,
        CardClass("rank", rank_of, rank_words),
        CardClass("suit", suit_of, lambda suit: SUIT_NAMES[suit]),
        CardClass("colour", is_red, lambda red: ("black", "red")[red]),
        CardClass("paint", is_paint, lambda paint: ("no paint", "J, Q or K")[paint]),
    )
}


def sorted_out(cards: frozenset[int], name: str) -> CardClass:
    """A class that tells some cards from all others, as edge sorting does."""
    mask = sum(1 << card for card in cards)

    @rule
    def among(card: int) -> int:
        return mask >> card & 1

    return CardClass(name, among, lambda inside: (f"not {name}", name)[inside])


def card_class(text: str) -> CardClass:
    """Read what is recognised: `card`, `rank`, `suit`, `colour`, `paint`, or a set of ranks or cards: `QKA`, `Qs`."""
    if known := KNOWN.get(text.strip().lower()):
        return known
    cards: set[int] = set()
    words = text.replace(",", " ").split()
    try:
        for word in words:
            if len(word) == LETTERS and word.title() in CARD_NAMES:
                cards.add(card_from(word))
            else:
                ranks = [rank_from(letter) for letter in word.replace("10", "T")]
                cards |= {rank * SUITS + suit for rank in ranks for suit in range(SUITS)}
    except Refused:
        cards = set()
    if not 0 < len(cards) < len(DECK):
        raise Refused(
            f"{quoted(text)} does not say what is recognised of a card; write {', '.join(KNOWN)}, or a set such as QKA",
            field="as",
        )
    return sorted_out(frozenset(cards), " ".join(words))
