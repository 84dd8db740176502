"""What others have published on counting, and shoes dealt by the table core, held against the counting kernel.

Published simulations are met within three standard errors of ours: a false alarm in one of 370 runs of other seeds.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from croupier.cards import suit_of
from croupier.exact.analysis import analyze
from croupier.exact.evaluation import result
from croupier.exact.space import full
from croupier.protect.counting import LEAST, Stakes, dealt_shoes, perfect
from croupier.protect.polynomial import PlainValue, values_of
from croupier.protect.protection import protect
from croupier.protect.removal import best_tags, effects_of_removal
from croupier.protect.walk import Walk
from croupier.simulation.shoes.trial import shoes
from tests.protect.test_counting import example, walk_of
from tests.protect.test_values import book_of
from tests.simulation.recorded_shoes import told
from tests.simulation.replayed import Replay

pytestmark = pytest.mark.slow


def test_the_best_simple_count_wins_on_dragon_bonus_what_others_found() -> None:
    # 888casino, shoe-shopping the Dragon Bonus: 0.1231 units a shoe, cut card 14, the usual burn
    book = book_of(example("dragon-bonus"), cut_card=14)
    found = protect(book, ["dragon_bonus_player"], shoes=2_000, measured=False).wagers["dragon_bonus_player"]
    assert abs(found.best_simple.per_shoe - 0.1231) < 3 * found.best_simple.error


def test_the_six_card_bonus_under_the_other_printed_paytable() -> None:
    # table-games-online.com prints 10.23% for 1000/200/50/25/20/10/5; the 20,358,520 hands come to 10.2248%
    odds = [1000, 200, 50, 25, 20, 10, 5]
    edge = analyze("three-card-poker", house={"six_card_bonus_paytable": odds}).wagers["six_card_bonus"].house_edge
    hands = (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)  # Wizard of Odds, Alspach
    paid = sum(count * (pays + 1) for count, pays in zip(hands, odds, strict=True))
    assert edge == 1 - Fraction(paid, 20_358_520)
    assert 10.22 < 100 * float(edge) < 10.23


def test_a_count_of_suits_does_not_help_on_player() -> None:
    """No suit moves the value of Player, so whoever counts suits bets blindly and loses the edge."""
    book = book_of("baccarat")
    player = next(wager for wager in book.model.wagers if wager.id == "player")
    values = values_of(replace(book.model, wagers=(player,)))
    whole = full(8)
    for suit in range(4):
        poor = tuple(copies - 4 * (suit_of(card) == suit) for card, copies in enumerate(whole))
        even = tuple(copies - 1 for copies in whole)
        assert values.of(poor)["player"] == values.of(even)["player"]
    walk = Walk(PlainValue(values, player), book.supply, "suits")
    ranks = perfect(dealt_shoes(walk, 100), Stakes())
    assert 0 <= ranks.per_shoe < 0.05  # even who knows everything wins next to nothing


def test_the_best_tags_of_one_level_are_the_best_of_all_counts_of_thirteen_ranks() -> None:
    effects = effects_of_removal(values_of(book_of("baccarat").model), full(8))["lucky_monkey"].by_rank
    found = best_tags(effects, 1)
    every = np.array(list(product((-1, 0, 1), repeat=13)), dtype=np.int8)
    sums, squares = every.sum(axis=1, dtype=np.int64), np.square(every, dtype=np.int64).sum(axis=1)
    shared = every @ np.array([float(each) for each in effects])
    spread = squares - sums**2 / 13
    middle = float(sum(effects)) / 13
    correlation = np.where(spread > 0, (shared - sums * middle) / np.sqrt(np.maximum(spread, LEAST)), -1.0)
    for name, among in (("balanced", sums == 0), ("unbalanced", sums != 0)):
        best = correlation[among].max()
        (ours,) = np.flatnonzero((every == np.array(found[name])).all(axis=1))
        assert correlation[ours] == pytest.approx(best, abs=1e-12)


# ── Shoes dealt by the table core ────────────────────────────────────────────────────────────────────────────────────


def held_against_the_table(house: dict[str, object], first: int, last: int) -> int:
    """Deal shoes at a table, round by round, and hold what the counting kernel knows of each round against it."""
    walk = walk_of("baccarat", "lucky_monkey", **house)
    book = book_of("baccarat", **house)
    trial = shoes("baccarat", house=house, seed="shoes")
    dealt, _ = told(trial, first, last)
    table = Replay("baccarat", house, trial)
    rounds = walk.rounds(first, last)
    (wager,) = (each for each in book.model.wagers if each.id == "lucky_monkey")
    at = 0
    for number, shoe in enumerate(dealt, first):
        table.shoe(shoe)  # the table core deals, settles and shuffles as told, or fails
        unseen = Counter(int(walk.value.fine_of_card[card]) for card in shoe.order)
        unseen[int(walk.value.fine_of_card[shoe.order[0]])] -= 1
        for each in shoe.rounds:
            assert (rounds.shoe[at], *rounds.gone[at]) == (number, each.start, each.start + len(each.cards))
            assert rounds.unseen[at].tolist() == [unseen[kind] for kind in range(rounds.unseen.shape[1])]
            facts = {"coup": shoe.order[each.start : each.start + 6]}
            assert rounds.won[at] == float(wager.line(result(book.model, wager.outcome, facts)).odds)
            unseen.subtract(int(walk.value.fine_of_card[card]) for card in each.cards)
            at += 1
    assert at == len(rounds.shoe)
    return at


@pytest.mark.parametrize("house", [{}, {"decks": 6, "cut_card": 26, "cut_card_first": "this_only"}])
def test_the_table_core_deals_the_shoes_that_counters_follow(house: dict[str, object]) -> None:
    assert held_against_the_table(house, 0, 4) > 200


@pytest.mark.torture
def test_the_table_core_deals_a_thousand_shoes_that_counters_follow_coup_by_coup() -> None:
    assert sum(held_against_the_table({}, first, first + 50) for first in range(0, 1_000, 50)) > 80_000


def test_values_before_every_coup_of_played_shoes_are_what_comes_on_average() -> None:
    """Two thousand shoes: results less their exact values sum to nothing, at every depth of the shoe."""
    dealt = dealt_shoes(walk_of("baccarat", "lucky_monkey"), 2_000)
    apart = dealt.won - dealt.value
    for low, high in ((0, 104), (104, 208), (208, 312), (312, 416)):
        here = apart[(dealt.gone[:, 0] >= low) & (dealt.gone[:, 0] < high)]
        assert abs(here.mean()) < 3.5 * here.std() / len(here) ** 0.5


def test_burned_cards_that_are_seen_are_known_before_the_first_coup() -> None:
    walk = replace(walk_of("baccarat", "lucky_monkey"), burns_seen=True)
    dealt, _ = told(shoes("baccarat", seed="shoes"), 0, 5)
    rounds = walk.rounds(0, 5)
    for number, shoe in enumerate(dealt):
        at = int(np.flatnonzero(rounds.shoe == number)[0])
        assert rounds.cards[at] == 416 - shoe.burned
        seen = Counter(int(walk.value.fine_of_card[card]) for card in shoe.order[shoe.burned :])
        assert rounds.unseen[at].tolist() == [seen[kind] for kind in range(rounds.unseen.shape[1])]


def test_what_measures_leave_is_what_the_house_under_them_shows() -> None:
    """A measure's figures are those of `protect` under that house rule; a better paytable is another wager."""
    found = protect(book_of("baccarat"), ["lucky_monkey"], shoes=40).wagers["lucky_monkey"]
    by_words = {measure.words: measure for measure in found.measures}
    assert {"as it is", "decks = 6", "burn = no", "burned cards are seen", "shuffled before every round"} <= set(
        by_words
    )
    assert "largest bet $50" in by_words
    assert by_words["largest bet $50"].dollars == pytest.approx((by_words["as it is"].dollars or 0) / 2)
    assert by_words["as it is"].per_shoe == found.ceiling.per_shoe
    assert by_words["shuffled before every round"].per_shoe == 0
    for words, house in (("decks = 6", {"decks": 6}), ("lucky_monkey_paytable = 3", {"lucky_monkey_paytable": 3})):
        there = protect(book_of("baccarat", **house), ["lucky_monkey"], shoes=40, measured=False)
        assert by_words[words].per_shoe == there.wagers["lucky_monkey"].ceiling.per_shoe
        assert by_words[words].simple_per_shoe == there.wagers["lucky_monkey"].best_simple.per_shoe
    assert not any("minimum" in words or "seats" in words or "tie" in words for words in by_words)


def test_depths_of_a_shoe_add_up_to_what_perfect_play_wins() -> None:
    found = protect(book_of("baccarat"), ["lucky_monkey"], shoes=40, measured=False).wagers["lucky_monkey"]
    assert sum(depth.per_shoe for depth in found.by_depth) == pytest.approx(found.ceiling.per_shoe)
    assert sum(depth.rounds for depth in found.by_depth) == found.ceiling.rounds
    assert [row["cards_dealt_from"] for row in found.to_rows()][:2] == [0, 26]
    favoured = sum(depth.frequency * depth.rounds for depth in found.by_depth)
    assert favoured == pytest.approx(found.ceiling.bets)


def test_casino_monte_from_a_shoe_is_measured_by_its_own_house_rules() -> None:
    book = book_of("casino-monte", shuffle="shoe")
    spread = protect(book, ["initial"], shoes=60, stakes=Stakes(0, 1)).wagers["initial"]
    assert spread.removal.value == -Fraction(26_121, 626_665)
    if spread.measures:  # only where something is won at all
        assert "shuffle = continuous" in {measure.words for measure in spread.measures}
