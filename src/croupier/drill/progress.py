"""Progress kept between drills: one small file for each game, in the user's data folder.

A file is written whole or not at all. What is saved are answers: they are added to what the file holds by then, under a
lock, so that two drills at once do not undo each other's.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from croupier.drill.schedule import INTERVALS, Answered, Card, Schedule
from croupier.errors import Refused, Unwritten
from croupier.files import PRIVATE, write_atomically
from croupier.record.seal import key_file

FORMAT: Final = "croupier drill"
VERSION: Final = 1
MARK: Final = f'{{"{FORMAT}":'.encode()
BYTES_MAX: Final = 1 << 22
COUNT_MAX: Final = 10**9


def progress_file(game: str) -> Path:
    """Where the progress at a game is kept: beside the key that seals shuffles."""
    return key_file().parent / "drill" / f"{quote(game, safe='+')[:100]}.json"


class Progress:
    """The progress at one game, in its file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> Schedule:
        """What was kept; nothing where there is no file yet."""
        try:
            with self.file.open("rb") as opened:
                text = opened.read(BYTES_MAX + 1)
        except FileNotFoundError:
            return Schedule()
        except OSError as error:
            raise Refused(f"the progress kept here cannot be read: {error.strerror}", field=str(self.file)) from None
        try:
            return schedule_from(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise Refused(
                "this is not the progress of a drill, or it is damaged; move the file away to begin anew",
                field=str(self.file),
            ) from None

    def add(self, answers: Iterable[Answered]) -> None:
        """Add answers to what is kept by now."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with locked(self.file.parent):
                schedule = self.read()
                for each in answers:
                    schedule = schedule.after(each)
                self.write(schedule)
        except OSError as error:
            raise Unwritten(self.file, error.strerror or str(error)) from None

    def write(self, schedule: Schedule) -> None:
        text = json.dumps(plain(schedule), separators=(",", ":")) + "\n"
        write_atomically(self.file, text, ours=lambda head: head.startswith(MARK), mode=PRIVATE)

    def forget(self) -> None:
        """Remove what is kept."""
        try:
            with self.file.open("rb") as opened:
                head = opened.read(len(MARK))
            if head and head != MARK:
                raise Refused("this is not the progress of a drill, so it is not removed", field=str(self.file))
            self.file.unlink()
        except FileNotFoundError:
            return
        except OSError as error:
            raise Unwritten(self.file, error.strerror or str(error)) from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Wait until no other process writes in a folder."""
    if sys.platform == "win32":  # without such a lock the last one to write wins
        yield
        return
    import fcntl  # noqa: PLC0415  # not on every system

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def plain(schedule: Schedule) -> dict[str, object]:
    """A schedule as data."""
    cards = {
        key: {
            "box": card.box,
            "due": card.due,
            "asked": card.asked,
            "right": card.right,
            "seconds": round(card.seconds, 1),
        }
        for key, card in schedule.cards.items()
    }
    return {FORMAT: VERSION, "asked": schedule.asked, "cards": cards}


def schedule_from(data: Any) -> Schedule:  # noqa: ANN401  # whatever a file holds
    """A schedule from data; anything else raises."""
    if data[FORMAT] != VERSION:
        raise ValueError
    cards = {
        str(key): Card(
            1 + whole(card["box"] - 1, len(INTERVALS) - 1),
            whole(card["due"]),
            whole(card["asked"]),
            whole(card["right"], card["asked"]),
            seconds_from(card["seconds"]),
        )
        for key, card in data["cards"].items()
    }
    return Schedule(whole(data["asked"]), cards)


def whole(value: object, most: int = COUNT_MAX) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError
    return value


def seconds_from(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= COUNT_MAX:
        raise ValueError
    return float(value)
