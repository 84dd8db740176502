"""A table around one limited bank: what every seat is due however it decides, and how far a wager reaches.

A round is dealt once. What each seat's wagers are due is looked up for every way that seat may decide, so that seats
can then decide in turn, each seeing the decisions before it, and banks of several sizes can meet the same cards. Who
pays what to whom is settled by the rule functions of coverage in the table's own order, as in
`croupier.simulation.tables`. Rounds are dealt by chance, or, from few cards, all of them.

What a seat would win from a bank that covers everything has an exact mean. It is known of the same cards, and what it
misses that mean by is taken out of every other mean, in proportion (a control variate): where all is covered, nothing
but the exact figure is left.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, inf, prod, sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.solve import Solver, base_wagers, checked_mix, solver_of
from croupier.exact.space import Ints
from croupier.exact.strategy import plans_by
from croupier.exact.wager_report import Distribution
from croupier.kernel.kernel import Kernel
from croupier.kernel.work import across, threads
from croupier.money import CENTS_PER_DOLLAR, cents_from, price
from croupier.protect.bank_kernel import (
    BACKS,
    BY_ROW,
    HEAD,
    NUMBERS,
    SUMS,
    BankSource,
    LearningSource,
    ValueSource,
)
from croupier.rulebook import PlayerDealerBank, Rulebook
from croupier.rulebook.bank import COVERAGES, Coverage
from croupier.rulebook.model import Model
from croupier.simulation.job import checked
from croupier.simulation.random_words import key_of
from croupier.simulation.rounds.kernel import bounds
from croupier.simulation.sights import all_sights
from croupier.simulation.tables.seats import NO_LINE, Laid, Seat, lay, orders, payments
from croupier.simulation.tables.tally import Mean

Progress = Callable[[float], None]

SIGHTS_MAX: Final = 1 << 26
"""Sights are looked up in a table of so many places at most."""
DEALS_MAX: Final = 1 << 28
"""So many deals are gone through one by one at most."""
BINS_MAX: Final = 1 << 18
BATCHES: Final = 16
"""Rounds are kept in so many parts; what follows from all of them is as sure as it is alike in these."""
ROUNDS_AT_ONCE: Final = 1 << 17
USUAL_STAKE: Final = 10 * CENTS_PER_DOLLAR

# ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Play:
    """How every seat decides: by what it sees alone, or by the decisions before it too."""

    by_row: Ints
    """For each seat and sight, the plan; after these, for each way the first seat decided, the second's."""
    by_group: Ints
    """For each seat, and for every way the seats before it decided and group of sights, the plan; the number of all
    plans stands for the plan by the sight alone."""
    kinds: Ints
    """For each seat, which of them it follows."""


@dataclass(frozen=True)
class BankTable:
    """Seats with their wagers around one player-dealer, every round dealt from fresh cards."""

    laid: Laid
    solver: Solver
    seats: tuple[Seat, ...]
    seed: int | str = 0
    every_deal: bool = False
    """Whether all deals are gone through instead of some by chance."""

    @property
    def book(self) -> Rulebook:
        return self.laid.state.rulebook

    @property
    def model(self) -> Model:
        return self.book.model

    @property
    def bank(self) -> PlayerDealerBank:
        bank = self.book.bank
        if not isinstance(bank, PlayerDealerBank):
            raise Refused(f"the house banks {self.book.game.title}, without limit", clause=bank.clause, field="game")
        return bank

    @property
    def button(self) -> int:
        """The seat with the action button; 0 where the house uses none."""
        return self.laid.state.action_button

    @property
    def coverage(self) -> Coverage:
        return COVERAGES[self.bank.coverage]

    @cached_property
    def payments(self) -> Ints:
        """What each seat's wagers are due, by wager, plan and outcome code."""
        return payments(self.book, self.solver, self.seats)

    @cached_property
    def orders(self) -> Ints:
        """The order of settlement for every way the seats may decide."""
        return orders(self.laid, self.solver.counts.layout, len(self.seats))

    @cached_property
    def columns(self) -> frozenset[int]:
        """The places of wagers that anybody may have money on."""
        paid = self.payments
        return frozenset(np.flatnonzero(((paid != 0) & (paid != NO_LINE)).any(axis=(0, 2, 3))).tolist())

    @cached_property
    def given_up(self) -> frozenset[tuple[int, int]]:
        """The plans, and the wagers that each of them loses whatever the cards are."""
        solver, wagers = self.solver, self.model.wagers
        found = set()
        for number, plan in enumerate(solver.plans):
            met = solver.counts.joints_of_path[solver.path_of(plan)]
            for column in self.columns:
                codes = np.unique(solver.code_of_joint[wagers[column].id][met])
                paid = self.payments[:, column, number, codes]
                staked = paid[(paid != 0).any(axis=1)]  # by those who bet on it
                if staked.size and np.all((staked < 0) & (staked != NO_LINE)):
                    found.add((number, column))
        return frozenset(found)

    @cached_property
    def dues_max(self) -> tuple[int, ...]:
        """The cents that each seat's wagers can move at most in a round."""
        paid = np.where(self.payments == NO_LINE, 0, np.abs(self.payments))
        return tuple(paid.max(axis=3).sum(axis=1).max(axis=1).tolist())

    @property
    def due_max(self) -> int:
        """The cents that all wagers of a round can move at most."""
        return sum(self.dues_max)

    def covering(self, who: int) -> int:
        """A wager that covers everything of a seat (from 1) whatever comes, or of all seats (0)."""
        return sum(self.dues_max[:who]) if who and self.is_sequential else self.due_max

    @cached_property
    def collected_max(self) -> int:
        """The cents that the bank wins if every wager loses."""
        lost = np.where(self.payments == NO_LINE, 0, np.maximum(-self.payments, 0))
        return int(lost.max(axis=3).sum(axis=1).max(axis=1).sum())

    @cached_property
    def dealer_fee(self) -> int:
        return self.laid.player_dealer_fee

    # ── Who can tell what apart ──

    @cached_property
    def group_of_row(self) -> Ints:
        """The group of each sight: those that the decision's fields do not tell apart are one; without fields, none."""
        rows = self.solver.counts.sights
        decisions = self.model.decisions
        if len(decisions) != 1 or not decisions[0].fields:
            return np.arange(len(rows), dtype=np.int64)
        told = np.array([[field.value(code) for field in decisions[0].fields] for code in rows.tolist()])
        _, group = np.unique(told, axis=0, return_inverse=True)
        return np.ascontiguousarray(group.reshape(-1), dtype=np.int64)

    @property
    def groups(self) -> int:
        return int(self.group_of_row.max()) + 1

    @property
    def histories(self) -> int:
        """In how many ways the seats before the last can decide, where decisions are heard; else one."""
        return int(len(self.solver.plans) ** (len(self.seats) - 1)) if self.heard else 1

    @property
    def heard(self) -> bool:
        """Whether seats decide one after another, so that each hears those before it."""
        return any(decision.in_order for decision in self.model.decisions)

    @cached_property
    def row_of_code(self) -> npt.NDArray[np.int32]:
        """The row of every sight by its code, and −1 where nobody can see that."""
        counts = self.solver.counts
        if counts.layout.sights > SIGHTS_MAX:
            raise Refused(
                f"{self.model.id} has {counts.layout.sights:,} sights; a bank is valued with {SIGHTS_MAX:,} at most"
            )
        codes, rows = all_sights(counts, np.arange(len(counts.sights), dtype=np.int64))
        found = np.full(counts.layout.sights, -1, dtype=np.int32)
        found[codes] = rows
        return found

    # ── Play ──

    @cached_property
    def ordinary(self) -> Play:
        """Each seat plays its strategy as if the bank covered everything."""
        rows = []
        for seat in self.seats:
            stakes = {id_: Fraction(cents) for id_, cents in seat.stakes.items()}
            rows.append(plans_by(self.solver, seat.strategy, stakes)[1])
        seats = len(self.seats)
        by_group = np.zeros((seats, 1), dtype=np.int64)
        return Play(np.stack(rows), by_group, np.full(seats, BY_ROW, dtype=np.int64))

    @cached_property
    def is_sequential(self) -> bool:
        """Whether no seat's result depends on a seat that decides after it: so seats can be solved one by one."""
        wagers, seats, plans = len(self.model.wagers), len(self.seats), len(self.solver.plans)
        if len(self.orders) == 1:
            return seats == 1
        for upto in range(1, seats):
            after = plans ** (seats - upto)
            for prefix in range(plans**upto):
                seen = set()
                for order in self.orders[prefix * after : (prefix + 1) * after]:
                    items = [item for item in order.tolist() if item >= 0 and item % wagers in self.columns]
                    mine = [item for item in items if item // wagers < upto]
                    if items[: len(mine)] != mine:
                        return False
                    seen.add(tuple(mine))
                if len(seen) > 1:
                    return False
        return True

    # ── Exact: a seat that nobody else comes before ──

    def first_pays(self, wager: int | None) -> Ints:
        """What the first seat wins by each plan in every joint outcome, from a bank's wager or from one without end."""
        plans, wagers = self.solver.plans, self.model.wagers
        codes = self.solver.code_of_joint
        found = np.zeros((len(plans), self.solver.counts.layout.joints), dtype=np.int64)
        after = len(plans) ** (len(self.seats) - 1)
        for number, plan in enumerate(plans):
            order = self.orders[number * after if len(self.orders) > 1 else 0].tolist()
            columns = [item for item in order if 0 <= item < len(wagers) and item in self.columns]
            for joint in self.solver.counts.joints_of_path[self.solver.path_of(plan)].tolist():
                used = result = 0
                for column in columns:
                    amount = int(self.payments[0, column, number, codes[wagers[column].id][joint]])
                    moved = abs(amount) if wager is None else self.coverage.covers(amount, wager, used, result)
                    result -= moved if amount > 0 else -moved
                    used = self.coverage.uses(used, moved, result)
                found[number, joint] = -result
        return found

    def first_values(self, wager: int | None) -> Ints:
        """For every sight of the first seat and plan, the cents it wins in all deals."""
        counts, pays = self.solver.counts, self.first_pays(wager)
        found = np.zeros((len(counts.sights), len(self.solver.plans)), dtype=np.int64)
        for number, plan in enumerate(self.solver.plans):
            joint, deals, _, starts = counts.by_path[self.solver.path_of(plan)]
            if int(np.abs(pays[number]).max()) * counts.total >= 1 << 62:
                raise Refused("these stakes are beyond exact counting; stake less", field="stakes")
            found[:, number] = np.add.reduceat(deals * pays[number][joint], starts)
        return found

    def first_distribution(self, wager: int, plan_of_row: Ints) -> Distribution:
        """What the bank wins from the first seat, and in how many deals."""
        counts, pays = self.solver.counts, self.first_pays(wager)
        deals: dict[Fraction, int] = {}
        for number, plan in enumerate(self.solver.plans):
            joint, each, rows, _ = counts.by_path[self.solver.path_of(plan)]
            here = plan_of_row[rows] == number
            for won in np.unique(pays[number][joint[here]]).tolist():
                many = int(each[here][pays[number][joint[here]] == won].sum())
                deals[Fraction(-won)] = deals.get(Fraction(-won), 0) + many
        return Distribution(deals, counts.total)

    @cached_property
    def covered_means(self) -> tuple[Fraction, ...]:
        """What the bank and then each seat wins by round on average where all is covered and play is ordinary."""
        counts, found = self.solver.counts, []
        codes = self.solver.code_of_joint
        for seat, plan_of_row in enumerate(self.ordinary.by_row):
            total = 0
            for number, plan in enumerate(self.solver.plans):
                joint, deals, rows, _ = counts.by_path[self.solver.path_of(plan)]
                here = plan_of_row[rows] == number
                by_joint = np.zeros(counts.layout.joints, dtype=np.int64)
                np.add.at(by_joint, joint[here], deals[here])
                for each in np.flatnonzero(by_joint).tolist():
                    pays = [
                        int(self.payments[seat, c, number, codes[self.model.wagers[c].id][each]]) for c in self.columns
                    ]
                    total += int(by_joint[each]) * sum(pays)
            found.append(Fraction(total, counts.total))
        return (-sum(found, Fraction(0)), *found)

    # ── By chance, or through all deals ──

    def source(self, kind: type[BankSource]) -> BankSource:
        """The lines of one kind of kernel."""
        counts = self.solver.counts
        source = kind(self.model, counts.composition, len(self.seats), self.solver.plans, self.columns, self.given_up)
        source.every_deal = self.every_deal
        return source

    @cached_property
    def value_kernel(self) -> Kernel:
        return self.source(ValueSource).kernel()

    @cached_property
    def learning_kernel(self) -> Kernel:
        return self.source(LearningSource).kernel()

    @cached_property
    def deals(self) -> int:
        """How many ways the cards of the whole table can fall, in order."""
        source = self.source(BankSource)
        return prod(bounds(source.fallen, sum(source.composition)))

    def arrays(self, play: Play) -> tuple[npt.NDArray[Any], ...]:
        """What every kernel reads of the table."""
        counts = self.solver.counts
        shoe = np.repeat(np.arange(52, dtype=np.uint8), counts.composition)
        spots = np.array([seat.spot for seat in self.seats], dtype=np.int64)
        return (
            *(shoe, self.row_of_code, self.group_of_row, spots, self.payments, self.orders),
            *(
                np.ascontiguousarray(part, dtype=np.uint8)
                for part in (self.ordinary.by_row, play.by_row, play.by_group)
            ),
            play.kinds,
        )

    def grain(self, wagers: Sequence[int]) -> int:
        """The largest amount of which all that can move is a whole number."""
        paid = np.unique(np.abs(self.payments[(self.payments != NO_LINE) & (self.payments != 0)]))
        return gcd(*paid.tolist(), *wagers) or 1

    def chunks(self, rounds: int, grain: int, use: str) -> tuple[int, Iterator[tuple[int, int, int]]]:
        """A key, and the batches of rounds in parts that can be added up without overflow."""
        most = max(1, self.due_max // grain)
        size = max(1, min(ROUNDS_AT_ONCE, (1 << 61) // most**2))
        cuts = [rounds * n // BATCHES for n in range(BATCHES + 1)]

        def parts() -> Iterator[tuple[int, int, int]]:
            for batch, (first, end) in enumerate(pairwise(cuts)):
                for start in range(first, end, size):
                    yield batch, start, min(start + size, end)

        return key_of(self.seed, f"{use} of {self.model.id} with {len(self.seats)} seats"), parts()

    def rounds_of(self, rounds: int) -> int:
        """How many rounds are dealt: as many as are asked for, or every deal."""
        if not self.every_deal:
            return rounds
        if self.deals > DEALS_MAX:
            raise Refused(f"{self.deals:,} deals are too many to go through; deal some by chance")
        return self.deals

    def played(
        self, kernel: Kernel, play: Play, numbers: Ints, cells: int, rounds: int, use: str, progress: Progress
    ) -> list[Ints]:
        """The tallies of all batches, added up in the order of the rounds."""
        key, parts = self.chunks(rounds, int(numbers[NUMBERS.index("grain")]), use)
        arrays, entry, done = self.arrays(play), kernel.compiled, 0

        def one(part: tuple[int, int, int]) -> tuple[tuple[int, int, int], Ints]:
            tally = np.zeros(cells, dtype=np.int64)
            checked(entry(key, part[1], part[2], *arrays, numbers, tally))
            return part, tally

        tallies = [np.zeros(cells, dtype=np.int64) for _ in range(BATCHES)]
        with threads() as executor, closing(across(executor, one, parts)) as results:
            for (batch, first, end), tally in results:
                tallies[batch] += tally
                done += end - first
                progress(done / rounds)
        return tallies

    def numbers(self, wagers: Sequence[int], *, grain: int, reach: int = 0, learner: int = 0, played: int = 0) -> Ints:
        reading = list(COVERAGES).index(self.bank.coverage)
        first = wagers[0] if wagers else 0
        fixed = (reading, grain, self.groups, int(self.heard), reach, learner, played or len(self.seats), first)
        return np.array([*fixed, *wagers], dtype=np.int64)

    def values(
        self, wagers: Sequence[int], *, rounds: int, play: Play | None = None, progress: Progress = lambda _: None
    ) -> "BankValues":
        """What banks of these wagers (in cents) and every seat win by round, all against the same cards."""
        if any(wager < 0 for wager in wagers):
            raise Refused("a bank's wager must be 0 or more", field="bank")
        grain, dealt = self.grain(wagers), self.rounds_of(rounds)
        reach = min(max(wagers), self.due_max) // grain
        if reach > BINS_MAX:
            raise Refused(
                f"results up to {price(reach * grain)} in steps of {price(grain)} are too many; "
                "let stakes and banks have a larger common unit",
                field="bank",
            )
        each = len(HEAD) + SUMS * (len(self.seats) + 1) + BACKS * len(self.seats) + 2 * reach + 1
        cells = 2 * (len(self.seats) + 1) + each * len(wagers)
        numbers = self.numbers(wagers, grain=grain, reach=reach)
        tallies = self.played(self.value_kernel, play or self.ordinary, numbers, cells, dealt, "banks", progress)
        return BankValues(self, tuple(wagers), dealt, grain, reach, tuple(tallies))


# ── What it came to ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class BankValues:
    """What some rounds came to for banks of several wagers, and for the seats."""

    table: BankTable
    wagers: tuple[int, ...]
    rounds: int
    grain: int
    reach: int
    tallies: tuple[Ints, ...]

    @cached_property
    def tally(self) -> tuple[int, ...]:
        """All batches together, as numbers without end."""
        return tuple(
            sum(int(cell) for cell in cells) for cells in zip(*(t.tolist() for t in self.tallies), strict=True)
        )

    @property
    def size(self) -> int:
        return len(HEAD) + SUMS * (self.seats + 1) + BACKS * self.seats + 2 * self.reach + 1

    @property
    def seats(self) -> int:
        return len(self.table.seats)

    def at(self, number: int) -> int:
        return 2 * (self.seats + 1) + number * self.size

    def head(self, number: int, name: str) -> Fraction:
        """The share of rounds in which a wager was `used_up` or fell `short`, or the cents `used` by round."""
        unit = self.grain if name == "used" else 1
        return Fraction(self.tally[self.at(number) + HEAD.index(name)] * unit, self.rounds)

    def mean(self, number: int, who: int) -> Mean:
        """What the bank (0) or a seat wins by round, in cents, with what the covered result misses its mean by out."""
        n, at = self.rounds, self.at(number) + len(HEAD) + SUMS * who
        total, squares, crossed = self.tally[at : at + SUMS]
        covered, covered_squares = self.tally[2 * who : 2 * who + 2]
        if self.table.every_deal:
            return Mean(Fraction(total * self.grain, n), 0.0)
        variance, both = squares * n - total**2, crossed * n - total * covered
        spread = covered_squares * n - covered**2
        slope = Fraction(both, spread) if spread else Fraction(0)
        known = self.table.covered_means[who] / self.grain
        mean = Fraction(total, n) - slope * (Fraction(covered, n) - known)
        left = variance - slope * both
        error = self.grain * sqrt(left / n / max(n - 1, 1) / n) if n > 1 else inf
        if not left:  # where something may be uncovered that never was, one such round might have come
            most = max(0, self.table.covering(who) - self.wagers[number])
            if not variance:  # nor can it win or lose more than the bank has
                most = min(most, self.wagers[number] + abs(total // n) * self.grain)
            error = most / n
        return Mean(mean * self.grain, error)

    def variance(self, number: int) -> Fraction:
        """The variance of the bank's result by round, in cents²."""
        at = self.at(number) + len(HEAD)
        total, squares = self.tally[at], self.tally[at + 1]
        return Fraction(squares * self.rounds - total**2, self.rounds**2) * self.grain**2

    def returned(self, number: int, seat: int) -> Fraction:
        """The share of what was due to or from a seat that was not covered."""
        at = self.at(number) + len(HEAD) + SUMS * (self.seats + 1) + BACKS * seat
        return Fraction(self.tally[at + 1], self.tally[at] or 1)

    def given_back(self, number: int, seat: int) -> Fraction:
        """The cents by round that a seat had given up by a decision, and that came back uncovered."""
        at = self.at(number) + len(HEAD) + SUMS * (self.seats + 1) + BACKS * seat
        return Fraction(self.tally[at + 2] * self.grain, self.rounds)

    def results(self, number: int, batch: int | None = None) -> tuple[int, ...]:
        """In how many rounds the bank's result was −reach, …, +reach grains: of all rounds, or of one batch."""
        at = self.at(number) + self.size - 2 * self.reach - 1
        cells = self.tally if batch is None else self.tallies[batch].tolist()
        return tuple(int(cell) for cell in cells[at : at + 2 * self.reach + 1])


# ── Making one ───────────────────────────────────────────────────────────────────────────────────────────────────────


def same_seats(
    book: Rulebook, seats: int, stakes: Mapping[str, object] | None, strategy: str | Mapping[str, object]
) -> tuple[Seat, ...]:
    """So many seats with the same wagers: dollars by wager, or $10 on the first where nothing is said."""
    main = base_wagers(book.model)[0]
    cents = {main.id: max(USUAL_STAKE, main.least)} if stakes is None else {i: cents_from(d) for i, d in stakes.items()}
    checked_mix(book.model, cents)
    return (Seat(cents, 0, strategy),) * seats


def bank_table(
    book: Rulebook,
    seats: Sequence[Seat],
    *,
    button: int = 0,
    removed: Sequence[int] = (),
    seed: int | str = 0,
    every_deal: bool = False,
) -> BankTable:
    """Sit seats around a player-dealer: the table itself takes their wagers and fees, or refuses them."""
    if not isinstance(book.bank, PlayerDealerBank):
        raise Refused(f"the house banks {book.game.title}, without limit", clause=book.bank.clause, field="game")
    if button and not book.action_button:
        raise Refused(
            "this house uses no action button; leave it out, or give the house rule under which there is one",
            clause=book.button_clause,
            field="button",
        )
    laid = lay(book.game, book.house.changes(), tuple(seats), max(book.bank.least, CENTS_PER_DOLLAR), button)
    return BankTable(laid, solver_of(book, removed=removed), tuple(seats), seed, every_deal)


def with_book(table: BankTable, book: Rulebook, button: int = 0) -> BankTable:
    """The same seats under other house rules that leave all that is counted as it is."""
    least = book.bank.least if isinstance(book.bank, PlayerDealerBank) else CENTS_PER_DOLLAR
    laid = lay(book.game, book.house.changes(), table.seats, max(CENTS_PER_DOLLAR, least), button)
    return replace(table, laid=laid, solver=replace(table.solver, model=book.model, book=book))
