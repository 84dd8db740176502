"""The summary: what the game is, and the figures that are looked for first."""

from collections.abc import Iterator

from croupier.exact.analysis import merged_words
from croupier.exact.repeat_report import solved_words
from croupier.exact.wager_report import WagerReport
from croupier.figures import decimal, share
from croupier.report.document import Block, Cell, Facts, Reference, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.words import changes_shown, say, with_companions


def summary(report: GameReport) -> Section:
    return Section("summary", "Summary", tuple(blocks(report)))


def blocks(report: GameReport) -> Iterator[Block]:
    book = report.book
    if book.game.goal:
        yield say(book.game.goal)
    changes = changes_shown(book)
    yield Facts(
        (
            ("Cards and dice", cards_told(report)),
            ("Banked by", "a player, whose wager limits the bank" if book.player_banked else "the house"),
            ("Seats", f"1 to {book.seats}" if book.seats > 1 else "1"),
            ("Decisions", ", ".join(decision.id for decision in book.decisions) or "none"),
            ("House rules", (changes or "the usual ones", ", all in ", Reference("House rules", "house-rules"))),
        )
    )
    yield wagers_table(report)
    yield say(
        "Every figure is worked out from the rules themselves, as ",
        Reference("Method", "method"),
        " tells; figures are of one round, per unit of the wager that is placed before the deal, under the best ",
        "strategy for the player. This document is computed. It claims no approval by anybody; ",
        Reference("Submission map", "submission"),
        " says what an applicant has to add.",
    )


def cards_told(report: GameReport) -> str:
    """What chance comes from."""
    book = report.book
    parts = []
    if book.supply.size:
        decks = f"{book.supply.decks} decks" if book.supply.decks != 1 else "1 deck"
        parts.append(f"{decks}, {book.supply.size} cards")
    parts += [f"a die with {faces} faces" for faces in book.dice]
    return "; ".join(parts) or "none"


def wagers_table(report: GameReport) -> Table:
    """The first figures of every wager."""
    wagers = report.book.wagers_by_id
    rows = []
    for each in report.wagers.values():
        hit: Cell = share(each.hit_frequency) if isinstance(each, WagerReport) else "–"
        spread: Cell = decimal(each.standard_deviation, 4) if isinstance(each, WagerReport) else "–"
        rows.append(
            (
                with_companions(each.wager.label, each.includes, dict(wagers)),
                share(each.house_edge),
                share(each.return_to_player),
                share(each.element_of_risk),
                hit,
                spread,
            )
        )
    return Table(
        ("Wager", "House edge", "Return to player", "Element of risk", "Hit frequency", "Standard deviation"),
        tuple(rows),
        caption="Every wager that is placed before the deal",
        note=counted(report),
    )


def counted(report: GameReport) -> str:
    """How much was counted."""
    return f"{solved_words(report.repeat_solver) if report.repeats else merged_words(report.solver.counts)}."
