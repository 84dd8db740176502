"""Counters in shoes: the shoes are those of the simulation, values are exact, and what others won is won again."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.space import full
from croupier.protect.counting import (
    Dealt,
    Stakes,
    best_leaving,
    best_threshold,
    counted,
    dealt_shoes,
    followed,
    perfect,
    running_count,
    true_count,
)
from croupier.protect.depth import depths
from croupier.protect.measures import Measure, measures
from croupier.protect.protection import by_cut, protect, spread_from
from croupier.protect.removal import Count
from croupier.protect.valued import valued
from croupier.protect.walk import Walk
from croupier.rulebook import Burn
from croupier.simulation.shoes.trial import shoes
from tests.protect.test_values import book_of
from tests.simulation.recorded_shoes import told

pytestmark = pytest.mark.slow
COUNT = Count((0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0, 0))


@cache
def walk_of(id_: str, wager: str, **house: object) -> Walk:
    book = book_of(id_, **house)
    found = next(each for each in book.model.wagers if each.id == wager)
    return Walk(valued(book, found), book.supply, "shoes")


def example(name: str) -> str:
    from tests.example_games import EXAMPLES  # noqa: PLC0415  # loads all of them

    return next(id_ for id_ in EXAMPLES if name in id_)


@pytest.mark.parametrize(
    ("id_", "wager", "house"),
    [
        ("baccarat", "lucky_monkey", {}),
        ("baccarat", "player", {"burn": False, "decks": 6}),
        ("casino-monte", "initial", {"shuffle": "shoe"}),
    ],
)
def test_the_cards_unseen_are_those_that_nobody_has_seen(id_: str, wager: str, house: dict[str, object]) -> None:
    walk = walk_of(id_, wager, **house)
    book = book_of(id_, **house)
    rounds = walk.rounds(0, 3)
    trial = shoes(book.game, house=house, seed="shoes")
    dealt, _ = told(trial, 0, 3)
    at = 0
    for number, shoe in enumerate(dealt):
        unseen = Counter(shoe.order)
        if book.supply.burn is Burn.BY_VALUE:
            unseen[shoe.order[0]] -= 1
        for each in shoe.rounds:
            assert rounds.shoe[at] == number
            assert rounds.gone[at].tolist() == [each.start, each.start + len(each.cards)]
            by_kind = Counter[int]()
            for card, copies in unseen.items():
                by_kind[int(walk.value.fine_of_card[card])] += copies
            assert rounds.unseen[at].tolist() == [by_kind[kind] for kind in range(rounds.unseen.shape[1])]
            assert rounds.ranks[at].sum() == rounds.cards[at] == sum(unseen.values())
            drawn = sum(each.count for each in book.model.draws if each.kind != "die")
            unseen.subtract(each.cards[: min(len(each.cards), drawn)])
            at += 1
    assert at == len(rounds.shoe)


def test_values_along_shoes_average_to_what_fresh_cards_are_worth() -> None:
    walk = walk_of("baccarat", "lucky_monkey")
    dealt = dealt_shoes(walk, 300)
    early = dealt.value[dealt.gone[:, 0] < 60]
    exact = float(walk.value.of(full(8)))
    assert abs(early.mean() - exact) < 5 * early.std() / len(early) ** 0.5 + 0.01
    assert abs(dealt.won.mean() - dealt.value.mean()) < 5 * dealt.won.std() / len(dealt.won) ** 0.5


def test_a_cut_card_farther_from_the_end_deals_the_shoes_it_would() -> None:
    near, far = (dealt_shoes(walk_of("baccarat", "tie", cut_card=cut), 20) for cut in (16, 104))
    cut = near.up_to(book_of("baccarat", cut_card=104).supply, 104)
    assert cut.gone.tolist() == far.gone.tolist()
    assert cut.value.tolist() == far.value.tolist()


def small_shoes(values: list[list[float]], counts: list[list[int]]) -> Dealt:
    """Shoes of which only values and a count of one rank are made up."""
    rows = [
        (shoe, value, count)
        for shoe, pair in enumerate(zip(values, counts, strict=True))
        for value, count in zip(*pair, strict=True)
    ]
    shoe = np.array([row[0] for row in rows])
    ranks = np.full((len(rows), 13), 4, dtype=np.int16)
    ranks[:, 0] -= np.array([row[2] for row in rows], dtype=np.int16)
    gone = np.array([(place, place + 1) for place in range(len(rows))])
    value = np.array([row[1] for row in rows])
    return Dealt(shoe, gone, ranks, value, value, np.zeros(len(rows)))


def test_what_a_way_to_bet_wins_is_the_sum_of_its_bets() -> None:
    dealt = small_shoes([[-0.1, 0.2, 0.3], [-0.2, -0.1, 0.1]], [[0, 1, 2], [0, 0, 1]])
    best = perfect(dealt, Stakes())
    assert (best.bets, round(best.units, 9), best.shoes, best.rounds) == (3, 0.6, 2, 6)
    spread = perfect(dealt, Stakes(1, 8))
    assert round(spread.units, 9) == round(8 * 0.6 - 0.4, 9)
    assert best.error == pytest.approx(np.std([0.5, 0.1], ddof=1) / 2**0.5)
    count = Count((1, *(0,) * 12))
    signal = true_count(dealt, count, 1)
    by_count = followed(dealt, "count", signal, best_threshold(signal, dealt.value, 4), Stakes(), count)
    assert round(by_count.units, 9) == 0.6


def test_by_the_round_and_the_shoe_it_wins_and_spreads_what_its_shoes_do() -> None:
    """Two shoes of three rounds that win 0.5 and 0.1."""
    best = perfect(small_shoes([[-0.1, 0.2, 0.3], [-0.2, -0.1, 0.1]], [[0, 1, 2], [0, 0, 1]]), Stakes())
    assert best.per_shoe == pytest.approx(0.3)
    assert best.per_100 == pytest.approx(10)
    assert best.frequency == 0.5
    assert best.deviation == pytest.approx(0.4 / 2**0.5)
    assert best.n0 == pytest.approx((0.4 / 2**0.5 / 0.3) ** 2)


def test_a_shoe_spreads_by_its_rounds_and_by_what_they_are_worth() -> None:
    """Stakes of 8, 8 and 1, and of 8, 1 and 1, on rounds of variance 1/4, in shoes that are worth 3.9 and 0.5."""
    dealt = small_shoes([[-0.1, 0.2, 0.3], [-0.2, -0.1, 0.1]], [[0, 1, 2], [0, 0, 1]])
    decided = replace(dealt, won=np.zeros(6), spread=np.full(6, 0.25))
    rounds = (64 + 64 + 1) / 4, (64 + 1 + 1) / 4
    assert perfect(decided, Stakes(1, 8)).deviation == pytest.approx((sum(rounds) / 2 + 3.4**2 / 2) ** 0.5)


def test_a_true_count_leaves_out_what_every_card_adds() -> None:
    """Two and three deuces of 52 cards are gone; what all tags have besides makes no difference."""
    dealt = small_shoes([[0.0, 0.0]], [[2, 3]])
    balanced = Count((12, *(-1,) * 12))
    unbalanced = Count((13, *(0,) * 12))
    expected = [24 * 52 / 50, 36 * 52 / 49]
    assert true_count(dealt, balanced, 1) == pytest.approx(expected)
    assert true_count(dealt, unbalanced, 1) == pytest.approx(expected)


def test_a_running_count_ends_at_nothing_with_the_shoe() -> None:
    dealt = small_shoes([[0.0, 0.0]], [[0, 3]])
    assert running_count(dealt, Count((1, *(0,) * 12)), 1).tolist() == [-4, -1]
    assert running_count(dealt, Count((-1,) * 13), 1).tolist() == [52, 49]


def test_values_at_a_depth_have_their_mean_and_spread() -> None:
    (found,) = depths(small_shoes([[-0.1, 0.2, 0.3], [-0.2, -0.1, 0.1]], [[0, 1, 2], [0, 0, 1]]))
    assert (found.dealt_from, found.rounds, found.frequency) == (0, 6, 0.5)
    assert found.advantage == pytest.approx(0.2)
    assert found.per_shoe == pytest.approx(0.3)
    assert found.deviation == pytest.approx(float(np.std([-0.1, 0.2, 0.3, -0.2, -0.1, 0.1])))


def test_a_round_lies_at_the_depth_at_which_it_begins() -> None:
    dealt = replace(small_shoes([[0.1, -0.2]], [[0, 0]]), gone=np.array([(24, 29), (29, 33)]))
    assert [(found.dealt_from, found.value) for found in depths(dealt)] == [(0, 0.1), (26, -0.2)]


def test_the_largest_bet_is_what_the_larger_stake_stands_for() -> None:
    won = perfect(small_shoes([[0.5], [0.3]], [[0], [0]]), Stakes(1, 8))
    measure = Measure("as it is", {}, won, None, 100_00, Stakes(1, 8))
    assert won.per_shoe == pytest.approx(3.2)
    assert measure.dollars == pytest.approx(40)


def test_every_cut_card_is_met_by_the_same_way_to_bet() -> None:
    """At the house's own cut card a count wins what it wins in all, by the true count or by the running one."""
    walk, book = walk_of("baccarat", "lucky_monkey"), book_of("baccarat")
    dealt = dealt_shoes(walk, 6)
    counts = {"tens": Count((0,) * 8 + (-1,) * 4 + (0,), "tens")}
    true, running = counted(dealt, counts, 8, Stakes())
    assert (true.name, running.name) == ("tens", "tens, running")
    assert true.units != running.units
    for way in (true, running):
        _, there = by_cut(dealt, book, way, Stakes())[16]
        assert (there.name, there.threshold, there.units) == (way.name, way.threshold, way.units)


def test_whoever_leaves_bad_shoes_watches_fewer_rounds() -> None:
    dealt = small_shoes([[0.0, -0.0, 0.0], [0.0, 0.2, 0.3]], [[0, -3, -3], [0, 1, 2]])
    count = Count((1, *(0,) * 12))
    left = best_leaving(dealt, count, 1, 0.5, Stakes())
    assert left.rounds == 2
    assert left.per_100 == pytest.approx(100 * 0.5 / 4)


def published(id_: str, wager: str, shoes_dealt: int) -> Dealt:
    """Shoes as others dealt them: eight decks, the first card burns by its value, a cut card 14 from the end."""
    return dealt_shoes(walk_of(example(id_), wager, cut_card=14), shoes_dealt)


def test_the_count_that_others_use_on_dragon_7_wins_what_they_found() -> None:
    dealt = published("dragon-7", "dragon_7", 2_000)
    way = followed(dealt, "published", true_count(dealt, COUNT, 8), 4, Stakes(), COUNT)
    assert abs(way.per_shoe - 0.597) < 3 * way.error
    assert abs(way.frequency - 0.0916) < 0.004


def test_a_simple_count_on_panda_8_wins_what_others_found() -> None:
    book = book_of(example("panda-8"), cut_card=14)
    found = protect(book, ["panda_8"], shoes=1_500).wagers["panda_8"]
    best = found.best_simple
    assert abs(best.per_shoe - 0.237) < 3 * best.error


def test_lucky_monkey_can_be_counted_and_casino_monte_cannot() -> None:
    monkey = protect(book_of("baccarat"), ["lucky_monkey"], shoes=400).wagers["lucky_monkey"]
    assert monkey.beaten
    assert 1.2 < monkey.ceiling.per_shoe < 2.2
    assert {simple.correlation for _, simple in monkey.by_cut.values()} == {monkey.best_simple.correlation}
    spread = protect(book_of("casino-monte", shuffle="shoe"), ["initial"], shoes=200, stakes=Stakes(1, 8))
    assert spread.wagers["initial"].ceiling.per_shoe < 0
    assert "beats no wager" in spread.summary


# ── What cannot be asked ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", ["three-card-poker", "casino-monte"])
def test_what_is_shuffled_before_every_round_cannot_be_counted(id_: str) -> None:
    with pytest.raises(Refused, match="shuffled before every round"):
        protect(book_of(id_))


def test_a_shoe_whose_rounds_take_cards_by_what_is_decided_is_refused() -> None:
    with pytest.raises(Refused, match="how many cards a round of casino-war takes depends on a decision"):
        protect(book_of("casino-war"), ["tie"])


def test_a_wager_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Refused, match='there is no wager "nothing" to protect; there are player, banker'):
        protect(book_of("baccarat"), ["nothing"])
    with pytest.raises(Refused, match='there is no wager \\["tie"\\] to protect'):
        protect(book_of("baccarat"), [["tie"]])  # type: ignore[list-item]  # a list within a list


@pytest.mark.parametrize("text", ["x", "1", "8-1", "-1-2", "0-0", "1-", "nan-1"])
def test_a_spread_is_a_smaller_and_a_larger_bet(text: str) -> None:
    with pytest.raises(Refused, match="is not a spread"):
        spread_from(text)
    assert spread_from("1-8") == Stakes(1, 8)


@pytest.mark.parametrize(
    ("cut_card", "first"), [(12, "this_and_two_more"), (16, "this_and_two_more"), (17, "this_and_two_more")]
)
def test_a_shoe_that_might_run_out_in_a_round_is_refused_before_it_is_dealt(cut_card: int, first: str) -> None:
    walk = walk_of("baccarat", "tie", cut_card=cut_card, cut_card_first=first)
    with pytest.raises(Refused, match="may run out in the middle of a round; put the cut card farther from the end"):
        walk.rounds(0, 1)


@pytest.mark.parametrize(("cut_card", "is_tried"), [(16, False), (18, True)])
def test_a_measure_under_which_the_shoe_might_run_out_is_not_tried(cut_card: int, is_tried: bool) -> None:
    walk = walk_of("baccarat", "tie")
    book = book_of("baccarat", cut_card=cut_card)
    tried = [each.words for each in measures(book, walk.value.wager, walk.value, Stakes(), 0, 20)]
    assert "cut_card_first = this_only" in tried
    assert ("cut_card_first = this_and_two_more" in tried) == is_tried
