"""A little game like blackjack, as a model: the goal is seven, an ace counts one or four, and three is the best card.

It is Ethier's snackjack, from two aces, two deuces and four treys; there each hand of a split gets one card. Here those
hands may also be played on, and doubled.
"""

from enum import IntEnum
from fractions import Fraction
from typing import Any

from croupier.cards import rank_of
from croupier.rule import rule
from croupier.rulebook import Decision, Line, Model, Option, Repeat, Rule, SightField, Wager

GOAL = 7
ACE_RANK = 12


class Result(IntEnum):
    LOSE = 0
    PUSH = 1
    WIN = 2
    NATURAL = 3


@rule
def worth(card: int) -> int:
    return 1 if rank_of(card) == ACE_RANK else rank_of(card) + 2


@rule
def fold(hand: int, card: int) -> int:
    """The sum; 16 for an ace; 32 for each card up to three; 128 times the value of like cards; 1024 after a split."""
    cards, alike = hand // 32 % 4, hand // 128 % 8
    alike = worth(card) if cards == 0 else alike if cards == 1 and alike == worth(card) else 0
    ace = max(hand // 16 % 2, int(worth(card) == 1))
    return hand % 16 + worth(card) + 16 * ace + 32 * min(cards + 1, 3) + 128 * alike + 1024 * (hand // 1024)


@rule
def total(hand: int) -> int:
    return hand % 16 + (3 if hand // 16 % 2 == 1 and hand % 16 + 3 <= GOAL else 0)


@rule
def natural(hand: int) -> int:
    return int(hand // 32 % 4 == 2 and total(hand) == GOAL and hand // 1024 == 0)


@rule
def asked(hand: int) -> int:
    return int(total(hand) < GOAL)


@rule
def asked_unless_split(hand: int) -> int:
    return int(total(hand) < GOAL and hand // 1024 == 0)


@rule
def may_double(hand: int) -> int:
    return int(hand // 32 % 4 == 2 and hand // 1024 == 0)


@rule
def may_double_after_a_split(hand: int) -> int:
    return int(hand // 32 % 4 == 2)


@rule
def may_split(hand: int) -> int:
    return int(hand // 128 % 8 > 0 and hand // 32 % 4 == 2 and hand // 1024 == 0)


@rule
def halves(hand: int) -> int:
    alike = hand // 128 % 8
    return alike + 16 * int(alike == 1) + 32 + 128 * alike + 1024


@rule
def draws(hand: int) -> int:
    return int(total(hand) < GOAL - 1)


@rule
def outcome(hand: int, dealer: int) -> int:
    if natural(hand) == 1:
        return Result.PUSH if natural(dealer) == 1 else Result.NATURAL
    if natural(dealer) == 1 or total(hand) > GOAL:
        return Result.LOSE
    if total(dealer) > GOAL or total(hand) > total(dealer):
        return Result.WIN
    return Result.PUSH if total(hand) == total(dealer) else Result.LOSE


@rule
def seen(hand: int, up: int) -> int:
    return (total(hand) + 16 * (hand // 16 % 2)) * 16 + total(up)


LINES = (
    Line(Result.LOSE, "lose", "Lower, or over", Fraction(-1)),
    Line(Result.PUSH, "push", "Equal", Fraction(0)),
    Line(Result.WIN, "win", "Higher", Fraction(1)),
)


def little_jack(
    *, splits: bool = True, split_draws: bool = False, split_doubles: bool = False, **changes: Any
) -> Model:
    """The model, with or without splits, and with hands of a split that are played on."""
    doubles = may_double_after_a_split if split_doubles else may_double
    options = (
        Option(0, "stand", "Stand", 0),
        Option(1, "hit", "Hit", 0),
        Option(2, "double", "Double", 1, Rule(doubles, ("hand",))),
        Option(3, "split", "Split", 1, Rule(may_split, ("hand",))),
    )
    won = Rule(outcome, ("hand", "dealer"))
    given: dict[str, Any] = {
        "id": "little-jack",
        "decks": 1,
        "draws": (),
        "told_apart_by": (worth,),
        "wagers": (
            Wager("bet", "Bet", won, (*LINES, Line(Result.NATURAL, "natural", "Natural", Fraction(3, 2)))),
            Wager("double", "Double", won, LINES),
        ),
        "decisions": (
            Decision(
                "play",
                "double",
                "bet",
                options if splits else options[:3],
                Rule(seen, ("hand", "up")),
                codes=1024,
                default="stand",
                asked=Rule(asked if split_draws else asked_unless_split, ("hand",)),
                fields=(
                    SightField("hand", lambda code: code // 16, str, int),
                    SightField("up", lambda code: code % 16, str, int),
                ),
            ),
        ),
        "repeat": Repeat(
            "play",
            fold=fold,
            drawing=draws,
            draws=("hit", "double"),
            ends=("stand", "double"),
            over=natural,
            splits="split" if splits else "",
            halves=halves if splits else None,
        ),
    }
    return Model(**{**given, **changes})


def deck_of(**counts: int) -> tuple[int, ...]:
    """Cards by rank: as many of one suit and then the next as are asked for, up to four a deck."""
    ranks = {"ace": 12, "two": 0, "three": 1, "four": 2}
    composition = [0] * 52
    for name, count in counts.items():
        for number in range(count):
            composition[ranks[name] * 4 + number % 4] += 1
    return tuple(composition)


SNACKS = deck_of(ace=2, two=2, three=4)
