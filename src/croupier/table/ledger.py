"""Double-entry books in whole cents.

Every cent is in one account: before a seat (`seat 3`), on the layout (`layout 3 ante`), in the bank, in the drop box,
or in the cage it came from. A move takes from one what it gives to another, and never what is not there; so the sum is
zero, and `check` proves it after every event rather than trusting that all money moved this way.
"""

from functools import cache
from typing import Final

from croupier.errors import BooksDoNotBalance

BANK: Final = "bank"
DROP_BOX: Final = "drop box"
CAGE: Final = "cage"


@cache
def stack(seat: int) -> str:
    """The account of the chips before a seat."""
    return f"seat {seat}"


@cache
def layout(seat: int, wager: str) -> str:
    """The account of a wager on the layout."""
    return f"layout {seat} {wager}"


class Ledger:
    """The accounts of one table."""

    __slots__ = ("accounts", "may_owe")

    def __init__(self, accounts: dict[str, int], may_owe: frozenset[str]) -> None:
        """Open the books; only some accounts may be below zero."""
        self.accounts = accounts
        self.may_owe = may_owe

    def balance(self, account: str) -> int:
        return self.accounts.get(account, 0)

    def move(self, source: str, target: str, cents: int) -> None:
        """Move cents from one account to another; an emptied account is closed."""
        if cents <= 0:
            if cents:
                raise BooksDoNotBalance(f"{cents} cents cannot move from {source} to {target}")
            return
        accounts = self.accounts
        left = accounts.get(source, 0) - cents
        if left < 0 and source not in self.may_owe:
            raise BooksDoNotBalance(f"{source} is {-left} cents below nothing")
        if left:
            accounts[source] = left
        else:
            del accounts[source]
        total = accounts.get(target, 0) + cents
        if total:
            accounts[target] = total
        else:
            del accounts[target]

    def settle(self, spot: str, seat: str, stake: int, result: int) -> None:
        """Clear a stake off the layout: it goes back to the seat with what it won from the bank, less what it lost."""
        accounts = self.accounts
        lying, back = accounts.pop(spot, 0), stake + result
        if lying != stake or back < 0:
            raise BooksDoNotBalance(f"{spot} is {max(stake, -result) - lying} cents below nothing")
        if back:
            accounts[seat] = accounts.get(seat, 0) + back
        if result:
            left = accounts.get(BANK, 0) - result
            if left < 0 and BANK not in self.may_owe:
                raise BooksDoNotBalance(f"{BANK} is {-left} cents below nothing")
            if left:
                accounts[BANK] = left
            else:
                del accounts[BANK]

    def check(self) -> None:
        """Prove that no money was made or lost."""
        total = sum(self.accounts.values())
        if total:
            raise BooksDoNotBalance(f"the accounts sum to {total} cents: {self.accounts}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and (self.accounts, self.may_owe) == (other.accounts, other.may_owe)

    __hash__ = None  # type: ignore[assignment]  # books change, so they have no hash
