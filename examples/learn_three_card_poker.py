"""An agent learns from millions of rounds when to play in Three Card Poker, and is priced exactly.

It knows no rule, only the parts of what a seat sees: the rank of the exposed card, and how strong its own hand is. It
decides at random and keeps the mean reward of each option at each sight; with one decision in a round, there is no more
to learn. Rounds are dealt and settled by the compiled rules, thousands at a time.
`python examples/learn_three_card_poker.py` takes less than a minute and needs Gymnasium (`pip install '.[research]'`).
"""

from fractions import Fraction

import numpy as np
import numpy.typing as npt

import croupier
from croupier.envs import TableVectorEnv
from croupier.exact.analysis import Analysis
from croupier.exact.solve import solver_of

GAME = "three-card-poker"
TABLES = 1 << 15
RANKS, HANDS, OPTIONS = 13, 1 << 15, 2

Ints = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


def cells(env: TableVectorEnv, sights: Ints) -> Ints:
    """A number for each sight by its parts."""
    parts = env.parts(sights)
    return parts["up"] * HANDS + parts["hand"]


def learn(rounds: int, seed: int) -> Values:
    """Play rounds and give the value of each option at each sight."""
    env = TableVectorEnv(GAME, TABLES, wagers=["ante"])
    chance = np.random.default_rng(seed)
    observed, _ = env.reset(seed=seed)
    size = RANKS * HANDS * OPTIONS
    won, tried = np.zeros(size), np.zeros(size)
    for _ in range(-(-rounds // TABLES)):
        options = chance.integers(OPTIONS, size=TABLES)
        taken = cells(env, observed["sight"]) * OPTIONS + options
        observed, rewards, *_ = env.step(options)
        won += np.bincount(taken, rewards, size)
        tried += np.bincount(taken, minlength=size)
    return (won / np.maximum(tried, 1)).reshape(-1, OPTIONS)


def house_edge(values: Values) -> Fraction:
    """The exact edge against an agent that always takes the option it values most."""
    solver = solver_of(GAME)
    env = TableVectorEnv(GAME, 1, wagers=["ante"])
    plans = values.argmax(axis=1)[cells(env, solver.counts.sights)]
    return Analysis(solver.play(plans), "learned").wagers["ante"].house_edge


if __name__ == "__main__":
    learned = learn(rounds=40_000_000, seed=1)
    optimum = croupier.game(GAME).analyze().wagers["ante"].house_edge
    print(f"house edge {float(house_edge(learned)):.4%}, against the best play {float(optimum):.4%}")
