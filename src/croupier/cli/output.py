"""Where a result goes: to a file, and to people or machines on standard output; none costs the others theirs."""

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.errors import Refused, Unwritten, quoted, visible
from croupier.files import check_replaceable, write_atomically
from croupier.result import Result

if TYPE_CHECKING:
    from rich.console import RenderableType

PRINTED: Final = Path("-")
HEADS: Final = (
    *(b"game,strategy,seed,", b"round,1%,", b"reading,position,wager,", b"result,probability,at_most"),
    *(b"option,value,exact,cost", b"game,ruling,", b"id,title,version,"),
    *(b"round,opened_at,", b"seat,wager,stake,", b"item,value", b"clause,kind,text,"),
    *(COMMON := (b"wager,", b"decision,", b"ruling,")),
)
"""How the files begin that are written here; a common word is believed only where the whole first line is the same."""


def deliver(result: Result, *, csv: Path | None, as_json: bool) -> None:
    """Write the file, print the result whatever became of it, and fail only then over a file that cannot be written."""
    unwritten: Exception | None = None
    written = ""
    if csv is not None and csv != PRINTED:
        try:
            text = harmless(result.to_csv())
            write_rows(csv, text)
            written = f"{text.count(chr(10)) - 1:,} rows written to {visible(str(csv))}"
        except OSError as error:
            unwritten = Unwritten(csv, error.strerror or str(error))
        except Refused as refused:
            unwritten = refused
    try:
        if as_json:
            print(harmless(json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)))
        elif csv == PRINTED:
            sys.stdout.write(harmless(result.to_csv()))
        else:
            show(result)
            if written:
                print(f"croupier: {written}.", file=sys.stderr)
    finally:
        if unwritten is not None:
            raise unwritten


def printed(data: Mapping[str, object], text: "Callable[[], RenderableType]", *, as_json: bool) -> None:
    """Print data for machines, or text for people."""
    if as_json:
        print(json.dumps(data, indent=2))
        return
    from croupier.cli.console import console

    console().print(text())


def show(result: Result) -> None:
    """Print a result for people; what gives it again stays on one line, so that it can be copied."""
    from croupier.cli.console import console

    out = console()
    out.print(result.headed())
    if result.conditions is not None:
        out.print()
        out.print(result.footing(), soft_wrap=True)


def write_rows(file: Path, text: str) -> None:
    """Write a file whole or not at all; a pipe or a device, which cannot be replaced, is written into."""
    if is_special(file):
        file.write_text(text, encoding="utf-8", newline="")
    else:
        head = text[: text.find("\n") + 1].encode()
        write_atomically(
            file,
            text,
            ours=lambda data: data.startswith(head) or (is_ours(data) and not data.startswith(COMMON)),
        )


def is_ours(data: bytes) -> bool:
    """Whether a file that begins like this is probably one of ours; what begins with a common word, only perhaps."""
    return data.startswith(HEADS) or not data.strip()


def is_special(file: Path) -> bool:
    """Whether a file is a pipe or a device."""
    return file.exists() and not file.is_file() and not file.is_dir()


def harmless(text: str) -> str:
    """Escape, as JSON does, what is not text in a seed that somebody gave, or could steer a terminal."""
    return "\n".join(map(visible, text.split("\n")))


def check_destinations(csv: Path | None, checkpoint: Path | None, *, as_json: bool) -> None:
    """Refuse before anything is played what could not be written afterwards, or would be lost by it."""
    if checkpoint is not None and checkpoint.exists() and not checkpoint.is_file():
        raise Refused(f"{quoted(str(checkpoint))} cannot be read: it is not a regular file", field="--checkpoint")
    if csv is None:
        return
    if csv == PRINTED:
        if as_json:
            raise Refused("--json is printed there already; give a file", field="--csv")
    elif csv.is_dir() or not csv.parent.is_dir():
        raise Refused(f"{quoted(str(csv))} cannot be written: it is a folder, or in none", field="--csv")
    elif checkpoint is not None and csv.resolve() == checkpoint.resolve():
        raise Refused("the checkpoint is kept there; give another file", field="--csv")
    elif not is_special(csv):
        with suppress(OSError):  # whether it can be written is seen when it is
            check_replaceable(csv, csv.resolve(), is_ours)
