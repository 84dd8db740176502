"""Dragon 7: a side bet that Banker wins with a three-card total of 7.

One file is the whole side bet, and ends with baccarat that has it on its layout: every command takes it, such as
`croupier play examples/games/dragon_7.py`. Dragon 7 belongs to its owners; this is an independent implementation of its
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

DOCUMENT = Document("dragon-7", "Dragon 7, as its rules are published", "the owners of Dragon 7")
CLAUSES = section(
    DOCUMENT,
    "Dragon 7",
    ("D7-1", Kind.PROCEDURE, "Dragon 7 is placed before any card is dealt."),
    ("D7-2", Kind.RULE, "It wins 40:1 if Banker wins with a three-card total of 7."),
    ("D7-3", Kind.RULE, "In any other coup it loses."),
)
RULINGS = (
    Ruling(
        "D7-R1",
        "From $1 to $100, beside a Player, Banker or Tie wager of the same seat; a seat's spot is for its own player.",
        ("dragon_7_minimum", "dragon_7_maximum"),
    ),
    Ruling("D7-R2", "The baccarat beside it is the usual one, where Banker pays a commission and that seven wins."),
)
TOTAL = 7

PAYS = Parameter("dragon_7_pays", Whole(1, 100), 40, "D7-2", "what Dragon 7 pays to one", decides=("dragon_7",))
MINIMUM = Parameter("dragon_7_minimum", Money(1, 10**9), 1_00, "D7-R1", "least Dragon 7 wager")
MAXIMUM = Parameter("dragon_7_maximum", Money(1, 10**9), 100_00, "D7-R1", "largest Dragon 7 wager")


class Dragon7(IntEnum):
    """Outcomes of Dragon 7."""

    NOTHING = 0
    DRAGON = 1


@rule
def dragon_7(player_total: int, banker_total: int, banker_third: int) -> int:
    """D7-2, D7-3: Banker's winning seven, in three cards."""
    wins = banker_total == TOTAL and player_total < TOTAL and banker_third != NO_CARD
    return Dragon7.DRAGON if wins else Dragon7.NOTHING


def wagers(house: House) -> tuple[Wager, ...]:
    """The Dragon 7 wager."""
    check_limits(house, MINIMUM, MAXIMUM)
    wager = Wager(
        id="dragon_7",
        label="Dragon 7",
        clause="D7-1",
        outcome=Rule(dragon_7, ("player_total", "banker_total", "banker_third")),
        lines=(
            Line(Dragon7.DRAGON, "dragon_7", "Banker wins with a three-card seven", Fraction(house[PAYS]), ("D7-2",)),
            Line(Dragon7.NOTHING, "lose", "Any other coup", LOST, ("D7-3",)),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="D7-R1",
        needs=baccarat.MAIN_WAGERS,
        needs_clause="D7-R1",
        back_line="D7-R1",
    )
    return (wager,)


DRAGON_7 = SideBet(
    id="dragon-7",
    title="Dragon 7",
    wagers=wagers,
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(PAYS, MINIMUM, MAXIMUM),
    documents=(DOCUMENT,),
    suits_alike=True,
    circles=(Circle("dragon_7", Sign("Dragon 7"), clauses=("D7-1",)),),
)

GAME = baccarat.PLAIN_BACCARAT.with_side_bets(DRAGON_7)
