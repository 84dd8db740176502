"""Casino Monte: three cards, one of them yours, and a die that says which is seen first.

In the order of its two documents: the rules of play, the alternate dealing procedure, the Full Monte side wager,
the worked examples, the payout schedule. Casino Monte belongs to its owners; this is an independent implementation of
its published rules.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from croupier.cards import FIVE, JACK, RANKS, SIX, TEN, rank_from, rank_of, suit_of
from croupier.errors import Refused, quoted
from croupier.hands import is_run, is_run_ace_high
from croupier.odds import EVEN, LOST
from croupier.rule import rule
from croupier.rulebook import (
    Burn,
    CardPlaces,
    CardsField,
    Choice,
    Circle,
    Deal,
    Decide,
    Decision,
    DecisionField,
    Description,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
    Feature,
    Fixture,
    FixtureKind,
    Game,
    Habits,
    House,
    HouseBank,
    Kind,
    Layout,
    Line,
    Model,
    Money,
    Option,
    Parameter,
    Paytable,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    Shape,
    SightField,
    Sign,
    Slot,
    Spot,
    Step,
    Supply,
    Wager,
    Wagering,
    Whole,
    Words,
    YesNo,
    section,
)
from croupier.rulebook.house import check_limits
from croupier.rulebook.model import Fixed

RULES_OF_PLAY: Final = Document("monte-play", "Penn & Teller Casino Monte, Rules of Play", "the owners of Casino Monte")
GAME_RULES: Final = Document("monte-rules", "Casino Monte, Game Rules", "the owners of Casino Monte")

# ── Introduction ─────────────────────────────────────────────────────────────────────────────────────────────────────

INTRODUCTION: Final = section(
    RULES_OF_PLAY,
    "Rules of Play, introduction",
    ("CM-I1", Kind.RULE, "Six or eight standard decks are used."),
    ("CM-I2", Kind.PROCEDURE, "The cards come from a shoe or from a continuous shuffling machine."),
    ("CM-I3", Kind.PROCEDURE, "Cards are shuffled and cut as the house does at blackjack."),
    ("CM-I4", Kind.RULE, "A player wins by having selected the position of the highest ranked of the three cards."),
    ("CM-I5", Kind.RULE, "Cards rank as high cards do in poker: aces highest, deuces lowest."),
    ("CM-I6", Kind.RULE, "All suits rank equal."),
    ("CM-I7", Kind.PHYSICAL, "The dealer has one six-sided die and a metal dice cup."),
)

DECKS: Final = Parameter("decks", Whole(1, 16), 6, "CM-I1", "how many decks are in use", table=(6, 8))
SHUFFLE: Final = Parameter(
    "shuffle",
    Choice(("continuous", "shoe")),
    "continuous",
    "CM-R6",
    "a continuous shuffler, or a shoe dealt down to its cut card",
)
CUT_CARD: Final = Parameter("cut_card", Whole(3, 260), 78, "CM-R6", "how many cards lie behind the shoe's cut card")
PROCEDURE: Final = Parameter(
    "procedure",
    Choice(("standard", "alternate")),
    "standard",
    "CM-R8",
    "three cards face down before the die, or the die before any card",
)
POSITIONS: Final = Parameter("positions", Whole(1, 12), 6, "CM-R8", "how many player positions the table has")

# ── 1. The initial wager ─────────────────────────────────────────────────────────────────────────────────────────────

SECTION_1: Final = section(
    RULES_OF_PLAY,
    "Rules of Play 1",
    ("CM-1", Kind.PROCEDURE, "A round begins with each player's initial wager on one of three betting spots."),
    ("CM-1b", Kind.RULE, "Each betting spot stands for one card position: the spot chosen names the player's card."),
    ("CM-1c", Kind.PHYSICAL, "Spots and positions carry matching colours or symbols."),
    ("CM-1d", Kind.RULE, "A player may bet on only one of the three spots at the player's own position."),
    ("CM-1a", Kind.RULE, "A player may also bet on the Full Monte side wager."),
)

SPOTS: Final = (Spot(1, "red", "▲"), Spot(2, "white", "●"), Spot(3, "blue", "■"))  # CM-1c, CM-A1c, CM-R13

INITIAL_MINIMUM: Final = Parameter("initial_minimum", Money(1, 10**9), 1_00, "CM-R8", "least initial wager")
INITIAL_MAXIMUM: Final = Parameter("initial_maximum", Money(1, 10**9), 500_00, "CM-R8", "largest initial wager")
FULL_MONTE_MINIMUM: Final = Parameter("full_monte_minimum", Money(1, 10**9), 1_00, "CM-R8", "least Full Monte wager")
FULL_MONTE_MAXIMUM: Final = Parameter(
    "full_monte_maximum", Money(1, 10**9), 100_00, "CM-R8", "largest Full Monte wager"
)


@rule
def selected_card(one: int, two: int, three: int, spot: int) -> int:
    """CM-1b: the card in the position that the player's spot stands for."""
    if spot == 1:
        return one
    if spot == 2:
        return two
    return three


# ── 2 to 4. The deal and the die ─────────────────────────────────────────────────────────────────────────────────────

SECTION_2: Final = section(
    RULES_OF_PLAY,
    "Rules of Play 2–4",
    ("CM-2", Kind.PROCEDURE, "After the bets, three cards are drawn face down, the first to the farthest position."),
    ("CM-2b", Kind.PROCEDURE, "The second card goes to the middle, the third to the position nearest the shoe."),
    ("CM-3", Kind.PROCEDURE, "The die is rolled in its cup and shown."),
    ("CM-3b", Kind.PHYSICAL, "The cup is shaken hard three times, set on the felt, and its lid lifted."),
    ("CM-4", Kind.RULE, "A 1 or 2 exposes the first card, a 3 or 4 the second, a 5 or 6 the third."),
    ("CM-4b", Kind.PHYSICAL, "The two faces of each position are printed on the felt below it."),
)

DIE_FACES: Final = 6
POSITION_SLOTS: Final = ("position 1", "position 2", "position 3")  # farthest, middle, nearest (CM-2, CM-2b)


@rule
def position_exposed(die: int) -> int:
    """CM-4, CM-A3: the position that the die selects."""
    return (die + 1) // 2


def slot_exposed(so_far: Round) -> Slot:
    """Which card the die selects."""
    return POSITION_SLOTS[position_exposed(so_far.die) - 1]


def other_slots(so_far: Round) -> tuple[Slot, ...]:
    """The other two cards, farthest from the shoe first."""
    return tuple(slot for slot in POSITION_SLOTS if slot != slot_exposed(so_far))


# ── 5 and 6. Raise or check ──────────────────────────────────────────────────────────────────────────────────────────

SECTION_5: Final = section(
    RULES_OF_PLAY,
    "Rules of Play 5–6",
    ("CM-5", Kind.RULE, "Once the first card is seen, each player may raise by 1, 2 or 3 times the initial wager."),
    ("CM-5b", Kind.RULE, "A player may check instead; the initial wager then stands alone."),
    ("CM-5c", Kind.PHYSICAL, "A raise is put on the spot marked raise."),
    ("CM-6", Kind.PROCEDURE, "When all players have decided, the two remaining cards are turned over."),
)

CARD_RANKS: Final = 13


@rule
def glimpse(one: int, two: int, three: int, die: int, spot: int) -> int:
    """What a player knows when deciding: whose card is exposed, and its rank; 13 more when it is the player's own."""
    position = position_exposed(die)
    rank = rank_of(selected_card(one, two, three, position))
    return rank + CARD_RANKS if position == spot else rank


WHOSE: Final = ("other", "own")


def whose_from(text: str) -> int:
    """Parse whose card is exposed."""
    if text not in WHOSE:
        raise Refused(f"{quoted(text)} is unknown; the exposed card is `own` or `other`")
    return WHOSE.index(text)


RAISE_OR_CHECK: Final = Decision(
    id="raise",
    clause="CM-5",
    wager="raise",
    base="initial",
    options=(
        Option(0, "check", "Check", 0),  # CM-5b, CM-A5b
        Option(1, "raise_1", "Raise 1×", 1),
        Option(2, "raise_2", "Raise 2×", 2),
        Option(3, "raise_3", "Raise 3×", 3),
    ),
    default="check",  # CM-R14
    in_order=False,
    only_by_player="CM-5",
    sees=Rule(glimpse, ("cards", "die", "spot")),
    codes=2 * CARD_RANKS,
    fields=(
        SightField("exposed", lambda code: code // CARD_RANKS, lambda own: WHOSE[own], whose_from),
        SightField("rank", lambda code: code % CARD_RANKS, lambda rank: RANKS[rank], rank_from, ordered=True),
    ),
)


def sight_from(known: Mapping[str, tuple[int, ...]]) -> Fixed:
    """Fixed draws for a player asking for advice: the exposed card is the player's own, or another."""
    own, other = known.get("own", ()), known.get("other", ())
    if len(own) + len(other) != 1 or set(known) - {"own", "other"}:
        raise Refused("give the one exposed card, either as own or as other, and nothing else", clause="CM-4")
    if own:
        return {"cards": (own[0], None, None), "die": (1,)}
    return {"cards": (None, other[0], None), "die": (3,)}


def sight_from_alternate(known: Mapping[str, tuple[int, ...]]) -> Fixed:
    """The same if the exposed card is always dealt first (CM-R9)."""
    fixed = sight_from(known)
    exposed = next(card for card in fixed["cards"] if card is not None)
    return {**fixed, "cards": (exposed, None, None)}


# ── 7. Resolution ────────────────────────────────────────────────────────────────────────────────────────────────────

SECTION_7: Final = section(
    RULES_OF_PLAY,
    "Rules of Play 7",
    ("CM-7a", Kind.RULE, "The highest of the three cards: the initial wager and the raise pay 1:1."),
    ("CM-7b", Kind.RULE, "Not the highest: the initial wager and the raise lose."),
    ("CM-7c", Kind.RULE, "The highest, tied by one other card: the initial wager and the raise pay 1:1."),
    ("CM-7d", Kind.RULE, "All three of one rank: the initial wager pays 3:1 and the raise 1:1."),
)


class Monte(IntEnum):
    """How the selected card compares with the other two; there are no ties with the house (CM-E0)."""

    BEATEN = 0
    HIGHEST = 1
    TIED_HIGHEST = 2
    ALL_ALIKE = 3


@rule
def monte(one: int, two: int, three: int, spot: int) -> int:
    """CM-7a to CM-7d, by rank alone (CM-I4, CM-I5, CM-I6)."""
    a, b, c = rank_of(one), rank_of(two), rank_of(three)
    highest = max(a, b, c)
    if rank_of(selected_card(one, two, three, spot)) < highest:
        return Monte.BEATEN  # CM-7b
    alike = (a == highest) + (b == highest) + (c == highest)
    if alike == 3:
        return Monte.ALL_ALIKE  # CM-7d
    if alike == 2:
        return Monte.TIED_HIGHEST  # CM-7c
    return Monte.HIGHEST  # CM-7a


# ── Alternate Dealing Procedure ──────────────────────────────────────────────────────────────────────────────────────

ALTERNATE: Final = section(
    RULES_OF_PLAY,
    "Alternate Dealing Procedure",
    ("CM-A1", Kind.PROCEDURE, "A round begins with each player's wager on one of the three betting spots."),
    ("CM-A1b", Kind.RULE, "The spot chosen names the player's card; only one spot per player position."),
    ("CM-A1c", Kind.PHYSICAL, "Spots and positions carry matching colours or symbols."),
    ("CM-A1a", Kind.RULE, "A player may also bet on the Full Monte side wager."),
    ("CM-A2", Kind.PROCEDURE, "The die is shaken and shown before any card is dealt."),
    ("CM-A2b", Kind.PHYSICAL, "The cup is shaken hard three times, set on the felt, and its lid lifted."),
    ("CM-A3", Kind.RULE, "A 1 or 2 selects the first position, a 3 or 4 the second, a 5 or 6 the third."),
    ("CM-A3b", Kind.PHYSICAL, "The two faces of each position are printed on the felt below it."),
    ("CM-A4", Kind.PROCEDURE, "One card is drawn and placed face up in the position that the die selected."),
    ("CM-A5", Kind.RULE, "Each player may then raise by 1, 2 or 3 times the initial wager."),
    ("CM-A5b", Kind.RULE, "A player may check instead; the initial wager then stands alone."),
    ("CM-A5c", Kind.PHYSICAL, "A raise is put on the spot marked raise."),
    (
        "CM-A6",
        Kind.PROCEDURE,
        "When all have decided, a card goes face down to the empty position farthest from the shoe.",
    ),
    ("CM-A6b", Kind.PROCEDURE, "The last card goes face down to the open position, and then both are revealed."),
    ("CM-A7a", Kind.RULE, "The highest of the three cards: the initial wager and the raise pay 1:1."),
    ("CM-A7b", Kind.RULE, "Not the highest: the initial wager and the raise lose."),
    ("CM-A7c", Kind.RULE, "The highest, tied by one other card: the initial wager and the raise pay 1:1."),
    ("CM-A7d", Kind.RULE, "All three of one rank: the initial wager pays 3:1 and the raise 1:1."),
)


@rule
def card_at(first: int, second: int, third: int, die: int, position: int) -> int:
    """CM-A4, CM-A6, CM-A6b: the card in a position, from the order in which the cards were dealt."""
    exposed = position_exposed(die)
    if position == exposed:
        return first
    farthest = 2 if exposed == 1 else 1  # of the positions left empty
    return second if position == farthest else third


POSITIONS_ALTERNATE: Final = tuple(
    Feature(f"at_{position}", Rule(card_at, ("cards", "die", f"position_{position}"))) for position in (1, 2, 3)
)
"""Where the cards lie in the alternate procedure, from the order in which they were dealt."""

# ── Full Monte Side Wager ────────────────────────────────────────────────────────────────────────────────────────────

FULL_MONTE_SECTION: Final = section(
    RULES_OF_PLAY,
    "Full Monte Side Wager",
    ("CM-FM", Kind.RULE, "Full Monte wins when the three cards make a poker hand of a pair or better."),
    ("CM-FM1", Kind.RULE, "Three of a kind suited pays 100:1."),
    ("CM-FM2", Kind.RULE, "A straight flush pays 25:1."),
    ("CM-FM3", Kind.RULE, "Three of a kind pays 10:1."),
    ("CM-FM4", Kind.RULE, "A straight pays 5:1."),
    ("CM-FM5", Kind.RULE, "A flush pays 3:1."),
    ("CM-FM6", Kind.RULE, "A pair pays 1:1."),
)


class FullMonte(IntEnum):
    """Lines of the Full Monte paytable."""

    NOTHING = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    THREE_OF_A_KIND_SUITED = 6


@rule
def full_monte_line(one: int, two: int, three: int, run: bool) -> int:
    """CM-FM1 to CM-FM6: only the highest-paying hand counts (CM-R2)."""
    a, b, c = rank_of(one), rank_of(two), rank_of(three)
    suited = suit_of(one) == suit_of(two) and suit_of(two) == suit_of(three)
    if a == b and b == c:
        return FullMonte.THREE_OF_A_KIND_SUITED if suited else FullMonte.THREE_OF_A_KIND  # CM-R3
    if run:
        return FullMonte.STRAIGHT_FLUSH if suited else FullMonte.STRAIGHT
    if suited:
        return FullMonte.FLUSH
    return FullMonte.PAIR if a in (b, c) or b == c else FullMonte.NOTHING


@rule
def full_monte(one: int, two: int, three: int) -> int:
    """CM-FM with the ace high in Q-K-A and low in A-2-3 (CM-R1)."""
    a, b, c = rank_of(one), rank_of(two), rank_of(three)
    high, low = max(a, b, c), min(a, b, c)
    return full_monte_line(one, two, three, is_run(high, a + b + c - high - low, low))


@rule
def full_monte_ace_high(one: int, two: int, three: int) -> int:
    """CM-FM with the ace high only (the other reading of CM-R1)."""
    a, b, c = rank_of(one), rank_of(two), rank_of(three)
    high, low = max(a, b, c), min(a, b, c)
    return full_monte_line(one, two, three, is_run_ace_high(high, a + b + c - high - low, low))


ACE_LOW_STRAIGHT: Final = Parameter(
    "ace_low_straight",
    YesNo(),
    default=True,
    clause="CM-R1",
    help="whether A-2-3 is a straight in Full Monte",
    decides=("full_monte",),
)

FULL_MONTE_LINES: Final = (
    (FullMonte.THREE_OF_A_KIND_SUITED, "three_of_a_kind_suited", "Three of a kind suited", "CM-FM1"),
    (FullMonte.STRAIGHT_FLUSH, "straight_flush", "Straight flush", "CM-FM2"),
    (FullMonte.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind", "CM-FM3"),
    (FullMonte.STRAIGHT, "straight", "Straight", "CM-FM4"),
    (FullMonte.FLUSH, "flush", "Flush", "CM-FM5"),
    (FullMonte.PAIR, "pair", "Pair", "CM-FM6"),
)
PRINTED_FULL_MONTE: Final = (100, 25, 10, 5, 3, 1)  # CM-S4
FULL_MONTE_PAYTABLE: Final = Parameter(
    "full_monte_paytable",
    Paytable(tuple(id_ for _, id_, _, _ in FULL_MONTE_LINES), (PRINTED_FULL_MONTE,)),
    tuple(Fraction(odds) for odds in PRINTED_FULL_MONTE),
    "CM-FM",
    "odds of the Full Monte lines, best first; 1 is the printed paytable",
    decides=("full_monte",),
)

# ── Specific Examples, and the Proposed Payout Schedule ──────────────────────────────────────────────────────────────

EXAMPLES: Final = section(
    RULES_OF_PLAY,
    "Specific Examples of Game Outcome",
    ("CM-E0", Kind.RULE, "A player wins or loses; there are no ties."),
    ("CM-E1", Kind.RULE, "Example 1: jack, ace, four; only the ace wins."),
    ("CM-E2", Kind.RULE, "Example 2: ten, eight, ten; both tens win."),
    ("CM-E3", Kind.RULE, "Example 3: three jacks; all win, the initial wagers at 3:1."),
    ("CM-F1", Kind.RULE, "Full Monte example 1: two jacks and an ace pay $1 for $1."),
    ("CM-F2", Kind.RULE, "Full Monte example 2: three jacks pay $10 for $1."),
    ("CM-F3", Kind.RULE, "Full Monte example 3: 2-3-4 of clubs pays $25 for $1."),
    ("CM-F4", Kind.RULE, "Full Monte example 4: 2 and 6 of clubs with 9 of diamonds lose."),
)

SCHEDULE: Final = section(
    GAME_RULES,
    "Proposed Payout Schedule",
    ("CM-S1", Kind.RULE, "Highest ranked card: initial 1:1, raise 1:1."),
    ("CM-S2", Kind.RULE, "Highest ranked card, a second of the same rank: initial 1:1, raise 1:1."),
    ("CM-S3", Kind.RULE, "Highest ranked card, both others of the same rank: initial 3:1, raise 1:1."),
    ("CM-S4", Kind.RULE, "Full Monte pays as in the rules of play."),
    ("CM-S5", Kind.NOTICE, "The second document repeats the rules of play, both procedures and Full Monte."),
)

RULINGS: Final = (
    Ruling(
        "CM-R1",
        "In a Full Monte straight the ace plays high in Q-K-A and low in A-2-3; K-A-2 is not a straight.",
        ("ace_low_straight",),
    ),
    Ruling(
        "CM-R2",
        "Full Monte pays the best hand only. With several decks, three cards of a suit that hold a pair are a flush.",
    ),
    Ruling("CM-R3", "Three of a kind suited is three cards of one rank and one suit."),
    Ruling(
        "CM-R4", "A raise is exactly 1, 2 or 3 times the initial wager, made between the first card and the others."
    ),
    Ruling("CM-R5", "Full Monte needs an initial wager at the same position and stands whatever is raised."),
    Ruling(
        "CM-R6",
        "A continuous shuffler deals each round from all the cards; a shoe is dealt to a cut card 78 cards (a "
        "deck and a half) from its end and shuffled after the round in which it comes out. Tables deal six or "
        "eight decks; the analysis takes 1 to 16.",
        ("shuffle", "cut_card"),
    ),
    Ruling(
        "CM-R7",
        "The examples' total payout is stake plus winnings for a winner, and minus what was lost for a loser.",
    ),
    Ruling(
        "CM-R8",
        "Unless the house says otherwise: six decks, standard procedure, six positions, $1 to $500 on the initial "
        "wager and $1 to $100 on Full Monte; all positions share the three cards.",
        (
            "decks",
            "procedure",
            "positions",
            "initial_minimum",
            "initial_maximum",
            "full_monte_minimum",
            "full_monte_maximum",
        ),
    ),
    Ruling("CM-R9", "In the alternate procedure the die selects the position to which the first card goes."),
    Ruling(
        "CM-R10",
        "As at blackjack, one card is burned after a shoe is shuffled, none with a continuous shuffler. It lies face "
        "down and is never shown.",
    ),
    Ruling(
        "CM-R11",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("CM-R12", "Odds of a house's own that give a part of a cent are paid down to the cent."),
    Ruling("CM-R13", "The red, white and blue of the examples are the spots of positions 1, 2 and 3."),
    Ruling("CM-R14", "A player who does not decide in time checks, and the record says that the table decided."),
)

# ── Both procedures, each in its own order of events ─────────────────────────────────────────────────────────────────


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: the initial wager, the raise, Full Monte."""
    return tuple(product(so_far.players, ("initial", "raise", "full_monte")))


def players_in_order(so_far: Round) -> tuple[int, ...]:
    """Every player decides, in any order."""
    return so_far.players


class Cited(NamedTuple):
    """A clause of one procedure for what both say."""

    initial: str
    one_spot: str
    full_monte: str
    raises: str
    highest: str
    beaten: str
    tied: str
    all_alike: str
    colours: str
    faces: str
    raise_spot: str
    shaken: str
    farthest: str
    others: str


STANDARD: Final = Cited(
    *("CM-1", "CM-1d", "CM-1a", "CM-5", "CM-7a", "CM-7b", "CM-7c", "CM-7d"),
    *("CM-1c", "CM-4b", "CM-5c"),
    *("CM-3b", "CM-2", "CM-2b"),
)
ALTERNATIVE: Final = Cited(
    *("CM-A1", "CM-A1b", "CM-A1a", "CM-A5", "CM-A7a", "CM-A7b", "CM-A7c", "CM-A7d"),
    *("CM-A1c", "CM-A3b", "CM-A5c"),
    *("CM-A2b", "CM-A6", "CM-A6b"),
)


def settling(cited: Cited) -> tuple[Step, ...]:
    """How either procedure ends."""
    return (
        Ready(cited.highest, "All three cards are open."),
        Settle(cited.highest, settlement_order, "Wagers are settled."),
        PickUp("CM-I3", lambda _: POSITION_SLOTS, "The cards are picked up."),
    )


STANDARD_PROCEDURE: Final[tuple[Step, ...]] = (
    Wagering("CM-1", "CM-2", "Place your bets: red, white or blue; Full Monte if you like.", "No more bets."),
    Deal("CM-2", POSITION_SLOTS, 1, face_up=False, says="Three cards face down, the first to the far position."),
    Roll("CM-3", DIE_FACES, "Three hard shakes, the cup goes down, the lid comes off."),  # CM-3b
    Expose("CM-4", lambda so_far: ((slot_exposed(so_far), (0,)),), "The die chooses the first card to see."),
    Decide(
        "CM-5", "raise", players_in_order, "Raise one, two or three times on the spot marked raise, or check."
    ),  # CM-5c
    Expose("CM-6", lambda so_far: tuple((slot, (0,)) for slot in other_slots(so_far)), "The other two cards."),
    *settling(STANDARD),
)

ALTERNATE_PROCEDURE: Final[tuple[Step, ...]] = (
    # CM-A1a, CM-A1b: the same spots and the same Full Monte as in the standard procedure
    Wagering("CM-A1", "CM-A2", "Place your bets: red, white or blue; Full Monte if you like.", "No more bets."),
    Roll("CM-A2", DIE_FACES, "Before any card: three hard shakes, the cup goes down, the lid comes off."),  # CM-A2b
    # CM-R9: the die has chosen the position that the first card goes to
    Deal("CM-A4", lambda so_far: (slot_exposed(so_far),), 1, face_up=True, says="A card face up where the die says."),
    # CM-A5c is announced with the decision
    Decide("CM-A5", "raise", players_in_order, "Raise one, two or three times on the spot marked raise, or check."),
    Deal("CM-A6", other_slots, 1, face_up=False, says="Two cards face down, the farther position first."),  # CM-A6b
    Expose("CM-A6b", lambda so_far: tuple((slot, (0,)) for slot in other_slots(so_far)), "The other two cards."),
    *settling(ALTERNATIVE),
)


def facts(so_far: Round, seat: int) -> Facts:
    """One seat's draws: the three cards in the order dealt, the die, and the seat's spot."""
    cards = tuple([so_far.cards(slot)[0] for slot in POSITION_SLOTS])
    return {"cards": cards, "die": (so_far.die,), "spot": (so_far.spot(seat),)}


def facts_alternate(so_far: Round, seat: int) -> Facts:
    """The same if the first card went to the position that the die selected (CM-R9)."""
    cards = tuple(so_far.cards(slot)[0] for slot in (slot_exposed(so_far), *other_slots(so_far)))
    positions = {f"position_{position}": (position,) for position in (1, 2, 3)}
    return {"cards": cards, "die": (so_far.die,), "spot": (so_far.spot(seat),), **positions}


def spoken(so_far: Round, seat: int) -> str:
    """How a seat's card, or the highest, stands against the others."""
    ranks = [rank_of(so_far.cards(slot)[0]) for slot in POSITION_SLOTS]
    spot = SPOTS[(so_far.spot(seat) or ranks.index(max(ranks)) + 1) - 1]
    own = ranks.pop(spot.number - 1)

    def listed(verb: str, which: list[int]) -> list[str]:
        return [f"{verb} {' and '.join(rank_text(rank) for rank in which)}"] if which else []

    if own < max(ranks):
        against = listed("loses to", [max(ranks)])
    else:
        equal, lower = [rank for rank in ranks if rank == own], [rank for rank in ranks if rank < own]
        against = listed("ties", equal) + listed("beats", sorted(lower, reverse=True))
    return f"Spot {spot.number} {spot.colour}: {rank_text(own)} {' and '.join(against)}"


def rank_text(rank: int) -> str:
    """A rank as it is printed on a card."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


ALL_ALIKE_PAYS: Final = Fraction(3)  # CM-7d, CM-A7d, CM-S3: the initial wager alone


def wagers(house: House, cited: Cited, cards: tuple[str, ...]) -> tuple[Wager, ...]:
    """The initial wager, the raise, and Full Monte.

    They pay the worked examples CM-E1, CM-E2, CM-E3, CM-F1, CM-F2, CM-F3 and CM-F4 as printed.
    """
    standing = Rule(monte, (*cards, "spot"))
    full_monte_rule = full_monte if house[ACE_LOW_STRAIGHT] else full_monte_ace_high

    def monte_lines(all_alike_pays: Fraction) -> tuple[Line, ...]:
        return (
            Line(Monte.HIGHEST, "highest", "Highest card", EVEN, (cited.highest, "CM-S1"), "win"),
            Line(Monte.TIED_HIGHEST, "tied_highest", "Highest, tied by one", EVEN, (cited.tied, "CM-S2"), "win"),
            Line(Monte.ALL_ALIKE, "all_alike", "All three alike", all_alike_pays, (cited.all_alike, "CM-S3"), "win"),
            Line(Monte.BEATEN, "beaten", "Not the highest", LOST, (cited.beaten,), "lose"),
        )

    return (
        Wager(
            id="initial",
            label="Initial",
            clause=cited.initial,
            outcome=standing,
            lines=monte_lines(ALL_ALIKE_PAYS),
            least=house[INITIAL_MINIMUM],
            most=house[INITIAL_MAXIMUM],
            limit_clause="CM-R8",
            back_line=cited.one_spot,
        ),
        Wager(id="raise", label="Raise", clause=cited.raises, outcome=standing, lines=monte_lines(EVEN)),
        Wager(
            id="full_monte",
            label="Full Monte",
            clause=cited.full_monte,
            outcome=Rule(full_monte_rule, ("cards",)),
            lines=(
                *(
                    Line(code, id_, label, odds, ("CM-FM", clause))
                    for (code, id_, label, clause), odds in zip(
                        FULL_MONTE_LINES, house[FULL_MONTE_PAYTABLE], strict=True
                    )
                ),
                Line(FullMonte.NOTHING, "lose", "Nothing", LOST, ("CM-FM",)),
            ),
            least=house[FULL_MONTE_MINIMUM],
            most=house[FULL_MONTE_MAXIMUM],
            limit_clause="CM-R8",
            needs=("initial",),
            needs_clause="CM-R5",
            pooled=True,
            back_line=cited.one_spot,
        ),
    )


SHOE_SIDES: Final = ("farthest from the {}", "middle", "nearest the {}")  # CM-2, CM-2b


def layout(house: House, cited: Cited) -> Layout:
    """The felt: three card positions, the first farthest from the shoe (CM-2), and a row of spots at each seat."""
    shoe = FixtureKind.SHOE if house[SHUFFLE] == "shoe" else FixtureKind.SHUFFLER
    signs = [Sign(spot.colour, spot.symbol, spot.colour) for spot in SPOTS]
    positions = tuple(
        CardPlaces(
            slot,
            1,
            sign,
            faces=tuple(face for face in range(1, DIE_FACES + 1) if position_exposed(face) == place),
            note=side.format(shoe.value),
            clauses=(cited.colours, cited.faces, cited.farthest if place == 1 else cited.others),
        )
        for place, (slot, sign, side) in enumerate(zip(POSITION_SLOTS, signs, SHOE_SIDES, strict=True), 1)
    )
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DIE_CUP, Sign("die"), clauses=("CM-I7", cited.shaken)),
                *positions,
                Fixture(FixtureKind.PAYTABLE, Sign("Full Monte"), "full_monte", clauses=("CM-FM",)),
                Fixture(shoe, Sign(shoe.value), clauses=("CM-I2",)),
            ),
            (Words("Highest card pays 1 to 1 · all three alike pay 3 to 1", (cited.highest, cited.all_alike)),),
        ),
        seat=(
            *(
                Circle("initial", sign, spot, at=(0.18 + 0.32 * (spot - 1), 0.65), clauses=(cited.colours,))
                for spot, sign in enumerate(signs, 1)
            ),
            Circle("raise", Sign("Raise"), at=(0.27, 0.25), size=0.38, shape=Shape.BOX, clauses=(cited.raise_spot,)),
            Circle("full_monte", Sign("Full Monte"), at=(0.73, 0.25), size=0.42, shape=Shape.ELLIPSE),
        ),
        announced=(("CM-I2", ("CM-I3",)), ("CM-3", ("CM-3b",)), ("CM-A2", ("CM-A2b",))),
    )


def raise_habit(glimpsed: int) -> str:
    """Raise if the card seen makes a win likelier than not, a little if it nearly does, else check."""
    own, rank = divmod(glimpsed, CARD_RANKS)
    if rank >= JACK if own else rank <= FIVE:
        return "raise_3"
    return "raise_1" if (rank >= TEN if own else rank <= SIX) else "check"


def supply(house: House) -> Supply:
    """CM-I1 to CM-I3: the decks, and when they are shuffled (CM-R6, CM-R10)."""
    cards_from = partial(Supply, decks=house[DECKS], clause="CM-I2", decks_clause="CM-I1", burn_clause="CM-R10")
    if house[SHUFFLE] == "continuous":
        return cards_from(renewal=Renewal.CONTINUOUS)
    return cards_from(
        renewal=Renewal.SHOE,
        cut_from_end=house[CUT_CARD],
        cut_clause="CM-R6",
        burn=Burn.ONE,
    )


DESCRIPTION: Final = Description(
    cards=(CardsField("cards", POSITION_SLOTS),),
    decisions=(DecisionField("raise", "raise", in_dollars=True, clause="CM-R4"),),
    dice=False,  # cards are described by position, and the die decides only which is seen first
)


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Casino Monte under these house rules."""
    check_limits(house, INITIAL_MINIMUM, INITIAL_MAXIMUM)
    check_limits(house, FULL_MONTE_MINIMUM, FULL_MONTE_MAXIMUM)
    standard = house[PROCEDURE] == "standard"
    cited = STANDARD if standard else ALTERNATIVE
    cards = ("cards",) if standard else tuple(feature.name for feature in POSITIONS_ALTERNATE)
    return Rulebook(
        game=game,
        house=house,
        seats=house[POSITIONS],
        seats_clause="CM-R8",
        model=Model(
            id=game.id,
            decks=house[DECKS],
            draws=(Drawn("cards", Draw.ORDERED, 3), Drawn("die", Draw.DIE, DIE_FACES)),
            wagers=wagers(house, cited, cards),
            features=() if standard else POSITIONS_ALTERNATE,
            decisions=(
                replace(
                    RAISE_OR_CHECK,
                    clause=cited.raises,
                    only_by_player=cited.raises,
                    sees=Rule(glimpse, (*cards, "die", "spot")),
                ),
            ),
            constants={"spot": 1, "position_1": 1, "position_2": 2, "position_3": 3},  # spots are alike before the deal
            per_seat=("spot",),  # CM-R8: all positions share the cards
            suits_alike=True,  # CM-I6
            sight_from=sight_from if standard else sight_from_alternate,
        ),
        procedure=STANDARD_PROCEDURE if standard else ALTERNATE_PROCEDURE,
        bank=HouseBank(cited.highest),
        supply=supply(house),
        facts=facts if standard else facts_alternate,
        void_clause="CM-R11",
        change_clause="CM-R11",
        spots=SPOTS,
        spots_clause=cited.one_spot,
        layout=layout(house, cited),
        habits=Habits(decisions={"raise": raise_habit}),
        description=DESCRIPTION,
    )


CASINO_MONTE: Final = Game(
    id="casino-monte",
    title="Casino Monte",
    aliases=("monte",),
    documents=(RULES_OF_PLAY, GAME_RULES),
    clauses=(
        *INTRODUCTION,
        *SECTION_1,
        *SECTION_2,
        *SECTION_5,
        *SECTION_7,
        *ALTERNATE,
        *FULL_MONTE_SECTION,
        *EXAMPLES,
        *SCHEDULE,
    ),
    rulings=RULINGS,
    parameters=(
        DECKS,
        SHUFFLE,
        CUT_CARD,
        PROCEDURE,
        POSITIONS,
        ACE_LOW_STRAIGHT,
        FULL_MONTE_PAYTABLE,
        INITIAL_MINIMUM,
        INITIAL_MAXIMUM,
        FULL_MONTE_MINIMUM,
        FULL_MONTE_MAXIMUM,
    ),
    build=build,
    goal="Choose one of three cards by betting on its spot. It wins if none of the others is higher. One card is shown "
    "before the others; then you may raise.",
    spoken=spoken,
    equipment=("CM-I1", "CM-I2", "CM-I7"),  # decks; shoe or shuffler; die and cup
)
