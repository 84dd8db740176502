"""Simulation: the same rules at a billion rounds, confirming the exact engine and answering what it cannot."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, closing
from fractions import Fraction
from math import isfinite
from pathlib import Path

from croupier.errors import Refused, quoted
from croupier.rulebook import Game
from croupier.rulebook.model import Model
from croupier.simulation.checkpoint import Checkpoint, UnitsCheckpoint
from croupier.simulation.course import Crew, Run, begun, follow, follow_units, on_cluster, on_cores, on_gpu
from croupier.simulation.estimate import Estimate, Simulation
from croupier.simulation.experiment import Experiment, Progress, experiment, run
from croupier.simulation.replay import Round, replay

__all__ = [
    "Checkpoint",
    "Crew",
    "Estimate",
    "Experiment",
    "Progress",
    "Round",
    "Run",
    "Simulation",
    "UnitsCheckpoint",
    "experiment",
    "follow",
    "follow_units",
    "on_cluster",
    "on_cores",
    "on_gpu",
    "replay",
    "rounds_of",
    "run",
    "simulate",
]

ROUNDS = 10_000_000
"""How many rounds are played when nobody says how many."""


def simulate(
    game: str | Game | Model,
    rounds: float | None = None,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    beside: str | Game | Model | None = None,
    exact: bool = False,
    until: Fraction | float | None = None,
    since: Simulation | None = None,
    checkpoint: str | Path | None = None,
    workers: int = 0,
    cluster: str = "",
    device: str = "cpu",
    progress: Callable[[Simulation], object] = lambda _: None,
) -> Simulation:
    """Play rounds on this machine's cores, on a cluster or on a GPU, each dealt from all the cards.

    So many rounds, or `until` the 99% interval of the main wager is as narrow as this on either side, whichever comes
    first. Every deal is counted where the strategy has to be found that way, or `exact` figures are asked for. The
    rules may be read `beside` the exact figures of another game or model. A run is taken up again from an earlier one,
    `since`, or from a `checkpoint` file. `progress` is called with the run so far after every chunk.
    """
    trial = experiment(game, house=house, strategy=strategy, removed=removed, seed=seed, beside=beside, exact=exact)
    so_far = earlier(trial, since, checkpoint)
    last = rounds_of(trial, rounds, until)
    with crew_of(trial, workers, cluster, device) as crew:
        runs = follow(so_far, last, crew)
        if checkpoint is not None:
            runs = Checkpoint(checkpoint, trial).keeping(runs)
        with closing(runs):
            for so_far in runs:
                progress(so_far)
    return so_far


def crew_of(trial: Experiment, workers: int, cluster: str, device: str) -> AbstractContextManager[Crew]:
    """Who plays."""
    if device not in ("cpu", "gpu"):
        raise Refused(f"{quoted(device)} is no device; give cpu or gpu", field="device")
    if cluster and device == "gpu":
        raise Refused("a cluster plays on its workers' cores; give a cluster or a GPU, not both", field="device")
    if cluster:
        return on_cluster(cluster)
    return on_gpu(trial) if device == "gpu" else on_cores(trial, workers)


def rounds_of(trial: Experiment, rounds: float | None, until: Fraction | float | None) -> int:
    """How many rounds are asked for; 1e9 is as good as a billion."""
    if rounds is not None:
        if not isfinite(rounds) or rounds != int(rounds):
            raise Refused(f"{rounds} rounds cannot be played; give a whole number", field="rounds")
        rounds = int(rounds)
    if until is None:
        return ROUNDS if rounds is None else rounds
    needed = trial.rounds_until(until)
    return needed if rounds is None else min(rounds, needed)


def earlier(trial: Experiment, since: Simulation | None, checkpoint: str | Path | None) -> Simulation:
    """Where a run is taken up."""
    if since is not None and checkpoint is not None:
        raise Refused("a run goes on from another or from a checkpoint, not from both")
    if checkpoint is not None:
        return Checkpoint(checkpoint, trial).read()
    if since is None:
        return begun(trial)
    if since.experiment.known_by != trial.known_by:
        raise Refused("the earlier run is one of another experiment")
    return since
