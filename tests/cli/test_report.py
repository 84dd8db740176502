"""`croupier report`: files are whole or not there, ours or untouched, and whatever is wrong is told in one sentence."""

import os
import shlex
from pathlib import Path

import pytest

import croupier as front
from croupier.report import paper
from croupier.report.kinds import KINDS, Kind, kind_named
from tests.cli.conftest import Command
from tests.report.reading import markdown_text, squeezed

HIGH_CARD = Path(__file__).parents[2] / "examples" / "games" / "high_card.py"


@pytest.fixture
def unworked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be worked out: whatever is refused is refused before."""

    def fail(*_: object) -> None:
        pytest.fail("this was to be refused before any work")

    monkeypatch.setattr(paper.Paper, "data", fail)


@pytest.mark.usefixtures("unworked")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("-o", "a.pdf", "no-such-kind"),
            'KIND: there is no document "no-such-kind"; there are mathematics',
        ),
        (("-o", "a.txt"), "a.txt: for the mathematics report, end the file's name with .pdf, .html or .md"),
        (("-o", "a"), "end the file's name with .pdf, .html or .md"),
        (("-o", "a.xlsx"), "a.xlsx: for the mathematics report, end the file's name with .pdf"),
        (("workbook", "-o", "a.pdf"), "a.pdf: for the workbook, end the file's name with .xlsx"),
        (("-o", "none/a.pdf"), 'there is no folder "none"'),
        (("-o", "."), "end the file's name with"),
        ((), "name the file with -o FILE"),
        (("--all",), "name the folder with -o FOLDER"),
        (("--all", "-o", "none"), 'there is no folder "none"'),
        (("rules", "--all", "-o", "."), "leave this one out"),
        (("-o", "a.pdf", "--paper", "a5"), '--paper: there is no paper size "a5"; give a4 or letter'),
        (("-o", "a.pdf", "--date", "31.1.2026"), "--date: "),
        (("-o", "a.pdf", "--date", "2026-02-30"), "--date: "),
        (("-o", "a.pdf", "--edition", "x" * 61), "--edition: "),
        (("-o", "a.pdf", "--edition", "a\tb"), "--edition: "),
        (("-o", "a.pdf", "--simulate", "many"), "--simulate: "),
        (("-o", "a.pdf", "--simulate", "-1"), "--simulate: "),
        (("-o", "a.pdf", "-p", "decks=99"), "house.decks"),
        (("rules", "-o", "a.pdf", "--simulate", "100"), "--simulate: only the mathematics report has this"),
        (("rack-card", "-o", "a.pdf", "--protection"), "--protection: only the mathematics report has this"),
        (("-o", f"{'a' * 300}.pdf"), "cannot be written: file name too long"),
        (("-o", "a.pdf", "-p", "no_rule=1"), "house.no_rule"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence_before_any_work(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = croupier("report", "monte", *arguments)
    assert ran.status == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("unworked")
def test_a_link_to_where_no_folder_is_is_refused(croupier: Command, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").symlink_to(tmp_path / "none" / "a.pdf")
    ran = croupier("report", "monte", "-o", tmp_path / "a.pdf")
    assert ran.status == 2
    assert "cannot be written: there is no folder" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.usefixtures("unworked")
@pytest.mark.parametrize("name", ["a.pdf", "a.html", "a.md", "a.xlsx"])
@pytest.mark.parametrize("held", [b"mine", b"%PDF-1.7 theirs", b"<!doctype html>theirs", b"PK\x03\x04 theirs"])
def test_a_file_of_somebody_else_is_never_replaced(croupier: Command, tmp_path: Path, name: str, held: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(held)
    ran = croupier("report", "monte", *(["workbook"] if name.endswith("xlsx") else []), "-o", file)
    assert ran.status == 2
    assert "this file holds something else and is not replaced" in ran.err
    assert file.read_bytes() == held


@pytest.mark.parametrize(
    "extension", [pytest.param(".pdf", marks=pytest.mark.slow), pytest.param(".html", marks=pytest.mark.slow), ".md"]
)
def test_a_document_of_ours_is_replaced(croupier: Command, tmp_path: Path, extension: str) -> None:
    file = tmp_path / f"high{extension}"
    first = croupier("report", HIGH_CARD, "-o", file, "--edition", "1")
    assert (first.status, first.out) == (0, f"{file}\n")
    written = file.read_bytes()
    assert croupier("report", HIGH_CARD, "-o", file, "--edition", "2").status == 0
    assert file.read_bytes() != written
    assert croupier("report", HIGH_CARD, "-o", file, "--edition", "1").status == 0
    assert file.read_bytes() == written
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("kind", "extension"),
    [
        pytest.param("rules", ".pdf", marks=pytest.mark.slow),
        pytest.param("rules", ".html", marks=pytest.mark.slow),
        ("rules", ".md"),
        ("workbook", ".xlsx"),
    ],
)
def test_the_command_in_a_document_makes_the_same_file(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, extension: str
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--paper", "letter", "--edition", "2", "--date", "2026-01-31", "-p", "ties=push")
    assert croupier("report", HIGH_CARD, kind, "-o", f"first{extension}", *options).status == 0
    again = front.game(str(HIGH_CARD), ties="push").report(kind, paper="letter", edition="2", date="2026-01-31")
    told = again.report.command(kind, extension)
    program, *arguments = shlex.split(told)
    assert program == "croupier"
    assert croupier(*arguments).out == f"high-card-{kind}{extension}\n"
    assert Path(f"high-card-{kind}{extension}").read_bytes() == Path(f"first{extension}").read_bytes()
    if extension in {".html", ".md"}:
        assert squeezed(told) in markdown_text(Path(f"first{extension}").read_text())


@pytest.mark.parametrize(("raised", "status"), [(KeyboardInterrupt, 130), (OSError("no space left"), 74)])
def test_what_is_interrupted_or_fails_leaves_no_file(
    croupier: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    raised: type[BaseException] | BaseException,
    status: int,
) -> None:
    def fail(*_: object) -> bytes:
        raise raised

    monkeypatch.setattr(paper.Paper, "data", fail)
    assert croupier("report", "monte", "-o", tmp_path / "a.pdf").status == status
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("unworked")
def test_what_is_missing_is_told_with_how_it_is_installed(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.report.kinds.find_spec", lambda _: None)
    ran = croupier("report", "monte", "-o", tmp_path / "a.pdf")
    assert ran.status == 2
    assert ".pdf needs typst, altair and vl_convert; in a checkout install" in ran.err
    assert not list(tmp_path.iterdir())


def test_all_documents_are_written_together_or_none(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper.Paper, "data", lambda self, extension: f"{self.kind.name}{extension}".encode())
    ran = croupier("report", "monte", "--all", "-o", tmp_path)
    assert ran.status == 0
    names = [f"casino-monte-{kind.name}{kind.formats[0]}" for kind in KINDS.values()]
    assert ran.out.splitlines() == [str(tmp_path / name) for name in names]
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names)


def test_none_of_all_is_written_if_one_fails(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: paper.Paper, _: str) -> bytes:
        if self.kind is list(KINDS.values())[-1]:
            raise KeyboardInterrupt
        return b""

    monkeypatch.setattr(paper.Paper, "data", fail)
    assert croupier("report", "monte", "--all", "-o", tmp_path).status == 130
    assert not list(tmp_path.iterdir())


def test_a_kind_takes_the_names_that_people_write() -> None:
    assert kind_named("Rack Card") is kind_named("rack_card") is kind_named("rack-card")
    assert isinstance(kind_named("mathematics"), Kind)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.usefixtures("unworked")
def test_a_pipe_is_not_replaced(croupier: Command, tmp_path: Path) -> None:
    pipe = tmp_path / "a.pdf"
    os.mkfifo(pipe)
    ran = croupier("report", "monte", "-o", pipe)
    assert ran.status == 2
    assert "not a regular file" in ran.err
