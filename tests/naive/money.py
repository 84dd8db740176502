"""Dollars in and out as text, whole cents in between, and the lines of the answer that hold them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any


def cents(dollars: object) -> int:
    """Give the cents in an amount written as a number or as text."""
    return int(Decimal(str(dollars)) * 100)


def dollars(amount: int) -> str:
    """Write cents as dollars with two decimals."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def ratio(odds: Fraction) -> str:
    """Write odds as n:d in lowest terms."""
    return f"{odds.numerator}:{odds.denominator}"


def wager_line(stake: int, outcome: str, odds: Fraction | None, result: int) -> dict[str, str | None]:
    """Say what became of one wager, all amounts in cents."""
    return {
        "stake": dollars(stake),
        "outcome": outcome,
        "odds": None if odds is None else ratio(odds),
        "result": dollars(result),
        "returned": dollars(stake + result),
    }


def pays(stake: int, outcome: str, odds: int) -> dict[str, str | None]:
    """Pay a winning wager at odds to one."""
    return wager_line(stake, outcome, Fraction(odds), stake * odds)


def loses(stake: int) -> dict[str, str | None]:
    """Collect a losing wager."""
    return wager_line(stake, "lose", None, -stake)


def pushes(stake: int) -> dict[str, str | None]:
    """Give a wager back."""
    return wager_line(stake, "push", None, 0)


def seat_line(seat: int, wagers: dict[str, dict[str, str | None]], fee: int) -> dict[str, Any]:
    """Add one seat up; the total payout is in the form of the worked examples (CM-R7)."""
    net = 0
    total_payout = 0
    for wager in wagers.values():
        result = cents(wager["result"])
        net += result
        if result < 0:
            total_payout += result
        else:
            total_payout += cents(wager["returned"])
    return {
        "seat": seat,
        "wagers": wagers,
        "net": dollars(net),
        "total_payout": dollars(total_payout),
        "fee": dollars(fee),
    }


def house_banked(game: str, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Close a round of a game in which the house has the bank and takes no fees."""
    players = sum(cents(seat["net"]) for seat in seats)
    return {"game": game, "seats": seats, "bank": {"net": dollars(-players)}, "drop_box": "0.00"}
