"""Durable files: written completely or not at all, synced before anybody is told, and never over somebody else's file.

Everything durable goes through `disk`, a handful of operations, so that a test can make each of them fail. An `OSError`
is left to the caller, who knows what to say.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

from croupier.errors import Refused, quoted

HEAD_LENGTH: Final = 4096
"""How many bytes of a file are read to recognise it."""
PRIVATE: Final = 0o600
PUBLIC: Final = 0o666
NO_LINKS: Final = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK})
"""Errors of a file system without hard links."""
TAKEN: Final = "this file exists already; give another name"


class Disk:
    """The operations that can fail: each succeeds or raises `OSError`."""

    def write(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def sync(self, descriptor: int) -> None:
        """Wait until what was written is on the disk."""
        os.fsync(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        os.ftruncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        """Replace one file by another."""
        source.replace(target)

    def link(self, source: Path, target: Path) -> None:
        """Rename a file to a free name; raises `FileExistsError` if the name is taken."""
        try:
            os.link(source, target)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            source.replace(target)  # the best such a file system offers
        else:
            source.unlink()


disk: Disk = Disk()
"""Tests replace it by one that fails."""


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system supports it."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        disk.sync(descriptor)
    finally:
        os.close(descriptor)


def write_atomically(
    path: Path, data: bytes | str, *, ours: Callable[[bytes], bool] | None = None, mode: int = PUBLIC
) -> None:
    """Write a whole file, or change nothing.

    A draft beside the file is written, synced and renamed. A link is followed and its target replaced. An existing
    file is replaced only if `ours` recognises its first bytes; without `ours`, never.
    """
    target = path.resolve()
    check_replaceable(path, target, ours)
    draft = target.with_name(f".{target.name[:100]}.{token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        try:
            disk.write(descriptor, data.encode() if isinstance(data, str) else data)
            disk.sync(descriptor)
        finally:
            os.close(descriptor)
        if ours is None:
            disk.link(draft, target)  # another process may have been faster
        else:
            disk.rename(draft, target)
    except FileExistsError:
        draft.unlink(missing_ok=True)
        raise Refused(TAKEN, field=str(path)) from None
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def unwritable(path: Path) -> str:
    """Why there cannot be a file of this name; empty where there can."""
    try:
        if path.is_dir():
            return "it is a folder; give a file in it"
        target = path.resolve() if path.is_symlink() else path
        return "" if target.parent.is_dir() else f"there is no folder {quoted(str(target.parent))}"
    except OSError as error:  # such as a name that is too long
        return (error.strerror or str(error)).lower()


def is_special(file: Path) -> bool:
    """Whether a file is a pipe or a device."""
    return file.exists() and not file.is_file() and not file.is_dir()


def check_replaceable(path: Path, target: Path, ours: Callable[[bytes], bool] | None) -> None:
    """Refuse to replace a file that is not ours."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise Refused("this is not a regular file; give another name", field=str(path))
    if ours is None:
        raise Refused(TAKEN, field=str(path))
    if found.st_size:
        with target.open("rb") as opened:
            if not ours(opened.read(HEAD_LENGTH)):
                raise Refused("this file holds something else and is not replaced; give another name", field=str(path))


class Log:
    """A file that only grows, one complete batch at a time, and that only this process writes.

    `append` returns once the batch is on the disk. If that fails, the file is cut back to what it held before. If that
    fails too, `size` is the last size known to be there and `is_certain` says that there may be more.
    """

    def __init__(self, path: Path, what: str = "file", mode: int = PUBLIC) -> None:
        """Open the file, or create it, and lock it against other processes."""
        self.path = path
        self.file = resolved(path)
        self.is_certain = True
        try:
            self.open(mode)
            while not self.claim(what):
                os.close(self.descriptor)
                self.open(mode)
        except OSError as error:
            raise Refused(f"the {what} cannot be opened: {error.strerror}", field=str(path)) from None
        self.size = os.fstat(self.descriptor).st_size
        try:
            if self.made_here:
                sync_folder(self.file.parent)
        except BaseException:
            self.close()
            raise

    def open(self, mode: int) -> None:
        """Open the file and note whether it is new."""
        how = os.O_RDWR | os.O_CREAT | os.O_APPEND
        try:
            self.descriptor = os.open(self.file, how | os.O_EXCL, mode)
            self.made_here = True
        except FileExistsError:
            self.descriptor = os.open(self.file, how, mode)
            self.made_here = False

    def claim(self, what: str) -> bool:
        """Refuse anything but a regular file that no other process is writing; False if it has just been removed."""
        try:
            found = os.fstat(self.descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise Refused(f"this is not a regular file, as a {what} must be", field=str(self.path))
            if sys.platform == "win32":  # without such a lock
                return True
            import fcntl  # noqa: PLC0415  # not on every system

            try:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Refused(f"another table is writing this {what}", field=str(self.path)) from None
        except BaseException:
            os.close(self.descriptor)
            raise
        try:
            there = self.file.stat()
        except FileNotFoundError:  # another table has just removed it because it was empty
            return False
        return (there.st_dev, there.st_ino) == (found.st_dev, found.st_ino)

    def read(self) -> bytes:
        pieces = []
        at = 0
        while piece := os.pread(self.descriptor, 1 << 20, at):
            pieces.append(piece)
            at += len(piece)
        return b"".join(pieces)

    def append(self, data: bytes) -> None:
        """Add a batch and wait until it is on the disk; all of it, or nothing and an `OSError`."""
        if not self.is_certain:
            raise OSError(errno.EIO, "its content is uncertain since a write failed")
        try:
            disk.write(self.descriptor, data)
            disk.sync(self.descriptor)
        except BaseException:
            self.cut(self.size)
            raise
        self.size += len(data)

    def cut(self, size: int) -> None:
        """Cut the file back; a failure is remembered in `is_certain`."""
        self.is_certain = False
        with suppress(OSError):
            disk.truncate(self.descriptor, size)
            disk.sync(self.descriptor)
            self.size = size
            self.is_certain = True

    @property
    def is_unused(self) -> bool:
        """Whether the file is new and empty."""
        return self.made_here and not os.fstat(self.descriptor).st_size

    def close(self) -> None:
        """Close the file; remove it if it is new and empty."""
        if self.is_unused:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)
        os.close(self.descriptor)


def resolved(path: Path) -> Path:
    """The target of a path; a broken link is left as it is."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path
