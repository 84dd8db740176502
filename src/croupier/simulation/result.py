"""What the results of all simulations share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from croupier.cards import card_names
from croupier.conditions import Conditions
from croupier.result import Result, Row
from croupier.sheet import Sheet
from croupier.simulation.statistics import ALARM, POWER
from croupier.simulation.trial import Progress, Run

UNSAID: Final[Any] = None
INTERRUPTED: Final = Sheet("Interrupted: this is what is known so far.")


@dataclass(frozen=True, repr=False)
class SimulationResult(Result):
    """A run of a trial, read."""

    trial: Any
    run: Run
    conditions: Conditions = UNSAID
    """Those of the trial, where nobody says others."""

    def __post_init__(self) -> None:
        if self.conditions is UNSAID:
            object.__setattr__(self, "conditions", self.trial.conditions(self.run))

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        raise NotImplementedError

    @property
    def progress(self) -> Progress:
        """The units played, and what they add up to."""
        return self.run.progress

    @property
    def seconds(self) -> float:
        """How long that took."""
        return self.run.seconds

    @property
    def rounds_per_second(self) -> float:
        """How fast."""
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended it before it was done."""
        return self.run.interrupted

    @property
    def estimate(self) -> str:
        """The figure to watch while it is played, where there is one."""
        return ""

    @property
    def cut_short(self) -> tuple[Sheet, ...]:
        return (INTERRUPTED,) if self.interrupted else ()

    @property
    def shared_data(self) -> dict[str, object]:
        """What the data of all simulations have."""
        return {
            "game": self.conditions.game,
            "house": dict(self.conditions.house),
            "seed": self.conditions.seed,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, repr=False)
class NothingPlayed(Result):
    """A simulation that was interrupted before its first unit: all that is known is what was asked for."""

    schema = "croupier.simulation/1"
    conditions: Conditions

    @property
    def summary(self) -> str:
        return "interrupted before a round was played"

    @property
    def sheet(self) -> Sheet:
        return Sheet("Interrupted before a round was played.")

    def data(self) -> dict[str, object]:
        """The fields of a simulation, of which none is known."""
        unknown = ("strategy", "main", "chi_square", "degrees_of_freedom", "p_value", "counted", "tested", "agrees")
        return {
            "game": self.conditions.game,
            "house": dict(self.conditions.house),
            "seed": self.conditions.seed,
            "removed": list(card_names(self.conditions.removed)),
            "interrupted": True,
            "rounds": 0,
            "seconds": 0.0,
            "rounds_per_second": 0.0,
            "wagers": {},
            **dict.fromkeys(unknown),
            "false_alarm_rate": ALARM,
            "power": POWER,
            "verdict": "Nothing was played.",
        }

    def to_rows(self) -> list[Row]:
        return []

    def to_csv(self, file: str | Path | None = None) -> str:  # noqa: ARG002  # there is nothing to write to one
        """The first columns of rounds, and no row."""
        return "game,strategy,seed,rounds,wager\n"
