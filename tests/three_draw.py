"""Three Card Draw, made up for tests: three cards face down to each of two seats, any of which are exchanged once."""

from fractions import Fraction
from typing import Final

from croupier.cards import NO_CARD, rank_of
from croupier.odds import LOST, PUSHED
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
    PickUp,
    Ready,
    Renewal,
    Round,
    Rule,
    Rulebook,
    Settle,
    Slot,
    Supply,
    Wager,
    Wagering,
    holds,
    seat_slot,
    section,
)

CARDS: Final = 3
DOCUMENT = Document("three-draw", "Three Card Draw, made up", "nobody")


@rule
def three(a: int, b: int, c: int) -> int:
    """Trips, a flush, a pair or nothing."""
    alike = (rank_of(a) == rank_of(b)) + (rank_of(b) == rank_of(c)) + (rank_of(a) == rank_of(c))
    if alike == CARDS:
        return 3
    if a & 3 == b & 3 and b & 3 == c & 3:
        return 2
    return 1 if alike else 0


@rule
def three_seen(a: int, b: int, c: int) -> int:
    """The three cards, whatever their order."""
    low, high = min(a, b, c), max(a, b, c)
    return (low * 52 + a + b + c - low - high) * 52 + high


PAYS: Final = (LOST, PUSHED, Fraction(3), Fraction(9))
LINES: Final = tuple(Line(code, "npft"[code], "npft"[code], odds, ("TD-1",)) for code, odds in enumerate(PAYS))
HOLD: Final = Decision(
    "hold", "", "", holds(CARDS), Rule(three_seen, ("hand",)), 52**CARDS, clause="TD-1", default="hold_123"
)
THREE: Final = Model(
    "three",
    1,
    (Drawn("hand", Draw.SET, CARDS), Drawn("final", Draw.SET, CARDS, after="hold", of="hand")),
    (Wager("bet", "Bet", Rule(three, ("final",)), LINES, clause="TD-1", least=1_00, limit_clause="TD-1"),),
    decisions=(HOLD,),
    per_seat=("hand", "final"),
    suits_alike=True,
)


def hands(so_far: Round) -> tuple[Slot, ...]:
    return tuple(map(seat_slot, so_far.players))


def facts(so_far: Round, seat: int) -> Facts:
    dealt, unknown = so_far.cards(seat_slot(seat)), (NO_CARD,) * CARDS
    final = HOLD.held(so_far.decided(seat), dealt, CARDS) if so_far.decided(seat) else ()
    return {"hand": (*dealt[:CARDS], *unknown)[:CARDS], "final": (*final, *unknown)[:CARDS]}


def build(game: Game, house: House) -> Rulebook:
    return Rulebook(
        game=game,
        house=house,
        seats=2,
        seats_clause="TD-1",
        model=THREE,
        procedure=(
            Wagering("TD-1", "TD-1", "Bets.", "No more bets."),
            Deal("TD-1", hands, CARDS, face_up=False, says="Three cards."),
            Decide("TD-1", "hold", lambda so_far: so_far.players, "Which cards do you hold?"),
            Deal("TD-1", hands, CARDS, face_up=False, says="The draw.", after="hold"),
            Ready("TD-1", "The hands are complete."),
            Expose(
                "TD-1",
                lambda so_far: tuple((slot, tuple(range(len(so_far.cards(slot))))) for slot in hands(so_far)),
                "All cards.",
            ),
            Settle("TD-1", lambda so_far: tuple((seat, "bet") for seat in so_far.players), "Settled."),
            PickUp("TD-1", hands, "Picked up."),
        ),
        bank=HouseBank("TD-1"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="TD-1", decks_clause="TD-1"),
        facts=facts,
        void_clause="TD-1",
    )


THREE_DRAW: Final = Game(
    id="three-draw",
    title="Three Card Draw",
    documents=(DOCUMENT,),
    clauses=section(DOCUMENT, "Three Card Draw", ("TD-1", Kind.RULE, "Three cards, exchanged once.")),
    rulings=(),
    parameters=(),
    build=build,
)
