"""Runs the house: reads its keys, opens its store, listens, and stops in order."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.house.recorder import SealKeys
from croupier.naming import dealt_game
from croupier.record.seal import key_file, key_from
from croupier.rulebook import Game
from croupier.web.operators import add_operator, read_operators
from croupier.web.settings import is_loopback, spelled

TLS: Final = (
    "put a proxy with TLS in front, such as Caddy with `play.example { reverse_proxy 127.0.0.1:8777 }`, "
    "and start with --url https://play.example"
)
BACKLOG: Final = 2_048
HEADER_BYTES_MAX: Final = 16_384
KEEP_ALIVE_SECONDS: Final = 30
STALLED_MILLISECONDS: Final = 60_000
"""How long the other end may acknowledge nothing before the system drops a connection."""


@dataclass(frozen=True)
class Wanted:
    """What somebody asked for at the command line."""

    host: str
    port: int
    data: Path | None = None
    database: str | None = None
    url: str | None = None
    operators: Path | None = None
    keys: tuple[Path, ...] = ()
    games: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """Where everything is kept."""
        return self.data or key_file().parent / "house"

    @property
    def operators_file(self) -> Path:
        """Beside the folder, not in it: whoever gets a backup gets no hash to guess at."""
        return self.operators or self.folder.with_name(f"{self.folder.name}.operators")


def add(wanted: Wanted, name: str) -> str:
    """Make a key for an operator; gives what to print."""
    return add_operator(wanted.operators_file, name)


def operators_of(wanted: Wanted) -> Mapping[str, str]:
    """Those who may run the house, by name."""
    if wanted.operators is None and not wanted.operators_file.exists():
        return {}
    return read_operators(wanted.operators_file)


def refuse_exposure(wanted: Wanted, operators: Mapping[str, str]) -> None:
    """Refuse to serve other machines without an operator's key, or without TLS."""
    is_here = is_loopback(wanted.host)
    if (not is_here or wanted.url) and not operators:
        raise Refused(
            f"other machines are served only if there is an operator's key; make one with "
            f"`croupier serve --new-operator NAME`, and {TLS}",
            field="--host" if not is_here else "--url",
        )
    if not is_here and not wanted.url:
        raise Refused(f"other machines are served only through TLS; {TLS}", field="--host")


def keys_of(wanted: Wanted) -> SealKeys:
    """The keys that seal shuffles, kept apart from what they seal."""
    files = wanted.keys or (key_file(),)
    for file in files:
        if file.resolve().is_relative_to(wanted.folder.resolve()):
            raise Refused("the key must not lie in the folder that it protects; move it elsewhere", field=str(file))
    return SealKeys(tuple(key_from(file) for file in files))


def games_of(wanted: Wanted) -> Mapping[str, Game]:
    """The games that are allowed, by id."""
    games = [dealt_game(name) for name in (wanted.games or tuple(GAMES))]
    return {game.id: game for game in games}


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, or a refusal that says why not."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Refused(f"cannot listen there: {error.strerror or error}", field=f"{spelled(host)}:{port}") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MILLISECONDS)
    return made
