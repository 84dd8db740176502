"""The route of the stream: everything that one browser follows, over one connection."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from pydantic import Field
from starlette.responses import Response

from croupier.house.guest import Guest, hash_of
from croupier.house.house import House
from croupier.house.requests import Asked, Connected
from croupier.store.store import NotNow
from croupier.web import answers as a
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk
from croupier.web.door import cookie
from croupier.web.problem import Problem
from croupier.web.settings import TABLES_WATCHED
from croupier.web.stream import (
    HEARTBEAT,
    RETRY_MILLISECONDS,
    EventStream,
    Listener,
    cursor_from,
    cursor_text,
    written,
)

router = APIRouter(tags=["stream"], responses=a.AT_THE_DOOR)
TOO_MANY_STREAMS = "too many streams are open; close one, or try again later"

Watched = Annotated[
    list[Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=64)]] | None,
    Query(max_length=TABLES_WATCHED, description="Tables to watch beside those where you sit; may be repeated."),
]
LastId = Annotated[
    str, Header(alias="Last-Event-ID", max_length=2_000, description="The id of the last message you saw.")
]


class Feed:
    """What one stream tells: tables that moved, the guest's own news, and why it ends."""

    def __init__(self, desk: Desk, listener: Listener, token: str, watched: list[str], seen: dict[str, int]) -> None:
        self.desk = desk
        self.listener = listener
        self.token = token
        self.watched = watched
        self.cursor: dict[str, int] = {}
        self.me: Mapping[str, Any] = {}
        """What the reader knows of its wallet and seats."""
        self.seen = seen
        """What the reader knew before it reconnected."""
        self.is_announced = True
        """Whether the house was told that the reader is there."""

    async def messages(self) -> AsyncIterator[str]:
        """Everything to send, until the session or the house ends."""
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        listener = self.listener
        while True:
            listener.woken.clear()
            news, listener.news = listener.news, set()
            try:
                reason = await self.why_over()
                texts = [] if reason else await self.desk.running.look(partial(self.told, news))
            except NotNow:  # what there is to tell is told once the store can be read again
                listener.news |= news
                reason, texts, seconds = "", [], RETRY_MILLISECONDS / 1000
            else:
                seconds = self.desk.settings.limits.heartbeat_seconds
            for text in texts:
                yield text
            if reason:
                yield written("end", {"reason": reason}, cursor_text(self.cursor))
                return
            try:
                async with asyncio.timeout(seconds):
                    await listener.woken.wait()
            except TimeoutError:
                yield HEARTBEAT

    def told(self, news: set[str], house: House) -> list[str]:
        """What there is to tell, all from one moment of the house."""
        texts = []
        is_missed = house.is_missed(self.listener.guest)
        if is_missed and not self.is_announced:  # another process has seen an earlier stream end
            self.desk.tell_house(Asked(Connected(is_there=True), guest=self.listener.guest))
        self.is_announced = is_missed
        me = house.guest_view(self.listener.guest, self.desk.running.now())
        if me != self.me:
            self.me = me
            texts.append(written("me", me, cursor_text(self.cursor)))
        return [*texts, *(self.tell(house, table) for table in self.follow(house, me["tables"], news))]

    def follow(self, house: House, seats: Iterable[str], news: set[str]) -> list[str]:
        """Follow the tables where the guest sits now and those watched; gives those to tell of."""
        known = house.memory.tables
        tables = [table for table in dict.fromkeys([*seats, *self.watched]) if table in known]
        for left in self.cursor.keys() - set(tables):
            self.desk.news.unfollow(self.listener, left)
            del self.cursor[left]
        for table in tables:
            self.desk.news.follow(self.listener, table)
        return [table for table in tables if table in news or table not in self.cursor]

    def tell(self, house: House, table: str) -> str:
        """A table as it is now, and what has happened since the reader last heard of it."""
        guest = self.listener.guest
        view = house.view(table, guest)
        before = self.cursor.get(table, self.seen.pop(table, None))
        events = house.since(table, guest, before) if before is not None else None
        self.cursor[table] = view["number"]
        return written("table", {"table": table, "events": events, "view": view}, cursor_text(self.cursor))

    async def why_over(self) -> str:
        """Why nothing more is told; empty while the session lasts."""
        if self.desk.is_draining:
            return "stopping"
        return "" if await self.desk.running.guest(hash_of(self.token)) else "session"


@router.get(
    "/api/stream",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "description": "Messages, for ever."},
        **a.refusals(401, 422),
    },
    operation_id="stream",
)
async def stream(
    request: Request,
    desk: CurrentDesk,
    guest: CurrentGuest,
    watch: Watched = None,
    last_event_id: LastId = "",
) -> Response:
    """Follow your tables, and others that you watch.

    A message `table` has the table as you may see it, and what has happened since the last one; `me` has your wallet
    and seats; `end` says why the stream is over.
    """
    return opened(Feed, request, desk, guest, watch, last_event_id)


def opened(
    kind: Callable[..., Feed], request: Request, desk: Desk, guest: Guest, watch: list[str] | None, last_event_id: str
) -> Response:
    """Open a stream, if there are not too many."""
    limits = desk.settings.limits
    address: str = request.scope["state"]["address"]
    is_crowded = desk.news.number >= limits.streams or desk.news.at[address] >= limits.streams_of_address
    if is_crowded or desk.news.of(guest.id) >= limits.streams_each:
        raise Problem(429, TOO_MANY_STREAMS, headers={"Retry-After": "10"})
    token = cookie(request.scope, desk.settings.guest_cookie)
    listener = desk.news.listen(guest.id, address)
    feed = kind(desk, listener, token, list(dict.fromkeys(watch or [])), cursor_from(last_event_id))

    def ended() -> None:
        desk.news.leave(listener)
        if not desk.news.of(guest.id):
            desk.tell_house(Asked(Connected(is_there=False), guest=guest.id))

    if desk.news.of(guest.id) == 1:
        desk.tell_house(Asked(Connected(is_there=True), guest=guest.id))
    return EventStream(feed.messages, limits.send_seconds, ended)
