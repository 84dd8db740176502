"""A house that cannot start ends at once, and says why."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.store.location import open_store
from tests.store.units import document

pytestmark = pytest.mark.server


def test_a_store_that_cannot_be_loaded_ends_the_process(tmp_path: Path) -> None:
    async def spoil() -> None:
        store = await open_store(tmp_path / "house")
        await store.commit([(document(1, nonsense="not a guest"),)])
        await store.close()

    asyncio.run(spoil())
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", str(tmp_path / "house")],
        env={**os.environ, "CROUPIER_KEY": str(tmp_path / "seal.key")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode != 0
    assert ran.stdout == ""
