"""High Card, a game made up to be small: one card each, the higher one wins.

This file is the whole game: clauses, house rules, rule functions, wagers and procedure. Every command takes it:
`croupier play examples/games/high_card.py`.
"""

from enum import IntEnum

from croupier.cards import rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    Choice,
    Deal,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
    Feature,
    Game,
    House,
    HouseBank,
    Kind,
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
    Slot,
    Supply,
    Wager,
    Wagering,
    Whole,
    check_limits,
    seat_slot,
    section,
)

DOCUMENT = Document("high-card", "High Card, an example", "nobody")
CLAUSES = section(
    DOCUMENT,
    "Rules",
    ("HC-1", Kind.PROCEDURE, "Wagers are placed before any card is dealt."),
    ("HC-2", Kind.PROCEDURE, "Each seat gets one card face up, then the dealer one face down, which is turned over."),
    ("HC-3", Kind.RULE, "The higher card wins 1:1; aces are high."),
    ("HC-4", Kind.RULE, "Equal cards lose, unless the house lets them push."),
    ("HC-5", Kind.RULE, "One deck, shuffled for every round."),
)
RULINGS = (
    Ruling(
        "HC-R1",
        "Limits are the house's, a seat's spot is for its own player, and a round may be called off.",
        ("minimum",),
    ),
)

SEATS = Parameter("seats", Whole(1, 7), 5, "HC-2", "how many seats the table has")
TIES = Parameter("ties", Choice(("lose", "push")), "lose", "HC-4", "what equal cards do", decides=(EVERY,))
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "HC-R1", "least wager")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "HC-R1", "largest wager")


class Compared(IntEnum):
    """How the player's card compares with the dealer's."""

    LOWER = 0
    EQUAL = 1
    HIGHER = 2


@rule
def rank(card: int) -> int:
    """HC-3: aces are high."""
    return rank_of(card)


@rule
def compared(own: int, dealer: int) -> int:
    """HC-3, HC-4: which card is higher."""
    if own == dealer:
        return Compared.EQUAL
    return Compared.HIGHER if own > dealer else Compared.LOWER


def seats_of(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's card and the dealer's."""
    return {"own": so_far.cards(seat_slot(seat)), "dealer": so_far.cards("dealer")}


def spoken(so_far: Round, seat: int) -> str:
    """Who has the higher card."""
    if seat not in so_far.players:
        return ""
    own, dealer = so_far.cards(seat_slot(seat))[0], so_far.cards("dealer")[0]
    words = {Compared.LOWER: "Dealer wins", Compared.EQUAL: "Equal cards", Compared.HIGHER: "You win"}
    return words[Compared(compared(rank(own), rank(dealer)))]


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of High Card under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    ties = house[TIES]
    wager = Wager(
        id="bet",
        label="Bet",
        clause="HC-1",
        outcome=Rule(compared, ("own_rank", "dealer_rank")),
        lines=(
            Line(Compared.HIGHER, "win", "The higher card", EVEN, ("HC-3",)),
            Line(Compared.EQUAL, "equal", "Equal cards", LOST if ties == "lose" else PUSHED, ("HC-4",), ties),
            Line(Compared.LOWER, "lose", "The lower card", LOST, ("HC-3",)),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="HC-R1",
        back_line="HC-R1",
    )
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="HC-2",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("own", Draw.SET, 1), Drawn("dealer", Draw.SET, 1)),
            wagers=(wager,),
            features=(
                Feature("own_rank", Rule(rank, ("own",))),
                Feature("dealer_rank", Rule(rank, ("dealer",))),
            ),
            per_seat=("own",),
            suits_alike=True,
        ),
        procedure=(
            Wagering("HC-1", "HC-2", "Place your bets.", "No more bets."),
            Deal("HC-2", seats_of, 1, face_up=True, says="One card for each seat."),
            Deal("HC-2", lambda _: ("dealer",), 1, face_up=False, says="One for the dealer."),
            Expose("HC-2", lambda _: (("dealer", (0,)),), "The dealer's card."),
            Ready("HC-3", "All cards are open."),
            Settle("HC-3", lambda so_far: tuple((seat, "bet") for seat in so_far.players), "Wagers are settled."),
            PickUp("HC-2", lambda so_far: (*seats_of(so_far), "dealer"), "The cards are picked up."),
        ),
        bank=HouseBank("HC-3"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="HC-5", decks_clause="HC-5"),
        facts=facts,
        void_clause="HC-R1",
        change_clause="HC-R1",
    )


HIGH_CARD = Game(
    id="high-card",
    title="High Card",
    documents=(DOCUMENT,),
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(SEATS, TIES, MINIMUM, MAXIMUM),
    build=build,
    aliases=("high",),
    vocabulary="1.0",
    goal="Get a higher card than the dealer.",
    spoken=spoken,
)
