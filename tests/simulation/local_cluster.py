"""A Dask cluster on this machine for tests: a scheduler and workers in processes of their own, on ports of the OS."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import croupier
from croupier.exact.space import Ints
from croupier.kernel.work import Elastic
from croupier.simulation.job import Chunk, played

ROOT = Path(__file__).parent.parent.parent
PATHS = (str(Path(croupier.__file__).parent.parent), str(ROOT))
PATIENCE = 900
"""Seconds after which something is taken to hang; a busy machine may be slow, and that is not a fault."""
LOOPBACK = "127.0.0.1"
WATCH = """
import os, threading, time

PARENT = os.getppid()


def watch():
    while os.getppid() == PARENT:
        time.sleep(0.5)
    os._exit(1)


threading.Thread(target=watch, daemon=True).start()
"""
"""Runs in all of them, so that none is left behind even where the tests themselves are killed."""


class LocalCluster:
    """A scheduler, and the workers that were started for it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Start the scheduler."""
        self.folder, self.stack = folder, stack
        self.workers: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        options = ("--host", LOOPBACK, "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(told))
        (folder / "watch.py").write_text(WATCH, encoding="utf-8")
        self.start("dask_scheduler", *options, paths=PATHS)
        until(lambda: told.exists() and told.read_text(encoding="utf-8").endswith("}"))
        self.address: str = json.loads(told.read_text(encoding="utf-8"))["address"]

    def worker(self, *paths: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, which imports from these paths."""
        options = ("--host", LOOPBACK, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        started = self.start("dask_worker", self.address, *options, paths=paths or PATHS)
        self.workers.append(started)
        return started

    def start(self, program: str, *options: str, paths: tuple[str, ...]) -> subprocess.Popen[bytes]:
        """Start one of Dask's commands; it ends when the cluster does, whatever happens."""
        log = self.stack.enter_context((self.folder / f"{program}.log").open("ab"))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options, "--preload", "watch.py"]
        started = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=self.folder)
        self.stack.callback(ended, started)
        return started


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours at once."""
    process.kill()
    process.wait(timeout=PATIENCE)


def until(condition: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    last = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < last, "it never came true"
        sleep(0.02)


class Holding(Elastic):
    """An executor whose work is held up for ever by one worker, once it has some of what is sent late enough.

    So whoever ends that worker knows that it has work in hand, however fast or slow the machine is.
    """

    def __init__(self, through: Elastic, process: int, first: int, mark: Path) -> None:
        """Take the executor to work through, the worker's process, the first task to hold up, and a file to say so."""
        self.through, self.process, self.first, self.mark = through, process, first, mark
        self.sent = 0

    @property
    def workers(self) -> int:
        """As many as there are."""
        return self.through.workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # as its base
        """Send work, and say who holds it up."""
        self.sent += 1
        holder = self.process if self.sent >= self.first else 0
        return self.through.submit(held_up, holder, str(self.mark), fn, args, kwargs)


def held_up(process: int, mark: str, function: Callable[..., Any], arguments: Any, named: Any) -> object:
    """Work, unless this is the process that holds work up: that one says so, and waits for its end."""
    if os.getpid() == process:
        Path(mark).touch()
        while True:
            sleep(1)
    return function(*arguments, **named)


def played_when(mark: str, chunk: Chunk) -> Ints:
    """Play the first chunk of a run at once, and the others once a file is there."""
    while chunk.first and not Path(mark).exists():
        sleep(0.05)
    return played(chunk)


@contextmanager
def local_cluster(folder: Path) -> Iterator[LocalCluster]:
    """A scheduler on this machine, without workers yet."""
    with ExitStack() as stack:
        yield LocalCluster(folder, stack)
