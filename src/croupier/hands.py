"""Poker hands as rule functions: what cards make, and which hand beats which.

A *strength* is one number for a hand: the better hand has the higher number, and hands that tie have the same. From its
highest bits down it holds the category (pair, flush, …), the ranks that the hand is named for, and the ranks beside
them, with one bit for each rank. Two sets of equally many ranks compare as their bits do, and `ranks & ranks - 1` drops
the lowest of them, so nothing is sorted and no table is looked up: the same lines are quick in plain Python, compiled,
and on a GPU.

Ranks are 0 (deuce) to 12 (ace) as in `croupier.cards`. All cards of a hand must be of one deck; how five kings rank is
for the game that can deal them. A hand with a joker is ranked by `best_five_wild` or `best_five_bug`.
"""

from enum import IntEnum
from typing import Final

from croupier.cards import ACE, JOKER, RANK_WORDS, RANKS, SIX, THREE, TWO
from croupier.rule import rule

# ── Three in a row ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def is_run(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high or low: Q-K-A and A-2-3, never K-A-2."""
    return (high - low == 2 and high - middle == 1) or (high - low == ACE - TWO and middle == THREE)


@rule
def is_run_ace_high(high: int, middle: int, low: int) -> bool:
    """Three ranks in a row, an ace playing high only."""
    return high - low == 2 and high - middle == 1


ACE_LOW: Final = True
"""An ace may play low in a straight, as almost everywhere; rules pass it by place, which a GPU needs."""

# ── Categories ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Category(IntEnum):
    """The categories of one order of hands, lowest first."""

    @property
    def id(self) -> str:
        """As lines of a paytable are identified, `three_of_a_kind`."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """As people say it, `three of a kind`."""
        return self.id.replace("_", " ")


class Poker(Category):
    """Five-card poker hands in ascending order."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class JokerPoker(Category):
    """Five-card hands that may hold jokers, in ascending order: as `Poker`, and five of a kind above a royal flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_OF_A_KIND = 10


class FourCardPoker(Category):
    """Four-card hands in ascending order, as in Four Card Poker and Crazy 4 Poker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class ThreeCardPoker(Category):
    """Three-card hands in ascending order, as in Three Card Poker."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


# ── Strengths: one comparable number ─────────────────────────────────────────────────────────────────────────────────


@rule
def strength_of(category_: int, named: int, beside: int) -> int:
    """The strength of a hand of some category, from the ranks it is named for and those beside them."""
    return category_ << 26 | named << 13 | beside


@rule
def category(strength: int) -> int:
    """The category of a strength: a code of `Poker`, `JokerPoker`, `FourCardPoker` or `ThreeCardPoker`."""
    return strength >> 26


# ── Sets of ranks, a bit for each ────────────────────────────────────────────────────────────────────────────────────


@rule
def highest(ranks: int) -> int:
    """The highest of some ranks alone; 0 if there is none."""
    while ranks & ranks - 1:
        ranks &= ranks - 1
    return ranks


@rule
def without_lowest(ranks: int, count: int) -> int:
    """What is left of some ranks without so many of the lowest."""
    for _ in range(count):
        ranks &= ranks - 1
    return ranks


@rule
def highest_few(ranks: int, count: int) -> int:
    """So many of the highest of some ranks."""
    beyond = without_lowest(ranks, count)
    while beyond:
        beyond &= beyond - 1
        ranks &= ranks - 1
    return ranks


@rule
def highest_run(ranks: int, length: int, ace_low: bool) -> int:
    """The top rank of the highest run of three to five; 0 if there is none. An ace may also play below the deuce."""
    from_low_ace = ranks << 1 | ranks >> ACE & int(ace_low)
    twos = from_low_ace & from_low_ace >> 1  # where two in a row begin; three of these overlap in any longer run
    runs = twos & twos >> length // 2 & twos >> length - 2
    return highest(runs) << length - 2


@rule
def repeated(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The ranks held at least once, twice, three and four times."""
    once = twice = thrice = four = 0
    for card in cards:
        rank = 1 << (card >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
    return once, twice, thrice, four


@rule
def suited_ranks(cards: tuple[int, ...], count: int) -> int:
    """The ranks of the suit of at least so many of the cards; 0 if there is none."""
    suits = 0x1111 * (8 - count)  # four bits a suit, the highest of which is set once there are enough
    for card in cards:
        suits += 1 << 4 * (card & 3)
    ranks = 0
    if suits & 0x8888:
        for card in cards:
            if suits >> 4 * (card & 3) & 8:
                ranks |= 1 << (card >> 2)
    return ranks


@rule
def highest_straight(ranks: int) -> int:
    """Top rank of the best five in a row among rank bits (five for A-2-3-4-5), or -1."""
    run = highest_run(ranks, 5, ACE_LOW)
    top = -1
    while run:
        top += 1
        run >>= 1
    return top


# ── Hands ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def pairs_or_high_card(once: int, twice: int, unplayed: int) -> int:
    """The strength of cards that make no more than pairs, on which all orders agree; so many cards do not play."""
    higher_pairs = twice & twice - 1
    if higher_pairs & higher_pairs - 1:  # of three pairs the lowest is just a card beside the others
        return strength_of(Poker.TWO_PAIR, higher_pairs, without_lowest(once ^ higher_pairs, unplayed - 1))
    hand = Poker.TWO_PAIR if higher_pairs else Poker.PAIR if twice else Poker.HIGH_CARD
    return strength_of(hand, twice, without_lowest(once ^ twice, unplayed))


@rule
def best_five(cards: tuple[int, ...], ace_low: bool) -> int:
    """The strength of the best five of up to seven cards, in the order of `Poker`.

    Fewer than five cards make no straight and no flush; the rest ranks as usual. With `ace_low`, A-2-3-4-5 is the
    lowest straight.
    """
    suited = suited_ranks(cards, 5)
    if suited:  # five ranks, which leave no room for a full house or four of a kind among seven cards
        run = highest_run(suited, 5, ace_low)
        if run:
            return strength_of(Poker.ROYAL_FLUSH if run == 1 << ACE else Poker.STRAIGHT_FLUSH, run, 0)
        return strength_of(Poker.FLUSH, 0, highest_few(suited, 5))
    once, twice, thrice, four = repeated(cards)
    if four:
        return strength_of(Poker.FOUR_OF_A_KIND, four, highest(once ^ four))
    if thrice and twice & twice - 1:
        three = highest(thrice)
        return strength_of(Poker.FULL_HOUSE, three, highest(twice ^ three))
    run = highest_run(once, 5, ace_low)
    if run:
        return strength_of(Poker.STRAIGHT, run, 0)
    unplayed = len(cards) - 5
    if thrice:
        return strength_of(Poker.THREE_OF_A_KIND, thrice, without_lowest(once ^ thrice, unplayed))
    return pairs_or_high_card(once, twice, unplayed)


@rule
def best_four(cards: tuple[int, ...], ace_low: bool) -> int:
    """The strength of the best four of four to seven cards, in the order of `FourCardPoker`."""
    suited = suited_ranks(cards, 4)
    once, twice, thrice, four = repeated(cards)
    if four:
        return strength_of(FourCardPoker.FOUR_OF_A_KIND, four, 0)
    run = highest_run(suited, 4, ace_low)
    if run:
        return strength_of(FourCardPoker.STRAIGHT_FLUSH, run, 0)
    if thrice:
        three = highest(thrice)
        return strength_of(FourCardPoker.THREE_OF_A_KIND, three, highest(once ^ three))
    if suited:
        return strength_of(FourCardPoker.FLUSH, 0, highest_few(suited, 4))
    run = highest_run(once, 4, ace_low)
    if run:
        return strength_of(FourCardPoker.STRAIGHT, run, 0)
    return pairs_or_high_card(once, twice, len(cards) - 4)


@rule
def three_cards(cards: tuple[int, int, int], ace_low: bool) -> int:
    """The strength of three cards, in the order of `ThreeCardPoker`."""
    once, twice, thrice, _ = repeated(cards)
    if thrice:
        return strength_of(ThreeCardPoker.THREE_OF_A_KIND, thrice, 0)
    suited = suited_ranks(cards, 3)
    run = highest_run(once, 3, ace_low)
    if run:
        if not suited:
            return strength_of(ThreeCardPoker.STRAIGHT, run, 0)
        return strength_of(ThreeCardPoker.MINI_ROYAL if run == 1 << ACE else ThreeCardPoker.STRAIGHT_FLUSH, run, 0)
    if suited:
        return strength_of(ThreeCardPoker.FLUSH, 0, once)
    return pairs_or_high_card(once, twice, 0)


# ── Hands with jokers ────────────────────────────────────────────────────────────────────────────────────────────────

EVERY_RANK_BIT: Final = (1 << 13) - 1
"""A bit for each rank; the next one up stands for jokers in what `repeated` gives."""


@rule
def jokers_among(once: int, twice: int) -> int:
    """How many jokers are among cards, none, one or two, from the ranks held once and twice."""
    return (once >> 13 & 1) + (twice >> 13 & 1)


@rule
def suited_beside_jokers(cards: tuple[int, ...], count: int) -> int:
    """The ranks of the suit of at least so many of the cards that are not jokers; 0 if there is none."""
    suits = 0x1111 * (8 - count)
    for card in cards:
        if card < JOKER:
            suits += 1 << 4 * (card & 3)
    ranks = 0
    if suits & 0x8888:
        for card in cards:
            if card < JOKER and suits >> 4 * (card & 3) & 8:
                ranks |= 1 << (card >> 2)
    return ranks


@rule
def run_with_jokers(ranks: int, jokers: int, ace_low: bool) -> int:
    """The top rank of the highest five in a row that so many jokers complete; 0 if there is none."""
    from_low_ace = ranks << 1 | ranks >> ACE & int(ace_low)
    for lowest in range(9, -int(ace_low), -1):
        missing = 31 & ~(from_low_ace >> lowest)
        if without_lowest(missing, jokers) == 0:
            return 1 << lowest + 3
    return 0


@rule
def flush_with_jokers(suited: int, jokers: int) -> int:
    """The strength of a flush in which each joker is the highest card that is missing."""
    for _ in range(jokers):
        suited |= highest(EVERY_RANK_BIT & ~suited)
    return strength_of(JokerPoker.FLUSH, 0, highest_few(suited, 5))


@rule
def best_five_wild(cards: tuple[int, ...], ace_low: bool) -> int:
    """The strength of the best five of up to seven cards in the order of `JokerPoker`; a joker is any card.

    There may be two jokers. Five of a kind is the highest hand, and a royal flush with a joker equals one without.
    """
    once, twice, thrice, four = repeated(cards)
    jokers = jokers_among(once, twice)
    if jokers == 0:
        return best_five(cards, ace_low)
    once &= EVERY_RANK_BIT
    twice &= EVERY_RANK_BIT
    fives, fours, threes = (four, thrice, twice) if jokers == 1 else (thrice, twice, once)
    if fives:
        return strength_of(JokerPoker.FIVE_OF_A_KIND, highest(fives), 0)
    suited = suited_beside_jokers(cards, 5 - jokers)
    run = run_with_jokers(suited, jokers, ace_low)
    if run:
        return strength_of(JokerPoker.ROYAL_FLUSH if run == 1 << ACE else JokerPoker.STRAIGHT_FLUSH, run, 0)
    if fours:
        named = highest(fours)
        return strength_of(JokerPoker.FOUR_OF_A_KIND, named, highest(once ^ named))
    if jokers == 1 and twice & twice - 1:
        named = highest(twice)
        return strength_of(JokerPoker.FULL_HOUSE, named, highest(twice ^ named))
    if suited:
        return flush_with_jokers(suited, jokers)
    run = run_with_jokers(once, jokers, ace_low)
    if run:
        return strength_of(JokerPoker.STRAIGHT, run, 0)
    if threes:
        named = highest(threes)
        return strength_of(JokerPoker.THREE_OF_A_KIND, named, highest_few(once ^ named, 2))
    named = highest(once)
    return strength_of(JokerPoker.PAIR, named, highest_few(once ^ named, 3))


@rule
def best_five_bug(cards: tuple[int, ...], ace_low: bool) -> int:
    """The same where a joker is an ace, or any card that completes a straight, a flush or a straight flush."""
    once, twice, thrice, four = repeated(cards)
    jokers = jokers_among(once, twice)
    if jokers == 0:
        return best_five(cards, ace_low)
    once &= EVERY_RANK_BIT
    twice &= EVERY_RANK_BIT
    suited = suited_beside_jokers(cards, 5 - jokers)
    run, run_of_suit = run_with_jokers(once, jokers, ace_low), run_with_jokers(suited, jokers, ace_low)
    ace, fives = 1 << ACE, 0
    for _ in range(jokers):
        fives |= four & ace
        four |= thrice & ace
        thrice |= twice & ace
        twice |= once & ace
        once |= ace
    if fives:
        return strength_of(JokerPoker.FIVE_OF_A_KIND, fives, 0)
    if run_of_suit:
        royal = run_of_suit == ace
        return strength_of(JokerPoker.ROYAL_FLUSH if royal else JokerPoker.STRAIGHT_FLUSH, run_of_suit, 0)
    if four:
        return strength_of(JokerPoker.FOUR_OF_A_KIND, four, highest(once ^ four))
    if thrice and twice & twice - 1:
        three = highest(thrice)
        return strength_of(JokerPoker.FULL_HOUSE, three, highest(twice ^ three))
    if suited:
        return flush_with_jokers(suited, jokers)
    if run:
        return strength_of(JokerPoker.STRAIGHT, run, 0)
    unplayed = len(cards) - 5
    if thrice:
        return strength_of(JokerPoker.THREE_OF_A_KIND, thrice, without_lowest(once ^ thrice, unplayed))
    return pairs_or_high_card(once, twice, unplayed)


# ── The same for cards one by one, as a `Rule` hands them over, with an ace that plays high or low ───────────────────


@rule
def three_card_strength(a: int, b: int, c: int) -> int:
    """The strength of three cards in the order of `ThreeCardPoker`."""
    return three_cards((a, b, c), ACE_LOW)


@rule
def four_card_strength(a: int, b: int, c: int, d: int) -> int:
    """The strength of four cards in the order of `FourCardPoker`."""
    return best_four((a, b, c, d), ACE_LOW)


@rule
def five_card_strength(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five cards in the order of `Poker`."""
    return best_five((a, b, c, d, e), ACE_LOW)


@rule
def six_card_strength(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The strength of the best five of six cards."""
    return best_five((a, b, c, d, e, f), ACE_LOW)


@rule
def seven_card_strength(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The strength of the best five of seven cards."""
    return best_five((a, b, c, d, e, f, g), ACE_LOW)


# ── The category alone, which takes less work than a strength ────────────────────────────────────────────────────────

EVERY_RANK: Final = 0x1_1111_1111_1111
"""The lowest of the four bits for each rank in a tally."""


@rule
def of_a_kind(tally: int) -> int:
    """The best hand from repeated ranks alone; the tally counts each rank in four bits."""
    twos_and_threes = tally >> 1 & EVERY_RANK
    threes = twos_and_threes & tally
    pairs = twos_and_threes ^ threes
    if tally >> 2 & EVERY_RANK:
        return Poker.FOUR_OF_A_KIND
    if threes:
        return Poker.FULL_HOUSE if pairs or threes & threes - 1 else Poker.THREE_OF_A_KIND
    return Poker.TWO_PAIR if pairs & pairs - 1 else Poker.PAIR if pairs else Poker.HIGH_CARD


@rule
def best_five_category(cards: tuple[int, ...], ace_low: bool) -> int:
    """The category of `best_five`."""
    suited = suited_ranks(cards, 5)
    if suited:
        run = highest_run(suited, 5, ace_low)
        return Poker.ROYAL_FLUSH if run == 1 << ACE else Poker.STRAIGHT_FLUSH if run else Poker.FLUSH
    tally = ranks = 0  # four bits and one bit a rank
    for card in cards:
        tally += 1 << 4 * (card >> 2)
        ranks |= 1 << (card >> 2)
    hand = of_a_kind(tally)
    return Poker.STRAIGHT if hand < Poker.STRAIGHT and highest_run(ranks, 5, ace_low) else hand


@rule
def five_card_hand(a: int, b: int, c: int, d: int, e: int) -> int:
    """The poker hand of five cards, as a `Poker` code."""
    return best_five_category((a, b, c, d, e), ACE_LOW)


@rule
def best_five_of_six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The best five-card poker hand among six cards of one deck, as a `Poker` code."""
    return best_five_category((a, b, c, d, e, f), ACE_LOW)


# ── In words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_words(strength: int, order: type[Category] = Poker) -> str:
    """A hand as a dealer calls it, without the cards beside it: `pair of kings`, `full house, kings over fours`."""
    hand = order(category(strength))
    named, beside = ranks_in(strength >> 13), ranks_in(strength)
    match hand.id:
        case "high_card":
            return f"{RANK_WORDS[beside[0]]} high"
        case "flush":
            return f"flush, {RANK_WORDS[beside[0]]} high"
        case "straight" | "straight_flush":
            return f"{hand.words}, {RANK_WORDS[named[0]]} high"
        case "pair":
            return f"pair of {plural(named[0])}"
        case "two_pair":
            return f"two pair, {plural(named[0])} and {plural(named[1])}"
        case "full_house":
            return f"full house, {plural(named[0])} over {plural(beside[0])}"
        case "three_of_a_kind" | "four_of_a_kind" | "five_of_a_kind":
            return f"{hand.words.partition(' ')[0]} {plural(named[0])}"
        case _:  # a royal flush, or a mini royal
            return hand.words


def hand_in_full(strength: int, order: type[Category] = Poker) -> str:
    """The same with every card that may break a tie: `pair of kings, A-9-4`."""
    beside = ranks_in(strength)
    match order(category(strength)).id:
        case "high_card" | "flush":
            beside = beside[1:]
        case "full_house":
            beside = ()
    return ", ".join((hand_words(strength, order), *(["-".join(RANKS[rank] for rank in beside)] if beside else [])))


def ranks_in(bits: int) -> tuple[int, ...]:
    """The ranks of one set in a strength, highest first."""
    return tuple(rank for rank in range(ACE, TWO - 1, -1) if bits >> rank & 1)


def plural(rank: int) -> str:
    """Several cards of a rank, `kings`."""
    return RANK_WORDS[rank] + ("es" if rank == SIX else "s")
