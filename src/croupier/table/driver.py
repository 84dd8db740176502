"""Driving a table: one loop that asks what comes next and does it.

`answer` is asked with the table and what it awaits, and gives commands that belong together, or none to stop. `do`
hands them to the table and gives the state they lead to: `act` only steps; a dealer steps ahead, records what follows,
and moves the table on when that has succeeded.
"""

from collections.abc import Callable, Sequence

from croupier.table.awaiting import Awaiting, awaiting
from croupier.table.commands import Command
from croupier.table.core import step
from croupier.table.state import State

Answer = Callable[[State, Awaiting], Sequence[Command]]
Do = Callable[[State, Sequence[Command]], State]


def act(state: State, commands: Sequence[Command]) -> State:
    """Put commands to a table, one after the other; a refusal leaves the state it was given as it was."""
    for command in commands:
        state = step(state, command).state
    return state


def drive(state: State, answer: Answer, do: Do = act) -> State:
    """Ask for commands and do them until none is given; gives the state that the table came to."""
    while commands := answer(state, awaiting(state)):
        state = do(state, commands)
    return state
