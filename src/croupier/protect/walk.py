"""Shoes dealt round by round, with what somebody who sees every card that is turned over knows before each of them.

Cards that are burned face down are not seen: they stay among the cards that are *unseen*, from which the next round
might as well come.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.space import Ints, full
from croupier.kernel.kernel import Kernel
from croupier.protect.decided import DecidedValue
from croupier.protect.polynomial import PlainValue
from croupier.rulebook.deal import Burn, Renewal, Supply
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Wager
from croupier.simulation.job import checked
from croupier.simulation.random_words import TEMPLATE, key_of
from croupier.simulation.shoes.kernel import Cells, ShoeSource

SIGNATURE: Final = (
    "int64(int64, int64, int64, uint8[::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1], uint8[::1])"
)
Valued = PlainValue | DecidedValue
"""A wager by the cards that are left."""
ENTRY: Final = "def play(key, first, last, shoe, kind_of, unseen, codes, shoes, scratch):"


@dataclass(frozen=True)
class Rounds:
    """Rounds of some shoes, in the order in which they were dealt."""

    shoe: Ints
    """The number of each round's shoe."""
    gone: Ints
    """How many cards had left the shoe before each round, and after it."""
    unseen: Ints
    """For every round, how many of each fine kind were unseen before it."""
    ranks: Ints
    """The same of each rank."""
    won: npt.NDArray[np.float64]
    """What a unit on the wager won in every round; nothing of a wager that a decision concerns."""

    @cached_property
    def cards(self) -> Ints:
        """How many cards were unseen before each round."""
        return np.asarray(self.unseen.sum(axis=1), dtype=np.int64)


class WalkSource(ShoeSource):
    """Lines that deal shoes and write every round down."""

    entry = ENTRY

    def __init__(
        self, model: Model, wager: Wager | None, supply: Supply, tracked: int, *, burns_seen: bool = False
    ) -> None:
        super().__init__(model, full(supply.decks), Cells(1, 1, 0), 0, supply)
        self.wager = wager
        self.tracked = tracked
        self.burns_seen = burns_seen

    def write(self) -> None:
        self.emit(self.entry)
        self.depth = 1
        kinds = self.tracked
        self.emit("bad, row = 0, 0", f"cards = scratch[:{self.size + 1}]", "for index in range(first, last):")
        self.depth = 2
        self.new_shoe()
        self.burn()
        self.emit(f"for kind in range({kinds}):", "    unseen[row, kind] = 0")
        self.emit(f"for card in range({self.size}):", "    unseen[row, kind_of[shoe[card]]] += 1")
        if self.burns_seen:
            self.lay_open("place")
            self.emit("for card in range(place):", "    unseen[row, kind_of[cards[card]]] -= 1")
        elif self.supply.burn is Burn.BY_VALUE:  # the first card is shown
            self.emit("unseen[row, kind_of[cards[0]]] -= 1")
        self.emit("cut_out, left = False, 0", "while True:")
        self.depth = 3
        self.lay_open(f"place + {self.cards}")
        self.draws("place")
        self.features(set())
        if self.wager:
            self.emit(f"codes[row] = {self.call(self.wager.outcome)}")
        self.take()
        self.emit(
            "shoes[row, 0] = index",
            "shoes[row, 1] = place",
            "shoes[row, 2] = place + taken",
            "row += 1",
            f"for kind in range({kinds}):",
            "    unseen[row, kind] = unseen[row - 1, kind]",
            f"for card in range(place, place + min(taken, {self.cards - self.model.burned})):",  # burned: unseen
            "    unseen[row, kind_of[cards[card]]] -= 1",
            "began = place",
            "place += taken",
        )
        self.end_round()
        self.depth = 1
        self.emit("return bad * 1_000_000_000 + row")

    def kernel(self, signature: str = SIGNATURE) -> Kernel:
        return Kernel("play", signature, TEMPLATE + self.text, tuple(self.rules.items()), self.scratch)


@dataclass(frozen=True)
class Walk:
    """Shoes of one game under one seed."""

    value: Valued
    supply: Supply
    seed: int | str = 0
    burns_seen: bool = False
    """Whether somebody sees every burned card, and not only one that is shown."""

    def __post_init__(self) -> None:
        """Refuse cards that do not come from a shoe."""
        if self.supply.renewal is not Renewal.SHOE:
            raise Refused(
                f"{self.value.model.id} is shuffled before every round under these house rules; nothing can be counted",
                clause=self.supply.clause,
            )

    @cached_property
    def kernel(self) -> Kernel:
        wager = self.value.wager if isinstance(self.value, PlainValue) else None
        tracked = len(self.fine_and_rank)
        source = WalkSource(self.value.model, wager, self.supply, tracked, burns_seen=self.burns_seen)
        source.write()
        return source.kernel()

    @cached_property
    def fine_and_rank(self) -> tuple[tuple[int, int], ...]:
        """What is followed through a shoe: cards of one fine kind and one rank."""
        pairs = ((int(kind), rank_of(card)) for card, kind in enumerate(self.value.fine_of_card))
        return tuple(dict.fromkeys(pairs))

    @cached_property
    def tracked(self) -> Ints:
        """For each card what it is followed as."""
        pairs = [(int(kind), rank_of(card)) for card, kind in enumerate(self.value.fine_of_card)]
        return np.array([self.fine_and_rank.index(pair) for pair in pairs], dtype=np.int64)

    def summed(self, unseen: Ints, by: int) -> Ints:
        """What is followed, put together by fine kind (0) or by rank (1)."""
        places = [pair[by] for pair in self.fine_and_rank]
        sums = np.zeros((len(unseen), 1 + max(places)), dtype=np.int64)
        for column, place in enumerate(places):
            sums[:, place] += unseen[:, column]
        return sums

    @cached_property
    def shoe(self) -> npt.NDArray[np.uint8]:
        return np.repeat(np.arange(52, dtype=np.uint8), self.supply.decks)

    @property
    def rounds_max(self) -> int:
        """How many rounds a shoe can have, at most."""
        return self.supply.size + 1

    def rounds(self, first: int, last: int) -> Rounds:
        """The rounds of some shoes; the same shoes in whatever parts they are dealt."""
        rows = (last - first) * self.rounds_max + 1
        unseen = np.zeros((rows, len(self.fine_and_rank)), dtype=np.int64)
        codes = np.zeros(rows, dtype=np.int64)
        shoes = np.zeros((rows, 3), dtype=np.int64)
        key = key_of(self.seed, f"shoes of {self.value.model.id}")
        found = self.kernel.compiled(key, first, last, self.shoe, self.tracked, unseen, codes, shoes)
        checked(found // 1_000_000_000)
        kinds, ranks = (self.summed(unseen[:found], by) for by in (0, 1))
        return Rounds(shoes[:found, 0], shoes[:found, 1:], kinds, ranks, self.pays[codes[:found]])

    @cached_property
    def pays(self) -> npt.NDArray[np.float64]:
        """What a unit wins, by outcome code."""
        pays = np.zeros(1 + max(int(line.code) for line in self.value.wager.lines))
        for line in self.value.wager.lines:
            pays[int(line.code)] = float(line.odds)
        return pays
