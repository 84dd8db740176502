"""Poker hands as rule functions: three in a row, five cards, and the best five of six.

Ranks here are 0 (deuce) to 12 (ace) as in `croupier.cards`. How hands *rank* is up to each game; these functions state
facts about cards that games rank differently.
"""

from enum import IntEnum

from croupier.cards import ACE, FIVE, THREE, TWO
from croupier.rule import rule


@rule
def is_run(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high or low: Q-K-A and A-2-3, never K-A-2."""
    return (high - low == 2 and high - middle == 1) or (high - low == ACE - TWO and middle == THREE)


@rule
def is_run_ace_high(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high only."""
    return high - low == 2 and high - middle == 1


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
"""The ranks A-2-3-4-5 as bits, the only straight in which the ace plays low."""


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


EVERY_RANK = 0x1_1111_1111_1111
"""The lowest of the four bits for each rank in a tally."""


@rule
def of_a_kind(tally: int) -> int:
    """The best hand from repeated ranks alone; the tally counts each rank in four bits."""
    twos_and_threes = tally >> 1 & EVERY_RANK
    threes = twos_and_threes & tally
    pairs = twos_and_threes ^ threes
    if tally >> 2 & EVERY_RANK:
        return Poker.FOUR_OF_A_KIND
    if threes:
        return Poker.FULL_HOUSE if pairs or threes & threes - 1 else Poker.THREE_OF_A_KIND
    return Poker.TWO_PAIR if pairs & pairs - 1 else Poker.PAIR if pairs else Poker.HIGH_CARD


@rule
def five_card_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """The poker hand of five cards, as a `Poker` code."""
    tally = ranks = 0  # four bits and one bit a rank
    suited = True
    for card in (a, b, c, d, e):
        tally += 1 << 4 * (card >> 2)
        ranks |= 1 << (card >> 2)
        suited = suited and card & 3 == a & 3
    top = highest_straight(ranks)
    if suited and top >= 0:
        return Poker.ROYAL_FLUSH if top == ACE else Poker.STRAIGHT_FLUSH
    best = of_a_kind(tally)
    if suited and best < Poker.FLUSH:
        return Poker.FLUSH
    return Poker.STRAIGHT if top >= 0 else best


@rule
def flush_ranks(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The rank bits of the suit of five or six of the cards; 0 if there is none."""
    suits = 0x3333  # four bits a suit, the highest of which is set once there are five
    for card in (a, b, c, d, e, f):
        suits += 1 << 4 * (card & 3)
    ranks = 0
    if suits & 0x8888:
        for card in (a, b, c, d, e, f):
            if suits >> 4 * (card & 3) & 8:
                ranks |= 1 << (card >> 2)
    return ranks


@rule
def best_five_of_six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The best five-card poker hand among six cards of one deck, as a `Poker` code."""
    suited = flush_ranks(a, b, c, d, e, f)
    if suited:
        top = highest_straight(suited)
        if top >= 0:
            return Poker.ROYAL_FLUSH if top == ACE else Poker.STRAIGHT_FLUSH
    tally = ranks = 0  # four bits and one bit a rank
    for card in (a, b, c, d, e, f):
        tally += 1 << 4 * (card >> 2)
        ranks |= 1 << (card >> 2)
    best = of_a_kind(tally)
    if suited and best < Poker.FLUSH:
        return Poker.FLUSH
    if best < Poker.STRAIGHT and highest_straight(ranks) >= 0:
        return Poker.STRAIGHT
    return best
