"""Many rounds at once: one seat at each of many tables, dealt, seen and settled by the compiled rules.

An episode is one round from fresh cards. All tables are asked the same question at the same time: the bet, unless it
is fixed, and then the decisions of the game; where a table is not asked one of them, its answer is passed over, and
`action_mask` says what is offered. What is seen of the cards is the *sight*, the number that the rulebook
gives to everything a seat cannot tell apart. The reward is what a table pays, to the cent. The step that ends a round
starts the next one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.envs.actions import BET, least_stake, questions
from croupier.envs.compiled_rounds import CompiledRounds, Ints, SightReader
from croupier.envs.env import action_space, check_numbers, check_shapes, narrowed
from croupier.errors import Refused, quoted
from croupier.naming import dealt_game
from croupier.rulebook import Game
from croupier.rulebook.model import offers_of

Observations = dict[str, npt.NDArray[Any]]
Actions = npt.NDArray[np.integer[Any]]
Stepped = tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]

NOT_YET: Final = -1
"""What is observed of a bet, a sight or a decision before there is one."""


class TableVectorEnv(VectorEnv[Observations, Actions, npt.NDArray[Any]]):
    """One seat at each of many tables of a game."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        *,
        house: Mapping[str, object] | None = None,
        wagers: Sequence[str] | None = None,
        spot: int | None = None,
        stake_cents: int | None = None,
    ) -> None:
        """Sit down at so many tables; `house`, `wagers`, `spot` and `stake_cents` are those of `TableEnv`."""
        check_numbers(num_envs=num_envs, stake_cents=stake_cents)
        check_shapes(house, wagers)
        of = dealt_game(game)
        self.book = of.rulebook(of.house(house))
        self.num_envs = num_envs
        self.stake = stake_cents or least_stake(self.book)
        self.bets = narrowed(self.book, self.stake, wagers, spot)
        self.questions = questions(self.bets, self.book.decisions)
        if not self.questions:
            raise Refused(f"{self.book.game.title} asks nothing more once the wagers are fixed", field="wagers")
        self.asks_bet = self.questions[0].id == BET
        self.single_action_space = action_space(tuple(len(question.answers) for question in self.questions))
        self.single_observation_space = self.observed()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.rounds = CompiledRounds(self.book, self.bets, self.stake, num_envs)
        self.readers = tuple(SightReader(decision) for decision in self.book.decisions)
        self.place: int | None = None
        """The number of the question at hand; none before the first reset."""
        self.bet = np.zeros(num_envs, dtype=np.int64)
        self.decided = np.zeros((num_envs, len(self.book.decisions)), dtype=np.int64)
        self.mask: npt.NDArray[np.int8] | None = None
        """Which options of the decision at hand are offered, by table; none where all of them are."""

    def observed(self) -> spaces.Dict:
        """What a seat observes; `NOT_YET` where something comes later."""
        parts: dict[str, spaces.Space[Any]] = {"asked": spaces.Discrete(len(self.questions))}
        if self.asks_bet:
            parts["bet"] = spaces.Discrete(len(self.bets) + 1, start=NOT_YET)
        sizes = [decision.places + 1 for decision in self.book.decisions]
        if sizes:
            codes = max(decision.codes for decision in self.book.decisions)
            parts["sight"] = spaces.Discrete(codes + 1, start=NOT_YET)
        if len(sizes) > 1:
            parts["decided"] = spaces.MultiDiscrete(sizes, start=[NOT_YET] * len(sizes))
        return spaces.Dict(parts)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start a round at every table; a seed repeats all cards and dice that follow."""
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise Refused(f"give one whole number as the seed of all tables, not {quoted(seed)}", field="seed")
        super().reset(seed=seed, options=options)
        self.rounds.shuffle(int(self.np_random.integers(1 << 62)))
        self.begin()
        return self.observations(), self.offered()

    def begin(self) -> None:
        """Start the next round at every table."""
        self.place = 0
        self.bet[:] = NOT_YET if self.asks_bet else 0
        self.decided[:] = NOT_YET
        if not self.asks_bet:
            self.rounds.deal(self.bet)

    def step(self, actions: Actions) -> Stepped:
        """Answer the question at hand at every table."""
        answers = self.read(actions)
        place = self.place or 0
        if self.asks_bet and not place:
            self.bet[:] = answers
            self.rounds.deal(self.bet)
        else:
            self.decided[:, place - self.asks_bet] = self.taken(answers)
        self.place = place + 1
        is_over = self.place == len(self.questions)
        won = self.rounds.settle(self.bet, self.decided) if is_over else np.zeros(self.num_envs, dtype=np.int64)
        if is_over:
            self.begin()
        ended, cut_short = np.full(self.num_envs, is_over), np.zeros(self.num_envs, dtype=np.bool_)
        return self.observations(), won / self.stake, ended, cut_short, {"result_cents": won, **self.offered()}

    def offered(self) -> dict[str, Any]:
        """Which answers every table takes, if something is not always offered; none where a table is not asked."""
        number = (self.place or 0) - self.asks_bet
        if number < 0 or not offers_of(self.book.decisions[number]):
            self.mask = None
            return {}
        self.mask = self.rounds.offers(number, self.bet, self.decided)
        return {"action_mask": self.mask.copy()}

    def taken(self, answers: Ints) -> Ints:
        """The options that are taken: as answered, or that a table is not asked; what is not offered is refused."""
        if self.mask is None:
            return answers
        asked = self.mask.any(axis=1)
        wrong = np.flatnonzero(asked & (self.mask[np.arange(self.num_envs), answers] == 0))
        if len(wrong):
            question = self.questions[self.place or 0]
            raise Refused(
                f"{question.answers[answers[wrong[0]]]} is not offered at table {wrong[0]}; `action_mask` says what is",
                field="actions",
            )
        return np.where(asked, answers, self.mask.shape[1])

    def read(self, actions: Actions) -> Ints:
        """The answers to the question at hand."""
        if self.place is None:
            raise Refused("no round has begun; reset the environment")
        given, asked = np.asarray(actions), self.questions[self.place]
        shape = self.action_space.shape
        if given.shape != shape or given.dtype.kind not in "iu":
            raise Refused(
                f"actions are whole numbers in the shape {shape}, not {given.dtype} in {given.shape}", field="actions"
            )
        answers: Ints = (given if given.ndim == 1 else given[:, self.place]).astype(np.int64)
        wrong = np.flatnonzero((answers < 0) | (answers >= len(asked.answers)))
        if len(wrong):
            raise Refused(
                f"{answers[wrong[0]]} at table {wrong[0]} does not answer {asked.id}; "
                f"answer 0 to {len(asked.answers) - 1}",
                field="actions",
            )
        return answers

    def observations(self) -> Observations:
        """What every seat has seen."""
        place = self.place or 0
        observed: Observations = {"asked": np.full(self.num_envs, place, dtype=np.int64)}
        if self.asks_bet:
            observed["bet"] = self.bet.copy()
        if self.readers:
            number = place - self.asks_bet
            observed["sight"] = (
                np.full(self.num_envs, NOT_YET, dtype=np.int64) if number < 0 else self.rounds.sights[:, number].copy()
            )
        if len(self.readers) > 1:
            observed["decided"] = self.decided.copy()
        return observed

    def parts(self, sights: Ints, decision: int = 0) -> dict[str, Ints]:
        """The sights of a decision by the parts that its rulebook names, such as `up` and `hand`."""
        return self.readers[decision].read(sights)
