"""Offers: what each sight may decide, read from a count, and checked to tell the seat nothing else.

A deal is counted on a path only where everything on it is offered. So of one sight, each path has all of its deals or
none of them; anything else is an offer by what the seat does not see, and so is one that changes within what is seen at
its decision.
"""

from random import Random

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.counter import Layout
from croupier.exact.evaluation import Facts, result
from croupier.exact.space import Ints
from croupier.exact.uncoded import TRIES, deal
from croupier.rulebook.deal import deal_text
from croupier.rulebook.model import Model, offers_of
from croupier.rulebook.wager import Decision

Mask = npt.NDArray[np.bool_]
"""By rows and by places of decisions."""


def path_sums(layout: Layout, keys: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """For each sight of a count and each path that it is counted on, both as one number, its deals."""
    at = keys // layout.joints
    starts = np.flatnonzero(np.concatenate(([True], at[1:] != at[:-1])))
    return at[starts], np.add.reduceat(counts, starts)


def rows_of(layout: Layout, at: Ints) -> tuple[Ints, Ints]:
    """For each sight and path, the row of the sight, and where rows start."""
    sight = at // len(layout.paths)
    new = np.concatenate(([True], sight[1:] != sight[:-1]))
    return np.cumsum(new) - 1, np.flatnonzero(new)


def deals_by_sight(layout: Layout, keys: Ints, counts: Ints) -> Ints:
    """How many deals lead to each sight: as many as each path that is offered there has."""
    at, sums = path_sums(layout, keys, counts)
    most: Ints = np.maximum.reduceat(sums, rows_of(layout, at)[1])
    return most


def offered_paths(layout: Layout, keys: Ints, counts: Ints) -> Mask:
    """For each sight, which paths are offered."""
    at, _ = path_sums(layout, keys, counts)
    row, starts = rows_of(layout, at)
    offered: Mask = np.zeros((len(starts), len(layout.paths)), dtype=np.bool_)
    offered[row, at % len(layout.paths)] = True
    return offered


def offered_plans(layout: Layout, paths: Mask) -> Mask:
    """The same by the places of all decisions."""
    plans = np.zeros((len(paths), len(layout.plans)), dtype=np.bool_)
    for number, plan in enumerate(layout.plans):
        path = layout.path_of_plan.get(plan)
        if path is not None:
            plans[:, number] = paths[:, path]
    return plans.reshape(len(paths), *layout.shape)


def up_to(offered: Mask, depth: int) -> Mask:
    """What is offered up to a decision: where some way goes on from it."""
    found: Mask = np.asarray(offered.any(axis=tuple(range(depth + 2, offered.ndim))))
    return found


def first_rows(group: Ints) -> Ints:
    """The first row of each group."""
    first: Ints = np.unique(group, return_index=True)[1]
    return first


def groups_of(model: Model, sights: Ints) -> list[Ints]:
    """For each decision, the number of the sight (with all sights before it) that each row belongs to."""
    groups: list[Ints] = []
    for decision in reversed(model.decisions):
        _, group = np.unique(sights, return_inverse=True)
        groups.insert(0, group)
        sights = sights // decision.codes
    return groups


def check_offers(layout: Layout, keys: Ints, counts: Ints, total: int) -> None:
    """Refuse a count in which an offer depends on what the seat does not see."""
    if not is_seen(layout, keys, counts, total):
        raise leak(layout)


def is_seen(layout: Layout, keys: Ints, counts: Ints, total: int) -> bool:
    """Whether everything that is offered follows from what is seen at its decision."""
    at, sums = path_sums(layout, keys, counts)
    row, starts = rows_of(layout, at)
    deals = np.maximum.reduceat(sums, starts)
    if np.any(sums != deals[row]) or sum(deals.tolist()) != total:
        return False
    offered = offered_plans(layout, offered_paths(layout, keys, counts))
    for depth, group in enumerate(groups_of(layout.model, at[starts] // len(layout.paths))):
        mine = up_to(offered, depth)
        if np.any(mine != mine[first_rows(group)][group]):
            return False
    return True


def leak(layout: Layout) -> Refused:
    """What is wrong with an offer that depends on what is not seen: two deals, where chance finds them."""
    model, chance = layout.model, Random(0)  # noqa: S311  # the same deals are named every time
    known: dict[tuple[int, ...], tuple[tuple[bool, ...], str]] = {}
    for _ in range(TRIES):
        facts = deal(model, chance)
        words = deal_text(model.draws, {drawn.name: facts[drawn.name] for drawn in model.draws})
        sights: tuple[int, ...] = ()
        for decision in model.decisions:
            sights = (*sights, result(model, decision.sees, facts))
            mine = offers_by_way(layout, decision, facts)
            theirs, other = known.setdefault(sights, (mine, words))
            if mine != theirs:
                return Refused(
                    f"{model.id}: the offer of {decision.id} depends on what the seat does not see: it is not the same "
                    f"for {other} and for {words}, which look alike; let `sees` tell them apart"
                )
    some = " or ".join(decision.id for decision in model.decisions if offers_of(decision))
    return Refused(f"{model.id}: the offer of {some} depends on what the seat does not see")


def offers_by_way(layout: Layout, decision: Decision, facts: Facts) -> tuple[bool, ...]:
    """What the rules say of a decision, for every way that those before it may have gone."""
    before = layout.model.decisions[: layout.model.decisions.index(decision)]
    ways = dict.fromkeys(plan[: len(before)] for plan in layout.path_of_plan)
    said = []
    for way in ways:
        decided = {each.id: (int(each.at(place).code),) for each, place in zip(before, way, strict=True)}
        drawn = {name: facts[name] for name in facts if name not in {each.name for each in layout.model.features}}
        said += [bool(result(layout.model, rule, drawn | decided)) for rule in offers_of(decision)]
    return tuple(said)
