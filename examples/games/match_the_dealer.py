"""Match the Dealer: cards of the dealer's rank, dealt from Spanish decks, which have no tens.

It is the side bet of Spanish 21, dealt here by itself: two cards for each player, and the dealer's card that lies face
up. This file is the whole game, in the order of its document: cards, the deal, payment, limits. Spanish 21 and Match
the Dealer belong to their owners; this is an independent implementation of their published rules. Every command takes
it: `croupier play examples/games/match_the_dealer.py`.
"""

from enum import IntEnum
from fractions import Fraction
from functools import partial

from croupier.cards import DECK, RANK_WORDS, TEN, rank_of
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    OWN_HAND,
    Burn,
    CardPlaces,
    Choice,
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
    Words,
    check_limits,
    seat_slot,
    section,
)

DOCUMENT = Document(
    "match-the-dealer",
    "Match the Dealer, as casinos publish its rules",
    "the owners of Spanish 21 and Match the Dealer",
)

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards",
    ("MD-1", Kind.RULE, "Six or eight Spanish decks are used: 48 cards each, the tens being left out."),
    ("MD-2", Kind.RULE, "A card matches the dealer's if it has the same rank; in the same suit it is a suited match."),
)

SPANISH_DECK = tuple(card for card in DECK if rank_of(card) != TEN)
"""MD-1: a deck without its tens."""

DECKS = Parameter("decks", Whole(1, 16), 6, "MD-1", "how many Spanish decks are in use", table=(6, 8))
SHUFFLE = Parameter(
    "shuffle",
    Choice(("shoe", "continuous")),
    "shoe",
    "MD-R2",
    "whether cards come from a shoe or a continuous shuffler",
)
CUT_CARD = Parameter("cut_card", Whole(20, 192), 72, "MD-R2", "how many cards lie behind the shoe's cut card")

# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "The deal",
    ("MD-3", Kind.PROCEDURE, "Match the Dealer is placed before any card is dealt."),
    ("MD-4", Kind.PROCEDURE, "Two cards go face up to each player, and one to the dealer."),
)

DEALER = "dealer"

# ── Payment ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "Payment",
    ("MD-5", Kind.RULE, "With six decks a match pays 4:1 and a suited match 9:1; with eight, 3:1 and 12:1."),
    ("MD-6", Kind.RULE, "Two matches are paid together."),
    ("MD-7", Kind.RULE, "Without a match the wager loses."),
)

MATCH_PAYS = Parameter("match_pays", Whole(1, 100), 4, "MD-5", "what a match of another suit pays to one")
SUITED_PAYS = Parameter("suited_pays", Whole(1, 100), 9, "MD-5", "what a suited match pays to one")


class Matched(IntEnum):
    """How a player's two cards match: three for each suited match, one for each other match."""

    NOTHING = 0
    ONE = 1
    TWO = 2
    SUITED = 3
    SUITED_AND_ONE = 4
    TWO_SUITED = 6


@rule
def match(card: int, dealer: int) -> int:
    """MD-2: one card beside the dealer's."""
    if card == dealer:
        return Matched.SUITED
    return Matched.ONE if rank_of(card) == rank_of(dealer) else Matched.NOTHING


@rule
def matched(one: int, two: int, dealer: int) -> int:
    """MD-6: both cards beside the dealer's."""
    return match(one, dealer) + match(two, dealer)


# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "MD-R1",
        "Seven seats, and $1 to $100 on the wager, which is dealt here without the game that it belongs to. A seat's "
        "spot is for its own player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling(
        "MD-R2",
        "Cards come from a shoe, dealt to a cut card 72 cards from its end and shuffled after the round in which it "
        "comes out; one card of a new shoe is burned. A continuous shuffler deals each round from all the cards.",
        ("shuffle", "cut_card"),
    ),
    Ruling(
        "MD-R3",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "MD-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 1_00, "MD-R1", "least wager")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 100_00, "MD-R1", "largest wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


PROCEDURE = (
    Wagering("MD-3", "MD-4", "Place your bets on Match the Dealer.", "No more bets."),
    Deal("MD-4", hands, 2, face_up=True, says="Two cards for each player."),
    Deal("MD-4", (DEALER,), 1, face_up=True, says="A card for the dealer."),
    Ready("MD-5", "All cards are open."),
    Settle("MD-5", lambda so_far: tuple((seat, "match") for seat in so_far.players), "Wagers are settled."),
    PickUp("MD-R2", lambda so_far: (*hands(so_far), DEALER), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's cards and the dealer's."""
    return {"cards": so_far.cards(seat_slot(seat)), DEALER: so_far.cards(DEALER)}


SPOKEN = {
    Matched.NOTHING: "no match",
    Matched.ONE: "a match",
    Matched.TWO: "two matches",
    Matched.SUITED: "a suited match",
    Matched.SUITED_AND_ONE: "a suited match and another",
    Matched.TWO_SUITED: "two suited matches",
}


def spoken(so_far: Round, seat: int) -> str:
    """How a seat's cards match the dealer's; to everybody, what the dealer has."""
    (dealer,) = so_far.cards(DEALER)
    says = f"Dealer has {RANK_WORDS[rank_of(dealer)]}"
    if seat not in so_far.players:
        return says
    one, two = so_far.cards(seat_slot(seat))
    return f"{SPOKEN[Matched(matched(one, two, dealer))].capitalize()}. {says}"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def layout(house: House) -> Layout:
    """The felt: the dealer's card, and before each seat its cards and its wager."""
    kind = FixtureKind.SHOE if house[SHUFFLE] == "shoe" else FixtureKind.SHUFFLER
    pays = f"A match pays {house[MATCH_PAYS]} to 1, a suited match {house[SUITED_PAYS]} to 1"
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("MD-R2",)),
                CardPlaces(DEALER, 1, Sign("Dealer"), banks=True, clauses=("MD-4",)),
                Fixture(kind, Sign(kind.value), clauses=("MD-R2",)),
            ),
            (Words(pays, ("MD-5",)),),
        ),
        seat=(
            CardPlaces(OWN_HAND, 2, clauses=("MD-4",)),
            Circle("match", Sign("Match"), clauses=("MD-3",)),
        ),
    )


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wager(house: House) -> Wager:
    """Match the Dealer."""
    one, suited = Fraction(house[MATCH_PAYS]), Fraction(house[SUITED_PAYS])
    paid = (
        (Matched.TWO_SUITED, "two_suited", 2 * suited),
        (Matched.SUITED_AND_ONE, "suited_and_one", suited + one),
        (Matched.SUITED, "suited", suited),
        (Matched.TWO, "two", 2 * one),
        (Matched.ONE, "one", one),
    )
    return Wager(
        id="match",
        label="Match the Dealer",
        clause="MD-3",
        outcome=Rule(matched, ("cards", DEALER)),
        lines=(
            *(Line(code, id_, SPOKEN[code].capitalize(), pays, ("MD-5", "MD-6")) for code, id_, pays in paid),
            Line(Matched.NOTHING, "lose", "No match", LOST, ("MD-7",)),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="MD-R1",
        back_line="MD-R1",
    )


def supply(house: House) -> Supply:
    """MD-1, MD-R2: the decks, and when they are shuffled."""
    cards_from = partial(Supply, decks=house[DECKS], deck=SPANISH_DECK, clause="MD-R2", decks_clause="MD-1")
    if house[SHUFFLE] == "continuous":
        return cards_from(renewal=Renewal.CONTINUOUS)
    return cards_from(
        renewal=Renewal.SHOE, cut_from_end=house[CUT_CARD], cut_clause="MD-R2", burn=Burn.ONE, burn_clause="MD-R2"
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Match the Dealer under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="MD-R1",
        model=Model(
            id=game.id,
            decks=house[DECKS],
            deck=SPANISH_DECK,
            draws=(Drawn("cards", Draw.SET, 2), Drawn(DEALER, Draw.SET, 1)),
            wagers=(wager(house),),
            per_seat=("cards",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("MD-5"),
        supply=supply(house),
        facts=facts,
        void_clause="MD-R3",
        change_clause="MD-R3",
        layout=layout(house),
    )


MATCH_THE_DEALER = Game(
    id="match-the-dealer",
    title="Match the Dealer",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *PAYMENT),
    rulings=RULINGS,
    parameters=(DECKS, SHUFFLE, CUT_CARD, SEATS, MATCH_PAYS, SUITED_PAYS, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Get cards of the dealer's rank. One in the dealer's suit pays more, and two cards are paid together.",
    spoken=spoken,
)
