"""The tails that verdicts rest on, against closed forms and sums worked out another way."""

from fractions import Fraction
from itertools import accumulate
from math import comb, erfc, exp, factorial, fsum, lgamma, log, sqrt

import numpy as np
import pytest

from croupier.simulation.rounds.estimates import EXPECTED_LEAST
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.statistics import ALARM, FIT_ALARM, chi_square_tail, mean_tail
from croupier.simulation.trial import Progress, Run


@pytest.mark.parametrize("freedom", [2, 4, 10, 28, 142, 300])
@pytest.mark.parametrize("x", [0.01, 0.5, 1, 3.84, 20, 41.5, 150, 400])
def test_even_degrees_of_freedom_are_sums_of_poisson_terms(freedom: int, x: float) -> None:
    half = Fraction(x) / 2
    poisson = float(sum(half**k / factorial(k) for k in range(freedom // 2))) * exp(-x / 2)
    assert chi_square_tail(x, freedom) == pytest.approx(min(1.0, poisson), rel=1e-10, abs=1e-13)


@pytest.mark.parametrize("x", [0.01, 0.5, 1, 3.84, 20, 41.5, 150, 400])
def test_odd_degrees_of_freedom_go_back_to_the_normal_curve(x: float) -> None:
    # each two degrees more add one term
    one = erfc(sqrt(x / 2))
    three = one + sqrt(2 * x / np.pi) * exp(-x / 2)
    five = three + sqrt(2 * x / np.pi) * exp(-x / 2) * x / 3
    for freedom, tail in ((1, one), (3, three), (5, five)):
        assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=1e-10, abs=1e-14)


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [(3.841458820694124, 1, 0.05), (18.307038053275146, 10, 0.05), (124.34211340400407, 100, 0.05), (10.828, 1, 1e-3)],
)
def test_tabled_quantiles(x: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=1e-3)


def test_the_ends_of_chi_square() -> None:
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(7, 0) == 1
    assert chi_square_tail(1e6, 5) == 0
    assert chi_square_tail(1000, 1000) == pytest.approx(0.4941, abs=1e-3)


@pytest.mark.parametrize("chance", [Fraction(1, 2), Fraction(1, 10), Fraction(1, 200)])
@pytest.mark.parametrize("rounds", [10, 100, 400])
def test_the_bound_on_a_mean_is_never_less_than_what_is_true(chance: Fraction, rounds: int) -> None:
    # a coin, of which every tail can be added up
    chances = {Fraction(1): chance, Fraction(-1): 1 - chance}
    weights = [comb(rounds, n) * chance**n * (1 - chance) ** (rounds - n) for n in range(rounds + 1)]
    below = [Fraction(0), *accumulate(weights)]
    for wins in range(rounds + 1):
        above = wins > chance * rounds
        true = float(1 - below[wins] if above else below[wins + 1])
        bound = mean_tail(chances, rounds, Fraction(2 * wins - rounds, rounds))
        assert bound >= true * (1 - 1e-9)
        if true < 1e-12:
            assert bound < 1e-9  # and it bounds something


def test_the_bound_on_a_mean_is_near_the_normal_curve_where_that_holds() -> None:
    chances = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    for rounds in (10**6, 10**9, 10**12):
        for z in (2, 4, 5):
            mean = Fraction(z * int(sqrt(rounds)), rounds)
            assert mean_tail(chances, rounds, mean) == pytest.approx(2 * exp(-z * z / 2), rel=1e-2)


def test_a_mean_that_cannot_be_is_never() -> None:
    chances = {Fraction(1): Fraction(1, 4), Fraction(-1): Fraction(3, 4)}
    assert mean_tail(chances, 10, Fraction(2)) == 0
    assert mean_tail(chances, 10, Fraction(1)) == pytest.approx(2 * 0.25**10)
    assert mean_tail(chances, 10, Fraction(-1, 2)) == 1


def alarms_of_one(expected: float, level: float) -> float:
    """How often an outcome that comes by Poisson's law, beside one that is common, takes chi-square below a level."""
    counts = range(int(expected * 4) + 100)
    far = [n for n in counts if chi_square_tail((n - expected) ** 2 / expected, 1) < level]
    return fsum(exp(n * log(expected) - expected - lgamma(n + 1)) for n in far)


def test_frequencies_take_no_more_than_their_half_of_the_false_alarms() -> None:
    # the skew of a rare outcome is worst where it is rarest and alone; added up, not drawn
    rates = [alarms_of_one(EXPECTED_LEAST * (1 + step / 40), FIT_ALARM) for step in range(200)]
    assert max(rates) < ALARM / 2
    # the control: chi-square taken at its word, and rarer outcomes
    assert alarms_of_one(20, ALARM / 2) > ALARM / 2
    assert alarms_of_one(EXPECTED_LEAST, ALARM / 2) > ALARM / 2


@pytest.mark.torture
@pytest.mark.parametrize("rare", [1, 2, 5, 40])
@pytest.mark.parametrize("common", [0.0, 0.9])
def test_several_rare_outcomes_together_alarm_no_more_often(rare: int, common: float) -> None:
    # two million runs, of which at most 100 may alarm; were it just so, one in 10,000 tests would see 140
    shares = np.full(rare, (1 - common) / rare)
    shares = np.append(shares, common) if common else np.append(shares[:-1], (shares[-1] / 2,) * 2)
    rounds = int(EXPECTED_LEAST / shares.min()) + 1
    random = np.random.default_rng(21)
    limit = next(x for x in np.arange(1, 400, 0.01) if chi_square_tail(x, shares.size - 1) < FIT_ALARM)
    alarms = 0
    for _ in range(20):
        drawn = random.multinomial(rounds, shares, size=100_000)
        off = ((drawn - rounds * shares) ** 2 / (rounds * shares)).sum(axis=1)
        alarms += int((off > limit).sum())
    assert 0 < alarms < 140


def test_chi_square_of_joint_outcomes_alarms_as_rarely_as_it_says() -> None:
    # the exact probabilities themselves drawn from, 1,500 times: 15 p-values should be below 1%, one or two below 0.1%;
    # 37 or 11 come in less than one of 100,000 such tests
    trial = experiment("three-card-poker")
    cells = list(trial.exact.played.table)
    shares = np.array([trial.exact.played.table[cell] for cell in cells]) / trial.exact.played.total
    joints, plans = trial.solver.counts.layout.joints, trial.solver.plans
    places = [plans.index(plan) * joints + joint for plan, joint in cells]
    random = np.random.default_rng(7)

    def p_values(shares: "np.ndarray[tuple[int], np.dtype[np.float64]]", runs: int) -> list[float]:
        found = []
        for _ in range(runs):
            tally = np.zeros(trial.job.cells, dtype=np.int64)
            tally[places] = random.multinomial(100_000, shares)
            p_value = Simulation(trial, Run(Progress(100_000, tuple(tally.tolist())), 1.0)).p_value
            assert p_value is not None
            found.append(p_value)
        return found

    right = p_values(shares, 1_500)
    assert sum(p < 0.01 for p in right) < 37
    assert sum(p < 0.001 for p in right) < 11
    assert 0.46 < fsum(right) / len(right) < 0.54
    # the control: the commonest outcome more often by a third
    wrong = shares.copy()
    wrong[np.argmax(wrong)] *= 4 / 3
    assert max(p_values(wrong / wrong.sum(), 20)) < 1e-4
