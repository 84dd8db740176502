"""The generated simulation of a table: shifts of rounds, several seats in each, against one bank.

A unit is a shift. In every round the seats' own draws and the shared ones fall from one composition, each seat decides
by its look-up, the cents due on every wager are looked up, and the bank meets them in the table's order, once under
each reading of coverage, on the same cards. Sums of whole cents go into the tally, by shift where a standard error is
wanted, so that all of it is exact and the same however the shifts are spread.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.exact.solve import base_wagers
from croupier.exact.space import Composition
from croupier.exact.wager_report import includes
from croupier.kernel.kernel import Kernel
from croupier.rule import rule
from croupier.rulebook.bank import Coverage
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.simulation.random_words import TEMPLATE, drawing
from croupier.simulation.rounds.kernel import RoundSource, bounds, check_drawn_ahead
from croupier.simulation.strategy_lookup import look_up
from croupier.simulation.tables.seats import NO_LINE

SIGNATURE: Final = (
    "int64(int64, int64, int64, uint8[::1], int64[:,::1], uint8[:,::1], int64[::1], int64[:,::1], "
    "int64[:,:,:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1])"
)
NUMBERS: Final = (
    *("rounds", "wanted", "bankroll", "least", "reserve", "whole"),
    *("dealer_fee", "seat_fees", "lowest", "width"),
)
"""What the kernel reads by name from one array, in cents or rounds."""
HEAD: Final = ("ruined", "rounds", "rounds_squared", "used_up", "short", "posted", "broken")
"""What is counted of each reading; `broken` counts what can never happen."""
BANK: Final = ("before", "after", "used", "returned")
"""Sums by shift of the bank: its result before and after fees, coverage used, and cents due that it did not cover."""
ITEM: Final = ("result", "due", "returned", "times")
"""Sums of each wager of each seat; `times` counts those that were not wholly covered."""
MOMENTS: Final = 6
HALF_BITS: Final = 20
CENTS_MAX: Final = 1 << 2 * HALF_BITS
"""A shift's sums stay below this, so that their squares, in halves, fit."""
BINS: Final = 1 << 13


@rule
def posted(chips: int, wanted: int, least: int, reserve: int, whole: int) -> int:
    """What a bank with so many chips wagers: what it wants, or all it has beyond the fee; nothing below the least."""
    able = min(wanted, chips - reserve) // whole * whole
    return able if able >= least else 0


@dataclass(frozen=True)
class Cells:
    """Where everything lies in the tally of a table with so many seats."""

    model: Model
    seats: int
    readings: tuple[str, ...]

    @property
    def bases(self) -> tuple[str, ...]:
        """The wagers placed before the deal, with which those that ride on them are stated."""
        return tuple(wager.id for wager in base_wagers(self.model))

    def base_of(self, wager: str) -> int:
        """The number of the wager that one is stated with."""
        for number, base in enumerate(self.bases):
            if wager == base or wager in includes(self.model, base):
                return number
        raise LookupError(wager)

    @property
    def by_seat(self) -> int:
        """Sums by shift of each seat: its wagers, all together, and what was returned."""
        return len(self.bases) + 2

    @property
    def pooled_at(self) -> int:
        """Where, among the sums by shift, those of all seats begin, wager by wager."""
        return len(BANK) + self.seats * self.by_seat

    @property
    def sums(self) -> int:
        """Sums by shift of each reading."""
        return self.pooled_at + len(self.bases)

    @property
    def items(self) -> int:
        return self.seats * len(self.model.wagers)

    @property
    def items_at(self) -> int:
        """Where a reading's wagers begin."""
        return len(HEAD) + self.sums * MOMENTS

    @property
    def bins_at(self) -> int:
        """Where a reading's shifts by result begin."""
        return self.items_at + self.items * len(ITEM)

    @property
    def block(self) -> int:
        """Cells of a reading."""
        return self.bins_at + BINS

    @property
    def apart_at(self) -> int:
        """Where the last reading less the first begins: the moments of every sum by shift."""
        return self.block * len(self.readings)

    @property
    def size(self) -> int:
        return self.apart_at + self.sums * MOMENTS


MOMENTS_SOURCE: Final = f"""
@inline
def add_moments(tally, at, x, rounds):
    high, low = x >> {HALF_BITS}, x & {(1 << HALF_BITS) - 1}
    tally[at] += x
    tally[at + 1] += high * high
    tally[at + 2] += high * low
    tally[at + 3] += low * low
    tally[at + 4] += high * rounds
    tally[at + 5] += low * rounds


"""


class TableSource(RoundSource):
    """Lines that play shifts at a table."""

    def __init__(self, model: Model, composition: Composition, seats: int, coverages: Mapping[str, Coverage]) -> None:
        check_drawn_ahead(model, "a simulation of tables")
        super().__init__(model)
        self.composition = composition
        self.seats = seats
        self.coverages = coverages
        self.cells = Cells(model, seats, tuple(coverages))
        self.own = tuple(drawn for drawn in model.draws if drawn.name in model.per_seat)
        self.shared = tuple(drawn for drawn in model.draws if drawn.name not in model.per_seat)

    @property
    def cards(self) -> int:
        return sum(drawn.count for drawn in self.fallen if drawn.kind is not Draw.DIE)

    @property
    def fallen(self) -> tuple[Drawn, ...]:
        """The draws of a whole table: each seat's own in turn, then those that are shared."""
        return (*self.own * self.seats, *self.shared)

    def deal_table(self, index: str) -> None:
        """Let all draws of a table fall from one composition into `drawn`; the shared ones become known.

        Cards are swapped to the end of the deck, and back when all are out, so that a round depends on its index alone.
        """
        size = sum(self.composition)
        self.emit(*self.chance(bounds(self.fallen, size), index))
        taken, place = 0, 0
        for each in self.fallen:
            for _ in range(width((each,))):
                if each.kind is Draw.DIE:
                    self.emit(f"drawn[{place}] = d{place} + 1")
                else:
                    self.emit(f"falls[{taken}] = d{place}", f"places[{taken}] = {place}")
                    taken += 1
                place += 1
        self.emit(f"for n in range({taken}):", f"    fall, end = falls[n], {size - 1} - n", "    card = deck[fall]")
        self.emit("    deck[fall], deck[end] = deck[end], card", "    drawn[places[n]] = card")
        self.emit(f"for n in range({taken - 1}, -1, -1):", f"    fall, end = falls[n], {size - 1} - n")
        self.emit("    deck[fall], deck[end] = deck[end], deck[fall]")
        self.tell(self.shared, "shared", f"{self.seats * width(self.own)}")

    def chance(self, bounds_: tuple[int, ...], index: str) -> list[str]:
        """Source that draws d0, d1, … below their bounds for the round of this index."""
        return drawing(bounds_, index)

    def tell(self, draws: tuple[Drawn, ...], name: str, start: str) -> None:
        """Make draws known that lie in `drawn` from a place on."""
        number = 0
        for each in draws:
            self.known[each.name] = []
            for _ in range(width((each,))):
                self.emit(f"{name}_{number} = drawn[{start} + {number}]")
                self.known[each.name].append(f"{name}_{number}")
                number += 1

    def write(self) -> None:
        readings, cells = len(self.coverages), self.cells
        self.emit(
            "def play(key, first, last, shoe, all_sights, all_plans, "
            "numbers, seats, pays, orders, base, tally, scratch):",
        )
        self.depth = 1
        self.emit(f"{', '.join(NUMBERS)} = {', '.join(f'numbers[{n}]' for n in range(len(NUMBERS)))}", "bad = 0")
        arrays = {"deck": sum(self.composition), "drawn": width(self.fallen), "falls": self.cards, "places": self.cards}
        arrays |= {"dues": cells.items, **dict.fromkeys(("chips", "wagers", "dealt", "drop"), readings)}
        self.scratch = 0
        for name, size in arrays.items():
            self.emit(f"{name} = scratch[{self.scratch} : {self.scratch + size}]")
            self.scratch += size
        self.emit(f"sums = scratch[{self.scratch} :]")
        self.scratch += readings * cells.sums
        self.emit("for n in range(deck.size):", "    deck[n] = shoe[n]", "for unit in range(first, last):")
        self.depth = 2
        self.emit(f"for r in range({readings}):", "    chips[r], dealt[r], drop[r] = bankroll, 0, 0")
        self.emit(
            f"    for each in range({cells.sums}):",
            f"        sums[r * {cells.sums} + each] = 0",
            "for number in range(rounds):",
        )
        self.depth = 3
        self.round()
        self.depth = 2
        self.end_of_shift()
        self.depth = 1
        self.emit("return bad")

    def round(self) -> None:
        """Write one round: post, deal, decide, settle."""
        post = self.name_of(posted)
        self.emit("banked = 0", f"for r in range({len(self.coverages)}):")
        self.emit(f"    wagers[r] = {post}(chips[r], wanted, least, reserve, whole)", "    banked += wagers[r]")
        self.emit("if banked == 0:", "    break")
        self.deal_table("unit * rounds + number")
        for name in self.model.per_seat:
            self.known.pop(name, None)
        self.features(set())
        self.emit("pattern = 0", f"for seat in range({self.seats}):")
        self.depth += 1
        self.seat()
        self.depth -= 1
        self.emit("if orders.shape[0] == 1:", "    pattern = 0")
        for number, coverage in enumerate(self.coverages.values()):
            self.settle(number, coverage)

    def seat(self) -> None:
        """Write what one seat sees, decides and is due."""
        self.emit("sights, plans = all_sights[seats[seat, 0]], all_plans[seats[seat, 0]]")
        self.tell(self.own, "own", f"seat * {width(self.own)}")
        for name in self.model.per_seat:
            if name in self.model.constants:
                self.known[name] = ["seats[seat, 1]"]
        self.play()
        self.emit(f"pattern = pattern * {len(self.layout.plans)} + plan")
        numbers = {rule_: number for number, (rule_, _) in enumerate(self.layout.outcomes)}  # or the roll alone
        for column, wager in enumerate(self.model.wagers):
            due = f"pays[seat, {column}, plan, o{numbers.get(wager.outcome, 0)}]"
            self.emit(f"dues[seat * {len(self.model.wagers)} + {column}] = {due}", f"if {due} == {NO_LINE}:")
            self.emit("    bad += 1")

    def settle(self, number: int, coverage: Coverage) -> None:
        """Write how the bank meets the wagers in their order under one reading."""
        cells, wagers = self.cells, len(self.model.wagers)
        at, bases = cells.block * number, len(cells.bases)
        covers, uses = self.name_of(coverage.covers), self.name_of(coverage.uses)
        head = {name: f"tally[{at + place}]" for place, name in enumerate(HEAD)}
        lines = f"""
if wagers[{number}] > 0:
    wager, used, result, returned = wagers[{number}], 0, 0, 0
    for turn in range(orders.shape[1]):
        item = orders[pattern, turn]
        if item < 0:
            break
        amount = dues[item]
        if amount == 0:
            continue
        size, moved = abs(amount), {covers}(amount, wager, used, result)
        won, back = moved if amount > 0 else -moved, size - moved
        result -= won
        used = {uses}(used, moved, result)
        returned += back
        cell = {at + cells.items_at} + item * {len(ITEM)}
        tally[cell] += won
        tally[cell + 1] += size
        tally[cell + 2] += back
        tally[cell + 3] += back > 0
        place = {len(BANK)} + item // {wagers} * {cells.by_seat}
        sums[{number} * {cells.sums} + place + base[item % {wagers}]] += won
        sums[{number} * {cells.sums} + {cells.pooled_at} + base[item % {wagers}]] += won
        sums[{number} * {cells.sums} + place + {bases}] += won
        sums[{number} * {cells.sums} + place + {bases + 1}] += back
    dealt[{number}] += 1
    chips[{number}] += result - dealer_fee
    drop[{number}] += dealer_fee + seat_fees
    sums[{number} * {cells.sums}] += result
    sums[{number} * {cells.sums} + 2] += used
    sums[{number} * {cells.sums} + 3] += returned
    {head["used_up"]} += used >= wager
    {head["short"]} += returned > 0
    {head["posted"]} += wager
    {head["broken"]} += used > wager or abs(result) > wager"""
        self.emit(*lines.strip().splitlines())

    def end_of_shift(self) -> None:
        """Write what is kept of a shift: no cent made or lost, moments of all sums, and the result among its like."""
        cells, bases = self.cells, len(self.cells.bases)
        head = {name: f"tally[at + {place}]" for place, name in enumerate(HEAD)}
        lines = f"""
for r in range({len(self.coverages)}):
    at = r * {cells.block}
    result = chips[r] - bankroll
    sums[r * {cells.sums} + 1] = result
    lost = result + drop[r] - seat_fees * dealt[r]
    for seat in range({self.seats}):
        lost += sums[r * {cells.sums} + {len(BANK) + bases} + seat * {cells.by_seat}]
    {head["broken"]} += lost != 0
    {head["ruined"]} += dealt[r] < rounds
    {head["rounds"]} += dealt[r]
    {head["rounds_squared"]} += dealt[r] * dealt[r]
    for each in range({cells.sums}):
        add_moments(tally, at + {len(HEAD)} + each * {MOMENTS}, sums[r * {cells.sums} + each], dealt[r])
    tally[at + {cells.bins_at} + min(max((result - lowest) // width, 0), {BINS - 1})] += 1
for each in range({cells.sums}):
    apart = sums[{len(self.coverages) - 1} * {cells.sums} + each] - sums[each]
    add_moments(tally, {cells.apart_at} + each * {MOMENTS}, apart, rounds)"""
        self.emit(*lines.strip().splitlines())

    def kernel(self) -> Kernel:
        """The kernel whose units are shifts."""
        self.write()
        text = TEMPLATE + look_up(self.layout) + MOMENTS_SOURCE + self.text
        return Kernel("play", SIGNATURE, text, tuple(self.rules.items()), self.scratch)


def width(draws: tuple[Drawn, ...]) -> int:
    return sum(1 if drawn.kind is Draw.DIE else drawn.count for drawn in draws)
