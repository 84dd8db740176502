"""Rulings: where the documents are silent or at odds, how they are read, and what each reading is worth."""

from collections.abc import Iterator

from croupier.errors import listed
from croupier.figures import share
from croupier.report.clauses_in_force import in_words, set_here
from croupier.report.document import Block, Cell, Reference, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.sensitivity import Choice
from croupier.report.words import say


def rulings(report: GameReport) -> Section:
    game = report.book.game
    if not game.rulings:
        return Section("rulings", "Rulings", (say("The game's file makes no rulings: its documents leave none open."),))
    here = set_here(report.book)
    read = Table(
        ("Ruling", "How we read it", "House rules that may read it otherwise"),
        tuple((ruling.id, in_words(ruling, here), ", ".join(ruling.parameters) or "–") for ruling in game.rulings),
        words=3,
    )
    told = say(
        "Where a document is silent or contradicts itself, a ruling says how it is understood. A ruling that moves "
        "money is a house rule, so every other reading can be chosen, and is priced below."
    )
    return Section("rulings", "Rulings", (told, read, *priced(report)))


def priced(report: GameReport) -> Iterator[Block]:
    """The edges under each reading of a ruling."""
    by_rule = {name: ruling.id for ruling in report.book.game.rulings for name in ruling.parameters}
    ids = {ruling.id for ruling in report.book.game.rulings}
    of_rulings = [
        (by_rule.get(choice.parameter.name, choice.parameter.clause), choice)
        for choice in report.choices
        if choice.parameter.name in by_rule or choice.parameter.clause in ids
    ]
    elsewhere = of_decks(report)
    moving = {choice.parameter.name for _, choice in of_rulings if moves(report, choice)}
    shown = [each for each in of_rulings if each[1].parameter.name in moving - elsewhere]
    if shown:
        yield prices_table(report, [(ruling, choice) for ruling, choice in shown], "What each reading is worth")
    still = dict.fromkeys(choice.parameter.name for _, choice in of_rulings if choice.parameter.name not in moving)
    if still:
        yield say(
            "No house edge of a single seat, with fresh cards and a bank that can pay everything, depends on "
            f"{listed(still)}."
        )
        if report.book.player_banked and report.protection:
            yield say(
                Reference("Protection and bank", "protection"),
                " tells what they do to a bank that a player puts up.",
            )


def of_decks(report: GameReport) -> set[str]:
    """The house rules that say how many decks there are."""
    return {choice.parameter.name for choice in report.choices if choice.decks != report.book.model.decks}


def moves(report: GameReport, choice: Choice) -> bool:
    """Whether a choice changes the edge of a wager."""
    return choice.edges is not None and dict(choice.edges) != report.edges


def prices_table(report: GameReport, choices: list[tuple[str, Choice]], caption: str) -> Table:
    """The edge of every wager that moves, under each choice; what is not worked out anew is as here."""
    rows: list[tuple[Cell, ...]] = []
    marked = set()
    found = [choice.edges for _, choice in choices if choice.edges is not None]
    ids = [id_ for id_, edge in report.edges.items() if any(edges.get(id_, edge) != edge for edges in found)]
    for place, (clause, choice) in enumerate(choices):
        edges = choice.edges or report.edges
        here = " (here)" if choice.is_here else ""
        rows.append(
            (
                clause,
                f"{choice.parameter.name} = {choice.text}{here}",
                *(share(edges[id_]) if id_ in edges else "–" for id_ in ids),
            )
        )
        if moves(report, choice):
            marked.add(place)
    return Table(
        ("Clause", "House rule", *(report.book.wagers_by_id[id_].label for id_ in ids)),
        tuple(rows),
        words=2,
        caption=f"{caption}: house edge of each wager that moves, all else as here",
        note="Lines that stand out differ from the house rules of this document.",
        marked=frozenset(marked),
    )
