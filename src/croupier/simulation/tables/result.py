"""Several seats at one table, and the bank that they play against over a shift: what exact counting cannot do."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Final

from croupier.chart import Chart
from croupier.figures import share
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.result import Row
from croupier.sheet import Sheet, number_of
from croupier.simulation.charts import seats_chart
from croupier.simulation.result import SimulationResult
from croupier.simulation.statistics import ALARM, POWER, Z_99, detectable_by, finite
from croupier.simulation.tables.kernel import BANK, MOMENTS, NUMBERS
from croupier.simulation.tables.tally import Mean, SeatFigures, Sums, TableFigures, sums_from
from croupier.simulation.tables.trial import TableTrial
from croupier.simulation.text import NOT_COUNTED, UNCOUNTED, missed

QUANTILES: Final = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))
BAR: Final = 40


@dataclass(frozen=True, repr=False)
class TableSimulation(SimulationResult):
    """Shifts that were played at a table."""

    schema = "croupier.simulation.tables/1"
    trial: TableTrial

    def __post_init__(self) -> None:
        """Prove the books: what was won was lost, in every shift, and no bank went beyond its wager."""
        super().__post_init__()
        if broken := sum(figures.count("broken") for figures in self.readings.values()):
            raise ArithmeticError(f"in {broken} shifts the books do not balance")

    @property
    def shifts(self) -> int:
        return self.run.progress.units

    @cached_property
    def readings(self) -> Mapping[str, TableFigures]:
        """The figures under each reading of coverage, on the same cards."""
        trial = self.trial
        lowest, width = trial.scale
        return {
            reading: TableFigures(
                cells=trial.cells,
                reading=reading,
                tally=self.run.progress.tally,
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
        return sums_from(self.run.progress.tally, at, self.shifts, self.shifts * rounds, self.shifts * rounds**2)

    @property
    def rounds(self) -> int:
        """Rounds that were dealt under either reading."""
        return max(figures.rounds for figures in self.readings.values())

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

    def data(self) -> dict[str, object]:
        """All figures as data: cents are whole or means of them, shares are of one."""
        trial = self.trial
        return {
            **self.shared_data,
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
            "rounds_per_second": self.rounds_per_second,
            "readings": {reading: self.reading_data(figures) for reading, figures in self.readings.items()},
            "apart_by_shift": self.apart.by_shift.data(),
        }

    def bank_data(self) -> dict[str, object]:
        """Who banks, and of a player-dealer with how much."""
        if self.trial.reading == "house":
            return {"by": "house"}
        bank = self.trial.bank
        least = int(self.trial.numbers[NUMBERS.index("least")])
        return {"by": "player_dealer", "wager": bank.wager, "bankroll": bank.bankroll, "least": least}

    def wager_data(self, figures: TableFigures) -> dict[str, dict[str, float | None]]:
        """Each wager over all seats, beside what is exact where all is covered.

        Where a player-dealer's wager left something uncovered the mean is another quantity, and no z-score is given.
        """
        covered = self.trial.is_counted and (figures.reading == "house" or not figures.share_returned)
        means = figures.wagers
        return {
            id_: mean.data()
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

    def reading_data(self, figures: TableFigures) -> dict[str, object]:
        after = figures.after_fees
        return {
            "rounds": figures.rounds,
            "ruin": figures.ruin.data(),
            "before_fees_by_round": figures.before_fees.by_round.data(),
            "after_fees_by_round": after.by_round.data(),
            "after_fees_by_shift": after.by_shift.data() | {"standard_deviation": finite(after.standard_deviation)},
            "resolution": figures.width,
            "quantiles": {str(float(q)): figures.quantile(q) for q in QUANTILES},
            "used_by_round": figures.used.by_round.data(),
            "share_used": float(figures.share_used),
            "rounds_used_up": float(figures.share_of_rounds("used_up")),
            "rounds_short": float(figures.share_of_rounds("short")),
            "share_returned": float(figures.share_returned),
            "seats": [self.seat_data(seat_) for seat_ in figures.seats],
        }

    def seat_data(self, seat_: SeatFigures) -> dict[str, object]:
        wagers = {
            id_: mean.data() | {"fully_covered": number(self.exact(seat_.position - 1, id_))}
            for id_, mean in seat_.wagers.items()
        }
        return {
            "position": seat_.position,
            "wagers": wagers,
            "result_by_round": seat_.result.data(),
            "fee": seat_.fee,
            "share_returned": float(seat_.share_returned),
        }

    def to_rows(self) -> list[Row]:
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
            for reading, figures in self.readings.items()
            for seat_ in figures.seats
            for id_, mean in seat_.wagers.items()
        ]

    def charts(self) -> dict[str, Chart]:
        """What each seat wins, and what the bank did not cover of its wagers."""
        column, back = "won a round ($)", "returned of what was due (%)"
        seats = [(reading, each) for reading, figures in self.readings.items() for each in figures.seats]
        won = [
            (
                reading,
                str(each.position),
                float(each.result.value) / CENTS_PER_DOLLAR,
                Z_99 * each.result.standard_error / CENTS_PER_DOLLAR,
            )
            for reading, each in seats
        ]
        of = f"{self.drawn_from}; {number_of(self.shifts, 'shift')} of {number_of(self.trial.shift, 'round')}"
        charts = {"seats": seats_chart("What each seat wins, from the bank’s left", column, "wins", won, of)}
        if any(each.returned for _, each in seats):
            returned = [(reading, str(each.position), float(100 * each.share_returned), 0.0) for reading, each in seats]
            charts["returned"] = seats_chart("What the bank does not cover, by seat", back, "is returned", returned, of)
        return charts

    @property
    def summary(self) -> str:
        after = self.readings[self.trial.reading].after_fees.by_round
        return f"{self.title.partition(': ')[2]}; the bank wins {money(after)} by round"

    @property
    def sheet(self) -> Sheet:
        parts = (sheet for figures in self.readings.values() for sheet in self.sheets_of(figures))
        return Sheet(self.title, parts=(*parts, *self.cut_short), note=self.note)

    def sheets_of(self, figures: TableFigures) -> tuple[Sheet, Sheet]:
        """The bank and the seats under one reading."""
        limited = figures.reading != "house"
        title = f"coverage by {figures.reading}" if limited else "banked by the house"
        after = figures.after_fees
        facts = [
            ("result by round before fees", money(figures.before_fees.by_round)),
            ("result by round after fees", money(after.by_round)),
            ("result by shift after fees", f"{money(after.by_shift)}, spread {spread(after)}"),
        ]
        if limited:
            facts += [
                ("wager used by round", f"{money(figures.used.by_round)[1:]}, {share(figures.share_used, 2)} of it"),
                ("rounds that use it up", share(figures.share_of_rounds("used_up"), 2)),
                ("returned of what was due", share(figures.share_returned, 3)),
            ]
        if self.trial.bank.bankroll is not None:
            ruin = figures.ruin
            facts.append(("ruined within the shift", f"{share(ruin.value, 3)} ± {error(ruin, 1, '.3%')}"))
        facts += [(f"{share(q, 0)} of shifts end at or below", price(figures.quantile(q))) for q in QUANTILES]
        steps = f"What shifts end at is told in steps of {price(figures.width)}, by the upper end of a step."
        bank = Sheet(f"The bank, {title}", tuple(facts), drawing=("", *figures.picture()), note=steps)
        return bank, self.seats_sheet(figures, title)

    def seats_sheet(self, figures: TableFigures, title: str) -> Sheet:
        """The seats by position: each wager per unit, all of them in money, and what was returned."""
        bases = [base for base in figures.cells.bases if any(base in seat_.wagers for seat_ in figures.seats)]
        worst = max((seat_.share_returned for seat_ in figures.seats), default=Fraction(0)) or Fraction(1)
        rows = tuple(
            (
                str(seat_.position),
                *(per_unit(seat_.wagers.get(base)) for base in bases),
                money(seat_.result, 2),
                share(seat_.share_returned, 3),
            )
            for seat_ in figures.seats
        )
        heads = ("seat", *bases, "by round", "returned")
        bars = tuple(
            f"{row[0]:>4} {'█' * round(BAR * seat_.share_returned / worst):{BAR}} {row[-1]}"
            for seat_, row in zip(figures.seats, rows, strict=True)
        )
        if figures.reading != "house" and len({repr(seat_.strategy) for seat_ in self.trial.seats}) == 1:
            worth = [self.exact(0, base) for base in bases]
            rows += (
                ("all", *(NOT_COUNTED if one is None else f"{float(one):+.2%} exact" for one in worth), "", "0.000%"),
            )
        drawing = ("", "returned uncovered, by seat", *bars) if figures.reading != "house" else ()
        return Sheet(f"The seats from the left, {title}", heads=heads, rows=rows, words=1, drawing=drawing)

    @property
    def title(self) -> str:
        trial = self.trial
        bank = f" against a wager of {price(trial.bank.wager)}" if "house" not in self.readings else ""
        shifts, rounds = number_of(self.shifts, "shift"), number_of(trial.shift, "round")
        return f"{trial.book.game.title}: {shifts} of {rounds}, {number_of(len(trial.seats), 'seat')}{bank}"

    @property
    def note(self) -> str:
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
        return missed("shifts", "a mean over all seats that differs from the exact figure", least) or (
            "Not tested: where the bank does not cover everything, or in a single shift, no mean can be compared."
        )


def number(value: Fraction | None) -> float | None:
    """A fraction as data, where it is known."""
    return None if value is None else float(value)


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
