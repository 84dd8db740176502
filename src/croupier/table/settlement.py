"""What wagers win, and how far a limited bank covers them."""

from collections.abc import Iterator

from croupier.rulebook import Facts, PlayerDealerBank
from croupier.rulebook.book import Codes, Terms
from croupier.table.events import WagerSettled
from croupier.table.state import State


def settlements(state: State) -> Iterator[WagerSettled]:
    """Settle what is left of the agenda, each wager once the one before has left its mark on a limited bank.

    Seats of which the same was drawn share the features made of it, and a rule is asked once for the same cards.
    """
    book, stakes, codes = state.rulebook, state.stakes, Codes()
    wagers, all_terms, rounding, coverage = book.wagers_by_id, book.terms, book.commission_rounding, book.coverage
    facts_of_seat: dict[int, Facts] = {}
    worked_out: dict[tuple[tuple[str, tuple[int, ...]], ...], Facts] = {}
    for seat, id_ in state.agenda:
        facts = facts_of_seat.get(seat)
        if facts is None:
            drawn = book.drawn(state, seat)
            facts = facts_of_seat[seat] = worked_out.setdefault(tuple(drawn.items()), drawn)
        stake = stakes[seat, id_]
        code = book.outcome(wagers[id_].outcome, facts, codes)
        terms = all_terms.get((id_, code)) or Terms.of_line(book.line(wagers[id_], facts))
        amount = terms.due(stake, rounding)
        if coverage and amount:
            moved = coverage.covers(amount, state.bank_wager, state.bank_used, state.bank_result)  # TCP-T2, TCP-R1
            if moved != abs(amount):
                yield partly_settled(state, seat, id_, terms, moved if amount > 0 else -moved)
                continue
        yield WagerSettled(seat, id_, stake, terms.called, terms.odds, amount, None, terms.clauses)


def partly_settled(state: State, seat: int, id_: str, terms: Terms, result: int) -> WagerSettled:
    """Settle a wager of which the bank covers only a part, or nothing."""
    book, stake = state.rulebook, state.stakes[seat, id_]
    own = book.wagers_by_id[id_].uncovered_clause
    bank_clauses = book.bank.uncovered_clauses if isinstance(book.bank, PlayerDealerBank) else ()
    clauses = (*terms.clauses, *((own,) if own else ()), *bank_clauses)
    if not result:
        return WagerSettled(seat, id_, stake, "uncovered", None, 0, None, clauses)
    return WagerSettled(seat, id_, stake, terms.called, terms.odds, result, abs(result), clauses)
