"""Progress in the user's data folder: kept whole, refused where damaged, shared by two drills at once."""

import json
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.drill.progress import Progress, progress_file
from croupier.drill.schedule import Answered, Schedule
from croupier.errors import Refused, Unwritten
from croupier.record.seal import key_file

ANSWERS = [Answered("ante:ahead", True, 1.5), Answered("play:tied", False, 4.0), Answered("ante:ahead", True, 0.5)]


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "drill" / "monte.json")


def folded(answers: list[Answered]) -> Schedule:
    schedule = Schedule()
    for each in answers:
        schedule = schedule.after(each)
    return schedule


def test_it_lies_beside_the_key_one_file_for_each_game() -> None:
    assert progress_file("three-card-poker") == key_file().parent / "drill" / "three-card-poker.json"
    assert progress_file("../../etc/passwd").parent == key_file().parent / "drill"


def test_nothing_is_kept_before_the_first_answer(progress: Progress) -> None:
    assert progress.read() == Schedule()
    assert not progress.file.exists()


def test_what_is_added_is_read_again(progress: Progress) -> None:
    progress.add(ANSWERS[:2])
    progress.add(ANSWERS[2:])
    assert progress.read() == folded(ANSWERS)
    assert json.loads(progress.file.read_text())["croupier drill"] == 1
    assert stat.S_IMODE(progress.file.stat().st_mode) == 0o600


def test_two_drills_do_not_undo_each_other_s_answers(progress: Progress) -> None:
    other = Progress(progress.file)
    progress.add(ANSWERS[:1])
    other.add(ANSWERS[1:2])
    progress.add(ANSWERS[2:])
    assert progress.read() == folded(ANSWERS)


@pytest.mark.slow
def test_processes_at_once_keep_every_answer(progress: Progress) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from croupier.drill.progress import Progress\n"
        "from croupier.drill.schedule import Answered\n"
        "for place in range(8): Progress(Path(sys.argv[1])).add([Answered(sys.argv[2], True, 0.5)])\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(progress.file), f"wager:{place}"]) for place in range(3)
    ]
    while any(process.poll() is None for process in running):
        progress.read()  # never a torn one
    assert [process.returncode for process in running] == [0, 0, 0]
    kept = progress.read()
    assert kept.asked == 24
    assert {key: card.asked for key, card in kept.cards.items()} == {f"wager:{place}": 8 for place in range(3)}
    assert [each.name for each in progress.file.parent.iterdir()] == [progress.file.name]  # and no draft is left


def test_threads_at_once_keep_every_answer(progress: Progress) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: Progress(progress.file).add(ANSWERS[:1]), range(12)))
    assert progress.read().asked == 12


CARD = {"box": 1, "due": 4, "asked": 1, "right": 0, "seconds": 1.0}
GOOD = {"croupier drill": 1, "asked": 1, "cards": {"a:1": CARD}}


def spoiled(name: str, value: object) -> str:
    return json.dumps({**GOOD, "cards": {"a:1": {**CARD, name: value}}})


def test_what_the_damage_is_done_to_is_good(progress: Progress) -> None:
    progress.file.parent.mkdir()
    progress.file.write_text(json.dumps(GOOD))
    assert progress.read().asked == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"croupier drill": 2, "asked": 0, "cards": {}}',
        '{"croupier drill": 1, "asked": -1, "cards": {}}',
        '{"croupier drill": 1, "asked": 0}',
        '{"croupier drill": 1, "asked": 0, "cards": []}',
        '{"croupier drill": 1, "asked": true, "cards": {}}',
        spoiled("box", 0),
        spoiled("box", 6),
        spoiled("box", "1"),
        spoiled("right", 2),
        spoiled("seconds", -1),
        spoiled("seconds", "NaN"),
        spoiled("due", 10**12),
        json.dumps(GOOD)[:-3],
        "\x00\xff",
    ],
)
def test_a_damaged_file_is_refused_by_its_name_and_left_alone(progress: Progress, text: str) -> None:
    progress.file.parent.mkdir()
    progress.file.write_text(text, encoding="latin-1")
    for attempt in (progress.read, lambda: progress.add(ANSWERS)):
        with pytest.raises(Refused, match="move the file away") as refused:
            attempt()
        assert refused.value.field == str(progress.file)
    assert progress.file.read_text(encoding="latin-1") == text


def test_somebody_else_s_file_is_not_removed(progress: Progress) -> None:
    progress.file.parent.mkdir()
    progress.file.write_text("my diary")
    with pytest.raises(Refused, match="not removed"):
        progress.forget()
    assert progress.file.read_text() == "my diary"


def test_forgetting_begins_anew(progress: Progress) -> None:
    progress.forget()
    progress.add(ANSWERS)
    progress.forget()
    assert progress.read() == Schedule()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritten, match=r"progress\.json"):
        Progress(tmp_path / "file" / "drill" / "progress.json").add(ANSWERS)
