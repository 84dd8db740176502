"""A whole house in memory behind its app: every answer is held against the OpenAPI document."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from fastapi import FastAPI
from jsonschema import Draft202012Validator

from croupier.chance import Entropy
from croupier.games import GAMES, game
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.requests import Asked, Note, OpenTable
from croupier.house.settings import HouseSettings
from croupier.rulebook import Game
from croupier.store.committer import Committer
from croupier.store.loading import Loader
from croupier.store.memory import MemoryStore
from croupier.web.app import behind_door, make_app
from croupier.web.client import new_key
from croupier.web.desk import Desk
from croupier.web.edges import EdgeBook, Edges, Wanted
from croupier.web.operators import Operators
from croupier.web.running_house import RunningHouse
from croupier.web.settings import Limits, Rate, Settings, settings_for
from croupier.web.stream import News
from tests.web.asgi import Heard, ask

START = 1_800_000_000_000
OPERATOR, OPERATOR_KEY = "ada", "the right key of this operator"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DOCUMENT: dict[str, Any] = {}
QUICK: Mapping[str, Any] = {"between": 0, "bet": 3600, "decide": 3600, "bank": 3600}
MANY = Rate(1_000_000, 1_000_000)
LIMITS = Limits(guest=MANY, address=MANY, enter=MANY, opening=MANY, work=MANY, notes=MANY)


async def counted(_: Wanted) -> Edges:
    """Edges that nobody waits for."""
    return Edges({}, "this is a test")


@cache
def routes() -> FastAPI:
    """The app, which takes longer to make than to use; each house puts its own door before it."""
    return make_app()


class Live:
    """The house, its app, and a clock that stands still until it is moved."""

    def __init__(
        self,
        settings: Settings | None = None,
        house: HouseSettings | None = None,
        entropy: Entropy = os.urandom,
        more_games: Iterable[Game] = (),
    ) -> None:
        self.time = START
        self.store = MemoryStore()
        games = {id_: game(id_) for id_ in GAMES} | {each.id: each for each in more_games}
        self.house = House(house or HouseSettings(), SealKeys((bytes(32),)), entropy, games)
        self.news = News()
        loader = Loader(self.house, self.store, lambda: self.time)
        self.committer = Committer(self.house, self.store, loader.reload, lambda: self.time)
        self.committer.news = self.news.tell
        self.settings = settings or settings_for("127.0.0.1", 8777, None, limits=LIMITS)
        hashes = {OPERATOR: CHEAP.hash(OPERATOR_KEY)}
        self.operators = Operators(
            lambda: hashes,
            self.settings.lockout,
            idle_seconds=self.settings.operator_idle_seconds,
            seconds=self.settings.operator_seconds,
        )
        self.desk = Desk(
            RunningHouse(self.house, self.committer, lambda: self.time),
            self.settings,
            self.operators,
            self.news,
            edges=EdgeBook(counted),
        )
        self.app = behind_door(routes(), self.desk)

    @property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document, which takes long to make and is the same for every house."""
        if not DOCUMENT:
            DOCUMENT.update(routes().openapi())
        return DOCUMENT

    async def ask(self, method: str, path: str, body: object = None, **more: Any) -> Heard:
        """Ask the app, and hold the answer against the document."""
        heard = await ask(self.app, method, path, body, **more)
        check(self.document, method, path, heard)
        return heard

    async def settle(self) -> None:
        """Wait until all that was noted beside answers is written."""
        while self.desk.tasks:
            await asyncio.gather(*self.desk.tasks)
        await self.committer.read(lambda _: None)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and whatever is due happen."""
        self.time += int(seconds * 1000)
        while (due := self.house.due()) is not None and due <= self.time:
            await self.committer.ask(Asked(Note("time passes")))

    async def open(self, game_id: str = "baccarat", **settings: Any) -> str:
        """Open a table."""
        asked = OpenTable(game_id, f"A table of {game_id}", {}, {**QUICK, **settings})
        answer = (await self.committer.ask(Asked(asked, operator=OPERATOR))).answer
        assert answer.status == 200, answer.body
        table: str = answer.body["table"]
        return table

    async def visitor(self, name: str = "Ada") -> "Visitor":
        """Let somebody in."""
        visitor = Visitor(self)
        heard = await visitor.post("/api/guests", {"name": name}, key="")
        assert heard.status == 200, heard.body
        return visitor

    async def operator(self) -> "Visitor":
        """Let an operator in."""
        visitor = Visitor(self)
        heard = await visitor.post("/api/operator/enter", {"name": OPERATOR, "key": OPERATOR_KEY}, key="")
        assert heard.status == 200, heard.body
        return visitor

    async def refusals(self) -> list[str]:
        """What was refused, as the log has it."""
        await self.settle()
        return [f"{entry.what} {entry.why}" async for _, entry in self.store.log() if entry.what.startswith("refused")]

    async def kept(self) -> list[object]:
        """Everything that is kept but the log and the answers."""
        await self.settle()
        tables = list(self.house.memory.tables)
        guests = list(self.house.memory.guests)
        return [
            {kind: await self.store.documents(kind) for kind in ("table", "guest", "link", "share")},
            {table: [line async for line in self.store.lines(table)] for table in tables},
            {table: [opening async for opening in self.store.openings(table)] for table in tables},
            {table: await self.store.sealed(table) for table in tables},
            {guest: await self.store.postings(guest) for guest in guests},
        ]


@dataclass
class Visitor:
    """Somebody with a browser."""

    live: Live
    cookie: str = ""

    async def get(self, path: str, **headers: str) -> Heard:
        return await self.ask("GET", path, None, headers)

    async def post(self, path: str, body: object = None, *, key: str | None = None, **headers: str) -> Heard:
        key = new_key() if key is None else key
        return await self.ask("POST", path, body, {**({"idempotency-key": key} if key else {}), **headers})

    async def ask(
        self, method: str, path: str, body: object, headers: Mapping[str, str], raw: bytes | None = None
    ) -> Heard:
        heard = await self.live.ask(
            method, path, body, headers={**({"cookie": self.cookie} if self.cookie else {}), **headers}, raw=raw
        )
        for name, value in heard.headers:
            if name == "set-cookie":
                self.cookie = value.partition(";")[0]
        return heard

    async def view(self, table: str) -> Any:
        heard = await self.get(f"/api/tables/{table}")
        assert heard.status == 200, heard.body
        return heard.json

    async def sit(self, table: str, seat: int = 0, cents: int = 50_000) -> Any:
        heard = await self.post(f"/api/tables/{table}/sit", {"seat": seat, "cents": cents})
        assert heard.status == 200, heard.body
        return heard.json

    async def against(self, table: str) -> dict[str, int]:
        """The moment that this visitor sees."""
        view = await self.view(table)
        return {"round": view["round"], "step": view["step"], "version": view["you"]["version"] if view["you"] else 0}


@asynccontextmanager
async def running(
    settings: Settings | None = None, house: HouseSettings | None = None, **more: Any
) -> AsyncIterator[Live]:
    """A house that runs."""
    live = Live(settings, house, **more)
    writing = asyncio.create_task(live.committer.run())
    try:
        yield live
        await live.settle()
    finally:
        await live.committer.stop()
        await writing


# ── The document ─────────────────────────────────────────────────────────────────────────────────────────────────────


def check(document: Mapping[str, Any], method: str, path: str, heard: Heard) -> None:
    """Hold an answer against the document: its status is listed, and its body has the shape that is stated for it."""
    pattern = pattern_of(document, path)
    if pattern is None:  # of pages, the document says nothing
        assert heard.status in (404, 421, 403, 429) or path == "/openapi.json" or is_page(path), (path, heard.status)
        return
    operation = document["paths"][pattern].get(method.lower())
    if operation is None:
        assert heard.status in (403, 405, 421), (method, path, heard.status)
        return
    stated = operation["responses"].get(str(heard.status))
    assert stated is not None, f"{method} {pattern} answers {heard.status}, which is not stated: {heard.body!r}"
    type_ = heard.header("content-type").partition(";")[0]
    assert type_ in stated["content"], f"{method} {pattern} answers {type_}"
    if type_ == "application/json":
        errors = validator(pattern, method, heard.status).iter_errors(heard.json)
        faults = [f"{error.json_path}: {error.message}" for error in errors]
        assert not faults, f"{method} {pattern} {heard.status}: {faults[:5]}"


@cache
def validator(pattern: str, method: str, status: int) -> Draft202012Validator:
    """What holds an answer against its schema; making it takes longer than using it."""
    stated = DOCUMENT["paths"][pattern][method.lower()]["responses"][str(status)]["content"]["application/json"]
    return Draft202012Validator({**stated["schema"], "components": DOCUMENT["components"]})


def is_page(path: str) -> bool:
    """Whether an address is for people."""
    return not path.startswith("/api/")


def pattern_of(document: Mapping[str, Any], path: str) -> str | None:
    """The pattern that an address follows; one without variables before one with."""
    target = path.partition("?")[0]
    for pattern in sorted(document["paths"], key=lambda each: each.count("{")):
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", pattern), target):
            return str(pattern)
    return None
