"""How far a bank's wager goes: rules of integer cents for each reading of coverage (TCP-R1).

A bank has a wager, of which so much is used, and a running result. An amount due is what a stake wins, or below zero
loses; what is *covered* of it changes hands, the rest does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from croupier.rule import rule


@rule
def covered_by_action(amount: int, wager: int, used: int, _result: int) -> int:
    """All that changed hands, either way, has used the wager up."""
    return min(abs(amount), wager - used)


@rule
def used_by_action(used: int, moved: int, _result: int) -> int:
    """What is used once so much has moved."""
    return used + moved


@rule
def covered_by_net(amount: int, wager: int, _used: int, result: int) -> int:
    """The bank's running result stays within its wager, either way, so money won pays later winners."""
    return min(abs(amount), wager + (result if amount > 0 else -result))


@rule
def used_by_net(used: int, _moved: int, result: int) -> int:
    """The largest result that was reached, either way."""
    return max(used, abs(result))


@rule
def covered_in_full(amount: int, _wager: int, _used: int, _result: int) -> int:
    """A house banks without limit."""
    return abs(amount)


@dataclass(frozen=True, slots=True)
class Coverage:
    """One reading of what uses up a bank's wager, as two rule functions."""

    covers: Callable[[int, int, int, int], int]
    """Of an amount due, with the wager, what of it is used, and the result before: the cents that change hands."""
    uses: Callable[[int, int, int], int]
    """What is used after it: what was used before, the cents that moved, and the result after."""


COVERAGES: Final[Mapping[str, Coverage]] = {
    "action": Coverage(covered_by_action, used_by_action),
    "net": Coverage(covered_by_net, used_by_net),
}
UNLIMITED: Final = Coverage(covered_in_full, used_by_action)
