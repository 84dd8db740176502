"""What a wager wins, and how far a limited bank covers it."""

from croupier.rulebook import Facts, PlayerDealerBank
from croupier.rulebook.bank import COVERAGES
from croupier.rulebook.book import Codes
from croupier.table.events import WagerSettled
from croupier.table.state import State


def covered(state: State, bank: PlayerDealerBank, amount: int) -> int:
    """How much of an amount due the player-dealer's wager covers (TCP-T2, TCP-R1)."""
    return COVERAGES[bank.coverage].covers(amount, state.bank_wager, state.bank_used, state.bank_result)


def settle(state: State, seat: int, wager_id: str, facts: Facts, codes: Codes) -> WagerSettled:
    """Settle one wager of one seat."""
    book = state.rulebook
    wager, bank = book.wagers_by_id[wager_id], book.bank
    stake = state.stakes[seat, wager_id]
    terms = book.terms[wager_id, book.outcome(wager.outcome, facts, codes)]
    amount = terms.due(stake, book.commission_rounding)
    if not amount or not isinstance(bank, PlayerDealerBank) or (moved := covered(state, bank, amount)) == abs(amount):
        return WagerSettled(seat, wager_id, stake, terms.called, terms.odds, amount, None, terms.clauses)
    own = (wager.uncovered_clause,) if wager.uncovered_clause else ()
    clauses = (*terms.clauses, *own, *bank.uncovered_clauses)
    if moved == 0:
        return WagerSettled(seat, wager_id, stake, "uncovered", None, 0, None, clauses)
    result = moved if amount > 0 else -moved
    return WagerSettled(seat, wager_id, stake, terms.called, terms.odds, result, moved, clauses)
