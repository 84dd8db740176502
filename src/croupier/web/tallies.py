"""The running tally of every guest who asks: skill, luck and edge of each round, counted beside the house.

A tally is worked out from the records, so nothing of it is stored: what is forgotten, or lost when the house is
stopped, is counted again when somebody looks. One round is counted at a time, and a guest's latest comes first.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor
from typing import Final

from croupier.house.recorder import json_text
from croupier.house.rows import Played
from croupier.house.tally import PlayedRound, Reckoning, Tally
from croupier.house.unit import TABLE
from croupier.web.advice import Adviser, reckon
from croupier.web.door import too_many
from croupier.web.edges import EdgeBook, Wanted
from croupier.web.logs import log
from croupier.web.pace import Pace
from croupier.web.running_house import ROUND_RECORDS, RunningHouse
from croupier.web.settings import Rate

ROUNDS_MAX: Final = 5_000
"""How many of the latest rounds a tally goes back."""
KEPT: Final = 50_000
"""How many rounds are remembered, of all guests together; those asked for longest ago are forgotten first."""
GUESTS_MAX: Final = 16
"""How many guests' rounds are counted at a time; others are counted when they look next."""
PATIENCE_SECONDS: Final = 0.5
"""How long a page waits for what is being counted, before it says so."""
EACH_GUEST: Final = Rate(20, 1)
"""How often thousands of rounds are added up for one guest, while everybody waits."""
GONE: Final = "its rules are not known any more"
TOO_LONG: Final = "too much has happened in it"
NOT_KEPT: Final = "the count of its game was not kept"


class Tallies:
    """Knows rounds that were taken apart, and has others counted."""

    def __init__(self, running: RunningHouse, adviser: Adviser, edges: EdgeBook) -> None:
        """Take whose rounds, what counts them, and what knows the edges of wagers."""
        self.running = running
        self.adviser = adviser
        self.edges = edges
        self.known: OrderedDict[tuple[str, str, int], Reckoning] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.one_at_a_time = asyncio.Lock()
        self.pace = Pace(EACH_GUEST)

    async def of(self, guest: str) -> tuple[list[Played], Tally]:
        """A guest's rounds, the first one first, as far as they are counted."""
        if wait := self.pace.wait(guest, time.monotonic()):
            raise too_many(wait)
        played = [*await self.running.store.played(guest, ROUNDS_MAX)][::-1]
        await self.count(guest, played)
        return played, Tally([self.found(each) for each in played])

    async def round(self, guest: str, table: str, number: int) -> Reckoning | None:
        """One round of a guest's; None while it is being counted."""
        played = await self.running.store.round_of(guest, table, number)
        if played is None:
            return None
        await self.count(guest, [played])
        return self.found(played)

    def found(self, played: Played) -> Reckoning | None:
        """What is known of a round."""
        key = (played.guest, played.table, played.round)
        if key in self.known:
            self.known.move_to_end(key)
        return self.known.get(key)

    async def count(self, guest: str, played: Iterable[Played]) -> None:
        """Have rounds counted that are not, and wait a moment for them."""
        missing = [each for each in played if self.found(each) is None]
        if missing and guest not in self.tasks and len(self.tasks) < GUESTS_MAX:
            self.tasks[guest] = asyncio.create_task(self.work(guest, missing[::-1]))
        if missing and guest in self.tasks:
            await asyncio.wait([self.tasks[guest]], timeout=PATIENCE_SECONDS)

    async def work(self, guest: str, missing: Iterable[Played]) -> None:
        try:
            for played in missing:
                async with self.one_at_a_time:
                    found = await self.reckoned(played)
                if found:
                    self.remember(played, found)
        except BrokenExecutor:
            pass  # the process ended; what is missing is counted when somebody looks next
        except Exception as error:  # noqa: BLE001  # a page says that it is not counted, and the house goes on
            log("rounds not counted", level=logging.ERROR, error=error)
        finally:
            self.tasks.pop(guest, None)

    async def reckoned(self, played: Played) -> Reckoning | None:
        """Take a round apart in the process that counts; None where the edges of its game are being counted still."""
        document = await self.running.store.document(TABLE, played.table)
        body = (document and document.body) or {}
        house = body.get("rules", {}).get(played.digest)
        if house is None or body["game"] not in self.running.house.games:
            return Reckoning(why_not=GONE)
        if played.last - played.first >= ROUND_RECORDS:
            return Reckoning(why_not=TOO_LONG)
        game = self.running.own_games.get(body["game"], body["game"])
        edges = self.edges.edges(Wanted(played.digest, game, house))
        if edges is None or edges.why_not:
            return Reckoning(why_not=edges.why_not) if edges else None
        lines = [line async for line in self.running.store.lines(played.table, played.first, played.last + 1)]
        found = await self.adviser.run(reckon, PlayedRound(game, json_text(house), played, lines))
        return found or Reckoning(why_not=NOT_KEPT)

    def remember(self, played: Played, found: Reckoning) -> None:
        """Know a round from now on."""
        self.known[played.guest, played.table, played.round] = found
        while len(self.known) > KEPT:
            self.known.popitem(last=False)

    def close(self) -> None:
        """Count no more."""
        for task in self.tasks.values():
            task.cancel()
