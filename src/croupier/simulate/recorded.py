"""Shoes told card by card: the order of each, and every round as the kernel played it.

The kernel that tells is the one that adds up, with a few lines more, so that what is proved of told shoes holds for
those that are only counted. The other way round, given orders can be played, such as all there are of a small deck.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.exact.space import Ints
from croupier.kernel.kernel import Kernel
from croupier.rulebook.deal import Draw
from croupier.simulate.experiment import Progress
from croupier.simulate.job import checked
from croupier.simulate.shoe_writer import SIGNATURE, ShoeSource
from croupier.simulate.shoes import Shoes

TELLING: Final = SIGNATURE.replace("int64[::1])", "int64[::1], uint8[:,::1], int64[:,:,::1])")
GIVEN: Final = SIGNATURE.replace("int64[::1])", "int64[::1], uint8[:,::1])")
FIELDS: Final = 4
"""What is told of a round besides its dice."""


@dataclass(frozen=True, slots=True)
class ToldRound:
    """One round of a shoe."""

    start: int
    """The place of its first card in the shoe."""
    cards: tuple[int, ...]
    """Those that it took."""
    faces: tuple[int, ...]
    """Its dice."""
    plan: tuple[int, ...]
    """The place of the option chosen in each decision."""
    joint: int
    """Its joint outcome."""


@dataclass(frozen=True, slots=True)
class ToldShoe:
    """One shoe: all its cards in order, and the rounds that were dealt from it."""

    order: tuple[int, ...]
    rounds: tuple[ToldRound, ...]

    @property
    def burned(self) -> int:
        """How many cards were burned before the first round."""
        return self.rounds[0].start


class TellingSource(ShoeSource):
    """Lines that deal shoes and tell of them."""

    entry = "def play(key, first, last, shoe, sights, plans, pays, tally, orders, told):"

    def add_round(self) -> None:
        """Tell of a round, and add it up."""
        self.emit(
            "told[index - first, rounds, 0] = place",
            "told[index - first, rounds, 1] = taken",
            "told[index - first, rounds, 2] = plan",
            f"told[index - first, rounds, 3] = joint % {self.layout.joints}",
        )
        for number, drawn in enumerate(drawn for drawn in self.model.draws if drawn.kind is Draw.DIE):
            self.emit(f"told[index - first, rounds, {FIELDS + number}] = {self.known[drawn.name][0]}")
        super().add_round()

    def add_unit(self) -> None:
        """Bring the rest of the shoe into its places too, and tell of them all."""
        super().add_unit()
        self.lay_open(str(self.size))
        self.emit(f"for place in range({self.size}):", "    orders[index - first, place] = cards[place]")


class GivenSource(ShoeSource):
    """Lines that deal shoes whose order is given."""

    entry = "def play(key, first, last, shoe, sights, plans, pays, tally, orders):"

    def new_shoe(self) -> None:
        """The cards in the order given; dice still fall by chance."""
        self.emit(f"for place in range({self.size}):", "    cards[place] = orders[index, place]", "counter = index")

    def lay_open(self, end: str) -> None:
        """All cards are in their places."""


def told(trial: Shoes, first: int, last: int) -> tuple[tuple[ToldShoe, ...], Progress]:
    """Play some shoes of a trial, and give them with what they add up to."""
    source = TellingSource(trial.model, trial.composition, trial.cells, trial.common, trial.supply)
    dice = sum(drawn.kind is Draw.DIE for drawn in trial.model.draws)
    orders = np.zeros((last - first, trial.size), dtype=np.uint8)
    rows = np.full((last - first, trial.places, FIELDS + dice), -1, dtype=np.int64)
    tally = play(trial, source, TELLING, first, last, orders, rows)
    shoes = tuple(shoe_from(trial, order, row) for order, row in zip(orders.tolist(), rows.tolist(), strict=True))
    return shoes, Progress(last - first, tuple(tally.tolist()))


def shoe_from(trial: Shoes, order: list[int], rows: list[list[int]]) -> ToldShoe:
    """A shoe as it was told."""
    plans = trial.fresh.solver.plans
    return ToldShoe(
        tuple(order),
        tuple(
            ToldRound(start, tuple(order[start : start + taken]), tuple(faces), plans[plan], joint)
            for start, taken, plan, joint, *faces in rows
            if start >= 0
        ),
    )


def given(trial: Shoes, orders: Iterable[tuple[int, ...]]) -> Progress:
    """Play shoes whose orders are given, and say what they add up to."""
    source = GivenSource(trial.model, trial.composition, trial.cells, trial.common, trial.supply)
    rows = np.array(list(orders), dtype=np.uint8)
    tally = play(trial, source, GIVEN, 0, len(rows), rows)
    return Progress(len(rows), tuple(tally.tolist()))


def play(
    trial: Shoes, source: ShoeSource, signature: str, first: int, last: int, *more: npt.NDArray[np.generic]
) -> Ints:
    """Play some shoes with a source of their own."""
    source.write()
    kernel: Kernel = source.kernel(signature)
    tally = np.zeros(trial.cells.all, dtype=np.int64)
    arrays = (packed.array for packed in trial.job.arrays)
    checked(kernel.compiled(trial.key, first, last, *arrays, tally, *more))
    return tally
