"""Panda 8: a side bet that Player wins with a three-card total of 8.

One file is the whole side bet, and ends with baccarat that has it on its layout: every command takes it, such as
`croupier play examples/games/panda_8.py`. Panda 8 belongs to its owners; this is an independent implementation of its
published rules.
"""

from enum import IntEnum
from fractions import Fraction

from croupier.cards import NO_CARD
from croupier.games import baccarat
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    Circle,
    Document,
    House,
    Kind,
    Line,
    Money,
    Parameter,
    Rule,
    Ruling,
    SideBet,
    Sign,
    Wager,
    Whole,
    check_limits,
    section,
)

DOCUMENT = Document("panda-8", "Panda 8, as its rules are published", "the owners of Panda 8")
CLAUSES = section(
    DOCUMENT,
    "Panda 8",
    ("P8-1", Kind.PROCEDURE, "Panda 8 is placed before any card is dealt."),
    ("P8-2", Kind.RULE, "It wins 25:1 if Player wins with a three-card total of 8."),
    ("P8-3", Kind.RULE, "In any other coup it loses."),
)
RULINGS = (
    Ruling(
        "P8-R1",
        "From $1 to $100, beside a Player, Banker or Tie wager of the same seat; a seat's spot is for its own player.",
        ("panda_8_minimum", "panda_8_maximum"),
    ),
    Ruling("P8-R2", "The baccarat beside it is the usual one, where Banker pays a commission."),
)
TOTAL = 8

PAYS = Parameter("panda_8_pays", Whole(1, 100), 25, "P8-2", "what Panda 8 pays to one", decides=("panda_8",))
MINIMUM = Parameter("panda_8_minimum", Money(1, 10**9), 1_00, "P8-R1", "least Panda 8 wager")
MAXIMUM = Parameter("panda_8_maximum", Money(1, 10**9), 100_00, "P8-R1", "largest Panda 8 wager")


class Panda8(IntEnum):
    """Outcomes of Panda 8."""

    NOTHING = 0
    PANDA = 1


@rule
def panda_8(player_total: int, banker_total: int, player_third: int) -> int:
    """P8-2, P8-3: Player's winning eight, in three cards."""
    wins = player_total == TOTAL and banker_total < TOTAL and player_third != NO_CARD
    return Panda8.PANDA if wins else Panda8.NOTHING


def wagers(house: House) -> tuple[Wager, ...]:
    """The Panda 8 wager."""
    check_limits(house, MINIMUM, MAXIMUM)
    wager = Wager(
        id="panda_8",
        label="Panda 8",
        clause="P8-1",
        outcome=Rule(panda_8, ("player_total", "banker_total", "player_third")),
        lines=(
            Line(Panda8.PANDA, "panda_8", "Player wins with a three-card eight", Fraction(house[PAYS]), ("P8-2",)),
            Line(Panda8.NOTHING, "lose", "Any other coup", LOST, ("P8-3",)),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="P8-R1",
        needs=baccarat.MAIN_WAGERS,
        needs_clause="P8-R1",
        back_line="P8-R1",
    )
    return (wager,)


PANDA_8 = SideBet(
    id="panda-8",
    title="Panda 8",
    wagers=wagers,
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(PAYS, MINIMUM, MAXIMUM),
    documents=(DOCUMENT,),
    suits_alike=True,
    circles=(Circle("panda_8", Sign("Panda 8"), clauses=("P8-1",)),),
)

GAME = baccarat.PLAIN_BACCARAT.with_side_bets(PANDA_8)
