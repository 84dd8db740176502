"""Blackjack: nearer to 21 than the dealer, without going over.

This file is the whole game, in the order of its rules: cards, wagers, the deal, playing a hand, the dealer, limits.
Blackjack belongs to nobody; these are the rules that American casinos publish, with a dealer who looks for a blackjack
before anybody plays. Every command takes it: `croupier play examples/games/blackjack.py`.
"""

from enum import IntEnum
from fractions import Fraction
from functools import partial

from croupier.cards import ACE, NO_CARD, rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    Again,
    Burn,
    CardPlaces,
    Choice,
    Circle,
    Deal,
    Decide,
    Decision,
    Document,
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
    PickUp,
    Ready,
    Renewal,
    Repeat,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    SightField,
    Sign,
    Slot,
    Step,
    Supply,
    Wager,
    Wagering,
    Whole,
    Words,
    YesNo,
    check_limits,
    owner_of,
    seat_slot,
    section,
)

DOCUMENT = Document("blackjack", "Blackjack, as American casinos publish its rules", "nobody: it is common property")

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards",
    ("BJ-1", Kind.RULE, "One to eight standard decks are used."),
    ("BJ-2", Kind.RULE, "Court cards count ten, and an ace counts eleven unless the hand would go over 21; then one."),
    ("BJ-3", Kind.RULE, "An ace with a ten or a court card as the first two cards is a blackjack."),
)

DECKS = Parameter("decks", Whole(1, 8), 6, "BJ-1", "how many decks are in use")
SHUFFLE = Parameter(
    "shuffle",
    Choice(("shoe", "continuous")),
    "shoe",
    "BJ-R4",
    "whether cards come from a shoe or are all shuffled before every round",
)
CUT_CARD = Parameter("cut_card", Whole(1, 312), 78, "BJ-R4", "how many cards lie behind the shoe's cut card")
DEALER = "dealer"
GOAL = 21
TEN = 10

# A hand is folded into one number: the sum with aces as one, whether there is an ace, how many cards it has (three
# stands for more), the value of its cards where they are alike, and whether it comes from a split, of aces or others.

ACES, COUNT, ALIKE, ORIGIN = 32, 64, 256, 4096
FIRST_CARDS, MORE_CARDS = 2, 3


class Origin(IntEnum):
    """Where a hand comes from."""

    DEALT = 0
    SPLIT = 1
    SPLIT_ACES = 2


@rule
def value(card: int) -> int:
    """BJ-2: what a card counts, an ace as one."""
    rank = rank_of(card)
    if rank == ACE:
        return 1
    return min(rank + 2, TEN)


@rule
def fold(hand: int, card: int) -> int:
    """BJ-2: a hand with one card more."""
    worth = value(card)
    cards = hand // COUNT % 4
    alike = hand // ALIKE % 16
    if cards == 0:
        alike = worth
    elif alike != worth:
        alike = 0
    aces = max(hand // ACES % 2, int(worth == 1))
    return (
        hand % ACES
        + worth
        + ACES * aces
        + COUNT * min(cards + 1, MORE_CARDS)
        + ALIKE * alike
        + ORIGIN * (hand // ORIGIN)
    )


@rule
def is_soft(hand: int) -> int:
    """BJ-2: whether an ace counts eleven."""
    return int(hand // ACES % 2 == 1 and hand % ACES + TEN <= GOAL)


@rule
def total(hand: int) -> int:
    """BJ-2: what a hand counts."""
    return hand % ACES + TEN * is_soft(hand)


@rule
def has_first_cards(hand: int) -> int:
    """Whether a hand has two cards."""
    return int(hand // COUNT % 4 == FIRST_CARDS)


@rule
def is_blackjack(hand: int) -> int:
    """BJ-3, BJ-15: whether the first two cards are a blackjack; a hand that comes from a split has none."""
    return int(has_first_cards(hand) == 1 and total(hand) == GOAL and hand // ORIGIN == Origin.DEALT)


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "Wagers and the deal",
    ("BJ-4", Kind.PROCEDURE, "Before any card is dealt, each player places a Bet."),
    ("BJ-5", Kind.PROCEDURE, "Each player gets two cards face up; the dealer gets one face up and one face down."),
    (
        "BJ-6",
        Kind.RULE,
        "A dealer with a blackjack shows it at once and nobody plays; only a blackjack does not lose.",
    ),
    ("BJ-7", Kind.RULE, "A player's blackjack pays 3:2 against any other hand and pushes against a blackjack."),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "BJ-R3", "how many seats the table has")
BLACKJACK_PAYS = Parameter(
    "blackjack_pays", Choice(("3:2", "6:5")), "3:2", "BJ-7", "what a blackjack pays", decides=(EVERY,)
)

# ── Playing a hand ───────────────────────────────────────────────────────────────────────────────────────────────────

PLAYING = section(
    DOCUMENT,
    "Playing a hand",
    ("BJ-8", Kind.PROCEDURE, "Players play one after another, each until the hand is done."),
    ("BJ-9", Kind.RULE, "A player stands, or hits and gets one card; a hand over 21 is bust and loses at once."),
    ("BJ-10", Kind.RULE, "With two cards a player may double: stake as much again, get one card and stand."),
    ("BJ-11", Kind.RULE, "Nobody is asked who has 21."),
    ("BJ-12", Kind.RULE, "Where the house lets players split, two cards of one value become two hands, once."),
    (
        "BJ-13",
        Kind.RULE,
        "Each hand of a split has a stake like the Bet and gets a second card; split aces get no more.",
    ),
    ("BJ-14", Kind.RULE, "The house says whether a hand of a split may be doubled."),
    ("BJ-15", Kind.RULE, "Two cards of a split that make 21 are not a blackjack."),
    ("BJ-20", Kind.RULE, "Where the house lets players surrender, two cards are given up for half of the Bet."),
)

SPLITS = Parameter(
    "splits",
    Choice(("none", "once", "once_and_double")),
    "none",
    "BJ-12",
    "whether two cards of one value may be split, and then doubled",
    decides=(EVERY,),
    table=("none",),
)


SURRENDER = Parameter(
    "surrender",
    YesNo(),
    default=False,
    clause="BJ-20",
    help="whether two cards may be given up for half of the Bet",
    decides=(EVERY,),
)


class Play(IntEnum):
    """BJ-9, BJ-10, BJ-12, BJ-20: what a player may do."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4


@rule
def is_asked(hand: int) -> int:
    """BJ-9, BJ-11: a hand below 21 is played on."""
    return int(total(hand) < GOAL)


@rule
def may_hit(hand: int) -> int:
    """BJ-13: split aces get one card each."""
    return int(hand // ORIGIN != Origin.SPLIT_ACES)


@rule
def may_double(hand: int) -> int:
    """BJ-10: with the two cards that were dealt."""
    return int(has_first_cards(hand) == 1 and hand // ORIGIN == Origin.DEALT)


@rule
def may_double_after_a_split(hand: int) -> int:
    """BJ-10, BJ-14: with any two cards but those of split aces."""
    return int(has_first_cards(hand) == 1 and hand // ORIGIN != Origin.SPLIT_ACES)


@rule
def may_split(hand: int) -> int:
    """BJ-12: two cards of one value, as they were dealt."""
    return int(has_first_cards(hand) == 1 and hand // ALIKE % 16 > 0 and hand // ORIGIN == Origin.DEALT)


@rule
def may_surrender(hand: int) -> int:
    """BJ-20: with the two cards that were dealt."""
    return may_double(hand)


@rule
def halves(hand: int) -> int:
    """BJ-13: one card of the two, marked as coming from a split."""
    worth = hand // ALIKE % 16
    if worth == 1:
        return 1 + ACES + COUNT + ALIKE + ORIGIN * Origin.SPLIT_ACES
    return worth + COUNT + ALIKE * worth + ORIGIN * Origin.SPLIT


SOFT, PAIR = 32, 64
UPS = 12


@rule
def seen(hand: int, up: int) -> int:
    """BJ-5: the hand's total, whether it is soft, and the dealer's card."""
    return (total(hand) + SOFT * is_soft(hand)) * UPS + total(up)


@rule
def pairs_seen(hand: int, up: int) -> int:
    """BJ-5, BJ-12: the same, and whether the hand is a pair that may be split."""
    return (total(hand) + SOFT * is_soft(hand) + PAIR * may_split(hand)) * UPS + total(up)


def hand_text(code: int) -> str:
    """A hand as strategies name it: `16`, `soft 18`, `8-8`."""
    if code >= PAIR:
        return "A-A" if code % PAIR >= SOFT else f"{code % PAIR // 2}-{code % PAIR // 2}"
    return f"soft {code - SOFT}" if code >= SOFT else str(code)


def hand_from(text: str) -> int:
    """Read a hand as strategies name it."""
    words = text.strip().lower()
    if words == "a-a":
        return PAIR + SOFT + 12
    first, dash, _ = words.partition("-")
    if dash:
        return PAIR + 2 * int(first)
    return SOFT + int(words.removeprefix("soft ")) if words.startswith("soft ") else int(words)


def up_text(code: int) -> str:
    """The dealer's card as strategies name it."""
    return "A" if code == TEN + 1 else str(code)


def up_from(text: str) -> int:
    """Read the dealer's card as strategies name it."""
    return TEN + 1 if text.strip().lower() == "a" else int(text)


FIELDS = (
    SightField("hand", lambda code: code // UPS, hand_text, hand_from),
    SightField("up", lambda code: code % UPS, up_text, up_from),
)


def decision(house: House) -> Decision:
    """BJ-8: what a player is asked until the hand is done."""
    splits, gives_up = house[SPLITS] != "none", house[SURRENDER]
    doubles = may_double_after_a_split if house[SPLITS] == "once_and_double" else may_double
    options = (
        Option(Play.STAND, "stand", "Stand", 0),
        Option(Play.HIT, "hit", "Hit", 0, Rule(may_hit, ("hand",))),
        Option(Play.DOUBLE, "double", "Double", 1, Rule(doubles, ("hand",))),
        *([Option(Play.SPLIT, "split", "Split", 1, Rule(may_split, ("hand",)))] if splits else ()),
        *([Option(Play.SURRENDER, "surrender", "Surrender", 0, Rule(may_surrender, ("hand",)))] if gives_up else ()),
    )
    return Decision(
        "play",
        wager="double",
        base="bet",
        options=options,
        sees=Rule(pairs_seen if splits else seen, ("hand", "up")),
        codes=(PAIR + SOFT + GOAL + 1) * UPS,
        clause="BJ-8",
        default="stand",
        in_order=True,
        only_by_player="BJ-R3",
        fields=FIELDS,
        asked=Rule(is_asked, ("hand",)),
    )


# ── The dealer ───────────────────────────────────────────────────────────────────────────────────────────────────────

THE_DEALER = section(
    DOCUMENT,
    "The dealer",
    ("BJ-16", Kind.PROCEDURE, "When all have played, the dealer turns the second card over."),
    ("BJ-17", Kind.RULE, "The dealer draws to 16 and stands on 17; the house says whether a soft 17 draws."),
    ("BJ-18", Kind.RULE, "A hand nearer to 21 than the dealer's, or any against a dealer who is bust, wins 1:1."),
    ("BJ-19", Kind.RULE, "Equal totals push, and a lower one loses; what was doubled goes the way of the Bet."),
)

SOFT_17 = Parameter(
    "soft_17", Choice(("stand", "hit")), "stand", "BJ-17", "what the dealer does with a soft 17", decides=(EVERY,)
)
STANDS_ON = 17


@rule
def draws(hand: int) -> int:
    """BJ-17: the dealer stands on every 17."""
    return int(total(hand) < STANDS_ON)


@rule
def draws_on_soft_17(hand: int) -> int:
    """BJ-17: the dealer draws on a soft 17 too."""
    return int(total(hand) < STANDS_ON or (total(hand) == STANDS_ON and is_soft(hand) == 1))


class Result(IntEnum):
    """What becomes of a hand."""

    LOWER = 0
    BUST = 1
    DEALER_BLACKJACK = 2
    EQUAL = 3
    HIGHER = 4
    DEALER_BUST = 5
    BLACKJACK = 6
    TWO_BLACKJACKS = 7
    SURRENDERED = 8


@rule
def result(hand: int, dealer: int) -> int:
    """BJ-6, BJ-7, BJ-9, BJ-18, BJ-19: a hand against the dealer's."""
    if is_blackjack(hand) == 1:
        return Result.TWO_BLACKJACKS if is_blackjack(dealer) == 1 else Result.BLACKJACK
    if is_blackjack(dealer) == 1:
        return Result.DEALER_BLACKJACK
    if total(hand) > GOAL:
        return Result.BUST
    if total(dealer) > GOAL:
        return Result.DEALER_BUST
    if total(hand) == total(dealer):
        return Result.EQUAL
    return Result.HIGHER if total(hand) > total(dealer) else Result.LOWER


@rule
def result_of_play(hand: int, dealer: int, play: int) -> int:
    """BJ-20: a hand that is given up is not compared."""
    return Result.SURRENDERED if play == Play.SURRENDER else result(hand, dealer)


def repeat(house: House) -> Repeat:
    """BJ-8, BJ-17: how hands are played, and how the dealer draws."""
    splits = house[SPLITS] != "none"
    return Repeat(
        "play",
        fold=fold,
        drawing=draws_on_soft_17 if house[SOFT_17] == "hit" else draws,
        draws=("hit", "double"),
        ends=("stand", "double", "surrender") if house[SURRENDER] else ("stand", "double"),
        over=is_blackjack,
        splits="split" if splits else "",
        halves=halves if splits else None,
    )


# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling("BJ-R1", "Insurance and side bets are not offered here. Nobody surrenders to a dealer's blackjack."),
    Ruling(
        "BJ-R2",
        "The dealer draws only where a hand is left that has neither gone bust, nor been given up, nor been paid as a "
        "blackjack; else the second card is turned over and nothing is drawn.",
    ),
    Ruling(
        "BJ-R3",
        "Seven seats, $5 to $500 on the Bet. A seat's hand is for its own player to play.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling(
        "BJ-R4",
        "A shoe is dealt to a cut card 78 cards from its end, or in its middle where that comes first, and shuffled "
        "after the round in which it comes out; one card of a new shoe is burned. Otherwise all cards are shuffled "
        "before every round. A round for which the cards do not last is called off.",
        ("shuffle", "cut_card"),
    ),
    Ruling(
        "BJ-R5",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
)

MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "BJ-R3", "least Bet")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "BJ-R3", "largest Bet")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def folded(cards: tuple[int, ...]) -> int:
    """The cards that are known, as one hand."""
    hand = 0
    for card in cards:
        hand = hand if card == NO_CARD else fold(hand, card)
    return hand


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def hand_of(so_far: Round, seat: int) -> int:
    """A seat's hand."""
    return folded(so_far.cards(seat_slot(seat)))


def is_over(so_far: Round) -> bool:
    """BJ-6: whether the dealer has a blackjack."""
    return is_blackjack(folded(so_far.cards(DEALER))) == 1


def is_playing(so_far: Round, seat: int) -> bool:
    """BJ-9 to BJ-11: whether a seat's hand is not done."""
    done = so_far.decided(seat) in ("stand", "double", "surrender")
    return not done and not is_over(so_far) and is_asked(hand_of(so_far, seat)) == 1


def next_to_play(so_far: Round) -> tuple[int, ...]:
    """BJ-8: the first seat whose hand is not done."""
    return tuple(seat for seat in so_far.players if is_playing(so_far, seat))[:1]


def gets_a_card(so_far: Round, slot: Slot) -> bool:
    """BJ-9, BJ-10: whether a seat has asked for a card and has not got it."""
    seat = owner_of(slot)
    asked_for = sum(option in ("hit", "double") for option in so_far.choices(seat))
    return len(so_far.cards(slot)) < FIRST_CARDS + asked_for


def has_hand_left(so_far: Round) -> bool:
    """BJ-R2: whether a hand waits for the dealer's."""
    left = (hand_of(so_far, seat) for seat in so_far.players if so_far.decided(seat) != "surrender")
    return any(total(hand) <= GOAL and is_blackjack(hand) == 0 for hand in left)


def dealer_draws(so_far: Round, rule_: object) -> bool:
    """BJ-17, BJ-R2: whether the dealer takes another card."""
    dealer = folded(so_far.cards(DEALER))
    drawing = draws_on_soft_17(dealer) if rule_ is draws_on_soft_17 else draws(dealer)
    return has_hand_left(so_far) and drawing == 1


def procedure(house: House) -> tuple[Step, ...]:
    """A round in order."""
    drawing = partial(dealer_draws, rule_=repeat(house).drawing)
    return (
        Wagering("BJ-4", "BJ-5", "Place your bets.", "No more bets."),
        Deal("BJ-5", hands, 1, face_up=True, says="A card for each player."),
        Deal("BJ-5", (DEALER,), 1, face_up=True, says="A card for the dealer."),
        Deal("BJ-5", hands, 1, face_up=True, says="A second card for each player."),
        Deal("BJ-5", (DEALER,), 1, face_up=False, says="The dealer's second card, face down."),
        Decide("BJ-8", "play", next_to_play, "Play your hand."),
        Deal("BJ-9", hands, 1, face_up=True, says="A card.", only_to=gets_a_card),
        Again("BJ-8", 2, lambda so_far: bool(next_to_play(so_far)), "The next hand.", most=18),
        Expose("BJ-16", lambda _: ((DEALER, (1,)),), "The dealer's second card:"),
        Deal("BJ-17", (DEALER,), 1, face_up=True, says="The dealer draws.", when=drawing),
        Again("BJ-17", 1, drawing, "The dealer draws again.", most=10),
        Ready("BJ-18", "All cards are open."),
        Settle("BJ-18", settlement_order, "Bets are settled."),
        PickUp("BJ-R4", lambda so_far: (*hands(so_far), DEALER), "The cards are picked up."),
    )


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: the Bet, and what was doubled."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("bet", "double"))


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's hand, the dealer's first card, and the dealer's hand."""
    dealer = so_far.cards(DEALER)
    return {
        "hand": (hand_of(so_far, seat),),
        "up": (folded(dealer[:1]),),
        DEALER: (folded(dealer),),
    }


def spoken_hand(hand: int) -> str:
    """A hand as a dealer says it."""
    if is_blackjack(hand) == 1:
        return "blackjack"
    if total(hand) > GOAL:
        return f"bust with {total(hand)}"
    return f"soft {total(hand)}" if is_soft(hand) == 1 and total(hand) < GOAL else str(total(hand))


def spoken(so_far: Round, seat: int) -> str:
    """What a seat's hand came to against the dealer's; to everybody, what the dealer has."""
    dealer = folded(so_far.cards(DEALER))
    if seat not in so_far.players:
        return f"Dealer has {spoken_hand(dealer)}"
    hand = hand_of(so_far, seat)
    if so_far.decided(seat) == "surrender":
        return f"Surrendered {spoken_hand(hand)}; the dealer has {spoken_hand(dealer)}"
    return f"{spoken_hand(hand).capitalize()} {VERBS[Result(result(hand, dealer))]} {spoken_hand(dealer)}"


VERBS = {
    Result.LOWER: "loses to",
    Result.BUST: "loses; the dealer has",
    Result.DEALER_BLACKJACK: "loses to",
    Result.EQUAL: "pushes with",
    Result.HIGHER: "beats",
    Result.DEALER_BUST: "wins; the dealer is",
    Result.BLACKJACK: "beats",
    Result.TWO_BLACKJACKS: "pushes with",
}

# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_caption(known: tuple[int, ...]) -> str:
    """What the cards that lie open count."""
    return spoken_hand(folded(known))


def layout(house: House) -> Layout:
    """The felt: the dealer's hand, and before each seat its hand, its Bet and what it doubles."""
    kind = FixtureKind.SHOE if house[SHUFFLE] == "shoe" else FixtureKind.SHUFFLER
    stands = "must draw to 16 and hits soft 17" if house[SOFT_17] == "hit" else "must draw to 16 and stand on all 17s"
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("BJ-R4",)),
                CardPlaces(DEALER, 2, Sign("Dealer"), caption=hand_caption, room=13, banks=True, clauses=("BJ-5",)),
                Fixture(kind, Sign(kind.value), clauses=("BJ-R4",)),
            ),
            (Words(f"Blackjack pays {house[BLACKJACK_PAYS].replace(':', ' to ')}", ("BJ-7",)),),
            (Words(f"Dealer {stands}", ("BJ-17",)),),
        ),
        seat=(
            CardPlaces(OWN_HAND, 2, caption=hand_caption, room=21, clauses=("BJ-5", "BJ-9")),
            Circle("bet", Sign("Bet"), at=(0.3, 0.5), clauses=("BJ-4",)),
            Circle("double", Sign("Double"), at=(0.72, 0.5), clauses=("BJ-10",)),
        ),
        seat_shape=0.85,
    )


def habit(code: int) -> str:
    """A player who draws to 16 against a seven or higher, and to 11 against less."""
    hand, up = code // UPS, code % UPS
    if hand >= PAIR:
        return "stand"
    if hand >= SOFT:
        return "hit" if hand < SOFT + 18 else "stand"
    if hand in (10, 11) and up < hand:
        return "double"
    return "hit" if hand < (17 if up > 6 else 12) else "stand"


HABITS = Habits(wagers={"bet": 1}, decisions={"play": habit})

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


HALF_LOST = Fraction(-1, 2)


def wagers(house: House) -> tuple[Wager, ...]:
    """The Bet, and what is doubled."""
    pays = Fraction(*map(int, house[BLACKJACK_PAYS].split(":")))
    gives_up = house[SURRENDER]
    outcome = Rule(result, ("hand", DEALER))
    played = (
        Line(Result.HIGHER, "higher", "Nearer to 21", EVEN, ("BJ-18",), "win"),
        Line(Result.DEALER_BUST, "dealer_bust", "Dealer bust", EVEN, ("BJ-18",), "win"),
        Line(Result.EQUAL, "equal", "Equal totals", PUSHED, ("BJ-19",), "push"),
        Line(Result.LOWER, "lower", "Lower total", LOST, ("BJ-19",), "lose"),
        Line(Result.BUST, "bust", "Bust", LOST, ("BJ-9",), "lose"),
    )
    return (
        Wager(
            id="bet",
            label="Bet",
            clause="BJ-4",
            outcome=Rule(result_of_play, ("hand", DEALER, "play")) if gives_up else outcome,
            lines=(
                Line(Result.BLACKJACK, "blackjack", "Blackjack", pays, ("BJ-7",), "win"),
                *played,
                Line(Result.TWO_BLACKJACKS, "two_blackjacks", "Two blackjacks", PUSHED, ("BJ-7",), "push"),
                Line(Result.DEALER_BLACKJACK, "dealer_blackjack", "Dealer's blackjack", LOST, ("BJ-6",), "lose"),
                *([Line(Result.SURRENDERED, "surrendered", "Surrendered", HALF_LOST, ("BJ-20",))] if gives_up else ()),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="BJ-R3",
            back_line="BJ-R3",
        ),
        Wager(id="double", label="Double", clause="BJ-10", outcome=outcome, lines=played),
    )


def model(house: House) -> Model:
    """What the engines read."""
    return Model(
        id="blackjack",
        decks=house[DECKS],
        draws=(),
        decisions=(decision(house),),
        wagers=wagers(house),
        told_apart_by=(value,),
        repeat=repeat(house),
    )


def supply(house: House) -> Supply:
    """BJ-1, BJ-R4: the decks, and when they are shuffled."""
    cards_from = partial(Supply, decks=house[DECKS], clause="BJ-R4", decks_clause="BJ-1")
    if house[SHUFFLE] == "continuous":
        return cards_from(renewal=Renewal.CONTINUOUS)
    return cards_from(
        renewal=Renewal.SHOE,
        cut_from_end=min(house[CUT_CARD], 26 * house[DECKS]),
        cut_clause="BJ-R4",
        burn=Burn.ONE,
        burn_clause="BJ-R4",
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Blackjack under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="BJ-R3",
        model=model(house),
        procedure=procedure(house),
        bank=HouseBank("BJ-18"),
        supply=supply(house),
        facts=facts,
        void_clause="BJ-R5",
        change_clause="BJ-R5",
        layout=layout(house),
        habits=HABITS,
    )


BLACKJACK = Game(
    id="blackjack",
    title="Blackjack",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *PLAYING, *THE_DEALER),
    rulings=RULINGS,
    parameters=(
        *(DECKS, SHUFFLE, CUT_CARD, SEATS, BLACKJACK_PAYS, SPLITS, SURRENDER, SOFT_17),
        *(MINIMUM, MAXIMUM),
    ),
    build=build,
    vocabulary="1.1",
    goal="Come nearer to 21 than the dealer without going over. Take cards until you stand; then the dealer draws.",
    spoken=spoken,
)
