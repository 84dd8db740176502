"""What a wager wins: odds, commission, and how far a limited bank covers it."""

from croupier.rulebook import Facts, Line, PlayerDealerBank
from croupier.table.events import WagerSettled
from croupier.table.state import State


def due(line: Line, stake: int, rounding: str) -> int:
    """The cents a stake wins (or, below zero, loses) on a line; a commission is rounded to the cent (LM-R5)."""
    gross = stake * line.pays.numerator // line.pays.denominator
    if not line.commission or gross <= 0:
        return gross
    owed = gross * line.commission.numerator
    of = line.commission.denominator
    match rounding:
        case "up":
            commission = -(-owed // of)
        case "down":
            commission = owed // of
        case _:
            commission = (2 * owed + of) // (2 * of)
    return gross - commission


def covered(state: State, bank: PlayerDealerBank, amount: int) -> int:
    """How much of an amount due the player-dealer's wager covers (TCP-T2, TCP-R1)."""
    if bank.coverage == "action":
        left = state.bank_wager - state.bank_used
    else:
        left = state.bank_wager + (state.bank_result if amount > 0 else -state.bank_result)
    return min(abs(amount), left)


def settle(state: State, seat: int, wager_id: str, facts: Facts) -> WagerSettled:
    """Settle one wager of one seat."""
    book = state.rulebook
    wager = book.wagers_by_id[wager_id]
    stake = state.stakes[seat, wager_id]
    line = book.line(wager, facts)
    amount = due(line, stake, book.commission_rounding)
    odds = book.odds_shown[wager_id, line.code]
    bank = book.bank
    if amount == 0 or not isinstance(bank, PlayerDealerBank):
        return WagerSettled(seat, wager_id, stake, line.called, odds, amount, None, line.clauses)
    moved = covered(state, bank, amount)
    if moved == abs(amount):
        return WagerSettled(seat, wager_id, stake, line.called, odds, amount, None, line.clauses)
    own = (wager.uncovered_clause,) if wager.uncovered_clause else ()
    clauses = (*line.clauses, *own, *bank.uncovered_clauses)
    if moved == 0:
        return WagerSettled(seat, wager_id, stake, "uncovered", None, 0, None, clauses)
    result = moved if amount > 0 else -moved
    return WagerSettled(seat, wager_id, stake, line.called, odds, result, moved, clauses)
