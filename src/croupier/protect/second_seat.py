"""The second seat's best response to a limited bank, exactly: on a GPU, through every deal of two seats.

The first seat plays its own exact response. What the second wins by each option depends on what the first took or left
of the bank, so every hand of the first is gone through behind everything that the second sees: 10¹² deals of Three Card
Poker once suits are merged. A block takes one sight of the second seat, its threads share the first seat's hands, and
each goes through the rest of the deal. No seat's result may depend on a seat after it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, permutations
from math import comb, perm
from typing import Any, Final

import numpy as np
from numba import cuda

from croupier.errors import Refused
from croupier.exact.gpu import DeviceCounter
from croupier.exact.parts import no_code
from croupier.exact.space import Ints, Space
from croupier.kernel.gpu import DeviceKernel, required
from croupier.kernel.source import Source
from croupier.protect.bank_table import BankTable, Progress
from croupier.rulebook.bank import COVERAGES
from croupier.rulebook.deal import Draw
from croupier.simulation.tables.seats import NO_LINE

FIRST, SECOND = 0, 1
STARTS_AT_ONCE: Final = 1 << 12
"""So many sights are looked at in one launch, a second or so of a large GPU."""
HANDS_MAX: Final = 1 << 22
SUM_MAX: Final = 1 << 62


@dataclass(frozen=True)
class SecondSeat:
    """What the second seat wins by each option wherever it may be, the first playing its best response."""

    deals: Ints
    """For each plan of the first seat and sight of the second, how many deals there are."""
    won: Ints
    """For each of them and each plan of the second, the cents that it wins in all of them."""

    @property
    def total(self) -> int:
        """How many deals there are in all."""
        return int(self.deals.sum())


def check_second(table: BankTable) -> None:
    """Refuse a table whose second seat cannot be solved so, and a machine without a GPU."""
    required()
    counts = table.solver.counts
    if len(table.seats) < 2:
        raise Refused("on a GPU the second seat is solved; seat 2 or more", field="device")
    if not table.is_sequential:
        raise Refused(
            "on a GPU the second seat is solved where no seat's result depends on a seat after it; use --device cpu",
            field="device",
        )
    dice = any(drawn.kind is Draw.DIE for drawn in table.model.draws)
    if dice or table.model.late or not Space(table.model, counts.composition, lumped=True).one_of_each:
        raise Refused(
            f"{table.model.id} has dice, several cards alike, or draws after a decision; use --device cpu",
            field="device",
        )


class SecondSource(DeviceCounter):
    """Writes the kernel that goes through every deal of two seats: a start is what the second sees, an end the rest."""

    def __init__(self, table: BankTable) -> None:
        super().__init__(Space(table.model, table.solver.counts.composition, lumped=True))
        self.table = table
        self.plans = table.solver.plans
        self.own = tuple(drawn for drawn in self.model.draws if drawn.name in self.model.per_seat)
        if {slot.draw for slot in self.space.slots[self.cut :]} & {drawn.name for drawn in self.own}:
            raise Refused(f"the second seat of {self.model.id} decides before its own cards are all dealt")

    @cached_property
    def first_hands(self) -> Ints:
        """Every hand of the first seat as a column of kinds, whatever it may meet."""
        kinds = range(len(self.space.kinds))
        ways: list[tuple[int, ...]] = [()]
        for drawn in self.own:
            taken = combinations(kinds, drawn.count) if drawn.kind is Draw.SET else permutations(kinds, drawn.count)
            listed = list(taken)
            if len(ways) * len(listed) > HANDS_MAX:
                raise Refused(f"a seat of {self.model.id} has too many hands to go through for each of the next seat")
            ways = [(*way, *each) for way in ways for each in listed if not set(way) & set(each)]
        return np.ascontiguousarray(np.array(ways, dtype=np.uint8).T)

    def deals(self) -> int:
        """How many deals of two seats there are."""
        left, found = len(self.space.kinds), 1
        for drawn in (*self.model.draws, *self.own):
            found *= comb(left, drawn.count) if drawn.kind is Draw.SET else perm(left, drawn.count)
            left -= drawn.count
        return found

    def items(self, first: int, second: int) -> list[tuple[int, int]]:
        """Which wagers of the two seats are settled in what turn, as seat and place, where they decide so."""
        wagers, orders = len(self.model.wagers), self.table.orders
        pattern = (first * len(self.plans) + second) * len(self.plans) ** (len(self.table.seats) - 2)
        order = [divmod(item, wagers) for item in orders[pattern if len(orders) > 1 else 0].tolist() if item >= 0]
        return [(seat, column) for seat, column in order if seat <= SECOND and column in self.table.columns]

    def kernel(self) -> DeviceKernel:
        """What fills, for each start, the sight's row, the deals by the first's plan and the cents by both plans."""
        plans, slots = len(self.plans), self.space.slots
        start, end = slots[: self.cut], slots[self.cut :]
        self.emit(
            "def answer(",
            "    starts, cards, firsts, ends, row_of, plan_of, pays, spots, wager,",
            "    first, last, rows, deals, won, faults",
            "):",
            "    for start in range(first + cuda.blockIdx.x, last, cuda.gridDim.x):",
        )
        self.depth = 2
        self.seated(self, SECOND)
        self.take(start, "starts", "start")
        self.emit(f"used = {' | '.join(f'1 << k_{slot.name}' for slot in start)}")
        self.seen(self)
        self.emit("rows[start] = at")
        for one in range(plans):
            self.emit(f"n_{one} = 0", *(f"w_{one}_{two} = 0" for two in range(plans)))
        self.emit("for hand in range(cuda.threadIdx.x, firsts.shape[1], cuda.blockDim.x):")
        self.depth = 3
        other = self.other_seat()
        self.emit("for end in range(ends.shape[1]):")
        self.depth = other.depth = 4
        self.take(end, "ends", "end")
        wanted = " | ".join(f"1 << k_{slot.name}" for slot in end)
        if wanted:
            self.emit(f"if (used | met) & ({wanted}):", "    continue")
        other.known |= {slot.draw: self.known[slot.draw] for slot in end}
        self.features(set())
        other.features(set())
        for two in range(plans):
            self.due(self, SECOND, two)
        for one in range(plans):
            self.emit(f"{'if' if not one else 'elif'} plan == {one}:")
            self.depth = other.depth = 5
            self.due(other, FIRST, one)
            self.emit(f"n_{one} += 1")
            for two in range(plans):
                self.settle(one, two)
            self.depth = other.depth = 4
        self.depth = 2
        for one in range(plans):
            self.emit(f"cuda.atomic.add(deals, (start, {one}), n_{one})")
            self.emit(*(f"cuda.atomic.add(won, (start, {one}, {two}), w_{one}_{two})" for two in range(plans)))
        return DeviceKernel("answer", self.text, tuple(self.rules.items()), self.model)

    def seated(self, source: Source, seat: int) -> None:
        """Let a seat know its spot, where the game has any."""
        source.known |= {name: [f"spots[{seat}]"] for name in self.model.per_seat if name in self.model.constants}

    def other_seat(self) -> Source:
        """The first seat, who sees its own cards and what all see; gives `plan`."""
        other = Source(self.model)
        other.lines, other.depth, other.rules, other.letter = self.lines, self.depth, self.rules, "g"
        self.seated(other, FIRST)
        names, place = [], 0
        for drawn in self.own:
            known = other.known[drawn.name] = []
            for _ in range(drawn.count):
                self.emit(f"k_first_{place} = int(np.int64(firsts[{place}, hand]))")
                self.emit(f"first_{place} = int(cards[k_first_{place}])")
                names.append(f"1 << k_first_{place}")
                known.append(f"first_{place}")
                place += 1
        self.emit(f"met = {' | '.join(names)}", "if used & met:", "    continue")
        mine = {drawn.name for drawn in self.own}
        drawn_names = {drawn.name for drawn in self.model.draws} - mine
        other.known |= {name: self.known[name] for name in drawn_names if self.complete(name)}
        self.seen(other)
        self.emit("plan = plan_of[at]")
        return other

    def seen(self, source: Source) -> None:
        """What a seat sees, as `at`, the row of its sight; one that nobody can see is passed over, and noted."""
        source.sights(self.within)
        self.emit("at = row_of[combined]", "if at < 0:", "    cuda.atomic.max(faults, 1, 1)", "    continue")
        source.features(set())

    def due(self, source: Source, seat: int, number: int) -> None:
        """What each wager of a seat is due if it decides so."""
        decisions = self.model.decisions
        codes = [int(d.options[place].code) for d, place in zip(decisions, self.plans[number], strict=True)]
        with source.deciding(decisions, codes):
            for rule, size in self.table.solver.counts.layout.outcomes:
                paid = [c for c, w in enumerate(self.model.wagers) if w.outcome == rule and c in self.table.columns]
                if paid:
                    self.emit(f"code = {source.call(rule)}")
                    self.within("code", size, rule)
                for column in paid:
                    due = f"d_{seat}_{number}_{column}"
                    self.emit(f"{due} = pays[{seat}, {column}, {number}, code]", f"if {due} == {NO_LINE}:")
                    self.emit("    cuda.atomic.max(faults, 1, 1)", f"    {due} = 0")

    def settle(self, one: int, two: int) -> None:
        """Settle both seats in their turn if they decide so, and add up what the second wins."""
        coverage = COVERAGES[self.table.bank.coverage]
        covers, uses = self.name_of(coverage.covers), self.name_of(coverage.uses)
        self.emit("spent, result, mine = 0, 0, 0")
        for seat, column in self.items(one, two):
            amount = f"d_{seat}_{two if seat else one}_{column}"
            self.emit(f"if {amount} != 0:", f"    moved = {covers}({amount}, wager, spent, result)")
            self.emit(f"    gain = moved if {amount} > 0 else -moved", "    result -= gain")
            self.emit(f"    spent = {uses}(spent, moved, result)")
            if seat:
                self.emit("    mine += gain")
        self.emit(f"w_{one}_{two} += mine")


def second_values(table: BankTable, wager: int, plan_of_row: Ints, progress: Progress = lambda _: None) -> SecondSeat:
    """Go through every deal of two seats, the first of which plays a plan at each sight."""
    check_second(table)
    source = SecondSource(table)
    kernel = source.kernel()
    starts, weights = source.starts()
    counts, plans = table.solver.counts, len(table.solver.plans)
    if table.due_max * source.deals() >= SUM_MAX:
        raise Refused("these stakes are beyond exact counting; stake less", field="stakes")
    cards = np.array([card for card, _ in source.space.kinds], dtype=np.int64)
    spots = np.array([seat.spot for seat in table.seats], dtype=np.int64)
    given = (starts, cards, source.first_hands, source.ends(), table.row_of_code, plan_of_row)
    arrays: tuple[Any, ...] = tuple(map(cuda.to_device, (*given, table.payments, spots)))
    rows, deals = np.zeros(len(weights), dtype=np.int64), np.zeros((len(weights), plans), dtype=np.int64)
    won = np.zeros((len(weights), plans, plans), dtype=np.int64)
    filled = tuple(cuda.to_device(each) for each in (rows, deals, won, np.zeros(2, dtype=np.int64)))
    for first, last in parts_of(len(weights)):
        kernel.launch(*arrays, wager, first, last, *filled)
        progress(last / len(weights))
    rows, deals, won, faults = (each.copy_to_host() for each in filled)
    if faults[0] or faults[1]:
        unknown = Refused(f"{table.model.id} has a sight or an outcome that was not counted")
        raise no_code(table.model, -int(faults[0])) if faults[0] else unknown
    size = plans, len(counts.sights)
    by_row = SecondSeat(np.zeros(size, dtype=np.int64), np.zeros((*size, plans), dtype=np.int64))
    for one in range(plans):
        np.add.at(by_row.deals[one], rows, deals[:, one] * weights)
        np.add.at(by_row.won[one], rows, won[:, one] * weights[:, None])
    if by_row.total != source.deals():
        raise Refused(f"{by_row.total:,} deals of two seats were met, and there are {source.deals():,}")
    return by_row


def parts_of(starts: int) -> Iterator[tuple[int, int]]:
    """Starts in parts, each of which one launch takes."""
    cuts = chain(range(0, starts, STARTS_AT_ONCE), [starts])
    first = next(cuts)
    for last in cuts:
        yield first, last
        first = last
