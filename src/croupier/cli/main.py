"""`main` runs a command and turns what it refuses into one sentence."""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

if TYPE_CHECKING:
    import typer

SENTENCE_LENGTH_MAX: Final = 500
GARBAGE_MIN: Final = 100_000
"""Objects before garbage is looked for: what is imported is none, and looking through it takes a tenth of a start."""

SIZE_MAX: Final = 999
"""The most columns or lines that the environment may claim: a line of a hundred million would take for ever."""

FOUND_WRONG: Final = 1
REFUSED: Final = 2
LIKE: Final = 0.75
"""How much an option must be like another to be taken for it."""
UNWRITTEN: Final = 74
"""The status of a disk that is full, or of a device that fails, as in sysexits.h; 1 is what a command found wrong."""
COMPLETE: Final = "_CROUPIER_COMPLETE"
"""Set by a shell that asks for what the Tab key offers."""
INTERRUPTED: Final = 130
"""The status of a program that Ctrl-C ended."""
CLOSED: Final = 141
"""The status of somebody who reads no further, as of a program that the closed pipe ends."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; a refusal is one sentence on standard error and exit status 2.

    Status 74 is for output that cannot be written; a closed pipe, as of `| head`, ends a command quietly with 141.
    """
    try:
        run(arguments)
    except KeyboardInterrupt:  # before Typer was there to notice it
        sys.exit(INTERRUPTED)


def run(arguments: Sequence[str] | None) -> NoReturn:
    """Run a command and leave with its status."""
    gc.set_threshold(GARBAGE_MIN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start threads that no command has work for
    make_safe()
    import typer

    from croupier.cli.app import app
    from croupier.cli.progress import bar, notice
    from croupier.kernel.effort import effort

    try:
        with bar("counted") as tell, effort(progress=tell, notice=notice):
            status = app(args=arguments, prog_name="croupier", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as left:  # the latter is how Typer and Rich leave when nobody reads
        if isinstance(left, SystemExit) and COMPLETE in os.environ:
            raise
        drop_output()
        sys.exit(CLOSED)
    except typer.Abort:
        sys.exit(INTERRUPTED)
    except typer.TyperException as misuse:
        context = getattr(misuse, "ctx", None)
        command = context.command_path if context else "croupier"
        why = told(misuse).rstrip(".")
        refuse(f"{why}{'' if why.endswith('?') else ';'} `{command} --help` says what it takes.")
    except OSError as error:
        drop_output()
        refuse(f"{error.strerror or error}.", status=UNWRITTEN)
    except Exception as error:  # noqa: BLE001  # what nobody foresaw is raised again
        refuse(reason_of(error), status=status_of(error))
    sys.exit(status)


def told(misuse: "typer.TyperException") -> str:
    """What was typed wrongly; an option that is meant as an argument, or as a like one, is told so."""
    from difflib import get_close_matches

    option, context = getattr(misuse, "option_name", ""), getattr(misuse, "ctx", None)
    if not option or not context or not hasattr(misuse, "possibilities"):
        return misuse.format_message()
    for parameter in context.command.params:
        if parameter.param_type_name == "argument" and f"--{parameter.metavar}".lower() == option:
            usage = " ".join(each.metavar for each in context.command.params if each.param_type_name == "argument")
            return f"There is no {option}; write `{context.command_path} {usage}`"
    misuse.possibilities = get_close_matches(option, misuse.possibilities or (), cutoff=LIKE)
    return misuse.format_message()


def make_safe() -> None:
    """Make output safe from what a command was started with: no standard error, and sizes that no terminal has."""
    if sys.stderr is None:  # what is written there goes nowhere, and never among the results
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks the signs of the cards shows what it can
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "")
        if size and not (size.isascii() and size.isdigit() and 0 < len(size.lstrip("0")) <= len(str(SIZE_MAX))):
            del os.environ[name]  # the terminal says how large it is


def status_of(error: Exception) -> int:
    """The status of what a command could not do; what nobody foresaw is raised again."""
    from croupier.errors import Refused, Unproved, Unwritten
    from croupier.naming import fault_in_game
    from croupier.record.journal import Fault  # needed here alone, and not for --help

    if isinstance(error, Unwritten):
        return UNWRITTEN
    if isinstance(error, Unproved):
        return FOUND_WRONG
    if isinstance(error, Refused | Fault) or fault_in_game(error):
        return REFUSED
    raise error


def reason_of(error: Exception) -> str:
    """What to tell of an error; one of somebody's own game is told by its function and line."""
    from croupier.errors import Refused
    from croupier.naming import fault_in_game

    return str(error) if isinstance(error, Refused) else fault_in_game(error) or str(error)


def drop_output() -> None:
    """Send what is left to print nowhere, so that the end of the program does not stumble over it again."""
    drop(sys.stdout)


def drop(stream: TextIO) -> None:
    """Send what is left to write to a stream nowhere."""
    with suppress(AttributeError, OSError, ValueError):  # no stream, or one that is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def refuse(why: str, *, status: int = REFUSED) -> NoReturn:
    try:
        sys.stderr.write(f"croupier: {sentence(why)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):  # nobody can be told, and the status says it all the same
        drop(sys.stderr)
    sys.exit(status)


def printable(text: str) -> str:
    """Put a mark in place of every character that could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def sentence(text: str) -> str:
    """Keep a refusal on one line and within reason: it may quote what somebody wrote."""
    line = printable(text)
    if line.endswith("..") and not line.endswith("..."):  # what was quoted last had its own full stop
        line = line[:-1]
    if len(line) <= SENTENCE_LENGTH_MAX:
        return line
    half = SENTENCE_LENGTH_MAX // 2  # the field is at the beginning and the clause at the end
    return f"{line[:half]} … {line[-half:]}"
