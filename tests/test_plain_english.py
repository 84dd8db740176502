"""Plain English: phrases that nobody would say to a colleague stay out of what people read."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "croupier"
STILTED = re.compile(r"(?<!here )\b(?:is|are|be) no (?!longer\b|more\b)[a-z]+|information set")


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_nothing_is_no_something(path: Path) -> None:
    assert STILTED.findall(path.read_text(encoding="utf-8")) == []


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
