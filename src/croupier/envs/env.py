"""A game as a Gymnasium environment, made from its rulebook.

An episode is a sitting of one round or more. The player is asked what to bet and then what the game lets players
decide; an action answers all questions of a round at once, and of each action only the answer to the question at hand
is read, so that every action of the space may be taken at any time. The observation is what the seat has seen; the
reward, when a round is settled, is what the table paid, in units of the stake.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from croupier.envs.actions import BET, Bet, bets_on, bets_taken, least_stake, placed_first, questions
from croupier.envs.draws import draws
from croupier.envs.generator import GeneratorChance
from croupier.envs.rendering import rendered
from croupier.envs.solo_table import OVER, SEAT, SoloTable, seated
from croupier.errors import Refused, quoted
from croupier.money import price
from croupier.naming import dealt_game
from croupier.rulebook import NOT_ASKED, Draw, Drawn, Game, Rulebook
from croupier.table.commands import AMPLE_CENTS

Observation = dict[str, Any]
Action = int | Sequence[int] | npt.NDArray[np.integer[Any]]
Mask = npt.NDArray[np.int8]


class TableEnv(gymnasium.Env[Observation, Action]):
    """One seat at a table of any game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        *,
        house: Mapping[str, object] | None = None,
        wagers: Sequence[str] | None = None,
        spot: int | None = None,
        stake_cents: int | None = None,
        rounds: int = 1,
        bankroll: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Sit down under these house rules.

        `wagers` and `spot` fix what is bet; when they leave one bet, it is placed unasked. Every wager is of
        `stake_cents`, by default the least that all wagers take; it is the unit of rewards and of `bankroll`. A sitting
        lasts so many `rounds`, or until the bankroll covers no bet.
        """
        check_numbers(rounds=rounds, bankroll=bankroll, stake_cents=stake_cents)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Refused(f"{quoted(render_mode)} cannot be rendered; ansi can", field="render_mode")
        check_shapes(house, wagers)
        of = dealt_game(game)
        self.render_mode = render_mode
        self.rounds = rounds
        self.bankroll = bankroll
        self.stake = stake_cents or least_stake(of.rulebook(of.house(house)))
        chips = AMPLE_CENTS if bankroll is None else bankroll * self.stake
        self.start = seated(of, dict(house or {}), chips)
        self.bets = narrowed(self.book, self.stake, wagers, spot)
        self.questions = questions(self.bets, self.book.decisions)
        if not self.questions:
            raise Refused(f"{self.book.game.title} asks nothing more once the wagers are fixed", field="wagers")
        self.action_space = action_space(tuple(len(question.answers) for question in self.questions))
        self.observation_space = self.observed()
        self.table: SoloTable | None = None
        self.asked = OVER
        self.rounds_left = 0
        self.ended = True
        self.unpaid = 0
        """Cents won before the first question of a sitting, paid with its first reward."""

    @property
    def book(self) -> Rulebook:
        return self.start.rulebook

    def observed(self) -> spaces.Dict:
        book = self.book
        parts: dict[str, spaces.Space[Any]] = {
            "asked": spaces.Discrete(len(self.questions) + 1),
            "wagers": spaces.MultiBinary(len(placed_first(book))),
        }
        if book.spots:
            parts["spot"] = spaces.Discrete(len(book.spots) + 1)
        parts |= {drawn.name: drawn_space(drawn, len(book.supply.composition)) for drawn in book.model.draws}
        if book.model.repeat:
            parts["sight"] = spaces.Discrete(book.decisions[0].codes + 1, start=NOT_ASKED)
        if book.decisions:
            parts["decided"] = spaces.MultiDiscrete([len(decision.options) + 1 for decision in book.decisions])
        if self.rounds > 1:
            parts["seen"] = spaces.Box(0, book.supply.decks, (len(book.supply.composition),), np.int64)
            parts["rounds_left"] = spaces.Discrete(self.rounds + 1)
        if self.bankroll is not None:
            parts["chips"] = spaces.Box(0.0, AMPLE_CENTS / self.stake, (1,), np.float64)
        return spaces.Dict(parts)

    # A sitting

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Sit down anew at a fresh shoe; a seed repeats the cards.

        Rounds in which nothing is asked go by until something is, or until the sitting is over; their result is told
        and is part of the first reward. Where all of them went by, any action is taken for it.
        """
        super().reset(seed=seed, options=options)
        self.table = SoloTable(self.start, GeneratorChance(self.np_random), self.stake)
        self.rounds_left = self.rounds
        self.unpaid = self.go_on(self.table)
        self.ended = False
        return self.observation(self.table), self.info(self.table)

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the question at hand; the table refuses what a player may not do."""
        table = self.table
        if table is None or self.ended:
            raise Refused("the sitting is over; reset the environment")
        number, won = self.read(action), self.unpaid
        if self.asked != OVER:
            if self.asked == BET:
                table.bet(self.bets[number])
            else:
                table.decide(self.answers[number])
            won += self.go_on(table)
        self.unpaid, self.ended = 0, self.asked == OVER
        return self.observation(table), won / self.stake, self.ended, False, self.info(table)

    def read(self, action: Action) -> int:
        """The answer to the question at hand."""
        given = np.asarray(action)
        if given.dtype.kind not in "iu" or given not in self.action_space:
            raise Refused(f"an action is one of {self.action_space}, not {quoted(str(action))}", field="action")
        if self.asked == OVER:
            return 0
        return int(given if given.ndim == 0 else given[self.place])

    def go_on(self, table: SoloTable) -> int:
        """Go on to the next question or the end, and give the cents that were won on the way."""
        won = 0
        while True:
            self.asked = table.go_on()
            if self.asked == OVER:
                won += table.result
                self.rounds_left -= 1
                if not self.rounds_left or all(bet.cost > table.chips for bet in self.bets):
                    return won
            elif self.asked == BET and len(self.bets) == 1:
                table.bet(self.bets[0])
            else:
                return won

    @property
    def place(self) -> int:
        """The number of the question at hand, one more than the last when a sitting is over."""
        ids = [question.id for question in self.questions]
        return ids.index(self.asked) if self.asked != OVER else len(ids)

    @property
    def answers(self) -> tuple[str, ...]:
        """What may be answered to the question at hand."""
        return self.questions[self.place].answers if self.asked != OVER else ()

    # What is observed

    def observation(self, table: SoloTable) -> Observation:
        """List what the player has seen."""
        seen, book = table.seen(), self.book
        placed = dict(seen.at(SEAT).wagers)
        observed: Observation = {
            "asked": np.int64(self.place),
            "wagers": np.array([wager.id in placed for wager in placed_first(book)], dtype=np.int8),
        }
        if book.spots:
            observed["spot"] = np.int64(seen.spot(SEAT))
        for drawn, values in zip(book.model.draws, draws(seen, book).values(), strict=True):
            observed[drawn.name] = np.int64(values[0]) if drawn.kind is Draw.DIE else np.array(values, dtype=np.int64)
        if book.model.repeat:
            observed["sight"] = np.int64(self.sight(table))
        if book.decisions:
            observed["decided"] = np.array([self.option_decided(table, d.id) for d in book.decisions], dtype=np.int64)
        if self.rounds > 1:
            counts = table.cards.counts()
            every = range(len(book.supply.composition))
            observed["seen"] = np.array([counts[card] for card in every], dtype=np.int64)
            observed["rounds_left"] = np.int64(self.rounds_left)
        if self.bankroll is not None:
            observed["chips"] = np.array([table.chips / self.stake])
        return observed

    def sight(self, table: SoloTable) -> int:
        """What is seen of the hand at a decision that repeats; `NOT_ASKED` while it is not asked."""
        decision = self.book.decisions[0]
        if self.asked != decision.id:
            return NOT_ASKED
        code: int = self.book.outcome(decision.sees, self.book.drawn(table.seen(), SEAT))
        return code

    def option_decided(self, table: SoloTable, decision: str) -> int:
        """The number of the option decided on plus one, 0 before."""
        options = ["", *(option.id for option in self.book.decisions_by_id[decision].options)]
        return options.index(table.state.decided(SEAT, decision))

    def info(self, table: SoloTable) -> dict[str, Any]:
        """What is asked, what may be answered, and the money of the round in cents."""
        return {
            "action_mask": self.action_mask(),
            "asked": self.asked,
            "result_cents": table.result,
            "fee_cents": table.fee,
        }

    def action_mask(self) -> Mask | tuple[Mask, ...]:
        """Which answers the table would take, in the form that `action_space.sample` reads."""
        masks = tuple(np.ones(len(question.answers), dtype=np.int8) for question in self.questions)
        if self.table is not None and self.asked == BET and self.bankroll is not None:  # only chips can be short
            masks[self.place][:] = [bet.cost <= self.table.chips for bet in self.bets]
        elif self.table is not None and self.asked not in (BET, OVER):
            short = self.bankroll is not None
            open_ = {option.option for option in self.table.options() if option.affordable or not short}
            masks[self.place][:] = [answer in open_ for answer in self.questions[self.place].answers]
        return masks if len(masks) > 1 else masks[0]

    def render(self) -> str | None:
        """Tell the table in words."""
        if self.render_mode is None or self.table is None:
            return None
        return rendered(self.table, self.asked, self.answers)


def narrowed(book: Rulebook, stake: int, wagers: Sequence[str] | None, spot: int | None) -> tuple[Bet, ...]:
    """The bets of a stake that a table takes, as far as they are not fixed."""
    trial = SoloTable(seated(book.game, book.house.show(), AMPLE_CENTS), ANY_CHANCE, stake)
    trial.go_on()
    taken = bets_taken(trial.state, SEAT, stake)
    named = () if wagers is None else in_order(book, wagers)
    wanted = taken if wagers is None else tuple(bets_on(trial.state, SEAT, named, stake)) if named else ()
    bets = tuple(bet for bet in wanted if spot is None or bet.spot == spot)
    if not bets:
        among = "; ".join(dict.fromkeys(" + ".join(bet.wagers) for bet in taken)) or "none"
        raise Refused(f"no such bet of {price(stake)} stands at this table; there are {among}", field="wagers")
    return bets


def in_order(book: Rulebook, wagers: Sequence[str]) -> tuple[str, ...]:
    """Some wagers in the order in which they are placed; those that do not exist are not placed, and nothing stands."""
    placed = [wager.id for wager in placed_first(book)]
    return tuple(id_ for id_ in placed if id_ in wagers) if set(wagers) <= set(placed) else ()


ANY_CHANCE: Final = GeneratorChance(np.random.default_rng(0))
"""For a trial in which no card matters."""


def check_numbers(**given: object) -> None:
    """Refuse rounds, units and cents that are not whole numbers above 0."""
    for name, number in given.items():
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise Refused(f"{name} must be a whole number from 1 up, not {quoted(number)}", field=name)


def check_shapes(house: object, wagers: object) -> None:
    """Refuse house rules that are not a mapping, and wagers that are not a list of ids."""
    if house is not None and not isinstance(house, Mapping):
        raise Refused(f"house rules must be a mapping of names to values, not {quoted(house)}", field="house")
    if wagers is None:
        return
    if not isinstance(wagers, Collection) or isinstance(wagers, str) or not all(isinstance(w, str) for w in wagers):
        raise Refused(f"wagers must be a list of their ids, not {quoted(wagers)}", field="wagers")


def action_space(sizes: tuple[int, ...]) -> spaces.Space[Any]:
    """One answer to each question; where there is one question, its answer alone."""
    return spaces.Discrete(sizes[0]) if len(sizes) == 1 else spaces.MultiDiscrete(list(sizes))


def drawn_space(drawn: Drawn, cards: int) -> spaces.Space[Any]:
    """What may be known of a draw: 0 for unknown, then faces, or so many cards, from 1 up."""
    if drawn.kind is Draw.DIE:
        return spaces.Discrete(drawn.count + 1)
    return spaces.MultiDiscrete([1 + cards] * drawn.count)
