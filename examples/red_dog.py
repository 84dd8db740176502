"""Red Dog: a bet that the third card falls between the first two. After seeing these, the player may raise.

An independent implementation of the game as it is commonly dealt. `python examples/red_dog.py` prints its edges.
"""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction

import croupier
from croupier.cards import rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, SightField, Wager

CONSECUTIVE, PAIR = 0, 12
"""Spreads are 1 to 11; these two codes stand for first cards without a spread."""


@rule
def spread(one: int, two: int) -> int:
    """How many ranks lie between two cards: 1 to 11, or the code for consecutive cards or a pair."""
    apart = abs(rank_of(one) - rank_of(two))
    return PAIR if apart == 0 else apart - 1


class Outcome(IntEnum):
    LOSE = 0
    SPREAD_1 = 1
    SPREAD_2 = 2
    SPREAD_3 = 3
    SPREAD_4_OR_MORE = 4
    CONSECUTIVE = 5
    PAIR = 6
    THREE_OF_A_KIND = 7


@rule
def outcome(one: int, two: int, three: int, gap: int) -> int:
    """Consecutive cards push; a pair wins if it becomes three of a kind, otherwise pushes; a spread must be hit."""
    third = rank_of(three)
    if gap == CONSECUTIVE:
        return Outcome.CONSECUTIVE
    if gap == PAIR:
        return Outcome.THREE_OF_A_KIND if third == rank_of(one) else Outcome.PAIR
    if not min(rank_of(one), rank_of(two)) < third < max(rank_of(one), rank_of(two)):
        return Outcome.LOSE
    return min(gap, Outcome.SPREAD_4_OR_MORE)


SPREADS = (
    Line(Outcome.SPREAD_1, "spread_1", "Between, one rank apart", Fraction(5)),
    Line(Outcome.SPREAD_2, "spread_2", "Between, two ranks apart", Fraction(4)),
    Line(Outcome.SPREAD_3, "spread_3", "Between, three ranks apart", Fraction(2)),
    Line(Outcome.SPREAD_4_OR_MORE, "spread_4_or_more", "Between, four or more apart", EVEN),
    Line(Outcome.LOSE, "lose", "Not between", LOST),
)
WITHOUT_A_SPREAD = (
    Line(Outcome.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind", Fraction(11)),
    Line(Outcome.PAIR, "pair", "A pair and no third", PUSHED),
    Line(Outcome.CONSECUTIVE, "consecutive", "Two consecutive cards", PUSHED),
)
NO_RAISE = tuple(replace(line, pays=PUSHED) for line in WITHOUT_A_SPREAD)
"""A raise is possible only on a spread; otherwise it is returned."""

RAISE = Decision(
    id="raise",
    wager="raise",
    base="ante",
    options=(Option(0, "call", "Call", 0), Option(1, "raise", "Raise", 1)),
    sees=Rule(spread, ("two",)),
    codes=PAIR + 1,
    fields=(SightField("spread", lambda code: code, str, int, ordered=True),),
)


def red_dog(decks: int) -> Model:
    """Red Dog from so many decks."""
    ruled = Rule(outcome, ("two", "third", "spread"))
    return Model(
        id="red-dog",
        decks=decks,
        draws=(Drawn("two", Draw.SET, 2), Drawn("third", Draw.SET, 1)),
        features=(Feature("spread", Rule(spread, ("two",))),),
        decisions=(RAISE,),
        wagers=(
            Wager("ante", "Ante", ruled, (*SPREADS, *WITHOUT_A_SPREAD)),
            Wager("raise", "Raise", ruled, (*SPREADS, *NO_RAISE)),
        ),
        told_apart_by=(rank_of,),
    )


RED_DOG = red_dog(6)

if __name__ == "__main__":
    for number in (1, 2, 4, 6, 8):
        ante = croupier.game(red_dog(number)).analyze().wagers["ante"]
        risk = float(ante.element_of_risk)
        print(f"{number} decks: house edge {float(ante.house_edge):.4%}, {risk:.4%} of all that is wagered")
