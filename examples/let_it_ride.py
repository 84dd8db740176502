"""Let It Ride: three equal bets on a five-card hand, two of which may be taken back as its cards are turned.

A player sees three cards of his own, then one of two cards that all share, then the other. Let It Ride belongs to its
owners; this is an independent implementation of the game as it is commonly dealt. `python examples/let_it_ride.py`
counts all its deals and solves both decisions.
"""

from fractions import Fraction

import croupier
from croupier.cards import ACE, TEN, card_name, rank_of
from croupier.hands import Poker, five_card_hand
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Line, Model, Option, Rule, SightField, Wager

# ── What a hand is ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def pairs_tens_or_better(a: int, b: int, c: int, d: int, e: int) -> bool:
    """Whether two of five cards are of one rank from the ten up."""
    once = twice = 0  # one bit a rank
    for card in (a, b, c, d, e):
        twice |= once & 1 << rank_of(card)
        once |= 1 << rank_of(card)
    return twice >> TEN > 0


@rule
def paid_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """The poker hand of all five cards; a pair below tens is worth no more than a high card."""
    hand = five_card_hand(a, b, c, d, e)
    if hand == Poker.PAIR and not pairs_tens_or_better(a, b, c, d, e):
        return Poker.HIGH_CARD
    return hand


LINES = (
    Line(Poker.ROYAL_FLUSH, "royal_flush", "Royal flush", Fraction(1000)),
    Line(Poker.STRAIGHT_FLUSH, "straight_flush", "Straight flush", Fraction(200)),
    Line(Poker.FOUR_OF_A_KIND, "four_of_a_kind", "Four of a kind", Fraction(50)),
    Line(Poker.FULL_HOUSE, "full_house", "Full house", Fraction(11)),
    Line(Poker.FLUSH, "flush", "Flush", Fraction(8)),
    Line(Poker.STRAIGHT, "straight", "Straight", Fraction(5)),
    Line(Poker.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind", Fraction(3)),
    Line(Poker.TWO_PAIR, "two_pair", "Two pair", Fraction(2)),
    Line(Poker.PAIR, "tens_or_better", "Pair of tens or better", Fraction(1)),
    Line(Poker.HIGH_CARD, "lose", "Less", LOST),
)

# ── What a player sees, and may do ───────────────────────────────────────────────────────────────────────────────────


@rule
def own_cards(a: int, b: int, c: int) -> int:
    """The player's three cards as one number, whatever their order."""
    low, high = min(a, b, c), max(a, b, c)
    return (low * 52 + a + b + c - low - high) * 52 + high


@rule
def four_cards(a: int, b: int, c: int, shared: int) -> int:
    """The player's cards and the first shared one."""
    return own_cards(a, b, c) * 52 + shared


def three(code: int) -> list[int]:
    """The three cards of a code."""
    return [code // 52**2, code // 52 % 52, code % 52]


def four(code: int) -> list[int]:
    """The four cards of a code."""
    return [*three(code // 52), code % 52]


# ── What a person looks for ──────────────────────────────────────────────────────────────────────────────────────────

KINDS = ("anything else", "one suit", "paid already")


def kind(cards: list[int]) -> int:
    """Paid as it is, all of one suit, or neither."""
    ranks = [rank_of(card) for card in cards]
    pairs = {rank for rank in ranks if ranks.count(rank) == 2}
    if len(pairs) == 2 or max(ranks.count(rank) for rank in ranks) > 2 or any(rank >= TEN for rank in pairs):
        return 2
    return int(len({card % 4 for card in cards}) == 1)


def straights(cards: list[int]) -> int:
    """How many straights the cards may yet become."""
    ranks = {rank_of(card) for card in cards}
    runs = [{ACE if low < 0 else low, *range(low + 1, low + 5)} for low in range(-1, TEN + 1)]
    return sum(ranks <= run for run in runs) if len(ranks) == len(cards) else 0


def first_score(cards: list[int]) -> int:
    """Of one suit: how many straight flushes they may become, and how many are high. Of several: nothing much."""
    return straights(cards) + high(cards) if kind(cards) == 1 and straights(cards) else 0


def second_score(cards: list[int]) -> int:
    """A straight pays 5 on each of four cards, and a pair of high ones 1 on each of three: 24 and 6 for 48 cards."""
    return 4 * straights(cards) + high(cards) if kind(cards) == 0 else 0


def names(cards: list[int]) -> str:
    """Cards as they are written."""
    return " ".join(card_name(card) for card in cards)


def high(cards: list[int]) -> int:
    """How many cards are tens or better."""
    return sum(rank_of(card) >= TEN for card in cards)


KIND = (lambda value: KINDS[value], KINDS.index)
OPTIONS = (Option(0, "take_back", "Take it back", 0), Option(1, "ride", "Let it ride", 1))
FIRST = Decision(
    "first",
    wager="bet_1",
    base="bet_3",
    options=OPTIONS,
    sees=Rule(own_cards, ("own",)),
    codes=52**3,
    fields=(
        SightField("cards", lambda code: kind(three(code)), *KIND),
        SightField("score", lambda code: first_score(three(code)), str, int, ordered=True),
    ),
    shown=lambda code: (("own", names(three(code))),),
)
SECOND = Decision(
    "second",
    wager="bet_2",
    base="bet_3",
    options=OPTIONS,
    sees=Rule(four_cards, ("own", "shared")),
    codes=52**4,
    fields=(
        SightField("cards", lambda code: kind(four(code)), *KIND),
        SightField("score", lambda code: second_score(four(code)), str, int, ordered=True),
    ),
    shown=lambda code: (("shared", names(four(code)[3:])),),
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────

HAND = Rule(paid_hand, ("own", "shared", "last"))

LET_IT_RIDE = Model(
    id="let-it-ride",
    decks=1,
    draws=(Drawn("own", Draw.SET, 3), Drawn("shared", Draw.SET, 1), Drawn("last", Draw.SET, 1)),
    decisions=(FIRST, SECOND),
    wagers=(
        Wager("bet_3", "The bet that stays", HAND, LINES),
        Wager("bet_1", "First bet", HAND, LINES),
        Wager("bet_2", "Second bet", HAND, LINES),
    ),
    suits_alike=True,
)

if __name__ == "__main__":
    bet = croupier.game(LET_IT_RIDE).analyze().wagers["bet_3"]
    print(f"house edge {float(bet.house_edge):.4%} of one bet, {float(bet.element_of_risk):.4%} of all that is bet")
    print(f"{float(bet.average_wager):.4f} bets ride on average, of {bet.combinations:,} deals")
