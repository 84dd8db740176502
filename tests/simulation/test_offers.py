"""Simulated rounds of games in which not everything is offered always."""

import pytest

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.evaluation import result
from croupier.rulebook import NOT_ASKED, Model
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.trial import experiment
from tests.exact.enumeration import UNASKED, open_to
from tests.exact.ladder import BY_DECISIONS, DICEY, LADDER, NINE

BOLD = {
    "otherwise": {"stay": "stay", "climb": "climb"},
    "rule": [{"decision": "stay", "decide": "double", "rank": "9 or better"}],
}


@pytest.mark.parametrize("model", [LADDER, BY_DECISIONS, pytest.param(DICEY, marks=pytest.mark.slow)])
def test_every_simulated_round_takes_what_is_offered_and_is_settled_by_the_rules(model: Model) -> None:
    asked = set()
    for each in replay(experiment(model, seed=7), 0, 400):
        way: tuple[str, ...] = ()
        facts = dict(each.drawn)
        for decision in model.decisions:
            option = each.decided.get(decision.id, UNASKED)
            assert option in open_to(model, each.drawn, way)
            way = (*way, option)
            found = decision.option(option)
            facts[decision.id] = (int(found.code) if found else NOT_ASKED,)
        asked.add(tuple(option != UNASKED for option in way))
        for wager in model.wagers:
            if wager.id in each.lines:
                assert each.lines[wager.id] == wager.line(result(model, wager.outcome, dict(facts)))
    assert len(asked) > 1


def test_a_strategy_of_ones_own_is_asked_where_it_is_offered() -> None:
    # what is offered by sight has to be counted first, what is offered by decisions alone has not
    for model in (LADDER, BY_DECISIONS):
        trial = experiment(model, strategy=BOLD, seed=7)
        assert trial.is_counted or model is BY_DECISIONS
        for each in replay(trial, 0, 200):
            assert (each.decided["stay"] == "double") == (rank_of(each.drawn["own"][0]) >= NINE)
            assert each.decided.get("climb", UNASKED) in open_to(model, each.drawn, (each.decided["stay"],))


def test_a_strategy_that_takes_what_is_not_offered_is_not_simulated() -> None:
    with pytest.raises(Refused, match="the strategy takes double at stay where it is not offered, as with rank 2; add"):
        experiment(LADDER, strategy={"otherwise": {"stay": "double", "climb": "climb"}})
