"""An experiment: a game, its house rules, a strategy and a seed, from which every round follows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Protocol

import numpy as np

from croupier.errors import Refused
from croupier.exact.api import model_of, solver_of
from croupier.exact.count import Notice
from croupier.exact.report import Analysis
from croupier.exact.solve import Played, Solver
from croupier.exact.space import Ints
from croupier.exact.strategy import own, simple
from croupier.kernel.work import across
from croupier.rulebook import Game
from croupier.rulebook.model import Model
from croupier.simulate.job import Chunk, Job, Packed, chunks
from croupier.simulate.plans import tables
from croupier.simulate.sights import all_sights
from croupier.simulate.streams import ROUNDS_MAX, key_of
from croupier.simulate.writer import rounds_kernel

CHUNK: Final = 1 << 22
"""Rounds that are handed out together: a fifth of a second's work for a core."""

Tally = tuple[int, ...]
"""What was added up, as whole numbers without bound."""


@dataclass(frozen=True)
class Progress:
    """How far a run has come: the units before this one are played, and this is what they add up to."""

    units: int
    tally: Tally

    def __add__(self, part: Ints) -> "Progress":
        """Add what a chunk came to."""
        return replace(self, tally=tuple(a + b for a, b in zip(self.tally, part.tolist(), strict=True)))


class Trial(Protocol):
    """Anything whose units can be run: rounds, shoes, sittings, paths."""

    @property
    def job(self) -> Job:
        """What a worker needs."""

    @property
    def start(self) -> Progress:
        """Before the first unit."""


@dataclass(frozen=True)
class Experiment:
    """Rounds of one model under one strategy and one seed, each dealt from all the cards."""

    solver: Solver
    """The count beside which the simulation is read."""
    strategy: str
    plan_of_row: Ints
    seed: int | str

    @property
    def model(self) -> Model:
        """The model that is played."""
        return self.solver.model

    @cached_property
    def exact(self) -> Analysis:
        """What the exact engine says of this strategy."""
        return Analysis(self.solver.play(self.plan_of_row), self.strategy)

    @cached_property
    def job(self) -> Job:
        """What a worker needs."""
        counts = self.solver.counts
        shoe = np.repeat(np.arange(52, dtype=np.uint8), counts.composition)
        sights, plans = tables(counts.layout.sights, *all_sights(counts, self.plan_of_row))
        return Job(
            kernel=rounds_kernel(self.model, counts.composition),
            key=key_of(self.seed, f"rounds of {self.model.id}"),
            arrays=(Packed.of(shoe), Packed.of(sights), Packed.of(plans)),
            cells=len(counts.layout.plans) * counts.layout.joints,
        )

    @property
    def start(self) -> Progress:
        """Before the first round."""
        return Progress(0, (0,) * self.job.cells)

    def played(self, progress: Progress) -> Played:
        """The rounds of a run, by plan and joint outcome, as the exact engine keeps deals."""
        joints = self.solver.counts.layout.joints
        plans = self.solver.plans
        table = {(plans[cell // joints], cell % joints): n for cell, n in enumerate(progress.tally) if n}
        return Dealt(self.solver, table)


class Dealt(Played):
    """Rounds that were dealt by chance, where the exact engine has all deals."""

    @property
    def total(self) -> int:
        """All rounds."""
        return sum(self.table.values())


def experiment(
    game: str | Game | Model,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    notice: Notice = lambda _: None,
) -> Experiment:
    """Prepare an experiment: the model is counted, or its count read back, and the strategy found."""
    solver = solver_of(model_of(game, house), removed=removed, notice=notice)
    named, plan_of_row = strategy_of(solver, strategy)
    return Experiment(solver, named, plan_of_row, seed)


def strategy_of(solver: Solver, strategy: str | Mapping[str, object]) -> tuple[str, Ints]:
    """A strategy's name and its plan at every sight."""
    if not solver.model.decisions:
        return "none", solver.best_plans()
    if isinstance(strategy, Mapping):
        return "own", own(solver, strategy)
    if strategy == "optimal":
        return strategy, solver.best_plans()
    if strategy == "simple":
        return strategy, simple(solver).plan_of_row
    raise Refused(f"{strategy} is no strategy; it is optimal, simple, or one of your own")


def run(
    trial: Trial,
    last: int,
    *,
    executor: Executor,
    player: Callable[[Chunk], Ints],
    since: Progress | None = None,
    chunk: int = CHUNK,
    workers: int = 0,
) -> Iterator[Progress]:
    """Play up to a round, telling after each chunk how far the run has come; the order is always that of the rounds."""
    if not 0 < last <= ROUNDS_MAX:
        raise Refused(f"{last:,} rounds cannot be played; 1 to {ROUNDS_MAX:,} can")
    progress = since or trial.start
    parts = list(chunks(trial.job, progress.units, last, chunk))
    for part, tally in zip(parts, across(executor, player, parts, workers), strict=True):
        progress = replace(progress + tally, units=part.last)
        yield progress
