"""Several values of a house rule: `decks=1..8`, `procedure=standard,alternate`, `pair_plus=straight:5..8`."""

import re
from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, Final

from croupier.errors import Refused
from croupier.front import inputs
from croupier.rulebook import Choice, Game, Model, Parameter, Rate, Whole, YesNo

RANGE: Final = re.compile(r"\s*(?P<low>[0-9]{1,9})\s*\.\.\s*(?P<high>[0-9]{1,9})\s*")
RANGE_OF_ODDS: Final = re.compile(rf"(?P<line>(.*[:=])?){RANGE.pattern}")
SWEEP_MAX: Final = 100
"""So many analyses are set side by side."""


def swept(
    game: Game | Model,
    house: Mapping[str, object],
    several: Mapping[str, object],
    tables: Iterable[inputs.Paytables] = ((),),
) -> list[dict[str, object]]:
    """House rules with one value each, for every combination of those given; `house` has one of each already."""
    parameters = {} if isinstance(game, Model) else {each.name: each for each in game.parameters}
    values = {
        name: tuple(one for each in listed(given) for one in values_of(parameters.get(name), each))
        for name, given in several.items()
    }
    paid = [one for each in tables for one in tables_of(each)]
    if len(paid) * prod(map(len, values.values())) > SWEEP_MAX:
        raise Refused(f"these are more than {SWEEP_MAX} sets of house rules; give fewer values", field="-p")
    return [
        inputs.with_paytables(game, {**house, **dict(zip(values, each, strict=True))}, table)
        for each in product(*values.values())
        for table in paid
    ]


def listed(given: object) -> tuple[Any, ...]:
    """Several values, or one."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str | Mapping) else (given,)


def tables_of(given: inputs.Paytables) -> list[inputs.Paytables]:
    """Every paytable that is meant by odds with ranges, `pair_plus=straight:5..8`; one where there is no range."""
    if isinstance(given, Mapping):
        return [given]
    texts = [given] if isinstance(given, str) else list(given)
    several = [[odds_in(part) for part in text.split(",")] for text in texts]
    if prod(len(each) for parts in several for each in parts) > SWEEP_MAX:
        raise Refused(f"these are more than {SWEEP_MAX} paytables; give fewer values", field="paytable")
    return [list(each) for each in product(*([",".join(chosen) for chosen in product(*parts)] for parts in several))]


def odds_in(part: str) -> list[str]:
    """The odds of one line, `straight:5`, or each of a range."""
    found = RANGE_OF_ODDS.fullmatch(part)
    if not found:
        return [part]
    return [f"{found['line']}{odds}" for odds in numbers_in(found["low"], found["high"], "paytable")]


def values_of(parameter: Parameter[Any] | None, value: object) -> tuple[object, ...]:
    """The values that somebody wrote for a house rule: one, a range of numbers, or a list where commas mean nothing."""
    if parameter is None or not isinstance(value, str):
        return (value,)
    found = RANGE.fullmatch(value)
    if found:
        return numbers_in(found["low"], found["high"], f"-p {parameter.name}")
    if isinstance(parameter.kind, Choice | Rate | Whole | YesNo) and "," in value:
        return tuple(each.strip() for each in value.split(","))
    return (value,)


def numbers_in(low: str, high: str, field: str) -> tuple[int, ...]:
    """The numbers of a range, `1..8`."""
    numbers = range(int(low), int(high) + 1)
    if not 1 <= len(numbers) <= SWEEP_MAX:
        raise Refused(
            f"{low}..{high} cannot be gone through; give the lower number first, and {SWEEP_MAX} at most", field=field
        )
    return tuple(numbers)
