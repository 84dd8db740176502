"""What gives seats away that share their hands: where they decide otherwise than ordinary play, and with which hands.

Whoever watches cannot see what a seat was told. It sees hands folded that nobody folds, and hands played that nobody
plays: for each thing that all may see, how often each happens, and between which hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from croupier.exact.solve import Solver, Stakes
from croupier.exact.space import Ints
from croupier.exact.strategy import Cut, simple
from croupier.protect.knowledge import HUNDRED, Departure, Group, Peeled
from croupier.result import figure


@dataclass(frozen=True)
class Odd:
    """One way in which a seat decides otherwise, and the hands it does so with."""

    departure: Departure
    lowest: str
    highest: str
    """Nothing, as the lowest, where a decision does not say which hand is the better."""

    @property
    def words(self) -> str:
        hands = f", {self.lowest} to {self.highest}" if self.lowest else ""
        return f"{self.departure.words} {float(self.departure.per_100):.2f}{hands}"


@dataclass(frozen=True)
class SharedTell:
    """One line of the table that surveillance looks for."""

    group: Group
    ordinary: Cut | None
    hands: Fraction
    """The share of hands that it is about."""
    odd: tuple[Odd, ...]

    @property
    def per_100(self) -> Fraction:
        return sum((each.departure.per_100 for each in self.odd), Fraction(0))

    def data(self) -> dict[str, object]:
        return {
            "group": dict(self.group),
            "ordinary_from": self.ordinary and (self.ordinary.at or None),
            "hands": figure(self.hands),
            "departures_per_100": figure(self.per_100),
            "departures": [
                {
                    "ordinary": each.departure.ordinary,
                    "informed": each.departure.informed,
                    "per_100": figure(each.departure.per_100),
                    "lowest": each.lowest or None,
                    "highest": each.highest or None,
                }
                for each in self.odd
            ],
        }


class Watched:
    """Counts, by what a seat sees, of the hands met and of the options taken in place of ordinary ones."""

    def __init__(self, solver: Solver) -> None:
        rows, options = len(solver.counts.sights), len(solver.plans)
        self.solver = solver
        self.met = np.zeros(rows, dtype=np.int64)
        self.moved = np.zeros((rows, options, options), dtype=np.int64)

    def add(self, rows: Ints, usual: Ints, chosen: Ints) -> None:
        """Add the hands of some deals."""
        np.add.at(self.met, rows.ravel(), 1)
        np.add.at(self.moved, (rows.ravel(), usual.ravel(), chosen.ravel()), 1)

    @property
    def hands(self) -> int:
        return int(self.met.sum())

    def tells(self, stakes: Stakes) -> Iterator[SharedTell]:
        """The table: a line for each thing that is seen, but for the order of one's own hand."""
        (decision,) = self.solver.model.decisions
        codes = self.solver.counts.sights
        groups, group = Peeled(decision, codes, ()).groups()
        ordered = next((part for part in decision.fields if part.ordered), None)
        value = None if ordered is None else np.array([ordered.value(code) for code in codes.tolist()], dtype=np.int64)
        usual = {cut.group: cut for cut in simple(self.solver, stakes).cuts}
        for number in np.unique(group[self.met > 0]).tolist():
            here = group == number
            odd = []
            moves = self.moved[here].sum(axis=0)
            for one, other in np.argwhere(moves).tolist():
                if one == other:
                    continue
                often = HUNDRED * Fraction(int(moves[one, other]), self.hands)
                departure = Departure(decision.id, decision.options[one].id, decision.options[other].id, often)
                lowest = highest = ""
                if ordered is not None and value is not None:
                    met = value[here][self.moved[here, one, other] > 0]
                    lowest, highest = ordered.show(int(met.min())), ordered.show(int(met.max()))
                odd.append(Odd(departure, lowest, highest))
            share = Fraction(int(self.met[here].sum()), self.hands)
            yield SharedTell(groups[number], usual.get(groups[number]), share, tuple(odd))
