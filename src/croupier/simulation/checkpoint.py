"""Checkpoints: a run so far in a file that is whole at every moment, and that belongs to one trial alone."""

import json
import re
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any, Final

from croupier.errors import Refused, Unwritten
from croupier.files import write_atomically
from croupier.simulation.random_words import ROUNDS_MAX
from croupier.simulation.trial import Point, Progress, Run, Trial

FORMAT: Final = "croupier simulation 1"
EVERY: Final = 5.0
"""Seconds between two checkpoints."""
BYTES_MAX: Final = 1 << 20
CELL_BYTES_MAX: Final = 256
"""A file has at most so many bytes, and so many more for each cell of its tally."""
OURS: Final = b'{"format": "croupier simulation'
"""How a checkpoint begins."""
FRACTION: Final = re.compile(r"-?[0-9]{1,60}(/[0-9]{1,30})?")
DAMAGED: Final = "this is not a checkpoint of a simulation, or it is damaged"
MISREAD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading a damaged file may lead to."""


class Unkept(Unwritten):
    """A run could not be written; `result` is what was played, if anything was."""

    result: Any = None


class Checkpoint:
    """A file that keeps the run of one trial."""

    def __init__(self, file: str | Path, trial: Trial) -> None:
        self.file = Path(file)
        self.trial = trial

    def read(self) -> Run:
        """The run that was kept; where none is yet, its beginning, written to see that it can be."""
        try:
            if self.file.exists():
                return self.read_back()
            folder = self.file.resolve().parent
        except (OSError, RuntimeError):
            raise self.refused("this cannot be read: links lead in a circle, or nowhere") from None
        if not folder.is_dir():
            raise self.refused("there is no such folder")
        run = Run(self.trial.start, 0.0)
        self.write(run)
        return run

    def read_back(self) -> Run:
        """Read a file, and refuse one that is damaged or another experiment's."""
        try:
            with self.file.open("rb") as opened:
                data = opened.read(BYTES_MAX + CELL_BYTES_MAX * self.trial.job.cells)
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

    def run_from(self, kept: Mapping[str, Any]) -> Run:
        """A run as it was kept; a `ValueError` where it cannot be one."""
        progress = Progress(whole(kept["units"]), tuple(whole(n) for n in kept["tally"]))
        seconds = float(kept["seconds"])
        trail = tuple(Point(whole(at), {id_: fraction(won) for id_, won in each.items()}) for at, each in kept["trail"])
        if (
            not 0 <= progress.units <= ROUNDS_MAX
            or not isfinite(seconds)
            or seconds < 0
            or len(progress.tally) != self.trial.job.cells
            or [point.rounds for point in trail] != list(self.trial.marks_until(progress.units))
        ):
            raise ValueError
        run = Run(progress, seconds, trail)
        self.trial.check(run)
        return run

    def check(self, of: Mapping[str, str]) -> None:
        """Refuse another experiment's run, naming what is not the same."""
        for part, ours in self.trial.known_by.items():
            if of.get(part) != ours and of.get(part) not in self.trial.also_known_by.get(part, ()):
                which = f" ({of.get(part)}, not {ours})" if part in ("game", "seed") else ""
                are = "are" if part.endswith("s") else "is"
                raise self.refused(f"this belongs to another experiment, whose {part} {are} not the same{which}")

    def refused(self, why: str) -> Refused:
        return Refused(why, field=str(self.file))

    def write(self, run: Run) -> None:
        """Write a run, whole or not at all."""
        kept = {
            "format": FORMAT,
            "of": dict(self.trial.known_by),
            "units": run.progress.units,
            "seconds": run.seconds,
            "tally": run.progress.tally,
            "trail": [[point.rounds, {id_: str(won) for id_, won in point.won.items()}] for point in run.trail],
        }
        body = json.dumps(kept).encode()
        sealed = body + b"\n" + sha256(body).hexdigest().encode() + b"\n"
        try:
            write_atomically(self.file, sealed, ours=is_checkpoint)
        except OSError as error:
            raise Unkept(self.file, error.strerror or str(error)) from None

    def keeping(self, runs: Generator[Run]) -> Generator[Run]:
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
