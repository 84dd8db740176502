"""Follows a page of the docs literally, in a folder that serves as somebody's home."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from scripts.docs_text import FENCE
from tests.web.house_process import free_port

WAIT_SECONDS = 120
DONE = "this block is done"
INSTALLS = ("pip install ",)
"""What a test does not do again."""
SERVES = re.compile(r"croupier serve\b(?!.*--new-operator)")


class Walkthrough:
    """Somebody who types what a page shows."""

    def __init__(self, home: Path, **replaced: str) -> None:
        """Take an empty folder, and what stands for names of the page that lead nowhere."""
        self.home = home
        self.replaced = {"8777": str(free_port()), "8778": str(free_port()), **replaced}
        unset = ("CROUPIER_KEY", "XDG_DATA_HOME")
        known = {name: value for name, value in os.environ.items() if name not in unset}
        tools = str(Path(sys.executable).parent)
        self.environment = {**known, "HOME": str(home), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        self.house: subprocess.Popen[str] | None = None
        self.typed: list[str] = []
        self.shell = self.spawn("bash", "--norc", stdin=subprocess.PIPE, stderr=subprocess.STDOUT)

    def spawn(self, *command: str, stderr: int | IO[str], stdin: int | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, cwd=self.home, env=self.environment, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, text=True
        )

    def here(self, text: str) -> str:
        """A text of the page, with names that lead somewhere."""
        for name, value in self.replaced.items():
            text = text.replace(name, value)
        return text

    # Typing

    def enter(self, script: str) -> str:
        """Type something into the one shell of the page; gives what it prints."""
        assert self.shell.stdin
        assert self.shell.stdout
        self.shell.stdin.write(f"{self.here(script)}\necho; echo {DONE}\n")
        self.shell.stdin.flush()
        told = []
        for line in self.shell.stdout:
            if line.strip() == DONE:
                break
            told.append(line)
        return "".join(told)

    def console(self, block: str) -> None:
        """Type the commands of a block, and compare what it says that they print."""
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            self.typed.append(command)
            if command.startswith(INSTALLS):
                continue
            if SERVES.match(command):
                self.serve(command, shown.splitlines())
                continue
            told = self.enter(f"{command} && echo it worked")
            assert "it worked" in told, f"{command}: {told}"

    def serve(self, command: str, shown: Iterable[str] = ()) -> None:
        """Start the house anew; one on another port is only looked at."""
        is_other = "--port" in command
        if not is_other:
            self.stop()
            command += " --port 8777"
        with (self.home / "log.jsonl").open("a") as log:
            house = self.spawn("bash", "-c", f"exec {self.here(command)}", stderr=log)
        assert house.stdout
        told = [house.stdout.readline().rstrip("\n")]
        assert told[0].startswith("Croupier is at "), (self.home / "log.jsonl").read_text()[-500:]
        for line in shown:
            assert (told[0] if line.startswith("Croupier") else house.stdout.readline().rstrip("\n")) == self.here(
                line.replace("/home/ada", str(self.home))
            )
        if is_other:
            end(house)
        else:
            self.house = house

    def stop(self) -> None:
        """Stop the house, if it runs."""
        if self.house:
            end(self.house)
            self.house = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        assert self.shell.stdin
        self.shell.stdin.close()
        self.shell.wait(WAIT_SECONDS)
        assert self.shell.stdout
        self.shell.stdout.close()


def end(house: subprocess.Popen[str]) -> None:
    """Stop a house as Ctrl-C does."""
    house.send_signal(signal.SIGINT)
    until = time.monotonic() + WAIT_SECONDS
    while house.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    assert house.stdout
    house.stdout.close()
    assert house.returncode == 0


def blocks_of(page: str) -> list[Mapping[str, str]]:
    """All blocks of a page, each with its language."""
    return [found.groupdict() for found in FENCE.finditer(page)]
