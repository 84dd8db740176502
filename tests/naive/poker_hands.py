"""Three-card hands, and the best five of six cards, ranked naively."""

from itertools import combinations

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}

# Lowest first, as the document ranks three-card hands.
HANDS = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"]

# Highest first, as the 6 Card Bonus lists them; whatever is lower is `nothing`.
FIVE_CARD_HANDS = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
]


def three_card_hand(cards: list[str]) -> str:
    """Name a three-card hand."""
    high, middle, low = sorted((RANKS[card[0]] for card in cards), reverse=True)
    one_suit = len({card[1] for card in cards}) == 1
    straight = (high == middle + 1 and middle == low + 1) or (high, middle, low) == (14, 3, 2)
    if one_suit and (high, middle, low) == (14, 13, 12):
        return "mini_royal"
    if one_suit and straight:
        return "straight_flush"
    if high == middle == low:
        return "three_of_a_kind"
    if straight:
        return "straight"
    if one_suit:
        return "flush"
    if middle in (high, low):
        return "pair"
    return "high_card"


def strength(cards: list[str]) -> tuple[int, int, int, int]:
    """Give a tuple that is greater for the better hand and equal for equal ones."""
    hand = three_card_hand(cards)
    high, middle, low = sorted((RANKS[card[0]] for card in cards), reverse=True)
    if hand in ("straight", "straight_flush") and (high, middle, low) == (14, 3, 2):
        return (HANDS.index(hand), 3, 2, 1)
    if hand == "pair" and middle == low:
        return (HANDS.index(hand), middle, low, high)
    return (HANDS.index(hand), high, middle, low)


def qualifies(cards: list[str]) -> bool:
    """Say whether a player-dealer's hand is queen-high or better."""
    return three_card_hand(cards) != "high_card" or any(card[0] in "QKA" for card in cards)


def five_card_hand(cards: list[str]) -> str:
    """Name a five-card hand as the 6 Card Bonus names it; less than three of a kind is `nothing`."""
    ranks = sorted(RANKS[card[0]] for card in cards)
    one_suit = len({card[1] for card in cards}) == 1
    straight = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [2, 3, 4, 5, 14]
    repeats = sorted(ranks.count(rank) for rank in set(ranks))
    if one_suit and ranks == [10, 11, 12, 13, 14]:
        return "royal_flush"
    if one_suit and straight:
        return "straight_flush"
    if repeats == [1, 4]:
        return "four_of_a_kind"
    if repeats == [2, 3]:
        return "full_house"
    if one_suit:
        return "flush"
    if straight:
        return "straight"
    if repeats == [1, 1, 3]:
        return "three_of_a_kind"
    return "nothing"


def best_five_of_six(cards: list[str]) -> str:
    """Name the highest-paying of the six five-card hands in six cards."""
    found = [five_card_hand(list(five)) for five in combinations(cards, 5)]
    for hand in FIVE_CARD_HANDS:
        if hand in found:
            return hand
    return "nothing"
