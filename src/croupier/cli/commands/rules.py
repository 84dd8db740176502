"""`croupier rules`: what a game's documents say, and where it is implemented."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import AnyGameArgument, CsvOption, JsonOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from croupier.rulebook import Clause, Game, Ruling

EPILOG = "Examples: `croupier rules monte` · `croupier rules CM-7d` · `croupier rules tcp --trace --csv trace.csv`"


def rules(
    game: AnyGameArgument = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as CM-7d.")] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="List every clause of a game with its code and its tests.")
    ] = False,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """The clauses of a game; with --trace, the code and tests of each."""
    from croupier.cli.output import check_destinations, deliver, printed
    from croupier.errors import Refused

    if not trace:
        if csv is not None:
            raise Refused("--csv needs --trace", field="--csv")
        printed(*asked(game, clause), as_json=json)
        return
    from croupier.trace import trace_of

    if game is None or clause is not None:
        raise Refused("--trace needs a GAME, and no CLAUSE", field="--trace")
    check_destinations(csv, None, as_json=json)
    deliver(trace_of(game), csv=csv, as_json=json)


def asked(name: str | None, clause: str | None) -> "tuple[dict[str, object], Callable[[], RenderableType]]":
    """The games, the clauses of one, or one clause with its evidence: as data, and as text."""
    from croupier.cli import rules_text
    from croupier.errors import Refused
    from croupier.games import every_game
    from croupier.naming import dealt_game

    if name is None:
        games = every_game()
        return games_data(games), lambda: rules_text.games_told(games)
    found = None if clause else game_with(name)
    game, clause = (found, name) if found else (dealt_game(name), clause)
    if clause is None:
        return game_data(game), lambda: rules_text.game_told(game)
    try:
        one = game.clause(clause)
    except Refused as refused:
        raise refused.at("CLAUSE") from None
    return one_data(game, one), lambda: rules_text.clause_told(game, one)


# ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def every_clause(game: "Game") -> "tuple[Clause | Ruling, ...]":
    """The clauses of a game in the order of its documents, then its rulings."""
    return (*game.clauses, *game.rulings)


def game_with(name: str) -> "Game | None":
    """The game that a clause belongs to; None where a game is named, which no clause of another can be taken for."""
    from croupier.games import GAMES, every_game, is_name, load
    from croupier.naming import is_file

    if is_file(name) or is_name(name):
        return None
    ours = [load(entry) for entry in GAMES.values()]
    return among(ours, name) or among(every_game(), name)


def among(games: "list[Game]", clause: str) -> "Game | None":
    """The game that has a clause of this id, or else clauses that begin as this one does, if any."""
    ids = [(game, one.id.lower()) for game in games for one in every_clause(game)]
    series, dash, _ = clause.lower().partition("-")
    found = [game for game, id_ in ids if id_ == clause.lower()]
    found += [game for game, id_ in ids if dash and id_.startswith(series + dash)]
    return found[0] if found else None


# ── For machines ─────────────────────────────────────────────────────────────────────────────────────────────────────


def games_data(games: "list[Game]") -> dict[str, object]:
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
            for game in games
        ]
    }


def game_data(game: "Game") -> dict[str, object]:
    """Every clause and ruling of a game."""
    from croupier.front.rulings import rulings_data
    from croupier.trace import clause_data

    clauses = [clause_data(clause) for clause in game.clauses]
    return {
        "game": game.id,
        "title": game.title,
        "clauses": clauses,
        "rulings": rulings_data(game),
        "equipment": list(game.equipment),
        "remedies": list(game.remedies),
    }


def one_data(game: "Game", clause: "Clause | Ruling") -> dict[str, object]:
    """A clause or ruling with its house rules, its code and its tests."""
    from croupier.front.rulings import parameter_data, parameters_of
    from croupier.trace import carriers_data, clause_data

    parameters = [parameter_data(p) for p in parameters_of(game, clause)]
    return {"game": game.id, **clause_data(clause), "parameters": parameters, **carriers_data(game, clause.id)}
