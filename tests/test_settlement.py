"""The settlement held against the naive one of `tests.naive`: by exhaustion, by samples, and under mutation."""

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import game as game_by_id
from croupier.rulebook import EVERY, Parameter
from croupier.settlement.reading import parse
from croupier.settlement.round import settle
from tests.naive import settle as settle_naively
from tests.naive.generate import (
    RANKS,
    baccarat_coup_round,
    baccarat_round,
    casino_monte_layout_round,
    casino_monte_round,
    every_baccarat_draw_path,
    every_casino_monte_layout,
    three_card_poker_round,
)

Description = dict[str, Any]
ROUNDS = {"casino-monte": casino_monte_round, "baccarat": baccarat_round, "three-card-poker": three_card_poker_round}


def without_clauses(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as the naive settlement gives it, every wager having cited a clause."""
    for seat in answer["seats"]:
        for wager in seat["wagers"].values():
            assert wager.pop("clauses")
    return {part: answer[part] for part in ("game", "seats", "bank", "drop_box")}


def assert_settled_alike(description: Description) -> None:
    """Both settlements give the same answer to the cent."""
    text = json.dumps(description)
    assert without_clauses(settle(parse(text)).data()) == settle_naively(json.loads(text)), text


@pytest.mark.slow
@pytest.mark.parametrize("rank", RANKS)
def test_every_layout_of_casino_monte_is_settled_as_the_naive_settlement_does(rank: str) -> None:
    for cards in every_casino_monte_layout():
        if cards[0][0] == rank:
            assert_settled_alike(casino_monte_layout_round(cards))


@pytest.mark.slow
@pytest.mark.parametrize("paytable", [1, 4])
def test_every_draw_path_of_baccarat_is_settled_as_the_naive_settlement_does(paytable: int) -> None:
    for player, banker in every_baccarat_draw_path():
        assert_settled_alike(baccarat_coup_round(player, banker, paytable))


@pytest.mark.slow
@pytest.mark.parametrize("game", ROUNDS)
def test_sampled_rounds_are_settled_as_the_naive_settlement_does(game: str) -> None:
    rng = Random(f"{game} sample")
    for _ in range(1_500):
        assert_settled_alike(ROUNDS[game](rng))


@pytest.mark.torture
@pytest.mark.parametrize("game", ROUNDS)
@pytest.mark.parametrize("part", range(10))
def test_many_sampled_rounds_are_settled_as_the_naive_settlement_does(game: str, part: int) -> None:
    rng = Random(f"{game} torture {part}")
    for _ in range(10_000):
        assert_settled_alike(ROUNDS[game](rng))


# ── Mutation ─────────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS = [
    "",
    "As",
    "Td",
    "2c",
    "Zz",
    "play",
    "fold",
    "action",
    "net",
    "yes",
    "1/20",
    "5%",
    "1.00",
    "-1",
    "0",
    "NaN",
    "1e9",
]
NAMES = [
    *("seat", "spot", "cards", "initial", "raise", "full_monte", "player", "banker", "tie", "lucky_monkey", "ante"),
    *("play", "pair_plus", "six_card_bonus", "decision", "wager", "exposed", "house", "seats", "game", "decks", "x"),
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.sampled_from([50, 100, 101, 500, 501, 10**6, 10**13, 10**20]),
    st.floats(),
    st.sampled_from([0.01, 0.005, 1.5, 2.25, 1e20]),
    st.sampled_from(WORDS),
    st.text(max_size=4),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
)


def places(value: object, container: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Every place of a description, as the object or list it is in and its key there."""
    if container is not None:
        yield container, key
    if isinstance(value, dict | list):
        for name, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield from places(part, value, name)


def replace(draw: Callable[[Any], Any], description: Description) -> None:
    """Put any value in any place."""
    container, key = draw(st.sampled_from(list(places(description))))
    container[key] = draw(VALUES)


def drop(draw: Callable[[Any], Any], description: Description) -> None:
    """Leave something out."""
    container, key = draw(st.sampled_from(list(places(description))))
    del container[key]


def add(draw: Callable[[Any], Any], description: Description) -> None:
    """Put something in that was not there."""
    objects = [description, *(c[k] for c, k in places(description) if isinstance(c[k], dict | list))]
    target = draw(st.sampled_from(objects))
    if isinstance(target, dict):
        target[draw(st.sampled_from(NAMES) | st.text(max_size=3))] = draw(VALUES)
    else:
        target.append(draw(VALUES))


def swap(draw: Callable[[Any], Any], description: Description) -> None:
    """Exchange two places, or put the one into the other."""
    here, there = (draw(st.sampled_from(list(places(description)))) for _ in range(2))
    one, two = copy.deepcopy(here[0][here[1]]), copy.deepcopy(there[0][there[1]])
    here[0][here[1]] = two
    if draw(st.booleans()):
        there[0][there[1]] = one


@st.composite
def mutated(draw: Callable[[Any], Any]) -> Description:
    """A valid description, changed in up to three places."""
    make = ROUNDS[draw(st.sampled_from(sorted(ROUNDS)))]
    description: Description = make(Random(draw(st.integers(0, 10_000))))
    for _ in range(draw(st.integers(1, 3))):
        if list(places(description)):
            draw(st.sampled_from([replace, drop, add, swap]))(draw, description)
    return description


def naive_knows(house: dict[str, Any]) -> bool:
    """Whether the naive settlement knows these house rules: it has the printed paytables and schedules alone."""
    printed = (rule for name, rule in house.items() if name.endswith("_paytable") or name == "collection")
    return not any(isinstance(rule, list | dict) for rule in printed)


@settings(max_examples=max(500, settings().max_examples))
@given(mutated())
def test_a_mutated_round_is_refused_or_settled_as_the_naive_settlement_does(description: Description) -> None:
    text = json.dumps(description)
    try:
        answer = settle(parse(text)).data()
    except Refused:
        return
    house: dict[str, Any] = answer["house"]
    if naive_knows(house):
        assert without_clauses(answer) == settle_naively({**json.loads(text), "house": house})


# ── Which house rules decide the money ───────────────────────────────────────────────────────────────────────────────


def money(description: Description) -> dict[str, Any] | None:
    """What a round pays and takes, to whom; None where it is refused."""
    try:
        answer = settle(parse(json.dumps(description))).data()
    except Refused:
        return None
    for seat in answer["seats"]:
        for wager in seat["wagers"].values():
            del wager["clauses"], wager["odds"], wager["outcome"]
    return {part: answer[part] for part in ("seats", "bank", "drop_box")}


def other_values(parameter: Parameter[Any]) -> list[object]:
    """Some values that a house rule may have."""
    listed = getattr(parameter.kind, "values", None)
    lines = getattr(parameter.kind, "lines", ())
    numbers = ["5.00", "7.00", 6, 8, 10, 14, 20, "1/25"]
    return [*(listed() if listed else numbers), *([list(range(50, 50 - len(lines), -1))] if lines else [])]


@pytest.mark.slow
@pytest.mark.parametrize("game", ROUNDS)
def test_a_house_rule_says_that_it_decides_money_exactly_where_it_does(game: str) -> None:
    rng = Random(f"{game} rules")
    rounds = [(described, paid) for _ in range(70) if (paid := money(described := ROUNDS[game](rng)))]
    for parameter in game_by_id(game).parameters:
        moved: set[str] = set()
        for described, paid in rounds:
            button = {"action_button": described["seats"][0]["seat"]} if parameter.name == "first_action" else {}
            staked = {wager for seat in paid["seats"] for wager in seat["wagers"]}
            for value in other_values(parameter):
                other = money({**described, **button, "house": {**described.get("house", {}), parameter.name: value}})
                if other not in (None, paid):
                    moved |= staked
        assert bool(moved) == bool(parameter.decides), parameter.name
        assert moved >= set(parameter.decides) - {EVERY}, parameter.name
