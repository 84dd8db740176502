"""What was left of a player-dealer's wager after each settled wager, by the rules with which the table settled them."""

from dataclasses import dataclass
from typing import Final

from croupier.rulebook import PlayerDealerBank
from croupier.rulebook.bank import COVERAGES
from croupier.table.events import WagerSettled
from croupier.table.state import State

ANY_AMOUNT: Final = 10**30
"""Cents that no wager covers, so that all that is left of one would."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player-dealer's wager once a player's wager has met it."""

    after: WagerSettled
    result: int
    """What the player-dealer has won by then, below zero for a loss."""
    to_pay: int
    """How much it could still pay a winner."""
    to_take: int
    """How much it could still take from a loser."""


def coverage(state: State) -> tuple[Left, ...]:
    """Every settled wager in the order of settlement, with what was left after it; none where the house banks."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        return ()
    rules, wager = COVERAGES[bank.coverage], state.bank_wager
    used = result = 0
    course = []
    for settled in state.settled:
        result -= settled.result
        used = rules.uses(used, abs(settled.result), result)
        left = (rules.covers(amount, wager, used, result) for amount in (ANY_AMOUNT, -ANY_AMOUNT))
        course.append(Left(settled, result, *left))
    return tuple(course)
