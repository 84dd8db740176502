"""Games whose workbooks are tested, the cells in them that say what lines pay, and the engine under other odds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Any, Final

from openpyxl import load_workbook

import croupier
from croupier.exact.analysis import Analysis
from croupier.exact.solve import Played, Solver
from croupier.report.game_report import GameReport
from croupier.report.workbook import write
from croupier.rulebook.wager import Line, Wager
from tests.example_games import EXAMPLES
from tests.report.office import opened

OURS: Final = ("casino-monte", "three-card-poker", "baccarat")
INPUT: Final = "FFFFF2CC"
"""The colour of cells that may be changed."""
OTHERS: Final = ("casino-war", "mississippi-stud", "sic-bo")


@cache
def report_of(name: str) -> GameReport:
    if name in OURS:
        rulebook = croupier.game(name).rulebook
        assert rulebook is not None
        return GameReport(book=rulebook, place=name)
    return GameReport(book=EXAMPLES[name].game.rulebook(), place=EXAMPLES[name].place)


@cache
def workbook_of(name: str) -> bytes:
    return write(report_of(name))


@dataclass(frozen=True)
class PayCell:
    """A cell that says what a line pays."""

    sheet: str
    at: str
    wager: str
    line: str
    pays: Fraction


def pay_cells(data: bytes, report: GameReport) -> Iterator[PayCell]:
    """The cells that may be changed and say what a line pays; what loses or pushes is left as it is."""
    book = opened(data, values=False)
    for base in report.analysis.wagers.values():
        sheet = book[base.wager.label]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        paytable = next((place for place, row in enumerate(rows) if row[:3] == ["Line", "Wager", "Pays"]), None)
        if paytable is None:
            start = next(place for place, row in enumerate(rows) if row[:2] == ["Outcome", "Id"])
            column = rows[start].index("Pays" if "Pays" in rows[start] else "Result")
        else:
            start, column = paytable, 2
        for number, row in enumerate(rows[start + 1 :], start + 2):
            if row[1] is None:
                break
            cell = sheet.cell(number, column + 1)
            wager, line = line_of(report, base.wager, row, in_paytable=paytable is not None)
            if cell.fill.fgColor.rgb == INPUT and line is not None and line.pays > 0:
                yield PayCell(sheet.title, cell.coordinate, wager.id, line.id, line.pays)


def line_of(report: GameReport, base: Wager, row: list[Any], *, in_paytable: bool) -> tuple[Wager, Line | None]:
    """The line that a row of a paytable, or of a table of outcomes, is about."""
    if not in_paytable:
        return base, next((line for line in base.lines if line.id == row[1]), None)
    wager = next(each for each in report.book.wagers if each.label == row[1])
    return wager, next(line for line in wager.lines if line.label == row[0])


def with_pays(data: bytes, changes: Mapping[tuple[str, str], float]) -> bytes:
    """The workbook with other numbers in some cells, as a reviewer types them."""
    book = load_workbook(BytesIO(data))
    for (sheet, at), value in changes.items():
        book[sheet][at] = value
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def repriced(report: GameReport, pays: Mapping[tuple[str, str], Fraction]) -> Analysis:
    """The engine's figures for other pays, by wager and line, decisions being those of the report."""

    def line(wager: Wager, one: Line) -> Line:
        return replace(one, pays=pays.get((wager.id, one.id), one.pays))

    solver = report.analysis.played.solver
    wagers = tuple(replace(w, lines=tuple(line(w, one) for one in w.lines)) for w in solver.model.wagers)
    other = Solver(solver.counts, replace(solver.model, wagers=wagers))
    return Analysis(Played(other, report.analysis.played.table), "as before")
