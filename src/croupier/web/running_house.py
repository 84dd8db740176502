"""The running house as the routes see it: requests that are written before they are answered, and what may be shown."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final, TypeVar

from croupier import __version__
from croupier.chance import DICE, SHUFFLE
from croupier.house.floor import SWEEP
from croupier.house.guest import Guest
from croupier.house.house import House
from croupier.house.own_round import OwnRound
from croupier.house.requests import Asked, Note
from croupier.house.rows import Answer, Entry, Played
from croupier.house.settings import DAY, SECOND
from croupier.house.table import CLOSED
from croupier.house.unit import TABLE, Unit
from croupier.identity import software_version
from croupier.rulebook import Rulebook
from croupier.store.committer import Committer
from croupier.store.store import Broken, NotNow
from croupier.web.problem import RETRY, Problem
from croupier.web.self_check import checked, kept_in

Seen = TypeVar("Seen")
Shown = Mapping[str, Any]
CHECKED: Final = "checked"
"""When the last self-check was made, as the store keeps it."""
USED_KEY: Final = "key"
"""The error of a command whose key was used for another one."""
SHUFFLED: Final = '"event":"cards_shuffled"'
PIECE: Final = 500
OPENED: Final = '"event":"round_opened"'
ROUND_RECORDS: Final = 1_200
"""How many records of a round are shown, and of what came before it; a full table has a few hundred at most."""
SHOE_RECORDS: Final = 50_000
"""How many records are looked through for the shuffle of a shoe, so many at a time."""


class RunningHouse:
    """Asks the house, and looks at it when nothing in its memory is ahead of the disk."""

    def __init__(
        self,
        house: House,
        committer: Committer[House],
        clock: Callable[[], int],
        own_games: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Take a house, who writes for it, a clock that gives milliseconds UTC, and how games in files are named."""
        self.own_games = own_games
        self.house = house
        self.committer = committer
        self.store = committer.store
        self.now = clock
        self.usual: dict[str, Rulebook] = {}
        """Games under the usual house rules, made when somebody asks."""
        self.is_in_order = True
        """Whether the last self-check found nothing wrong."""

    async def ask(self, asked: Asked) -> Unit:
        """Have something done; the answer comes when it is on the disk."""
        try:
            unit = await self.committer.ask(asked)
        except (NotNow, Broken) as error:
            reason = f"{str(error) or 'nothing can be done now'}; ask again later with the same key"
            raise Problem(503, reason, error=type(error).__name__.lower(), headers=RETRY) from None
        answer = unit.answer
        if answer.status == 409 and answer.body["error"] == USED_KEY:  # the house keeps nothing of these
            raise Problem(409, answer.body["reason"], error=USED_KEY, field="key")
        return unit

    async def look(self, look: Callable[[House], Seen]) -> Seen:
        """Look at the house when nothing in its memory is ahead of the disk."""
        return await self.committer.read(look)

    async def guest(self, token_hash: str) -> Guest | None:
        """Whose session a token opens; that it opens none is said only of what is on the disk."""

        def found(house: House) -> Guest | None:
            return house.guest_by_token(token_hash, self.now())

        return found(self.house) or await self.look(found)

    async def answer(self, guest: str, key: str) -> Answer | None:
        """What was answered under a key."""
        return await self.store.answer(guest, key)

    async def rounds(self, guest: str, skip: int) -> Sequence[Shown]:
        """The rounds that a guest had a part in, the latest first, after some that were seen already."""
        names = ("table", "round", "seat", "at", "before", "after")
        return [{name: getattr(each, name) for name in names} for each in await self.store.played(guest, skip=skip)]

    async def round(self, guest: str, table: str, number: int) -> OwnRound:
        """A round that is over, as a guest saw it."""
        played, document = await self.store.round_of(guest, table, number), await self.store.document(TABLE, table)
        if played is None or document is None:
            raise Problem(404, "you had no part in such a round, or it is not over", field="number")
        played = replace(played, first=max(played.first, played.last + 1 - ROUND_RECORDS))
        lines = [line async for line in self.store.lines(table, played.first, played.last + 1)]
        if not any(OPENED in line for line in lines):
            raise Problem(
                404, "too much has happened in this round for it to be shown; an operator has it", field="number"
            )
        wanted = (SHUFFLE, played.shuffle), (DICE, played.round)
        found = [await self.store.opening(table, of, number) for of, number in wanted]
        openings = [opening for opening in found if opening]
        is_here = not played.shuffle or any(SHUFFLED in line for line in lines)
        shuffled = "" if is_here else await self.shuffled(played)
        return await self.look(lambda house: house.own_round(document, played, lines, openings, shuffled))

    async def shuffled(self, played: Played) -> str:
        """The last record of a shuffle before those of a round; empty where it is too far back."""
        least = max(0, played.first - SHOE_RECORDS)
        for stop in range(played.first, least, -PIECE):
            lines = [line async for line in self.store.lines(played.table, max(least, stop - PIECE), stop)]
            found = next((line for line in reversed(lines) if SHUFFLED in line), "")
            if found:
                return found
        return ""

    async def shared(self, secret: str) -> tuple[Shown, OwnRound]:
        """A round that somebody shares, by the secret of its link, and whether its table may be named.

        The id of a private table is its address: whoever has it may sit down there.
        """
        now = self.now()
        share = await self.look(lambda house: house.shared(secret, now))
        if share is None:
            raise Problem(404, "this link is not valid; it may have been revoked, or its time is up")
        document = await self.store.document(TABLE, share["table"])
        body = (document and document.body) or {}
        names_table = body.get("status") == CLOSED or not body.get("is_private", False)
        found = await self.round(share["guest"], share["table"], share["round"])
        return {**share, "names_table": names_table}, found

    # ── For everybody ────────────────────────────────────────────────────────────────────────────────────────────────

    def about(self) -> Shown:
        """What the house is, and how long it keeps what."""
        settings = self.house.settings
        return {
            "version": __version__,
            "software": software_version(),
            "now": self.now(),
            "retention": {
                "session_idle": settings.idle,
                "session": settings.absolute,
                "name": 2 * SWEEP // SECOND,
                "answers": settings.answers,
                "link": settings.link,
                "share": settings.share,
                "journals": None,
                "log": None,
            },
        }

    def games(self) -> Sequence[Shown]:
        """The games that may be played."""
        games = self.house.games.values()
        return [{"game": game.id, "title": game.title, "goal": game.goal} for game in games]

    def usual_rules(self, game: str) -> Rulebook | None:
        """A game under the usual house rules; None for one that may not be played here."""
        found = self.house.games.get(game)
        if found and game not in self.usual:
            self.usual[game] = found.rulebook()
        return self.usual.get(game)

    # ── For operators ────────────────────────────────────────────────────────────────────────────────────────────────

    async def is_new(self) -> bool:
        """Whether there never was a table."""
        return not await self.store.documents(TABLE)

    async def put_away_tables(self) -> Mapping[str, Sequence[Shown]]:
        """Tables that are closed, and those that could not be read, as when their game is not allowed any more."""
        names = ("name", "game", "reason", "opened_at")
        found: dict[str, list[Shown]] = {"closed": [], "unread": []}
        for id_, document in (await self.store.documents(TABLE)).items():
            is_over = self.house.is_over(document)
            if is_over or id_ not in self.house.memory.tables:
                shown = {"table": id_, **{name: (document.body or {})[name] for name in names}}
                found["closed" if is_over else "unread"].append(shown)
        return found

    async def tables(self) -> Sequence[Shown]:
        """All tables that are not closed, with their settings."""
        return await self.look(
            lambda house: [
                {
                    **house.view(id_),
                    "opened_at": table.opened_at,
                    "guests": {str(seat): person.guest for seat, person in sorted(table.people.items())},
                }
                for id_, table in house.memory.tables.items()
                if table.status != CLOSED
            ]
        )

    async def guests(self) -> Sequence[Shown]:
        """Everybody whose session is not over."""
        now = self.now()

        def shown(house: House) -> list[Shown]:
            guests = house.memory.guests.values()
            return [house.guest_view(each.id, now) for each in guests if not each.is_over(house.settings, now)]

        return await self.look(shown)

    def log(self, start: int) -> AsyncIterator[tuple[int, Entry]]:
        """Significant events."""
        return self.store.log(start)

    async def has_table(self, table: str) -> bool:
        """Whether there is a table, or was one."""
        return await self.store.document(TABLE, table) is not None

    def journal(self, table: str) -> AsyncIterator[str]:
        """The lines of a journal."""
        return self.store.lines(table)

    async def openings(self, table: str, records: int | None = None) -> AsyncIterator[str]:
        """The openings of a table's shuffles and dice, as they were after so many records, or as they are now."""
        async for opening in self.store.openings(table, records):
            yield opening.text

    async def verify(self) -> Shown:
        """Check the source of chance, the program and every table's whole journal."""
        with TemporaryDirectory(prefix="croupier-check-") as folder:
            kept = []
            for id_, document in (await self.store.documents(TABLE)).items():
                game = self.own_games.get((document.body or {})["game"], "")
                openings = partial(self.openings, id_)
                kept.append(await kept_in(Path(folder), id_, game, self.journal(id_), openings))
            return await checked(software_version(), kept)

    async def self_check(self, why: str, operator: str = "") -> Shown:
        """Check everything and put the verdict on record."""
        verdict = "could not be made"
        try:
            found = await self.verify()
            self.is_in_order = found["is_in_order"]
            verdict = "in order" if self.is_in_order else "something is wrong"
        finally:
            await self.store.note(CHECKED, self.now())
            await self.ask(Asked(Note("self-check", why=why, after=verdict), operator=operator))
        return found

    async def self_check_due(self) -> int:
        """When the next daily self-check is due, however often the house was started in between."""
        checked = (await self.store.meta()).get(CHECKED)
        if checked is None:
            checked = self.now()
            await self.store.note(CHECKED, checked)
        return int(checked) + DAY * SECOND

    # ── For whoever watches the process ──────────────────────────────────────────────────────────────────────────────

    def is_ready(self) -> bool:
        """Whether commands are taken."""
        committer = self.committer
        return committer.is_writable and not (committer.is_broken or committer.asked_to_stop.is_set())

    def gauges(self) -> Mapping[str, tuple[str, float]]:
        """What is measured now."""
        memory = self.house.memory
        tables = [table for table in memory.tables.values() if table.status != CLOSED]
        return {
            "tables": ("Tables that are not closed.", len(tables)),
            "guests": ("Sessions at hand.", len(memory.tokens)),
            "people": ("People at tables.", sum(len(table.people) for table in tables)),
            "batches_total": ("Transactions written.", self.committer.counts.batches),
            "commands_total": ("Commands in them, and whatever was due by the clock.", self.committer.counts.units),
            "in_order": ("1 unless the last self-check found something wrong.", int(self.is_in_order)),
            "writable": ("1 while commands are written.", int(self.is_ready())),
        }
