"""`croupier drill`: a session at the terminal and from a file of answers."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console

from croupier.chance import Chance
from croupier.cli.play.screen import Screen
from croupier.cli.trainer import Trainer
from croupier.drill import Drill, Given, Score
from croupier.drill.progress import progress_file
from croupier.games import game as game_by_name
from tests.cli.at_the_table import Typed
from tests.cli.conftest import Command
from tests.cli.test_play import assert_golden
from tests.example_games import EXAMPLES
from tests.interrupts import hear_interrupts

WIDTH = 80


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of each test's own."""
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "data" / "seal.key"))
    return tmp_path / "data"


def session(game: str, *answers: str, questions: int = 20, **options: object) -> tuple[str, Drill]:
    """A session with a clock that moves by one second at a time; its transcript ends with the score."""
    console = Console(file=io.StringIO(), width=WIDTH, highlight=False)
    typed = Typed(console, iter(answers))
    drill = Drill(game_by_name(game).rulebook(), Chance.seeded("golden"), **options)  # type: ignore[arg-type]
    ticks = count()
    Trainer(drill, Screen(console), typed, lambda: float(next(ticks))).run(questions)
    console.print(Score(drill.book.game, tuple(drill.given), drill.schedule).sheet)
    assert isinstance(console.file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines()), drill


def test_a_session_is_the_one_kept() -> None:
    answers = ("1", "push", "?", "nonsense", "lose", "15", "-10", "$22.50", "0.5", "25", "-5", "push", "q")
    transcript, _ = session("three-card-poker", *answers, level=3)
    assert_golden("drill-three-card-poker.txt", transcript)


def test_right_answers_are_told_so_and_give_a_full_score() -> None:
    plan = Drill(game_by_name("baccarat").rulebook(), Chance.seeded("golden"))
    answers: list[str] = []
    while len(answers) < 12:
        for question in plan.questions(plan.next_layout()):
            plan.answer(question, question.right)
            answers.append(f"{question.right / 100:.2f}")
    transcript, drill = session("baccarat", *answers, questions=12)
    assert transcript.count("Right. ") == len(drill.given) == 12
    assert "12 of 12 answers right (100%), 1.0 s an answer" in transcript


def test_what_was_missed_by_cents_is_told_by_how_much() -> None:
    plan = Drill(game_by_name("casino-monte").rulebook(), Chance.seeded("golden"))
    first = plan.questions(plan.next_layout())[0]
    transcript, _ = session("casino-monte", f"{(first.right + 1) / 100:.2f}")
    assert "No, by 1¢. " in transcript


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────

ANSWERS = "10\n-5\npush\n"


def test_a_wrong_answer_is_told_what_the_house_has_set_in_place_of_a_clause() -> None:
    game = game_by_name("baccarat")
    drill = Drill(game.rulebook(game.house({"tie_pays": 9})), Chance.seeded("golden"), only="BAC-8")
    console = Console(file=io.StringIO(), width=WIDTH, highlight=False)
    Trainer(drill, Screen(console), Typed(console, iter(["0.01"])), lambda: 0.0).run(1)
    assert isinstance(console.file, io.StringIO)
    told = console.file.getvalue()
    assert told.index("BAC-8: Equal totals") < told.index("Here tie_pays = 9.")


def test_answers_from_standard_input_end_with_the_summary(croupier: Command) -> None:
    ran = croupier("drill", "monte", "--seed", "1", stdin=ANSWERS)
    assert (ran.status, ran.err) == (0, "")
    assert "of 3 answers right" in ran.out
    assert "> -5\n" in ran.out
    assert "again: croupier drill casino-monte --seed 1\n" in ran.out


def test_no_answer_at_all_is_no_fault(croupier: Command) -> None:
    ran = croupier("drill", "monte", "--seed", "1")
    assert (ran.status, ran.err) == (0, "")
    assert "Nothing was answered." in ran.out


def test_json_alone_is_on_standard_output(croupier: Command) -> None:
    ran = croupier("drill", "bac", "--seed", "1", "--json", "--questions", "2", stdin=ANSWERS)
    data = json.loads(ran.out)
    assert (ran.status, data["schema"], data["score"]["asked"]) == (0, "croupier.drill/1", 2)
    assert data["conditions"]["command"] == "croupier drill baccarat --seed 1 --questions 2 --json"
    assert sum(each["asked"] for each in data["clauses"].values()) >= 2
    assert "Layout 1" in ran.err


def test_progress_is_kept_and_goes_on(croupier: Command) -> None:
    croupier("drill", "monte", "--seed", "1", stdin=ANSWERS)
    kept = json.loads(progress_file("casino-monte").read_text())
    assert kept["asked"] == 3
    croupier("drill", "monte", "--seed", "2", stdin=ANSWERS)
    assert json.loads(progress_file("casino-monte").read_text())["asked"] == 6


def test_without_keeping_nothing_is_read_or_written(croupier: Command, own_folder: Path) -> None:
    first = croupier("drill", "monte", "--seed", "1", "--no-keep", stdin=ANSWERS)
    assert not own_folder.exists()
    assert croupier("drill", "monte", "--seed", "1", "--no-keep", stdin=ANSWERS).out == first.out


def test_reset_begins_anew(croupier: Command) -> None:
    croupier("drill", "monte", stdin=ANSWERS)
    croupier("drill", "monte", "--reset", stdin="1\n")
    assert json.loads(progress_file("casino-monte").read_text())["asked"] == 1


def test_a_damaged_file_is_one_sentence_that_names_it(croupier: Command) -> None:
    file = progress_file("casino-monte")
    file.parent.mkdir(parents=True)
    file.write_text('{"croupier drill":1,"asked":')
    ran = croupier("drill", "monte", stdin=ANSWERS)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert str(file) in ran.err
    assert croupier("drill", "monte", "--reset", stdin="1\n").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing",), "is not a game"),
        (("monte", "--only", "CM-2"), "--only: CM-2 decides no payment at level 2"),
        (("monte", "--only", "TCP-W2a"), "has no clause"),
        (("tcp", "--only", "TCP-T3", "--level", "1"), "decides no payment at level 1"),
        (("monte", "--level", "4"), "give 1, 2 or 3"),
        (("monte", "--questions", "0"), "below 1"),
        (("monte", "-p", "decks=1"), "at a table give 6 or 8"),
        (("monte", "--reset", "--no-keep"), "--reset"),
    ],
)
def test_what_cannot_be_practised_is_refused(croupier: Command, arguments: tuple[str, ...], said: str) -> None:
    ran = croupier("drill", *arguments, stdin=ANSWERS)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_one_clause_alone_is_practised(croupier: Command) -> None:
    ran = croupier("drill", "bac", "--only", "bac-7", "--seed", "1", "--json", "--questions", "3", stdin=ANSWERS)
    assert set(json.loads(ran.out)["clauses"]) == {"BAC-7", "LM-R5"}


@pytest.mark.parametrize("id_", ["red-dog", "sic-bo"])
def test_a_game_from_a_file_is_practised(croupier: Command, id_: str) -> None:
    ran = croupier("drill", EXAMPLES[id_].place, "--seed", "1", "--no-keep", stdin=ANSWERS)
    assert (ran.status, ran.err) == (0, "")
    assert "of 3 answers right" in ran.out


def test_ctrl_c_keeps_what_was_answered_and_ends_with_130(own_folder: Path) -> None:
    file = own_folder / "drill" / "casino-monte.json"
    with subprocess.Popen(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", "drill", "monte", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        preexec_fn=hear_interrupts,  # noqa: PLW1509  # no threads here
        text=True,
    ) as running:
        assert running.stdin
        running.stdin.write("10\n")
        running.stdin.flush()
        deadline = time.monotonic() + 60
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "")
    assert "of 1 answer right" in out
    assert json.loads(file.read_text())["asked"] == 1


def test_every_answer_is_handed_on_at_once() -> None:
    kept: list[Given] = []
    console = Console(file=io.StringIO(), width=WIDTH)
    drill = Drill(game_by_name("casino-monte").rulebook(), Chance.seeded("golden"))
    Trainer(drill, Screen(console), Typed(console, iter(["1", "2"])), lambda: 0.0, kept.append).run(9)
    assert kept == drill.given
    assert len(kept) == 2
