"""A stranger's game, dealt and settled, with a die and four wagers, but no layout, habits or words of its own.

The house turns up two cards at once and one face down; each player gets two and may double. The better card wins.
"""

from enum import IntEnum
from typing import Final

from croupier.cards import rank_of, suit_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Deal,
    Decide,
    Decision,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
    Game,
    House,
    HouseBank,
    Kind,
    Line,
    Model,
    Option,
    Parameter,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Settle,
    Supply,
    Wager,
    Wagering,
    Whole,
    seat_slot,
    section,
)

SEATS: Final = Parameter("seats", Whole(1, 14), 7, "HC-1", "how many seats the table has")


class Against(IntEnum):
    LOSE = 0
    TIE = 1
    WIN = 2


@rule
def against(left: int, right: int, hidden: int, own: int, other: int) -> int:
    house, player = max(rank_of(left), rank_of(right), rank_of(hidden)), max(rank_of(own), rank_of(other))
    if player == house:
        return Against.TIE
    return Against.WIN if player > house else Against.LOSE


@rule
def is_pair(own: int, other: int) -> int:
    return rank_of(own) == rank_of(other)


@rule
def is_suited(own: int, other: int) -> int:
    return suit_of(own) == suit_of(other)


@rule
def best_card(own: int, other: int) -> int:
    return max(rank_of(own), rank_of(other))


HOUSE_CARDS: Final = ("left", "right", "hidden")


def hands(so_far: Round) -> tuple[str, ...]:
    return tuple(seat_slot(seat) for seat in so_far.players)


def facts(so_far: Round, seat: int) -> Facts:
    house = tuple(card for slot in HOUSE_CARDS for card in (so_far.cards(slot) or (-1,)))
    option = so_far.decided(seat)
    return {"house": house, "hand": so_far.cards(seat_slot(seat)), "double": (int(option == "double"),)}


def wager(id_: str, label: str, outcome: Rule, lines: tuple[Line, ...], needs: tuple[str, ...] = ()) -> Wager:
    return Wager(id_, label, outcome, lines, "HC-1", 1_00, 100_00, "HC-1", needs=needs, needs_clause="HC-1")


COMPARED: Final = (
    Line(Against.WIN, "win", "Higher", EVEN, ("HC-4",)),
    Line(Against.TIE, "tie", "Equal", PUSHED, ("HC-4",)),
    Line(Against.LOSE, "lose", "Lower", LOST, ("HC-4",)),
)
MODEL: Final = Model(
    id="high-card",
    decks=1,
    draws=(Drawn("house", Draw.ORDERED, 3), Drawn("hand", Draw.SET, 2)),
    wagers=(
        wager("bet", "Bet", Rule(against, ("house", "hand")), COMPARED),
        wager("doubled", "Double", Rule(against, ("house", "hand")), COMPARED),
        wager(
            "pair",
            "Pair",
            Rule(is_pair, ("hand",)),
            (Line(1, "pair", "Pair", EVEN * 11, ("HC-4",)), Line(0, "no_pair", "No pair", LOST, ("HC-4",))),
            ("bet",),
        ),
        wager(
            "suited",
            "Suited",
            Rule(is_suited, ("hand",)),
            (Line(1, "suited", "Suited", EVEN * 3, ("HC-4",)), Line(0, "unsuited", "Not suited", LOST, ("HC-4",))),
            ("bet",),
        ),
    ),
    decisions=(
        Decision(
            id="double",
            wager="doubled",
            base="bet",
            options=(Option(0, "stand", "Stand", 0), Option(1, "double", "Double", 1)),
            sees=Rule(best_card, ("hand",)),
            codes=13,
            clause="HC-3",
            default="stand",
        ),
    ),
    per_seat=("hand",),
)
PROCEDURE: Final = (
    Wagering("HC-1", "HC-2", "Your bets, please.", "No more bets."),
    Roll("HC-2", 6, "The die is rolled for show."),
    Deal("HC-2", lambda _: ("left", "right"), 1, face_up=True, says="Two cards for the house."),
    Deal("HC-2", lambda _: ("hidden",), 1, face_up=False, says="One face down."),
    Deal("HC-2", hands, 2, face_up=False, says="Two cards for everybody."),
    Decide("HC-3", "double", lambda so_far: so_far.players, "Double, or stand."),
    Ready("HC-4", "All are decided."),
    Expose("HC-4", lambda _: (("hidden", (0,)),), "The hidden card."),
    Expose("HC-4", lambda so_far: tuple((slot, (0, 1)) for slot in hands(so_far)), "The hands."),
    Settle("HC-4", lambda so_far: tuple((s, w.id) for s in so_far.players for w in MODEL.wagers), "All are settled."),
    PickUp("HC-4", lambda so_far: (*HOUSE_CARDS, *hands(so_far)), "The cards are picked up."),
)


def build(game: Game, house: House) -> Rulebook:
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="HC-1",
        model=MODEL,
        procedure=PROCEDURE,
        bank=HouseBank("HC-4"),
        supply=Supply(1, Renewal.CONTINUOUS, "HC-2", "HC-2"),
        facts=facts,
        void_clause="HC-1",
    )


DOCUMENT: Final = Document("high-card", "High Card", "nobody")
HIGH_CARD: Final = Game(
    id="high-card",
    title="High Card",
    documents=(DOCUMENT,),
    clauses=section(
        DOCUMENT,
        "All of it",
        ("HC-1", Kind.RULE, "Up to seven players bet on their hands, on a pair and on two cards of a suit."),
        ("HC-2", Kind.PROCEDURE, "The house gets two cards face up and one face down, each player two face down."),
        ("HC-3", Kind.RULE, "A player who has seen the hand may double the bet."),
        ("HC-4", Kind.RULE, "The higher best card wins even money; a pair pays 11:1 and two of a suit 3:1."),
    ),
    rulings=(),
    parameters=(SEATS,),
    build=build,
)
