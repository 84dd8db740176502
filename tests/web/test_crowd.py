"""A crowd over real connections: idle streams, readers that stall and senders that dawdle disturb nobody."""

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from croupier.web.client import Client
from croupier.web.stream import Listener
from tests.web.live import LIMITS
from tests.web.served import Served, served, until

pytestmark = pytest.mark.server
STREAMS = 1_000


@pytest.fixture
def house() -> Iterator[Served]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * STREAMS), hard))
    try:
        with served(replace(LIMITS, streams_each=2 * STREAMS)) as house:
            yield house
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connected(house: Served, text: str, *, buffer: int = 0) -> socket.socket:
    """Connect and send something, with a small buffer for what comes back where one is asked for."""
    made = socket.socket()
    if buffer:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.connect(("127.0.0.1", house.port))
    made.sendall(text.encode())
    return made


def seated(house: Served, stack: ExitStack, name: str) -> tuple[Client, str]:
    client = Client(house.url)
    stack.callback(client.close)
    client.enter(name)
    (table,) = (each["table"] for each in client.get("/api/tables")["tables"])
    assert client.command(f"/api/tables/{table}/sit", {"cents": 50_000}).is_done
    return client, table


def waiting(house: Served) -> set[Listener]:
    """The streams that have news and cannot tell it."""
    assert house.live
    return {each for them in house.live.news.listeners.values() for each in them if each.woken.is_set()}


def bets(client: Client, table: str, number: int) -> int:
    """How many wagers of a row are taken."""
    taken = 0
    for cents in range(500, 500 + number):
        view = client.get(f"/api/tables/{table}")
        against = {"round": view["round"], "step": view["step"], "version": view["you"]["version"]}
        taken += client.command(f"/api/tables/{table}/bet", {"wagers": {"player": cents}, "against": against}).is_done
    return taken


def test_a_thousand_idle_streams_disturb_nobody(house: Served) -> None:
    assert house.live
    with ExitStack() as stack:
        idle = Client(house.url)
        stack.callback(idle.close)
        idle.enter("Idle")
        ask = f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nCookie: {idle.cookie}\r\n\r\n"
        for _ in range(STREAMS):
            stack.enter_context(connected(house, ask))
        for _ in until():
            if house.live.news.number == STREAMS:
                break
        assert house.live.news.number == STREAMS
        client, table = seated(house, stack, "Ada")
        assert bets(client, table, 20) == 20
        assert house.live.news.number == STREAMS
    for _ in until():
        if house.live.news.number == 0:
            break
    assert house.live.news.number == 0


def test_a_stalled_reader_and_a_slow_sender_disturb_nobody(house: Served) -> None:
    assert house.live
    with ExitStack() as stack:
        client, table = seated(house, stack, "Ada")
        head = f"Host: 127.0.0.1:{house.port}\r\nCookie: {client.cookie}\r\n"
        stack.enter_context(connected(house, f"GET /api/stream HTTP/1.1\r\n{head}\r\n", buffer=4096))
        slow = stack.enter_context(
            connected(house, f"POST /api/me/rename HTTP/1.1\r\n{head}Content-Length: 100\r\n\r\n")
        )
        following = client.stream()
        assert next(following).kind == "me"
        for letter in b'{"name": "':
            slow.sendall(bytes([letter]))
            assert bets(client, table, 10) == 10
        told: list[int] = []
        while len(told) < 100:
            body = next(following).body
            told += [each["cents"] for each in body.get("events") or () if each["event"] == "wager_placed"]
        assert told == list(range(500, 510)) * 10
        assert len(waiting(house)) == 1, "the other one was told nothing more since it stopped reading"
        following.close()
