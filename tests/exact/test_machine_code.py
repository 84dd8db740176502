"""Machine code that is kept runs without Numba, as plain Python does."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact import parts
from croupier.exact.count import count
from croupier.kernel import machine_code
from croupier.kernel.kernel import Kernel
from tests.exact.invented import WAR, deck
from tests.exact.test_cache import flipped

SUM = """
def entry(rows, factor, small, room):
    total = 0
    for row in range(rows.shape[0]):
        for column in range(rows.shape[1]):
            total += rows[row, column] * factor // small[row]
    room[0] += 1
    return total, rows.shape[0], room[0]
"""
SIGNATURE = "(int64[:,::1], int64, uint8[::1], int64[::1])"
ROWS = np.arange(6, dtype=np.int64).reshape(3, 2)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    return Kernel("entry", SIGNATURE, SUM, (), scratch=1)


@pytest.mark.parametrize("factor", [0, 3, -7])
def test_compiled_code_gives_what_plain_python_gives(kernel: Kernel, factor: int) -> None:
    divisors = np.array([1, 2, 3], dtype=np.uint8)
    plain = kernel.interpreted(ROWS, factor, divisors, np.zeros(1, dtype=np.int64))
    assert kernel.compiled(ROWS, factor, divisors) == tuple(map(int, plain))
    assert kernel.compiled(ROWS, factor, divisors)[2] == 1, "every call has memory of its own"


def test_compiled_code_is_refused_where_plain_python_raises(kernel: Kernel) -> None:
    with pytest.raises(Refused, match="a rule fails for some deal: ZeroDivisionError: "):
        kernel.compiled(ROWS, 1, np.zeros(3, dtype=np.uint8))


def test_an_array_with_gaps_is_refused(kernel: Kernel) -> None:
    with pytest.raises(TypeError, match="contiguous"):
        kernel.compiled(ROWS[:, ::2], 1, np.ones(3, dtype=np.uint8))


def test_no_changed_byte_is_run(kernel: Kernel, tmp_path: Path) -> None:
    kernel.compiled(ROWS, 1, np.ones(3, dtype=np.uint8))
    (kept,) = tmp_path.rglob("*.code")
    whole = kept.read_bytes()
    for place in (0, 40, len(whole) // 2, len(whole) - 1):
        with pytest.raises(ValueError, match="damaged"):
            machine_code.loaded(flipped(whole, place))
    with pytest.raises(ValueError, match="damaged"):
        machine_code.loaded(whole[:-1])


def test_code_that_needs_numba_is_not_kept() -> None:
    def allocates(size: int) -> Any:  # Numba's own
        return np.zeros(size)

    with pytest.raises(TypeError, match="needs Numba as it runs"):
        machine_code.code_of(numba.njit("(int64,)")(allocates))


def test_a_table_without_room_is_counted_again_with_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "one"))
    right = count(WAR, deck("2c 3c 4c 5d"))
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "other"))
    monkeypatch.setattr(parts, "TABLE_SIZE", 1)
    monkeypatch.setattr(parts, "_entries", {})
    again = count(WAR, deck("2c 3c 4c 5d"))
    assert (again.keys.tolist(), again.counts.tolist()) == (right.keys.tolist(), right.counts.tolist())
    assert max(parts._entries.values()) > 1  # the second try is what is tested


@pytest.mark.slow
def test_what_was_compiled_before_runs_without_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    asked = "import croupier, sys; croupier.game('monte').analyze(); print('numba' in sys.modules)"

    def analysed() -> str:
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # our own
        return done.stdout.strip()

    assert analysed() == "True"
    for kept in tmp_path.rglob("count-*.npz"):
        kept.unlink()
    assert analysed() == "False"
