"""The one loop that plays any trial: who plays, how a run goes, and how it is left and taken up again.

Units are handed out in chunks and added up in their order. A run is of so many units, or of so many rounds where a unit
has several. How many units that takes is then not known beforehand: chunks are played until one goes too far, which is
played again in smaller ones. What is kept depends on the order of the units alone, whoever plays, in whatever chunks.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

from croupier.errors import Refused, quoted
from croupier.kernel import work
from croupier.kernel.cluster import cluster_executor
from croupier.kernel.work import across, threads
from croupier.simulation.checkpoint import Checkpoint, Unkept
from croupier.simulation.job import Chunk, check_whole, chunks, played
from croupier.simulation.random_words import ROUNDS_MAX
from croupier.simulation.result import SimulationResult
from croupier.simulation.trial import Player, Progress, Run, Trial

WORKERS_MAX: Final = 1024
FINER: Final = 64
"""So many times smaller are the chunks in which one that went too far is played again."""

AnyTrial = TypeVar("AnyTrial", bound=Trial)
AnyResult = TypeVar("AnyResult", bound=SimulationResult)


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `result` is what is known by then."""

    def __init__(self, result: SimulationResult) -> None:
        super().__init__()
        self.result = result


# ── Who plays ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Crew:
    """Who plays: an executor in the manner of `concurrent.futures`, and what it does with a chunk."""

    executor: Executor
    player: Player = played
    workers: int = 0
    """How many chunks are worked on at once; as many as there are cores when 0."""
    chunk: int = 0
    """How many units are in a chunk; as many as the trial says when 0."""

    def play(self, trial: Trial, last: int, since: Progress | None = None, chunk: int = 0) -> Generator[Progress]:
        """Play up to a unit, telling after each chunk how far it has come; the order is always that of the units."""
        progress, size = since or trial.start, chunk or self.chunk or trial.chunk
        # twice the same cuts, one of them ahead of the other: a list of all would be as long as the run
        ahead, behind = (chunks(trial.job, progress.units, last, size, trial.mark_after) for _ in range(2))
        for part, tally in zip(behind, across(self.executor, self.player, ahead, self.workers), strict=True):
            progress = replace(progress + tally, units=part.last)
            yield progress


def crew_of(
    trial: Trial, *, workers: int = 0, cluster: str | None = None, device: str = "cpu"
) -> AbstractContextManager[Crew]:
    """This machine's cores or its GPU, or the workers of a cluster."""
    check_place(workers, cluster, device)
    if cluster is not None:
        return on_cluster(cluster)
    return on_gpu(trial) if device == "gpu" else on_cores(trial, workers)


def check_place(workers: int, cluster: str | None, device: str) -> None:
    """Refuse a device or a number of workers that there cannot be, and two places at once."""
    check_whole(workers=workers)
    if not 0 <= workers <= WORKERS_MAX:
        raise Refused(f"there cannot be {workers:,} workers; give 1 to {WORKERS_MAX:,}", field="workers")
    work.check_place(device, cluster)
    if workers and (cluster is not None or device == "gpu"):
        raise Refused("these are cores of this machine; leave them out for a cluster or a GPU", field="workers")


@contextmanager
def on_cores(trial: Trial, workers: int = 0) -> Iterator[Crew]:
    """This machine's cores, or so many of them."""
    _ = trial.job.kernel.compiled  # once, before several threads would do it at once
    with threads(workers) as executor:
        yield Crew(executor, workers=workers)


@contextmanager
def on_cluster(address: str) -> Iterator[Crew]:
    with cluster_executor(address) as (executor, workers):
        yield Crew(executor, workers=workers)


@contextmanager
def on_gpu(trial: Trial) -> Iterator[Crew]:
    player, chunk = trial.gpu_player()
    with threads(1) as executor:
        yield Crew(executor, player, workers=1, chunk=chunk)


# ── How a run goes ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Goal:
    """How much is asked for: so many units, or so many rounds."""

    last: int
    called: str
    done: Callable[[Progress], int]
    least: int
    """How much a unit adds to it at least."""


def units_goal(trial: Trial, units: float) -> Goal:
    """So many units."""
    number = whole_number(units, f"{trial.unit}s")
    trial.check_units(number)
    return Goal(number, f"{trial.unit}s", lambda progress: progress.units, 1)


def rounds_goal(trial: Trial, rounds: float) -> Goal:
    """Whole units that have no more than so many rounds together."""
    return Goal(rounds_from(rounds), "rounds", trial.rounds_in, trial.rounds_least)


def rounds_from(rounds: float) -> int:
    """A number of rounds; 1e9 is as good as a billion."""
    number = whole_number(rounds, "rounds")
    if not 0 < number <= ROUNDS_MAX:
        raise Refused(f"{number:,} rounds cannot be played; 1 to {ROUNDS_MAX:,} can", field="rounds")
    return number


def whole_number(number: float, called: str) -> int:
    """A number of something as people and programs write it."""
    if isinstance(number, bool) or not isfinite(number) or number != int(number):
        raise Refused(f"{quoted(number)} {called} cannot be played; give a whole number", field=called)
    return int(number)


def follow(trial: Trial, since: Run, goal: Goal, crew: Crew) -> Generator[Run]:
    """Play on towards a goal, telling after each chunk how the run has gone so far."""
    progress, trail, started = since.progress, since.trail, perf_counter() - since.seconds
    if (done := goal.done(progress)) > goal.last:
        raise Refused(f"{done:,} {goal.called} are played already, more than the {goal.last:,} asked for")
    yielded, chunk = False, crew.chunk or trial.chunk
    while chunk and (done := goal.done(progress)) < goal.last:
        last = progress.units - (done - goal.last) // goal.least
        trial.check_units(last)
        with closing(crew.play(trial, last, progress, chunk)) as going:  # whoever stops listening stops the work
            for further in going:
                if (done := goal.done(further)) > goal.last:
                    chunk = max(1, chunk // FINER) if chunk > 1 else 0
                    break
                progress = further
                if progress.units == trial.mark_after(progress.units - 1):
                    trail = (*trail, trial.point(progress))
                yielded = True
                yield Run(progress, perf_counter() - started, trail, share=done / goal.last)
    if not yielded:
        yield since


def cut_off(trial: Trial, progress: Progress, goal: Goal, crew: Crew) -> Progress | None:
    """The beginning of the unit in which a run ends; none where it ends with a whole one."""
    left = goal.last - goal.done(progress)
    if left <= 0:
        return None
    chunk = Chunk(trial.job_of(left), progress.units, progress.units + 1)
    return Progress(1, tuple(crew.executor.submit(crew.player, chunk).result().tolist()))


def earlier(trial: Trial, since: SimulationResult | None) -> Run:
    """Where a run is taken up."""
    if since is None:
        return Run(trial.start, 0.0)
    if since.trial.known_by != trial.known_by:
        raise Refused("the earlier run is one of another experiment", field="since")
    return since.run


def run(
    trial: AnyTrial,
    units: float | None = None,
    *,
    result: Callable[[AnyTrial, Run], AnyResult],
    rounds: float | None = None,
    since: SimulationResult | None = None,
    workers: int = 0,
    cluster: str | None = None,
    device: str = "cpu",
    checkpoint: str | Path | None = None,
    progress: Callable[[AnyResult], object] | None = None,
) -> AnyResult:
    """Play so many units of a trial, or exactly so many rounds, and give their result.

    A run goes on from an earlier one of the same trial, `since`, or from a `checkpoint` file, in which it is kept.
    `progress` is called with the result so far after every chunk. Ctrl-C raises `Interrupted` once something was
    played, with what is known by then; a checkpoint that cannot be written at the end raises `Unkept` with the result.
    """
    if rounds is not None:
        goal = rounds_goal(trial, rounds)
    elif units is not None:
        goal = units_goal(trial, units)
    else:
        raise Refused(f"give a number of {trial.unit}s", field=f"{trial.unit}s")
    if since is not None and checkpoint is not None:
        raise Refused("a run goes on from another or from a checkpoint, not from both", field="checkpoint")
    check_place(workers, cluster, device)
    keeper = None if checkpoint is None else Checkpoint(checkpoint, trial)
    so_far = earlier(trial, since) if keeper is None else keeper.read()
    try:
        with crew_of(trial, workers=workers, cluster=cluster, device=device) as crew:
            runs = follow(trial, so_far, goal, crew)
            with closing(runs if keeper is None else keeper.keeping(runs)) as going:
                for so_far in going:
                    if progress is not None:
                        progress(result(trial, so_far))
            return result(trial, replace(so_far, cut_off=cut_off(trial, so_far.progress, goal, crew)))
    except KeyboardInterrupt:
        if not so_far.progress.units:
            raise
        raise Interrupted(result(trial, replace(so_far, interrupted=True))) from None
    except Unkept as unkept:  # what was played is told all the same
        unkept.result = result(trial, so_far) if so_far.progress.units else None
        raise
