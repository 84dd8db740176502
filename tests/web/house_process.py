"""The real program in a process of its own, to be stopped and killed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.web.client import Client
from croupier.web.operators import add_operator
from tests.interrupts import hear_interrupts

WAIT_SECONDS = 120


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class HouseProcess:
    """`croupier serve`, on a folder that outlives it."""

    def __init__(self, folder: Path, database: str = "", options: Sequence[str] = ()) -> None:
        """Make an operator's key, and choose a port; several processes share a database, a key and operators."""
        self.folder = folder
        self.port = free_port()
        self.database = database
        self.options = options
        known = folder / "operator.key"
        if not known.exists():
            known.write_text(add_operator(folder / "house.operators", "ada"))
        self.operator_key = known.read_text()
        self.clients: list[Client] = []
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it takes requests."""
        self.spawn()
        assert self.process
        assert self.process.stdout
        assert self.process.stdout.readline().startswith("Croupier is at ")

    def spawn(self) -> None:
        where = {**os.environ, "CROUPIER_KEY": str(self.folder / "seal.key")}
        kept = ["--database", self.database] if self.database else []
        command = [sys.executable, "-m", "croupier", "serve", "--port", str(self.port), *kept]
        with (self.folder / "log.jsonl").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.folder / "house"), *self.options],
                env=where,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=hear_interrupts,  # noqa: PLW1509  # sets two signals and nothing else
            )

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end."""
        assert self.process
        self.process.send_signal(number)
        status = self.process.wait(WAIT_SECONDS)
        if self.process.stdout:
            self.process.stdout.close()
        return status

    def client(self) -> Client:
        """Somebody who asks, until the test is over."""
        self.clients.append(Client(self.url))
        return self.clients[-1]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.close()
        if self.process and self.process.poll() is None:
            self.end(signal.SIGKILL)
