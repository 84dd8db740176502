"""Mississippi Stud: an Ante on two cards of one's own and three that all share; before each of these, bet or fold.

This file is the whole game, in the order of its document: cards, wagers, the deal, the streets, how hands are paid,
limits. Mississippi Stud belongs to its owners; this is an independent implementation of its published rules. Every
command takes it: `croupier play examples/games/mississippi_stud.py`.
"""

from enum import IntEnum
from fractions import Fraction

from croupier.cards import JACK, RANKS, SIX, rank_of, suit_of
from croupier.hands import Poker, five_card_hand, five_card_strength, hand_words
from croupier.odds import LOST, PUSHED
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

DOCUMENT = Document(
    "mississippi-stud", "Mississippi Stud, as its rules are published", "the owners of Mississippi Stud"
)

# ── Cards, wagers and the deal ───────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards, wagers and the deal",
    ("MS-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    ("MS-2", Kind.RULE, "Hands rank as in poker, an ace playing high, or low in A-2-3-4-5; suits do not matter."),
    ("MS-3", Kind.PROCEDURE, "Each player places an Ante before any card is dealt."),
    ("MS-4", Kind.PROCEDURE, "Two cards go face down to each player, then three face down to the middle."),
    ("MS-5", Kind.RULE, "The three cards in the middle belong to every player's hand."),
    ("MS-6", Kind.RULE, "Each player looks at his or her own cards only; players do not share what they see."),
)

OWN_CARDS, SHARED_CARDS = 2, 3
HAND_CARDS = OWN_CARDS + SHARED_CARDS
BOARD = "board"
DRAWS = ("own", "first", "second", "third_card")

# ── The streets ──────────────────────────────────────────────────────────────────────────────────────────────────────

THE_STREETS = section(
    DOCUMENT,
    "The streets",
    ("MS-7", Kind.RULE, "Third street: each player in turn folds, or bets one, two or three times the Ante."),
    (
        "MS-8",
        Kind.PROCEDURE,
        "Then the first card in the middle is turned up; fourth street is bet on alike.",
    ),
    ("MS-9", Kind.PROCEDURE, "Then the second card is turned up; fifth street is bet on alike."),
    ("MS-10", Kind.PROCEDURE, "Then the last card is turned up, and all bets are settled."),
    ("MS-11", Kind.RULE, "A player who folds loses the Ante and every bet, and is asked no more."),
)

STREETS = ("third", "fourth", "fifth")


class Choose(IntEnum):
    """MS-7: what a player may do on a street."""

    FOLD = 0
    BET = 1


OPTIONS = (
    Option(Choose.FOLD, "fold", "Fold", 0),
    *(Option(Choose.BET, f"bet_{times}", f"Bet {times}×", times) for times in (1, 2, 3)),
)


@rule
def is_in(street: int) -> int:
    """MS-11: whether a player has bet on the street before."""
    return 1 if street == Choose.BET else 0


@rule
def two_cards(a: int, b: int) -> int:
    """MS-6: what matters of a player's cards: their ranks, and whether they are of one suit."""
    low, high = min(rank_of(a), rank_of(b)), max(rank_of(a), rank_of(b))
    return (high * 13 + low) * 2 + (suit_of(a) == suit_of(b))


@rule
def three_cards(a: int, b: int, c: int) -> int:
    """MS-8: the same, and the first card in the middle."""
    return (two_cards(a, b) // 2 * 13 + rank_of(c)) * 2 + (suit_of(a) == suit_of(b) == suit_of(c))


@rule
def four_cards(a: int, b: int, c: int, d: int) -> int:
    """MS-9: the same, and the second."""
    alike = suit_of(a) == suit_of(b) and suit_of(b) == suit_of(c) and suit_of(c) == suit_of(d)
    return (three_cards(a, b, c) // 2 * 13 + rank_of(d)) * 2 + alike


def ranks_in(code: int, cards: int) -> list[int]:
    """The ranks of a sight, those of the player's own cards first."""
    return [code // 2 // 13**place % 13 for place in reversed(range(cards))]


# ── What a person looks for ──────────────────────────────────────────────────────────────────────────────────────────

KINDS = ("nothing", "low pair", "sixes to tens", "jacks or better")


def kind(ranks: list[int]) -> int:
    """What the ranks have come to."""
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if len(pairs) > 1 or any(ranks.count(rank) > 2 or rank >= JACK for rank in pairs):
        return 3
    return 0 if not pairs else 2 if pairs[0] >= SIX else 1


def points(ranks: list[int]) -> int:
    """Two for each jack or better and one for each six to ten, if there is no pair."""
    return sum((rank >= SIX) + (rank >= JACK) for rank in ranks) if not kind(ranks) else 0


def fields(cards: int) -> tuple[SightField, ...]:
    """The parts of a sight of so many cards."""
    return (
        SightField("hand", lambda code: kind(ranks_in(code, cards)), KINDS.__getitem__, KINDS.index),
        SightField("suits", lambda code: code % 2, ("several", "one").__getitem__, ("several", "one").index),
        SightField("points", lambda code: points(ranks_in(code, cards)), str, int, ordered=True),
    )


def seen_cards(code: int, cards: int) -> tuple[tuple[str, str], ...]:
    """The ranks of a sight, and whether they are of one suit."""
    return (("cards", " ".join(RANKS[rank] for rank in ranks_in(code, cards)) + (", one suit" if code % 2 else "")),)


def street(number: int, rule_: Rule, clause: str) -> Decision:
    """The decision of a street, with so many cards seen."""
    id_, cards = STREETS[number], OWN_CARDS + number
    return Decision(
        id_,
        wager=f"{id_}_street",
        base="ante",
        options=OPTIONS,
        sees=rule_,
        codes=2 * 13**cards,
        clause=clause,
        default="fold",  # MS-R2
        in_order=True,
        only_by_player="MS-7",
        fields=fields(cards),
        shown=lambda code: seen_cards(code, cards),
        asked=Rule(is_in, (STREETS[number - 1],)) if number else None,
    )


DECISIONS = (
    street(0, Rule(two_cards, DRAWS[:1]), "MS-7"),
    street(1, Rule(three_cards, DRAWS[:2]), "MS-8"),
    street(2, Rule(four_cards, DRAWS[:3]), "MS-9"),
)


def third_habit(code: int) -> str:
    """Bet three with a pair, one with two points, else fold."""
    ranks = ranks_in(code, 2)
    return "bet_3" if kind(ranks) else "bet_1" if points(ranks) > 1 else "fold"


def fourth_habit(code: int) -> str:
    """Bet three with what is paid or pushes, one with a low pair, one suit or three points, else fold."""
    ranks = ranks_in(code, 3)
    if kind(ranks) > 1:
        return "bet_3"
    return "bet_1" if kind(ranks) or code % 2 or points(ranks) > 2 else "fold"


def fifth_habit(code: int) -> str:
    """The same with four points, and three with one suit."""
    ranks = ranks_in(code, 4)
    if kind(ranks) > 1 or code % 2:
        return "bet_3"
    return "bet_1" if kind(ranks) or points(ranks) > 3 else "fold"


# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    ("MS-12", Kind.RULE, "The Ante and every bet are paid alike, by the five cards of a player's hand."),
    (
        "MS-13",
        Kind.RULE,
        (
            "A royal flush pays 500:1, a straight flush 100, four of a kind 40, a full house 10, a flush 6, a straight "
            "4, three of a kind 3, two pair 2, and a pair of jacks or better 1."
        ),
    ),
    ("MS-14", Kind.RULE, "A pair of sixes to tens pushes; less loses."),
)

MIDDLE_PAIR, HIGH_PAIR, FOLDED = 10, 11, 12
"""Codes beside those of poker hands; a pair below sixes is worth no more than a high card."""


@rule
def stud_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """MS-2, MS-5, MS-14: the poker hand of five cards; pairs are told apart by their rank."""
    hand = five_card_hand(a, b, c, d, e)
    if hand != Poker.PAIR:
        return hand
    once = twice = 0  # one bit a rank
    for card in (a, b, c, d, e):
        twice |= once & 1 << rank_of(card)
        once |= 1 << rank_of(card)
    if twice >> JACK:
        return HIGH_PAIR
    return MIDDLE_PAIR if twice >> SIX else Poker.HIGH_CARD


@rule
def outcome(hand: int, third: int, fourth: int, fifth: int) -> int:
    """MS-11, MS-12: the hand, unless a street was folded."""
    return hand if is_in(third) and is_in(fourth) and is_in(fifth) else FOLDED


HANDS = tuple(sorted((hand for hand in Poker if hand > Poker.PAIR), reverse=True))
PRINTED = (500, 100, 40, 10, 6, 4, 3, 2, 1)  # MS-13
LINES = (*(hand.id for hand in HANDS), "jacks_or_better")
PAYTABLE = Parameter(
    "paytable",
    Paytable(LINES, (PRINTED,)),
    tuple(Fraction(odds) for odds in PRINTED),  # parts of a cent: MS-R5
    "MS-13",
    "odds of every bet, from a royal flush down to a pair of jacks; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "MS-R1",
        "Seven seats, and $5 to $500 on the Ante; bets have no limits of their own, and a round pays without an upper "
        "limit. A seat's spots are for its own player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling("MS-R2", "A player who does not answer folds, so that nobody is made to risk more by silence."),
    Ruling("MS-R3", "The bonus wagers on the player's cards, of which every house has its own, are left out."),
    Ruling(
        "MS-R4",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("MS-R5", "Odds of a house's own that give a part of a cent are paid down to the cent."),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "MS-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "MS-R1", "least Ante")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "MS-R1", "largest Ante")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def players(so_far: Round) -> tuple[int, ...]:
    """MS-7: all who bet; those who folded are passed over."""
    return so_far.players


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: the Ante, then its bets."""
    wagers_ = ("ante", *(f"{id_}_street" for id_ in STREETS))
    return tuple((seat, wager) for seat in so_far.players for wager in wagers_)


PROCEDURE = (
    Wagering("MS-3", "MS-4", "Place your Ante.", "No more bets."),
    Deal("MS-4", hands, OWN_CARDS, face_up=False, says="Two cards for each player."),
    Deal("MS-4", (BOARD,), SHARED_CARDS, face_up=False, says="Three cards in the middle."),
    Decide("MS-7", "third", players, "Third street: bet one to three times your Ante, or fold."),
    Expose("MS-8", lambda _: ((BOARD, (0,)),), "The first card in the middle."),
    Decide("MS-8", "fourth", players, "Fourth street: bet one to three times your Ante, or fold."),
    Expose("MS-9", lambda _: ((BOARD, (1,)),), "The second card."),
    Decide("MS-9", "fifth", players, "Fifth street: bet one to three times your Ante, or fold."),
    Expose("MS-10", lambda _: ((BOARD, (2,)),), "The last card."),
    Ready("MS-10", "All cards in the middle are open."),
    Settle("MS-12", settlement_order, "Bets are settled."),
    PickUp("MS-1", lambda so_far: (*hands(so_far), BOARD), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's two cards, and the three in the middle."""
    board = so_far.cards(BOARD)
    return {"own": so_far.cards(seat_slot(seat)), "first": board[:1], "second": board[1:2], "third_card": board[2:]}


def all_five(so_far: Round, seat: int) -> tuple[int, ...]:
    """MS-5: a seat's own cards and those in the middle."""
    return (*so_far.cards(seat_slot(seat)), *so_far.cards(BOARD))


def spoken(so_far: Round, seat: int) -> str:
    """A seat's hand, or that it folded; to everybody, who is still in."""
    if seat not in so_far.players:
        stayed = [each for each in so_far.players if "fold" not in so_far.choices(each)]
        return f"{len(stayed)} of {len(so_far.players)} players stayed in"
    if "fold" in so_far.choices(seat):
        return "Folded"
    cards = all_five(so_far, seat)
    hand = stud_hand(*cards)
    ends = "pushes" if hand == MIDDLE_PAIR else "loses" if hand == Poker.HIGH_CARD else "pays"
    return f"{hand_words(five_card_strength(*cards)).capitalize()} {ends}"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────

LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("MS-1",)),
            CardPlaces(BOARD, SHARED_CARDS, Sign("For every hand"), clauses=("MS-5",)),
            Fixture(FixtureKind.PAYTABLE, Sign("Every bet"), "ante", ("MS-13",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("MS-1",)),
        ),
        (Words("Jacks or better pay every bet, sixes to tens push", ("MS-13", "MS-14")),),
    ),
    seat=(
        CardPlaces(OWN_HAND, OWN_CARDS, clauses=("MS-6",)),
        Circle("ante", Sign("Ante"), clauses=("MS-3",)),
        Circle("third_street", Sign("3rd"), clauses=("MS-7",)),
        Circle("fourth_street", Sign("4th"), clauses=("MS-8",)),
        Circle("fifth_street", Sign("5th"), clauses=("MS-9",)),
    ),
)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def lines(house: House) -> tuple[Line, ...]:
    """MS-13, MS-14: what every hand pays."""
    wins = zip((*HANDS, HIGH_PAIR), LINES, house[PAYTABLE], strict=True)
    return (
        *(Line(hand, id_, id_.replace("_", " ").capitalize(), odds, ("MS-13",)) for hand, id_, odds in wins),
        Line(MIDDLE_PAIR, "sixes_to_tens", "Sixes to tens", PUSHED, ("MS-14",), "push"),
        Line(Poker.HIGH_CARD, "lose", "Less than a pair of sixes", LOST, ("MS-14",)),
    )


def wagers(house: House) -> tuple[Wager, ...]:
    """The Ante, and a bet for each street."""
    paid, hands_ = Rule(outcome, ("hand", *STREETS)), lines(house)
    folded = Line(FOLDED, "folded", "Folded", LOST, ("MS-11",), "forfeited")
    of_street = {id_: hands_ if id_ == STREETS[-1] else (*hands_, folded) for id_ in STREETS}  # nobody folds after it
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="MS-3",
            outcome=paid,
            lines=(*hands_, folded),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="MS-R1",
            back_line="MS-R1",
        ),
        *(Wager(f"{id_}_street", f"{id_.capitalize()} street", paid, of_street[id_], clause="MS-7") for id_ in STREETS),
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Mississippi Stud under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="MS-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("own", Draw.SET, OWN_CARDS), *(Drawn(name, Draw.SET, 1) for name in DRAWS[1:])),
            features=(Feature("hand", Rule(stud_hand, DRAWS)),),
            decisions=DECISIONS,
            wagers=wagers(house),
            per_seat=("own",),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("MS-12"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="MS-1", decks_clause="MS-1"),
        facts=facts,
        void_clause="MS-R4",
        change_clause="MS-R4",
        description=Description(cards=(CardsField(BOARD, (BOARD,)),)),
        layout=LAYOUT,
        habits=Habits(decisions={"third": third_habit, "fourth": fourth_habit, "fifth": fifth_habit}),
    )


MISSISSIPPI_STUD = Game(
    id="mississippi-stud",
    title="Mississippi Stud",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_STREETS, *PAYMENT),
    rulings=RULINGS,
    parameters=(SEATS, PAYTABLE, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Make a pair of jacks or better from your two cards and three that all share. Before each of these is turned "
    "you bet again, or fold and lose what you bet.",
    spoken=spoken,
)
