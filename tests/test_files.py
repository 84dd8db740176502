"""Files that are whole or not there, and never in place of somebody else's."""

import os
import stat
from pathlib import Path

import pytest

from croupier import files
from croupier.errors import Refused
from croupier.files import Disk, Log, write_atomically

OPERATIONS = ("write", "sync", "truncate", "rename")


class Failing(Disk):
    """A disk whose operations fail from one on, each after half of a write."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def write(self, descriptor: int, data: bytes) -> None:
        if "write" in self.names:
            super().write(descriptor, data[: len(data) // 2])
            raise OSError(28, "No space left on device")
        super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        if "sync" in self.names:
            raise OSError(5, "Input/output error")
        super().sync(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        if "truncate" in self.names:
            raise OSError(5, "Input/output error")
        super().truncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        if "rename" in self.names:
            raise OSError(5, "Input/output error")
        super().rename(source, target)


def anything(_: bytes) -> bool:
    return True


@pytest.mark.parametrize("operation", ["write", "sync", "rename"])
def test_a_failed_write_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    file = tmp_path / "kept"
    file.write_bytes(b"old")
    monkeypatch.setattr(files, "disk", Failing(operation))
    with pytest.raises(OSError, match=r"No space|Input/output"):
        write_atomically(file, b"new and longer", ours=anything)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_not_ours_is_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "theirs"
    file.write_bytes(b"a letter to a friend")
    with pytest.raises(Refused, match="holds something else"):
        write_atomically(file, b"new", ours=lambda head: head.startswith(b"ours"))
    with pytest.raises(Refused, match="exists already"):
        write_atomically(file, b"new")
    with pytest.raises(Refused, match="not a regular file"):
        write_atomically(tmp_path, b"new", ours=anything)
    assert file.read_bytes() == b"a letter to a friend"


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"ours 1")
    link = tmp_path / "link"
    link.symlink_to(target)
    write_atomically(link, b"ours 2", ours=lambda head: head.startswith(b"ours"))
    assert link.is_symlink()
    assert target.read_bytes() == b"ours 2"


def test_a_private_file_is_private(tmp_path: Path) -> None:
    file = tmp_path / "key"
    write_atomically(file, b"secret", mode=files.PRIVATE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("operation", ["write", "sync"])
def test_a_batch_that_fails_is_cut_off_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str) -> None:
    log = Log(tmp_path / "log")
    log.append(b"one\n")
    with monkeypatch.context() as broken:
        broken.setattr(files, "disk", Once(operation))
        with pytest.raises(OSError, match=r"No space|Input/output"):
            log.append(b"two\n")
    assert log.is_certain
    assert log.read() == b"one\n"
    log.append(b"three\n")
    assert log.read() == b"one\nthree\n"
    log.close()


class Once(Failing):
    """A disk on which one operation fails once."""

    def write(self, descriptor: int, data: bytes) -> None:
        try:
            super().write(descriptor, data)
        finally:
            self.names = tuple(name for name in self.names if name != "write")

    def sync(self, descriptor: int) -> None:
        try:
            super().sync(descriptor)
        finally:
            self.names = tuple(name for name in self.names if name != "sync")


def test_a_batch_that_can_not_be_cut_off_is_known_to_be_uncertain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log(tmp_path / "log")
    log.append(b"one\n")
    monkeypatch.setattr(files, "disk", Failing("sync", "truncate"))
    with pytest.raises(OSError, match="Input/output"):
        log.append(b"two\n")
    assert not log.is_certain
    assert log.size == 4
    log.close()


def test_one_process_writes_a_log(tmp_path: Path) -> None:
    log = Log(tmp_path / "log", "journal")
    with pytest.raises(Refused, match="another table is writing this journal"):
        Log(tmp_path / "log", "journal")
    log.close()
    assert not (tmp_path / "log").exists(), "a log made here that holds nothing is removed"


def test_a_log_is_a_plain_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="regular file"):
        Log(tmp_path / "pipe", "journal")
