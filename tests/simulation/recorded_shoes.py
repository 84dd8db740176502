"""Shoes and sittings told card by card: the order of each shoe, and every round as the kernel played it.

The kernel that tells is the one that adds up, with a few lines more, so that what is proved of told shoes holds for
those that are only counted. The other way round, given orders can be played, such as all there are of a small deck.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.exact.space import Ints
from croupier.rulebook.deal import Draw
from croupier.simulation.job import checked
from croupier.simulation.shoes.kernel import SIGNATURE, ShoeSource, SittingSource, UnitSource
from croupier.simulation.shoes.trial import Shoes, ShoeTrial, Sittings
from croupier.simulation.trial import Progress

TELLING_ENTRY: Final = "def play(key, first, last, shoe, sights, plans, pays, limit, tally, orders, told, scratch):"
TELLING: Final = SIGNATURE.replace("uint8[::1])", "uint8[:,::1], int64[:,:,::1], uint8[::1])")
"""The cards of each shoe in order, or of each sitting round by round; and of each round its start and the like."""
GIVEN: Final = SIGNATURE.replace("uint8[::1])", "uint8[:,::1], uint8[::1])")
FIELDS: Final = 4
"""What is told of a round besides its dice."""


@dataclass(frozen=True, slots=True)
class ToldRound:
    """One round."""

    start: int
    """The place of its first card in the order."""
    cards: tuple[int, ...]
    """Those that it took: what it dealt, and then what it burned."""
    faces: tuple[int, ...]
    """Its dice."""
    plan: tuple[int, ...]
    """The place of the option chosen in each decision."""
    joint: int
    """Its joint outcome."""


@dataclass(frozen=True, slots=True)
class Told:
    """A shoe: all its cards in order, and the rounds dealt from it. Or a sitting: the order is that of its rounds."""

    order: tuple[int, ...]
    rounds: tuple[ToldRound, ...]

    @property
    def burned(self) -> int:
        """How many cards were burned before the first round."""
        return self.rounds[0].start


def tell_round(source: UnitSource, start: str) -> None:
    """Write lines that tell of a round."""
    source.emit(
        f"told[index - first, rounds, 0] = {start}",
        "told[index - first, rounds, 1] = taken",
        "told[index - first, rounds, 2] = plan",
        f"told[index - first, rounds, 3] = joint % {source.layout.joints}",
    )
    for number, drawn in enumerate(drawn for drawn in source.model.draws if drawn.kind is Draw.DIE):
        source.emit(f"told[index - first, rounds, {FIELDS + number}] = {source.known[drawn.name][0]}")


class TellingShoes(ShoeSource):
    """Lines that deal shoes and tell of them."""

    entry = TELLING_ENTRY

    def add_round(self) -> None:
        """Tell of a round, and add it up."""
        tell_round(self, "place")
        super().add_round()

    def add_unit(self) -> None:
        """Bring the rest of the shoe into its places too, and tell of them all."""
        super().add_unit()
        self.lay_open(str(self.size))
        self.emit(f"for place in range({self.size}):", "    orders[index - first, place] = cards[place]")


class TellingSittings(SittingSource):
    """Lines that deal sittings and tell of them."""

    entry = TELLING_ENTRY

    def add_round(self) -> None:
        """Tell of a round and of its cards, and add it up."""
        tell_round(self, f"rounds * {self.cards}")
        for number in range(self.cards):
            self.emit(f"orders[index - first, rounds * {self.cards} + {number}] = cards[{number}]")
        super().add_round()


class GivenShoes(ShoeSource):
    """Lines that deal shoes whose order is given."""

    entry = "def play(key, first, last, shoe, sights, plans, pays, limit, tally, orders, scratch):"

    def new_shoe(self) -> None:
        """The cards in the order given; dice still fall by chance."""
        self.emit(f"for place in range({self.size}):", "    cards[place] = orders[index - first, place]")
        self.emit("counter = index")

    def lay_open(self, end: str) -> None:
        """All cards are in their places."""


def told(trial: Shoes, first: int, last: int) -> tuple[tuple[Told, ...], Progress]:
    """Play some shoes of a trial, and give them with what they add up to."""
    source = TellingShoes(trial.model, trial.composition, trial.cells, trial.common, trial.supply)
    return telling(trial, source, first, last, trial.size)


def told_sittings(trial: Sittings, first: int, last: int) -> tuple[tuple[Told, ...], Progress]:
    """Play some sittings of a trial, and give them with what they add up to."""
    source = TellingSittings(trial.model, trial.composition, trial.cells, trial.common, trial.held_back, trial.rounds)
    return telling(trial, source, first, last, trial.rounds * trial.cards)


def telling(
    trial: ShoeTrial, source: UnitSource, first: int, last: int, cards: int
) -> tuple[tuple[Told, ...], Progress]:
    """Play some units, of so many cards, with a source that tells of them."""
    dice = sum(drawn.kind is Draw.DIE for drawn in trial.model.draws)
    orders = np.zeros((last - first, cards), dtype=np.uint8)
    rows = np.full((last - first, trial.places, FIELDS + dice), -1, dtype=np.int64)
    tally = play(trial, source, TELLING, first, last, orders, rows)
    units = tuple(unit_from(trial, order, row) for order, row in zip(orders.tolist(), rows.tolist(), strict=True))
    return units, Progress(last - first, tuple(tally.tolist()))


def unit_from(trial: ShoeTrial, order: list[int], rows: list[list[int]]) -> Told:
    """A unit as it was told."""
    plans = trial.fresh.solver.plans
    return Told(
        tuple(order),
        tuple(
            ToldRound(start, tuple(order[start : start + taken]), tuple(faces), plans[plan], joint)
            for start, taken, plan, joint, *faces in rows
            if start >= 0
        ),
    )


def given(trial: Shoes, orders: Iterable[Sequence[int]], first: int = 0, *, most: int | None = None) -> Progress:
    """Play shoes whose orders are given, and say what they add up to; they have the dice of shoes from the first on.

    Each can be cut off after so many rounds at most.
    """
    source = GivenShoes(trial.model, trial.composition, trial.cells, trial.common, trial.supply)
    rows = np.array(list(orders), dtype=np.uint8)
    tally = play(trial, source, GIVEN, first, first + len(rows), rows, most=most)
    return Progress(len(rows), tuple(tally.tolist()))


def play(
    trial: ShoeTrial,
    source: UnitSource,
    signature: str,
    first: int,
    last: int,
    *more: npt.NDArray[np.generic],
    most: int | None = None,
) -> Ints:
    """Play some units with a source of their own."""
    source.write()
    kernel = source.kernel(signature)
    tally = np.zeros(trial.cells.all, dtype=np.int64)
    arrays = (packed.array for packed in trial.job_of(most or trial.places).arrays)
    checked(kernel.compiled(trial.key, first, last, *arrays, tally, *more))
    return tally
