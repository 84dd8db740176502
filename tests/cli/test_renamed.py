"""Each of our games with every id renamed: every command still works, and nothing but names is different."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import croupier as package
from croupier.cli.app import app
from croupier.games import GAMES, game
from croupier.money import dollars
from croupier.rulebook import Game, owner_of
from croupier.table import events as e
from tests.cli.conftest import Command
from tests.contract import clause_ids, every_choice
from tests.example_games import EXAMPLES
from tests.random_tables import any_house, played
from tests.renamed import clause_id, decision_id, option_id, renamed, slot_id, turned, wager_id

EVERY_GAME = pytest.mark.parametrize("of", list(GAMES))
COUNTED = pytest.mark.parametrize(
    "of", [of if of == "casino-monte" else pytest.param(of, marks=pytest.mark.slow) for of in GAMES]
)
"""One game is counted in a moment; the others take longer."""
SEEN = {"casino-monte": ("own=Jd",), "three-card-poker": ("hand=Qs 6d 4c", "up=2h")}
"""What a player of a game with decisions sees."""
NUMBER = re.compile(r"[-+$0-9.,:/% ]+")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module with all our games under other names."""
    file = tmp_path_factory.mktemp("renamed") / "renamed_games.py"
    lines = [f"{name_of(of)} = renamed(game({of!r}))\n" for of in GAMES]
    file.write_text(
        f"from croupier.games import game\nfrom tests.renamed import renamed\n\n{''.join(lines)}", encoding="utf-8"
    )
    return file


def name_of(of: str) -> str:
    return of.replace("-", "_").upper()


def figures(told: object) -> Iterator[object]:
    """Every number in a result, in order; what made it and how long it took is left out."""
    match told:
        case dict():
            for name, value in told.items():
                if name not in ("conditions", "seconds", "rounds_per_second", "software", "rulebook"):
                    yield from figures(value)
        case list():
            for value in told:
                yield from figures(value)
        case str() if not NUMBER.fullmatch(told):
            return
        case _:
            yield told


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def counted(of: str) -> dict[str, tuple[str, ...]]:
    """The commands that count exactly, and so must give the same figures."""
    wager = game(of).rulebook().placed_wagers[-1].id  # a side bet, which rests on no decision
    asked = {"analyze": (), "session": ("--rounds", "20"), "design": (wager, "--edge", "1%..60%")}
    return asked | ({"strategy": (), "advise": SEEN[of]} if of in SEEN else {})


@COUNTED
def test_every_figure_is_the_same(croupier: Command, files: Path, of: str) -> None:
    for command, asked in counted(of).items():
        other = tuple(wager_id(word) if word in game(of).rulebook().wagers_by_id else word for word in asked)
        before = croupier(command, of, *asked, "--json")
        after = croupier(command, f"{files}:{name_of(of)}", *other, "--json")
        assert (before.status, after.status) == (0, 0), (command, before.err, after.err)
        assert list(figures(json.loads(after.out))) == list(figures(json.loads(before.out))), command
        assert croupier(command, f"{files}:{name_of(of)}", *other).status == 0


@pytest.mark.slow
@EVERY_GAME
def test_its_rulings_are_priced_the_same(croupier: Command, files: Path, of: str) -> None:
    before, after = (croupier("rulings", place, "--json") for place in (of, f"{files}:{name_of(of)}"))
    assert (before.status, after.status) == (0, 0)
    assert list(figures(json.loads(after.out))) == list(figures(json.loads(before.out)))


@COUNTED
def test_it_is_simulated_and_agrees_with_what_was_counted(croupier: Command, files: Path, of: str) -> None:
    ran = croupier("simulate", f"{files}:{name_of(of)}", "--rounds", "1e4", "--workers", "1", "--json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["verdict"].startswith("Agrees with the exact figures")


@EVERY_GAME
def test_its_rules_are_printed_under_its_own_names(croupier: Command, files: Path, of: str) -> None:
    known = game(of)
    assert croupier("house", f"{files}:{name_of(of)}").status == 0
    listed = croupier("rules", f"{files}:{name_of(of)}").out.splitlines()
    first = {line.partition(" ")[0] for line in listed}
    assert set(map(clause_id, clause_ids(known))) <= first
    assert not set(clause_ids(known)) & first
    clause = clause_id(known.clauses[0].id)
    assert clause in croupier("rules", f"{files}:{name_of(of)}", clause).out


@EVERY_GAME
def test_it_is_dealt_proved_told_and_settled_again(croupier: Command, files: Path, tmp_path: Path, of: str) -> None:
    place, journal = f"{files}:{name_of(of)}", tmp_path / "table.jsonl"
    ran = croupier("play", place, "--watch", "--seed", "3", "--rounds", "2", "--journal", journal)
    assert ran.status == 0, ran.err
    proved = croupier("audit", journal, "--game", place)
    assert (proved.status, "in order" in proved.out) == (0, True), proved
    for asked in ((), ("1",), ("1", "--settle")):
        assert croupier("history", journal, *asked, "--game", place).status == 0
    described = croupier("history", journal, "1", "--describe", "--game", place).out
    paid = json.loads(croupier("settle", "-", "--game", place, "--json", stdin=described).out)["settlement"]
    first, *_ = journal.read_text(encoding="utf-8").split('"event":"round_closed"')
    told = [json.loads(line) for line in first.splitlines()[:-1]]
    settled = [(t["seat"], t["wager"], dollars(t["result"])) for t in told if t["event"] == "wager_settled"]
    assert [(met["seat"], met["wager"], met["result"]) for met in paid] == settled != []


@EVERY_GAME
def test_its_example_is_settled_for_the_same_money(croupier: Command, files: Path, of: str) -> None:
    paid = []
    for place in (of, f"{files}:{name_of(of)}"):
        example = croupier("settle", place, "--example")
        assert croupier("settle", place, "--schema").status == example.status == 0
        paid.append(json.loads(croupier("settle", "-", "--game", place, "--json", stdin=example.out).out))
    before, after = paid
    assert list(figures(after["seats"])) == list(figures(before["seats"]))
    assert list(figures(after["settlement"])) == list(figures(before["settlement"]))


@COUNTED
def test_its_rules_of_play_and_its_drill_have_its_own_names(
    croupier: Command, files: Path, tmp_path: Path, of: str
) -> None:
    place = f"{files}:{name_of(of)}"
    assert croupier("report", place, "rules", "-o", tmp_path / "rules.md").status == 0
    written = (tmp_path / "rules.md").read_text(encoding="utf-8")
    assert clause_id(game(of).clauses[0].id) in written
    quoted = repr((game(of).clauses, game(of).rulings, game(of).documents))
    others = [id_ for id_ in clause_ids(game(of)) if id_ not in quoted]
    assert not [id_ for id_ in others if re.search(rf"(?<![\w-]){id_}(?![\w-])", written)]
    drilled = croupier("drill", place, "--questions", "2", "--no-keep", "--seed", "3", stdin="push\npush\n")
    assert drilled.status == 0, drilled.err


def test_every_command_was_tried() -> None:
    tried = {
        "report",
        "drill",
        "analyze",
        "session",
        "design",
        "strategy",
        "advise",
        "simulate",
        "rules",
        "rulings",
        "house",
        "play",
    }
    callbacks = {command.callback.__name__ for command in app.registered_commands if command.callback}
    recorded, live = {"audit", "history", "settle", "games"}, {"serve", "backup", "restore"}
    protection = {"protect", "bank"}  # tests of protection try them on invented games
    assert callbacks == tried | protection | recorded | live  # what these need of a game, tests of the house try


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def event_of(event: e.Event, known: Game) -> e.Event:
    """An event as a game with other names has it."""
    names = {"wager": wager_id, "on": wager_id, "slot": slot_id, "decision": decision_id, "option": option_id}
    clauses = set(clause_ids(known))
    found: dict[str, Any] = {}
    for field in fields(event):
        value: Any = getattr(event, field.name)
        if field.name in names and value:
            found[field.name] = names[field.name](value)
        elif field.name == "slots":
            found[field.name] = tuple(map(slot_id, value))
        elif field.name == "clauses":
            found[field.name] = tuple(clause_id(id_) if id_ in clauses else id_ for id_ in value)
        elif field.name == "clause" and value:
            found[field.name] = clause_id(value)
    return replace(event, **found)


@pytest.mark.parametrize("of", [*GAMES, *EXAMPLES])
@pytest.mark.parametrize("seed", range(4))
def test_the_same_cards_and_choices_give_the_same_events(of: str, seed: int) -> None:
    known = EXAMPLES[of].game if of in EXAMPLES else game(of)
    house = any_house(of, Random(f"house {seed}")) if of in GAMES else {}
    opened, *before = played(known, 3, Random(seed), house)
    opened_after, *after = played(renamed(known), 3, Random(seed), house)
    assert [event_of(event, known) for event in before] == after
    assert isinstance(opened, e.TableOpened)
    assert isinstance(opened_after, e.TableOpened)
    assert (opened_after.game, opened_after.house) == (turned(opened.game), opened.house)


# ── Sources ──────────────────────────────────────────────────────────────────────────────────────────────────────────

SOURCES = Path(package.__file__).parent
WORDS = {
    "check": {"front/variant.py", "report/workbook/cells.py"},  # what the front door offers, and a style of cells
    "fold": {"cli/play/announcer.py", "cli/rules_text.py", "result.py", "exact/folded_hands.py"},  # lines, and cards
    "play": {
        *("simulation/bankrolls/kernel.py", "simulation/rounds/gpu.py", "simulation/rounds/kernel.py"),
        *("simulation/shoes/kernel.py", "simulation/tables/kernel.py"),
        *("protect/bank_kernel.py", "protect/counting_charts.py", "protect/shared_hands.py", "protect/walk.py"),
        *("pages/lobby_page.py", "web/lobby_pages.py"),
    },  # the function that a kernel is, and what one comes to do
    "player": {"record/history.py", "record/journal.py", "report/rules_of_play.py", "table/events.py"},  # who acts
    "player-dealer": {"exact/exposure.py", "report/glossary.py"},  # who banks
}
"""Words that games share with the language of the program, and where it uses them."""


def ids_of(known: Game) -> set[str]:
    """Every id of a game, under all house rules: its own, and of wagers, slots, decisions and options."""
    found = {known.id, *known.aliases, *known.composition}
    for house in every_choice(known):
        book = known.rulebook(house)
        found |= {*book.wagers_by_id, *book.decisions_by_id, *(slot for slot in book.slots if not owner_of(slot))}
        found |= {option.id for decision in book.decisions for option in decision.options}
    return found


@cache
def sources() -> dict[str, list[ast.AST]]:
    """Every module outside the games, node by node."""
    files = {file.relative_to(SOURCES).as_posix(): file for file in sorted(SOURCES.rglob("*.py"))}
    return {
        path: list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        for path, file in files.items()
        if not path.startswith("games/")
    }


def strings(nodes: list[ast.AST]) -> Iterator[str]:
    """The strings of a module, without docstrings and what a command says of itself."""
    said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    said |= {id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "help"}
    said |= {id(node.value) for node in nodes if isinstance(node, ast.Assign) and "EPILOG" in ast.dump(node.targets[0])}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_no_module_outside_a_game_has_an_id_of_one() -> None:
    games = [game(of) for of in GAMES]
    ids = {id_ for known in games for id_ in ids_of(known)}
    clauses = re.compile(rf"\b({'|'.join(sorted({id_ for known in games for id_ in clause_ids(known)}))})\b")
    found: dict[str, set[str]] = {}
    for path, nodes in sources().items():
        for string in strings(nodes):
            if string in ids or clauses.search(string):
                found.setdefault(string, set()).add(path)
    assert found == WORDS


def test_no_module_outside_a_game_imports_one() -> None:
    imported = {
        (path, name)
        for path, nodes in sources().items()
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
        if name.startswith("croupier.games.")
    }
    assert imported == set()
