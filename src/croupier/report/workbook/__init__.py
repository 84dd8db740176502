"""The workbook: every figure of a game as a formula, beside the exact value that the engine computed.

A reviewer who changes what a line pays, or a count, sees the edge, the hit frequency, the deviation and all else move.
The bytes follow from the rulebook, the date given and this program alone.
"""

from datetime import UTC, datetime

from croupier.errors import Refused
from croupier.report.game_report import GameReport
from croupier.report.kinds import check_installed
from croupier.report.request import sheet_from
from croupier.rulebook import Rulebook


def write(report: GameReport) -> bytes:
    """The workbook of a game as the bytes of an .xlsx file, laid out for its size of paper.

    >>> import croupier
    >>> from croupier.report.game_report import GameReport
    >>> write(GameReport(book=croupier.game("monte").rulebook, place="casino-monte"))[:2]
    b'PK'
    """
    book: object = report.book
    if not isinstance(book, Rulebook):
        raise Refused("a workbook tells the rules and house rules of a game; give a game, not a model alone")
    sheet = sheet_from(report.sheet)
    check_installed(".xlsx")
    from croupier.report.workbook.contents import workbook  # noqa: PLC0415  # it needs what may not be installed

    return workbook(report, sheet.value, created=created(report.date))


def created(date: str) -> datetime | None:
    """The date that the workbook bears, if it can be read as one."""
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC)
    except ValueError:
        return None
