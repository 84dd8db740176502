"""Dragon 7, another house's side bet on baccarat, as one file: it wins when Banker wins with a three-card seven.

It belongs to its owners and stands here to show that a side bet needs nothing but a file like this one.
"""

from enum import IntEnum
from fractions import Fraction
from typing import Final

from croupier.cards import NO_CARD
from croupier.games.baccarat import MAIN_WAGERS
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import Document, House, Kind, Line, Money, Parameter, Rule, SideBet, Wager, section
from croupier.rulebook.house import check_limits

DOCUMENT: Final = Document("dragon-7", "Dragon 7", "the owners of Dragon 7")

CLAUSES: Final = section(
    DOCUMENT,
    "Dragon 7",
    ("D7-1", Kind.RULE, "It wins at 40:1 when Banker wins with a three-card total of 7."),
    ("D7-2", Kind.RULE, "Everything else loses."),
    ("D7-3", Kind.RULE, "It is bet beside a main wager, within its limits."),
)

MINIMUM: Final = Parameter("dragon_7_minimum", Money(1, 10**9), 1_00, "D7-3", "least Dragon 7 wager")
MAXIMUM: Final = Parameter("dragon_7_maximum", Money(1, 10**9), 100_00, "D7-3", "largest Dragon 7 wager")


class Dragon7(IntEnum):
    """Outcomes of Dragon 7."""

    NOTHING = 0
    DRAGON = 1


@rule
def dragon_7(player_total: int, banker_total: int, banker_third: int) -> int:
    """D7-1, D7-2: Banker's winning seven, in three cards."""
    dragon = banker_total == 7 and player_total < 7 and banker_third != NO_CARD
    return Dragon7.DRAGON if dragon else Dragon7.NOTHING


def wagers(house: House) -> tuple[Wager, ...]:
    """The Dragon 7 wager."""
    check_limits(house, MINIMUM, MAXIMUM)
    wager = Wager(
        id="dragon_7",
        label="Dragon 7",
        clause="D7-1",
        outcome=Rule(dragon_7, ("player_total", "banker_total", "banker_third")),
        lines=(
            Line(Dragon7.DRAGON, "dragon_7", "Banker wins with a three-card seven", Fraction(40), ("D7-1",)),
            Line(Dragon7.NOTHING, "lose", "Anything else", LOST, ("D7-2",)),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="D7-3",
        needs=MAIN_WAGERS,
        needs_clause="D7-3",
        back_line="D7-3",
    )
    return (wager,)


DRAGON_7: Final = SideBet(
    id="dragon-7",
    title="Dragon 7",
    wagers=wagers,
    clauses=CLAUSES,
    parameters=(MINIMUM, MAXIMUM),
    documents=(DOCUMENT,),
)
