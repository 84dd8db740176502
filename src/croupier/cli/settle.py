"""`croupier settle`: one described round in, what it pays out."""

import json
import shlex
from typing import Final

from croupier.cli.options import read_text
from croupier.identity import rulebook_digest, software_version
from croupier.settlement import answer, parse, settled
from croupier.table import State

DIGEST_SHOWN: Final = 16
"""So many digits of the digest are printed for people; data has them all."""


def run(file: str, *, as_json: bool) -> None:
    """Settle what a file describes and print it; who asks for data does not wait for the drawings."""
    state = settled(parse(read_text(file)))
    if as_json:
        print(json.dumps(answer(state) | {"conditions": conditions(state, file, "--json")}, indent=2))
        return
    from croupier.cli.console import console
    from croupier.cli.told import told

    made = conditions(state, file)
    out = console()
    out.print(told(state))
    out.print(f"\ncroupier {made['software']}, rulebook {made['digest'][:DIGEST_SHOWN]}…", style="dim")
    out.print(made["command"], style="dim", soft_wrap=True)


def conditions(state: State, *arguments: str) -> dict[str, str]:
    """Which program settled it, under which rulebook, and the command that does it again."""
    book = state.game.rulebook(state.rulebook.house)
    return {
        "software": software_version(),
        "digest": rulebook_digest(book),
        "command": shlex.join(("croupier", "settle", *arguments)),
    }
