"""The counter of a game whose late sights are too many to keep: it decides them while it counts.

All deals of a last sight are counted together, so what each option is worth there is known at once, and its sums go to
what was seen before it. What is left of a late sight is its *class*: which options are best there. A first pass adds up
what the last decision is worth at every sight before it, from which the decisions between are solved; a second one
counts the joint outcomes, by the sights that are kept and by the classes of the late ones.

Draws are taken in an order of their own: first the *board*, which all seats share, then a seat's *hand*, both seen by
the last decision, then the *ends*, which nobody has seen. A feature of the board and an end is worked out once for each
board, and all hands read it. The lines are the same for a core and for a GPU, but for how the work is divided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.counter import FULL, TEMPLATE, Layout, Plan, where_offered, write_offers
from croupier.exact.evaluation import result
from croupier.exact.space import Composition, Ints, Rows, Slot, Space, appended
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import RENAMED, Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Rule

LOWEST: Final = -(1 << 62)
SCATTER: Final = -7046029254386353131
"""What a key is multiplied by to find its place."""
STANDINGS: Final = 3
"""An option is not offered, offered, or best."""


@dataclass(frozen=True)
class Arrangement:
    """A model's deals in the order board, hand, ends; and which of its decisions are late."""

    model: Model
    composition: Composition
    kept: int
    """The sights of so many decisions are kept; those of the others are classes."""

    @cached_property
    def seen(self) -> set[str]:
        """The draws that the last decision knows."""
        return set().union(*(self.model.needs(decision.sees) for decision in self.model.decisions))

    @cached_property
    def of_hand(self) -> set[str]:
        """The draws that a seat has for itself and sees."""
        own = self.seen & set(self.model.per_seat)
        return own or self.seen & self.model.needs(self.model.decisions[0].sees)

    @cached_property
    def space(self) -> Space:
        """All deals, in the order in which they are taken."""

        def stage(name: str) -> int:
            return 2 if name not in self.seen else 1 if name in self.of_hand else 0

        draws = tuple(sorted(self.model.draws, key=lambda drawn: stage(drawn.name)))
        return Space(replace(self.model, draws=draws), self.composition, lumped=True)

    @cached_property
    def stages(self) -> tuple[tuple[Slot, ...], tuple[Slot, ...], tuple[Slot, ...]]:
        """The slots of the board, of the hand and of the ends."""
        slots = self.space.slots
        board = sum(slot.draw in self.seen and slot.draw not in self.of_hand for slot in slots)
        hand = board + sum(slot.draw in self.of_hand for slot in slots)
        return slots[:board], slots[board:hand], slots[hand:]

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.model)

    @cached_property
    def prefixes(self) -> dict[Plan, tuple[Plan, ...]]:
        """The ways in which the decisions before the last may go, and the plans that go on from each."""
        return self.following(len(self.model.decisions) - 1)

    def following(self, depth: int) -> dict[Plan, tuple[Plan, ...]]:
        """The ways that decisions may go up to one, and those that go on from each by one decision."""
        ways: dict[Plan, dict[Plan, None]] = {}
        for plan in self.layout.path_of_plan:
            ways.setdefault(plan[:depth], {})[plan[: depth + 1]] = None
        return {way: tuple(after) for way, after in ways.items()}

    def choices(self, depth: int) -> tuple[tuple[Plan, ...], ...]:
        """Of one decision, the ways that lead to a choice, each as the plans that go on from it."""
        return tuple(after for after in self.following(depth).values() if len(after) > 1)

    def classes(self, depth: int) -> int:
        """How many classes one decision's sights have: how each option of each choice stands."""
        return int(STANDINGS ** sum(len(after) for after in self.choices(depth)))

    @cached_property
    def merged(self) -> Model:
        """The model in which a late decision sees its class alone."""
        late = tuple(
            replace(decision, codes=self.classes(depth), fields=(), shown=Standing(decision, self.choices(depth)))
            for depth, decision in enumerate(self.model.decisions[self.kept :], self.kept)
        )
        return replace(self.model, decisions=(*self.model.decisions[: self.kept], *late))

    def check(self) -> None:
        """Refuse what this counter cannot count."""
        if not self.space.one_of_each:
            raise Refused(f"{self.model.id} has too many sights to keep, and is dealt from more than one deck")
        if late := self.model.late:
            raise Refused(
                f"{self.model.id} has too many sights to keep, and draws {late[0].name} after {late[0].after}; let its "
                "decisions see less, with smaller `codes`"
            )
        _ = Layout(self.merged).sights

    # ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def boards(self) -> tuple[Rows, Ints]:
        """Every board as a column of kinds and faces, one for those alike, and how many it stands for."""
        rows, weights = self.space.rows(len(self.stages[0]))
        return np.ascontiguousarray(rows.T), weights

    @cached_property
    def hands(self) -> Rows:
        return self.rows_of(self.stages[1], len(self.stages[0]))

    @cached_property
    def ends(self) -> Rows:
        return self.rows_of(self.stages[2], len(self.stages[0]) + len(self.stages[1]))

    def rows_of(self, slots: Sequence[Slot], first: int) -> Rows:
        """Every way in which some slots can fall, as a column, whatever they may meet."""
        rows = np.zeros((1, 0), dtype=np.uint8)
        for place, slot in enumerate(slots, first):
            if slot.kind is Draw.DIE:
                row, face = np.divmod(np.arange(len(rows) * slot.faces), slot.faces)
                rows = appended(rows, row, face + 1)
            else:
                row, kind, _ = self.space.extended(rows, place, first)
                rows = appended(rows, row, kind)
        return np.ascontiguousarray(rows.T)


@dataclass(frozen=True)
class Standing:
    """Shows the class of a late sight: what is best there."""

    decision: Decision
    choices: tuple[tuple[Plan, ...], ...]

    def __call__(self, code: int) -> tuple[tuple[str, str], ...]:
        """The options that are best, for each way that leads to a choice."""
        found: list[str] = []
        for after in reversed(self.choices):
            best: list[str] = []
            for plan in reversed(after):
                code, standing = divmod(code, STANDINGS)
                if standing == STANDINGS - 1:
                    best.insert(0, self.decision.at(plan[-1]).id)
            found.insert(0, " or ".join(best) or "none")
        return (("best", ", ".join(found)),)


@dataclass(frozen=True)
class Payoffs:
    """What each plan wins in each joint outcome, in whole numbers."""

    of_plan: Mapping[Plan, npt.NDArray[Any]]
    stakes: tuple[tuple[str, Fraction], ...]

    @property
    def table(self) -> Ints:
        """A row for each plan, in the order in which they were given."""
        return np.ascontiguousarray(np.stack([won.astype(np.int64) for won in self.of_plan.values()]))

    @property
    def digest(self) -> str:
        return sha256(self.table.tobytes()).hexdigest()


class LateCounter(Source):
    """Writes the counter of one arrangement."""

    def __init__(self, arrangement: Arrangement, *, collects: bool) -> None:
        """Take an arrangement; either values are added up, or joint outcomes collected."""
        super().__init__(arrangement.space.model)
        self.arranged = arrangement
        self.layout = arrangement.layout
        self.collects = collects

    # ── What depends on what ─────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def unseen(self) -> set[str]:
        return {slot.draw for slot in self.arranged.stages[2]}

    @cached_property
    def of_hand(self) -> set[str]:
        return {slot.draw for slot in self.arranged.stages[1]}

    @cached_property
    def by_sight(self) -> tuple[Rule, ...]:
        """The outcomes that depend on what is seen, and on decisions, alone."""
        return tuple(rule for rule, _ in self.layout.outcomes if not self.needs(rule) & self.unseen)

    @cached_property
    def cells(self) -> int:
        """How many joint outcomes the ends decide."""
        return prod(size for rule, size in self.layout.outcomes if rule not in self.by_sight)

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The features of board and ends, which all hands read."""
        decisions = {decision.id for decision in self.model.decisions}
        return tuple(
            feature.name
            for feature in self.model.features
            if self.needs(feature.rule) & self.unseen and not self.needs(feature.rule) & (self.of_hand | decisions)
        )

    @cached_property
    def reads_ends(self) -> bool:
        """Whether something else is worked out from the cards of an end themselves."""
        rules = [feature.rule for feature in self.model.features if feature.name not in self.shared]
        rules += [rule for rule, _ in self.layout.outcomes]
        return any(set(rule.inputs) & self.unseen for rule in rules)

    @cached_property
    def groups(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """The paths, those together on which outcomes read the same of decisions."""
        groups: dict[tuple[int, ...], tuple[int, ...]] = {}
        for number, path in enumerate(self.layout.paths):
            codes = {d.id: code for d, code in zip(self.layout.path_decisions, path, strict=True)}
            read = tuple(code for rule, _ in self.layout.outcomes for code in self.read(rule, codes))
            groups[read] = (*groups.get(read, ()), number)
        return groups

    def read(self, rule: Rule, codes: Mapping[str, int]) -> tuple[int, ...]:
        """What a rule reads of decisions: their codes, or what features of decisions alone make of them."""
        features = {feature.name: feature.rule for feature in self.model.features}
        known = {name: (int(value),) for name, value in (*self.model.constants.items(), *codes.items())}
        found: tuple[int, ...] = ()
        for name in rule.inputs:
            if name in codes:
                found += (codes[name],)
            elif name in features and self.needs(features[name]) & codes.keys():
                alone = self.needs(features[name]) <= known.keys()
                inner = features[name]
                found += (result(self.model, inner, dict(known)),) if alone else self.read(inner, codes)
        return found

    # ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, beginning: str, lane: tuple[str, str], append: str, barrier: str) -> None:
        """Write the loops; the words around them are those of a core or of a GPU."""
        board, hand, ends = self.arranged.stages
        self.emit(*beginning.strip("\n").split("\n"))
        self.depth = 2
        self.take(board, "boards", "board")
        self.emit(f"taken = {self.bits(board)}")
        self.features(set())
        from_, step = lane
        self.emit(f"for end in range({from_}, ends.shape[1], {step}):")
        self.depth = 3
        self.take(ends, "ends", "end")
        self.emit(f"wanted = {self.bits(ends)}", "if taken & wanted:", "    continue")
        self.features(set(), set(self.shared))
        self.emit(append.format(0), "masks[home, at] = wanted")
        for place, name in enumerate((*self.shared, *(["end"] if self.reads_ends else []))):
            self.emit(f"memo[home, {place}, at] = {self.known[name][0] if name != 'end' else 'end'}")
        self.depth = 2
        self.forget({slot.draw for slot in ends})
        self.emit(f"for hand in range({from_}, hands.shape[1], {step}):")
        self.depth = 3
        for place, slot in enumerate(hand):
            self.emit(*([] if slot.kind is Draw.DIE else [f"k_{slot.name} = int(np.int64(hands[{place}, hand]))"]))
        self.emit(f"if taken & ({self.bits(hand)}):", "    continue", append.format(1), "order[home, at] = hand")
        self.depth = 2
        self.emit(*barrier.split("\n"))
        self.gather()
        self.emit(f"for place in range({from_}, number_1, {step}):")
        self.depth = 3
        self.emit("hand = int(np.int64(order[home, place]))")
        self.take(hand, "hands", "hand")
        self.emit(f"held = {self.bits(hand)}")
        self.features(set())
        self.see()
        write_offers(self, self.layout)
        self.emit(f"for cell in range({len(self.groups) * self.cells}):", "    cells[cell] = 0")
        self.each_end()
        for number, name in enumerate(self.shared):
            self.emit(f"m{number} = int(np.int64(memo[home, {number}, near]))")
            self.known[name] = [f"m{number}"]
        if self.reads_ends:
            self.emit(f"end = int(np.int64(memo[home, {len(self.shared)}, near]))")
            self.take(ends, "ends", "end")
            self.features(set())
        self.count()
        self.depth = 3
        self.forget({slot.draw for slot in ends})
        self.value()
        if self.collects:
            self.collect()
        else:
            self.add_values()
        self.depth = 2
        self.emit(*(line for line in barrier.split("\n") if "number" not in line))

    def take(self, slots: Sequence[Slot], table: str, column: str) -> None:
        """Read slots from a table."""
        for place, slot in enumerate(slots):
            value = f"int(np.int64({table}[{place}, {column}]))"
            if slot.kind is Draw.DIE:
                self.emit(f"{slot.name} = {value}")
            else:
                self.emit(f"k_{slot.name} = {value}", f"{slot.name} = int(cards[k_{slot.name}])")
            self.known.setdefault(slot.draw, []).append(slot.name)

    @staticmethod
    def bits(slots: Sequence[Slot]) -> str:
        """A bit for every card of some slots."""
        return " | ".join(f"1 << k_{slot.name}" for slot in slots if slot.kind is not Draw.DIE) or "0"

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Note a code that is none, by the number of its rule."""
        number = 1 + self.model.rules().index(rule)
        self.emit(f"if not 0 <= {name} < {codes}:", f"    faults[0] = {number}", f"    {name} = 0")

    def see(self) -> None:
        """The lowest number, over all ways to rename the suits, of what was seen before the last decision."""
        early = self.model.decisions[:-1]
        if not early:
            self.emit("seen = 0")
            return
        needed = set().union(*(self.needs(decision.sees) for decision in early))
        drawn = {each.name: self.known[each.name] for each in self.model.draws if each.name in needed}
        self.emit("seen = -1", "for naming in range(renamed.shape[0]):")
        self.depth += 1
        other = self.renamed(RENAMED, drawn)
        other.features(set(), set().union(*(decision.sees.inputs for decision in early)))
        other.emit("combined = 0")
        for decision in early:
            other.emit(f"sight = {other.call(decision.sees)}")
            self.within("sight", decision.codes, decision.sees)
            other.emit(f"combined = combined * {decision.codes} + sight")
        self.emit("if seen < 0 or combined < seen:", "    seen = combined")
        self.depth -= 1

    def count(self) -> None:
        """Add one deal to the cells, once for all paths on which outcomes read the same."""
        for group, numbers in enumerate(self.groups.values()):
            with self.deciding(self.layout.path_decisions, self.layout.paths[numbers[0]]):
                cell = str(group)
                for number, (rule, codes) in enumerate(self.layout.outcomes):
                    if rule not in self.by_sight:
                        self.emit(f"o{number} = {self.call(rule)}")
                        self.within(f"o{number}", codes, rule)
                        cell = f"({cell} * {codes} + o{number})"
                self.emit(f"cells[{cell}] += alike")

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """The plans that can be, in the order of the payoffs."""
        return tuple(self.layout.path_of_plan)

    def joints(self, group: int, numbers: Sequence[int]) -> None:
        """Open a loop over what was counted of a group of paths: `n` deals of a `joint` outcome."""
        with self.deciding(self.layout.path_decisions, self.layout.paths[numbers[0]]):
            for number, (rule, codes) in enumerate(self.layout.outcomes):
                if rule in self.by_sight:
                    self.emit(f"s{number} = {self.call(rule)}")
                    self.within(f"s{number}", codes, rule)
        self.emit(f"for cell in range({self.cells}):")
        self.depth += 1
        self.emit(f"n = int(np.int64(cells[{group * self.cells} + cell]))", "if n:")
        self.depth += 1
        self.emit("rest = cell")
        joint = "0"
        for number, (rule, codes) in reversed(list(enumerate(self.layout.outcomes))):
            if rule not in self.by_sight:
                self.emit(f"s{number} = rest % {codes}", f"rest //= {codes}")
        for number, (_, codes) in enumerate(self.layout.outcomes):
            joint = f"({joint} * {codes} + s{number})"
        self.emit(f"joint = {joint}")

    def value(self) -> None:
        """What every plan is worth at this sight."""
        for number in range(len(self.plans)):
            self.emit(f"v{number} = 0")
        for group, numbers in enumerate(self.groups.values()):
            self.joints(group, numbers)
            for place, plan in enumerate(self.plans):
                if self.layout.path_of_plan[plan] in numbers:
                    self.emit(f"v{place} += n * int(payoffs[{place}, joint])")
            self.depth -= 2
        for way, after in enumerate(self.arranged.prefixes.values()):
            self.emit(f"b{way} = {LOWEST}")
            for plan in after:
                with where_offered(self, self.layout, self.layout.path_of_plan[plan]):
                    self.emit(f"b{way} = max(b{way}, v{self.plans.index(plan)})")

    def add_values(self) -> None:
        """Add what the best is worth to what was seen before, for every way that leads here."""
        ways = len(self.arranged.prefixes)
        self.emit(*self.before(ways))
        for way in range(ways):
            self.emit(f"if b{way} > {LOWEST}:", "    " + self.adding(f"seen * {ways} + {way}", f"b{way} * weight"))

    def collect(self) -> None:
        """Add the joint outcomes of every path to the sights that are kept and the classes of the others."""
        ways = list(self.arranged.prefixes.values())
        self.emit("late = 0")
        for way, after in enumerate(ways):
            for plan in after if len(after) > 1 else ():
                number = self.layout.path_of_plan[plan]
                self.emit(f"stands = 1 + (v{self.plans.index(plan)} == b{way})")
                if any(offer for _, offer in tuple(self.layout.ways)[number]):
                    self.emit(f"stands = stands if p_{number} else 0")
                self.emit(f"late = late * {STANDINGS} + stands")
        depth = len(self.model.decisions) - 1
        middle = range(self.arranged.kept, depth)
        if middle:
            self.emit(
                f"seen = seen // {prod(self.model.decisions[each].codes for each in middle)} * "
                f"{prod(self.arranged.classes(each) for each in middle)} + class_of(seen, sights, classes)"
            )
        self.emit(f"seen = seen * {self.arranged.classes(depth)} + late")
        self.emit(*self.before(len(self.layout.paths) * self.cells))
        for group, numbers in enumerate(self.groups.values()):
            self.joints(group, numbers)
            for number in numbers:
                with where_offered(self, self.layout, number):
                    key = f"(seen * {len(self.layout.paths)} + {number}) * {self.layout.joints} + joint"
                    self.emit(self.adding(key, "n * weight"))
            self.depth -= 2

    def gather(self) -> None:
        """Bring ends together that are alike, where that pays."""

    def each_end(self) -> None:
        """Open a loop over the ends that the hand leaves: `near` is the place of one, and so many are `alike`."""
        raise NotImplementedError

    def before(self, additions: int) -> tuple[str, ...]:
        """What is done before so many additions."""
        raise NotImplementedError

    def adding(self, key: str, weight: str) -> str:
        """A line that adds to a key."""
        raise NotImplementedError


class CoreCounter(LateCounter):
    """Writes it for a core: ends of which all features are the same are counted together."""

    def gather(self) -> None:
        """Sort the ends by the first feature, and note where others begin."""
        self.emit(f"runs = gathered(masks, memo, runs_at, number_0, {len(self.shared) + self.reads_ends})")

    def each_end(self) -> None:
        """All ends that are alike at once."""
        self.emit("for run in range(runs):")
        self.depth = 4
        self.emit(
            "near = runs_at[run]",
            "alike = 0",
            "for other in range(near, runs_at[run + 1]):",
            "    alike += (held & masks[0, other]) == 0",
            "if alike == 0:",
            "    continue",
        )

    def before(self, additions: int) -> tuple[str, ...]:
        """Stop where there is no room."""
        return (f"if used + {additions} > len(keys):", f"    return {FULL}")

    def adding(self, key: str, weight: str) -> str:
        """Into the table of this part."""
        return f"used = add({key}, {weight}, table, keys, counts, used)"

    def kernel(self) -> Kernel:
        """The counter, compiled on first use."""
        self.write(BEGINNING, ("0", "1"), "at = number_{0}\nnumber_{0} += 1", "")
        self.depth = 1
        self.emit("return used")
        return Kernel("count", SIGNATURE, TEMPLATE + FUNCTIONS + self.text, tuple(self.rules.items()))

    def emit(self, *lines: str) -> None:
        """Write lines, some of which may be several."""
        super().emit(*(each for line in lines for each in line.split("\n")))


SIGNATURE: Final = (
    "(uint8[:,::1], int64[::1], uint8[:,::1], uint8[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1], "
    "int64[::1], int64, int64, int64[:,::1], int64[:,:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1], "
    "int64[::1], int64[::1], int64[::1])"
)
BEGINNING: Final = """
def count(
    boards, weights, hands, ends, cards, renamed, payoffs, sights, classes, first, last, masks, memo, order, runs_at,
    cells, faults, table, keys, counts
):
    used = 0
    home = 0
    for board in range(first, last):
        weight = int(weights[board])
        number_0 = 0
        number_1 = 0
"""
FUNCTIONS: Final = """
@numba.njit
def gathered(masks, memo, runs_at, number, features):
    # sorted by the first feature, in steps that get smaller; a run ends where any feature changes
    gap = 1
    while gap < number // 3:
        gap = 3 * gap + 1
    while gap and features:
        for first in range(gap, number):
            at = first
            while at >= gap and memo[0, 0, at - gap] > memo[0, 0, at]:
                masks[0, at], masks[0, at - gap] = masks[0, at - gap], masks[0, at]
                for row in range(features):
                    memo[0, row, at], memo[0, row, at - gap] = memo[0, row, at - gap], memo[0, row, at]
                at -= gap
        gap //= 3
    runs = 0
    for at in range(number):
        new = at == 0
        for row in range(features):
            new = new or memo[0, row, at] != memo[0, row, at - 1]
        if new:
            runs_at[runs] = at
            runs += 1
    runs_at[runs] = number
    return runs


@numba.njit
def class_of(seen, sights, classes):
    mask = sights.size - 1
    place = (seen * -7046029254386353131 >> 20) & mask
    while sights[place] != seen:
        place = (place + 1) & mask
    return int(classes[place])


"""


def hashed(seen: Ints, values: Ints) -> tuple[Ints, Ints]:
    """Sights where their hash puts them, or after it, and a value of each in the same place."""
    size = 1 << (2 * len(seen)).bit_length()
    sights, classes = np.full(size, -1, dtype=np.int64), np.zeros(size, dtype=np.int64)
    place = (seen * np.int64(SCATTER) >> 20) & (size - 1)
    waiting = np.arange(len(seen))
    while len(waiting):
        free = waiting[sights[place[waiting]] < 0]
        sights[place[free]] = seen[free]  # of several at one place the last stays, and the others look on
        settled = sights[place[waiting]] == seen[waiting]
        classes[place[waiting[settled]]] = values[waiting[settled]]
        waiting = waiting[~settled]
        place[waiting] = (place[waiting] + 1) & (size - 1)
    return sights, classes
