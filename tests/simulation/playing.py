"""Each kind of simulation, played in a line."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.rulebook import Game, Model
from croupier.simulation import request
from croupier.simulation.bankrolls.result import Bankrolls
from croupier.simulation.bankrolls.trial import Paths
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import Experiment
from croupier.simulation.run import run
from croupier.simulation.shoes.result import ShoeSimulation
from croupier.simulation.shoes.trial import ShoeTrial
from croupier.simulation.tables.result import TableSimulation
from croupier.simulation.tables.trial import table_trial


def simulate(game: str | Game | Model, rounds: float | None = None, **how: Any) -> Simulation:
    """Rounds that are each dealt from all the cards."""
    found = request.simulate(game, rounds, **how)
    assert isinstance(found, Simulation)
    return found


def simulate_units(
    trial: ShoeTrial, units: int, *, workers: int = 0, checkpoint: str | Path | None = None
) -> ShoeSimulation:
    """So many shoes or sittings."""
    return run(trial, units, result=ShoeSimulation, workers=workers, checkpoint=checkpoint)


def simulate_rounds(
    trial: ShoeTrial, rounds: int, *, workers: int = 0, checkpoint: str | Path | None = None
) -> ShoeSimulation:
    """Exactly so many rounds from shoes or a shuffler."""
    return run(trial, rounds=rounds, result=ShoeSimulation, workers=workers, checkpoint=checkpoint)


def simulate_table(
    game: str | Game,
    *,
    shifts: int = 10_000,
    workers: int = 0,
    checkpoint: str | Path | None = None,
    **table: Any,
) -> TableSimulation:
    """So many shifts."""
    return run(table_trial(game, **table), shifts, result=TableSimulation, workers=workers, checkpoint=checkpoint)


def bankrolls(
    trial: Experiment,
    *,
    stakes: Mapping[str, int | Fraction],
    bankroll: Fraction | int,
    rounds: int = 1_000,
    paths: int = 10_000,
    workers: int = 0,
    checkpoint: str | Path | None = None,
) -> Bankrolls:
    """So many paths."""
    walked = Paths(trial, stakes, Fraction(bankroll), rounds)
    return run(walked, paths, result=Bankrolls, workers=workers, checkpoint=checkpoint)
