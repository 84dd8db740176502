"""The sheets of a workbook in order, and the first of them: what each is, the figures that matter most, the checks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from croupier.exact.repeat_report import AverageReport
from croupier.exact.wager_report import WagerReport
from croupier.report.clauses_in_force import in_words, kind_here, not_in_force, set_here
from croupier.report.document import Bullets, Facts, Section, Table
from croupier.report.game_report import MADE_WITH, GameReport
from croupier.report.glossary import WORDS
from croupier.report.mark import MARK
from croupier.report.mathematics.appendix import credits_
from croupier.report.mathematics.method import method
from croupier.report.mathematics.rules import house_rules
from croupier.report.mathematics.strategy import strategy
from croupier.report.mathematics.together import exposure
from croupier.report.words import say, with_companions
from croupier.report.workbook.cells import DECIMAL, EPOCH, SHARE, Book, Page
from croupier.report.workbook.joint_sheet import JointSheet
from croupier.report.workbook.outcomes import followers, outcomes_of
from croupier.report.workbook.text_sheet import write_sections
from croupier.report.workbook.wager_sheet import Names, WagerSheet, Written, averages_sheet

CHANGED: Final = (
    "Cells on yellow may be changed: what a line pays, a commission, combinations, stakes, rounds. Every other number "
    "on the sheets of wagers and on Joint figures is a formula, or stands under the head “as computed”."
)
ADDS_UP: Final = (
    "Adds up: combinations come to their total and probabilities to 1. That must hold whatever is changed; whoever "
    "changes a count changes another count, or the total, too."
)
AS_COMPUTED: Final = (
    "As computed: the live figures are those of the engine, which counted every deal. That holds until a yellow cell "
    "is changed. Decisions are not made anew in a workbook: they stay those that are best for the pays of this file. "
    "The command below writes a workbook for other house rules, with the decisions that are best for them."
)
DIGITS: Final = (
    "Combinations are whole numbers, and what is told exactly is a fraction of them. A spreadsheet keeps about 15 "
    "digits of a number: what has more stands beside it as text. A formula carries the value that follows from the "
    "exact fractions, rounded once; worked out again, it agrees with that value to 12 digits."
)
PRESUMED: Final = "Presumed are one seat, an ample bank, and every round from all the cards, freshly shuffled."
HEADS: Final = (
    *("Sheet", "What it tells", "House edge", "Return to player", "Hit frequency", "Standard deviation"),
    *("Adds up", "As computed"),
)
WIDTHS: Final = (26.0, 52.0, 16.0, 16.0, 16.0, 16.0, 12.0, 13.0)
LAST: Final = len(WIDTHS) - 1


@dataclass(frozen=True)
class Told:
    """A sheet of words and tables."""

    title: str
    what: str
    sections: Callable[[GameReport], Sequence[Section]]


def strategy_told(report: GameReport) -> Sequence[Section]:
    return (strategy(report),)


def house_rules_told(report: GameReport) -> Sequence[Section]:
    return (house_rules(report),)


def clauses_told(report: GameReport) -> Sequence[Section]:
    """Every clause in our own words, with the document and the section that it is of."""
    out, here = not_in_force(report.book), set_here(report.book)
    rows = tuple(
        (clause.id, kind_here(clause, out), clause.section, in_words(clause, here), clause.document.title)
        for clause in report.book.game.clauses
    )
    return (
        Section(
            "clauses", "Clauses", (Table(("Clause", "Kind", "Section", "What it says", "Document"), rows, words=5),)
        ),
    )


def rulings_told(report: GameReport) -> Sequence[Section]:
    """How the documents are read where they are silent or at odds."""
    here = set_here(report.book)
    rows = tuple(
        (ruling.id, ", ".join(ruling.parameters) or "–", in_words(ruling, here)) for ruling in report.book.game.rulings
    )
    heads = ("Ruling", "House rules that may read it otherwise", "How we read it")
    return (Section("rulings", "Rulings", (Table(heads, rows, words=3),)),)


def exposure_told(report: GameReport) -> Sequence[Section]:
    return (Section("exposure", "Exposure", tuple(exposure(report))),)


def sources_told(report: GameReport) -> Sequence[Section]:
    """What made the workbook, how figures were worked out, whose the game is, and what words mean."""
    made = Section("made", "What made this workbook", (Facts(report.facts("workbook", ".xlsx")),))
    how = [*(block for block in method(report).blocks if not isinstance(block, Bullets)), say(DIGITS), say(PRESUMED)]
    whose = [block for block in credits_(report).blocks if not (isinstance(block, Table) and "Font" in block.heads)]
    words = Section("glossary", "Glossary", (Table(("Word", "What it means here"), WORDS, words=2),))
    return (made, Section("method", "Method", tuple(how)), Section("credits", "Credits", tuple(whose)), words)


EXPOSURE: Final = Told("Exposure", "the most that the bank can lose in one round", exposure_told)
TEXTS: Final = (
    Told("Strategy", "the best strategy, a simple one and what it costs, the closest calls", strategy_told),
    Told("House rules", "every house rule in force, and what else it may be", house_rules_told),
    Told("Clauses", "the rules in our own words, by the clauses of their documents", clauses_told),
    Told("Rulings", "how the documents are read where they are silent or at odds", rulings_told),
    Told("Sources and method", "digests, software, the command, how figures were worked out", sources_told),
)


def workbook(report: GameReport, paper: str, created: datetime | None) -> bytes:
    """Write every sheet, the first one last, for it tells what the others came to."""
    title = report.conditions.title
    book = Book(
        paper=paper,
        properties={
            "title": f"{title}: workbook",
            "author": "Croupier",
            "company": "",
            "comments": report.software,
            "keywords": f"{MARK} workbook",
            "category": report.conditions.digest,
            "created": created or EPOCH,
        },
    )
    first = book.page("Contents", wide=True)
    wagers = [wager_page(book, report, each) for each in report.wagers.values()]
    others: list[tuple[Page, str]] = []
    if not report.repeats:
        if len(wagers) > 1:
            page = book.page("Joint figures", wide=True)
            JointSheet(page, report.analysis, wagers).write()
            others.append((page, "covariances, a mix of wagers, all deals by the outcomes of all wagers"))
        others.append(text_page(book, report, EXPOSURE))
    others += [text_page(book, report, told) for told in TEXTS]
    contents(first, report, wagers, others)
    first.sheet.activate()
    return book.data()


def wager_page(book: Book, report: GameReport, of: WagerReport | AverageReport) -> Written:
    """The sheet of one wager."""
    page, names = book.page(of.wager.label, wide=True), Names(book.prefix(of.wager.id))
    title = with_companions(of.wager.label, of.includes, dict(report.book.wagers_by_id))
    if isinstance(of, AverageReport):
        return averages_sheet(page, names, of, title)
    played = None if report.repeats else report.analysis.played
    return WagerSheet(page, names, outcomes_of(of, played), title, followers(report.book)).write()


def text_page(book: Book, report: GameReport, told: Told) -> tuple[Page, str]:
    page = book.page(told.title, wide=True)
    write_sections(page, told.title, told.sections(report))
    return page, told.what


def contents(page: Page, report: GameReport, wagers: Sequence[Written], others: Sequence[tuple[Page, str]]) -> None:
    """What the workbook is, and where everything stands."""
    page.set_widths(WIDTHS)
    page.text(0, 0, f"{report.conditions.title}: workbook", "title")
    page.sheet.freeze_panes(1, 0)
    row = 2
    for column, head in enumerate(HEADS):
        page.text(row, column, head, "head" if column < 2 else "figure_head" if column < 6 else "check_head")
    for each in wagers:
        row += 1
        wager_line(page, row, each)
    for other, what in others:
        row += 1
        page.link(row, 0, other)
        page.text(row, 1, what, "wrapped")
    row += 1
    summed = checks(page, row, wagers, joined=any(other.title == "Joint figures" for other, _ in others))
    row += 1 + summed
    for text in (CHANGED, ADDS_UP, AS_COMPUTED):
        page.spread(row, (0, LAST), text)
        row += 1
    row += 1
    for name, value in report.facts("workbook", ".xlsx"):
        page.text(row, 0, name, "strong")
        page.spread(row, (1, LAST), str(value), "code" if name == MADE_WITH else "wrapped")
        row += 1


def wager_line(page: Page, row: int, each: Written) -> None:
    """A wager: its sheet, and its first figures as they are there."""
    report, of = each.report, each.names
    page.link(row, 0, each.page)
    page.text(row, 1, f"{each.label}: outcomes, pays, figures", "wrapped")
    page.formula(row, 2, of["house_edge"], report.house_edge, SHARE)
    page.formula(row, 3, of["return_to_player"], report.return_to_player, SHARE)
    if isinstance(report, WagerReport):
        page.formula(row, 4, of["hit_frequency"], report.hit_frequency, SHARE)
        page.formula(row, 5, of["standard_deviation"], report.standard_deviation, DECIMAL)
        page.check(row, 6, of["adds_up"])
        page.check(row, 7, of["as_computed"])


def checks(page: Page, row: int, wagers: Sequence[Written], *, joined: bool) -> int:
    """Whether all of it adds up, and is as it was computed; gives how many rows that took."""
    known = [each for each in wagers if each.outcomes is not None]
    if not known:
        return 0
    page.text(row, 0, "All sheets", "total")
    for column in range(1, LAST + 1):
        page.text(row, column, "", "total")
    adding = [each.names["adds_up"] for each in known] + (["joint_adds_up"] if joined else [])
    page.check(row, LAST - 1, f"AND({','.join(adding)})")
    told = f'IF({page.here(row, LAST - 1)},"everything adds up","A CHECK FAILS: look for FALSE")'
    page.formula(row, 1, told, "everything adds up", style="total")
    page.check(row, LAST, f"AND({','.join(each.names['as_computed'] for each in known)})")
    return 1
