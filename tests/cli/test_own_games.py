"""A game of one's own is named by its file in every command that takes a game."""

import inspect
import json
from pathlib import Path

import pytest

from croupier.cli.app import app
from croupier.naming import dealt_game, game_named
from croupier.rulebook import Model
from tests.cli.conftest import Command
from tests.plug_ins import HIGH_CARD

FILE = f"{HIGH_CARD}:HIGH_CARD"
RIDE = HIGH_CARD.parent.parent / "let_it_ride.py"
MODEL = f"{RIDE}:LET_IT_RIDE"
ASKED = {
    "play": ("--seed", "3"),
    "rules": (),
    "rulings": (),
    "house": (),
    "analyze": (),
    "strategy": (),
    "advise": (),
    "design": ("bet", "--edge", "5%..60%"),
    "session": ("--rounds", "20"),
    "simulate": ("--rounds", "1e4", "--workers", "1"),
    "protect": (),
    "bank": (),
    "report": ("rules", "-o", "{folder}/rules.md"),
    "drill": ("--questions", "1", "--no-keep", "--seed", "3"),
}
NEEDS = {"protect": "shuffled before every round", "bank": "the house banks"}
"""Commands that answer for a shoe, or for a player-dealer, and what they say of a game without one."""
NO_DECISIONS = ("strategy", "advise")
DEAL = ("play", "rules", "rulings", "house")


def commands_with_a_game() -> set[str]:
    """The commands that take a game as an argument."""
    callbacks = [command.callback for command in app.registered_commands if command.callback]
    named = {callback.__name__ for callback in callbacks if "game" in inspect.signature(callback).parameters}
    return named - RECORDED


RECORDED = {"audit", "history", "serve", "settle"}
"""These take `--game`."""


def test_every_command_that_takes_a_game_is_tried_here() -> None:
    assert commands_with_a_game() == set(ASKED)


@pytest.mark.parametrize("command", ASKED)
@pytest.mark.parametrize("place", [FILE, str(HIGH_CARD)], ids=["file and name", "file alone"])
def test_a_file_is_a_game_in_every_command(croupier: Command, command: str, place: str, tmp_path: Path) -> None:
    ran = croupier(command, place, *(word.format(folder=tmp_path) for word in ASKED[command]), stdin="push\n")
    if command in NEEDS:
        assert (ran.status, ran.out) == (2, "")
        assert NEEDS[command] in ran.err
    elif command in NO_DECISIONS:
        assert (ran.status, ran.out) == (2, "")
        assert "decision" in ran.err
    else:
        assert ran.status == 0
        written = "".join(file.read_text(encoding="utf-8") for file in tmp_path.glob("*.md"))
        assert "High Card" in ran.out + written or "high-card" in ran.out or command == "design"


@pytest.mark.parametrize("command", DEAL)
def test_a_model_alone_is_refused_where_a_game_is_needed(croupier: Command, command: str) -> None:
    assert isinstance(game_named(MODEL), Model)
    ran = croupier(command, MODEL)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "is a model, which can be analysed; to be dealt it needs clauses, house rules and a procedure" in ran.err
    assert croupier("analyze", MODEL).status == 0


@pytest.mark.parametrize("command", ["audit", "history", "settle"])
def test_a_model_settles_and_proves_nothing(croupier: Command, tmp_path: Path, command: str) -> None:
    file = tmp_path / "round.json"
    file.write_text('{"seats": []}', encoding="utf-8")
    ran = croupier(command, file, "--game", MODEL)
    assert ran.status == 2
    assert "is a model" in ran.err


@pytest.mark.parametrize("command", ASKED)
def test_a_file_that_is_not_there_or_has_no_such_game_is_refused(croupier: Command, command: str) -> None:
    for place, said in (("nowhere.py", "there is no such file"), (f"{HIGH_CARD}:LOW_CARD", "it has HIGH_CARD")):
        ran = croupier(command, place, *ASKED[command])
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert said in ran.err


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def journal(croupier: Command, tmp_path: Path) -> Path:
    """A round of High Card."""
    file = tmp_path / "table.jsonl"
    assert croupier("play", FILE, "--seed", "3", "--journal", file).status == 0
    return file


def test_a_journal_names_its_game_composition_and_digest(journal: Path) -> None:
    opened = json.loads(journal.read_text(encoding="utf-8").splitlines()[0])
    assert (opened["game"], opened["composition"], len(opened["digest"])) == ("high-card", [], 64)


def test_a_journal_of_an_unknown_game_says_how_to_name_it(croupier: Command, journal: Path) -> None:
    for command in (("audit", journal), ("history", journal), ("play", "--journal", journal)):
        ran = croupier(*command)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert '"high-card" is not a game' in ran.err
        assert "name a game of your own with --game FILE.py:NAME" in ran.err


def test_a_journal_is_proved_told_and_continued_under_the_game_given(croupier: Command, journal: Path) -> None:
    assert "in order" in croupier("audit", journal, "--game", FILE).out
    assert "High Card" in croupier("history", journal, "--game", FILE).out
    assert "The dealer's card." in croupier("history", journal, 1, "--game", FILE).out
    continued = croupier("play", FILE, "--seed", "3", "--journal", journal)
    assert continued.status == 0
    assert "high_card.py:HIGH_CARD" in continued.out  # how to prove it
    assert json.loads(croupier("audit", journal, "--game", FILE, "--json").out)["rounds"] == 2


@pytest.mark.parametrize("other", ["monte", "bac", "tcp"])
def test_another_game_than_the_journal_s_is_refused(croupier: Command, journal: Path, other: str) -> None:
    for command in ("audit", "history"):
        ran = croupier(command, journal, "--game", other)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert f'this is of "high-card", not of {dealt_game(other).id}' in ran.err


def test_another_game_than_the_description_s_is_refused(croupier: Command) -> None:
    seat = {"seat": 1, "spot": "red", "initial": 10}
    described = json.dumps({"game": "monte", "cards": "Jd Js 2h", "seats": [seat]})
    unnamed = json.dumps({"cards": "Jd Js 2h", "seats": [seat]})
    ran = croupier("settle", "-", "--game", "bac", stdin=described)
    assert (ran.status, ran.out) == (2, "")
    assert 'this is of "monte", not of baccarat' in ran.err
    paid = [
        croupier("settle", "-", *game, "--csv", "-", stdin=text)
        for game, text in (((), described), (("--game", "casino-monte"), described), (("--game", "monte"), unnamed))
    ]
    assert paid[0].status == 0
    assert paid[0] == paid[1] == paid[2]


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "seen",
    [
        ("--hand", "Qs 6d 4c", "--up", "2h"),
        ("--hand=Qs 6d 4c", "--up=2h"),
        ("hand=Qs 6d 4c", "up=2h"),
        ("--known", "hand=Qs 6d 4c", "up=2h"),
    ],
)
def test_what_is_seen_goes_by_the_game_s_names(croupier: Command, seen: tuple[str, ...]) -> None:
    assert json.loads(croupier("advise", "tcp", *seen, "--json").out)["best"] == "play"


def test_a_game_of_one_s_own_has_its_own_names(croupier: Command) -> None:
    for seen in (("--own", "Th Jh Qd"), ("own=Th Jh Qd",)):
        assert json.loads(croupier("advise", RIDE, *seen, "--json").out)["best"]


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (("--hnad", "Qs 6d 4c"), "--hnad: nobody sees this in three-card-poker; there are hand, up, hole"),
        (("hand",), "give such as hand='Qs 6d 4c'"),
        (("--hand", "Qs", "hand=Qs"), '"hand" is given twice'),
        (("--hand",), "--hand: 0 cards are given where there are 3"),
        ((), "--hand: this is seen before the decision; give it too"),
    ],
)
def test_what_nobody_sees_is_refused_by_name(croupier: Command, seen: tuple[str, ...], said: str) -> None:
    ran = croupier("advise", "tcp", *seen)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
