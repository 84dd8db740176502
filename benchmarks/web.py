"""Measure a house over HTTP: the real server process, beside the same app with empty handlers.

Guests in a third process play rounds at tables of six seats. Everything is measured in one run, in turns, with the
store on the disk that the working directory is on. Afterwards the record is read: it must hold every action that was
acknowledged, once.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import urlopen

import apsw
from rich.console import Console

from benchmarks.figures import Figure, table_of
from benchmarks.store import disk_rate
from benchmarks.web_guests import ACTS, SEATS
from croupier.house.settings import TableSettings
from croupier.store.sqlite import CACHE_KIB, FILE_NAME

TABLES: Final = 16
TABLES_FOR_MEMORY: Final = 200
RATE_BAR: Final = 0.5
WAIT_BAR: Final = 2.5
GROWTH_BAR: Final = 5.0
PAPER: Final = 10_000
DAY: Final = 24 * 60 * 60
KIB: Final = 1024
EVENTS: Final = {"bet": "wager_placed", "choose": "decision_made"}
"""What an action leaves in the journal; the word that one has done leaves nothing there."""


@dataclass(frozen=True)
class Length:
    """How long to measure: in seconds, and how often in turns."""

    turns: int
    seconds: float
    paced: float
    sync: float
    tables: int
    warm: int
    """Rounds at each table before memory is looked at; it keeps the last 200 records and 16 answers to each guest."""
    growth: float


WHOLE: Final = Length(turns=5, seconds=4, paced=10, sync=3, tables=TABLES_FOR_MEMORY, warm=10, growth=120)
QUICK: Final = Length(turns=2, seconds=1, paced=2, sync=1, tables=20, warm=1, growth=5)


@dataclass(frozen=True)
class Turn:
    """What guests did in one turn."""

    seconds: float
    core: float
    """How much of a core the guests themselves took."""
    took: Sequence[float]
    processor: float
    """The processor time that the server took, in seconds."""
    queued: float
    """How long its threads waited for a core that others had, in seconds."""

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of the processor for each action."""
        return self.processor / len(self.took)


class House:
    """A server in a process of its own, and its guests in another."""

    def __init__(self, folder: Path, tables: int, *, empty: bool) -> None:
        """Start both; returns when all guests sit."""
        folder.mkdir(mode=0o700)
        self.folder = folder
        self.acknowledged = folder / "acknowledged.json"
        more = ["--empty"] if empty else []
        with (folder / "log.jsonl").open("w") as log:
            self.server = started(["benchmarks.web_server", str(folder), "--tables", str(tables), *more], log.fileno())
        self.processes = [self.server]
        try:
            at = heard(self.server)
            self.port = at["port"]
            guests = ["benchmarks.web_guests", str(at["port"]), str(self.acknowledged), *at["tables"], *more]
            self.guests = started(guests)
            self.processes.append(self.guests)
            heard(self.guests)
        except BaseException:
            self.kill()
            raise

    def turn(self, seconds: float, rate: float = 0) -> Turn:
        """Let the guests act for some time: at a rate, or each as soon as there is an answer."""
        before, queued = self.processor, self.queued
        found = self.order(seconds=seconds, rate=rate)
        return Turn(**found, processor=self.processor - before, queued=self.queued - queued)

    def order(self, **asked: float) -> dict[str, Any]:
        """Have the guests do something; nothing in particular is to open a stream for each."""
        assert self.guests.stdin  # noqa: S101  # as it was started
        self.guests.stdin.write(json.dumps(asked) + "\n")
        self.guests.stdin.flush()
        return heard(self.guests)

    def counted(self, name: str) -> float:
        """What the server has counted so far."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:  # our own
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"croupier_{name} "))

    @property
    def memory(self) -> int:
        """What the server has in memory, in KiB."""
        lines = Path(f"/proc/{self.server.pid}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

    @property
    def processor(self) -> float:
        """The processor time that the server has taken, in seconds."""
        spent = Path(f"/proc/{self.server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def queued(self) -> float:
        """How long the server's threads have waited for a core, in seconds."""
        threads = Path(f"/proc/{self.server.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[1]) for thread in threads) / 1e9

    def stop(self) -> None:
        """Let the guests go, and the server end in order."""
        assert self.guests.stdin  # noqa: S101  # as it was started
        self.guests.stdin.close()
        self.guests.wait()
        self.server.terminate()
        self.server.wait()

    def kill(self) -> None:
        for process in self.processes:
            process.kill()
            with process:  # closes its pipes
                pass


def started(module: Sequence[str], log: int | None = None) -> "subprocess.Popen[str]":
    """Start one of our modules."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", *module], stdin=pipe, stdout=pipe, stderr=log, text=True)  # noqa: S603  # our own


def heard(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """The next line that a process says."""
    assert process.stdout  # noqa: S101  # as it was started
    line = process.stdout.readline()
    said: dict[str, Any] = json.loads(line) if line else {"failure": "a process ended early"}
    if failure := said.pop("failure", ""):
        sys.exit(f"The benchmark failed: {failure}")
    return said


@contextmanager
def house(folder: Path, tables: int, *, empty: bool = False) -> Iterator[House]:
    """A house that is ended in any case."""
    made = House(folder, tables, empty=empty)
    try:
        yield made
    finally:
        made.kill()


# ── The record afterwards ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Record:
    """What a house has kept of its rounds."""

    rounds: int
    lines: int
    journal_bytes: int
    file_bytes: int


def proved(made: House) -> Record:
    """Hold what was acknowledged against what is kept; each action must be there once, and nothing else."""
    acknowledged = [tuple(each) for each in json.loads(made.acknowledged.read_text(encoding="utf-8"))]
    file = made.folder / FILE_NAME
    db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    events = Counter[tuple[str, str]]()
    bets = dict[tuple[str, int], int]()
    length = 0
    for table, number, text in db.execute('SELECT "table", number, text FROM line'):
        record = json.loads(text)
        events[table, record["event"]] += 1
        length += len(text)
        if record["event"] == EVENTS["bet"]:
            bets[table, number] = record["seat"]
    keys = Counter(key for (key,) in db.execute("SELECT key FROM answer WHERE status = 200 AND key LIKE 'key-%'"))
    db.close()
    done = Counter((table, EVENTS[act]) for act, table, *_ in acknowledged if act in EVENTS)
    recorded = Counter({place: number for place, number in events.items() if place[1] in EVENTS.values()})
    said = {(table, version): seat for act, table, seat, version, _ in acknowledged if act == "bet"}
    if done != recorded or said != bets or keys != Counter(key for *_, key in acknowledged):
        sys.exit("The record does not hold every action that was acknowledged exactly once.")
    rounds = sum(number for (_, event), number in events.items() if event == "round_closed")
    return Record(rounds, events.total(), length, file.stat().st_size)


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────────────────────────


def percentile(took: Sequence[float]) -> float:
    """The 99th percentile, in milliseconds."""
    return statistics.quantiles(took, n=100)[98] * 1000


@dataclass(frozen=True)
class Found:
    """What the other sections go on from."""

    rate: float
    cost: float
    """The processor time of an action that everybody at the table hears of, in seconds."""
    batch: float
    """Actions in a transaction at half of that rate."""
    memory: int
    """Of a server at whose tables nothing happens, in KiB."""
    record: Record


def of_load(folder: Path, length: Length) -> Iterator[Figure | Found]:
    """Rates and waits, beside those of empty handlers."""
    with house(folder / "house", TABLES) as real, house(folder / "empty", TABLES, empty=True) as empty:
        both = (real, empty)
        for each in both:
            each.turn(length.seconds / 2)  # what happens once, happens now
        before = real.counted("batches_total"), real.counted("commands_total")
        turns = [[each.turn(length.seconds) for each in both] for _ in range(length.turns)]
        batches, commands = real.counted("batches_total") - before[0], real.counted("commands_total") - before[1]
        rates = [statistics.median(turn[place].rate for turn in turns) for place in (0, 1)]
        syncs, sync_wait = disk_rate(folder, length.sync)
        size = commands / batches
        half = rates[0] / 2
        before = real.counted("batches_total"), real.counted("commands_total")
        paced = [[each.turn(length.paced / length.turns, half) for each in both] for _ in range(length.turns)]
        waits = [statistics.median(percentile(turn[place].took) for turn in paced) for place in (0, 1)]
        queued = [statistics.median(turn[place].queued / turn[place].seconds for turn in paced) for place in (0, 1)]
        batches, commands = real.counted("batches_total") - before[0], real.counted("commands_total") - before[1]
        memory = empty.memory
        real.order()
        followed = real.turn(length.seconds)
        for each in both:
            each.stop()
        record = proved(real)
    costs = [statistics.median(turn[place].cost for turn in turns) for place in (0, 1)]
    within = [one.rate / min(other.rate, syncs * size) for one, other in turns]
    yield Figure(f"durable actions, {SEATS * TABLES} guests", rates[0], "/s")
    yield Figure("the same app with empty handlers", rates[1], "/s")
    yield Figure("what the disk's syncs allow at that batch size", syncs * size, "/s")
    yield Figure("  durable actions against the less of both", statistics.median(within), "×", RATE_BAR, at_most=False)
    yield Figure("  actions in a transaction", size, "")
    yield Figure("  of a core taken by the guests themselves", max(t.core for turn in turns for t in turn), "")
    yield Figure("  processor time of an action", costs[0] * 1000, "ms")
    yield Figure("  the same of empty handlers", costs[1] * 1000, "ms")
    yield Figure(f"99th percentile at {half:,.0f} actions/s", waits[0], "ms")
    yield Figure("  for a core, of that time", queued[0] * 100, "%")
    yield Figure("the same of empty handlers", waits[1], "ms")
    yield Figure("  for a core, of that time", queued[1] * 100, "%")
    yield Figure("this disk by itself: fdatasync", syncs, "syncs/s")
    yield Figure("  99th percentile", sync_wait, "ms")
    yield Figure("  wait against both together", waits[0] / (waits[1] + sync_wait), "×", WAIT_BAR)
    yield Figure("durable actions, with a stream for each guest", followed.rate, "/s")
    yield Figure("  processor time of an action", followed.cost * 1000, "ms")
    yield Found(rates[0], followed.cost, commands / batches, memory, record)


def of_memory(folder: Path, length: Length, found: Found) -> Iterator[Figure]:
    """What many tables take, and whether it grows while they play; then what very many would need."""
    with house(folder / "many", length.tables) as many:
        missing = length.warm * length.tables * SEATS * len(ACTS)
        while missing > 0:
            missing -= len(many.turn(length.seconds).took)
        before = many.memory
        cached = min((many.folder / FILE_NAME).stat().st_size / KIB, CACHE_KIB)
        many.turn(length.growth, found.rate / 2)
        after = many.memory
        many.stop()
        proved(many)
    yield Figure(f"memory, {length.tables} tables × {SEATS} seats, rounds before: {length.warm}", before / KIB, "MiB")
    yield Figure(f"  growth in {length.growth:g} s more", (after / before - 1) * 100, "%", GROWTH_BAR)
    yield Figure("  of it, SQLite's cache at the most", cached / KIB, "MiB")
    yield from on_paper(found)
    if length is WHOLE:  # with few tables the difference is chance
        each = (before - cached - found.memory) / (length.tables - TABLES)
        yield Figure(f"  memory of a table and its {SEATS} guests", each, "KiB")
        yield Figure("  memory of all tables", each * PAPER / KIB**2, "GiB")


def on_paper(found: Found) -> Iterator[Figure]:
    """What very many tables need, if everybody takes all the time that the usual clocks give."""
    record, clocks = found.record, TableSettings()
    rounds = PAPER / (clocks.between + clocks.bet + clocks.decide)
    actions = rounds * SEATS * len(ACTS)
    journal, kept = record.journal_bytes / record.rounds, record.file_bytes / record.rounds
    yield Figure("journal of a round", journal / KIB, "KiB")
    yield Figure("  records", record.lines / record.rounds, "")
    yield Figure("  in the store, with answers and all else", kept / KIB, "KiB")
    yield Figure(f"on paper, {PAPER:,} tables: rounds", rounds, "/s")
    yield Figure("  actions", actions, "/s")
    yield Figure("  cores, with a stream for each guest", actions * found.cost, "")
    yield Figure("  syncs, with as many in a transaction as at half load", actions / found.batch, "/s")
    yield Figure("  journals, each day", journal * rounds * DAY / KIB**3, "GiB")
    yield Figure("  store, each day", kept * rounds * DAY / KIB**3, "GiB")


def file_system(folder: Path) -> str:
    """Which kind of file system a folder is on."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    under = [(point, kind) for point, kind in mounts if folder.resolve().is_relative_to(point)]
    return max(under, key=lambda each: len(each[0]))[1]


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="less, and rougher")
    length = QUICK if parser.parse_args().quick else WHOLE
    console = Console()
    before = os.getloadavg()[0]
    figures: list[Figure] = []
    with TemporaryDirectory(dir=".", prefix="house-") as name, console.status("measuring"):
        folder = Path(name)
        kind = file_system(folder)
        for each in of_load(folder, length):
            if isinstance(each, Figure):
                figures.append(each)
            else:
                figures.extend(of_memory(folder, length, each))
    title = "a house over HTTP" + (" (quick: short, and with fewer tables)" if length is QUICK else "")
    console.print(table_of(figures, title))
    load_ = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after, of which about 2 is ours"
    console.print(f"Python {platform.python_version()}, {os.cpu_count()} cores, store on {kind}; {load_}.")


if __name__ == "__main__":
    main()
