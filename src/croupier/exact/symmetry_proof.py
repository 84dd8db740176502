"""Promises about alike cards proved: every deal is held against the same deal under other names.

The loops are those of a count in which nothing is taken to be alike. Names that swap two suits make up all renamings of
suits, so those are enough. Where a promise does not hold, the deals that show it are told.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NoReturn

import numpy as np

from croupier.errors import Refused
from croupier.exact.counter import FULL, KEY_MAX, SIGNATURE, TEMPLATE, Writer, where_offered, write_offers
from croupier.exact.estimate import LONG_SECONDS, SAMPLED_FROM, estimated
from croupier.exact.parts import TABLE_SIZE, Part, part_of, parts_of, room, with_room
from croupier.exact.space import Ints, Space
from croupier.exact.symmetry import Deal, Names, Trial, promised
from croupier.kernel.effort import EFFORT
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import RENAMED, Source
from croupier.kernel.work import across, cores, threads
from croupier.rulebook.deal import Draw

NOT_SO: Final = -1
"""What a prover gives back where a deal breaks a promise."""
TOLD: Final = """
@numba.njit
def told(key, value, table, keys, counts, used):
    place = place_of(key, table, keys)
    row = table[place]
    if row >= 0:
        return used if counts[row] == value else -1
    table[place] = used
    keys[used] = key
    counts[used] = value
    return used + 1


"""


class Prover(Writer):
    """Writes the loops that hold every deal of a space against the same deal under other names."""

    def __init__(self, space: Space, *, keeps_sights: bool) -> None:
        """Take a space in which nothing is alike, and whether what is seen must stay the same."""
        super().__init__(space)
        self.keeps_sights = keeps_sights

    def kernel(self) -> Kernel:
        """The prover, compiled on first use."""
        self.write()
        return Kernel("count", SIGNATURE, TEMPLATE + TOLD + self.text, tuple(self.rules.items()))

    def flush(self) -> None:
        """Nothing is counted."""

    def see(self) -> bool:
        """Hold what is seen against what is seen under other names, where all of it has become known."""
        decisions = self.model.decisions
        if not decisions or self.seen_at is not None:
            return False
        if not all(self.complete(name) for decision in decisions for name in decision.sees.inputs):
            return False
        self.seen_at = self.depth
        self.emit("for naming in range(len(renamed)):")
        self.depth += 1
        other = self.other()
        other.features(set(), set().union(*(decision.sees.inputs for decision in decisions)))
        self.emit("mine = its = 0")
        for number, decision in enumerate(decisions):
            self.emit(f"mine = mine * {decision.codes} + {self.call(decision.sees)}")
            self.emit(f"its = its * {decision.codes} + {other.call(decision.sees)}")
            if self.keeps_sights:
                self.fail("if mine != its:")
                continue
            self.emit(f"key = (mine * {len(decisions)} + {number}) * len(renamed) + naming")
            self.emit("if used + 1 > len(keys):", f"    return {FULL}, leaves")
            self.emit("used = told(key, its, table, keys, counts, used)")
            self.fail("if used < 0 or key == links:")
        self.depth -= 1
        return False

    def deal(self, weight: str) -> None:  # noqa: ARG002  # as its base has it
        """Hold the outcomes of one deal against those under other names."""
        self.emit("leaves += 1")
        self.joints(self, "m")
        self.emit("for naming in range(len(renamed)):")
        self.depth += 1
        self.joints(self.other(), "t")
        for place in range(len(self.layout.paths)):
            self.fail(f"if m_{place} != t_{place}:")
        self.depth -= 1

    def other(self) -> Source:
        """The cards that are known under their other names."""
        drawn = [each.name for each in self.model.draws if self.complete(each.name)]
        return self.renamed(RENAMED, {name: self.known[name] for name in drawn})

    def joints(self, source: Source, letter: str) -> None:
        """Work out the joint outcome of every path."""
        wanted = set().union(*(rule.inputs for rule, _ in self.layout.outcomes))
        write_offers(source, self.layout, f"{letter}p")
        for place, path in enumerate(self.layout.paths):
            source.emit(f"{letter}_{place} = -1")
            with (
                where_offered(source, self.layout, place, f"{letter}p"),
                source.deciding(self.layout.path_decisions, path, wanted),
            ):
                joint = "0"
                for number, (rule, codes) in enumerate(self.layout.outcomes):
                    source.emit(f"{letter}{number} = {source.call(rule)}")
                    joint = f"({joint} * {codes} + {letter}{number})"
                source.emit(f"{letter}_{place} = {joint}")

    def fail(self, when: str) -> None:
        """Write down the deal that breaks a promise, as far as it is known, and stop."""
        self.emit(when)
        self.depth += 1
        self.emit("touched[0] = naming", f"touched[1] = {'key' if 'key' in when else -1}")
        known = {name for names in self.known.values() for name in names}
        for place, slot in enumerate(self.space.slots):
            self.emit(f"touched[{2 + place}] = {slot.name if slot.name in known else -1}")
        self.emit(f"return {NOT_SO}, leaves")
        self.depth -= 1


Proved = tuple[int, int, Ints, Ints, Ints]
"""How many sights there are, or that a deal breaks a promise; deals; sights, what they become, and the deal."""


def proved(part: Part) -> Proved:
    """Try the deals of a part on this core."""

    def prove(entries: int) -> Proved:
        table, keys, named = room(entries)
        buffer, touched = (np.zeros(max(TABLE_SIZE, part.width), dtype=np.int64) for _ in range(2))
        given = (part.heads, part.cards, part.copies.copy(), part.bits, part.links, part.renamed, 0, len(part.heads))
        used, leaves = part.counter.compiled(*given, table, keys, named, buffer, touched)
        return int(used), int(leaves), keys[: max(used, 0)], named[: max(used, 0)], touched

    return with_room(part.counter, prove)


def prove_alike(space: Space, workers: int = 0) -> None:
    """Try a model's promises about alike cards on every deal, and refuse one that does not hold."""
    notice, progress = EFFORT.get().notice, EFFORT.get().progress
    names = promised(space)
    if not names:
        notice(f"{space.model.id} promises nothing about alike cards that these cards leave to be tried")
        return
    if space.model.late:
        raise Refused(
            f"{space.model.id} draws cards after a decision, so its promises are tried on some deals only; leave out "
            "--prove-alike"
        )
    every = Space(space.model, space.composition, lumped=False)
    decisions = len(space.model.decisions)
    prover = Prover(every, keeps_sights=names[0].keeps_sights)
    if prover.layout.sights * max(decisions, 1) * len(names) >= KEY_MAX:
        raise Refused("there are too many sights to number; give sights smaller codes")
    kernel = prover.kernel()
    tried = Tried(Trial(space), names)
    said = f"proving on {every.total:,} deals {names[0].promise}"
    if every.leaves >= SAMPLED_FROM:
        _ = kernel.compiled
        found = estimated(every, lambda head: tried.one(every, kernel, head), workers or cores())
        if not EFFORT.get().anyway:
            found.check(said)
        if found.seconds >= LONG_SECONDS:
            said = f"{said}, which takes about {found.time}"
    notice(said)
    progress(0)
    with threads(workers) as at:
        parts = (tried.prepared(part) for part in parts_of(every, kernel))
        for number, (used, leaves, keys, named, touched) in enumerate(across(at, proved, parts, workers)):
            if used == NOT_SO:
                tried.refuse(nth(every, kernel, number), touched)
            tried.add(number, keys, named)
            tried.leaves += leaves
            progress(min(tried.leaves / every.leaves_after(every.fixed), 1))
    tried.compare(every, kernel)
    progress(1)
    notice(f"{space.model.id}: it holds {names[0].promise}, on every one of {every.total:,} deals")


class Tried:
    """What has been tried so far."""

    def __init__(self, trial: Trial, names: list[Names]) -> None:
        self.trial = trial
        self.names = names
        self.images = np.array([each.cards for each in names], dtype=np.int64)
        self.leaves = 0
        self.seen: list[tuple[Ints, Ints, Ints]] = []
        """Sights, what they become under other names, and the part that saw them."""

    def prepared(self, part: Part) -> Part:
        """A part with the other names; no sight is looked for."""
        return replace(part, renamed=self.images, links=-1, width=2 + len(self.trial.slots))

    def one(self, space: Space, kernel: Kernel, head: Sequence[int]) -> tuple[int, int, Ints]:
        """Try one head, for what it takes."""
        part = part_of(space, kernel, np.array([head], dtype=np.uint8))
        used, leaves, keys, _, touched = proved(self.prepared(part))
        if used == NOT_SO:
            self.refuse(part, touched)
        return max(leaves, 1), max(leaves, 1), keys

    def add(self, number: int, keys: Ints, named: Ints) -> None:
        """Take what a part saw."""
        if len(keys):
            self.seen.append((keys, named, np.full(len(keys), number)))

    def refuse(self, part: Part, touched: Ints) -> NoReturn:
        """Refuse a promise that a deal breaks, by itself or beside one that came before it in its part."""
        names = self.names[int(touched[0])]
        if touched[1] >= 0:
            self.trial.hold_sights(self.first(part, int(touched[1])), names)
        self.trial.hold(self.deal(touched), names)
        raise AssertionError("compiled rules and plain ones do not agree")

    def compare(self, space: Space, kernel: Kernel) -> None:
        """Refuse a sight of which two parts make different ones under other names."""
        if not self.seen:
            return
        keys, named, parts = (np.concatenate(column) for column in zip(*self.seen, strict=True))
        order = np.argsort(keys, kind="stable")
        keys, named, parts = keys[order], named[order], parts[order]
        wrong = np.flatnonzero((keys[1:] == keys[:-1]) & (named[1:] != named[:-1]))
        if len(wrong):
            at = int(wrong[0])
            names = self.names[int(keys[at]) % len(self.names)]
            for number in (int(parts[at]), int(parts[at + 1])):
                self.trial.hold_sights(self.first(nth(space, kernel, number), int(keys[at])), names)
            raise AssertionError("compiled rules and plain ones do not agree")

    def first(self, part: Part, key: int) -> Deal:
        """The first deal of a part in which a sight is seen."""
        *_, touched = proved(replace(self.prepared(part), links=key))
        return self.deal(touched)

    def deal(self, touched: Ints) -> Deal:
        """A deal that was written down; what was not drawn yet is filled up."""
        slots = self.trial.slots
        values = [int(touched[2 + place]) for place in range(len(slots))]
        left = list(self.trial.space.composition)
        for slot, value in zip(slots, values, strict=True):
            if slot.kind is not Draw.DIE and value >= 0:
                left[value] -= 1
        for place, slot in enumerate(slots):
            if values[place] < 0:
                values[place] = 1 if slot.kind is Draw.DIE else next(card for card, n in enumerate(left) if n)
                if slot.kind is not Draw.DIE:
                    left[values[place]] -= 1
        return tuple(values)


def nth(space: Space, kernel: Kernel, number: int) -> Part:
    """One of a space's parts again."""
    return next(islice(parts_of(space, kernel), number, None))
