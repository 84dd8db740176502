"""A small Hold'em, made up for tests: two cards each, a flop, a river, and three decisions, of which one raise is all.

Before the flop a player may raise by two or three antes, after the flop by two, at the end by one, or fold. The blind
goes with the ante by a fixed share of it and pays on good hands only.
"""

from fractions import Fraction

from croupier.cards import rank_of, suit_of
from croupier.exact.space import Composition, full, without
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, Wager

CHECK, RAISE = 0, 1
FOLD = 0


@rule
def strength(a: int, b: int, c: int, d: int) -> int:
    """Four cards: the most of one rank, then of one suit, then the highest rank."""
    best = 0
    for card in (a, b, c, d):
        same = 0
        suited = 0
        for other in (a, b, c, d):
            same += rank_of(other) == rank_of(card)
            suited += suit_of(other) == suit_of(card)
        best = max(best, (same * 4 + suited) * 13 + rank_of(card))
    return best


@rule
def is_folded(river: int) -> int:
    return int(river == FOLD)


@rule
def showdown(player: int, dealer: int, folded: int) -> int:
    """Folded, behind, tied, ahead; or ahead of a dealer with nothing."""
    if folded:
        return 0
    if player < dealer:
        return 1
    if player == dealer:
        return 2
    return 4 if dealer < 4 * 2 * 13 else 3


@rule
def good_hand(player: int) -> int:
    return int(player >= 3 * 4 * 13) + int(player >= 2 * 4 * 13)


@rule
def two_cards(a: int, b: int) -> int:
    return min(a, b) * 52 + max(a, b)


@rule
def one_card(a: int) -> int:
    return a


@rule
def is_checked(preflop: int) -> int:
    return int(preflop == CHECK)


@rule
def both_checked(preflop: int, flop: int) -> int:
    return int(preflop == CHECK and flop == CHECK)


@rule
def holds_high(a: int, b: int) -> int:
    """Whether a card is a king or an ace."""
    return int(max(rank_of(a), rank_of(b)) >= 11)


LINES = (
    Line(0, "folded", "Folded", LOST),
    Line(1, "behind", "Behind", LOST),
    Line(2, "tied", "Tied", PUSHED),
    Line(3, "ahead", "Ahead", EVEN),
    Line(4, "far", "Far ahead", Fraction(3, 2)),
)
SHOWDOWN = Rule(showdown, ("player", "dealer_hand", "folded"))

PREFLOP = Decision(
    "preflop",
    wager="play",
    base="ante",
    options=(
        Option(CHECK, "check", "Check", 0),
        Option(RAISE, "raise_3", "Raise 3", 3, Rule(holds_high, ("hand",))),
        Option(RAISE, "raise_2", "Raise 2", 2),
    ),
    sees=Rule(two_cards, ("hand",)),
    codes=52 * 52,
)
FLOP = Decision(
    "flop",
    wager="play",
    base="ante",
    options=(Option(CHECK, "check", "Check", 0), Option(RAISE, "raise", "Raise", 2)),
    sees=Rule(one_card, ("board",)),
    codes=52,
    asked=Rule(is_checked, ("preflop",)),
)
RIVER = Decision(
    "river",
    wager="play",
    base="ante",
    options=(Option(FOLD, "fold", "Fold", 0), Option(RAISE, "raise", "Raise", 1)),
    sees=Rule(one_card, ("turn",)),
    codes=52,
    asked=Rule(both_checked, ("preflop", "flop")),
)

SMALL_HOLDEM = Model(
    id="small-holdem",
    decks=1,
    draws=(
        Drawn("hand", Draw.SET, 2),
        Drawn("board", Draw.SET, 1),
        Drawn("turn", Draw.SET, 1),
        Drawn("dealer", Draw.SET, 2),
    ),
    features=(
        Feature("player", Rule(strength, ("hand", "board", "turn"))),
        Feature("dealer_hand", Rule(strength, ("dealer", "board", "turn"))),
        Feature("folded", Rule(is_folded, ("river",))),
    ),
    decisions=(PREFLOP, FLOP, RIVER),
    wagers=(
        Wager("ante", "Ante", SHOWDOWN, LINES),
        Wager("play", "Play", SHOWDOWN, LINES),
        Wager(
            "good",
            "Good hand",
            Rule(good_hand, ("player",)),
            (Line(0, "none", "None", LOST), Line(1, "pair", "Pair", EVEN), Line(2, "three", "Three", Fraction(5))),
        ),
    ),
    per_seat=("hand",),
    suits_alike=True,
)


def short_deck(*ranks: int) -> Composition:
    """Some ranks of all suits."""
    return without(full(1), (card for card in range(52) if rank_of(card) not in ranks))
