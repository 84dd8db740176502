"""One more game among ours: every test that goes through all games takes it as it is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.one_more import ONE_MORE

TESTS = Path(__file__).parent
OVER_ALL = re.compile(r"\b(GAMES|EVERY_GAME)\b")


@pytest.mark.slow
def test_nothing_fails_for_a_game_that_no_test_knows() -> None:
    files = [
        str(file.relative_to(TESTS.parent))
        for file in sorted(TESTS.rglob("test_*.py"))
        if "browser" not in file.parts and OVER_ALL.search(file.read_text(encoding="utf-8"))
    ]
    assert len(files) > 20
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ONE_MORE.id, *files],
        cwd=TESTS.parent,
        env={**os.environ, "CROUPIER_ONE_MORE_GAME": "tests.one_more:ONE_MORE"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed
    assert int(passed[1]) > 100
