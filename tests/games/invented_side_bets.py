"""Side bets made up for tests: one of two wagers for Three Card Poker, and two for Casino Monte."""

from fractions import Fraction
from typing import Final

from croupier.cards import rank_of, suit_of
from croupier.games.three_card_poker import Hand, hand_of
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    Document,
    Feature,
    House,
    Kind,
    Line,
    Money,
    Parameter,
    Round,
    Rule,
    Ruling,
    SideBet,
    Wager,
    section,
)

# ── Dealer's Pair: two wagers on the player-dealer's hand ────────────────────────────────────────────────────────────

PAIR_DOCUMENT: Final = Document("dealers-pair", "Dealer's Pair, an example", "nobody")
PAIR_CLAUSES: Final = section(
    PAIR_DOCUMENT,
    "Rules",
    ("DP-1", Kind.RULE, "Dealer's Pair pays 4:1 when the dealer's cards hold a pair or three of a kind."),
    ("DP-2", Kind.RULE, "Dealer's Trips pays 200:1 when the dealer's cards are three of a kind."),
)
PAIR_RULINGS: Final = (Ruling("DP-R1", "Each wager runs from $1 to its maximum.", ("dealers_pair_maximum",)),)
PAIR_MAXIMUM: Final = Parameter(
    "dealers_pair_maximum", Money(1_00, 10**9), 25_00, "DP-R1", "largest wager on the dealer's pair"
)


@rule
def alike(dealer: int) -> int:
    """How many of the dealer's cards have one rank, from the strength of the hand."""
    hand = hand_of(dealer)
    if hand == Hand.THREE_OF_A_KIND:
        return 3
    return 2 if hand == Hand.PAIR else 1


@rule
def at_least_a_pair(dealer_alike: int) -> int:
    """DP-1: a pair or better."""
    return int(dealer_alike >= 2)


@rule
def three_alike(dealer_alike: int) -> int:
    """DP-2: three of a kind."""
    return int(dealer_alike == 3)


def pair_wagers(house: House) -> tuple[Wager, ...]:
    """DP-1, DP-2: both wagers."""

    def wager(id_: str, label: str, outcome: Rule, odds: int, clause: str) -> Wager:
        lines = (
            Line(1, "win", label, Fraction(odds), (clause,)),
            Line(0, "lose", "Anything else", LOST, (clause,)),
        )
        return Wager(
            id_, label, outcome, lines, clause, 1_00, house[PAIR_MAXIMUM], "DP-R1", whole_dollars="DP-R1",
            back_line="DP-R1",
        )  # fmt: skip

    return (
        wager("dealers_pair", "Dealer's Pair", Rule(at_least_a_pair, ("dealer_alike",)), 4, "DP-1"),
        wager("dealers_trips", "Dealer's Trips", Rule(three_alike, ("dealer_alike",)), 200, "DP-2"),
    )


DEALERS_PAIR: Final = SideBet(
    id="dealers-pair",
    title="Dealer's Pair",
    wagers=pair_wagers,
    clauses=PAIR_CLAUSES,
    rulings=PAIR_RULINGS,
    parameters=(PAIR_MAXIMUM,),
    documents=(PAIR_DOCUMENT,),
    features=(Feature("dealer_alike", Rule(alike, ("dealer",))),),
    suits_alike=True,
)

# ── One Suit and Ace Out: two side bets on the three cards of Casino Monte ───────────────────────────────────────────

MONTE_DOCUMENT: Final = Document("three-cards", "Bets on three cards, an example", "nobody")
ONE_SUIT_CLAUSES: Final = section(
    MONTE_DOCUMENT, "One Suit", ("OS-1", Kind.RULE, "One Suit pays 15:1 when all three cards are of one suit.")
)
ACE_OUT_CLAUSES: Final = section(
    MONTE_DOCUMENT,
    "Ace Out",
    ("AO-1", Kind.RULE, "Ace Out pays 3:1 when at least one of the three cards is an ace."),
    ("AO-2", Kind.PROCEDURE, "Where no ace is out it is collected first."),
)


@rule
def one_suit(one: int, two: int, three: int) -> int:
    """OS-1: all of one suit."""
    return int(suit_of(one) == suit_of(two) == suit_of(three))


@rule
def is_ace(card: int) -> bool:
    """AO-1: an ace."""
    return rank_of(card) == 12


@rule
def ace_out(one: int, two: int, three: int) -> int:
    """AO-1: at least one ace."""
    return int(is_ace(one) or is_ace(two) or is_ace(three))


def bet_on(id_: str, label: str, outcome: Rule, odds: int, clause: str) -> Wager:
    """A wager of $1 to $100 that wins by code 1."""
    lines = (Line(1, "win", label, Fraction(odds), (clause,)), Line(0, "lose", "Anything else", LOST, (clause,)))
    return Wager(id_, label, outcome, lines, clause, 1_00, 100_00, clause, back_line=clause)


def no_ace_out(so_far: Round) -> bool:
    """AO-2: whether the three cards hold no ace."""
    slots = ("position 1", "position 2", "position 3")
    return not any(is_ace(card) for slot in slots for card in so_far.cards(slot))


ONE_SUIT: Final = SideBet(
    id="one-suit",
    title="One Suit",
    wagers=lambda _: (bet_on("one_suit", "One Suit", Rule(one_suit, ("cards",)), 15, "OS-1"),),
    clauses=ONE_SUIT_CLAUSES,
    documents=(MONTE_DOCUMENT,),
    suits_alike=True,
)
ACE_OUT: Final = SideBet(
    id="ace-out",
    title="Ace Out",
    wagers=lambda _: (bet_on("ace_out", "Ace Out", Rule(ace_out, ("cards",)), 3, "AO-1"),),
    clauses=ACE_OUT_CLAUSES,
    documents=(MONTE_DOCUMENT,),
    suits_alike=True,
    settles_first=no_ace_out,
)


NO_FACE_CLAUSES: Final = section(
    MONTE_DOCUMENT, "No Face", ("NF-1", Kind.RULE, "No Face pays 1:1 when none of the cards is a jack, queen or king.")
)


@rule
def no_face(faces: int) -> int:
    """NF-1: no face at all."""
    return int(faces == 0)


@rule
def faces_out(one: int, two: int, three: int) -> int:
    """How many of three cards are jacks, queens or kings."""
    return int(9 <= rank_of(one) <= 11) + int(9 <= rank_of(two) <= 11) + int(9 <= rank_of(three) <= 11)


NO_FACE: Final = SideBet(
    id="no-face",
    title="No Face",
    wagers=lambda _: (bet_on("no_face", "No Face", Rule(no_face, ("faces",)), 1, "NF-1"),),
    clauses=NO_FACE_CLAUSES,
    documents=(MONTE_DOCUMENT,),
    features=(Feature("faces", Rule(faces_out, ("cards",))),),
    suits_alike=True,
)
