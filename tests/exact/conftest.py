"""Counts of the tests are kept beside pytest's own cache, never in the user's."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]

os.environ["CROUPIER_CACHE"] = str(ROOT / ".pytest_cache")
