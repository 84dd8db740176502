"""The figures that the pages on protection keep: worked out again, they are the same."""

import pytest

from scripts.protection_figures import COMMANDS, FUNCTIONS, kept, worked_out


def test_every_figure_is_kept() -> None:
    assert list(kept()) == [*COMMANDS, *FUNCTIONS]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bank", "error-ante", "monte-spread", "own-paint"])
def test_a_kept_figure_comes_out_again(name: str) -> None:
    assert worked_out(name) == kept()[name]
