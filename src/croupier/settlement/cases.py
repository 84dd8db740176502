"""Cases: the ways in which a wager can come out that somebody who pays it has to tell apart.

A case is a line of a wager. Where a player banks, what the bank's wager does not cover, in part or at all, is a case of
its own for every wager; and so is each kind of fee that goes to the drop box.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from croupier.rulebook import CollectFees, Line, PlayerDealerBank, Rulebook
from croupier.table.events import FeeCollected, WagerSettled

PLAYER_FEE: Final = "fee"
BANK_FEE: Final = "fee of the bank"
PART: Final = "covered in part"
NOTHING: Final = "uncovered"


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which a wager, or a fee, can come out."""

    wager: str
    """Empty for a fee."""
    line: str
    """The id of the line, or what a limited bank, or a fee, makes of it."""
    clauses: tuple[str, ...] = field(default=(), compare=False)
    is_short: bool = field(default=False, compare=False)
    """Whether it needs a bank that does not cover every wager."""

    @property
    def key(self) -> str:
        """A name for it that stays the same as long as the game does."""
        return f"{self.wager}:{self.line}"


def cases_of(book: Rulebook, *, short: bool = True) -> tuple[Case, ...]:
    """Every case of a rulebook, in the order of the layout; without a short bank, what it leaves uncovered is none."""
    return tuple(each for each in every_case(book) if short or not each.is_short)


def every_case(book: Rulebook) -> Iterator[Case]:
    bank = book.bank
    for wager in book.wagers:
        for line in wager.lines:
            yield Case(wager.id, line.id, line.clauses)
        if isinstance(bank, PlayerDealerBank) and any(line.pays for line in wager.lines):
            own = (wager.uncovered_clause,) if wager.uncovered_clause else ()
            for outcome in (PART, NOTHING):
                yield Case(wager.id, outcome, (*own, *bank.uncovered_clauses), is_short=True)
    for step in book.procedure:
        if isinstance(step, CollectFees):
            yield Case("", PLAYER_FEE, fee_clauses(book, step.clause))
            if isinstance(bank, PlayerDealerBank):
                yield Case("", BANK_FEE, fee_clauses(book, step.clause))


def case_of(met: WagerSettled, line: Line, book: Rulebook) -> Case:
    """The case that a settled wager is one of, given its line."""
    if isinstance(book.bank, PlayerDealerBank) and met.clauses != line.clauses:
        return Case(met.wager, NOTHING if met.covered is None else PART, met.clauses, is_short=True)
    return Case(met.wager, line.id, met.clauses)


def case_of_fee(event: FeeCollected, bank_seat: int, book: Rulebook) -> Case:
    """The case that a fee is one of."""
    return Case("", BANK_FEE if event.seat == bank_seat else PLAYER_FEE, fee_clauses(book, event.clause))


def fee_clauses(book: Rulebook, clause: str) -> tuple[str, ...]:
    """What says when a fee is collected, after what says how much: the notice on the felt that posts it."""
    posted = (notice.clauses for notice in book.felt.notices if clause in notice.clauses)
    return tuple(dict.fromkeys((*(id_ for clauses in posted for id_ in clauses), clause)))
