"""Where a result goes: to a file, and to people or machines on standard output; none costs the others theirs."""

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.chart import drawing
from croupier.errors import Mismatch, Refused, Unwritten, quoted, visible
from croupier.files import check_replaceable, is_special, unwritable, write_atomically
from croupier.result import Result, is_ours, write_csv

if TYPE_CHECKING:
    from rich.console import RenderableType

PRINTED: Final = Path("-")
PNG: Final = ".png"
DRAWN: Final = (".svg", PNG)
"""The kinds of drawings."""


def deliver(result: Result, *, csv: Path | None, as_json: bool, plot: Path | None = None, chart: str = "") -> None:
    """Write the files, print the result whatever became of them, and fail only then over one that cannot be written."""
    unwritten: Exception | None = None
    written: list[str] = []
    for file, write in ((csv, write_table), (plot, partial(write_drawing, chart))):
        if file is None or file == PRINTED:
            continue
        try:
            written.append(write(result, file))
        except OSError as error:
            unwritten = unwritten or Unwritten(file, error.strerror or str(error))
        except Refused as refused:
            unwritten = unwritten or refused
    try:
        if as_json:
            print(harmless(json.dumps(result.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)))
        elif csv == PRINTED:
            sys.stdout.write(harmless(result.to_csv()))
        else:
            show(result)
            for words in written:
                print(f"croupier: {words}.", file=sys.stderr)
    finally:
        if unwritten is not None:
            raise unwritten


def write_table(result: Result, file: Path) -> str:
    """Write the rows, and say so."""
    text = harmless(result.to_csv())
    write_csv(file, text)
    return f"{text.count(chr(10)) - 1:,} rows written to {visible(str(file))}"


def write_drawing(name: str, result: Result, file: Path) -> str:
    """Draw a chart, and say so."""
    try:
        drawn = result.plot(name)
    except Refused as refused:
        raise Refused(refused.reason, field=f"--{refused.field}") from None
    data = drawn.png() if file.suffix.lower() == PNG else drawn.svg().encode()
    if is_special(file):
        file.write_bytes(data)
    else:
        write_atomically(file, data, ours=drawing.is_ours)
    return f"{drawn.title!r} drawn in {visible(str(file))}"


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


def check_destinations(
    csv: Path | None, checkpoint: Path | None, *, as_json: bool, plot: Path | None = None, chart: str = ""
) -> None:
    """Refuse before anything is played what could not be written afterwards, or would be lost by it."""
    check_drawing(plot, chart, {"the table": csv, "the checkpoint": checkpoint})
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


def check_drawing(plot: Path | None, chart: str, others: Mapping[str, Path | None]) -> None:
    """Refuse a drawing that could not be made, or would be lost by something else that is written."""
    if plot is None:
        if chart:
            raise Mismatch("--chart", "needs", "--plot")
        return
    if plot.suffix.lower() not in DRAWN:
        raise Refused(f"{quoted(str(plot))} is neither {' nor '.join(DRAWN)}; name a file of one kind", field="--plot")
    if why := unwritable(plot):
        raise Refused(f"{quoted(str(plot))} cannot be written: {why}", field="--plot")
    for what, other in others.items():
        if other is not None and other.resolve() == plot.resolve():
            raise Refused(f"{what} is kept there; give another file", field="--plot")
    if not is_special(plot):
        with suppress(OSError):  # as a table
            check_replaceable(plot, plot.resolve(), drawing.is_ours)
    drawing.check_installed()
