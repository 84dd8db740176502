"""The command itself: help, version, and one way to fail."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import croupier as package
from croupier.cli.app import app
from croupier.cli.main import main, sentence
from tests.cli.conftest import Command

COMMANDS = (
    *("play", "drill", "serve", "backup", "restore", "settle", "history", "audit", "games", "rules", "rulings"),
    *("house", "analyze", "strategy", "advise", "design", "session", "simulate", "protect", "bank", "report"),
)
ROUND = '{"game": "casino-monte", "cards": ["Jd", "As", "4c"], "seats": [{"seat": 1, "spot": 2, "initial": 1}]}'


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_version_is_the_package_s(croupier: Command) -> None:
    assert croupier("--version") == (0, f"croupier {package.__version__}\n", "")


def test_without_a_command_the_commands_are_listed(croupier: Command) -> None:
    ran = croupier()
    assert (ran.status, ran.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", ran.out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_by_an_example(croupier: Command, command: str) -> None:
    ran = croupier(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(rf"Examples?: croupier {command}\b", ran.out)


def test_every_command_is_known_here() -> None:
    assert {command.callback.__name__ for command in app.registered_commands if command.callback} == set(COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ("deal",),
        ("--colour",),
        ("settle",),
        ("settle", "a", "b"),
        ("settle", "-", "--xml"),
        ("play", "--rounds", "many"),
        ("play", "--rounds", "0"),
        ("audit",),
        ("house",),
    ],
)
def test_misuse_is_one_sentence_that_points_to_the_help(croupier: Command, arguments: tuple[str, ...]) -> None:
    ran = croupier(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert re.search(r"; `croupier( \w+)? --help` says what it takes\.$", ran.err)


@pytest.mark.parametrize("chips", ["0", "-5", "1.005", "lots"])
def test_nobody_sits_down_without_chips(croupier: Command, chips: str) -> None:
    ran = croupier("play", "monte", "--chips", chips)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("croupier: --chips: ")


def test_ctrl_c_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.cli.commands.rules.asked", interrupt)
    with pytest.raises(SystemExit) as left:
        main(["rules"])
    assert left.value.code == 130


def test_ctrl_c_leaves_with_130_before_anything_is_loaded() -> None:
    early = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from croupier.cli.main import main\n"
        "main(['rules'])\n"
    )
    ran = subprocess.run([sys.executable, "-c", early], capture_output=True, check=False)  # our own
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_a_command_that_is_nearly_one_is_named_in_a_sentence(croupier: Command) -> None:
    said = "croupier: No such command 'analyse'. Did you mean 'analyze'? `croupier --help` says what it takes.\n"
    assert croupier("analyse", "tcp").err == said


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("croupier ana", ["analyze"]),
        ("croupier analyze th", ["three-card-poker"]),
        ("croupier design tcp p", ["pair_plus"]),
        ("croupier analyze tcp --wager s", ["six_card_bonus"]),
        ("croupier analyze tcp --paytable p", ["pair_plus="]),
        ("croupier analyze tcp --paytable pair_plus=flush:4,st", ["straight_flush:", "straight:"]),
        ("croupier analyze tcp -p pair_plus_p", ["pair_plus_paytable="]),
        ("croupier analyze nowhere.py --wager s", []),
        ("croupier analyze nothing --wager s", []),
    ],
)
def test_the_tab_key_offers_what_a_game_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, offered: list[str]
) -> None:
    monkeypatch.setenv("_CROUPIER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    with pytest.raises(SystemExit) as left:
        main([])
    found = [each.rpartition(",")[2] for each in capsys.readouterr().out.split()]
    assert (left.value.code, found) == (0, offered)


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("croupier.cli.commands.rules.asked", fail)
    with pytest.raises(ZeroDivisionError):
        main(["rules"])


def test_a_sentence_stays_on_its_line_and_keeps_its_ends() -> None:
    assert sentence("a\nb\x1b[2J") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}[2J"
    long = sentence("field: " + "x" * 5_000 + " (CM-1).")
    assert len(long) < 600
    assert long.startswith("field: ")
    assert long.endswith(" (CM-1).")


def test_a_full_disk_is_one_sentence_too(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("croupier.cli.commands.rules.asked", fill)
    assert croupier("rules") == (74, "", "croupier: No space left on device.\n")


def test_a_closed_standard_input_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as left:
        main(["settle", "-"])
    assert left.value.code == 2
    assert capsys.readouterr() == ("", "croupier: standard input: this is closed.\n")


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", "rules", "tcp"],
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    assert process.communicate()[1] == b""
    assert process.returncode == 141


def test_a_full_standard_output_is_told_apart_from_what_a_command_finds_wrong() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", "from croupier.cli.main import main; main()", "--version"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (74, b"croupier: No space left on device.\n")


def test_the_real_command_settles_from_standard_input_and_fails_in_one_sentence() -> None:
    settled = run("settle", "-", "--json", stdin=ROUND)
    assert (settled.returncode, settled.stderr) == (0, "")
    assert '"net": "1.00"' in settled.stdout
    refused = run("settle", "-", "--json", stdin=ROUND.replace('"spot": 2', '"spot": 9'))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "croupier: seats[0].spot: there is no spot 9; choose 1 to 3 (CM-1).\n"


def test_a_terminal_without_the_signs_of_the_cards_shows_what_it_can() -> None:
    ran = run("settle", "-", stdin=ROUND, PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Seat 1 is handed $2 and wins $1." in ran.stdout


def test_help_needs_neither_games_nor_rich() -> None:
    """Help stays quick: what a command needs is imported when it runs."""
    code = "import sys, croupier.cli.app; print(*(m for m in sys.modules if m.startswith(('rich.', 'croupier.'))))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert all(module.startswith("croupier.cli") for module in loaded)


def test_no_command_waits_for_pydantic() -> None:
    """Typer would import it to read a text; nothing that we read needs it."""
    code = "import sys; from croupier.cli.app import app; app(sys.argv[1:], standalone_mode=False); "
    code += "print('pydantic' in sys.modules)"
    for arguments in (["house", "monte"], ["rules", "CM-7d"], ["rulings", "tcp", "--no-prices"], ["--version"]):
        ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
        assert ran.stdout.split()[-1] == "False", arguments


@pytest.mark.parametrize("arguments", [("settle", "-"), ("settle", "-", "--json")])
def test_a_round_is_settled_without_the_table_in_the_terminal_or_the_exact_engine(arguments: tuple[str, ...]) -> None:
    code = (
        "import atexit, sys; from croupier.cli.main import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=ROUND, capture_output=True, text=True, check=True
    )
    loaded = set(ran.stderr.split())
    unwanted = {"numpy", "numba", "croupier.exact", "croupier.cli.play.sitting", "croupier.games.three_card_poker"}
    assert "croupier.settlement" in loaded
    assert not loaded & unwanted
    assert ("rich" in loaded) == ("--json" not in arguments)


def test_no_command_is_left_out_of_the_documents() -> None:
    documented = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
    for command in COMMANDS:
        assert f"croupier {command}" in documented
