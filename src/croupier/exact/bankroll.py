"""A bankroll: what a round needs, and how it is played by somebody who cannot afford everything.

Before every round all wagers of the mix are placed at once. Whoever cannot place them is *ruined* and plays no more;
that is looked at after every round, the last one included. A decision may stake more. An option is *affordable* if the
money in hand pays for it, and for some way to go on after it. Whoever cannot afford the option that the strategy takes
takes the best that he can afford, by its exact value at that sight, later decisions being made in the same way.

So a bankroll matters only by the plans it pays for. These are few, and so are the *levels*: from the smallest bankroll
that pays for a round up to one that pays for everything. `croupier session` works with the levels' exact results,
`croupier simulate --bankroll` with their plans.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from croupier.errors import Refused
from croupier.exact.solve import (
    Plan,
    Solver,
    Stakes,
    base_wagers,
    best_of,
    followed,
    parents,
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
    for least in sorted(set(needs)):
        plans = affordable_plans(solver, stakes, [need <= least for need in needs], stated)
        if not found or not np.array_equal(plans, found[-1].plan_of_row):  # else it is played like the one below
            found.append(Level(least, mixed(solver.play(plans), stakes), plans))
    return tuple(found)


def needs_of(solver: Solver, stakes: Stakes) -> list[Fraction]:
    """For each plan, the money that it takes: the most that lies on the layout at any time, or what it may lose."""
    return [max(peak(solver, plan, stakes), -min(paid(solver, plan, stakes))) for plan in solver.plans]


def peak(solver: Solver, plan: Plan, stakes: Stakes) -> Fraction:
    """The most that lies on the layout while a plan is followed."""
    placed = {wager.id: Fraction(stakes.get(wager.id, 0)) for wager in base_wagers(solver.model)}
    added = [sum(placed.values(), Fraction(0))]
    for decision, option in zip(solver.model.decisions, solver.options(plan), strict=True):
        added.append(option.multiple * placed[decision.base])
        placed[decision.wager] = placed.get(decision.wager, Fraction(0)) + added[-1]
    return max(accumulate(added))


def paid(solver: Solver, plan: Plan, stakes: Stakes) -> set[Fraction]:
    """What a plan may win or lose."""
    won, scale = solver.payoffs(plan, stakes)
    met = solver.counts.joints_of_path[solver.path_of(plan)]
    return {Fraction(int(each), scale) for each in won[met]}


def affordable_plans(solver: Solver, stakes: Stakes, allowed: Sequence[bool], stated: Ints | None) -> Ints:
    """The plan at every sight, of those that are allowed: the stated one's choices, else the best.

    Decisions are solved backwards, as `Solver.solved` does, and of options worth the same the larger stake is taken. An
    option is open if an allowed plan goes on from it.
    """
    if all(allowed):
        return solver.best_plans(stakes) if stated is None else stated
    values, _ = solver.values(stakes)
    shape = tuple(len(decision.options) for decision in solver.model.decisions)
    worth, groups = values.reshape(len(values), *shape), solver.groups()
    wanted = None if stated is None else np.array(np.unravel_index(stated, shape))
    chosen: list[Ints] = []
    for depth in reversed(range(len(shape))):
        open_ = np.array(np.array(allowed).reshape(*shape[: depth + 1], -1).any(axis=-1))
        lowest = worth.min() - 1
        best = best_of(np.where(open_, worth, lowest), preference(solver.model.decisions[depth]))
        if wanted is not None:
            of_group = np.zeros(len(worth), dtype=np.int64)
            of_group[groups[depth]] = wanted[depth]
            stays = of_group.reshape(-1, *[1] * depth) + np.zeros_like(best)
            best = np.where(taken(np.broadcast_to(open_, worth.shape), stays), stays, best)
        chosen.insert(0, best)
        if depth:
            worth = np.where(open_.any(axis=-1), taken(worth, best), 0)  # what nobody can afford is not looked at above
            worth = summed_by(worth, parents(groups[depth], groups[depth - 1]))
    return followed(chosen, groups, shape)
