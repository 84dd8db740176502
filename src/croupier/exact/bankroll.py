"""A bankroll: what a round needs, and how it is played by somebody who cannot afford everything.

Before every round all wagers of the mix are placed at once. Whoever cannot place them is *ruined* and plays no more;
that is looked at after every round, the last one included. A decision may stake more. An option is *affordable* if the
money in hand pays for it, and for some way to go on after it. Whoever cannot afford the option that the strategy takes
takes the best that he can afford, by its exact value at that sight, later decisions being made in the same way.

So a bankroll matters only by the plans it pays for. These are few, and so are the *levels*: from the smallest bankroll
that pays for a round up to one that pays for everything. `croupier session` works with the levels' exact results,
`croupier simulate --bankroll` with their plans.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from croupier.errors import Refused
from croupier.exact.counter import Plan
from croupier.exact.offers import Mask, up_to
from croupier.exact.solve import (
    Solver,
    Stakes,
    best_of,
    followed,
    parents,
    placed_units,
    preference,
    summed_by,
    taken,
)
from croupier.exact.space import Ints
from croupier.exact.strategy import check_strategy, plans_by
from croupier.exact.wager_report import Distribution, mixed
from croupier.sheet import amount


@dataclass(frozen=True)
class Level:
    """How a round is played by whoever holds this much or more, and less than the next level."""

    needs: Fraction
    one: Distribution
    """The result of a round."""
    plan_of_row: Ints
    """The plan at every sight."""


def check_brought(bankroll: Fraction | None, needs: Fraction) -> None:
    """Refuse a bankroll that does not pay for a first round."""
    if bankroll is not None and bankroll < needs:
        raise Refused(
            f"{amount(bankroll)} does not pay for the first round, which takes {amount(needs)}; bring at least that",
            field="bankroll",
        )


def stated_plans(solver: Solver, stakes: Stakes, strategy: str | Mapping[str, object]) -> Ints | None:
    """The plans of a strategy that is stated; none of the optimal one, which follows from what can be afforded."""
    check_strategy(solver.model, strategy)
    return None if strategy == "optimal" else plans_by(solver, strategy, stakes)[1]


def levels(solver: Solver, stakes: Stakes, stated: Ints | None) -> tuple[Level, ...]:
    """The levels of a mix of wagers, from the least that a round can be played with.

    Without stated plans, decisions are the best for the mix.
    """
    needs = needs_of(solver, stakes)
    found: list[Level] = []
    for least in sorted(set(needs.values())):
        allowed = np.array([plan in needs and needs[plan] <= least for plan in solver.plans])
        if not can_play(solver, allowed):
            continue
        plans = affordable_plans(solver, stakes, allowed, stated)
        if not found or not np.array_equal(plans, found[-1].plan_of_row):  # else it is played like the one below
            found.append(Level(least, mixed(solver.play(plans), stakes), plans))
    return tuple(found)


def needs_of(solver: Solver, stakes: Stakes) -> dict[Plan, Fraction]:
    """For each plan that is offered, the money it takes: the most that ever lies on the layout, or what it may lose."""
    return {p: max(peak(solver, p, stakes), -min(paid(solver, p, stakes))) for p in solver.possible_plans}


def peak(solver: Solver, plan: Plan, stakes: Stakes) -> Fraction:
    """The most that lies on the layout while a plan is followed."""
    placed = placed_units(solver.model, stakes)
    added = [sum(placed.values(), Fraction(0))]
    for decision, place in zip(solver.model.decisions, plan, strict=True):
        if decision.wager:
            added.append(decision.at(place).multiple * placed[decision.base])
            placed[decision.wager] = placed.get(decision.wager, Fraction(0)) + added[-1]
    return max(accumulate(added))


def paid(solver: Solver, plan: Plan, stakes: Stakes) -> set[Fraction]:
    """What a plan may win or lose."""
    won, scale = solver.payoffs(plan, stakes)
    met = solver.counts.joints_of_path[solver.path_of(plan)]
    return {Fraction(int(each), scale) for each in won[met]}


def can_play(solver: Solver, allowed: Mask) -> bool:
    """Whether an allowed plan is offered at every sight."""
    offered = solver.counts.offered
    return bool((offered & allowed.reshape(solver.shape)).reshape(len(offered), -1).any(axis=-1).all())


def open_ways(solver: Solver, allowed: Mask) -> list[Mask]:
    """For each decision, by what was seen and by the options before: from what an allowed plan always goes on."""
    if not solver.counts.layout.offers:
        return [
            np.broadcast_to(allowed.reshape(*solver.shape[: depth + 1], -1).any(axis=-1), offered.shape)
            for depth, offered in enumerate(solver.offered)
        ]
    both = solver.counts.offered & allowed.reshape(solver.shape)
    closed = ((~up_to(both, depth)).astype(np.int64) for depth in range(len(solver.shape)))
    return [summed_by(each, group) == 0 for each, group in zip(closed, solver.groups(), strict=True)]


def affordable_plans(solver: Solver, stakes: Stakes, allowed: Mask, stated: Ints | None) -> Ints:
    """The plan at every sight, of those that are allowed: the stated one's choices, else the best.

    Decisions are solved backwards, as `Solver.solved` does, and of options worth the same the larger stake is taken. An
    option is open if an allowed plan goes on from it.
    """
    possible = set(solver.possible_plans)
    if all(allowed[place] for place, plan in enumerate(solver.plans) if plan in possible):
        return solver.best_plans(stakes) if stated is None else stated
    values, _ = solver.values(stakes)
    shape = solver.shape
    worth, groups = values.reshape(len(values), *shape), solver.groups()
    wanted = None if stated is None else np.array(np.unravel_index(stated, shape))
    opened = open_ways(solver, allowed)
    chosen: list[Ints] = []
    for depth in reversed(range(len(shape))):
        open_ = opened[depth]
        lowest = worth.min() - 1
        best = best_of(np.where(open_, worth, lowest), preference(solver.model.decisions[depth]))
        if wanted is not None:
            of_group = np.zeros(len(worth), dtype=np.int64)
            of_group[groups[depth]] = wanted[depth]
            stays = of_group.reshape(-1, *[1] * depth) + np.zeros_like(best)
            best = np.where(taken(open_, stays), stays, best)
        chosen.insert(0, best)
        if depth:
            worth = np.where(open_.any(axis=-1), taken(worth, best), 0)  # what nobody can afford is not looked at above
            worth = summed_by(worth, parents(groups[depth], groups[depth - 1]))
    return followed(chosen, groups, shape)
