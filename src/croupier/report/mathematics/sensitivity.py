"""Sensitivity: what other house rules, paytables and numbers of decks would do."""

from typing import Final

from croupier.report.document import Reference, Section
from croupier.report.game_report import GameReport
from croupier.report.mathematics.rulings import moves, of_decks, prices_table
from croupier.report.words import say
from croupier.rulebook import Paytable

LINES: Final = (
    "Where a wager has no decision, one unit more on one of its lines lowers the edge by the probability of that line, "
    "which its table of outcomes gives; croupier analyze with --paytable prices any odds. Values that take hours to "
    "count are left out, unless --anyway is given."
)


def sensitivity(report: GameReport) -> Section:
    """What house rules move, other than readings of rulings, and what paytables do."""
    decks = of_decks(report)
    read = {name for ruling in report.book.game.rulings for name in ruling.parameters} - decks
    moving = {choice.parameter.name for choice in report.choices if moves(report, choice)}
    tables = [c for c in report.choices if isinstance(c.parameter.kind, Paytable) and c.parameter.name in moving]
    others = [
        c
        for c in report.choices
        if c.parameter.name in moving and c.parameter.name not in read and not isinstance(c.parameter.kind, Paytable)
    ]
    blocks = [
        prices_table(report, [(choice.parameter.clause or "–", choice) for choice in of], caption)
        for of, caption in ((others, "House rules"), (tables, "Printed paytables"))
        if of
    ]
    nothing = "No other house rule moves the edge of a wager, as dealt to one seat from fresh cards."
    found = say(
        "Every house rule was set otherwise, one at a time; readings of rulings are in ",
        Reference("Rulings", "rulings"),
        f". {'Those that move an edge are listed here.' if blocks else nothing}",
    )
    lines = say(LINES)
    return Section("sensitivity", "Sensitivity", (found, lines, *blocks))
