"""One seed, one result: for any workers, any chunks, any process, any interruption."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.games import GAMES
from croupier.simulation.checkpoint import Checkpoint
from croupier.simulation.job import Chunk, chunks, played
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import Experiment, experiment, mark_after
from croupier.simulation.run import Crew, follow, units_goal
from croupier.simulation.run import run as play
from croupier.simulation.trial import Run
from tests.simulation.playing import simulate
from tests.simulation.wrong import WRONG

ROUNDS = 300_000


@contextmanager
def threads(workers: int, chunk: int) -> Iterator[Crew]:
    with ThreadPoolExecutor(workers) as executor:
        yield Crew(executor, workers=workers, chunk=chunk)


def run(trial: Experiment, rounds: int, crew: Crew, since: Simulation | None = None) -> Simulation:
    *_, last = follow(trial, since.run if since else Run(trial.start, 0.0), units_goal(trial, rounds), crew)
    return Simulation(trial, last)


def same(one: Simulation, other: Simulation) -> bool:
    return (one.progress, one.run.trail, one.verdict) == (other.progress, other.run.trail, other.verdict)


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_workers_and_chunks_change_nothing(of: str) -> None:
    trial = experiment(of, seed="same")
    once = simulate(of, ROUNDS, seed="same", workers=1)
    assert once.rounds == ROUNDS
    for workers, chunk in ((1, 1_000), (2, 4_096), (3, 77_777), (3, 1 << 22)):
        with threads(workers, chunk) as crew:
            assert same(run(trial, ROUNDS, crew), once), (workers, chunk)
    assert simulate(of, ROUNDS, seed="other").progress != once.progress


def test_other_processes_play_the_same_rounds() -> None:
    trial = experiment("three-card-poker", seed="same")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        elsewhere = run(trial, ROUNDS, Crew(executor, workers=2, chunk=100_000))
    assert same(elsewhere, simulate("three-card-poker", ROUNDS, seed="same"))


@pytest.mark.parametrize("stop", [1, 7, 30])
def test_a_run_that_was_left_is_taken_up_and_ends_the_same(stop: int) -> None:
    trial = experiment("casino-monte", seed="same")
    whole = simulate("casino-monte", ROUNDS, seed="same")
    with threads(2, 10_000) as crew:
        going = follow(trial, Run(trial.start, 0.0), units_goal(trial, ROUNDS), crew)
        for _ in range(stop):
            left = Simulation(trial, next(going))
        going.close()
        assert 0 < left.rounds < ROUNDS
        assert same(run(trial, ROUNDS, crew, since=left), whole)
    assert same(play(trial, ROUNDS, result=Simulation, since=left), whole)
    assert whole.seconds > 0


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    short = simulate("baccarat", 100_000)
    long = simulate("baccarat", 200_000)
    assert long.run.trail[: len(short.run.trail)] == short.run.trail
    assert play(short.trial, 200_000, result=Simulation, since=short).progress == long.progress


def test_what_is_taken_up_must_be_the_same_experiment() -> None:
    short = simulate("baccarat", 1_000)
    for other in ({"seed": 1}, {"house": {"decks": 6}}, {"house": {"tie_pays": 9}}, {"removed": [0]}):
        with pytest.raises(Refused, match="another experiment"):
            play(experiment("baccarat", **other), 2_000, result=Simulation, since=short)
    with pytest.raises(Refused, match="1,000 rounds are played already"):
        play(short.trial, 999, result=Simulation, since=short)


def test_estimates_are_kept_at_marks_and_are_those_of_a_run_that_ends_there() -> None:
    whole = simulate("three-card-poker", 5_000)
    assert [point.rounds for point in whole.run.trail[:9]] == [*range(1024, 2048, 128), 2048]
    for point in whole.run.trail[::5]:
        there = simulate("three-card-poker", point.rounds)
        assert {id_: -each.seen.house_edge for id_, each in there.wagers.items()} == {
            id_: won / point.rounds for id_, won in point.won.items()
        }


def test_marks_lie_eight_to_a_doubling() -> None:
    marks = [mark_after(0)]
    while marks[-1] < 1 << 20:
        marks.append(mark_after(marks[-1]))
    assert len(marks) == 8 * 10 + 1
    assert all(mark_after(mark - 1) == mark for mark in marks)
    assert max(b / a for a, b in pairwise(marks)) == 9 / 8


def test_chunks_cut_all_units_once_and_are_not_listed_before_they_are_played() -> None:
    job = experiment("baccarat").job
    cut = list(chunks(job, 5, 10_000, 3_000, mark_after))
    assert [part.first for part in cut[1:]] == [part.last for part in cut[:-1]]
    assert (cut[0].first, cut[-1].last) == (5, 10_000)
    assert {3_000, 6_000, 9_000, 1024, 2048} <= {part.last for part in cut}
    trial, crew = experiment("baccarat"), Crew(ThreadPoolExecutor(1), workers=1, chunk=1_000)
    endless = follow(trial, Run(trial.start, 0.0), units_goal(trial, 1 << 50), crew)
    assert next(endless).progress.units == 1_000
    endless.close()


# ── Rounds one by one ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", GAMES)
def test_rounds_dealt_again_are_the_rounds_that_were_counted(of: str) -> None:
    trial = experiment(of, seed="again")
    tally = [0] * trial.job.cells
    for each in replay(trial, 500, 3_000):
        tally[each.cell] += 1
    assert tally == played(Chunk(trial.job, 500, 3_000)).tolist()


# ── Until ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_until_stops_at_the_half_width_and_not_a_round_later() -> None:
    wanted = Fraction(1, 100)
    run = simulate("casino-monte", until=wanted)
    assert run.main.half_width <= wanted
    short = run.main.half_width * (run.rounds / (run.rounds - 1)) ** 0.5
    assert short > wanted
    assert simulate("casino-monte", 1_000, until=wanted).rounds == 1_000
    assert simulate("casino-monte", run.rounds + 1, until=wanted).rounds == run.rounds
    for none in (0, -0.1):
        with pytest.raises(Refused, match="the half-width must be above 0"):
            simulate("casino-monte", until=none)
    with pytest.raises(Refused, match="a wider interval"):
        simulate("casino-monte", until=1e-9)


# ── Checkpoints ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Interrupted(Exception):
    """Somebody stops the run."""


def test_an_interrupted_run_goes_on_from_its_checkpoint_to_the_same_result(tmp_path: Path) -> None:
    file = tmp_path / "kept"

    def stop(so_far: Simulation) -> None:
        if so_far.rounds > 50_000:
            raise Interrupted

    with pytest.raises(Interrupted):
        simulate("three-card-poker", ROUNDS, checkpoint=file, progress=stop)
    kept = Checkpoint(file, experiment("three-card-poker")).read()
    assert 50_000 < kept.progress.units < ROUNDS
    told: list[int] = []
    resumed = simulate("three-card-poker", ROUNDS, checkpoint=file, progress=lambda so_far: told.append(so_far.rounds))
    assert told[0] > kept.progress.units
    assert same(resumed, simulate("three-card-poker", ROUNDS))
    assert same(simulate("three-card-poker", ROUNDS, checkpoint=file), resumed)  # nothing is left to play
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_checkpoint_of_another_experiment_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    simulate("baccarat", 2_000, checkpoint=file)
    before = file.read_bytes()
    others: list[tuple[object, dict[str, object], str]] = [
        ("casino-monte", {}, "game"),
        ("baccarat", {"seed": 3}, "seed"),
        ("baccarat", {"house": {"decks": 6}}, "cards"),
        ("baccarat", {"removed": [5]}, "cards"),
        ("baccarat", {"house": {"lucky_monkey_paytable": 2}}, "odds"),
        (WRONG["baccarat"], {}, "rules"),
        (WRONG["baccarat"], {"beside": "baccarat"}, "rules"),
    ]
    for of, other, part in others:
        with pytest.raises(Refused, match=f"another experiment, whose {part}"):
            simulate(of, 4_000, checkpoint=file, **other)  # type: ignore[arg-type]
    simulate("three-card-poker", 2_000, checkpoint=tmp_path / "poker")
    with pytest.raises(Refused, match="whose strategy is not the same"):
        simulate("three-card-poker", 4_000, checkpoint=tmp_path / "poker", strategy="simple")
    assert file.read_bytes() == before
    assert simulate("baccarat", 4_000, checkpoint=file).rounds == 4_000


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    simulate("baccarat", 2_000, checkpoint=file)
    good = file.read_bytes()
    body = json.loads(good.splitlines()[0])
    swapped = json.dumps(body | {"units": 3_000}).encode() + b"\n" + good.splitlines()[1]
    for bad in (b"", b"{}", b"\n", good[:-9], good[9:], good.replace(b"2000", b"2001", 1), swapped, b"\xff" * 99):
        file.write_bytes(bad)
        with pytest.raises(Refused, match="not a checkpoint of a simulation, or it is damaged"):
            simulate("baccarat", 4_000, checkpoint=file)
        assert file.read_bytes() == bad
    with pytest.raises(Refused, match="cannot be read"):
        simulate("baccarat", 4_000, checkpoint=tmp_path)
    with pytest.raises(Refused, match="no such folder"):
        simulate("baccarat", 4_000, checkpoint=tmp_path / "nowhere" / "kept")


def test_a_failing_worker_leaves_what_was_played(tmp_path: Path) -> None:
    file, trial = tmp_path / "kept", experiment("baccarat")

    def failing(chunk: Chunk) -> Ints:
        if chunk.first >= 20_000:
            raise Interrupted
        return played(chunk)

    with ThreadPoolExecutor(2) as executor:
        crew = Crew(executor, failing, workers=2, chunk=5_000)
        going = Checkpoint(file, trial).keeping(follow(trial, Run(trial.start, 0.0), units_goal(trial, ROUNDS), crew))
        with pytest.raises(Interrupted):
            list(going)
    assert Checkpoint(file, trial).read().progress.units == 20_000


# ── In a notebook ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_run_shows_itself() -> None:
    run = simulate("casino-monte", 50_000)
    assert repr(run).startswith("<Simulation of Casino Monte: 50,000 rounds, initial ")
    page = run._repr_html_()
    for words in ("full_monte", "raise_3:all_alike", "Agrees with the exact figures", "░", "●", "<table>"):
        assert words in page
    assert "<script" not in page
    few = simulate("casino-monte", 10)
    assert "●" not in few._repr_html_()
    assert few.agrees


def test_workers_are_bounded() -> None:
    for workers in (-1, 10_000):
        with pytest.raises(Refused, match="workers"):
            simulate("baccarat", 10, workers=workers)
    assert simulate("baccarat", 1e3).rounds == 1_000
    for rounds in (0, -1, 1 << 60, 2.5, float("nan"), float("inf")):
        with pytest.raises(Refused, match="rounds"):
            simulate("baccarat", rounds)
    run = simulate("baccarat", 10)
    assert replace(run, run=replace(run.run, seconds=0.0)).rounds_per_second == 0
