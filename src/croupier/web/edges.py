"""The exact edge of every wager at a table, counted once for each rulebook in a process of its own.

A rulebook is named by its digest. What was counted before lies in the same cache as `croupier analyze` keeps. Only one
count runs at a time, at low priority; until it is there, nothing is known, and what cannot be counted says why.
"""

import asyncio
import json
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.errors import Refused
from croupier.naming import dealt_game
from croupier.web.logs import log

SECONDS_MAX: Final = 600
KEPT: Final = 512
"""How many rulebooks are remembered; those asked for longest ago are forgotten first."""
WAITING: Final = 16
"""How many counts may wait; others are asked for again when somebody looks next."""
NICENESS: Final = 10
TOO_LONG: Final = "this takes too long to count"
FAILED: Final = "this could not be counted"


@dataclass(frozen=True)
class Edges:
    """What a count came to: the edge of each wager that is placed before the deal, or why there is none."""

    wagers: Mapping[str, Fraction]
    why_not: str = ""


@dataclass(frozen=True)
class Wanted:
    """A game under house rules, as another process finds it."""

    digest: str
    game: str
    house: Mapping[str, object]


Count = Callable[[Wanted], Awaitable[Edges]]


class EdgeBook:
    """Knows edges by the digests of rulebooks, and has others counted."""

    def __init__(self, count: Count | None = None, told: Callable[[], None] = lambda: None) -> None:
        """Take what counts, and who wants to know when something was counted."""
        self.count = count or counted_apart
        self.told = told
        self.known: OrderedDict[str, Edges] = OrderedDict()
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.one_at_a_time = asyncio.Lock()

    def edges(self, wanted: Wanted) -> Edges | None:
        """The edges under a rulebook; None while they are being counted."""
        found = self.known.get(wanted.digest)
        if found is not None:
            self.known.move_to_end(wanted.digest)
        elif wanted.digest not in self.waiting and len(self.waiting) < WAITING:
            self.waiting[wanted.digest] = asyncio.create_task(self.have_counted(wanted))
        return found

    async def have_counted(self, wanted: Wanted) -> None:
        try:
            async with self.one_at_a_time:
                self.remember(wanted.digest, await self.count(wanted))
        except Exception as error:  # noqa: BLE001  # the lobby goes on without these edges
            log("edges not counted", level=logging.ERROR, error=error)
            self.remember(wanted.digest, Edges({}, FAILED))
        finally:
            self.waiting.pop(wanted.digest, None)
        self.told()

    def remember(self, digest: str, found: Edges) -> None:
        """Know the edges under a rulebook from now on."""
        self.known[digest] = found
        while len(self.known) > KEPT:
            self.known.popitem(last=False)

    async def close(self) -> None:
        """Count no more."""
        tasks = list(self.waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.waiting.clear()  # one that had not begun cannot do so itself


async def counted_apart(wanted: Wanted) -> Edges:
    """Count in a process of its own."""
    asked = json.dumps({"game": wanted.game, "house": wanted.house}).encode()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", __name__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS_MAX):
            told, _ = await process.communicate(asked)
    except TimeoutError:
        return Edges({}, TOO_LONG)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        return Edges({}, FAILED)
    said: dict[str, Any] = json.loads(told)
    return Edges({wager: Fraction(edge) for wager, edge in said["wagers"].items()}, said["why_not"])


def counted(game: str, house: Mapping[str, object]) -> dict[str, object]:
    """Count here and now; a fraction is written as text."""
    from croupier.exact.analysis import analyze  # noqa: PLC0415  # NumPy and Numba take a second, and only this needs them
    from croupier.exact.repeat_report import analyze_repeat, repeat_solver  # noqa: PLC0415  # as above

    try:
        found = dealt_game(game)
        book = found.rulebook(found.house(house))
        analysis = analyze_repeat(book, repeat_solver(book)) if book.model.repeat else analyze(book)
    except Refused as refused:
        return {"wagers": {}, "why_not": refused.reason.partition(";")[0]}  # what to do about it is for operators
    return {"wagers": {id_: str(report.house_edge) for id_, report in analysis.wagers.items()}, "why_not": ""}


def main() -> None:
    """Count what standard input names, and print what was found."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    asked = json.load(sys.stdin)
    sys.stdout.write(json.dumps(counted(asked["game"], asked["house"])))


if __name__ == "__main__":
    main()
