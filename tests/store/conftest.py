"""What the tests of stores share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.engines import Engine, InMemory, InSqlite
from tests.store.servers import InPostgres, Server, running_server

ENGINES = ("memory", "sqlite", pytest.param("postgres", marks=pytest.mark.server))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    yield from running_server()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """Each kind of store, empty."""
    match request.param:
        case "memory":
            return InMemory()
        case "sqlite":
            return InSqlite(tmp_path)
        case _:
            server: Server = request.getfixturevalue("server")
            return InPostgres(server.database())
