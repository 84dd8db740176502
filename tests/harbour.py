"""Harbour, made up for tests: two decisions, two dice that decide, a fold that ends the asking, and a side bet."""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction

from croupier.cards import NO_CARD, rank_of, suit_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Choice,
    Deal,
    Decide,
    Decision,
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
    Option,
    Parameter,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    SightField,
    Slot,
    Supply,
    Wager,
    Wagering,
    Whole,
    check_limits,
    seat_slot,
    section,
)

VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)


class Docking(IntEnum):
    FOLDED = 0
    BEHIND = 1
    TIED = 2
    AHEAD = 3


@rule
def points(one: int, two: int) -> int:
    """HB-5: two cards."""
    return VALUES[rank_of(one)] + VALUES[rank_of(two)]


@rule
def own_points(one: int, two: int, tide: int) -> int:
    """HB-5: the seat's cards and the tide card, 3 to 30."""
    return points(one, two) + VALUES[rank_of(tide)]


@rule
def dealer_points(one: int, two: int, wind: int, storm: int) -> int:
    """HB-6: the dealer's cards and both dice."""
    return points(one, two) + wind + storm


@rule
def docking(own: int, dealer: int, sail: int) -> int:
    """HB-3, HB-7: folded, or who is ahead."""
    if sail == 0:
        return Docking.FOLDED
    if own == dealer:
        return Docking.TIED
    return Docking.AHEAD if own > dealer else Docking.BEHIND


@rule
def one_suit(one: int, two: int, tide: int) -> int:
    """HB-8: three cards of one suit."""
    return 1 if suit_of(one) == suit_of(two) and suit_of(two) == suit_of(tide) else 0


@rule
def first_sight(own: int) -> int:
    """HB-3: points so far."""
    return own


@rule
def second_sight(own: int, wind: int) -> int:
    """HB-4: points, and the first die."""
    return 7 * own + wind


def wager(id_: str, label: str, tied: Fraction, folded: Fraction) -> Wager:
    return Wager(
        id=id_,
        label=label,
        outcome=Rule(docking, ("own", "dealer", "sail")),
        lines=(
            Line(Docking.AHEAD, "ahead", "More points", EVEN, ("HB-7",), "win"),
            Line(Docking.TIED, "tied", "Equal points", tied, ("HB-7",), "push" if tied == PUSHED else "lose"),
            Line(Docking.BEHIND, "behind", "Fewer points", LOST, ("HB-7",), "lose"),
            Line(Docking.FOLDED, "folded", "Folded", folded, ("HB-3",), "lose"),
        ),
    )


FLAGS = Wager(
    id="flags",
    label="Three Flags",
    outcome=Rule(one_suit, ("hand", "tide")),
    lines=(Line(1, "flags", "One suit", Fraction(17), ("HB-8",)), Line(0, "lose", "Not", LOST, ("HB-8",))),
)

SAIL = Decision(
    id="sail",
    wager="first",
    base="ante",
    options=(Option(0, "fold", "Fold", 0), Option(1, "sail", "Sail", 1), Option(2, "full", "Full sail", 2)),
    sees=Rule(first_sight, ("own",)),
    codes=31,
    default="fold",
    clause="HB-3",
    only_by_player="HB-R3",
    fields=(SightField("points", lambda code: code, str, int, ordered=True),),
)
PRESS = Decision(
    id="press",
    wager="second",
    base="ante",
    options=(Option(0, "hold", "Hold", 0), Option(1, "press", "Press", 1)),
    sees=Rule(second_sight, ("own", "wind")),
    codes=7 * 31,
    default="hold",
    clause="HB-4",
    only_by_player="HB-R3",
    fields=(
        SightField("points", lambda code: code // 7, str, int, ordered=True),
        SightField("wind", lambda code: code % 7, str, int),
    ),
)


def model(tied: Fraction) -> Model:
    return Model(
        id="harbour",
        decks=1,
        draws=(
            Drawn("hand", Draw.SET, 2),
            Drawn("tide", Draw.SET, 1),
            Drawn("wind", Draw.DIE, 6),
            Drawn("dealers", Draw.SET, 2),
            Drawn("storm", Draw.DIE, 6),
        ),
        features=(
            Feature("own", Rule(own_points, ("hand", "tide"))),
            Feature("dealer", Rule(dealer_points, ("dealers", "wind", "storm"))),
        ),
        wagers=(
            wager("ante", "Ante", tied, LOST),
            wager("first", "First", PUSHED, LOST),
            wager("second", "Second", PUSHED, LOST),
            FLAGS,
        ),
        decisions=(SAIL, PRESS),
        per_seat=("hand",),
        suits_alike=True,
    )


DOCUMENT = Document("harbour", "Harbour, rules of play", "nobody")
CLAUSES = section(
    DOCUMENT,
    "Rules",
    ("HB-1", Kind.PROCEDURE, "Players place an ante, and Three Flags if they like, before any card is dealt."),
    ("HB-2", Kind.PROCEDURE, "Each seat gets two cards face down; one card, the tide, is dealt face up."),
    ("HB-3", Kind.PROCEDURE, "Each player folds and loses the ante, or bets one or two antes on First."),
    ("HB-4", Kind.PROCEDURE, "A die is rolled. Players who did not fold may bet one ante on Second."),
    ("HB-5", Kind.RULE, "A seat's points are those of its two cards and the tide. Aces count 1, court cards 10."),
    ("HB-6", Kind.RULE, "The dealer gets two cards, and rolls another die. Both dice count."),
    ("HB-7", Kind.RULE, "More points win even money; equal points lose the ante and push the others."),
    ("HB-8", Kind.RULE, "Three Flags pays 17:1 if the two cards and the tide are of one suit."),
    ("HB-9", Kind.RULE, "One deck is used and shuffled for every round."),
)
RULINGS = (
    Ruling("HB-R1", "The house sets the limits of the wagers.", ("minimum", "maximum")),
    Ruling("HB-R2", "A round may be called off until it is settled; house rules change only between rounds."),
    Ruling("HB-R3", "Only the player of a seat bets and decides there."),
)


SEATS = Parameter("seats", Whole(1, 7), 5, "HB-2", "how many seats the table has")
TIES = Parameter(
    "ties", Choice(("lose", "push")), "lose", "HB-7", "what equal points do to the ante", decides=("ante",)
)
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "HB-R1", "least wager")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "HB-R1", "largest wager")


def hands(so_far: Round) -> tuple[Slot, ...]:
    return tuple(seat_slot(seat) for seat in so_far.players)


def still_in(so_far: Round) -> tuple[int, ...]:
    """HB-4: the seats that did not fold."""
    return tuple(seat for seat in so_far.players if so_far.decided(seat, "sail") != "fold")


def all_cards(so_far: Round) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    return tuple((slot, (0, 1)) for slot in hands(so_far))


def wagers_in_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "first", "second", "flags"))


PROCEDURE = (
    Wagering("HB-1", "HB-1", "Place your bets.", "No more bets."),
    Deal("HB-2", hands, 2, face_up=False, says="Two cards for each seat."),
    Deal("HB-2", ("tide",), 1, face_up=True, says="The tide."),
    Decide("HB-3", "sail", lambda so_far: so_far.players, "Fold, sail or full sail?"),
    Roll("HB-4", 6, "The wind."),
    Decide("HB-4", "press", still_in, "Hold or press?"),
    Deal("HB-6", ("dealer",), 2, face_up=True, says="Two cards for the dealer."),
    Roll("HB-6", 6, "The storm."),
    Expose("HB-5", all_cards, "All cards are turned over."),
    Ready("HB-7", "All is out."),
    Settle("HB-7", wagers_in_order, "Wagers are settled."),
    PickUp("HB-9", lambda so_far: (*hands(so_far), "tide", "dealer"), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    tide = so_far.cards("tide") or (NO_CARD,)
    wind, storm, *_ = (*so_far.dice, 0, 0)
    return {
        "hand": so_far.cards(seat_slot(seat)),
        "tide": tide,
        "wind": (wind,),
        "dealers": so_far.cards("dealer") or (NO_CARD, NO_CARD),
        "storm": (storm,),
        "sail": (0 if so_far.decided(seat, "sail") in ("", "fold") else 1,),
    }


def build(game: Game, house: House) -> Rulebook:
    check_limits(house, MINIMUM, MAXIMUM)
    plain = model(LOST if house[TIES] == "lose" else PUSHED)

    def placed(wager: Wager) -> Wager:
        least, most = house[MINIMUM], house[MAXIMUM]
        return replace(wager, clause="HB-1", least=least, most=most, limit_clause="HB-R1", back_line="HB-R3")

    ante, first, second, flags = plain.wagers
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="HB-2",
        model=replace(
            plain,
            wagers=(
                placed(ante),
                replace(first, clause="HB-3"),
                replace(second, clause="HB-4"),
                replace(placed(flags), needs=("ante",), needs_clause="HB-1"),
            ),
        ),
        procedure=PROCEDURE,
        bank=HouseBank("HB-7"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="HB-9", decks_clause="HB-9"),
        facts=facts,
        void_clause="HB-R2",
        change_clause="HB-R2",
    )


HARBOUR = Game(
    id="harbour",
    title="Harbour",
    documents=(DOCUMENT,),
    clauses=CLAUSES,
    rulings=RULINGS,
    parameters=(SEATS, TIES, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.0",
)
