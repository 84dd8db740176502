"""Values by the cards that are left: against deals by hand, the exact engine, and what others have published."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.analysis import analyze
from croupier.exact.evaluation import result
from croupier.exact.solve import solver_of
from croupier.exact.space import full
from croupier.games import game
from croupier.odds import LOST, PUSHED
from croupier.protect.decided import decided_value
from croupier.protect.polynomial import values_of
from croupier.protect.removal import Count, Removal, best_tags, effects_of_removal, linear_count, simple_counts
from croupier.rulebook import Line, Rulebook
from tests.example_games import EXAMPLES
from tests.protect.small import CHOSEN, DECIDED, PLAIN, composed, deals, worth

HANDFULS = (
    composed(0, 1, 4, 5, 8, 9, 12),
    composed(0, 0, 1, 4, 4, 13, 14),
    composed(3, 7, 11, 2, 6, 10, 15, 19),
    composed(0, 1, 2, 3),
)


@pytest.mark.slow
@pytest.mark.parametrize("handful", HANDFULS)
def test_values_are_those_of_every_deal_by_hand(handful: tuple[int, ...]) -> None:
    found = values_of(PLAIN).of(handful)
    assert found == {wager.id: worth(PLAIN, wager, handful) for wager in PLAIN.wagers}


@pytest.mark.parametrize("handful", HANDFULS)
def test_a_decided_value_is_the_best_of_all_strategies_by_hand(handful: tuple[int, ...]) -> None:
    (decision,) = DECIDED.decisions
    every = list(deals(DECIDED, handful))
    sights = sorted({result(DECIDED, decision.sees, dict(facts)) for facts in every})
    ante = DECIDED.wagers[0]
    best = max(
        sum(
            (1 + 2 * raised[sights.index(result(DECIDED, decision.sees, dict(facts)))])
            * ante.line(result(DECIDED, ante.outcome, dict(facts))).odds
            for facts in every
        )
        for raised in product((0, 1), repeat=len(sights))
    )
    assert decided_value(DECIDED, ante, 52).of(handful) == Fraction(best, len(every))


@pytest.mark.parametrize("handful", HANDFULS)
def test_a_decided_round_is_worth_and_spreads_what_every_deal_does(handful: tuple[int, ...]) -> None:
    """A win pays 3 to 2; at every sight the better option is taken, or the first of two alike."""
    lines = (Line(0, "lose", "Lose", LOST), Line(1, "tie", "Tie", PUSHED), Line(2, "win", "Win", Fraction(3, 2)))
    model = replace(DECIDED, wagers=tuple(replace(wager, lines=lines) for wager in DECIDED.wagers))
    (decision,), (ante, _) = model.decisions, model.wagers
    by_sight: dict[int, list[Fraction]] = {}
    for facts in deals(model, handful):
        won = ante.line(result(model, ante.outcome, dict(facts))).odds
        by_sight.setdefault(result(model, decision.sees, dict(facts)), []).append(won)
    played = [won * (3 if sum(every) > 0 else 1) for every in by_sight.values() for won in every]
    found = decided_value(model, ante, 52)
    left = np.zeros((1, len(found.kinds.cards)), dtype=np.int64)
    np.add.at(left[0], found.fine_of_card, np.array(handful, dtype=np.int64))
    (value,), (square,) = found.worth(left)
    assert value == pytest.approx(float(sum(played, Fraction(0)) / len(played)))
    assert square == pytest.approx(float(sum((won**2 for won in played), Fraction(0)) / len(played)))


def left_over(decks: int, seed: int) -> tuple[tuple[int, ...], list[int]]:
    """Some cards of a shoe, and those that are gone."""
    chance = Random(seed)
    cards = [card for card in range(52) for _ in range(decks)]
    chance.shuffle(cards)
    left = chance.randrange(10, len(cards))
    return composed(*cards[:left]), cards[left:]


def book_of(id_: str, **house: object) -> Rulebook:
    of = EXAMPLES[id_].game if id_ in EXAMPLES else game(id_)
    return of.rulebook(of.house(house))


@pytest.mark.slow
@pytest.mark.parametrize("id_", [id_ for id_ in EXAMPLES if "+" in id_] + ["baccarat"])
def test_values_are_the_engines_for_cards_left_by_chance(id_: str) -> None:
    book = book_of(id_)
    values = values_of(book.model)
    for seed in range(2):
        left, gone = left_over(book.supply.decks, seed)
        exact = analyze(solver_of(book, removed=gone)).wagers
        assert values.of(left) == {wager.id: -exact[wager.id].house_edge for wager in values.wagers}


@pytest.mark.slow
def test_raises_by_the_cards_left_are_the_engines() -> None:
    book = book_of("casino-monte", shuffle="shoe")
    (decision,) = book.model.decisions
    base = next(wager for wager in book.model.wagers if wager.id == decision.base)
    value = decided_value(book.model, base, book.supply.size)
    for seed in range(3):
        left, gone = left_over(book.supply.decks, seed)
        assert value.of(left) == -analyze(solver_of(book, removed=gone)).wagers[base.id].house_edge


def test_many_compositions_at_once_are_each_alone() -> None:
    values = values_of(PLAIN)
    sums = values.sums(np.array(HANDFULS))
    for row, handful in zip(sums.tolist(), HANDFULS, strict=True):
        found = [Fraction(each, values.deals(sum(handful))) for each in row]
        assert found == list(values.of(handful).values())


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(Refused, match="2 cards are left; a round of plain may take 3"):
        values_of(PLAIN).of(composed(0, 1))


def test_a_game_in_which_all_depends_on_a_decision_is_refused() -> None:
    with pytest.raises(Refused, match="every wager of decided depends on a decision"):
        values_of(CHOSEN)


# ── Effects of removal ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_effects_on_the_chance_of_player_are_those_published() -> None:
    book = book_of("baccarat")
    player = next(wager for wager in book.model.wagers if wager.id == "player")
    wins = player.line(0)
    chance = replace(
        player,
        lines=tuple(
            Line(line.code, line.id, line.label, Fraction(1) if line is wins else PUSHED) for line in player.lines
        ),
    )
    values = values_of(replace(book.model, wagers=(chance,)))
    found = effects_of_removal(values, full(8))["player"].by_rank
    four, ten, jack, ace = found[2], found[8], found[9], found[12]
    assert [f"{float(each):.10f}" for each in (four, ten, ace)] == ["-0.0000435175", "-0.0000373810", "-0.0000295798"]
    assert jack == ten


@pytest.mark.slow
def test_the_suit_of_a_card_does_not_matter_to_player_nor_to_any_wager_here() -> None:
    book = book_of("baccarat")
    for removal in effects_of_removal(values_of(book.model), full(8)).values():
        assert not removal.suits_matter
        assert sum(removal.by_rank) < Fraction(1, 1000)


def test_effects_of_removal_are_differences_of_values() -> None:
    values, whole = values_of(PLAIN), full(1)
    found = effects_of_removal(values, whole)
    for card in (0, 17, 51):
        less = (*whole[:card], 0, *whole[card + 1 :])
        for id_, removal in found.items():
            assert removal.effects[card] == values.of(less)[id_] - values.of(whole)[id_]


def test_effects_need_all_cards() -> None:
    with pytest.raises(Refused, match="at least one of each card"):
        effects_of_removal(values_of(PLAIN), (0, *full(1)[1:]))


# ── Counts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def removal_with(*effects: int) -> Removal:
    return Removal("w", Fraction(0), tuple(Fraction(effect) for effect in effects for _ in range(4)))


def test_the_best_tags_are_the_best_of_all() -> None:
    effects = [Fraction(each) for each in (7, -3, 2, -9, 0, 4)]
    found = best_tags(effects, 1)

    def correlation(tags: tuple[int, ...]) -> float:
        mean, middle = Fraction(sum(tags), 6), sum(effects) / 6
        spread = sum((tag - mean) ** 2 for tag in tags)
        shared = sum((tag - mean) * (effect - middle) for tag, effect in zip(tags, effects, strict=True))
        return float(shared) / float(spread) ** 0.5 if spread else -1.0

    every = list(product((-1, 0, 1), repeat=6))
    assert correlation(found["balanced"]) == max(correlation(tags) for tags in every if sum(tags) == 0)
    assert correlation(found["unbalanced"]) == max(correlation(tags) for tags in every if sum(tags))


def test_a_count_is_told_by_its_tags_whole_or_not() -> None:
    assert str(Count((1, -2, *(0,) * 11))) == "2 +1, 3 -2"
    assert str(Count((Fraction(1), Fraction(-1, 3), *(Fraction(0),) * 11))) == "2 +1.000, 3 -0.333"
    assert str(Count((0,) * 13)) == "nothing"


def test_a_linear_count_knows_all_that_single_cards_tell() -> None:
    removal = removal_with(5, -3, 2, -9, 0, 4, 1, 1, 2, -2, -3, 1, 14)
    assert linear_count(removal).balanced
    assert linear_count(removal).correlation(removal) == pytest.approx(1)
    for count in simple_counts(removal).values():
        assert 0 < count.correlation(removal) < 1
    opposite = Count(tuple(-tag for tag in linear_count(removal).tags))
    assert opposite.correlation(removal) == pytest.approx(-1)


@pytest.mark.slow
def test_the_count_that_others_use_on_dragon_7_is_found() -> None:
    id_ = next(id_ for id_ in EXAMPLES if "dragon-7" in id_)
    book = book_of(id_)
    wager = next(wager for wager in book.model.wagers if wager.id == "dragon_7")
    removal = effects_of_removal(values_of(replace(book.model, wagers=(wager,))), full(8))["dragon_7"]
    assert str(simple_counts(removal)["balanced, level 2"]) == "4 -1, 5 -1, 6 -1, 7 -1, 8 +2, 9 +2"
