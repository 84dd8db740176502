"""How far a bank's wager reaches: one pair of rules, in integer cents, for each reading of coverage (TCP-R1).

A bank has a wager, part of which is used, and a running result. An amount due is what a stake wins, or loses if it is
below zero. The *covered* part of it changes hands; the rest does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from croupier.rule import rule


@rule
def covered_by_action(amount: int, wager: int, used: int, _result: int) -> int:
    """Every amount that changed hands, either way, has used up the wager."""
    return min(abs(amount), wager - used)


@rule
def used_by_action(used: int, moved: int, _result: int) -> int:
    """How much of the wager is used after this much has moved."""
    return used + moved


@rule
def covered_by_net(amount: int, wager: int, _used: int, result: int) -> int:
    """The bank's running result stays within its wager, either way, so money won pays later winners."""
    return min(abs(amount), wager + (result if amount > 0 else -result))


@rule
def used_by_net(used: int, _moved: int, result: int) -> int:
    """The largest win or loss reached so far."""
    return max(used, abs(result))


@rule
def covered_in_full(amount: int, _wager: int, _used: int, _result: int) -> int:
    """The house banks without limit."""
    return abs(amount)


@dataclass(frozen=True, slots=True)
class Coverage:
    """One reading of what uses up a bank's wager, as two rule functions."""

    covers: Callable[[int, int, int, int], int]
    """The cents that change hands, from the amount due, the wager, the part used and the result so far."""
    uses: Callable[[int, int, int], int]
    """The part used afterwards, from the part used before, the cents that moved and the new result."""


COVERAGES: Final[Mapping[str, Coverage]] = {
    "action": Coverage(covered_by_action, used_by_action),
    "net": Coverage(covered_by_net, used_by_net),
}
UNLIMITED: Final = Coverage(covered_in_full, used_by_action)
