"""Chance from NumPy's generator: quick, repeated by a seed, and committed to nobody.

A live table's shuffle is cryptographic and sealed before the betting closes (`croupier.chance`); nobody has to be
convinced of the cards that an agent learns from.
"""

import numpy as np

from croupier.chance import SHUFFLE, Chance, Drawn, Subject
from croupier.table.state import GIVEN


class Unsealed(Drawn):
    """Cards or dice that nobody proves."""

    commitment = ""

    def __init__(self, subject: Subject, values: tuple[int, ...]) -> None:
        self.subject = subject
        self.values = values


class GeneratorChance(Chance):
    """The shuffles and dice of one environment, in the order they are asked for."""

    def __init__(self, generator: np.random.Generator) -> None:
        super().__init__(b"", GIVEN)
        self.generator = generator

    def draw(self, subject: Subject) -> Drawn:
        """Shuffle, or roll; the generator keeps the place."""
        if subject.of == SHUFFLE:
            return Unsealed(subject, tuple(self.generator.permutation(subject.deck * subject.sizes[0]).tolist()))
        return Unsealed(subject, tuple(int(self.generator.integers(1, faces + 1)) for faces in subject.sizes))
