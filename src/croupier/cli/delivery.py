"""Where a result goes: to a file, and to people or machines on standard output; none costs the others theirs."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from croupier.errors import Refused, quoted, visible

PRINTED: Final = Path("-")
OF_CHECKPOINTS: Final = b'"croupier simulation'
"""What a checkpoint says of itself at its beginning."""
OPENING: Final = 64


@dataclass(frozen=True)
class Result:
    """A result in the three ways it may be wanted."""

    data: Callable[[], Mapping[str, object]]
    rows: Callable[[], str]
    """As CSV."""
    show: Callable[[], None]
    """For people."""


def deliver(result: Result, *, csv: Path | None, as_json: bool) -> None:
    """Write the file, print the result whatever became of it, and refuse only then a file that cannot be written."""
    unwritten = None
    if csv is not None and csv != PRINTED:
        try:
            csv.write_text(harmless(result.rows()), encoding="utf-8", newline="")
        except OSError as error:
            unwritten = Refused(f"this cannot be written: {error.strerror}", field=str(csv))
    try:
        if as_json:
            print(harmless(json.dumps(result.data(), indent=2, ensure_ascii=False, allow_nan=False)))
        elif csv == PRINTED:
            sys.stdout.write(harmless(result.rows()))
        else:
            result.show()
    finally:
        if unwritten is not None:
            raise unwritten


def harmless(text: str) -> str:
    """Escape, as JSON does, what is no text in a seed that somebody gave, or could steer a terminal."""
    return "\n".join(map(visible, text.split("\n")))


def check_destinations(csv: Path | None, checkpoint: Path | None, *, as_json: bool) -> None:
    """Refuse before anything is played what could not be written afterwards, or would be lost by it."""
    if checkpoint is not None and checkpoint.exists() and not checkpoint.is_file():
        raise Refused(f"{quoted(str(checkpoint))} cannot be read: it is no regular file", field="--checkpoint")
    if csv is None:
        return
    if csv == PRINTED:
        if as_json:
            raise Refused("--json is printed there already; give a file", field="--csv")
    elif csv.is_dir() or not csv.parent.is_dir():
        raise Refused(f"{quoted(str(csv))} cannot be written: it is a folder, or in none", field="--csv")
    elif checkpoint is not None and csv.resolve() == checkpoint.resolve():
        raise Refused("the checkpoint is kept there; give another file", field="--csv")
    elif is_checkpoint(csv):
        raise Refused(f"{quoted(str(csv))} is a checkpoint; give another file", field="--csv")


def is_checkpoint(file: Path) -> bool:
    """Whether a run is kept in a file."""
    if not file.is_file():
        return False
    try:
        with file.open("rb") as opened:
            return OF_CHECKPOINTS in opened.read(OPENING)
    except OSError:
        return False  # whether it can be written is seen when it is
