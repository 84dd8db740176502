"""The games as Gymnasium environments, dealt and settled by the table core.

Importing this registers one environment per known game, named after it: `croupier/CasinoMonte-v0`.
"""

import re

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise ImportError(
        "croupier.envs needs Gymnasium; in a checkout install it with: pip install '.[research]'"
    ) from missing

from croupier.envs.actions import Bet, Question
from croupier.envs.env import TableEnv
from croupier.envs.vector_env import TableVectorEnv
from croupier.games import ids

__all__ = ["Bet", "Question", "TableEnv", "TableVectorEnv", "env_id"]


def env_id(game: str) -> str:
    """The name under which a game is registered."""
    return f"croupier/{''.join(word.capitalize() for word in re.split('[^a-z0-9]', game))}-v0"


for _game in ids():
    gymnasium.register(
        env_id(_game),
        entry_point="croupier.envs:TableEnv",
        vector_entry_point="croupier.envs:TableVectorEnv",
        kwargs={"game": _game},
    )
