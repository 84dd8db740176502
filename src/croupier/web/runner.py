"""What the web asks of whoever runs the house, which is the committer."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from croupier.house.house import House
from croupier.house.requests import Asked
from croupier.house.unit import Unit
from croupier.store.store import Store

Seen = TypeVar("Seen")


class Runner(Protocol):
    """Runs one house over one store."""

    house: House
    store: Store
    is_writable: bool
    """False while there is no room to write; it recovers by itself."""
    news: Callable[[Iterable[str]], None]
    """Is called once a batch is on the disk, with the ids of tables that moved and of guests whose streams must end."""

    async def ask(self, asked: Asked) -> Unit:
        """Have something done; returns once all of it is on the disk. Raises `Full` if it cannot be written now."""

    async def read(self, look: Callable[[House], Seen]) -> Seen:
        """Look at the house between two batches, when nothing in its memory is ahead of the disk."""

    async def stop(self) -> None:
        """Write what was asked so far, and take no more."""
