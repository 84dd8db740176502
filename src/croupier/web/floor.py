"""The running house as the web sees it: requests that are written before they are answered, and what may be shown."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.house.guest import Guest
from croupier.house.requests import Asked
from croupier.house.rows import Answer, Entry


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered once all of it is on the disk."""

    status: int
    body: str
    """JSON, as it is kept."""
    secrets: Mapping[str, str] = field(default_factory=dict)
    """What is not kept: a token, a link's secret."""


class Floor(Protocol):
    """What the routes ask of the running house."""

    def now(self) -> int: ...

    async def ask(self, asked: Asked) -> Reply: ...

    def guest(self, token_hash: str) -> Guest | None: ...

    def me(self, guest: str) -> Mapping[str, Any]: ...

    def about(self) -> Mapping[str, Any]: ...

    def games(self) -> Sequence[Mapping[str, Any]]: ...

    def lobby(self) -> Sequence[Mapping[str, Any]]: ...

    def seats_of(self, guest: str) -> Sequence[str]: ...

    def view(self, table: str, guest: str) -> Mapping[str, Any] | None: ...

    def since(self, table: str, guest: str, number: int) -> Sequence[Mapping[str, Any]] | None: ...

    async def answer(self, guest: str, key: str) -> Answer | None: ...

    async def rounds(self, guest: str) -> Sequence[Mapping[str, Any]]: ...

    async def round(self, guest: str, table: str, number: int) -> Mapping[str, Any] | None: ...

    # For operators

    def tables(self) -> Sequence[Mapping[str, Any]]: ...

    def guests(self) -> Sequence[Mapping[str, Any]]: ...

    def log(self, start: int) -> AsyncIterator[tuple[int, Entry]]: ...

    def journal(self, table: str) -> AsyncIterator[str]: ...

    async def openings(self, table: str) -> Sequence[str]: ...

    async def verify(self) -> Mapping[str, Any]: ...

    # For whoever watches the process

    def is_ready(self) -> bool: ...

    def gauges(self) -> Mapping[str, tuple[str, float]]: ...
