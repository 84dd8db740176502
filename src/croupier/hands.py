"""Poker hands as rule functions: what makes a run, and the best five of six.

Ranks here are 0 (deuce) to 12 (ace) as in `croupier.cards`. How a game *ranks* hands belongs to the game; these are the
facts about cards that several games rank differently.
"""

from enum import IntEnum

from croupier.cards import ACE, FIVE, THREE, TWO
from croupier.rule import rule


@rule
def is_run(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high or low: Q-K-A and A-2-3, never K-A-2."""
    return (high - middle == 1 and middle - low == 1) or (high == ACE and middle == THREE and low == TWO)


@rule
def is_run_ace_high(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high only."""
    return high - middle == 1 and middle - low == 1


class Poker(IntEnum):
    """Five-card poker hands in ascending order."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


WHEEL = 1 << ACE | 0b1111
"""The ranks A-2-3-4-5 as bits, the one straight in which the ace plays low."""


@rule
def highest_straight(ranks: int) -> int:
    """Top rank of the best five in a row among rank bits (five for A-2-3-4-5), or -1."""
    runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    top = -1
    while runs:
        top += 1
        runs >>= 1
    if top >= 0:
        return top + 4
    return FIVE if ranks & WHEEL == WHEEL else -1


@rule
def best_five_of_six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The best five-card poker hand among six cards of one deck, as a `Poker` code."""
    counts = 0  # four bits a rank
    suits = 0  # four bits a suit
    ranks = 0  # one bit a rank
    for card in (a, b, c, d, e, f):
        counts += 1 << 4 * (card >> 2)
        suits += 1 << 4 * (card & 3)
        ranks |= 1 << (card >> 2)
    suited = 0  # rank bits of the suit that holds five or six cards, if one does
    for suit in range(4):
        if suits >> 4 * suit & 15 >= 5:
            for card in (a, b, c, d, e, f):
                if card & 3 == suit:
                    suited |= 1 << (card >> 2)
    if suited:
        top = highest_straight(suited)
        if top == ACE:
            return Poker.ROYAL_FLUSH
        if top >= 0:
            return Poker.STRAIGHT_FLUSH
    fours = threes = pairs = 0
    while counts:
        alike = counts & 15
        fours += alike == 4
        threes += alike == 3
        pairs += alike == 2
        counts >>= 4
    if fours:
        return Poker.FOUR_OF_A_KIND
    if threes == 2 or (threes and pairs):
        return Poker.FULL_HOUSE
    if suited:
        return Poker.FLUSH
    if highest_straight(ranks) >= 0:
        return Poker.STRAIGHT
    if threes:
        return Poker.THREE_OF_A_KIND
    if pairs >= 2:
        return Poker.TWO_PAIR
    return Poker.PAIR if pairs else Poker.HIGH_CARD
