"""Charts say what the engine worked out: their rows are its figures, and their words name the main one."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import pytest

import croupier
from croupier import Chart, Refused, Result
from croupier.chart import said, signed
from croupier.chart.marks import Bands, Dots, Heat, Histogram, Lines, Points
from croupier.chart.words import unit_of
from croupier.protect.bank import BankReport
from croupier.protect.errors import error_cost, mispaid
from croupier.protect.first_seat import wrong_first_seat
from croupier.protect.knowledge import Glimpse, knowledge
from croupier.protect.protection import Protection
from croupier.protect.shared_hands import shared_hands
from croupier.simulation.bankrolls.result import Bankrolls
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.shoes.result import ShoeSimulation
from croupier.simulation.statistics import Z_99
from croupier.simulation.tables.result import TableSimulation
from tests.protect import hidden_cards as small


@cache
def analysis(game: str = "tcp") -> croupier.Analysis:
    found = croupier.game(game).analyze()
    assert isinstance(found, croupier.Analysis)
    return found


@cache
def evening() -> croupier.Session:
    return croupier.game("monte").session(rounds=60, stake=10, bankroll=200)


@cache
def rounds() -> Simulation:
    found = croupier.game("monte").simulate(rounds=20_000)
    assert isinstance(found, Simulation)
    return found


@cache
def shoes() -> ShoeSimulation:
    found = croupier.game("bac").simulate(rounds=20_000, dealing="shoe")
    assert isinstance(found, ShoeSimulation)
    return found


@cache
def table() -> TableSimulation:
    found = croupier.game("tcp").simulate(rounds=20_000, seats=3, bank=60, shift=100)
    assert isinstance(found, TableSimulation)
    return found


@cache
def paths() -> Bankrolls:
    found = croupier.game("monte").simulate(rounds=50, bankroll=200, stake="10", paths=500)
    assert isinstance(found, Bankrolls)
    return found


@cache
def protection() -> Protection:
    return croupier.game("bac").protect("tie", "lucky_monkey", shoes=20)


@cache
def bank() -> BankReport:
    return croupier.game("tcp").bank(seats=2, bank=40, dealt=4096)


RESULTS: Mapping[str, Callable[[], Result]] = {
    "advise": lambda: croupier.game("monte").advise(own="Jd"),
    "analyze": analysis,
    "bank": bank,
    "bankrolls": paths,
    "compare": lambda: croupier.game("bac").sweep(commission=["4%", "5%"]),
    "compare words": lambda: croupier.game("tcp").sweep(exposed_card=["yes", "no"]),
    "design": lambda: croupier.game("monte").design("full_monte", edge="5%..6%", count=30),
    "protect": protection,
    "rulings": lambda: croupier.game("bac").rulings(),
    "session": evening,
    "shoes": shoes,
    "simulate": rounds,
    "strategy": lambda: croupier.game("monte").strategy(),
    "tables": table,
}


SLOW = {"bank", "protect"}
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in RESULTS]


def column(chart: Chart, name: str) -> list[object]:
    return [row[name] for row in chart.rows]


def numbers(chart: Chart, name: str) -> list[float]:
    return [float(str(value)) for value in column(chart, name)]


def strategy_of(game: str) -> croupier.Strategy:
    found = croupier.game(game).strategy()
    assert isinstance(found, croupier.Strategy)
    return found


# ── Every chart ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_says_what_it_is_of_in_words_and_has_columns_in_common(name: str) -> None:
    result = RESULTS[name]()
    charts = result.charts()
    assert charts
    assert result.plot() == next(iter(charts.values()))
    for called, chart in charts.items():
        assert chart.rows, called
        assert len({tuple(row) for row in chart.rows}) == 1, "one table"
        assert chart.title[0].isupper() or chart.title[0].isdigit()
        assert chart.alt.endswith("."), chart.alt
        assert any(letter.isdigit() for letter in chart.alt), "the main number is in it"
        assert result.conditions is not None
        assert result.conditions.title in chart.note


@pytest.mark.parametrize("name", NAMES)
def test_every_axis_of_numbers_has_its_unit(name: str) -> None:
    for chart in RESULTS[name]().charts().values():
        match chart.marks:
            case Heat():
                continue
            case Histogram(x=x, value=y) | Bands(x=x, y=y) | Lines(x=x, y=y) | Points(x=x, y=y):
                axes = [x, y]
            case marks:
                axes = [marks.value]
        for axis in axes:
            in_words = axis in chart.rows[0] and isinstance(chart.rows[0][axis], str)
            counts = any(word in axis for word in ("rounds", "decks", "cards"))
            assert unit_of(axis) or in_words or counts, axis


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_edges_are_those_of_the_analysis() -> None:
    chart = analysis().plot()
    edges = [report.house_edge for report in analysis().wagers.values()]
    assert column(chart, "house edge (%)") == [float(100 * edge) for edge in edges]
    assert "Ante with play 4.30%" in chart.alt


def test_returns_of_outcomes_add_up_to_the_edge() -> None:
    report = analysis()["pair plus"]
    chart = report.plot("returns")
    returns = column(chart, "return (% of the wager before the deal)")
    assert returns == [float(100 * row.probability * row.pays) for row in report.rows]
    assert sum(numbers(chart, "return (% of the wager before the deal)")) == pytest.approx(
        float(-100 * report.house_edge)
    )
    assert column(chart, "combinations") == [row.combinations for row in report.rows]
    assert "−4.3801%" in chart.alt
    assert analysis().plot("returns pair plus") == chart


def test_no_chart_of_a_wager_is_in_units_of_another_that_is_called_initial() -> None:
    result = croupier.game("monte").analyze()
    drawn = {name: chart for name, chart in result.charts().items() if "initial" not in name}
    assert {"returns_full_monte", "results_full_monte"} <= set(drawn)
    for chart in drawn.values():
        assert "initial wager" not in f"{chart.alt} {' '.join(chart.rows[0])}"


def test_results_are_the_distribution() -> None:
    spread = analysis()["pair_plus"].distribution
    chart = analysis()["pair_plus"].plot("results")
    assert column(chart, "deals") == [spread.deals[result] for result in sorted(spread.deals, reverse=True)]
    assert column(chart, "result (units of the wager before the deal)")[-1] == "−1"
    assert said(float(100 * spread.win), "(%)") in chart.alt


def test_many_results_are_taken_together_and_none_is_lost() -> None:
    from croupier.exact.wager_charts import OUTCOMES_MAX, results_chart  # noqa: PLC0415  # for this test alone

    deals = {Fraction(n, 2): 1 + abs(n) for n in range(-40, 60)}
    chart = results_chart("X", deals, sum(deals.values()), "")
    assert len(chart.rows) == OUTCOMES_MAX
    assert sum(numbers(chart, "deals")) == sum(deals.values())
    assert "0" in column(chart, "result (units of the wager before the deal)"), "wins and losses are never one"


def test_a_comparison_draws_the_edge_over_the_rule_that_is_swept() -> None:
    swept = croupier.game("monte").sweep(decks=(2, 3, 4))
    chart = swept.plot("edge initial")
    assert isinstance(chart.marks, Lines)
    assert column(chart, "decks") == [2, 3, 4]
    assert column(chart, "house edge (%)") == [float(100 * each.house_edge) for each in swept.wager("initial")]
    assert said(float(100 * swept.wager("initial")[-1].house_edge), "(%)", 4) in chart.alt


def test_there_is_no_half_deck_on_an_axis() -> None:
    drawn = croupier.game("casino-monte").sweep(decks=[6, 8]).plot().svg()
    marked = re.findall(r">([0-9.]+)</text>", drawn)
    assert marked == ["6", "8"]


def test_a_rate_that_is_swept_is_in_percent() -> None:
    chart = croupier.game("bac").sweep(commission=["4%", "5%"]).plot("edge banker")
    assert column(chart, "commission (%)") == [4, 5]


def test_what_has_no_numbers_is_compared_by_words() -> None:
    chart = croupier.game("tcp").sweep(exposed_card=["yes", "no"]).plot()
    assert isinstance(chart.marks, Dots)
    assert {"yes", "no"} == set(column(chart, "exposed card"))


# ── Strategy, session, design ────────────────────────────────────────────────────────────────────────────────────────


def test_a_strategy_is_a_table_of_what_is_best_at_each_sight() -> None:
    strategy = strategy_of("monte")
    chart = strategy.plot()
    best = {(call.sees[0][1], call.sees[1][1]): call for call in strategy.every}
    labels = {option.id: option.label for option in strategy.solver.model.decisions[0].options}
    assert len(chart.rows) == len(best)
    for row in chart.rows:
        call = best[str(row["exposed"]), str(row["rank"])]
        assert row["best"] == labels[call.best]
        for option, value in call.values:
            assert row[f"{labels[option]}, value (% of the initial wager)"] == float(100 * value)


@pytest.mark.slow
def test_classes_of_many_sights_hold_every_deal() -> None:
    strategy = strategy_of("tcp")
    chart = strategy.plot("strategy")
    assert len(chart.rows) == 13 * 13
    assert sum(numbers(chart, "deals (%)")) == pytest.approx(100)
    played = sum(call.deals for call in strategy.every if call.best == "play")
    assert f"Play {said(float(Fraction(100 * played, strategy.solver.counts.total)), '(%)')}" in chart.alt


def test_a_session_draws_its_probabilities() -> None:
    session = evening()
    chart = session.plot()
    for row in chart.rows:
        low, high = Fraction(float(str(row["from ($)"]))), Fraction(float(str(row["to ($)"])))
        inside = session.probability(least=low, most=high) / (1 - session.error)
        assert row["probability (%)"] == pytest.approx(float(100 * inside), abs=1e-9)
    assert said(float(100 * session.ahead), "(%)") in chart.alt
    assert said(float(100 * (session.ruin or 0)), "(%)") in chart.alt
    ruin = session.plot("ruin")
    assert column(ruin, "ruined by then (%)") == [float(100 * session.ruined_by(number)) for number in range(61)]
    assert column(session.plot("ahead"), "probability (%)")[0] == float(100 * session.ahead)


def test_a_design_draws_every_table_that_it_lists() -> None:
    design = croupier.game("monte").design("full_monte", edge="5%..6%", count=30)
    chart = design.plot()
    assert column(chart, "house edge (%)") == [float(100 * each.house_edge) for each in design.tables]
    assert column(chart, "hit frequency (%)") == [float(100 * each.hit_frequency) for each in design.tables]
    assert f"{design.total:,}" in chart.alt


# ── By chance ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rounds_are_drawn_beside_what_is_exact() -> None:
    simulation = rounds()
    means = simulation.plot()
    for row, estimate in zip(means.rows, simulation.wagers.values(), strict=True):
        assert row["mean less exact (% of the wager before the deal)"] == pytest.approx(100 * (estimate.off or 0))
    frequencies = simulation.plot("frequencies initial")
    seen = [one for one in simulation.wagers["initial"].outcomes if one.z is not None]
    assert column(frequencies, "count") == [one.count for one in seen]
    assert column(frequencies, "too often by (standard deviations)") == [one.z for one in seen]


def test_shoes_are_drawn_with_what_dealing_adds() -> None:
    simulation = shoes()
    name = "effect of the dealing (% of the wager before the deal)"
    effects = simulation.plot()
    assert column(effects, name) == [100 * each.effect for each in simulation.wagers.values()]
    half = 100 * Z_99 * simulation.wagers["tie"].effect_error
    row = effects.rows[list(simulation.wagers).index("tie")]
    assert float(str(row[f"to, {name}"])) - float(str(row[name])) == pytest.approx(half)
    assert sum(numbers(simulation.plot("lengths"), "shoes (%)")) == pytest.approx(100)


def test_seats_are_drawn_by_position_and_reading() -> None:
    simulation = table()
    told = [
        (reading, str(each.position), float(each.result.value) / 100)
        for reading, figures in simulation.readings.items()
        for each in figures.seats
    ]
    chart = simulation.plot("seats")
    assert [(row["coverage by"], row["seat"], row["won a round ($)"]) for row in chart.rows] == told


def test_bankrolls_are_drawn_in_bands() -> None:
    bands = paths().plot()
    assert column(bands, "rounds played") == [0, *(mark.round for mark in paths().marks)]
    assert column(bands, "50% ($)")[1:] == [float(mark.quantile(Fraction(1, 2))) for mark in paths().marks]
    assert said(float(paths().last.quantile(Fraction(1, 2))), "($)") in bands.alt


@pytest.mark.slow
def test_counters_are_drawn_by_wager_way_and_cut_card() -> None:
    found = protection()
    tie = found.wagers["tie"]
    assert column(found.plot("removal tie"), "gained when one card is gone (% of a unit)") == [
        float(100 * effect) for effect in tie.removal.by_rank
    ]
    assert column(found.plot("ways tie"), "won in a shoe (units)") == [way.per_shoe for way in tie.ways]
    assert signed(tie.ceiling.per_shoe, "", 4) in found.plot().alt


@pytest.mark.slow
def test_a_bank_is_drawn_by_seat_and_by_the_wager_put_up() -> None:
    report = bank()
    name = "won (% of what the seat wagers)"
    assert column(report.plot(), name) == [
        float(100 * mean.value / placed) for mean, placed in zip(report.bank.seats, report.stakes, strict=True)
    ]
    wagers = report.plot("wagers")
    assert column(wagers, "won a round after fees ($)") == [float(each.after.value) / 100 for each in report.wagers]
    assert column(report.plot("ruin"), "capital ($)") == [
        float(mean.value) / 100 for mean in report.shift.capital.values()
    ]


def test_what_is_known_is_drawn_beside_ordinary_play() -> None:
    found = knowledge(small.DUEL, Glimpse("bank"), often=Fraction(1, 3), removed=small.gone(small.FEW[:4]))
    seen, without = found.informed.mean / found.staked, found.ordinary.mean / found.staked
    assert found.edge == Fraction(1, 3) * seen + Fraction(2, 3) * without
    assert found.edge > without
    _, name = found.plot().rows[0]
    assert column(found.plot(), name) == [float(100 * edge) for edge in (without, found.edge, seen)]


def test_what_an_error_costs_is_drawn_by_wager_and_in_all() -> None:
    mistake = mispaid(small.DUEL, "ante", {"behind": "level"})
    cost = error_cost(small.DUEL, mistake, Fraction(1, 20), stakes={"ante": 1}, removed=small.gone(small.FEW[:4]))
    chart = cost.plot()
    *of_wagers, answered = numbers(chart, "cost in 100 rounds (units)")
    assert answered == float(cost.answered_per_100)
    gains = [float(5 * each.gain) for each in cost.by_wager.values()]
    assert any(gains)
    assert of_wagers == (gains if len(gains) == 1 else [*gains, float(cost.cost_per_100)])
    assert said(float(cost.cost_per_100), "(units)", 4) in chart.alt


def test_shared_hands_are_drawn_with_their_interval() -> None:
    found = shared_hands(small.DUEL, 3, deals=2_000, removed=small.gone())
    alone, shared = found.plot().rows
    _, value, low, high = alone
    assert alone[value] == alone[low] == alone[high] == float(100 * found.alone)
    assert float(str(shared[value])) == pytest.approx(float(100 * found.edge.mean))
    assert float(str(shared[high])) - float(str(shared[low])) == pytest.approx(200 * found.edge.half_width)


@pytest.mark.slow
def test_a_late_settlement_is_drawn_for_the_bank_and_every_seat() -> None:
    book = croupier.game("tcp").rulebook
    assert book is not None
    found = wrong_first_seat(book, 3, 20, Fraction(1, 100), batches=2, shifts=20, seed="drawn")
    rows = found.plot().rows
    assert [row["who"] for row in rows] == ["bank", "seat 1", "seat 2", "seat 3"]
    for row, each in zip(rows, found.moved, strict=True):
        value, low, high = (float(str(row[name])) for name in row if name.endswith("($)"))
        assert value == pytest.approx(
            each.gain / 100
        )  # cents in one round are dollars in a hundred, at one in a hundred
        assert high - low == pytest.approx(2 * Z_99 * each.error / 100)


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_has_nothing_to_draw_says_what_has() -> None:
    with pytest.raises(Refused, match=r"Catalogue has nothing to draw; the results of analyze, .* bank have"):
        croupier.known_games().plot()


def test_a_chart_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match='no chart "edge"; the closest is edges'):
        analysis().plot("edge")
    with pytest.raises(Refused, match="the charts are edges, returns_ante, "):
        analysis().plot("pie")


def test_numbers_are_written_with_signs_and_units() -> None:
    assert said(-1234.5, "result ($)", 0) == "−$1,234"
    assert said(-0.001, "house edge (%)") == "0.00%"
    assert signed(5, "value (units)", 1) == "+5.0"
    assert unit_of("value (% of the initial wager)") == "%"
