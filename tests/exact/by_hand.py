"""The three games counted a second time, each in its own plain way, with no word, rule or loop of the package.

Hands and draws come from the naive settlement, which shares no code with the package either. Results are sums over all
deals, so that they are integers.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import perm

import numpy as np

from tests.naive.baccarat import BANKER_AFTER_PLAYERS_THIRD_CARD
from tests.naive.casino_monte import full_monte
from tests.naive.poker_hands import qualifies, strength

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")

# ── Casino Monte ─────────────────────────────────────────────────────────────────────────────────────────────────────


def ways(kinds: tuple[object, ...], copies: int) -> int:
    """In how many orders cards of these kinds come, where each kind has so many copies."""
    count = 1
    for times in Counter(kinds).values():
        count *= perm(copies, times)
    return count


def monte_pays(own: int, second: int, third: int) -> tuple[int, int]:
    """What the initial wager and a raise win per unit."""
    if own < max(second, third):
        return -1, -1
    return (3, 1) if own == second == third else (1, 1)


def monte_edge(decks: int) -> Fraction:
    """The edge on the initial wager when every raise is the best: by ranks alone, the exposed card own or another."""
    worth: Counter[tuple[str, int, int]] = Counter()
    for own, second, third in product(range(13), repeat=3):
        initial, raised = monte_pays(own, second, third)
        deals = ways((own, second, third), 4 * decks) * 2  # two faces of the die expose each position
        for whose, rank in (("own", own), ("other", second), ("other", third)):
            for times in range(4):
                worth[whose, rank, times] += deals * (initial + times * raised)
    best = sum(
        max(worth[whose, rank, times] for times in range(4)) for whose, rank in product(("own", "other"), range(13))
    )
    return Fraction(-best, 6 * perm(52 * decks, 3))


def monte_edge_of_endless_decks() -> Fraction:
    """The same where a card never changes what the next may be."""
    initial, best = 0, Fraction(0)
    raised: Counter[tuple[str, int]] = Counter()
    for own, second, third in product(range(13), repeat=3):
        pays = monte_pays(own, second, third)
        initial += pays[0]
        raised["own", own] += pays[1]
        raised["other", second] += pays[1]
    for (whose, _), sum_ in raised.items():
        best += max(0, 3 * sum_) * (Fraction(1, 3) if whose == "own" else Fraction(2, 3))  # it pays even: all or none
    return -(initial + best) / 13**3


def full_monte_hands(decks: int, *, ace_low: bool) -> Counter[str]:
    """Ordered deals by Full Monte hand, all triples of the 52 kinds of card."""
    hands: Counter[str] = Counter()
    for cards in combinations(range(52), 3):
        hands[full_monte([CARDS[c] for c in cards], ace_low)] += 6 * decks**3
    for twice, once in product(range(52), repeat=2):
        names = [CARDS[twice], CARDS[twice], CARDS[once]]
        kinds = 1 if twice == once else 3  # places the odd card may come in
        hands[full_monte(names, ace_low)] += kinds * ways((twice, twice, once), decks)
    return hands


def full_monte_of_endless_decks(odds: dict[str, int]) -> Fraction:
    """The edge of Full Monte from endless decks: of three cards a sixteenth is of one suit, whatever their ranks."""
    trips, straights, pairs, all_ = 13, 12 * 6, 13 * 12 * 3, 13**3
    apart = all_ - trips - straights - pairs
    suited, mixed = Fraction(1, 16), Fraction(15, 16)
    shares = {
        "three_of_a_kind_suited": trips * suited,
        "straight_flush": straights * suited,
        "three_of_a_kind": trips * mixed,
        "straight": straights * mixed,
        "flush": (pairs + apart) * suited,
        "pair": pairs * mixed,
    }
    won = sum((share * odds[hand] for hand, share in shares.items()), Fraction(0))
    return (all_ - sum(shares.values()) - won) / all_


# ── Baccarat and Lucky Monkey ────────────────────────────────────────────────────────────────────────────────────────

TEN, FACE = 10, 11
CLASSES = tuple(range(1, 12))
"""Ace to nine by their value, tens, and jacks, queens and kings together."""


def value(kind: int) -> int:
    """What a card of a class counts."""
    return kind if kind < TEN else 0


def drawn(player: int, banker: int) -> tuple[bool, str]:
    """Whether Player draws, and what Banker does: `D` or `-` by Player's third card, or the same for all of them."""
    if player >= 8 or banker >= 8:
        return False, "-"
    if player >= 6:
        return False, "D" if banker <= 5 else "-"
    return True, BANKER_AFTER_PLAYERS_THIRD_CARD[banker]


def winner(player: int, banker: int) -> str:
    """Who has the higher total."""
    return "tie" if player == banker else "player" if player > banker else "banker"


def coups(decks: int) -> tuple[Counter[str], Counter[str]]:
    """Six-card sequences by winner and by Lucky Monkey line.

    Faces are one class; two faces among the third cards are the same card, or of the same rank, as often whatever other
    faces have gone, since all orders of the faces are alike.
    """
    left = dict.fromkeys(range(1, 11), 4 * decks) | {FACE: 12 * decks}
    won: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    size = 52 * decks
    for p1, b1, p2, b2 in product(CLASSES, repeat=4):
        deals = 1
        for kind in (p1, b1, p2, b2):
            deals *= left[kind]
            left[kind] -= 1
        player, banker = (value(p1) + value(p2)) % 10, (value(b1) + value(b2)) % 10
        draws, table = drawn(player, banker)
        for fifth in CLASSES if draws or table == "D" else ():
            here = deals * left[fifth]
            if not draws:
                won[winner(player, (banker + value(fifth)) % 10)] += here * (size - 5)
                lines["banker_face" if fifth == FACE else "lose"] += here * (size - 5)
                continue
            last = (player + value(fifth)) % 10
            if table[value(fifth)] == "-":
                won[winner(last, banker)] += here * (size - 5)
                lines["player_face" if fifth == FACE else "lose"] += here * (size - 5)
                continue
            left[fifth] -= 1
            for sixth in CLASSES:
                won[winner(last, (banker + value(sixth)) % 10)] += here * left[sixth]
                lines[("lose", "one_face", "both_faces")[(fifth == FACE) + (sixth == FACE)]] += here * left[sixth]
            left[fifth] += 1
        if not draws and table == "-":
            won[winner(player, banker)] += deals * (size - 4) * (size - 5)
            lines["no_third_card"] += deals * (size - 4) * (size - 5)
        for kind in (p1, b1, p2, b2):
            left[kind] += 1
    both = lines["both_faces"]
    lines["same_rank_and_suit"] = both * (decks - 1) // (12 * decks - 1)
    lines["same_rank"] = both * 3 * decks // (12 * decks - 1)
    lines["both_faces"] -= lines["same_rank"] + lines["same_rank_and_suit"]
    return won, lines


def coups_of_endless_decks() -> dict[str, Fraction]:
    """The shares of Player, Banker and Tie where no card changes what the next may be."""
    weight = [4, 1, 1, 1, 1, 1, 1, 1, 1, 1]  # of thirteen ranks, four count nothing
    two = [sum(weight[a] * weight[(total - a) % 10] for a in range(10)) for total in range(10)]
    won: Counter[str] = Counter()
    for player, banker in product(range(10), repeat=2):
        deals = two[player] * two[banker]
        draws, table = drawn(player, banker)
        if not draws:
            for sixth in range(10):
                last = (banker + sixth) % 10 if table == "D" else banker
                won[winner(player, last)] += deals * weight[sixth] * 13
            continue
        for fifth, sixth in product(range(10), repeat=2):
            last = (banker + sixth) % 10 if table[fifth] == "D" else banker
            won[winner((player + fifth) % 10, last)] += deals * weight[fifth] * weight[sixth]
    return {side: Fraction(deals, 13**6) for side, deals in won.items()}


# ── Three Card Poker ─────────────────────────────────────────────────────────────────────────────────────────────────

Hand = tuple[int, ...]
Reading = tuple[int, int]
"""What the Ante wins behind, and tied with, a hand that does not qualify."""


def first_of_its_kind(hand: Hand) -> Hand:
    """The first of the hands that a renaming of suits makes of a hand."""
    return min(tuple(sorted(card & ~3 | suits[card & 3] for card in hand)) for suits in permutations(range(4)))


def poker_worth(readings: Iterable[Reading], *, one_of_a_kind: bool) -> dict[Reading, tuple[int, int]]:
    """The sum of Ante and Play over all deals when every decision is the best, with a card exposed and without.

    Every hand, or one of each kind as often as there are of it, is held against every hand that shares no card with it.
    """
    hands = list(combinations(range(52), 3))
    names = [[CARDS[card] for card in hand] for hand in hands]
    order = {each: place for place, each in enumerate(sorted({strength(hand) for hand in names}))}
    height = np.array([order[strength(hand)] for hand in names])
    qualified = np.array([qualifies(hand) for hand in names])
    cards = np.array(hands)
    place_of: dict[Hand, int] = {hand: place for place, hand in enumerate(hands)}
    sums = dict.fromkeys(readings, (0, 0))
    for hand, times in Counter(map(first_of_its_kind, hands) if one_of_a_kind else hands).items():
        free = np.flatnonzero(~np.isin(cards, hand).any(axis=1))
        at = cards[free].ravel()
        ahead = np.sign(height[place_of[hand]] - height[free])
        for (behind, tied), (exposed, unexposed) in sums.items():
            alone = np.where(ahead > 0, 1, np.where(ahead == 0, tied, behind))
            worth = np.where(qualified[free], 2 * ahead, alone)
            # a dealer's hand is met once for each of its cards that may be the exposed one
            by_card = np.bincount(at, weights=np.repeat(worth, 3), minlength=52).astype(int)
            best = int(np.maximum(by_card, -np.bincount(at, minlength=52)).sum())
            sums[behind, tied] = exposed + times * best, unexposed + times * max(int(worth.sum()), -len(worth))
    return sums
