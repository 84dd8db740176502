"""Several decisions in one round: what each option is worth, the closest calls, simple strategies and advice."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards import cards_from, rank_of
from croupier.errors import Refused
from croupier.exact import strategy as strategies
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.decision_values import Call, calls, closest, departures, riding, ties
from croupier.exact.solve import Solver, solver_of
from croupier.exact.space import Composition, full, without
from croupier.exact.strategy import Simple, simple
from croupier.odds import LOST
from croupier.rule import rule
from croupier.rulebook import Line, Model, Rule, Wager
from examples.let_it_ride import LET_IT_RIDE
from tests.clauses import guards, proves
from tests.exact.invented import (
    CLIMB,
    CLIMB_TOLD,
    ORACLE,
    ORACLE_TOLD,
    RANK,
    WAR,
    InformationSet,
    by_every_simple_strategy,
    by_information_set,
    deck,
)

FOUR = deck("2c 3c 4c 5c")
ONE_FACE = replace(ORACLE_TOLD, draws=(replace(ORACLE.draws[0], count=1), *ORACLE.draws[1:]))


def solver_from(model: Model, composition: Composition) -> Solver:
    return Solver(count(model, composition), model)


def information_set(solver: Solver, call: Call) -> InformationSet:
    """The information set of a call, by codes and options."""
    codes: list[int] = []
    sight = int(solver.counts.sights[call.row])
    for decision in reversed(solver.model.decisions):
        sight, code = divmod(sight, decision.codes)
        codes.insert(0, code)
    return tuple(codes[: len(call.decided) + 1]), tuple(option for _, option in call.decided)


GAMES = [
    pytest.param(WAR, deck("2c 3c 4c 4d 9s Qs"), id="war"),
    pytest.param(CLIMB, FOUR, id="climb"),
    pytest.param(CLIMB_TOLD, deck("2c 9c As", copies=3), id="climb told"),
    pytest.param(ORACLE, deck("2c 5c 9d"), id="oracle"),
    pytest.param(LET_IT_RIDE, deck("2c 3c 4c Tc Td Jh Js"), id="let it ride"),
]

# ── Information sets ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("model", "composition"), GAMES)
def test_every_option_of_every_information_set_is_worth_what_its_tree_says(
    model: Model, composition: Composition
) -> None:
    solver = Solver(count(model, composition, lumped=False), model)
    told = calls(solver)
    walked = by_information_set(model, composition)
    assert {information_set(solver, call): dict(call.values) for call in told} == walked
    assert len(told) == len(walked)
    for call in told:
        assert dict(call.values)[call.best] == max(value for _, value in call.values)


def test_calls_at_some_sights_are_those_that_lead_there() -> None:
    solver = solver_from(CLIMB, FOUR)
    few = calls(solver, np.array([0]))
    assert [(call.decision, call.decided) for call in few] == [
        ("stay", ()),
        ("climb", (("stay", "fold"),)),
        ("climb", (("stay", "stay"),)),
    ]
    assert few[1].sees == (("stay code", "0"), ("climb code", "1"))


@pytest.mark.parametrize(("model", "composition"), GAMES)
def test_the_closest_calls_are_the_least_margins_that_best_play_meets(model: Model, composition: Composition) -> None:
    solver = Solver(count(model, composition, lumped=False), model)
    walked = by_information_set(model, composition)
    met = [
        max(values.values()) - sorted(values.values())[-2]
        for node, values in walked.items()
        if node[1] == best_way(walked, node)
    ]
    margins = sorted(margin for margin in met if margin)
    assert [call.margin for call in closest(solver, 5)] == margins[:5]


def best_way(walked: dict[InformationSet, dict[str, Fraction]], node: InformationSet) -> tuple[str, ...]:
    """How best play decides on the way to what is seen."""
    way: tuple[str, ...] = ()
    for depth in range(len(node[1])):
        values = walked[node[0][: depth + 1], way]
        way = (*way, max(values, key=lambda option: values[option]))
    return way


def test_options_that_are_best_alike_are_counted() -> None:
    # with a deuce, a three and a four, the three beats one of two: to double is worth as much as not to
    assert ties(solver_from(WAR, deck("2c 3c 4c"))) == (1, Fraction(1, 3))
    assert ties(solver_from(WAR, deck("2c 3c"))) == (0, Fraction(0))
    found, share = ties(solver_of("three-card-poker"))
    assert (found, share) == (16, Fraction(240, 22_100 * 49))


# ── Simple strategies ────────────────────────────────────────────────────────────────────────────────────────────────

SMALL = [
    pytest.param(CLIMB_TOLD, FOUR, id="climb"),
    pytest.param(CLIMB_TOLD, deck("2c 9c 9d"), id="climb with a pair"),
    pytest.param(ONE_FACE, deck("4d 5d 5h"), id="oracle"),
]


def worth(solver: Solver, easy: Simple) -> Fraction:
    return Analysis(solver.play(easy.plan_of_row), "").distribution({solver.model.decisions[0].base: 1}).mean


@pytest.mark.slow
@pytest.mark.parametrize(("model", "composition"), SMALL)
def test_no_strategy_as_simple_is_better(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition)
    easy = simple(solver)
    best, tried = by_every_simple_strategy(model, composition)
    assert tried >= 64
    assert easy.jointly
    assert worth(solver, easy) == best
    assert easy.cost == analyze(solver).distribution({model.decisions[0].base: 1}).mean - best


@pytest.mark.parametrize(("model", "composition"), SMALL)
def test_the_cuts_that_are_told_are_those_that_are_priced(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition)
    easy = simple(solver)
    shape = [len(decision.options) for decision in model.decisions]
    for plan, row in zip(easy.plan_of_row.tolist(), range(len(solver.counts.sights)), strict=True):
        options = solver.options(tuple(int(place) for place in np.unravel_index(plan, shape)))
        assert tuple(option.id for option in options) == tuple(read(solver, easy, row))


def read(solver: Solver, easy: Simple, row: int) -> Iterator[str]:
    """What the lines of a simple strategy say at one row, read as a person would."""
    codes = [int(codes[row]) for codes in strategies.codes_of(solver)]
    decided: dict[str, str] = {}
    for decision, code in zip(solver.model.decisions, codes, strict=True):
        group = {field.name: field.show(field.value(code)) for field in decision.fields if not field.ordered}
        ordered = next(field for field in decision.fields if field.ordered)
        (cut,) = [
            cut
            for cut in easy.cuts
            if (cut.decision, dict(cut.group)) == (decision.id, group) and dict(cut.decided) in ({}, decided)
        ]
        decided[decision.id] = cut.above if not cut.at or ordered.value(code) >= ordered.read(cut.at) else cut.below
        yield decided[decision.id]


@pytest.mark.parametrize(("model", "composition"), SMALL)
def test_decisions_cut_one_by_one_are_priced_as_exactly_and_say_so(
    model: Model, composition: Composition, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = solver_from(model, composition)
    jointly = simple(solver)
    monkeypatch.setattr(strategies, "JOINT_MAX", 0)
    easy = simple(solver)
    assert not easy.jointly
    assert easy.cost >= jointly.cost
    assert easy.cost == analyze(solver).distribution({model.decisions[0].base: 1}).mean - worth(solver, easy)
    assert "last first" in easy.sheet.note
    assert "last first" not in jointly.sheet.note


@pytest.mark.slow
def test_what_was_decided_is_told_only_where_it_matters() -> None:
    by_the_card_that_came = replace(CLIMB, decisions=tuple(replace(d, fields=(RANK,)) for d in CLIMB.decisions))
    easy = simple(solver_from(by_the_card_that_came, FOUR))
    assert {cut.decided for cut in easy.cuts if cut.decision == "climb"} == {(("stay", "fold"),), (("stay", "stay"),)}
    assert {cut.decided for cut in simple(solver_of(LET_IT_RIDE)).cuts} == {()}


def test_the_optimum_departs_from_a_simple_strategy_where_that_costs_something() -> None:
    composition = deck("2c 5c 9d Kd")
    solver = solver_from(ORACLE_TOLD, composition)
    easy = simple(solver)
    apart = departures(solver, easy)
    assert easy.cost > 0
    assert apart
    walked = by_information_set(ORACLE_TOLD, composition)
    shape = [len(decision.options) for decision in ORACLE_TOLD.decisions]
    expected = set()
    for row, plan in enumerate(easy.plan_of_row.tolist()):
        places = tuple(int(place) for place in np.unravel_index(plan, shape))
        codes = tuple(int(codes[row]) for codes in strategies.codes_of(solver))
        way = tuple(option.id for option in solver.options(places))
        for depth in range(3):
            values = walked[codes[: depth + 1], way[:depth]]
            if values[way[depth]] < max(values.values()):
                expected.add((codes[: depth + 1], way[:depth]))
    assert {information_set(solver, call) for call in apart} == expected


def test_a_decision_without_fields_has_no_simple_strategy() -> None:
    with pytest.raises(Refused, match="the decision stay does not say what its sight tells; give it fields"):
        simple(solver_from(CLIMB, FOUR))


def test_a_strategy_of_ones_own_has_a_default_for_each_decision() -> None:
    solver = solver_from(CLIMB_TOLD, FOUR)
    always = analyze(solver, strategy={"otherwise": {"stay": "stay", "climb": "climb"}})
    assert always.distribution({"ante": 1}).mean == 6 * Fraction(8, 24) - 6 * Fraction(16, 24)
    with pytest.raises(Refused, match=r"otherwise\.climb: this is left out; decide give_up, climb"):
        analyze(solver, strategy={"otherwise": {"stay": "stay"}})


CUT = {"decision": "climb", "decide": "climb", "rank": "9 or better"}


@pytest.mark.parametrize(
    "rules",
    [
        [CUT],
        [{"decision": "climb", "decide": "climb", "rank": ["9", "A"], "first": "0"}, {**CUT, "first": ["1"]}],
        [{"decision": "climb", "decide": "give_up", "rank": "2 or worse"}, {"decision": "climb", "decide": "climb"}],
        [{"decision": "climb", "decide": "give_up", "rank": "exactly 2"}, CUT, {**CUT, "decide": "give_up"}],
    ],
)
def test_the_first_rule_that_holds_decides(rules: list[dict[str, object]]) -> None:
    # however it is written: climb with a nine or an ace
    solver = solver_from(CLIMB_TOLD, deck("2c 9c As", copies=3))
    text = {"otherwise": {"stay": "stay", "climb": "give_up"}, "rule": rules}
    (climb,) = (codes for codes in strategies.codes_of(solver)[1:])
    rank = next(field for field in CLIMB_TOLD.decisions[1].fields if field.name == "rank")
    expected = [2 + int(rank.value(code) >= rank.read("9")) for code in climb.tolist()]
    assert strategies.own(solver, text).tolist() == expected


@pytest.mark.parametrize("field", ["hand", "up"])
def test_a_rule_that_asks_for_one_of_nothing_is_refused(field: str) -> None:
    rule = {"decide": "play", field: []}
    with pytest.raises(Refused, match=rf"rule 1\.{field}: an empty list never holds"):
        analyze("three-card-poker", strategy={"otherwise": "fold", "rule": [rule]})


def test_whatever_a_field_of_ones_own_fails_with_is_refused() -> None:
    for field, text in (("score", "many"), ("cards", "two suits")):
        rule = {"decide": "ride", field: text}
        with pytest.raises(Refused, match=f'rule 1.{field}: "{text}" cannot be read as {field}\\.'):
            analyze(LET_IT_RIDE, strategy={"otherwise": "take_back", "rule": [rule]})


def test_stakes_on_what_is_no_wager_before_the_deal_are_refused() -> None:
    analysis = analyze("casino-monte")
    for asked in (
        lambda: analysis.distribution({"initial": 1, "zz": 1}),
        lambda: analysis.covariance("initial", "zz"),
        lambda: analyze("casino-monte", stakes={"zz": 1}),
        lambda: simple(solver_of("casino-monte"), {"zz": 1}),
        lambda: advise("casino-monte", {"own": (1,)}, stakes={"zz": 1}),
    ):
        with pytest.raises(Refused, match='there is no wager "zz" to stake on; there are initial, full_'):
            asked()
    with pytest.raises(Refused, match='there is no wager "raise" to stake on'):
        analysis.distribution({"raise": 1})


# ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def all_but(cards: str, decks: int = 1) -> tuple[int, ...]:
    """Every card but these, so that few are left."""
    kept = cards_from(cards)
    return tuple(card for card in range(52) for _ in range(decks - kept.count(card)))


Known = dict[str, Any]
"""Cards by draw; None where one is not known."""


def card(name: str) -> int:
    return cards_from(name)[0]


ADVISED: list[tuple[Model, str, Known, dict[str, str], tuple[int, ...]]] = [
    (CLIMB, "2c 3c 4c 5c 9d", {"own": (card("4c"),)}, {}, (2,)),
    (CLIMB, "2c 3c 4c 5c 9d", {"own": (card("9d"),), "first": (card("3c"),)}, {"stay": "stay"}, (7, 1)),
    (CLIMB, "2c 3c 4c 5c 9d", {"own": (card("9d"),), "first": (card("3c"),)}, {"stay": "fold"}, (7, 1)),
    (ORACLE, "2c 5c 9d Kd", {"die": (2,)}, {}, (1,)),
    (ORACLE, "2c 5c 9d Kd", {"die": (4,), "own": (card("5c"),)}, {"press": "press"}, (3, 3)),
    (
        ORACLE,
        "2c 5c 9d Kd",
        {"die": (4,), "own": (card("5c"),), "shared": (card("2c"), None)},
        {"press": "press", "hedge": "dare"},
        (3, 3, 0),
    ),
]


@pytest.mark.parametrize(("model", "left", "known", "decided", "codes"), ADVISED)
def test_advice_is_what_was_counted_at_the_information_set(
    model: Model, left: str, known: Known, decided: dict[str, str], codes: tuple[int, ...]
) -> None:
    seen = all_but(left, model.decks)
    advice = advise(model, known, seen=seen, decided=decided)
    solver = solver_from(model, without(full(model.decks), seen))
    (call,) = [call for call in calls(solver) if information_set(solver, call) == (codes, tuple(decided.values()))]
    assert (advice.decision, advice.decided) == (model.decisions[len(codes) - 1].id, decided)
    assert (advice.options, advice.best) == (dict(call.values), call.best)


def test_advice_asks_what_was_decided_only_where_it_matters() -> None:
    known = {"own": (card("9d"),), "first": (card("3c"),)}
    with pytest.raises(Refused, match=r"what was decided before matters to climb; say it \(stay: fold, stay\)"):
        advise(CLIMB, known, seen=all_but("2c 3c 4c 5c 9d"))
    hand = {"own": cards_from("Th Jh Qd"), "shared": cards_from("Kd")}
    unsaid, ridden = advise(LET_IT_RIDE, hand), advise(LET_IT_RIDE, hand, decided={"first": "ride"})
    assert unsaid.decided == {"first": "take_back"}
    assert unsaid.cost("take_back") == ridden.cost("take_back") == Fraction(1, 2)
    assert ridden.options["ride"] - unsaid.options["ride"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("known", "decided", "why"),
    [
        ({"own": (1,)}, {"second": "ride"}, "decided: second is not decided before first"),
        ({"own": (1,)}, {"third": "ride"}, 'let-it-ride has no decision "third"; it has first, second'),
        ({"own": (1, 2, 3), "shared": (4,)}, {"first": "raise"}, 'first: "raise" cannot be decided; decide take_back'),
        ({"shared": (4,)}, {}, "own: this is seen before the decision; give it too"),
        ({}, {}, "own: this is seen before the decision; give it too"),
    ],
)
def test_advice_that_cannot_be_given_is_refused(known: Known, decided: dict[str, str], why: str) -> None:
    full_known = {**known, "own": (1, 2, 3)} if len(known.get("own", ())) == 1 else known
    with pytest.raises(Refused) as refused:
        advise(LET_IT_RIDE, full_known, decided=decided)
    assert why in str(refused.value)


# ── Let It Ride, as published ────────────────────────────────────────────────────────────────────────────────────────


def published_first(cards: list[int]) -> bool:
    """The strategy that Wizard of Odds publishes.

    Let it ride with a paying hand, three to a royal flush, three suited in a row except A-2-3 and 2-3-4, or three to a
    straight flush: of spread 4 with one high card, of spread 5 with two.
    """
    ranks = sorted(rank_of(each) for each in cards)
    if ranks[0] == ranks[1] == ranks[2] or any(ranks.count(rank) == 2 and rank >= 8 for rank in ranks):
        return True
    if len(set(ranks)) < 3 or len({each % 4 for each in cards}) > 1:
        return False
    high = sum(rank >= 8 for rank in ranks)
    spread = ranks[2] - ranks[0] + 1
    if high == 3 or (spread == 3 and ranks[0] > 0):
        return True
    return (spread == 4 and high >= 1) or (spread == 5 and high >= 2)


@pytest.mark.slow
def test_the_optimum_of_let_it_ride_is_the_published_first_decision() -> None:
    told = [call for call in calls(solver_of(LET_IT_RIDE)) if call.decision == "first"]
    assert len(told) == 1755
    for call in told:
        ride = published_first(list(cards_from(dict(call.sees)["own"])))
        assert (call.best == "ride") == ride, call


def test_let_it_ride_has_a_simple_strategy_that_costs_nothing() -> None:
    easy = simple(solver_of(LET_IT_RIDE))
    assert (easy.cost, easy.jointly) == (Fraction(0), True)
    assert [(cut.decision, dict(cut.group)["cards"], cut.below, cut.at, cut.above) for cut in easy.cuts] == [
        ("first", "anything else", "take_back", "", "take_back"),
        ("first", "one suit", "take_back", "3", "ride"),
        ("first", "paid already", "ride", "", "ride"),
        ("second", "anything else", "take_back", "8", "ride"),
        ("second", "one suit", "ride", "", "ride"),
        ("second", "paid already", "ride", "", "ride"),
    ]


# ── Wagers that a decision may forfeit ───────────────────────────────────────────────────────────────────────────────


@proves("TCP-R12")
def test_TCP_R12_no_size_of_a_pair_plus_wager_changes_a_decision() -> None:
    solver = solver_of("three-card-poker")
    (found,) = riding(solver)
    assert (found.wager, found.changed, found.agrees) == ("pair_plus", 0, True)
    assert str(found).startswith("A Pair Plus wager of any size changes no decision: at all 63,193 sights")
    alone = solver.best_plans()
    for size in (Fraction(1, 100), 1, 100):
        assert (solver.best_plans({"ante": 1, "pair_plus": size}) == alone).all()


@rule
def stood(_own: int, double: int) -> int:
    """Whether the player stood."""
    return int(double == 0)


@guards("TCP-R12")
@pytest.mark.parametrize(("pays", "changed"), [(Fraction(1), 2), (Fraction(-9, 10), 0)])
def test_TCP_R12_a_wager_that_would_change_decisions_is_found(pays: Fraction, changed: int) -> None:
    lines = (Line(1, "stood", "Stood", pays), Line(0, "doubled", "Doubled", LOST))
    model = replace(WAR, wagers=(*WAR.wagers, Wager("side", "Side", Rule(stood, ("own", "double")), lines)))
    (found,) = riding(solver_from(model, deck("2c 3c 4c 5c")))
    # the four beats two of three, +1/3 for doubling, and the five all, +1: two decisions to change at pays + 1 = 2
    assert (found.agrees, found.changed) == (False, changed)
    assert ("of the same size changes 2 of 4 decisions" in str(found)) == bool(changed)
