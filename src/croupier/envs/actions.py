"""What a player is asked in a round: what to bet, and then the decisions of the game.

The table itself says which bets there are: every combination of wagers, one unit on each, that is legal at a table.
Where that would be too many, as in Sic Bo, only combinations of few wagers are asked for, and one wager at least.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, combinations
from math import comb
from typing import Final

from croupier.rulebook import Decision, Rulebook, Wager
from croupier.table import commands as c
from croupier.table.core import step
from croupier.table.legal import legal
from croupier.table.state import State

BETS_MAX: Final = 1 << 10
"""So many combinations of wagers are asked for, at most."""
BET: Final = "bet"
"""The id of the first question; a decision's is its own."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One unit on each of some wagers."""

    wagers: tuple[str, ...]
    spot: int
    """The betting spot that the first wager names, 0 where there is none."""
    cost: int
    """The cents it takes from a seat's chips, collection included."""

    def __str__(self) -> str:
        """Say it in words: `initial + full_monte on spot 2`."""
        return " + ".join(self.wagers) + (f" on spot {self.spot}" if self.spot else "")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that a player is asked, and the answers by their number."""

    id: str
    answers: tuple[str, ...]


def placed_first(book: Rulebook) -> tuple[Wager, ...]:
    """The wagers that are bet before the cards, those that need another after those that stand alone."""
    return tuple(sorted(book.placed_wagers, key=lambda wager: bool(wager.needs)))


def least_stake(book: Rulebook) -> int:
    """The least cents that every wager takes."""
    wagers = placed_first(book)
    cents = max(wager.least for wager in wagers)
    return cents + -cents % 100 if any(wager.whole_dollars for wager in wagers) else cents


def placing(book: Rulebook, seat: int, bet: Bet, cents: int) -> list[c.Command]:
    """The commands of a bet; the spot goes with the first wager of the layout."""
    first = book.wagers[0].id
    return [*(c.PlaceWager(seat, id_, cents, bet.spot if id_ == first else 0) for id_ in bet.wagers), c.CloseBets()]


def bets_taken(opened: State, seat: int, cents: int) -> tuple[Bet, ...]:
    """Every bet that a table which takes wagers takes from this seat, smallest first; not too many of them."""
    ids = [wager.id for wager in placed_first(opened.rulebook)]
    sums = accumulate(comb(len(ids), size) for size in range(1, len(ids) + 1))
    sizes = max(1, sum(bets <= BETS_MAX for bets in sums))
    combined = chain.from_iterable(combinations(ids, size) for size in range(1, sizes + 1))
    return tuple(chain.from_iterable(bets_on(opened, seat, wagers, cents) for wagers in combined))


def bets_on(opened: State, seat: int, wagers: tuple[str, ...], cents: int) -> Iterator[Bet]:
    """The bets on these wagers, one for each spot that may be named; none where a wager is not legal."""
    placed = [(opened, 0)]
    for id_ in wagers:
        placed = [
            (step(state, c.PlaceWager(seat, id_, cents, named)).state, named or spot)
            for state, spot in placed
            if (offered := legal(state, seat).wager(id_)) and offered.takes(cents)
            for named in offered.spots or (0,)
        ]
    for state, spot in placed:
        closed = step(state, c.CloseBets()).state
        yield Bet(wagers, spot, opened.chips(seat) - closed.chips(seat))


def questions(bets: tuple[Bet, ...], decisions: tuple[Decision, ...]) -> tuple[Question, ...]:
    """What is asked; of one bet alone there is nothing to ask."""
    betting = (Question(BET, tuple(map(str, bets))),) if len(bets) > 1 else ()
    return (*betting, *(Question(d.id, tuple(option.id for option in d.options)) for d in decisions))
