"""Red Dog: a bet that the third card falls between the first two. After seeing these, a player may raise.

This file is the whole game, in the order of its document: cards, wagers, the spread, the third card, limits. Red Dog
belongs to nobody; these are its rules as they are commonly published. Every command takes it:
`croupier play examples/games/red_dog.py`. `python examples/games/red_dog.py` prints its edges.
"""

from enum import IntEnum
from fractions import Fraction
from functools import partial

import croupier
from croupier.cards import NO_CARD, RANK_WORDS, rank_of
from croupier.odds import LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    Burn,
    CardPlaces,
    Choice,
    Circle,
    Deal,
    Decide,
    Decision,
    DecisionField,
    Description,
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
    Supply,
    Wager,
    Wagering,
    Whole,
    Words,
    check_limits,
    section,
)

DOCUMENT = Document("red-dog", "Red Dog, as its rules are commonly published", "nobody")

# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and wagers",
    ("RD-1", Kind.RULE, "One to eight standard decks are used."),
    ("RD-2", Kind.RULE, "Cards rank from the ace, which is always high, down to the deuce; suits do not matter."),
    ("RD-3", Kind.PROCEDURE, "Each player places an Ante before any card is dealt."),
    ("RD-4", Kind.PROCEDURE, "Two cards are dealt face up, apart from each other; all players share them."),
)

DECKS = Parameter("decks", Whole(1, 16), 6, "RD-1", "how many decks are in use", table=(1, 2, 4, 6, 8))
SHUFFLE = Parameter(
    "shuffle",
    Choice(("shoe", "continuous")),
    "shoe",
    "RD-R3",
    "whether cards come from a shoe or a continuous shuffler",
)
CUT_CARD = Parameter("cut_card", Whole(3, 208), 26, "RD-R3", "how many cards lie behind the shoe's cut card")
SEATS = Parameter("seats", Whole(1, 7), 7, "RD-R2", "how many seats the table has")

LEFT, RIGHT, MIDDLE = "left", "right", "middle"

# ── The spread ───────────────────────────────────────────────────────────────────────────────────────────────────────

THE_SPREAD = section(
    DOCUMENT,
    "The spread",
    ("RD-5", Kind.RULE, "Two consecutive cards push, and no third card is dealt."),
    ("RD-6", Kind.RULE, "On a pair there is no raise; a third card of that rank wins 11:1, any other pushes."),
    ("RD-7", Kind.RULE, "Otherwise the spread is announced: the number of ranks between the two cards, 1 to 11."),
    ("RD-8", Kind.RULE, "On a spread each player may raise by as much as the Ante."),
)

CONSECUTIVE, PAIR = 0, 12
"""Spreads are 1 to 11; these two codes stand for first cards without a spread."""


@rule
def spread(one: int, two: int) -> int:
    """RD-7: how many ranks lie between two cards: 1 to 11, or the code for consecutive cards or a pair."""
    apart = abs(rank_of(one) - rank_of(two))
    return PAIR if apart == 0 else apart - 1


@rule
def is_spread(gap: int) -> int:
    """RD-8: whether players are asked to raise."""
    return 1 if CONSECUTIVE < gap < PAIR else 0


RAISE = Decision(
    id="raise",
    wager="raise",
    base="ante",
    options=(Option(0, "call", "Call", 0), Option(1, "raise", "Raise", 1)),
    sees=Rule(spread, ("two",)),
    codes=PAIR + 1,
    clause="RD-8",
    default="call",
    only_by_player="RD-8",
    fields=(SightField("spread", lambda code: code, str, int, ordered=True),),
    asked=Rule(is_spread, ("spread",)),
)

# ── The third card ───────────────────────────────────────────────────────────────────────────────────────────────────

THIRD_CARD = section(
    DOCUMENT,
    "The third card",
    ("RD-9", Kind.PROCEDURE, "Then a third card is dealt face up between the other two."),
    ("RD-10", Kind.RULE, "A third card between the two wins by the spread: 5:1 on 1, 4:1 on 2, 2:1 on 3, 1:1 on 4 up."),
    ("RD-11", Kind.RULE, "Any other third card, one of the same rank as either included, loses Ante and raise."),
)


class Outcome(IntEnum):
    """What the three cards come to."""

    LOSE = 0
    SPREAD_1 = 1
    SPREAD_2 = 2
    SPREAD_3 = 3
    SPREAD_4_OR_MORE = 4
    CONSECUTIVE = 5
    PAIR = 6
    THREE_OF_A_KIND = 7


@rule
def outcome(one: int, two: int, three: int, gap: int) -> int:
    """Consecutive cards push; a pair wins if it becomes three of a kind, otherwise pushes; a spread must be hit."""
    third = rank_of(three)
    if gap == CONSECUTIVE:
        return Outcome.CONSECUTIVE  # RD-5
    if gap == PAIR:
        return Outcome.THREE_OF_A_KIND if third == rank_of(one) else Outcome.PAIR  # RD-6
    if not min(rank_of(one), rank_of(two)) < third < max(rank_of(one), rank_of(two)):
        return Outcome.LOSE  # RD-11
    return min(gap, Outcome.SPREAD_4_OR_MORE)  # RD-10


@rule
def cards_taken(gap: int) -> int:
    """RD-4, RD-5, RD-9: two cards, and a third unless they are consecutive."""
    return 2 if gap == CONSECUTIVE else 3


WINS = (
    (Outcome.SPREAD_1, "spread_1", "Between, one rank apart", "RD-10"),
    (Outcome.SPREAD_2, "spread_2", "Between, two ranks apart", "RD-10"),
    (Outcome.SPREAD_3, "spread_3", "Between, three ranks apart", "RD-10"),
    (Outcome.SPREAD_4_OR_MORE, "spread_4_or_more", "Between, four or more apart", "RD-10"),
    (Outcome.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind", "RD-6"),
)
PRINTED = (5, 4, 2, 1, 11)  # RD-10, RD-6
PAYTABLE = Parameter(
    "paytable",
    Paytable(tuple(id_ for _, id_, _, _ in WINS), (PRINTED,)),
    tuple(Fraction(odds) for odds in PRINTED),  # parts of a cent: RD-R5
    "RD-10",
    "odds of spreads 1, 2, 3 and 4 or more, then of three of a kind; 1 is the usual paytable",
    decides=(EVERY,),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling("RD-R1", "Some houses take a raise of any amount up to the Ante; here it is the Ante, or none."),
    Ruling(
        "RD-R2",
        "Seven seats, and $5 to $500 on the Ante. A seat's spots are for its own player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling(
        "RD-R3",
        "Cards come from a shoe, dealt to a cut card 26 cards from its end and shuffled after the round in which it "
        "comes out; one card of a new shoe is burned. A continuous shuffler deals each round from all the cards.",
        ("decks", "shuffle", "cut_card"),
    ),
    Ruling(
        "RD-R4",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling("RD-R5", "Odds of a house's own that give a part of a cent are paid down to the cent."),
)

MINIMUM = Parameter("minimum", Money(1, 10**9), 5_00, "RD-R2", "least Ante")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "RD-R2", "largest Ante")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def two_cards(so_far: Round) -> tuple[int, int]:
    """The first two cards; `NO_CARD` for one that is not known yet."""
    return so_far.cards(LEFT)[0], so_far.cards(RIGHT)[0]


def spread_now(so_far: Round) -> int:
    """The spread of the first two cards."""
    return spread(*two_cards(so_far))


def is_third_card(so_far: Round) -> bool:
    """RD-5: whether a third card is dealt."""
    return spread_now(so_far) != CONSECUTIVE


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat: Ante, raise."""
    return tuple((seat, wager) for seat in so_far.players for wager in ("ante", "raise"))


PROCEDURE = (
    Wagering("RD-3", "RD-4", "Place your bets.", "No more bets."),
    Deal("RD-4", (LEFT, RIGHT), 1, face_up=True, says="Two cards."),
    Decide("RD-8", "raise", lambda so_far: so_far.players, "Raise by your Ante, or call."),
    Deal(
        "RD-9",
        (MIDDLE,),
        1,
        face_up=True,
        says="The third card.",
        when=is_third_card,
        decided_by=lambda so_far: "RD-9" if is_third_card(so_far) else "RD-5",
    ),
    Ready("RD-10", "All cards are open."),
    Settle("RD-10", settlement_order, "Wagers are settled."),
    PickUp("RD-R3", lambda _: (LEFT, MIDDLE, RIGHT), "The cards are picked up."),
)


def facts(so_far: Round, _: int) -> Facts:
    """The cards that all seats share."""
    return {"two": two_cards(so_far), "third": (*so_far.cards(MIDDLE), NO_CARD)[:1]}


def spread_words(gap: int) -> str:
    """RD-7: what the first two cards are, as the dealer announces it."""
    return {CONSECUTIVE: "Consecutive", PAIR: "Pair"}.get(gap) or f"Spread {gap}"


def spoken(so_far: Round, _: int) -> str:
    """The spread, and where the third card fell."""
    gap = spread_now(so_far)
    words = spread_words(gap)
    if gap == CONSECUTIVE:
        return f"{words}, push"
    third = so_far.cards(MIDDLE)[0]
    result = Outcome(outcome(*two_cards(so_far), third, gap))
    ends = {Outcome.LOSE: "not between", Outcome.PAIR: "no third", Outcome.THREE_OF_A_KIND: "three of a kind"}
    return f"{words}: {RANK_WORDS[rank_of(third)]}, {ends.get(result, 'between')}"


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def announced(so_far: Round) -> str:
    """RD-7: the spread, once both cards lie there."""
    known = so_far.cards(LEFT) and so_far.cards(RIGHT)
    return spread_words(spread_now(so_far)) if known else "Spreads pay 5, 4, 2 and 1 to 1; three of a kind 11 to 1"


def layout(house: House) -> Layout:
    """The felt: room for a card between two others, and an Ante and a raise before each seat."""
    kind = FixtureKind.SHOE if house[SHUFFLE] == "shoe" else FixtureKind.SHUFFLER
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("RD-R3",)),
                *(
                    CardPlaces(slot, 1, Sign(slot.capitalize()), clauses=(clause,))
                    for slot, clause in ((LEFT, "RD-4"), (MIDDLE, "RD-9"), (RIGHT, "RD-4"))
                ),
                Fixture(kind, Sign(kind.value), clauses=("RD-R3",)),
            ),
            (Words(announced, ("RD-7",)),),
        ),
        seat=(Circle("ante", Sign("Ante"), clauses=("RD-3",)), Circle("raise", Sign("Raise"), clauses=("RD-8",))),
    )


RAISES_FROM = 7


def raise_habit(gap: int) -> str:
    """Raise from a spread of seven, as every book advises."""
    return "raise" if gap >= RAISES_FROM else "call"


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(house: House) -> tuple[Wager, ...]:
    """Ante and raise; a raise is possible only on a spread."""
    reads = ("two", "third", "spread")
    wins = tuple(
        Line(code, id_, label, odds, (clause,))
        for (code, id_, label, clause), odds in zip(WINS, house[PAYTABLE], strict=True)
    )
    lost = Line(Outcome.LOSE, "lose", "Not between", LOST, ("RD-11",))
    return (
        Wager(
            id="ante",
            label="Ante",
            clause="RD-3",
            outcome=Rule(outcome, reads),
            lines=(
                *wins,
                Line(Outcome.PAIR, "pair", "A pair and no third", PUSHED, ("RD-6",), "push"),
                Line(Outcome.CONSECUTIVE, "consecutive", "Two consecutive cards", PUSHED, ("RD-5",), "push"),
                lost,
            ),
            least=house[MINIMUM],
            most=house[MAXIMUM],
            limit_clause="RD-R2",
            back_line="RD-R2",
        ),
        Wager(
            id="raise",
            label="Raise",
            clause="RD-8",
            outcome=Rule(outcome, reads),
            lines=(*(line for line in wins if line.code != Outcome.THREE_OF_A_KIND), lost),
        ),
    )


def supply(house: House) -> Supply:
    """RD-1, RD-R3: the decks, and when they are shuffled."""
    cards_from = partial(Supply, decks=house[DECKS], clause="RD-R3", decks_clause="RD-1")
    if house[SHUFFLE] == "continuous":
        return cards_from(renewal=Renewal.CONTINUOUS)
    return cards_from(
        renewal=Renewal.SHOE, cut_from_end=house[CUT_CARD], cut_clause="RD-R3", burn=Burn.ONE, burn_clause="RD-R3"
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Red Dog under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="RD-R2",
        model=Model(
            id=game.id,
            decks=house[DECKS],
            draws=(Drawn("two", Draw.SET, 2), Drawn("third", Draw.SET, 1)),
            features=(Feature("spread", Rule(spread, ("two",))),),
            decisions=(RAISE,),
            wagers=wagers(house),
            told_apart_by=(rank_of,),  # RD-2
            taken=Rule(cards_taken, ("spread",)),
        ),
        procedure=PROCEDURE,
        bank=HouseBank("RD-10"),
        supply=supply(house),
        facts=facts,
        void_clause="RD-R4",
        change_clause="RD-R4",
        description=Description(decisions=(DecisionField("raise", "raise", in_dollars=True, clause="RD-R1"),)),
        layout=layout(house),
        habits=Habits(decisions={"raise": raise_habit}),
    )


RED_DOG = Game(
    id="red-dog",
    title="Red Dog",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_SPREAD, *THIRD_CARD),
    rulings=RULINGS,
    parameters=(DECKS, SHUFFLE, CUT_CARD, SEATS, PAYTABLE, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Two cards are dealt, and you bet that a third will fall between them. The fewer ranks lie between, the more "
    "it pays; before it is dealt you may raise.",
    spoken=spoken,
)

if __name__ == "__main__":
    for number in (1, 2, 4, 6, 8):
        ante = croupier.game(RED_DOG, decks=number).analyze().wagers["ante"]
        risk = float(ante.element_of_risk)
        print(f"{number} decks: house edge {float(ante.house_edge):.4%}, {risk:.4%} of all that is wagered")
