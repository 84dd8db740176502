"""What the routes share: the running house, the settings, who is asking, and how an answer is made."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Path, Request
from starlette.responses import Response
from starlette.types import Scope

from croupier.house.guest import Guest, hash_of
from croupier.house.requests import Asked, Note
from croupier.house.table import CLOSED
from croupier.house.unit import Unit
from croupier.identity import rulebook_digest
from croupier.rulebook import Rulebook
from croupier.web.advice import Adviser
from croupier.web.door import cookie, too_many
from croupier.web.edges import EdgeBook, Edges, Wanted
from croupier.web.metrics import Metrics
from croupier.web.operators import Operators
from croupier.web.pace import Pace
from croupier.web.problem import RETRY, Problem
from croupier.web.running_house import RunningHouse
from croupier.web.settings import Settings
from croupier.web.stream import LOBBY, News
from croupier.web.tallies import Tallies

ON_RECORD: Final = "refused at the door"
UNKNOWN: Final = 401
UNAVAILABLE: Final = 503


@dataclass
class Desk:
    """One process of the house, as its routes see it."""

    running: RunningHouse
    settings: Settings
    operators: Operators
    news: News
    metrics: Metrics = field(default_factory=Metrics)
    edges: EdgeBook = field(default_factory=EdgeBook)
    is_draining: bool = False
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    opened: dict[str, str] = field(default_factory=dict)
    """Tables that guests opened here, with the addresses they came from."""
    opening: Counter[str] = field(default_factory=Counter)
    """How many are being opened, by address."""

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.guests = Pace(limits.guest, limits.addresses)
        self.entering = Pace(limits.enter, limits.addresses)
        self.opens = Pace(limits.opening, limits.addresses)
        self.working = Pace(limits.work, limits.addresses)
        self.notes = Pace(limits.notes)
        self.advice = Adviser()
        self.tallies = Tallies(self.running, self.advice, self.edges)
        self.edges.told = lambda: self.news.tell([LOBBY])

    def edges_of(self, book: Rulebook) -> Edges | None:
        """The exact edges under a rulebook; None while they are being counted."""
        game = self.running.own_games.get(book.game.id, book.game.id)
        return self.edges.edges(Wanted(rulebook_digest(book), game, book.house.show()))

    def edges_shown(self, book: Rulebook) -> Mapping[str, Any]:
        """The exact edges under a rulebook, as JSON has them."""
        found = self.edges_of(book)
        known = found.wagers if found else {}
        return {
            "digest": rulebook_digest(book),
            "is_counted": found is not None,
            "reason": found.why_not if found else "",
            "wagers": [
                {"wager": each.id, "label": each.label, "edge": str(known[each.id]) if each.id in known else None}
                for each in book.placed_wagers
            ],
        }

    async def open_table(self, request: Request, asked: Asked) -> Unit:
        """Open a guest's table, unless those at the same address have too many open, or open them too fast."""
        address: str = request.scope["state"]["address"]
        wait = self.opens.wait(address, time.monotonic())
        if wait:
            raise too_many(wait)
        tables = self.running.house.memory.tables
        is_open = {id_: at for id_, at in self.opened.items() if id_ in tables and tables[id_].status != CLOSED}
        self.opened = is_open
        number = sum(at == address for at in is_open.values()) + self.opening[address]
        is_crowded = number >= self.settings.limits.tables_of_address
        is_known = is_crowded and asked.key and await self.running.answer(asked.guest, asked.key)
        if is_crowded and not is_known:  # whoever asks again gets the same answer
            raise Problem(429, "too many tables are open where you are; close one first", headers={"Retry-After": "60"})
        self.opening[address] += 1  # others ask before this is answered
        try:
            unit = await self.running.ask(asked)
        finally:
            self.opening -= Counter([address])
        if unit.answer.status == 200:
            self.opened[unit.answer.body["table"]] = address
        return unit

    def drain(self) -> None:
        """End all streams: the house stops."""
        self.is_draining = True
        self.tallies.close()
        self.advice.close()
        self.news.wake_all()

    def noted(self, scope: Scope, problem: Problem) -> None:
        """Put a refusal at the door on record, unless there are too many of them."""
        if problem.status == 503 or self.notes.wait("", time.monotonic()):
            self.metrics.unrecorded += 1
            return
        state, route = scope["state"], getattr(scope.get("route"), "path", "")
        note = Note(ON_RECORD, f"{scope['method']} {route}".strip()[:100], problem.error)
        self.tell_house(Asked(note, guest=state.get("guest", ""), operator=state.get("operator", "")))

    def tell_house(self, asked: Asked) -> None:
        """Ask something of the house whose answer nobody waits for."""
        self.beside(self.told(asked))

    def beside(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for, until the house stops."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def told(self, asked: Asked) -> None:
        try:
            await self.running.ask(asked)
        except Problem:
            self.metrics.unrecorded += 1


def desk_of(request: Request) -> Desk:
    """What the routes share."""
    desk: Desk = request.app.state.desk
    return desk


async def current_desk(request: Request) -> Desk:
    """The same for routes: what is not a coroutine would run on another thread."""
    return desk_of(request)


# ── Who is asking ────────────────────────────────────────────────────────────────────────────────────────────────────


async def guest_of(request: Request) -> Guest:
    """The guest whose session this is."""
    desk = desk_of(request)
    token = cookie(request.scope, desk.settings.guest_cookie)
    guest = await desk.running.guest(hash_of(token)) if token else None
    if guest is None:
        raise Problem(401, "there is no session, or it is over; enter first")
    request.state.guest = guest.id
    wait = desk.guests.wait(guest.id, time.monotonic())
    if wait:
        raise too_many(wait)
    return guest


async def exchanging_guest(request: Request) -> str:
    """Whose session this is, or was a moment ago: the house knows whether a token may be exchanged."""
    try:
        return (await guest_of(request)).id
    except Problem as problem:
        if problem.status == UNKNOWN and cookie(request.scope, desk_of(request).settings.guest_cookie):
            return ""
        raise


async def operator_of(request: Request) -> str:
    """The operator whose session this is."""
    desk = desk_of(request)
    token = cookie(request.scope, desk.settings.operator_cookie)
    name = desk.operators.operator(token, desk.running.now())
    if not name:
        raise Problem(401, "this is for operators; sign in with an operator's key first")
    request.state.operator = name
    return name


async def paced(request: Request) -> None:
    """Let nobody begin sessions faster than people do."""
    desk = desk_of(request)
    wait = desk.entering.wait(request.scope["state"]["address"], time.monotonic())
    if wait:
        raise too_many(wait)


async def paced_work(request: Request) -> None:
    """Let nobody without a session keep the house busy with pages that take long to make."""
    desk = desk_of(request)
    wait = desk.working.wait(request.scope["state"]["address"], time.monotonic())
    if wait:
        raise too_many(wait)


CurrentGuest = Annotated[Guest, Depends(guest_of)]
CurrentOperator = Annotated[str, Depends(operator_of)]
CurrentDesk = Annotated[Desk, Depends(current_desk)]
ExchangingGuest = Annotated[str, Depends(exchanging_guest)]
KEY: Final = Header(
    alias="Idempotency-Key",
    min_length=8,
    max_length=64,
    pattern=r"^[A-Za-z0-9_-]+$",
    description="Made by you, another for each command; the same again gets the same answer and has no effect.",
)
Key = Annotated[str, KEY]
OptionalKey = Annotated[str, KEY]
"""For a request that works without one too."""
TableId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def answered(body: object, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(json.dumps(body, separators=(",", ":")), status, media_type="application/json")


def replied(unit: Unit, extra: Mapping[str, object] | None = None) -> Response:
    """An answer of the house, as it is kept; what is not kept comes on top."""
    answer = unit.answer
    response = answered({**answer.body, **(extra or {})}, answer.status)
    if answer.status == UNAVAILABLE:
        response.headers.update(RETRY)
    return response


def without_cookie(response: Response, desk: Desk) -> Response:
    """Have a browser forget a session's token."""
    secure = desk.settings.is_secure
    response.delete_cookie(desk.settings.guest_cookie, path="/", secure=secure, httponly=True, samesite="strict")
    return response


def with_cookie(response: Response, desk: Desk, token: str) -> Response:
    """Hand a session's token to a browser, which shows it to no script and to no other site."""
    response.set_cookie(
        desk.settings.guest_cookie,
        token,
        max_age=desk.running.house.settings.absolute,
        path="/",
        secure=desk.settings.is_secure,
        httponly=True,
        samesite="strict",
    )
    return response
