"""Rules in 32 bits: their ranges hold, and a rule that was written again says what it said."""

import ast
import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.kernel.compiler import Compiler
from croupier.kernel.narrowing import BITS, Cutting, Narrowing, checked_cut, ranges_of
from croupier.kernel.value_range import ANY, Range, Ranges, combined, written
from croupier.rule import rule
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from tests.example_games import EXAMPLES

KNOWN = {name: game(name).rulebook().model for name in GAMES}
OTHERS = {name: each.game.rulebook().model for name, each in EXAMPLES.items()}
MODELS = {name: model for name, model in {**KNOWN, **OTHERS}.items() if model.repeat is None}
OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
ENDS = st.integers(-40, 40)


@given(st.sampled_from(sorted(OPERATORS, key=str)), ENDS, st.integers(0, 12), ENDS, st.integers(0, 12))
def test_two_numbers_put_together_stay_within_their_range(
    op: Any, low: int, more: int, least: int, beyond: int
) -> None:
    found = combined(op(), Range(low, low + more), Range(least, least + beyond))
    for one, other in product(range(low, low + more + 1), range(least, least + beyond + 1)):
        if (op in (ast.FloorDiv, ast.Mod) and other == 0) or (op in (ast.LShift, ast.RShift) and other < 0):
            continue
        assert found.low <= eval(f"{one} {OPERATORS[op]} {other}") <= found.high  # noqa: S307  # numbers and an operator


@rule
def grows(card: int) -> int:
    total = 0
    while card:
        card = card - 1
        total = total * 3 + card
    return total


@rule
def tally(card: int) -> int:
    return 1 << 4 * (card >> 2)


@rule
def small(card: int) -> int:
    return tally(card) % 7 + (card if card > 3 else -card)


@rule
def with_keyword(card: int) -> int:
    return max([card], default=0)


def cut_nodes(function: Any, *arguments: Range) -> str:
    ranges = Ranges()
    ranges.call(function, arguments)
    return ast.unparse(ast.fix_missing_locations(Cutting(ranges.of, ranges.given[function]).of(written(function).tree)))


def test_what_grows_without_end_has_no_bounds_and_is_not_cut() -> None:
    ranges = Ranges()
    assert ranges.call(grows, [Range(0, 51)]) == ANY
    assert "total = total * 3 + card" in cut_nodes(grows, Range(0, 51))


def test_only_what_fits_is_cut() -> None:
    assert "return 1 << _cut(4 * _cut(card >> 2))" in cut_nodes(tally, Range(0, 51))  # up to 1 << 48
    assert "return _cut(1 << _cut(4 * _cut(card >> 2)))" in cut_nodes(tally, Range(0, 27))  # up to 1 << 24
    assert "_cut(tally(card) % 7)" in cut_nodes(small, Range(0, 51))


def test_a_rule_that_cannot_be_followed_stays_as_it_is() -> None:
    ranges = Ranges()
    assert ranges.call(with_keyword, [Range(0, 51)]) == ANY
    assert ranges.unfollowed == {with_keyword}
    assert Compiler(lambda function: function, Narrowing(ranges, checked_cut, int))(with_keyword)(7) == 7


def test_a_number_that_does_not_fit_is_noticed_where_a_device_is_simulated() -> None:
    assert checked_cut(2**31 - 1) == 2**31 - 1
    with pytest.raises(Refused, match="was taken to fit 32 bits"):
        checked_cut(2**31)


@pytest.mark.parametrize("name", sorted(MODELS))
def test_every_rule_written_again_gives_what_it_gave(name: str) -> None:
    model = MODELS[name]
    ranges = ranges_of(model)
    again = Compiler(lambda function: function, Narrowing(ranges, checked_cut, int))
    chance = random.Random(name)
    for _ in range(40):
        facts = some_deal(model, chance)
        for feature in model.features:
            facts[feature.name] = (applied(feature.rule, feature.rule.function, facts),)
        for each in model.rules():
            value = applied(each, each.function, facts)
            assert applied(each, again(each.function), facts) == value
            found = ranges.given_by[each.function, each.inputs]
            assert isinstance(found, Range)
            assert found.low <= value <= found.high


def test_the_rules_of_our_games_are_followed_and_fit() -> None:
    for name, model in KNOWN.items():
        ranges = ranges_of(model)
        assert not ranges.unfollowed, name
        assert all(isinstance(each, Range) and each.fits(BITS) for each in ranges.given_by.values())


def some_deal(model: Model, chance: random.Random) -> dict[str, tuple[int, ...]]:
    """Cards and dice by chance, and decisions by chance."""
    cards = [card for card, number in enumerate(model.composition) for _ in range(number)]
    facts: dict[str, tuple[int, ...]] = {key: (int(value),) for key, value in model.constants.items()}
    chance.shuffle(cards)
    for drawn in model.draws:
        if drawn.kind is Draw.DIE:
            facts[drawn.name] = (chance.randint(1, drawn.count),)
        else:
            facts[drawn.name] = tuple(cards.pop() for _ in range(drawn.count))
    for decision in model.decisions:
        facts[decision.id] = (int(chance.choice(decision.options).code),)
    return facts


def applied(of: Any, function: Any, facts: dict[str, tuple[int, ...]]) -> int:
    return int(function(*(value for name in of.inputs for value in facts[name])))
