"""A disk that fails on purpose: at one operation, from one on, or with the machine it is in.

What a crash leaves is worked out by a model of what was synced: a file holds what it held when it was last synced, a
folder the names it had when it was last synced, and of all that came later any beginning may have reached the disk.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from croupier import files
from croupier.files import Disk

Image = dict[str, bytes]
"""What a folder holds: files by name."""

ONCE = "fails once"
HALF = "fails once, half done"
LATE = "is done and says that it failed"
DEAD = "fails, and so does everything after it"
HALF_DEAD = "fails half done, and so does everything after it"
LATE_DEAD = "is done and says that it failed, and so does everything after it"
FAILURES = (ONCE, HALF, LATE, DEAD, HALF_DEAD, LATE_DEAD)
KILLED = "ends with the process"
INTERRUPTED = "hears Ctrl-C"


class Killed(BaseException):
    """The process is gone; nothing that it does from here on counts."""


class FaultyDisk(Disk):
    """A disk of one folder that counts its operations and lets one of them, by number, go wrong in some way."""

    def __init__(self, folder: Path, at: int = 0, way: str = ONCE) -> None:
        self.folder = folder
        self.at = at
        self.way = way
        self.done: list[str] = []
        """The operations so far: what, on which file."""
        self.synced: dict[int, bytes] = {}
        """What files, by their number, held when they were synced."""
        self.names: dict[str, int | bytes] = {}
        """The names that were synced: which file, or what it held when it lost that name."""
        self.images: dict[str, Image] = {}
        """What the folder may hold after a crash."""
        for file in folder.iterdir():
            self.names[file.name] = file.stat().st_ino
            self.synced[file.stat().st_ino] = file.read_bytes()

    # Operations

    def write(self, descriptor: int, data: bytes) -> None:
        with self.operation("write", opened_as(descriptor)) as part:
            super().write(descriptor, data[: len(data) * part // 2])

    def sync(self, descriptor: int) -> None:
        with self.operation("sync", opened_as(descriptor)) as part:
            if part == 2:
                self.remember(descriptor)  # what the model says is what counts, and no time is spent

    def truncate(self, descriptor: int, size: int) -> None:
        with self.operation("truncate", opened_as(descriptor)) as part:
            if part == 2:
                super().truncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        with self.operation("rename", target) as part:
            if part == 2:
                self.forget(target)
                super().rename(source, target)

    def link(self, source: Path, target: Path) -> None:
        with self.operation("rename", target) as part:
            if part == 2:
                super().link(source, target)

    @contextmanager
    def operation(self, kind: str, file: Path) -> Iterator[int]:
        """Say how much of an operation is done, in halves, and fail afterwards if it is the one."""
        self.done.append(f"{kind} {file.name}")
        number = len(self.done)
        failing = number == self.at or (number > self.at > 0 and self.way in (DEAD, HALF_DEAD, LATE_DEAD, KILLED))
        if not failing:
            yield 2
            return
        late = number == self.at and self.way in (LATE, LATE_DEAD, INTERRUPTED)
        half = number == self.at and self.way in (HALF, HALF_DEAD, KILLED)
        yield 2 if late else 1 if half else 0
        self.fail(number)

    def fail(self, number: int) -> None:
        """Go wrong."""
        if self.way == INTERRUPTED:
            os.kill(os.getpid(), 2)
            return
        if self.way == KILLED:
            if number == self.at:
                self.images = self.crash()
            raise Killed
        raise_error()

    # What a crash leaves

    def remember(self, descriptor: int) -> None:
        """Note what is on the disk for good."""
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            if found.st_ino == self.folder.stat().st_ino:
                self.names = {file.name: file.stat().st_ino for file in self.folder.iterdir()}
        else:
            self.synced[found.st_ino] = opened_as(descriptor).read_bytes()

    def forget(self, target: Path) -> None:
        """Note what a name held that is given to another file."""
        kept = self.names.get(target.name)
        if target.parent == self.folder and isinstance(kept, int):
            self.names[target.name] = self.synced.get(kept, b"")

    def crash(self) -> dict[str, Image]:
        """Everything that the folder may hold after a crash now: the most, the least, and half of what is between."""
        most = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        numbers = {file.name: file.stat().st_ino for file in self.folder.iterdir()}
        sure = {name: self.synced.get(number, b"") for name, number in numbers.items()}
        return {
            "all": most,
            "only what was synced": {
                name: kept if isinstance(kept, bytes) else self.synced.get(kept, b"")
                for name, kept in self.names.items()
            },
            "half of the rest": {name: between(sure[name], held) for name, held in most.items()},
        }


def opened_as(descriptor: int) -> Path:
    """The file that is open."""
    return Path(f"/proc/self/fd/{descriptor}").readlink()


def between(sure: bytes, held: bytes) -> bytes:
    """A file of which half has reached the disk since it was synced."""
    if held.startswith(sure):
        return held[: len(sure) + (len(held) - len(sure) + 1) // 2]
    return sure


def raise_error() -> NoReturn:
    """Fail as disks do."""
    raise OSError(5, "Input/output error")


@contextmanager
def disk_in_place(disk: Disk) -> Iterator[None]:
    """Let everything be written to this disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "disk", disk)
        yield
