"""A table to be simulated: its seats, its bank, its seed, and all that follows from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, isqrt
from types import FunctionType
from typing import Any, Final

import numpy as np

from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.late_sights import check_sights
from croupier.exact.session import dollars_text
from croupier.exact.solve import Solver, solver_of
from croupier.exact.space import Ints, every_card
from croupier.exact.strategy import plans_by
from croupier.games import game as game_by_id
from croupier.money import CENTS_PER_DOLLAR, cents_from, price
from croupier.odds import EVEN
from croupier.rulebook import Game, PlayerDealerBank, Rulebook
from croupier.rulebook.bank import COVERAGES, UNLIMITED, Coverage
from croupier.rulebook.model import Model
from croupier.simulation.job import Job, Packed, check_whole
from croupier.simulation.random_words import ROUNDS_MAX, key_of
from croupier.simulation.rounds.trial import needs_count, uncounted
from croupier.simulation.sights import Uncounted, all_sights
from croupier.simulation.strategy_lookup import tables
from croupier.simulation.tables.kernel import BINS, CENTS_MAX, Cells, TableSource, posted
from croupier.simulation.tables.seats import AMPLE, NO_LINE, Laid, Seat, lay, orders, payments, usual_seats
from croupier.simulation.trial import Progress, Run, Trial, digest, known_job

ROUNDS_AT_ONCE: Final = 1 << 18
"""Rounds that are handed out together, as whole shifts."""
SHIFT: Final = 200
"""How many rounds a shift has when nobody says."""
SHIFT_MAX: Final = 1 << 16
USUAL_WAGER: Final = 500 * CENTS_PER_DOLLAR
POSTED_BEFORE: Final = ("croupier.simulate.shifts", "croupier.simulation.shifts")
"""Where the rule was that says what a bank posts; checkpoints of tables know it by its module."""
SPREAD: Final = 6
"""Shifts are told apart by result within so many spreads of a round, times the root of the rounds."""


@dataclass(frozen=True)
class Bank:
    """How a player-dealer banks: a wager in every round, out of a bankroll.

    One who is short wagers all that is left beyond the fee, in whole dollars, and is ruined when that is below `least`.
    """

    wager: int = USUAL_WAGER
    bankroll: int | None = None
    """Cents at the start of the shift; without one the bank is never ruined."""
    least: int = 0
    """The least wager to go on with; never below the table's own."""

    def terms(self, rules: PlayerDealerBank) -> tuple[int, int, int]:
        """The least wager, what is held back for the fee, and the cents that wagers are whole numbers of."""
        return max(rules.least, self.least, 1), rules.fee_reserve, CENTS_PER_DOLLAR if rules.whole_dollars else 1

    def check(self, rules: PlayerDealerBank) -> None:
        """Refuse a bankroll out of which not even a first wager can be posted."""
        least, reserve, whole = self.terms(rules)
        if self.bankroll is not None and not posted(self.bankroll, self.wager, least, reserve, whole):
            needed = -(-least // whole) * whole + reserve
            raise Refused(
                f"{price(self.bankroll)} does not pay for a first wager and its fee; bring at least {price(needed)}",
                clause=rules.clause,
                field="bankroll",
            )


@dataclass(frozen=True)
class TableTrial(Trial):
    """Shifts at one table under one seed, from which every round follows."""

    laid: Laid
    solver: Solver
    seats: tuple[Seat, ...]
    bank: Bank
    shift: int
    seed: int | str
    asked: Mapping[str, object] = field(default_factory=dict)
    """The options of the command that gives this table, as far as a command can."""

    unit = "shift"

    @property
    def is_counted(self) -> bool:
        """Whether there are exact figures to compare with."""
        return not isinstance(self.solver.counts, Uncounted)

    @property
    def book(self) -> Rulebook:
        return self.laid.state.rulebook

    @property
    def coverages(self) -> Mapping[str, Coverage]:
        """Every reading of coverage; the house's bank has one, and no limit."""
        return COVERAGES if isinstance(self.book.bank, PlayerDealerBank) else {"house": UNLIMITED}

    @cached_property
    def cells(self) -> Cells:
        """Where everything lies in the tally."""
        return Cells(self.book.model, len(self.seats), tuple(self.coverages))

    @cached_property
    def payments(self) -> Ints:
        """What each seat's wagers are due."""
        return payments(self.book, self.solver, self.seats)

    @cached_property
    def orders(self) -> Ints:
        """The order of settlement for every way to decide; a house pays all, so its order moves nothing."""
        if isinstance(self.book.bank, PlayerDealerBank):
            return orders(self.laid, self.solver.counts.layout, len(self.seats))
        return np.arange(self.cells.items, dtype=np.int64)[None, :]

    @cached_property
    def strategies(self) -> tuple[tuple[str, Ints], ...]:
        """Each seat's strategy: its name, and the plan at every sight."""
        found: list[tuple[object, tuple[str, Ints]]] = []
        for seat in self.seats:
            if seat.strategy not in [given for given, _ in found]:
                found.append((seat.strategy, plans_by(self.solver, seat.strategy)))
        return tuple(next(way for given, way in found if given == seat.strategy) for seat in self.seats)

    def exact(self, seat: int) -> Analysis:
        """What the exact engine says of a seat that is always wholly covered."""
        named, plan_of_row = self.strategies[seat]
        return Analysis(self.solver.play(plan_of_row), named)

    @cached_property
    def most(self) -> int:
        """What all wagers of a round can move at most."""
        paid = np.where(self.payments == NO_LINE, 0, np.abs(self.payments))
        return int(paid.max(axis=(2, 3)).sum())

    @property
    def at_stake(self) -> int:
        """What the bank can win or lose in a round, at most."""
        return min(self.bank.wager, self.most) if isinstance(self.book.bank, PlayerDealerBank) else self.most

    @property
    def reading(self) -> str:
        """The reading of coverage that the house rules take."""
        return self.book.bank.coverage if isinstance(self.book.bank, PlayerDealerBank) else "house"

    @cached_property
    def scale(self) -> tuple[int, int]:
        """The least result of a shift that is told apart, and the width in which results are."""
        most, wager, fee = self.most, self.at_stake, self.laid.player_dealer_fee
        if self.shift * (most + fee) >= CENTS_MAX:
            raise Refused(f"{self.shift} rounds of such wagers are beyond counting; play shorter shifts", field="shift")
        placed = sum(cents for seat in self.seats for cents in seat.placed_in(self.book.model).values())
        usual = SPREAD * placed * (isqrt(self.shift) + 1)
        reach = min(self.shift * (wager + fee), max(usual, wager))
        return -reach, max(1, -(-(2 * reach + 1) // BINS))

    @cached_property
    def numbers(self) -> Ints:
        """What the kernel reads by name."""
        bank = self.book.bank
        lowest, width = self.scale
        fees = sum(self.laid.fees.values()) - self.laid.player_dealer_fee
        if not isinstance(bank, PlayerDealerBank):
            return np.array([self.shift, AMPLE, 4 * AMPLE, 1, 0, 1, 0, fees, lowest, width], dtype=np.int64)
        bankroll = 4 * AMPLE if self.bank.bankroll is None else self.bank.bankroll
        posts = (self.bank.wager, bankroll, *self.bank.terms(bank))
        return np.array([self.shift, *posts, self.laid.player_dealer_fee, fees, lowest, width], dtype=np.int64)

    @cached_property
    def job(self) -> Job:
        counts = self.solver.counts
        ways = [plan_of_row for _, plan_of_row in self.strategies]
        kinds = [n for n, way in enumerate(ways) if not any(way is other for other in ways[:n])]
        made = [tables(counts.layout, *all_sights(counts, ways[n])) for n in kinds]
        way_of_seat = [next(k for k, n in enumerate(kinds) if ways[n] is way) for way in ways]
        seats = np.array([[way, seat.spot] for way, seat in zip(way_of_seat, self.seats, strict=True)], dtype=np.int64)
        base = np.array([self.cells.base_of(wager.id) for wager in self.book.wagers], dtype=np.int64)
        shoe = every_card(counts.composition)
        sights, plans = (np.ascontiguousarray(np.stack(part)) for part in zip(*made, strict=True))
        arrays = (shoe, sights, plans, self.numbers, seats, self.payments, self.orders, base)
        source = TableSource(self.book.model, counts.composition, len(self.seats), self.coverages)
        return Job(
            kernel=source.kernel(),
            key=key_of(self.seed, f"shifts of {self.book.model.id} at a table of {len(self.seats)}"),
            arrays=tuple(Packed.of(array) for array in arrays),
            cells=self.cells.size,
        )

    @cached_property
    def known_by(self) -> Mapping[str, str]:
        seats = [(sorted(seat.stakes.items()), seat.spot) for seat in self.seats]
        return {
            "game": self.book.model.id,
            "seed": str(self.seed),
            "house rules": digest(repr(self.book.house.show()).encode()),
            "seats": digest(repr((seats, self.laid.fees)).encode()),
            "bank": digest(repr(self.bank).encode()),
            "shift": str(self.shift),
            **known_job(self.job),
        }

    @property
    def also_known_by(self) -> Mapping[str, tuple[str, ...]]:
        """The rules as they were known when what a bank posts was written in other modules."""
        kernel, key, found = self.job.kernel, self.job.key, []
        for home in POSTED_BEFORE:
            rules = ((name, moved(each, home) if each.__name__ == "posted" else each) for name, each in kernel.rules)
            found.append(digest(f"{key} {replace(kernel, rules=tuple(rules)).made_of}".encode()))
        return {"rules": tuple(found)}

    @property
    def chunk(self) -> int:
        return ceil(ROUNDS_AT_ONCE / self.shift)

    @property
    def units_max(self) -> int:
        return ROUNDS_MAX // self.shift

    def rounds_in(self, progress: Progress) -> int:
        return progress.units * self.shift

    def conditions(self, run: Run) -> Conditions:
        """What made a run, and the command that gives it again."""
        alike = len({repr(seat.strategy) for seat in self.seats}) == 1
        strategy = self.seats[0].strategy if alike and self.book.model.decisions else None
        options = {"--rounds": self.rounds_in(run.progress), **self.asked}
        of = conditions_of(self.book).asked("simulate", strategy=strategy, seed=self.seed, options=options)
        return of if self.asked.get("--seats") else replace(of, place="")


def moved(function: Callable[..., Any], home: str) -> FunctionType:
    """A function as if it were written in another module."""
    code, names = function.__code__, function.__globals__
    there = FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
    there.__qualname__, there.__module__ = function.__qualname__, home
    return there


def all_covered(model: Model, seats: Sequence[Seat]) -> int:
    """A wager of whole dollars that covers the table, whatever comes."""
    top = max([line.pays for wager in model.wagers for line in wager.lines] + [EVEN])
    raised = 1 + sum(max(0, *(option.multiple for option in decision.options)) for decision in model.decisions)
    staked = sum(cents for each in seats for cents in each.placed_in(model).values())
    return ceil(top * raised * staked / CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR


def table_trial(
    game: str | Game,
    *,
    seats: int | Sequence[Seat] = 6,
    bank: object = None,
    bankroll: object = None,
    least: object = None,
    shift: int = SHIFT,
    strategy: str | Mapping[str, object] = "optimal",
    house: Mapping[str, object] | None = None,
    button: int = 0,
    seed: int | str = 0,
    exact: bool = False,
) -> TableTrial:
    """Prepare a table: all bet, the bank's wager is heard, and the strategies are found; amounts are in dollars.

    Where seats are only a number, their wagers are mixed and they follow the strategy given. A player-dealer of whom
    nothing is said covers whatever comes; one with a bankroll wagers $500. Every deal of a seat is counted where a
    strategy has to be found that way, or `exact` figures are asked for.
    """
    known = game_by_id(game) if isinstance(game, str) else game
    book = known.rulebook(known.house(house))
    if not isinstance(book.bank, PlayerDealerBank) and (bank, bankroll, least) != (None, None, None):
        given = "bank" if bank is not None else "bankroll" if bankroll is not None else "least"
        raise Refused(f"the house banks {known.title}, without limit", clause=book.bank.clause, field=given)
    check_whole(shift=shift, button=button)
    if not isinstance(seats, Sequence):
        check_whole(seats=seats)
    if not 1 <= shift <= SHIFT_MAX:
        raise Refused(f"a shift of {shift:,} rounds cannot be played; 1 to {SHIFT_MAX:,} can", field="shift")
    at = tuple(seats) if isinstance(seats, Sequence) else usual_seats(book, seats, strategy)
    unsaid = USUAL_WAGER if bankroll is not None else all_covered(book.model, at)
    banks = Bank(
        unsaid if bank is None else cents_from(bank),
        None if bankroll is None else cents_from(bankroll),
        0 if least is None else cents_from(least),
    )
    if banks.bankroll is not None and not 0 < banks.bankroll < AMPLE:
        raise Refused(f"nobody banks with {price(banks.bankroll)}", field="bankroll")
    if banks.least > banks.wager:
        raise Refused(f"a bank that stops below {price(banks.least)} never wagers {price(banks.wager)}", field="least")
    laid = lay(known, house or {}, at, banks.wager, button)
    if isinstance(book.bank, PlayerDealerBank):
        banks.check(book.bank)
    if exact or any(needs_count(book.model, each.strategy) for each in at):
        check_sights(book.model)
        solver = solver_of(book.model)
    else:
        solver = uncounted(book.model)
    asked = {
        "--seats": seats if isinstance(seats, int) else None,
        "--bank": None if bank is None else dollars_text(Fraction(banks.wager, 100)),
        "--bankroll": None if banks.bankroll is None else dollars_text(Fraction(banks.bankroll, 100)),
        "--shift": shift if shift != SHIFT else None,
        "--button": button or None,
        "--exact": exact,
    }
    return TableTrial(laid, solver, at, banks, shift, seed, {} if least else asked)
