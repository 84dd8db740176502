"""The command line: `main` runs a command and turns what it refuses into one sentence."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; a refusal is one sentence on standard error and exit status 2."""
    from croupier.cli.app import app
    from croupier.errors import Refused
    from croupier.journal import Fault

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the signs of the cards shows what it can
    try:
        app(args=arguments, prog_name="croupier")
    except (Refused, Fault) as refused:
        sys.stderr.write(f"croupier: {one_line(str(refused))}\n")
        sys.exit(2)


def one_line(text: str) -> str:
    """Give text that cannot leave its line: what users wrote is quoted in refusals."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
