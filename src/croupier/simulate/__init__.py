"""Simulation: the same rules at a billion rounds, confirming the exact engine and answering what it cannot."""

from collections.abc import Iterable, Mapping
from time import perf_counter

from croupier.kernel.work import threads
from croupier.rulebook import Game
from croupier.rulebook.model import Model
from croupier.simulate.estimate import Estimate, Simulation
from croupier.simulate.experiment import Experiment, Progress, experiment, run
from croupier.simulate.job import played

__all__ = ["Estimate", "Experiment", "Progress", "Simulation", "experiment", "run", "simulate"]


def simulate(
    game: str | Game | Model,
    rounds: int = 10_000_000,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    workers: int = 0,
) -> Simulation:
    """Play so many rounds on this machine's cores, each dealt from all the cards."""
    trial = experiment(game, house=house, strategy=strategy, removed=removed, seed=seed)
    started = perf_counter()
    progress = trial.start
    with threads(workers) as executor:
        for progress in run(trial, rounds, executor=executor, player=played, workers=workers):  # noqa: B007  # the last
            pass
    return Simulation(trial, progress, perf_counter() - started)
