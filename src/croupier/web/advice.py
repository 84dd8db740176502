"""What each option of a decision is worth, counted exactly in a process of its own, and remembered for a while.

Only what the seat could see goes into it: the view of one seat is all that the other process is sent.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from typing import Final, TypeVar

from croupier.errors import Refused
from croupier.house.tally import PlayedRound, Reckoning
from croupier.naming import dealt_game
from croupier.table.view import View
from croupier.web.door import too_many
from croupier.web.pace import Pace
from croupier.web.settings import Rate

SECONDS_MAX: Final = 20
KEPT: Final = 1_000
"""How many decisions are remembered; those asked for longest ago are forgotten first."""
WAITING: Final = 16
EACH_GUEST: Final = Rate(6, 0.25)
Asked = TypeVar("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Worth:
    """What each option is worth on average, in cents, less what is staked; or why that is not known."""

    options: Mapping[str, Fraction]
    notes: tuple[str, ...] = ()
    why_not: str = ""

    @property
    def best(self) -> Fraction:
        return max(self.options.values(), default=Fraction(0))


@dataclass(frozen=True)
class Wanted:
    """A decision of one seat, as another process finds it."""

    game: str
    house: tuple[tuple[str, str], ...]
    """House rules that are not usual, as they are written."""
    decision: str
    view: View


def worth(wanted: Wanted) -> Worth:
    """Count here and now."""
    from croupier.hint import hint  # noqa: PLC0415  # the compiler takes a second, and only this process needs it

    try:
        game = dealt_game(wanted.game)
        book = game.rulebook(game.house(dict(wanted.house)))
        found = hint(book, wanted.view, book.decisions_by_id[wanted.decision])
        return Worth({id_: found.cents(id_) for id_ in found.advice.options}, found.notes)
    except Refused as refused:
        return Worth({}, why_not=refused.reason)


def reckon(wanted: PlayedRound) -> Reckoning | None:
    """Take a round apart here and now; None where the deals of its game were not counted before."""
    from croupier.web.reckoner import taken_apart  # noqa: PLC0415  # as above

    return taken_apart(wanted)


class Adviser:
    """Has decisions counted, one at a time, for guests who do not ask too often."""

    def __init__(self) -> None:
        """Nothing runs before somebody asks."""
        self.known: OrderedDict[Wanted, Worth] = OrderedDict()
        self.pace = Pace(EACH_GUEST)
        self.pool: ProcessPoolExecutor | None = None
        self.counting: dict[Wanted, asyncio.Future[Worth]] = {}

    async def worth(self, guest: str, wanted: Wanted) -> Worth:
        """What the options are worth."""
        found = self.known.get(wanted)
        if found is not None:
            return found
        wait = self.pace.wait(guest, time.monotonic())
        if wait or len(self.counting) >= WAITING:
            raise too_many(wait or 1)
        task = self.counting.get(wanted)
        if task is None:
            task = self.counting[wanted] = asyncio.ensure_future(self.run(worth, wanted))
            task.add_done_callback(lambda done: self.remember(wanted, done))
        try:
            async with asyncio.timeout(SECONDS_MAX):
                return await asyncio.shield(task)
        except TimeoutError:
            if self.pool:
                self.give_up(self.pool)
            return Worth({}, why_not="this takes too long to count")
        except BrokenExecutor:
            return Worth({}, why_not="this could not be counted; try again")

    async def run(self, work: Callable[[Asked], Found], asked: Asked) -> Found:
        """Do something in the process that counts."""
        self.pool = pool = self.pool or ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, asked)
        except BrokenExecutor:
            self.give_up(pool)
            raise

    def remember(self, wanted: Wanted, done: asyncio.Future[Worth]) -> None:
        """Know what was counted, even if nobody waited for it."""
        self.counting.pop(wanted, None)
        if done.cancelled() or done.exception():
            return
        self.known[wanted] = done.result()
        while len(self.known) > KEPT:
            self.known.popitem(last=False)

    def give_up(self, pool: ProcessPoolExecutor) -> None:
        """End the process that counts, which would go on, and hold up whoever asks next."""
        for process in list((pool._processes or {}).values()):  # noqa: SLF001  # Python 3.14 has a method for it
            process.kill()
        if self.pool is pool:
            self.pool = None  # those who wait hear that it is broken

    def close(self) -> None:
        """Count no more."""
        if self.pool:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
