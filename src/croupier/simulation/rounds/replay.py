"""Rounds of a simulation one by one: what was drawn, decided and won in round number so and so.

A run keeps nothing but counts; since every round follows from the seed and its number, any of them can be dealt again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from croupier.errors import Refused
from croupier.exact.evaluation import Facts
from croupier.rulebook.deal import Draw
from croupier.rulebook.wager import UNASKED, Line
from croupier.simulation.job import check_whole, checked
from croupier.simulation.random_words import ROUNDS_MAX
from croupier.simulation.rounds.kernel import replay_kernel
from croupier.simulation.rounds.trial import Experiment, staked


@dataclass(frozen=True)
class Round:
    """One round as it was played."""

    number: int
    drawn: Facts
    """Cards and faces of dice, draw by draw."""
    decided: Mapping[str, str]
    """The option of each decision that was asked."""
    lines: Mapping[str, Line]
    """What became of each wager on which something lay."""
    cell: int
    """Where the round was counted."""


def replay(trial: Experiment, first: int, last: int) -> Iterator[Round]:
    """Deal some rounds of an experiment again, the last not included."""
    check_whole(first=first, last=last)
    if not 0 <= first <= last <= ROUNDS_MAX:
        raise Refused(f"there are no rounds {first:,} to {last:,}; give two numbers from 0 to {ROUNDS_MAX:,}, in order")
    return dealt_again(trial, first, last)


def dealt_again(trial: Experiment, first: int, last: int) -> Iterator[Round]:
    """Deal rounds that there are."""
    job, model, solver = trial.job, trial.model, trial.priced
    sizes = [1 if drawn.kind is Draw.DIE else drawn.count for drawn in model.draws]
    told = np.zeros((last - first, sum(sizes) + 1), dtype=np.int64)
    lying = [staked(solver, plan) for plan in solver.plans]
    kernel = replay_kernel(model, trial.composition)
    checked(kernel.compiled(job.key, first, last, *(packed.array for packed in job.arrays), told))
    for number, (*values, cell) in enumerate(told.tolist(), first):
        left = iter(values)
        plan, joint = divmod(cell, solver.counts.layout.joints)
        options = zip(model.decisions, solver.options(solver.plans[plan]), strict=True)
        yield Round(
            number,
            {
                drawn.name: tuple(next(left) for _ in range(size))
                for drawn, size in zip(model.draws, sizes, strict=True)
            },
            {decision.id: option.id for decision, option in options if option is not UNASKED},
            {w.id: w.line(int(solver.code_of_joint[w.id][joint])) for w in lying[plan]},
            cell,
        )
