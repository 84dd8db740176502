"""A trial: what is played, in units that chance draws, and how far a run of it has come.

A unit is a round, a shoe, a sitting at a shuffler, a path of a bankroll or a shift of a table. Units are independent,
and follow from the seed and their number alone; what they come to are sums of whole numbers. So they can be played in
any chunks, anywhere, stopped and taken up again, and the totals are the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.simulation.job import Chunk, Job, check_whole, unmarked

Tally = tuple[int, ...]
"""What was added up, as whole numbers without bound."""
Player = Callable[[Chunk], Ints]
"""What plays a chunk."""


@dataclass(frozen=True)
class Progress:
    """How far a run has come: the units before this one are played, and this is what they add up to."""

    units: int
    tally: Tally

    def __add__(self, part: Ints) -> "Progress":
        return replace(self, tally=tuple(a + b for a, b in zip(self.tally, part.tolist(), strict=True)))


@dataclass(frozen=True, slots=True)
class Point:
    """What a unit on each wager in every round had won by some round."""

    rounds: int
    won: Mapping[str, Fraction]


@dataclass(frozen=True)
class Run:
    """A run so far."""

    progress: Progress
    seconds: float
    trail: tuple[Point, ...] = ()
    """The estimates on its way, where its trial has marks."""
    cut_off: Progress | None = None
    """The beginning of the unit in which it ends, where that is in the middle of one."""
    interrupted: bool = False
    share: float = field(default=1.0, compare=False)
    """How much of what was asked for is played."""


class Trial(ABC):
    """Units that can be run."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """What a unit is called."""

    @property
    @abstractmethod
    def job(self) -> Job:
        """What a worker needs."""

    @property
    @abstractmethod
    def chunk(self) -> int:
        """How many units are handed out together."""

    @property
    @abstractmethod
    def units_max(self) -> int:
        """How many units there are words for."""

    @property
    @abstractmethod
    def known_by(self) -> Mapping[str, str]:
        """What every unit follows from, part by part: two trials that agree in all of it are the same."""

    @property
    def also_known_by(self) -> Mapping[str, tuple[str, ...]]:
        """What parts of it were called in checkpoints of earlier versions."""
        return {}

    @abstractmethod
    def conditions(self, run: Run) -> Conditions:
        """What made a run, and the command that gives it again."""

    @property
    def start(self) -> Progress:
        """Before the first unit."""
        return Progress(0, (0,) * self.job.cells)

    def check(self, run: Run) -> None:  # noqa: B027  # most trials have nothing to add
        """Raise a `ValueError` where a run that was kept cannot be one of this trial."""

    def check_units(self, units: int) -> None:
        """Refuse no units, and more than there are."""
        check_whole(**{f"{self.unit}s": units})
        if not 0 < units <= self.units_max:
            raise Refused(
                f"{units:,} {self.unit}s cannot be played; 1 to {self.units_max:,} can", field=f"{self.unit}s"
            )

    # ── By rounds ────────────────────────────────────────────────────────────────────────────────────────────────────

    rounds_least = 1
    """How many rounds every unit has at least."""

    def rounds_in(self, progress: Progress) -> int:
        """How many rounds some units have together."""
        return progress.units

    def job_of(self, _rounds: int) -> Job:
        """What a worker needs for units that are cut off after so many rounds."""
        raise Refused(f"a {self.unit} cannot be cut off; give a number of {self.unit}s", field="rounds")

    # ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def mark_after(self, unit: int) -> int:
        """The next unit after this one at which an estimate is kept."""
        return unmarked(unit)

    def marks_until(self, units: int) -> Iterator[int]:
        mark = self.mark_after(0)
        while mark <= units:
            yield mark
            mark = self.mark_after(mark)

    def point(self, progress: Progress) -> Point:
        """The estimate that is kept at a mark."""
        return Point(progress.units, {})

    # ── On a GPU ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def gpu_player(self) -> tuple[Player, int]:
        """What plays chunks on a GPU, and how large they are."""
        raise Refused("a GPU plays only rounds that are dealt from all the cards", field="device")


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def known_job(job: Job) -> dict[str, str]:
    """What a job's units follow from: all that its kernel reads, and its rules and key."""
    read = b"".join(packed.array.tobytes() for packed in job.arrays)
    return {"numbers": digest(read), "rules": digest(f"{job.key} {job.kernel.made_of}".encode())}
