"""A run as it goes: who plays it, the estimates on its way, and how it is left and taken up again.

Estimates are kept at *marks*, eight to every doubling of the rounds. Marks are places in the order of the rounds, so
what is kept there is the same whoever plays, in whatever chunks, however often the run was interrupted.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Protocol

from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.kernel.cluster import Notice, cluster_executor
from croupier.kernel.work import threads
from croupier.simulation.estimate import Point, Simulation
from croupier.simulation.experiment import CHUNK, Experiment, Progress, Resumable, Trial, check_rounds, run
from croupier.simulation.job import Chunk, Job, Mark, check_whole, played, unmarked

MARK_FIRST: Final = 1 << 10
MARKS_PER_DOUBLING: Final = 8
WORKERS_MAX: Final = 1024


def mark_after(unit: int) -> int:
    """The first mark after a unit, of 1024, 1152, 1280 and so on, 2048, 2304 and so on."""
    if unit < MARK_FIRST:
        return MARK_FIRST
    step = (1 << (unit.bit_length() - 1)) // MARKS_PER_DOUBLING
    return (unit // step + 1) * step


def marks(units: int) -> Iterator[int]:
    """All marks up to a unit."""
    mark = mark_after(0)
    while mark <= units:
        yield mark
        mark = mark_after(mark)


@dataclass(frozen=True)
class Crew:
    """Who plays: an executor in the manner of `concurrent.futures`, and what it does with a chunk."""

    executor: Executor
    player: Callable[[Chunk], Ints] = played
    workers: int = 0
    """How many chunks are worked on at once; as many as there are cores when 0."""
    chunk: int = CHUNK

    def play(self, trial: Trial, since: Progress, last: int, chunk: int, mark: Mark = unmarked) -> Generator[Progress]:
        """Play a trial on up to a unit, in chunks of so many."""
        return run(
            trial,
            last,
            executor=self.executor,
            player=self.player,
            since=since,
            chunk=chunk,
            workers=self.workers,
            mark=mark,
        )


class Played(Protocol):
    """What can be played: something with a job."""

    @property
    def job(self) -> Job:
        """What a worker needs."""


@contextmanager
def on_cores(trial: Played, workers: int = 0) -> Iterator[Crew]:
    """This machine's cores, or so many of them."""
    check_whole(workers=workers)
    if not 0 <= workers <= WORKERS_MAX:
        raise Refused(f"{workers:,} workers cannot be had; give 1 to {WORKERS_MAX:,}", field="workers")
    _ = trial.job.kernel.compiled  # once, before several threads would do it at once
    with threads(workers) as executor:
        yield Crew(executor, workers=workers)


@contextmanager
def on_cluster(address: str, notice: Notice = lambda _: None) -> Iterator[Crew]:
    """The workers of a Dask scheduler."""
    with cluster_executor(address, notice=notice) as (executor, workers):
        yield Crew(executor, workers=workers)


@contextmanager
def on_gpu(trial: Experiment) -> Iterator[Crew]:
    """This machine's GPU."""
    from croupier.simulation import gpu  # noqa: PLC0415  # slow to import, and of use to few

    with threads(1) as executor:
        yield Crew(executor, gpu.gpu_player(trial), workers=1, chunk=gpu.CHUNK)


@dataclass(frozen=True)
class Run:
    """A run of any trial so far."""

    progress: Progress
    seconds: float


def follow_units(trial: Resumable, since: Run, last: int, crew: Crew) -> Generator[Run]:
    """Play a trial on up to a unit, telling after each chunk how the run has gone so far."""
    started = perf_counter() - since.seconds
    check_left(since.progress, last, "units")
    if since.progress.units == last:
        yield since
        return
    with closing(crew.play(trial, since.progress, last, trial.chunk)) as going:
        for progress in going:
            yield Run(progress, perf_counter() - started)


def check_left(since: Progress, last: int, called: str) -> None:
    """Refuse to go back."""
    if since.units > last:
        raise Refused(f"{since.units:,} {called} are played already, more than the {last:,} asked for")


def begun(trial: Experiment) -> Simulation:
    """A run before its first round."""
    return Simulation(trial, trial.start, 0.0)


def follow(since: Simulation, rounds: int, crew: Crew) -> Generator[Simulation]:
    """Play on up to a round, telling after each chunk how the run has gone so far."""
    trial, trail, started = since.experiment, since.trail, perf_counter() - since.seconds
    check_rounds(rounds)
    check_left(since.progress, rounds, "rounds")
    if since.progress.units == rounds:
        yield since
        return
    with closing(
        crew.play(trial, since.progress, rounds, crew.chunk, mark_after)
    ) as going:  # whoever stops listening stops the work
        for progress in going:
            if progress.units == mark_after(progress.units - 1):
                trail = (*trail, Point(progress.units, trial.won(progress)))
            yield Simulation(trial, progress, perf_counter() - started, trail)
