"""`croupier settle`: one described round in, what it pays out."""

import json
from dataclasses import replace

from croupier.conditions import Conditions, conditions_of
from croupier.front.inputs import read_text
from croupier.settlement import answer, parse, settled
from croupier.table.state import State


def run(file: str, *, as_json: bool) -> None:
    """Settle what a file describes and print it; who asks for data does not wait for the drawings."""
    state = settled(parse(read_text(file)))
    made = conditions(state, file)
    if as_json:
        changed = {"house_changed": state.rulebook.house.changes()}
        print(json.dumps(answer(state) | {"conditions": made.to_dict() | changed}, indent=2))
        return
    from croupier.cli.console import console, footing_of
    from croupier.cli.settlement_text import told

    out = console()
    out.print(told(state))
    out.print(footing_of(made), soft_wrap=True)


def conditions(state: State, file: str) -> Conditions:
    """What made a settlement; the file stands for the game and its house rules in the command that gives it again."""
    book = state.game.rulebook(state.rulebook.house)  # as the house has it: a described round burns no card
    return replace(conditions_of(book, place=file).asked("settle"), changed={})
