"""A scripted guest: plays whole rounds of any game over the API, with the standard library alone.

It knows no rule. What it may do now is in its view, with all limits, and it does some of that. A command whose answer
is lost is sent again under the same key.
"""

import argparse
import http.client
import json
import random
import secrets
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlsplit

Shown = Mapping[str, Any]
COOKIES: Final = ("croupier", "__Host-croupier")
TRIES: Final = 100
PAUSE_SECONDS: Final = 0.1
BUSY: Final = (429, 503)
SIT_WITH: Final = 500_00
"""What the scripted guest sits down with, in cents, where the wallet has it."""


@dataclass(frozen=True)
class Said:
    """An answer."""

    status: int
    body: Any

    @property
    def is_done(self) -> bool:
        return self.status == 200


@dataclass(frozen=True)
class Message:
    """A message of the stream."""

    kind: str
    id: str
    body: Any


class Lost(Exception):
    """No answer came, however often it was asked for."""


class NoSeat(Exception):
    """There is no table of the game, or no free seat at one."""


class Client:
    """One guest's browser, as it were."""

    def __init__(self, url: str, *, timeout: float = 30) -> None:
        """Take the house's address, such as http://127.0.0.1:8777."""
        split = urlsplit(url)
        self.host, self.port = split.hostname or "127.0.0.1", split.port
        self.is_secure = split.scheme == "https"
        self.timeout = timeout
        self.cookie = ""
        self.connection: http.client.HTTPConnection | None = None

    def connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.is_secure else http.client.HTTPConnection
        return kind(self.host, self.port, timeout=self.timeout)

    def close(self) -> None:
        """Hang up."""
        if self.connection:
            self.connection.close()
            self.connection = None

    def once(self, method: str, path: str, body: object = None, key: str = "") -> Said:
        """Ask once; raises `OSError` or `HTTPException` when no answer comes."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if method == "POST":
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        self.connection = self.connection or self.connect()
        try:
            self.connection.request(method, path, None if method == "GET" else json.dumps(body or {}), headers)
            response = self.connection.getresponse()
            read = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for value in response.headers.get_all("Set-Cookie") or ():
            if value.startswith(COOKIES):  # a guest's, or an operator's
                self.cookie = value.partition(";")[0]
        return Said(response.status, json.loads(read))

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Said:
        """Ask until there is an answer; a command is carried out once, because its key stays the same."""
        for _ in range(TRIES):
            try:
                said = self.once(method, path, body, key)
            except (OSError, http.client.HTTPException):
                time.sleep(PAUSE_SECONDS)
                continue
            if said.status not in BUSY:
                return said
            time.sleep(PAUSE_SECONDS)
        raise Lost(f"{method} {path}")

    def get(self, path: str) -> Any:  # noqa: ANN401  # what JSON has
        """Read something."""
        return self.ask("GET", path).body

    def command(self, path: str, body: object = None) -> Said:
        """Send a command under a key of its own."""
        return self.ask("POST", path, body, new_key())

    def enter(self, name: str) -> Shown:
        """Begin a session."""
        body: Shown = self.ask("POST", "/api/guests", {"name": name}).body
        return body

    def open_table(self, game: str, **more: object) -> Said:
        """Open a table of one's own; `cents` sits down there, `is_private` lists it for nobody else."""
        return self.command("/api/me/tables", {"game": game, "name": "A scripted table", **more})

    def stream(self, *watched: str, after: str = "") -> Generator[Message]:
        """Follow the tables where one sits, and some others, from a message on."""
        headers = {"Cookie": self.cookie, **({"Last-Event-ID": after} if after else {})}
        query = "&".join(f"watch={quote(table)}" for table in watched)
        connection = self.connect()
        try:
            connection.request("GET", f"/api/stream?{query}".rstrip("?"), headers=headers)
            yield from messages(connection.getresponse())
        finally:
            connection.close()


def messages(lines: Iterator[bytes]) -> Iterator[Message]:
    """The messages in the lines of a stream."""
    fields: dict[str, str] = {}
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
            continue
        if "data" in fields:
            yield Message(fields.get("event", ""), fields.get("id", ""), json.loads(fields["data"]))
        fields = {}


def new_key() -> str:
    """A key for a command."""
    return secrets.token_urlsafe(16)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def next_command(view: Shown, chance: random.Random) -> tuple[str, dict[str, Any]] | None:
    """What a seat does next, from what it may do; None while there is nothing to do."""
    you = view["you"]
    if you is None:
        return None
    legal = you["legal"]
    against = {"round": view["round"], "step": view["step"], "version": you["version"]}
    if legal["answer_bank"]:
        return "bank", {
            "act": chance.choice(["take", "decline"]) if legal["take_bank"] else "decline",
            "against": against,
        }
    if legal["decision"]:
        options = [each["option"] for each in legal["decision"]["options"] if each["affordable"]]
        return "choose", {"option": chance.choice(options), "against": against}
    place = next(each for each in view["places"] if each["seat"] == you["seat"])
    if legal["wagers"] and not place["done"]:
        has_bet = bool(place["wagers"]) or (view["player_dealer"] == you["seat"] and view["bank"]["wager"] > 0)
        return ("done", {"against": against}) if has_bet else ("bet", bet(legal["wagers"], against, chance))
    return None


def bet(wagers: list[Shown], against: Shown, chance: random.Random) -> dict[str, Any]:
    """The least on the first wager, on one of its spots."""
    first = wagers[0]
    spot = chance.choice(first["spots"]) if first["spots"] else 0
    return {"wagers": {first["wager"]: first["least"]}, "spot": spot, "against": against}


def play(client: Client, table: str, rounds: int, chance: random.Random, *, seconds: float = 120) -> Shown:
    """Play at a table where one sits until so many rounds are over; gives the last view."""
    until = time.monotonic() + seconds
    view: Shown = client.get(f"/api/tables/{table}")
    last = view["round"] + rounds
    while time.monotonic() < until:
        closed = view["closed"]
        if closed and closed["round"] >= last:
            return view
        asked = next_command(view, chance)
        if asked is None or client.command(f"/api/tables/{table}/{asked[0]}", asked[1]).status == 409:
            time.sleep(PAUSE_SECONDS / 2)
        view = client.get(f"/api/tables/{table}")
    raise Lost(f"{table}: round {last} was not over in {seconds} s")


# ── At the command line ──────────────────────────────────────────────────────────────────────────────────────────────


def visit(url: str, game: str, rounds: int) -> Iterator[str]:
    """Take a seat, play some rounds and leave; tells what happens, line by line."""
    client = Client(url)
    try:
        me = client.enter("Scripted guest")
        tables = [each for each in client.get("/api/tables")["tables"] if game in ("", each["game"])]
        cents = min(me["chips"], SIT_WITH)
        for table in tables:
            if client.command(f"/api/tables/{table['table']}/sit", {"cents": cents}).is_done:
                break
        else:
            raise NoSeat
        yield f"At a table of {table['title']} with ${cents / 100:,.2f} of practice chips."
        for _ in range(rounds):
            view = play(client, table["table"], 1, random.Random())  # noqa: S311  # how somebody bets, not what is dealt
            place = next(each for each in view["places"] if each["seat"] == view["you"]["seat"])
            yield f"Round {view['closed']['round']} is over: ${place['chips'] / 100:,.2f}."
        client.command("/api/me/end", {"erase": True})
    finally:
        client.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play some rounds at a house and tell of them."""
    parser = argparse.ArgumentParser(prog="python -m croupier.web.client", description="A scripted guest of a house.")
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8777", help="the address of the house")
    parser.add_argument("--game", default="", help="the game to play, by its id, such as baccarat; any if left out")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds to play; 3 if left out")
    asked = parser.parse_args(arguments)
    try:
        for line in visit(asked.url, asked.game, asked.rounds):
            print(line, flush=True)  # noqa: T201  # it tells a person
    except Lost:
        sys.stderr.write(f"There is no house at {asked.url}, or it does not answer.\n")
        return 2
    except NoSeat:
        sys.stderr.write(f"There is no free seat at a table{f' of {asked.game}' if asked.game else ''}.\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
