"""Checkpoints: a run so far in a file that is whole at every moment, and that belongs to one experiment alone."""

import json
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any, Final

from croupier.errors import Refused
from croupier.kernel.cache import replacing
from croupier.simulate.course import begun
from croupier.simulate.estimate import Point, Simulation
from croupier.simulate.experiment import Experiment, Progress

FORMAT: Final = "croupier simulation 1"
EVERY: Final = 5.0
"""Seconds between two checkpoints."""
BYTES_MAX: Final = 1 << 28
DAMAGED: Final = "this is no checkpoint of a simulation, or a damaged one"


class Unkept(Refused):
    """A run could not be written."""


class Checkpoint:
    """A file that keeps one experiment's run."""

    def __init__(self, file: str | Path, trial: Experiment) -> None:
        """Take the file and its experiment."""
        self.file = Path(file)
        self.trial = trial

    def read(self) -> Simulation:
        """The run that was kept; where none is yet, its beginning, written to see that it can be."""
        if self.file.is_symlink() or self.file.exists():
            return self.read_back()
        if not self.file.parent.is_dir():
            raise self.refused("there is no such folder")
        run = begun(self.trial)
        self.write(run)
        return run

    def read_back(self) -> Simulation:
        """Read a file, and refuse one that is damaged or another experiment's."""
        try:
            with self.file.open("rb") as opened:
                data = opened.read(BYTES_MAX)
        except OSError as error:
            raise self.refused(f"this cannot be read: {error.strerror}") from None
        try:
            body, seal = data.rstrip(b"\n").rsplit(b"\n", 1)
            if sha256(body).hexdigest().encode() != seal:
                raise ValueError
            kept: dict[str, Any] = json.loads(body)
            if kept["format"] != FORMAT:
                raise ValueError
            of, run = dict(kept["of"]), self.run_from(kept)
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise self.refused(DAMAGED) from None
        self.check(of)
        if run.rounds != run.progress.units or len(run.progress.tally) != self.trial.job.cells:
            raise self.refused(DAMAGED)
        return run

    def check(self, of: Mapping[str, str]) -> None:
        """Refuse another experiment's run, naming what is not the same."""
        for part, ours in self.trial.known_by.items():
            if of.get(part) != ours:
                which = f" ({of.get(part)}, not {ours})" if part in ("game", "seed") else ""
                are = "are" if part.endswith("s") else "is"
                raise self.refused(f"this belongs to another experiment, whose {part} {are} not the same{which}")

    def refused(self, why: str) -> Refused:
        """A refusal of the file."""
        return Refused(why, field=str(self.file))

    def run_from(self, kept: Mapping[str, Any]) -> Simulation:
        """A run as it was kept."""
        trail = tuple(Point(int(at), {id_: Fraction(won) for id_, won in each.items()}) for at, each in kept["trail"])
        progress = Progress(int(kept["units"]), tuple(int(n) for n in kept["tally"]))
        seconds = float(kept["seconds"])
        if not isfinite(seconds) or min(seconds, *progress.tally) < 0:
            raise ValueError
        return Simulation(self.trial, progress, seconds, trail)

    def write(self, run: Simulation) -> None:
        """Write a run, whole or not at all."""
        kept = {
            "format": FORMAT,
            "of": dict(self.trial.known_by),
            "units": run.progress.units,
            "seconds": run.seconds,
            "tally": run.progress.tally,
            "trail": [[p.rounds, {id_: str(won) for id_, won in p.won.items()}] for p in run.trail],
        }
        body = json.dumps(kept).encode()
        try:
            with replacing(self.file) as draft:
                draft.write(body + b"\n" + sha256(body).hexdigest().encode() + b"\n")
        except OSError as error:
            raise Unkept(f"this cannot be written: {error.strerror}", field=str(self.file)) from None

    def keeping(self, runs: Generator[Simulation]) -> Generator[Simulation]:
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
