"""Many tables at once: the compiled rules deal what can be dealt, show what a seat sees and pay what a table pays."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from croupier.cards import DECK
from croupier.chance import SHUFFLE, Chance, Drawn, Subject
from croupier.envs import TableEnv, TableVectorEnv, env_id
from croupier.envs import env as env_module
from croupier.envs.generator import Unsealed
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.evaluation import result
from croupier.exact.solve import solver_of
from croupier.games import GAMES, game
from croupier.rulebook import Draw, Game
from croupier.simulation.rounds.kernel import bounds
from croupier.table.state import GIVEN
from examples.games.let_it_ride import LET_IT_RIDE
from examples.games.mississippi_stud import MISSISSIPPI_STUD
from examples.games.red_dog import RED_DOG
from examples.learn_three_card_poker import house_edge, learn
from tests.exact.dealt import cards_in_order
from tests.harbour import HARBOUR
from tests.random_games import OTHER_STAKES, SPARING, game_of

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("casino-monte", {}),
    ("casino-monte", {"house": {"procedure": "alternate"}, "wagers": ["initial"], "spot": 2}),
    ("baccarat", {"house": {"burn": False}}),
    (
        "baccarat",
        {"house": {"burn": False, "commission": "1/25", "commission_rounding": "up"}, "stake_cents": 7_77},
    ),
    ("three-card-poker", {}),
    ("three-card-poker", {"house": {"exposed_card": False}, "wagers": ["ante", "pair_plus"]}),
]
EVERY_TABLE = pytest.mark.parametrize(("of", "given"), TABLES)


def drawn_at(env: TableVectorEnv, table: int) -> dict[str, tuple[int, ...]]:
    """The draws of the round at a table, by name."""
    left = iter(env.rounds.drawn[table].tolist())
    return {
        each.name: tuple(next(left) for _ in bounds((each,), env.rounds.model.decks * 52))
        for each in env.rounds.model.draws
    }


class Known(Chance):
    """Cards and dice that are known beforehand."""

    def __init__(self, cards: tuple[int, ...], faces: tuple[int, ...]) -> None:
        super().__init__(b"", GIVEN)
        self.cards, self.faces = cards, faces

    def draw(self, subject: Subject) -> Drawn:
        return Unsealed(subject, self.cards if subject.of == SHUFFLE else self.faces)


def at_one_table(env: TableEnv, drawn: dict[str, tuple[int, ...]], answers: list[int]) -> tuple[float, int]:
    """What the table core pays for a round with these cards and dice."""
    first = tuple(cards_in_order(env.book.model, drawn))
    rest = list(DECK * env.book.supply.decks)
    for card in first:
        rest.remove(card)
    faces = tuple(drawn[each.name][0] for each in env.book.model.draws if each.kind is Draw.DIE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(env_module, "GeneratorChance", lambda _: Known((*first, *rest), faces))
        env.reset(seed=1)
    over = False
    while not over:  # of each action the answer to the question at hand is read
        _, reward, over, _, info = env.step(answers if len(answers) > 1 else answers[0])
    return float(reward), info["result_cents"]


def offered_answers(env: TableVectorEnv, info: dict[str, Any], chance: np.random.Generator) -> np.ndarray:
    """Some answer that every table takes to the question at hand, or anything where a table is not asked."""
    answers: np.ndarray = env.action_space.sample().reshape(env.num_envs, -1)
    mask = info.get("action_mask")
    if mask is not None:
        drawn = chance.random(mask.shape) * (mask + 1e-9)
        answers[:, env.place or 0] = drawn.argmax(axis=1)
    return answers


SPARING_GAME = game_of(replace(SPARING, burned=0, decks=1))


@pytest.mark.parametrize(
    ("of", "given"),
    [
        (RED_DOG, {"house": {"decks": 1, "shuffle": "continuous"}}),
        pytest.param(MISSISSIPPI_STUD, {}, marks=pytest.mark.slow),
        pytest.param(SPARING_GAME, {}, marks=pytest.mark.slow),
    ],
    ids=["red dog", "mississippi stud", "sparing"],
)
def test_tables_are_asked_only_what_is_offered_and_pay_what_the_table_core_pays(
    of: Game, given: dict[str, Any]
) -> None:
    many, one = TableVectorEnv(of, 60, **given), TableEnv(of, **given)
    many.action_space.seed(5)
    chance, unasked = np.random.default_rng(5), 0
    _, info = many.reset(seed=21)
    taken = np.zeros((60, len(many.questions)), dtype=np.int64)
    over = np.zeros(60, dtype=np.bool_)
    drawn: list[dict[str, tuple[int, ...]]] = []
    while not over.any():
        place = many.place or 0
        answers = offered_answers(many, info, chance)
        taken[:, place] = answers[:, place]
        unasked += int((~info["action_mask"].any(axis=1)).sum()) if "action_mask" in info else 0
        if place >= many.asks_bet:
            drawn = [drawn_at(many, table) for table in range(60)]
        observed, rewards, over, _, info = many.step(answers.reshape(many.action_space.shape))
        assert observed in many.observation_space
    assert unasked
    for table in range(60):
        assert at_one_table(one, drawn[table], taken[table].tolist()) == (rewards[table], info["result_cents"][table])


def test_an_answer_that_is_not_offered_is_refused() -> None:
    env = TableVectorEnv(SPARING_GAME, 200, wagers=["main"])
    _, info = env.reset(seed=3)
    barred = np.flatnonzero(info["action_mask"][:, 2] == 0)
    assert 0 < len(barred) < 200
    with pytest.raises(Refused, match=f"times_2 is not offered at table {barred[0]}; `action_mask` says what is"):
        env.step(np.full((200, 2), 2))


def test_one_table_says_what_it_takes() -> None:
    env = TableEnv(SPARING_GAME, wagers=["main"])
    seen = set()
    for seed in range(40):
        _, info = env.reset(seed=seed)
        mask = info["action_mask"][0]
        seen.add(tuple(mask.tolist()))
        if not mask[2]:
            with pytest.raises(Refused, match='"times_2" is not offered to seat 1; decide times_0, times_1'):
                env.step(np.array([2, 0]))
    assert seen == {(1, 1, 0), (1, 1, 1)}


STAKES = game_of(replace(OTHER_STAKES, burned=0, decks=1))
"""Wagers that are placed together, taken back, decided about for nothing, and lost in part."""


@pytest.mark.parametrize(
    ("of", "given"),
    [
        *TABLES,
        (HARBOUR, {}),
        *(pytest.param(of, {"stake_cents": 5_01}, marks=pytest.mark.slow) for of in (LET_IT_RIDE, STAKES)),
    ],
)
def test_a_round_pays_what_the_table_core_pays_for_the_same_cards_and_dice(
    of: str | Game, given: dict[str, Any]
) -> None:
    many, one = TableVectorEnv(of, 60, **given), TableEnv(of, **given)
    assert many.single_action_space == one.action_space
    assert many.questions == one.questions
    many.action_space.seed(4)
    won = set()
    for seed in (11, 12):
        actions = many.action_space.sample().reshape(60, -1)
        if of is HARBOUR:  # whoever has folded is asked nothing more at a table, and here stakes nothing more
            actions[actions[:, 1] == 0, 2] = 0
        many.reset(seed=seed)
        if many.asks_bet:  # the cards do not depend on it
            many.rounds.deal(actions[:, 0])
        dealt = [drawn_at(many, table) for table in range(60)]
        many.reset(seed=seed)
        over = np.zeros(60, dtype=np.bool_)
        asked = 0
        while not over.any():
            _, rewards, over, _, info = many.step(actions.reshape(many.action_space.shape))
            asked += 1
        assert over.all()
        assert asked == len(many.questions)
        for table in range(60):
            paid = at_one_table(one, dealt[table], actions[table].tolist())
            assert paid == (rewards[table], info["result_cents"][table]), (table, dealt[table])
            won.add(paid)
    assert len(won) > 3


@EVERY_TABLE
def test_what_is_seen_is_the_sight_of_the_rulebook(of: str, given: dict[str, Any]) -> None:
    env = TableVectorEnv(of, 50, **given)
    observed, _ = env.reset(seed=2)
    assert env.observation_space.contains(observed)
    bet = np.zeros(50, dtype=np.int64)
    if env.asks_bet:
        assert not env.readers or set(observed["sight"]) == {-1}
        assert set(observed["bet"]) == {-1}
        actions = env.action_space.sample()
        observed, *_ = env.step(actions)
        bet = actions if actions.ndim == 1 else actions[:, 0]
        assert env.observation_space.contains(observed)
    for table in range(50) if env.readers else ():
        facts = drawn_at(env, table) | {name: (value,) for name, value in env.book.model.constants.items()}
        if env.book.spots:
            facts["spot"] = (env.bets[bet[table]].spot,)
        assert observed["sight"][table] == result(env.book.model, env.book.decisions[0].sees, facts)


def test_a_sight_is_read_by_its_parts() -> None:
    env = TableVectorEnv("three-card-poker", 40, wagers=["ante"])
    sights = env.reset(seed=1)[0]["sight"]
    (decision,) = env.book.decisions
    for _ in range(2):  # and from what was kept
        parts = env.parts(sights)
        assert list(parts) == [field.name for field in decision.fields]
        for field in decision.fields:
            assert parts[field.name].tolist() == [field.value(code) for code in sights.tolist()]


def test_the_step_that_ends_a_round_starts_the_next_and_no_round_comes_twice() -> None:
    env = TableVectorEnv("three-card-poker", 300, wagers=["ante"])
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observed, _ = env.reset(seed=9)
    seen = [env.rounds.drawn.copy()]
    for _ in range(3):
        after, _, over, cut_short, _ = env.step(np.ones(300, dtype=np.int64))
        assert over.all()
        assert not cut_short.any()
        assert not np.array_equal(after["sight"], observed["sight"])
        seen.append(env.rounds.drawn.copy())
    assert len(np.unique(np.concatenate(seen), axis=0)) == 1_200


def test_a_seed_repeats_all_rounds_and_another_does_not() -> None:
    env = TableVectorEnv("casino-monte", 20)

    def told(seed: int | None) -> list[Any]:
        env.action_space.seed(1)
        observed, _ = env.reset(seed=seed)
        found = [observed["asked"].tolist()]
        for _ in range(6):
            observed, rewards, *_ = env.step(env.action_space.sample())
            found += [observed["sight"].tolist(), rewards.tolist()]
        return found

    first = told(3)
    assert told(3) == first
    assert told(4) != first
    assert told(None) != told(None)


@pytest.mark.parametrize("of", [of for of in GAMES if len(game(of).rulebook().wagers) > 1])
def test_gymnasium_makes_it_by_its_name(of: str) -> None:
    many = gymnasium.make_vec(env_id(of), num_envs=5)
    assert isinstance(many.unwrapped, TableVectorEnv)
    many.reset(seed=1)
    for _ in range(4):
        observed, rewards, *_ = many.step(many.action_space.sample())
        assert many.observation_space.contains(observed)
        assert rewards.shape == (5,)
    many.close()


@pytest.mark.parametrize(("play", "plan"), [("fold", 0), ("play", 1)])
def test_the_mean_is_the_exact_value(play: str, plan: int) -> None:
    solver = solver_of("three-card-poker")
    exact = solver.play(np.full(len(solver.counts.sights), plan))
    won = sum(deals * solver.winnings(key[0], {"ante": 1})[key[1]] for key, deals in exact.table.items())
    env = TableVectorEnv("three-card-poker", 20_000, wagers=["ante"])
    env.reset(seed=8)
    rewards = np.concatenate([env.step(np.full(20_000, plan))[1] for _ in range(10)])
    error = rewards.std() / np.sqrt(len(rewards))
    assert abs(rewards.mean() - float(won / exact.total)) <= 5 * error, play
    assert error < 0.005


def test_of_several_decisions_each_is_asked_in_turn_and_the_earlier_are_known() -> None:
    env = TableVectorEnv(HARBOUR, 30, wagers=[TableVectorEnv(HARBOUR, 1).bets[0].wagers[0]])
    observed, _ = env.reset(seed=3)
    assert env.observation_space.contains(observed)
    assert set(observed["decided"].ravel()) == {-1}
    first = observed["sight"]
    actions = env.action_space.sample()
    observed, rewards, over, *_ = env.step(actions)
    assert set(observed["asked"]) == {1}
    assert not over.any()
    assert not rewards.any()
    assert observed["decided"][:, 0].tolist() == actions[:, 0].tolist()
    assert set(observed["decided"][:, 1]) == {-1}
    assert not np.array_equal(observed["sight"], first)
    assert env.parts(observed["sight"], 1).keys() == {field.name for field in env.book.decisions[1].fields}


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("of", "given", "why"),
    [
        ("baccarat", {"wagers": ["banker"]}, "asks nothing more once the wagers are fixed"),
        ("casino-monte", {"num_envs": 0}, "num_envs must be a whole number from 1 up, not 0"),
        ("casino-monte", {"wagers": ["banker"]}, "no such bet of \\$1 stands at this table"),
        ("casino-monte", {"house": ["decks"]}, "house rules must be a mapping"),
    ],
)
def test_tables_that_cannot_be_are_refused(of: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        TableVectorEnv(of, **given)


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (np.zeros(3, dtype=np.int64), r"actions are whole numbers in the shape \(4,\), not int64 in \(3,\)"),
        (np.zeros(4), "not float64"),
        (np.array([0, 1, 2, 1]), "2 at table 2 does not answer play; answer 0 to 1"),
        (np.array([0, -1, 1, 1]), "-1 at table 1 does not answer play"),
    ],
)
def test_what_is_no_action_is_refused_and_changes_nothing(actions: Any, why: str) -> None:
    env = TableVectorEnv("three-card-poker", 4, wagers=["ante"])
    with pytest.raises(Refused, match="reset the environment"):
        env.step(np.zeros(4, dtype=np.int64))
    env.reset(seed=1)
    before = env.rounds.drawn.copy()
    with pytest.raises(Refused, match=why):
        env.step(actions)
    assert np.array_equal(before, env.rounds.drawn)
    env.step(np.zeros(4, dtype=np.int64))


@pytest.mark.parametrize("seed", [True, "1", [1, 2, 3, 4], 1.5])
def test_one_seed_is_for_all_tables(seed: Any) -> None:
    env = TableVectorEnv("three-card-poker", 4, wagers=["ante"])
    with pytest.raises(Refused, match="give one whole number as the seed of all tables"):
        env.reset(seed=seed)


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_an_agent_learns_three_card_poker() -> None:
    solver = solver_of("three-card-poker")
    best = Analysis(solver.play(solver.best_plans()), "optimal").wagers["ante"].house_edge
    learned = learn(rounds=3_000_000, seed=2)
    assert 0 <= house_edge(learned) - best < Fraction(1, 500)
    assert house_edge(np.abs(learned)) - best > Fraction(1, 100)  # whoever sees gains alone plays every hand
