"""Figures that say what they mean: ties, spread, exposure, and the conditions that made them."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html import escape
from itertools import permutations, product
from statistics import NormalDist
from typing import Any

import pytest

import croupier.exact.solve as solving
from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.decision_values import calls
from croupier.exact.evaluation import result
from croupier.exact.exposure import Exposure, exposure
from croupier.exact.readings import readings
from croupier.exact.solve import Solver, base_wagers, solver_of
from croupier.exact.space import Composition
from croupier.exact.strategy import simple
from croupier.exact.wager_report import Z_90, Distribution
from croupier.games import game as game_by_id
from croupier.rulebook import Model, Option, Rulebook, SightField
from croupier.settlement.round import settle
from tests.exact.enumeration import walk
from tests.exact.invented import CLIMB, CLIMB_TOLD, ORACLE_TOLD, WAR, deck
from tests.exact.mississippi import MISSISSIPPI_STUD, with_options_in_order
from tests.example_games import red_dog_asking_all

pytestmark = pytest.mark.slow

# ── Options that are worth the same ──────────────────────────────────────────────────────────────────────────────────


def test_mississippi_stud_has_the_published_edge_and_element_of_risk() -> None:
    ante = analyze(MISSISSIPPI_STUD).wagers["ante"]
    assert f"{float(100 * ante.house_edge):.4f}" == "4.9149"  # Wizard of Odds
    assert f"{float(100 * ante.element_of_risk):.2f}" == "1.37"  # Wizard of Odds
    assert f"{float(ante.average_wager):.2f}" == "3.59"


def test_the_other_convention_would_not_give_the_published_element_of_risk(monkeypatch: pytest.MonkeyPatch) -> None:
    stakes_more = solving.preference
    monkeypatch.setattr(solving, "preference", lambda decision: tuple(reversed(stakes_more(decision))))
    ante = analyze(MISSISSIPPI_STUD).wagers["ante"]
    assert f"{float(100 * ante.house_edge):.4f}" == "4.9149"
    assert f"{float(100 * ante.element_of_risk):.2f}" == "1.41"


def test_the_order_in_which_mississippi_stud_lists_its_options_changes_nothing() -> None:
    usual = analyze(MISSISSIPPI_STUD)
    listed = analyze(with_options_in_order(MISSISSIPPI_STUD, 2, 0, 3, 1))
    for one, other in zip(usual.wagers.values(), listed.wagers.values(), strict=True):
        assert (one.distribution, one.average_wager) == (other.distribution, other.average_wager)
    assert usual.ties == listed.ties


RANK = SightField("rank", lambda code: code, str, int, ordered=True)
WAR_TOLD = replace(WAR, decisions=tuple(replace(decision, fields=(RANK,)) for decision in WAR.decisions))
TIED = [
    pytest.param(WAR_TOLD, deck("2c 3c 4c"), id="war"),
    pytest.param(WAR_TOLD, deck("2c 3c 4c 5c 6c"), id="war of five"),
    pytest.param(CLIMB_TOLD, deck("2c 3c 4c 5c"), id="climb"),
    pytest.param(ORACLE_TOLD, deck("4d 5d 5h"), id="oracle"),
]


def every_order(model: Model) -> Iterator[Model]:
    """The same model with its options in every order, decision by decision."""
    for orders in product(*(permutations(decision.options) for decision in model.decisions)):
        yield replace(
            model,
            decisions=tuple(replace(d, options=order) for d, order in zip(model.decisions, orders, strict=True)),
        )


@pytest.mark.parametrize(("model", "composition"), TIED)
def test_the_order_of_options_changes_no_figure(model: Model, composition: Composition) -> None:
    seen = set()
    for listed in every_order(model):
        solver = Solver(count(listed, composition), listed)
        best, easy = analyze(solver), analyze(solver, strategy="simple")
        figures = [
            (id_, tuple(sorted(report.distribution.deals.items())), report.average_wager)
            for analysis in (best, easy)
            for id_, report in analysis.wagers.items()
        ]
        called = tuple((call.sees, call.decided, call.best) for call in sorted(calls(solver), key=repr_of))
        seen.add((tuple(figures), tuple(sorted(set(called))), best.ties, tuple(map(repr, simple(solver).cuts))))
    assert len(seen) == 1


def repr_of(call: object) -> str:
    """Something to sort by that the order of options does not change."""
    return repr((getattr(call, "sees", ""), getattr(call, "decided", "")))


def test_of_two_options_worth_the_same_the_one_that_stakes_more_is_taken() -> None:
    # of a deuce, a three and a four, the three beats one of two: to double is worth as much as not to
    solver = Solver(count(WAR, deck("2c 3c 4c")), WAR)
    (tied,) = [call for call in calls(solver) if call.margin == 0]
    assert tied.best == "double"
    seen = tuple(card for card in range(52) if card not in cards_from("2c 3c 4c"))
    advice = advise(WAR, {"own": cards_from("3c")}, seen=seen)
    assert (advice.best, advice.cost("stand")) == ("double", Fraction(0))
    assert "are worth exactly the same" in advice.sheet.note
    assert analyze(solver).wagers["ante"].average_wager == Fraction(5, 3)


@pytest.mark.parametrize("decks", [1, 8])
def test_a_stake_that_goes_back_whatever_comes_is_not_made(decks: int) -> None:
    # Red Dog, if all were asked: on a pair, or two cards in a row, a raise goes back
    model = red_dog_asking_all(decks)
    solver = solver_of(model)
    tied = [call for call in calls(solver) if call.margin == 0]
    assert tied
    assert {call.best for call in tied} == {"call"}
    for cards in ("5c 6c", "9c 9d"):
        assert advise(model, {"two": cards_from(cards)}).best == "call"
    turned = analyze(with_options_in_order(model, 1, 0)).wagers["ante"]
    assert turned.element_of_risk == analyze(solver).wagers["ante"].element_of_risk


def test_an_analysis_says_where_options_are_worth_the_same() -> None:
    told = analyze(Solver(count(WAR, deck("2c 3c 4c")), WAR))
    assert told.ties == (1, Fraction(1, 3))
    assert "At 1 sight, 33.3333% of deals, two options are worth exactly the same." in told.sheet.html()
    assert "worth exactly the same" not in analyze(Solver(count(WAR, deck("2c 3c")), WAR)).sheet.note


# ── Spread ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_spread_and_return_are_those_of_the_definitions() -> None:
    fair = Distribution({Fraction(1): 1, Fraction(-1): 1}, 2)
    assert (fair.variance, fair.standard_deviation, fair.volatility_index) == (Fraction(1), 1.0, 1.645)
    assert pytest.approx(NormalDist().inv_cdf(0.95), abs=2e-4) == Z_90
    player = analyze("baccarat").wagers["player"]
    assert player.return_to_player + player.house_edge == 1
    assert "98.7649%" in str(player.sheet.facts)  # the edge is 1.2351%
    assert player.top_win == 1


def test_covariance_is_that_of_the_joint_results() -> None:
    # of a deuce to a five, walked: the mean of products less the product of means
    model, composition = CLIMB_TOLD, deck("2c 3c 4c 5c")
    both = game_by_id("casino-monte").rulebook(game_by_id("casino-monte").house({"decks": 1})).model
    assert analyze(Solver(count(model, composition), model)).every_covariance == {}
    few = tuple(1 if card < 8 else 0 for card in range(52))
    analysis = analyze(Solver(count(both, few), both))
    products, total = Fraction(0), 0
    results: dict[str, Fraction] = {"initial": Fraction(0), "full_monte": Fraction(0)}
    best = {dict(call.sees)["exposed"] + dict(call.sees)["rank"]: call.best for call in calls(analysis.played.solver)}
    (decision,) = both.decisions
    for facts, weight in walk(both, few):
        code = result(both, decision.sees, dict(facts))
        option = best["".join(field.show(field.value(code)) for field in decision.fields)]
        units = 1 + next(o.multiple for o in decision.options if o.id == option)
        lines = {w.id: w.line(result(both, w.outcome, dict(facts))) for w in base_wagers(both)}
        won = {"initial": initial_of(both, facts, units), "full_monte": lines["full_monte"].odds}
        results = {id_: results[id_] + weight * won[id_] for id_ in results}
        products += weight * won["initial"] * won["full_monte"]
        total += weight
    expected = products / total - results["initial"] * results["full_monte"] / Fraction(total) ** 2
    assert analysis.every_covariance == {("initial", "full_monte"): expected}


@pytest.mark.parametrize("game", ["casino-monte", "baccarat", "three-card-poker"])
def test_covariance_follows_from_the_variance_of_a_mix_too(game: str) -> None:
    analysis = analyze(game)
    for (one, other), covariance in analysis.every_covariance.items():
        assert covariance == analysis.covariance(one, other) == analysis.covariance(other, one)


def initial_of(model: Model, facts: dict[str, tuple[int, ...]], units: int) -> Fraction:
    """What the initial wager and a raise of so many units in all win: both by the lines of their own."""
    initial, raised = (next(w for w in model.wagers if w.id == id_) for id_ in ("initial", "raise"))
    code = result(model, initial.outcome, dict(facts))
    return initial.line(code).odds + (units - 1) * raised.line(result(model, raised.outcome, dict(facts))).odds


# ── Exposure ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def exposed(game: str, **house: object) -> Exposure:
    found = analyze(game, house=house).exposure
    assert found is not None
    return found


def test_the_exposure_of_casino_monte_is_what_the_table_pays_for_the_worst_round() -> None:
    found = exposed("casino-monte")
    assert (found.one_seat, found.seats, found.all_seats, found.shared) == (13_000_00, 6, 78_000_00, True)
    assert found.stakes == {"initial": 500_00, "full_monte": 100_00, "raise": 1_500_00}
    seats = [{"seat": seat, "spot": 1, "initial": 500, "full_monte": 100, "raise": 1500} for seat in range(1, 7)]
    paid = settle({"game": "casino-monte", "cards": ["7c", "7c", "7c"], "seats": seats}).data()
    assert paid["bank"] == {"net": "-78000.00"}
    tops = {id_: report.top_win for id_, report in analyze("casino-monte").wagers.items()}
    assert found.one_seat == tops["initial"] * 500_00 + tops["full_monte"] * 100_00  # no wagers can win more


def test_wagers_that_cannot_win_together_are_not_added_up() -> None:
    found = exposed("baccarat")
    assert found.stakes == {"player": 1_000_00, "lucky_monkey": 100_00}
    assert (found.one_seat, found.seats, found.all_seats) == (2_500_00, 7, 17_500_00)
    dearer = exposed("baccarat", tie_pays=50)
    assert (dearer.one_seat, dearer.stakes["tie"]) == (5_000_00 + 1_500_00, 100_00)


def test_a_wager_that_another_needs_is_placed_at_its_least() -> None:
    # with Player and Banker of at most $20, it is Lucky Monkey that costs, and it needs one of the others
    small = {"minimum": "5", "maximum": "20", "tie_maximum": "1", "lucky_monkey_maximum": "100"}
    found = exposed("baccarat", **small)
    assert (found.one_seat, found.stakes) == (1_520_00, {"player": 20_00, "lucky_monkey": 100_00})
    banker = exposed("baccarat", **small, lucky_monkey_paytable="1,3,99,15,15,15")
    assert banker.stakes["lucky_monkey"] == 100_00
    assert banker.one_seat == 9_900_00 + 20_00


def test_the_bank_of_a_player_dealer_is_limited_by_that_wager() -> None:
    found = exposed("three-card-poker")
    assert (found.one_seat, found.seats, found.shared, found.player_banked) == (120_200_00, 6, False, True)
    told = f"{found.sheet.facts} {found.sheet.note}"
    assert "at most" in told
    assert "upper bound" in told
    assert "never loses more than the player-dealer's own wager" in told


def test_a_wager_without_a_limit_is_said_to_have_none() -> None:
    found = exposed("three-card-poker", collection=2)
    assert (found.one_seat, found.all_seats) == (None, None)
    assert found.unlimited == ("ante", "pair_plus", "six_card_bonus")
    assert "no limit on ante, pair_plus, six_card_bonus" in str(found.sheet.facts)


def test_a_table_of_one_seat_is_told_once() -> None:
    found = exposed("casino-monte")
    alone = replace(found, seats=1, shared=False)
    assert [fact[:2] for fact in alone.sheet.facts] == [("to one seat", "$13,000")]
    assert list(alone.notes()) == []
    assert alone.data()["all_seats_is"] == "exact"


def test_a_model_alone_has_no_table_and_no_exposure() -> None:
    assert analyze(WAR).exposure is None
    book = game_by_id("casino-monte").rulebook()
    with pytest.raises(Refused, match="count it anew"):
        exposure(solver_of(WAR), book)


HANDFULS = [
    ("baccarat", {"decks": 1}, "2c 9c 9d Kc Kd Qh 5s"),
    ("baccarat", {"decks": 1, "commission": "1/21", "maximum": "33.33", "tie_pays": 2}, "4c 5d 6h Jc Js 2c Ah"),
    ("casino-monte", {"decks": 1}, "2c 2d 3c 4c Ks"),
    ("three-card-poker", {}, "Ac Kc Qc Jc Tc 9c 2d"),
]


@pytest.mark.parametrize(("game", "house", "left"), HANDFULS)
def test_no_deal_costs_the_bank_more_and_one_costs_as_much(game: str, house: dict[str, object], left: str) -> None:
    book = game_by_id(game).rulebook(game_by_id(game).house(house))
    composition = deck(left)
    solver = Solver(count(book.model, composition), book.model, book)
    assert exposure(solver, book).one_seat == worst_by_walking(book, composition)


def worst_by_walking(book: Rulebook, composition: Composition) -> int:
    """The most that one seat can win: every deal, every way to decide, every set of wagers at its least or largest."""
    model = book.model
    bases = base_wagers(model)
    worst = 0
    ways = list(product(*(decision.options for decision in model.decisions)))
    stakes = list(product(*((0, wager.least, wager.most or 0) for wager in bases)))
    allowed = []
    for amounts in stakes:
        placed = {wager.id: amount for wager, amount in zip(bases, amounts, strict=True) if amount}
        if all(not wager.needs or set(wager.needs) & set(placed) for wager in bases if wager.id in placed):
            allowed.append(placed)
    for facts, _ in walk(model, composition):
        for way in ways:
            known = {**facts, **{d.id: (int(o.code),) for d, o in zip(model.decisions, way, strict=True)}}
            staked = [wager for wager in model.wagers if wager in bases or raised(model, way, wager.id)]
            terms = {wager.id: book.terms[wager.id, result(model, wager.outcome, dict(known))] for wager in staked}
            for placed in allowed:
                laid = dict(placed)
                for decision, option in zip(model.decisions, way, strict=True):
                    laid[decision.wager] = option.multiple * laid.get(decision.base, 0)
                won = sum(terms[id_].due(stake, book.commission_rounding) for id_, stake in laid.items() if stake)
                worst = max(worst, won)
    return worst


def raised(model: Model, way: tuple[Option, ...], wager: str) -> bool:
    """Whether decisions that go this way stake on a wager."""
    return any(d.wager == wager and o.multiple for d, o in zip(model.decisions, way, strict=True))


# ── Conditions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_answer_of_the_engine_says_its_conditions() -> None:
    house, removed = {"decks": 2}, cards_from("Ac Ac Kd")
    analysis = analyze("casino-monte", house=house, removed=removed, strategy={"otherwise": "check"})
    of = analysis.conditions
    assert (of.removed, of.changed, of.strategy) == (tuple(sorted(removed)), house, {"otherwise": "check"})
    assert of.command == (
        "croupier analyze casino-monte -p decks=2 --removed 'Kd Ac Ac' --strategy '{\"otherwise\":\"check\"}'"
    )
    advice = advise("casino-monte", {"own": cards_from("Jd")}, house=house, seen=cards_from("Jc"))
    assert advice.conditions is not None
    assert advice.conditions.command == "croupier advise casino-monte -p decks=2 --seen Jc --known own=Jd"
    priced = readings("casino-monte").conditions
    assert priced is not None
    assert priced.command == "croupier rulings casino-monte"
    for line in of.lines():
        assert escape(line) in analysis._repr_html_()


def test_a_card_that_is_not_known_is_told_and_no_command_names_it() -> None:
    known: dict[str, Any] = {"die": (4,), "own": cards_from("5c"), "shared": (*cards_from("2c"), None)}
    seen = tuple(card for card in range(52) for _ in range(2 - cards_from("2c 5c 9d Kd").count(card)))
    advice = advise(ORACLE_TOLD, known, seen=seen, decided={"press": "press", "hedge": "dare"})
    assert advice.conditions is not None
    assert advice.conditions.known == {"die": "4", "own": "5c", "shared": "2c ?"}
    assert advice.conditions.command == ""


def test_a_strategy_that_no_file_holds_has_no_command() -> None:
    solver = solver_of("casino-monte")
    learned = Analysis(solver.play(solver.best_plans()), "learned")
    assert learned.conditions.to_dict()["command"] is None
    assert learned.conditions.to_dict()["strategy"] == "learned"


def test_stakes_that_the_optimum_is_for_are_a_condition() -> None:
    analysis = analyze("three-card-poker", stakes={"ante": 1, "pair_plus": Fraction(1, 2)})
    assert analysis.conditions.command == "croupier analyze three-card-poker --stake ante=1 --stake pair_plus=1/2"


# ── Refused before it is counted ─────────────────────────────────────────────────────────────────────────────────────


def counted(*_: object, **__: object) -> None:
    """Stands where a count would be made."""
    raise AssertionError("this was counted")


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        ("simple", "does not say what its sight tells"),
        ("best", "is not a strategy"),
        ({"otherwise": "leave"}, "cannot be decided"),
        ({"otherwise": "stay", "rule": [{"decide": "nothing"}]}, "cannot be decided"),
    ],
)
def test_a_strategy_that_cannot_be_is_refused_before_anything_is_counted(
    strategy: str | dict[str, object], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.exact.solve.count", counted)
    with pytest.raises(Refused, match=why):
        analyze(CLIMB, strategy=strategy)
