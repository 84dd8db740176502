"""Caribbean Stud: five cards against the dealer's five, one of them seen, and a raise of twice the ante.

There are 19,933,230,517,200 deals, and 10¹² to count where suits are taken to be alike, with every hand and every card
of the dealer's that can be seen: hours for a few cores, half a minute for one GPU. The game belongs to its owners; this
is an independent implementation of it as it is commonly dealt. `python examples/caribbean_stud.py --device gpu` counts
it and solves the raise.
"""

import sys
from enum import IntEnum
from fractions import Fraction
from time import perf_counter

import croupier
from croupier.cards import ACE, KING, rank_of, suit_of
from croupier.hands import Poker, highest_straight
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, Wager

# ── What a hand is ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def strength(a: int, b: int, c: int, d: int, e: int) -> int:
    """One number per hand: the poker hand, the ranks it is named for, then those beside them; a bit for each rank."""
    once = twice = thrice = four = 0
    for card in (a, b, c, d, e):
        rank = 1 << rank_of(card)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
    if four:
        return Poker.FOUR_OF_A_KIND << 26 | four << 13 | once ^ four
    if thrice:
        if twice != thrice:
            return Poker.FULL_HOUSE << 26 | thrice << 13 | once ^ thrice
        return Poker.THREE_OF_A_KIND << 26 | thrice << 13 | once ^ thrice
    if twice:
        hand = Poker.TWO_PAIR if twice & twice - 1 else Poker.PAIR
        return hand << 26 | twice << 13 | once ^ twice
    top = highest_straight(once)
    suit = suit_of(a)
    if suit_of(b) == suit and suit_of(c) == suit and suit_of(d) == suit and suit_of(e) == suit:
        if top < 0:
            return Poker.FLUSH << 26 | once
        return (Poker.ROYAL_FLUSH if top == ACE else Poker.STRAIGHT_FLUSH) << 26 | top
    return Poker.STRAIGHT << 26 | top if top >= 0 else Poker.HIGH_CARD << 26 | once


ACE_KING = 1 << ACE | 1 << KING


class Showdown(IntEnum):
    """How the hand fared; from `WON` on, the hand it won with is added."""

    FOLDED = 0
    UNQUALIFIED = 1
    LOST = 2
    TIED = 3
    WON = 4


@rule
def showdown(player: int, dealer: int, decision: int) -> int:
    """The dealer plays with ace-king or better; then the higher hand wins."""
    if decision == 0:
        return Showdown.FOLDED
    if dealer < ACE_KING:
        return Showdown.UNQUALIFIED
    if player < dealer:
        return Showdown.LOST
    if player == dealer:
        return Showdown.TIED
    return Showdown.WON + (player >> 26)


PAYS = {
    Poker.ROYAL_FLUSH: 100,
    Poker.STRAIGHT_FLUSH: 50,
    Poker.FOUR_OF_A_KIND: 20,
    Poker.FULL_HOUSE: 7,
    Poker.FLUSH: 5,
    Poker.STRAIGHT: 4,
    Poker.THREE_OF_A_KIND: 3,
    Poker.TWO_PAIR: 2,
    Poker.PAIR: 1,
    Poker.HIGH_CARD: 1,
}
BEATEN = (Line(Showdown.LOST, "lost", "Beaten", LOST), Line(Showdown.TIED, "tied", "Tied", PUSHED))
RAISE_LINES = (
    *(Line(Showdown.WON + hand, hand.name.lower(), hand.name.lower(), Fraction(pays)) for hand, pays in PAYS.items()),
    Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not play", PUSHED),
    *BEATEN,
)
ANTE_LINES = (
    *(Line(Showdown.WON + hand, hand.name.lower(), hand.name.lower(), EVEN) for hand in PAYS),
    Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not play", EVEN),
    *BEATEN,
    Line(Showdown.FOLDED, "folded", "Folded", LOST),
)

# ── What a player sees, and may do ───────────────────────────────────────────────────────────────────────────────────


@rule
def hand_and_up_card(a: int, b: int, c: int, d: int, e: int, up: int) -> int:
    """The player's five cards, whatever their order, and the dealer's card."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return ((((a * 52 + b) * 52 + c) * 52 + d) * 52 + e) * 52 + up


RAISE = Decision(
    "raise",
    wager="raise",
    base="ante",
    options=(Option(0, "fold", "Fold", 0), Option(1, "raise", "Raise", 2)),
    sees=Rule(hand_and_up_card, ("hand", "up")),
    codes=52**6,
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────

RESULT = Rule(showdown, ("player", "dealer", "raise"))

CARIBBEAN_STUD = Model(
    id="caribbean-stud",
    decks=1,
    draws=(Drawn("hand", Draw.SET, 5), Drawn("up", Draw.SET, 1), Drawn("hole", Draw.SET, 4)),
    features=(Feature("player", Rule(strength, ("hand",))), Feature("dealer", Rule(strength, ("up", "hole")))),
    decisions=(RAISE,),
    wagers=(Wager("ante", "Ante", RESULT, ANTE_LINES), Wager("raise", "Raise", RESULT, RAISE_LINES)),
    suits_alike=True,
)

if __name__ == "__main__":
    started = perf_counter()
    device = "gpu" if "--device" in sys.argv else "cpu"
    ante = croupier.game(CARIBBEAN_STUD).analyze(device=device, anyway=True).wagers["ante"]
    print(f"{ante.combinations:,} deals counted in {perf_counter() - started:,.0f} s")
    print(f"house edge {float(ante.house_edge):.4%} of the ante, {float(ante.element_of_risk):.4%} of all that is bet")
