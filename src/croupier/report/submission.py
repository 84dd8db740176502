"""The submission map: what rules for new games ask for, where this document answers it, and what stays open.

It claims no approval and gives no advice; the wording of the rules themselves decides. What only an applicant can add
is marked open.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from croupier.report.document import Block, Reference, Run, Section, Strong, Table
from croupier.report.game_report import GameReport
from croupier.report.plain_text import unquoted
from croupier.report.words import say
from croupier.rulebook.procedure import CollectFees

OPEN: Final = "Open: "
RULES_OF_PLAY: Final = "the rules of play, a document of its own"


@dataclass(frozen=True)
class Asked:
    """Something that a rule asks for."""

    place: str
    what: str
    sections: tuple[tuple[str, str], ...] = ()
    """Where this document answers it: the words, and the id of the section."""
    also: str = ""
    """Where else it is answered."""
    open: str = ""
    """What only the applicant can add."""


@dataclass(frozen=True)
class Authority:
    """A rule on new games."""

    id: str
    title: str
    asks: tuple[Asked, ...]


WAGERS: Final = ("Wagers", "wagers")
RULES: Final = ("Rules", "rules")
ROUND: Final = ("A round in order", "round")
EQUIPMENT: Final = ("Equipment", "equipment")
AUTHORITIES: Final = (
    Authority(
        "nevada",
        "Nevada, Regulation 14.230(2)",
        (
            Asked(
                "(2)",
                "Name, permanent address and other particulars of whoever develops the game",
                open="the applicant's particulars",
            ),
            Asked("(2)", "The name of the game", (("Summary", "summary"),), open="that no approved game has that name"),
            Asked(
                "(2)",
                "A description of the game: its rules, with specific examples",
                (RULES, ROUND, ("Rulings", "rulings")),
                also=f"worked examples are in {RULES_OF_PLAY}",
            ),
            Asked("(2)", "The proposed schedule of payouts", (WAGERS, ("House rules", "house-rules"))),
            Asked(
                "(2)",
                "A statistical evaluation of the theoretical percentages",
                (WAGERS, ("Strategy", "strategy"), ("Sensitivity", "sensitivity"), ("Method", "method")),
                open="an evaluation by whoever the authority asks to make one",
            ),
        ),
    ),
    Authority(
        "massachusetts",
        "Massachusetts, 205 CMR 147.04(3)(e)",
        (
            Asked(
                "1.",
                "A summary: the object of the game, how it is played, the wagers that are offered",
                (("Summary", "summary"), WAGERS),
            ),
            Asked(
                "2.",
                "A draft of the rules, with the equipment, specific examples and the dealing procedure",
                (RULES, ROUND, EQUIPMENT),
                also=f"worked examples are in {RULES_OF_PLAY}",
            ),
            Asked("3.", "Procedures that remedy misdeals and malfunctions of equipment", (("Misdeals", "misdeals"),)),
            Asked("4.", "The true odds, the payout odds and the house advantage of every wager", (WAGERS,)),
            Asked("5.", "Samples of new or changed accessories", open="the samples, if there are any"),
            Asked("6.", "A sketch or picture of the layout", (("Layout", "layout"),), open="the owner's artwork"),
            Asked("7.", "Sketches or pictures of the equipment", (EQUIPMENT,), open="pictures of the equipment"),
            Asked("8.", "The report of a certified independent testing laboratory", open="the laboratory's report"),
        ),
    ),
    Authority(
        "california",
        "California, 11 CCR 2071",
        (
            Asked("(a)(1)", "The name of the gaming activity", (("Summary", "summary"),)),
            Asked("(a)(2)", "The rules, with the event that decides who wins", (RULES, WAGERS)),
            Asked("(a)(2)", "The wagering conventions", (RULES, ROUND, ("House rules", "house-rules"))),
            Asked("(a)(2)", "How fees are collected and assessed", (("House rules", "house-rules"), ROUND)),
            Asked(
                "(a)(3)",
                "A glossary of the terms of the game",
                (("Glossary", "glossary"),),
                open="terms of the establishment's own",
            ),
            Asked(
                "(a)(4)",
                "A statement why the game is not prohibited or unlawful",
                open="the statement of lawfulness",
            ),
        ),
    ),
)


def submission(report: GameReport) -> Section:
    """The map of every authority, and what is known of misdeals."""
    told = say(
        "What three rules on new games ask for, in our words, and where this document answers it. What only an "
        "applicant can add is marked open. This document claims no approval. It gives no advice: the rules, as "
        "they stand when an application is made, decide what it must hold."
    )
    parts = tuple(
        Section(f"submission-{each.id}", each.title, (table(each, has_fees=has_fees(report)),)) for each in AUTHORITIES
    )
    return Section("submission", "Submission map", (told,), (*parts, misdeals(report)))


def has_fees(report: GameReport) -> bool:
    """Whether a round collects flat fees."""
    return bool(report.book.seat_fee) or any(isinstance(step, CollectFees) for step in report.book.procedure)


def table(of: Authority, *, has_fees: bool) -> Table:
    rows = tuple((asked.place, asked.what, tuple(answer(asked, has_fees=has_fees))) for asked in of.asks)
    return Table(("At", "What is asked for", "Where it is"), rows, words=3)


def answer(asked: Asked, *, has_fees: bool) -> Iterator[Run]:
    """Where something is answered, and what stays open."""
    for place, (words, to) in enumerate(asked.sections):
        if place:
            yield "; "
        yield Reference(words, to)
    if "fees" in asked.what and not has_fees:
        yield "; no flat fee is collected under these house rules"
    if asked.also:
        yield f"; {asked.also}"
    if asked.open:
        if asked.sections or asked.also:
            yield ". "
        yield Strong(OPEN)
        yield asked.open


def misdeals(report: GameReport) -> Section:
    """What the documents say of misdeals: often nothing, and then the ruling on rounds that are called off."""
    book, game = report.book, report.book.game
    blocks: list[Block] = []
    if game.remedies:
        rows = tuple((id_, unquoted(game.clause(id_).text)) for id_ in game.remedies)
        blocks.append(Table(("Clause", "What the documents say of misdeals and irregularities"), rows, words=2))
    else:
        blocks.append(
            say(
                Strong(OPEN),
                "the game's documents say nothing of misdeals or of equipment that fails. The procedures that remedy "
                "them are the applicant's to add; none is invented here.",
            )
        )
    known = {*(clause.id for clause in game.clauses), *(ruling.id for ruling in game.rulings)}
    if book.void_clause in known:
        blocks.append(
            Table(
                ("Clause", "On rounds that are called off"),
                ((book.void_clause, unquoted(game.clause(book.void_clause).text)),),
                words=2,
            )
        )
    return Section("misdeals", "Misdeals", tuple(blocks))
