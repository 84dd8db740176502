"""Tie Breaker, made up for tests: a card against the bank's, a die, and one more card for a seat that ties and dares.

The bank is the house or a player whose own seat holds its card. No field of a described round is named kindly.
"""

from enum import IntEnum
from fractions import Fraction
from typing import Final

from croupier.cards import NO_CARD, rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Deal,
    Decide,
    Decision,
    Document,
    Draw,
    Drawn,
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
    PlayerDealerBank,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Settle,
    Slot,
    Supply,
    Wager,
    Wagering,
    YesNo,
    owner_of,
    seat_slot,
    section,
)

DOCUMENT: Final = Document("tie-breaker", "Tie Breaker", "nobody")
CLAUSES: Final = section(
    DOCUMENT,
    "Tie Breaker",
    ("TB-1", Kind.RULE, "One deck, five seats, a wager from $1 to $500, and one on the die."),
    ("TB-2", Kind.PROCEDURE, "A card to each player and to the bank, then the die."),
    ("TB-3", Kind.RULE, "A player may double, or dare: one who dares on a tie gets one more card."),
    ("TB-4", Kind.RULE, "The higher card wins even money; a tie pushes, and wins 3:1 if the third card is red."),
    ("TB-5", Kind.RULE, "A six on the die pays the side wager 4:1."),
    ("TB-6", Kind.RULE, "A player may bank with a wager."),
    ("TB-7", Kind.RULE, "Who does not tie, or does not dare, gets no more cards."),
)
PLAYERS_BANK: Final = Parameter("players_bank", YesNo(), default=False, clause="TB-6", help="whether players bank")
BANK_SLOT: Final = "the-bank hand"


class Result(IntEnum):
    BEHIND = 0
    TIED = 1
    AHEAD = 2
    BROKEN = 3


@rule
def compared(own: int, more: int, bank: int) -> int:
    if more != NO_CARD and more % 4 in (1, 2):
        return Result.BROKEN
    if rank_of(own) == rank_of(bank):
        return Result.TIED
    return Result.AHEAD if rank_of(own) > rank_of(bank) else Result.BEHIND


@rule
def is_six(die: int) -> int:
    return 1 if die == 6 else 0


@rule
def own_rank(own: int) -> int:
    return rank_of(own)


def bank_slot(so_far: Round) -> Slot:
    return seat_slot(so_far.player_dealer) if so_far.player_dealer else BANK_SLOT


def tied(so_far: Round, slot: Slot) -> bool:
    own, bank = so_far.cards(slot), so_far.cards(bank_slot(so_far))
    return rank_of(own[0]) == rank_of(bank[0]) and so_far.decided(owner_of(slot)) == "dare"


def facts(so_far: Round, seat: int) -> Facts:
    own = so_far.cards(seat_slot(seat))
    bank = so_far.cards(bank_slot(so_far))
    return {"own": own[:1], "more": (*own, NO_CARD)[1:2], "bank": bank, "die": (so_far.die,)}


def hands(so_far: Round) -> tuple[Slot, ...]:
    return tuple(seat_slot(seat) for seat in so_far.players)


def lines(tie: Fraction) -> tuple[Line, ...]:
    return (
        Line(Result.AHEAD, "ahead", "Higher card", EVEN, ("TB-4",), "win"),
        Line(Result.BROKEN, "broken", "Broken tie", tie, ("TB-4",), "win"),
        Line(Result.TIED, "tied", "Tie", PUSHED, ("TB-4",), "push"),
        Line(Result.BEHIND, "behind", "Lower card", LOST, ("TB-4",), "lose"),
    )


def build(game: Game, house: House) -> Rulebook:
    rule_ = Rule(compared, ("own", "more", "bank"))
    six = (Line(1, "six", "A six", Fraction(4), ("TB-5",)), Line(0, "lose", "No six", LOST, ("TB-5",)))
    side = Rule(is_six, ("die",))
    options = (Option(0, "stand", "Stand", 0), Option(1, "dare", "Dare", 0), Option(2, "double", "Double", 1))
    bank = PlayerDealerBank(
        *("TB-6", "TB-6", "TB-6", "TB-6"),
        rounds=3,
        least=1_00,
        least_clause="TB-6",
        whole_dollars="",
        fee_reserve=0,
        coverage="net",
        uncovered_clauses=("TB-6",),
    )
    return Rulebook(
        game=game,
        house=house,
        seats=5,
        seats_clause="TB-1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(
                *(Drawn("own", Draw.ORDERED, 1), Drawn("more", Draw.ORDERED, 1)),
                *(Drawn("bank", Draw.ORDERED, 1), Drawn("die", Draw.DIE, 6)),
            ),
            wagers=(
                Wager("main", "Main", rule_, lines(Fraction(3)), "TB-1", 1_00, 500_00, "TB-1"),
                Wager("more", "Double", rule_, lines(Fraction(3)), "TB-3"),
                Wager("cards", "Six", side, six, "TB-5", 1_00, 50_00, "TB-1"),
            ),
            decisions=(
                Decision("seat", "more", "main", options, Rule(own_rank, ("own",)), 13, clause="TB-3", default="stand"),
            ),
        ),
        procedure=(
            Wagering("TB-1", "TB-2", "Place your bets.", "No more bets."),
            Deal("TB-2", hands, 1, face_up=False, says="A card to each player."),
            Deal("TB-2", lambda so_far: (bank_slot(so_far),), 1, face_up=True, says="A card to the bank."),
            Roll("TB-2", 6, "The die."),
            Decide(
                "TB-3", "seat", lambda so_far: tuple(s for s in so_far.players if so_far.stake(s, "main")), "Decide."
            ),
            Deal("TB-3", hands, 1, face_up=True, says="One more.", only_to=tied, decided_by=lambda _: "TB-7"),
            Ready("TB-4", "All is known."),
            Settle("TB-4", lambda r: tuple((s, w) for s in r.players for w in ("main", "more", "cards")), "Settled."),
            PickUp("TB-2", lambda r: (*hands(r), bank_slot(r)), "Cards are picked up."),
        ),
        bank=bank if house[PLAYERS_BANK] else HouseBank("TB-4"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="TB-2", decks_clause="TB-1"),
        facts=facts,
        void_clause="TB-2",
    )


TIE_BREAKER: Final = Game(
    "tie-breaker", "Tie Breaker", (DOCUMENT,), CLAUSES, rulings=(), parameters=(PLAYERS_BANK,), build=build
)
