"""What `croupier.hands` says of three to seven cards, beside a naive order of hands."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, pairwise
from math import comb
from random import Random

import numpy as np
import pytest

from croupier import hands
from croupier.cards import ACE, DECK, JOKER, RED_JOKER, card_names, cards_from
from croupier.hands import (
    ACE_LOW,
    FourCardPoker,
    JokerPoker,
    Poker,
    ThreeCardPoker,
    best_five,
    best_five_bug,
    best_five_category,
    best_five_of_six,
    best_five_wild,
    best_four,
    category,
    five_card_hand,
    five_card_strength,
    four_card_strength,
    hand_in_full,
    hand_words,
    highest_straight,
    seven_card_strength,
    six_card_strength,
    strength_of,
    three_card_strength,
    three_cards,
)
from croupier.rule import is_rule, rule
from tests.contract import assert_compilable
from tests.exact.all_hands import Ints, every
from tests.naive import hand_orders as naive

Ranked = dict[int, naive.Place]
"""The naive place for each strength."""


def assert_same_order(ranked: Ranked, order: list[str]) -> None:
    """Strengths rise as naive places do, ties are the same, and categories have the same names."""
    rising = [ranked[strength] for strength in sorted(ranked)]
    assert all(lower < higher for lower, higher in pairwise(rising))
    assert all(category(strength) == place[0] for strength, place in ranked.items())
    assert len(ranked) > len(order)


def samples(cards: int, times: int) -> list[tuple[int, ...]]:
    rng = Random(cards)
    return [tuple(rng.sample(DECK, cards)) for _ in range(times)]


# ── Against the naive order ──────────────────────────────────────────────────────────────────────────────────────────


def test_categories_have_the_names_of_the_naive_orders() -> None:
    for order, names in ((Poker, naive.FIVE), (FourCardPoker, naive.FOUR), (ThreeCardPoker, naive.THREE)):
        assert [hand.id for hand in order] == names
    assert Poker.THREE_OF_A_KIND.words == "three of a kind"


@rule
def five_ace_high(a: int, b: int, c: int, d: int, e: int) -> int:
    return best_five((a, b, c, d, e), ace_low=False)


@cache
def hands_of_five() -> tuple[Ints, Ints, Ints]:
    """All hands of five; the first of each kind, by ranks and whether all are of one suit; and the kind of each."""
    cards = np.fromiter(chain.from_iterable(combinations(DECK, 5)), np.int64).reshape(-1, 5)
    one_suit = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    _, first, kind = np.unique((cards // 4) @ 13 ** np.arange(5) * 2 + one_suit, return_index=True, return_inverse=True)
    return cards, first, kind


@pytest.mark.parametrize(("strength", "ace_low"), [(five_card_strength, True), (five_ace_high, False)])
def test_all_2_598_960_hands_of_five_rank_as_the_naive_order_does(strength: Callable[..., int], ace_low: bool) -> None:
    ours = every(strength, 5)
    cards, first, kind = hands_of_five()
    assert (ours == ours[first][kind]).all()
    ranked: Ranked = {}
    for hand, strength_ in zip(cards[first].tolist(), ours[first].tolist(), strict=True):
        place = naive.best_five(card_names(hand), ace_low=ace_low)
        assert ranked.setdefault(strength_, place) == place
    assert_same_order(ranked, naive.FIVE)
    assert len(ranked) == 7_462


@pytest.mark.parametrize("ace_low", [True, False])
def test_all_22_100_hands_of_three_rank_as_the_naive_order_does(ace_low: bool) -> None:
    ranked: Ranked = {}
    for hand in combinations(DECK, 3):
        place = naive.three_cards(card_names(hand), ace_low=ace_low)
        assert ranked.setdefault(three_cards(hand, ace_low=ace_low), place) == place
    assert_same_order(ranked, naive.THREE)
    assert len(ranked) == 741


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("cards", range(1, 8))
def test_the_best_five_of_up_to_seven_cards_rank_as_the_naive_order_does(cards: int, ace_low: bool) -> None:
    ranked: Ranked = {}
    for hand in samples(cards, 4_000):
        place = naive.best_five(card_names(hand), ace_low=ace_low)
        assert ranked.setdefault(best_five(hand, ace_low=ace_low), place) == place
        assert best_five_category(hand, ace_low=ace_low) == place[0]
    assert_same_order(ranked, naive.FIVE)


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("cards", range(4, 8))
def test_the_best_four_of_up_to_seven_cards_rank_as_the_naive_order_does(cards: int, ace_low: bool) -> None:
    ranked: Ranked = {}
    for hand in samples(cards, 3_000):
        place = naive.best_four(card_names(hand), ace_low=ace_low)
        assert ranked.setdefault(best_four(hand, ace_low=ace_low), place) == place
    assert_same_order(ranked, naive.FOUR)


@pytest.mark.parametrize("ranks", ["2345A", "TJQKA", "2347A"])
@pytest.mark.parametrize("ace_low", [True, False])
def test_the_best_of_all_seven_cards_of_five_ranks(ranks: str, ace_low: bool) -> None:
    deck = cards_from(" ".join(rank + suit for rank in ranks for suit in "cs"))  # straight flushes in almost all
    for hand in combinations(deck, 7):
        place = naive.best_five(card_names(hand), ace_low=ace_low)
        assert category(best_five(hand, ace_low=ace_low)) == best_five_category(hand, ace_low=ace_low) == place[0]


# ── What each of them takes ──────────────────────────────────────────────────────────────────────────────────────────


def test_cards_one_by_one_are_ranked_as_cards_together() -> None:
    one, two, three, four, five, six, seven = hand = cards_from("As 2d 3c 4h 5s 9d Kc")
    assert three_card_strength(one, two, three) == three_cards((one, two, three), ace_low=True)
    assert four_card_strength(one, two, three, four) == best_four(hand[:4], ace_low=True)
    assert five_card_strength(one, two, three, four, five) == best_five(hand[:5], ace_low=True)
    assert six_card_strength(one, two, three, four, five, six) == best_five(hand[:6], ace_low=True)
    assert seven_card_strength(one, two, three, four, five, six, seven) == best_five(hand, ace_low=True)
    assert five_card_hand(one, two, three, four, five) == best_five_of_six(*hand[:6]) == Poker.STRAIGHT


def test_an_ace_is_below_a_deuce_only_where_it_may_play_low() -> None:
    wheel = cards_from("As 2d 3c 4h 5s")
    assert hand_words(best_five(wheel, ace_low=True)) == "straight, five high"
    assert hand_words(best_five(wheel, ace_low=False)) == "ace high"
    assert best_five(wheel, ace_low=True) < five_card_strength(*cards_from("2d 3c 4h 5s 6s"))
    suited = cards_from("As 2s 3s 4s 5s")
    assert hand_words(best_five(suited, ace_low=True)) == "straight flush, five high"
    assert hand_words(best_five(suited, ace_low=False)) == "flush, ace high"


RULES = [thing for thing in vars(hands).values() if is_rule(thing)]


@pytest.mark.parametrize("function", RULES, ids=lambda function: function.__name__)
def test_what_a_rulebook_may_call_can_be_compiled(function: Callable[..., int]) -> None:
    assert_compilable(function)


def test_the_highest_straight_by_its_top_rank() -> None:
    tops = [highest_straight(0b11111 << low) for low in range(9)]
    assert tops == list(range(4, 13))
    assert (highest_straight(1 << 12 | 0b1111), highest_straight(0b101111), highest_straight(0)) == (3, -1, -1)


# ── In words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "words", "in_full"),
    [
        ("As Kd 9c 4h 2s", "ace high", "ace high, K-9-4-2"),
        ("Ks Kd Ac 9h 4s", "pair of kings", "pair of kings, A-9-4"),
        ("6s 6d 4c 4h As", "two pair, sixes and fours", "two pair, sixes and fours, A"),
        ("2s 2d 2c 9h 4s", "three deuces", "three deuces, 9-4"),
        ("6s 7d 8c 9h Ts", "straight, ten high", "straight, ten high"),
        ("As 2d 3c 4h 5s", "straight, five high", "straight, five high"),
        ("As Js 9s 4s 2s", "flush, ace high", "flush, ace high, J-9-4-2"),
        ("Ks Kd Kc 4h 4s", "full house, kings over fours", "full house, kings over fours"),
        ("Ks Kd Kc Kh 4s", "four kings", "four kings, 4"),
        ("5s 6s 7s 8s 9s", "straight flush, nine high", "straight flush, nine high"),
        ("Ts Js Qs Ks As", "royal flush", "royal flush"),
        ("Ks Kd 9c 9h 4s 4d As", "two pair, kings and nines", "two pair, kings and nines, A"),
        ("Ks Kd Ac", "pair of kings", "pair of kings, A"),
        ("As Kd Qc", "ace high", "ace high, K-Q"),
        ("Kd", "king high", "king high"),
    ],
)
def test_a_hand_is_called_as_a_dealer_calls_it(cards: str, words: str, in_full: str) -> None:
    strength = best_five(cards_from(cards), ace_low=True)
    assert (hand_words(strength), hand_in_full(strength)) == (words, in_full)


@pytest.mark.parametrize(
    ("cards", "words"),
    [("As Kd Qc", "straight, ace high"), ("As Ks Qs", "mini royal"), ("As 3s 2s", "straight flush, three high")],
)
def test_three_cards_are_called_in_their_own_order(cards: str, words: str) -> None:
    assert hand_words(three_card_strength(*cards_from(cards)), ThreeCardPoker) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ad Ac Ah", "four aces"),
        ("9s 9d 9c 2h", "three nines, 2"),
        ("As 4s 3s 2s", "straight flush, four high"),
        ("As 4s 3s 9s", "flush, ace high, 9-4-3"),
        ("6s 6d 9s 9d", "two pair, nines and sixes"),
    ],
)
def test_four_cards_are_called_in_their_own_order(cards: str, words: str) -> None:
    assert hand_in_full(four_card_strength(*cards_from(cards)), FourCardPoker) == words


# ── With jokers ──────────────────────────────────────────────────────────────────────────────────────────────────────

JOKERS = (JOKER, RED_JOKER)
COMPLETED = {Poker.STRAIGHT, Poker.FLUSH, Poker.STRAIGHT_FLUSH, Poker.ROYAL_FLUSH}


def by_trying(hand: tuple[int, ...], *, is_bug: bool, ace_low: bool) -> int:
    """The strength of a hand with jokers, each tried as every card that is not there; or as another of a rank."""
    held = [card for card in hand if card < JOKER]
    jokers = len(hand) - len(held)
    ranks = Counter(card >> 2 for card in held)
    fives = [rank for rank in range(13) if ranks[rank] + jokers >= 5 and (rank == ACE or not is_bug)]
    if fives:
        return strength_of(JokerPoker.FIVE_OF_A_KIND, 1 << max(fives), 0)
    found = []
    for taken in combinations([card for card in DECK if card not in held], jokers):
        strength = best_five((*held, *taken), ace_low)
        if not is_bug or all(card >> 2 == ACE for card in taken) or category(strength) in COMPLETED:
            found.append(strength)
    return max(found)


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("cards", range(2, 8))
@pytest.mark.parametrize(("rank", "is_bug"), [(best_five_wild, False), (best_five_bug, True)])
def test_a_joker_is_the_best_card_that_it_may_be(
    rank: Callable[..., int], is_bug: bool, cards: int, ace_low: bool
) -> None:
    for hand in samples(cards, 300):
        with_joker = (*hand[:-1], JOKER)
        assert rank(with_joker, ace_low) == by_trying(with_joker, is_bug=is_bug, ace_low=ace_low), with_joker
        moved = (with_joker[-1], *with_joker[:-1])
        assert rank(moved, ace_low) == rank(with_joker, ace_low)
        assert rank(hand, ace_low) == best_five(hand, ace_low)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_two_wild_jokers_are_the_best_cards_that_they_may_be(cards: int) -> None:
    for hand in samples(cards, 40):
        both = (*hand[:-2], *JOKERS)
        assert best_five_wild(both, ACE_LOW) == by_trying(both, is_bug=False, ace_low=True), both


@pytest.mark.parametrize(
    ("cards", "wild", "bug"),
    [
        ("Ks Kd 9c 4h Jk", "three kings", "pair of kings"),
        ("As Kd 9c 4h Jk", "pair of aces", "pair of aces"),
        ("As Ad Ac Ah Jk", "five aces", "five aces"),
        ("Ks Kd Kc Kh Jk", "five kings", "four kings"),
        ("Ks Kd 4c 4h Jk", "full house, kings over fours", "two pair, kings and fours"),
        ("5s 6d 8c 9h Jr", "straight, nine high", "straight, nine high"),
        ("As 2d 3c 4h Jk", "straight, five high", "straight, five high"),
        ("Ks 9s 4s 2s Jk", "flush, ace high", "flush, ace high"),
        ("Ts Js Qs Ks Jk", "royal flush", "royal flush"),
        ("9s Ts Js Qs Jk", "straight flush, king high", "straight flush, king high"),
        ("Ks Kd 9c Jr Jk", "four kings", "two pair, aces and kings"),
    ],
)
def test_hands_with_jokers_are_told_in_words(cards: str, wild: str, bug: str) -> None:
    hand = cards_from(cards)
    assert hand_words(best_five_wild(hand, ACE_LOW), JokerPoker) == wild
    assert hand_words(best_five_bug(hand, ACE_LOW), JokerPoker) == bug


def test_five_of_a_kind_beats_a_royal_flush() -> None:
    fives, royal = cards_from("2s 2d 2c 2h Jk"), cards_from("Ts Js Qs Ks As")
    assert best_five_wild(fives, ACE_LOW) > best_five_wild(royal, ACE_LOW)


@pytest.mark.slow  # 270,725 hands in plain Python
def test_all_five_card_hands_of_a_deck_with_a_wild_joker_are_as_many_as_are_published() -> None:
    # the five-card hands of 53 cards with a fully wild joker: Wizard of Odds, poker probabilities
    counts = Counter(category(best_five_wild(hand, ACE_LOW)) for hand in with_a_joker())
    natural = Counter(dict(enumerate((1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4))))
    told = {JokerPoker(code).id: count for code, count in sorted((counts + natural).items())}
    assert told == {
        "high_card": 1_302_540,
        "pair": 1_268_088,
        "two_pair": 123_552,
        "three_of_a_kind": 137_280,
        "straight": 20_532,
        "flush": 7_804,
        "full_house": 6_552,
        "four_of_a_kind": 3_120,
        "straight_flush": 180,
        "royal_flush": 24,
        "five_of_a_kind": 13,
    }
    assert sum(told.values()) == comb(53, 5)


def with_a_joker() -> Iterator[tuple[int, ...]]:
    """Every five cards of which one is the joker."""
    return ((*hand, JOKER) for hand in combinations(DECK, 4))
