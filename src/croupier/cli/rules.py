"""`croupier rules`: what a game's documents say, and what carries it."""

import json
from difflib import get_close_matches
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.console import console
from croupier.cli.options import game_id
from croupier.errors import Refused, quoted
from croupier.front.rulings import parameter_data, parameters_of, rulings_data
from croupier.games import GAMES
from croupier.games import game as game_by_id
from croupier.rulebook import Clause, Document, Game, Kind, Parameter, Ruling
from croupier.rulebook.house import rule_text
from croupier.trace import CARRIES, carriers_data, clause_data, kind_of, places_of

CREDIT = "The games belong to their owners; Croupier is an independent implementation of their published rules."
KIND_STYLES = {Kind.RULE: "green", Kind.PROCEDURE: "cyan", Kind.PHYSICAL: "yellow", Kind.NOTICE: "dim"}


def show_rules(game: str | None, clause: str | None, *, as_json: bool) -> None:
    """Print the games, the clauses of one, or one clause with its evidence."""
    if game and not clause and (found := game_with(game)):
        game, clause = found.id, game
    if game is None:
        printed(games_data() if as_json else games_told(), as_json=as_json)
        return
    of = game_by_id(game_id(game))
    if clause is None:
        printed(game_data(of) if as_json else game_told(of), as_json=as_json)
        return
    one = clause_of(of, clause)
    printed(one_data(of, one) if as_json else clause_told(of, one), as_json=as_json)


def printed(what: Any, *, as_json: bool) -> None:  # noqa: ANN401  # data for machines, or something Rich can render
    """Print data or text."""
    if as_json:
        print(json.dumps(what, indent=2))
    else:
        console().print(what)


def every_game() -> list[Game]:
    """All the games."""
    return [game_by_id(id_) for id_ in GAMES]


# ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def every_clause(game: Game) -> tuple[Clause | Ruling, ...]:
    """The clauses of a game in the order of its documents, then its rulings."""
    return (*game.clauses, *game.rulings)


def game_with(clause: str) -> Game | None:
    """The game that has a clause of this id, or else clauses that begin as this one does, if any."""
    ids = [(game, one.id.lower()) for game in every_game() for one in every_clause(game)]
    series, dash, _ = clause.lower().partition("-")
    found = [game for game, id_ in ids if id_ == clause.lower()]
    found += [game for game, id_ in ids if dash and id_.startswith(series + dash)]
    return found[0] if found else None


def clause_of(game: Game, id_: str) -> Clause | Ruling:
    """Find a clause or ruling, or refuse with those that are spelled alike."""
    by_id = {one.id.lower(): one for one in every_clause(game)}
    if id_.lower() in by_id:
        return by_id[id_.lower()]
    near = spelled_alike(id_.lower(), list(by_id))
    hint = (
        f"near it are {', '.join(by_id[known].id for known in near)}"
        if near
        else f"`croupier rules {game.id}` lists them all"
    )
    raise Refused(f"{game.title} has no clause {quoted(id_)}; {hint}", field="CLAUSE")


def spelled_alike(id_: str, known: list[str]) -> list[str]:
    """The ids that begin as this one does, else those that look like it."""
    for length in range(len(id_), id_.find("-") + 1, -1):
        begun = [other for other in known if other.startswith(id_[:length])]
        if begun:
            return begun[:6]
    return get_close_matches(id_, known, 4)


# ── For machines ─────────────────────────────────────────────────────────────────────────────────────────────────────


def games_data() -> dict[str, object]:
    """The games and their documents."""
    return {
        "games": [
            {
                "id": game.id,
                "title": game.title,
                "documents": [{"id": d.id, "title": d.title, "owner": d.owner} for d in game.documents],
                "clauses": len(game.clauses),
                "rulings": len(game.rulings),
            }
            for game in every_game()
        ]
    }


def game_data(game: Game) -> dict[str, object]:
    """Every clause and ruling of a game."""
    return {
        "game": game.id,
        "title": game.title,
        "clauses": [clause_data(clause) for clause in game.clauses],
        "rulings": rulings_data(game),
    }


def one_data(game: Game, clause: Clause | Ruling) -> dict[str, object]:
    """A clause or ruling with its house rules, its code and its tests."""
    parameters = [parameter_data(p) for p in parameters_of(game, clause)]
    return {"game": game.id, **clause_data(clause), "parameters": parameters, **carriers_data(clause.id)}


# ── For people ───────────────────────────────────────────────────────────────────────────────────────────────────────


def rows(*least: int) -> Table:
    """A table without lines: columns of at least these widths that do not wrap, then one that does."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for width in least:
        table.add_column(no_wrap=True, min_width=width)
    table.add_column(overflow="fold")
    return table


def games_told() -> RenderableType:
    """The games, and whose they are."""
    parts: list[RenderableType] = []
    for game in every_game():
        counts = f"{len(game.clauses)} clauses, {len(game.rulings)} rulings"
        parts.append(Text.assemble((game.id, "bold"), f"  {game.title}  ", (counts, "dim")))
        documents = map(document_told, game.documents)
        parts += [Padding(Text(document), (0, 0, 0, 2)) for document in documents]
    return Group(*parts, Text(""), Text(CREDIT, "dim"))


def document_told(document: Document) -> str:
    """A document, and whose it is if it is somebody's."""
    return document.title if document.owner == "nobody" else f"{document.title} ({document.owner})"


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
    return Group(*parts)


def clause_told(game: Game, clause: Clause | Ruling) -> RenderableType:
    """One clause or ruling, and everything that carries it."""
    table = rows(10)
    if isinstance(clause, Clause):
        table.add_row("document", document_told(clause.document))
        table.add_row("section", clause.section)
    for parameter in parameters_of(game, clause):
        table.add_row("house rule", parameter_told(parameter))
    for kind, places in groupby(places_of(clause.id), lambda place: place.kind):
        for number, place in enumerate(places):
            table.add_row("" if number else CARRIES[kind], f"{place.file}:{place.line} {place.name}")
    title = Text.assemble((clause.id, "bold"), f"  {kind_of(clause)}  ", (game.title, "dim"))
    return Group(title, Padding(Text(clause.text), (1, 2)), Padding(table, (0, 2), expand=False))


def rulings_table(game: Game) -> Table:
    """The rulings of a game, each with the house rules that it is about."""
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
