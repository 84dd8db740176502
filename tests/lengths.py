"""How long tests marked `torture` take: as long as `CROUPIER_TORTURE` says, such as "kills=50 rounds=10000".

`seed` is the first of the simulator's seeds: with another one, rounds are played that were not played before.
"""

import os
import sys
from typing import Final

LENGTHS: Final = {"kills": 200, "cuts": 5_000, "bodies": 100_000, "rounds": 1_000_000, "fast_rounds": 1_000_000}
USUAL: Final = {**LENGTHS, "seed": 1_000}
"""What is done in all, for each engine where there are several; and the first seed."""


def wanted(said: str) -> dict[str, int]:
    """What is done in all, some of it as somebody says."""
    named = {name: int(number) for name, _, number in (each.partition("=") for each in said.split())}
    if unknown := named.keys() - USUAL.keys():
        raise ValueError(f"CROUPIER_TORTURE names {', '.join(sorted(unknown))}; there are {', '.join(USUAL)}")
    return {**USUAL, **named}


WANTED: Final = wanted(os.environ.get("CROUPIER_TORTURE", ""))


def told(what: str) -> None:
    """Tell how far a test has come; `pytest -s` shows it."""
    sys.stderr.write(f"  {what}\n")
