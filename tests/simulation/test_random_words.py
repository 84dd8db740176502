"""Chance by counting: the published generator, unbiased draws, and deals that are all equally likely."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from math import comb, perm, prod
from random import Random
from typing import Any

import pytest

from croupier.cards import DECK, cards_from
from croupier.exact.space import Composition, full
from croupier.kernel.compiler import product_by_halves
from croupier.kernel.kernel import Kernel
from croupier.odds import EVEN
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager
from croupier.simulation import random_words as words
from croupier.simulation.random_words import PRODUCT_MAX, TEMPLATE, WORD, batches, drawing, key_of, signed
from croupier.simulation.rounds.kernel import RoundSource
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.statistics import chi_square_tail

# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────

PUBLISHED = (
    *(6457827717110365317, 3203168211198807973, 9817491932198370423),
    *(4593380528125082431, 16408922859458223821),
)
"""SplitMix64's first words from the seed 1234567, as its authors' C code and Java's `SplittableRandom` give them."""


def test_words_are_those_of_splitmix64() -> None:
    source = f"{TEMPLATE}def words(key, counter):\n    return word_of(key, counter)\n"
    words = Kernel("words", "int64(int64, int64)", source, ()).compiled
    assert [words(1234567, n) % WORD for n in range(1, 6)] == list(PUBLISHED)


def test_a_key_is_a_signed_word_of_its_own_for_every_seed_and_use() -> None:
    keys = [key_of(seed, use) for seed in (0, 1, "one", "") for use in ("rounds of a", "rounds of b")]
    assert len(set(keys)) == len(keys)
    assert all(-(1 << 63) <= key < 1 << 63 for key in keys)
    assert key_of(7, "x") == key_of("7", "x")
    assert [signed(word) for word in (0, 1, WORD - 1, WORD // 2)] == [0, 1, -1, -(WORD // 2)]


# ── Draws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Passed(Exception):
    """A word that is passed over."""


def small_drawing(bounds: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> Callable[[int], tuple[int, ...]]:
    """The source that draws, with words of 16 bits in place of 64, so that all of them can be tried."""
    monkeypatch.setattr(words, "WORD", 1 << 16)
    monkeypatch.setattr(words, "HALF", (1 << 8) - 1)
    lines = [line.replace("32", "8") for line in drawing(bounds, "index")]
    names = ", ".join(f"d{number}" for number in range(len(bounds)))
    body = "\n".join(f"    {line}" for line in lines)
    source = f"def draw(key, index):\n{body}\n    return ({names},)\n"

    def word_of(_: int, counter: int) -> int:
        if counter >= 1 << 16:
            raise Passed
        return counter

    found: dict[str, Any] = {"word_of": word_of, "product": lambda word, bound: divmod(word * bound, 1 << 16)}
    exec(source, found)  # noqa: S102  # our own source
    return lambda word: found["draw"](0, word)


def drawn_by_all_words(draw: Callable[[int], tuple[int, ...]]) -> Iterator[tuple[int, ...] | None]:
    for word in range(1 << 16):
        try:
            yield draw(word)
        except Passed:
            yield None


@pytest.mark.parametrize("bounds", [(6,), (7, 6), (5, 4, 3), (12, 11), (3, 1, 2), (255,)])
def test_every_draw_comes_from_equally_many_words(bounds: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    times = Counter(drawn_by_all_words(small_drawing(bounds, monkeypatch)))
    passed = times.pop(None, 0)
    assert set(times) == set(product(*(range(bound) for bound in bounds)))
    assert set(times.values()) == {(1 << 16) // prod(bounds)}
    assert passed == (1 << 16) % prod(bounds)


def test_without_passing_words_over_some_draws_would_come_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    # the control of the test before: multiplying alone favours some
    times = Counter(tuple(d for d in ((word * 7) >> 16, (word * 7 % (1 << 16) * 6) >> 16)) for word in range(1 << 16))
    assert len(set(times.values())) > 1


def test_a_core_and_a_gpu_multiply_words_alike() -> None:
    source = "def multiplied(word, bound):\n    return product(word, bound)\n"
    multiplied = Kernel("multiplied", "UniTuple(int64, 2)(int64, int64)", source, ()).compiled
    random = Random(1)
    for bound in (1, 2, 52, 416, 832, (1 << 31) - 1):
        for word in (0, 1, -1, -(1 << 63), *(random.randrange(-(1 << 63), 1 << 63) for _ in range(50))):
            high, low = divmod(word % (1 << 64) * bound, 1 << 64)
            assert tuple(each % (1 << 64) for each in multiplied(word, bound)) == (high, low)
            halves = product_by_halves(word, bound)
            assert tuple(each % (1 << 64) for each in halves) == (high, low)


def test_bounds_are_taken_from_as_few_words_as_they_fit() -> None:
    bounds = tuple(range(416, 406, -1))
    parts = batches(bounds)
    assert tuple(bound for part in parts for bound in part) == bounds
    assert all(prod(part) < PRODUCT_MAX for part in parts)
    assert len(parts) == 2


# ── Deals ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def nothing(_a: int, _b: int, _c: int, _die: int) -> int:
    """One outcome."""
    return 0


THREE = Model(
    id="three",
    decks=1,
    draws=(Drawn("two", Draw.SET, 2), Drawn("die", Draw.DIE, 2), Drawn("one", Draw.SET, 1)),
    wagers=(Wager("any", "Any", Rule(nothing, ("two", "one", "die")), (Line(0, "any", "Any", EVEN),)),),
)


def dealer_of(model: Model, composition: Composition) -> Callable[..., tuple[int, ...]]:
    """The source that turns drawn numbers into cards, as plain Python."""
    source = RoundSource(model)
    names = [f"d{number}" for number in range(len(source.bounds(sum(composition))))]
    source.emit(f"def deal({', '.join(names)}):")
    source.depth = 1
    source.deal(composition)
    source.emit(f"return ({', '.join(f'x{number}' for number in range(len(names)))})")
    shoe = [card for card in DECK for _ in range(composition[card])]
    found: dict[str, Any] = {"shoe": shoe, "np": type("np", (), {"int64": int})}
    exec(source.text, found)  # noqa: S102  # our own source
    return found["deal"]  # type: ignore[no-any-return]


def test_every_way_to_draw_is_another_deal_and_every_deal_is_one() -> None:
    left = cards_from("2c 9d Th Ks As")
    composition = tuple(int(card in left) for card in DECK)
    deal = dealer_of(THREE, composition)
    dealt = Counter(deal(*numbers) for numbers in product(range(5), range(4), range(2), range(3)))
    wanted = {(a, b, face, c) for a, b, c in permutations(left, 3) for face in (1, 2)}
    assert dealt == Counter(wanted)
    assert len(wanted) == perm(5, 3) * 2


def test_a_whole_shoe_is_dealt_without_looking_anything_up() -> None:
    deal = dealer_of(THREE, full(2))
    assert "shoe" not in RoundSource(THREE).text
    # the same place twice: the second time the last card stands in
    assert deal(0, 0, 0, 0) == (0, 103 // 2, 1, 102 // 2)
    copies = Counter(deal(first, 0, 0, 0)[0] for first in range(104))
    assert set(copies.values()) == {2}


def p_value(times: Counter[Any], kinds: int) -> float:
    expected = times.total() / kinds
    off = sum((n - expected) ** 2 / expected for n in times.values()) + (kinds - len(times)) * expected
    return chi_square_tail(off, kinds - 1)


@pytest.mark.slow
def test_rounds_deal_every_card_to_every_place_and_every_deal_of_a_small_deck_alike() -> None:
    # each of these p-values is below 1e-5 once in 100,000 seeds
    kept = cards_from("2c 9d Th Ks As")
    removed = [card for card in DECK if card not in kept]
    small = Counter(
        (*each.drawn["two"], *each.drawn["die"], *each.drawn["one"])
        for each in replay(experiment(THREE, removed=removed), 0, 30_000)
    )
    assert p_value(small, perm(5, 3) * 2) > 1e-5
    rounds = list(replay(experiment("three-card-poker"), 0, 50_000))
    dealt = [(*each.drawn["hand"], *each.drawn["up"], *each.drawn["hole"]) for each in rounds]
    for place in range(6):
        assert p_value(Counter(cards[place] for cards in dealt), 52) > 1e-5
    for one, other in ((0, 1), (2, 3), (4, 5), (0, 5)):
        assert p_value(Counter(frozenset((cards[one], cards[other])) for cards in dealt), comb(52, 2)) > 1e-5
    # the control: the highest of six cards is not any card alike
    assert p_value(Counter(max(cards) for cards in dealt), 52) < 1e-5


def test_neighbouring_rounds_and_seeds_have_nothing_in_common() -> None:
    # one p-value each below 1e-5 once in 100,000
    one, other = (
        [each.drawn["hand"][0] for each in replay(experiment("three-card-poker", seed=seed), 0, 50_001)]
        for seed in (1, 2)
    )
    assert p_value(Counter(pairwise(one)), 52 * 52) > 1e-5
    assert p_value(Counter(zip(one, other, strict=True)), 52 * 52) > 1e-5
    assert p_value(Counter(zip(one, one, strict=True)), 52 * 52) < 1e-5  # the control
