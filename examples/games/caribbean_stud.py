"""Caribbean Stud: five cards against the dealer's five, one of them seen, and a raise of twice the Ante.

This file is the whole game, in the order of its document: cards, hands, the deal, the raise, how hands are paid,
limits. Caribbean Stud belongs to its owners; this is an independent implementation of its published rules. Every
command takes it: `croupier play examples/games/caribbean_stud.py`.

There are 19,933,230,517,200 deals, and 10¹² to count where suits are taken to be alike, with every hand and every card
of the dealer's that can be seen: hours for a few cores, half a minute for one GPU.
`python examples/games/caribbean_stud.py --device gpu` counts it and solves the raise.
"""

import sys
from enum import IntEnum
from fractions import Fraction
from time import perf_counter

import croupier
from croupier.cards import ACE, KING, QUEEN, card_name, cards_from, rank_of
from croupier.hands import Poker, category, five_card_strength, hand_words, strength_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    CardPlaces,
    CardsField,
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
    NamedCard,
    Option,
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
    Words,
    check_limits,
    seat_slot,
    section,
)

DOCUMENT = Document("caribbean-stud", "Caribbean Stud, as its rules are published", "the owners of Caribbean Stud")

# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and hands",
    ("CS-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    ("CS-2", Kind.RULE, "Hands rank as in poker, an ace playing high, or low in A-2-3-4-5; suits do not matter."),
)

HAND_CARDS = 5

# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "Wagers and the deal",
    ("CS-3", Kind.PROCEDURE, "Each player places an Ante before any card is dealt."),
    ("CS-4", Kind.PROCEDURE, "Five cards go face down to each player, then five to the dealer."),
    ("CS-5", Kind.PROCEDURE, "The dealer's last card is turned face up."),
    ("CS-6", Kind.RULE, "Each player looks at his or her own cards only; players do not share what they see."),
)

DEALER = "dealer"
UP = HAND_CARDS - 1
"""CS-5: the place of the card that is seen."""

# ── Raise or fold ────────────────────────────────────────────────────────────────────────────────────────────────────

RAISE_OR_FOLD = section(
    DOCUMENT,
    "Raise or fold",
    ("CS-7", Kind.RULE, "In turn each player raises by twice the Ante, or folds and loses the Ante."),
    ("CS-8", Kind.PROCEDURE, "Then the dealer's other four cards are turned face up."),
)


class Choose(IntEnum):
    """CS-7: what a player may do."""

    FOLD = 0
    RAISE = 1


@rule
def hand_and_up_card(a: int, b: int, c: int, d: int, e: int, up: int) -> int:
    """CS-6: the player's five cards, whatever their order, and the dealer's card."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return ((((a * 52 + b) * 52 + c) * 52 + d) * 52 + e) * 52 + up


def cards_seen(code: int) -> tuple[tuple[int, ...], int]:
    """The hand in a sight, highest card first, and the dealer's card."""
    hand, up = divmod(code, 52)
    return tuple(hand // 52**place % 52 for place in range(HAND_CARDS)), up


def sight_shown(code: int) -> tuple[tuple[str, str], ...]:
    """The dealer's card and the hand."""
    hand, up = cards_seen(code)
    return (("up", card_name(up)), ("hand", " ".join(map(card_name, hand))))


RAISE = Decision(
    "raise",
    wager="raise",
    base="ante",
    options=(Option(Choose.FOLD, "fold", "Fold", 0), Option(Choose.RAISE, "raise", "Raise", 2)),
    sees=Rule(hand_and_up_card, ("hand", "up")),
    codes=52**6,
    clause="CS-7",
    default="fold",
    in_order=True,
    only_by_player="CS-7",
    shown=sight_shown,
)

# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    (
        "CS-9",
        Kind.RULE,
        "The dealer plays with ace and king or better; otherwise the Ante wins 1:1, a raise pushes.",
    ),
    ("CS-10", Kind.RULE, "A hand higher than the dealer's wins 1:1 on the Ante and on the raise by its rank."),
    ("CS-11", Kind.RULE, "A lower hand loses Ante and raise."),
    ("CS-12", Kind.RULE, "Equal hands push Ante and raise."),
    (
        "CS-13",
        Kind.RULE,
        (
            "A raise pays 100:1 on a royal flush, 50 on a straight flush, 20 on four of a kind, 7 on a full house, 5 "
            "on a flush, 4 on a straight, 3 on three of a kind, 2 on two pair, and 1 on less."
        ),
    ),
)

ACE_KING = strength_of(Poker.HIGH_CARD, 0, 1 << ACE | 1 << KING)


class Showdown(IntEnum):
    """How the hand fared; from `WON` on, the hand it won with is added."""

    FOLDED = 0
    UNQUALIFIED = 1
    LOST = 2
    TIED = 3
    WON = 4


@rule
def showdown(player: int, dealer: int, decision: int) -> int:
    """CS-9 to CS-12: the dealer plays with ace-king or better; then the higher hand wins."""
    if decision == Choose.FOLD:
        return Showdown.FOLDED
    if dealer < ACE_KING:
        return Showdown.UNQUALIFIED
    if player < dealer:
        return Showdown.LOST
    if player == dealer:
        return Showdown.TIED
    return Showdown.WON + category(player)


@rule
def ante_showdown(player: int, dealer: int, decision: int) -> int:
    """CS-10: the same for the Ante, which wins alike with every hand."""
    return min(showdown(player, dealer, decision), Showdown.WON)


HANDS = tuple(sorted(Poker, reverse=True))
PRINTED = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)  # CS-13
PAYTABLE = Parameter(
    "paytable",
    Paytable(tuple(hand.id for hand in HANDS), (PRINTED,)),
    tuple(Fraction(odds) for odds in PRINTED),  # parts of a cent: CS-R5
    "CS-13",
    "odds of a raise, from a royal flush down to a high card; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "CS-R1",
        "Seven seats, and $5 to $500 on the Ante; a raise has no limit of its own, and a round pays without an upper "
        "limit. A seat's spots are for its own player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling("CS-R2", "Houses turn up the dealer's first card or the last; here it is the last. No chance changes."),
    Ruling("CS-R3", "The progressive wager, whose jackpot is not on the table, is left out."),
    Ruling(
        "CS-R4",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("CS-R5", "Odds of a house's own that give a part of a cent are paid down to the cent."),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "CS-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "CS-R1", "least Ante")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "CS-R1", "largest Ante")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: Ante, raise."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "raise"))


PROCEDURE = (
    Wagering("CS-3", "CS-4", "Place your Ante.", "No more bets."),
    Deal("CS-4", hands, HAND_CARDS, face_up=False, says="Five cards for each player."),
    Deal("CS-4", (DEALER,), HAND_CARDS, face_up=False, says="Five cards for the dealer."),
    Expose("CS-5", lambda _: ((DEALER, (UP,)),), "One of the dealer's cards is turned up."),  # the last: CS-R2
    Decide("CS-7", "raise", lambda so_far: so_far.players, "Raise by twice your Ante, or fold."),
    Expose("CS-8", lambda _: ((DEALER, tuple(range(UP))),), "The dealer's other four cards."),
    Ready("CS-9", "All of the dealer's cards are open."),
    Settle("CS-10", settlement_order, "Wagers are settled."),
    PickUp("CS-1", lambda so_far: (*hands(so_far), DEALER), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's hand, the dealer's card that is seen, the other four, and what the seat chose."""
    dealer = so_far.cards(DEALER)
    raised = so_far.decided(seat) == "raise"
    return {
        "hand": so_far.cards(seat_slot(seat)),
        "up": dealer[UP:],
        "hole": dealer[:UP],
        "raise": (int(Choose.RAISE if raised else Choose.FOLD),),
    }


def spoken(so_far: Round, seat: int) -> str:
    """The dealer's hand, whether it plays, and a seat's own."""
    dealer = five_card_strength(*so_far.cards(DEALER))
    says = f"Dealer has {hand_words(dealer)}{'' if dealer >= ACE_KING else ' and does not play'}"
    if seat not in so_far.players:
        return says
    if so_far.decided(seat) != "raise":
        return f"Folded. {says}"
    return f"{hand_words(five_card_strength(*so_far.cards(seat_slot(seat)))).capitalize()}. {says}"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_name(known: tuple[int, ...]) -> str:
    """CS-2: a hand as a dealer calls it, once all five cards are known."""
    return hand_words(five_card_strength(*known)) if len(known) == HAND_CARDS else ""


def dealer_hand_name(known: tuple[int, ...]) -> str:
    """CS-9: the dealer's hand, and whether it plays."""
    if len(known) < HAND_CARDS:
        return ""
    return f"{hand_name(known)}, {'plays' if five_card_strength(*known) >= ACE_KING else 'does not play'}"


LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("CS-1",)),
            CardPlaces(DEALER, HAND_CARDS, Sign("Dealer"), caption=dealer_hand_name, banks=True, clauses=("CS-5",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Raise"), "raise", ("CS-13",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("CS-1",)),
        ),
        (Words("The dealer plays with an ace and a king or better", ("CS-9",)),),
    ),
    seat=(
        CardPlaces(OWN_HAND, HAND_CARDS, caption=hand_name, clauses=("CS-6",)),
        Circle("ante", Sign("Ante"), clauses=("CS-3",)),
        Circle("raise", Sign("Raise"), clauses=("CS-7",)),
    ),
)

LEAST_RAISED = five_card_strength(*cards_from("As Kd Qc Jh 8s"))


def raise_habit(seen: int) -> str:
    """Raise with a pair or better, and with ace-king if the dealer's card matches one's own or the rest is high."""
    hand, up = cards_seen(seen)
    own = five_card_strength(*hand)
    if own >= strength_of(Poker.PAIR, 0, 0) or own >= LEAST_RAISED:
        return "raise"
    matched = rank_of(up) <= QUEEN and rank_of(up) in [rank_of(card) for card in hand]
    return "raise" if own >= ACE_KING and matched else "fold"


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """Ante and raise."""
    reads = ("player", "dealer_hand", "raise")
    beaten = (
        Line(Showdown.LOST, "lost", "Beaten", LOST, ("CS-11",), "lose"),
        Line(Showdown.TIED, "tied", "Equal hands", PUSHED, ("CS-12",), "push"),
    )
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="CS-3",
            outcome=Rule(ante_showdown, reads),
            lines=(
                Line(Showdown.WON, "win", "The higher hand", EVEN, ("CS-10",)),
                Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not play", EVEN, ("CS-9",)),
                *beaten,
                Line(Showdown.FOLDED, "folded", "Folded", LOST, ("CS-7",), "forfeited"),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="CS-R1",
            back_line="CS-R1",
        ),
        Wager(
            id="raise",
            label="Raise",
            clause="CS-7",
            outcome=Rule(showdown, reads),
            lines=(
                *(
                    Line(Showdown.WON + hand, hand.id, hand.words.capitalize(), odds, ("CS-10", "CS-13"))
                    for hand, odds in zip(HANDS, house[PAYTABLE], strict=True)
                ),
                Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not play", PUSHED, ("CS-9",), "push"),
                *beaten,
            ),
        ),
    )


DESCRIPTION = Description(
    cards=(CardsField(DEALER, (DEALER,), NamedCard("exposed", UP, "CS-5")),),
    decisions=(DecisionField("raise", "decision"),),
)


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Caribbean Stud under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="CS-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("hand", Draw.SET, 5), Drawn("up", Draw.SET, 1), Drawn("hole", Draw.SET, 4)),
            features=(
                Feature("player", Rule(five_card_strength, ("hand",))),
                Feature("dealer_hand", Rule(five_card_strength, ("up", "hole"))),
            ),
            decisions=(RAISE,),
            wagers=wagers(house),
            per_seat=("hand",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("CS-9"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="CS-1", decks_clause="CS-1"),
        facts=facts,
        void_clause="CS-R4",
        change_clause="CS-R4",
        description=DESCRIPTION,
        layout=LAYOUT,
        habits=Habits(decisions={"raise": raise_habit}),
    )


CARIBBEAN_STUD = Game(
    id="caribbean-stud",
    title="Caribbean Stud",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *RAISE_OR_FOLD, *PAYMENT),
    rulings=RULINGS,
    parameters=(SEATS, PAYTABLE, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.0",
    goal="Beat the dealer's five cards with yours. You see one of the dealer's cards, then raise by twice your Ante or "
    "fold; a dealer without an ace and a king does not play, and the Ante wins.",
    spoken=spoken,
)

if __name__ == "__main__":
    started = perf_counter()
    device = "gpu" if "--device" in sys.argv else "cpu"
    ante = croupier.game(CARIBBEAN_STUD).analyze(device=device, anyway=True).wagers["ante"]
    print(f"{ante.combinations:,} deals counted in {perf_counter() - started:,.0f} s")
    print(f"house edge {float(ante.house_edge):.4%} of the ante, {float(ante.element_of_risk):.4%} of all that is bet")
