"""The mathematics report: what a game is worth, how that was worked out, and how it is made again."""

from collections.abc import Callable
from typing import Final

from croupier.report.document import Document, Form, Section
from croupier.report.game_report import GameReport
from croupier.report.mathematics.appendix import credits_, glossary, trace
from croupier.report.mathematics.counters import protection
from croupier.report.mathematics.method import method
from croupier.report.mathematics.rules import equipment, house_rules, layout, rules
from croupier.report.mathematics.rulings import rulings
from croupier.report.mathematics.sensitivity import sensitivity
from croupier.report.mathematics.sessions import sessions
from croupier.report.mathematics.simulated import simulated
from croupier.report.mathematics.strategy import strategy
from croupier.report.mathematics.summary import summary
from croupier.report.mathematics.together import together
from croupier.report.mathematics.wagers import wagers
from croupier.report.submission import submission

SECTIONS: Final[tuple[Callable[[GameReport], Section], ...]] = (
    summary,
    rules,
    layout,
    equipment,
    house_rules,
    rulings,
    wagers,
    together,
    strategy,
    sensitivity,
    sessions,
    protection,
    method,
    simulated,
    submission,
    glossary,
    trace,
    credits_,
)


def document(report: GameReport) -> Document:
    """The mathematics report of a game."""
    sections = []
    for place, make in enumerate(SECTIONS):
        report.tell(place / len(SECTIONS), make.__name__.strip("_").replace("_", " "))
        sections.append(make(report))
    return Document(
        kind="mathematics",
        title=report.conditions.title,
        subtitle="Mathematics report",
        form=Form.REPORT,
        facts=report.facts("mathematics"),
        sections=tuple(sections),
    )
