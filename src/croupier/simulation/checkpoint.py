"""Checkpoints: a run so far in a file that is whole at every moment, and that belongs to one trial alone."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar

from croupier.errors import Refused, Unwritten
from croupier.files import write_atomically
from croupier.simulation.course import Run, begun, follow_units, marks, on_cores
from croupier.simulation.estimate import Point, Simulation
from croupier.simulation.experiment import Experiment, Identified, Progress, Resumable
from croupier.simulation.streams import ROUNDS_MAX

FORMAT: Final = "croupier simulation 1"
EVERY: Final = 5.0
"""Seconds between two checkpoints."""
BYTES_MAX: Final = 1 << 20
CELL_BYTES_MAX: Final = 256
"""A file has at most so many bytes, and so many more for each cell of its tally."""
OURS: Final = b'{"format": "croupier simulation'
"""How a checkpoint begins."""
FRACTION: Final = re.compile(r"-?[0-9]{1,60}(/[0-9]{1,30})?")
DAMAGED: Final = "this is no checkpoint of a simulation, or a damaged one"
MISREAD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading a damaged file may lead to."""


class Unkept(Unwritten):
    """A run could not be written."""


class Kept(Protocol):
    """A run that can be kept."""

    @property
    def progress(self) -> Progress:
        """How far it has come."""

    @property
    def seconds(self) -> float:
        """How long that took."""


AnyRun = TypeVar("AnyRun", bound=Kept)


class Keeper(ABC, Generic[AnyRun]):
    """A file that keeps one trial's run."""

    def __init__(self, file: str | Path, trial: Identified) -> None:
        """Take the file and its trial."""
        self.file = Path(file)
        self.of = trial

    @abstractmethod
    def begun(self) -> AnyRun:
        """A run before its first unit."""

    @abstractmethod
    def run_from(self, kept: Mapping[str, Any]) -> AnyRun:
        """A run as it was kept; a `ValueError` where it cannot be one."""

    def trail_of(self, _run: AnyRun) -> list[object]:
        """What is kept of a run's way."""
        return []

    def read(self) -> AnyRun:
        """The run that was kept; where none is yet, its beginning, written to see that it can be."""
        try:
            if self.file.exists():
                return self.read_back()
            folder = self.file.resolve().parent
        except (OSError, RuntimeError):
            raise self.refused("this cannot be read: links lead in a circle, or nowhere") from None
        if not folder.is_dir():
            raise self.refused("there is no such folder")
        run = self.begun()
        self.write(run)
        return run

    def read_back(self) -> AnyRun:
        """Read a file, and refuse one that is damaged or another experiment's."""
        try:
            with self.file.open("rb") as opened:
                data = opened.read(BYTES_MAX + CELL_BYTES_MAX * self.of.job.cells)
        except OSError as error:
            raise self.refused(f"this cannot be read: {error.strerror}") from None
        try:
            body, seal = data.rstrip(b"\n").rsplit(b"\n", 1)
            if sha256(body).hexdigest().encode() != seal:
                raise ValueError
            kept: dict[str, Any] = json.loads(body)
            if kept["format"] != FORMAT:
                raise ValueError
            of = dict(kept["of"])
        except MISREAD:
            raise self.refused(DAMAGED) from None
        self.check(of)
        try:
            return self.run_from(kept)
        except MISREAD:
            raise self.refused(DAMAGED) from None

    def progress_from(self, kept: Mapping[str, Any]) -> tuple[Progress, float]:
        """How far a run had come, and in what time."""
        progress = Progress(whole(kept["units"]), tuple(whole(n) for n in kept["tally"]))
        seconds = float(kept["seconds"])
        if (
            not 0 <= progress.units <= ROUNDS_MAX
            or not isfinite(seconds)
            or seconds < 0
            or len(progress.tally) != self.of.job.cells
        ):
            raise ValueError
        return progress, seconds

    def check(self, of: Mapping[str, str]) -> None:
        """Refuse another experiment's run, naming what is not the same."""
        for part, ours in self.of.known_by.items():
            if of.get(part) != ours:
                which = f" ({of.get(part)}, not {ours})" if part in ("game", "seed") else ""
                are = "are" if part.endswith("s") else "is"
                raise self.refused(f"this belongs to another experiment, whose {part} {are} not the same{which}")

    def refused(self, why: str) -> Refused:
        """A refusal of the file."""
        return Refused(why, field=str(self.file))

    def write(self, run: AnyRun) -> None:
        """Write a run, whole or not at all."""
        kept = {
            "format": FORMAT,
            "of": dict(self.of.known_by),
            "units": run.progress.units,
            "seconds": run.seconds,
            "tally": run.progress.tally,
            "trail": self.trail_of(run),
        }
        body = json.dumps(kept).encode()
        sealed = body + b"\n" + sha256(body).hexdigest().encode() + b"\n"
        try:
            write_atomically(self.file, sealed, ours=is_checkpoint)
        except OSError as error:
            raise Unkept(self.file, error.strerror or str(error)) from None

    def keeping(self, runs: Generator[AnyRun]) -> Generator[AnyRun]:
        """Write what passes every few seconds, and what passed last however it ends.

        A disk that is full for a while does not end a long run; only what cannot be written at the end is refused.
        """
        written, latest = monotonic(), None
        with closing(runs):
            try:
                for latest in runs:
                    if monotonic() - written >= EVERY:
                        with suppress(Unkept):
                            self.write(latest)
                        written = monotonic()
                    yield latest
            finally:
                if latest is not None:
                    self.write(latest)


def is_checkpoint(data: bytes) -> bool:
    """Whether a file that begins like this keeps a run."""
    return data.startswith(OURS)


def whole(number: object) -> int:
    """A whole number as JSON has it; a `ValueError` for anything else."""
    if type(number) is not int:
        raise ValueError
    return number


def fraction(text: str) -> Fraction:
    """A fraction as it is written here; other ways to write one may take for ever to work out."""
    if not FRACTION.fullmatch(text):
        raise ValueError
    return Fraction(text)


class Checkpoint(Keeper[Simulation]):
    """A file that keeps one experiment's run."""

    def __init__(self, file: str | Path, trial: Experiment) -> None:
        """Take the file and its experiment."""
        super().__init__(file, trial)
        self.trial = trial

    def begun(self) -> Simulation:
        """A run before its first round."""
        return begun(self.trial)

    def trail_of(self, run: Simulation) -> list[object]:
        """The estimates on its way."""
        return [[point.rounds, {id_: str(won) for id_, won in point.won.items()}] for point in run.trail]

    def run_from(self, kept: Mapping[str, Any]) -> Simulation:
        """A run as it was kept."""
        progress, seconds = self.progress_from(kept)
        trail = tuple(Point(whole(at), {id_: fraction(won) for id_, won in each.items()}) for at, each in kept["trail"])
        if [point.rounds for point in trail] != list(marks(progress.units)):
            raise ValueError
        if any(list(point.won) != list(self.trial.pays) for point in trail):
            raise ValueError
        if min(progress.tally) < 0 or sum(progress.tally) != progress.units:
            raise ValueError
        return Simulation(self.trial, progress, seconds, trail)


class UnitsCheckpoint(Keeper[Run]):
    """A file that keeps the run of shoes, sittings, paths or shifts."""

    def begun(self) -> Run:
        """A run before its first unit."""
        return Run(self.of.start, 0.0)

    def run_from(self, kept: Mapping[str, Any]) -> Run:
        """A run as it was kept."""
        return Run(*self.progress_from(kept))


def play_on_cores(trial: Resumable, last: int, workers: int, checkpoint: str | Path | None) -> Run:
    """Play a trial up to a unit on this machine's cores, from a checkpoint on where one is given."""
    keeper = None if checkpoint is None else UnitsCheckpoint(checkpoint, trial)
    with on_cores(trial, workers) as crew:
        so_far = Run(trial.start, 0.0) if keeper is None else keeper.read()
        runs = follow_units(trial, so_far, last, crew)
        with closing(runs if keeper is None else keeper.keeping(runs)) as going:
            for so_far in going:  # noqa: B007  # the last
                pass
    return so_far
