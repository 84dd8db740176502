"""Rules and house rules as text for people."""

from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.front.rulings import parameters_of
from croupier.rulebook import Clause, Document, Game, Kind, Parameter, Ruling
from croupier.rulebook.house import rule_text
from croupier.trace import ROLES, kind_of, places_of

CREDIT = "The games belong to their owners; Croupier is an independent implementation of their published rules."
KIND_STYLES = {Kind.RULE: "green", Kind.PROCEDURE: "cyan", Kind.PHYSICAL: "yellow", Kind.NOTICE: "dim"}


def rows(*least: int) -> Table:
    """A table without lines: columns of at least these widths that do not wrap, then one that does."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for width in least:
        table.add_column(no_wrap=True, min_width=width)
    table.add_column(overflow="fold")
    return table


def games_told(games: list[Game]) -> RenderableType:
    parts: list[RenderableType] = []
    for game in games:
        counts = f"{len(game.clauses)} clauses, {len(game.rulings)} rulings"
        parts.append(Text.assemble((game.id, "bold"), f"  {game.title}  ", (counts, "dim")))
        documents = map(document_told, game.documents)
        parts += [Padding(Text(document), (0, 0, 0, 2)) for document in documents]
    return Group(*parts, Text(""), Text(CREDIT, "dim"))


def game_told(game: Game) -> RenderableType:
    """Every clause of a game in the order of its documents, section by section, and then the rulings."""
    parts: list[RenderableType] = [Text(game.title, "bold")]
    for document, of_document in groupby(game.clauses, lambda clause: clause.document):
        parts.append(Text(f"\n{document.title}", "italic"))
        for section, clauses in groupby(of_document, lambda clause: clause.section):
            table = rows(8, 9)
            for clause in clauses:
                table.add_row(Text(clause.id, "bold"), Text(clause.kind, KIND_STYLES[clause.kind]), clause.text)
            parts += [Text(f"\n{section}", "underline"), table]
    parts += [Text("\nRulings", "underline"), rulings_table(game)]
    for title, ids in (("Equipment", game.equipment), ("Misdeals and irregularities", game.remedies)):
        if ids:
            table = rows(8)
            for id_ in ids:
                table.add_row(Text(id_, "bold"), game.clause(id_).text)
            parts += [Text(f"\n{title}", "underline"), Padding(table, (0, 0, 0, 2))]
    return Group(*parts)


def document_told(document: Document) -> str:
    """A document, and whose it is if it is somebody's."""
    return document.title if document.owner == "nobody" else f"{document.title} ({document.owner})"


def clause_told(game: Game, clause: Clause | Ruling) -> RenderableType:
    table = rows(10)
    if isinstance(clause, Clause):
        table.add_row("document", document_told(clause.document))
        table.add_row("section", clause.section)
    for parameter in parameters_of(game, clause):
        table.add_row("house rule", parameter_told(parameter))
    for kind, places in groupby(places_of(game, clause.id), lambda place: place.kind):
        for number, place in enumerate(places):
            table.add_row("" if number else ROLES[kind], f"{place.file}:{place.line} {place.name}")
    title = Text.assemble((clause.id, "bold"), f"  {kind_of(clause)}  ", (game.title, "dim"))
    return Group(title, Padding(Text(clause.text), (1, 2)), Padding(table, (0, 2), expand=False))


def rulings_table(game: Game) -> Table:
    table = rows(8)
    for ruling in game.rulings:
        table.add_row(Text(ruling.id, "bold"), ruling.text)
        for parameter in parameters_of(game, ruling):
            table.add_row("", parameter_told(parameter))
    return table


def parameter_told(parameter: Parameter[Any]) -> Text:
    """A house rule with its default and what it may be."""
    value = rule_text(parameter.kind.show(parameter.default))
    return Text.assemble((parameter.name, "cyan"), f" {value}", (f"  ({parameter.allowed()})", "dim"))


def house_told(game: Game, values: dict[str, object]) -> RenderableType:
    table = rows(8)
    for p in game.parameters:
        value, default = rule_text(values[p.name]), rule_text(p.kind.show(p.default))
        changed = "" if value == default else f" (default {default})"
        table.add_row(Text(p.name, "cyan"), Text.assemble((value, "bold"), changed, f"  ({p.allowed()})  {p.clause}"))
        table.add_row("", Text(p.help, "dim"))
    return Group(Text(game.title, "bold"), table)
