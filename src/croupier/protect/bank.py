"""The economics of a bank that a player puts up: what it is worth, how large it must be, and who gains by position.

`bank_report` values a player-dealer's bank against one table: what it wins by round and hour after fees, what a shift
comes to, the capital for a risk, by the wager put up; what every seat wins by its position; what other readings of the
house rules would change; and, on request, how the seats should play against a bank that is too short for them.

One seat against a bank is exact. Several are dealt by chance, with ± one standard error; what a seat would win where
all is covered is known exactly and steadies every figure (`croupier.protect.bank_table`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import sqrt
from typing import ClassVar, Final

import numpy as np

from croupier.chart import Chart, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Mismatch, Refused
from croupier.exact.readings import alternatives
from croupier.exact.session import ROUNDS_PER_HOUR, dollars_text
from croupier.figures import Phrase, capitalized, count, decimal, money, share
from croupier.kernel.work import check_place
from croupier.money import CENTS_PER_DOLLAR, cents_from, price
from croupier.protect.bank_charts import capital_chart, positions_chart, readings_chart, ruin_chart, wagers_chart
from croupier.protect.bank_table import BATCHES, BankTable, BankValues, bank_table, same_seats, with_book
from croupier.protect.best_response import Response, best_response
from croupier.protect.shift import Shift, shift_of
from croupier.result import Result, Row
from croupier.rulebook import Rulebook
from croupier.rulebook.house import rule_text
from croupier.sheet import Sheet, number_of
from croupier.simulation.job import check_whole
from croupier.simulation.statistics import finite
from croupier.simulation.tables.seats import Seat
from croupier.simulation.tables.tally import Mean

Progress = Callable[[float], None]

DEALT: Final = 1 << 20
"""Rounds that are dealt where nobody says how many."""
DEALT_LEAST: Final = BATCHES
DEALT_MAX: Final = 1 << 36
SHIFT: Final = 200
SHIFT_MAX: Final = 10_000
STEPS: Final = 12
"""Banks are tried in so many steps up to one that collects all it can win."""
DOUBLINGS: Final = 6
RISKS: Final = (0.05, 0.01, 0.001)
RISK: Final = 0.01
"""The risk by which capital is compared."""
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
READINGS_MAX: Final = 16
BAR: Final = 24


# ── The figures ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class BankWager:
    """What one wager of the bank's comes to."""

    wager: int
    before: Mean
    """Cents by round before fees."""
    fee: int
    deviation: float
    """The standard deviation of a round, in cents."""
    seats: tuple[Mean, ...]
    """Cents by round of each seat, before its fee."""
    returned: tuple[Fraction, ...]
    """The share of what was due on each seat's wagers that was not covered."""
    given_back: tuple[Fraction, ...]
    """Cents by round that each seat gave up by a decision, and that came back to it uncovered."""
    used_up: Fraction
    short: Fraction
    """The share of rounds in which something was left uncovered."""
    capital: Mapping[float, int]
    """The capital for each risk, in cents."""

    @property
    def after(self) -> Mean:
        """Cents by round after fees."""
        return Mean(self.before.value - self.fee, self.before.standard_error)

    def data(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "before_fees_by_round": self.before.data(),
            "after_fees_by_round": self.after.data(),
            "deviation_by_round": self.deviation,
            "rounds_used_up": float(self.used_up),
            "rounds_short": float(self.short),
            "capital": {str(risk): cents for risk, cents in self.capital.items()},
            "seats": [
                {
                    "position": n,
                    "result_by_round": mean.data(),
                    "share_returned": float(back),
                    "given_up_and_returned_by_round": float(given),
                }
                for n, (mean, back, given) in enumerate(zip(self.seats, self.returned, self.given_back, strict=True), 1)
            ],
        }


@dataclass(frozen=True)
class BankReading:
    """What the same seats and the same bank come to under one reading of the house rules."""

    changes: Mapping[str, object]
    """What differs from the house rules of the report; nothing where they are the same."""
    button: int
    figures: BankWager

    @property
    def words(self) -> str:
        said = ", ".join(f"{name} = {rule_text(value)}" for name, value in self.changes.items()) or "as it is"
        return f"{said}, button at seat {self.button}" if self.button else said

    @property
    def spread(self) -> Fraction:
        """What the best seat wins by round more than the worst, in cents."""
        values = [mean.value for mean in self.figures.seats]
        return max(values) - min(values)

    def data(self, stakes: Sequence[int]) -> dict[str, object]:
        return {
            "changes": dict(self.changes),
            "button": self.button or None,
            "bank_after_fees_by_round": self.figures.after.data(),
            "seats": [mean.data() for mean in self.figures.seats],
            "seats_per_unit": [float(m.value) / placed for m, placed in zip(self.figures.seats, stakes, strict=True)],
            "spread": float(self.spread),
        }


@dataclass(frozen=True)
class ShiftFigures:
    """What a shift of the bank comes to, after fees."""

    rounds: int
    mean: Mean
    deviation: float
    quantiles: Mapping[float, Mean]
    behind: Mean
    """The share of shifts that end below their start."""
    capital: Mapping[float, Mean]
    bankroll: int | None
    ruin: Mean | None

    def data(self) -> dict[str, object]:
        return {
            "rounds": self.rounds,
            "mean": self.mean.data(),
            "deviation": self.deviation,
            "quantiles": {str(q): mean.data() for q, mean in self.quantiles.items()},
            "behind": self.behind.data(),
            "capital": {str(risk): mean.data() for risk, mean in self.capital.items()},
            "bankroll": self.bankroll,
            "ruin": None if self.ruin is None else self.ruin.data(),
        }


# ── The report ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, repr=False)
class BankReport(Result):
    """What a player-dealer's bank is worth against one table, and who gains by position.

    >>> import croupier
    >>> report = croupier.game("tcp").bank(seats=1, bank=20, readings=False)
    >>> report.summary
    'a bank of $20 against 1 seat: -$0.570 ± 0.000 by round after fees'
    """

    schema: ClassVar[str] = "croupier.bank/1"

    table: BankTable
    place: int
    """Which of the wagers is the one asked about."""
    wagers: tuple[BankWager, ...]
    shift: ShiftFigures
    rounds_per_hour: Fraction
    dealt: int
    """Rounds that were dealt; 0 where all figures are exact."""
    readings: tuple[BankReading, ...] = ()
    not_read: tuple[str, ...] = ()
    """Readings that this table cannot have, and why."""
    response: Response | None = None
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def bank(self) -> BankWager:
        """The wager asked about."""
        return self.wagers[self.place]

    @property
    def stakes(self) -> tuple[int, ...]:
        """What each seat places before the deal, in cents."""
        return tuple(sum(seat.placed_in(self.table.book.model).values()) for seat in self.table.seats)

    @property
    def covering(self) -> int:
        """A wager from which on everything is covered, whatever comes."""
        return self.table.due_max

    @property
    def per_hour(self) -> Mean:
        """Cents by hour after fees."""
        after, hour = self.bank.after, float(self.rounds_per_hour)
        return Mean(after.value * self.rounds_per_hour, after.standard_error * hour)

    @cached_property
    def best(self) -> BankWager:
        """The wager that wins most by round; the least of several that do."""
        return max(self.wagers, key=lambda each: (each.before.value, -each.wager))

    @cached_property
    def best_on_capital(self) -> BankWager | None:
        """The wager that wins most by round for each dollar of capital; none where no wager wins after fees."""
        earning = [each for each in self.wagers if each.wager and each.after.value > 0]
        return max(earning, key=lambda each: each.after.value / each.capital[RISK], default=None)

    @cached_property
    def fairest(self) -> BankReading | None:
        """The reading under which the seats are most alike."""
        return min(self.readings, key=lambda each: each.spread, default=None)

    # ── For machines ──

    def data(self) -> dict[str, object]:
        return {
            "seats": [
                {"stakes": dict(seat.stakes), "fee": self.fee_of(n)} for n, seat in enumerate(self.table.seats, 1)
            ],
            "bank": self.bank.data(),
            "fee": self.bank.fee,
            "rounds_per_hour": float(self.rounds_per_hour),
            "after_fees_by_hour": self.per_hour.data(),
            "shift": self.shift.data(),
            "covers_everything_from": self.covering,
            "coverage": self.table.bank.coverage,
            "rounds_dealt": self.dealt,
            "wagers": [each.data() for each in self.wagers],
            "best_wager": self.best.wager,
            "best_wager_on_capital": None if self.best_on_capital is None else self.best_on_capital.wager,
            "readings": [reading.data(self.stakes) for reading in self.readings],
            "not_read": list(self.not_read),
            "fairest": None if self.fairest is None else dict(self.fairest.changes),
            "best_play": None if self.response is None else self.response_data(self.response),
        }

    def response_data(self, response: Response) -> dict[str, object]:
        return {
            "concept": response.concept,
            "bank_by_round": response.bank.data(),
            "seats": [
                {
                    "position": n,
                    "ordinary": response.usual(n).data(),
                    "best": response.seat(n).data(),
                    "exact": response.is_exact(n),
                    "could_gain_at_most": float(response.regrets[n - 1]),
                    "options": [
                        {"after": list(after), "share": float(met), "takes": [float(each) for each in takes]}
                        for after, takes, met in response.options(n)
                    ],
                }
                for n in range(1, len(self.stakes) + 1)
            ],
        }

    def to_rows(self) -> list[Row]:
        """A row for each wager of the bank's and each position, 0 being the bank itself."""
        return [
            {
                "bank": each.wager / CENTS_PER_DOLLAR,
                "position": who,
                "by_round": float(mean.value) / CENTS_PER_DOLLAR,
                "standard_error": error_of(mean) / CENTS_PER_DOLLAR,
                "per_unit": float(mean.value) / placed,
                "share_returned": float(back),
            }
            for each in self.wagers
            for who, (mean, placed, back) in enumerate(
                zip(
                    (each.after, *each.seats),
                    (each.wager or 1, *self.stakes),
                    (sum(each.returned, Fraction(0)) / len(each.returned), *each.returned),
                    strict=True,
                )
            )
        ]

    def charts(self) -> dict[str, Chart]:
        """What seats win by position; what the bank wins and needs, by the wager put up, the risk and the reading."""
        of = self.drawn_from
        charts = {"seats": positions_chart(list(zip(self.bank.seats, self.stakes, strict=True)), of)}
        if len(self.wagers) > 1:
            charts["wagers"] = wagers_chart([(each.wager, each.after) for each in self.wagers], of)
            charts["capital"] = capital_chart([(each.wager, each.capital) for each in self.wagers], of)
        charts["ruin"] = ruin_chart(self.bank.wager, self.shift.capital, of)
        if len(self.readings) > 1:
            readings = [(words_of(reading.words), reading.figures.after) for reading in self.readings]
            charts["readings"] = readings_chart(readings, of)
        return charts

    # ── For people ──

    @property
    def summary(self) -> str:
        seats = number_of(len(self.stakes), "seat")
        after = dollars(self.bank.after)
        return Phrase("a bank of ", money(self.bank.wager), f" against {seats}: ", after, " by round after fees")

    @property
    def sheet(self) -> Sheet:
        return Sheet(capitalized(self.summary), parts=tuple(self.parts()), note=self.note)

    def parts(self) -> Iterator[Sheet]:
        """The bank, the wagers it might put up, the seats, other readings, and play."""
        yield self.bank_sheet
        if len(self.wagers) > 1:
            yield self.wagers_sheet
        yield self.seats_sheet
        if self.readings:
            yield self.readings_sheet
        if self.response is not None:
            yield self.play_sheet(self.response)

    @property
    def bank_sheet(self) -> Sheet:
        bank, shift = self.bank, self.shift
        facts = [
            ("by round before fees", Phrase(dollars(bank.before), ", spread ", money(round(bank.deviation)))),
            ("fee by round", money(bank.fee)),
            ("by round after fees", dollars(bank.after)),
            (
                "by hour after fees",
                Phrase(dollars(self.per_hour, 2), f" at {float(self.rounds_per_hour):g} rounds an hour"),
            ),
            ("rounds that leave wagers uncovered", share(bank.short, 2)),
            (
                f"by shift of {shift.rounds:,} rounds",
                Phrase(dollars(shift.mean, 2), ", spread ", money(round(shift.deviation))),
            ),
            ("shifts that end behind", percent(shift.behind)),
        ]
        if self.table.button:
            facts.insert(0, ("action button", f"seat {self.table.button}"))
        facts += [(f"{q:.0%} of shifts end at or below", dollars(mean, 0)) for q, mean in shift.quantiles.items()]
        facts += [
            (f"capital for a risk of {risk:.1%}", dollars(mean, 0, signed=False))
            for risk, mean in shift.capital.items()
        ]
        if shift.bankroll is not None and shift.ruin is not None:
            facts.append((f"risk with {price(shift.bankroll)}", percent(shift.ruin)))
        return Sheet(
            f"The bank at {price(bank.wager)}, coverage by {self.table.bank.coverage}",
            tuple(facts),
            note="The risk is that the wager cannot be put up in full in some round of the shift.",
        )

    @property
    def wagers_sheet(self) -> Sheet:
        hour = Fraction(self.rounds_per_hour)
        rows = tuple(
            (
                money(each.wager),
                dollars(each.after),
                money(each.after.value * hour, 2, signed=True),
                money(round(each.deviation)),
                share(each.short, 1),
                money(each.capital[RISK]),
            )
            for each in self.wagers
        )
        on_capital = self.best_on_capital
        best = Phrase(money(self.best.wager), " wins most by round")
        rate = (
            "no wager wins after fees"
            if on_capital is None
            else Phrase(money(on_capital.wager), " wins most on its capital")
        )
        return Sheet(
            "By the wager put up, after fees",
            heads=("bank", "by round", "by hour", "spread", "short", f"capital {RISK:.0%}"),
            rows=rows,
            words=0,
            marked=frozenset({self.place}),
            note=Phrase(best, "; ", rate, ". From ", money(self.covering), " on everything is covered."),
        )

    @property
    def seats_sheet(self) -> Sheet:
        bank = self.bank
        lowest = min(0.0, *(float(mean.value) for mean in bank.seats))
        span = max(0.0, *(float(mean.value) for mean in bank.seats)) - lowest or 1.0
        rows, bars = [], []
        columns = zip(bank.seats, self.stakes, bank.returned, bank.given_back, strict=True)
        for n, (mean, placed, back, given) in enumerate(columns, 1):
            covered = self.table.covered_means[n]
            rows.append(
                (
                    *(str(n), per_unit(mean, placed), share((mean.value - covered) / placed, 2, signed=True)),
                    *(dollars(mean, 2), money(self.fee_of(n)), share(back, 1), money(given, 2)),
                )
            )
            bars.append(bar(n, float(mean.value), lowest, span, per_unit(mean, placed)))
        return Sheet(
            "The seats from the player-dealer's left, ordinary play",
            heads=("seat", "per unit", "by position", "by round", "fee", "uncovered", "given up"),
            rows=tuple(rows),
            words=1,
            drawing=("", *bars),
            note="By position: what the seat wins more than where everything is covered. Before the seat's fee. Given "
            "up: dollars a round that a decision gave up, and that came back because the bank did not cover them.",
        )

    @property
    def readings_sheet(self) -> Sheet:
        fairest = self.fairest
        rows = tuple(
            (
                reading.words,
                dollars(reading.figures.after),
                *(share(m.value / p, 2, signed=True) for m, p in zip(reading.figures.seats, self.stakes, strict=True)),
                share(reading.spread * len(self.stakes) / sum(self.stakes), 2),
            )
            for reading in self.readings
        )
        said = "" if fairest is None else f"The seats are most alike under: {fairest.words}. "
        return Sheet(
            "Other readings of the house rules, the same bank and cards",
            heads=("reading", "bank", *(f"seat {n}" for n in range(1, len(self.stakes) + 1)), "apart"),
            rows=rows,
            words=1,
            marked=frozenset(n for n, reading in enumerate(self.readings) if reading is fairest),
            note=said + " ".join(self.not_read),
        )

    def play_sheet(self, response: Response) -> Sheet:
        """What each seat wins by its best response, and how it then decides."""
        options = [option.label for option in self.table.model.decisions[0].options]
        rows = []
        for n, placed in enumerate(self.stakes, 1):
            usual, best = response.usual(n), response.seat(n)
            often = [
                sum((met * takes[o] for _, takes, met in response.options(n)), Fraction(0)) for o in range(len(options))
            ]
            rows.append(
                (
                    *(str(n), per_unit(usual, placed), per_unit(best, placed)),
                    share(response.regrets[n - 1] / placed, 2),
                    *(share(each, 1) for each in often),
                )
            )
        bank = response.bank
        seen = " and ".join(each.name for each in self.table.model.decisions[0].fields) or "sight"
        heard = " and by how many before it took each option" if self.table.heard else ""
        return Sheet(
            "How the seats should play against this bank",
            heads=("seat", "ordinary play", "best response", "more at most", *options),
            rows=tuple(rows),
            words=1,
            note=Phrase(
                f"Solved as {response.concept}. The bank then wins ",
                dollars(bank),
                f" by round before fees. More at most: what a seat could still gain, told with hindsight, by its {seen}"
                f"{heard}.",
            ),
        )

    @property
    def note(self) -> str:
        if not self.dealt:
            return "All means are exact."
        return Phrase(count(self.dealt), " rounds were dealt; ± is one standard error, and ± 0 is exact.")

    def fee_of(self, position: int) -> int:
        return self.table.laid.fees.get(position, 0)


def error_of(mean: Mean) -> float:
    return finite(mean.standard_error) or 0.0


def dollars(mean: Mean, places: int = 3, *, signed: bool = True) -> Phrase:
    """A mean of cents as dollars."""
    error = decimal(mean.standard_error / CENTS_PER_DOLLAR, places)
    return Phrase(money(mean.value, places, signed=signed), " ± ", error)


def per_unit(mean: Mean, placed: int) -> Phrase:
    """A mean of cents as a share of what was placed."""
    return Phrase(share(mean.value / placed, 2, signed=True), " ± ", share(mean.standard_error / placed, 2))


def percent(mean: Mean) -> Phrase:
    return Phrase(share(mean.value, 2), " ± ", share(mean.standard_error, 2))


def bar(seat: int, value: float, lowest: float, span: float, said: str) -> str:
    """One seat's value as a bar to the left or right of nothing."""
    zero, end = round(-lowest / span * BAR), round((value - lowest) / span * BAR)
    cells = ["█" if min(zero, end) <= at < max(zero, end) else " " for at in range(BAR)]
    return f"{seat:>4} {''.join(cells[:zero])}│{''.join(cells[zero:])} {said}"


# ── Working it out ───────────────────────────────────────────────────────────────────────────────────────────────────


def bank_report(
    book: Rulebook,
    *,
    seats: int | Sequence[Seat] = 6,
    stakes: Mapping[str, object] | None = None,
    bank: object = None,
    rounds: int = SHIFT,
    rounds_per_hour: Fraction | int = ROUNDS_PER_HOUR,
    bankroll: object = None,
    strategy: str | Mapping[str, object] = "optimal",
    respond: bool = False,
    readings: bool = True,
    dealt: int = DEALT,
    button: int = 0,
    device: str = "cpu",
    seed: int | str = 0,
    progress: Progress = lambda _: None,
) -> BankReport:
    """Value a player-dealer's bank against one table.

    `seats` is a number of seats that all place `stakes` (dollars by wager; $10 on the first where nothing is said), or
    seats as `croupier.simulation.tables.seats.seat` makes them. `bank` is the player-dealer's wager in dollars; without
    one it collects all it can win. `rounds` make a shift. With a `bankroll` the risk of not lasting it is stated.
    `respond` solves how the seats should play against this bank, on a GPU exactly for the second seat too; `readings`
    values it under other house rules.
    `dealt` rounds are dealt by chance where a figure is not exact.
    """
    check_asked(rounds, rounds_per_hour, dealt, seats)
    check_place(device, None)
    if device == "gpu" and not respond:
        raise Mismatch("device", "needs", "respond")
    sat = same_seats(book, seats, stakes, strategy) if isinstance(seats, int) else tuple(seats)
    table = bank_table(book, sat, button=button, seed=seed)
    wager = table.collected_max if bank is None else cents_from(bank)
    check_bank(table, wager)
    if device == "gpu":
        from croupier.protect.second_seat import check_second  # noqa: PLC0415  # slow to import, and of use to few

        check_second(table)
    brought = None if bankroll is None else cents_from(bankroll)
    tried = ladder(table, wager)
    parts = 1.0 + (1.0 if readings else 0.0) + (2.0 if respond else 0.0)
    values = table.values(tried, rounds=dealt, progress=lambda part: progress(part / parts))
    found = tuple(bank_wager(values, n, rounds) for n in range(len(tried)))
    read: tuple[BankReading, ...] = ()
    refused: tuple[str, ...] = ()
    if readings and len(sat) > 1:
        read, refused = bank_readings(table, wager, rounds, dealt, lambda part: progress((1 + part) / parts))
    response = None
    if respond:
        done = parts - 2
        response = best_response(
            table, wager, rounds=dealt, device=device, progress=lambda part: progress((done + 2 * part) / parts)
        )
    progress(1.0)
    place = tried.index(wager)
    return BankReport(
        table=table,
        place=place,
        wagers=found,
        shift=shift_figures(values, place, rounds, brought),
        rounds_per_hour=Fraction(rounds_per_hour),
        dealt=0 if len(sat) == 1 else dealt,
        readings=read,
        not_read=refused,
        response=response,
        conditions=asked(
            table,
            strategy,
            {
                "--seats": seats if isinstance(seats, int) else None,
                "--stake": stake_words(stakes),
                "--bank": dollars_text(Fraction(wager, 100)),
                "--rounds": rounds if rounds != SHIFT else None,
                "--rounds-per-hour": None if rounds_per_hour == ROUNDS_PER_HOUR else str(rounds_per_hour),
                "--bankroll": None if brought is None else dollars_text(Fraction(brought, 100)),
                "--dealt": dealt if dealt != DEALT else None,
                "--button": button or None,
                "--respond": respond,
                "--device": device if respond and device != "cpu" else None,
                "--no-readings": not readings,
            },
        ),
    )


def check_asked(rounds: int, rounds_per_hour: Fraction | int, dealt: int, seats: int | Sequence[Seat]) -> None:
    """Refuse what no table plays."""
    check_whole(rounds=rounds, dealt=dealt)
    if not 1 <= rounds <= SHIFT_MAX:
        raise Refused(f"a shift of {rounds:,} rounds is not worked out; give 1 to {SHIFT_MAX:,}", field="rounds")
    if rounds_per_hour <= 0:
        raise Refused("the rounds per hour must be above 0", field="rounds_per_hour")
    if not DEALT_LEAST <= dealt <= DEALT_MAX:
        raise Refused(f"{dealt:,} rounds cannot be dealt; give {DEALT_LEAST} to {DEALT_MAX:,}", field="dealt")
    if not isinstance(seats, Sequence):
        check_whole(seats=seats)


def check_bank(table: BankTable, wager: int) -> None:
    """Refuse a wager that this bank does not take."""
    bank = table.bank
    if wager < bank.least:
        raise Refused(
            f"a bank of {price(wager)} is below the least, {price(bank.least)}", clause=bank.least_clause, field="bank"
        )
    if bank.whole_dollars and wager % CENTS_PER_DOLLAR:
        raise Refused(f"a bank of {price(wager)} is not whole dollars", clause=bank.whole_dollars, field="bank")


def ladder(table: BankTable, wager: int) -> list[int]:
    """The wagers that are tried: steps up to one that collects all it can win, doubled up to one that covers all."""
    whole = CENTS_PER_DOLLAR if table.bank.whole_dollars else 1
    top = table.collected_max
    steps = {max(round(top * n / STEPS / whole) * whole, table.bank.least) for n in range(1, STEPS + 1)}
    doubled = top
    for _ in range(DOUBLINGS):
        if doubled >= table.due_max:
            break
        doubled *= 2
        steps.add(min(doubled, -(-table.due_max // whole) * whole))
    return sorted(steps | {wager})


def bank_wager(values: BankValues, n: int, rounds: int) -> BankWager:
    """One wager's figures: exact against one seat."""
    table = values.table
    seats = len(table.seats)
    wager, fee, reserve = values.wagers[n], table.dealer_fee, table.bank.fee_reserve
    before, deviation = values.mean(n, 0), sqrt(values.variance(n))
    each = tuple(values.mean(n, seat) for seat in range(1, seats + 1))
    if seats == 1:
        exact = table.first_distribution(wager, table.ordinary.by_row[0])
        before, deviation = Mean(exact.mean, 0.0), exact.standard_deviation
        each = (Mean(-exact.mean, 0.0),)
    shift = shift_at(values, n, rounds)
    return BankWager(
        wager=wager,
        before=before,
        fee=fee,
        deviation=deviation,
        seats=each,
        returned=tuple(values.returned(n, seat) for seat in range(seats)),
        given_back=tuple(values.given_back(n, seat) for seat in range(seats)),
        used_up=values.head(n, "used_up"),
        short=values.head(n, "short"),
        capital={risk: shift.capital(risk, wager, reserve) for risk in RISKS},
    )


def shift_at(values: BankValues, n: int, rounds: int, batch: int | None = None) -> Shift:
    """A shift of one wager: exact rounds against one seat, else those that were dealt, or a batch of them."""
    table = values.table
    if len(table.seats) == 1 and batch is None:
        exact = table.first_distribution(values.wagers[n], table.ordinary.by_row[0])
        return shift_of({int(cents): count for cents, count in exact.deals.items()}, table.dealer_fee, rounds)
    counts = values.results(n, batch)
    deals = {(place - values.reach) * values.grain: count for place, count in enumerate(counts) if count}
    return shift_of(deals, table.dealer_fee, rounds)


def shift_figures(values: BankValues, n: int, rounds: int, bankroll: int | None) -> ShiftFigures:
    """A shift of the wager asked about; how sure each figure is shows in how alike it is in the batches."""
    table, wager = values.table, values.wagers[n]
    reserve = table.bank.fee_reserve
    whole = shift_at(values, n, rounds)
    exact = len(table.seats) == 1
    parts = [] if exact else [shift_at(values, n, rounds, batch) for batch in range(BATCHES)]

    def of(figure: Callable[[Shift], float]) -> Mean:
        spread = float(np.std([figure(part) for part in parts], ddof=1)) / sqrt(BATCHES) if parts else 0.0
        return Mean(Fraction(figure(whole)), spread)

    one = bank_wager(values, n, 1)
    after = one.after
    return ShiftFigures(
        rounds=rounds,
        mean=Mean(after.value * rounds, after.standard_error * rounds),
        deviation=one.deviation * sqrt(rounds),
        quantiles={q: of(partial(Shift.quantile, share=q)) for q in QUANTILES},
        behind=of(lambda shift: shift.below(0)),
        capital={risk: of(partial(Shift.capital, risk=risk, wager=wager, reserve=reserve)) for risk in RISKS},
        bankroll=bankroll,
        ruin=None if bankroll is None else of(lambda shift: shift.ruin(bankroll, wager, reserve)),
    )


# ── Other readings ───────────────────────────────────────────────────────────────────────────────────────────────────


def bank_readings(
    table: BankTable, wager: int, rounds: int, dealt: int, progress: Progress = lambda _: None
) -> tuple[tuple[BankReading, ...], tuple[str, ...]]:
    """The same bank and cards under every mix of house rules that move money between this bank and these seats.

    Which those are is found out: rules under which the same is due, and that change the order of settlement, what is
    covered or the fees. A rule that only begins elsewhere, at an action button, is tried by itself. Mixes that give
    the same figures on the same cards are told once. Values that this table cannot have are told with the reason.
    """
    moving, refused = moving_rules(table)
    usual = table.book.house.show()
    turned = [name for name, values in moving.items() if any(turns(table, {name: v}) for v in values[1:])]
    crossed = {name: values for name, values in moving.items() if name not in turned}
    mixes: list[dict[str, object]] = [dict(zip(crossed, mix, strict=True)) for mix in product(*crossed.values())]
    if len(mixes) > READINGS_MAX:
        mixes = [{}, *({name: value} for name, values in crossed.items() for value in values[1:])]
    mixes += [{name: value} for name in turned for value in moving[name][1:]]
    found: dict[tuple[Mean, ...], BankReading] = {}
    for done, mix in enumerate(mixes):
        changes = {name: value for name, value in mix.items() if value != usual[name]}
        other, button = changed(table, changes)
        progress(done / len(mixes))
        figures = bank_wager(other.values((wager,), rounds=dealt), 0, rounds)
        found.setdefault((figures.after, *figures.seats), BankReading(changes, button, figures))
    return tuple(found.values()), refused


def moving_rules(table: BankTable) -> tuple[dict[str, list[object]], tuple[str, ...]]:
    """House rules with the values that move money here, the present one first, and values that are refused."""
    moving: dict[str, list[object]] = {}
    refused = []
    usual = table.book.house.show()
    for parameter in table.book.house.parameters:
        for value in alternatives(parameter):
            if value == usual[parameter.name]:
                continue
            try:
                other, _ = changed(table, {parameter.name: value})
            except Refused as error:
                refused.append(
                    f"{parameter.name} = {rule_text(value)} is not for this table: {str(error).rstrip('.')}."
                )
                continue
            if same_dues(table, other) and is_other(table, other):
                moving.setdefault(parameter.name, [usual[parameter.name]]).append(value)
    return moving, tuple(refused)


def changed(table: BankTable, changes: Mapping[str, object]) -> tuple[BankTable, int]:
    """The same table with some house rules changed, and where its action button is, if it has one."""
    game = table.book.game
    book = game.rulebook(game.house({**table.book.house.changes(), **changes}))
    button = (table.button or len(table.seats) // 2 + 1) if book.action_button else 0
    return with_book(table, book, button), button


def turns(table: BankTable, changes: Mapping[str, object]) -> bool:
    """Whether house rules put an action button on the table, or take it away."""
    return changed(table, changes)[0].book.action_button != table.book.action_button


def same_dues(table: BankTable, other: BankTable) -> bool:
    """Whether the same is seen and due under other house rules."""
    ours, theirs = table.model, other.model
    same_draws = (ours.draws, ours.decks, [d.sees for d in ours.decisions]) == (
        *(theirs.draws, theirs.decks),
        [d.sees for d in theirs.decisions],
    )
    return same_draws and np.array_equal(table.payments, other.payments)


def is_other(table: BankTable, other: BankTable) -> bool:
    """Whether money takes another way."""
    return (
        table.bank.coverage != other.bank.coverage
        or table.laid.fees != other.laid.fees
        or not np.array_equal(table.orders, other.orders)
    )


def stake_words(stakes: Mapping[str, object] | None) -> tuple[str, ...]:
    """Stakes as the command line takes them."""
    return tuple(f"{id_}={dollars_text(Fraction(cents_from(each), 100))}" for id_, each in (stakes or {}).items())


def asked(table: BankTable, strategy: str | Mapping[str, object], options: Mapping[str, object]) -> Conditions:
    """What made a report, and the command that gives it again where the seats are alike."""
    decided = strategy if table.model.decisions else None
    of = conditions_of(table.book).asked("bank", strategy=decided, seed=table.seed, options=options)
    return of if options["--seats"] else replace(of, place="")
