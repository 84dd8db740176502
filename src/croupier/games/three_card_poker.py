"""Three Card Poker 6 Card Bonus: banked by a player, as California plays it.

In the order of its document: the type of game, the deck, the hands, the table, the dealing procedures, how
winners are paid, the two bonus wagers, the collection schedules. Three Card Poker 6 Card Bonus is owned by SHFL
Entertainment, Inc.; this is an independent implementation of its published rules.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, product
from typing import Final, NamedTuple

from croupier.cards import ACE, DECK, QUEEN, RANKS, THREE, TWO, card_name, cards_from, rank_from, rank_of, suit_of
from croupier.errors import Refused, quoted
from croupier.games.collection import SCHEDULES, CollectionKind
from croupier.hands import Poker, best_five_of_six, is_run
from croupier.money import price
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    AbsentField,
    CardPlaces,
    CardsField,
    Choice,
    Circle,
    CollectFees,
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
    Kind,
    Layout,
    Line,
    Model,
    Money,
    NamedCard,
    Notice,
    Option,
    Parameter,
    Paytable,
    PickUp,
    PlayerDealerBank,
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
    Stack,
    Step,
    Supply,
    Unload,
    Wager,
    Wagering,
    Words,
    YesNo,
    clockwise,
    next_clockwise,
    seat_slot,
    section,
)
from croupier.rulebook.bank import COVERAGES

DOCUMENT: Final = Document(
    "three-card-poker", "Three Card Poker 6 Card Bonus, as posted in California", "SHFL Entertainment, Inc."
)

# ── Type of Game, Object of the Game ─────────────────────────────────────────────────────────────────────────────────

TYPE_OF_GAME: Final = section(
    DOCUMENT,
    "Type of Game; Object of the Game",
    (
        "TCP-N",
        Kind.NOTICE,
        (
            "The game is owned by SHFL Entertainment, Inc. The state posts its rules because the law asks for it, "
            "which waives no right of the owner's; agreements with the owner, and quarrels over them, are private."
        ),
    ),
    ("TCP-T1", Kind.RULE, "A player-dealer collects all losing wagers and pays all winning ones."),
    ("TCP-T2", Kind.RULE, "The player-dealer wins or loses no more than the amount first wagered."),
    ("TCP-T3", Kind.RULE, "When that wager is used up, wagers it does not cover go back to their players."),
    (
        "TCP-T4",
        Kind.PROCEDURE,
        "One player banks, bonus bets included, two rounds in a row at most; then the bank is offered clockwise.",
    ),
    ("TCP-T5", Kind.RULE, "The house takes no part in the play."),
    ("TCP-O", Kind.RULE, "The object is a three-card hand that beats the player-dealer's."),
)

# ── Description of the Deck ──────────────────────────────────────────────────────────────────────────────────────────

DECK_SECTION: Final = section(
    DOCUMENT,
    "Description of the Deck and Number of Decks Used",
    ("TCP-K1", Kind.PROCEDURE, "Cards come from a single-deck automatic shuffler."),
    ("TCP-K2", Kind.RULE, "A deck has 52 cards and no jokers."),
    ("TCP-K3", Kind.PROCEDURE, "Two decks alternate; their backs have one design."),
    ("TCP-K3a", Kind.PHYSICAL, "The backs of the two decks differ in colour."),
    ("TCP-K3b", Kind.PROCEDURE, "One deck is shuffled while the other is in play."),
    ("TCP-K3c", Kind.PROCEDURE, "Each deck is used every other round."),
    ("TCP-K3d", Kind.PROCEDURE, "Only one deck's cards lie in the discard rack at a time."),
)

DECK_COLOURS: Final = ("red", "blue")  # TCP-K3a

# ── Card Values and Hand Rankings ────────────────────────────────────────────────────────────────────────────────────

RANKINGS: Final = section(
    DOCUMENT,
    "Card Values and Hand Rankings",
    ("TCP-V", Kind.RULE, "Cards rank ace, king, queen, jack, 10 down to 2; suits are equal."),
    ("TCP-H1", Kind.RULE, "Mini royal flush: ace, king and queen of one suit."),
    ("TCP-H2", Kind.RULE, "Straight flush: three in a row of one suit, K-Q-J highest, A-2-3 lowest."),
    ("TCP-H3", Kind.RULE, "Three of a kind, aces highest, deuces lowest."),
    ("TCP-H4", Kind.RULE, "Straight: three in a row of several suits, A-K-Q highest, A-2-3 lowest."),
    ("TCP-H5", Kind.RULE, "Flush: three of one suit not in a row, A-K-J highest, 5-3-2 lowest."),
    ("TCP-H6", Kind.RULE, "One pair, aces highest, deuces lowest."),
    ("TCP-H7", Kind.RULE, "High card: none of these, A-K-J highest, 5-3-2 lowest."),
)


class Hand(IntEnum):
    """Three-card hands in ascending order."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


@rule
def strength(a: int, b: int, c: int) -> int:
    """TCP-V: one number per hand, higher beats lower, equal ties; the hand itself is its top bits."""
    x, y, z = rank_of(a), rank_of(b), rank_of(c)
    high, low = max(x, y, z), min(x, y, z)
    middle = x + y + z - high - low
    suited = suit_of(a) == suit_of(b) and suit_of(b) == suit_of(c)
    if high == low:
        return Hand.THREE_OF_A_KIND << 12 | high << 8  # TCP-H3
    if middle in (high, low):
        kicker = high + low - middle  # a pair holds the middle of the sorted three
        return Hand.PAIR << 12 | middle << 8 | kicker << 4  # TCP-H6
    if is_run(high, middle, low):
        top = THREE if low == TWO and high == ACE else high  # A-2-3 is the lowest run (TCP-R11)
        if not suited:
            return Hand.STRAIGHT << 12 | top << 8  # TCP-H4
        return (Hand.MINI_ROYAL if top == ACE else Hand.STRAIGHT_FLUSH) << 12 | top << 8  # TCP-H1, TCP-H2
    return (Hand.FLUSH if suited else Hand.HIGH_CARD) << 12 | high << 8 | middle << 4 | low  # TCP-H5, TCP-H7


@rule
def hand_of(strength_: int) -> int:
    """The hand that a strength belongs to."""
    return strength_ >> 12


# ── Description of Table Used ────────────────────────────────────────────────────────────────────────────────────────

TABLE_SECTION: Final = section(
    DOCUMENT,
    "Description of Table Used and Total Number of Seated Positions",
    ("TCP-L1", Kind.RULE, "Seven places: six players and a player-dealer."),
    ("TCP-L2", Kind.PHYSICAL, "A blackjack-style table with the house dealer opposite."),
    ("TCP-L3", Kind.PROCEDURE, "A drop box is attached to the table."),
    ("TCP-La", Kind.PHYSICAL, 'The Ante area is marked "Ante".'),
    ("TCP-Lb", Kind.PHYSICAL, 'The Play area is marked "Play".'),
    ("TCP-Lc", Kind.PHYSICAL, 'The bonus area is marked "Bonus" or "Pair Plus".'),
    ("TCP-Ld", Kind.PHYSICAL, 'The 6 Card Bonus area is marked "6 Card Bonus".'),
)

PLACES: Final = 7  # TCP-L1

# ── Dealing Procedures and Round of Play ─────────────────────────────────────────────────────────────────────────────

DEALING: Final = section(
    DOCUMENT,
    "Dealing Procedures and Round of Play",
    ("TCP-D1", Kind.RULE, "Wagers are chips on their betting areas, within the table's limits."),
    ("TCP-D2", Kind.RULE, "No back-line betting on the base game or the bonus bet."),
    ("TCP-D3", Kind.RULE, "A round begins with each player's Ante; the Play wager, if made, equals it."),
    ("TCP-D4", Kind.RULE, "A player with an Ante may also bet Pair Plus."),
    ("TCP-D5", Kind.PROCEDURE, 'After "no more bets" no wager is made, increased or withdrawn.'),
    ("TCP-D6", Kind.PROCEDURE, "After each round the shuffler mixes the cards and dispenses stacks of three."),
    ("TCP-D7c", Kind.PROCEDURE, "Before play begins the house dealer determines where the action begins."),
    ("TCP-D7", Kind.PROCEDURE, "Deal and settlement go clockwise from the player-dealer's left."),
    ("TCP-D7b", Kind.PROCEDURE, "Each seat settles Ante, then Play, then Pair Plus."),
    ("TCP-D7d", Kind.RULE, "Wagers that a used-up wager of the player-dealer's does not cover are returned."),
    ("TCP-D8", Kind.PROCEDURE, "When all stacks lie face down, the player-dealer's bottom card is turned up."),
    ("TCP-D8b", Kind.PROCEDURE, "Cards left in the shuffler go to the discard rack unexposed."),
    ("TCP-D9", Kind.PROCEDURE, "Each player looks at his or her own cards."),
    ("TCP-D10", Kind.RULE, "A player answers for his or her own hand; only that player and the house dealer touch it."),
    ("TCP-D10b", Kind.PHYSICAL, "Players keep their cards in full view of the house dealer."),
    ("TCP-D11", Kind.RULE, "In order from the player-dealer's left, each player makes Play or gives up the Ante."),
    ("TCP-D11b", Kind.RULE, "A player who folds gives up Pair Plus as well."),
    ("TCP-D12", Kind.PROCEDURE, "Then forfeited wagers and their cards are collected."),
    ("TCP-D13", Kind.PROCEDURE, "Then the player-dealer's other cards are revealed."),
    ("TCP-D13c", Kind.PHYSICAL, "The player-dealer's cards are laid out so that they form the best hand."),
    ("TCP-D13b", Kind.RULE, "The player-dealer needs queen-high or better to qualify."),
)


def laid_out(cards: tuple[int, ...]) -> tuple[int, ...]:
    """TCP-D13c: cards in reading order: a pair before its kicker, otherwise highest first; A-2-3 ends in its ace."""
    ranks = [rank_of(card) for card in cards]
    ace_is_low = sorted(ranks) == [TWO, THREE, ACE]

    def place(card: int) -> tuple[int, int, int]:
        rank = rank_of(card)
        return ranks.count(rank), 0 if ace_is_low and rank == ACE else rank + 1, suit_of(card)

    return tuple(sorted(cards, key=place, reverse=True))


QUEEN_HIGH: Final = Hand.HIGH_CARD << 12 | QUEEN << 8


@rule
def qualifies(dealer: int) -> bool:
    """TCP-D13b: queen-high or better, by the strength of the player-dealer's hand."""
    return dealer >= QUEEN_HIGH


class Choose(IntEnum):
    """TCP-D11: what a player may do."""

    FOLD = 0
    PLAY = 1


@rule
def hand_and_up_card(h1: int, h2: int, h3: int, up: int) -> int:
    """TCP-D9: what a player knows when deciding, as one number per hand and exposed card."""
    low, high = min(h1, h2, h3), max(h1, h2, h3)
    return ((low * 52 + h1 + h2 + h3 - low - high) * 52 + high) * 52 + up


@rule
def hand_alone(h1: int, h2: int, h3: int) -> int:
    """TCP-D9 where the house exposes no card."""
    low, high = min(h1, h2, h3), max(h1, h2, h3)
    return (low * 52 + h1 + h2 + h3 - low - high) * 52 + high


def hand_seen(code: int) -> int:
    """The strength of the hand in a sight."""
    return strength(code // 2704, code // 52 % 52, code % 52)


def cards_alone(code: int) -> tuple[tuple[str, str], ...]:
    """The cards of the hand in a sight, highest first."""
    return (("hand", " ".join(card_name(card) for card in (code % 52, code // 52 % 52, code // 2704))),)


def cards_and_up_card(code: int) -> tuple[tuple[str, str], ...]:
    """The exposed card and the cards of the hand."""
    return (("up", card_name(code % 52)), *cards_alone(code // 52))


def hand_text(strength_: int) -> str:
    """A hand as people write it, `Q-6-4` or `pair 4-4-K`."""
    hand, high, middle, low = Hand(strength_ >> 12), strength_ >> 8 & 15, strength_ >> 4 & 15, strength_ & 15
    word = hand.name.lower()
    match hand:
        case Hand.MINI_ROYAL:
            return word
        case Hand.HIGH_CARD | Hand.FLUSH:
            ranks = f"{RANKS[high]}-{RANKS[middle]}-{RANKS[low]}"
            return ranks if hand is Hand.HIGH_CARD else f"{word} {ranks}"
        case Hand.PAIR:
            return f"{word} {RANKS[high]}-{RANKS[high]}-{RANKS[middle]}"
        case _:
            return f"{word} {RANKS[high]}"


def hand_from(text: str) -> int:
    """Parse a hand: `Q-6-4`, `pair 4-4-K`, or a word for the lowest of its kind, `flush`."""
    known = hands_by_text()
    wanted = text.strip().replace("10", "T")
    if wanted not in known:
        raise Refused(
            f"{quoted(text)} is not a hand; write Q-6-4, pair 4-4-K, flush A-9-2, straight T, or a kind alone"
        )
    return known[wanted]


@cache
def hands_by_text() -> dict[str, int]:
    """Every hand's strength by its text, and the lowest of each kind by the name of the kind."""
    strengths = sorted({strength(*cards) for cards in combinations(range(52), 3)}, reverse=True)
    by_text = {hand_text(each): each for each in strengths}
    return by_text | {Hand(each >> 12).name.lower(): each for each in strengths}


# ── How Winners are Determined and Paid ──────────────────────────────────────────────────────────────────────────────

WINNERS: Final = section(
    DOCUMENT,
    "How Winners are Determined and Paid",
    ("TCP-W1", Kind.RULE, "Below queen-high the player-dealer does not qualify."),
    ("TCP-W1a", Kind.RULE, "Then Play has no action and is refunded at once."),
    ("TCP-W1b", Kind.RULE, "Then the Ante wins even money if the player's hand is higher, and pushes if it is lower."),
    ("TCP-W2", Kind.PROCEDURE, "With a queen or better, Play is stacked on the Ante and hands are revealed in order."),
    ("TCP-W2a", Kind.RULE, "A hand that beats the player-dealer's wins even money on Ante and Play."),
    ("TCP-W2b", Kind.RULE, "A hand that is beaten loses Ante and Play."),
    ("TCP-W2c", Kind.RULE, "Equal hands push Ante and Play."),
    ("TCP-W3", Kind.PROCEDURE, "Cards are picked up in order so that each hand can be rebuilt."),
    ("TCP-W4", Kind.RULE, "The player-dealer need not cover all wagers; payment stops at the player-dealer's wager."),
    ("TCP-W4b", Kind.RULE, "The house never is the player-dealer and takes no percentage."),
    ("TCP-W4c", Kind.RULE, "The player-dealer's wager has no maximum."),
)


class BonusClauses(NamedTuple):
    """Clauses that the document repeats for each bonus wager."""

    placed: str
    needs_ante: str
    no_back_line: str
    uncovered: str


class Showdown(IntEnum):
    """How a hand compares with the player-dealer's; the lines say what that pays."""

    FOLDED = 0
    AHEAD = 1
    TIED = 2
    BEHIND = 3
    AHEAD_UNQUALIFIED = 4
    TIED_UNQUALIFIED = 5
    BEHIND_UNQUALIFIED = 6


@rule
def showdown(player: int, dealer: int, decision: int) -> int:
    """TCP-O, TCP-W1: whose hand is ahead, and whether the player-dealer qualifies."""
    if decision == Choose.FOLD:
        return Showdown.FOLDED  # TCP-D11
    if qualifies(dealer):
        if player > dealer:
            return Showdown.AHEAD  # TCP-W2a
        return Showdown.TIED if player == dealer else Showdown.BEHIND  # TCP-W2c, TCP-W2b
    if player > dealer:
        return Showdown.AHEAD_UNQUALIFIED  # TCP-W1b
    return Showdown.TIED_UNQUALIFIED if player == dealer else Showdown.BEHIND_UNQUALIFIED  # TCP-R3, TCP-W1b


AGAINST_THE_DEALER: Final = Rule(showdown, ("player", "dealer", "play"))
QUALIFIED_LINES: Final = (
    Line(Showdown.AHEAD, "ahead", "Beats a qualified hand", EVEN, ("TCP-W2a",), "win"),
    Line(Showdown.TIED, "tied", "Ties a qualified hand", PUSHED, ("TCP-W2c",), "push"),
    Line(Showdown.BEHIND, "behind", "Beaten by a qualified hand", LOST, ("TCP-W2b",), "lose"),
)


def ante_wager(house: House) -> Wager:
    """TCP-D1, TCP-D3: the Ante, within the limits of the table's schedule."""
    schedule = house[COLLECTION]
    behind, tied = UNQUALIFIED_PAYS[house[ANTE_UNQUALIFIED]]
    word = {EVEN: "win", PUSHED: "push", LOST: "lose"}
    return Wager(
        id="ante",
        label="Ante",
        clause="TCP-D3",
        outcome=AGAINST_THE_DEALER,
        lines=(
            *QUALIFIED_LINES,
            Line(Showdown.AHEAD_UNQUALIFIED, "ahead_unqualified", "Ahead, not qualified", EVEN, ("TCP-W1b",), "win"),
            Line(
                Showdown.TIED_UNQUALIFIED,
                "tied_unqualified",
                "Tied, not qualified",
                tied,
                ("TCP-W1b", "TCP-R3", "TCP-R5"),
                word[tied],
            ),
            Line(
                Showdown.BEHIND_UNQUALIFIED,
                "behind_unqualified",
                "Behind, not qualified",
                behind,
                ("TCP-W1b", "TCP-R5"),
                word[behind],
            ),
            Line(Showdown.FOLDED, "folded", "Folded", LOST, ("TCP-D11", "TCP-R4"), "forfeited"),
        ),
        least=schedule.least,
        most=schedule.most,
        limit_clause=schedule.clause,
        whole_dollars="TCP-R7",
        back_line="TCP-D2",
    )


def play_wager() -> Wager:
    """TCP-D11: Play, made by the decision; refunded if the player-dealer does not qualify (TCP-W1a)."""
    refunded = (Showdown.AHEAD_UNQUALIFIED, Showdown.TIED_UNQUALIFIED, Showdown.BEHIND_UNQUALIFIED)
    return Wager(
        id="play",
        label="Play",
        clause="TCP-D11",
        outcome=AGAINST_THE_DEALER,
        lines=(
            *QUALIFIED_LINES,
            *(Line(code, code.name.lower(), "Not qualified", PUSHED, ("TCP-W1a",), "push") for code in refunded),
        ),
    )


def bonus_wager(
    house: House, id_: str, label: str, rule_: Rule, lines: tuple[Line, ...], clauses: BonusClauses
) -> Wager:
    """A bonus wager: placed before the deal, needing an Ante, won from and lost to the player-dealer."""
    return Wager(
        id=id_,
        label=label,
        clause=clauses.placed,
        outcome=rule_,
        lines=lines,
        least=house[BONUS_MINIMUM],
        most=house[COLLECTION].most,
        limit_clause="TCP-R9",
        whole_dollars="TCP-R7",
        needs=("ante",),
        needs_clause=clauses.needs_ante,
        back_line=clauses.no_back_line,
        uncovered_clause=clauses.uncovered,
    )


# ── Pair Plus Wager ──────────────────────────────────────────────────────────────────────────────────────────────────

PAIR_PLUS_SECTION: Final = section(
    DOCUMENT,
    "Pair Plus Wager",
    ("TCP-PP", Kind.RULE, "Pair Plus pays 200, 40, 30, 6, 3, 1 from mini royal flush down to one pair."),
    ("TCP-PP1", Kind.RULE, "It needs an Ante wager placed before the deal."),
    ("TCP-PP2", Kind.PROCEDURE, "It is placed before the deal."),
    ("TCP-PP3", Kind.RULE, "Only the player's three cards count."),
    ("TCP-PP4", Kind.RULE, "A hand on the paytable is paid by the player-dealer."),
    ("TCP-PP5", Kind.RULE, "A hand not on the paytable loses to the player-dealer."),
    ("TCP-PP6", Kind.RULE, "The player-dealer pays all wins and collects all losses."),
    ("TCP-PP7", Kind.RULE, "It wins or loses whatever the base game does, but a fold forfeits it."),
    ("TCP-PP8", Kind.RULE, "What the player-dealer's wager does not cover is returned."),
    ("TCP-PP9", Kind.RULE, "No back-line betting on Pair Plus."),
)

PAIR_PLUS_FORFEITED: Final = 7


@rule
def pair_plus(player: int, decision: int) -> int:
    """TCP-PP3, TCP-PP7: the hand itself, or forfeited on a fold, so the wager weighs on the decision (TCP-R12)."""
    if decision == Choose.FOLD:
        return PAIR_PLUS_FORFEITED  # TCP-D11b
    return hand_of(player)


PAIR_PLUS_LINES: Final = (
    (Hand.MINI_ROYAL, "mini_royal", "Mini royal flush"),
    (Hand.STRAIGHT_FLUSH, "straight_flush", "Straight flush"),
    (Hand.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind"),
    (Hand.STRAIGHT, "straight", "Straight"),
    (Hand.FLUSH, "flush", "Flush"),
    (Hand.PAIR, "pair", "One pair"),
)
PRINTED_PAIR_PLUS: Final = (200, 40, 30, 6, 3, 1)
PAIR_PLUS_PAYTABLE: Final = Parameter(
    "pair_plus_paytable",
    Paytable(tuple(id_ for _, id_, _ in PAIR_PLUS_LINES), (PRINTED_PAIR_PLUS,)),
    tuple(Fraction(odds) for odds in PRINTED_PAIR_PLUS),
    "TCP-PP",
    "odds of the Pair Plus lines, best first; 1 is the printed paytable",
    decides=("pair_plus",),
)


def pair_plus_wager(house: House) -> Wager:
    """TCP-D4, TCP-PP to TCP-PP9: paid and collected by the player-dealer (TCP-PP6), whatever the base game does."""
    odds_of_line = zip(PAIR_PLUS_LINES, house[PAIR_PLUS_PAYTABLE], strict=True)
    lines = (
        *(Line(code, id_, label, odds, ("TCP-PP", "TCP-PP4")) for (code, id_, label), odds in odds_of_line),
        Line(Hand.HIGH_CARD, "lose", "High card", LOST, ("TCP-PP5",)),
        Line(PAIR_PLUS_FORFEITED, "folded", "Folded", LOST, ("TCP-D11b", "TCP-PP7", "TCP-R4"), "forfeited"),
    )
    clauses = BonusClauses("TCP-PP2", "TCP-PP1", "TCP-PP9", "TCP-PP8")
    return bonus_wager(house, "pair_plus", "Pair Plus", Rule(pair_plus, ("player", "play")), lines, clauses)


# ── 6 Card Bonus ─────────────────────────────────────────────────────────────────────────────────────────────────────

SIX_CARD_SECTION: Final = section(
    DOCUMENT,
    "6 Card Bonus",
    ("TCP-6CB", Kind.RULE, "6 Card Bonus pays 1,000, 200, 100, 20, 15, 10, 7 from royal flush to three of a kind."),
    ("TCP-6CB1", Kind.RULE, "It needs an Ante wager placed before the deal."),
    ("TCP-6CB2", Kind.PROCEDURE, "It is placed before the deal."),
    ("TCP-6CB3", Kind.RULE, "The best five of the player's three cards and the player-dealer's three count."),
    ("TCP-6CB4", Kind.RULE, "A hand on the paytable is paid by the player-dealer."),
    ("TCP-6CB5", Kind.RULE, "A hand not on the paytable loses to the player-dealer."),
    ("TCP-6CB6", Kind.RULE, "The player-dealer pays all wins and collects all losses."),
    ("TCP-6CB7", Kind.RULE, "It wins or loses whatever the Ante does, and a fold does not forfeit it."),
    ("TCP-6CB8", Kind.RULE, "What the player-dealer's wager does not cover is returned."),
    ("TCP-6CB9", Kind.RULE, "No back-line betting on 6 Card Bonus."),
    ("TCP-6CB10", Kind.NOTICE, "The printed house advantage is 8.56% and the hit frequency 7.2798%."),
)


@rule
def six_card_bonus(h1: int, h2: int, h3: int, d1: int, d2: int, d3: int) -> int:
    """TCP-6CB3: the best five of six, whoever's cards they are."""
    return best_five_of_six(h1, h2, h3, d1, d2, d3)


SIX_CARD_LINES: Final = (
    (Poker.ROYAL_FLUSH, "royal_flush", "Royal flush"),
    (Poker.STRAIGHT_FLUSH, "straight_flush", "Straight flush"),
    (Poker.FOUR_OF_A_KIND, "four_of_a_kind", "Four of a kind"),
    (Poker.FULL_HOUSE, "full_house", "Full house"),
    (Poker.FLUSH, "flush", "Flush"),
    (Poker.STRAIGHT, "straight", "Straight"),
    (Poker.THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind"),
)
SIX_CARD_LOSERS: Final = (
    (Poker.TWO_PAIR, "two_pair", "Two pair"),
    (Poker.PAIR, "pair", "One pair"),
    (Poker.HIGH_CARD, "high_card", "High card"),
)
PRINTED_SIX_CARD: Final = (1000, 200, 100, 20, 15, 10, 7)
SIX_CARD_PAYTABLE: Final = Parameter(
    "six_card_bonus_paytable",
    Paytable(tuple(id_ for _, id_, _ in SIX_CARD_LINES), (PRINTED_SIX_CARD,)),
    tuple(Fraction(odds) for odds in PRINTED_SIX_CARD),
    "TCP-6CB",
    "odds of the 6 Card Bonus lines, best first; 1 is the paytable that its rules print, there called TCB-6B4",
    decides=("six_card_bonus",),
)


def six_card_wager(house: House, dealer_cards: tuple[str, ...]) -> Wager:
    """TCP-6CB to TCP-6CB9: paid and collected by the player-dealer (TCP-6CB6); no fold touches it (TCP-6CB7)."""
    odds_of_line = zip(SIX_CARD_LINES, house[SIX_CARD_PAYTABLE], strict=True)
    lines = (
        *(Line(code, id_, label, odds, ("TCP-6CB", "TCP-6CB4")) for (code, id_, label), odds in odds_of_line),
        *(Line(code, id_, label, LOST, ("TCP-6CB5",), "lose") for code, id_, label in SIX_CARD_LOSERS),
    )
    clauses = BonusClauses("TCP-6CB2", "TCP-6CB1", "TCP-6CB9", "TCP-6CB8")
    rule_ = Rule(six_card_bonus, ("hand", *dealer_cards))
    return replace(bonus_wager(house, "six_card_bonus", "6 Card Bonus", rule_, lines, clauses), pooled=True)


# ── Collection schedules ─────────────────────────────────────────────────────────────────────────────────────────────

FEES: Final = section(
    DOCUMENT,
    "Schedule options 1 and 2",
    ("TCP-FEE", Kind.RULE, "The player-dealer pays a flat fee per hand by the total of all Antes."),
    ("TCP-FEE1", Kind.RULE, "Option 1: Antes $5 to $100; $1 a player; player-dealer $1 up to $100 in all, else $2."),
    ("TCP-FEE2", Kind.RULE, "Option 2: Antes from $50; $1 a player; player-dealer $1 up to $200 in all, else $2."),
    ("TCP-FEE3", Kind.RULE, "Total table action counts Antes only, neither Play nor bonus bets."),
    ("TCP-FEE4", Kind.RULE, "Each Ante pays a player fee; Play and bonus bets pay none."),
    ("TCP-FEE5", Kind.PROCEDURE, "Fees are dropped after the wagers and before any card."),
    ("TCP-FEE6", Kind.RULE, "One schedule is in use at a table at a time."),
    ("TCP-FEE7", Kind.RULE, "Fees are flat, never a share of a wager or win, with at most five rates."),
)

COLLECTION: Final = Parameter(
    "collection",
    CollectionKind(),
    SCHEDULES[0],
    "TCP-FEE",
    "collection schedule 1 or 2, or one of the house's own",
    decides=(EVERY,),
)

# ── House rules that the document leaves open ────────────────────────────────────────────────────────────────────────

COVERAGE: Final = Parameter(
    "coverage",
    Choice(tuple(COVERAGES)),
    "action",
    "TCP-R1",
    "what uses up the player-dealer's wager: all that changes hands, or the running result",
    decides=(EVERY,),
)
SETTLEMENT_ORDER: Final = Parameter(
    "settlement_order",
    Choice(("by_seat", "by_wager")),
    "by_seat",
    "TCP-R2",
    "seat by seat, or all Antes first, then all Plays, and so on",
    decides=(EVERY,),
)
FIRST_ACTION: Final = Parameter(
    "first_action",
    Choice(("left_of_player_dealer", "action_button")),
    "left_of_player_dealer",
    "TCP-R2",
    "where the settlement begins",
    decides=(EVERY,),
)
FORFEITS: Final = Parameter(
    "forfeits",
    Choice(("in_turn", "at_fold")),
    "in_turn",
    "TCP-R4",
    "whether forfeited wagers meet the bank in their seat's turn or before the reveal",
    decides=(EVERY,),
)
FORFEIT_ORDER: Final = Parameter(
    "forfeit_order",
    Choice(("as_folded", "as_settled")),
    "as_folded",
    "TCP-R17",
    "whether wagers forfeited at the fold meet the bank as hands folded, or as wagers are settled",
    decides=(EVERY,),
)
ANTE_UNQUALIFIED: Final = Parameter(
    "ante_when_dealer_not_qualified",
    Choice(("push_if_dealer_higher", "lose_if_dealer_higher", "always_wins")),
    "push_if_dealer_higher",
    "TCP-R5",
    "what a lower hand's Ante gets when the player-dealer does not qualify",
    decides=("ante",),
)
UNQUALIFIED_PAYS: Final = {
    "push_if_dealer_higher": (PUSHED, PUSHED),
    "lose_if_dealer_higher": (LOST, PUSHED),
    "always_wins": (EVEN, EVEN),  # overrides TCP-R3
}
"""What the Ante pays behind and tied if the player-dealer does not qualify (TCP-R5)."""

EXPOSED_CARD: Final = Parameter(
    "exposed_card",
    YesNo(),
    default=True,
    clause="TCP-R6",
    help="whether the player-dealer's bottom card is turned up before decisions",
)
BONUS_MINIMUM: Final = Parameter("bonus_minimum", Money(1_00, 10**9), 1_00, "TCP-R9", "least Pair Plus or 6 Card Bonus")
PLAYER_DEALER_MINIMUM: Final = Parameter(
    "player_dealer_minimum", Money(1_00, 10**9), 1_00, "TCP-R9", "least wager of a player-dealer"
)

RULINGS: Final = (
    Ruling(
        "TCP-R1",
        "The player-dealer's wager meets the wagers in settlement order. Under `action` every amount that changes "
        "hands, either way, uses up as much of it, and a wager that meets too little moves only what is left. "
        "Under `net` the player-dealer's running result is held within the wager either way, so money won pays "
        "later winners.",
        ("coverage",),
    ),
    Ruling(
        "TCP-R2",
        "Seats are numbered clockwise, 7 followed by 1. Wagers settle seat by seat from the player-dealer's left "
        "(Ante, Play, Pair Plus, 6 Card Bonus); the house may settle by wager instead, or begin at the action "
        "button.",
        ("settlement_order", "first_action"),
    ),
    Ruling("TCP-R3", "A tie with a player-dealer who does not qualify pushes the Ante and returns Play."),
    Ruling(
        "TCP-R4",
        "Forfeited Antes and Pair Plus wagers are set aside at the fold and meet the bank in their seat's turn, "
        "or before the reveal if the house says so. 6 Card Bonus stays in play and the folded hand is kept for "
        "it.",
        ("forfeits",),
    ),
    Ruling(
        "TCP-R5",
        "When the player-dealer does not qualify and holds the higher hand, the Ante pushes as written; other "
        "houses take it, or pay every Ante.",
        ("ante_when_dealer_not_qualified",),
    ),
    Ruling("TCP-R6", "The bottom card of the player-dealer's stack is exposed before decisions.", ("exposed_card",)),
    Ruling(
        "TCP-R7",
        "Wagers are whole dollars, so the fee tiers meet without a gap: $1 up to the first bound, $2 above it. "
        "Fees go to the drop box after the wagers and before the cards and do not count towards a result.",
    ),
    Ruling(
        "TCP-R8",
        "After two rounds the bank is offered clockwise and the first to accept has it; if all decline, the same "
        "player may bank two more. Without a player-dealer no round is dealt.",
    ),
    Ruling(
        "TCP-R9",
        "Table limits apply to the Ante; bonus wagers run from a minimum of their own to the table's maximum. The "
        "player-dealer's wager has a minimum and no maximum.",
        ("bonus_minimum", "player_dealer_minimum"),
    ),
    Ruling("TCP-R10", "The two decks take turns, one a round; each round is dealt from 52 fresh cards."),
    Ruling("TCP-R11", "A mini royal flush outranks every other straight flush; A-2-3 is the lowest run."),
    Ruling("TCP-R12", "Because a fold forfeits Pair Plus, strategy is worked out with and without that wager."),
    Ruling(
        "TCP-R13",
        "A voided round returns wagers and fees. A bank offer that runs out of time is declined. No more bets "
        "closes 6 Card Bonus too.",
    ),
    Ruling("TCP-R14", "One collection schedule is in use and changes only between rounds.", ("collection",)),
    Ruling("TCP-R15", "Where the action button decides who is first, the house dealer places it as a round opens."),
    Ruling("TCP-R16", "Odds of a house's own that give a part of a cent are paid down to the cent."),
    Ruling(
        "TCP-R17",
        "Where forfeits are collected at the fold, they meet the bank as hands folded: each seat's Ante and Pair Plus, "
        "clockwise from the player-dealer's left, wherever the action button is and even if the rest is settled by "
        "wager. A house may collect them as wagers are settled instead.",
        ("forfeit_order",),
    ),
    Ruling("TCP-R18", "A player who does not decide in time folds, and the record says that the table decided."),
    Ruling(
        "TCP-R19",
        "An Ante or Pair Plus that a fold gave up, and that the player-dealer's wager does not cover, goes back to its "
        "player: the player-dealer wins no more than the wager, and the house takes no part in the play.",
    ),
)

# ── The round, in the order of the document ──────────────────────────────────────────────────────────────────────────

DEALER_SLOT: Final = "player-dealer"
ALL_CARDS: Final = (0, 1, 2)
BOTTOM_CARD: Final = 2
WAGER_ORDER: Final = ("ante", "play", "pair_plus", "six_card_bonus")  # TCP-D7b, TCP-R2


def players_from(so_far: Round, first: int) -> tuple[int, ...]:
    """The players of the round, clockwise from a seat."""
    return in_turn(so_far.players, first)


@lru_cache(maxsize=256)  # the same players sit there round after round
def in_turn(players: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Seats in clockwise order from one."""
    return tuple([seat for seat in clockwise(PLACES, first) if seat in players])


def from_the_left(so_far: Round) -> tuple[int, ...]:
    """TCP-D7, TCP-D11: the players clockwise from the player-dealer's left."""
    return players_from(so_far, next_clockwise(PLACES, so_far.player_dealer))


def from_the_first_action(so_far: Round) -> tuple[int, ...]:
    """TCP-D7c, TCP-W2: the players in the order their hands are revealed and settled."""
    return players_from(so_far, so_far.action_button) if so_far.action_button else from_the_left(so_far)


def folded(so_far: Round, seat: int) -> bool:
    """Whether a player folded."""
    return so_far.decided(seat) == "fold"


def stack_slots(so_far: Round) -> tuple[Slot, ...]:
    """TCP-D7: stacks go clockwise from the left, the player-dealer's last."""
    return (*map(seat_slot, from_the_left(so_far)), DEALER_SLOT)


def hands_given_up(so_far: Round) -> tuple[Slot, ...]:
    """TCP-D12, TCP-R4: folded hands that no 6 Card Bonus keeps on the table."""
    gone = [s for s in from_the_left(so_far) if folded(so_far, s) and not so_far.stake(s, "six_card_bonus")]
    return tuple(map(seat_slot, gone))


def hands_kept(so_far: Round) -> tuple[Slot, ...]:
    """Hands that are revealed, in order."""
    given_up = hands_given_up(so_far)
    return tuple([slot for slot in map(seat_slot, from_the_first_action(so_far)) if slot not in given_up])


def hands_shown_unqualified(so_far: Round) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    """TCP-W1b: hands that are compared for the Ante alone."""
    return () if dealer_qualifies(so_far) else tuple([(slot, ALL_CARDS) for slot in hands_kept(so_far)])


def hands_shown_qualified(so_far: Round) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    """TCP-W2: hands that are compared with a hand that qualifies."""
    return tuple([(slot, ALL_CARDS) for slot in hands_kept(so_far)]) if dealer_qualifies(so_far) else ()


def dealer_qualifies(so_far: Round) -> bool:
    """TCP-D13b: whether the player-dealer's hand, once revealed, qualifies."""
    return hand_qualifies(so_far.cards(DEALER_SLOT))


@lru_cache(maxsize=8)  # asked several times of the same cards in one round
def hand_qualifies(cards: tuple[int, ...]) -> bool:
    """TCP-D13b: whether three cards qualify."""
    return qualifies(strength(*cards))


SettlementOrder = Callable[[Round], tuple[tuple[int, str], ...]]
FORFEITED: Final = ("ante", "pair_plus")  # TCP-D11b


def as_folded(so_far: Round) -> tuple[tuple[int, str], ...]:
    """TCP-R17: what hands may forfeit, in the order they fold."""
    return tuple((seat, wager) for seat in from_the_left(so_far) for wager in FORFEITED)


def forfeited_wagers(order: SettlementOrder, so_far: Round) -> tuple[tuple[int, str], ...]:
    """TCP-D12: what folded hands forfeit, in the order of settlement."""
    return tuple((seat, wager) for seat, wager in order(so_far) if wager in FORFEITED and folded(so_far, seat))


def refunded_plays(so_far: Round) -> tuple[tuple[int, str], ...]:
    """TCP-W1a: every Play, when the player-dealer does not qualify."""
    if dealer_qualifies(so_far):
        return ()
    return tuple((seat, "play") for seat in from_the_first_action(so_far))


def stacked_plays(so_far: Round) -> tuple[int, ...]:
    """TCP-W2: every Play, when the player-dealer qualifies."""
    if not dealer_qualifies(so_far):
        return ()
    return tuple([seat for seat in from_the_first_action(so_far) if so_far.stake(seat, "play")])


def seat_by_seat(so_far: Round) -> tuple[tuple[int, str], ...]:
    """TCP-D7b: each seat's wagers in turn."""
    return tuple(product(from_the_first_action(so_far), WAGER_ORDER))


def wager_by_wager(so_far: Round) -> tuple[tuple[int, str], ...]:
    """TCP-R2: all Antes, then all Plays, and so on."""
    return tuple((seat, wager) for wager in WAGER_ORDER for seat in from_the_first_action(so_far))


def collection_fees(house: House) -> CollectFees:
    """To the drop box (TCP-L3): the fee for each Ante (TCP-FEE4), then the player-dealer's by the total of Antes."""
    schedule = house[COLLECTION]

    def fees(so_far: Round) -> tuple[tuple[int, int], ...]:
        action = sum([so_far.stake(seat, "ante") for seat in so_far.players])  # TCP-FEE3
        each = [(seat, schedule.player_fee) for seat in from_the_left(so_far)]
        return (*each, (so_far.player_dealer, schedule.player_dealer_fee(action)))

    return CollectFees("TCP-FEE5", fees, "Collection goes to the drop box.")


def procedure(house: House) -> tuple[Step, ...]:
    """A round from the first wager to the discard rack."""
    exposed = Expose("TCP-D8", lambda _: ((DEALER_SLOT, (BOTTOM_CARD,)),), "The player-dealer's bottom card.")
    hidden = tuple(place for place in ALL_CARDS if place != BOTTOM_CARD) if house[EXPOSED_CARD] else ALL_CARDS
    reveal = Expose("TCP-D13", lambda _: ((DEALER_SLOT, hidden),), "The player-dealer's hand, laid out to be read.")
    collect = PickUp("TCP-D12", hands_given_up, "Forfeited wagers and hands are collected.")
    early = house[FORFEITS] == "at_fold"
    ready = Ready("TCP-D12", "All decisions are made.") if early else Ready("TCP-D13b", "Does the hand qualify?")
    order = seat_by_seat if house[SETTLEMENT_ORDER] == "by_seat" else wager_by_wager
    forfeited = partial(forfeited_wagers, as_folded if house[FORFEIT_ORDER] == "as_folded" else order)
    forfeits = Settle("TCP-D12", forfeited, "Forfeited wagers meet the player-dealer's wager now.")
    middle = (ready, collect, forfeits, reveal) if early else (collect, reveal, ready)
    return (
        Wagering("TCP-D3", "TCP-D5", "Antes, please; Pair Plus and 6 Card Bonus if you like.", "No more bets."),
        collection_fees(house),
        Deal("TCP-D6", stack_slots, 3, face_up=False, says="Stacks of three, clockwise from the player-dealer's left."),
        *((exposed,) if house[EXPOSED_CARD] else ()),
        Unload("TCP-D8b", "The rest of the deck goes to the discard rack, unseen."),
        # TCP-D10b is announced with the decision
        Decide("TCP-D11", "play", from_the_left, "Look at your own cards, in view of the dealer: Play or fold."),
        *middle,
        Settle("TCP-W1a", refunded_plays, "The player-dealer does not qualify: Play wagers go back."),
        Stack("TCP-W2", stacked_plays, "play", "ante", "The player-dealer qualifies: Play goes on top of the Ante."),
        Expose("TCP-W1b", hands_shown_unqualified, "Hands are revealed in order."),
        Expose("TCP-W2", hands_shown_qualified, "Hands are revealed in order."),
        Settle("TCP-D7b", order, "Wagers are settled."),
        PickUp("TCP-W3", lambda r: (*hands_kept(r), DEALER_SLOT), "Hands are picked up in order."),
    )


def facts(so_far: Round, seat: int) -> Facts:
    """One seat's draws, with the player-dealer's bottom card exposed, and its decision."""
    dealer = so_far.cards(DEALER_SLOT)
    hand = so_far.cards(seat_slot(seat))
    return {
        "hand": hand,
        "up": dealer[BOTTOM_CARD:],
        "hole": dealer[:BOTTOM_CARD],
        "play": (decision_of(so_far, seat),),
    }


def facts_unexposed(so_far: Round, seat: int) -> Facts:
    """One seat's draws if no card of the player-dealer is exposed (TCP-R6), and its decision."""
    hand = so_far.cards(seat_slot(seat))
    return {"hand": hand, "hole": so_far.cards(DEALER_SLOT), "play": (decision_of(so_far, seat),)}


def spoken(so_far: Round, seat: int) -> str:
    """Whether the player-dealer qualifies, with what, and against what."""
    dealer = strength(*so_far.cards(DEALER_SLOT))
    said = f"Player-dealer {'qualifies' if qualifies(dealer) else 'does not qualify'} with {hand_spoken(dealer)}"
    if seat not in so_far.players or folded(so_far, seat):
        return said
    return f"{said} against {hand_spoken(strength(*so_far.cards(seat_slot(seat))))}"


def hand_spoken(strength_: int) -> str:
    """A hand in words, its ranks as they are printed on cards."""
    return hand_text(strength_).replace("_", " ").replace("T", "10")


PAIR_PLUS_NAMES: Final = {int(code): label for code, _, label in PAIR_PLUS_LINES} | {int(Hand.HIGH_CARD): "High card"}
HAND_CARDS: Final = 3


def hand_name(known: tuple[int, ...]) -> str:
    """A hand as the Pair Plus paytable names it, once all three cards are known."""
    return PAIR_PLUS_NAMES[hand_of(strength(*known))] if len(known) == HAND_CARDS else ""


def dealer_hand_name(known: tuple[int, ...]) -> str:
    """TCP-D13b: the player-dealer's hand, and whether it qualifies."""
    if len(known) < HAND_CARDS:
        return ""
    return f"{hand_name(known)}, {'qualifies' if qualifies(strength(*known)) else 'does not qualify'}"


def posted_fees(house: House) -> Notice:
    """TCP-FEE to TCP-FEE7: the collection schedule in use, as it is posted."""
    schedule = house[COLLECTION]
    *bounded, (_, above) = schedule.tiers
    tiers = [(f"Player-dealer, Antes of {price(up_to)} in all or less", price(fee)) for up_to, fee in bounded if up_to]
    last = "Player-dealer, above that" if tiers else "Player-dealer"
    lines = (("Each Ante", price(schedule.player_fee)), *tiers, (last, price(above)))
    return Notice(Sign("Collection"), lines, tuple(dict.fromkeys((schedule.clause, "TCP-FEE5"))))


def layout(house: House) -> Layout:
    """The felt: the player-dealer's hand and wager before the house dealer, and four circles at each place."""
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DROP_BOX, Sign("drop box"), clauses=("TCP-L3", "TCP-FEE5")),
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("TCP-K3d", "TCP-D8b")),
                Fixture(FixtureKind.PAYTABLE, Sign("Pair Plus"), "pair_plus", ("TCP-PP",)),
                CardPlaces(
                    DEALER_SLOT,
                    HAND_CARDS,
                    Sign(DEALER_SLOT),
                    caption=dealer_hand_name,
                    arranged=laid_out,
                    banks=True,
                    clauses=("TCP-D13c",),
                ),
                Fixture(FixtureKind.PAYTABLE, Sign("6 Card Bonus"), "six_card_bonus", ("TCP-6CB",)),
                Fixture(FixtureKind.SHUFFLER, Sign("shuffler"), clauses=("TCP-K1", "TCP-K3", "TCP-K3b")),
            ),
            (Fixture(FixtureKind.BANK_WAGER, Sign("banks"), clauses=("TCP-W4",)),),
            (Words("The player-dealer qualifies with queen high or better", ("TCP-D13b",)),),
        ),
        seat=(
            CardPlaces(OWN_HAND, HAND_CARDS, caption=hand_name, clauses=("TCP-D10b",)),
            Circle("ante", Sign("Ante"), at=(0.5, 0.375), size=0.33, clauses=("TCP-La",)),
            Circle("play", Sign("Play"), at=(0.5, 0.645), size=0.33, clauses=("TCP-Lb",)),
            Circle("pair_plus", Sign("Pair Plus"), at=(0.167, 0.51), size=0.33, clauses=("TCP-Lc",)),
            Circle("six_card_bonus", Sign("6 Card Bonus"), at=(0.833, 0.51), size=0.33, clauses=("TCP-Ld",)),
        ),
        clauses=("TCP-L2", "TCP-K3a"),  # the dealer opposite the seats; the backs of both decks in their colours
        seat_shape=0.72,
        notices=(posted_fees(house),),
        announced=(
            ("TCP-D6", ("TCP-D7",)),
            ("TCP-D11", ("TCP-D9", "TCP-D10b")),
            ("TCP-R2", ("TCP-D7c", "TCP-R15")),  # where the action button is
        ),
    )


QUEEN_SIX_FOUR: Final = strength(*cards_from("Qs 6h 4d"))


def play_habit(hand: int) -> str:
    """Play queen-six-four or better, as the books advise."""
    return "play" if hand_seen(hand) >= QUEEN_SIX_FOUR else "fold"


def play_habit_exposed(hand_and_up: int) -> str:
    """The same if the player-dealer's bottom card is seen too."""
    return play_habit(hand_and_up // len(DECK))


def decision_of(so_far: Round, seat: int) -> int:
    """The code of a player's decision."""
    return int(Choose.FOLD if folded(so_far, seat) else Choose.PLAY)


def wagers(house: House, dealer_cards: tuple[str, ...]) -> tuple[Wager, ...]:
    """The four wagers, in the order of the layout."""
    return ante_wager(house), play_wager(), pair_plus_wager(house), six_card_wager(house, dealer_cards)


def play_or_fold(house: House) -> Decision:
    """TCP-D11: Play equal to the Ante, or fold."""
    exposed = house[EXPOSED_CARD]
    return Decision(
        id="play",
        clause="TCP-D11",
        wager="play",
        base="ante",
        options=(Option(Choose.FOLD, "fold", "Fold", 0), Option(Choose.PLAY, "play", "Play", 1)),
        default="fold",  # TCP-R18
        in_order=True,
        only_by_player="TCP-D10",
        sees=Rule(hand_and_up_card, ("hand", "up")) if exposed else Rule(hand_alone, ("hand",)),
        codes=52**4 if exposed else 52**3,
        shown=cards_and_up_card if exposed else cards_alone,
        fields=(
            *((SightField("up", lambda code: rank_of(code % 52), lambda up: RANKS[up], rank_from),) if exposed else ()),
            SightField(
                "hand", lambda code: hand_seen(code // 52 if exposed else code), hand_text, hand_from, ordered=True
            ),
        ),
    )


def description(house: House) -> Description:
    """The player-dealer's cards in any order, the exposed one named; `decision` is play or fold."""
    exposed = NamedCard("exposed", BOTTOM_CARD, "TCP-D8") if house[EXPOSED_CARD] else None
    return Description(
        bank="player_dealer",
        bank_cards=CardsField("cards", (DEALER_SLOT,), exposed),
        decisions=(DecisionField("play", "decision"),),
        absent=() if exposed else (AbsentField("player_dealer.exposed", "this house exposes no card", "TCP-R6"),),
    )


def check_bonus_minimum(house: House) -> None:
    """TCP-R9: a bonus wager runs from its minimum to the table's maximum, so the one is not above the other."""
    least, most = house[BONUS_MINIMUM], house[COLLECTION].most
    if most is not None and least > most:
        raise Refused(
            f"the least bonus wager {price(least)} is above the table's maximum {price(most)}",
            clause=BONUS_MINIMUM.clause,
            field=f"house.{BONUS_MINIMUM.name}",
        )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Three Card Poker 6 Card Bonus under these house rules."""
    check_bonus_minimum(house)
    schedule = house[COLLECTION]
    exposed = house[EXPOSED_CARD]
    dealer = (Drawn("up", Draw.SET, 1), Drawn("hole", Draw.SET, 2)) if exposed else (Drawn("hole", Draw.SET, 3),)
    dealer_cards = tuple(drawn.name for drawn in dealer)
    return Rulebook(
        game=game,
        house=house,
        seats=PLACES,
        seats_clause="TCP-L1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("hand", Draw.SET, 3), *dealer),
            wagers=wagers(house, dealer_cards),
            features=(
                Feature("player", Rule(strength, ("hand",))),
                Feature("dealer", Rule(strength, dealer_cards)),
            ),
            decisions=(play_or_fold(house),),
            per_seat=("hand",),  # TCP-D9; all play against one hand of the player-dealer's
            suits_alike=True,  # TCP-V
        ),
        procedure=procedure(house),
        bank=PlayerDealerBank(  # never the house (TCP-T5, TCP-W4b), and with no largest wager (TCP-W4c)
            clause="TCP-T1",
            limit_clause="TCP-T2",
            offer_clause="TCP-T4",
            needed_clause="TCP-R8",
            rounds=2,
            least=house[PLAYER_DEALER_MINIMUM],
            least_clause="TCP-R9",
            whole_dollars="TCP-R7",
            fee_reserve=schedule.largest_player_dealer_fee,
            coverage=house[COVERAGE],
            uncovered_clauses=("TCP-T3", "TCP-W4", "TCP-R1"),  # TCP-D7d says the same; of folded wagers too (TCP-R19)
        ),
        supply=Supply(  # from the shuffler (TCP-K1), one deck in play and one in the machine (TCP-K3, TCP-K3b, TCP-R10)
            decks=1,
            renewal=Renewal.ALTERNATING,
            clause="TCP-K3c",
            decks_clause="TCP-K2",
            colours=DECK_COLOURS,
        ),
        facts=facts if exposed else facts_unexposed,
        seat_fee=schedule.player_fee,
        void_clause="TCP-R13",
        change_clause="TCP-R14",  # TCP-FEE6
        action_button=house[FIRST_ACTION] == "action_button",  # TCP-D7c
        button_clause="TCP-R2",  # the house dealer places it (TCP-R15)
        layout=layout(house),
        habits=Habits(decisions={"play": play_habit_exposed if exposed else play_habit}),
        description=description(house),
    )


THREE_CARD_POKER: Final = Game(
    id="three-card-poker",
    title="Three Card Poker 6 Card Bonus",
    aliases=("tcp",),
    documents=(DOCUMENT,),
    clauses=(
        *TYPE_OF_GAME,
        *DECK_SECTION,
        *RANKINGS,
        *TABLE_SECTION,
        *DEALING,
        *WINNERS,
        *PAIR_PLUS_SECTION,
        *SIX_CARD_SECTION,
        *FEES,
    ),
    rulings=RULINGS,
    parameters=(
        *(COLLECTION, COVERAGE, SETTLEMENT_ORDER, FIRST_ACTION, FORFEITS, FORFEIT_ORDER),
        *(ANTE_UNQUALIFIED, EXPOSED_CARD),
        *(BONUS_MINIMUM, PLAYER_DEALER_MINIMUM, PAIR_PLUS_PAYTABLE, SIX_CARD_PAYTABLE),
    ),
    build=build,
    goal="Beat the player-dealer's three cards with yours. Once you have seen your hand, Play with a bet equal to your "
    "Ante, or fold and lose the Ante. A player-dealer below queen-high does not qualify.",
    spoken=spoken,
    equipment=("TCP-K1", "TCP-K2", "TCP-K3", "TCP-K3a", "TCP-K3d", "TCP-L2", "TCP-L3"),
)
