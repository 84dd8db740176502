"""What a count will take, found out before it is begun: a few of its heads are counted, and the rest is reckoned.

Heads are chosen by dealing at random, so that the mean of what each takes for a deal it stands for, times all deals, is
what all of them take.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log1p
from random import Random
from time import perf_counter
from typing import Final

from croupier.errors import Refused
from croupier.exact.space import Ints, Space
from croupier.rulebook.deal import Draw

SAMPLED_FROM: Final = 1 << 22
"""Counts of fewer deals are over at once."""
LARGE: Final = 1 << 26
HEADS_MIN: Final = 3
HEADS_MAX: Final = 12
"""How many heads are counted to see: a count of less than `LARGE` is over in seconds, and a few will do."""
SAMPLE_SECONDS: Final = 0.5
LONG_SECONDS: Final = 60
MOST_SECONDS: Final = 4 * 3600
ENTRY_BYTES: Final = 100
"""What an entry takes while it is counted and the decisions are solved."""
HELPS: Final = "`croupier simulate` plays by chance instead, --device gpu or --cluster ADDRESS may do it"
PERIODS: Final = ((365.25 * 86400, "year"), (86400, "day"), (3600, "hour"), (60, "minute"), (0, "second"))

Counted = Callable[[Sequence[int]], tuple[int, int, Ints]]
"""Counts one head: how many deals it stands for, how many of them were looked at, and the keys that came up."""


@dataclass(frozen=True)
class Estimate:
    """What a count takes, about."""

    seconds: float
    """On all workers together."""
    workers: int
    leaves: int
    """How many deals are looked at."""
    entries: int

    @property
    def memory(self) -> int:
        return self.entries * ENTRY_BYTES

    @property
    def time(self) -> str:
        """The time in words, and on how many cores."""
        return f"{in_words(self.seconds)} on {self.workers} {'core' if self.workers == 1 else 'cores'}"

    def check(self, what: str) -> None:
        """Refuse what is more than this machine can do, in a sentence that says what would help."""
        most = memory_available()
        if self.memory > most:
            raise Refused(
                f"{what} would take about {self.memory / 2**30:,.0f} GiB of memory, and {most / 2**30:,.0f} GiB are "
                f"free; {HELPS}, a sight with fewer codes takes less, and --anyway tries it all the same"
            )
        if self.seconds > MOST_SECONDS:
            raise Refused(f"{what} would take about {self.time}; {HELPS} sooner, and --anyway does it all the same")


def estimated(space: Space, counted: Counted, workers: int) -> Estimate:
    """Count a few heads, and reckon what all of them take on so many workers."""
    random = Random(space.total)  # noqa: S311  # a sample, and the same one each time
    took, looked = 0.0, 0
    of_deals: list[tuple[float, float, float]] = []
    entries: list[int] = []
    met: set[int] = set()
    started = perf_counter()
    most = HEADS_MIN if space.leaves < LARGE else HEADS_MAX
    while len(of_deals) < HEADS_MIN or (len(of_deals) < most and perf_counter() - started < SAMPLE_SECONDS):
        head = random_head(space, random)
        begun = perf_counter()
        deals, leaves, keys = counted(head)
        took += perf_counter() - begun
        looked += leaves
        of_deals.append((leaves / deals, len(keys) / deals, 1 / deals))
        entries.append(len(keys))
        met.update(keys.tolist())
    leaves, disjoint, heads = (space.total * sum(column) / len(of_deals) for column in zip(*of_deals, strict=True))
    many = distinct(entries, len(met), disjoint, heads)
    return Estimate(took / max(looked, 1) * leaves / workers, workers, round(leaves), round(many))


def distinct(entries: Sequence[int], met: int, disjoint: float, heads: float) -> float:
    """How many different entries all heads have, where some had so many of their own and so many together."""
    if met >= sum(entries) or met == 0:
        return disjoint
    each, number = sum(entries) / len(entries), len(entries)

    def of(many: float, there: float) -> float:
        return there * -expm1_safe(many * log1p(-min(each / there, 1 - 1e-12)))

    low, high = float(max(met, each)), 1e18
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if of(number, middle) < met else (low, middle)
    return min(disjoint, of(heads, high))


def expm1_safe(power: float) -> float:
    """The power of e, less one; where it is next to nothing, without rounding it away."""
    return exp(power) - 1 if power < -1e-3 else power * (1 + power / 2)


def random_head(space: Space, random: Random) -> list[int]:
    """The head of a deal that is dealt at random, by the deal that stands for it."""
    kind_of = {card: kind for kind, (card, _) in enumerate(space.kinds)}
    deck = [card for card, copies in space.kinds for _ in range(copies)]
    slots = space.slots
    cards = random.sample(deck, sum(slot.kind is not Draw.DIE and slot.known is None for slot in slots))
    drawn = [
        slot.known
        if slot.known is not None
        else random.randint(1, slot.faces)
        if slot.kind is Draw.DIE
        else cards.pop()
        for slot in slots
    ]
    rows = []
    for named in space.renamed.tolist():
        row: list[int] = []
        for slot, value in zip(slots, drawn, strict=True):
            if slot.kind is Draw.DIE or slot.known is not None:
                row.append(value)
                continue
            row.append(kind_of[named[value]])
            if slot.kind is Draw.SET and slot.number:
                row[len(row) - slot.number - 1 :] = sorted(row[len(row) - slot.number - 1 :])
        rows.append(row)
    return min(rows)[: space.head_length]


def in_words(seconds: float) -> str:
    """A time as one says it: 40 seconds, 3 hours, 12,000 years."""
    for length, name in PERIODS:
        if seconds >= 1.5 * length or not length:
            number = round(seconds / length) if length else max(round(seconds), 1)
            return f"{number:,} {name}{'' if number == 1 else 's'}"
    raise AssertionError("the last period is none")


def memory_available() -> int:
    """How many bytes of memory are free, as far as it is known."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:  # noqa: PTH123  # a file of the system's
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 1 << 40
