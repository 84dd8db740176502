"""An agent that does not know the rules learns when to raise in Casino Monte, and is priced exactly.

Tabular Q-learning: one value for each sight (whose card is exposed, and its rank) and each raise. It learns off-policy,
by playing at random; with one decision per round, the target of an update is the round's reward.
`python examples/learn_casino_monte.py` takes about half a minute and needs Gymnasium (`pip install '.[research]'`).
"""

from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import croupier
import croupier.envs
from croupier.cards import RANKS, rank_of

ENVIRONMENT = croupier.envs.env_id("casino-monte")
OTHER, OWN = 0, 1

Values = npt.NDArray[np.float64]


def sight(observation: dict[str, Any]) -> tuple[int, int]:
    """Whose card the die has exposed, and its rank."""
    (place,) = np.flatnonzero(observation["cards"])
    card = int(observation["cards"][place]) - 1
    return OWN if place + 1 == observation["spot"] else OTHER, rank_of(card)


def learn(rounds: int, seed: int) -> Values:
    """Play rounds and give the value of each option at each sight."""
    env = gymnasium.make(ENVIRONMENT, wagers=["initial"], spot=1)
    chance = np.random.default_rng(seed)
    options = env.get_wrapper_attr("questions")[0].answers
    values = np.zeros((2, len(RANKS), len(options)))
    tried = np.zeros_like(values)
    for number in range(rounds):
        observation, _ = env.reset(seed=seed if number == 0 else None)
        here = sight(observation)
        option = int(chance.integers(len(options)))
        _, reward, *_ = env.step(option)
        at = (*here, option)
        tried[at] += 1
        values[at] += (float(reward) - values[at]) / tried[at]
    return values


def house_edge(values: Values) -> Fraction:
    """The exact edge against an agent that always takes the option it values most."""
    game = croupier.game("casino-monte")
    options = [option.id for option in game.model.decisions[0].options]
    rules = [
        {"decide": options[best], "exposed": ("other", "own")[whose], "rank": f"exactly {rank}"}
        for whose, row in enumerate(values.argmax(axis=2))
        for rank, best in zip(RANKS, row, strict=True)
    ]
    learned: dict[str, object] = {"otherwise": options[0], "rule": rules}
    return game.analyze(strategy=learned).wagers["initial"].house_edge


if __name__ == "__main__":
    learned = learn(rounds=60_000, seed=1)
    for whose, name in ((OTHER, "another's card"), (OWN, "one's own card")):
        print(f"{name:>15}", "".join(f"{rank:>3}" for rank in RANKS))
        print(" " * 15, "".join(f"{option:>3}" for option in learned[whose].argmax(axis=1)))
    optimum = croupier.game("casino-monte").analyze().wagers["initial"].house_edge
    print(f"house edge {float(house_edge(learned)):.4%}, against the best play {float(optimum):.4%}")
