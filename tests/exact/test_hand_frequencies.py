"""Perft for hands: how many of all sets of three to seven cards make which hand, as published.

Sources: Wizard of Odds; B. Alspach's notes on five, six and seven cards; K. Suffecool for the numbers of hands that
differ in rank.
"""

from collections.abc import Callable
from math import comb

import pytest

from croupier.exact.analysis import analyze
from croupier.hands import (
    Category,
    FourCardPoker,
    Poker,
    ThreeCardPoker,
    best_five,
    best_four,
    category,
    five_card_strength,
    four_card_strength,
    seven_card_strength,
    six_card_strength,
    three_card_strength,
    three_cards,
)
from croupier.odds import PUSHED
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager
from tests.exact.all_hands import frequencies, not_the_best


@rule
def front_hand(a: int, b: int, c: int) -> int:
    """Three cards that make no straight and no flush, as in Chinese poker."""
    return best_five((a, b, c), ace_low=True)


@rule
def best_four_of_five(a: int, b: int, c: int, d: int, e: int) -> int:
    return best_four((a, b, c, d, e), ace_low=True)


@rule
def best_four_of_six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    return best_four((a, b, c, d, e, f), ace_low=True)


PUBLISHED = [
    pytest.param(three_card_strength, 3, ThreeCardPoker, (16_440, 3_744, 1_096, 720, 52, 44, 4), 741, id="three"),
    pytest.param(front_hand, 3, Poker, (18_304, 3_744, 0, 52, 0, 0, 0, 0, 0, 0), 455, id="three, pairs only"),
    pytest.param(
        four_card_strength,
        4,
        FourCardPoker,
        (177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13),
        # 715 less 11 runs, suited or not; 13 pairs with 66 others; 78 two pairs; 11 runs; 13 × 12 threes
        2 * 704 + 858 + 78 + 2 * 11 + 156 + 13,
        id="four",
    ),
    pytest.param(
        five_card_strength,
        5,
        Poker,
        (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
        7_462,
        id="five",
    ),
    pytest.param(
        six_card_strength,
        6,
        Poker,
        (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
        6_075,
        id="six",
    ),
    pytest.param(
        seven_card_strength,
        7,
        Poker,
        (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324),
        4_824,
        id="seven",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("strength", "cards", "order", "hands", "strengths"), PUBLISHED)
def test_all_hands_are_as_many_as_published(
    strength: Callable[..., int], cards: int, order: type[Category], hands: tuple[int, ...], strengths: int
) -> None:
    assert sum(hands) == comb(52, cards)
    assert frequencies(strength, cards, order) == ({hand.id: hands[hand] for hand in order}, strengths)


@pytest.mark.slow
def test_the_best_five_of_every_six_cards_are_the_best_of_all_fives() -> None:
    assert not_the_best(six_card_strength, 6, five_card_strength, 5) == 0


@pytest.mark.slow
def test_the_best_four_of_every_five_cards_are_the_best_of_all_fours() -> None:
    assert not_the_best(best_four_of_five, 5, four_card_strength, 4) == 0


@pytest.mark.slow
def test_the_best_five_of_every_seven_cards_are_the_best_of_all_fives() -> None:
    assert not_the_best(seven_card_strength, 7, five_card_strength, 5) == 0


@pytest.mark.slow
def test_the_best_four_of_every_six_cards_are_the_best_of_all_fours() -> None:
    assert not_the_best(best_four_of_six, 6, four_card_strength, 4) == 0


@rule
def four_cards_ace_high(a: int, b: int, c: int, d: int) -> int:
    return best_four((a, b, c, d), ace_low=False)


@pytest.mark.slow
def test_the_same_check_finds_four_cards_ranked_otherwise() -> None:
    # five cards in which A-2-3-4 is the best hand, of one suit or not, are not ranked alike
    assert not_the_best(best_four_of_five, 5, four_cards_ace_high, 4) > 0


# ── In a model ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def three_card_hand(a: int, b: int, c: int, ace_low: int) -> int:
    return category(three_cards((a, b, c), ace_low=ace_low > 0))


@pytest.mark.parametrize(("ace_low", "straights", "straight_flushes"), [(1, 720, 44), (0, 660, 40)])
def test_a_house_rule_says_whether_an_ace_plays_low(ace_low: int, straights: int, straight_flushes: int) -> None:
    lines = tuple(Line(hand, hand.id, hand.words, PUSHED) for hand in ThreeCardPoker)
    model = Model(
        id="three-cards",
        decks=1,
        draws=(Drawn("cards", Draw.SET, 3),),
        constants={"ace_low": ace_low},
        wagers=(Wager("hand", "Hand", Rule(three_card_hand, ("cards", "ace_low")), lines),),
        suits_alike=True,
    )
    rows = {row.outcome: row.combinations for row in analyze(model).wagers["hand"].rows}
    assert (rows["straight"], rows["straight_flush"], rows["mini_royal"]) == (straights, straight_flushes, 4)
