"""Runs the house: reads its keys, opens its store, listens, and stops in order."""

import asyncio
import errno
import gc
import logging
import os
import shlex
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn

from croupier.errors import Refused, Unproved, quoted
from croupier.games import GAMES
from croupier.house.house import House
from croupier.house.recorder import HOUSE, SealKeys
from croupier.house.requests import Asked, Note, OpenTable
from croupier.house.settings import SECOND, HouseSettings
from croupier.identity import software_version
from croupier.naming import dealt_game
from croupier.record.seal import key_file, key_from
from croupier.rulebook import Game
from croupier.store.committer import PROBE_SECONDS, Committer
from croupier.store.loading import running
from croupier.store.location import default_folder, open_store
from croupier.store.sqlite import FILE_NAME
from croupier.store.store import NotNow, Store
from croupier.web.app import behind_door, make_app
from croupier.web.connection import Connection
from croupier.web.desk import Desk
from croupier.web.logs import config, log
from croupier.web.lost_keys import refuse_lost_keys
from croupier.web.operators import KeyFile, Known, Operators, add_operator
from croupier.web.problem import Problem
from croupier.web.running_house import RunningHouse
from croupier.web.self_check import chance_fault
from croupier.web.settings import Settings, is_loopback, settings_for, spelled
from croupier.web.stream import News

TLS: Final = (
    "put a proxy with TLS in front, such as Caddy with `play.example { reverse_proxy 127.0.0.1:8777 }`, "
    "and start with --url https://play.example"
)
GREETING: Final = "Croupier is at {}, with practice chips only. Ctrl-C stops it."
FAREWELL: Final = "The house is closed. Everything is kept in {}."
ONE_ADDRESS: Final = "Without --proxy ADDRESS all who come through a proxy count as one address for every limit."
COMPANY: Final = 2
"""How many house-run players sit at the tables of a new house."""
AGAIN_SECONDS: Final = 60 * 60
"""How long after a self-check that could not be made another is tried."""
UNWRITTEN: Final = 74
"""The status of a disk that fails, as in sysexits.h."""
COLLECT_EVERY: Final = (50_000, 20, 50)
"""How many more objects are made than dropped before Python looks for those that only hold each other."""
PROGRAM: Final = "croupier"
BACKLOG: Final = 2_048
PORT_MAX: Final = 65_535
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
    without_key: bool = False
    """Whether to go on although what was sealed cannot be unsealed any more."""

    @property
    def folder(self) -> Path:
        """Where everything is kept."""
        return self.data or default_folder()

    @property
    def place(self) -> str:
        """Where everything is kept, as it may be shown: the address of a database may have a password in it."""
        return "the database" if self.database else str(self.folder)

    @property
    def operators_file(self) -> Path:
        """Beside the folder, not in it: whoever gets a backup gets no hash to guess at."""
        return self.operators or self.folder.with_name(f"{self.folder.name}.operators")


def add(wanted: Wanted, name: str) -> str:
    """Make a key for an operator; gives what to print."""
    return add_operator(wanted.operators_file, name)


def operators_of(wanted: Wanted) -> Mapping[str, str]:
    """Those who may run the house, by name."""
    file = wanted.operators_file
    if wanted.operators is not None and not file.exists():
        make = f"`croupier serve --operators {shlex.quote(str(file))} --new-operator NAME` makes it"
        raise Refused(f"there is no such file; {make}", field=str(file))
    return KeyFile(file).known


def refuse_exposure(wanted: Wanted, operators: Mapping[str, str]) -> None:
    """Refuse to serve other machines without an operator's key, or without TLS."""
    if not wanted.host:
        raise Refused("give an address of this machine, such as 127.0.0.1", field="--host")
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
    """The keys that seal shuffles, kept apart from what they seal; the first is made where there is none."""
    return SealKeys(tuple(key_from(file) for file in key_files(wanted)))


def key_files(wanted: Wanted) -> tuple[Path, ...]:
    """Where the keys are that seal shuffles, the present one first."""
    files = wanted.keys or (key_file(),)
    for file in files[1:]:  # these must unseal what was sealed before
        if not file.exists():
            raise Refused("there is no such file; only the first key is made where there is none", field=str(file))
    for file in files:
        if file.resolve().is_relative_to(wanted.folder.resolve()):
            raise Refused("the key must not lie in the folder that it protects; move it elsewhere", field=str(file))
    return files


async def check_keys(wanted: Wanted) -> None:
    """Refuse to go on without a key that sealed what is in use, before another is made in its place."""
    keys = [key_from(file) for file in key_files(wanted) if file.exists()]
    if wanted.database is None and not (wanted.folder / FILE_NAME).exists():
        return  # a new house
    store = await store_of(wanted)
    try:
        await refuse_lost_keys(store, keys, goes_on=wanted.without_key)
    finally:
        await store.close()


def games_of(wanted: Wanted) -> Mapping[str, Game]:
    """The games that are allowed, by id."""
    games = [allowed(name) for name in (wanted.games or tuple(GAMES))]
    return {game.id: game for game in games}


def allowed(name: str) -> Game:
    """A game by the name that was given; what is wrong with the name is told of the option."""
    try:
        return dealt_game(name)
    except Refused as refused:
        if refused.field != "game":
            raise
        raise Refused(refused.reason, clause=refused.clause, field="--game") from None


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, or a refusal that says why not."""
    try:
        socket.getaddrinfo(host or None, port)
    except (socket.gaierror, UnicodeError):
        raise Refused(f"{quoted(host)} is not an address of this machine, such as 127.0.0.1", field="--host") from None
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise deaf(error, host, port) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MILLISECONDS)
    return made


def deaf(error: OSError, host: str, port: int) -> Refused:
    """Why nothing can be heard at an address."""
    where = f"{spelled(host)}:{port}"
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < PORT_MAX else port - 1
            why = f"another program listens on {where}; choose another port, such as --port {other}"
            return Refused(why, field="--port")
        case errno.EACCES:
            why = f"you may not listen on {where}; choose a port from 1024 on, such as --port 8777"
            return Refused(why, field="--port")
        case errno.EADDRNOTAVAIL:
            return Refused(f"{quoted(host)} is not an address of this machine, such as 127.0.0.1", field="--host")
        case _:
            return Refused(f"cannot listen on {where}: {os.strerror(error.errno or 0)}", field="--host")


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def run(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serve until told to stop."""
    operators = operators_of(wanted)
    refuse_exposure(wanted, operators)
    fault = chance_fault()
    if fault:
        raise Unproved(f"nothing is dealt here: {fault}")
    games = games_of(wanted)
    asyncio.run(check_keys(wanted))
    keys = keys_of(wanted)
    with listening(wanted.host, wanted.port) as listener:
        port = listener.getsockname()[1]
        settings = settings_for(wanted.host, port, wanted.url, wanted.proxies)
        stops: list[int] = []
        for number in (signal.SIGINT, signal.SIGTERM):  # Uvicorn heeds them once it serves, and raises them again
            signal.signal(number, lambda number, _: stops.append(number))
        stop_when_hung_up()
        open_many_files()
        house = House(HouseSettings(), keys, os.urandom, games)
        where = wanted.url or f"http://{spelled(wanted.host)}:{port}"
        told = greeting(wanted, where, has_operators=bool(operators))
        start = Start(listener, lambda: say(told), lambda: bool(stops))
        asyncio.run(serve(wanted, house, settings, KeyFile(wanted.operators_file).hashes, start))
    say(FAREWELL.format(wanted.place))


def stop_when_hung_up() -> None:
    """Stop in order when the terminal is closed too, unless somebody wants that to be ignored, as by `nohup`."""
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def greeting(wanted: Wanted, where: str, *, has_operators: bool) -> str:
    """What is said when the house takes requests: its address first."""
    lines = [GREETING.format(where), f"Everything is kept in {wanted.place}."]
    if not has_operators:
        options = (("--data", wanted.data), ("--operators", wanted.operators))
        named = "".join(f" {name} {shlex.quote(str(value))}" for name, value in options if value)
        lines.append(f"To run it as an operator, make a key: {program()} serve{named} --new-operator NAME")
    if wanted.url and not wanted.proxies:
        lines.append(ONE_ADDRESS)
    return "\n".join(lines)


def program() -> str:
    """How we are called, so that it works when somebody types it."""
    called = sys.argv[0]
    is_found = Path(called).name != PROGRAM or shutil.which(PROGRAM) == called
    return PROGRAM if is_found else shlex.quote(called)


@dataclass(frozen=True)
class Start:
    """What a start needs: where to listen, whom to tell, and whether somebody has stopped it by then."""

    listener: socket.socket
    ready: Callable[[], None]
    is_stopped: Callable[[], bool]


def open_many_files() -> None:
    """Have as many connections at once as the system allows; a stream is one."""
    with suppress(ImportError, ValueError, OSError):  # not every system has such limits
        import resource  # noqa: PLC0415  # POSIX alone

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def serve(wanted: Wanted, house: House, settings: Settings, operators: Known, start: Start) -> None:
    """Load the house from its store, run it, and let it go in order."""
    store = await store_of(wanted)
    try:
        committer = await running(house, store, now)
        collect_rarely()
        desk = desk_for(wanted, committer, settings, operators)
        committer.news = desk.news.tell
        writing = asyncio.create_task(committer.run())
        serving = asyncio.create_task(open_doors(desk, start))
        await asyncio.wait({writing, serving}, return_when=asyncio.FIRST_COMPLETED)
        if writing.done():  # it is not certain that the last write is on the disk: nobody may be answered any more
            log("broken", level=logging.CRITICAL, error=writing.exception())
            logging.shutdown()
            os._exit(UNWRITTEN)
        await committer.stop()
        await writing
        await serving
    finally:
        await store.close()  # its threads would keep the process


def collect_rarely() -> None:
    """Have Python's garbage collector pass over all that was loaded, and look at the rest less often.

    What a request makes holds nothing that holds it, and goes when the request does. As Python comes, the collector
    takes a quarter of the processor's time, and now and then holds everybody up for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_EVERY)


def desk_for(wanted: Wanted, committer: Committer[House], settings: Settings, operators: Known) -> Desk:
    """What the routes share."""
    own_games = {dealt_game(name).id: name for name in wanted.games if name.partition(":")[0].endswith(".py")}
    known = Operators(
        operators, settings.lockout, idle_seconds=settings.operator_idle_seconds, seconds=settings.operator_seconds
    )
    return Desk(RunningHouse(committer.house, committer, now, own_games), settings, known, News())


async def open_doors(desk: Desk, start: Start) -> None:
    """Serve until told to stop, and put both ends on record."""
    beside = [asyncio.create_task(look_after(desk))]
    try:
        try:
            await begin(desk)
        except (Problem, NotNow) as error:
            log("starts without being able to write", level=logging.WARNING, why=str(error))
            beside.append(asyncio.create_task(begin_later(desk)))
        await Server(desk, start).serve(sockets=[start.listener])
    finally:
        for task in beside:
            task.cancel()
        await desk.edges.close()
    await asyncio.gather(*desk.tasks)
    with suppress(Problem):  # a full disk does not keep the house open
        await desk.running.ask(Asked(Note("stopped")))


class Server(uvicorn.Server):
    """Ends its streams before it waits for requests in progress."""

    def __init__(self, desk: Desk, start: Start) -> None:
        self.routes = make_app()
        super().__init__(
            uvicorn.Config(
                behind_door(self.routes, desk),
                log_config=config(is_terminal=sys.stderr.isatty()),
                access_log=False,
                proxy_headers=False,
                server_header=False,
                ws="none",
                lifespan="off",
                http=Connection,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=desk.settings.drain_seconds,
                h11_max_incomplete_event_size=HEADER_BYTES_MAX,
            )
        )
        self.desk = desk
        self.start = start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take requests and say so, unless somebody stopped the house while it was loaded."""
        await super().startup(sockets)
        self.desk.beside(asyncio.to_thread(self.routes.openapi))  # takes half a second, for which nobody shall wait
        self.should_exit = self.should_exit or self.start.is_stopped()
        if not self.should_exit:
            self.start.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order."""
        log("stopping", streams=self.desk.news.number)
        self.desk.drain()
        await super().shutdown(sockets)


def now() -> int:
    """Milliseconds UTC."""
    return time.time_ns() // 1_000_000


async def store_of(wanted: Wanted) -> Store:
    """Open the folder, or the database."""
    return await open_store(wanted.folder, wanted.database)


async def begin(desk: Desk) -> None:
    """Put the start on record; a house without tables opens one of each game."""
    running, house = desk.running, desk.running.house
    is_new = await running.is_new()
    await running.ask(Asked(Note("started", after=software_version())))
    if is_new:
        for game in house.games.values():
            await running.ask(Asked(OpenTable(game.id, game.title, {}, {"house_run": COMPANY}), operator=HOUSE))


async def begin_later(desk: Desk) -> None:
    """Begin as soon as there is room, or the database is there again; until then whoever comes may look."""
    while True:
        await asyncio.sleep(PROBE_SECONDS)
        with suppress(Problem, NotNow):
            await begin(desk)
            return


async def look_after(desk: Desk) -> None:
    """Once a day: prove every journal, and drop what is kept no longer."""
    while True:
        try:
            due = await desk.running.self_check_due()
            await asyncio.sleep(max(0, due - desk.running.now()) / SECOND)
            found = await desk.running.self_check("daily")
            if not found["is_in_order"]:
                log("self-check found something wrong", level=logging.CRITICAL)
            await desk.running.store.forget(now() - desk.running.house.settings.answers * 1000)
        except Exception as error:  # noqa: BLE001  # it is tried again
            log("self-check failed", level=logging.ERROR, error=error)
            await asyncio.sleep(AGAIN_SECONDS)
