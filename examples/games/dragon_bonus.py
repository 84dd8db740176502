"""Dragon Bonus: side bets that Player, or Banker, wins with a natural or by a wide margin.

One file is the whole side bet, two wagers, and ends with baccarat that has it on its layout: every command takes it,
such as `croupier play examples/games/dragon_bonus.py`. Dragon Bonus belongs to its owners; this is an independent
implementation of its published rules.
"""

from enum import IntEnum
from fractions import Fraction

from croupier.cards import NO_CARD
from croupier.games import baccarat
from croupier.odds import LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Circle,
    Document,
    House,
    Kind,
    Line,
    Money,
    Parameter,
    Paytable,
    Rule,
    Ruling,
    SideBet,
    Sign,
    Wager,
    check_limits,
    section,
)

DOCUMENT = Document("dragon-bonus", "Dragon Bonus, as its rules are published", "the owners of Dragon Bonus")
CLAUSES = section(
    DOCUMENT,
    "Dragon Bonus",
    ("DB-1", Kind.PROCEDURE, "Dragon Bonus is placed on Player, on Banker or on both before any card is dealt."),
    ("DB-2", Kind.RULE, "It wins if its hand wins with a natural: a total of 8 or 9 in two cards."),
    ("DB-3", Kind.RULE, "It wins if its hand wins without a natural by four points or more."),
    ("DB-4", Kind.RULE, "It pushes on a tie of naturals."),
    ("DB-5", Kind.RULE, "In any other coup it loses."),
    (
        "DB-6",
        Kind.RULE,
        "A margin of 9 pays 30:1, 8 pays 10, 7 pays 6, 6 pays 4, 5 pays 2; 4 and a natural pay 1.",
    ),
)
RULINGS = (
    Ruling(
        "DB-R1",
        "From $1 to $100 each, beside a Player, Banker or Tie wager of the same seat; a seat's spots are for its own "
        "player.",
        ("dragon_bonus_minimum", "dragon_bonus_maximum"),
    ),
    Ruling("DB-R2", "Published paytables differ; this is the commonest.", ("dragon_bonus_paytable",)),
    Ruling("DB-R3", "A natural pays as a natural, whatever the margin."),
)
NATURAL_FROM = 8
LEAST_MARGIN = 4


class Dragon(IntEnum):
    """Outcomes of Dragon Bonus: a margin of four points or more is its own code."""

    NOTHING = 0
    NATURAL = 1
    NATURAL_TIE = 2
    BY_4 = 4
    BY_5 = 5
    BY_6 = 6
    BY_7 = 7
    BY_8 = 8
    BY_9 = 9


@rule
def is_natural(total: int, third: int) -> bool:
    """DB-2: a total of 8 or 9 in two cards."""
    return total >= NATURAL_FROM and third == NO_CARD


@rule
def dragon_bonus(own: int, own_third: int, other: int, other_third: int) -> int:
    """DB-2 to DB-5: how a hand fared against the other, from totals and third cards."""
    if is_natural(own, own_third) and own >= other:
        if own > other:
            return Dragon.NATURAL  # DB-2, DB-R3
        return Dragon.NATURAL_TIE if is_natural(other, other_third) else Dragon.NOTHING  # DB-4
    return own - other if own - other >= LEAST_MARGIN else Dragon.NOTHING  # DB-3, DB-5


WINS = (
    (Dragon.BY_9, "by_9", "Wins by nine", "DB-3"),
    (Dragon.BY_8, "by_8", "Wins by eight", "DB-3"),
    (Dragon.BY_7, "by_7", "Wins by seven", "DB-3"),
    (Dragon.BY_6, "by_6", "Wins by six", "DB-3"),
    (Dragon.BY_5, "by_5", "Wins by five", "DB-3"),
    (Dragon.BY_4, "by_4", "Wins by four", "DB-3"),
    (Dragon.NATURAL, "natural", "Wins with a natural", "DB-2"),
)
PRINTED = (30, 10, 6, 4, 2, 1, 1)  # DB-6
PAYTABLE = Parameter(
    "dragon_bonus_paytable",
    Paytable(tuple(id_ for _, id_, _, _ in WINS), (PRINTED,)),
    tuple(Fraction(odds) for odds in PRINTED),  # DB-R2
    "DB-6",
    "odds of wins by nine down to four points, then of a natural; 1 is the usual paytable",
    decides=("dragon_bonus_player", "dragon_bonus_banker"),
)
MINIMUM = Parameter("dragon_bonus_minimum", Money(1, 10**9), 1_00, "DB-R1", "least Dragon Bonus wager")
MAXIMUM = Parameter("dragon_bonus_maximum", Money(1, 10**9), 100_00, "DB-R1", "largest Dragon Bonus wager")

PLAYER_HAND, BANKER_HAND = ("player_total", "player_third"), ("banker_total", "banker_third")


def wagers(house: House) -> tuple[Wager, ...]:
    """Dragon Bonus on Player and on Banker."""
    check_limits(house, MINIMUM, MAXIMUM)
    lines = (
        *(
            Line(code, id_, label, odds, (clause, "DB-6"))
            for (code, id_, label, clause), odds in zip(WINS, house[PAYTABLE], strict=True)
        ),
        Line(Dragon.NATURAL_TIE, "natural_tie", "A tie of naturals", PUSHED, ("DB-4",), "push"),
        Line(Dragon.NOTHING, "lose", "Any other coup", LOST, ("DB-5",)),
    )
    sides = (("player", "Player", (*PLAYER_HAND, *BANKER_HAND)), ("banker", "Banker", (*BANKER_HAND, *PLAYER_HAND)))
    return tuple(
        Wager(
            id=f"dragon_bonus_{side}",
            label=f"Dragon Bonus {label}",
            clause="DB-1",
            outcome=Rule(dragon_bonus, read),
            lines=lines,
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="DB-R1",
            needs=baccarat.MAIN_WAGERS,
            needs_clause="DB-R1",
            back_line="DB-R1",
        )
        for side, label, read in sides
    )


DRAGON_BONUS = SideBet(
    id="dragon-bonus",
    title="Dragon Bonus",
    wagers=wagers,
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(PAYTABLE, MINIMUM, MAXIMUM),
    documents=(DOCUMENT,),
    suits_alike=True,
    circles=(
        Circle("dragon_bonus_player", Sign("Dragon Player"), clauses=("DB-1",)),
        Circle("dragon_bonus_banker", Sign("Dragon Banker"), clauses=("DB-1",)),
    ),
)

GAME = baccarat.PLAIN_BACCARAT.with_side_bets(DRAGON_BONUS)
