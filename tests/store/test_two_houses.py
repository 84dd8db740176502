"""Two processes of the real program on one database: what one does the other shows, and goes on with."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.web.client import Client
from tests.store.servers import Server
from tests.web.house_process import free_port

pytestmark = pytest.mark.server

WAIT_SECONDS = 60


@contextmanager
def serving(folder: Path, database: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process, and its address."""
    port = free_port()
    with (folder / f"{port}.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--port", str(port), "--database", database],
            env={**os.environ, "CROUPIER_KEY": str(folder / "seal.key")},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        assert process.stdout
        assert f":{port}" in process.stdout.readline()
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_what_one_process_does_the_other_shows_and_goes_on_with(server: Server, tmp_path: Path) -> None:
    database = server.database()
    with serving(tmp_path, database) as (one, first), serving(tmp_path, database) as (two, second):
        ada, bob = Client(first), Client(second)
        ada.enter("Ada")
        bob.enter("Bob")
        table = ada.get("/api/tables")["tables"][0]["table"]
        assert ada.command(f"/api/tables/{table}/sit", {"cents": 50_000}).is_done
        until(lambda: bob.get(f"/api/tables/{table}")["people"] == 1)
        one.send_signal(signal.SIGKILL)
        one.wait()
        assert bob.command(f"/api/tables/{table}/sit", {"cents": 50_000}).is_done
        until(lambda: bob.get(f"/api/tables/{table}")["round"] >= 1)  # its clocks are fired by whoever is left
        assert bob.get(f"/api/tables/{table}")["people"] == 2
        for client in (ada, bob):
            client.close()
        two.send_signal(signal.SIGTERM)
        assert two.wait(WAIT_SECONDS) == 0
