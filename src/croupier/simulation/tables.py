"""Several seats at one table, and the bank that they play against over a shift: what exact counting cannot do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.conditions import Conditions, conditions_of
from croupier.money import price
from croupier.rulebook import Game
from croupier.sheet import Sheet, share
from croupier.simulation.checkpoint import play_on_cores
from croupier.simulation.estimate import finite
from croupier.simulation.experiment import Progress
from croupier.simulation.seating import Seat, seat
from croupier.simulation.sheets import NOT_COUNTED, UNCOUNTED, listed, rounded_up
from croupier.simulation.shifts import BANK, MOMENTS, NUMBERS
from croupier.simulation.table_trial import Bank, TableTrial, check_shifts, table_trial
from croupier.simulation.tails import ALARM, POWER, detectable_by
from croupier.simulation.takings import Mean, SeatTakings, Sums, Takings, sums_from

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "Bank",
    "Seat",
    "TableSimulation",
    "TableTrial",
    "Takings",
    "seat",
    "simulate_table",
    "table_trial",
]

QUANTILES: Final = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))
BAR: Final = 40


@dataclass(frozen=True)
class TableSimulation:
    """Shifts that were played at a table, so far."""

    trial: TableTrial
    progress: Progress
    seconds: float

    def __post_init__(self) -> None:
        """Prove the books: what was won was lost, in every shift, and no bank went beyond its wager."""
        if broken := sum(takings.count("broken") for takings in self.readings.values()):
            raise ArithmeticError(f"in {broken} shifts the books do not balance")

    @property
    def conditions(self) -> Conditions:
        """What made it; a command gives it again only where the command line asked for it, and says so."""
        trial = self.trial
        names = {named for named, _ in trial.strategies}
        strategy = names.pop() if len(names) == 1 and trial.book.model.decisions else None
        return replace(conditions_of(trial.book).asked("simulate", strategy=strategy, seed=trial.seed), place="")

    @property
    def shifts(self) -> int:
        """Shifts played."""
        return self.progress.units

    @cached_property
    def readings(self) -> Mapping[str, Takings]:
        """The takings under each reading of coverage, on the same cards."""
        trial = self.trial
        lowest, width = trial.scale
        return {
            reading: Takings(
                cells=trial.cells,
                reading=reading,
                tally=self.progress.tally,
                units=self.shifts,
                shift=trial.shift,
                lowest=lowest,
                width=width,
                highest=trial.shift * trial.at_stake,
                stakes=tuple(seat_.stakes for seat_ in trial.seats),
                fees=tuple(trial.laid.fees.get(n, 0) for n in range(1, len(trial.seats) + 1)),
            )
            for reading in trial.coverages
        }

    @property
    def apart(self) -> Sums:
        """The bank's result after fees under the last reading less that under the first, shift by shift."""
        at = self.trial.cells.apart_at + BANK.index("after") * MOMENTS
        rounds = self.trial.shift
        return sums_from(self.progress.tally, at, self.shifts, self.shifts * rounds, self.shifts * rounds**2)

    @property
    def rounds_per_second(self) -> float:
        """How fast, counting rounds that were dealt under either reading."""
        return max(takings.rounds for takings in self.readings.values()) / self.seconds if self.seconds else 0.0

    def exact(self, seat_: int, wager: str) -> Fraction | None:
        """The exact result per unit of a seat's wager where the bank covers everything; none if it was not counted."""
        return -self.exact_edges[seat_][wager] if self.trial.is_counted else None

    @cached_property
    def exact_edges(self) -> tuple[Mapping[str, Fraction], ...]:
        """The exact edge of each seat's wagers, by its strategy."""
        known: dict[str, Mapping[str, Fraction]] = {}
        for number, seat_ in enumerate(self.trial.seats):
            key = repr(seat_.strategy)
            if key not in known:
                known[key] = {id_: report.house_edge for id_, report in self.trial.exact(number).wagers.items()}
        return tuple(known[repr(seat_.strategy)] for seat_ in self.trial.seats)

    def json(self) -> dict[str, object]:
        """All figures as data: cents are whole or means of them, shares are of one."""
        trial = self.trial
        return {
            "game": trial.book.game.id,
            "house": trial.book.house.show(),
            "seed": trial.seed,
            "seats": [
                {"stakes": dict(seat_.stakes), "spot": seat_.spot, "strategy": named}
                for seat_, (named, _) in zip(trial.seats, trial.strategies, strict=True)
            ],
            "bank": self.bank_data(),
            "shift": trial.shift,
            "shifts": self.shifts,
            "reading": trial.reading,
            "rounds": self.readings[trial.reading].rounds,
            "wagers": self.wager_data(self.readings[trial.reading]),
            "chi_square": None,
            "p_value": None,
            "counted": trial.is_counted,
            "false_alarm_rate": ALARM,
            "power": POWER,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "readings": {reading: self.reading_data(takings) for reading, takings in self.readings.items()},
            "apart_by_shift": mean_data(self.apart.by_shift),
            "conditions": self.conditions.to_dict(),
        }

    def bank_data(self) -> dict[str, object]:
        """Who banks, and of a player-dealer with how much."""
        if self.trial.reading == "house":
            return {"by": "house"}
        bank = self.trial.bank
        least = int(self.trial.numbers[NUMBERS.index("least")])
        return {"by": "player_dealer", "wager": bank.wager, "bankroll": bank.bankroll, "least": least}

    def wager_data(self, takings: Takings) -> dict[str, dict[str, float | None]]:
        """Each wager over all seats, beside what is exact where all is covered.

        Where a player-dealer's wager left something uncovered the mean is another quantity, and no z-score is given.
        """
        covered = self.trial.is_counted and (takings.reading == "house" or not takings.share_returned)
        means = takings.wagers
        return {
            id_: mean_data(mean)
            | {
                "exact": number(self.exact_of_all(id_)),
                "z": finite(mean.z(self.exact_of_all(id_) or 0)) if covered else None,
                "detectable_error": finite(detectable_by(mean.standard_error, len(means))) if covered else None,
            }
            for id_, mean in means.items()
        }

    def exact_of_all(self, wager: str) -> Fraction | None:
        """The exact result per unit of a wager over all seats by their stakes, where the bank covers everything."""
        if not self.trial.is_counted:
            return None
        stakes = [seat_.stakes.get(wager, 0) for seat_ in self.trial.seats]
        edges = zip(stakes, self.exact_edges, strict=True)
        return -sum((cents * edge[wager] for cents, edge in edges), Fraction(0)) / sum(stakes)

    def reading_data(self, takings: Takings) -> dict[str, object]:
        """One reading as data."""
        after = takings.after_fees
        return {
            "rounds": takings.rounds,
            "ruin": mean_data(takings.ruin),
            "before_fees_by_round": mean_data(takings.before_fees.by_round),
            "after_fees_by_round": mean_data(after.by_round),
            "after_fees_by_shift": mean_data(after.by_shift) | {"standard_deviation": finite(after.standard_deviation)},
            "resolution": takings.width,
            "quantiles": {str(float(q)): takings.quantile(q) for q in QUANTILES},
            "used_by_round": mean_data(takings.used.by_round),
            "share_used": float(takings.share_used),
            "rounds_used_up": float(takings.share_of_rounds("used_up")),
            "rounds_short": float(takings.share_of_rounds("short")),
            "share_returned": float(takings.share_returned),
            "seats": [self.seat_data(seat_) for seat_ in takings.seats],
        }

    def seat_data(self, seat_: SeatTakings) -> dict[str, object]:
        """One seat under one reading as data."""
        wagers = {
            id_: mean_data(mean) | {"fully_covered": number(self.exact(seat_.position - 1, id_))}
            for id_, mean in seat_.wagers.items()
        }
        return {
            "position": seat_.position,
            "wagers": wagers,
            "result_by_round": mean_data(seat_.result),
            "fee": seat_.fee,
            "share_returned": float(seat_.share_returned),
        }

    def rows(self) -> list[dict[str, object]]:
        """A row for each reading, seat and wager, as for a spreadsheet."""
        return [
            {
                "reading": reading,
                "position": seat_.position,
                "wager": id_,
                "mean": float(mean.value),
                "standard_error": finite(mean.standard_error),
                "fully_covered": number(self.exact(seat_.position - 1, id_)),
                "seat_share_returned": float(seat_.share_returned),
            }
            for reading, takings in self.readings.items()
            for seat_ in takings.seats
            for id_, mean in seat_.wagers.items()
        ]

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """What is shown: the bank, then the seats, for each reading."""
        return tuple(sheet for takings in self.readings.values() for sheet in self.sheets_of(takings))

    def sheets_of(self, takings: Takings) -> tuple[Sheet, Sheet]:
        """The bank and the seats under one reading."""
        limited = takings.reading != "house"
        title = f"coverage by {takings.reading}" if limited else "banked by the house"
        after = takings.after_fees
        facts = [
            ("result by round before fees", money(takings.before_fees.by_round)),
            ("result by round after fees", money(after.by_round)),
            ("result by shift after fees", f"{money(after.by_shift)}, spread {spread(after)}"),
        ]
        if limited:
            facts += [
                ("wager used by round", f"{money(takings.used.by_round)[1:]}, {share(takings.share_used, 2)} of it"),
                ("rounds that use it up", share(takings.share_of_rounds("used_up"), 2)),
                ("returned of what was due", share(takings.share_returned, 3)),
            ]
        if self.trial.bank.bankroll is not None:
            ruin = takings.ruin
            facts.append(("ruined within the shift", f"{share(ruin.value, 3)} ± {error(ruin, 1, '.3%')}"))
        facts += [(f"{share(q, 0)} of shifts end at most at", price(takings.quantile(q))) for q in QUANTILES]
        steps = f"What shifts end at is told in steps of {price(takings.width)}, by the upper end of a step."
        bank = Sheet(f"The bank, {title}", tuple(facts), drawing=("", *takings.picture()), note=steps)
        return bank, self.seats_sheet(takings, title)

    def seats_sheet(self, takings: Takings, title: str) -> Sheet:
        """The seats by position: each wager per unit, all of them in money, and what was returned."""
        bases = [base for base in takings.cells.bases if any(base in seat_.wagers for seat_ in takings.seats)]
        worst = max((seat_.share_returned for seat_ in takings.seats), default=Fraction(0)) or Fraction(1)
        rows = tuple(
            (
                str(seat_.position),
                *(per_unit(seat_.wagers.get(base)) for base in bases),
                money(seat_.result, 2),
                share(seat_.share_returned, 3),
            )
            for seat_ in takings.seats
        )
        heads = ("seat", *bases, "by round", "returned")
        bars = tuple(
            f"{row[0]:>4} {'█' * round(BAR * seat_.share_returned / worst):{BAR}} {row[-1]}"
            for seat_, row in zip(takings.seats, rows, strict=True)
        )
        if takings.reading != "house" and len({repr(seat_.strategy) for seat_ in self.trial.seats}) == 1:
            worth = [self.exact(0, base) for base in bases]
            rows += (
                ("all", *(NOT_COUNTED if one is None else f"{float(one):+.2%} exact" for one in worth), "", "0.000%"),
            )
        drawing = ("", "returned uncovered, by seat", *bars) if takings.reading != "house" else ()
        return Sheet(f"The seats from the left, {title}", heads=heads, rows=rows, words=1, drawing=drawing)

    @property
    def title(self) -> str:
        """What was played."""
        trial = self.trial
        bank = f" against a wager of {price(trial.bank.wager)}" if "house" not in self.readings else ""
        shifts, rounds = number_of(self.shifts, "shift"), number_of(trial.shift, "round")
        return f"{trial.book.game.title}: {shifts} of {rounds}, {number_of(len(trial.seats), 'seat')}{bank}"

    @property
    def note(self) -> str:
        """How to read it."""
        first, *others = self.readings
        apart = money(self.apart.by_shift)
        between = f"{others[-1]} less {first}, on the same cards: {apart} by shift to the bank. " if others else ""
        covered = " The last line is what each wager is worth where all is covered." if others else ""
        seats = f"Seats by unit of the wager, before their fee; ± is one standard error, over shifts.{covered}"
        return f"{between}{seats} {self.missed}"

    @property
    def missed(self) -> str:
        """Wager by wager the difference from the exact figures that these shifts could have missed."""
        if not self.trial.is_counted:
            return UNCOUNTED
        found = self.wager_data(self.readings[self.trial.reading])
        least = {id_: figures["detectable_error"] for id_, figures in found.items()}
        tested = [f"{rounded_up(error_)} on {id_}" for id_, error_ in least.items() if error_ is not None]
        if not tested:
            return (
                "Not tested: where the bank does not cover everything, or in a single shift, no mean can be compared."
            )
        return (
            f"By the spread of these shifts, a mean over all seats that differs from the exact figure by "
            f"{listed(tested)} stands out in {POWER * 100:.0f} of 100 such runs; a smaller difference may have been "
            f"missed."
        )

    def __rich__(self) -> "RenderableType":
        """For a terminal."""
        from rich.console import Group  # noqa: PLC0415  # only who shows something waits for Rich

        return Group(
            Sheet(self.title), *(part for sheet in self.sheets for part in ("", sheet)), Sheet("", note=self.note)
        )

    def _repr_html_(self) -> str:
        """For a notebook."""
        return "".join(sheet.html() for sheet in (Sheet(self.title), *self.sheets, Sheet("", note=self.note)))


def number(value: Fraction | None) -> float | None:
    """A fraction as data, where it is known."""
    return None if value is None else float(value)


def number_of(count: int, what: str) -> str:
    """So many of something."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def money(mean: Mean, places: int = 3) -> str:
    """A mean of cents as dollars."""
    return f"{float(mean.value) / 100:+,.{places}f} ± {error(mean, 100, f'.{places}f')}"


def per_unit(mean: Mean | None) -> str:
    """A mean per unit as a percentage, where the seat bets at all."""
    return "" if mean is None else f"{float(mean.value):+.2%} ± {error(mean, 1, '.2%')}"


def error(mean: Mean, unit: int, form: str) -> str:
    """A standard error in some unit, where more than one shift tells of it."""
    return f"{mean.standard_error / unit:{form}}" if isfinite(mean.standard_error) else "–"


def spread(sums: Sums) -> str:
    """A standard deviation over shifts, where there is more than one."""
    return price(round(sums.standard_deviation)) if isfinite(sums.standard_deviation) else "–"


def mean_data(mean: Mean) -> dict[str, float | None]:
    """A mean as data."""
    return {"mean": float(mean.value), "standard_error": finite(mean.standard_error)}


def simulate_table(
    game: str | Game,
    *,
    seats: int | Sequence[Seat] = 6,
    bank: object = None,
    bankroll: object = None,
    least: object = None,
    shift: int = 200,
    shifts: int = 10_000,
    strategy: str | Mapping[str, object] = "optimal",
    house: Mapping[str, object] | None = None,
    button: int = 0,
    seed: int | str = 0,
    exact: bool = False,
    workers: int = 0,
    checkpoint: str | Path | None = None,
) -> TableSimulation:
    """Play shifts of several seats against one bank, on this machine's cores; amounts are in dollars.

    Seats are a number, for seats of mixed wagers, or what each seat bets: `[seat(ante=25, pair_plus=5), …]`. The
    player-dealer wagers `bank` in every round out of `bankroll`, and is settled under both readings of coverage on the
    same cards. The run is kept in a checkpoint file where one is given, and taken up again from it.
    """
    trial = table_trial(
        game,
        seats=seats,
        bank=bank,
        bankroll=bankroll,
        least=least,
        shift=shift,
        strategy=strategy,
        house=house,
        button=button,
        seed=seed,
        exact=exact,
    )
    check_shifts(trial, shifts)
    run = play_on_cores(trial, shifts, workers, checkpoint)
    return TableSimulation(trial, run.progress, run.seconds)
