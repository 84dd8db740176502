"""An agent learns from millions of rounds when to play in Three Card Poker, and is priced exactly.

It knows no rule, only the parts of what a seat sees: the rank of the exposed card, and how strong its own hand is. It
decides at random and adds up the rewards of each option at each sight. For each exposed rank it then plays every hand
from the one on from which playing has won more than folding. Rounds are dealt and settled by the compiled rules,
thousands at a time.
`python examples/learn_three_card_poker.py` takes less than a minute and needs Gymnasium (`pip install '.[research]'`).
"""

from fractions import Fraction

import numpy as np
import numpy.typing as npt

import croupier
from croupier.cards import RANKS
from croupier.envs import TableVectorEnv

GAME = "three-card-poker"
TABLES = 1 << 15
HANDS = 1 << 15
"""More than there are hands to tell apart."""
SIGHTS = len(RANKS) * HANDS

Gains = npt.NDArray[np.float64]


def learn(rounds: int, seed: int) -> Gains:
    """Play rounds and give, by exposed rank and hand, what playing wins beyond folding, times how often it comes up."""
    env = TableVectorEnv(GAME, TABLES, wagers=["ante"])
    fold, play = (env.questions[0].answers.index(option) for option in ("fold", "play"))
    chance = np.random.default_rng(seed)
    observed, _ = env.reset(seed=seed)
    won = {fold: np.zeros(SIGHTS), play: np.zeros(SIGHTS)}
    for _ in range(-(-rounds // TABLES)):
        parts = env.parts(observed["sight"])
        seen = parts["up"] * HANDS + parts["hand"]
        options = chance.integers(2, size=TABLES)
        observed, rewards, *_ = env.step(options)
        for option in won:
            taken = options == option
            won[option] += np.bincount(seen[taken], rewards[taken], SIGHTS)
    return (won[play] - won[fold]).reshape(len(RANKS), HANDS)


def house_edge(gains: Gains) -> Fraction:
    """The exact edge against an agent that plays the hands from which on it has gained most."""
    game = croupier.game(GAME)
    _, hand = game.model.decisions[0].fields
    gained = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1]
    rules = [
        {"decide": "play", "up": f"exactly {rank}", "hand": f"{hand.show(from_)} or better"}
        for rank, from_ in zip(RANKS, last_place_of_most(gained), strict=True)
    ]
    learned: dict[str, object] = {"otherwise": "fold", "rule": rules}
    return game.analyze(strategy=learned).wagers["ante"].house_edge


def last_place_of_most(gained: Gains) -> list[int]:
    """The last place of the largest number in each row: between two hands there are numbers that no hand has."""
    return [int(np.flatnonzero(row == row.max())[-1]) for row in gained]


if __name__ == "__main__":
    learned = learn(rounds=40_000_000, seed=1)
    optimum = croupier.game(GAME).analyze().wagers["ante"].house_edge
    print(f"house edge {float(house_edge(learned)):.4%}, against the best play {float(optimum):.4%}")
