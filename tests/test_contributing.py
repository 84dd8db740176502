"""The steps that CONTRIBUTING.md has for a new game, followed to the letter in a package that is really installed."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.docs_text import blocks
from tests.contract import assert_rulebook_contract
from tests.plug_ins import HIGH_CARD, Packages
from tests.plug_ins import packages as packages  # noqa: PLC0414  # a fixture

ROOT = Path(__file__).parent.parent
OTHERS = ("tests/cli/test_rules.py", "tests/test_rulebook_contract.py", "tests/test_spoken.py")
"""Tests that go through all known games, run again beside the new one."""
STEPS = re.compile(r"^## A game is one file too\n(.*?)^## ", re.DOTALL | re.MULTILINE)


def commands() -> Iterator[list[str]]:
    """Every command of the steps, in order."""
    found = STEPS.search((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert found
    for block in re.findall(r"```console\n(.*?)```", found[1], re.DOTALL):
        for line in block.splitlines():
            if line.strip():
                yield shlex.split(line)


def test_the_steps_are_there() -> None:
    verbs = [words[1] for words in commands() if words[0] == "croupier"]
    assert verbs == ["games", "rules", "house", "analyze", "simulate", "play", "audit", "history"]


def test_a_new_game_is_held_to_the_contract_by_one_call(packages: Packages) -> None:
    packages.high_card()
    from croupier.games import game  # noqa: PLC0415  # installed just now

    assert_rulebook_contract(game("high-card"))


@pytest.mark.slow
def test_the_steps_add_a_game_and_nothing_else_fails(tmp_path: Path) -> None:
    (toml,) = blocks((ROOT / "docs" / "plug-ins.md").read_text(encoding="utf-8"), "toml")
    (tmp_path / "my-game").mkdir()
    (tmp_path / "my-game" / "pyproject.toml").write_text(toml, encoding="utf-8")
    (tmp_path / "examples").symlink_to(HIGH_CARD.parent.parent)
    site = tmp_path / "site"
    where = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PIP_TARGET": str(site),
        "PIP_NO_INDEX": "1",
        "PYTHONPATH": str(site),
        "CROUPIER_CACHE": str(tmp_path / "cache"),
    }
    told = ""
    for words in commands():
        ran = subprocess.run(words, cwd=tmp_path, env=where, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{shlex.join(words)}: {ran.stderr}"
        told += ran.stdout
    for said in ("high-card, high", "high-card-game 1.0", "HC-3", "house edge", "in order", "The dealer's card."):
        assert said in told
    again = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *OTHERS]
    ran = subprocess.run(again, cwd=ROOT, env=where, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
