"""The record of a table and what may befall its files: lost, linked, swapped, shared, and a process that is killed."""

import fcntl
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from croupier.cli.play.screen import Screen
from croupier.cli.play.sitting import Wanted, sit_down
from croupier.errors import Refused, Unwritten
from croupier.files import Disk, Log
from croupier.games import game as game_by_name
from croupier.record.recorder import NotRecorded, TableRecorder, terminated
from croupier.record.seal import key_from
from tests.cli.at_the_table import (
    CTRL_C,
    Typed,
    assert_opened,
    audited,
    console_of,
    held,
    played,
    proved,
    shown,
    watched,
)
from tests.cli.conftest import Command, croupier
from tests.faulty_disk import DEAD, FAILURES, KILLED, FaultyDisk, Killed, disk_in_place
from tests.interrupts import hear_interrupts

__all__ = ["croupier"]  # a fixture
PATIENCE_SECONDS = 120


def flat(text: str) -> str:
    """A transcript with every run of blanks as one."""
    return " ".join(text.split())


# ── The key ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", FAILURES)
def test_a_key_is_made_whole_or_not_at_all(way: str, tmp_path: Path) -> None:
    disk = FaultyDisk(tmp_path)
    with disk_in_place(disk):
        key_from(tmp_path / "counted")
    for at in range(1, len(disk.done) + 1):
        file = tmp_path / str(at) / "key"
        file.parent.mkdir()
        with disk_in_place(FaultyDisk(file.parent, at, way)), pytest.raises(Unwritten, match="key cannot be written"):
            key_from(file)
        there = held(file)
        assert list(file.parent.iterdir()) == ([file] if there else []), "no draft is left"
        key = key_from(file)
        assert there in (b"", key.hex().encode() + b"\n")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_of_two_processes_that_make_a_key_both_take_the_first(tmp_path: Path) -> None:
    file = tmp_path / "key"
    first = "ab" * 32

    class Slower(Disk):
        """A disk to which another process has written the key in the meantime."""

        def beaten(self, target: Path) -> None:
            target.write_text(f"{first}\n")
            target.chmod(0o600)

        def link(self, source: Path, target: Path) -> None:
            self.beaten(target)
            super().link(source, target)

        def rename(self, source: Path, target: Path) -> None:
            self.beaten(target)
            super().rename(source, target)

    with disk_in_place(Slower()):
        assert key_from(file).hex() == first
    assert list(tmp_path.iterdir()) == [file]


# ── Files beside the journal ─────────────────────────────────────────────────────────────────────────────────────────


def test_names_that_are_lost_leave_everybody_in_their_seats(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 25", "c", "q", journal=path)
    before = audited(path).state
    (tmp_path / "j.names").unlink()
    text = played(None, "w 10", "c", "q", journal=path)
    after = audited(path).state
    assert before
    assert after
    assert before.seated == after.seated
    assert "You leave with" in text
    assert_opened(path)


def test_names_that_are_something_else_are_left_alone_and_nothing_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 25", "c", "q", journal=path)
    torn = path.read_bytes() + b'{"n":'
    path.write_bytes(torn)
    (tmp_path / "j.names").write_text("a letter to a friend")
    with pytest.raises(NotRecorded, match=r"j.names cannot be written: this file holds something else"):
        played(None, "q", journal=path)
    assert (tmp_path / "j.names").read_text() == "a letter to a friend"
    assert path.read_bytes() == torn


def test_openings_of_another_table_are_not_taken_for_ours(tmp_path: Path) -> None:
    one, other, proofs = tmp_path / "one", tmp_path / "other", tmp_path / "proofs"
    played("casino-monte", "w 25", "c", "q", journal=one, openings=proofs, seed=None)
    kept = proofs.read_bytes()
    with pytest.raises(Refused, match=r"proofs: this holds openings of another table; give another file"):
        played("casino-monte", "w 25", "c", "q", journal=other, openings=proofs, seed=None)
    assert proofs.read_bytes() == kept
    assert not other.exists()
    played("casino-monte", "w 25", "c", "q", journal=other, seed=None)
    before = other.read_bytes()
    with pytest.raises(Refused, match="another table"):
        played(None, "q", journal=other, openings=proofs, seed=None)
    assert other.read_bytes() == before
    played(None, "q", journal=one, openings=proofs, seed=None)


def test_a_vault_that_is_swapped_in_mid_sitting_ends_it_and_moves_no_money(tmp_path: Path) -> None:
    path = tmp_path / "j"
    console = console_of()

    def answers() -> Iterator[str]:
        yield "w 25"
        (tmp_path / "j.sealed").write_text("a letter to a friend")
        yield from ("c", "w 25", "c", "q")

    with pytest.raises(NotRecorded, match=r"j.sealed cannot be written: this file holds something else"):
        sit_down(Wanted(game_by_name("casino-monte"), "2", path), Screen(console), Typed(console, answers()))
    found = audited(path)
    assert found.passed
    assert found.rounds == 1
    assert found.state
    assert f"What its {found.length} records tell is what happened:" in shown(console)
    assert (tmp_path / "j.sealed").read_text() == "a letter to a friend"


@pytest.mark.parametrize("game", ["casino-monte", "three-card-poker"])
def test_an_opening_torn_anywhere_is_written_again(game: str, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    counted = FaultyDisk(whole)
    with disk_in_place(counted):
        watched(game, journal=whole / "j")
    written = (whole / "j.openings").read_bytes()
    first = written.index(b"\n") + 1
    at = counted.done.index("write j.openings") + 1
    killed = tmp_path / "killed"
    killed.mkdir()
    disk = FaultyDisk(killed, at, KILLED)
    with disk_in_place(disk), pytest.raises(Killed):
        watched(game, journal=killed / "j")
    for kept in (0, 1, 20, first // 2, first - 1, first):
        folder = tmp_path / str(kept)
        folder.mkdir()
        for name, data in (disk.images["all"] | {"j.openings": written[:kept]}).items():
            (folder / name).write_bytes(data)
        text = watched(None, journal=folder / "j")
        assert "no longer be proved" not in text
        assert (folder / "j.openings").read_bytes().startswith(written[:first])
        assert_opened(folder / "j")


def test_a_secret_that_is_lost_is_told_in_the_sitting_that_finds_out(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 10", CTRL_C, journal=path, seed=None)
    (tmp_path / "j.sealed").unlink()
    text = played(None, "c", "q", journal=path, seed=None)
    assert "can no longer be proved, first the" in text
    assert audited(path).passed
    again = played(None, "q", journal=path, seed=None)
    assert "can no longer be proved, first the" in again


def test_a_secret_that_another_key_sealed_is_kept_for_that_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j"
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "key"))
    watched("casino-monte", journal=path)
    folder = tmp_path / "killed"
    folder.mkdir()
    counted = FaultyDisk(folder)
    with disk_in_place(counted):
        watched("casino-monte", journal=folder / "j")
    for file in folder.iterdir():
        file.unlink()
    disk = FaultyDisk(folder, counted.done.index("write j.openings") + 1, KILLED)
    with disk_in_place(disk), pytest.raises(Killed):
        watched("casino-monte", journal=folder / "j")
    left = tmp_path / "left"
    left.mkdir()
    for name, data in disk.images["only what was synced"].items():
        (left / name).write_bytes(data)
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "another key"))
    assert "can no longer be proved, first the" in watched(None, journal=left / "j")
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "key"))
    assert "no longer be proved" not in watched(None, journal=left / "j")
    assert_opened(left / "j")


# ── Where the journal is ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_linked_journal_is_one_table_under_both_names(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    path, link = tmp_path / "home" / "j", tmp_path / "link"
    link.symlink_to(path)
    played("baccarat", "", "q", journal=link, seed=None)
    assert link.is_symlink()
    assert {file.name for file in tmp_path.iterdir()} == {"home", "link"}
    played(None, "", "q", journal=path, seed=None)
    text = played(None, "", "q", journal=link, seed=None)
    found = audited(path)
    assert (found.rounds, found.voided, len(found.uses)) == (3, 0, 1), "one shoe, dealt on by its seal"
    assert "no longer be proved" not in text


def test_a_link_to_nowhere_stays_when_nothing_is_recorded(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "j")
    with pytest.raises(Refused, match="needs a game"):
        watched(None, journal=link)
    assert [file.name for file in tmp_path.iterdir()] == ["link"]


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be somebody whom the system may refuse."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_cannot_be_written_to_is_said_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        monkeypatch.setenv("CROUPIER_KEY", str(folder / "key"))
        path = folder / "j"
        with unprivileged():
            played("casino-monte", "w 25", CTRL_C, journal=path, seed=None)
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        folder.chmod(0o555)
        with unprivileged(), pytest.raises((Refused, Unwritten), match="Permission denied"):
            played(None, "c", "q", journal=path, seed=None)
        with unprivileged(), pytest.raises(Refused, match="the journal cannot be opened: Permission denied"):
            played("casino-monte", "c", "q", journal=folder / "new", seed=None)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
        folder.chmod(0o777)
        with unprivileged():
            played(None, "c", "q", journal=path, seed=None)
        assert_opened(path)
        assert audited(path).voided == 0


def test_a_file_that_is_removed_while_it_is_taken_over_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = fcntl.flock
    removed: list[int] = []

    def slow(descriptor: int, how: int) -> None:
        if not removed:
            removed.append(descriptor)
            (tmp_path / "log").unlink()
        lock(descriptor, how)

    (tmp_path / "log").touch()
    monkeypatch.setattr(fcntl, "flock", slow)
    log = Log(tmp_path / "log")
    log.append(b"one\n")
    log.close()
    assert removed
    assert held(tmp_path / "log") == b"one\n", "nobody would find it in a file without a name"


def test_a_file_that_another_process_has_just_made_is_not_removed(tmp_path: Path) -> None:
    first = Log(tmp_path / "log")
    with pytest.raises(Refused, match="another table"):
        Log(tmp_path / "log")
    first.append(b"one\n")
    first.close()
    assert held(tmp_path / "log") == b"one\n"


# ── What the command says ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_dead_disk_is_one_sentence_and_its_own_status(croupier: Command, tmp_path: Path) -> None:
    key_from(Path(os.environ["CROUPIER_KEY"]))
    counted = FaultyDisk(tmp_path)
    with disk_in_place(counted):
        watched("casino-monte", journal=tmp_path / "counted")
    for at in range(1, len(counted.done) + 1, 3):
        folder = tmp_path / str(at)
        folder.mkdir()
        with disk_in_place(FaultyDisk(folder, at, DEAD)):
            ran = croupier("play", "monte", "--journal", folder / "j")
        if counted.done[at - 1].endswith(".sealed") and at > len(counted.done) - 3:
            continue  # secrets that are opened already are tidied away at the end
        assert ran.status == 74, counted.done[at - 1]
        assert re.fullmatch(r"croupier: \S+ cannot be written: Input/output error\.\n", ran.err)


# ── Signals and races of real processes ──────────────────────────────────────────────────────────────────────────────


def started(journal: Path, rounds: int, **more: Any) -> subprocess.Popen[bytes]:
    """A process that plays."""
    command = ["play", "casino-monte", "--watch", "--rounds", str(rounds), "--journal", str(journal)]
    return subprocess.Popen(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", *command],
        preexec_fn=hear_interrupts,  # noqa: PLW1509  # no threads here
        **more,
    )


def ended(journal: Path, how: signal.Signals, size: int) -> str:
    """Send a signal to a process once its journal has a size, and prove what it leaves behind."""
    with (journal.parent / f"{journal.name}.shown").open("w+b") as output:
        process = started(journal, 1_000_000, stdout=output, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE_SECONDS
        while len(held(journal)) < size and process.poll() is None and time.monotonic() < until:
            time.sleep(0.001)
        process.send_signal(how)
        assert process.wait(PATIENCE_SECONDS) == (130 if how is signal.SIGINT else -how)
        output.seek(0)
        text = output.read().decode()
    found = proved(journal)
    assert found
    heads = re.findall(r"^Head ([0-9a-f]{64})$", text, re.MULTILINE)
    assert set(heads) <= {record.hash for record in found.records}, "a head that was shown is in the journal"
    if how is signal.SIGINT:
        assert not terminated(held(journal))[1]
        assert f"Journal: {found.length} records" in text
    assert "no longer be proved" not in watched(None, journal=journal)
    assert_opened(journal)
    assert audited(journal).voided == 0
    return text


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_table_goes_on_after_its_process_was_ended(how: signal.Signals, tmp_path: Path) -> None:
    ended(tmp_path / "j", how, 12_345)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(60))
def test_a_table_goes_on_after_its_process_was_ended_at_any_moment(seed: int, tmp_path: Path) -> None:
    choice = Random(seed)
    ended(tmp_path / "j", choice.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]), choice.randint(1, 60_000))


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.torture)])
def test_of_processes_that_race_for_a_journal_one_plays_at_a_time(times: int, tmp_path: Path) -> None:
    for number in range(times):
        path = tmp_path / str(number)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes = [started(path, 2, **quiet) for _ in range(3)]
        statuses = [process.wait(PATIENCE_SECONDS) for process in processes]
        assert set(statuses) <= {0, 2}
        assert audited(path).rounds == 2 * statuses.count(0) > 0
        assert_opened(path)


def test_a_second_recorder_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("casino-monte", journal=path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    first = TableRecorder(path)
    with pytest.raises(Refused, match="another table is writing this journal"):
        TableRecorder(path)
    first.close()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
