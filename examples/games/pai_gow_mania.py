"""Pai Gow Mania: wagers on three and on seven cards of a deck with a joker.

They are the two side bets of a pai gow poker table, dealt here by themselves. This file is the whole game, in the order
of its document: cards, the deal, what three cards make, what seven make, limits. Pai Gow Mania belongs to its owners;
this is an independent implementation of its published rules. Every command takes it:
`croupier play examples/games/pai_gow_mania.py`.
"""

from enum import IntEnum
from fractions import Fraction

from croupier.cards import ACE, DECK, JOKER, THREE, is_joker, rank_of, suit_of
from croupier.hands import (
    ACE_LOW,
    JokerPoker,
    ThreeCardPoker,
    best_five_bug,
    category,
    hand_words,
    repeated,
    three_card_strength,
)
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    CardPlaces,
    Circle,
    Deal,
    Document,
    Draw,
    Drawn,
    Facts,
    Fixture,
    FixtureKind,
    Game,
    House,
    HouseBank,
    Kind,
    Layout,
    Line,
    Model,
    Money,
    Parameter,
    Paytable,
    PickUp,
    Ready,
    Renewal,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    Sign,
    Slot,
    Supply,
    Wager,
    Wagering,
    Whole,
    check_limits,
    seat_slot,
    section,
)

DOCUMENT = Document("pai-gow-mania", "Pai Gow Mania, as its rules are published", "the owners of Pai Gow Mania")

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards",
    ("PM-1", Kind.RULE, "One deck of 53 cards is used: the usual 52 and a joker."),
    ("PM-2", Kind.RULE, "The joker is an ace, or the card that completes a straight, a flush or a straight flush."),
)

PAI_GOW_DECK = (*DECK, JOKER)
"""PM-1: a deck with its joker."""

# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "The deal",
    ("PM-3", Kind.PROCEDURE, "Each player may bet on three cards, on seven, or on both, before any card is dealt."),
    ("PM-4", Kind.PROCEDURE, "Three cards go face up to each player, then four more."),
)

FIRST_CARDS, MORE_CARDS = 3, 4

# ── Three cards ──────────────────────────────────────────────────────────────────────────────────────────────────────

THREE_CARDS = section(
    DOCUMENT,
    "Three cards",
    (
        "PM-5",
        Kind.RULE,
        (
            "The first three cards pay 40:1 for a straight flush without the joker, 30 for three of a kind, 5 for a "
            "straight flush with the joker, 4 for a straight, 3 for a flush and 1 for a pair."
        ),
    ),
    ("PM-6", Kind.RULE, "With less, the wager on three cards loses."),
)


class First(IntEnum):
    """What the first three cards make, by what it pays."""

    NOTHING = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    WILD_STRAIGHT_FLUSH = 4
    THREE_OF_A_KIND = 5
    NATURAL_STRAIGHT_FLUSH = 6


@rule
def first_with_joker(one: int, two: int) -> int:
    """PM-2: what two cards make with the joker."""
    low, high = min(one, two), max(one, two)
    apart = rank_of(high) - rank_of(low)
    suited = suit_of(low) == suit_of(high)
    if apart == 0:
        return First.THREE_OF_A_KIND if rank_of(high) == ACE else First.PAIR
    if apart <= FIRST_CARDS - 1 or (rank_of(high) == ACE and rank_of(low) <= THREE):
        return First.WILD_STRAIGHT_FLUSH if suited else First.STRAIGHT
    if suited:
        return First.FLUSH
    return First.PAIR if rank_of(high) == ACE else First.NOTHING


@rule
def first_hand(one: int, two: int, three: int) -> int:
    """PM-5: what the first three cards make."""
    last = max(one, two, three)
    if is_joker(last):
        low = min(one, two, three)
        return first_with_joker(low, one + two + three - last - low)
    hand = category(three_card_strength(one, two, three))
    if hand >= ThreeCardPoker.STRAIGHT_FLUSH:
        return First.NATURAL_STRAIGHT_FLUSH
    return First.THREE_OF_A_KIND if hand == ThreeCardPoker.THREE_OF_A_KIND else hand


# ── Seven cards ──────────────────────────────────────────────────────────────────────────────────────────────────────

SEVEN_CARDS = section(
    DOCUMENT,
    "Seven cards",
    (
        "PM-7",
        Kind.RULE,
        (
            "The best five of all seven cards pay 500:1 for five aces, 250 for a royal flush, 50 for a straight flush, "
            "25 for four of a kind, 5 for a full house, 4 for a flush, 3 for three of a kind and 2 for a straight."
        ),
    ),
    ("PM-8", Kind.RULE, "With less, the wager on seven cards loses."),
)


@rule
def holds_three(cards: tuple[int, ...]) -> bool:
    """PM-2: whether three cards are of one rank, the joker being an ace."""
    once, twice, thrice, _ = repeated(cards)
    has_joker = once >> rank_of(JOKER) & 1
    return bool(thrice or (has_joker and twice >> ACE & 1))


@rule
def seven_hand(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """PM-7: what all seven cards make; three of a kind beside a straight pays more (PM-R2)."""
    cards = (a, b, c, d, e, f, g)
    hand = category(best_five_bug(cards, ACE_LOW))
    return JokerPoker.THREE_OF_A_KIND if hand == JokerPoker.STRAIGHT and holds_three(cards) else hand


FIRST_PAID = tuple(hand.name.lower() for hand in sorted(First, reverse=True)[:-1])
FIRST_PRINTED = (40, 30, 5, 4, 3, 1)  # PM-5
FIRST_PAYTABLE = Parameter(
    "three_paytable",
    Paytable(FIRST_PAID, (FIRST_PRINTED,)),
    tuple(Fraction(odds) for odds in FIRST_PRINTED),  # parts of a cent: PM-R4
    "PM-5",
    "odds on three cards, from a natural straight flush down to a pair; 1 is the usual paytable",
    decides=(EVERY,),
)
SEVEN_HANDS = (
    *(JokerPoker.FIVE_OF_A_KIND, JokerPoker.ROYAL_FLUSH, JokerPoker.STRAIGHT_FLUSH, JokerPoker.FOUR_OF_A_KIND),
    *(JokerPoker.FULL_HOUSE, JokerPoker.FLUSH, JokerPoker.THREE_OF_A_KIND, JokerPoker.STRAIGHT),
)
SEVEN_PRINTED = (500, 250, 50, 25, 5, 4, 3, 2)  # PM-7
SEVEN_PAYTABLE = Parameter(
    "seven_paytable",
    Paytable(tuple(hand.id for hand in SEVEN_HANDS), (SEVEN_PRINTED,)),
    tuple(Fraction(odds) for odds in SEVEN_PRINTED),  # parts of a cent: PM-R4
    "PM-7",
    "odds on seven cards, from five aces down to a straight; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "PM-R1",
        "Six seats, and $1 to $100 on each wager; both are dealt here without the pai gow hands they lie beside. A "
        "seat's spots are for its own player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling("PM-R2", "Seven cards that hold three of a kind and a straight are paid for three of a kind."),
    Ruling(
        "PM-R3",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("PM-R4", "Odds of a house's own that give a part of a cent are paid down to the cent."),
)

SEATS = Parameter("seats", Whole(1, 6), 6, "PM-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 1_00, "PM-R1", "least wager")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 100_00, "PM-R1", "largest wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: three cards, seven cards."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("three", "seven"))


PROCEDURE = (
    Wagering("PM-3", "PM-4", "Place your bets, on three cards or on seven.", "No more bets."),
    Deal("PM-4", hands, FIRST_CARDS, face_up=True, says="Three cards for each player."),
    Deal("PM-4", hands, MORE_CARDS, face_up=True, says="Four more cards for each player."),
    Ready("PM-7", "All cards are open."),
    Settle("PM-7", settlement_order, "Wagers are settled."),
    PickUp("PM-1", hands, "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's first three cards and the other four."""
    cards = so_far.cards(seat_slot(seat))
    return {"first": cards[:FIRST_CARDS], "more": cards[FIRST_CARDS:]}


def hand_name(known: tuple[int, ...]) -> str:
    """PM-2: a hand as a dealer calls it, once all seven cards are known."""
    return hand_words(best_five_bug(known, ACE_LOW), JokerPoker) if len(known) == FIRST_CARDS + MORE_CARDS else ""


def spoken(so_far: Round, seat: int) -> str:
    """What a seat's seven cards make."""
    return hand_name(so_far.cards(seat_slot(seat))).capitalize() if seat in so_far.players else ""


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────

LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("PM-1",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Three cards"), "three", ("PM-5",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Seven cards"), "seven", ("PM-7",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("PM-1",)),
        ),
    ),
    seat=(
        CardPlaces(OWN_HAND, FIRST_CARDS + MORE_CARDS, caption=hand_name, clauses=("PM-4",)),
        Circle("three", Sign("Three"), clauses=("PM-3",)),
        Circle("seven", Sign("Seven"), clauses=("PM-3",)),
    ),
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """The wagers on three and on seven cards."""
    firsts = sorted(First, reverse=True)[:-1]
    return (
        Wager(
            id="three",
            label="Three cards",
            clause="PM-3",
            outcome=Rule(first_hand, ("first",)),
            lines=(
                *(
                    Line(hand, id_, id_.replace("_", " ").capitalize(), odds, ("PM-5",))
                    for hand, id_, odds in zip(firsts, FIRST_PAID, house[FIRST_PAYTABLE], strict=True)
                ),
                Line(First.NOTHING, "lose", "Less than a pair", LOST, ("PM-6",)),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="PM-R1",
            back_line="PM-R1",
        ),
        Wager(
            id="seven",
            label="Seven cards",
            clause="PM-3",
            outcome=Rule(seven_hand, ("first", "more")),
            lines=(
                *(
                    Line(hand, hand.id, hand.words.capitalize(), odds, ("PM-7",))
                    for hand, odds in zip(SEVEN_HANDS, house[SEVEN_PAYTABLE], strict=True)
                ),
                *(
                    Line(hand, hand.id, hand.words.capitalize(), LOST, ("PM-8",), "lose")
                    for hand in (JokerPoker.TWO_PAIR, JokerPoker.PAIR, JokerPoker.HIGH_CARD)
                ),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="PM-R1",
            back_line="PM-R1",
        ),
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Pai Gow Mania under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="PM-R1",
        model=Model(
            id=game.id,
            decks=1,
            deck=PAI_GOW_DECK,
            draws=(Drawn("first", Draw.SET, FIRST_CARDS), Drawn("more", Draw.SET, MORE_CARDS)),
            wagers=wagers(house),
            per_seat=("first", "more"),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("PM-7"),
        supply=Supply(decks=1, deck=PAI_GOW_DECK, renewal=Renewal.CONTINUOUS, clause="PM-1", decks_clause="PM-1"),
        facts=facts,
        void_clause="PM-R3",
        change_clause="PM-R3",
        layout=LAYOUT,
    )


PAI_GOW_MANIA = Game(
    id="pai-gow-mania",
    title="Pai Gow Mania",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *THREE_CARDS, *SEVEN_CARDS),
    rulings=RULINGS,
    parameters=(SEATS, FIRST_PAYTABLE, SEVEN_PAYTABLE, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Get a good poker hand, with your first three cards or with all seven. The joker is an ace, or the card that "
    "completes a straight or a flush.",
    spoken=spoken,
)
