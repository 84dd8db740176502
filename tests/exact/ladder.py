"""Small games in which not everything is offered always: by what is seen, and by what was decided before."""

from dataclasses import replace
from fractions import Fraction

from croupier.cards import rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import NOT_ASKED, Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, Wager
from tests.exact.invented import RANK, rank_seen

NINE = 7
"""The code of the rank."""

# ── Invented games ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def is_high(own: int) -> int:
    """Whether a card is a nine or better."""
    return 1 if rank_of(own) >= NINE else 0


@rule
def has_stayed(stay: int) -> int:
    """Whether the seat is still in."""
    return 1 if stay > 0 else 0


@rule
def may_climb(own: int, first: int, stay: int) -> int:
    """Whether the seat is in and its card is not beaten yet."""
    return 1 if stay > 0 and rank_of(own) >= rank_of(first) else 0


@rule
def may_soar(own: int, first: int, stay: int) -> int:
    """Whether a double stake stands and the cards are not the same rank."""
    return 1 if stay == 2 and rank_of(own) != rank_of(first) else 0


@rule
def climbed(own: int, first: int, second: int, stay: int, climb: int) -> int:
    """0 folded, 1 given up, 2 beaten, 3 highest of three, 4 not asked and yet not the lowest."""
    if stay == 0:
        return 0
    if climb == NOT_ASKED:
        return 4 if rank_of(own) > rank_of(second) else 2
    if climb == 0:
        return 1
    return 3 if rank_of(own) > max(rank_of(first), rank_of(second)) else 2


CLIMBED = Rule(climbed, ("own", "first", "second", "stay", "climb"))
LINES = (
    Line(4, "spared", "Not asked, not the lowest", Fraction(3, 2)),
    Line(3, "win", "Highest", Fraction(3)),
    Line(2, "lose", "Beaten", LOST),
    Line(1, "given_up", "Given up", Fraction(-1, 2)),
    Line(0, "folded", "Folded", LOST),
)
FIRST_DECISION = Decision(
    "stay",
    wager="stay",
    base="ante",
    options=(
        Option(0, "fold", "Fold", 0),
        Option(1, "stay", "Stay", 1),
        Option(2, "double", "Double", 2, offered=Rule(is_high, ("own",))),
    ),
    sees=Rule(rank_seen, ("own",)),
    codes=13,
    default="fold",
    fields=(RANK,),
)
SECOND_DECISION = Decision(
    "climb",
    wager="climb",
    base="ante",
    options=(
        Option(0, "give_up", "Give up", 0),
        Option(1, "climb", "Climb", 2),
        Option(1, "soar", "Soar", 4, offered=Rule(may_soar, ("own", "first", "stay"))),
    ),
    sees=Rule(rank_seen, ("first",)),
    codes=13,
    default="give_up",
    asked=Rule(may_climb, ("own", "first", "stay")),
    fields=(RANK,),
)
LADDER = Model(
    id="ladder",
    decks=1,
    draws=tuple(Drawn(name, Draw.SET, 1) for name in ("own", "first", "second")),
    decisions=(FIRST_DECISION, SECOND_DECISION),
    wagers=tuple(Wager(id_, id_.capitalize(), CLIMBED, LINES) for id_ in ("ante", "stay", "climb")),
    told_apart_by=(rank_of,),
)
"""Stay, or double with a high card; who is in and not beaten yet may climb, and soar who doubled."""

BY_DECISIONS = replace(
    LADDER,
    id="by-decisions",
    decisions=(FIRST_DECISION, replace(SECOND_DECISION, asked=Rule(has_stayed, ("stay",)))),
)
"""The same, whoever is in being asked."""


@rule
def wins(own: int, dealer: int, double: int, twice: int) -> int:
    """2 for the higher rank, 1 for the same, 0 for the lower, 3 for a seat that gave up, 4 for a second time."""
    if double == 2:
        return 3
    if twice == 1:
        return 4
    return 1 + (rank_of(own) > rank_of(dealer)) - (rank_of(own) < rank_of(dealer))


@rule
def is_tied(own: int, dealer: int) -> int:
    """Whether both cards have one rank."""
    return 1 if rank_of(own) == rank_of(dealer) else 0


@rule
def both(own: int, dealer: int) -> int:
    """Both ranks."""
    return rank_of(own) * 13 + rank_of(dealer)


@rule
def low_face(die: int) -> int:
    """Whether the die shows a low face."""
    return 1 if die <= 2 else 0


@rule
def stands(double: int) -> int:
    """Whether something is doubled."""
    return 1 if double == 1 else 0


@rule
def face(die: int) -> int:
    """A face, from 0."""
    return die - 1


WINS = Rule(wins, ("own", "dealer", "double", "twice"))
WIN_LINES = (
    Line(4, "twice", "Twice", Fraction(1, 3)),
    Line(3, "gave_up", "Gave up", Fraction(-1, 2)),
    Line(2, "win", "Higher", EVEN),
    Line(1, "tie", "Same", PUSHED),
    Line(0, "lose", "Lower", LOST),
)
DICEY = Model(
    id="dicey",
    decks=2,
    draws=(Drawn("own", Draw.SET, 1), Drawn("die", Draw.DIE, 3), Drawn("dealer", Draw.SET, 1)),
    features=(Feature("low", Rule(low_face, ("die",))), Feature("kept", Rule(stands, ("double",)))),
    decisions=(
        Decision(
            "double",
            wager="double",
            base="ante",
            options=(
                Option(0, "stand", "Stand", 0),
                Option(1, "double", "Double", 1),
                Option(2, "give_up", "Give up", 0, offered=Rule(is_high, ("own",))),
            ),
            sees=Rule(rank_seen, ("own",)),
            codes=13,
        ),
        Decision(
            "roll",
            wager="roll",
            base="double",
            options=(Option(0, "no", "No", 0), Option(1, "yes", "Yes", 1)),
            sees=Rule(face, ("die",)),
            codes=3,
            asked=Rule(stands, ("low",)),
        ),
        Decision(
            "twice",
            wager="again",
            base="ante",
            options=(Option(0, "no", "No", 0), Option(1, "yes", "Yes", 3)),
            sees=Rule(both, ("own", "dealer")),
            codes=169,
            asked=Rule(lambda kept, own, dealer: kept * (rank_of(own) == rank_of(dealer)), ("kept", "own", "dealer")),
        ),
    ),
    wagers=tuple(Wager(id_, id_.capitalize(), WINS, WIN_LINES) for id_ in ("ante", "double", "roll", "again")),
    told_apart_by=(rank_of,),
)
"""Three decisions with a die between them, one asked by a feature of the die, one by a feature of a decision."""
