"""How players should play a short bank: each seat's best response to the seats that come before it.

Seats decide in turn and hear what was decided before them. Where settlement takes the seats in the same turn, no seat's
result depends on a seat after it, so they are solved one by one: the first exactly, from the count of all deals; each
later one by chance, from what every option would have won in rounds in which the seats before it play their own
responses. Its value is then taken from *other* rounds, so that a strategy is never judged by the chance that made it.

Where a seat's result does depend on seats after it (settlement wager by wager, or forfeits collected before the rest),
all seats go on answering each other until nobody has a reason left: a fixed point of best responses, which is a Nash
equilibrium in strategies that hear earlier decisions. It need not be the only one.

Either way `regret` says what a seat could still gain: the best that other rounds could have taught it, which is more
than the truth rather than less.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.protect.bank_kernel import BY_GROUP, BY_ROW, BY_ROW_HEARD
from croupier.protect.bank_table import BankTable, BankValues, Play
from croupier.simulation.tables.tally import Mean

if TYPE_CHECKING:
    from croupier.protect.second_seat import SecondSeat

Progress = Callable[[float], None]
Floats = npt.NDArray[np.float64]

EVIDENCE: Final = 1.5
"""An option is taken in place of the ordinary one where it won more by so many standard errors, over all histories in
which the same number of seats took each option; in one history of them, by twice as many."""
PASSES: Final = 4
"""How often all seats answer each other at most, where none can be solved before the others, in the same rounds."""

IN_TURN: Final = "each seat's best response to the seats before it; no seat's result depends on a seat after it"
FIXED_POINT: Final = (
    "a fixed point of best responses (a Nash equilibrium in strategies that hear earlier decisions), reached by "
    "letting the seats answer each other in turn; it is not shown to be the only one"
)


@dataclass(frozen=True)
class Learned:
    """What one seat won by each option in every situation it was in, others playing as they did."""

    visits: Ints
    """For each history and group of sights, how often it was met."""
    usual: Ints
    """For each of them, what ordinary play won in all, in grains."""
    sums: Ints
    """For each of them and each option, what that won in all."""
    squares: Ints
    """For each of them and each option, the sum of the squares of what it won more or less than ordinary play."""

    @property
    def rounds(self) -> int:
        return int(self.visits.sum())

    @property
    def gains(self) -> Ints:
        """For each cell and option, what it won more than ordinary play; the last is ordinary play itself."""
        more = self.sums - self.usual[:, None]
        return np.concatenate([more, np.zeros((len(more), 1), dtype=np.int64)], axis=1)


@dataclass(frozen=True)
class Response:
    """Every seat's best response to a bank's wager, and what it comes to."""

    table: BankTable
    wager: int
    play: Play
    values: BankValues
    """What all win when every seat plays its response, in rounds that taught nobody."""
    ordinary: BankValues
    """What all win on the same cards when every seat plays as if everything were covered."""
    exact_first: Fraction | None
    """What the first seat wins by round, where that is exact."""
    exact_second: Fraction | None
    """The same of the second."""
    exact_usual: Fraction | None
    """The same if it plays as if everything were covered."""
    regrets: tuple[Fraction, ...]
    """What each seat might still gain by round at most, as far as chance tells; nothing where it is exact."""
    shares: tuple[Ints, ...]
    """For each seat, history and option: how often it was taken, as counts of the rounds that taught it."""
    passes: int

    @property
    def concept(self) -> str:
        """What kind of solution it is, in words."""
        return IN_TURN if self.table.is_sequential else FIXED_POINT

    def seat(self, number: int) -> Mean:
        """What a seat (from 1) wins by round, in cents, when all play their responses."""
        if number == 1 and self.exact_first is not None:
            return Mean(self.exact_first, 0.0)
        if number == 2 and self.exact_second is not None:
            return Mean(self.exact_second, 0.0)
        return self.values.mean(0, number)

    def is_exact(self, number: int) -> bool:
        """Whether what a seat (from 1) wins by its response is exact."""
        return (self.exact_first, self.exact_second, None)[min(number, 3) - 1] is not None

    def usual(self, number: int) -> Mean:
        """What a seat wins by round, in cents, when all play as if everything were covered."""
        if number == 1 and self.exact_usual is not None:
            return Mean(self.exact_usual, 0.0)
        return self.ordinary.mean(0, number)

    @property
    def bank(self) -> Mean:
        """What the bank wins by round, in cents, when all play their responses; exact against one seat."""
        alone = len(self.table.seats) == 1 and self.exact_first is not None
        return Mean(-self.seat(1).value, 0.0) if alone else self.values.mean(0, 0)

    def options(self, number: int) -> tuple[tuple[tuple[str, ...], tuple[Fraction, ...], Fraction], ...]:
        """For every way the seats before one (from 1) decided: that, how often it takes each option, how often met."""
        plans, decision = self.table.solver.plans, self.table.model.decisions[0]
        names = [decision.options[plan[0]].id for plan in plans]
        before = number - 1 if self.table.heard else 0
        counts = self.shares[number - 1]
        total = int(counts.sum()) or 1
        found = []
        for history, chosen in enumerate(product(names, repeat=before)):
            met = int(counts[history].sum())
            if met:
                found.append((chosen, tuple(Fraction(int(n), met) for n in counts[history]), Fraction(met, total)))
        return tuple(found)


def learned(table: BankTable, wager: int, play: Play, seat: int, rounds: int, use: str, progress: Progress) -> Learned:
    """Let a seat (from 0) try all its options in many rounds."""
    plans = len(table.solver.plans)
    grain, dealt = table.grain((wager,)), table.rounds_of(rounds)
    cells = table.histories * table.groups * (2 * plans + 2)
    played = seat + 1 if table.is_sequential else len(table.seats)
    numbers = table.numbers((wager,), grain=grain, learner=seat, played=played)
    tallies = table.played(table.learning_kernel, play, numbers, cells, dealt, f"{use}, seat {seat + 1},", progress)
    tally = sum(tallies[1:], start=tallies[0]).reshape(table.histories * table.groups, 2 * plans + 2)
    return Learned(
        *(part.copy() for part in (tally[:, 0], tally[:, 1], tally[:, 2 : plans + 2], tally[:, plans + 2 :]))
    )


def chosen(table: BankTable, found: Learned) -> Ints:
    """The best plan in each history and group; ordinary play where nothing tells against it."""
    plans, groups, histories = len(table.solver.plans), table.groups, table.histories
    if table.every_deal:
        best = found.gains.max(axis=1)
        return np.where(best > 0, found.gains.argmax(axis=1), plans)
    visits = found.visits.reshape(histories, groups, 1).astype(np.float64)
    gains = found.gains.reshape(histories, groups, plans + 1).astype(np.float64)
    squares = np.concatenate([found.squares, np.zeros((len(found.visits), 1), dtype=np.int64)], axis=1)
    squares = squares.reshape(histories, groups, plans + 1).astype(np.float64)
    alike, by_cell = like_histories(plans, histories), np.empty((histories, groups), dtype=np.int64)
    for kind in np.unique(alike):
        met, won, spread = (each[alike == kind].sum(axis=0) for each in (visits, gains, squares))
        of_kind = preferred(met, won, spread, np.full(groups, plans), EVIDENCE)
        for history in np.flatnonzero(alike == kind):
            by_cell[history] = preferred(visits[history], gains[history], squares[history], of_kind, 2 * EVIDENCE)
    return by_cell.reshape(-1)


def preferred(visits: Floats, gains: Floats, squares: Floats, standing: Ints, evidence: float) -> Ints:
    """For each group the plan that won most, where it beats the standing one by more than chance explains."""
    at = np.arange(len(standing))
    more = gains - gains[at, standing][:, None]
    by_chance = np.sqrt(squares + squares[at, standing][:, None])
    best = (more - evidence * by_chance).argmax(axis=1)
    clear = (more[at, best] > evidence * by_chance[at, best]) & (visits[:, 0] > 1)
    return np.where(clear, best, standing)


def like_histories(plans: int, histories: int) -> Ints:
    """A number for each history: the same where the same options were taken by the same number of seats."""
    found = np.zeros(histories, dtype=np.int64)
    for history in range(histories):
        rest, counted = history, [0] * plans
        while rest:
            rest, plan = divmod(rest, plans)
            counted[plan] += 1 if plan else 0
        for many in counted:
            found[history] = found[history] * (histories + 1) + many
    return found


def regret(table: BankTable, found: Learned, plan_of_cell: Ints, grain: int) -> Fraction:
    """What somebody who hears only how many seats took each option could have won more, knowing these very rounds."""
    plans, groups = len(table.solver.plans), table.groups
    gains, alike = found.gains, like_histories(plans, table.histories)
    own = int(gains[np.arange(len(gains)), plan_of_cell].sum())
    by_history = gains.reshape(table.histories, groups, plans + 1)
    best = sum(int(by_history[alike == kind].sum(axis=0).max(axis=1).sum()) for kind in np.unique(alike))
    return Fraction(max(best - own, 0) * grain, found.rounds or 1)


def best_first(table: BankTable, wager: int) -> tuple[Ints, Fraction, Fraction]:
    """The first seat's best plan at every sight, and what that and ordinary play win by round, exactly."""
    values = table.first_values(wager)
    usual, at = table.ordinary.by_row[0], np.arange(len(values))
    best = values.argmax(axis=1)
    plan = np.where(values[at, best] > values[at, usual], best, usual)
    won, ordinary = (Fraction(int(values[at, each].sum()), table.solver.counts.total) for each in (plan, usual))
    return plan, won, ordinary


@dataclass(frozen=True)
class Second:
    """The second seat's best response, where it is exact."""

    play: Play
    """How all play, the second seat so."""
    won: Fraction
    """What it wins by round, in cents."""
    shares: Ints
    """For each history and option, in how many deals it is taken."""


def best_second(table: BankTable, found: "SecondSeat", play: Play) -> Second:
    """The second seat's best plan at every sight after each decision of the first."""
    deals, won = found.deals, found.won
    if not table.heard:
        deals, won = deals.sum(axis=0, keepdims=True), won.sum(axis=0, keepdims=True)
    usual = np.broadcast_to(table.ordinary.by_row[1], deals.shape)[..., None]
    best = won.argmax(axis=2)[..., None]
    more = np.take_along_axis(won, best, 2) > np.take_along_axis(won, usual, 2)
    plan = np.where(more, best, usual)[..., 0]
    total = int(np.take_along_axis(won, plan[..., None], 2).sum())
    shares = np.zeros((table.histories, won.shape[2]), dtype=np.int64)
    for option in range(won.shape[2]):
        shares[: len(plan), option] = np.where(plan == option, deals, 0).sum(axis=1)
    kinds = play.kinds.copy()
    kinds[1] = BY_ROW_HEARD
    answered = replace(play, by_row=np.concatenate([play.by_row, plan]), kinds=kinds)
    return Second(answered, Fraction(total, found.total), shares)


def solved_second(table: BankTable, wager: int, play: Play, progress: Progress) -> Second:
    """The same, once every deal of two seats was gone through on a GPU."""
    from croupier.protect.second_seat import second_values  # noqa: PLC0415  # for those with a GPU

    return best_second(table, second_values(table, wager, play.by_row[0], progress), play)


def best_response(
    table: BankTable,
    wager: int,
    *,
    rounds: int,
    learning: int | None = None,
    device: str = "cpu",
    progress: Progress = lambda _: None,
) -> Response:
    """Solve how every seat should play against a bank with this wager, in cents.

    `learning` rounds teach each seat, and `rounds` others value what it learned. On a GPU the second seat is solved
    exactly too.
    """
    if len(table.model.decisions) != 1:
        raise Refused(
            f"{table.book.game.title} has {len(table.model.decisions)} decisions; only games with one are solved"
        )
    seats, grain = len(table.seats), table.grain((wager,))
    teaching = learning or rounds
    by_group = np.full((seats, table.histories * table.groups), len(table.solver.plans), dtype=np.int64)
    play = Play(table.ordinary.by_row.copy(), by_group, np.full(seats, BY_ROW, dtype=np.int64))
    exact: Fraction | None = None
    exact_usual: Fraction | None = None
    second: Second | None = None
    passes = 1 if table.is_sequential else PASSES
    steps, done = seats * (passes + 1) + 2, 0

    def told(part: float) -> None:
        progress((done + part) / steps)

    shares: list[Ints] = [np.zeros((table.histories, len(table.solver.plans)), dtype=np.int64)] * seats
    used = 0
    for turn in range(passes):
        before, used = play.by_group.copy(), turn + 1
        for seat in range(seats):
            if table.is_sequential and seat == 0 and not table.every_deal:
                plan, exact, exact_usual = best_first(table, wager)
                play.by_row[0] = plan
            elif device == "gpu" and seat == 1:
                second = solved_second(table, wager, play, told)
                play = second.play
            else:
                found = learned(table, wager, play, seat, teaching, "learning", told)
                play.by_group[seat] = chosen(table, found)
                play.kinds[seat] = BY_GROUP
            done += 1
        if turn and np.array_equal(before, play.by_group):
            break
    regrets = []
    for seat in range(seats):
        if seat == 1 and second is not None:
            shares[seat] = second.shares
            regrets.append(Fraction(0))
        else:
            found = learned(table, wager, play, seat, teaching, "regret", told)
            shares[seat] = taken(table, play, seat, found)
            is_exact = seat == 0 and exact is not None
            regrets.append(Fraction(0) if is_exact else regret(table, found, play.by_group[seat], grain))
        done += 1
    values = table.values((wager,), rounds=rounds, play=play, progress=told)
    done += 1
    ordinary = table.values((wager,), rounds=rounds, progress=told)
    exactly = second.won if second else None
    return Response(
        table, wager, play, values, ordinary, exact, exactly, exact_usual, tuple(regrets), tuple(shares), used
    )


def taken(table: BankTable, play: Play, seat: int, found: Learned) -> Ints:
    """For every history, how often each option was taken."""
    plans, groups = len(table.solver.plans), table.groups
    visits = found.visits.reshape(table.histories, groups)
    deals, by_row = table.solver.counts.deals_of_row, play.by_row[seat]
    shares = np.zeros((groups, plans))  # of ordinary play within each group
    np.add.at(shares, (table.group_of_row, by_row), deals)
    shares /= shares.sum(axis=1, keepdims=True)
    plan_of_cell = play.by_group[seat].reshape(table.histories, groups)
    counts = np.zeros((table.histories, plans), dtype=np.float64)
    for plan in range(plans):
        part = np.where(plan_of_cell == plans, shares[None, :, plan], plan_of_cell == plan)
        counts[:, plan] = (visits * part).sum(axis=1)
    return np.rint(counts).astype(np.int64)
