"""The command line: `main` runs a command and turns what it refuses into one sentence."""

import gc
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

SENTENCE_LENGTH_MAX: Final = 500
GARBAGE_MIN: Final = 50_000
"""Objects before garbage is looked for: what is imported is none, and looking through it takes a tenth of a start."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; a refusal is one sentence on standard error and exit status 2."""
    gc.set_threshold(GARBAGE_MIN)
    import typer

    from croupier.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks the signs of the cards shows what it can
    try:
        sys.exit(app(args=arguments, prog_name="croupier", standalone_mode=False))
    except typer.Abort:
        sys.exit(1)
    except typer.TyperException as misuse:
        context = getattr(misuse, "ctx", None)
        command = context.command_path if context else "croupier"
        refuse(f"{misuse.format_message().rstrip('.')}; `{command} --help` says what it takes.")
    except OSError as error:
        refuse(f"{error.strerror or error}.", status=1)
    except Exception as error:
        from croupier.errors import Refused
        from croupier.journal import Fault  # needed here alone, and not for --help

        if not isinstance(error, Refused | Fault):
            raise
        refuse(str(error))


def refuse(why: str, *, status: int = 2) -> NoReturn:
    """Leave with one sentence."""
    sys.stderr.write(f"croupier: {sentence(why)}\n")
    sys.exit(status)


def printable(text: str) -> str:
    """Put a mark in place of every character that could steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def sentence(text: str) -> str:
    """Keep a refusal on one line and within reason: it may quote what somebody wrote."""
    line = printable(text)
    if len(line) <= SENTENCE_LENGTH_MAX:
        return line
    half = SENTENCE_LENGTH_MAX // 2  # the field is at the beginning and the clause at the end
    return f"{line[:half]} … {line[-half:]}"
