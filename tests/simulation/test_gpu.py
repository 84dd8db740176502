"""Kernels for a GPU, on Numba's simulator of one: the same totals as on a core, and the same sentences."""

import json
import os
import subprocess
import sys

import pytest

from croupier.errors import Refused
from croupier.kernel import gpu

pytestmark = pytest.mark.slow

SENTENCES = {
    "refused rounds": "60 rounds gave a sight or an outcome that is not among those the model has",
    "refused count": "beyond gives a code that is not among the lines or codes it was given",
}


def test_a_simulated_gpu_plays_and_counts_as_a_core_does() -> None:
    command = [sys.executable, "-m", "tests.simulation.simulated_gpu"]
    found = subprocess.run(
        command,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(found.stdout)
    for name, sentence in SENTENCES.items():
        assert sentence in told.pop(name)
    assert [name for name, same in told.items() if same is not True] == []
    assert len(told) >= 12


@pytest.mark.skipif(gpu.available(), reason="there is a GPU here")
def test_without_a_gpu_one_sentence_says_what_it_takes() -> None:
    with pytest.raises(Refused, match="no GPU was found; install an NVIDIA driver"):
        gpu.required()
