"""Mississippi Stud, a game in which options tie often enough to move its element of risk.

An ante on two cards of one's own and three that are turned one by one. Before each the player folds, losing all that
lies there, or adds one, two or three antes. The hand of five is paid on everything that was bet. Mississippi Stud
belongs to its owners; this is an independent implementation of the game as it is commonly dealt.
"""

from dataclasses import replace
from fractions import Fraction

from croupier.cards import JACK, SIX, rank_of, suit_of
from croupier.hands import Poker, five_card_hand
from croupier.odds import LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, Wager

MIDDLE_PAIR = 10
HIGH_PAIR = 11
RANKS = 13


@rule
def stud_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """The poker hand of five cards; a pair is low, of sixes to tens, or of jacks and better."""
    hand = five_card_hand(a, b, c, d, e)
    if hand != Poker.PAIR:
        return hand
    once = twice = 0  # one bit a rank
    for card in (a, b, c, d, e):
        twice |= once & 1 << rank_of(card)
        once |= 1 << rank_of(card)
    if twice >> JACK:
        return HIGH_PAIR
    return MIDDLE_PAIR if twice >> SIX else Poker.HIGH_CARD


@rule
def paid(hand: int, third: int, fourth: int, fifth: int) -> int:
    """The hand, or nothing once a street was folded."""
    return hand if third and fourth and fifth else Poker.HIGH_CARD


@rule
def two_cards(a: int, b: int) -> int:
    """The ranks of two cards, and whether they are of one suit: all that matters of them."""
    low, high = min(rank_of(a), rank_of(b)), max(rank_of(a), rank_of(b))
    return (low * RANKS + high) * 2 + int(suit_of(a) == suit_of(b))


@rule
def third_card(a: int, b: int, c: int) -> int:
    """The rank of a third card, and whether all three are of one suit."""
    return rank_of(c) * 2 + int(suit_of(a) == suit_of(b) and suit_of(b) == suit_of(c))


@rule
def fourth_card(a: int, b: int, c: int, d: int) -> int:
    """The rank of a fourth card, and whether all four are of one suit."""
    return rank_of(d) * 2 + int(suit_of(a) == suit_of(b) and suit_of(b) == suit_of(c) and suit_of(c) == suit_of(d))


LINES = (
    Line(Poker.ROYAL_FLUSH, "royal_flush", "Royal flush", Fraction(500)),
    Line(Poker.STRAIGHT_FLUSH, "straight_flush", "Straight flush", Fraction(100)),
    Line(Poker.FOUR_OF_A_KIND, "four_of_a_kind", "Four of a kind", Fraction(40)),
    Line(Poker.FULL_HOUSE, "full_house", "Full house", Fraction(10)),
    Line(Poker.FLUSH, "flush", "Flush", Fraction(6)),
    Line(Poker.STRAIGHT, "straight", "Straight", Fraction(4)),
    Line(Poker.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind", Fraction(3)),
    Line(Poker.TWO_PAIR, "two_pair", "Two pair", Fraction(2)),
    Line(HIGH_PAIR, "jacks_or_better", "Jacks or better", Fraction(1)),
    Line(MIDDLE_PAIR, "sixes_to_tens", "Sixes to tens", PUSHED),
    Line(Poker.HIGH_CARD, "lose", "Less, or folded", LOST),
)
OPTIONS = (
    Option(0, "fold", "Fold", 0),
    *(Option(1, f"bet_{antes}", f"Bet {antes}×", antes) for antes in (1, 2, 3)),
)
STREETS = ("third", "fourth", "fifth")
OUTCOME = Rule(paid, ("hand", *STREETS))
DRAWS = ("own", "card_3", "card_4", "card_5")
SEES = (
    (Rule(two_cards, DRAWS[:1]), 2 * RANKS**2),
    (Rule(third_card, DRAWS[:2]), 2 * RANKS),
    (Rule(fourth_card, DRAWS[:3]), 2 * RANKS),
)

MISSISSIPPI_STUD = Model(
    id="mississippi-stud",
    decks=1,
    draws=(Drawn("own", Draw.SET, 2), *(Drawn(name, Draw.SET, 1) for name in DRAWS[1:])),
    features=(Feature("hand", Rule(stud_hand, DRAWS)),),
    decisions=tuple(
        Decision(street, wager=f"{street}_street", base="ante", options=OPTIONS, sees=sees, codes=codes)
        for street, (sees, codes) in zip(STREETS, SEES, strict=True)
    ),
    wagers=(
        Wager("ante", "Ante", OUTCOME, LINES),
        *(Wager(f"{street}_street", f"{street.capitalize()} street", OUTCOME, LINES) for street in STREETS),
    ),
    suits_alike=True,
)


def with_options_in_order(model: Model, *order: int) -> Model:
    """The same game with the options of every decision listed in another order."""
    return replace(
        model,
        decisions=tuple(replace(d, options=tuple(d.options[place] for place in order)) for d in model.decisions),
    )
