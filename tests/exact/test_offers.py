"""Offers that depend: options and decisions offered by what is seen and by what was decided before."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import DECK, cards_from, rank_of, suit_of
from croupier.errors import Refused
from croupier.exact import count as count_module
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.bankroll import levels
from croupier.exact.count import count
from croupier.exact.counter import Layout
from croupier.exact.decision_values import Call, calls, closest, departures, ties
from croupier.exact.solve import Solver
from croupier.exact.space import Composition, full, without
from croupier.exact.strategy import codes_of, own, simple
from croupier.identity import rulebook_digest
from croupier.kernel.effort import effort
from croupier.rule import rule
from croupier.rulebook import (
    NOT_ASKED,
    Decision,
    Model,
    Rule,
)
from tests.exact.enumeration import UNASKED, open_to, winnings
from tests.exact.invented import (
    CLIMB,
    InformationSet,
    by_every_strategy,
    by_information_set,
    by_tree,
    chosen,
    deals_of,
    deck,
    units_of,
)
from tests.exact.ladder import BY_DECISIONS, DICEY, FIRST_DECISION, LADDER, NINE, SECOND_DECISION, has_stayed, is_high

FEW = deck("3c 9c Td")
SMALL = [
    pytest.param(LADDER, FEW, id="ladder"),
    pytest.param(BY_DECISIONS, deck("3c 9c Td"), id="by decisions"),
]
LARGER = [
    pytest.param(LADDER, deck("2c 3c 9c 9d Ts Kh"), id="ladder"),
    pytest.param(BY_DECISIONS, deck("2c 3c 9c 9d Ts Kh"), id="by decisions"),
    pytest.param(DICEY, deck("2c 5c 9d 9h", copies=2), id="dicey", marks=pytest.mark.slow),
]


def solver_from(model: Model, composition: Composition, *, lumped: bool = True) -> Solver:
    return Solver(count(model, composition, lumped=lumped), model)


def mean(solver: Solver, plans: np.ndarray) -> Fraction:
    return Analysis(solver.play(plans), "").distribution({"ante": 1}).mean


# ── Against two slow methods ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("model", "composition"), SMALL)
def test_no_strategy_of_what_is_offered_is_better(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition)
    best, tried = by_every_strategy(model, composition)
    assert tried >= 64
    assert mean(solver, solver.best_plans()) == best == by_tree(model, composition)


@pytest.mark.parametrize("lumped", [True, False])
@pytest.mark.parametrize(("model", "composition"), LARGER)
def test_the_optimum_is_what_the_tree_says(model: Model, composition: Composition, *, lumped: bool) -> None:
    solver = solver_from(model, composition, lumped=lumped)
    assert mean(solver, solver.best_plans()) == by_tree(model, composition)


def test_offers_change_what_a_game_is_worth() -> None:
    free = replace(
        LADDER,
        decisions=tuple(
            replace(d, asked=None, options=tuple(replace(o, offered=None) for o in d.options)) for d in LADDER.decisions
        ),
    )
    assert by_tree(free, FEW) != by_tree(LADDER, FEW) != by_tree(BY_DECISIONS, FEW)


@pytest.mark.parametrize(("model", "composition"), LARGER)
def test_every_option_that_is_offered_is_worth_what_its_tree_says(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition, lumped=False)
    walked = by_information_set(model, composition)
    walked = {node: values for node, values in walked.items() if len(values) > 1}
    told = calls(solver)
    assert {information_set(solver, call): dict(call.values) for call in told} == {
        (codes, tuple(option for option in way if option != UNASKED)): values for (codes, way), values in walked.items()
    }
    assert len(told) == len(walked)
    for call in told:
        assert dict(call.values)[call.best] == max(value for _, value in call.values)


def information_set(solver: Solver, call: Call) -> InformationSet:
    """The information set of a call, by codes and by options that were asked."""
    depth = [decision.id for decision in solver.model.decisions].index(call.decision)
    codes: list[int] = []
    sight = int(solver.counts.sights[call.row])
    for decision in reversed(solver.model.decisions):
        sight, code = divmod(sight, decision.codes)
        codes.insert(0, code)
    return tuple(codes[: depth + 1]), tuple(option for _, option in call.decided)


@pytest.mark.parametrize(("model", "composition"), LARGER)
def test_close_calls_and_ties_are_of_what_is_offered(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition)
    assert all(call.margin > 0 and len(call.values) > 1 for call in closest(solver, 8))
    found, share = ties(solver)
    assert 0 <= share <= 1
    assert (found > 0) == (share > 0)


# ── What is counted ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_paths_that_decisions_alone_rule_out_are_not_counted() -> None:
    assert Layout(BY_DECISIONS).path_of_plan.keys() < set(Layout(BY_DECISIONS).plans)
    assert {path for path in Layout(BY_DECISIONS).paths if path[0] == 0} == {(0, NOT_ASKED)}
    assert (1, NOT_ASKED) not in Layout(BY_DECISIONS).paths
    assert (1, NOT_ASKED) in Layout(LADDER).paths


@pytest.mark.parametrize(("model", "composition"), LARGER)
def test_each_path_has_all_deals_of_a_sight_or_none(model: Model, composition: Composition) -> None:
    counts = count(model, composition)
    for path, (_, deals, rows, starts) in enumerate(counts.by_path):
        if len(rows):
            assert np.add.reduceat(deals, starts).tolist() == counts.deals_of_row[rows[starts]].tolist(), path
    assert int(counts.deals_of_row.sum()) == counts.total


@pytest.mark.parametrize(("model", "composition"), LARGER)
def test_what_is_offered_at_every_sight_is_what_the_rules_say(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition, lumped=False)
    row_of = {codes: row for row, codes in enumerate(zip(*(each.tolist() for each in codes_of(solver)), strict=True))}
    for seen, deal, _ in deals_of(model, composition):
        offered = solver.counts.offered[row_of[seen]]
        for plan in np.ndindex(*solver.shape):
            ids = [option.id for option in solver.options(plan)]
            said = all(ids[depth] in open_to(model, deal, ids[:depth]) for depth in range(len(ids)))
            assert bool(offered[plan]) == said


def test_rows_are_told_only_for_what_is_offered() -> None:
    report = analyze(solver_from(LADDER, FEW)).wagers["ante"]
    names = {row.outcome for row in report.rows}
    assert not {name for name in names if name.startswith("fold:") and name != "fold:folded"}
    assert not any("not_asked" in name for name in names)


# ── Offers that leak ─────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def is_red(card: int) -> int:
    """Whether a card is red."""
    return 1 if suit_of(card) in (1, 2) else 0


@rule
def more_than(own: int, first: int) -> int:
    """Whether one rank is above another."""
    return 1 if rank_of(own) > rank_of(first) else 0


@pytest.mark.parametrize(
    ("decision", "asked", "message"),
    [
        (
            0,
            Rule(is_high, ("first",)),
            "the offer of stay depends on 'first', which the seat does not",
        ),
        (
            0,
            Rule(has_stayed, ("climb",)),
            "the offer of stay depends on 'climb', which the seat does not",
        ),
        (
            0,
            Rule(has_stayed, ("stay",)),
            "the offer of stay depends on 'stay', which the seat does not",
        ),
        (
            1,
            Rule(is_high, ("second",)),
            "the offer of climb depends on 'second', which the seat does",
        ),
        (1, Rule(is_high, ("nothing",)), "is_high reads 'nothing', which is not defined"),
    ],
)
def test_an_offer_by_what_nobody_sees_is_refused_when_it_is_written(decision: int, asked: Rule, message: str) -> None:
    decisions = list(LADDER.decisions)
    decisions[decision] = replace(decisions[decision], asked=asked)
    with pytest.raises(Refused, match=message):
        replace(LADDER, decisions=tuple(decisions))


def test_an_option_offered_by_what_nobody_sees_is_refused_too() -> None:
    hidden = replace(FIRST_DECISION.options[2], offered=Rule(more_than, ("own", "second")))
    with pytest.raises(Refused, match="the offer of stay depends on 'second'"):
        replace(
            LADDER,
            decisions=(replace(FIRST_DECISION, options=(*FIRST_DECISION.options[:2], hidden)), SECOND_DECISION),
        )


BY_COLOUR = replace(FIRST_DECISION.options[2], offered=Rule(is_red, ("own",)))
LEAKS = [
    pytest.param(replace(FIRST_DECISION, asked=Rule(is_red, ("own",))), id="asked"),
    pytest.param(replace(FIRST_DECISION, options=(*FIRST_DECISION.options[:2], BY_COLOUR)), id="offered"),
]


@pytest.mark.parametrize("leaking", LEAKS)
@pytest.mark.parametrize("composition", [full(1), deck("9c 9d 2h 3s Ts Jc"), deck("3c 3d Ts Jc")])
def test_an_offer_that_tells_more_than_the_sight_is_refused_by_the_count(
    leaking: Decision, composition: Composition
) -> None:
    with pytest.raises(Refused, match="the offer of stay depends on what the seat does not see") as refused:
        count(replace(LADDER, decisions=(leaking, SECOND_DECISION), told_apart_by=()), composition)
    assert "look alike" in str(refused.value)


def test_a_later_sight_must_not_change_an_earlier_offer() -> None:
    # the second sight tells the suit of the own card, by which the first decision is offered
    told = replace(SECOND_DECISION, sees=Rule(lambda own, first: suit_of(own) * 13 + rank_of(first), ("own", "first")))
    leaking = replace(
        LADDER,
        decisions=(replace(FIRST_DECISION, asked=Rule(is_red, ("own",))), replace(told, codes=52)),
        told_apart_by=(),
    )
    with pytest.raises(Refused, match="the offer of stay depends on what the seat does not see"):
        count(leaking, deck("9c 9d 2h 3s"))


def test_an_offer_by_suit_breaks_the_promise_that_suits_are_alike() -> None:
    by_suit = replace(
        FIRST_DECISION, sees=Rule(lambda own: own, ("own",)), codes=52, asked=Rule(is_red, ("own",)), fields=()
    )
    leaking = replace(LADDER, decisions=(by_suit, SECOND_DECISION), told_apart_by=(), suits_alike=True)
    with pytest.raises(Refused, match="promises that suits are alike, but what is offered with"):
        count(leaking)


@pytest.mark.slow
def test_an_offer_by_suit_that_no_sample_shows_is_found_by_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    by_suit = replace(
        FIRST_DECISION, sees=Rule(lambda own: own, ("own",)), codes=52, asked=Rule(is_red, ("own",)), fields=()
    )
    leaking = replace(LADDER, decisions=(by_suit, SECOND_DECISION), told_apart_by=(), suits_alike=True)
    monkeypatch.setattr(count_module, "check_alike", lambda _: None)
    with effort(prove=True), pytest.raises(Refused, match="promises that suits are alike"):
        count(leaking)
    with effort(prove=True):
        assert count(LADDER, FEW).total == 6


def test_a_decision_must_always_offer_something() -> None:
    some = tuple(replace(option, offered=Rule(is_high, ("own",))) for option in FIRST_DECISION.options)
    with pytest.raises(Refused, match="the decision stay offers every option by a rule; offer one of them always"):
        replace(FIRST_DECISION, options=some, default="")
    with pytest.raises(Refused, match="the option fold, the default of stay, must always be offered"):
        replace(FIRST_DECISION, options=(some[0], *FIRST_DECISION.options[1:]))


# ── Strategies ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_strategy_that_takes_what_is_not_offered_is_refused() -> None:
    solver = solver_from(LADDER, FEW)
    with pytest.raises(Refused, match="the strategy takes double at stay where it is not offered, as with rank 3; add"):
        analyze(solver, strategy={"otherwise": {"stay": "double", "climb": "climb"}})


def test_a_strategy_of_ones_own_is_not_asked_where_nothing_is_offered() -> None:
    rules = [{"decision": "stay", "decide": "double", "rank": "9 or better"}]
    text = {"otherwise": {"stay": "stay", "climb": "climb"}, "rule": rules}
    solver = solver_from(LADDER, FEW, lumped=False)
    plans = own(solver, text)
    total = Fraction(0)
    for seen, deal, weight in deals_of(LADDER, FEW):
        stay = "double" if seen[0] >= NINE else "stay"
        way = (stay, "climb" if open_to(LADDER, deal, (stay,)) != [UNASKED] else UNASKED)
        total += weight * winnings(LADDER, deal, chosen(LADDER, way), units_of(LADDER, None))
    assert mean(solver, plans) == total / solver.counts.total


@pytest.mark.parametrize(("model", "composition"), [*SMALL, *LARGER[:2]])
def test_a_simple_strategy_takes_what_is_offered_and_costs_what_it_says(model: Model, composition: Composition) -> None:
    solver = solver_from(model, composition)
    easy = simple(solver)
    offered = solver.counts.offered.reshape(len(solver.counts.sights), -1)
    assert np.take_along_axis(offered, easy.plan_of_row[:, None], axis=1).all()
    assert easy.cost == mean(solver, solver.best_plans()) - mean(solver, easy.plan_of_row) >= 0
    assert {cut.decision for cut in easy.cuts} == {decision.id for decision in model.decisions}
    assert all(call.margin > 0 for call in departures(solver, easy))


# ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def all_but(kept: str) -> tuple[int, ...]:
    return tuple(card for card in DECK if card not in cards_from(kept))


def test_advice_names_only_what_is_offered() -> None:
    composition = "2c 3c 9c 9d Ts"
    solver = solver_from(LADDER, without(full(1), all_but(composition)))
    told = {information_set(solver, call): call for call in calls(solver)}
    for own_, first, decided in (("3c", "", {}), ("9c", "", {}), ("Ts", "9c", {"stay": "double"})):
        known = {"own": cards_from(own_), **({"first": cards_from(first)} if first else {})}
        advice = advise(LADDER, known, seen=all_but(composition), decided=decided)
        codes = tuple(rank_of(cards[0]) for cards in known.values())
        call = told[codes, tuple(decided.values())]
        assert (dict(call.values), call.best) == (advice.options, advice.best)
    assert set(advise(LADDER, {"own": cards_from("3c")}, seen=all_but(composition)).options) == {"fold", "stay"}


def test_advice_where_nothing_is_asked_says_so() -> None:
    known = {"own": cards_from("3c"), "first": cards_from("9c")}
    with pytest.raises(Refused, match="climb is not asked with these cards, so there is nothing to decide"):
        advise(LADDER, known, decided={"stay": "stay"})
    with pytest.raises(Refused, match="stay double is not offered with these cards"):
        advise(LADDER, known, decided={"stay": "double"})


def test_of_decisions_that_see_the_same_the_first_that_is_asked_and_not_decided_is_advised_on() -> None:
    in_ = Rule(has_stayed, ("stay",))
    climb = replace(SECOND_DECISION, sees=FIRST_DECISION.sees, asked=in_, options=SECOND_DECISION.options[:2])
    model = replace(LADDER, decisions=(FIRST_DECISION, climb))
    high, low = {"own": cards_from("Ts")}, {"own": cards_from("3c")}
    assert advise(model, high).decision == "stay"
    assert advise(model, high, decided={"stay": "double"}).decision == "climb"
    assert advise(model, high, decision="climb", decided={"stay": "stay"}).decision == "climb"
    with pytest.raises(Refused, match="climb is not asked with these cards"):
        advise(model, high, decided={"stay": "fold"})
    stay = replace(FIRST_DECISION, asked=Rule(is_high, ("own",)))
    unasked = replace(LADDER, decisions=(stay, replace(climb, asked=None)))
    assert (advise(unasked, high).decision, advise(unasked, low).decision) == ("stay", "climb")


def test_what_is_asked_of_the_past_names_only_what_leads_here() -> None:
    first = {"own": cards_from("Ts"), "first": cards_from("9c")}
    with pytest.raises(Refused, match=r"what was decided before matters to climb; say it \(stay: stay, double\)"):
        advise(LADDER, first)


# ── Money ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_cannot_afford_an_option_takes_another_that_is_offered() -> None:
    solver = solver_from(LADDER, FEW)
    found = levels(solver, {"ante": 1}, None)
    offered = solver.counts.offered.reshape(len(solver.counts.sights), -1)
    for level in found:
        assert np.take_along_axis(offered, level.plan_of_row[:, None], axis=1).all()
        spent = [sum(solver.units(solver.plans[plan], {"ante": 1}).values()) for plan in level.plan_of_row.tolist()]
        assert max(spent) <= level.needs
    assert [level.needs for level in found] == sorted(level.needs for level in found)
    assert len(found) > 1


# ── Present games ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rules_without_offers_keep_their_digest() -> None:
    same = replace(
        CLIMB,
        decisions=tuple(
            replace(d, asked=None, options=tuple(replace(o, offered=None) for o in d.options)) for d in CLIMB.decisions
        ),
    )
    asked = replace(CLIMB.decisions[1], asked=Rule(has_stayed, ("stay",)))
    assert rulebook_digest(same) == rulebook_digest(CLIMB)
    assert rulebook_digest(replace(CLIMB, decisions=(CLIMB.decisions[0], asked))) != rulebook_digest(CLIMB)
