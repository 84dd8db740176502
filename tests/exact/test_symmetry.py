"""Cards and suits that are alike: merged in every draw, and never on a promise that does not hold.

Many small models are counted in plain Python, by the same source that is compiled elsewhere.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.cards import cards_from, rank_of, suit_of
from croupier.errors import Refused
from croupier.exact import space as spaces
from croupier.exact.analysis import Analysis
from croupier.exact.count import Counts, count
from croupier.exact.counter import written
from croupier.exact.parts import Sum, counted, in_order, interpreted, parts_of
from croupier.exact.solve import Solver, model_of
from croupier.exact.space import Composition, Space, full
from croupier.exact.symmetry import check_alike
from croupier.exact.symmetry_proof import prove_alike
from croupier.exact.wager_report import Distribution
from croupier.hands import five_card_hand
from croupier.kernel.effort import effort
from croupier.kernel.kernel import Kernel
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Line, Model, Option, Rule, Wager, holds
from tests.exact.enumeration import walk
from tests.exact.symmetric import by_pattern, invented


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every kernel run as plain Python."""
    monkeypatch.setattr(Kernel, "compiled", property(lambda kernel: kernel.interpreted))


def counts_of(model: Model, composition: Composition, *, lumped: bool) -> Counts:
    space = Space(model, composition, lumped)
    total = Sum()
    for part in parts_of(space, written(space)):
        used, leaves, keys, counts = interpreted(part)
        assert used >= 0
        total.add(keys, counts)
        total.leaves += leaves
    found = total.kept
    return Counts(model, composition, space.total, found.keys, found.counts, found.leaves)


def at_best(counts: Counts) -> Distribution:
    solver = Solver(counts, counts.model)
    return Analysis(solver.play(solver.best_plans()), "optimal").distribution({"bet": 1})


def classes(model: Model, composition: Composition) -> int:
    """How many deals there are when those that a renaming of suits makes of each other are one: found by renaming."""
    renamings = Space(model, composition, lumped=True).renamings()
    sets = {drawn.name for drawn in model.draws if drawn.kind is Draw.SET}
    dice = {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}
    met = set()
    for deal, _ in walk(model, composition):
        names = []
        for suits in renamings:
            cards = []
            for draw, values in deal.items():
                renamed = values if draw in dice else tuple((card & ~3) | suits[card & 3] for card in values)
                cards.append(tuple(sorted(renamed)) if draw in sets else renamed)
            names.append(tuple(cards))
        met.add(min(names))
    return len(met)


# ── What is merged ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("head_leaves", [1 << 20, 40, 1])
def test_merging_suits_changes_no_figure_of_an_invented_game(
    monkeypatch: pytest.MonkeyPatch, copies: int, seed: int, head_leaves: int
) -> None:
    monkeypatch.setattr(spaces, "HEAD_LEAVES", head_leaves)  # heads of all lengths, in the middle of a set too
    game = invented(1000 * copies + seed, copies_max=copies, deals_max=3000 if copies == 1 else 12_000)
    merged, unmerged = (counts_of(game.model, game.composition, lumped=lumped) for lumped in (True, False))
    assert at_best(merged).deals == at_best(unmerged).deals
    assert merged.total == unmerged.total
    assert merged.classes == classes(game.model, game.composition)


@pytest.mark.parametrize("number", [5, 6, 7, 8])
def test_sets_of_any_size_are_merged_by_suits(number: int) -> None:
    draws = (Drawn("hand", Draw.SET, number),)
    codes = tuple(Line(code, str(code), "", Fraction(code)) for code in range(9))
    game = Model("large", 1, draws, (Wager("bet", "Bet", by_pattern(draws, 0, 9, RANDOM), codes),), suits_alike=True)
    twelve = tuple(int(card >> 2 in (3, 7, 12)) for card in range(52))
    merged, unmerged = (counts_of(game, twelve, lumped=lumped) for lumped in (True, False))
    assert at_best(merged).deals == at_best(unmerged).deals
    assert merged.classes == classes(game, twelve)
    assert merged.classes * 8 < unmerged.classes == comb(12, number)


RANDOM = Random(5)


@pytest.mark.parametrize(
    ("sizes", "hands"),
    [((2,), 169), ((3,), 1_755), ((4,), 16_432), ((5,), 134_459), ((2, 3), 1_286_792), ((3, 1), 63_193)],
)
def test_as_many_hands_are_left_as_are_published(sizes: tuple[int, ...], hands: int) -> None:
    # K. Waugh, A Fast and Optimal Hand Isomorphism Algorithm; the last by Burnside's lemma, below
    model = replace(
        model_of("three-card-poker"),
        draws=tuple(Drawn(f"draw_{n}", Draw.SET, size) for n, size in enumerate(sizes)),
        features=(),
        decisions=(),
        per_seat=(),
        wagers=(Wager("bet", "Bet", Rule(nothing, ()), (Line(0, "even", "", PUSHED),)),),
    )
    rows, weights = Space(model, full(1), lumped=True).rows(sum(sizes))
    assert len(rows) == hands
    left, deals = 52, 1
    for size in sizes:
        deals *= comb(left, size)
        left -= size
    assert int(weights.sum()) == deals


def test_three_card_poker_is_counted_in_as_many_classes_as_there_are() -> None:
    # Burnside: a deal that a renaming leaves as it is holds, of the suits it moves, whole pairs, triples or fours
    fixed = {(1, 1, 1, 1): 0, (2, 1, 1): 0, (3, 1): 0, (2, 2): 0, (4,): 0}
    number = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (3, 1): 8, (2, 2): 3, (4,): 6}
    for cycles in fixed:
        fixed[cycles] = left_as_they_are(cycles, (3, 1, 2))
    assert sum(fixed[c] * number[c] for c in fixed) == 24 * 55_190_538
    assert fixed[1, 1, 1, 1] == 1_221_511_200


def left_as_they_are(cycles: tuple[int, ...], sizes: tuple[int, ...], left: tuple[int, ...] | None = None) -> int:
    """How many deals of sets a renaming with these cycles leaves as they are: thirteen blocks for every cycle."""
    if left is None:
        left = (13,) * len(cycles)
    if not sizes:
        return 1
    total = 0

    def choose(place: int, cards: int, ways: int, rest: tuple[int, ...]) -> None:
        nonlocal total
        if place == len(cycles):
            if not cards and left is not None:
                total += ways * left_as_they_are(cycles, sizes[1:], rest)
            return
        for blocks in range(cards // cycles[place] + 1):
            here = comb(rest[place], blocks)
            if here:
                after = (*rest[:place], rest[place] - blocks, *rest[place + 1 :])
                choose(place + 1, cards - blocks * cycles[place], ways * here, after)

    choose(0, sizes[0], 1, left)
    return total


@rule
def nothing() -> int:
    """One outcome."""
    return 0


def test_compiled_and_plain_counters_give_the_same() -> None:
    twenty = tuple(int(card >> 2 in (0, 1, 2, 10, 11)) for card in range(52))
    space = Space(model_of("three-card-poker"), twenty, lumped=True)
    (part, *_) = parts_of(space, written(space))
    part = replace(part, heads=part.heads[::9].copy())
    used, leaves, keys, counts = counted(part)
    plainly = interpreted(part)
    assert (used, leaves) == plainly[:2]
    assert (keys.tolist(), counts.tolist()) == (plainly[2].tolist(), plainly[3].tolist())


# ── What is seen of a part of the cards ──────────────────────────────────────────────────────────────────────────────


@rule
def second_of_two(_first: int, second: int) -> int:
    """One of two cards, suit and all."""
    return second


@rule
def all_one_suit(first: int, second: int, third: int, guess: int) -> int:
    """Whether the guess that all are of one suit is right."""
    return int((suit_of(first) == suit_of(second) == suit_of(third)) == (guess == 1))


def glimpsed() -> Model:
    """A player sees the second of two cards and not the first: no renaming may tell him of the first one's suit."""
    lines = (Line(1, "right", "", Fraction(3)), Line(0, "wrong", "", LOST))
    outcome = Rule(all_one_suit, ("two", "last", "guess"))
    return Model(
        "glimpsed",
        1,
        (Drawn("two", Draw.ORDERED, 2), Drawn("last", Draw.SET, 1)),
        (Wager("bet", "Bet", outcome, lines), Wager("more", "More", outcome, lines)),
        decisions=(
            Decision(
                "guess",
                wager="more",
                base="bet",
                options=(Option(0, "no", "No", 0), Option(1, "yes", "Yes", 2)),
                sees=Rule(second_of_two, ("two",)),
                codes=52,
            ),
        ),
        suits_alike=True,
    )


def test_renaming_suits_tells_nobody_of_cards_that_he_does_not_see() -> None:
    eight = tuple(int(card >> 2 in (0, 7)) for card in range(52))
    merged, unmerged = (counts_of(glimpsed(), eight, lumped=lumped) for lumped in (True, False))
    assert at_best(merged).deals == at_best(unmerged).deals
    assert len(merged.sights) == 2


# ── Promises that do not hold ────────────────────────────────────────────────────────────────────────────────────────

WIN_OR_LOSE = (Line(1, "win", "", EVEN), Line(0, "lose", "", LOST))


def betting(function: Callable[..., Any], cards: int, **promises: Any) -> Model:  # as a model has them
    """A bet on so many cards."""
    wager = Wager("bet", "Bet", Rule(function, ("cards",)), WIN_OR_LOSE)
    return Model("betting", 1, (Drawn("cards", Draw.SET, cards),), (wager,), **promises)


@rule
def any_spade(a: int, b: int) -> int:
    """Spades are better than other suits."""
    return int(suit_of(a) == 3 or suit_of(b) == 3)


@rule
def red_pair(a: int, b: int) -> int:
    """A pair of two red cards; rank alone does not tell."""
    return int(rank_of(a) == rank_of(b) and suit_of(a) in (1, 2) and suit_of(b) in (1, 2))


@rule
def is_high(card: int) -> int:
    """Whether a card is a ten or better."""
    return int(rank_of(card) >= 8)


@rule
def one_pair(a: int, b: int) -> int:
    """Whether two cards are of one rank."""
    return int(rank_of(a) == rank_of(b))


@rule
def first_is_higher(a: int, b: int) -> int:
    """The order of a set is seen."""
    return int(rank_of(a) > rank_of(b))


@rule
def one_hand(a: int, b: int, c: int) -> int:
    """One hand of all 22,100 tells a suit: 2c 3c 5d."""
    return int(min(a, b, c) == 0 and max(a, b, c) == 13 and a + b + c == 17)


def test_a_suit_that_is_not_alike_is_refused_with_both_deals() -> None:
    with pytest.raises(
        Refused, match=r"betting promises that suits are alike, but bet gives (win|lose) with cards"
    ) as no:
        count(betting(any_spade, 2, suits_alike=True))
    assert "s" in str(no.value).partition(" with ")[2]


def test_cards_that_are_not_alike_are_refused_with_both_deals() -> None:
    few = tuple(int(card >> 2 in (0, 1)) for card in range(52))
    promise = r"betting promises that cards are told apart by rank_of alone, but bet gives win with cards (\w\w) (\w\w)"
    with pytest.raises(Refused, match=promise):
        count(betting(red_pair, 2, told_apart_by=(rank_of,)), few)
    with pytest.raises(Refused, match="told apart by is_high alone"):
        count(betting(one_pair, 2, told_apart_by=(is_high,)))


def test_a_set_whose_order_is_seen_is_refused() -> None:
    with pytest.raises(Refused, match="promises that nobody sees the order of a set, but bet gives"):
        count(betting(first_is_higher, 2))


@rule
def spades_seen(card: int) -> int:
    """What is seen is whether a card is a spade."""
    return int(suit_of(card) == 3)


def test_a_sight_that_a_renaming_divides_is_refused() -> None:
    game = replace(
        glimpsed(), decisions=(replace(glimpsed().decisions[0], sees=Rule(spades_seen, ("last",)), codes=2),)
    )
    with pytest.raises(Refused, match="glimpsed promises that suits are alike, but before guess the deals two"):
        count(game)


def test_a_rare_broken_promise_is_found_by_proving_it(plain: None) -> None:
    game = betting(one_hand, 3, suits_alike=True)
    check_alike(Space(game, full(1), lumped=True))  # the sample does not meet it
    four_ranks = tuple(int(card >> 2 < 4) for card in range(52))
    told = "suits are alike, but bet gives win with cards 2c 3c 5d and lose with cards"
    with pytest.raises(Refused, match=told), effort(prove=True):
        count(game, four_ranks)


def test_a_rare_sight_that_a_renaming_divides_is_found_by_proving_it(plain: None) -> None:
    few = tuple(int(card >> 2 < 2) for card in range(52))
    game = replace(
        glimpsed(), decisions=(replace(glimpsed().decisions[0], sees=Rule(spades_seen, ("last",)), codes=2),)
    )
    with pytest.raises(Refused, match=r"before guess the deals .* and .* look the same, and with suits renamed"):
        prove_alike(Space(game, few, lumped=True))


def test_a_broken_promise_about_kinds_is_found_by_proving_it(plain: None) -> None:
    few = tuple(int(card >> 2 < 2) for card in range(52))
    with pytest.raises(Refused, match="told apart by rank_of alone, but bet gives win with cards"):
        prove_alike(Space(betting(red_pair, 2, told_apart_by=(rank_of,)), few, lumped=True))


@pytest.mark.parametrize("game", ["casino-monte", "baccarat", "three-card-poker"])
def test_promises_that_hold_are_proved(game: str, plain: None) -> None:
    model = model_of(game)
    few = tuple(int(card in (0, 1, 2, 3, 36, 37, 38)) * min(model.decks, 2) for card in range(52))
    if game == "baccarat":
        few = tuple(int(card in (0, 20, 33, 36, 37, 44)) for card in range(52))
    said: list[str] = []
    with effort(notice=said.append):
        prove_alike(Space(model, few, lumped=True))
    assert "it holds that" in said[-1]


def test_every_renaming_is_made_of_those_that_are_tried() -> None:
    swaps = [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2)]
    found: set[tuple[int, ...]] = {(0, 1, 2, 3)}
    while True:
        more = found | {tuple(one[place] for place in other) for one in found for other in swaps}
        if more == found:
            break
        found = more
    assert found == set(permutations(range(4)))


def test_in_order_keeps_what_a_counter_refuses() -> None:
    assert in_order(-3, 7, np.arange(4), np.arange(4))[:2] == (-3, 7)


def test_five_card_hands_keep_their_numbers_in_plain_python() -> None:
    lines = tuple(Line(code, str(code), "", PUSHED) for code in range(10))
    wager = Wager("bet", "Bet", Rule(five_card_hand, ("hand",)), lines)
    game = Model("hands", 1, (Drawn("hand", Draw.SET, 5),), (wager,), suits_alike=True)
    few = tuple(int(card >> 2 < 5) for card in range(52))
    merged, unmerged = (counts_of(game, few, lumped=lumped) for lumped in (True, False))
    assert (merged.keys.tolist(), merged.counts.tolist()) == (unmerged.keys.tolist(), unmerged.counts.tolist())


# ── Hands of which some cards are exchanged ──────────────────────────────────────────────────────────────────────────


@rule
def ranks_seen(one: int, other: int) -> int:
    """The ranks of a hand, whatever its suits."""
    return 13 * min(rank_of(one), rank_of(other)) + max(rank_of(one), rank_of(other))


@rule
def hand_told(one: int, other: int) -> int:
    """Both cards of a hand."""
    return 52 * min(one, other) + max(one, other)


@rule
def of_its_suit(one: int, other: int, shown: int) -> int:
    """How many cards are of the suit shown."""
    return int(suit_of(one) == suit_of(shown)) + int(suit_of(other) == suit_of(shown))


def exchange(seen: Rule, codes: int, draws: str = "hand shown") -> Model:
    """Two cards, of which some are exchanged for the suit of a third that nobody sees."""
    sizes = {"hand": 2, "shown": 1}
    lines = tuple(Line(code, f"n{code}", str(code), Fraction(code)) for code in range(3))
    return Model(
        "exchange",
        1,
        (
            *(Drawn(name, Draw.SET, sizes[name]) for name in draws.split()),
            Drawn("new", Draw.SET, 2, after="hold", of="hand"),
        ),
        (Wager("bet", "Bet", Rule(of_its_suit, ("new", "shown")), lines),),
        decisions=(Decision("hold", "", "", holds(2), seen, codes),),
        deck=tuple(sorted(cards_from("2c 2d 3c 3d 4c 4d"))),
        suits_alike=True,
    )


@pytest.mark.parametrize("draws", ["hand shown", "shown hand"])
def test_places_of_a_hand_whose_suits_nobody_sees_are_not_alike(draws: str) -> None:
    model = exchange(Rule(ranks_seen, ("hand",)), 13 * 13, draws)
    with pytest.raises(Refused, match="look the same while the cards of hand lie in another order; leave suits"):
        check_alike(Space(model, model.composition, lumped=True))
    plain = replace(model, suits_alike=False)
    check_alike(Space(plain, plain.composition, lumped=True))


def test_a_sight_that_tells_the_hand_tells_its_places_unless_another_card_is_hidden() -> None:
    told = exchange(Rule(hand_told, ("hand",)), 52 * 52)
    with pytest.raises(Refused, match="lie in another order"):
        check_alike(Space(told, told.composition, lumped=True))
    wrong, right = (at_best(counts_of(told, told.composition, lumped=lumped)) for lumped in (True, False))
    assert wrong.mean > right.mean
    shown = replace(
        told, decisions=(replace(told.decisions[0], sees=Rule(all_told, ("hand", "shown")), codes=52 * 52 * 52),)
    )
    check_alike(Space(shown, shown.composition, lumped=True))
    assert at_best(counts_of(shown, shown.composition, lumped=True)) == at_best(
        counts_of(replace(shown, suits_alike=False), shown.composition, lumped=False)
    )


@rule
def all_told(one: int, other: int, shown: int) -> int:
    """All three cards."""
    return 52 * hand_told(one, other) + shown
