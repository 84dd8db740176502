"""The stores that the contract is about: each can be opened again and still holds what it held."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol, TypeVar

from croupier.store.memory import MemoryStore
from croupier.store.sqlite import FILE_NAME, SqliteStore
from croupier.store.store import Store

Result = TypeVar("Result")


class Engine(Protocol):
    async def open(self) -> Store: ...


class InMemory:
    def __init__(self) -> None:
        self.store = MemoryStore()

    async def open(self) -> Store:
        return self.store


class InSqlite:
    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE_NAME

    async def open(self) -> Store:
        return await SqliteStore.open(self.file)


def run(engine: Engine, story: Callable[[Store], Awaitable[Result]]) -> Result:
    """Open the store, let something happen to it, and close it."""

    async def told() -> Result:
        store = await engine.open()
        try:
            return await story(store)
        finally:
            await store.close()

    return asyncio.run(told())


async def lines_of(store: Store, table: str = "t1", start: int = 0) -> list[str]:
    return [text async for text in store.lines(table, start)]
