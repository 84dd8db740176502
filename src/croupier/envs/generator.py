"""Chance from NumPy's generator: quick, repeated by a seed, and committed to nobody.

A live table's shuffle is cryptographic and sealed before the betting closes (`croupier.chance`); nobody has to be
convinced of the cards that an agent learns from.
"""

import numpy as np

from croupier.cards import DECK
from croupier.chance import Chance, Shuffled


class Unsealed(Shuffled):
    """An order of cards that nobody proves."""

    __slots__ = ()

    @property
    def commitment(self) -> str:
        """Nothing is published."""
        return ""


class GeneratorChance(Chance):
    """The shuffles and dice of one environment, in the order they are asked for."""

    def __init__(self, generator: np.random.Generator) -> None:
        """Draw from a generator, which somebody else has seeded."""
        super().__init__(b"")
        self.generator = generator

    def shuffle(self, number: int, decks: int) -> Shuffled:  # noqa: ARG002  # the generator keeps the place
        """Shuffle so many decks."""
        return Unsealed(tuple(self.generator.permutation(DECK * decks).tolist()), ())

    def die(self, number: int, faces: int) -> int:  # noqa: ARG002  # the generator keeps the place
        """Roll the die."""
        return int(self.generator.integers(1, faces + 1))
