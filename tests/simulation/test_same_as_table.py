"""The compiled simulation and the table, fed the same cards and decisions, pay the same to the cent."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from croupier.games import GAMES
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.trial import Experiment, experiment
from tests.exact.dealt import STAKE, table
from tests.simulation.wrong import WRONG

Cents = dict[str, tuple[str, Fraction]]
"""What became of each wager, in words and in cents."""

HOUSES: dict[str, tuple[Mapping[str, object], ...]] = {
    "casino-monte": tuple(
        {"procedure": procedure, "initial_maximum": "500", "full_monte_maximum": "500"}
        for procedure in ("standard", "alternate")
    ),
    "baccarat": ({"burn": False},),
    "three-card-poker": ({}, {"exposed_card": False, "ante_when_dealer_not_qualified": "lose_if_dealer_higher"}),
}
TABLES = [
    pytest.param(of, house, id=f"{of}-{number}", marks=[pytest.mark.torture] if number else [])
    for of in GAMES
    for number, house in enumerate(HOUSES.get(of, ({},)))
]
SLICES = 5


def settled_twice(
    trial: Experiment, of: str, house: Mapping[str, object], rounds: range
) -> Iterator[tuple[Cents, Cents]]:
    """What each round pays at a table, and what the simulation counted, in cents."""
    at = table(of, house, 1)
    constants = {name: (value,) for name, value in trial.model.constants.items()}
    for each in replay(trial, rounds.start, rounds.stop):
        paid = at.settled({**constants, **each.drawn}, {1: "".join(each.decided.values())})[1]
        yield (
            {id_: (called, per_unit * STAKE * 100) for id_, (called, per_unit) in paid.items()},
            {id_: (line.called, line.odds * STAKE * 100) for id_, line in each.lines.items()},
        )


def assert_same_cents(of: str, house: Mapping[str, object], rounds: range) -> None:
    trial = experiment(of, house=house, seed="at a table")
    for number, (paid, counted) in enumerate(settled_twice(trial, of, house, rounds), rounds.start):
        assert paid == counted, number
        assert all(cents.denominator == 1 for _, cents in counted.values())


@pytest.mark.parametrize(("of", "house"), TABLES)
def test_rounds_settle_at_the_table_as_they_were_counted(of: str, house: Mapping[str, object]) -> None:
    assert_same_cents(of, house, range(300))


@pytest.mark.parametrize(
    "of", ["casino-monte", *(pytest.param(of, marks=pytest.mark.torture) for of in WRONG if of != "casino-monte")]
)
def test_rules_read_wrongly_settle_otherwise(of: str) -> None:
    # the control: among a thousand rounds the table contradicts a wrong reading
    trial = experiment(WRONG[of], beside=of)
    assert any(paid != counted for paid, counted in settled_twice(trial, of, HOUSES[of][0], range(1_000)))


@pytest.mark.torture
@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("of", HOUSES)
def test_a_million_rounds_settle_at_the_table_as_they_were_counted(of: str, part: int) -> None:
    size = 1_000_000 // SLICES
    assert_same_cents(of, HOUSES[of][0], range(part * size, (part + 1) * size))
