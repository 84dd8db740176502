"""The second seat against a short bank, exactly: on Numba's simulator of a GPU, beside every deal on a core."""

import json
import os
import subprocess
import sys
from math import comb

import pytest

import croupier
from croupier.errors import Mismatch, Refused
from croupier.kernel import gpu


@pytest.mark.slow
def test_on_a_simulated_gpu_the_second_seat_wins_what_it_wins_in_every_deal() -> None:
    command = [sys.executable, "-m", "tests.protect.simulated_second_seat"]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told = json.loads(found.stdout)
    assert told.pop("refused alone") == "device: on a GPU the second seat is solved; seat 2 or more."
    assert "where no seat's result depends on a seat after it; use --device cpu" in told.pop("refused by kinds")
    assert told.pop("deals of a deck") == comb(52, 3) * 49 * comb(48, 2) * comb(46, 3)
    assert len(told) == 4
    assert [name for name, same in told.items() if same is not True] == []


@pytest.mark.skipif(gpu.available(), reason="there is a GPU here")
def test_without_a_gpu_the_second_seat_is_refused_before_anything_is_dealt() -> None:
    with pytest.raises(Refused, match="device: no GPU was found"):
        croupier.game("tcp").bank(bank=70, seats=2, respond=True, device="gpu")


def test_a_device_needs_somebody_who_responds() -> None:
    with pytest.raises(Mismatch, match="device needs respond"):
        croupier.game("tcp").bank(bank=70, seats=2, device="gpu")
    with pytest.raises(Refused, match='"abacus" is not a device'):
        croupier.game("tcp").bank(bank=70, seats=2, respond=True, device="abacus")
