"""Orders of poker hands, worked out naively: sorted ranks, counted, and every choice of cards tried."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

RANKS = "23456789TJQKA"

# Lowest first.
FIVE = [
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
]
FOUR = ["high_card", "pair", "two_pair", "straight", "flush", "three_of_a_kind", "straight_flush", "four_of_a_kind"]
THREE = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"]

GROUPS = {
    (4, 1): "four_of_a_kind",
    (4,): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (3, 1): "three_of_a_kind",
    (3,): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 2): "two_pair",
    (2, 1, 1, 1): "pair",
    (2, 1, 1): "pair",
    (2, 1): "pair",
    (2,): "pair",
}

Place = tuple[int, list[int]]
"""Greater for the better hand, equal for equal ones: the place of the name, then ranks as they are compared."""


def place(cards: Iterable[str], order: list[str], whole: int, *, ace_low: bool) -> Place:
    """Place a hand in an order in which a straight or flush takes as many cards as a whole hand has."""
    cards = list(cards)
    groups = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(groups, key=lambda rank: (groups[rank], rank), reverse=True)
    name = GROUPS.get(tuple(sorted(groups.values(), reverse=True)), "high_card")
    if len(ranks) == whole:
        one_suit = len({card[1] for card in cards}) == 1
        if ace_low and ranks == [12, *range(whole - 2, -1, -1)]:
            ranks = list(range(whole - 2, -2, -1))
        straight = ranks[0] - ranks[-1] == whole - 1
        if straight and one_suit:
            name = order[-1] if ranks[0] == 12 and "royal" in order[-1] else "straight_flush"
        elif straight or one_suit:
            name = "straight" if straight else "flush"
    return order.index(name), ranks


def best(cards: Iterable[str], place_of: Callable[[Iterable[str]], Place], size: int) -> Place:
    """The best place of any so many of the cards; of all of them if there are fewer."""
    cards = list(cards)
    return max(place_of(chosen) for chosen in combinations(cards, min(size, len(cards))))


def best_five(cards: Iterable[str], *, ace_low: bool) -> Place:
    return best(cards, lambda five: place(five, FIVE, 5, ace_low=ace_low), 5)


def best_four(cards: Iterable[str], *, ace_low: bool) -> Place:
    return best(cards, lambda four: place(four, FOUR, 4, ace_low=ace_low), 4)


def three_cards(cards: Iterable[str], *, ace_low: bool) -> Place:
    return place(cards, THREE, 3, ace_low=ace_low)
