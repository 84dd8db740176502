"""What a simulation says of right rules and of wrong ones, and that it says both truly.

A verdict calls right rules wrong in at most one of 10,000 runs. Seeds are fixed: a test that passes, passes always.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.exact.solve import base_wagers, model_of
from croupier.games import GAMES
from croupier.odds import PUSHED
from croupier.rulebook import Model
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds.estimates import Estimate
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import Experiment, experiment
from croupier.simulation.statistics import mean_tail
from croupier.simulation.trial import Progress, Run
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.invented import AWKWARD, CLIMB, FIVE, ORACLE, TWO_ON_ONE, WAR
from tests.example_games import red_dog
from tests.simulation.playing import simulate
from tests.simulation.wrong import WRONG

TRIALS = 20


# ── Right rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


def stretches(trial: Experiment, rounds: int, runs: int) -> Iterator[Simulation]:
    """Many runs of one experiment, each the rounds after the last one's."""
    for first in range(0, runs * rounds, rounds):
        tally = played(Chunk(trial.job, first, first + rounds)).tolist()
        yield Simulation(trial, Run(Progress(rounds, tuple(tally)), 1.0))


@pytest.mark.parametrize("of", GAMES)
def test_right_rules_raise_no_alarm(of: str) -> None:
    trial = experiment(of, seed="no alarm", exact=True)
    for run in stretches(trial, 100_000, TRIALS):  # a false alarm in any of them: 2 in 1,000 seeds
        assert run.agrees, run.verdict
        assert run.verdict.startswith("Agrees with the exact figures")
        assert "at most one of 10,000 runs" in run.verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    "model",
    [
        *(red_dog(6), LET_IT_RIDE, ORACLE, AWKWARD),
        *(pytest.param(model, marks=pytest.mark.torture) for model in (red_dog(1), WAR, CLIMB, TWO_ON_ONE, FIVE)),
    ],
    ids=lambda model: f"{model.id}-{model.decks}",
)
def test_games_of_ones_own_with_any_number_of_decisions_agree_too(model: Model) -> None:
    run = simulate(model, 1_000_000, seed="own games", exact=True)
    assert run.agrees, run.verdict
    assert abs(run.main.z or 0) < 4


@pytest.mark.parametrize(
    ("of", "removed", "house"),
    [
        ("baccarat", "8h 9h 8d 9d 8c 9c 8s 9s", {"decks": 1}),
        ("three-card-poker", "Ah Ad Ac As", {}),
        pytest.param("casino-monte", "As Ks Qs 2c 2d 2h 2s 3c", {"decks": 1}, marks=pytest.mark.torture),
        pytest.param("three-card-poker", "2h 3d", {"exposed_card": False}, marks=pytest.mark.torture),
    ],
)
def test_cards_that_were_taken_out_never_come_and_change_the_figures(
    of: str, removed: str, house: Mapping[str, object]
) -> None:
    run = simulate(of, 1_000_000, house=house, removed=cards_from(removed), exact=True)
    assert run.agrees, run.verdict
    # the control: the same rounds beside the figures of whole decks
    whole = experiment(of, house=house, exact=True)
    assert replace(run, trial=whole).disagrees


@pytest.mark.parametrize("strategy", ["simple", "own"])
def test_a_strategy_is_followed_and_priced_as_followed(strategy: str) -> None:
    given: str | dict[str, object] = strategy
    if strategy == "own":
        given = {"otherwise": "fold", "rule": [{"decide": "play", "hand": "pair or better"}]}
    run = simulate("three-card-poker", 1_000_000, strategy=given, exact=True)
    assert run.agrees, run.verdict
    assert run.trial.strategy == strategy
    assert not replace(run, trial=experiment("three-card-poker")).agrees or strategy == "simple"


# ── Wrong rules ──────────────────────────────────────────────────────────────────────────────────────────────────────

NOTICED_WITHIN = {"baccarat": 3_000_000, "casino-monte": 20_000, "three-card-poker": 20_000}
BLAMED = {"baccarat": "lucky_monkey", "casino-monte": "initial", "three-card-poker": "ante"}


@pytest.mark.slow
@pytest.mark.parametrize("of", WRONG)
@pytest.mark.parametrize("seed", range(3))
def test_one_clause_read_wrongly_is_noticed_and_named(of: str, seed: int) -> None:
    rounds = NOTICED_WITHIN[of]
    run = simulate(WRONG[of], rounds, seed=seed, beside=of)
    assert run.disagrees
    assert run.verdict.startswith("Disagrees with the exact figures: ")
    assert BLAMED[of] in run.verdict
    assert "at most one of 10,000 runs" in run.verdict
    # the control: the same cards by the right rules
    assert simulate(of, rounds, seed=seed, beside=model_of(of)).agrees


def test_a_model_beside_itself_plays_the_same_rounds() -> None:
    alone = simulate("baccarat", 50_000, exact=True)
    beside = simulate(replace(model_of("baccarat"), sight_from=dict), 50_000, beside="baccarat")
    assert beside.progress == alone.progress
    assert (beside.verdict, beside.main.z) == (alone.verdict, alone.main.z)


def test_a_wrong_number_of_decks_is_noticed() -> None:
    run = simulate("casino-monte", 1_000_000, house={"decks": 1}, beside="casino-monte")
    assert run.disagrees
    assert "full_monte" in run.verdict


def test_a_wrong_paytable_is_noticed_though_every_outcome_comes_as_often_as_it_should() -> None:
    run = simulate("baccarat", 100_000, house={"tie_pays": 9}, beside="baccarat")
    assert run.disagreeing == ("tie",)
    assert (run.p_value or 0) > 1e-3
    assert "tie comes to" in run.verdict


def paying(model: Model, wager: str, line: str, pays: int) -> Model:
    """A model with one line paid otherwise."""
    wagers = tuple(
        replace(each, lines=tuple(replace(one, pays=Fraction(pays)) if one.id == line else one for one in each.lines))
        if each.id == wager
        else each
        for each in model.wagers
    )
    assert wagers != model.wagers, "nothing was changed"
    return replace(model, wagers=wagers)


@pytest.mark.parametrize(
    ("wager", "line", "pays", "said"),
    [
        ("six_card_bonus", "royal_flush", 900, "royal_flush of six_card_bonus pays 900:1 where it pays 1000:1"),
        ("ante", "tied", 1, "tied of ante pays 1:1 where it pushes"),
    ],
)
def test_other_odds_are_noticed_however_seldom_they_are_paid(wager: str, line: str, pays: int, said: str) -> None:
    right = model_of("three-card-poker")
    run = simulate(paying(right, wager, line, pays), 1_000, beside="three-card-poker")
    assert run.disagrees
    assert run.disagreeing == (wager,)
    assert run.verdict.startswith(f"Disagrees with the exact figures: {said} in the exact figures (chi-square")
    assert simulate(replace(right, sight_from=dict), 1_000, beside="three-card-poker").agrees


def test_what_cannot_happen_is_noticed_at_once() -> None:
    # Casino Monte is often only checked; a player who is told that it is always raised has seen what cannot happen
    run = simulate("casino-monte", 1_000)
    plan = run.trial.plan_of_row.copy()
    assert (plan == 0).any()
    plan[:] = 1
    other = replace(run.trial, plan_of_row=plan)
    told = replace(run, trial=other)
    assert told.fit
    assert told.fit.impossible > 0
    assert (told.p_value, told.agrees, told.disagrees) == (0.0, False, True)
    assert "no deal comes to" in told.verdict


def test_models_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(Refused, match="cannot be read beside"):
        experiment("baccarat", beside="casino-monte")
    with pytest.raises(Refused, match="cannot be read beside"):
        experiment(replace(WAR, decisions=()), beside=WAR)


# ── At length ────────────────────────────────────────────────────────────────────────────────────────────────────────

PAYTABLES: dict[str, tuple[Mapping[str, object], ...]] = {
    "casino-monte": ({},),
    "baccarat": (
        *({"lucky_monkey_paytable": n} for n in (1, 2, 3, 4)),
        {"commission": "4%"},
        {"tie_pays": 9},
    ),
    "three-card-poker": tuple(
        {"ante_when_dealer_not_qualified": reading}
        for reading in ("push_if_dealer_higher", "lose_if_dealer_higher", "always_wins")
    ),
}
"""Every printed paytable, and every reading that moves money: all priced from the same rounds."""
Z_999 = 3.2905267314918945


def assert_every_paytable_holds(of: str, house: Mapping[str, object], rounds: int) -> None:
    run = simulate(of, rounds, house=house, seed=f"{of} at length", exact=True)
    assert run.agrees, run.verdict
    for paytable in PAYTABLES.get(of, ({},)):
        solver = run.trial.solver.repriced(model_of(of, {**house, **paytable}))
        priced: Simulation = replace(run, trial=replace(run.trial, solver=solver))
        for id_, estimate in priced.wagers.items():
            assert abs(estimate.off or 0) <= Z_999 * estimate.standard_error, (paytable, id_)


@pytest.mark.torture
@pytest.mark.parametrize("of", GAMES)
def test_the_exact_value_lies_in_the_interval_for_every_wager_and_paytable(of: str) -> None:
    assert_every_paytable_holds(of, {}, 1_000_000_000)


@pytest.mark.torture
@pytest.mark.parametrize(
    ("of", "house"),
    [
        ("casino-monte", {"decks": 1}),
        ("casino-monte", {"decks": 8, "procedure": "alternate"}),
        ("casino-monte", {"ace_low_straight": False}),
        ("baccarat", {"decks": 6}),
        ("baccarat", {"decks": 1}),
        ("three-card-poker", {"exposed_card": False}),
    ],
)
def test_the_exact_value_lies_in_the_interval_under_other_house_rules(of: str, house: Mapping[str, object]) -> None:
    assert_every_paytable_holds(of, house, 100_000_000)


@pytest.mark.torture
def test_false_alarms_are_as_rare_as_the_verdict_says() -> None:
    # rare prizes and all: were it one in 10,000, more than 5 would come in one of 200,000 such tests
    trial = experiment("three-card-poker", seed="false alarms")
    alarms = sum(run.disagrees for run in stretches(trial, 2_000, 4_000))
    assert alarms <= 5


def test_one_rare_prize_is_no_alarm_where_a_normal_curve_would_see_one() -> None:
    # a prize of 1000 for 1 in 110,000: whoever meets it in a thousand rounds, and one in 110 does, is 10 standard
    # errors ahead; the bound says that such luck is nothing to wonder at
    chances = {Fraction(1000): Fraction(1, 110_000), Fraction(-1): Fraction(109_999, 110_000)}
    assert mean_tail(chances, 1_000, Fraction(1000 - 999, 1_000)) > 1e-2
    assert mean_tail(chances, 1_000, Fraction(3000 - 997, 1_000)) < 1e-4


def test_odds_of_the_model_that_is_played_are_those_it_is_paid_by() -> None:
    model = model_of("baccarat")
    tie = base_wagers(model)[2]
    pushing = replace(tie, lines=tuple(replace(line, pays=PUSHED) for line in tie.lines))
    free = replace(model, wagers=tuple(pushing if wager is tie else wager for wager in model.wagers))
    run = simulate(free, 10_000, beside="baccarat")
    assert run.wagers["tie"].mean == 0
    assert run.disagrees


# ── What a run could have missed ─────────────────────────────────────────────────────────────────────────────────────

MISSED_MAX = 8
"""Of 200 runs that should miss one in a hundred, more are missed in one of 10,000 such tests."""


def errors_of(estimate: Estimate, error: float) -> Iterator[dict[Fraction, float]]:
    """Wrong chances whose expectation is off by this much either way: one result in place of another."""
    right = {result: float(chance) for result, chance in estimate.chances.items()}
    commonest = max(right, key=lambda result: right[result])
    for result in right:
        for more, less in ((result, commonest), (commonest, result)):
            moved = abs(error / float(more - less)) if more != less else 2.0
            if moved <= right[less]:
                yield {**right, more: right[more] + moved, less: right[less] - moved}


def caught(estimate: Estimate, chances: Mapping[Fraction, float], runs: int, random: np.random.Generator) -> int:
    """In how many of so many runs by wrong chances the mean is called impossible."""
    results = list(chances)
    found = 0
    for counts in random.multinomial(estimate.rounds, list(chances.values()), size=runs).tolist():
        mean = sum(n * result for n, result in zip(counts, results, strict=True)) / estimate.rounds
        found += mean_tail(estimate.chances, estimate.rounds, Fraction(mean)) < estimate.alarm
    return found


@pytest.mark.parametrize("rounds", [10_000, 1_000_000])
@pytest.mark.parametrize("of", GAMES)
def test_an_error_of_the_stated_size_is_found_as_often_as_stated(of: str, rounds: int) -> None:
    random = np.random.default_rng(11)
    trial = experiment(of, exact=True)
    run = Simulation(trial, Run(Progress(rounds, (rounds, *(0,) * (trial.job.cells - 1))), 1.0))
    for id_, estimate in run.wagers.items():
        stated = estimate.detectable
        wrong = list(errors_of(estimate, stated))
        assert wrong or stated > 1, id_
        for chances in (wrong[0], wrong[-1]) if wrong else ():
            assert caught(estimate, chances, 40, random) >= 36, id_
        # the control: a third of it is missed more often than not
        for chances in list(errors_of(estimate, stated / 3))[-1:]:
            assert caught(estimate, chances, 40, random) < 30, id_


@pytest.mark.torture
@pytest.mark.parametrize("rounds", [1_000, 100_000, 10_000_000])
@pytest.mark.parametrize("of", GAMES)
def test_every_error_of_the_stated_size_is_found_as_often_as_stated(of: str, rounds: int) -> None:
    random = np.random.default_rng(12)
    trial = experiment(of, exact=True)
    run = Simulation(trial, Run(Progress(rounds, (rounds, *(0,) * (trial.job.cells - 1))), 1.0))
    for id_, estimate in run.wagers.items():
        for chances in errors_of(estimate, estimate.detectable):
            assert caught(estimate, chances, 200, random) >= 200 - MISSED_MAX, id_


def no_ace_low_straight() -> tuple[Experiment, float]:
    """Casino Monte dealt by a house that knows no ace-low straight, beside one that does; and how far it is off."""
    trial = experiment("casino-monte", house={"ace_low_straight": False}, beside="casino-monte", seed="full monte")
    edges = [
        experiment("casino-monte", house={"ace_low_straight": low}).exact.wagers["full_monte"].house_edge
        for low in (True, False)
    ]
    return trial, float(edges[1] - edges[0])


def test_a_full_monte_that_is_wrong_by_less_than_stated_may_be_missed_and_by_more_is_found() -> None:
    trial, error = no_ace_low_straight()
    assert round(100 * error, 2) == 1.93
    for run in stretches(trial, 100_000, 6):
        assert error < run.wagers["full_monte"].detectable, "it may be missed, and was"
    missed = [run for run in stretches(trial, 100_000, 6) if run.agrees]
    assert missed
    for run in missed:
        assert (
            "on full_monte is found in at least 99 of 100 such runs; a smaller one may have been missed" in run.verdict
        )
    enough = list(stretches(trial, 1_100_000, 6))
    assert all(run.wagers["full_monte"].detectable < error for run in enough)
    assert all("full_monte" in run.unlikely for run in enough)


@pytest.mark.torture
def test_a_full_monte_that_is_wrong_by_what_is_stated_is_found_as_often_as_stated() -> None:
    trial, error = no_ace_low_straight()
    runs = list(stretches(trial, 1_000_000, 200))
    assert runs[0].wagers["full_monte"].detectable == pytest.approx(error, rel=0.01)
    assert sum("full_monte" not in run.unlikely for run in runs) <= MISSED_MAX


def test_nothing_is_called_agreement_where_nothing_was_tested() -> None:
    run = simulate("baccarat", 100, seed=3, exact=True)
    assert run.fit
    assert (run.fit.freedom, run.fit.is_tested, run.chi_square, run.p_value) == (0, False, None, None)
    assert "frequencies of outcomes were not tested" in run.verdict
    assert "chi-square" not in run.verdict
    assert not run.wagers["tie"].is_tested
    assert "Not tested: the house edge of tie" in run.verdict
    one = simulate("baccarat", 1, exact=True)
    assert (one.is_tested, one.agrees, one.disagrees) == (False, False, False)
    assert one.verdict == "Not tested: no error could be found by so few rounds."


def test_more_rounds_find_smaller_errors_and_none_is_found_by_so_few() -> None:
    trial = experiment("three-card-poker")
    least = [
        {id_: Estimate(report, report, rounds).detectable for id_, report in trial.exact.wagers.items()}
        for rounds in (1, 100, 10_000, 10**6, 10**9, 10**12)
    ]
    for id_ in trial.exact.wagers:
        errors = [each[id_] for each in least]
        assert errors == sorted(errors, reverse=True)
        assert errors[0] == inf
        deviation = trial.exact.wagers[id_].distribution.standard_deviation
        # far out all is normal: Chernoff's bound for one in 10,000 on two sides, and for one in a hundred on one
        assert errors[-1] == pytest.approx((4.4504 + 3.0349) * deviation / 10**6, rel=0.02)
