"""Shuffles and dice as a live table draws them, under statistics that three broken shuffles do not pass.

Every statistic gives the chance that fair cards or dice would look at least so odd. The family fails where one of them
is below `FALSE_ALARMS` shared by all: a fair source fails about once in a million runs, however many statistics there
are. The entropy here is fixed, so that a test that passes always does; `torture` draws its own.
"""

import math
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import shake_256
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from croupier.chance import DICE, SHUFFLE, Chance, Entropy, Subject

FALSE_ALARMS: Final = 1e-6
SHUFFLES: Final = 4_000
ROLLS: Final = 12_000
TABLE: Final = "cd" * 16
Orders = Sequence[Sequence[int]]


# ── Statistics ───────────────────────────────────────────────────────────────────────────────────────────────────────


def upper_tail(statistic: float, degrees: int) -> float:
    """How likely chi-square is at least this large (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return math.erfc((((statistic / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)) / math.sqrt(2)) / 2


def evenness(counts: Counter[object], cells: int, degrees: int) -> float:
    """How likely counts in so many cells are at least so uneven."""
    expected = counts.total() / cells
    far = sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected
    return upper_tail(far, degrees)


def both_tails(mean: float, expected: float, deviation: float) -> float:
    """How likely a mean is at least so far from where it should be."""
    return math.erfc(abs(mean - expected) / deviation / math.sqrt(2))


def places(orders: Orders) -> float:
    """Every card in every place: rows and columns being fixed, 51 x 51 of 52 x 52 counts are free."""
    counts: Counter[object] = Counter((place, card) for order in orders for place, card in enumerate(order))
    size = len(orders[0])
    return evenness(counts, size * size, (size - 1) ** 2)


def neighbours(orders: Orders) -> float:
    """Which card comes after which."""
    counts: Counter[object] = Counter(pair for order in orders for pair in pairwise(order))
    pairs = len(orders[0]) * (len(orders[0]) - 1)
    return evenness(counts, pairs, pairs - 1)


def first_three(orders: Orders) -> float:
    """Which of the six orders the first three cards come in."""
    counts: Counter[object] = Counter(tuple(sorted(range(3), key=order[:3].__getitem__)) for order in orders)
    return evenness(counts, 6, 5)


def at_home(orders: Orders) -> float:
    """How many cards stay where they were: one on average, with variance one."""
    kept = sum(place == card for order in orders for place, card in enumerate(order))
    return both_tails(kept / len(orders), 1, math.sqrt(1 / len(orders)))


def rises(orders: Orders) -> float:
    """How many cards are followed by a higher one: 51 / 2 of 52 on average, with variance 53 / 12."""
    risen, size = sum(one < other for order in orders for one, other in pairwise(order)), len(orders[0])
    return both_tails(risen / len(orders), (size - 1) / 2, math.sqrt((size + 1) / 12 / len(orders)))


def sequences(orders: Orders) -> float:
    """How many cards come somewhere before the next higher one: as many as are followed by a higher one."""
    return rises([sorted(range(len(order)), key=order.__getitem__) for order in orders])


STATISTICS: Final[tuple[Callable[[Orders], float], ...]] = (places, neighbours, first_three, at_home, rises, sequences)


def faces(rolls: Sequence[int]) -> float:
    return evenness(Counter[object](rolls), 6, 5)


def faces_in_turn(rolls: Sequence[int]) -> float:
    """Which face comes after which, in pairs that do not overlap."""
    return evenness(Counter[object](zip(rolls[::2], rolls[1::2], strict=True)), 36, 35)


DICE_STATISTICS: Final[tuple[Callable[[Sequence[int]], float], ...]] = (faces, faces_in_turn)


def odd_ones(orders: Orders) -> list[str]:
    """The statistics that shuffles fail."""
    return [each.__name__ for each in STATISTICS if each(orders) < FALSE_ALARMS / len(STATISTICS)]


# ── What a table draws ───────────────────────────────────────────────────────────────────────────────────────────────


def fixed(seed: str) -> Entropy:
    """Entropy that is the same each time."""
    drawn = iter(range(1 << 40))
    return lambda length: shake_256(f"{seed} {next(drawn)}".encode()).digest(length)


def shuffles_of(chance: Chance) -> list[tuple[int, ...]]:
    return [chance.draw(Subject(SHUFFLE, "baccarat", TABLE, number, (1,))).values for number in range(SHUFFLES)]


def rolls_of(chance: Chance) -> list[int]:
    return [chance.draw(Subject(DICE, "casino-monte", TABLE, number, (6,))).values[0] for number in range(ROLLS)]


def test_shuffles_are_fair() -> None:
    assert odd_ones(shuffles_of(Chance.fresh(fixed("shuffles")))) == []


@pytest.mark.parametrize("deck", [tuple(range(53)), tuple(range(54)), tuple(range(36))], ids=len)
def test_shuffles_of_other_decks_are_fair(deck: tuple[int, ...]) -> None:
    chance = Chance.fresh(fixed(f"shuffles of {len(deck)}"))
    subject = Subject(SHUFFLE, "pai-gow-mania", TABLE, 1, (1,), deck)
    orders = [chance.draw(replace(subject, number=number)).values for number in range(SHUFFLES)]
    assert odd_ones(orders) == []
    assert "places" in odd_ones([order[::-1] if place % 2 else deck for place, order in enumerate(orders)])


def test_dice_are_fair() -> None:
    rolls = rolls_of(Chance.fresh(fixed("dice")))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert [each(rolls) >= FALSE_ALARMS / len(DICE_STATISTICS) for each in DICE_STATISTICS] == [True, True]


@pytest.mark.torture
@pytest.mark.parametrize("run", range(20))
def test_shuffles_and_dice_of_the_operating_system_are_fair(run: int) -> None:
    chance = Chance.fresh(os.urandom)
    rolls = rolls_of(chance)
    assert (odd_ones(shuffles_of(chance)), run) == ([], run)
    assert min(each(rolls) for each in DICE_STATISTICS) >= FALSE_ALARMS / len(DICE_STATISTICS)


# ── Broken ones ──────────────────────────────────────────────────────────────────────────────────────────────────────


def swapped_with_any(chance: Random) -> list[int]:
    """Every card is swapped with any card, not with one that is yet to be placed."""
    order = list(range(52))
    for place in range(52):
        other = chance.randrange(52)
        order[place], order[other] = order[other], order[place]
    return order


def never_at_home(chance: Random) -> list[int]:
    """Off by one: a card is never swapped with itself, so that none stays where it was."""
    order = list(range(52))
    for last in range(51, 0, -1):
        other = chance.randrange(last)
        order[last], order[other] = order[other], order[last]
    return order


def riffled(chance: Random) -> list[int]:
    """Seven riffles, as by hand: enough for many a game, and not for this."""
    order = list(range(52))
    for _ in range(7):
        cut = sum(chance.random() < 0.5 for _ in order)
        left, right = order[:cut], order[cut:]
        order = [(left if chance.randrange(len(left) + len(right)) < len(left) else right).pop(0) for _ in range(52)]
    return order


@pytest.mark.parametrize(
    ("broken", "found"),
    [(swapped_with_any, "places"), (never_at_home, "at_home"), (riffled, "sequences")],
    ids=["swapped with any", "never at home", "seven riffles"],
)
def test_a_broken_shuffle_does_not_pass(broken: Callable[[Random], list[int]], found: str) -> None:
    chance = Random(1)
    assert found in odd_ones([broken(chance) for _ in range(SHUFFLES)])


def test_dice_without_rejection_do_not_pass() -> None:
    """A byte modulo 6 favours four faces by one part in 42; with words of 32 bits the favour is too small to count."""
    chance = Random(1)
    assert faces([chance.randrange(256) % 6 + 1 for _ in range(50 * ROLLS)]) < FALSE_ALARMS
    assert faces_in_turn([1, 2, 3, 4, 5, 6] * (ROLLS // 6)) < FALSE_ALARMS


def test_a_tail_is_where_the_tables_have_it() -> None:
    assert upper_tail(15.086, 5) == pytest.approx(0.01, rel=0.02)
    assert upper_tail(149.449, 100) == pytest.approx(0.001, rel=0.02)
    assert both_tails(2.5758, 0, 1) == pytest.approx(0.01, rel=0.001)
