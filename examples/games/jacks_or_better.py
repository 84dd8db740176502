"""Jacks or Better: five cards, of which you hold what you like and draw the rest again, paid by the hand you end with.

This file is the whole game, in the order of its document: cards, the deal, the draw, how hands are paid, limits. It is
the oldest game of video poker; this is an independent implementation of its published rules. Every command takes it:
`croupier play examples/games/jacks_or_better.py`.

There are 134,459 hands where suits are taken to be alike, 32 ways to hold each of them, and 2,598,960 hands to end
with: 19,933,230,517,200 deals, weighted so that all holds share one total, counted in a quarter of a minute on one
core. `python examples/games/jacks_or_better.py` counts them and solves every hold.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from fractions import Fraction
from itertools import combinations
from time import perf_counter

import croupier
from croupier.cards import ACE, JACK, NO_CARD, TEN, card_name, rank_of
from croupier.hands import Poker, five_card_hand, five_card_strength, hand_words
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import (
    OWN_HAND,
    CardPlaces,
    Circle,
    Deal,
    Decide,
    Decision,
    Document,
    Draw,
    Drawn,
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
    check_limits,
    holds,
    seat_slot,
    section,
)

DOCUMENT = Document("jacks-or-better", "Jacks or Better, as its rules are published", "public domain")

# ── Cards and hands ──────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = section(
    DOCUMENT,
    "Cards and hands",
    ("JB-1", Kind.RULE, "One standard deck of 52 cards is used, shuffled for every round."),
    ("JB-2", Kind.RULE, "Hands rank as in poker, an ace playing high, or low in A-2-3-4-5; suits do not matter."),
)

HAND_CARDS = 5

# ── The deal and the draw ────────────────────────────────────────────────────────────────────────────────────────────

THE_DRAW = section(
    DOCUMENT,
    "The deal and the draw",
    ("JB-3", Kind.PROCEDURE, "The player bets before any card is dealt."),
    ("JB-4", Kind.PROCEDURE, "Five cards are dealt face up."),
    ("JB-5", Kind.RULE, "The player holds any of the five cards, all of them or none."),
    ("JB-6", Kind.PROCEDURE, "The other cards are discarded, and as many are dealt from the rest of the same deck."),
)


@rule
def hand_seen(a: int, b: int, c: int, d: int, e: int) -> int:
    """JB-5: the five cards, whatever their order."""
    seen, above = 0, -1
    for _ in range(HAND_CARDS):
        least = 52
        for card in (a, b, c, d, e):
            if above < card < least:
                least = card
        seen, above = seen * 52 + least, least
    return seen


def cards_seen(code: int) -> tuple[int, ...]:
    """The hand in a sight, lowest card first."""
    return tuple(code // 52**place % 52 for place in reversed(range(HAND_CARDS)))


HOLD = Decision(
    "hold",
    wager="",
    base="",
    options=holds(HAND_CARDS),
    sees=Rule(hand_seen, ("hand",)),
    codes=52**5,
    clause="JB-5",
    default="hold_12345",  # JB-R3
    only_by_player="JB-5",
    shown=lambda code: (("hand", " ".join(map(card_name, cards_seen(code)))),),
)

# ── How hands are paid ───────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "How hands are paid",
    (
        "JB-7",
        Kind.RULE,
        (
            "The bet is replaced by 800 bets for a royal flush, 50 for a straight flush, 25 for four of a kind, 9 for "
            "a full house, 6 for a flush, 4 for a straight, 3 for three of a kind, 2 for two pair and 1 for a pair of "
            "jacks, queens, kings or aces."
        ),
    ),
    ("JB-8", Kind.RULE, "Any other hand loses the bet."),
)


class Paid(IntEnum):
    """JB-7, JB-8: the hands that are told apart, by what they are paid; above `NOTHING` and `JACKS`, those of poker."""

    NOTHING = 0
    JACKS = 1


@rule
def hand_paid(a: int, b: int, c: int, d: int, e: int) -> int:
    """JB-7, JB-8: a pair is paid from jacks on."""
    hand = five_card_hand(a, b, c, d, e)
    if hand > Poker.PAIR:
        return hand
    met = 0
    for card in (a, b, c, d, e):
        rank = 1 << rank_of(card)
        if met & rank and rank_of(card) >= JACK:
            return Paid.JACKS
        met |= rank
    return Paid.NOTHING


HANDS = tuple(sorted((hand for hand in Poker if hand > Poker.PAIR), reverse=True))
IDS = (*(hand.id for hand in HANDS), "jacks_or_better")
FULL_PAY = (800, 50, 25, 9, 6, 4, 3, 2, 1)  # JB-7
EIGHT_FIVE = (800, 50, 25, 8, 5, 4, 3, 2, 1)
PAYTABLE = Parameter(
    "paytable",
    Paytable(IDS, (FULL_PAY, EIGHT_FIVE)),
    tuple(Fraction(bets) for bets in FULL_PAY),  # parts of a cent: JB-R5
    "JB-7",
    "how many bets a hand is paid, the bet itself among them, from a royal flush down to a pair of jacks or better; "
    "1 is the full-pay table, 2 has 8 for a full house and 5 for a flush",
    decides=("bet",),
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling("JB-R1", "As at a machine, one player plays from a deck of his or her own: the table has one seat."),
    Ruling(
        "JB-R2",
        "A machine takes one to five coins, and the royal flush is paid 800 a coin only for five. Here a bet is of any "
        "size within the limits, $1 to $100, and the royal flush is always paid 800.",
        ("minimum", "maximum"),
    ),
    Ruling("JB-R3", "A player who does not answer holds all five cards."),
    Ruling(
        "JB-R4",
        "A round may be called off until it is settled, and then the bet goes back. House rules change only between "
        "rounds.",
    ),
    Ruling("JB-R5", "Payments of a house's own that give a part of a cent are paid down to the cent."),
)

MINIMUM = Parameter("minimum", Money(1, 10**9), 1_00, "JB-R2", "least bet")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 100_00, "JB-R2", "largest bet")

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all who bet."""
    return tuple(seat_slot(seat) for seat in so_far.players)


PROCEDURE = (
    Wagering("JB-3", "JB-4", "Place your bet.", "No more bets."),
    Deal("JB-4", hands, HAND_CARDS, face_up=True, says="Five cards."),
    Decide("JB-5", "hold", lambda so_far: so_far.players, "Which cards do you hold?"),
    Deal("JB-6", hands, HAND_CARDS, face_up=True, says="The draw.", after="hold"),
    Ready("JB-7", "The hand is complete."),
    Settle("JB-7", lambda so_far: tuple((seat, "bet") for seat in so_far.players), "The bet is settled."),
    PickUp("JB-1", hands, "The cards are picked up."),
)


def final_hand(so_far: Round, seat: int) -> tuple[int, ...]:
    """JB-6: the cards that lie before a seat now."""
    return HOLD.held(so_far.decided(seat), so_far.cards(seat_slot(seat)), HAND_CARDS)


def facts(so_far: Round, seat: int) -> Facts:
    """The five cards that were dealt, and those that the hand ends with, once they are there."""
    unknown = (NO_CARD,) * HAND_CARDS
    final = final_hand(so_far, seat) if so_far.decided(seat) else ()
    return {
        "hand": (*so_far.cards(seat_slot(seat))[:HAND_CARDS], *unknown)[:HAND_CARDS],
        "final": final if len(final) == HAND_CARDS else unknown,
    }


def spoken(so_far: Round, seat: int) -> str:
    """The hand that a seat ends with; to everybody, that of each player."""
    seats = (seat,) if seat in so_far.players else so_far.players
    return ". ".join(hand_name(final_hand(so_far, each)) for each in seats)


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_name(known: tuple[int, ...]) -> str:
    """JB-2: a hand as it is called, once all five cards are known."""
    return hand_words(five_card_strength(*known)).capitalize() if len(known) == HAND_CARDS else ""


LAYOUT = Layout(
    rows=(
        (
            Fixture(FixtureKind.PAYTABLE, Sign("Jacks or Better"), "bet", ("JB-7",)),
            Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("JB-1",)),
        ),
    ),
    seat=(
        CardPlaces(OWN_HAND, HAND_CARDS, caption=hand_name, clauses=("JB-4", "JB-6")),
        Circle("bet", Sign("Bet"), clauses=("JB-3",)),
    ),
)

# ── How house-run players hold ───────────────────────────────────────────────────────────────────────────────────────

Cards = tuple[int, ...]
Kept = Callable[[Cards], bool]
SUITED_TO_ROYAL = frozenset(range(TEN, ACE + 1))


def ranks(cards: Iterable[int]) -> set[int]:
    """The ranks among some cards."""
    return {rank_of(card) for card in cards}


def is_suited(cards: Cards) -> bool:
    return len({card & 3 for card in cards}) == 1


def of_a_kind(cards: Cards, least: int = 0) -> bool:
    """Whether all are of one rank, and that is high enough."""
    return len(ranks(cards)) == 1 and rank_of(cards[0]) >= least


def within_a_straight(cards: Cards) -> bool:
    """Whether all could belong to one straight."""
    met = ranks(cards)
    low = {-1 if rank == ACE else rank for rank in met}
    return len(met) == len(cards) and min(max(met) - min(met), max(low) - min(low)) < HAND_CARDS


def is_outside_straight(cards: Cards) -> bool:
    """Whether they are in a row with room at both ends."""
    met = ranks(cards)
    return len(met) == len(cards) and max(met) - min(met) == len(cards) - 1 and max(met) < ACE


def are_high(cards: Cards) -> bool:
    return all(rank >= JACK for rank in ranks(cards))


def is_two_pair(cards: Cards) -> bool:
    return sorted(map(rank_of, cards))[::2] == sorted(ranks(cards))


KEPT: tuple[tuple[int, Kept], ...] = (
    (5, lambda cards: five_card_hand(*cards) >= Poker.FOUR_OF_A_KIND),
    (4, lambda cards: is_suited(cards) and ranks(cards) <= SUITED_TO_ROYAL),
    (5, lambda cards: five_card_hand(*cards) >= Poker.STRAIGHT),
    (3, of_a_kind),
    (4, lambda cards: is_suited(cards) and within_a_straight(cards)),
    (4, is_two_pair),
    (2, lambda cards: of_a_kind(cards, JACK)),
    (3, lambda cards: is_suited(cards) and ranks(cards) <= SUITED_TO_ROYAL),
    (4, is_suited),
    (2, of_a_kind),
    (4, is_outside_straight),
    (2, lambda cards: is_suited(cards) and are_high(cards)),
    (3, lambda cards: is_suited(cards) and within_a_straight(cards)),
    (2, lambda cards: are_high(cards) and len(ranks(cards)) == len(cards)),
    (2, lambda cards: is_suited(cards) and ranks(cards) <= SUITED_TO_ROYAL),
    (1, are_high),
)
"""What is kept, and of how many cards, best first; of several alike the lowest."""


def hold_habit(seen: int) -> str:
    """Keep the first of a short list that the hand has, or nothing."""
    hand = cards_seen(seen)
    for count, is_kept in KEPT:
        for places in combinations(range(HAND_CARDS), count):
            if is_kept(tuple(hand[place] for place in places)):
                return next(option.id for option in HOLD.options if option.keeps == places)
    return "hold_none"


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def bet(house: House) -> Wager:
    """The only wager."""
    codes = (*HANDS, Paid.JACKS)
    labels = (*(hand.words.capitalize() for hand in HANDS), "Jacks or better")
    return Wager(
        id="bet",
        label="Bet",
        clause="JB-3",
        outcome=Rule(hand_paid, ("final",)),
        lines=(
            *(
                Line(code, id_, label, bets - 1, ("JB-7",), "push" if bets == 1 else "")
                for code, id_, label, bets in zip(codes, IDS, labels, house[PAYTABLE], strict=True)
            ),
            Line(Paid.NOTHING, "nothing", "Less than a pair of jacks", LOST, ("JB-8",), "lose"),
        ),
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="JB-R2",
        back_line="JB-R1",
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Jacks or Better under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=1,
        seats_clause="JB-R1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(
                Drawn("hand", Draw.SET, HAND_CARDS),
                Drawn("final", Draw.SET, HAND_CARDS, after="hold", of="hand"),
            ),
            decisions=(HOLD,),
            wagers=(bet(house),),
            per_seat=("hand", "final"),
            suits_alike=True,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("JB-7"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="JB-1", decks_clause="JB-1"),
        facts=facts,
        void_clause="JB-R4",
        change_clause="JB-R4",
        layout=LAYOUT,
        habits=Habits(decisions={"hold": hold_habit}),
    )


JACKS_OR_BETTER = Game(
    id="jacks-or-better",
    title="Jacks or Better",
    documents=(DOCUMENT,),
    clauses=(*CARDS, *THE_DRAW, *PAYMENT),
    rulings=RULINGS,
    parameters=(PAYTABLE, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="End with the best poker hand. You get five cards, hold those you like, and draw new ones for the others; a "
    "pair of jacks or better is paid.",
    spoken=spoken,
)

if __name__ == "__main__":
    started = perf_counter()
    bet_report = croupier.game(JACKS_OR_BETTER).analyze().wagers["bet"]
    print(f"{bet_report.combinations:,} deals counted in {perf_counter() - started:,.0f} s")
    print(f"return {1 - float(bet_report.house_edge):.4%}, house edge {bet_report.house_edge}")
