"""Runs of shoes, sittings, paths and shifts in a file: taken up again they end as if they had never stopped."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.simulation.bankrolls.trial import Paths
from croupier.simulation.checkpoint import Checkpoint
from croupier.simulation.result import SimulationResult
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.run import run
from croupier.simulation.shoes.trial import shoes, sittings
from croupier.simulation.tables.seats import seat
from croupier.simulation.tables.trial import table_trial
from croupier.simulation.trial import Run, Trial
from tests.simulation.playing import bankrolls, simulate, simulate_table, simulate_units

SEATS = (seat(player=25, tie=3), seat(banker=20, lucky_monkey=5), seat(banker=100), seat(player=10, banker=10))


Made = Callable[[], Trial]


def paths(seed: str = "kept", *, stake: int = 1, bankroll: int = 20) -> Paths:
    return Paths(experiment("baccarat", seed=seed), {"player": stake}, Fraction(bankroll), 40)


def played(trial: Trial, units: int, workers: int, file: Path | None) -> Run:
    return run(trial, units, result=SimulationResult, workers=workers, checkpoint=file).run


TRIALS: dict[str, Callable[[str], Trial]] = {
    "shoes": lambda seed: shoes("baccarat", seed=seed),
    "paths": paths,
    "shifts": lambda seed: table_trial("baccarat", seats=SEATS, shift=50, seed=seed),
}


@pytest.mark.parametrize("kind", TRIALS)
def test_a_run_taken_up_again_ends_as_if_it_had_never_stopped(kind: str, tmp_path: Path) -> None:
    trial, file = TRIALS[kind]("kept"), tmp_path / "kept"
    first = played(trial, 30, 1, file)
    assert Checkpoint(file, trial).read() == first
    resumed = played(TRIALS[kind]("kept"), 70, 2, file)
    assert resumed.progress == played(trial, 70, 1, None).progress
    assert resumed.seconds >= first.seconds
    assert Checkpoint(file, trial).read() == resumed
    assert played(trial, 70, 1, file) == resumed, "nothing is left to play"
    with pytest.raises(Refused, match=f"70 {kind} are played already, more than the 69 asked for"):
        played(trial, 69, 1, file)


@pytest.mark.parametrize("kind", TRIALS)
def test_a_run_of_something_else_is_refused_and_left_alone(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    Checkpoint(file, TRIALS[kind]("kept")).read()
    before = file.read_bytes()
    others = [(of, made("kept")) for of, made in TRIALS.items() if of != kind]
    for _, other in (*others, ("seed", TRIALS[kind]("another"))):
        with pytest.raises(Refused, match="this belongs to another experiment"):
            Checkpoint(file, other).read()
    with pytest.raises(Refused, match="this belongs to another experiment"):
        simulate("baccarat", 10, seed="kept", checkpoint=file)
    assert file.read_bytes() == before
    for bad in (b"", before[:-9], before.replace(b'"units": 0', b'"units": 1')):
        file.write_bytes(bad)
        with pytest.raises(Refused, match="damaged"):
            Checkpoint(file, TRIALS[kind]("kept")).read()


@pytest.mark.parametrize(
    ("one", "other", "part"),
    [
        (paths, lambda: paths(stake=2), "stakes"),
        (paths, lambda: paths(bankroll=21), "bankroll"),
        (lambda: sittings("baccarat", 3, rounds=9), lambda: sittings("baccarat", 4, rounds=9), "dealing"),
        (lambda: sittings("baccarat", 3, rounds=9), lambda: sittings("baccarat", 3, rounds=8), "dealing"),
        (lambda: table_trial("baccarat", seats=SEATS), lambda: table_trial("baccarat", seats=SEATS[::-1]), "seats"),
        (lambda: table_trial("baccarat", seats=SEATS), lambda: table_trial("baccarat", seats=SEATS, shift=9), "shift"),
    ],
)
def test_what_is_not_the_same_is_named(one: Made, other: Made, part: str, tmp_path: Path) -> None:
    Checkpoint(tmp_path / "kept", one()).write(Run(one().start, 0.0))
    with pytest.raises(Refused, match=f"whose {part} (is|are) not the same"):
        Checkpoint(tmp_path / "kept", other()).read()


def test_functions_take_a_checkpoint(tmp_path: Path) -> None:
    trial = shoes("baccarat", seed="kept")
    simulate_units(trial, 5, checkpoint=tmp_path / "shoes")
    assert Checkpoint(tmp_path / "shoes", trial).read().progress.units == 5
    walked = paths()
    bankrolls(walked.fresh, stakes=walked.stakes, bankroll=20, rounds=40, paths=5, checkpoint=tmp_path / "paths")
    assert Checkpoint(tmp_path / "paths", walked).read().progress.units == 5
    simulate_table("baccarat", seats=SEATS, shift=50, shifts=5, seed="kept", checkpoint=tmp_path / "shifts")
    assert Checkpoint(tmp_path / "shifts", TRIALS["shifts"]("kept")).read().progress.units == 5
