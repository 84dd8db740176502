"""A settlement that begins at the wrong seat: what that moves between seats where the bank is limited.

Where a bank covers everything the order of settlement moves nothing. A limited one is used up on the way, so whoever is
settled first is covered best. The same cards are settled twice, in the right order and in one that begins at another
seat, many times over; what a seat gains by it is the mean difference, with its error over batches of shifts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import ClassVar, Final

from croupier.chart import Chart, Dots, Line, between, interval_rows
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused
from croupier.figures import share
from croupier.kernel import effort
from croupier.kernel.work import across, threads
from croupier.protect.knowledge import HUNDRED
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, House, PlayerDealerBank, Round, Rulebook, Settle
from croupier.sheet import Sheet, number_of
from croupier.simulation.job import Chunk, played
from croupier.simulation.statistics import Z_99
from croupier.simulation.tables.result import TableSimulation
from croupier.simulation.tables.seats import Seat
from croupier.simulation.tables.trial import TableTrial, table_trial
from croupier.simulation.trial import Progress, Run

BATCHES: Final = 24
SHIFTS: Final = 250
"""Shifts of a batch, of 200 rounds each."""


Order = Callable[[Round], tuple[tuple[int, str], ...]]


def begun_later(game: Game, later: int) -> Game:
    """The same game, each of whose settlements begins so many seats after the right one."""

    def build(this: Game, house: House) -> Rulebook:
        book = game.build(this, house)
        orders = [step.order for step in book.procedure if isinstance(step, Settle)]
        steps = (
            replace(step, order=turned(step.order, orders[-1], later)) if isinstance(step, Settle) else step
            for step in book.procedure
        )
        return replace(book, procedure=tuple(steps))

    return replace(game, build=build)


def turned(order: Order, last: Order, later: int) -> Order:
    """An order of settlement begun so many seats later; the last of a round has all seats in their order."""

    def begun(so_far: Round) -> tuple[tuple[int, str], ...]:
        seats = list(dict.fromkeys(seat for seat, _ in last(so_far)))
        return tuple(from_later(order(so_far), seats, later))

    return begun


def from_later(wagers: Sequence[tuple[int, str]], seats: Sequence[int], later: int) -> Iterator[tuple[int, str]]:
    """Wagers seat by seat or wager by wager, each turn round the table begun so many seats later."""
    place = {seat: (number - later) % len(seats) for number, seat in enumerate(seats)}
    runs = [seat for seat, _ in groupby(wagers, lambda each: each[0])]
    if len(runs) == len(set(runs)):  # seat by seat: one turn
        yield from sorted(wagers, key=lambda each: place[each[0]])
        return
    for _, turn in groupby(wagers, lambda each: each[1]):
        yield from sorted(turn, key=lambda each: place[each[0]])


@dataclass(frozen=True)
class Moved:
    """What a seat, or the bank, gains in a round when the settlement begins elsewhere, in cents."""

    position: int
    """From the bank's left; 0 is the bank."""
    right: float
    """What it wins in a round in the right order."""
    right_error: float
    """One standard error of that."""
    gain: float
    error: float
    """One standard error of the gain."""

    @property
    def is_certain(self) -> bool:
        """Whether the 99% interval leaves out nothing at all."""
        return abs(self.gain) > Z_99 * self.error


@dataclass(frozen=True, repr=False)
class WrongFirstSeat(Result):
    """Who wins and loses what when a settlement begins at the wrong seat.

    >>> import croupier
    >>> croupier.game("tcp").late_settlement(bank=80, seats=2).later
    1
    """

    schema: ClassVar[str] = "croupier.wrong-first-seat/1"

    rate: Fraction
    """In what share of rounds it begins there."""
    later: int
    """How many seats after the right one it begins."""
    bank: int
    """The bank's wager, in cents."""
    rounds: int
    moved: tuple[Moved, ...]
    """The bank, then every seat from its left."""
    conditions: Conditions | None = field(default=None, compare=False)

    def per_100(self, moved: Moved) -> float:
        """What is gained by it in a hundred rounds at the rate, in dollars."""
        return moved.gain * float(self.rate)  # cents of a round, a hundred rounds

    @property
    def summary(self) -> str:
        seats = self.moved[1:]
        most, least = max(seats, key=lambda each: each.gain), min(seats, key=lambda each: each.gain)
        return (
            f"begun {number_of(self.later, 'seat')} late in {share(self.rate, 2)} of rounds: in 100 rounds "
            f"seat {most.position} gains ${self.per_100(most):.2f} and seat {least.position} loses "
            f"${-self.per_100(least):.2f}"
        )

    def data(self) -> dict[str, object]:
        return {
            "rate": figure(self.rate),
            "later": self.later,
            "bank_cents": self.bank,
            "rounds": self.rounds,
            "moved": [
                {
                    "position": each.position or "bank",
                    "right_cents_by_round": each.right,
                    "right_standard_error": each.right_error,
                    "gain_cents_by_round": each.gain,
                    "standard_error": each.error,
                    "gain_dollars_per_100": self.per_100(each),
                }
                for each in self.moved
            ],
        }

    def to_rows(self) -> list[Row]:
        return [
            {
                "position": each.position or "bank",
                "right_cents_by_round": each.right,
                "right_standard_error": each.right_error,
                "gain_cents_by_round": each.gain,
                "standard_error": each.error,
                "gain_dollars_per_100": self.per_100(each),
            }
            for each in self.moved
        ]

    def charts(self) -> dict[str, Chart]:
        """What the bank and every seat gain by it in a hundred rounds."""
        column = "gained in 100 rounds ($)"
        low, high = between(column)
        told = [
            (
                f"seat {each.position}" if each.position else "bank",
                self.per_100(each),
                Z_99 * each.error * float(self.rate),
            )
            for each in self.moved
        ]
        chart = Chart(
            title=f"The settlement begins {number_of(self.later, 'seat')} late: who gains",
            alt=f"{self.summary[0].upper()}{self.summary[1:]}.",
            rows=interval_rows("who", column, told),
            marks=Dots(of="who", value=column, low=low, high=high, lines=(Line(0, "nothing"),)),
            note=f"{self.drawn_from}; {self.rounds:,} rounds; ± is half a 99% interval",
        )
        return {"seats": chart}

    @property
    def sheet(self) -> Sheet:
        return Sheet(
            f"The settlement begins {number_of(self.later, 'seat')} late",
            text=f"In {share(self.rate, 2)} of rounds, against a bank of ${self.bank / HUNDRED:,.0f}.",
            heads=("seat", "wins a round", "error", "gains a round", "error", "gains in 100"),
            rows=tuple(
                (
                    str(each.position or "bank"),
                    f"{each.right / HUNDRED:+.4f}",
                    f"{each.right_error / HUNDRED:.4f}",
                    f"{each.gain / HUNDRED:+.4f}",
                    f"{each.error / HUNDRED:.4f}",
                    f"{self.per_100(each):+.4f}",
                )
                for each in self.moved
            ),
            words=1,
            note=f"In dollars. {self.rounds:,} rounds settled in both orders; a gain is of a round that begins there.",
        )


def wrong_first_seat(
    book: Rulebook,
    seats: int | Sequence[Seat],
    bank: int,
    rate: Fraction,
    *,
    later: int = 1,
    batches: int = BATCHES,
    shifts: int = SHIFTS,
    seed: int | str = 0,
    progress: effort.Progress | None = None,
) -> WrongFirstSeat:
    """What it costs whom when a settlement begins some seats late, against a bank of so many dollars."""
    check_limited(book)
    if not 0 <= rate <= 1:
        raise Refused(f"a settlement cannot begin there in {rate} of rounds; give a share from 0 to 1", field="rate")
    at = seats if isinstance(seats, int) else len(seats)
    if at == 1 <= later:
        raise Refused("a settlement of 1 seat cannot begin late; seat 2 or more", field="later")
    if not 0 <= later < at:
        raise Refused(f"a settlement of {at} seats begins 0 to {at - 1} seats late", field="later")
    if batches <= 1:
        raise Refused("give 2 batches or more; one has no error", field="batches")
    trials = [
        table_trial(each, seats=seats, bank=bank, house=dict(book.house.changes()), seed=seed)
        for each in (book.game, begun_later(book.game, later))
    ]
    found: list[list[tuple[float, float]]] = []
    for one, other in zip(*(batched(trial, batches, shifts) for trial in trials), strict=True):
        found.append([(ours, theirs - ours) for ours, theirs in zip(one, other, strict=True)])
        if progress:
            progress(len(found) / batches)
    moved = []
    for position, column in enumerate(zip(*found, strict=True)):
        (right, right_error), (gain, error) = (mean_of(list(each)) for each in zip(*column, strict=True))
        moved.append(Moved(position, right, right_error, gain, error))
    rounds = trials[0].shift * shifts * batches
    return WrongFirstSeat(rate, later, bank * HUNDRED, rounds, tuple(moved), conditions_of(book))


def mean_of(batches: Sequence[float]) -> tuple[float, float]:
    """The mean of some batches, and its standard error."""
    mean = sum(batches) / len(batches)
    spread = sum((each - mean) ** 2 for each in batches) / (len(batches) - 1)
    return mean, sqrt(spread / len(batches))


def check_limited(book: Rulebook) -> None:
    """Refuse a bank that covers everything."""
    if not isinstance(book.bank, PlayerDealerBank):
        raise Refused(
            f"the bank of {book.game.title} has no limit; where a settlement begins moves nothing", field="game"
        )


def batched(trial: TableTrial, batches: int, shifts: int) -> Iterator[list[float]]:
    """For every batch of shifts, cents by round of the bank, before fees, and of every seat."""
    job = trial.job
    _ = job.kernel.compiled  # once, before several threads would do it at once
    parts = [Chunk(job, batch * shifts, (batch + 1) * shifts) for batch in range(batches)]
    with threads() as at:
        for tally in across(at, played, parts):
            shown = TableSimulation(trial, Run(Progress(shifts, tuple(tally.tolist())), 0.0))
            figures = shown.readings[trial.reading]
            yield [float(figures.before_fees.by_round.value), *(float(each.result.value) for each in figures.seats)]
