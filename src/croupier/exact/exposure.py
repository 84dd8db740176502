"""Exposure: the most that a bank can lose in one round with every wager at the table's limits.

Of one seat it is exact: over all joint outcomes that some deal makes, all ways to decide, and all wagers that may stand
together, each at its largest or, where another wager needs it, at its least. The money is the table's own, to the cent.
Of all seats it is as many times that. Where seats share every card it is exact again, for all may bet alike; where each
has cards of its own, all would have to hold the best hand at once, and it is an upper bound.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import ClassVar

import numpy as np

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.counter import Plan
from croupier.exact.solve import Solver, base_wagers
from croupier.exact.space import Ints
from croupier.money import dollars, price
from croupier.result import Result, Row
from croupier.rulebook import PlayerDealerBank, Rulebook
from croupier.rulebook.wager import Line, Wager
from croupier.sheet import Sheet


@dataclass(frozen=True, repr=False)
class Exposure(Result):
    """What a bank may lose in one round, in cents."""

    schema: ClassVar[str] = "croupier.exposure/1"

    one_seat: int | None
    """To one seat; None where a wager has no limit."""
    stakes: Mapping[str, int]
    """The stakes with which a seat wins so much, those of decisions included."""
    lines: Mapping[str, Line]
    """The line that pays each of them."""
    unlimited: tuple[str, ...]
    """The wagers that have no limit."""
    seats: int
    """How many seats may bet against the bank at once."""
    shared: bool
    """Whether all seats share the cards, so that all may win as much at once."""
    player_banked: bool
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def outcomes(self) -> dict[str, str]:
        """What becomes of each of them."""
        return {id_: line.called.replace("_", " ") for id_, line in self.lines.items()}

    @property
    def all_seats(self) -> int | None:
        """To all seats: exactly where they share the cards, else at most."""
        return None if self.one_seat is None else self.one_seat * self.seats

    @property
    def summary(self) -> str:
        if self.one_seat is None:
            return f"no limit on {', '.join(self.unlimited)}"
        return f"{price(self.one_seat)} to one seat"

    def data(self) -> dict[str, object]:
        """All of it; dollars, or null where there is no limit."""
        return {
            "one_seat": None if self.one_seat is None else dollars(self.one_seat),
            "stakes": {id_: dollars(stake) for id_, stake in self.stakes.items()},
            "outcomes": self.outcomes,
            "unlimited": list(self.unlimited),
            "seats": self.seats,
            "all_seats": None if self.all_seats is None else dollars(self.all_seats),
            "all_seats_is": "exact" if self.shared or self.seats == 1 else "upper bound",
            "bank": "player-dealer" if self.player_banked else "house",
        }

    def to_rows(self) -> list[Row]:
        """A row for each wager with which a seat wins most, or that has no limit."""
        limited = [
            {"wager": id_, "stake": dollars(stake), "outcome": self.outcomes[id_]} for id_, stake in self.stakes.items()
        ]
        return [*limited, *({"wager": id_, "stake": None, "outcome": None} for id_ in self.unlimited)]

    @property
    def sheet(self) -> Sheet:
        title = "Maximum exposure: what the bank can lose in one round at the table's limits"
        if self.one_seat is None or self.all_seats is None:
            facts: tuple[tuple[str, ...], ...] = (("to one seat", f"no limit on {', '.join(self.unlimited)}"),)
        else:
            with_ = ", ".join(f"{id_} {price(self.stakes[id_])} ({self.outcomes[id_]})" for id_ in self.stakes)
            how = "exactly" if self.shared else "at most"
            facts = (("to one seat", price(self.one_seat), with_),)
            if self.seats > 1:
                facts += ((f"to {self.seats} seats", price(self.all_seats), how),)
        return Sheet(title, facts=facts, note=" ".join(self.notes()))

    def notes(self) -> Iterator[str]:
        """What the figures mean."""
        if self.one_seat is not None and self.seats > 1:
            yield (
                "All seats share the cards, so all can win as much at once."
                if self.shared
                else "Each seat has cards of its own and not all can hold the best ones, so this is an upper bound."
            )
        if self.player_banked:
            yield (
                "The player-dealer banks: whatever the seats bet, the bank never loses more than the player-dealer's "
                "own wager, which has no limit."
            )


def exposure(solver: Solver, book: Rulebook) -> Exposure:
    """Work out the most that the bank of a rulebook can lose in one round, over every deal that was counted."""
    model = solver.model
    if book.model is not model and (solver.counts.decided_for is None or book.model.wagers != model.wagers):
        raise Refused(f"the count is not one of {book.game.id} under these house rules; count it anew")
    bases = base_wagers(model)
    unlimited = tuple(w.id for w in bases if w.most is None)
    banked = isinstance(book.bank, PlayerDealerBank)
    own = [drawn.name for drawn in model.draws if drawn.name in model.per_seat]
    seats = max(book.seats - 1, 1) if banked else book.seats
    worst = None if unlimited else max(worst_of_plans(solver, book), key=lambda found: found.lost)
    return Exposure(
        one_seat=None if worst is None else worst.lost,
        stakes={} if worst is None else worst.stakes,
        lines={} if worst is None else worst.lines,
        unlimited=unlimited,
        seats=seats,
        shared=not own,
        player_banked=banked,
    )


@dataclass(frozen=True)
class Worst:
    """The worst that one way to bet and decide can cost the bank."""

    lost: int
    stakes: Mapping[str, int]
    lines: Mapping[str, Line]


def worst_of_plans(solver: Solver, book: Rulebook) -> Iterator[Worst]:
    """The worst of every way to decide and every set of wagers that may stand together."""
    bases = base_wagers(solver.model)
    for plan in solver.possible_plans:
        won = {wager.id: best_stake(solver, book, plan, wager) for wager in bases}
        met = solver.counts.joints_of_path[solver.path_of(plan)]
        for chosen, open_ in together(bases):
            total = sum((won[wager.id][0] for wager in chosen), np.zeros(len(met), dtype=object))
            total = sum((np.maximum(won[wager.id][0], 0) for wager in open_), total)
            place = int(np.argmax(total))
            placed = (*chosen, *(wager for wager in open_ if won[wager.id][0][place] > 0))
            stakes: dict[str, int] = {}
            for wager in placed:
                for id_, units in solver.units(plan, {wager.id: 1}).items():
                    stakes[id_] = stakes.get(id_, 0) + int(units * int(won[wager.id][1][place]))
            staked = {id_: stake for id_, stake in stakes.items() if stake}
            lines = {id_: book.wagers_by_id[id_].line(int(solver.code_of_joint[id_][met[place]])) for id_ in staked}
            yield Worst(int(total[place]), staked, lines)


def together(bases: tuple[Wager, ...]) -> Iterator[tuple[tuple[Wager, ...], tuple[Wager, ...]]]:
    """Every set of wagers that may stand together, and those that may join it where they win.

    Wagers that need others, or are needed, make sets; every other wager may join any of them. A set without any is one
    such wager alone.
    """
    needed = {id_ for wager in bases for id_ in wager.needs}
    bound = tuple(wager for wager in bases if wager.needs or wager.id in needed)
    open_ = tuple(wager for wager in bases if wager not in bound)
    for wager in open_:
        yield (wager,), tuple(other for other in open_ if other is not wager)
    for size in range(1, len(bound) + 1):
        for some in combinations(bound, size):
            placed = {wager.id for wager in some}
            if all(not wager.needs or placed & set(wager.needs) for wager in some):
                yield some, open_


def best_stake(solver: Solver, book: Rulebook, plan: Plan, wager: Wager) -> tuple[Ints, Ints]:
    """What a wager and all that is staked with it wins at best in every joint outcome, in cents, and at which stake."""
    met = solver.counts.joints_of_path[solver.path_of(plan)]
    units = {id_: each for id_, each in solver.units(plan, {wager.id: 1}).items() if each}

    @cache
    def won(id_: str, stake: Fraction, code: int) -> int:
        return book.terms[id_, code].due(int(stake), book.commission_rounding)

    def at(stake: int) -> Ints:
        total = np.zeros(len(met), dtype=object)
        for id_, each in units.items():
            solver.check_lines(book.wagers_by_id[id_], plan)
            total += np.array(
                [won(id_, each * stake, int(code)) for code in solver.code_of_joint[id_][met]], dtype=object
            )
        return total

    least, most = at(wager.least), at(wager.most or wager.least)
    return np.maximum(least, most), np.where(most > least, wager.most or wager.least, wager.least)
