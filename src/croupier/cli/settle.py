"""`croupier settle`: one described round in, what it pays out."""

import json

from croupier.cli.options import read_text
from croupier.settlement import answer, parse, settled


def run(file: str, *, as_json: bool) -> None:
    """Settle what a file describes and print it; who asks for data does not wait for the drawings."""
    state = settled(parse(read_text(file)))
    if as_json:
        print(json.dumps(answer(state), indent=2))
        return
    from croupier.cli.console import console
    from croupier.cli.told import told

    console().print(told(state))
