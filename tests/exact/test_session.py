"""Sessions: moments are exact, and no probability is further from the truth than stated."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact import absorption
from croupier.exact.analysis import analyze
from croupier.exact.kelly import Kelly, kelly
from croupier.exact.lattice import CELLS_MAX, UNIT
from croupier.exact.session import RESULTS_MAX, ROUNDS_MAX, Session, session
from croupier.exact.solve import Solver, model_of
from croupier.exact.space import full
from croupier.exact.wager_report import Distribution
from croupier.simulation.sights import Uncounted

PROMISED = Fraction(1, 10**12)


def spread(deals: Mapping[Any, int]) -> Distribution:
    """A distribution of one round."""
    return Distribution({Fraction(result): count for result, count in deals.items()}, sum(deals.values()))


FAIR = spread({-1: 1, 1: 1})
PAIR_PLUS = spread({200: 4, 40: 44, 30: 52, 6: 720, 3: 1096, 1: 3744, -1: 16440})
COMMISSION = spread({Fraction(19, 20): 4586, 0: 952, -1: 4462})
ROUNDS = (FAIR, PAIR_PLUS, COMMISSION, spread({5: 1}), spread({Fraction(1, 3): 2, Fraction(1, 2): 3, -4: 2}))

distributions = st.dictionaries(st.fractions(-4, 6, max_denominator=4), st.integers(1, 50), min_size=1, max_size=5).map(
    spread
)


def convolved(one: Distribution, rounds: int) -> dict[Fraction, int]:
    """How many sequences of so many deals come to each result, added up one by one in whole numbers."""
    unit = lcm(*(result.denominator for result in one.deals))
    deals = [(int(result * unit), count) for result, count in one.deals.items()]
    sums = {0: 1}
    for _ in range(rounds):
        after: dict[int, int] = {}
        for total, ways in sums.items():
            for result, count in deals:
                after[total + result] = after.get(total + result, 0) + ways * count
        sums = after
    return {Fraction(total, unit): ways for total, ways in sums.items()}


def recursive_ruin(one: Distribution, rounds: int, bankroll: Fraction) -> Fraction:
    """The gambler's ruin as every textbook has it: what is left, one round later."""
    need = -min(one.deals)
    alive, ruined = {bankroll: Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for left, p in alive.items():
            if left >= need:
                for result, count in one.deals.items():
                    after[left + result] = after.get(left + result, Fraction(0)) + p * Fraction(count, one.total)
        ruined += sum((p for left, p in after.items() if left < need), Fraction(0))
        alive = after
    return ruined


def assert_true_to(played: Session, exact: dict[Fraction, int]) -> None:
    """Every probability is a lower bound, and what all of them lack is exactly the error stated."""
    total = sum(exact.values())
    stated = {result: int(p * UNIT) for result, p in played.results()}
    assert stated.keys() <= exact.keys()
    lacking = [count * UNIT - stated.get(result, 0) * total for result, count in exact.items()]
    assert min(lacking) >= 0
    assert Fraction(sum(lacking), total * UNIT) == played.error <= PROMISED


# ── The sum of many rounds ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("one", ROUNDS)
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 7])
def test_few_rounds_are_as_when_added_up_one_by_one(one: Distribution, rounds: int) -> None:
    played, exact = session(one, rounds=rounds), convolved(one, rounds)
    assert_true_to(played, exact)
    sums = Distribution(exact, one.total**rounds)
    assert (played.mean, played.variance) == (sums.mean, sums.variance)
    assert played.third_moment == sums.moment(3, sums.mean)
    assert (played.worst, played.best) == (min(exact), max(exact))


@given(distributions, st.integers(1, 9))
def test_any_rounds_are_as_when_added_up_one_by_one(one: Distribution, rounds: int) -> None:
    assert_true_to(session(one, rounds=rounds), convolved(one, rounds))


@pytest.mark.parametrize(("one", "rounds"), [(PAIR_PLUS, 30), (COMMISSION, 100), (FAIR, 300)])
def test_more_rounds_are_as_when_added_up_in_integers(one: Distribution, rounds: int) -> None:
    assert_true_to(session(one, rounds=rounds), convolved(one, rounds))


@pytest.mark.torture
@pytest.mark.parametrize(("one", "rounds"), [(PAIR_PLUS, 150), (COMMISSION, 400), (FAIR, 2000)])
def test_a_session_is_as_when_added_up_in_integers(one: Distribution, rounds: int) -> None:
    assert_true_to(session(one, rounds=rounds), convolved(one, rounds))


@pytest.mark.parametrize("rounds", [999, 1000])
def test_a_fair_coin_is_binomial(rounds: int) -> None:
    played = session(FAIR, rounds=rounds)
    assert_true_to(played, {Fraction(2 * heads - rounds): comb(rounds, heads) for heads in range(rounds + 1)})
    level = Fraction(comb(rounds, rounds // 2), 2**rounds) if rounds % 2 == 0 else Fraction(0)
    assert 0 <= level - played.level <= played.error
    assert played.ahead == played.behind
    assert 0 <= (1 - level) / 2 - played.ahead <= played.error


def test_tails_that_round_to_nothing_are_dropped_and_counted() -> None:
    played = session(FAIR, rounds=1000)
    assert played.worst < played.lowest
    assert len(played.cells) < 1001
    assert 0 < played.error < Fraction(1, 10**18)


def test_a_million_rounds_keep_the_promise() -> None:
    played = session(PAIR_PLUS, rounds=10**6)
    assert played.error < PROMISED
    assert played.quantile(Fraction(1, 2)) == pytest.approx(float(played.mean), abs=played.standard_deviation / 100)


def test_the_promise_holds_whatever_is_asked() -> None:
    assert Fraction(ROUNDS_MAX * 3 * CELLS_MAX, UNIT) < PROMISED
    rounded = 3 * ROUNDS_MAX * absorption.CELLS_MAX + 2 * absorption.DROPPED
    assert Fraction(rounded, 2 ** (absorption.BITS - 1)) + Fraction(8 * absorption.CELLS_MAX, UNIT) < PROMISED


def test_moments_add_up() -> None:
    played = session(PAIR_PLUS, rounds=200, stake=25)
    assert played.mean == 200 * 25 * PAIR_PLUS.mean
    assert played.variance == 200 * 25**2 * PAIR_PLUS.variance
    assert played.skewness == pytest.approx(PAIR_PLUS.skewness / sqrt(200))
    assert session(spread({5: 1}), rounds=3).skewness == 0


def test_a_stake_multiplies_results_and_nothing_else() -> None:
    unit, staked = session(PAIR_PLUS, rounds=50), session(PAIR_PLUS, rounds=50, stake=Fraction(5, 2))
    assert [(result * Fraction(5, 2), p) for result, p in unit.results()] == list(staked.results())
    assert (unit.ahead, unit.level, unit.behind) == (staked.ahead, staked.level, staked.behind)


@pytest.mark.parametrize("one", ROUNDS)
def test_ahead_level_and_behind_are_everything(one: Distribution) -> None:
    played = session(one, rounds=20)
    assert played.ahead + played.level + played.behind + played.error == 1


@given(
    distributions, st.integers(1, 6), st.fractions(-20, 20, max_denominator=3), st.fractions(0, 9, max_denominator=3)
)
def test_the_probability_between_two_results(one: Distribution, rounds: int, least: Fraction, more: Fraction) -> None:
    played = session(one, rounds=rounds)
    ways = sum(n for result, n in convolved(one, rounds).items() if least <= result <= least + more)
    assert 0 <= Fraction(ways, one.total**rounds) - played.probability(least, least + more) <= played.error
    assert played.probability(least, least - 1) == 0


@given(distributions, st.integers(1, 6), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
def test_a_quantile_is_the_least_result_not_exceeded_so_often(one: Distribution, rounds: int, share: Fraction) -> None:
    exact = convolved(one, rounds)
    reached, right = 0, Fraction(0)
    for right in sorted(exact):
        reached += exact[right]
        if Fraction(reached, one.total**rounds) >= share:
            break
    assert session(one, rounds=rounds).quantile(share) == right


def test_half_of_an_odd_number_of_fair_rounds_end_behind() -> None:
    played = session(FAIR, rounds=999)
    assert played.behind < Fraction(1, 2)  # by less than the error
    assert played.quantile(0.5) == -1


@pytest.mark.parametrize("share", [0, 1, -1, 2.5])
def test_there_is_no_quantile_of_all_or_nothing(share: float) -> None:
    with pytest.raises(Refused, match="share between 0 and 1"):
        session(FAIR, rounds=5).quantile(share)


# ── Ruin ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("one", ROUNDS)
@pytest.mark.parametrize("bankroll", [4, 5, 9])
def test_ruin_is_as_in_the_textbook(one: Distribution, bankroll: int) -> None:
    for rounds in (1, 2, 3, 8, 13):
        assert_ruined_as_in_the_textbook(one, rounds, Fraction(bankroll))


@given(distributions, st.integers(1, 8), st.fractions(0, 8, max_denominator=6))
def test_any_ruin_is_as_in_the_textbook(one: Distribution, rounds: int, over: Fraction) -> None:
    assert_ruined_as_in_the_textbook(one, rounds, over + max(Fraction(0), -min(one.deals)))


def assert_ruined_as_in_the_textbook(one: Distribution, rounds: int, bankroll: Fraction) -> None:
    played = session(one, rounds=rounds, bankroll=bankroll)
    assert played.ruin is not None
    assert 0 <= recursive_ruin(one, rounds, bankroll) - played.ruin <= played.error <= PROMISED


@pytest.mark.parametrize(("rounds", "bankroll"), [(2, 1), (100, 7), (1000, 30), (1001, 30)])
def test_a_fair_coin_ruins_as_the_reflection_principle_says(rounds: int, bankroll: int) -> None:
    beyond = sum(comb(rounds, heads) for heads in range(rounds + 1) if 2 * heads - rounds < -bankroll)
    at = sum(comb(rounds, heads) for heads in range(rounds + 1) if 2 * heads - rounds == -bankroll)
    played = session(FAIR, rounds=rounds, bankroll=bankroll)
    assert played.ruin is not None
    assert 0 <= Fraction(2 * beyond + at, 2**rounds) - played.ruin <= played.error <= PROMISED


@pytest.mark.parametrize("rounds", [2, 60, 130, 200, 500])
def test_what_certainty_becomes_is_never_rounded_down(rounds: int) -> None:
    played = session(spread({-1: 1, 0: 2}), rounds=rounds, bankroll=1)
    assert played.ruin is not None
    assert 0 <= 1 - Fraction(2, 3) ** rounds - played.ruin <= played.error <= PROMISED


def test_a_favourable_game_is_survived_as_often_as_the_classic_formula_says() -> None:
    played = session(spread({1: 3, -1: 2}), rounds=4000, bankroll=5)
    assert played.ruin is not None
    assert float(played.ruin) == pytest.approx((2 / 3) ** 5, abs=1e-12)


def test_nobody_is_ruined_who_can_pay_for_every_round() -> None:
    assert session(FAIR, rounds=10, bankroll=11).ruin == 0
    assert session(FAIR, rounds=10, bankroll=10).ruin == Fraction(1, 2**10), "with nothing left after the last round"
    assert session(spread({0: 1, 1: 1}), rounds=10, bankroll=0).ruin == 0
    assert session(FAIR, rounds=10).ruin is None


def test_a_round_needs_as_much_as_it_may_lose() -> None:
    four_at_risk = spread({-4: 1, 4: 1, -1: 2, 1: 2})
    ruin = session(four_at_risk, rounds=2, bankroll=4).ruin
    assert ruin is not None
    right = Fraction(1, 2) + Fraction(1, 3) * Fraction(1, 6)  # 0 and 3 are too little for another, and so is 5 − 4
    assert 0 <= right - ruin < PROMISED
    with pytest.raises(Refused, match="bankroll: 3 does not pay for the first round, which takes 4"):
        session(four_at_risk, rounds=2, bankroll=3)


def test_ruin_grows_with_rounds_and_shrinks_with_the_bankroll() -> None:
    longer = [session(PAIR_PLUS, rounds=rounds, bankroll=30).ruin for rounds in (50, 100, 200, 400)]
    richer = [session(PAIR_PLUS, rounds=200, bankroll=bankroll).ruin for bankroll in (80, 40, 20, 10)]
    for ruins in (longer, richer):
        assert all(less is not None and more is not None and less < more for less, more in pairwise(ruins))


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rounds", [0, -5, ROUNDS_MAX + 1])
def test_rounds_are_limited(rounds: int) -> None:
    with pytest.raises(Refused, match=r"rounds: .* cannot be worked out; give 1 to 1,000,000"):
        session(FAIR, rounds=rounds)


def test_a_stake_is_more_than_nothing() -> None:
    with pytest.raises(Refused, match="the stake must be a number above 0"):
        session(FAIR, rounds=1, stake=0)


def test_an_absurd_lattice_is_refused() -> None:
    with pytest.raises(Refused, match=r"lattice of 999,984 points 2/999983 apart and at most 262,144"):
        session(spread({-1: 1, 1: 1, Fraction(1, 999983): 1}), rounds=2)
    with pytest.raises(Refused, match="after 6 rounds the result lies on a lattice of 300,126 points"):
        session(spread({-1: 1, 1: 1, Fraction(1, 50021): 1}), rounds=6)


def test_an_absurd_ruin_is_refused_before_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    with pytest.raises(Refused, match=r"rounds: .* minutes to work out; .* croupier simulate --bankroll"):
        session(PAIR_PLUS, rounds=10**6, bankroll=10**5, progress=told.append)
    monkeypatch.setattr(absorption, "WORK_MAX", 10**3)
    with pytest.raises(Refused, match="rounds: "):
        session(FAIR, rounds=10**3, bankroll=5, progress=told.append)
    with pytest.raises(Refused, match="stake: a round needs or moves"):
        session(spread({-(10**7): 1, 10**7 + 1: 1}), rounds=3, bankroll=10**7)
    assert not told


# ── How it shows itself ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("one", ROUNDS)
@pytest.mark.parametrize("rounds", [1, 3, 200])
@pytest.mark.parametrize(("width", "height"), [(72, 10), (20, 3)])
def test_a_chart_fits_and_its_highest_bar_is_full(one: Distribution, rounds: int, width: int, height: int) -> None:
    played = session(one, rounds=rounds)
    *bars, axis, labels = played.chart(width, height)
    assert len(bars) == height
    assert max(map(len, bars)) <= len(axis) <= width
    assert "█" in bars[0]
    assert labels.split()[0].replace(",", "").startswith(str(int(played.quantile(Fraction(1, 1000)))))


def test_a_chart_marks_nothing_won_and_nothing_lost() -> None:
    assert session(FAIR, rounds=6).chart(14, 4) == (
        "      ██",
        "    ██████",
        "  ▂▂██████▂▂",
        "▂▂██████████▂▂",
        "───────┴──────",
        "-6     0     6",
    )


def test_a_session_shows_itself() -> None:
    played = session(PAIR_PLUS, rounds=200, stake=25, bankroll=1000)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(played)
    for text in (shown.get(), played._repr_html_()):
        assert "200 rounds at 25" in text
        assert "ruined with 1,000" in text
        assert f"{float(played.mean):,.2f}" in text
        assert played.chart()[0] in text
    assert played.ruin is not None
    came_to = f"ahead {float(played.ahead):.2%}, ruined {float(played.ruin):.2%}"
    assert repr(played) == f"<Session: 200 rounds at 25: {came_to}>"


def test_a_session_of_a_game() -> None:
    analysis = analyze("casino-monte")
    played = session(analysis.played.solver, rounds=100, stake={"initial": 25, "full_monte": 25}, bankroll=20_000)
    edge = sum(report.house_edge for report in analysis.wagers.values())
    assert played.mean == -100 * 25 * edge
    assert played.error < PROMISED
    assert played.ruin == 0, "nobody loses so much"


# ── Whoever is ruined stays where he is ──────────────────────────────────────────────────────────────────────────────


def absorbed(one: Distribution, rounds: int, bankroll: Fraction) -> tuple[dict[Fraction, Fraction], list[Fraction]]:
    """Where bankrolls end, and how many are ruined in each round, in fractions."""
    need = max(-min(one.deals), Fraction(0))
    now, gone = {Fraction(0): Fraction(1)}, []
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        ruined = Fraction(0)
        for result, p in now.items():
            if bankroll + result < need:
                after[result] = after.get(result, Fraction(0)) + p
                continue
            for won, count in one.deals.items():
                after[result + won] = after.get(result + won, Fraction(0)) + p * Fraction(count, one.total)
                ruined += p * Fraction(count, one.total) if bankroll + result + won < need else 0
        now = after
        gone.append(ruined)
    return now, gone


@given(distributions, st.integers(1, 7), st.fractions(0, 8, max_denominator=6))
def test_every_figure_of_a_bankroll_is_that_of_somebody_who_stops(
    one: Distribution, rounds: int, over: Fraction
) -> None:
    bankroll = over + max(Fraction(0), -min(one.deals))
    played = session(one, rounds=rounds, bankroll=bankroll)
    ends, gone = absorbed(one, rounds, bankroll)
    stated = dict(played.results())
    assert stated.keys() <= ends.keys()
    lacking = [p - stated.get(result, 0) for result, p in ends.items()]
    assert min(lacking) >= 0
    assert sum(lacking) == played.error <= PROMISED
    assert abs(played.mean - sum(result * p for result, p in ends.items())) < PROMISED
    assert min(stated) >= -bankroll
    for number, right in enumerate(gone, 1):
        assert 0 <= right - (played.ruined_by(number) - played.ruined_by(number - 1)) <= PROMISED
    ruined = sum(gone)
    still = sum(sum(gone[: number - 1]) for number in range(1, rounds + 1))
    assert abs(played.rounds_played - (rounds - still)) < PROMISED * rounds
    if ruined:
        mean = sum(number * p for number, p in enumerate(gone, 1)) / ruined
        assert played.ruin_round_mean is not None
        assert abs(played.ruin_round_mean - mean) < PROMISED * rounds
        half = next(number for number in range(1, rounds + 1) if sum(gone[:number]) >= ruined / 2 - PROMISED)
        assert played.ruin_round() == half
    else:
        assert (played.ruin_round(), played.ruin_round_mean) == (None, None)


def test_ruin_is_the_same_by_rounds_and_by_what_is_left() -> None:
    played = session("casino-monte", rounds=300, stake={"initial": 10, "full_monte": 5}, bankroll=200)
    left = played.probability(most=played.needs[0] - 200 - played.step)
    assert played.ruin is not None
    assert abs(left - played.ruin) <= played.error
    assert sum(p for result, p in played.results() if result < played.needs[0] - 200) == left
    assert 0 <= left - played.ruined_by(300) <= Fraction(300, UNIT)


# ── Figures of a round ───────────────────────────────────────────────────────────────────────────────────────────────


def test_n0_is_where_the_expected_loss_is_one_standard_deviation() -> None:
    n0 = session(PAIR_PLUS, rounds=1, stake=25).n0
    assert n0 is not None
    assert n0 == PAIR_PLUS.variance / PAIR_PLUS.mean**2
    rounds = int(n0)
    assert float(-PAIR_PLUS.mean * rounds) == pytest.approx(sqrt(PAIR_PLUS.variance * rounds), rel=1e-3)
    assert session(FAIR, rounds=1).n0 is None
    assert "the expected result is 0" in session(FAIR, rounds=1).sheet.html()


def test_an_hour_costs_what_its_rounds_cost() -> None:
    played = session(PAIR_PLUS, rounds=7, stake=5, rounds_per_hour=80)
    assert played.loss_per_hour == -80 * 5 * PAIR_PLUS.mean
    assert played.edge == -PAIR_PLUS.mean
    assert "at 80 rounds an hour" in played.sheet.html()
    assert "at 60 rounds an hour" in session(PAIR_PLUS, rounds=7).sheet.html()
    with pytest.raises(Refused, match="rounds_per_hour: the rounds per hour must be above 0"):
        session(PAIR_PLUS, rounds=7, rounds_per_hour=0)


@pytest.mark.parametrize(("wins", "losses", "pays"), [(3, 2, 1), (51, 49, 1), (2, 3, 2), (1, 9, 10)])
def test_a_kelly_stake_is_the_edge_over_the_odds(wins: int, losses: int, pays: int) -> None:
    one = spread({pays: wins, -1: losses})
    best = session(one, rounds=1, stake=25).kelly
    right = one.mean / pays
    assert best.part == pytest.approx(float(right))
    lose = 1 - float(right)
    win = 1 + pays * float(right)
    grows = win ** (wins / one.total) * lose ** (losses / one.total) - 1
    assert best.growth == pytest.approx(grows)
    for other in (0.9, 1.1):  # no other part grows as fast
        part = best.part * other
        assert (1 + pays * part) ** (wins / one.total) * (1 - part) ** (losses / one.total) - 1 < best.growth


def test_nobody_bets_without_an_edge_nor_more_than_pays_for_the_decisions() -> None:
    assert session(PAIR_PLUS, rounds=1).kelly == Kelly(0.0, 0.0)
    assert "bet nothing" in session(FAIR, rounds=1).sheet.html()
    assert kelly(spread({1: 99, -1: 1}), Fraction(1), Fraction(4)).part == 0.25
    assert kelly(spread({1: 1, 0: 1}), Fraction(1), Fraction(1)).part == 1


def test_cards_that_are_gone_can_give_an_edge() -> None:
    low = [card for card in range(52) if rank_of(card) <= 2]  # deuces, threes and fours
    plain, rich = (session("three-card-poker", rounds=10, removed=cards) for cards in ((), low))
    assert plain.edge > 0
    assert plain.kelly.part == 0
    assert rich.edge < 0
    small = float(rich.one.mean / rich.one.moment(2))  # the first term of the series for a small edge
    assert rich.kelly.part == pytest.approx(small, rel=0.02)
    assert "the expected win is one standard deviation" in rich.sheet.html()


# ── As data ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_data_hold_the_distribution() -> None:
    data: Any = session(PAIR_PLUS, rounds=20, stake=5, bankroll=50).data()
    spread_ = data["distribution"]
    pairs = dict(zip(spread_["results"], spread_["probabilities"], strict=True))
    right, _ = absorbed(Distribution({5 * x: n for x, n in PAIR_PLUS.deals.items()}, PAIR_PLUS.total), 20, Fraction(50))
    assert spread_["results_together"] == 1
    assert pairs.keys() <= {float(result) for result in right}
    for result, probability in right.items():
        assert pairs.get(float(result), 0.0) == pytest.approx(float(probability), abs=1e-12)
    assert data["stakes"] == {"": 5.0}
    assert data["ruin"]["by_round"][-1]["probability"] == pytest.approx(data["ruin"]["probability"], abs=1e-12)
    assert len(data["ruin"]["by_round"]) == 20


def test_data_of_many_results_take_neighbours_together() -> None:
    played = session(spread({1: 1, -1: 1, Fraction(1, 997): 1}), rounds=40)
    spread_: Any = played.distribution_data()
    assert spread_["results_together"] > 1
    assert len(spread_["results"]) <= RESULTS_MAX
    assert sum(spread_["probabilities"]) == pytest.approx(1)
    first = next(result for result, _ in played.results())
    assert spread_["results"][0] <= first < spread_["results"][1]
    rows = played.to_rows()
    assert len(rows) == len(list(played.results()))
    assert rows[-1]["at_most"] == pytest.approx(1)
    long: Any = session(spread({1: 1, -1: 1}), rounds=3 * RESULTS_MAX + 1, bankroll=5).ruin_data()
    assert len(long["by_round"]) <= RESULTS_MAX
    assert long["by_round"][-1]["round"] == 3 * RESULTS_MAX + 1


def test_a_solver_that_was_never_counted_is_refused() -> None:
    model = model_of("casino-monte", {"decks": 3})
    solver = Solver(Uncounted(model, full(3)), model)
    with pytest.raises(Refused, match="the deals of casino-monte were not counted"):
        session(solver, rounds=3)
    with pytest.raises(Refused, match="the deals of casino-monte were not counted"):
        analyze(solver)
