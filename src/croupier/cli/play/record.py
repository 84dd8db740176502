"""The journal of the table being played: proved when it is taken over, then written one whole step at a time."""

import io
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from croupier.audit import Audit, audit
from croupier.dealer import shuffles_in
from croupier.errors import Refused
from croupier.journal import GENESIS, LINE_LENGTH_MAX, Chain, read
from croupier.table import State
from croupier.table import events as e


class Recorder:
    """A journal file that this process alone may write."""

    def __init__(self, path: Path, clock: Callable[[], str] | None) -> None:
        """Take the file over, creating it where it is not; a clock, if given, dates the records."""
        self.path = path
        self.clock = clock
        self.made_here = not is_there(path)
        self.file = open_alone(path)
        self.found: Audit | None = None
        """What the file held: a journal that passed its audit."""
        self.length, self.head = 0, GENESIS
        try:
            self.found = self.prove()
        except Refused:
            self.close()
            raise

    def prove(self) -> Audit | None:
        """Audit what the file holds, and refuse to go on after a fault."""
        text = self.file.read().decode(errors="replace")
        if not text:
            return None
        found = audit(io.StringIO(text, newline="\n"))
        if found.fault:
            raise Refused(
                f"this journal is not continued, for it is not in order at {found.fault}", field=str(self.path)
            )
        self.length, self.head = found.length, found.head
        return found

    def write(self, events: Iterable[e.Event]) -> None:
        """Write the records of one step in one go: all of them, or none and a refusal."""
        chain = Chain(self.length, self.head, self.clock)
        text = "".join(chain.line(event) for event in events).encode()
        end = self.file.seek(0, os.SEEK_END)
        try:
            while text:
                text = text[self.file.write(text) :]
        except OSError as error:
            self.file.truncate(end)
            raise Refused(f"the journal cannot be written: {error.strerror}", field=str(self.path)) from None
        self.length, self.head = chain.length, chain.head

    def end(self) -> tuple[int, str]:
        """The length and head hash of what the file holds, read back from it."""
        size = self.file.seek(0, os.SEEK_END)
        self.file.seek(max(0, size - LINE_LENGTH_MAX))
        lines = self.file.read().splitlines()
        if not lines:
            return 0, GENESIS
        last = json.loads(lines[-1])
        return int(last["n"]) + 1, str(last["hash"])

    def events(self) -> Iterator[e.Event]:
        """What the file tells, from its beginning."""
        self.file.seek(0)
        text = self.file.read().decode()
        return (record.event for record in read(io.StringIO(text, newline="\n")))

    def close(self) -> None:
        """Let the file go; one that was made here and holds nothing is removed."""
        empty = self.file.seek(0, os.SEEK_END) == 0
        if empty and self.made_here:
            self.path.unlink(missing_ok=True)
        self.file.close()


def is_there(path: Path) -> bool:
    """Whether a file can be seen to exist."""
    try:
        return path.exists()
    except OSError:
        return False


def holds_records(path: Path) -> bool:
    """Whether a file exists and is not empty."""
    return is_there(path) and path.stat().st_size > 0


def open_alone(path: Path) -> io.FileIO:
    """Open a file for appending, locked against every other process that does so."""
    try:
        file = io.FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666), "r+")
    except OSError as error:
        raise Refused(f"the journal cannot be opened: {error.strerror}", field=str(path)) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Refused("a journal is a plain file, and this is none", field=str(path))
    if sys.platform != "win32":  # which has no such lock
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise Refused("another table is writing this journal", field=str(path)) from None
    return file


def finish_step(found: Audit) -> tuple[State, tuple[e.Event, ...]]:
    """Give the table that a journal leads to, and the events its last step still has to tell."""
    if found.state is None:
        raise Refused("this journal opens no table")
    return found.state, found.pending


def shuffles_before(found: Audit) -> int:
    """How many shuffles a journal tells of."""
    return shuffles_in(record.event for record in found.records)
