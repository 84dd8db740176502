"""A strategy as a look-up: the plan for what is seen, found by compiled code in a step or two."""

from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.space import Ints

Bytes = npt.NDArray[np.uint8]

DENSE_MAX: Final = 1 << 24
"""Sights are numbered straight through up to here; beyond, they are hashed."""
NO_PLAN: Final = 255
SCATTER: Final = -7046029254386353131


def look_up(sights: int) -> str:
    """Source that finds the plan of a sight, in a model with so many numbers for sights."""
    return DENSE if sights <= DENSE_MAX else HASHED


def tables(sights: int, seen: Ints, plan_of_row: Ints) -> tuple[Ints, Bytes]:
    """The arrays of a look-up: the plan of each sight that occurs, and none for the others."""
    if int(plan_of_row.max(initial=0)) >= NO_PLAN:
        raise Refused(f"there are more than {NO_PLAN} ways to decide in one round; simulate fewer decisions")
    if sights <= DENSE_MAX:
        plans = np.full(sights, NO_PLAN, dtype=np.uint8)
        plans[seen] = plan_of_row
        return np.zeros(1, dtype=np.int64), plans
    size = 1 << (2 * len(seen)).bit_length()
    keys, plans = np.full(size, -1, dtype=np.int64), np.full(size, NO_PLAN, dtype=np.uint8)
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
def plan_at(seen, sights, plans):
    return np.int64(plans[seen])


"""

HASHED: Final = f"""
@inline
def plan_at(seen, sights, plans):
    mask = sights.size - 1
    place = (seen * {SCATTER} >> 20) & mask
    while sights[place] >= 0 and sights[place] != seen:
        place = (place + 1) & mask
    return np.int64(plans[place])


"""
