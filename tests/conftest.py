"""What all tests share: how hard Hypothesis looks, and where counts are kept."""

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from croupier.games import GAMES, Entry, load

# A busy machine says nothing about the code: no deadlines, no complaint about slow generation.
SLOW_IS_FINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Derandomized, so that the verdict on a commit is always the same one; `torture` goes looking for new examples.
settings.register_profile("default", SLOW_IS_FINE, max_examples=60, stateful_step_count=40, derandomize=True)
settings.register_profile("torture", SLOW_IS_FINE, max_examples=5_000, stateful_step_count=150, print_blob=True)

# Counts are kept beside pytest's own cache, never in the user's.
os.environ["CROUPIER_CACHE"] = str(Path(__file__).parent.parent / ".pytest_cache")

# So is the key that seals the shuffles of tests; each process of tests makes its own.
os.environ["CROUPIER_KEY"] = str(Path(tempfile.mkdtemp(prefix="croupier-key-")) / "seal.key")

# One more game among ours, such as `tests.one_more:ONE_MORE`: no test that goes through all games may fail for it.
if more := os.environ.get("CROUPIER_ONE_MORE_GAME"):
    one_more = load(Entry("", more))
    GAMES[one_more.id] = Entry(one_more.id, more, one_more.aliases)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Hear Ctrl-C, whatever the tests are run by."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
