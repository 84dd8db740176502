"""What each option of a decision is worth, counted exactly in a process of its own, and remembered for a while.

Only what the seat could see goes into it: the view of one seat is all that the other process is sent.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from typing import Final

from croupier.errors import Refused
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


class Adviser:
    """Has decisions counted, one at a time, for guests who do not ask too often."""

    def __init__(self) -> None:
        """Nothing runs before somebody asks."""
        self.known: OrderedDict[Wanted, Worth] = OrderedDict()
        self.pace = Pace(EACH_GUEST)
        self.pool: ProcessPoolExecutor | None = None
        self.waiting = 0

    async def worth(self, guest: str, wanted: Wanted) -> Worth:
        """What the options are worth."""
        found = self.known.get(wanted)
        if found is not None:
            return found
        wait = self.pace.wait(guest, time.monotonic())
        if wait or self.waiting >= WAITING:
            raise too_many(wait or 1)
        self.pool = pool = self.pool or ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self.waiting += 1
        try:
            async with asyncio.timeout(SECONDS_MAX):
                found = await asyncio.get_running_loop().run_in_executor(pool, worth, wanted)
        except TimeoutError:
            self.give_up(pool)
            return Worth({}, why_not="this takes too long to count")
        except BrokenExecutor:
            self.give_up(pool)
            return Worth({}, why_not="this could not be counted; try again")
        finally:
            self.waiting -= 1
        self.known[wanted] = found
        while len(self.known) > KEPT:
            self.known.popitem(last=False)
        return found

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
