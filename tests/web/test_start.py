"""A house that cannot start ends at once, and says why."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.store import committer
from croupier.store.location import open_store
from croupier.store.store import Full
from croupier.web import serve
from croupier.web.serve import Server, Start, listening, open_doors
from tests.store.units import document
from tests.web.live import running
from tests.web.test_outage import WRITES, failing

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


@pytest.mark.parametrize("is_stopped", [False, True])
def test_the_address_is_told_when_requests_are_taken_and_not_before(
    monkeypatch: pytest.MonkeyPatch, is_stopped: bool
) -> None:
    monkeypatch.setattr("croupier.web.serve.config", lambda **_: None)  # what the tests log is left alone

    async def story() -> list[bool]:
        told: list[bool] = []
        async with running() as live:
            with listening("127.0.0.1", 0) as listener:

                def ready() -> None:
                    told.append(server.started)
                    server.should_exit = True

                server = Server(live.desk, Start(listener, ready, lambda: is_stopped))
                await server.serve(sockets=[listener])
        return told

    assert asyncio.run(story()) == ([] if is_stopped else [True])


def test_a_house_starts_on_a_full_disk_and_begins_when_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "config", lambda **_: None)
    for module in (serve, committer):
        monkeypatch.setattr(module, "PROBE_SECONDS", 0.01)

    async def story() -> None:
        async with asyncio.timeout(60), running() as live:
            ready = asyncio.Event()
            with listening("127.0.0.1", 0) as listener:
                with failing(live, Full("no room"), *WRITES):
                    serving = asyncio.create_task(open_doors(live.desk, Start(listener, ready.set, lambda: False)))
                    await ready.wait()
                    assert (await live.ask("GET", "/readyz")).status == 503
                    assert (await live.ask("GET", "/healthz")).status == 200
                while len(live.house.tables()) < len(live.house.games):  # noqa: ASYNC110  # nobody tells
                    await asyncio.sleep(0.01)
                assert [entry.what async for _, entry in live.store.log()].count("started") == 1
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(story())
