"""The Makefile: it says what takes long, and ends as its command ends."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def made(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in the checkout."""
    make = shutil.which("make")
    assert make
    command = [make, "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_an_installation_is_announced_before_it_begins() -> None:
    steps = made("--dry-run", "--always-make", ".venv/.stamp").stdout
    announced = 'echo "Installing Croupier and what it needs into .venv;'
    assert announced in steps
    assert steps.index(announced) < steps.index("-m venv .venv") < steps.index("pip install")


@pytest.mark.parametrize(("status", "ends_with"), [(0, 0), (130, 0), (3, 2)])
@pytest.mark.parametrize(("target", "command"), [("play", "play"), ("run", "serve")])
def test_ctrl_c_is_an_end_and_no_other_failure_is(
    target: str, command: str, status: int, ends_with: int, tmp_path: Path
) -> None:
    stand_in = tmp_path / "croupier"
    stand_in.write_text(f'#!/bin/sh\necho "$@"\nexit {status}\n')
    stand_in.chmod(0o755)
    told = (f"BIN={tmp_path}", f"RUN_BIN={tmp_path}", "ARGS=monte --seed 7")
    ran = made("--old-file=setup", "--old-file=.venv-run/.stamp", target, *told)
    assert ran.stdout == f"{command} monte --seed 7\n"
    assert ran.returncode == ends_with
    assert ("Error 3" in ran.stderr) == (status == 3)
    assert "Error 130" not in ran.stderr


def test_a_house_is_run_from_a_lock_of_its_own_without_the_tools() -> None:
    steps = made("--dry-run", "--always-make", "run").stdout
    assert "-r requirements/run.txt" in steps
    assert "requirements/dev.txt" not in steps
    locked = {line.partition("==")[0] for line in (ROOT / "requirements" / "run.txt").read_text().splitlines()}
    assert {"apsw", "argon2-cffi", "fastapi", "uvicorn"} <= locked
    assert locked.isdisjoint({"pytest", "mypy", "ruff", "hypothesis", "schemathesis", "distributed", "httpx"})


def test_scripts_are_checked_where_npm_is_and_elsewhere_it_is_said() -> None:
    steps = made("--dry-run", "check").stdout
    assert "command -v npm" in steps
    assert "--package=typescript@5.9.3" in steps, "one version for everybody"
    assert "Not checked: the types of the pages' scripts" in steps
    assert "src/croupier/pages/static/table.js" in steps


def test_the_quick_tests_say_what_they_leave_out() -> None:
    steps = made("--dry-run", "--old-file=setup", "test").stdout
    assert all(f"make {target}" in steps for target in ("slow", "server", "browser", "office"))


def test_every_change_is_played_in_a_browser_or_fails() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.index("set -e") < script.index("apt-get install -y chromium") < script.index("make browser")


def test_every_workbook_is_worked_out_again_by_a_spreadsheet_or_the_change_fails() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.index("set -e") < script.index("libreoffice-calc") < script.index("make office")
