"""The games as Gymnasium environments: what an agent sees is a seat's view, what it earns is what the table settles."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from croupier.cards import DECK, cards_from, rank_of, suit_of
from croupier.chance import SHUFFLE, Chance, Drawn, Subject
from croupier.envs import TableEnv, env_id
from croupier.envs import env as env_module
from croupier.envs.generator import Unsealed
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.solve import Solver, solver_of
from croupier.games import GAMES, game
from croupier.games.baccarat import PLAIN_BACCARAT
from croupier.games.lucky_monkey import LUCKY_MONKEY
from croupier.rulebook import Decide, Game, House, Rulebook
from croupier.table import events as e
from croupier.table.state import GIVEN, State
from examples.games.dragon_7 import DRAGON_7
from examples.learn_casino_monte import house_edge, learn

BOOKS = {of: game(of).rulebook() for of in GAMES}
EVERY_GAME = pytest.mark.parametrize("of", [of for of, book in BOOKS.items() if len(book.wagers) > 1])
"""Where there is one wager and nothing to decide, there is nothing to learn."""
HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("casino-monte", {}),
    ("casino-monte", {"house": {"procedure": "alternate"}, "wagers": ["initial"], "spot": 2}),
    ("casino-monte", {"house": {"shuffle": "shoe", "cut_card": 260}, "rounds": 40, "bankroll": 10_000}),
    ("baccarat", {}),
    ("baccarat", {"house": {"cut_card": 260, "lucky_monkey_alone": True}, "rounds": 40}),
    ("baccarat", {"house": {"commission": "1/25", "commission_rounding": "up"}, "stake_cents": 7_77}),
    ("three-card-poker", {}),
    ("three-card-poker", {"house": {"exposed_card": False, "forfeits": "at_fold"}, "wagers": ["ante", "pair_plus"]}),
    ("three-card-poker", {"house": {"first_action": "action_button", "coverage": "net", "collection": 2}, "rounds": 9}),
]
EVERY_HOUSE = pytest.mark.parametrize(("of", "given"), HOUSES)

Play = Callable[[dict[str, Any], dict[str, Any]], Any]
"""An action for an observation and its info."""


def at_random(env: TableEnv, seed: int = 5) -> Play:
    """Any action that the mask allows."""
    env.action_space.seed(seed)
    return lambda _, info: env.action_space.sample(mask=info["action_mask"])


def played(
    env: TableEnv, play: Play, seed: int | None = None
) -> Iterator[tuple[dict[str, Any], float, dict[str, Any]]]:
    """One sitting: what was observed, earned and told, step by step."""
    observation, info = env.reset(seed=seed)
    yield observation, 0.0, info
    over = False
    while not over:
        observation, reward, over, truncated, info = env.step(play(observation, info))
        assert not truncated
        yield observation, reward, info


def heard(env: TableEnv) -> list[e.Event]:
    """All that happens at the table from here on, in a list that grows."""
    assert env.table is not None
    happened: list[e.Event] = []
    listener = env.table.hear

    def hear(events: tuple[e.Event, ...], state: State) -> None:
        happened.extend(events)
        listener(events, state)

    env.table.dealer.listener = hear
    return happened


# ── Gymnasium's own checks ───────────────────────────────────────────────────────────────────────────────────────────


@EVERY_HOUSE
def test_gymnasium_finds_nothing_wrong(of: str, given: dict[str, Any]) -> None:
    check_env(gymnasium.make(env_id(of), render_mode="ansi", **given).unwrapped)  # any warning is an error here


def test_gymnasium_does_find_what_is_wrong() -> None:
    class Wrong(TableEnv):
        def observation(self, sitting: Any) -> dict[str, Any]:
            return {**super().observation(sitting), "asked": np.int64(99)}

    with pytest.raises(AssertionError, match="not within the observation space"):
        check_env(Wrong("casino-monte"))


@EVERY_GAME
def test_every_game_is_registered_and_can_be_made_by_its_module(of: str) -> None:
    house = {"decks": 8} if any(parameter.name == "decks" for parameter in game(of).parameters) else {}
    env = gymnasium.make(f"croupier.envs:{env_id(of)}", house=house)
    assert isinstance(env.unwrapped, TableEnv)
    assert env.unwrapped.book.game.id == of
    assert env.unwrapped.book.supply.decks == (8 if house else game(of).rulebook().supply.decks)


def test_a_game_with_a_side_bet_from_elsewhere_needs_no_code_of_its_own() -> None:
    env = TableEnv(PLAIN_BACCARAT.with_side_bets(LUCKY_MONKEY, DRAGON_7))
    check_env(env, skip_render_check=True)
    assert len(env.bets) == 7 * 4  # any of three main wagers but none, and each side bet or not
    assert sum("dragon_7" in bet.wagers for bet in env.bets) == 14


@EVERY_GAME
def test_environments_run_side_by_side(of: str) -> None:
    both = gymnasium.make_vec(env_id(of), num_envs=2, vectorization_mode="sync")
    alone = gymnasium.make(env_id(of))
    both.reset(seed=3)
    for _ in range(3):
        _, rewards, *_ = both.step(both.action_space.sample())
        assert len(rewards) == 2
    first, _ = alone.reset(seed=3)
    again, _ = both.reset(seed=3)
    assert all(np.array_equal(again[name][0], first[name]) for name in first)
    both.close()


def test_without_gymnasium_one_sentence_says_how_to_get_it() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import croupier.envs"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert (
        last == "ImportError: croupier.envs needs Gymnasium; in a checkout install it with: pip install '.[research]'"
    )


# ── Seeds ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_HOUSE
def test_a_seed_repeats_a_sitting_and_another_does_not(of: str, given: dict[str, Any]) -> None:
    def sitting(seed: int) -> list[Any]:
        env = TableEnv(of, **given)
        play = at_random(env)
        return [step for number in range(4) for step in played(env, play, seed if number == 0 else None)]

    first = sitting(11)
    assert data_equivalence(first, sitting(11), exact=True)
    assert not data_equivalence(first, sitting(12), exact=True)


# ── Rewards ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_HOUSE
def test_rewards_are_what_the_table_settled_and_the_books_moved(of: str, given: dict[str, Any]) -> None:
    env = TableEnv(of, **given)
    play, won_something = at_random(env), False
    for seed in range(60 if env.rounds == 1 else 2):
        observation, info = env.reset(seed=seed)
        assert env.table is not None
        happened, over, rewards = heard(env), False, Fraction(0)
        while not over:
            observation, reward, over, _, info = env.step(play(observation, info))
            won_something |= reward > 0
            rewards += Fraction(round(reward * env.stake))
            assert reward == round(reward * env.stake) / env.stake
        settled = [event for event in happened if isinstance(event, e.WagerSettled)]
        fees = [event.cents for event in happened if isinstance(event, e.FeeCollected) and event.seat == 1]
        fixed = info["fee_cents"] if len(env.bets) == 1 else sum(fees)  # a fixed bet's fee is taken during the reset
        assert rewards == sum(event.result for event in settled)
        assert rewards == env.table.chips - env.start.chips(1) + fixed
    assert won_something


ROUNDS = 3_000
SIGMAS = 5
"""A true figure is missed by as much once in 1.7 million, if means are normal; seeds are fixed, so never by chance."""


def canonical_sights(solver: Solver) -> dict[int, int]:
    """The row of every sight that was counted."""
    return {int(code): row for row, code in enumerate(solver.counts.sights)}


def renamed(cards: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank_of(card) * 4 + suits[suit_of(card)] for card in cards)


def optimal(env: TableEnv, solver: Solver) -> Play:
    """The exact optimum, read off the observation alone."""
    rows, plans = canonical_sights(solver), solver.best_plans()
    decision = env.book.decisions[0]

    def play(observation: dict[str, Any], _: dict[str, Any]) -> int:
        if "hand" in observation:
            known = tuple(int(card) - 1 for card in (*observation["hand"], *observation["up"]))
            codes = [decision.sees.function(*renamed(known, suits)) for suits in permutations(range(4))]
        else:
            cards = [max(0, int(card) - 1) for card in observation["cards"]]
            codes = [decision.sees.function(*cards, int(observation["die"]), int(observation["spot"]))]
        return int(plans[next(rows[code] for code in codes if code in rows)])

    return play


def mean_and_error(env: TableEnv, play: Play, rounds: int = ROUNDS) -> tuple[float, float]:
    """The mean reward of one-round sittings and its standard error."""
    rewards = [list(played(env, play, 1 if number == 0 else None))[-1][1] for number in range(rounds)]
    return float(np.mean(rewards)), float(np.std(rewards)) / sqrt(rounds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of", "wager", "wrong"),
    [("casino-monte", "initial", 3), ("three-card-poker", "ante", 0)],
    ids=["casino-monte", "three-card-poker"],
)
def test_the_best_play_earns_its_exact_value_and_a_bad_one_does_not(of: str, wager: str, wrong: int) -> None:
    env = TableEnv(of, wagers=[wager], spot=1 if of == "casino-monte" else None)
    solver = solver_of(of)
    exact = -float(Analysis(solver.play(solver.best_plans()), "optimal").wagers[wager].house_edge)
    mean, error = mean_and_error(env, optimal(env, solver))
    assert abs(mean - exact) < SIGMAS * error
    mean, error = mean_and_error(env, lambda *_: wrong, ROUNDS // 3)  # always raise three times, always fold
    assert abs(mean - exact) > SIGMAS * error


def test_baccarat_earns_its_exact_value_and_not_that_of_another_house() -> None:
    env = TableEnv("baccarat")
    tie = env.questions[0].answers.index("tie")
    mean, error = mean_and_error(env, lambda *_: tie)
    right, wrong = (
        -float(Analysis(solver.play(solver.best_plans()), "none").wagers["tie"].house_edge)
        for solver in (solver_of("baccarat"), solver_of("baccarat", house={"tie_pays": 12}))
    )
    assert abs(mean - right) < SIGMAS * error < abs(mean - wrong)


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────────────────────────


class Stacked(Chance):
    """Cards and a die that a test chooses."""

    def __init__(self, order: tuple[int, ...], face: int) -> None:
        super().__init__(b"", GIVEN)
        self.order, self.face = order, face

    def draw(self, subject: Subject) -> Drawn:
        return Unsealed(subject, self.order if subject.of == SHUFFLE else (self.face,))


def first_cards(text: str, decks: int) -> tuple[int, ...]:
    """Decks whose first cards are these."""
    first = cards_from(text)
    rest = list(DECK * decks)
    for card in first:
        rest.remove(card)
    return (*first, *rest)


def all_told(
    of: str, given: dict[str, Any], cards: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Any], list[Any]]:
    """Everything that a player is told up to the last decision of a stacked round, and at its end."""
    env = TableEnv(of, render_mode="ansi", **given)
    order = first_cards(cards, env.book.supply.decks)
    monkeypatch.setattr(env_module, "GeneratorChance", lambda _: Stacked(order, 3))
    told: list[Any] = []
    observation, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        told.append((observation, reward, info, env.render()))
        observation, reward, over, _, info = env.step(np.zeros_like(env.action_space.sample()))
    return told, [(observation, reward, info, env.render())]


@pytest.mark.parametrize(
    ("of", "given", "cards", "hidden_otherwise", "open_otherwise"),
    [
        ("casino-monte", {}, "2c 9d Ks", "Kh 9d 3c", "2c 8d Ks"),
        ("casino-monte", {"house": {"procedure": "alternate"}}, "9d Ks 2c", "9d 3c Kh", "8d Ks 2c"),
        ("casino-monte", {"house": {"shuffle": "shoe"}}, "4c 2c 9d Ks", "As Kh 9d 3c", "4c 2c 8d Ks"),
        ("baccarat", {"house": {"burn": False}}, "2c 9d Ks 3h", "Ah As 4c 5d", None),
        ("three-card-poker", {}, "2c 9d Ks 3h 4h Qd", "2c 9d Ks As Ah Qd", "2c 9d Ks 3h 4h Jd"),
        ("three-card-poker", {"house": {"exposed_card": False}}, "2c 9d Ks 3h 4h Qd", "2c 9d Ks As Ah Ad", None),
    ],
)
def test_cards_face_down_change_nothing_that_a_player_is_told(
    of: str,
    given: dict[str, Any],
    cards: str,
    hidden_otherwise: str,
    open_otherwise: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, after = all_told(of, given, cards, monkeypatch)
    other_before, other_after = all_told(of, given, hidden_otherwise, monkeypatch)
    assert data_equivalence(before, other_before, exact=True)
    assert not data_equivalence(after, other_after, exact=True)  # the tables did differ
    if open_otherwise:
        assert not data_equivalence(before, all_told(of, given, open_otherwise, monkeypatch)[0], exact=True)


def test_the_exposed_card_its_place_and_the_die_are_seen() -> None:
    env = TableEnv("casino-monte", wagers=["initial"], spot=2)
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        (place,) = np.flatnonzero(observation["cards"])
        assert place == (observation["die"] + 1) // 2 - 1
        assert observation["spot"] == 2
        last = env.step(3)[0]
        assert last["cards"].all()
        assert last["cards"][place] == observation["cards"][place]
        assert last["decided"].tolist() == [4]


def test_a_shoe_is_counted_down_and_a_shuffle_starts_anew() -> None:
    env = TableEnv("baccarat", house={"cut_card": 260}, rounds=60)
    observation, _ = env.reset(seed=2)
    happened, over, shuffles = heard(env), False, 0
    seen = observation["seen"]
    assert seen.sum() == 1  # the burned card that is shown
    while not over:
        start = len(happened)
        observation, _, over, _, _ = env.step(0)
        for event in happened[start:]:
            match event:
                case e.CardsShuffled():
                    seen = np.zeros(52, dtype=np.int64)
                    shuffles += 1
                case e.CardsBurned(shown=int(card)):
                    seen[card] += 1
                case e.CardsDealt(cards=cards):
                    seen[list(cards)] += 1
        assert observation["seen"].tolist() == seen.tolist()
    assert shuffles >= 1
    assert observation["rounds_left"] == 0


def test_cards_that_stay_face_down_are_not_counted() -> None:
    env = TableEnv("casino-monte", house={"shuffle": "shoe"}, rounds=3, wagers=["initial"], spot=1)
    sums = [observation["seen"].sum() for observation, _, _ in played(env, lambda *_: 0, seed=4)]
    assert sums == [1, 4, 7, 9]  # one exposed, then all three of each round; the burned card never


@EVERY_GAME
def test_the_table_is_told_in_words(of: str) -> None:
    env = TableEnv(of, render_mode="ansi")
    list(played(env, at_random(env), seed=8))
    told = env.render()
    assert told is not None
    assert told.startswith(f"{game(of).title}, round 1\nWagers: ")
    assert told.endswith("The round is over.")
    assert "face down" not in told


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("action", [[6, 0], [0, 4], [0], 0, [0.5, 1.0], [-1, 0], "raise", [True, True]])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = TableEnv("casino-monte")
    env.reset(seed=1)
    assert env.table is not None
    before = env.table.state
    with pytest.raises(Refused, match="an action is one of"):
        env.step(action)
    assert env.table.state == before
    assert env.step([0, 0])[4]["asked"] == "raise"


def test_an_answer_beyond_the_chips_is_masked_and_refused() -> None:
    env = TableEnv("casino-monte", wagers=["initial"], spot=1, bankroll=3)
    observation, info = env.reset(seed=1)
    assert observation["chips"].tolist() == [2.0]
    assert info["action_mask"].tolist() == [1, 1, 1, 0]
    with pytest.raises(Refused, match=r"seat 1 has \$2, not the \$3 for Raise 3×"):
        env.step(3)
    assert env.step(2)[2]


def test_a_bet_beyond_the_chips_is_masked_and_refused() -> None:
    env = TableEnv("casino-monte", bankroll=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"][0].tolist() == [1, 1, 1, 0, 0, 0]
    with pytest.raises(Refused, match=r"has \$1, not the \$2 for initial \+ full_monte on spot 1"):
        env.step([3, 0])
    assert env.step([0, 0])[4]["asked"] == "raise"


def test_collection_is_kept_out_of_the_reward_and_taken_from_the_bankroll() -> None:
    env = TableEnv("three-card-poker", wagers=["ante"], bankroll=10)
    _, info = env.reset(seed=1)
    assert info["fee_cents"] == 100
    observation, reward, *_ = env.step(0)
    assert reward == -1.0
    assert observation["chips"].tolist() == [10 - 1 - 0.2]


def test_a_sitting_ends_when_the_bankroll_covers_no_bet() -> None:
    env = TableEnv("casino-monte", wagers=["initial"], spot=1, bankroll=2, rounds=1_000)
    observation, _, _ = list(played(env, at_random(env), seed=3))[-1]
    assert observation["chips"].tolist() == [0.0]
    assert observation["rounds_left"] > 0
    with pytest.raises(Refused, match="the sitting is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("of", "given", "why"),
    [
        ("casino-monte", {"rounds": 0}, "rounds must be a whole number from 1 up, not 0"),
        ("casino-monte", {"bankroll": True}, "bankroll must be a whole number from 1 up, not true"),
        ("casino-monte", {"stake_cents": 1}, r"no such bet of \$0.01 stands"),
        ("casino-monte", {"spot": 4}, "no such bet"),
        ("casino-monte", {"wagers": ["full_monte"]}, "there are initial; initial"),
        ("casino-monte", {"house": {"decks": 5}}, "may be analysed but not dealt"),
        ("casino-monte", {"house": 5}, "house rules must be a mapping of names to values, not 5"),
        ("casino-monte", {"wagers": 5}, "wagers must be a list of their ids, not 5"),
        ("casino-monte", {"wagers": "initial"}, "wagers must be a list of their ids"),
        ("casino-monte", {"wagers": [5]}, "wagers must be a list of their ids"),
        ("casino-monte", {"render_mode": "human"}, "cannot be rendered"),
        ("baccarat", {"wagers": ["banker"]}, "asks nothing more"),
        ("roulette", {}, "is not a game"),
    ],
)
def test_a_sitting_that_cannot_be_is_refused(of: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        TableEnv(of, **given)


def undecided(of: Game) -> Game:
    """A game in which nobody is ever asked to decide."""

    def build(game_: Game, house: House) -> Rulebook:
        book = of.build(game_, house)
        asks_nobody = [replace(s, order=lambda _: ()) if isinstance(s, Decide) else s for s in book.procedure]
        return replace(book, procedure=tuple(asks_nobody))

    return replace(of, build=build)


def test_a_round_without_a_question_is_played_and_paid_with_the_first_reward() -> None:
    env = TableEnv(undecided(game("casino-monte")), wagers=["initial"], spot=1)
    check_env(env, skip_render_check=True)
    results = set()
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        assert (info["asked"], int(observation["asked"])) == ("", 1)  # one question, which was not asked
        with pytest.raises(Refused, match="an action is one of"):
            env.step(99)
        told = info["result_cents"]
        _, reward, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert over
        assert reward == told / env.stake == info["result_cents"] / env.stake
        with pytest.raises(Refused, match="the sitting is over"):
            env.step(0)
        results.add(reward)
    assert results >= {-1.0, 1.0}


def test_all_rounds_of_a_sitting_may_go_by_without_a_question() -> None:
    env = TableEnv(undecided(game("casino-monte")), wagers=["initial"], spot=1, rounds=30, bankroll=100)
    observation, _ = env.reset(seed=4)
    assert observation["rounds_left"] == 0
    observation, reward, over, *_ = env.step(0)
    assert over
    assert observation["chips"].tolist() == [100 + reward]


def test_a_bet_that_is_asked_makes_a_question_of_every_round() -> None:
    env = TableEnv(undecided(game("casino-monte")))
    env.reset(seed=1)
    assert env.step([0, 0])[2]


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_an_agent_learns_casino_monte() -> None:
    solver = solver_of("casino-monte")
    best = Analysis(solver.play(solver.best_plans()), "optimal").wagers["initial"].house_edge
    learned = learn(rounds=12_000, seed=2)
    never_raises = house_edge(np.zeros_like(learned))
    assert house_edge(learned) - best < (never_raises - best) / 4
    assert house_edge(-learned) - best > never_raises - best  # the same values with their sign turned
