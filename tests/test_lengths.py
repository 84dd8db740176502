"""How long torture takes, and where it begins."""

import pytest

from tests.lengths import USUAL, wanted


def test_some_lengths_are_said_and_the_others_are_as_usual() -> None:
    assert wanted("") == USUAL
    assert wanted("seed=5000 rounds=2000") == {**USUAL, "seed": 5000, "rounds": 2000}


def test_a_length_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="CROUPIER_TORTURE names round; there are kills, "):
        wanted("round=2000")
