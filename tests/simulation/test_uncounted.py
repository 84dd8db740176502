"""Simulation without a count: a given strategy, or nothing to decide, is played at once, and says what it lacks."""

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import rank_of, suit_of
from croupier.errors import Refused
from croupier.exact.count import count
from croupier.exact.evaluation import result
from croupier.exact.solve import Solver, model_of
from croupier.exact.space import Space, full, without
from croupier.exact.strategy import own
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Line, Model, Option, Rule, SightField, Wager
from croupier.simulation import strategy_lookup
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.shoes.trial import shoes, sittings
from croupier.simulation.sights import LISTED_MAX, Uncounted, all_sights, namings
from examples.games.caribbean_stud import CARIBBEAN_STUD
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.invented import CLIMB, ORACLE, WAR
from tests.example_games import red_dog_asking_all
from tests.simulation.playing import simulate, simulate_rounds, simulate_table

pytestmark = pytest.mark.slow

COUNTING = sys.modules["croupier.exact.count"]
"""The module; the package has a function of that name."""
PLAYS = {"otherwise": "fold", "rule": [{"decide": "play", "hand": "Q-6-4 or better"}]}
RAISES = {"otherwise": "check", "rule": [{"decide": "raise_3", "rank": "J or better"}]}


@pytest.fixture
def nothing_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty cache, and whoever would count is found out."""

    def counted(*_: object, **__: object) -> None:
        raise AssertionError("somebody counts")

    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(COUNTING, "count", counted)
    monkeypatch.setattr(COUNTING, "summed", counted)
    monkeypatch.setattr("croupier.exact.solve.count", counted)


# ── A game too large to count ────────────────────────────────────────────────────────────────────────────────────────


@rule
def high_cards(a: int, b: int, c: int, d: int, e: int) -> int:
    """How many cards are tens or better."""
    return (rank_of(a) >= 8) + (rank_of(b) >= 8) + (rank_of(c) >= 8) + (rank_of(d) >= 8) + (rank_of(e) >= 8)


@rule
def more_high_cards(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int) -> int:
    """How many of nine cards are tens or better."""
    return high_cards(a, b, c, d, e) + high_cards(f, g, h, i, 0)


@rule
def ahead(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int) -> int:
    """2 for more high cards than the dealer, 1 for as many, 0 for fewer."""
    own_cards, other = high_cards(a, b, c, d, e), high_cards(f, g, h, i, j)
    return 1 + (own_cards > other) - (own_cards < other)


LINES = (Line(2, "win", "Win", Fraction(1)), Line(1, "tie", "Tie", Fraction(0)), Line(0, "lose", "Lose", Fraction(-1)))
OWN, DEALER, BOARD = Drawn("own", Draw.SET, 5), Drawn("dealer", Draw.SET, 5), Drawn("board", Draw.SET, 4)
HIGH = SightField("high", lambda code: code, str, int, ordered=True)


def large(sees: Rule, codes: int) -> Model:
    """Five cards each and four on the board: more than 10^17 deals."""
    outcome = Rule(ahead, ("own", "dealer"))
    return Model(
        id="large",
        decks=1,
        draws=(OWN, DEALER, BOARD),
        decisions=(
            Decision(
                "raise",
                wager="raise",
                base="ante",
                options=(Option(0, "check", "Check", 0), Option(1, "raise", "Raise", 1)),
                sees=sees,
                codes=codes,
                fields=(HIGH,),
            ),
        ),
        wagers=(Wager("ante", "Ante", outcome, LINES), Wager("raise", "Raise", outcome, LINES)),
    )


SEES_OWN = large(Rule(high_cards, ("own",)), 6)
SEES_BOARD = large(Rule(more_high_cards, ("own", "board")), 11)
THREE = {"otherwise": "check", "rule": [{"decide": "raise", "high": "3 or better"}]}


@pytest.mark.usefixtures("nothing_counts")
@pytest.mark.parametrize("model", [SEES_OWN, SEES_BOARD], ids=["what is seen is listed", "codes are taken as they are"])
def test_a_game_of_ten_to_the_seventeenth_deals_is_played_with_a_given_strategy(model: Model) -> None:
    assert Space(model, full(1), lumped=True).total > 10**17
    run = simulate(model, 20_000, strategy=THREE, seed="large")
    assert (run.rounds, run.is_tested, run.agrees, run.disagrees) == (20_000, False, False, False)
    assert run.verdict.startswith("Not tested: the deals were not counted")
    assert (run.main.expected, run.main.z, run.main.error_from, run.fit) == (None, None, "sample", None)
    # every round again, by the rules in plain Python
    won = []
    for each in replay(run.trial, 0, 500):
        sight = result(model, model.decisions[0].sees, dict(each.drawn))
        assert each.decided == {"raise": "raise" if sight >= 3 else "check"}
        code = result(model, model.wagers[0].outcome, dict(each.drawn))
        assert each.lines["ante"].code == code
        won.append((code - 1) * (1 + (sight >= 3)))
    first = simulate(model, 500, strategy=THREE, seed="large")
    assert first.main.mean == pytest.approx(np.mean(won))
    assert first.main.standard_error == pytest.approx(np.std(won) / 500**0.5)


@pytest.mark.usefixtures("nothing_counts")
def test_a_strategy_that_cannot_be_looked_up_is_refused_in_a_sentence() -> None:
    model = large(Rule(more_high_cards, ("own", "board")), LISTED_MAX)
    with pytest.raises(Refused, match=r"what is seen in large can fall in [0-9,]+ ways, too many to follow a strategy"):
        simulate(model, 10, strategy=THREE)


# ── Every simulation ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("nothing_counts")
def test_no_simulation_counts_where_it_need_not() -> None:
    assert not simulate("baccarat", 1_000).is_tested
    assert not simulate("three-card-poker", 1_000, strategy=PLAYS).is_tested
    for trial in (
        shoes("baccarat", seed=1),
        shoes("casino-monte", house={"shuffle": "shoe"}, strategy=RAISES),
        sittings("casino-monte", 20, strategy=RAISES, rounds=50),
    ):
        seen = simulate_rounds(trial, 500)
        assert (seen.rounds, seen.is_counted) == (500, False)
        for figures in seen.data()["wagers"].values():  # type: ignore[attr-defined]
            assert (figures["exact"], figures["z"], figures["effect"]) == (None, None, None)
        assert "Not tested: the deals were not counted" in str(seen.sheet.note)
    for table in (
        simulate_table("baccarat", seats=2, shift=10, shifts=20),
        simulate_table("three-card-poker", seats=2, shift=10, shifts=20, strategy=PLAYS),
    ):
        figures = table.data()["wagers"]
        assert all(wager["exact"] is None and wager["z"] is None for wager in figures.values())  # type: ignore[attr-defined]
        assert "Not tested" in table.note


@pytest.mark.usefixtures("nothing_counts")
def test_the_best_strategy_needs_a_count() -> None:
    for strategy in ("optimal", "simple"):
        with pytest.raises(AssertionError, match="somebody counts"):
            simulate("casino-monte", 1_000, strategy=strategy)
    with pytest.raises(AssertionError, match="somebody counts"):
        simulate("baccarat", 1_000, exact=True)
    with pytest.raises(AssertionError, match="somebody counts"):
        simulate_table("three-card-poker", seats=2, shift=10, shifts=2)


@pytest.mark.usefixtures("nothing_counts")
def test_until_goes_by_the_spread_of_the_first_rounds() -> None:
    trial = experiment("baccarat", seed="until")
    rounds = trial.rounds_until(Fraction(1, 200))
    run = simulate("baccarat", seed="until", until=Fraction(1, 200))
    assert run.rounds == rounds
    assert run.main.half_width == pytest.approx(0.005, rel=0.01)


def test_until_is_nearly_that_of_the_exact_spread() -> None:
    sampled = experiment(model_of("baccarat", {"decks": 7}), seed="until").rounds_until(Fraction(1, 500))
    exact = experiment(model_of("baccarat", {"decks": 7}), seed="until", exact=True).rounds_until(Fraction(1, 500))
    assert sampled == pytest.approx(exact, rel=0.01)


# ── The same rounds, counted or not ──────────────────────────────────────────────────────────────────────────────────


def options(model: Model) -> Iterator[Mapping[str, object]]:
    """Strategies that decide by what is seen, or always alike."""
    for place in (0, -1):
        yield {"otherwise": {decision.id: decision.options[place].id for decision in model.decisions}}


@pytest.mark.parametrize("removed", [(), (0, 5, 51)], ids=["whole decks", "three cards gone"])
@pytest.mark.parametrize(
    ("model", "strategies"),
    [
        (model_of("three-card-poker"), (PLAYS,)),
        (model_of("three-card-poker", {"exposed_card": False}), (PLAYS,)),
        (model_of("casino-monte"), (RAISES,)),
        *((model, tuple(options(model))) for model in (red_dog_asking_all(6), LET_IT_RIDE, ORACLE, WAR, CLIMB)),
    ],
    ids=lambda of: of.id if isinstance(of, Model) else "",
)
def test_a_strategy_is_the_same_at_every_sight_counted_or_not(
    model: Model, strategies: tuple[Mapping[str, object], ...], removed: tuple[int, ...]
) -> None:
    composition = without(full(model.decks), removed)
    counted = Solver(count(model, composition), model)
    uncounted = Solver(Uncounted(model, composition), model)
    for strategy in strategies:
        here = all_sights(uncounted.counts, own(uncounted, strategy))
        there = all_sights(counted.counts, own(counted, strategy))
        assert all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


def test_a_run_without_a_count_is_the_run_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    without_one = simulate("casino-monte", 5_000, strategy=RAISES, checkpoint=tmp_path / "kept")
    assert not without_one.trial.is_counted
    counted = simulate("casino-monte", 5_000, strategy=RAISES, exact=True)
    assert (counted.progress, counted.trial.known_by) == (without_one.progress, without_one.trial.known_by)
    assert without_one.trial.exact.wagers["initial"].house_edge == counted.trial.exact.wagers["initial"].house_edge
    further = simulate("casino-monte", 9_000, strategy=RAISES, exact=True, checkpoint=tmp_path / "kept")
    assert further.progress == simulate("casino-monte", 9_000, strategy=RAISES).progress
    assert further.is_tested


def test_a_count_that_was_made_before_is_read_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    assert not experiment("casino-monte", strategy=RAISES).is_counted
    count(model_of("casino-monte"))
    monkeypatch.setattr(COUNTING, "summed", None)  # were it counted again, that would be seen
    run = simulate("casino-monte", 10_000, strategy=RAISES)
    assert run.trial.is_counted
    assert run.agrees, run.verdict


@rule
def suited(one: int) -> int:
    """A code for which there may be no line."""
    return suit_of(one)


def test_an_outcome_without_a_line_is_refused_when_it_comes_up() -> None:
    lines = (Line(0, "club", "Club", Fraction(1)), Line(3, "spade", "Spade", Fraction(-1)))
    wager = Wager("bet", "Bet", Rule(suited, ("one",)), lines)
    with pytest.raises(Refused, match="for which it has no line"):
        _ = simulate(Model("unpaid", 1, (Drawn("one", Draw.SET, 1),), (wager,)), 100).main


# ── Sights that are looked up by the lowest of their namings ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("strategy", ["optimal", PLAYS], ids=["the best, counted", "a given one, not counted"])
@pytest.mark.parametrize("removed", [(), (0, 5), (0, 1, 2, 3)], ids=["all cards", "two suits short", "no twos"])
def test_a_sight_looked_up_by_its_lowest_naming_has_the_same_plan(
    strategy: str | Mapping[str, object], removed: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = experiment("three-card-poker", removed=removed, seed=7, strategy=strategy)
    assert not namings(listed.model, listed.composition)
    before = [(each.drawn, each.decided, each.lines) for each in replay(listed, 0, 3_000)]
    monkeypatch.setattr(strategy_lookup, "DENSE_MAX", 1)
    lowest = experiment("three-card-poker", removed=removed, seed=7, strategy=strategy)
    assert len(namings(lowest.model, lowest.composition)) == {(): 24, (0, 5): 2, (0, 1, 2, 3): 24}[removed]
    assert len(lowest.dealable[0]) < len(listed.dealable[0])
    assert [(each.drawn, each.decided, each.lines) for each in replay(lowest, 0, 3_000)] == before
    assert {option for _, decided, _ in before for option in decided.values()} == {"play", "fold"}


@pytest.mark.usefixtures("nothing_counts")
def test_a_game_of_a_hundred_million_sights_is_played_with_a_given_strategy() -> None:
    trial = experiment(CARIBBEAN_STUD, strategy={"otherwise": "raise"}, seed="large")
    assert namings(trial.model, trial.composition)
    moved = {2: (26, 25, 13), 3: (13, 12, 13)}  # renaming 2 or 3 suits keeps so many cards; but for one; cycles
    kept = {n: up * (comb(k, 5) + c * comb(k, 5 - n) + (n == 2) * comb(c, 2) * k) for n, (up, k, c) in moved.items()}
    assert len(trial.dealable[0]) == (comb(52, 5) * 47 + 6 * kept[2] + 8 * kept[3]) // 24  # Burnside's lemma
    book = CARIBBEAN_STUD.rulebook()
    for each in replay(trial, 0, 300):
        assert each.decided == {"raise": "raise"}
        facts = dict(each.drawn) | {"raise": (1,)}
        for wager in book.wagers:
            assert each.lines[wager.id].code == result(trial.model, wager.outcome, dict(facts))
