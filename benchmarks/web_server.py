"""A house in a process of its own, to be put under load: the real one, or the same app with empty handlers.

Both are what `croupier serve` runs, over SQLite in a folder, except that nobody's pace or patience is limited. In the
empty one a command at a table passes the door, the session and the checks of its body like any other, and is then
answered at once: no rule, no record, no disk.
"""

import argparse
import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Final

from starlette.responses import Response

from croupier.games import GAMES, game
from croupier.house.house import House
from croupier.house.recorder import HOUSE, SealKeys
from croupier.house.requests import Asked, OpenTable
from croupier.house.settings import HouseSettings
from croupier.store.loading import running
from croupier.web import serve, tables
from croupier.web.desk import answered
from croupier.web.settings import Limits, Rate, settings_for

CHIPS: Final = 10**9
"""Enough that nobody runs out of them."""
MANY: Final = Rate(10**9, 10**9)
LIMITS: Final = Limits(guest=MANY, address=MANY, enter=MANY, opening=MANY)
SETTINGS: Final = {"between": 0, "grace": 0, "bet": 3600, "decide": 3600, "most_chips": CHIPS}
"""No pauses between rounds, and clocks that nobody meets."""


async def nothing(*_: object) -> Response:
    """Do nothing, and say so."""
    return answered({})


async def prepare(wanted: serve.Wanted, house: House, game_id: str, number: int) -> None:
    """Open tables before the house opens its doors."""
    store = await serve.store_of(wanted)
    committer = await running(house, store, serve.now)
    writing = asyncio.create_task(committer.run())
    for each in range(number):
        await committer.ask(Asked(OpenTable(game_id, f"Table {each}", {}, SETTINGS), operator=HOUSE))
    await committer.stop()
    await writing
    await store.close()


def serve_tables(folder: Path, game_id: str, number: int) -> None:
    """Serve until told to stop; says on standard output where, and which tables there are."""
    house = House(HouseSettings(welcome=CHIPS), SealKeys((os.urandom(32),)), os.urandom, {game_id: game(game_id)})
    with serve.listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        wanted = serve.Wanted("127.0.0.1", port, data=folder)
        asyncio.run(prepare(wanted, house, game_id, number))

        def ready() -> None:
            print(json.dumps({"port": port, "tables": house.tables()}), flush=True)

        settings = settings_for("127.0.0.1", port, None, limits=LIMITS)
        asyncio.run(serve.serve(wanted, house, settings, dict, serve.Start(listener, ready, lambda: False)))


def main() -> None:
    """Read the arguments, and serve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=GAMES, default="casino-monte")
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--empty", action="store_true", help="empty handlers")
    asked = parser.parse_args()
    if asked.empty:
        tables.act = nothing  # type: ignore[assignment]  # whatever it is given
    signal.signal(signal.SIGTERM, lambda *_: None)  # Uvicorn heeds it once it serves, and raises it again
    serve.KEEP_ALIVE_SECONDS = 3600  # type: ignore[misc]  # final for everybody else
    serve.open_many_files()
    serve_tables(asked.folder, asked.game, asked.tables)


if __name__ == "__main__":
    main()
