"""Player Pair and Banker Pair: side bets that a hand of baccarat begins with two cards of one rank.

One file is the whole side bet, two wagers, and ends with baccarat that has it on its layout: every command takes it,
such as `croupier play examples/games/pairs.py`. The wagers belong to nobody; these are their rules as they are commonly
published.
"""

from enum import IntEnum
from fractions import Fraction

from croupier.cards import rank_of
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

DOCUMENT = Document("pairs", "Player Pair and Banker Pair, as their rules are commonly published", "nobody")
CLAUSES = section(
    DOCUMENT,
    "Pairs",
    ("PR-1", Kind.PROCEDURE, "Player Pair and Banker Pair are placed before any card is dealt."),
    ("PR-2", Kind.RULE, "Player Pair wins 11:1 if Player's first two cards are of one rank, and loses otherwise."),
    ("PR-3", Kind.RULE, "Banker Pair wins 11:1 if Banker's first two cards are of one rank, and loses otherwise."),
)
RULINGS = (
    Ruling(
        "PR-R1",
        "From $1 to $100 each, beside a Player, Banker or Tie wager of the same seat; a seat's spots are for its own "
        "player.",
        ("pair_minimum", "pair_maximum"),
    ),
    Ruling("PR-R2", "A pair is of one rank, not of one value: a king and a queen are not a pair."),
)

PAYS = Parameter(
    "pair_pays", Whole(1, 100), 11, "PR-2", "what a pair pays to one", decides=("player_pair", "banker_pair")
)
MINIMUM = Parameter("pair_minimum", Money(1, 10**9), 1_00, "PR-R1", "least wager on a pair")
MAXIMUM = Parameter("pair_maximum", Money(1, 10**9), 100_00, "PR-R1", "largest wager on a pair")


class Pair(IntEnum):
    """Outcomes of either wager."""

    NOTHING = 0
    PAIR = 1


@rule
def player_pair(p1: int, _b1: int, p2: int, _b2: int, _fifth: int, _sixth: int) -> int:
    """PR-2: whether Player's first two cards are of one rank (PR-R2)."""
    return Pair.PAIR if rank_of(p1) == rank_of(p2) else Pair.NOTHING


@rule
def banker_pair(_p1: int, b1: int, _p2: int, b2: int, _fifth: int, _sixth: int) -> int:
    """PR-3: whether Banker's first two cards are of one rank (PR-R2)."""
    return Pair.PAIR if rank_of(b1) == rank_of(b2) else Pair.NOTHING


def wagers(house: House) -> tuple[Wager, ...]:
    """Player Pair and Banker Pair."""
    check_limits(house, MINIMUM, MAXIMUM)
    sides = (("player_pair", "Player Pair", player_pair, "PR-2"), ("banker_pair", "Banker Pair", banker_pair, "PR-3"))
    return tuple(
        Wager(
            id=id_,
            label=label,
            clause="PR-1",
            outcome=Rule(function, ("coup",)),
            lines=(
                Line(Pair.PAIR, "pair", "A pair", Fraction(house[PAYS]), (clause,)),
                Line(Pair.NOTHING, "lose", "No pair", LOST, (clause,)),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="PR-R1",
            needs=baccarat.MAIN_WAGERS,
            needs_clause="PR-R1",
            back_line="PR-R1",
        )
        for id_, label, function, clause in sides
    )


PAIRS = SideBet(
    id="pairs",
    title="Pairs",
    wagers=wagers,
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(PAYS, MINIMUM, MAXIMUM),
    documents=(DOCUMENT,),
    tells_apart=(rank_of,),
    suits_alike=True,
    circles=(
        Circle("player_pair", Sign("Player Pair"), clauses=("PR-1",)),
        Circle("banker_pair", Sign("Banker Pair"), clauses=("PR-1",)),
    ),
)

GAME = baccarat.PLAIN_BACCARAT.with_side_bets(PAIRS)
