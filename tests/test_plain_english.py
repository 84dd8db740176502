"""Plain English: phrases that nobody would say to a colleague stay out of what people read."""

import ast
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import Refused, Unwritten

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "croupier"
REFUSALS = ("Refused", "Fault", "Unwritten", "Unkept")
STILTED = re.compile(r"(?<!here )\b(?:is|are|be) no (?!longer\b|more\b)[a-z{]+|information set")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_nothing_is_no_something(path: Path) -> None:
    assert STILTED.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_what_a_message_installs_is_an_extra_of_ours_and_found_in_a_checkout(path: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for installed in re.findall(r"pip install ([^\s`]*)", path.read_text(encoding="utf-8")):
        found = re.fullmatch(r"'\.\[(\w+)\]'[\"]?", installed)
        assert found, installed
        assert found[1] in extras


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_reason_is_written_without_its_full_stop(path: Path) -> None:
    """A refusal adds it; of two, one would be shown to people."""
    assert [reason for reason in reasons(path.read_text(encoding="utf-8")) if reason.endswith(".")] == []


def reasons(source: str) -> Iterator[str]:
    """How the reasons of all refusals in a source end."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSALS and node.args:
            (*_, end) = node.args[0].values if isinstance(node.args[0], ast.JoinedStr) else (node.args[0],)
            if isinstance(end, ast.Constant):
                yield str(end.value)


def test_a_reason_that_ends_in_a_full_stop_is_found() -> None:
    assert list(reasons("raise Refused('no.')\nraise Refused(f'{x} is short.')")) == ["no.", " is short."]


def test_what_is_quoted_last_may_have_its_own_full_stop() -> None:
    assert str(Refused("this cannot be read: it ends here.", clause="")) == "this cannot be read: it ends here."
    assert str(Refused("it ends here.", clause="CM-1", field="file")) == "file: it ends here (CM-1)."
    assert str(Unwritten("a.csv", "the disk is full.")) == "a.csv cannot be written: the disk is full."


def test_what_is_stilted_is_found() -> None:
    for text in ("0 is no stake", "these are no odds", "one code per information set"):
        assert STILTED.search(text)
    for text in ("is no longer there", "is not a game", "there are no ties", "no game is open"):
        assert not STILTED.search(text)


@pytest.mark.parametrize(
    "page", sorted({*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")} - {ROOT / "CHANGELOG.md"}), ids=lambda p: p.name
)
def test_no_page_installs_from_a_registry_that_does_not_have_it(page: Path) -> None:
    assert not re.search(r"pip install '?croupier\b(?!-)", page.read_text(encoding="utf-8"))


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_the_first_make_says_what_it_is_installing(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    printed = subprocess.run(["make", "-n", "run"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout  # noqa: S607  # the make of this machine
    assert printed.index("Installing Croupier") < printed.index("-m venv")
