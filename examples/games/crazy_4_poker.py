"""Crazy 4 Poker: the best four of five cards against the dealer's, and a raise of three antes with a pair of aces.

This file is the whole game, in the order of its document: cards, wagers, the deal, the decision, how hands are paid,
limits. Crazy 4 Poker belongs to its owners; this is an independent implementation of its published rules. Every
command takes it: `croupier play examples/games/crazy_4_poker.py`.

There are 3,986,646,103,440 deals, and 2 · 10¹¹ to count where suits are taken to be alike:
`python examples/games/crazy_4_poker.py --device gpu` counts them in seconds on a GPU.
"""

import sys
from enum import IntEnum
from fractions import Fraction
from time import perf_counter

import croupier
from croupier.cards import ACE, KING, QUEEN, card_name, cards_from
from croupier.hands import ACE_LOW, FourCardPoker, best_four, category, hand_words, strength_of
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

DOCUMENT = Document("crazy-4-poker", "Crazy 4 Poker, as its rules are published", "the owners of Crazy 4 Poker")

# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and hands",
    ("C4-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    (
        "C4-2",
        Kind.RULE,
        (
            "A hand is the best four of five cards. Four of a kind ranks highest, then straight flush, three of a "
            "kind, flush, straight, two pair, pair and high card; an ace plays high or low in a straight."
        ),
    ),
)

HAND_CARDS = 5
DEALER = "dealer"


@rule
def best_four_of_five(a: int, b: int, c: int, d: int, e: int) -> int:
    """C4-2: the strength of the best four of five cards."""
    return best_four((a, b, c, d, e), ACE_LOW)


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "Wagers and the deal",
    (
        "C4-3",
        Kind.PROCEDURE,
        "Each player places equal wagers on Ante and Super Bonus, and may place one on Queens Up.",
    ),
    ("C4-4", Kind.PROCEDURE, "Five cards go face down to each player, then five to the dealer."),
    ("C4-5", Kind.RULE, "Each player looks at his or her own cards only; players do not share what they see."),
)

# ── Play or fold ─────────────────────────────────────────────────────────────────────────────────────────────────────

PLAY_OR_FOLD = section(
    DOCUMENT,
    "Play or fold",
    ("C4-6", Kind.RULE, "In turn each player puts the Ante's amount on Play, or folds and loses all wagers."),
    ("C4-7", Kind.RULE, "With a pair of aces or better, a player may put up to three times the Ante on Play."),
    ("C4-8", Kind.PROCEDURE, "Then the dealer's cards are turned face up, and those of the players who play."),
)


class Choose(IntEnum):
    """C4-6: what a player may do."""

    FOLD = 0
    PLAY = 1


@rule
def five_cards(a: int, b: int, c: int, d: int, e: int) -> int:
    """C4-5: the player's five cards, whatever their order."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return (((a * 52 + b) * 52 + c) * 52 + d) * 52 + e


def cards_seen(code: int) -> tuple[int, ...]:
    """The hand in a sight, highest card first."""
    return tuple(code // 52**place % 52 for place in range(HAND_CARDS))


def sight_shown(code: int) -> tuple[tuple[str, str], ...]:
    """The hand."""
    return (("hand", " ".join(map(card_name, cards_seen(code)))),)


PAIR_OF_ACES = strength_of(FourCardPoker.PAIR, 1 << ACE, 0)


@rule
def has_aces(player: int) -> int:
    """C4-7: a pair of aces or better."""
    return int(player >= PAIR_OF_ACES)


ACES = Rule(has_aces, ("player",))
PLAY = Decision(
    "decision",
    wager="play",
    base="ante",
    options=(
        Option(Choose.FOLD, "fold", "Fold", 0),
        Option(Choose.PLAY, "play_1", "Play 1×", 1),
        Option(Choose.PLAY, "play_2", "Play 2×", 2, ACES),
        Option(Choose.PLAY, "play_3", "Play 3×", 3, ACES),
    ),
    sees=Rule(five_cards, ("hand",)),
    codes=52**5,
    clause="C4-6",
    default="fold",
    in_order=True,
    only_by_player="C4-5",
    shown=sight_shown,
)

# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    (
        "C4-9",
        Kind.RULE,
        "The dealer qualifies with a king high or better; otherwise Play wins 1:1 and the Ante pushes.",
    ),
    ("C4-10", Kind.RULE, "A hand higher than that of a dealer who qualifies wins 1:1 on Ante and Play."),
    ("C4-11", Kind.RULE, "A hand lower than that of a dealer who qualifies loses Ante and Play."),
    ("C4-12", Kind.RULE, "Hands equal to that of a dealer who qualifies push Ante and Play."),
    (
        "C4-13",
        Kind.RULE,
        (
            "Super Bonus pays, whatever the dealer has, 200:1 on four aces, 30 on four of a kind, 15 on a straight "
            "flush, 2 on three of a kind, 3:2 on a flush and 1 on a straight."
        ),
    ),
    (
        "C4-14",
        Kind.RULE,
        "With less, Super Bonus pushes if the hand is equal to the dealer's or higher, else it loses.",
    ),
    (
        "C4-15",
        Kind.RULE,
        (
            "Queens Up pays, whatever the dealer has, 50:1 on four of a kind, 40 on a straight flush, 8 on three of a "
            "kind, 4 on a flush, 3 on a straight, 2 on two pair and 1 on a pair of queens or better."
        ),
    ),
)

KING_HIGH = strength_of(FourCardPoker.HIGH_CARD, 0, 1 << KING)
PAIR_OF_QUEENS = strength_of(FourCardPoker.PAIR, 1 << QUEEN, 0)
FOUR_ACES = strength_of(FourCardPoker.FOUR_OF_A_KIND, 1 << ACE, 0)


class Showdown(IntEnum):
    """C4-9 to C4-12: whether the dealer qualifies, and whose hand is ahead."""

    FOLDED = 0
    UNQUALIFIED = 1
    BEHIND = 2
    TIED = 3
    AHEAD = 4


@rule
def showdown(player: int, dealer: int, decision: int) -> int:
    """C4-9 to C4-12: the dealer qualifies with a king; then the higher hand is ahead."""
    if decision == Choose.FOLD:
        return Showdown.FOLDED
    if dealer < KING_HIGH:
        return Showdown.UNQUALIFIED
    if player == dealer:
        return Showdown.TIED
    return Showdown.AHEAD if player > dealer else Showdown.BEHIND


class SuperBonus(IntEnum):
    """C4-13, C4-14: what the Super Bonus is settled by; from `STRAIGHT` on, the hands that are paid for."""

    LOST = 0
    PUSHED = 1
    STRAIGHT = 2
    FLUSH = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    FOUR_OF_A_KIND = 6
    FOUR_ACES = 7


@rule
def super_bonus(player: int, dealer: int, decision: int) -> int:
    """C4-13, C4-14: a straight or better is paid; less pushes, unless it is behind."""
    if decision == Choose.FOLD:
        return SuperBonus.LOST
    if player >= FOUR_ACES:
        return SuperBonus.FOUR_ACES
    if category(player) >= FourCardPoker.STRAIGHT:
        return SuperBonus.STRAIGHT + category(player) - FourCardPoker.STRAIGHT
    return SuperBonus.PUSHED if player >= dealer else SuperBonus.LOST


@rule
def queens_up(player: int, decision: int) -> int:
    """C4-15: a pair of queens or better; a folded hand loses it (C4-6)."""
    if decision == Choose.FOLD or player < PAIR_OF_QUEENS:
        return FourCardPoker.HIGH_CARD
    return category(player)


BONUS_HANDS = tuple(sorted((hand for hand in SuperBonus if hand >= SuperBonus.STRAIGHT), reverse=True))
BONUS_PRINTED = (200, 30, 15, 2, Fraction(3, 2), 1)  # C4-13
QUEENS_HANDS = tuple(sorted((hand for hand in FourCardPoker if hand >= FourCardPoker.PAIR), reverse=True))
QUEENS_PRINTED = (50, 40, 8, 4, 3, 2, 1)  # C4-15
SUPER_BONUS_PAYTABLE = Parameter(
    "super_bonus_paytable",
    Paytable(tuple(hand.name.lower() for hand in BONUS_HANDS), (BONUS_PRINTED,)),
    tuple(Fraction(odds) for odds in BONUS_PRINTED),  # parts of a cent: C4-R5
    "C4-13",
    "odds of the Super Bonus, from four aces down to a straight; 1 is the usual paytable",
    decides=(EVERY,),
)
QUEENS_UP_PAYTABLE = Parameter(
    "queens_up_paytable",
    Paytable(tuple(hand.id for hand in QUEENS_HANDS), (QUEENS_PRINTED,)),
    tuple(Fraction(odds) for odds in QUEENS_PRINTED),  # parts of a cent: C4-R5
    "C4-15",
    "odds of Queens Up, from four of a kind down to a pair of queens; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "C4-R1",
        "Seven seats, and $5 to $500 on the Ante; Queens Up may be $5 to $100. Play has no limit of its own, and a "
        "round pays without an upper limit. A seat's spots are for its own player.",
        ("seats", "minimum", "maximum", "queens_up_maximum"),
    ),
    Ruling(
        "C4-R2",
        "Published rules differ on the Super Bonus of a hand behind a dealer who does not qualify; here it loses. "
        "Nobody who plays well plays such a hand.",
    ),
    Ruling("C4-R3", "The progressive wager, whose jackpot is not on the table, is left out."),
    Ruling(
        "C4-R4",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("C4-R5", "Odds that give a part of a cent are paid down to the cent."),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "C4-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "C4-R1", "least Ante, and least Queens Up")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "C4-R1", "largest Ante")
QUEENS_UP_MAXIMUM = Parameter("queens_up_maximum", Money(1, 10**9), 100_00, "C4-R1", "largest Queens Up wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def not_folded(so_far: Round) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    """The cards that are turned up at the end."""
    seats = (seat for seat in so_far.players if so_far.decided(seat) != "fold")
    return tuple((seat_slot(seat), tuple(range(HAND_CARDS))) for seat in seats)


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: Ante, Play, Super Bonus, Queens Up."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "play", "super_bonus", "queens_up"))


PROCEDURE = (
    Wagering("C4-3", "C4-4", "Place your Ante and Super Bonus, and Queens Up if you like.", "No more bets."),
    Deal("C4-4", hands, HAND_CARDS, face_up=False, says="Five cards for each player."),
    Deal("C4-4", (DEALER,), HAND_CARDS, face_up=False, says="Five cards for the dealer."),
    Decide("C4-6", "decision", lambda so_far: so_far.players, "Play, or fold."),
    Expose("C4-8", lambda _: ((DEALER, tuple(range(HAND_CARDS))),), "The dealer's cards."),
    Expose("C4-8", not_folded, "The players' cards."),
    Ready("C4-9", "All cards are open."),
    Settle("C4-10", settlement_order, "Wagers are settled."),
    PickUp("C4-1", lambda so_far: (*hands(so_far), DEALER), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's hand, the dealer's, and what the seat chose."""
    option = PLAY.option(so_far.decided(seat))
    return {
        "hand": so_far.cards(seat_slot(seat)),
        "dealer": so_far.cards(DEALER),
        "decision": (int(option.code if option else Choose.FOLD),),
    }


def spoken(so_far: Round, seat: int) -> str:
    """The dealer's hand, whether it qualifies, and a seat's own."""
    dealer = best_four_of_five(*so_far.cards(DEALER))
    says = f"Dealer has {named(dealer)}{'' if dealer >= KING_HIGH else ' and does not qualify'}"
    if seat not in so_far.players:
        return says
    if so_far.decided(seat) == "fold":
        return f"Folded. {says}"
    return f"{named(best_four_of_five(*so_far.cards(seat_slot(seat)))).capitalize()}. {says}"


def named(strength: int) -> str:
    """C4-2: a hand as a dealer calls it."""
    return hand_words(strength, FourCardPoker)


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_name(known: tuple[int, ...]) -> str:
    """C4-2: a hand as a dealer calls it, once all five cards are known."""
    return named(best_four_of_five(*known)) if len(known) == HAND_CARDS else ""


def dealer_hand_name(known: tuple[int, ...]) -> str:
    """C4-9: the dealer's hand, and whether it qualifies."""
    if len(known) < HAND_CARDS:
        return ""
    return f"{hand_name(known)}, {'qualifies' if best_four_of_five(*known) >= KING_HIGH else 'does not qualify'}"


LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("C4-1",)),
            CardPlaces(DEALER, HAND_CARDS, Sign("Dealer"), caption=dealer_hand_name, banks=True, clauses=("C4-4",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("C4-1",)),
        ),
        (
            Fixture(FixtureKind.PAYTABLE, Sign("Super Bonus"), "super_bonus", ("C4-13",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Queens Up"), "queens_up", ("C4-15",)),
        ),
        (Words("The dealer qualifies with a king high or better", ("C4-9",)),),
    ),
    seat=(
        CardPlaces(OWN_HAND, HAND_CARDS, caption=hand_name, clauses=("C4-5",)),
        Circle("ante", Sign("Ante"), clauses=("C4-3",)),
        Circle("super_bonus", Sign("Super", "Bonus"), clauses=("C4-3",)),
        Circle("queens_up", Sign("Queens Up"), clauses=("C4-3",)),
        Circle("play", Sign("Play"), clauses=("C4-6",)),
    ),
)

LEAST_PLAYED = best_four_of_five(*cards_from("Ks Qd 8c 4h 2s"))


def play_habit(seen: int) -> str:
    """Play with king, queen, eight and four or better; triple with aces."""
    own = best_four_of_five(*cards_seen(seen))
    if own >= PAIR_OF_ACES:
        return "play_3"
    return "play_1" if own >= LEAST_PLAYED else "fold"


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """Ante, Super Bonus, Play and Queens Up."""
    compared = ("player", "dealer_hand", "decision")
    beaten = (
        Line(Showdown.TIED, "tied", "Equal hands", PUSHED, ("C4-12",), "push"),
        Line(Showdown.BEHIND, "behind", "Beaten", LOST, ("C4-11",), "lose"),
    )
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="C4-3",
            outcome=Rule(showdown, compared),
            lines=(
                Line(Showdown.AHEAD, "win", "The higher hand", EVEN, ("C4-10",)),
                Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not qualify", PUSHED, ("C4-9",), "push"),
                *beaten,
                Line(Showdown.FOLDED, "folded", "Folded", LOST, ("C4-6",), "forfeited"),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="C4-R1",
            back_line="C4-R1",
        ),
        Wager(
            id="super_bonus",
            label="Super Bonus",
            clause="C4-3",
            outcome=Rule(super_bonus, compared),
            lines=(
                *(
                    Line(hand, hand.name.lower(), hand.name.replace("_", " ").capitalize(), odds, ("C4-13",))
                    for hand, odds in zip(BONUS_HANDS, house[SUPER_BONUS_PAYTABLE], strict=True)
                ),
                Line(SuperBonus.PUSHED, "push", "Less, and not behind", PUSHED, ("C4-14",)),
                Line(SuperBonus.LOST, "lose", "Behind with less, or folded", LOST, ("C4-14", "C4-6", "C4-R2")),
            ),
            equals="ante",
            back_line="C4-R1",
        ),
        Wager(
            id="play",
            label="Play",
            clause="C4-6",
            outcome=Rule(showdown, compared),
            lines=(
                Line(Showdown.AHEAD, "win", "The higher hand", EVEN, ("C4-10",)),
                Line(Showdown.UNQUALIFIED, "unqualified", "Dealer does not qualify", EVEN, ("C4-9",), "win"),
                *beaten,
            ),
        ),
        Wager(
            id="queens_up",
            label="Queens Up",
            clause="C4-3",
            outcome=Rule(queens_up, ("player", "decision")),
            lines=(
                *(
                    Line(hand, hand.id, hand.words.capitalize(), odds, ("C4-15",))
                    for hand, odds in zip(QUEENS_HANDS, house[QUEENS_UP_PAYTABLE], strict=True)
                ),
                Line(FourCardPoker.HIGH_CARD, "lose", "Less, or folded", LOST, ("C4-15", "C4-6")),
            ),
            least=house[MINIMUM],
            most=house[QUEENS_UP_MAXIMUM],
            limit_clause="C4-R1",
            needs=("ante",),
            needs_clause="C4-3",
            back_line="C4-R1",
        ),
    )


DESCRIPTION = Description(
    cards=(CardsField(DEALER, (DEALER,)),),
    decisions=(DecisionField("decision", "decision"),),
)


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Crazy 4 Poker under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    check_limits(house, MINIMUM, QUEENS_UP_MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="C4-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("hand", Draw.SET, HAND_CARDS), Drawn("dealer", Draw.SET, HAND_CARDS)),
            features=(
                Feature("player", Rule(best_four_of_five, ("hand",))),
                Feature("dealer_hand", Rule(best_four_of_five, ("dealer",))),
            ),
            decisions=(PLAY,),
            wagers=wagers(house),
            per_seat=("hand",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("C4-10"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="C4-1", decks_clause="C4-1"),
        facts=facts,
        void_clause="C4-R4",
        change_clause="C4-R4",
        description=DESCRIPTION,
        layout=LAYOUT,
        habits=Habits(wagers={"ante": 5}, decisions={"decision": play_habit}),
    )


CRAZY_4_POKER = Game(
    id="crazy-4-poker",
    title="Crazy 4 Poker",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *PLAY_OR_FOLD, *PAYMENT),
    rulings=RULINGS,
    parameters=(SEATS, SUPER_BONUS_PAYTABLE, QUEENS_UP_PAYTABLE, MINIMUM, MAXIMUM, QUEENS_UP_MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Beat the dealer's best four cards with the best four of your five. Play the Ante's amount or fold; with a "
    "pair of aces or better you may play three times as much.",
    spoken=spoken,
)

if __name__ == "__main__":
    started = perf_counter()
    device = "gpu" if "--device" in sys.argv else "cpu"
    found = croupier.game(CRAZY_4_POKER).analyze(device=device, anyway=True).wagers
    print(f"{found['ante'].combinations:,} deals counted in {perf_counter() - started:,.1f} s")
    for id_, wager in found.items():
        print(f"{id_}: house edge {wager.house_edge} = {float(wager.house_edge):.5%}", end="")
        print(f", {float(wager.element_of_risk):.5%} of all that is bet")
