"""Where a result goes: to a file, and to people or machines on standard output; none costs the others theirs."""

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.errors import Refused, Unwritten, quoted, visible
from croupier.files import check_replaceable, is_special, unwritable
from croupier.result import Result, is_ours, write_csv

if TYPE_CHECKING:
    from rich.console import RenderableType

PRINTED: Final = Path("-")


def deliver(result: Result, *, csv: Path | None, as_json: bool) -> None:
    """Write the file, print the result whatever became of it, and fail only then over a file that cannot be written."""
    unwritten: Exception | None = None
    written = ""
    if csv is not None and csv != PRINTED:
        try:
            text = harmless(result.to_csv())
            write_csv(csv, text)
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
    elif why := unwritable(csv):
        raise Refused(f"{quoted(str(csv))} cannot be written: {why}", field="--csv")
    elif checkpoint is not None and csv.resolve() == checkpoint.resolve():
        raise Refused("the checkpoint is kept there; give another file", field="--csv")
    elif not is_special(csv):
        with suppress(OSError):  # whether it can be written is seen when it is
            check_replaceable(csv, csv.resolve(), is_ours)
