"""Bankroll paths, held against exact sessions.

Seeds are fixed, and each check is passed by all but one in a hundred thousand seeds; each has a control that must fail.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.session import QUANTILES, Session, session
from croupier.kernel.work import threads
from croupier.simulation.bankrolls.kernel import BINS
from croupier.simulation.bankrolls.result import Bankrolls
from croupier.simulation.bankrolls.trial import SUM_MAX, Paths
from croupier.simulation.job import Chunk, Packed, played
from croupier.simulation.rounds.kernel import rounds_kernel
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.run import Crew
from croupier.simulation.statistics import chi_square_tail
from croupier.simulation.trial import Progress, Run
from tests.simulation.playing import bankrolls

Z_MAX = 4.42


def fits(seen: Bankrolls, exact: Session) -> bool:
    """Whether the paths' ends fit an exact session, rare results taken together."""
    ends = seen.last.results()
    cells: list[tuple[float, int]] = []
    rare, rare_seen = 0.0, seen.paths
    for end, probability in exact.results():
        expected = float(probability) * seen.paths
        if expected >= 10:
            cells.append((expected, ends.get(end, 0)))
            rare_seen -= ends.get(end, 0)
        else:
            rare += expected
    cells.append((max(rare, 1e-9), rare_seen))
    return chi_square_tail(sum((n - e) ** 2 / e for e, n in cells), len(cells) - 1) > 1e-5


MIXES: list[tuple[str, dict[str, int | Fraction]]] = [
    ("baccarat", {"banker": 10}),
    ("baccarat", {"player": 10, "tie": 2, "lucky_monkey": 1}),
    ("casino-monte", {"initial": 5, "full_monte": 1}),
    ("three-card-poker", {"ante": 10, "pair_plus": 5}),
]


@pytest.mark.parametrize(("game", "stakes"), MIXES)
def test_paths_that_are_never_ruined_end_as_an_exact_session_does(game: str, stakes: dict[str, int | Fraction]) -> None:
    trial = experiment(game, seed="ends")
    seen = bankrolls(trial, stakes=stakes, bankroll=10**6, rounds=12, paths=20_000)
    exact = session(trial.solver, stake=stakes, rounds=12)
    assert seen.last.resolution == seen.trial.grain, "every result is told apart"
    assert fits(seen, exact)
    assert not fits(seen, session(trial.solver, stake=stakes, rounds=13))
    assert seen.last.ruined == 0
    for part in (seen.last.ahead - exact.ahead, seen.last.level - exact.level):
        assert abs(part) < Z_MAX / 2 / sqrt(20_000)
    error = sqrt(exact.variance / 20_000)
    assert abs(seen.last.mean - 10**6 - exact.mean) < Z_MAX * error


@pytest.mark.parametrize(
    ("game", "stakes", "bankroll"),
    [
        ("baccarat", {"banker": 10}, 95),
        ("casino-monte", {"initial": 5}, 13),
        ("casino-monte", {"initial": 5, "full_monte": 1}, 60),
        ("three-card-poker", {"ante": 10}, 120),
        ("three-card-poker", {"ante": 10, "pair_plus": 5}, 95),
    ],
)
def test_paths_end_and_are_ruined_as_an_exact_session_says(
    game: str, stakes: dict[str, int | Fraction], bankroll: int
) -> None:
    trial = experiment(game, seed="ruin")
    seen = bankrolls(trial, stakes=stakes, bankroll=bankroll, rounds=120, paths=20_000)
    exact = session(trial.solver, stake=stakes, rounds=120, bankroll=bankroll)
    for mark in (seen.marks[0], seen.marks[9], seen.marks[29], seen.last):
        assert abs(z_of(mark.ruined, exact.ruined_by(mark.round), seen.paths)) < Z_MAX
    assert seen.last.resolution == seen.trial.grain, "every result is told apart"
    assert fits(seen, exact)
    assert abs(z_of(seen.last.ahead, exact.ahead, seen.paths)) < Z_MAX
    assert not fits(seen, session(trial.solver, stake=stakes, rounds=40, bankroll=bankroll))
    assert not fits(seen, session(trial.solver, stake=stakes, rounds=120))
    assert abs(z_of(seen.last.ruined, exact.ruined_by(40), seen.paths)) > Z_MAX
    assert [mark.ruined for mark in seen.marks] == sorted(mark.ruined for mark in seen.marks)


def z_of(seen: Fraction, exact: Fraction, paths: int) -> float:
    """How many standard errors a share of paths lies from what is exact."""
    if exact in (0, 1):
        return 0.0 if seen == exact else inf
    return float(seen - exact) / sqrt(exact * (1 - exact) / paths)


def test_a_round_needs_its_initial_wagers_and_more_for_every_option() -> None:
    trial = experiment("casino-monte")
    paths = Paths(trial, {"initial": 10, "full_monte": 5}, Fraction(15), 10)
    assert paths.needs == 15
    assert paths.needs_most == 45
    with pytest.raises(Refused, match="14 does not pay for the first round, which takes 15"):
        Paths(trial, {"initial": 10, "full_monte": 5}, Fraction(14), 10)


@pytest.mark.parametrize("strategy", ["simple", {"otherwise": "raise_3"}])
def test_a_stated_strategy_does_what_it_can_afford_in_paths_as_in_sessions(strategy: str | dict[str, object]) -> None:
    trial = experiment("casino-monte", strategy=strategy, seed="stated")
    seen = bankrolls(trial, stakes={"initial": 5}, bankroll=60, rounds=40, paths=20_000)
    how: dict[str, Any] = {"stake": 5, "rounds": 40, "bankroll": 60}
    assert fits(seen, session(trial.solver, strategy=strategy, **how))
    assert not fits(seen, session(trial.solver, strategy={"otherwise": "check"}, **how))


def test_paths_of_a_mix_decide_what_is_best_for_the_mix() -> None:
    trial = experiment("three-card-poker")
    stakes = {"ante": 1, "pair_plus": 50}
    mixed, plain = (Paths(trial, each, Fraction(10**5), 10).one for each in (stakes, {"ante": 1}))
    assert plain == trial.exact.distribution({"ante": 1})
    assert mixed == session(trial.solver, stake=stakes, rounds=10).one


def test_a_path_is_made_of_rounds_one_after_the_other() -> None:
    stakes = {"initial": 5, "full_monte": 1}
    trial = Paths(experiment("casino-monte", seed="path"), stakes, Fraction(40), 7)
    fresh = trial.fresh
    kernel = rounds_kernel(fresh.model, fresh.solver.counts.composition)
    sights, plans = trial.tables
    arrays = (fresh.job.arrays[0], Packed.of(sights))
    rounds = [
        replace(fresh.job, kernel=kernel, key=trial.job.key, arrays=(*arrays, Packed.of(table)))
        for table in np.split(plans, 4)
    ]
    assert [level.needs for level in trial.levels] == [6, 11, 16, 21]
    ends: Counter[Fraction] = Counter()
    ruined = 0
    for path in range(100):
        bankroll = Fraction(40)
        for number in range(path * 7, path * 7 + 7):
            affordable = [level for level, need in enumerate((6, 11, 16, 21)) if bankroll >= need]
            if not affordable:
                break
            joint = int(np.flatnonzero(played(Chunk(rounds[affordable[-1]], number, number + 1)))[0])
            bankroll += trial.payoffs[joint]
        ends[bankroll - 40] += 1
        ruined += bankroll < 6
    seen = Bankrolls(trial, Run(Progress(100, tuple(played(Chunk(trial.job, 0, 100)).tolist())), 1.0))
    assert seen.last.results() == dict(sorted(ends.items()))
    assert seen.last.ruined == Fraction(ruined, 100)
    assert ruined
    ordered = sorted(ends.elements())
    for part in QUANTILES:
        assert seen.last.quantile(part) == 40 + ordered[-(-100 * part.numerator // part.denominator) - 1]


def test_bands_are_the_same_however_the_work_is_cut() -> None:
    trial = Paths(experiment("baccarat", seed=9), {"player": 1}, Fraction(20), 40)
    whole = tuple(played(Chunk(trial.job, 0, 200)).tolist())
    for workers, chunk in ((1, 9), (2, 64)):
        with threads(workers) as executor:
            *_, last = Crew(executor, played, chunk=chunk, workers=workers).play(trial, 200)
        assert last == Progress(200, whole)


def test_bands_of_long_paths_keep_to_their_resolution() -> None:
    trial = experiment("baccarat", seed="long")
    seen = bankrolls(trial, stakes={"tie": Fraction(1, 3)}, bankroll=10**5, rounds=10_000, paths=50)
    exact = session(trial.solver, stake={"tie": Fraction(1, 3)}, rounds=10_000)
    assert seen.last.resolution > seen.trial.grain
    assert abs(seen.last.quantile(Fraction(1, 2)) - 10**5 - exact.quantile(Fraction(1, 2))) < exact.standard_deviation
    assert sum(seen.last.tally[:2048]) == 50
    assert len(seen.marks) == 60
    assert seen.last.round == 10_000


def test_bands_show_themselves() -> None:
    seen = bankrolls(experiment("baccarat"), stakes={"player": 5}, bankroll=100, rounds=30, paths=500)
    assert len(seen.marks) == 30
    chart = seen.chart()
    assert any("━" in line for line in chart)
    assert chart[-1].endswith("30")
    data = seen.data()
    assert (data["paths"], data["rounds"], data["needs"]) == (500, 30, 5.0)
    assert isinstance(data["bands"], list)
    assert data["bands"][-1]["50%"] == float(seen.last.quantile(Fraction(1, 2)))
    assert "ruined" in seen.sheet.html()


def test_sums_near_the_end_of_machine_integers_are_whole() -> None:
    # a sum of all these paths would not fit; a path does
    trial = experiment("baccarat", seed="large")
    stakes = {"banker": Fraction(99_999_999_999_999, 100), "tie": Fraction(1, 100)}
    paths = Paths(trial, stakes, Fraction(10**13), 1_000)
    assert paths.farthest < SUM_MAX <= 40 * paths.farthest
    assert paths.chunk * paths.farthest <= SUM_MAX
    seen = bankrolls(trial, stakes=stakes, bankroll=10**13, rounds=1_000, paths=40)
    least, most = (10**13 + 1_000 * part for part in (paths.worst, paths.best))
    assert all(least <= mark.mean <= most for mark in seen.marks)
    usual = bankrolls(trial, stakes={"banker": Fraction(10**12)}, bankroll=10**13, rounds=1_000, paths=40)
    assert float(seen.last.mean) == pytest.approx(float(usual.last.mean), rel=1e-6)


def test_a_bankroll_beyond_machine_integers_is_as_good_as_any() -> None:
    trial = experiment("baccarat", seed="rich")
    rich, richer = (bankrolls(trial, stakes={"player": 5}, bankroll=10**n, rounds=30, paths=50) for n in (6, 40))
    assert rich.progress == richer.progress


def test_no_more_paths_than_are_said_end_above_a_quantile() -> None:
    # coarse steps: whoever counts by steps of one grain knows how many paths there are at most at each amount
    seen = bankrolls(
        experiment("baccarat", seed="steps"), stakes={"banker": 100}, bankroll=10**7, rounds=400, paths=300
    )
    last = seen.last
    assert last.width > 1
    for part in QUANTILES:
        end = (last.quantile(part) - last.bankroll) / last.grain
        assert (end + 1 - last.low) % last.width == 0, "the upper end of a step"
        assert last.counts[int(end - last.low) // last.width] >= part * seen.paths
    assert replace(last, tally=(0,) * (BINS - 1) + (300, 0, 0, 0, 0)).quantile(0.5) == 10**7 + 400 * seen.trial.best
    assert seen.data()["resolution"] == float(last.resolution)
    assert f"in steps of {float(last.resolution):g}," in seen.sheet.html()


@pytest.mark.parametrize(
    ("stakes", "rounds", "paths", "why"),
    [
        ({"insurance": 5}, 10, 10, 'no wager "insurance"'),
        ({"player": -5}, 10, 10, "must be above 0"),
        ({"player": 0}, 10, 10, "must be above 0"),
        ({"lucky_monkey": 5}, 10, 10, "lucky_monkey needs a stake on player or banker or tie too"),
        ({"player": 5}, 0, 10, "paths of 0 rounds"),
        ({"banker": 10**17, "tie": 1}, 1_000, 10, "beyond counting"),
        ({"player": 5}, 10, 0, "0 paths cannot be played"),
    ],
)
def test_paths_that_cannot_be_played_are_refused(
    stakes: dict[str, int | Fraction], rounds: int, paths: int, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        bankrolls(experiment("baccarat"), stakes=stakes, bankroll=10**18, rounds=rounds, paths=paths)
