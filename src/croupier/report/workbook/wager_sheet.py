"""The sheet of one wager: what its lines pay, its figures, and its outcomes, all of them live.

A wager that stands alone has its pays in the table of outcomes. One on which decisions rest has a paytable above it,
and the result of an outcome is the sum of what each line pays times the units on it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.exact.repeat_report import AVERAGED, AverageReport
from croupier.exact.wager_report import Z_90, WagerReport
from croupier.odds import loss_text, odds_text
from croupier.report.mathematics.wagers import LEVELS, ROUNDS, normal
from croupier.report.workbook.cells import (
    CHANCE,
    COUNT,
    DECIMAL,
    ODDS,
    RETURN,
    SHARE,
    Page,
    Value,
    too_long,
    width_for,
)
from croupier.report.workbook.outcomes import Outcome, Outcomes
from croupier.rulebook.wager import Line, Wager

STRIP: Final = (
    *(("House edge", "house_edge", SHARE), ("Return to player", "return_to_player", SHARE)),
    *(("Hit frequency", "hit_frequency", SHARE), ("Standard deviation", "standard_deviation", DECIMAL)),
)
"""The figures that stay in sight while pays are changed."""
STRIP_ROW: Final = 3
FROZEN: Final = 6
"""So many rows stay in sight."""
NEAR: Final = "1E-12"
"""A formula and the exact figure differ by less, relatively where they are above 1."""
FEWEST: Final = 8
"""A sheet has at least so many columns."""


@dataclass(frozen=True)
class Figure:
    """A figure of a wager: the formula it follows from, and its exact value."""

    name: str
    id: str
    formula: str
    value: Fraction | float
    shown: str


@dataclass
class Names:
    """The names of one wager's ranges and figures."""

    prefix: str

    def __getitem__(self, what: str) -> str:
        return f"{self.prefix}_{what}"


@dataclass(frozen=True)
class Written:
    """What other sheets need to know of a wager's sheet."""

    page: Page
    names: Names
    label: str
    report: WagerReport | AverageReport
    outcomes: Outcomes | None = None
    pays: tuple[str, ...] = ()
    """Where the result of each outcome stands."""


@dataclass
class Column:
    """One column of the table of outcomes."""

    head: str
    write: Callable[[int, int, Outcome], None]
    """Writes a row, given the row of the sheet, the column and the outcome."""
    width: float
    figure: bool = True


@dataclass
class WagerSheet:
    """The sheet of a wager while it is written."""

    page: Page
    names: Names
    outcomes: Outcomes
    title: str
    leaders: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Lines that follow another one, by wager and id, and that one."""
    pay_cells: dict[tuple[str, str], str] = field(default_factory=dict)
    """Where each line of a paytable says what it pays, after commission."""
    columns: list[Column] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)

    @property
    def report(self) -> WagerReport:
        return self.outcomes.report

    @property
    def alone(self) -> bool:
        return not self.outcomes.paid_by

    def write(self) -> Written:
        """Write all of it, from the top."""
        self.columns = list(self.outcome_columns())
        widths = [column.width for column in self.columns]
        self.page.set_widths([*widths, *[14.0] * (FEWEST - len(widths))])
        self.head()
        row = FROZEN + 1
        if not self.alone:
            row = self.paytable(row) + 1
        row = self.bands(self.figures(row) + 1) + 1
        pays = self.table(row)
        return Written(self.page, self.names, self.title, self.report, self.outcomes, pays)

    @property
    def last(self) -> int:
        return max(len(self.columns), FEWEST) - 1

    # ── The top ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def head(self) -> None:
        """The title, and the figures that stay in sight."""
        page = self.page
        page.text(0, 0, self.title, "title")
        told = f"{self.report.combinations:,} combinations: {self.report.combinations_of}. Yellow cells may be changed."
        if self.report.is_decided:
            told += " Decisions stay those that are best for the pays given here."
        page.text(1, 0, told)
        page.text(STRIP_ROW, 0, "Live figures", "head")
        page.text(STRIP_ROW + 1, 0, "as the yellow cells have it", "text")
        for place, (name, id_, shown) in enumerate(STRIP, 1):
            value = next(each.value for each in self.every_figure() if each.id == id_)
            page.text(STRIP_ROW, place, name, "figure_head")
            page.formula(STRIP_ROW + 1, place, self.names[id_], value, shown, "total_number")
        place = len(STRIP) + 1
        page.text(STRIP_ROW, place, "Adds up", "check_head")
        page.check(STRIP_ROW + 1, place, self.names["adds_up"])
        page.text(STRIP_ROW, place + 1, "As computed", "check_head")
        page.check(STRIP_ROW + 1, place + 1, self.names["as_computed"])
        page.sheet.freeze_panes(FROZEN, 1)

    # ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def paytable(self, row: int) -> int:
        """What every line pays; a paytable that several wagers share is written once, and followed by the others."""
        page = self.page
        page.text(row, 0, "What the lines pay, per unit on them", "section")
        commission = any(line.commission for wager in self.outcomes.paid_by for line in wager.lines)
        heads = ["Line", "Wager", "Pays", *(["Commission of a win", "Pays, commission taken"] * commission)]
        for column, head in enumerate(heads):
            page.text(row + 1, column, head, "head" if column < 2 else "figure_head")
        page.texts(row + 1, ("As given", "Clauses"), "head", len(heads))
        row += 2
        rows: dict[tuple[str, str], int] = {}
        for wager in self.outcomes.paid_by:
            for line in wager.lines:
                rows[wager.id, line.id] = row
                first = rows.get(self.leaders.get((wager.id, line.id), ("", "")))
                self.line(row, wager, line, first, commission=commission)
                row += 1
        if any(self.leaders.get(each) in rows for each in rows):
            page.text(row, 0, "A line of a paytable that several wagers have is changed once; the others follow it.")
            row += 1
        return row

    def line(self, row: int, wager: Wager, line: Line, follows: int | None, *, commission: bool) -> None:
        """One line: what it pays, or where it follows another paytable, that."""
        page = self.page
        page.text(row, 0, line.label, "wrapped")
        page.text(row, 1, wager.label, "wrapped")
        for column, value in enumerate((line.pays, line.commission)[: 1 + commission], 2):
            if follows is None:
                page.input(row, column, value)
            else:
                page.formula(row, column, page.here(follows, column), value)
        paid = page.here(row, 2)
        if commission:
            page.formula(row, 4, f"IF({paid}>0,{paid}*(1-{page.here(row, 3)}),{paid})", line.odds)
        at = 4 if commission else 2
        page.text(row, at + 1, given(line), "fraction")
        page.text(row, at + 2, ", ".join(line.clauses), "fraction")
        self.pay_cells[wager.id, line.id] = page.here(row, at)

    # ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def every_figure(self) -> Iterator[Figure]:
        """Every figure of the wager, each by the formula that follows from the outcomes."""
        of, report = self.names, self.report
        spread = report.distribution
        chance, pays = of["probability"], of["pays"]
        mean, deviation = f"SUM({of['returns']})", of["standard_deviation"]
        yield Figure("House edge", "house_edge", f"-{mean}", report.house_edge, SHARE)
        yield Figure("Return to player", "return_to_player", f"1+{mean}", report.return_to_player, SHARE)
        yield Figure("Average units wagered", "average_wager", self.wagered(), report.average_wager, DECIMAL)
        risk = f"IF({of['average_wager']}=0,0,{of['house_edge']}/{of['average_wager']})"
        yield Figure("Element of risk", "element_of_risk", risk, report.element_of_risk, SHARE)
        for name, id_, sign, value in (
            ("Hit frequency", "hit_frequency", ">", spread.win),
            ("Probability of a push", "push", "=", spread.push),
            ("Probability of a loss", "loss", "<", spread.lose),
        ):
            yield Figure(name, id_, f"SUMPRODUCT({chance}*(ROUND({pays},12){sign}0))", value, SHARE)
        yield Figure("Variance", "variance", f"SUMPRODUCT({chance},({pays}-{mean})^2)", spread.variance, DECIMAL)
        yield Figure(
            "Standard deviation", "standard_deviation", f"SQRT({of['variance']})", spread.standard_deviation, DECIMAL
        )
        yield Figure("Volatility index", "volatility_index", f"{Z_90}*{deviation}", spread.volatility_index, DECIMAL)
        third = f"SUMPRODUCT({chance},({pays}-{mean})^3)"
        yield Figure(
            "Skewness", "skewness", f"IF({of['variance']}=0,0,{third}/{deviation}^3)", spread.skewness, DECIMAL
        )
        met = f"({of['combinations']}>0)"
        top = f"SUMPRODUCT(MAX({met}*({pays}-MIN({pays}))))+MIN({pays})"
        yield Figure("Top win, units", "top_win", top, report.top_win, "")

    def wagered(self) -> str:
        """The formula of what is finally wagered; where the units of outcomes are not known, what was computed."""
        if not self.alone:
            return f"SUMPRODUCT({self.names['probability']}*{self.names['units']})"
        return f"{self.report.average_wager.numerator}/{self.report.average_wager.denominator}"

    def figures(self, row: int) -> int:
        """Each figure by its formula, beside what the engine computed, and whether they agree."""
        page = self.page
        page.text(row, 0, "Figures of one round, per unit placed before the deal", "section")
        for column, head in enumerate(("Figure", "Live", "As computed", "The same", "Exactly, as computed")):
            page.text(row + 1, column, head, {0: "head", 3: "check_head", 4: "head"}.get(column, "figure_head"))
        row += 2
        first = row
        for figure in self.every_figure():
            page.text(row, 0, figure.name)
            page.formula(row, 1, figure.formula, figure.value, figure.shown)
            page.name(self.names[figure.id], (row, row), (1, 1))
            page.number(row, 2, figure.value, figure.shown)
            live, fixed = page.here(row, 1), page.here(row, 2)
            page.check(row, 3, f"ABS({live}-{fixed})<={NEAR}*MAX(1,ABS({fixed}))")
            exactly = str(figure.value) if isinstance(figure.value, Fraction) else "a root"
            page.spread(row, (4, self.last), exactly, "fraction")
            row += 1
        page.text(row, 0, "As computed", "strong")
        page.check(row, 3, f"AND({page.here(first, 3)}:{page.here(row - 1, 3)})")
        page.name(self.names["as_computed"], (row, row), (3, 3))
        page.spread(row, (4, self.last), "Holds until a yellow cell is changed.", "note")
        return self.sums(row + 1)

    def sums(self, row: int) -> int:
        """What must hold whatever a reviewer changes, unless the change is wrong."""
        page, of = self.page, self.names
        total = page.here(row, 1)
        page.text(row, 0, "Combinations in all")
        page.sheet.write_number(row, 1, float(self.report.combinations), page.book.format("input", COUNT))
        page.name(of["total"], (row, row), (1, 1))
        page.spread(row, (4, self.last), f"{self.report.combinations:,}", "fraction")
        exact = not too_long(self.report.combinations)
        equal = f"SUM({of['combinations']})={total}" if exact else f"ABS(SUM({of['combinations']})/{total}-1)<1E-14"
        page.text(row + 1, 0, "Combinations add up to the total")
        page.check(row + 1, 3, equal)
        page.text(row + 2, 0, "Probabilities add up to 1")
        page.check(row + 2, 3, f"ABS(SUM({of['probability']})-1)<{NEAR}")
        page.text(row + 3, 0, "Win, push and loss add up to 1")
        page.check(row + 3, 3, f"ABS({of['hit_frequency']}+{of['push']}+{of['loss']}-1)<{NEAR}")
        page.text(row + 4, 0, "Adds up", "strong")
        page.check(row + 4, 3, f"AND({page.here(row + 1, 3)}:{page.here(row + 3, 3)})")
        page.name(of["adds_up"], (row + 4, row + 4), (3, 3))
        return row + 5

    def bands(self, row: int) -> int:
        """Within what the return to player of so many rounds lies."""
        page, of = self.page, self.names
        page.text(row, 0, "Bands of the actual return to player after so many rounds", "section")
        page.text(row + 1, 0, "Rounds", "head")
        spread, middle = self.report.distribution, float(self.report.return_to_player)
        for place, level in enumerate(LEVELS):
            for side, word in enumerate(("from", "to")):
                page.text(row + 1, 1 + 2 * place + side, f"{float(level):.0%} {word}", "figure_head")
        for number, rounds in enumerate(ROUNDS):
            at = row + 2 + number
            page.input(at, 0, Fraction(rounds), COUNT)
            for place, level in enumerate(LEVELS):
                half = normal(level) * spread.standard_deviation / sqrt(rounds)
                for side, sign in enumerate("-+"):
                    formula = (
                        f"{of['return_to_player']}{sign}NORMSINV({float((1 + level) / 2)})"
                        f"*{of['standard_deviation']}/SQRT({page.here(at, 0)})"
                    )
                    value = middle + (half if side else -half)
                    page.formula(at, 1 + 2 * place + side, formula, value, "0.00%")
        return row + 2 + len(ROUNDS)

    # ── Outcomes ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def outcome_columns(self) -> Iterator[Column]:
        """The columns of the table of outcomes, as far as this wager needs them."""
        page, rows, of = self.page, self.outcomes.rows, self.names

        def text(style: str, of_row: Callable[[Outcome], str]) -> Callable[[int, int, Outcome], None]:
            return lambda row, column, outcome: page.text(row, column, of_row(outcome), style)

        def count(row: int, column: int, outcome: Outcome) -> None:
            page.input(row, column, Fraction(outcome.combinations), COUNT)

        def chance(row: int, column: int, outcome: Outcome) -> None:
            page.formula(row, column, f"{self.cell('Combinations', row)}/{of['total']}", outcome.probability, CHANCE)

        def returned(row: int, column: int, outcome: Outcome) -> None:
            formula = f"{self.cell('Probability', row)}*{self.cell('Result', row)}"
            page.formula(row, column, formula, outcome.contribution, RETURN)

        def against(row: int, column: int, outcome: Outcome) -> None:
            p = self.cell("Probability", row)
            value: Value = (1 - outcome.probability) / outcome.probability if outcome.probability else "never"
            page.formula(row, column, f'IF({p}>0,(1-{p})/{p},"never")', value, ODDS)

        yield Column(
            "Outcome", text("wrapped", lambda each: each.label), width_for((r.label for r in rows), 26), figure=False
        )
        yield Column(
            "Id", text("fraction", lambda each: each.name), width_for((r.name for r in rows), 22, 34), figure=False
        )
        yield Column("Combinations", count, 21)
        if any(too_long(each.combinations) for each in rows) or too_long(self.report.combinations):
            yield Column("Combinations exactly", text("exactly", lambda each: f"{each.combinations:,}"), 24)
        yield Column("Probability", chance, 14)
        fractions = [str(each.probability) for each in rows]
        yield Column(
            "Probability exactly, as computed",
            text("exactly", lambda each: str(each.probability)),
            width_for(fractions, 18, 26),
        )
        yield from self.pay_columns()
        yield Column("Return", returned, 15)
        returns = [str(each.contribution) for each in rows]
        yield Column(
            "Return exactly, as computed",
            text("exactly", lambda each: str(each.contribution)),
            width_for(returns, 18, 26),
        )
        yield Column("True odds against, to 1", against, 17)

    def pay_columns(self) -> Iterator[Column]:
        """What an outcome pays: a cell to change where one line pays it, else the sum over the lines that do."""
        page, rows = self.page, self.outcomes.rows

        def pays(row: int, column: int, outcome: Outcome) -> None:
            page.input(row, column, outcome.line.pays if outcome.line else outcome.pays)

        def commission(row: int, column: int, outcome: Outcome) -> None:
            page.input(row, column, outcome.line.commission if outcome.line else Fraction(0))

        def net(row: int, column: int, outcome: Outcome) -> None:
            paid, kept = self.cell("Pays", row), self.cell("Commission of a win", row)
            page.formula(row, column, f"IF({paid}>0,{paid}*(1-{kept}),{paid})", outcome.pays)

        def total(row: int, column: int, outcome: Outcome) -> None:
            cells = {share.wager: self.pay_cells[share.wager, share.line] for share in outcome.shares}
            terms = [
                f"{self.cell(units_head(each), row)}*{cells[each.id]}"
                for each in self.outcomes.paid_by
                if each.id in cells
            ]
            page.formula(row, column, "+".join(terms) or "0", outcome.pays)

        if self.alone:
            if any(each.line and each.line.commission for each in rows):
                yield Column("Pays", pays, 12)
                yield Column("Commission of a win", commission, 13)
                yield Column("Result", net, 12)
            else:
                yield Column("Result", pays, 12)
        else:
            for wager in self.outcomes.paid_by:
                yield Column(units_head(wager), self.units_of(wager), 11)
            yield Column("Result", total, 12)
        yield Column(
            "Result exactly, as computed", lambda row, at, each: page.text(row, at, str(each.pays), "exactly"), 14
        )

    def units_of(self, wager: Wager) -> Callable[[int, int, Outcome], None]:
        def write(row: int, column: int, outcome: Outcome) -> None:
            units = sum((share.units for share in outcome.shares if share.wager == wager.id), Fraction(0))
            self.page.number(row, column, units)

        return write

    def cell(self, head: str, row: int) -> str:
        return self.page.here(row, self.place[head])

    def table(self, row: int) -> tuple[str, ...]:
        """The outcomes, and what they add up to; gives where the results stand."""
        page = self.page
        page.text(row, 0, "Outcomes", "section")
        head = row + 1
        for column, each in enumerate(self.columns):
            page.text(head, column, each.head, "figure_head" if each.figure else "head")
            self.place[each.head] = column
        page.sheet.repeat_rows(head)
        first = head + 1
        for number, outcome in enumerate(self.outcomes.rows):
            for column, each in enumerate(self.columns):
                each.write(first + number, column, outcome)
        last = first + len(self.outcomes.rows) - 1
        self.ranges(first, last)
        self.totals(last + 1)
        page.sheet.print_area(0, 0, last + 1, self.last)
        page.text(
            last + 2,
            0,
            "A result is what one unit placed before the deal wins, stakes of decisions included; -1 loses it.",
        )
        return tuple(page.at(first + number, self.place["Result"]) for number in range(len(self.outcomes.rows)))

    def ranges(self, first: int, last: int) -> None:
        """Names for the columns that formulas read."""
        page, of, place = self.page, self.names, self.place
        for name, head in (
            ("combinations", "Combinations"),
            ("probability", "Probability"),
            ("pays", "Result"),
            ("returns", "Return"),
        ):
            page.name(of[name], (first, last), (place[head], place[head]))
        if not self.alone:
            units = [place[units_head(wager)] for wager in self.outcomes.paid_by]
            page.name(of["units"], (first, last), (min(units), max(units)))

    def totals(self, row: int) -> None:
        """What the columns add up to."""
        page, of, rows = self.page, self.names, self.outcomes.rows
        for column in range(len(self.columns)):
            page.text(row, column, "", "total")
        page.text(row, 0, "All", "total")
        sums: tuple[tuple[str, str, Fraction, str], ...] = (
            ("Combinations", "combinations", Fraction(sum(each.combinations for each in rows)), COUNT),
            ("Probability", "probability", sum((each.probability for each in rows), Fraction(0)), CHANCE),
            ("Return", "returns", sum((each.contribution for each in rows), Fraction(0)), RETURN),
        )
        for head, name, value, shown in sums:
            page.formula(row, self.place[head], f"SUM({of[name]})", value, shown, "total_number")
        exact = {"Combinations exactly": f"{sum(each.combinations for each in rows):,}"}
        exact["Return exactly, as computed"] = str(sums[2][2])
        for head, text in exact.items():
            if head in self.place:
                page.text(row, self.place[head], text, "exactly")


def units_head(wager: Wager) -> str:
    return f"Units on {wager.label}"


def given(line: Line) -> str:
    """What a line pays, as the rules of the game say it."""
    if line.pays > 0:
        return odds_text(line.pays) + (f", less {line.commission} of the win" if line.commission else "")
    return loss_text(line.pays) if line.pays else "push"


def averages_sheet(page: Page, names: Names, report: AverageReport, title: str) -> Written:
    """The sheet of a wager of which the averages alone are known: nothing in it follows from anything else."""
    page.set_widths([34, 20, 60])
    page.text(0, 0, title, "title")
    page.spread(
        1, (0, 2), f"{AVERAGED} The averages are exact; no cell of this sheet is worked out from another.", "note"
    )
    for column, head in enumerate(("Figure", "As computed", "Exactly")):
        page.text(3, column, head, "figure_head" if column == 1 else "head")
    for row, (name, value) in enumerate(report.averages().items(), 4):
        page.text(row, 0, name.replace("_", " ").capitalize())
        page.number(row, 1, value, DECIMAL if name == "average_wager" else SHARE)
        page.text(row, 2, str(value), "fraction")
        page.name(names[name], (row, row), (1, 1))
    return Written(page, names, title, report)
