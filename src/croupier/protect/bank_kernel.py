"""The generated play of a table around a limited bank: deal, look up what is due, decide in turn, settle.

What each seat's wagers are due is looked up for every way that seat may decide; so seats can decide one after another,
each hearing those before it, a seat can try all its options on the same cards, and banks of several wagers can meet
them. Coverage is the rulebook's own pair of rule functions for each reading.
"""

from collections.abc import Sequence
from typing import Final

from croupier.exact.counter import Plan
from croupier.exact.space import Composition
from croupier.kernel.kernel import Kernel
from croupier.rulebook.bank import COVERAGES
from croupier.rulebook.model import Model
from croupier.simulation.random_words import TEMPLATE
from croupier.simulation.tables.kernel import TableSource, width
from croupier.simulation.tables.seats import NO_LINE

HEAD: Final = ("used_up", "short", "used")
SUMS: Final = 3
"""Of every result its sum, that of its square, and that of its product with the one that is wholly covered."""

BACKS: Final = 3
"""Of every seat what was due, what of it came back uncovered, and what of that it had given up."""

COMMON: Final = (
    "int64, int64, int64, uint8[::1], int32[::1], int64[::1], int64[::1], int64[:,:,:,::1], int64[:,::1], "
    "uint8[:,::1], uint8[:,::1], uint8[:,::1], int64[::1]"
)
SIGNATURE: Final = f"int64({COMMON}, int64[::1], int64[::1], int64[::1])"
ARGUMENTS: Final = (
    "key, first, last, shoe, row_of, group_of, spots, pays, orders, base, by_row, by_group, kinds, numbers, tally, "
    "scratch"
)
NUMBERS: Final = ("reading", "grain", "groups", "heard", "reach", "learner", "played", "wager")
"""What a kernel reads by name; the bank's wagers follow them."""

BY_ROW: Final = 0
BY_GROUP: Final = 1
BY_ROW_HEARD: Final = 2
"""The second seat's own: by what it sees, in a row of plans for each way the first seat decided, after all seats'."""


class BankSource(TableSource):
    """Lines that deal rounds at a table, let seats decide in turn and settle with a limited bank."""

    noted = ""
    """What is noted of every round."""
    every_deal = False
    """Whether a round's number stands for one deal of all, instead of one by chance."""

    def __init__(
        self,
        model: Model,
        composition: Composition,
        seats: int,
        plans: Sequence[Plan],
        columns: frozenset[int],
        given_up: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        super().__init__(model, composition, seats, COVERAGES)
        self.plans = plans
        self.columns = columns
        """The places of wagers that anybody may have money on."""
        self.given_up = given_up
        """The plans, and the wagers that each loses whatever the cards are."""

    def chance(self, bounds_: tuple[int, ...], index: str) -> list[str]:
        if not self.every_deal:
            return super().chance(bounds_, index)
        lines = [f"rest = {index}"]
        for number, bound in enumerate(bounds_):
            lines += [f"d{number} = rest % {bound}", f"rest //= {bound}"]
        return lines

    def write(self) -> None:
        """Write the kernel: deal, look up what is due, decide and settle, and note it."""
        seats, wagers = self.seats, len(self.model.wagers)
        self.emit(f"def play({ARGUMENTS}):")
        self.depth = 1
        self.emit(f"{', '.join(NUMBERS)} = {', '.join(f'numbers[{n}]' for n in range(len(NUMBERS)))}", "bad = 0")
        arrays = {"deck": sum(self.composition), "drawn": width(self.fallen), "falls": self.cards, "places": self.cards}
        arrays |= {
            "dues": seats * len(self.plans) * wagers,
            "rows": seats,
            "chosen": seats,
            "covered": max(seats + 1, len(self.plans)),
        }
        arrays |= {"results": seats + 1, "backs": 2 * seats, "sizes": seats}
        self.scratch = 0
        for name, size in arrays.items():
            self.emit(f"{name} = scratch[{self.scratch} : {self.scratch + size}]")
            self.scratch += size
        self.emit("for n in range(deck.size):", "    deck[n] = shoe[n]", "for unit in range(first, last):")
        self.depth = 2
        self.deal_table("unit")
        for name in self.model.per_seat:
            self.known.pop(name, None)
        self.features(set())
        self.emit("for seat in range(played):")
        self.depth = 3
        self.seat()
        self.depth = 2
        self.emit(*self.noted.format(**self.words).strip().splitlines())
        self.depth = 1
        self.emit("return bad")

    @property
    def words(self) -> dict[str, object]:
        """What the noted lines are written with."""
        covers, uses = zip(
            *((self.name_of(c.covers), self.name_of(c.uses)) for c in self.coverages.values()), strict=True
        )
        return {
            "seats": self.seats,
            "wagers": len(self.model.wagers),
            "plans": len(self.plans),
            "head": len(HEAD),
            "sums": SUMS,
            "fixed": len(NUMBERS),
            "by_group": BY_GROUP,
            "by_row_heard": BY_ROW_HEARD,
            "given_up": " or ".join(f"plan == {p} and column == {c}" for p, c in sorted(self.given_up)) or "False",
            "backs": BACKS,
            "covers_0": covers[0],
            "covers_1": covers[1],
            "uses_0": uses[0],
            "uses_1": uses[1],
        }

    def seat(self) -> None:
        """Write what one seat sees, and what each of its wagers is due for every way it may decide."""
        self.tell(self.own, "own", f"seat * {width(self.own)}")
        for name in self.model.per_seat:
            if name in self.model.constants:
                self.known[name] = ["spots[seat]"]
        self.features(set())
        self.see()
        self.emit("row = row_of[seen]", "if row < 0:", "    bad += 1", "    continue", "rows[seat] = row")
        decisions, wagers = self.model.decisions, len(self.model.wagers)
        for number, plan in enumerate(self.plans):
            codes = [int(d.options[place].code) for d, place in zip(decisions, plan, strict=True)]
            with self.deciding(decisions, codes):
                for place, (rule_, size) in enumerate(self.layout.outcomes):
                    paid = [
                        c for c, wager in enumerate(self.model.wagers) if wager.outcome == rule_ and c in self.columns
                    ]
                    if not paid:
                        continue
                    self.emit(f"o{place} = {self.call(rule_)}")
                    self.within(f"o{place}", size)
                    for column in paid:
                        due = f"pays[seat, {column}, {number}, o{place}]"
                        self.emit(f"if {due} == {NO_LINE}:", "    bad += 1", "    continue")
                        self.emit(f"dues[(seat * {len(self.plans)} + {number}) * {wagers} + {column}] = {due}")

    def kernel(self) -> Kernel:
        self.write()
        return Kernel(
            "play",
            SIGNATURE,
            TEMPLATE + SETTLED.format(**self.words) + self.text,
            tuple(self.rules.items()),
            self.scratch,
        )


SETTLED: Final = """
@inline
def plan_of(seat, pattern, rows, group_of, by_row, by_group, kinds, groups, heard):
    row = rows[seat]
    if kinds[seat] == {by_group}:
        plan = int(np.int64(by_group[seat, pattern * heard * groups + group_of[row]]))
        if plan < {plans}:
            return plan
    if kinds[seat] == {by_row_heard}:
        return int(np.int64(by_row[{seats} + pattern * heard, row]))
    return int(np.int64(by_row[seat, row]))


@inline
def covered_part(reading, amount, wager, used, result):
    if reading == 0:
        return {covers_0}(amount, wager, used, result)
    return {covers_1}(amount, wager, used, result)


@inline
def used_part(reading, used, moved, result):
    if reading == 0:
        return {uses_0}(used, moved, result)
    return {uses_1}(used, moved, result)


@inline
def settle(reading, wager, pattern, chosen, dues, orders, results, backs, sizes):
    used, result, short = 0, 0, 0
    for seat in range({seats}):
        results[seat + 1], backs[seat], backs[{seats} + seat], sizes[seat] = 0, 0, 0, 0
    for turn in range(orders.shape[1]):
        item = orders[pattern, turn]
        if item < 0:
            break
        seat = item // {wagers}
        amount = dues[(seat * {plans} + chosen[seat]) * {wagers} + item % {wagers}]
        if amount == 0:
            continue
        size, moved = abs(amount), covered_part(reading, amount, wager, used, result)
        won = moved if amount > 0 else -moved
        result -= won
        used = used_part(reading, used, moved, result)
        results[seat + 1] += won
        backs[seat] += size - moved
        plan, column = chosen[seat], item % {wagers}
        if {given_up}:
            backs[{seats} + seat] += size - moved
        sizes[seat] += size
        short += size - moved
    results[0] = result
    return used, short


"""


class ValueSource(BankSource):
    """Notes what banks of several wagers and every seat won, beside what they would win where all is covered."""

    noted = """
pattern = 0
covered[0] = 0
for seat in range({seats}):
    plan = plan_of(seat, pattern, rows, group_of, by_row, by_group, kinds, groups, heard)
    chosen[seat] = plan
    pattern = pattern * {plans} + plan
    usual, whole = int(np.int64(base[seat, rows[seat]])), 0
    for column in range({wagers}):
        whole += dues[(seat * {plans} + usual) * {wagers} + column]
    covered[seat + 1] = whole // grain
    covered[0] -= whole // grain
if orders.shape[0] == 1:
    pattern = 0
for each in range({seats} + 1):
    tally[2 * each] += covered[each]
    tally[2 * each + 1] += covered[each] * covered[each]
at = 2 * ({seats} + 1)
for number in range(numbers.size - {fixed}):
    wager = numbers[{fixed} + number]
    used, short = settle(reading, wager, pattern, chosen, dues, orders, results, backs, sizes)
    if used > wager or abs(results[0]) > wager:
        bad += 1
    total = 0
    tally[at] += used >= wager
    tally[at + 1] += short > 0
    tally[at + 2] += used // grain
    for each in range({seats} + 1):
        won = results[each] // grain
        cell = at + {head} + {sums} * each
        tally[cell] += won
        tally[cell + 1] += won * won
        tally[cell + 2] += won * covered[each]
        total += results[each]
    if total != 0:
        bad += 1
    cell = at + {head} + {sums} * ({seats} + 1)
    for seat in range({seats}):
        tally[cell + {backs} * seat] += sizes[seat] // grain
        tally[cell + {backs} * seat + 1] += backs[seat] // grain
        tally[cell + {backs} * seat + 2] += backs[{seats} + seat] // grain
    cell += {backs} * {seats}
    tally[cell + reach + results[0] // grain] += 1
    at = cell + 2 * reach + 1
"""


class LearningSource(BankSource):
    """Notes what one seat wins by each of its options, whatever it sees and hears, others playing as they do."""

    noted = """
pattern = 0
for seat in range(learner):
    plan = plan_of(seat, pattern, rows, group_of, by_row, by_group, kinds, groups, heard)
    chosen[seat] = plan
    pattern = pattern * {plans} + plan
cell = (pattern * heard * groups + group_of[rows[learner]]) * (2 * {plans} + 2)
tally[cell] += 1
history, usual = pattern, int(np.int64(by_row[learner, rows[learner]]))
for option in range({plans}):
    chosen[learner] = option
    pattern = history * {plans} + option
    for seat in range(learner + 1, {seats}):
        plan = 0
        if seat < played:
            plan = plan_of(seat, pattern, rows, group_of, by_row, by_group, kinds, groups, heard)
        else:
            for column in range({wagers}):
                dues[seat * {plans} * {wagers} + column] = 0
        chosen[seat] = plan
        pattern = pattern * {plans} + plan
    if orders.shape[0] == 1:
        pattern = 0
    used, short = settle(reading, wager, pattern, chosen, dues, orders, results, backs, sizes)
    covered[option] = results[learner + 1] // grain
    tally[cell + 2 + option] += covered[option]
tally[cell + 1] += covered[usual]
for option in range({plans}):
    apart = covered[option] - covered[usual]
    tally[cell + 2 + {plans} + option] += apart * apart
"""
