"""The generated counter: nested loops over all deals, written from a model's draws.

For every deal the rules give one *joint outcome* for each *path* of decisions that outcomes depend on; the counter adds
the deal's weight to counts[what is seen, path, joint outcome]. A feature is worked out in the outermost loop that knows
its cards. The source that comes out is plain Python over the rules' own names, compiled as it stands.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from croupier.errors import Refused
from croupier.exact.space import Slot, Space
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source, needs
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Rule

KEY_MAX = 1 << 62
JOINTS_MAX = 1 << 24
"""As many sums are kept at once, for each thread."""


@dataclass(frozen=True)
class Layout:
    """How a model's joint outcomes, paths and sights become one number."""

    model: Model

    @cached_property
    def outcomes(self) -> tuple[tuple[Rule, int], ...]:
        """Each outcome rule once, with how many codes it has."""
        codes: dict[Rule, int] = {}
        for wager in self.model.wagers:
            most = 1 + max(int(line.code) for line in wager.lines)
            codes[wager.outcome] = max(most, codes.get(wager.outcome, 0))
        return tuple(codes.items())

    @cached_property
    def path_decisions(self) -> tuple[Decision, ...]:
        """The decisions that some outcome depends on."""
        used = set().union(*(self.needs(rule) for rule, _ in self.outcomes))
        return tuple(decision for decision in self.model.decisions if decision.id in used)

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """Option codes of the decisions that outcomes depend on; options that only stake more share a code."""
        return tuple(product(*(dict.fromkeys(int(option.code) for option in d.options) for d in self.path_decisions)))

    @cached_property
    def plans(self) -> tuple[tuple[int, ...], ...]:
        """Every way to decide: the place of the chosen option in each decision."""
        return tuple(product(*(range(len(decision.options)) for decision in self.model.decisions)))

    @cached_property
    def joints(self) -> int:
        """How many joint outcomes there could be."""
        return prod(codes for _, codes in self.outcomes)

    @cached_property
    def sights(self) -> int:
        """How many combinations of sights there could be."""
        for decision in self.model.decisions:
            if decision.codes <= 0:
                raise Refused(f"the decision {decision.id} does not say how many codes its sight has")
            if decided := self.needs(decision.sees) & {d.id for d in self.model.decisions}:
                raise Refused(
                    f"what is seen before {decision.id} hangs on {', '.join(decided)}; it may hang on draws alone"
                )
        if len(self.paths) * self.joints > JOINTS_MAX:
            raise Refused(f"{self.model.id} has {self.joints:,} joint outcomes; analyse fewer of its wagers together")
        sights = prod(decision.codes for decision in self.model.decisions)
        if sights * len(self.paths) * self.joints >= KEY_MAX:
            raise Refused("there are too many sights and outcomes to number; give sights smaller codes")
        return sights

    def needs(self, rule: Rule) -> set[str]:
        """The draws, constants and decisions that a rule depends on, through features."""
        return needs(self.model, rule)


class Writer(Source):
    """Writes the counter of one space."""

    def __init__(self, space: Space) -> None:
        """Take the space to be counted."""
        super().__init__(space.model)
        self.space = space
        self.layout = Layout(space.model)
        self.seen_at: int | None = None

    def write(self) -> None:
        """Write the whole counter."""
        self.depth = 0
        self.emit("def count(heads, weights, cards, remaining, first, last, table, keys, counts, buffer, touched):")
        self.depth = 1
        self.emit("used = 0")
        self.emit("met = 0")
        if not self.model.decisions:
            self.emit("seen = 0")
        self.head()
        self.depth = 1
        if not self.model.decisions:
            self.flush()
        self.emit("return used, keys, counts")

    def head(self) -> None:
        """Loop over heads, then over the slots after them."""
        slots = self.space.slots
        length = self.space.head_length
        self.emit("for head in range(first, last):")
        self.depth += 1
        for place, slot in enumerate(slots[:length]):
            self.emit(f"k_{slot.name} = heads[head, {place}]")
            self.emit(f"remaining[k_{slot.name}] -= 1")
            self.emit(f"{slot.name} = cards[k_{slot.name}]")
        if length == 1:
            self.emit(f"r_{slots[0].name} = 1")
        self.emit("w = weights[head]")
        self.learn(slots[:length])
        self.descend(slots[length:], "w", slots[:length])
        for slot in slots[:length]:
            self.emit(f"remaining[k_{slot.name}] += 1")

    def learn(self, slots: tuple[Slot, ...]) -> None:
        """Note what is known once these slots are drawn, and work out what that makes possible."""
        for slot in slots:
            self.known.setdefault(slot.draw, []).append(slot.name)
        self.features(set())

    def descend(self, slots: tuple[Slot, ...], weight: str, before: tuple[Slot, ...]) -> None:
        """Write the loops over the remaining slots, and what is done for each deal."""
        opened = self.see()
        if not slots:
            self.deal(weight)
        else:
            depth = self.depth
            slot, rest = slots[0], slots[1:]
            previous = before[-1] if before else None
            inner = self.loop(slot, previous, weight)
            self.learn((slot,))
            self.descend(rest, inner, (*before, slot))
            if slot.kind is not Draw.DIE:
                self.emit(f"remaining[k_{slot.name}] += 1")
            self.forget(slot)
            self.depth = depth
        if opened:
            self.flush()

    def loop(self, slot: Slot, previous: Slot | None, weight: str) -> str:
        """Open the loop of one slot; gives the name of the weight inside it."""
        if slot.kind is Draw.DIE:
            self.emit(f"for {slot.name} in range(1, {slot.faces + 1}):")
            self.depth += 1
            return weight
        sorted_after = previous if slot.kind is Draw.SET and slot.place and previous else None
        single = self.space.one_of_each
        start = f"k_{sorted_after.name}{' + 1' if single else ''}" if sorted_after else "0"
        self.emit(f"for k_{slot.name} in range({start}, cards.size):")  # so that other compositions need no compiling
        self.depth += 1
        self.emit(f"n_{slot.name} = remaining[k_{slot.name}]")
        self.emit(f"if n_{slot.name} == 0:")
        self.emit("    continue")
        self.emit(f"remaining[k_{slot.name}] = n_{slot.name} - 1")
        self.emit(f"{slot.name} = cards[k_{slot.name}]")
        if single:
            return weight
        inner = f"w_{slot.name}"
        if slot.kind is Draw.SET:
            run = f"r_{sorted_after.name} + 1 if k_{slot.name} == k_{sorted_after.name} else 1" if sorted_after else "1"
            self.emit(f"r_{slot.name} = {run}")
            self.emit(f"{inner} = {weight} * n_{slot.name} // r_{slot.name}")
        else:
            self.emit(f"{inner} = {weight} * n_{slot.name}")
        return inner

    def forget(self, slot: Slot) -> None:
        """Leave a loop: what it made known is known no more."""
        names = self.known[slot.draw]
        names.pop()
        for feature in self.model.features:
            if feature.name in self.known and not all(self.complete(name) for name in feature.rule.inputs):
                del self.known[feature.name]

    def see(self) -> bool:
        """Work out the sights where all of them have become known; whether that was here."""
        sights = [decision.sees for decision in self.model.decisions]
        if not sights or self.seen_at is not None:
            return False
        if not all(self.complete(name) for rule in sights for name in rule.inputs):
            return False
        self.seen_at = self.depth
        self.emit("seen = 0")
        for decision in self.model.decisions:
            self.emit(f"sight = {self.call(decision.sees)}")
            self.within("sight", decision.codes, decision.sees)
            self.emit(f"seen = seen * {decision.codes} + sight")
        return True

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Stop at a code that is none: it would be taken for another sight or outcome."""
        self.emit(f"if not 0 <= {name} < {codes}:")
        self.emit(f"    return {-1 - self.model.rules().index(rule)}, keys, counts")

    def deal(self, weight: str) -> None:
        """Count one deal: a joint outcome for every path."""
        layout = self.layout
        decision_ids = {decision.id for decision in self.model.decisions}
        fixed = {rule for rule, _ in layout.outcomes if not layout.needs(rule) & decision_ids}
        for number, (rule, _) in enumerate(layout.outcomes):
            if rule in fixed:
                self.outcome(number)
        for place, path in enumerate(layout.paths):
            for decision, code in zip(layout.path_decisions, path, strict=True):
                self.known[decision.id] = [str(code)]
            self.features({decision.id for decision in layout.path_decisions})
            joint = str(place)
            for number, (rule, codes) in enumerate(layout.outcomes):
                if rule not in fixed:
                    self.outcome(number)
                joint = f"({joint} * {codes} + o_{number})"
            self.emit(f"joint = {joint}")
            self.emit("if buffer[joint] == 0:")
            self.emit("    touched[met] = joint")
            self.emit("    met += 1")
            self.emit(f"buffer[joint] += {weight}")
            for decision in layout.path_decisions:
                del self.known[decision.id]
            for feature in self.model.features:
                if feature.name in self.known and layout.needs(feature.rule) & decision_ids:
                    del self.known[feature.name]

    def outcome(self, number: int) -> None:
        """Work out one outcome."""
        rule, codes = self.layout.outcomes[number]
        self.emit(f"o_{number} = {self.call(rule)}")
        self.within(f"o_{number}", codes, rule)

    def flush(self) -> None:
        """Move what was counted since the last sight into the table."""
        self.emit("while used + met > keys.size:")
        self.emit("    table, keys, counts = grown(table, keys, counts, used)")
        self.emit("for place in range(met):")
        self.emit("    joint = touched[place]")
        self.emit(
            f"    used = add(seen * {len(self.layout.paths) * self.layout.joints} + joint, buffer[joint], "
            "table, keys, counts, used)"
        )
        self.emit("    buffer[joint] = 0")
        self.emit("met = 0")


def written(space: Space) -> Kernel:
    """The counter of a space."""
    if Layout(space.model).sights == 0:
        raise Refused("there is nothing to see")
    writer = Writer(space)
    writer.write()
    return Kernel("count", SIGNATURE, TEMPLATE + writer.text, tuple(writer.rules.items()))


SIGNATURE: Final = (
    "(int64[:,::1], int64[::1], int64[::1], int64[::1], int64, int64, "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)
TEMPLATE: Final = '''"""Generated: counts deals; lies in a cache and is made again whenever a rule changes."""


@numba.njit
def place_of(key, table, keys):
    mask = table.size - 1
    place = (key * -7046029254386353131 >> 20) & mask
    while table[place] >= 0 and keys[table[place]] != key:
        place = (place + 1) & mask
    return place


@numba.njit
def add(key, weight, table, keys, counts, used):
    place = place_of(key, table, keys)
    row = table[place]
    if row >= 0:
        counts[row] += weight
        return used
    table[place] = used
    keys[used] = key
    counts[used] = weight
    return used + 1


@numba.njit
def grown(table, keys, counts, used):
    # plain loops: slices and filled arrays take Numba seconds to compile
    new_table = np.empty(4 * table.size, np.int64)
    new_keys = np.empty(4 * keys.size, np.int64)
    new_counts = np.empty(4 * keys.size, np.int64)
    for place in range(new_table.size):
        new_table[place] = -1
    for row in range(used):
        new_keys[row] = keys[row]
        new_counts[row] = counts[row]
        new_table[place_of(keys[row], new_table, new_keys)] = row
    return new_table, new_keys, new_counts


'''
