"""What concerns several wagers: how their results depend on each other, and what the bank can lose."""

from collections.abc import Iterator

from croupier.figures import decimal, money
from croupier.report.charts import illustrations
from croupier.report.document import Block, Cell, Facts, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.paytables import pays
from croupier.report.words import say


def together(report: GameReport) -> Section:
    return Section("together", "Wagers together", tuple(blocks(report)))


def blocks(report: GameReport) -> Iterator[Block]:
    if report.repeats:
        yield say("Of a game whose decision is asked again and again, one wager is analysed; nothing goes with it.")
        return
    if len(report.analysis.wagers) > 1:
        yield covariances(report)
    else:
        yield say("Only one wager is placed before the deal.")
    yield from illustrations(report.analysis, "edges")
    yield from exposure(report)


def covariances(report: GameReport) -> Table:
    """The covariance and the correlation of every two wagers."""
    analysis, labels = report.analysis, report.book.wagers_by_id
    spread = {id_: each.standard_deviation for id_, each in analysis.wagers.items()}
    rows: list[tuple[Cell, ...]] = []
    for (one, other), covariance in analysis.every_covariance.items():
        both = spread[one] * spread[other]
        correlation: Cell = decimal(float(covariance) / both, signed=True) if both else "–"
        rows.append((labels[one].label, labels[other].label, decimal(covariance, signed=True), correlation))
    return Table(
        ("Wager", "Other wager", "Covariance", "Correlation"),
        tuple(rows),
        words=2,
        caption="Covariance of two wagers, a unit on each, raises included",
    )


def exposure(report: GameReport) -> Iterator[Block]:
    """The most that the bank can lose in one round."""
    found = report.analysis.exposure
    if found is None:
        return
    labels = report.book.wagers_by_id
    yield say("The most that the bank can lose in one round, every wager at the limit of the table:")
    if found.one_seat is None or found.all_seats is None:
        unlimited = ", ".join(labels[id_].label for id_ in found.unlimited)
        yield Facts((("To one seat", f"no limit, as there is none on {unlimited}"),))
    else:
        how = ", exactly" if found.shared else ", at most"
        every = ((f"To {found.seats} seats", (money(found.all_seats), how)),) if found.seats > 1 else ()
        yield Facts((("To one seat", money(found.one_seat)), *every))
        yield Table(
            ("Wager", "Outcome", "Pays", "Stake"),
            tuple(
                (labels[id_].label, found.lines[id_].label, pays(found.lines[id_]), money(stake))
                for id_, stake in found.stakes.items()
            ),
            words=2,
            caption="The wagers of one seat with which the bank loses so much",
        )
    notes = list(found.notes())
    if notes:
        yield say(" ".join(notes))
