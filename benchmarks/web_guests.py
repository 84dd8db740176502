"""Guests of a house under load, six at each table, in a process of their own: cheap, so that the house is measured.

Each has a session and a connection that stays open. A round is a bet from each seat, its word that it has done, and its
decision. What is asked against which moment follows from the answers. When a round is over, that is in the last
answer alone; the versions of the other seats are as far from that seat's as after the first round, which is looked up.

Orders come on standard input, a line of JSON each, and results go to standard output in the same way.
"""

import argparse
import asyncio
import json
import resource
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

SEATS: Final = 6
ACTS: Final = ("bet", "done", "choose")
"""What each seat does in a round."""
CHIPS: Final = 10**8
HEAD_END: Final = b"\r\n\r\n"
LENGTH: Final = b"content-length: "
COOKIE: Final = b"set-cookie: "
TICK_SECONDS: Final = 0.001
Shown = dict[str, Any]


@dataclass
class Table:
    """What is known of a table."""

    id: str
    guests: list["Guest"] = field(default_factory=list)
    round: int = 0
    step: int = 0
    heard: list[tuple[int, int, Shown]] = field(default_factory=list)
    """The answers to those who wait for the others: the journal's length, the seat, and the answer."""
    apart: dict[int, int] = field(default_factory=dict)
    """By seat: how far its version is from the first seat's when a round is over."""


class Guest(asyncio.Protocol):
    """One connection: sends what it is given, and hands each answer over."""

    transport: asyncio.Transport

    def __init__(self, crowd: "Crowd", table: Table) -> None:
        self.crowd = crowd
        self.table = table
        self.seat = self.version = 0
        self.act = "bet"
        self.key = self.cookie = ""
        self.since = 0.0
        self.read = b""
        self.reply: asyncio.Future[Shown] | None = None
        self.bodies = {
            "bet": '{"wagers":{"initial":100},"spot":1,MOMENT}',
            "done": "{MOMENT}",
            "choose": '{"option":"check",MOMENT}',
        }
        """By act, ready to be sent but for the moment."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # as asyncio makes it

    def connection_lost(self, error: Exception | None) -> None:
        if not self.crowd.is_over:
            self.crowd.fail(f"a connection was lost: {error}")

    def data_received(self, data: bytes) -> None:
        self.read += data
        end = self.read.find(HEAD_END)
        if end < 0:
            return
        head, body = self.read[:end], self.read[end + 4 :]
        length = head.index(LENGTH) + len(LENGTH)
        if len(body) < int(head[length:].partition(b"\r")[0]):
            return
        self.read = b""
        if not head.startswith(b"HTTP/1.1 200"):
            self.crowd.fail(f"{self.act} was answered {head[9:12].decode()}: {body.decode()}")
        if self.reply is None:
            self.crowd.heard(self, body)
            return
        if COOKIE in head:
            self.cookie = head[head.index(COOKIE) + len(COOKIE) :].partition(b";")[0].decode()
        reply, self.reply = self.reply, None
        reply.set_result(json.loads(body))

    def send(self, method: str, path: str, body: str = "") -> None:
        key = f"Idempotency-Key: {self.key}\r\n" if self.key else ""
        about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        host = f"Host: 127.0.0.1:{self.crowd.port}\r\n"
        self.transport.write(f"{method} {path} HTTP/1.1\r\n{host}{cookie}{key}{about}\r\n{body}".encode())

    async def ask(self, method: str, path: str, body: object = None) -> Shown:
        """Ask, and wait for the answer."""
        self.reply = asyncio.get_running_loop().create_future()
        self.send(method, path, json.dumps(body) if body is not None else "")
        return await self.reply

    def go_on(self) -> None:
        """Send what comes next."""
        crowd, table = self.crowd, self.table
        crowd.keys += 1
        self.key = f"key-{crowd.keys:012}"
        moment = f'"against":{{"round":{table.round},"step":{table.step},"version":{self.version}}}'
        body = self.bodies[self.act].replace("MOMENT", moment)
        self.send("POST", f"/api/tables/{table.id}/{self.act}", body)


class Reader(asyncio.Protocol):
    """A browser's stream, which is read and forgotten."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        host, cookie = f"Host: 127.0.0.1:{self.guest.crowd.port}", f"Cookie: {self.guest.cookie}"
        head = f"GET /api/stream HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n"
        transport.write(head.encode())  # type: ignore[attr-defined]  # as asyncio makes it

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)


class Crowd:
    """All guests, and what they have heard."""

    def __init__(self, port: int, tables: list[str], *, empty: bool) -> None:
        """Play at tables of a house at a port; an empty one says nothing in its answers."""
        self.port = port
        self.tables = [Table(id_) for id_ in tables]
        self.is_empty = empty
        self.is_over = False
        self.keys = 0
        self.ready: deque[Guest] = deque()
        """Those who have something to do."""
        self.owed: deque[float] = deque()
        """When somebody should have done something, and nobody could."""
        self.until = 0.0
        self.is_paced = False
        self.busy = 0
        self.took: list[float] = []
        self.acknowledged: list[tuple[str, str, int, int, str]] = []
        """What was done, at which table and seat, the seat's version after it, and under which key."""
        self.idle = asyncio.Event()

    def fail(self, why: str) -> None:
        """Stop: from here on nothing is as it should be."""
        print(json.dumps({"failure": why}), flush=True)
        sys.exit(1)

    # ── The first round ──────────────────────────────────────────────────────────────────────────────────────────────

    async def enter(self) -> None:
        """Take all seats, and play a round at the first table that is looked up."""
        await asyncio.gather(*(self.sit(table) for table in self.tables))
        first = self.tables[0]
        if not self.is_empty:
            await self.learn(first)
            for guest in (guest for table in self.tables for guest in table.guests):
                guest.bodies = first.guests[guest.seat - 1].bodies
                guest.table.apart = first.apart
        self.ready.extend(guest for table in self.tables for guest in table.guests)

    async def sit(self, table: Table) -> None:
        """Take the seats of a table, one after the other."""
        loop = asyncio.get_running_loop()
        for seat in range(1, SEATS + 1):
            _, guest = await loop.create_connection(lambda: Guest(self, table), "127.0.0.1", self.port)
            await guest.ask("POST", "/api/guests", {"name": f"Guest {seat}"})
            guest.key, guest.seat = f"sit-{seat:08}", seat
            sat = await guest.ask("POST", f"/api/tables/{table.id}/sit", {"seat": seat, "cents": CHIPS})
            table.round, table.step, guest.version = sat.get("round", 0), sat.get("step", 0), sat.get("version", 0)
            table.guests.append(guest)

    async def learn(self, table: Table) -> None:
        """Play a round, and see what may be bet and decided, and where it leaves each seat."""
        for act in ACTS:
            for guest in table.guests:
                legal = (await self.look(guest))["you"]["legal"]
                if act == "bet":
                    wager = legal["wagers"][0]
                    spot = wager["spots"][0] if wager["spots"] else 0
                    guest.bodies[act] = f'{{"wagers":{{"{wager["wager"]}":{wager["least"]}}},"spot":{spot},MOMENT}}'
                elif act == "choose":
                    cheapest = min(legal["decision"]["options"], key=lambda each: int(each["cents"]))
                    guest.bodies[act] = f'{{"option":"{cheapest["option"]}",MOMENT}}'
                guest.act = act
                guest.reply = asyncio.get_running_loop().create_future()
                guest.go_on()
                self.note(guest, await guest.reply)
        for guest in table.guests:
            await self.look(guest)
            table.apart[guest.seat] = guest.version - table.guests[0].version
            guest.act = "bet"

    async def look(self, guest: Guest) -> Shown:
        """See where a guest stands."""
        guest.key = ""
        view = await guest.ask("GET", f"/api/tables/{guest.table.id}")
        guest.table.round, guest.table.step, guest.version = view["round"], view["step"], view["you"]["version"]
        return view

    async def listen(self) -> Shown:
        """Let every guest follow the tables over a stream from now on."""
        loop = asyncio.get_running_loop()
        guests = [guest for table in self.tables for guest in table.guests]
        for guest in guests:
            await loop.create_connection(partial(Reader, guest), "127.0.0.1", self.port)
        return {"streams": len(guests)}

    def note(self, guest: Guest, answer: Shown) -> None:
        self.acknowledged.append((guest.act, guest.table.id, guest.seat, answer["version"], guest.key))

    # ── Rounds under load ────────────────────────────────────────────────────────────────────────────────────────────

    def heard(self, guest: Guest, body: bytes) -> None:
        """Take an answer, and find out who has something to do now."""
        now = time.perf_counter()
        self.took.append(now - guest.since)
        self.busy -= 1
        for each in self.next_after(guest, body):
            if now >= self.until or (self.is_paced and not self.owed):
                self.ready.append(each)
            else:
                self.begin(each, self.owed.popleft() if self.is_paced else now)
        if not self.busy and now >= self.until:
            self.idle.set()

    def next_after(self, guest: Guest, body: bytes) -> Iterator[Guest]:
        """Those who can go on after an answer: whoever got it, or all at the table."""
        if self.is_empty:
            guest.act = ACTS[(ACTS.index(guest.act) + 1) % len(ACTS)]
            yield guest
            return
        answer = json.loads(body)
        self.note(guest, answer)
        guest.version = answer["version"]
        if guest.act == "bet":
            guest.act = "done"
            yield guest
            return
        table, is_over = guest.table, guest.act == "choose"
        table.heard.append((answer["number"], guest.seat, answer))
        if len(table.heard) < SEATS:
            return
        _, seat, last = max(table.heard, key=lambda each: each[0])
        table.heard, table.round, table.step = [], last["round"], last["step"]
        for each in table.guests:
            if is_over:
                each.version = last["version"] + table.apart[each.seat] - table.apart[seat]
            each.act = "bet" if is_over else "choose"
            yield each

    def begin(self, guest: Guest, since: float) -> None:
        guest.since = since
        self.busy += 1
        guest.go_on()

    async def run(self, seconds: float, rate: float) -> Shown:
        """Act for some time, at a rate, or each as soon as there is an answer where that is 0."""
        self.took, self.owed, self.is_paced = [], deque(), rate > 0
        self.idle.clear()
        usage, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        self.until = start + seconds
        if rate:
            await self.pace(start, rate)
        else:
            for _ in range(len(self.ready)):
                self.begin(self.ready.popleft(), time.perf_counter())
        if self.busy:
            await self.idle.wait()
        took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
        spent = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
        return {"failure": "", "seconds": took, "core": spent / took, "took": self.took}

    async def pace(self, start: float, rate: float) -> None:
        """Have something done at a rate; what nobody can do yet waits for somebody who can, and its time runs."""
        begun = 0
        while (now := time.perf_counter()) < self.until:
            for _ in range(int((now - start) * rate) - begun):
                begun += 1
                if self.ready:
                    self.begin(self.ready.popleft(), now)
                else:
                    self.owed.append(now)
            await asyncio.sleep(TICK_SECONDS)


async def obey(port: int, tables: list[str], *, empty: bool) -> list[tuple[str, str, int, int, str]]:
    """Follow orders until there are no more; gives what was acknowledged."""
    crowd = Crowd(port, tables, empty=empty)
    loop = asyncio.get_running_loop()
    await crowd.enter()
    print(json.dumps({"guests": SEATS * len(tables)}), flush=True)
    while order := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(order)
        print(json.dumps(await (crowd.run(**asked) if asked else crowd.listen())), flush=True)
    crowd.is_over = True
    return crowd.acknowledged


def main() -> None:
    """Read the arguments, enter, and follow orders."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("port", type=int)
    parser.add_argument("acknowledged", type=Path, help="where to write what was acknowledged")
    parser.add_argument("tables", nargs="+")
    parser.add_argument("--empty", action="store_true")
    asked = parser.parse_args()
    acknowledged = asyncio.run(obey(asked.port, asked.tables, empty=asked.empty))
    asked.acknowledged.write_text(json.dumps(acknowledged), encoding="utf-8")


if __name__ == "__main__":
    main()
