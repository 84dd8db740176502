"""Lucky Monkey: a side bet on the third cards of a baccarat coup.

One file is the whole side bet. Lucky Monkey belongs to its owners; this is an independent implementation of its
published rules.
"""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from typing import Final

from croupier.cards import ACE, JACK, NO_CARD, rank_of
from croupier.games.baccarat import DOCUMENT, MAIN_WAGERS, PLAIN_BACCARAT
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    Circle,
    House,
    Kind,
    Line,
    Money,
    Parameter,
    Paytable,
    Round,
    Rule,
    Ruling,
    SideBet,
    Sign,
    Wager,
    YesNo,
    section,
)
from croupier.rulebook.house import check_limits

RULES_OF_PLAY: Final = section(
    DOCUMENT,
    "Rules of Play",
    ("LM-A", Kind.RULE, "Lucky Monkey is an optional wager made in conjunction with standard baccarat."),
    ("LM-B", Kind.PROCEDURE, "It is placed before any card is dealt."),
    ("LM-C", Kind.PHYSICAL, "It is placed on the betting zone marked Lucky Monkey."),
    ("LM-D", Kind.RULE, "It is decided by whether the third cards drawn are jacks, queens or kings."),
    ("LM-E", Kind.RULE, "A win is paid by the pay scale in use."),
)

SIDE_BET_RULES: Final = section(
    DOCUMENT,
    "Lucky Monkey Side Bet Rules",
    ("LM-1", Kind.RULE, "Both draw: it wins if one third card, but not both, is a jack, queen or king; else it loses."),
    ("LM-2", Kind.RULE, "Only Player draws: it wins if Player's third card is a jack, queen or king; else it loses."),
    ("LM-3", Kind.RULE, "Only Banker draws: it wins if Banker's third card is a jack, queen or king; else it loses."),
    ("LM-4", Kind.RULE, "Both draw and both third cards are jacks, queens or kings: it wins more."),
    ("LM-5", Kind.PROCEDURE, "No third card: it loses and is collected at once."),
    ("LM-5b", Kind.RULE, "No third card is drawn when both hands hold at least 6, or one holds 8 or 9."),
)

PAYTABLES: Final = section(
    DOCUMENT,
    "Paytables",
    ("LM-T", Kind.RULE, "One of four paytables is in use; every other outcome loses."),
    ("LM-T1", Kind.RULE, "Paytable 1 pays 1, 3, 8, 15, 15, 15."),
    ("LM-T2", Kind.RULE, "Paytable 2 pays 1, 3, 8, 10, 25, 25."),
    ("LM-T3", Kind.RULE, "Paytable 3 pays 1, 3, 8, 10, 10, 75."),
    ("LM-T4", Kind.RULE, "Paytable 4 pays 1, 3, 6, 10, 25, 75."),
)

RULINGS: Final = (
    Ruling(
        "LM-R1",
        "The published scan of the paytables is garbled and is read as: 1, 3, 8, 15, 15, 15; 1, 3, 8, 10, 25, 25; "
        "1, 3, 8, 10, 10, 75; 1, 3, 6, 10, 25, 75 to 1.",
        ("lucky_monkey_paytable",),
    ),
    Ruling("LM-R2", "The events exclude each other and the highest applies: same rank and suit is not also same rank."),
    Ruling(
        "LM-R4",
        "Lucky Monkey needs a Player, Banker or Tie wager at the same seat in the same coup.",
        ("lucky_monkey_alone",),
    ),
)


class LuckyMonkey(IntEnum):
    """Lines of the Lucky Monkey paytables."""

    NOTHING = 0
    ONE_FACE = 1
    PLAYER_FACE = 2
    BANKER_FACE = 3
    BOTH_FACES = 4
    SAME_RANK = 5
    SAME_RANK_AND_SUIT = 6
    NO_THIRD_CARD = 7


@rule
def is_face(card: int) -> bool:
    """LM-D: a jack, queen or king."""
    return card != NO_CARD and JACK <= rank_of(card) < ACE


@rule
def face_identity(card: int) -> int:
    """Which jack, queen or king a card is; all other cards are alike to Lucky Monkey."""
    return card if is_face(card) else NO_CARD


@rule
def lucky_monkey(player_third: int, banker_third: int) -> int:
    """LM-1 to LM-5: what the third cards are worth."""
    if player_third == NO_CARD and banker_third == NO_CARD:
        return LuckyMonkey.NO_THIRD_CARD  # LM-5
    if banker_third == NO_CARD:
        return LuckyMonkey.PLAYER_FACE if is_face(player_third) else LuckyMonkey.NOTHING  # LM-2
    if player_third == NO_CARD:
        return LuckyMonkey.BANKER_FACE if is_face(banker_third) else LuckyMonkey.NOTHING  # LM-3
    if is_face(player_third) and is_face(banker_third):  # LM-4, the highest applies (LM-R2)
        if player_third == banker_third:
            return LuckyMonkey.SAME_RANK_AND_SUIT
        same_rank = rank_of(player_third) == rank_of(banker_third)
        return LuckyMonkey.SAME_RANK if same_rank else LuckyMonkey.BOTH_FACES
    if is_face(player_third) or is_face(banker_third):
        return LuckyMonkey.ONE_FACE  # LM-1
    return LuckyMonkey.NOTHING


LINES: Final = (
    (LuckyMonkey.ONE_FACE, "one_face", "Both draw, only one J/Q/K", "LM-1"),
    (LuckyMonkey.PLAYER_FACE, "player_face", "Only Player draws, J/Q/K", "LM-2"),
    (LuckyMonkey.BANKER_FACE, "banker_face", "Only Banker draws, J/Q/K", "LM-3"),
    (LuckyMonkey.BOTH_FACES, "both_faces", "Both draw J/Q/K", "LM-4"),
    (LuckyMonkey.SAME_RANK, "same_rank", "Both draw J/Q/K, same rank", "LM-4"),
    (LuckyMonkey.SAME_RANK_AND_SUIT, "same_rank_and_suit", "Both draw J/Q/K, same rank and suit", "LM-4"),
)
PRINTED: Final = (  # LM-R1
    (1, 3, 8, 15, 15, 15),  # LM-T1
    (1, 3, 8, 10, 25, 25),  # LM-T2
    (1, 3, 8, 10, 10, 75),  # LM-T3
    (1, 3, 6, 10, 25, 75),  # LM-T4
)

PAYTABLE: Final = Parameter(
    "lucky_monkey_paytable",
    Paytable(tuple(id_ for _, id_, _, _ in LINES), PRINTED),
    tuple(Fraction(odds) for odds in PRINTED[0]),
    "LM-T",
    "which printed paytable pays Lucky Monkey, or odds for its six lines",
    decides=("lucky_monkey",),
)
ALONE: Final = Parameter(
    "lucky_monkey_alone",
    YesNo(),
    default=False,
    clause="LM-R4",
    help="whether Lucky Monkey may be bet without Player, Banker or Tie",
)
MINIMUM: Final = Parameter("lucky_monkey_minimum", Money(1, 10**9), 1_00, "LM-R7", "least Lucky Monkey wager")
MAXIMUM: Final = Parameter("lucky_monkey_maximum", Money(1, 10**9), 100_00, "LM-R7", "largest Lucky Monkey wager")


def wagers(house: House) -> tuple[Wager, ...]:
    """LM-A, LM-E: the wager, placed with a main wager and paid by the paytable in use."""
    check_limits(house, MINIMUM, MAXIMUM)
    winning = zip(LINES, house[PAYTABLE], strict=True)
    wager = Wager(
        id="lucky_monkey",
        label="Lucky Monkey",
        clause="LM-B",
        outcome=Rule(lucky_monkey, ("player_third", "banker_third")),
        lines=(
            *(Line(code, id_, label, odds, (clause, "LM-T")) for (code, id_, label, clause), odds in winning),
            Line(LuckyMonkey.NOTHING, "lose", "All other outcomes", LOST, ("LM-T",)),
            Line(LuckyMonkey.NO_THIRD_CARD, "no_third_card", "No third card", LOST, ("LM-5",), "lose"),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="LM-R7",
        needs=() if house[ALONE] else MAIN_WAGERS,
        needs_clause="LM-R4",
        back_line="LM-R7",
    )
    return (wager,)


def no_third_card(so_far: Round) -> bool:
    """LM-5, LM-5b: neither hand drew."""
    return len(so_far.cards("player")) == 2 and len(so_far.cards("banker")) == 2


LUCKY_MONKEY: Final = SideBet(
    id="lucky-monkey",
    title="Lucky Monkey",
    wagers=wagers,
    clauses=(*RULES_OF_PLAY, *SIDE_BET_RULES, *PAYTABLES),
    rulings=RULINGS,
    parameters=(PAYTABLE, ALONE, MINIMUM, MAXIMUM),
    tells_apart=(face_identity,),
    settles_first=no_third_card,
    circles=(Circle("lucky_monkey", Sign("Lucky Monkey"), clauses=("LM-C",)),),
)

WITH_LUCKY_MONKEY: Final = PLAIN_BACCARAT.with_side_bets(LUCKY_MONKEY, id="baccarat", title="Baccarat")
BACCARAT: Final = replace(
    WITH_LUCKY_MONKEY,
    aliases=("bac",),
    rulings=tuple(sorted(WITH_LUCKY_MONKEY.rulings, key=lambda ruling: (len(ruling.id), ruling.id))),  # one list
)
