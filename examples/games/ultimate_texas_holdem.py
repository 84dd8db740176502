"""Ultimate Texas Hold'em: two cards and a board of five against the dealer's two, and one raise, dearer the earlier.

This file is the whole game, in the order of its document: cards, wagers, the deal, the three decisions, how hands are
paid, limits. Ultimate Texas Hold'em belongs to its owners; this is an independent implementation of its published
rules. Every command takes it: `croupier play examples/games/ultimate_texas_holdem.py`.

There are 27,813,810,024,000 deals and a billion sights at the last decision, more than anybody keeps: the late
decisions are made while the deals are counted. `python examples/games/ultimate_texas_holdem.py --device gpu` takes
seconds for that on a GPU; without the option it is two hours' work for one core.
"""

import sys
from enum import IntEnum
from fractions import Fraction
from time import perf_counter

import croupier
from croupier.cards import ACE, JACK, KING, NO_CARD, QUEEN, TEN, THREE, card_name, rank_of, suit_of
from croupier.hands import Poker, category, hand_words, seven_card_strength, strength_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    NOT_ASKED,
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

DOCUMENT = Document(
    "ultimate-texas-holdem",
    "Ultimate Texas Hold'em, as its rules are published",
    "the owners of Ultimate Texas Hold'em",
)

# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and wagers",
    ("UTH-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    (
        "UTH-2",
        Kind.RULE,
        (
            "A hand is the best five of the two own cards and the five of the board; hands rank as in poker, and an "
            "ace plays high or low in a straight."
        ),
    ),
    ("UTH-3", Kind.PROCEDURE, "Each player places equal wagers on Ante and Blind, and may place one on Trips."),
)

HAND_CARDS = 2
FLOP_CARDS = 3
BOARD_CARDS = 5
DEALER = "dealer"
BOARD = "board"

# ── The deal and the raise ───────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "The deal and the raise",
    ("UTH-4", Kind.PROCEDURE, "Two cards go face down to each player and to the dealer; players look at their own."),
    ("UTH-5", Kind.RULE, "Having seen two cards, a player checks, or raises by three or four times the Ante on Play."),
    ("UTH-6", Kind.PROCEDURE, "The first three cards of the board, the flop, are dealt face up."),
    ("UTH-7", Kind.RULE, "After the flop, a player who has not raised checks, or raises by twice the Ante."),
    ("UTH-8", Kind.PROCEDURE, "The last two cards of the board, turn and river, are dealt face up together."),
    ("UTH-9", Kind.RULE, "Then a player who has not raised does so by the Ante, or folds and loses Ante and Blind."),
    ("UTH-10", Kind.RULE, "A player raises once; whoever has raised is asked no more."),
    ("UTH-11", Kind.PROCEDURE, "The dealer's cards are turned face up, then those of each player who has not folded."),
)


class Choose(IntEnum):
    """UTH-5, UTH-7, UTH-9: what a player may do, as far as cards and offers go."""

    CHECK = 0
    RAISE = 1
    FOLD = 2


@rule
def two_cards(a: int, b: int) -> int:
    """UTH-4, UTH-8: two cards, whatever their order."""
    return min(a, b) * 52 + max(a, b)


@rule
def three_cards(a: int, b: int, c: int) -> int:
    """UTH-6: the flop, whatever its order."""
    low, high = min(a, b, c), max(a, b, c)
    return (low * 52 + a + b + c - low - high) * 52 + high


def cards_in(code: int, number: int) -> tuple[int, ...]:
    """The cards in a sight, lowest first."""
    return tuple(code // 52**place % 52 for place in reversed(range(number)))


def hand_shown(code: int) -> tuple[tuple[str, str], ...]:
    """The player's own cards."""
    return (("hand", " ".join(map(card_name, reversed(cards_in(code, HAND_CARDS))))),)


def flop_shown(code: int) -> tuple[tuple[str, str], ...]:
    """The flop."""
    return (("flop", " ".join(map(card_name, reversed(cards_in(code, FLOP_CARDS))))),)


def turn_and_river_shown(code: int) -> tuple[tuple[str, str], ...]:
    """Turn and river."""
    return (("turn_and_river", " ".join(map(card_name, reversed(cards_in(code, BOARD_CARDS - FLOP_CARDS))))),)


@rule
def has_checked(before_flop: int) -> int:
    """UTH-7, UTH-10: whether a player has not raised before the flop."""
    return int(before_flop == Choose.CHECK)


@rule
def has_checked_twice(before_flop: int, after_flop: int) -> int:
    """UTH-9, UTH-10: whether a player has not raised so far."""
    return int(before_flop == Choose.CHECK and after_flop == Choose.CHECK)


@rule
def is_folded(at_river: int) -> int:
    """UTH-9: whether a player gave up."""
    return int(at_river == Choose.FOLD)


BEFORE_FLOP = Decision(
    "before_flop",
    wager="play",
    base="ante",
    options=(
        Option(Choose.CHECK, "check", "Check", 0),
        Option(Choose.RAISE, "raise_3", "Raise 3×", 3),
        Option(Choose.RAISE, "raise_4", "Raise 4×", 4),
    ),
    sees=Rule(two_cards, ("hand",)),
    codes=52**2,
    clause="UTH-5",
    default="check",  # UTH-R3
    in_order=True,
    only_by_player="UTH-R1",
    shown=hand_shown,
)
AFTER_FLOP = Decision(
    "after_flop",
    wager="play",
    base="ante",
    options=(Option(Choose.CHECK, "check", "Check", 0), Option(Choose.RAISE, "raise_2", "Raise 2×", 2)),
    sees=Rule(three_cards, ("flop",)),
    codes=52**3,
    clause="UTH-7",
    default="check",  # UTH-R3
    in_order=True,
    only_by_player="UTH-R1",
    shown=flop_shown,
    asked=Rule(has_checked, ("before_flop",)),
)
AT_RIVER = Decision(
    "at_river",
    wager="play",
    base="ante",
    options=(Option(Choose.FOLD, "fold", "Fold", 0), Option(Choose.RAISE, "raise_1", "Raise 1×", 1)),
    sees=Rule(two_cards, ("turn_and_river",)),
    codes=52**2,
    clause="UTH-9",
    default="fold",  # UTH-R3
    in_order=True,
    only_by_player="UTH-R1",
    shown=turn_and_river_shown,
    asked=Rule(has_checked_twice, ("before_flop", "after_flop")),
)
DECISIONS = (BEFORE_FLOP, AFTER_FLOP, AT_RIVER)

# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    ("UTH-12", Kind.RULE, "The dealer opens with a pair or better; otherwise the Ante pushes, whoever is ahead."),
    ("UTH-13", Kind.RULE, "A hand higher than the dealer's wins 1:1 on Play, and on the Ante if the dealer opens."),
    ("UTH-14", Kind.RULE, "A lower hand loses Play and Blind, and the Ante if the dealer opens."),
    ("UTH-15", Kind.RULE, "Equal hands push Ante, Blind and Play."),
    (
        "UTH-16",
        Kind.RULE,
        (
            "The Blind of a higher hand pays 500:1 on a royal flush, 50 on a straight flush, 10 on four of a kind, 3 "
            "on a full house, 3:2 on a flush and 1 on a straight; on less it pushes."
        ),
    ),
    (
        "UTH-17",
        Kind.RULE,
        (
            "Trips pays by the player's hand, whatever the dealer has: 50:1 on a royal flush, 40 on a straight flush, "
            "30 on four of a kind, 8 on a full house, 6 on a flush, 5 on a straight, 3 on three of a kind."
        ),
    ),
)

PAIR = strength_of(Poker.PAIR, 0, 0)


class Showdown(IntEnum):
    """UTH-12 to UTH-15: whose hand is ahead, and whether the dealer opens."""

    FOLDED = 0
    BEHIND = 1
    BEHIND_UNOPENED = 2
    TIED = 3
    AHEAD_UNOPENED = 4
    AHEAD = 5


@rule
def showdown(player: int, dealer: int, folded: int) -> int:
    """UTH-12 to UTH-15: the dealer opens with a pair; the higher hand is ahead."""
    if folded:
        return Showdown.FOLDED
    if player == dealer:
        return Showdown.TIED
    if dealer < PAIR:
        return Showdown.AHEAD_UNOPENED if player > dealer else Showdown.BEHIND_UNOPENED
    return Showdown.AHEAD if player > dealer else Showdown.BEHIND


class Blind(IntEnum):
    """UTH-16: how the Blind fares; from `WON` on, the hands that are paid for, a straight first."""

    LOST = 0
    TIED = 1
    WON = 2


@rule
def blind(player: int, dealer: int, folded: int) -> int:
    """UTH-16: it pays on a straight or better that wins, and is lost with the hand."""
    if folded or player < dealer:
        return Blind.LOST
    if player == dealer:
        return Blind.TIED
    return Blind.WON + max(category(player) - Poker.THREE_OF_A_KIND, 0)


@rule
def trips(player: int) -> int:
    """UTH-17: three of a kind or better."""
    return category(player) if category(player) >= Poker.THREE_OF_A_KIND else Poker.HIGH_CARD


BLIND_HANDS = tuple(sorted((hand for hand in Poker if hand >= Poker.STRAIGHT), reverse=True))
BLIND_PRINTED = (500, 50, 10, 3, Fraction(3, 2), 1)  # UTH-16
TRIPS_HANDS = tuple(sorted((hand for hand in Poker if hand >= Poker.THREE_OF_A_KIND), reverse=True))
TRIPS_PRINTED = ((50, 40, 30, 8, 6, 5, 3), (50, 40, 30, 9, 7, 4, 3), (50, 40, 30, 8, 7, 4, 3))  # UTH-17
BLIND_PAYTABLE = Parameter(
    "blind_paytable",
    Paytable(tuple(hand.id for hand in BLIND_HANDS), (BLIND_PRINTED,)),
    tuple(Fraction(odds) for odds in BLIND_PRINTED),  # parts of a cent: UTH-R6
    "UTH-16",
    "odds of the Blind, from a royal flush down to a straight; 1 is the usual paytable",
    decides=(EVERY,),
)
TRIPS_PAYTABLE = Parameter(
    "trips_paytable",
    Paytable(tuple(hand.id for hand in TRIPS_HANDS), TRIPS_PRINTED),
    tuple(Fraction(odds) for odds in TRIPS_PRINTED[0]),  # parts of a cent: UTH-R6
    "UTH-17",
    "odds of Trips, from a royal flush down to three of a kind; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "UTH-R1",
        "Six seats, and $5 to $500 on the Ante; Trips may be $5 to $100. A raise has no limit of its own, and a round "
        "pays without an upper limit. A seat's spots are for its own player, who decides alone.",
        ("seats", "minimum", "maximum", "trips_maximum"),
    ),
    Ruling("UTH-R2", "The Trips wager of a player who folds is still paid by the cards."),
    Ruling("UTH-R3", "A silent player checks, and folds at the end."),
    Ruling("UTH-R4", "The progressive wager, whose jackpot is not on the table, is left out."),
    Ruling(
        "UTH-R5",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("UTH-R6", "Odds that give a part of a cent are paid down to the cent."),
)

SEATS = Parameter("seats", Whole(1, 7), 6, "UTH-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "UTH-R1", "least Ante, and least Trips")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "UTH-R1", "largest Ante")
TRIPS_MAXIMUM = Parameter("trips_maximum", Money(1, 10**9), 100_00, "UTH-R1", "largest Trips wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def in_play(so_far: Round) -> tuple[int, ...]:
    """Those who have bet on their hand, and not on Trips alone."""
    return tuple(seat for seat in so_far.players if so_far.stake(seat, "ante"))


def not_folded(so_far: Round) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    """The cards that are turned up at the end."""
    seats = (seat for seat in so_far.players if so_far.decided(seat, "at_river") != "fold")
    return tuple((seat_slot(seat), tuple(range(HAND_CARDS))) for seat in seats)


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: Ante, Blind, Play, Trips."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "blind", "play", "trips"))


PROCEDURE = (
    Wagering("UTH-3", "UTH-4", "Place your Ante and Blind, and Trips if you like.", "No more bets."),
    Deal("UTH-4", lambda so_far: (*hands(so_far), DEALER), HAND_CARDS, face_up=False, says="Two cards for everybody."),
    Decide("UTH-5", "before_flop", in_play, "Check, or raise by three or four times your Ante."),
    Deal("UTH-6", (BOARD,), FLOP_CARDS, face_up=True, says="The flop."),
    Decide("UTH-7", "after_flop", in_play, "Check, or raise by twice your Ante."),
    Deal("UTH-8", (BOARD,), BOARD_CARDS - FLOP_CARDS, face_up=True, says="Turn and river."),
    Decide("UTH-9", "at_river", in_play, "Raise by your Ante, or fold."),
    Expose("UTH-11", lambda _: ((DEALER, (0, 1)),), "The dealer's cards."),
    Expose("UTH-11", not_folded, "The players' cards."),
    Ready("UTH-12", "All cards are open."),
    Settle("UTH-13", settlement_order, "Wagers are settled."),
    PickUp("UTH-1", lambda so_far: (*hands(so_far), BOARD, DEALER), "The cards are picked up."),
)


def dealt(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Cards, with none where they are not dealt yet."""
    return (*cards, *(NO_CARD,) * (number - len(cards)))


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's hand, the board, the dealer's cards, and what the seat chose."""
    board = dealt(so_far.cards(BOARD), BOARD_CARDS)
    chosen = {}
    for decision in DECISIONS:
        option = decision.option(so_far.decided(seat, decision.id))
        chosen[decision.id] = (int(option.code) if option else NOT_ASKED,)
    return {
        "hand": dealt(so_far.cards(seat_slot(seat)), HAND_CARDS),
        "flop": board[:FLOP_CARDS],
        "turn_and_river": board[FLOP_CARDS:],
        "hole": dealt(so_far.cards(DEALER), HAND_CARDS),
        **chosen,
    }


def spoken(so_far: Round, seat: int) -> str:
    """The dealer's hand, whether it opens, and a seat's own."""
    board = so_far.cards(BOARD)
    dealer = seven_card_strength(*so_far.cards(DEALER), *board)
    says = f"Dealer has {hand_words(dealer)}{'' if dealer >= PAIR else ' and does not open'}"
    if seat not in so_far.players:
        return says
    if so_far.decided(seat, "at_river") == "fold":
        return f"Folded. {says}"
    return f"{hand_words(seven_card_strength(*so_far.cards(seat_slot(seat)), *board)).capitalize()}. {says}"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────

LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("UTH-1",)),
            CardPlaces(DEALER, HAND_CARDS, Sign("Dealer"), banks=True, clauses=("UTH-4",)),
            Words("The dealer opens with a pair or better", ("UTH-12",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("UTH-1",)),
        ),
        (
            Fixture(FixtureKind.PAYTABLE, Sign("Blind"), "blind", ("UTH-16",)),
            CardPlaces(BOARD, FLOP_CARDS, Sign("Board"), room=BOARD_CARDS, clauses=("UTH-6", "UTH-8")),
            Fixture(FixtureKind.PAYTABLE, Sign("Trips"), "trips", ("UTH-17",)),
        ),
    ),
    seat=(
        CardPlaces(OWN_HAND, HAND_CARDS, clauses=("UTH-4",)),
        Circle("ante", Sign("Ante"), clauses=("UTH-3",)),
        Circle("blind", Sign("Blind"), clauses=("UTH-3",)),
        Circle("trips", Sign("Trips"), clauses=("UTH-3",)),
        Circle("play", Sign("Play"), clauses=("UTH-5",)),
    ),
    aspect=1.2,  # room for four wagers before each seat
)


def early_raise(seen: int) -> str:
    """Raise with a pair of threes or better, an ace, and the better kings, queens and jacks."""
    low, high = sorted(map(rank_of, cards_in(seen, HAND_CARDS)))
    suited = len({suit_of(card) for card in cards_in(seen, HAND_CARDS)}) == 1
    if low == high:
        return "raise_4" if low >= THREE else "check"
    least = {ACE: 0, KING: 0 if suited else 3, QUEEN: 4 if suited else 6, JACK: 6 if suited else TEN}
    return "raise_4" if low >= least.get(high, ACE) else "check"


HABITS = Habits(
    wagers={"ante": 5},
    decisions={"before_flop": early_raise, "after_flop": lambda _: "check", "at_river": lambda _: "raise_1"},
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """Ante, Blind, Play and Trips."""
    compared = ("player", "dealer_hand", "folded")
    ahead = "The higher hand"
    behind = Line(Showdown.BEHIND, "behind", "Beaten", LOST, ("UTH-14",), "lose")
    tied = Line(Showdown.TIED, "tied", "Equal hands", PUSHED, ("UTH-15",), "push")
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="UTH-3",
            outcome=Rule(showdown, compared),
            lines=(
                Line(Showdown.AHEAD, "win", ahead, EVEN, ("UTH-13",)),
                Line(Showdown.AHEAD_UNOPENED, "unopened", "Dealer does not open", PUSHED, ("UTH-12",), "push"),
                tied,
                Line(Showdown.BEHIND_UNOPENED, "behind_unopened", "Beaten unopened", PUSHED, ("UTH-12",), "push"),
                behind,
                Line(Showdown.FOLDED, "folded", "Folded", LOST, ("UTH-9",), "forfeited"),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="UTH-R1",
            back_line="UTH-R1",
        ),
        Wager(
            id="blind",
            label="Blind",
            clause="UTH-3",
            outcome=Rule(blind, compared),
            lines=(
                *(
                    Line(Blind.WON + hand - Poker.THREE_OF_A_KIND, hand.id, hand.words.capitalize(), odds, ("UTH-16",))
                    for hand, odds in zip(BLIND_HANDS, house[BLIND_PAYTABLE], strict=True)
                ),
                Line(Blind.WON, "won", "Won with less", PUSHED, ("UTH-16",), "push"),
                Line(Blind.TIED, "tied", "Equal hands", PUSHED, ("UTH-15",), "push"),
                Line(Blind.LOST, "lose", "Beaten or folded", LOST, ("UTH-9", "UTH-14")),
            ),
            equals="ante",
            back_line="UTH-R1",
        ),
        Wager(
            id="play",
            label="Play",
            clause="UTH-5",
            outcome=Rule(showdown, compared),
            lines=(
                Line(Showdown.AHEAD, "win", ahead, EVEN, ("UTH-13",)),
                Line(Showdown.AHEAD_UNOPENED, "win_unopened", "Dealer does not open", EVEN, ("UTH-13",), "win"),
                tied,
                behind,
                Line(Showdown.BEHIND_UNOPENED, "behind_unopened", "Beaten unopened", LOST, ("UTH-14",), "lose"),
            ),
        ),
        Wager(
            id="trips",
            label="Trips",
            clause="UTH-3",
            outcome=Rule(trips, ("player",)),
            lines=(
                *(
                    Line(hand, hand.id, hand.words.capitalize(), odds, ("UTH-17", "UTH-R2"))
                    for hand, odds in zip(TRIPS_HANDS, house[TRIPS_PAYTABLE], strict=True)
                ),
                Line(Poker.HIGH_CARD, "lose", "Less", LOST, ("UTH-17",)),
            ),
            least=house[MINIMUM],
            most=house[TRIPS_MAXIMUM],
            limit_clause="UTH-R1",
            needs=("ante",),
            needs_clause="UTH-3",
            back_line="UTH-R1",
        ),
    )


DESCRIPTION = Description(
    cards=(CardsField(DEALER, (DEALER,)), CardsField(BOARD, (BOARD,))),
    decisions=tuple(DecisionField(decision.id, decision.id) for decision in DECISIONS),
)


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Ultimate Texas Hold'em under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    check_limits(house, MINIMUM, TRIPS_MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="UTH-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(
                Drawn("hand", Draw.SET, HAND_CARDS),
                Drawn("flop", Draw.SET, FLOP_CARDS),
                Drawn("turn_and_river", Draw.SET, BOARD_CARDS - FLOP_CARDS),
                Drawn("hole", Draw.SET, HAND_CARDS),
            ),
            features=(
                Feature("player", Rule(seven_card_strength, ("hand", "flop", "turn_and_river"))),  # UTH-2
                Feature("dealer_hand", Rule(seven_card_strength, ("hole", "flop", "turn_and_river"))),
                Feature("folded", Rule(is_folded, ("at_river",))),
            ),
            decisions=DECISIONS,
            wagers=wagers(house),
            per_seat=("hand",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("UTH-13"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="UTH-1", decks_clause="UTH-1"),
        facts=facts,
        void_clause="UTH-R5",
        change_clause="UTH-R5",
        description=DESCRIPTION,
        layout=LAYOUT,
        habits=HABITS,
    )


ULTIMATE_TEXAS_HOLDEM = Game(
    id="ultimate-texas-holdem",
    title="Ultimate Texas Hold'em",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *PAYMENT),
    rulings=RULINGS,
    parameters=(SEATS, BLIND_PAYTABLE, TRIPS_PAYTABLE, MINIMUM, MAXIMUM, TRIPS_MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Beat the dealer's hand with two cards of your own and five that all share. You may raise once: by three or "
    "four times your Ante at the start, twice after the flop, once at the end; or fold there.",
    spoken=spoken,
)

if __name__ == "__main__":
    started = perf_counter()
    device = "gpu" if "--device" in sys.argv else "cpu"
    found = croupier.game(ULTIMATE_TEXAS_HOLDEM).analyze(device=device, anyway=True).wagers
    print(f"{found['ante'].combinations:,} deals counted in {perf_counter() - started:,.1f} s")
    for id_, wager in found.items():
        print(f"{id_}: house edge {wager.house_edge} = {float(wager.house_edge):.5%}", end="")
        print(f", {float(wager.element_of_risk):.5%} of all that is bet")
