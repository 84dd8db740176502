"""Several values of a house rule: `decks=1..8`, `procedure=standard,alternate`."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, Final

from croupier.errors import Refused
from croupier.front import inputs
from croupier.front.variant import Variant, variant_of
from croupier.naming import game_named, place_named
from croupier.rulebook import Choice, Game, Model, Parameter, Rate, Whole, YesNo

RANGE: Final = re.compile(r"\s*([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})\s*")
SWEEP_MAX: Final = 100
"""So many analyses are set side by side."""


def variants(name: str, house: Mapping[str, object], paytable: inputs.Paytables) -> Iterator[Variant]:
    """A game under every combination of the values that its house rules are given."""
    found = game_named(name)
    place = place_named(name, found)
    for rules in swept(found, house):
        yield variant_of(found, inputs.with_paytables(found, rules, paytable), place)


def swept(game: Game | Model, house: Mapping[str, object]) -> list[dict[str, object]]:
    """House rules with one value each, for every combination of those given."""
    parameters = {} if isinstance(game, Model) else {each.name: each for each in game.parameters}
    several = {name: values_of(parameters.get(name), value) for name, value in house.items()}
    if prod(map(len, several.values())) > SWEEP_MAX:
        raise Refused(f"these are more than {SWEEP_MAX} sets of house rules; give fewer values", field="-p")
    return [dict(zip(several, each, strict=True)) for each in product(*several.values())]


def values_of(parameter: Parameter[Any] | None, value: object) -> tuple[object, ...]:
    """The values that somebody wrote for a house rule: one, a range of numbers, or a list where commas mean nothing."""
    if parameter is None or not isinstance(value, str):
        return (value,)
    found = RANGE.fullmatch(value)
    if found:
        low, high = map(int, found.groups())
        if low > high or high - low >= SWEEP_MAX:
            raise Refused(
                f"{value.strip()} cannot be gone through; give the lower number first, and {SWEEP_MAX} at most",
                field=f"-p {parameter.name}",
            )
        return tuple(range(low, high + 1))
    if isinstance(parameter.kind, Choice | Rate | Whole | YesNo) and "," in value:
        return tuple(each.strip() for each in value.split(","))
    return (value,)
