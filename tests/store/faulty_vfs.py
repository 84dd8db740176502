"""A disk under SQLite that fails on purpose: it runs full, cannot sync, or loses its power.

Everything that SQLite does to its files is put on record, and from the record follows what the disk may hold if the
power is cut at any point: what was synced, and of all that was written later any sectors at all, pieces of pages too.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex

import apsw

SECTOR = 512
"""The bytes that a disk writes completely or not at all."""


@dataclass(frozen=True, slots=True)
class Write:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    file: str


@dataclass(frozen=True, slots=True)
class Delete:
    file: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A commit has returned."""

    number: int


Operation = Write | Truncate | Sync | Delete | Acknowledged


@dataclass
class Disk:
    """What happened to it, and how it fails."""

    record: list[Operation] = field(default_factory=list)
    room: int | None = None
    """How many bytes can still be written; without limit where there is none."""
    unsynced: str = ""
    """The end of the name of a file that cannot be synced."""
    is_syncing: bool = False
    """Whether the real disk is made to sync too."""

    def write(self, file: str, offset: int, data: bytes) -> None:
        if self.room is not None:
            if len(data) > self.room:
                raise apsw.FullError("the disk is full")
            self.room -= len(data)
        self.record.append(Write(file, offset, data))

    def sync(self, file: str) -> None:
        if self.unsynced and file.endswith(self.unsynced):
            error = apsw.IOError("the disk did not sync")
            error.extendedresult = apsw.SQLITE_IOERR_FSYNC  # type: ignore[attr-defined]  # as SQLite itself has it
            raise error
        self.record.append(Sync(file))


class DiskFile(apsw.VFSFile):
    """A file on the disk."""

    def __init__(self, disk: Disk, filename: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", filename, flags)
        path = filename.filename() if isinstance(filename, apsw.URIFilename) else filename or "temporary"
        self.disk = disk
        self.name = Path(path).name

    def xWrite(self, data: bytes, offset: int) -> None:  # SQLite's name
        self.disk.write(self.name, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self.disk.record.append(Truncate(self.name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self.disk.sync(self.name)
        if self.disk.is_syncing:
            super().xSync(flags)


class DiskVFS(apsw.VFS):
    """The files of SQLite on the disk."""

    def __init__(self, name: str, disk: Disk) -> None:
        self.disk = disk
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> DiskFile:
        return DiskFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.disk.record.append(Delete(Path(filename).name))
        super().xDelete(filename, syncdir)


@contextmanager
def disk_in_place(disk: Disk) -> Iterator[str]:
    """Give the name under which SQLite finds the disk."""
    name = f"disk-{token_hex(8)}"
    vfs = DiskVFS(name, disk)
    try:
        yield name
    finally:
        vfs.unregister()


# What a power cut leaves


def after_power_cut(record: Sequence[Operation], chance: Random) -> dict[str, bytes]:
    """What the files may hold if the power is cut after these operations."""
    sure: dict[str, bytearray] = {}
    unsure: dict[str, list[Write | Truncate]] = {}
    for operation in record:
        match operation:
            case Write() | Truncate():
                sure.setdefault(operation.file, bytearray())
                unsure.setdefault(operation.file, []).append(operation)
            case Sync():
                for change in unsure.pop(operation.file, []):
                    apply(sure[operation.file], change)
            case Delete():
                sure.pop(operation.file, None)
                unsure.pop(operation.file, None)
            case Acknowledged():
                pass
    luck = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    pieces = [piece for changes in unsure.values() for change in changes for piece in sectors(change)]
    for piece in pieces:
        if chance.random() < luck:
            apply(sure[piece.file], piece)
    return {file: bytes(content) for file, content in sure.items()}


def apply(content: bytearray, change: Write | Truncate) -> None:
    if isinstance(change, Truncate):
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return
    content.extend(bytes(max(change.offset - len(content), 0)))
    content[change.offset : change.offset + len(change.data)] = change.data


def sectors(change: Write | Truncate) -> Iterator[Write | Truncate]:
    """The parts of a change that reach the disk, or do not, each by itself."""
    if isinstance(change, Truncate):
        yield change
        return
    at, end = change.offset, change.offset + len(change.data)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        yield Write(change.file, at, change.data[at - change.offset : until - change.offset])
        at = until
