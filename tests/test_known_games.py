"""Games are known by name: ours and those of plug-ins. Names from data never lead to code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import croupier as door
from croupier.errors import Refused
from croupier.games import GAMES, Entry, every_game, game, ids, is_known, load, plug_ins
from croupier.record.audit import audit
from croupier.rulebook import VOCABULARY, Game
from croupier.rulebook.vocabulary import check_vocabulary
from tests.cli.conftest import Command
from tests.cli.conftest import croupier as croupier  # noqa: PLC0414  # a fixture
from tests.plug_ins import HIGH_CARD, Packages
from tests.plug_ins import packages as packages  # noqa: PLC0414  # a fixture

BROKEN = "import nothing_of_this_name\n"


# ── Ours ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("entry", GAMES.values(), ids=GAMES)
def test_what_is_listed_of_a_game_is_what_the_game_says(entry: Entry) -> None:
    found = load(entry)
    assert (found.id, found.aliases) == (entry.id, entry.aliases)
    assert is_known(found)
    for name in (entry.id, *entry.aliases, entry.id.upper(), f" {entry.id} "):
        assert game(name) is found


def test_help_names_every_game_without_importing_one(croupier: Command) -> None:
    told = " ".join(croupier("analyze", "--help").out.replace("│", " ").split())
    for entry in GAMES.values():
        assert f"{entry.id} ({', '.join(entry.aliases)})" in told
    asked = (
        "import sys; from croupier.cli.app import app; "
        "print([name for name in sys.modules if name.startswith(('croupier.games.', 'importlib.metadata'))])"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "croupier.games." not in ran.stdout


def test_a_known_game_reads_no_list_of_packages() -> None:
    asked = "import sys; from croupier.games import game; game('tcp'); print('importlib.metadata' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


# ── Plug-ins ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_plug_in_is_known_by_id_alias_initials_and_part(packages: Packages) -> None:
    packages.high_card()
    found = game("high-card")
    assert found.title == "High Card"
    for name in ("HIGH-CARD", "high", "hc", "igh-car"):
        assert game(name) is found
    assert is_known(found)
    assert ids() == [*GAMES, "high-card"]
    assert [each.id for each in every_game()] == [*GAMES, "high-card"]


def test_a_plug_in_is_listed_with_its_package(packages: Packages, croupier: Command) -> None:
    packages.high_card()
    told = croupier("games").out
    assert "high-card-game 1.0" in told
    data = json.loads(croupier("games", "--json").out)
    assert data["schema"] == "croupier.games/1"
    assert data["vocabulary"] == VOCABULARY
    assert data["failed"] == []
    assert data["games"][-1] == {
        "id": "high-card",
        "title": "High Card",
        "version": "1",
        "aliases": ["high"],
        "side_bets": [],
        "wagers": ["bet"],
        "from": "high-card-game 1.0",
        "address": "high_card_game:HIGH_CARD",
    }
    assert [each["id"] for each in data["games"]] == [*GAMES, "high-card"]
    assert data["games"][1]["side_bets"] == ["lucky-monkey"]
    assert croupier("games", "--csv", "-").out.splitlines()[-1] == "high-card,High Card,1,high,,1,high-card-game 1.0,"


def test_a_plug_in_that_fails_is_reported_and_stops_only_who_needs_it(packages: Packages, croupier: Command) -> None:
    packages.high_card()
    packages.install("broken-game", BROKEN, broken="GAME")
    ran = croupier("games")
    assert (ran.status, ran.err) == (0, "")
    why = 'the plug-in "broken" of broken-game 1.0 cannot be used: ModuleNotFoundError in line 1 of '
    assert why[4:] in " ".join(ran.out.split())
    failed = json.loads(croupier("games", "--json").out)["failed"]
    assert [(each["id"], each["from"]) for each in failed] == [("broken", "broken-game 1.0")]
    needs = croupier("house", "broken")
    assert (needs.status, needs.out) == (2, "")
    assert why in needs.err
    for arguments in (("house", "monte"), ("house", "high-card"), ("rules",), ("rulings",)):
        assert croupier(*arguments).status == 0
    unknown = croupier("house", "nothing-like-it")
    assert "`croupier games` says which could not be loaded" in unknown.err


SPEECHLESS = "class Odd({}):\n    def __str__(self):\n        raise ValueError\nraise Odd\n"
ODD_SOURCES = [
    "raise SystemExit(3)\n",
    "raise GeneratorExit\n",
    SPEECHLESS.format("Exception"),
    SPEECHLESS.format("BaseException"),
    "def f():\n    f()\nf()\n",
    "1/0\n",
    "def\n",
    "GAME = 7\n",
    "",
]


@pytest.mark.parametrize("source", ODD_SOURCES)
def test_whatever_a_plug_in_does_it_is_one_sentence(packages: Packages, croupier: Command, source: str) -> None:
    packages.install("odd-game", source, odd="GAME")
    ran = croupier("house", "odd")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert 'the plug-in "odd" of odd-game 1.0 cannot be used' in ran.err
    assert croupier("games").status == 0


def test_an_error_in_a_function_of_a_plug_in_is_told_by_its_place(packages: Packages, croupier: Command) -> None:
    packages.install("own-game", f"{HIGH_CARD.read_text()}\n\n{FAILS}", own_game="OWN")
    ran = croupier("play", "own-game", "--seed", "1")
    assert ran.status == 2
    place = packages.folder / "own_game.py"
    line = len(place.read_text().partition("return 1 / 0")[0].splitlines())
    why = f"ZeroDivisionError in line {line} of {place}: division by zero"
    assert ran.err == f'croupier: the plug-in "own-game" of own-game 1.0 cannot be used: {why}.\n'


FAILS = """
def fails(game, house):
    return 1 / 0


from dataclasses import replace

OWN = replace(HIGH_CARD, id="own-game", aliases=(), build=fails)
"""


@pytest.mark.parametrize("name", ["casino_monte", "monte", "tcp", "b"])
def test_a_plug_in_that_takes_one_of_our_names_is_refused_and_reported(
    packages: Packages, croupier: Command, name: str
) -> None:
    packages.install("thief", BROKEN, **{name: "GAME"})
    ours = game(name.replace("_", "-"))
    assert ours.id in GAMES
    (failed,) = json.loads(croupier("games", "--json").out)["failed"]
    assert failed["reason"].endswith(f"{ours.id} has this name; rename the plug-in")


def test_a_plug_in_with_one_of_our_aliases_is_refused(packages: Packages) -> None:
    packages.high_card(**{'aliases=("high",)': 'aliases=("high", "TCP")'})
    with pytest.raises(Refused, match='its alias "TCP" belongs to three-card-poker; choose another'):
        game("high-card")
    assert game("tcp").id == "three-card-poker"


def test_capitals_in_an_alias_do_not_matter(packages: Packages, croupier: Command) -> None:
    packages.high_card(**{'aliases=("high",)': 'aliases=("Hi-Lo",)'})
    assert game("HI-LO") is game("hi-lo") is game("high-card")
    described = json.dumps({**door.game("high-card").example(), "game": "hi-lo"})
    assert croupier("settle", "-", "--game", "high-card", stdin=described).status == 0


def test_an_entry_point_is_named_as_its_game(packages: Packages) -> None:
    packages.install("high-card-game", HIGH_CARD.read_text(encoding="utf-8"), other_name="HIGH_CARD")
    with pytest.raises(Refused, match='its game\'s id is "high-card"; name the entry point so'):
        game("other-name")


ODD_GAMES = {
    'aliases=("high",)': ['aliases="high"', "aliases=None", "aliases=(1,)"],
    'id="high-card",\n    title': ['id="High-Card",\n    title', 'id="high card",\n    title'],
    "build=build": ["build=lambda game, house: 1 / 0", "build=lambda game, house: None"],
}


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, others in ODD_GAMES.items() for new in others])
def test_a_plug_in_that_gives_no_usable_game_is_reported(
    packages: Packages, croupier: Command, old: str, new: str
) -> None:
    packages.high_card(**{old: new})
    (failed,) = json.loads(croupier("games", "--json").out)["failed"]
    assert failed["id"] == "high-card"
    needs = croupier("house", "high-card")
    assert (needs.status, needs.out, needs.err.count("\n")) == (2, "", 1)
    assert croupier("rules", "tcp").status == 0


@pytest.mark.parametrize("address", ["!!!", "two words", "high_card_game", ".high_card_game:HIGH_CARD"])
def test_an_entry_point_that_leads_nowhere_is_reported(packages: Packages, croupier: Command, address: str) -> None:
    packages.high_card()
    (points,) = packages.folder.glob("*/entry_points.txt")
    points.write_text(f"[croupier.games]\nhigh-card = {address}\n", encoding="utf-8")
    plug_ins.cache_clear()
    (failed,) = json.loads(croupier("games", "--json").out)["failed"]
    assert failed["reason"].endswith("write the module and the name of its game, such as war_game:WAR")


def test_entry_points_that_cannot_be_read_stop_only_who_needs_them(packages: Packages, croupier: Command) -> None:
    packages.high_card()
    (points,) = packages.folder.glob("*/entry_points.txt")
    points.write_bytes(b"[croupier.games]\n\xff\xfe\n")
    plug_ins.cache_clear()
    ran = croupier("games")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "the entry points of installed packages cannot be read" in ran.err
    assert croupier("house", "tcp").status == 0


def test_what_a_game_prints_while_it_is_loaded_is_not_among_the_results(
    packages: Packages, tmp_path: Path, croupier: Command
) -> None:
    packages.high_card(**{"HIGH_CARD = Game(": "print('chatter')\nHIGH_CARD = Game("})
    ran = croupier("games", "--json")
    assert json.loads(ran.out)["games"][-1]["id"] == "high-card"
    assert "chatter" in ran.err
    file = tmp_path / "chatty.py"
    file.write_text(f"print('chatter')\n{HIGH_CARD.read_text(encoding='utf-8')}", encoding="utf-8")
    assert json.loads(croupier("house", file, "--json").out)["game"] == "high-card"


def test_a_rule_of_a_plug_in_that_fails_is_one_sentence(packages: Packages, croupier: Command) -> None:
    packages.high_card(**{"return rank_of(card)": "return rank_of(card) // 0"})
    ran = croupier("play", "high-card", "--seed", 3)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "high_card_game.py: `rank` fails in line 83: ZeroDivisionError" in ran.err


def test_a_clause_is_not_taken_for_a_game_nor_for_a_clause_of_ours(packages: Packages, croupier: Command) -> None:
    packages.high_card(**{"HC-1": "tcp", "HC-2": "CASINO-2", "HC-3": "TCP-W1a"})
    for name in ("tcp", "casino-monte", "TCP-W1a"):
        assert "High Card" not in croupier("rules", name).out
    assert "High Card" in croupier("rules", "CASINO-2").out
    claimed = json.loads(croupier("rules", "high-card", "TCP-W1a", "--json").out)
    assert claimed["proves"] == []
    assert {place["file"].rpartition("/")[2] for place in claimed["code"]} == {"high_card_game.py"}


def test_of_two_packages_with_one_id_neither_is_used(packages: Packages) -> None:
    packages.high_card()
    packages.install("second", HIGH_CARD.read_text(encoding="utf-8"), high_card="HIGH_CARD")
    with pytest.raises(Refused, match="both offer it; uninstall one of them"):
        game("high-card")


def test_a_plug_in_says_which_words_it_needs(packages: Packages) -> None:
    packages.high_card(**{'vocabulary="1.0"': 'vocabulary="1.99"'})
    with pytest.raises(Refused, match=r"High Card needs vocabulary 1\.99, and this Croupier has .*; install a newer"):
        game("high-card")


@pytest.mark.parametrize(
    ("needed", "here", "said"),
    [
        ("", "1.0", ""),
        ("1.0", "1.0", ""),
        ("1.2", "1.10", ""),
        ("1.11", "1.10", "install a newer one"),
        ("2.0", "1.10", "install a newer one"),
        ("1.0", "2.0", "install another one"),
        ("one", "1.0", "give a version such as 1.0"),
        ("1.0.0", "1.0", "give a version such as 1.0"),
    ],
)
def test_a_newer_word_or_another_meaning_is_refused(needed: str, here: str, said: str) -> None:
    if not said:
        check_vocabulary("High Card", needed, here)
        return
    with pytest.raises(Refused, match=said):
        check_vocabulary("High Card", needed, here)


# ── Names from data ──────────────────────────────────────────────────────────────────────────────────────────────────

EVIL = "import pathlib\npathlib.Path(__file__).with_name('was_run').touch()\nGAME = None\n"


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file whose code tells that it was run; its folder is the current one, and on the path."""
    file = tmp_path / "evil_game.py"
    file.write_text(EVIL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return file


NAMES = ["evil_game.py", "evil_game.py:GAME", "./evil_game.py:GAME", "evil_game", "evil_game:GAME", "{file}:GAME"]


def was_run(trap: Path) -> bool:
    return trap.with_name("was_run").exists() or "evil_game" in sys.modules


@pytest.mark.parametrize("name", NAMES)
def test_a_description_that_names_a_file_or_a_module_runs_nothing(trap: Path, croupier: Command, name: str) -> None:
    description = {"game": name.format(file=trap), "seats": []}
    ran = croupier("settle", "-", stdin=json.dumps(description))
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "is not a game" in ran.err
    assert "name a game of your own with --game FILE.py:NAME" in ran.err
    with pytest.raises(Refused, match="is not a game"):
        door.settle(description)
    assert not was_run(trap)


@pytest.mark.parametrize("name", NAMES)
def test_a_journal_that_names_a_file_or_a_module_runs_nothing(trap: Path, croupier: Command, name: str) -> None:
    lines = renamed(name.format(file=trap))
    journal = trap.with_name("table.jsonl")
    journal.write_text("".join(lines), encoding="utf-8")
    for command in ("audit", "history", "play"):
        arguments = (command, "--journal", journal) if command == "play" else (command, journal)
        ran = croupier(*arguments)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "is not a game" in ran.err
        assert "--game FILE.py:NAME" in ran.err
    with pytest.raises(Refused, match="is not a game"):
        audit(lines)
    assert not was_run(trap)


def test_a_package_that_lies_in_the_current_folder_is_not_a_plug_in(trap: Path) -> None:
    info = trap.with_name("evil_game-1.0.dist-info")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil-game\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[croupier.games]\nevil = evil_game:GAME\n", encoding="utf-8")
    for flags in ([], ["-P"]):
        asked = [sys.executable, *flags, "-m", "croupier", "settle", "-"]
        ran = subprocess.run(asked, input='{"game": "evil"}', capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert '"evil" is not a game' in ran.stderr
    assert not was_run(trap)


def test_the_trap_works(trap: Path, croupier: Command) -> None:
    croupier("analyze", trap)
    assert was_run(trap)
    sys.modules.pop("evil_game", None)


def renamed(name: str) -> list[str]:
    """The beginning of a journal, sealed in order, of a game of another name."""
    from tests.test_other_rules import bound, records_of  # noqa: PLC0415  # importing it makes tables

    return bound([{**records_of("baccarat")[0], "game": name}])


def test_a_journal_of_a_plug_in_is_found_and_without_it_says_so(
    packages: Packages, tmp_path: Path, croupier: Command
) -> None:
    packages.high_card()
    journal = tmp_path / "table.jsonl"
    assert croupier("play", "high", "--seed", 3, "--journal", journal).status == 0
    assert croupier("audit", journal).status == 0
    assert croupier("history", journal, 1).status == 0
    assert croupier("play", "--seed", 3, "--journal", journal).status == 0
    assert croupier("audit", journal, "--game", HIGH_CARD).status == 0
    assert isinstance(game("high-card"), Game)
    for info in packages.folder.glob("*.dist-info"):
        (info / "entry_points.txt").write_text("", encoding="utf-8")
    plug_ins.cache_clear()
    ran = croupier("audit", journal)
    assert (ran.status, ran.out) == (2, "")
    assert '"high-card" is not a game' in ran.err
