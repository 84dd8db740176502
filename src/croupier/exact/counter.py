"""The generated counter: nested loops over all deals, written from a model's draws.

For every deal the rules give one *joint outcome* for each *path* of decisions that outcomes depend on; the counter adds
the deal's weight to counts[what is seen, path, joint outcome]. A feature is worked out in the outermost loop that knows
its cards. The source that comes out is plain Python over the rules' own names, compiled as it stands.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from croupier.cards import NO_CARD
from croupier.errors import Refused
from croupier.exact.evaluation import result
from croupier.exact.rolls import FACES_END, roll
from croupier.exact.space import Slot, Space
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model, offers_of
from croupier.rulebook.wager import Decision, Option, Rule

KEY_MAX = 1 << 62
JOINTS_MAX = 1 << 24
"""As many sums are kept at once, for each thread."""
Plan = tuple[int, ...]
"""The place of the chosen option in each decision; one more than the last is that it was not asked."""
Offer = tuple[tuple[Rule, bool], ...]
"""Rules of what is offered, and whether each must say so."""
Path = tuple[tuple[int, Offer], ...]
FULL: Final = -(1 << 40)
"""What a counter returns when its table has no room left: nothing compiled allocates."""


@dataclass(frozen=True)
class Layout:
    """How a model's joint outcomes, paths and sights become one number."""

    model: Model

    def __post_init__(self) -> None:
        """Refuse a model whose deals cannot be listed."""
        if self.model.repeat is not None:
            raise Refused(
                f"{self.model.id} asks {self.model.repeat.decision} again and again, so its deals cannot be listed; "
                "use analyze, strategy or advise"
            )

    @cached_property
    def outcomes(self) -> tuple[tuple[Rule, int], ...]:
        """Each outcome rule once, with how many codes it has; or the roll, where many wagers ride on some dice."""
        if self.by_roll and (numbered := roll(self.model)):
            return ((numbered, FACES_END ** len(numbered.inputs)),)
        return self.rules

    @cached_property
    def by_roll(self) -> bool:
        """Whether rolls of dice are counted instead of outcomes, as there are fewer."""
        numbered = roll(self.model)
        return numbered is not None and prod(codes for _, codes in self.rules) > FACES_END ** len(numbered.inputs)

    @cached_property
    def rules(self) -> tuple[tuple[Rule, int], ...]:
        """Each outcome rule once, with how many codes it has."""
        codes: dict[Rule, int] = {}
        for wager in self.model.wagers:
            most = 1 + max(int(line.code) for line in wager.lines)
            codes[wager.outcome] = max(most, codes.get(wager.outcome, 0))
        return tuple(codes.items())

    @cached_property
    def offers(self) -> bool:
        """Whether something is offered at some sights only, or after some decisions only."""
        return any(offers_of(decision) for decision in self.model.decisions)

    @cached_property
    def offers_by_sight(self) -> bool:
        """Whether something is offered by what is seen, and not by decisions and constants alone."""
        alone = {*self.model.constants, *(decision.id for decision in self.model.decisions)}
        return any(self.needs(rule) - alone for decision in self.model.decisions for rule in offers_of(decision))

    @cached_property
    def path_decisions(self) -> tuple[Decision, ...]:
        """The decisions that some outcome or some offer depends on, and those that are not always asked or offered."""
        rules = [rule for rule, _ in self.outcomes]
        offers = [rule for decision in self.model.decisions for rule in offers_of(decision)]
        used = set().union(*(self.needs(rule) for rule in (*rules, *offers)))
        return tuple(each for each in self.model.decisions if each.id in used or offers_of(each))

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """In how many ways each decision may go."""
        return tuple(decision.places for decision in self.model.decisions)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """Every way to decide, offered or not: the place of the chosen option in each decision, in order."""
        return tuple(product(*map(range, self.shape)))

    @cached_property
    def ways(self) -> dict["Path", int]:
        """The paths by number: of every decision that matters to outcomes or offers, its code and what must be offered.

        What decisions and constants alone rule out is not among them.
        """
        ways: dict[Path, int] = {}
        for plan in self.plans:
            if not self.offers or self.is_possible(plan):
                ways.setdefault(self.path(plan), len(ways))
        return ways

    @cached_property
    def path_of_plan(self) -> dict["Plan", int]:
        """The number of the path that each plan takes; plans that decisions alone rule out have none."""
        taken = {plan: self.ways.get(self.path(plan)) for plan in self.plans}
        return {plan: path for plan, path in taken.items() if path is not None}

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """Codes of the decisions that matter, path by path; options that only stake more share a path."""
        return tuple(tuple(code for code, _ in way) for way in self.ways)

    def path(self, plan: Plan) -> "Path":
        """What of a plan matters to outcomes and offers."""
        places = dict(zip((decision.id for decision in self.model.decisions), plan, strict=True))
        return tuple((int(d.at(places[d.id]).code), offer(d, places[d.id])) for d in self.path_decisions)

    def is_possible(self, plan: Plan) -> bool:
        """Whether a plan takes what is offered, as far as that depends on decisions and constants alone."""
        facts = {name: (int(value),) for name, value in self.model.constants.items()}
        for decision, place in zip(self.model.decisions, plan, strict=True):
            for rule, wanted in offer(decision, place):
                if self.needs(rule) <= facts.keys() and bool(result(self.model, rule, dict(facts))) is not wanted:
                    return False
            facts[decision.id] = (int(decision.at(place).code),)
        return True

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
        return self.model.needs(rule)


def offer(decision: Decision, place: int) -> Offer:
    """What must hold for a decision to go a way."""
    if place == len(decision.options):
        return ((decision.asked, False),) if decision.asked else ()
    rules = (decision.asked, decision.options[place].offered)
    return tuple((rule, True) for rule in rules if rule)


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


def write_offers(source: Source, layout: Layout, names: str = "p") -> None:
    """Write which paths are offered, where all that is seen is known."""
    for place, (way, path) in enumerate(zip(layout.ways, layout.paths, strict=True)):
        wanted = dict.fromkeys(each for _, offer in way for each in offer)
        if wanted:
            reads = set().union(*(rule.inputs for rule, _ in wanted))
            with source.deciding(layout.path_decisions, path, reads):
                calls = (f"{source.call(rule)} {'!=' if said else '=='} 0" for rule, said in wanted)
                source.emit(f"{names}_{place} = {' and '.join(calls)}")


@contextmanager
def where_offered(source: Source, layout: Layout, place: int, names: str = "p") -> Iterator[None]:
    """What is done on one path is done only where all of it is offered."""
    if not any(offer for _, offer in tuple(layout.ways)[place]):
        yield
        return
    source.emit(f"if {names}_{place}:")
    source.depth += 1
    yield
    source.depth -= 1


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
            if self.model.late:
                self.deal_late(state)
            else:
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
        write_offers(self, self.layout)
        return True

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Stop at a code that is none: it would be taken for another sight or outcome. Every roll has a number."""
        if self.layout.by_roll:
            return
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
            with where_offered(self, layout, place), self.deciding(layout.path_decisions, path):
                joint = str(place)
                for number, (rule, codes) in enumerate(layout.outcomes):
                    if rule not in fixed:
                        self.outcome(number)
                    joint = f"({joint} * {codes} + o_{number})"
                self.emit(f"joint = {joint}", "if buffer[joint] == 0:", "    touched[met] = joint", "    met += 1")
                self.emit(f"buffer[joint] += {weight}")

    def deal_late(self, state: "State") -> None:
        """Count one deal of all that comes before the last decision: every path has loops of its own after it."""
        layout, late = self.layout, self.space.late
        last = self.model.decisions[-1]
        if last not in layout.path_decisions:  # no outcome depends on what is drawn after it
            self.deal(f"{state.weight} * {late.total}")
            return
        decisions = {decision.id for decision in self.model.decisions}
        fixed = {rule for rule, _ in layout.outcomes if not layout.needs(rule) & decisions}
        for number, (rule, _) in enumerate(layout.outcomes):
            if rule in fixed:
                self.outcome(number)
        places, links = self.places(), self.links_after_exchange(state.links)
        for place, path in enumerate(layout.paths):
            option, depth = late.option(path[-1]), self.depth
            with where_offered(self, layout, place):
                self.emit(f"w_p{place} = {state.weight} * {late.weight(option)}")
                alike = State(f"w_p{place}", links if option.keeps else state.links)
                slots = self.late_loops(place, option, alike, places)
                weight = slots[-1][1].weight if slots else f"w_p{place}"
                self.emit("leaves += 1")
                with self.deciding(layout.path_decisions, path):
                    joint = str(place)
                    for number, (rule, codes) in enumerate(layout.outcomes):
                        if rule not in fixed:
                            self.outcome(number)
                        joint = f"({joint} * {codes} + o_{number})"
                    self.emit(f"joint = {joint}", "if buffer[joint] == 0:", "    touched[met] = joint", "    met += 1")
                    self.emit(f"buffer[joint] += {weight}")
                for slot, _ in reversed(slots):
                    self.emit(f"remaining[k_{slot.name}] += 1")
                    self.depth -= 1
            self.depth = depth
            self.forget({drawn.name for drawn in self.model.late})

    def late_loops(
        self, path: int, option: Option, state: "State", places: Sequence[str]
    ) -> list[tuple[Slot, "State"]]:
        """Open the loops of a path over the cards that its last option takes, and make its late draws known."""
        slots: list[tuple[Slot, State]] = []
        for number, (drawn, count) in enumerate(zip(self.model.late, self.space.late.taken(option), strict=True)):
            names = [places[place] for place in option.keeps or ()] if drawn.of else []
            for place in range(count):
                slot = Slot(drawn.name, f"y{path}_{number}_{place}", drawn.kind, place, number=place)
                state = self.loop(slot, state)
                slots.append((slot, state))
                names.append(slot.name)
            self.known[drawn.name] = [*names, *[str(NO_CARD)] * (drawn.count - len(names))]
        return slots

    def links_after_exchange(self, links: str) -> str:
        """Which suits are alike once some cards of a hand are kept: those of its cards no more."""
        hand = [slot for slot in self.space.slots if slot.draw in {drawn.of for drawn in self.model.late}]
        if not hand or not self.space.renames_suits:
            return links
        self.emit(f"kept_links = {links} & ~({' | '.join(f'bits[k_{slot.name}]' for slot in hand)})")
        return "kept_links"

    def places(self) -> list[str]:
        """The cards of the hand that is exchanged, in the order in which an option counts its places.

        Those that are known lie as they are given; otherwise in ascending order, as the lowest sight names them.
        """
        of = next((drawn.of for drawn in self.model.late if drawn.of), "")
        slots = sorted((slot for slot in self.space.slots if slot.draw == of), key=lambda slot: slot.place)
        names = [slot.name for slot in slots]
        if any(slot.known is not None for slot in slots):
            return names
        return self.in_places(names, "renamed[sight_naming, {0}]" if self.space.renames_suits else "{0}")

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
