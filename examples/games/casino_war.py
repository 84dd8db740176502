"""Casino War: one card against the dealer's. The higher card wins, and equal cards go to war or surrender.

This file is the whole game, in the order of its document: cards, wagers, the deal, the war, limits. Casino War belongs
to its owners; this is an independent implementation of the rules that casinos publish. Every command takes it:
`croupier play examples/games/casino_war.py`.
"""

from enum import IntEnum
from fractions import Fraction
from functools import partial

from croupier.cards import ACE, NO_CARD, RANK_WORDS, RANKS, rank_from, rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    Burn,
    CardPlaces,
    Choice,
    Circle,
    Deal,
    Decide,
    Decision,
    Discard,
    Document,
    Draw,
    Drawn,
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
    owner_of,
    seat_slot,
    section,
)

DOCUMENT = Document("casino-war", "Casino War, as casinos publish its rules", "the owners of Casino War")

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards",
    ("CW-1", Kind.RULE, "Six standard decks are used."),
    ("CW-2", Kind.RULE, "Cards rank from the ace, which is high, down to the deuce; suits do not matter."),
)

DECKS = Parameter("decks", Whole(1, 16), 6, "CW-1", "how many decks are in use", table=(6, 8))
SHUFFLE = Parameter(
    "shuffle",
    Choice(("shoe", "continuous")),
    "shoe",
    "CW-R5",
    "whether cards come from a shoe or a continuous shuffler",
)
CUT_CARD = Parameter("cut_card", Whole(16, 208), 78, "CW-R5", "how many cards lie behind the shoe's cut card")


class Compared(IntEnum):
    """How a player's card compares with the dealer's."""

    LOWER = 0
    EQUAL = 1
    HIGHER = 2


@rule
def compared(own: int, dealer: int) -> int:
    """CW-2: which of two cards is higher."""
    if rank_of(own) == rank_of(dealer):
        return Compared.EQUAL
    return Compared.HIGHER if rank_of(own) > rank_of(dealer) else Compared.LOWER


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────

THE_DEAL = section(
    DOCUMENT,
    "Wagers and the deal",
    ("CW-3", Kind.PROCEDURE, "Before any card is dealt, each player places an Ante and may bet on a Tie."),
    ("CW-4", Kind.PROCEDURE, "One card goes face up to each player in turn, then one to the dealer."),
    ("CW-5", Kind.RULE, "A card higher than the dealer's wins 1:1 on the Ante; a lower one loses it."),
    ("CW-6", Kind.RULE, "Tie pays 10:1 if the two first cards are equal and loses otherwise; a war changes nothing."),
)

SEATS = Parameter("seats", Whole(1, 7), 7, "CW-R4", "how many seats the table has")
TIE_PAYS = Parameter("tie_pays", Whole(1, 50), 10, "CW-6", "what Tie pays to one", decides=("tie",))
DEALER = "dealer"

# ── War ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

WAR = section(
    DOCUMENT,
    "War",
    ("CW-7", Kind.RULE, "A player whose card equals the dealer's surrenders, or raises by the Ante and goes to war."),
    ("CW-8", Kind.PROCEDURE, "Three cards are burned before the cards of a war."),
    ("CW-9", Kind.PROCEDURE, "Each player at war gets a second card face up, then the dealer gets one for them all."),
    ("CW-10", Kind.RULE, "A second card higher than the dealer's wins 1:1 on the raise, and the Ante pushes."),
    ("CW-11", Kind.RULE, "A lower second card loses the Ante and the raise."),
    ("CW-12", Kind.RULE, "Equal second cards win as a higher one does; a house may pay a bonus of one Ante on top."),
    ("CW-13", Kind.RULE, "A player who surrenders loses half of the Ante."),
)

TIED_WAR = Parameter(
    "tied_war",
    Choice(("raise", "bonus")),
    "raise",
    "CW-12",
    "what a tied war pays: the raise alone, or a bonus of one Ante as well",
    decides=(EVERY,),
)


class Choose(IntEnum):
    """CW-7: what a tied player may do."""

    SURRENDER = 0
    WAR = 1


class Battle(IntEnum):
    """What becomes of a player's card; from `WAR_LOST` on, of the second card."""

    LOWER = 0
    HIGHER = 1
    SURRENDERED = 2
    WAR_LOST = 3
    WAR_TIED = 4
    WAR_WON = 5


@rule
def battle(first: int, second: int, choice: int) -> int:
    """CW-5, CW-7: the first cards decide unless they are equal; then the second cards do."""
    if first != Compared.EQUAL:
        return Battle.HIGHER if first == Compared.HIGHER else Battle.LOWER
    return Battle.WAR_LOST + second if choice == Choose.WAR else Battle.SURRENDERED


HALF_LOST = Fraction(-1, 2)
WAR_BURN = 3  # CW-R3
"""CW-8: so many cards are burned before a war."""


@rule
def is_tied(first: int) -> int:
    """CW-7: whether a player is asked."""
    return 1 if first == Compared.EQUAL else 0


@rule
def cards_taken(choice: int) -> int:
    """CW-4, CW-8, CW-9: two cards, and in a war three that are burned and two more."""
    return 2 + WAR_BURN + 2 if choice == Choose.WAR else 2


@rule
def ranks_seen(own: int, dealer: int) -> int:
    """CW-4: both first cards are face up."""
    return rank_of(own) * (ACE + 1) + rank_of(dealer)


def rank_field(name: str, place: int) -> SightField:
    """A rank that a player sees."""
    return SightField(name, lambda code: code // place % (ACE + 1), lambda rank: RANKS[rank], rank_from, ordered=True)


GO_TO_WAR = Decision(
    "war",
    wager="raise",
    base="ante",
    options=(Option(Choose.SURRENDER, "surrender", "Surrender", 0), Option(Choose.WAR, "war", "Go to war", 1)),
    sees=Rule(ranks_seen, ("card", DEALER)),
    codes=(ACE + 1) ** 2,
    clause="CW-7",
    default="surrender",  # CW-R1
    only_by_player="CW-7",
    fields=(rank_field("card", ACE + 1), rank_field("dealer", 1)),
    asked=Rule(is_tied, ("first",)),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "CW-R1",
        "A tied player who does not answer, or does not have the chips for the raise, surrenders. Of an Ante with an "
        "odd cent, the larger half is lost.",
    ),
    Ruling(
        "CW-R2",
        "Rules differ on a tied war: most pay the raise alone, some a bonus of one Ante besides, which is paid here as "
        "1:1 on the Ante.",
        ("tied_war",),
    ),
    Ruling("CW-R3", "Three cards are burned once for all wars of a round, whoever is in them."),
    Ruling(
        "CW-R4",
        "Seven seats, $5 to $500 on the Ante, $1 to $100 on Tie, which needs an Ante at the same seat. A seat's spots "
        "are for its own player, and the dealer's second card serves all wars.",
        ("seats", "minimum", "maximum", "tie_minimum", "tie_maximum"),
    ),
    Ruling(
        "CW-R5",
        "Cards come from a shoe of six or eight decks, dealt to a cut card 78 cards from its end and shuffled after "
        "the round in which it comes out; one card of a new shoe is burned. A continuous shuffler deals each round "
        "from all the cards.",
        ("decks", "shuffle", "cut_card"),
    ),
    Ruling(
        "CW-R6",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
)

MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "CW-R4", "least Ante")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "CW-R4", "largest Ante")
TIE_MINIMUM = Parameter("tie_minimum", Money(1, 10**9), 1_00, "CW-R4", "least Tie wager")
TIE_MAXIMUM = Parameter("tie_maximum", Money(1, 10**9), 100_00, "CW-R4", "largest Tie wager")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def first_cards(so_far: Round, seat: int) -> int:
    """How a seat's first card compares with the dealer's."""
    return compared(so_far.cards(seat_slot(seat))[0], so_far.cards(DEALER)[0])


def is_at_war(so_far: Round, slot: Slot) -> bool:
    """Whether the seat that a slot belongs to has gone to war."""
    return so_far.decided(owner_of(slot)) == "war"


def is_war(so_far: Round) -> bool:
    """Whether anybody has gone to war."""
    return any(is_at_war(so_far, slot) for slot in hands(so_far))


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: Ante, raise, Tie."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "raise", "tie"))


PROCEDURE = (
    Wagering("CW-3", "CW-4", "Place your bets: Ante, and Tie if you like.", "No more bets."),
    Deal("CW-4", hands, 1, face_up=True, says="A card for each player."),
    Deal("CW-4", (DEALER,), 1, face_up=True, says="A card for the dealer."),
    Decide("CW-7", "war", lambda so_far: so_far.players, "Equal cards: raise by the Ante and go to war, or surrender."),
    Discard("CW-8", WAR_BURN, "Burned before the war:", when=is_war),
    Deal("CW-9", hands, 1, face_up=True, says="War!", only_to=is_at_war),
    Deal("CW-9", (DEALER,), 1, face_up=True, says="The dealer's second card.", when=is_war),
    Ready("CW-5", "All cards are open."),
    Settle("CW-5", settlement_order, "Wagers are settled."),
    PickUp("CW-R5", lambda so_far: (*hands(so_far), DEALER), "The cards are picked up."),
)


def facts(so_far: Round, seat: int) -> Facts:
    """A seat's cards, and the dealer's."""
    card, war_card = (*so_far.cards(seat_slot(seat)), NO_CARD, NO_CARD)[:2]
    dealer, dealer_war_card = (*so_far.cards(DEALER), NO_CARD, NO_CARD)[:2]
    return {
        "card": (card,),
        DEALER: (dealer,),
        "war_card": (war_card,),
        "dealer_war_card": (dealer_war_card,),
    }


def rank_words(card: int) -> str:
    """The rank of a card as it is said."""
    return RANK_WORDS[rank_of(card)]


def spoken(so_far: Round, seat: int) -> str:
    """How a seat's card compares with the dealer's; to everybody, what the dealer has."""
    dealer = [rank_words(card) for card in so_far.cards(DEALER)]
    if seat not in so_far.players:
        return f"Dealer has {' and then '.join(dealer)}"
    own = [rank_words(card) for card in so_far.cards(seat_slot(seat))]
    first = Compared(first_cards(so_far, seat))
    if first is not Compared.EQUAL:
        return f"{own[0].capitalize()} {VERBS[first]} {dealer[0]}"
    if not is_at_war(so_far, seat_slot(seat)):
        return f"{own[0].capitalize()} ties {dealer[0]}, surrendered"
    second = Compared(compared(so_far.cards(seat_slot(seat))[1], so_far.cards(DEALER)[1]))
    return f"War over {own[0]}: {own[1]} {VERBS[second]} {dealer[1]}"


VERBS = {Compared.LOWER: "loses to", Compared.EQUAL: "ties", Compared.HIGHER: "beats"}


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def rank_caption(known: tuple[int, ...]) -> str:
    """The rank of the last card."""
    return rank_words(known[-1])


def layout(house: House) -> Layout:
    """The felt: the dealer's card, and before each seat its card, its Ante and raise, and Tie."""
    kind = FixtureKind.SHOE if house[SHUFFLE] == "shoe" else FixtureKind.SHUFFLER
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("CW-R5",)),
                CardPlaces(DEALER, 1, Sign("Dealer"), caption=rank_caption, room=2, banks=True, clauses=("CW-4",)),
                Fixture(kind, Sign(kind.value), clauses=("CW-R5",)),
            ),
            (Words(f"Tie pays {house[TIE_PAYS]} to 1 · three cards are burned before a war", ("CW-6", "CW-8")),),
        ),
        seat=(
            CardPlaces(OWN_HAND, 1, caption=rank_caption, room=2, clauses=("CW-4", "CW-9")),
            Circle("ante", Sign("Ante"), at=(0.3, 0.65), clauses=("CW-3",)),
            Circle("raise", Sign("Raise"), at=(0.3, 0.36), clauses=("CW-7",)),
            Circle("tie", Sign("Tie"), pays=f"{house[TIE_PAYS]}:1", at=(0.72, 0.5), clauses=("CW-6",)),
        ),
        seat_shape=0.85,
    )


HABITS = Habits(wagers={"ante": 5}, decisions={"war": lambda _: "war"})

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """Ante, raise and Tie."""
    bonus = house[TIED_WAR] == "bonus"
    tied_war = (EVEN, "win") if bonus else (PUSHED, "push")
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="CW-3",
            outcome=Rule(battle, ("first", "second", "war")),
            lines=(
                Line(Battle.HIGHER, "higher", "Higher card", EVEN, ("CW-5",), "win"),
                Line(Battle.WAR_TIED, "war_tied", "War tied", tied_war[0], ("CW-12", "CW-R2"), tied_war[1]),
                Line(Battle.WAR_WON, "war_won", "War won", PUSHED, ("CW-10",), "push"),
                Line(Battle.WAR_LOST, "war_lost", "War lost", LOST, ("CW-11",), "lose"),
                Line(Battle.LOWER, "lower", "Lower card", LOST, ("CW-5",), "lose"),
                Line(Battle.SURRENDERED, "surrendered", "Surrendered", HALF_LOST, ("CW-13",), "surrendered"),
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="CW-R4",
            back_line="CW-R4",
        ),
        Wager(
            id="raise",
            label="Raise",
            clause="CW-7",
            outcome=Rule(compared, ("war_card", "dealer_war_card")),
            lines=(
                Line(Compared.HIGHER, "war_won", "War won", EVEN, ("CW-10",), "win"),
                Line(Compared.EQUAL, "war_tied", "War tied", EVEN, ("CW-12",), "win"),
                Line(Compared.LOWER, "war_lost", "War lost", LOST, ("CW-11",), "lose"),
            ),
        ),
        Wager(
            id="tie",
            label="Tie",
            clause="CW-3",
            outcome=Rule(compared, ("card", DEALER)),
            lines=(
                Line(Compared.EQUAL, "tie", "Equal cards", Fraction(house[TIE_PAYS]), ("CW-6",), "win"),
                Line(Compared.HIGHER, "higher", "Higher card", LOST, ("CW-6",), "lose"),
                Line(Compared.LOWER, "lower", "Lower card", LOST, ("CW-6",), "lose"),
            ),
            least=house[TIE_MINIMUM],
            most=house[TIE_MAXIMUM],
            limit_clause="CW-R4",
            needs=("ante",),
            needs_clause="CW-R4",
            back_line="CW-R4",
        ),
    )


def supply(house: House) -> Supply:
    """CW-1, CW-R5: the decks, and when they are shuffled."""
    cards_from = partial(Supply, decks=house[DECKS], clause="CW-R5", decks_clause="CW-1")
    if house[SHUFFLE] == "continuous":
        return cards_from(renewal=Renewal.CONTINUOUS)
    return cards_from(
        renewal=Renewal.SHOE, cut_from_end=house[CUT_CARD], cut_clause="CW-R5", burn=Burn.ONE, burn_clause="CW-R5"
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Casino War under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    check_limits(house, TIE_MINIMUM, TIE_MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="CW-R4",
        model=Model(
            id=game.id,
            decks=house[DECKS],
            draws=tuple(Drawn(name, Draw.SET, 1) for name in ("card", DEALER, "war_card", "dealer_war_card")),
            features=(
                Feature("first", Rule(compared, ("card", DEALER))),
                Feature("second", Rule(compared, ("war_card", "dealer_war_card"))),
            ),
            decisions=(GO_TO_WAR,),
            wagers=wagers(house),
            per_seat=("card", "war_card"),
            told_apart_by=(rank_of,),
            taken=Rule(cards_taken, ("war",)),
            burned=WAR_BURN,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("CW-5"),
        supply=supply(house),
        facts=facts,
        void_clause="CW-R6",
        change_clause="CW-R6",
        layout=layout(house),
        habits=HABITS,
    )


CASINO_WAR = Game(
    id="casino-war",
    title="Casino War",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DEAL, *WAR),
    rulings=RULINGS,
    parameters=(
        *(DECKS, SHUFFLE, CUT_CARD, SEATS, TIE_PAYS, TIED_WAR),
        *(MINIMUM, MAXIMUM, TIE_MINIMUM, TIE_MAXIMUM),
    ),
    build=build,
    vocabulary="1.1",
    goal="Get a higher card than the dealer. If both cards are equal, you double your wager and a second card decides, "
    "or you give up half of it.",
    spoken=spoken,
)
