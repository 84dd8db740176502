"""Types at the door: whatever is handed to a table as a command, it does it, or refuses it and nothing has changed."""

from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, get_type_hints

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.record.journal import LINE_LENGTH_MAX, Chain
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import awaiting
from croupier.table.core import HANDLERS, Origin, open_table, step
from croupier.table.state import ENTROPY, State
from tests.crooked_dealer import TABLES, Crook, drive, shown

EVERY_COMMAND = pytest.mark.parametrize("kind", c.Command.__args__)


class Text(str):
    """A text that is not quite one."""

    __slots__ = ()


class Whole(int):
    """A number that is not quite one."""


class Pair(tuple[int, ...]):
    """A tuple that is not quite one."""

    __slots__ = ()


def endless() -> list[object]:
    """A list that holds itself."""
    inner: list[object] = []
    inner.append(inner)
    return inner


STRANGE: list[Any] = [
    None,
    True,
    False,
    1.0,
    0.5,
    float("nan"),
    float("inf"),
    Fraction(1),
    Fraction(1, 3),
    Decimal(1),
    complex(1),
    np.int64(1),
    np.float64(1),
    np.bool_(True),
    np.array([1, 2]),
    Whole(1),
    Text("player"),
    "1",
    "",
    b"player",
    "\ud800",
    "\x00",
    "\x1b[2J",
    "x" * 200_000,
    10**18 + 1,
    -(10**18) - 1,
    10**5_000,
    -(10**5_000),
    (),
    (1.0,),
    (True,),
    (np.int64(1),),
    (10**5_000,),
    ("1",),
    (None,),
    Pair((1,)),
    [1],
    {1},
    {},
    {1: 2},
    {"\ud800": 1},
    {Text("decks"): 6},
    {"decks": 6.0},
    {"decks": Fraction(6)},
    {"decks": True},
    {"decks": np.int64(6)},
    {"decks": Whole(6)},
    {"decks": 10**5_000},
    {"decks": "\ud800"},
    {"decks": endless()},
    {"decks": [[[6]]]},
    {"decks": None},
    MappingProxyType({"nothing": object()}),
    object(),
    object,
    print,
    Ellipsis,
    range(3),
    iter(()),
]

PLAIN: dict[object, object] = {
    int: 1,
    int | None: None,
    str: "player",
    bool: False,
    tuple[int, ...]: (1,),
}


def plain(kind: type) -> Any:
    """A command with a value of the right type in every field."""
    hints = get_type_hints(kind)
    return kind(**{field.name: PLAIN.get(hints[field.name], {}) for field in fields(kind)})


def heard(states: list[State], _: object, state: State) -> None:
    """Keep a state that a dealer tells of."""
    states.append(state)


@pytest.fixture(scope="module")
def moments() -> list[State]:
    """Tables of every game between rounds, at the opening of a round, and at every step of it."""
    found: list[State] = []
    for table in TABLES:
        at = shown(table, Random(table))
        states = [at.state, open_table(game(TABLES[table][0]))[0]]
        dealer = Crook(at.state, at.chance, listener=partial(heard, states))
        dealer.cards, dealer.dice = at.cards, at.dice
        drive(dealer, Random(table), at.state.round)
        awaited = {awaiting(state): state for state in states}
        found += awaited.values()
    return found


def is_plain(value: object) -> bool:
    """Whether a value is one that a record can hold, and nothing that only looks like it."""
    match value:
        case tuple() | list():
            return type(value) in (tuple, list) and all(map(is_plain, value))
        case dict():
            return all(is_plain(part) for item in value.items() for part in item)
        case _:
            return type(value) in (int, str, bool, type(None))


def kept_of(state: State, events: tuple[e.Event, ...]) -> Iterator[object]:
    """What a step left in the books, at the seats and in its events."""
    yield from (*state.ledger.accounts.values(), *state.stakes.values(), *state.stakes, *state.seated.items())
    yield from (state.name, state.table, state.digest, state.chance, state.drawn, state.die, *state.spots.items())
    for event in events:
        yield from (getattr(event, field.name) for field in fields(event))


@EVERY_COMMAND
def test_nothing_of_another_type_enters_a_table(kind: type, moments: list[State]) -> None:
    right, rng, refusals = plain(kind), Random(kind.__name__), set[str]()
    for field in fields(kind):
        for value in STRANGE:
            command = replace(right, **{field.name: value})
            for state in rng.sample(moments, 4):
                before = state.copy()
                try:
                    after, events = step(state, command)
                except Refused as refused:
                    refusals.add(str(refused))
                else:
                    assert all(map(is_plain, kept_of(after, events))), (command, events)
                    chain = Chain(1)
                    assert all(len(chain.line(event)) < LINE_LENGTH_MAX for event in events)
                assert state == before
    assert_readable(refusals)


def assert_readable(refusals: set[str]) -> None:
    """A refusal is a line that a terminal shows, whatever was refused."""
    assert all(map(str.isprintable, refusals))
    assert max(map(len, refusals), default=0) < 2_000


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_no_value_of_a_house_rule_enters_as_it_came(of: str) -> None:
    state, refusals = open_table(game(of)).state, set[str]()
    values = [value for given in STRANGE for value in (given, [given], {"line": given}, [given] * 6)]
    for parameter in game(of).parameters:
        for value in (*values, Text(parameter.kind.show(parameter.default))):
            try:
                after, events = step(state, c.ChangeHouse({parameter.name: value}))
            except Refused as refused:
                refusals.add(str(refused))
            else:
                assert all(map(is_plain, kept_of(after, events))), (parameter.name, value)
    assert_readable(refusals)


def test_every_command_has_a_handler_and_a_door() -> None:
    assert set(c.Command.__args__) == set(HANDLERS) == set(c.IS_RIGHT)


def test_what_is_no_command_is_refused() -> None:
    state, _ = open_table(game("baccarat"))
    for strange in (*STRANGE, c.Sit, c.Decide):
        with pytest.raises(Refused, match="a table knows no command"):
            step(state, strange)


def test_a_command_of_ones_own_making_is_refused() -> None:
    class Bribe(c.Sit):
        pass

    state, _ = open_table(game("baccarat"))
    with pytest.raises(Refused, match="a table knows no command Bribe"):
        step(state, Bribe(1, "Player 1", 100))


@pytest.mark.parametrize("of", GAMES)
def test_a_table_opens_with_words_and_hashes_or_not_at_all(of: str) -> None:
    right: dict[str, Any] = {"table": "ab" * 16, "digest": "cd" * 32, "chance": ENTROPY}
    assert open_table(game(of), {}, "Table 1", Origin(**right)).state.is_bound
    for name in right:
        for value in STRANGE:
            with pytest.raises(Refused):
                open_table(game(of), {}, "Table 1", Origin(**right | {name: value}))
    assert not open_table(game(of), {}, "Table 1", Origin()).state.is_bound
    for value in STRANGE:
        if not (isinstance(value, str) and value == "1"):
            with pytest.raises(Refused):
                open_table(game(of), {}, value, Origin(**right))
