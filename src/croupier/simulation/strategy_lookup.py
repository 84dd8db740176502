"""A strategy as a look-up: the plan for what is seen, found by compiled code in a step or two.

Sights that are numbered close enough are a table of a few bits each, so that it stays near the processor; others are
hashed. A sight that nobody can be dealt has no plan, and asking for one is noticed.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.counter import Layout
from croupier.exact.space import Ints

Bytes = npt.NDArray[np.uint8]

DENSE_MAX: Final = 1 << 26
"""Sights are numbered straight through up to here; beyond, they are hashed."""
BITS: Final = (1, 2, 4, 8)
SCATTER: Final = -7046029254386353131


def is_dense(layout: Layout) -> bool:
    """Whether all sights have their places in a table, whether they can be dealt or not."""
    return layout.sights <= DENSE_MAX


def bits_of(layout: Layout) -> int:
    """How many bits tell a plan, with all ones for none."""
    for bits in BITS:
        if len(layout.plans) < 1 << bits:
            return bits
    raise Refused(f"there are {len(layout.plans)} ways to decide in one round; simulate fewer decisions")


def look_up(layout: Layout) -> str:
    """Source that finds the plan of a sight, among those that begin at a start."""
    bits = bits_of(layout)
    if not is_dense(layout):
        return HASHED
    return DENSE.format(places=(8 // bits).bit_length() - 1, bits=bits, each=8 // bits - 1, mask=(1 << bits) - 1)


def tables(layout: Layout, seen: Ints, plan_of_row: Ints) -> tuple[Ints, Bytes]:
    """The arrays of a look-up: the plan of each sight that occurs, and none for the others."""
    bits = bits_of(layout)
    if is_dense(layout):
        return np.zeros(1, dtype=np.int64), dense(layout.sights, seen, plan_of_row, bits)
    return hashed(seen, plan_of_row)


def dense(sights: int, seen: Ints, plan_of_row: Ints, bits: int) -> Bytes:
    """Plans side by side in bytes, the first in the lowest bits."""
    each = 8 // bits
    plans = np.full(-(-sights // each) * each, (1 << bits) - 1, dtype=np.uint8)
    plans[seen] = plan_of_row
    packed: Bytes = np.zeros(len(plans) // each, dtype=np.uint8)
    for place in range(each):
        packed |= plans[place::each] << (place * bits)
    return packed


def hashed(seen: Ints, plan_of_row: Ints) -> tuple[Ints, Bytes]:
    """Sights where their hash puts them, or after it, and the plan of each in the same place."""
    size = 1 << (2 * len(seen)).bit_length()
    keys, plans = np.full(size, -1, dtype=np.int64), np.full(size, 255, dtype=np.uint8)
    place = (seen * np.int64(SCATTER) >> 20) & (size - 1)
    waiting = np.arange(len(seen))
    while len(waiting):
        free = waiting[keys[place[waiting]] < 0]
        keys[place[free]] = seen[free]  # of several at one place the last stays, and the others look on
        settled = keys[place[waiting]] == seen[waiting]
        plans[place[waiting[settled]]] = plan_of_row[waiting[settled]]
        waiting = waiting[~settled]
        place[waiting] = (place[waiting] + 1) & (size - 1)
    return keys, plans


DENSE: Final = """
@inline
def plan_at(seen, sights, plans, start):
    return (int(np.int64(plans[start + (seen >> {places})])) >> {bits} * (seen & {each})) & {mask}


"""

HASHED: Final = f"""
@inline
def plan_at(seen, sights, plans, start):
    mask = sights.size - 1
    place = (seen * {SCATTER} >> 20) & mask
    while sights[place] >= 0 and sights[place] != seen:
        place = (place + 1) & mask
    return int(np.int64(plans[start + place]))


"""
