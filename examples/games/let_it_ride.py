"""Let It Ride: three equal bets on a five-card hand, two of which may be taken back as its cards are turned.

This file is the whole game, in the order of its document: cards, wagers, the deal, what may be taken back, how hands
are paid, the 3 Card Bonus, limits. Let It Ride belongs to its owners; this is an independent implementation of its
published rules. Every command takes it: `croupier play examples/games/let_it_ride.py`.
"""

from enum import IntEnum
from fractions import Fraction

import croupier
from croupier.cards import ACE, TEN, card_name, rank_of
from croupier.hands import (
    Poker,
    ThreeCardPoker,
    category,
    five_card_hand,
    five_card_strength,
    hand_words,
    three_card_strength,
)
from croupier.odds import LOST
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
    Description,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
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
    SightField,
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

DOCUMENT = Document("let-it-ride", "Let It Ride, as its rules are published", "the owners of Let It Ride")

# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and wagers",
    ("LR-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    ("LR-2", Kind.RULE, "Hands rank as in poker, an ace playing high, or low in A-2-3-4-5; suits do not matter."),
    ("LR-3", Kind.PROCEDURE, "Before any card is dealt, each player places three equal bets, marked 1, 2 and $."),
    ("LR-4", Kind.RULE, "A player who does may also bet on the 3 Card Bonus."),
)

BETS = ("bet_1", "bet_2", "bet_3")
BONUS = "three_card_bonus"

# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "The deal",
    ("LR-5", Kind.PROCEDURE, "Three cards go face down to each player, then two face down to the middle."),
    ("LR-6", Kind.RULE, "The two cards in the middle belong to every player's hand."),
    ("LR-7", Kind.RULE, "Each player looks at his or her own cards only; players do not share what they see."),
)

HAND_CARDS, SHARED_CARDS = 3, 2
SHARED = "shared"

# ── What may be taken back ───────────────────────────────────────────────────────────────────────────────────────────

TAKING_BACK = section(
    DOCUMENT,
    "What may be taken back",
    ("LR-8", Kind.RULE, "With three cards seen, each player in turn takes bet 1 back or lets it ride."),
    ("LR-9", Kind.PROCEDURE, "Then the first card in the middle is turned face up."),
    ("LR-10", Kind.RULE, "With four cards seen, each player in turn takes bet 2 back or lets it ride, as with bet 1."),
    ("LR-11", Kind.RULE, "The bet marked $ is never taken back."),
    ("LR-12", Kind.PROCEDURE, "Then the other card in the middle is turned face up, and the bets are settled."),
)


class Choose(IntEnum):
    """LR-8, LR-10: what a player may do with a bet."""

    TAKE_BACK = 0
    RIDE = 1


@rule
def own_cards(a: int, b: int, c: int) -> int:
    """LR-7: the player's three cards as one number, whatever their order."""
    low, high = min(a, b, c), max(a, b, c)
    return (low * 52 + a + b + c - low - high) * 52 + high


@rule
def four_cards(a: int, b: int, c: int, shared: int) -> int:
    """LR-9: the player's cards, and the first in the middle."""
    return own_cards(a, b, c) * 52 + shared


def three(code: int) -> list[int]:
    """The three cards of a sight."""
    return [code // 52**2, code // 52 % 52, code % 52]


def four(code: int) -> list[int]:
    """The four cards of a sight."""
    return [*three(code // 52), code % 52]


def names(cards: list[int]) -> str:
    """Cards as they are written."""
    return " ".join(map(card_name, cards))


# ── What a person looks for ──────────────────────────────────────────────────────────────────────────────────────────

KINDS = ("anything else", "one suit", "paid already")


def kind(cards: list[int]) -> int:
    """Paid as it is, all of one suit, or neither."""
    ranks = [rank_of(card) for card in cards]
    pairs = {rank for rank in ranks if ranks.count(rank) == 2}
    if len(pairs) == 2 or max(ranks.count(rank) for rank in ranks) > 2 or any(rank >= TEN for rank in pairs):
        return 2
    return int(len({card % 4 for card in cards}) == 1)


def straights(cards: list[int]) -> int:
    """How many straights the cards may yet become."""
    ranks = {rank_of(card) for card in cards}
    runs = [{ACE if low < 0 else low, *range(low + 1, low + 5)} for low in range(-1, TEN + 1)]
    return sum(ranks <= run for run in runs) if len(ranks) == len(cards) else 0


def high(cards: list[int]) -> int:
    """How many cards are tens or better."""
    return sum(rank_of(card) >= TEN for card in cards)


def first_score(cards: list[int]) -> int:
    """Of one suit: how many straight flushes they may become, and how many are high. Of several: nothing much."""
    return straights(cards) + high(cards) if kind(cards) == 1 and straights(cards) else 0


def second_score(cards: list[int]) -> int:
    """A straight pays 5 on each of four cards, and a pair of high ones 1 on each of three: 24 and 6 for 48 cards."""
    return 4 * straights(cards) + high(cards) if kind(cards) == 0 else 0


KIND = (lambda value: KINDS[value], KINDS.index)
OPTIONS = (
    Option(Choose.TAKE_BACK, "take_back", "Take it back", -1),
    Option(Choose.RIDE, "ride", "Let it ride", 0),
)
FIRST = Decision(
    "first",
    wager="bet_1",
    base="bet_1",
    options=OPTIONS,
    sees=Rule(own_cards, ("own",)),
    codes=52**3,
    clause="LR-8",
    default="take_back",  # LR-R2
    in_order=True,
    only_by_player="LR-8",
    fields=(
        SightField("cards", lambda code: kind(three(code)), *KIND),
        SightField("score", lambda code: first_score(three(code)), str, int, ordered=True),
    ),
    shown=lambda code: (("own", names(three(code))),),
)
SECOND = Decision(
    "second",
    wager="bet_2",
    base="bet_2",
    options=OPTIONS,
    sees=Rule(four_cards, ("own", SHARED)),
    codes=52**4,
    clause="LR-10",
    default="take_back",  # LR-R2
    in_order=True,
    only_by_player="LR-10",
    fields=(
        SightField("cards", lambda code: kind(four(code)), *KIND),
        SightField("score", lambda code: second_score(four(code)), str, int, ordered=True),
    ),
    shown=lambda code: ((SHARED, names(four(code)[3:])),),
)


def first_habit(seen: int) -> str:
    """Let it ride if it is paid already, or may well become a straight flush."""
    cards = three(seen)
    return "ride" if kind(cards) == 2 or first_score(cards) >= 3 else "take_back"


def second_habit(seen: int) -> str:
    """Let it ride if it is paid already, is one card short of a flush, or has enough ways to a straight."""
    cards = four(seen)
    return "ride" if kind(cards) > 0 or second_score(cards) >= 8 else "take_back"


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    ("LR-13", Kind.RULE, "A pair of tens or better pays every bet that rides, by one paytable; less loses them."),
    (
        "LR-14",
        Kind.RULE,
        (
            "A royal flush pays 1,000:1, a straight flush 200, four of a kind 50, a full house 11, a flush 8, a "
            "straight 5, three of a kind 3, two pair 2, and a pair of tens or better 1."
        ),
    ),
)


@rule
def pairs_tens_or_better(a: int, b: int, c: int, d: int, e: int) -> bool:
    """LR-13: whether two of five cards are of one rank from the ten up."""
    once = twice = 0  # one bit a rank
    for card in (a, b, c, d, e):
        twice |= once & 1 << rank_of(card)
        once |= 1 << rank_of(card)
    return twice >> TEN > 0


@rule
def paid_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """LR-2, LR-6, LR-13: the hand of all five cards; a pair below tens is worth no more than a high card."""
    hand = five_card_hand(a, b, c, d, e)
    if hand == Poker.PAIR and not pairs_tens_or_better(a, b, c, d, e):
        return Poker.HIGH_CARD
    return hand


HANDS = tuple(sorted((hand for hand in Poker if hand > Poker.PAIR), reverse=True))
PRINTED = (1000, 200, 50, 11, 8, 5, 3, 2, 1)  # LR-14
LESS_AT_THE_TOP = (500, 100, 25, 15, 10, 5, 3, 2, 1)  # LR-R4
LINES = (*(hand.id for hand in HANDS), "tens_or_better")
PAYTABLE = Parameter(
    "paytable",
    Paytable(LINES, (PRINTED, LESS_AT_THE_TOP)),
    tuple(Fraction(odds) for odds in PRINTED),
    "LR-14",
    "odds of every bet, from a royal flush down to a pair of tens; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── The 3 Card Bonus ─────────────────────────────────────────────────────────────────────────────────────────────────

THREE_CARD_BONUS = section(
    DOCUMENT,
    "The 3 Card Bonus",
    ("LR-15", Kind.RULE, "The 3 Card Bonus is paid by a player's own three cards, whatever the bets come to."),
    (
        "LR-16",
        Kind.RULE,
        (
            "Of three cards a suited A-K-Q pays 50:1, another straight flush 40, three of a kind 30, a straight 6, a "
            "flush 3 and a pair 1; less loses."
        ),
    ),
)


@rule
def three_card_hand(a: int, b: int, c: int) -> int:
    """LR-15, LR-16: the hand of the player's own three cards, a straight ranking above a flush."""
    return category(three_card_strength(a, b, c))


SMALL_HANDS = tuple(sorted((hand for hand in ThreeCardPoker if hand > ThreeCardPoker.HIGH_CARD), reverse=True))
BONUS_PRINTED = (50, 40, 30, 6, 3, 1)  # LR-16
BONUS_BETTER = (50, 40, 30, 6, 4, 1)  # LR-R4
BONUS_PAYTABLE = Parameter(
    "bonus_paytable",
    Paytable(tuple(hand.id for hand in SMALL_HANDS), (BONUS_PRINTED, BONUS_BETTER)),
    tuple(Fraction(odds) for odds in BONUS_PRINTED),
    "LR-16",
    "odds of the 3 Card Bonus, from a mini royal down to a pair; 1 is the usual paytable",
    decides=(BONUS,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "LR-R1",
        "Seven seats, $5 to $500 on each of the three bets, $1 to $100 on the 3 Card Bonus. A seat's spots are for its "
        "own player, and a round pays without an upper limit.",
        ("seats", "minimum", "maximum", "bonus_minimum", "bonus_maximum"),
    ),
    Ruling(
        "LR-R2",
        "Rules do not say what becomes of a bet whose player is silent. It goes back, so that nobody is made to risk "
        "chips by silence.",
    ),
    Ruling(
        "LR-R3",
        "The dealer of a real table gets a third card and discards one of three unseen; that changes no chance and is "
        "left out.",
    ),
    Ruling(
        "LR-R4",
        "Houses print other paytables, two of which are here as number 2; odds of a house's own that give a part of a "
        "cent are paid down to the cent.",
        ("paytable", "bonus_paytable"),
    ),
    Ruling("LR-R5", "The bonus wagers on five cards, of which every house has its own, are left out."),
    Ruling(
        "LR-R6",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "LR-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "LR-R1", "least on each of the three bets")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "LR-R1", "most on each of the three bets")
BONUS_MINIMUM = Parameter("bonus_minimum", Money(1, 10**9), 1_00, "LR-R1", "least 3 Card Bonus wager")
BONUS_MAXIMUM = Parameter("bonus_maximum", Money(1, 10**9), 100_00, "LR-R1", "largest 3 Card Bonus wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def players(so_far: Round) -> tuple[int, ...]:
    """LR-8, LR-10: all who bet are asked, in turn."""
    return so_far.players


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: the bets that ride, and the 3 Card Bonus."""
    return tuple((seat, wager) for seat in so_far.players for wager in (*BETS, BONUS))


PROCEDURE = (
    Wagering("LR-3", "LR-5", "Place three equal bets, and the 3 Card Bonus if you like.", "No more bets."),
    Deal("LR-5", hands, HAND_CARDS, face_up=False, says="Three cards for each player."),
    Deal("LR-5", (SHARED,), SHARED_CARDS, face_up=False, says="Two cards in the middle."),
    Decide("LR-8", "first", players, "Bet 1: take it back, or let it ride."),
    Expose("LR-9", lambda _: ((SHARED, (0,)),), "The first card in the middle."),
    Decide("LR-10", "second", players, "Bet 2: take it back, or let it ride."),
    Expose("LR-12", lambda _: ((SHARED, (1,)),), "The last card."),
    Ready("LR-12", "All cards in the middle are open."),
    Settle("LR-13", settlement_order, "Bets are settled."),
    PickUp("LR-1", lambda so_far: (*hands(so_far), SHARED), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's three cards, and the two in the middle."""
    shared = so_far.cards(SHARED)
    return {"own": so_far.cards(seat_slot(seat)), SHARED: shared[:1], "last": shared[1:]}


def all_five(so_far: Round, seat: int) -> tuple[int, ...]:
    """LR-6: a seat's own cards and those in the middle."""
    return (*so_far.cards(seat_slot(seat)), *so_far.cards(SHARED))


def spoken(so_far: Round, seat: int) -> str:
    """A seat's hand and how many bets ride on it; to everybody, the cards in the middle."""
    if seat not in so_far.players:
        return f"The cards in the middle are {names(list(so_far.cards(SHARED)))}"
    cards = all_five(so_far, seat)
    riding = sum(so_far.stake(seat, bet) > 0 for bet in BETS)
    paid = "pays" if paid_hand(*cards) != Poker.HIGH_CARD else "loses"
    bets = "one bet" if riding == 1 else f"{('two', 'three')[riding - 2]} bets"
    return f"{hand_words(five_card_strength(*cards)).capitalize()} {paid}, {bets} riding"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_name(known: tuple[int, ...]) -> str:
    """LR-16: three cards as a dealer calls them."""
    strength = three_card_strength(*known) if len(known) == HAND_CARDS else 0
    return hand_words(strength, ThreeCardPoker) if strength else ""


LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("LR-1",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Bets"), "bet_3", ("LR-14",)),
            CardPlaces(SHARED, SHARED_CARDS, Sign("For every hand"), clauses=("LR-6",)),
            Fixture(FixtureKind.PAYTABLE, Sign("3 Card Bonus"), BONUS, ("LR-16",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("LR-1",)),
        ),
        (Words("A pair of tens or better pays every bet that rides", ("LR-13",)),),
    ),
    seat=(
        CardPlaces(OWN_HAND, HAND_CARDS, caption=hand_name, clauses=("LR-7",)),
        Circle("bet_1", Sign("1"), clauses=("LR-8",)),
        Circle("bet_2", Sign("2"), clauses=("LR-10",)),
        Circle("bet_3", Sign("$"), clauses=("LR-11",)),
        Circle(BONUS, Sign("Bonus"), clauses=("LR-15",)),
    ),
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def bet(house: House, id_: str, label: str) -> Wager:
    """One of the three bets."""
    wins = zip((*HANDS, Poker.PAIR), LINES, house[PAYTABLE], strict=True)
    return Wager(
        id=id_,
        label=label,
        clause="LR-3",
        outcome=Rule(paid_hand, ("own", SHARED, "last")),
        lines=(
            *(Line(hand, line, line.replace("_", " ").capitalize(), odds, ("LR-14",)) for hand, line, odds in wins),
            Line(Poker.HIGH_CARD, "lose", "Less than a pair of tens", LOST, ("LR-13",)),
        ),
        equals="" if id_ == "bet_3" else "bet_3",  # LR-3
        least=house[MINIMUM] if id_ == "bet_3" else 0,
        most=house[MAXIMUM] if id_ == "bet_3" else None,
        limit_clause="LR-R1" if id_ == "bet_3" else "",
        back_line="LR-R1",
    )


def bonus(house: House) -> Wager:
    """The 3 Card Bonus."""
    wins = zip(SMALL_HANDS, house[BONUS_PAYTABLE], strict=True)
    return Wager(
        id=BONUS,
        label="3 Card Bonus",
        clause="LR-4",
        outcome=Rule(three_card_hand, ("own",)),
        lines=(
            *(Line(hand, hand.id, hand.words.capitalize(), odds, ("LR-16",)) for hand, odds in wins),
            Line(ThreeCardPoker.HIGH_CARD, "lose", "Less than a pair", LOST, ("LR-16",)),
        ),
        least=house[BONUS_MINIMUM],
        most=house[BONUS_MAXIMUM],
        limit_clause="LR-R1",
        needs=("bet_3",),
        needs_clause="LR-4",
        back_line="LR-R1",
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Let It Ride under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    check_limits(house, BONUS_MINIMUM, BONUS_MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="LR-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("own", Draw.SET, 3), Drawn(SHARED, Draw.SET, 1), Drawn("last", Draw.SET, 1)),
            decisions=(FIRST, SECOND),
            wagers=(
                bet(house, "bet_1", "Bet 1"),
                bet(house, "bet_2", "Bet 2"),
                bet(house, "bet_3", "Bet $"),
                bonus(house),
            ),
            per_seat=("own",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("LR-13"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="LR-1", decks_clause="LR-1"),
        facts=facts,
        void_clause="LR-R6",
        change_clause="LR-R6",
        description=Description(cards=(CardsField(SHARED, (SHARED,)),)),
        layout=LAYOUT,
        habits=Habits(decisions={"first": first_habit, "second": second_habit}),
    )


LET_IT_RIDE = Game(
    id="let-it-ride",
    title="Let It Ride",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *TAKING_BACK, *PAYMENT, *THREE_CARD_BONUS),
    rulings=RULINGS,
    parameters=(SEATS, PAYTABLE, BONUS_PAYTABLE, MINIMUM, MAXIMUM, BONUS_MINIMUM, BONUS_MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Make a pair of tens or better from your three cards and two that all share. You place three equal bets, and "
    "may take the first back when you see your cards, and the second when you see one card more.",
    spoken=spoken,
)

if __name__ == "__main__":
    found = croupier.game(LET_IT_RIDE).analyze().wagers["bet_3"]
    print(f"house edge {float(found.house_edge):.4%} of one bet, {float(found.element_of_risk):.4%} of all that rides")
    print(f"{float(found.average_wager):.4f} bets ride on average, of {found.combinations:,} deals")
