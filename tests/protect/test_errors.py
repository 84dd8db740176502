"""Dealing errors: what they cost, by hand, by separate counts and by every strategy."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import pytest

from croupier.cards import NO_CARD, rank_of
from croupier.errors import Refused
from croupier.exact.analysis import analyze
from croupier.exact.evaluation import result
from croupier.games import game
from croupier.protect.errors import (
    Mistake,
    error_cost,
    misapplied,
    mispaid,
    misread,
    not_forfeited,
    overlooked,
    paid_twice,
)
from croupier.protect.mistake_text import mistake_from
from croupier.rule import rule
from croupier.rulebook import Model
from tests.exact.enumeration import walk, winnings
from tests.protect import hidden_cards as small

SELDOM = Fraction(1, 200)
STAKES = {"ante": Fraction(1), "side": Fraction(1)}


@rule
def lower_of_two(one: int, two: int) -> int:
    """The bank's hand read wrongly: its lower card."""
    return min(rank_of(one), rank_of(two))


def every_mistake() -> list[Mistake]:
    """One of each kind."""
    return [
        mispaid(small.DUEL, "ante", {"level": "ahead"}),
        paid_twice(small.DUEL, "side", "high"),
        misread(small.DUEL, {"ante": {"behind": "level"}, "raise": {"behind": "level"}}),
        misapplied(small.DUEL, "held", lower_of_two),
        overlooked(small.DUEL, "held", 5),
        not_forfeited(small.DUEL, "side", "call", "call"),
        mispaid(small.DUEL, "side", {"forfeited": Fraction(0)}),
    ]


def by_every_strategy(wrong: Model, rate: Fraction) -> tuple[Fraction, Fraction]:
    """The value of the best of all strategies without errors and against a rate of them, each played in every deal."""
    values: dict[int, dict[str, list[Fraction]]] = {}
    total = 0
    right_deals, wrong_deals = (list(walk(model, small.only())) for model in (small.DUEL, wrong))
    for (right, ways), (facts, _) in zip(right_deals, wrong_deals, strict=True):
        total += ways
        seen = result(small.DUEL, small.DUEL.decisions[0].sees, dict(right))
        for option in ("fold", "call"):
            one = winnings(small.DUEL, right, {"call": option}, STAKES)
            other = winnings(wrong, facts, {"call": option}, STAKES)
            sums = values.setdefault(seen, {}).setdefault(option, [Fraction(0), Fraction(0)])
            sums[0] += ways * one
            sums[1] += ways * ((1 - rate) * one + rate * other)
    strategies = list(product(("fold", "call"), repeat=len(values)))
    best = [
        max(
            sum((each[option][which] for each, option in zip(values.values(), s, strict=True)), Fraction(0))
            for s in strategies
        )
        for which in (0, 1)
    ]
    return best[0] / total, best[1] / total


@pytest.mark.parametrize(
    "number",
    [3, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 1, 2, 4, 5, 6))],
)
@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(1)])
def test_the_best_answer_is_the_best_of_all_strategies(number: int, rate: Fraction) -> None:
    mistake = every_mistake()[number]
    cost = error_cost(small.DUEL, mistake, rate, stakes=STAKES, removed=small.gone())
    assert (cost.value, cost.answered) == by_every_strategy(mistake.model, rate)
    assert cost.answered_per_100 >= cost.cost_per_100


@pytest.mark.parametrize("number", [3, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 1, 2, 4, 5, 6))])
def test_an_error_that_is_never_made_costs_nothing(number: int) -> None:
    cost = error_cost(small.DUEL, every_mistake()[number], Fraction(0), stakes=STAKES, removed=small.gone())
    assert cost.cost_per_100 == cost.answered_per_100 == cost.departures_per_100 == cost.errors_per_100 == 0


@pytest.mark.slow
def test_a_mispaid_line_costs_its_chance_times_the_difference() -> None:
    book = game("three-card-poker").rulebook()
    cost = error_cost(book, mispaid(book.model, "pair_plus", {"flush": "straight"}), SELDOM)
    assert cost.changed == Fraction(1_096, 22_100)
    assert cost.cost_of_one == 3
    assert cost.cost_per_100 == 100 * SELDOM * Fraction(3 * 1_096, 22_100)
    assert cost.by_wager["ante"].gain == 0
    assert cost.even_at is not None
    assert cost.value + cost.even_at * 3 * Fraction(1_096, 22_100) == 0
    assert cost.always == cost.value + 3 * Fraction(1_096, 22_100)


@pytest.mark.slow
def test_a_pair_plus_that_a_fold_does_not_forfeit_costs_nothing_where_no_pair_is_folded() -> None:
    book = game("three-card-poker").rulebook()
    settled = error_cost(book, not_forfeited(book.model, "pair_plus", "play", "play"), Fraction(1))
    assert settled.changed == 0
    returned = error_cost(book, mispaid(book.model, "pair_plus", {"folded": Fraction(0)}), Fraction(1))
    assert returned.cost_of_one == 1
    assert returned.answered > returned.always > returned.value


@pytest.mark.slow
def test_a_missed_qualification_is_another_game() -> None:
    book = game("three-card-poker").rulebook()
    missed = {"ahead_unqualified": "ahead", "tied_unqualified": "tied", "behind_unqualified": "behind"}
    mistake = misread(book.model, {"ante": missed, "play": missed})
    cost = error_cost(book, mistake, Fraction(1))
    assert cost.answered == -analyze(mistake.model).wagers["ante"].house_edge
    assert cost.value == -analyze(book).wagers["ante"].house_edge
    assert cost.departures_per_100 > 0


@pytest.mark.slow
def test_a_third_card_that_is_never_drawn_is_counted_apart() -> None:
    book = game("baccarat").rulebook()
    mistake = overlooked(book.model, "banker_third", NO_CARD)
    cost = error_cost(book, mistake, SELDOM)
    wrong, right = analyze(mistake.model), analyze(book)
    for id_, each in cost.by_wager.items():
        assert each.value == -right.wagers[id_].house_edge
        assert each.value + each.gain == -wrong.wagers[id_].house_edge
    even = cost.by_wager["player"].even_at
    assert even is not None
    assert cost.by_wager["player"].value + even * cost.by_wager["player"].gain == 0
    assert cost.by_wager["banker"].even_at is None


def banker_where_player_never_draws(decks: int) -> Fraction:
    """What a unit on Banker wins if Banker draws to 5 or less, as where Player stands: every deal of five values."""
    left = Counter({0: 16 * decks, **dict.fromkeys(range(1, 10), 4 * decks)})
    won = {1: Fraction(19, 20), 0: Fraction(0), -1: Fraction(-1)}
    value, deals = Fraction(0), perm(52 * decks, 5)
    for cards in product(range(10), repeat=5):
        ways = 1
        for place, card in enumerate(cards):
            ways *= max(left[card] - cards[:place].count(card), 0)
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if player < 8 and banker <= 5:
            banker = (banker + cards[4]) % 10
        value += ways * won[(banker > player) - (banker < player)]
    return value / deals


@pytest.mark.slow
def test_a_player_card_that_is_forgotten_is_none_that_banker_could_go_by() -> None:
    book = game("baccarat").rulebook()
    cost = error_cost(book, mistake_from(book.model, ["forgets:player_third"]), SELDOM, stakes={"banker": 1})
    assert cost.always == banker_where_player_never_draws(8)
    assert f"{float(cost.always - cost.value):.6f}" == "0.168785"


def test_one_error_costs_what_all_do_over_how_often_they_change_a_round() -> None:
    cost = error_cost(small.DUEL, every_mistake()[3], SELDOM, stakes=STAKES, removed=small.gone())
    assert cost.changed < 1
    assert cost.cost_of_one * cost.changed == cost.always - cost.value


def test_what_it_shows_and_gives_as_data() -> None:
    cost = error_cost(small.DUEL, every_mistake()[3], SELDOM, stakes=STAKES, removed=small.gone())
    assert repr(cost).startswith("<ErrorCost of duel: held by lower_of_two, 0.50% of the time: costs ")
    assert cost.to_dict()["schema"] == "croupier.error-cost/1"
    assert cost.to_rows()[0]["mistake"] == "held by lower_of_two"
    assert "costs in 100 rounds" in str(cost)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (
            lambda: mispaid(small.DUEL, "bonus", {"high": "low"}),
            'has no wager "bonus"; it has ante, raise, side',
        ),
        (
            lambda: mispaid(small.DUEL, "side", {"top": "low"}),
            'side has no line "top"; it has high, low, forfeited',
        ),
        (lambda: mispaid(small.DUEL, "side", {"high": "top"}), 'side has no line "top"'),
        (lambda: overlooked(small.DUEL, "own", 0), 'has no feature "own"; it has held'),
        (lambda: not_forfeited(small.DUEL, "side", "raise", "call"), 'has no decision "raise"; it has call'),
        (
            lambda: not_forfeited(small.DUEL, "side", "call", "raise"),
            'call has no option "raise"; it has fold, call',
        ),
        (lambda: error_cost(small.DUEL, every_mistake()[0], Fraction(2)), "give a share from 0 to 1"),
        (lambda: error_cost(small.IN_ORDER, every_mistake()[0], SELDOM), "not what is dealt or decided"),
    ],
)
def test_what_is_no_error_is_refused(wrong: object, why: str) -> None:
    assert callable(wrong)
    with pytest.raises(Refused, match=why):
        wrong()


@pytest.mark.slow
def test_a_wager_that_no_decision_touches_is_never_forfeited() -> None:
    book = game("three-card-poker").rulebook()
    with pytest.raises(Refused, match="does not depend on play"):
        not_forfeited(book.model, "six_card_bonus", "play", "play")
