"""What every test of pages begins with."""

import pytest

from croupier.pages import drawings


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    """Keep nothing that another test has drawn, so that one that changes how something is drawn sees it."""
    drawings.DRAWN.clear()
