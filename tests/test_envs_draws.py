"""Environments of games with draws between or after decisions: step by step, and many tables by the compiled rules."""

import numpy as np
from gymnasium.utils.env_checker import check_env

from croupier.cards import NO_CARD
from croupier.envs import TableEnv, TableVectorEnv
from croupier.exact.evaluation import result
from croupier.table import commands as c
from croupier.table import events as e
from examples.games.blackjack import BLACKJACK, UPS, folded, hand_text, total, up_text, value
from examples.games.jacks_or_better import HOLD, JACKS_OR_BETTER
from tests.rounds import Script

TABLES = 48


def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(TableEnv(JACKS_OR_BETTER), skip_render_check=True)


def test_cards_are_held_and_the_others_exchanged() -> None:
    env = TableEnv(JACKS_OR_BETTER)
    for place, option in enumerate(HOLD.options[::5]):
        observation, _ = env.reset(seed=place)
        hand = observation["hand"].copy()
        assert env.table is not None
        before = env.table.state.rulebook.drawn(env.table.seen(), 1)
        assert before["final"] == (NO_CARD,) * 5
        observation, _, over, _, _ = env.step(HOLD.options.index(option))
        assert over
        kept = {int(hand[at]) for at in option.keeps or ()}
        final = set(map(int, observation["final"]))
        assert kept <= final
        assert not (set(map(int, hand)) - kept) & final


def test_many_tables_pay_what_the_table_core_pays_for_the_same_cards() -> None:
    env = TableVectorEnv(JACKS_OR_BETTER, TABLES)
    observations, _ = env.reset(seed=7)
    book = JACKS_OR_BETTER.rulebook()
    drawn = env.rounds.drawn.copy()
    actions = np.arange(TABLES) % len(HOLD.options)
    _, rewards, _, _, info = env.step(actions)
    for table in range(TABLES):
        hand, new = tuple(drawn[table, :5].tolist()), drawn[table, 5:].tolist()
        assert observations["sight"][table] == result(book.model, HOLD.sees, {"hand": hand})
        option = book.as_dealt(HOLD, HOLD.options[actions[table]].id, {"hand": hand})
        script = Script(JACKS_OR_BETTER, seats=1)
        script.open()
        script.do(c.PlaceWager(1, "bet", env.stake), c.CloseBets(), c.DealCards(hand), c.Decide(1, option))
        if count := HOLD.option(option).new_cards(5):  # type: ignore[union-attr]
            script.do(c.DealCards(tuple(new[:count])))
        script.do(c.SettleRound())
        (settled,) = script.all(e.WagerSettled)
        assert (settled.result, settled.result / env.stake) == (info["result_cents"][table], rewards[table])


def test_a_hand_of_blackjack_is_seen_as_its_decision_sees_it_and_can_be_learned() -> None:
    env = TableEnv(BLACKJACK, house={"shuffle": "continuous"}, wagers=["bet"])
    observation, info = env.reset(seed=3)
    asked = 0
    for seed in range(60):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.table is not None
            code = int(observation["sight"])
            if info["asked"] == "play":
                cards = env.table.state.cards("seat 1")
                up = env.table.state.cards("dealer")[0]
                hand, shown = divmod(code, UPS)
                assert (hand_text(hand), up_text(shown)) == (named(cards), up_text(total(folded((up,)))))
                asked += 1
            else:
                assert code == -1
            wanted = 1 if code >= 0 and code // UPS < 17 else 0
            observation, _, over, _, info = env.step(wanted)
        assert observation["sight"] == -1
    assert asked > 60


def named(cards: tuple[int, ...]) -> str:
    """A hand by counting on fingers."""
    points = sum(value(card) for card in cards)
    soft = any(value(card) == 1 for card in cards) and points <= 11
    return f"soft {points + 10}" if soft else str(points)
