"""Advantage by depth: how often and how much a wager favours the player, half a deck after half a deck of a shoe."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from croupier.protect.counting import LEAST, Dealt
from croupier.result import Row

STEP: Final = 26
"""So many cards of a shoe are one depth."""


@dataclass(frozen=True)
class Depth:
    """The rounds that began within half a deck of a shoe."""

    dealt_from: int
    """So many cards, at least, had left the shoe."""
    rounds: int
    value: float
    """The mean value of a unit."""
    deviation: float
    """How far values spread."""
    frequency: float
    """The share of rounds in which the wager favours the player."""
    advantage: float
    """The mean value of a unit in those rounds."""
    per_shoe: float
    """What a unit in those rounds wins in a shoe."""

    def row(self) -> Row:
        return {
            "cards_dealt_from": self.dealt_from,
            "rounds": self.rounds,
            "mean_value": self.value,
            "deviation_of_value": self.deviation,
            "frequency": self.frequency,
            "mean_advantage": self.advantage,
            "units_per_shoe": self.per_shoe,
        }


def depths(dealt: Dealt) -> Iterator[Depth]:
    """What rounds are worth at each depth that shoes reach."""
    place = dealt.gone[:, 0] // STEP
    for number in np.unique(place).tolist():
        value = dealt.value[place == number]
        favoured = value[value > LEAST]
        yield Depth(
            number * STEP,
            len(value),
            float(value.mean()),
            float(value.std()),
            len(favoured) / len(value),
            float(favoured.mean()) if len(favoured) else 0.0,
            float(favoured.sum()) / dealt.shoes,
        )
