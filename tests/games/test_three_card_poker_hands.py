"""Card Values and Hand Rankings, and the best five of six."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, permutations
from random import Random

import pytest

from croupier.cards import DECK, card_names, cards_from
from croupier.games.three_card_poker import Hand, hand_of, laid_out, six_card_bonus, strength
from croupier.hands import Poker, best_five_of_six
from tests.clauses import guards, proves
from tests.naive import poker_hands as naive


def strength_of(cards: str) -> int:
    """A written hand's strength."""
    one, two, three = cards_from(cards)
    return strength(one, two, three)


def hand(cards: str) -> Hand:
    """What a written hand is."""
    return Hand(hand_of(strength_of(cards)))


ALL_HANDS = tuple(combinations(DECK, 3))

# Every boundary of the document's table, from the lowest hand to the highest: each beats the one before it.
RISING = (
    "5s 3d 2h", "6s 3d 2h", "6s 4d 2h", "Js Td 8h", "Qs 3d 2h", "Ks Qd Th", "As 3d 4h", "As Kd Jh",
    "2s 2d 3h", "2s 2d Ah", "3s 3d 2h", "As Ad Kh",
    "5s 3s 2s", "6s 3s 2s", "As Ks Js",
    "As 2d 3h", "2s 3d 4h", "Qs Jd Th", "Ks Qd Jh", "As Kd Qh",
    "2s 2d 2h", "3s 3d 3h", "As Ad Ah",
    "As 2s 3s", "2s 3s 4s", "Ks Qs Js",
    "As Ks Qs",
)  # fmt: skip


@proves("TCP-V", "TCP-H1", "TCP-H2", "TCP-H3", "TCP-H4", "TCP-H5", "TCP-H6", "TCP-H7", "TCP-R11")
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RISING)))
def test_TCP_H_each_hand_of_the_ranking_beats_the_one_before(lower: str, higher: str) -> None:
    assert strength_of(lower) < strength_of(higher)


@proves("TCP-V", "TCP-H1", "TCP-H2", "TCP-H3", "TCP-H4", "TCP-H5", "TCP-H6", "TCP-H7", "TCP-R11")
def test_TCP_H_all_22_100_hands_rank_as_the_naive_ranking_does() -> None:
    ours = {cards: strength(*cards) for cards in ALL_HANDS}
    theirs = {cards: naive.strength(list(card_names(cards))) for cards in ALL_HANDS}
    classes = dict(zip(theirs.values(), ours.values(), strict=True))
    assert all(ours[cards] == classes[theirs[cards]] for cards in ALL_HANDS)
    rising = [classes[tuple_] for tuple_ in sorted(classes)]
    assert all(lower < higher for lower, higher in pairwise(rising))
    assert all(
        Hand(hand_of(ours[cards])).name.lower() == naive.three_card_hand(list(card_names(cards))) for cards in ALL_HANDS
    )


@proves("TCP-H1", "TCP-H2", "TCP-H3", "TCP-H4", "TCP-H5", "TCP-H6", "TCP-H7")
def test_TCP_H_the_hands_are_as_many_as_published() -> None:
    count = Counter(Hand(hand_of(strength(*cards))) for cards in ALL_HANDS)
    assert count == {
        Hand.MINI_ROYAL: 4,
        Hand.STRAIGHT_FLUSH: 44,
        Hand.THREE_OF_A_KIND: 52,
        Hand.STRAIGHT: 720,
        Hand.FLUSH: 1_096,
        Hand.PAIR: 3_744,
        Hand.HIGH_CARD: 16_440,
    }
    assert count.total() == 22_100


@guards("TCP-V")
def test_TCP_V_neither_suits_nor_the_order_of_the_cards_rank() -> None:
    for cards in ALL_HANDS:
        assert len({strength(*order) for order in permutations(cards)}) == 1
    turned = [strength(*(card ^ 1 for card in cards)) for cards in ALL_HANDS]  # clubs and diamonds, hearts and spades
    assert turned == [strength(*cards) for cards in ALL_HANDS]


@proves("TCP-V")
def test_TCP_V_the_second_and_third_cards_decide_between_equal_high_cards() -> None:
    assert strength_of("As 9d 2h") > strength_of("Ac 8d 7h")
    assert strength_of("As 9d 3h") > strength_of("Ac 9h 2c")
    assert strength_of("As 9d 3h") == strength_of("Ac 9h 3c")
    assert strength_of("9s 9d 3h") > strength_of("9h 9c 2c")
    assert strength_of("As 9s 3s") > strength_of("Ac 9c 2c")


@guards("TCP-H1", "TCP-H2", "TCP-H3", "TCP-H4", "TCP-H5", "TCP-H6", "TCP-H7", "TCP-R11")
@pytest.mark.parametrize(
    ("cards", "is_only"),
    [
        ("As Ks Qd", Hand.STRAIGHT),  # not of one suit: no mini royal
        ("Ks Qs Js", Hand.STRAIGHT_FLUSH),  # no ace: no mini royal
        ("As Ks Js", Hand.FLUSH),  # a gap: no straight flush
        ("Ks As 2s", Hand.FLUSH),  # the ace does not join both ends
        ("Kd As 2s", Hand.HIGH_CARD),
        ("As 2s 4s", Hand.FLUSH),
        ("9s 9d 8h", Hand.PAIR),  # not three of a kind
        ("4s 5d 7h", Hand.HIGH_CARD),  # not in a row
        ("4s 5s 7d", Hand.HIGH_CARD),  # not of one suit
        ("4s 5s 6s", Hand.STRAIGHT_FLUSH),  # neither straight nor flush
        ("4s 4d 4h", Hand.THREE_OF_A_KIND),  # more than a pair
        ("4s 4d 5h", Hand.PAIR),  # more than a high card
    ],
)
def test_TCP_H_a_near_miss_is_only_the_lower_hand(cards: str, is_only: Hand) -> None:
    assert hand(cards) is is_only


@guards("TCP-R11")
def test_TCP_R11_the_ace_of_a_low_run_does_not_count_high() -> None:
    assert strength_of("As 2d 3h") < strength_of("4c 2h 3s")
    assert strength_of("As 2s 3s") < strength_of("4c 2c 3c")
    assert strength_of("As 2s 3s") > strength_of("Ac Ad Ah")


# ── TCP-6CB3: the best five of six ───────────────────────────────────────────────────────────────────────────────────

OUR_NAMES = {
    Poker.ROYAL_FLUSH: "royal_flush",
    Poker.STRAIGHT_FLUSH: "straight_flush",
    Poker.FOUR_OF_A_KIND: "four_of_a_kind",
    Poker.FULL_HOUSE: "full_house",
    Poker.FLUSH: "flush",
    Poker.STRAIGHT: "straight",
    Poker.THREE_OF_A_KIND: "three_of_a_kind",
    Poker.TWO_PAIR: "nothing",
    Poker.PAIR: "nothing",
    Poker.HIGH_CARD: "nothing",
}
BEST_FIRST = (*naive.FIVE_CARD_HANDS, "nothing")


@cache
def five_card_hand(cards: tuple[int, ...]) -> int:
    """The place of a five-card hand among the naive ones, best first."""
    return BEST_FIRST.index(naive.five_card_hand(list(card_names(cards))))


def best_by_trying(cards: tuple[int, ...]) -> str:
    """The best hand of every five cards among six."""
    return BEST_FIRST[min(five_card_hand(five) for five in combinations(cards, 5))]


@proves("TCP-6CB3")
@pytest.mark.parametrize("ranks", ["9TJQKA", "A23456"])
def test_TCP_6CB3_the_best_of_all_fives_among_every_six_cards_of_six_ranks(ranks: str) -> None:
    cards = sorted(cards_from(" ".join(rank + suit for rank in ranks for suit in "cdhs")))
    for six in combinations(cards, 6):
        assert OUR_NAMES[Poker(best_five_of_six(*six))] == best_by_trying(six)


@proves("TCP-6CB3")
def test_TCP_6CB3_the_best_of_all_fives_among_six_cards_of_the_whole_deck() -> None:
    rng = Random(6)
    for _ in range(8_000):
        six = tuple(rng.sample(DECK, 6))
        assert OUR_NAMES[Poker(six_card_bonus(*six))] == best_by_trying(six)


@proves("TCP-6CB3")
@pytest.mark.torture
def test_TCP_6CB3_six_card_hands_are_as_many_as_published() -> None:
    count = Counter(best_five_of_six(*six) for six in combinations(DECK, 6))
    assert count.total() == 20_358_520
    assert {OUR_NAMES[Poker(code)]: count[code] for code in count if code >= Poker.THREE_OF_A_KIND} == {
        "royal_flush": 188,
        "straight_flush": 1_656,
        "four_of_a_kind": 14_664,
        "full_house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three_of_a_kind": 732_160,
    }


@guards("TCP-6CB3")
@pytest.mark.parametrize(
    ("player", "dealer", "hand_"),
    [
        ("As Ks Qs", "Js Td 2c", Poker.STRAIGHT),  # four to a royal flush
        ("As Ks Qs", "2s 3s 4d", Poker.FLUSH),  # Q-K-A-2-3 is not a straight
        ("As 2d 3h", "4c 6s 8d", Poker.HIGH_CARD),  # four to a straight
        ("9s 9d 4h", "4c 2s 2d", Poker.TWO_PAIR),  # three pairs are two pair
        ("9s 9d 9h", "4c 4s 4d", Poker.FULL_HOUSE),  # trips twice
        ("9s 9d 9h", "9c 4s 4d", Poker.FOUR_OF_A_KIND),  # quads and a pair
        ("9s 9d 9h", "8c 7s 6d", Poker.THREE_OF_A_KIND),  # four to a straight beside trips
        ("9s 9d 8s", "7s 6s 4s", Poker.FLUSH),  # four to a straight flush
        ("5s 6s 7s", "8s 9s Td", Poker.STRAIGHT_FLUSH),  # not the higher straight to the ten
        ("As 9s 8s", "4c 2d 6h", Poker.HIGH_CARD),  # three to a flush
        ("Ks Kd 2h", "3c 4s 5d", Poker.PAIR),
    ],
)
def test_TCP_6CB3_exactly_five_cards_count_and_only_the_best_hand(player: str, dealer: str, hand_: Poker) -> None:
    for first, second in ((player, dealer), (dealer, player)):
        assert Poker(six_card_bonus(*cards_from(first), *cards_from(second))) is hand_


# ── TCP-D13c: how a hand is laid out ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "hand", ["Qs 7d 2c", "As Kd Jh", "4s 4d Kc", "Ks Kd 4c", "As Kd Qc", "3d 2s Ah", "3c 2c Ac", "9s 9h 9c"]
)
def test_TCP_D13c_a_hand_is_laid_out_as_it_is_read(hand: str) -> None:
    for order in permutations(cards_from(hand)):
        assert laid_out(order) == cards_from(hand)
