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
FULL: Final = -(1 << 40)
"""What a counter returns when its table has no room left: nothing compiled allocates."""


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
        return prod(codes for _, codes in self.outcomes)

    @cached_property
    def sights(self) -> int:
        """How many combinations of sights there could be."""
        for decision in self.model.decisions:
            if decision.codes <= 0:
                raise Refused(f"the decision {decision.id} does not say how many codes its sight has")
            if decided := self.needs(decision.sees) & {d.id for d in self.model.decisions}:
                raise Refused(
                    f"what is seen before {decision.id} depends on {', '.join(decided)}; it may depend on draws alone"
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


@dataclass(frozen=True)
class State:
    """The names, in a counter, of what its last card has led to."""

    weight: str
    links: str
    """Which suits are still alike."""
    slot: Slot | None = None


def place_in_draw(name: str) -> int:
    """The place of a slot in its draw, by its name."""
    return int(name.rpartition("_")[2])


class Writer(Source):
    """Writes the counter of one space."""

    def __init__(self, space: Space) -> None:
        super().__init__(space.model)
        self.space = space
        self.layout = Layout(space.model)
        self.seen_at: int | None = None

    def write(self) -> None:
        self.depth = 0
        self.emit(
            "def count(heads, cards, remaining, bits, links, renamed, first, last, "
            "table, keys, counts, buffer, touched):"
        )
        self.depth = 1
        self.emit("used = 0", "met = 0", "leaves = 0", "w = 1")
        if not self.model.decisions:
            self.emit("seen = 0")
        self.head()
        self.depth = 1
        if not self.model.decisions:
            self.flush()
        self.emit("return used, leaves")

    def head(self) -> None:
        """Loop over heads, then over the slots after them."""
        slots = self.space.slots
        length = self.space.head_length
        self.emit("for head in range(first, last):")
        self.depth += 1
        state = State("w", "links")
        taken = []
        for place, slot in enumerate(slots[:length]):
            if slot.known is not None or slot.kind is Draw.DIE:
                self.emit(f"{slot.name} = int(heads[head, {place}])")
            else:
                self.emit(f"k_{slot.name} = int(heads[head, {place}])")
                state = self.take(slot, state)
                taken.append(slot)
            self.learn((slot,))
        self.descend(slots[length:], state)
        for slot in taken:
            self.emit(f"remaining[k_{slot.name}] += 1")

    def learn(self, slots: tuple[Slot, ...]) -> None:
        """Note what is known once these slots are drawn, and work out what that makes possible."""
        for slot in slots:
            self.known[slot.draw] = sorted([*self.known.get(slot.draw, []), slot.name], key=place_in_draw)
        self.features(set())

    def descend(self, slots: tuple[Slot, ...], state: "State") -> None:
        """Write the loops over the remaining slots, and what is done for each deal."""
        opened = self.see()
        if not slots:
            self.deal(state.weight)
        else:
            depth = self.depth
            slot, rest = slots[0], slots[1:]
            inner = self.loop(slot, state)
            self.learn((slot,))
            self.descend(rest, inner)
            if slot.kind is not Draw.DIE:
                self.emit(f"remaining[k_{slot.name}] += 1")
            self.undraw(slot)
            self.depth = depth
        if opened:
            self.flush()

    def loop(self, slot: Slot, state: "State") -> "State":
        """Open the loop of one slot; gives what is known of weight and suits inside it."""
        if slot.kind is Draw.DIE:
            self.emit(f"for {slot.name} in range(1, {slot.faces + 1}):")
            self.depth += 1
            return state
        before = state.slot if slot.kind is Draw.SET and slot.number else None
        start = f"k_{before.name}{' + 1' if self.space.one_of_each else ''}" if before else "0"
        self.emit(f"for k_{slot.name} in range({start}, len(cards)):")  # so that other compositions need no compiling
        self.depth += 1
        self.emit(f"if remaining[k_{slot.name}] == 0:")
        self.emit("    continue")
        return self.take(slot, state)

    def take(self, slot: Slot, state: "State") -> "State":
        """Take the card of a slot: its weight, and which suits are alike after it; nothing where another stands for it.

        The names that are made here end in the slot's own: `a` are the links between suits alike, `b` those before the
        kind came, `r` how many of the kind have come, `l` how many may, `j` how many suits alike have come as often,
        and `i` the same of the suit before.
        """
        name, kind, single = slot.name, f"k_{slot.name}", self.space.one_of_each
        before = state.slot if slot.kind is Draw.SET and slot.number else None
        weight = f"w_{name}" if self.space.renames_suits or not single else state.weight
        if self.space.renames_suits:
            if single:
                self.emit(f"c_{name} = bits[{kind}]", f"if {state.links} & c_{name}:", "    continue")
                follows = f"b_{before.name}, j_{before.name}, {kind} - k_{before.name}" if before else "0, 0, 0"
                any_alike = f"{state.links} | b_{before.name}" if before else state.links
                self.emit(
                    f"a_{name} = b_{name} = 0",
                    f"j_{name} = 1",
                    f"{weight} = {state.weight}",
                    f"if {any_alike}:",
                    f"    a_{name}, j_{name}, {weight} = taken({state.links}, c_{name}, {state.weight}, {follows})",
                    f"    b_{name} = {state.links}",
                )
            else:
                of = (
                    ", ".join(f"{letter}_{before.name}" for letter in "brlji") + f", {kind} - k_{before.name}"
                    if before
                    else "0, 0, 0, 0, 0, 9"
                )
                self.emit(
                    f"a_{name}, b_{name}, r_{name}, l_{name}, j_{name}, i_{name}, {weight} = "
                    f"taken_of_several({state.links}, bits[{kind}], {state.weight}, {of})",
                    f"if {weight} == 0:",
                    "    continue",
                    f"{weight} = {weight} * remaining[{kind}]{f' // r_{name}' if slot.kind is Draw.SET else ''}",
                )
        elif not single:
            run = "1"
            if slot.kind is Draw.SET:
                run = f"r_{before.name} + 1 if {kind} == k_{before.name} else 1" if before else "1"
                self.emit(f"r_{name} = {run}")
            divided = f" // r_{name}" if slot.kind is Draw.SET else ""
            self.emit(f"{weight} = {state.weight} * remaining[{kind}]{divided}")
        self.emit(f"remaining[{kind}] -= 1", f"{name} = int(cards[{kind}])")
        return State(weight, f"a_{name}", slot)

    def undraw(self, slot: Slot) -> None:
        """Leave a loop: what it made known is known no more."""
        self.known[slot.draw] = [name for name in self.known[slot.draw] if name != slot.name]
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
        if self.space.renames_suits:
            self.lowest_sight(self.within)
        else:
            self.sights(self.within)
            self.emit("seen = combined")
        return True

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Stop at a code that is none: it would be taken for another sight or outcome."""
        self.emit(f"if not 0 <= {name} < {codes}:")
        self.emit(f"    return {-1 - self.model.rules().index(rule)}, leaves")

    def deal(self, weight: str) -> None:
        """Count one deal: a joint outcome for every path."""
        layout = self.layout
        self.emit("leaves += 1")
        decision_ids = {decision.id for decision in self.model.decisions}
        fixed = {rule for rule, _ in layout.outcomes if not layout.needs(rule) & decision_ids}
        for number, (rule, _) in enumerate(layout.outcomes):
            if rule in fixed:
                self.outcome(number)
        for place, path in enumerate(layout.paths):
            with self.deciding(layout.path_decisions, path):
                joint = str(place)
                for number, (rule, codes) in enumerate(layout.outcomes):
                    if rule not in fixed:
                        self.outcome(number)
                    joint = f"({joint} * {codes} + o_{number})"
                self.emit(f"joint = {joint}", "if buffer[joint] == 0:", "    touched[met] = joint", "    met += 1")
                self.emit(f"buffer[joint] += {weight}")

    def outcome(self, number: int) -> None:
        rule, codes = self.layout.outcomes[number]
        self.emit(f"o_{number} = {self.call(rule)}")
        self.within(f"o_{number}", codes, rule)

    def flush(self) -> None:
        """Move what was counted since the last sight into the table."""
        self.emit("if used + met > len(keys):", f"    return {FULL}, leaves")
        self.emit("for place in range(met):")
        self.emit("    joint = touched[place]")
        self.emit(
            f"    used = add(seen * {len(self.layout.paths) * self.layout.joints} + joint, buffer[joint], "
            "table, keys, counts, used)"
        )
        self.emit("    buffer[joint] = 0")
        self.emit("met = 0")


def written(space: Space) -> Kernel:
    if Layout(space.model).sights == 0:
        raise Refused("there is nothing to see")
    writer = Writer(space)
    writer.write()
    return Kernel("count", SIGNATURE, TEMPLATE + writer.text, tuple(writer.rules.items()))


SIGNATURE: Final = (
    "(int64[:,::1], int64[::1], int64[::1], int64[::1], int64, int64[:,::1], int64, int64, "
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
def alike_from(links, bit):
    # how many suits are alike, from one on
    after = links // (2 * bit)
    return 1 + (after & 1) + (after & 3 == 3) + (after & 7 == 7)


@numba.njit
def taken(links, bit, weight, before, equal, step):
    # one card of its kind: the first of the suits alike stands for any of them; it is told apart from the next one,
    # until that one comes too
    weight = weight * alike_from(links, bit)
    left = links & ~(bit << 1)
    if step == 1 and before & bit:
        return left | bit, equal + 1, weight // (equal + 1)
    return left, 1, weight


@numba.njit
def taken_of_several(links, bit, weight, before, come, limit, equal, equal_before, step):
    # the same where a kind may come again: no more often than the suit before it that is alike; weight 0 where not
    if step == 0:
        come += 1
        if limit > 0 and come > limit:
            return links, before, come, limit, equal, equal_before, 0
    else:
        if links & bit:
            return links, before, come, limit, equal, equal_before, 0
        weight = weight * alike_from(links, bit)
        follows = step == 1 and before & bit != 0
        limit = come if follows else 0
        equal_before = equal if follows else 0
        before, links, come = links, links & ~(bit << 1), 1
    if limit > 0 and come == limit:
        return links | bit, before, come, limit, equal_before + 1, equal_before, weight // (equal_before + 1)
    return links, before, come, limit, 1, equal_before, weight


'''
