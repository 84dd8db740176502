"""Gives a house what its store keeps: all of it at a start, and later what others have changed."""

import logging
from collections.abc import Callable

from croupier.house.floor import KeptTable
from croupier.house.house import House
from croupier.house.rows import Document, Entry
from croupier.house.settings import SECOND
from croupier.house.table import CLOSED
from croupier.house.unit import GUEST, LINK, TABLE
from croupier.store.committer import Committer
from croupier.store.store import Place, Store

logger = logging.getLogger(__name__)


async def running(house: House, store: Store, now: Callable[[], int]) -> Committer[House]:
    """Load a house from its store; the committer that this gives has still to be run."""
    loader = Loader(house, store, now)
    await loader.load_all()
    return Committer(house, store, loader.reload, now, house.settings.answers * SECOND)


def is_past(document: Document) -> bool:
    """Whether this is a table that a guest opened and that is closed: nobody needs it at hand any more."""
    body = document.body or {}
    return body.get("status") == CLOSED and bool(body.get("owner"))


class Loader:
    """Reads a store on behalf of a house."""

    def __init__(self, house: House, store: Store, now: Callable[[], int]) -> None:
        self.house = house
        self.store = store
        self.now = now

    async def load_all(self) -> None:
        """Load everything but answers: whoever asks again under a key finds it taken, and gets the answer then."""
        for document in (await self.store.documents(GUEST)).values():
            self.house.load_guest(document)
        for document in (await self.store.documents(LINK)).values():
            self.house.load_link(document)
        for document in (await self.store.documents(TABLE)).values():
            if not is_past(document):
                await self.load_table(document)

    async def load_table(self, document: Document) -> None:
        """Load a table; one that cannot be read is left out, with the reason on record."""
        kept = await self.kept(document)
        while (latest := await self.store.document(TABLE, document.id)) and latest.version != kept.document.version:
            kept = await self.kept(latest)  # another process has written meanwhile
        try:
            self.house.load_table(kept)
        except Exception as error:
            logger.exception("Table %s cannot be read", document.id)
            why = f"{type(error).__name__}: {error}"
            await self.store.commit([[Entry(self.now(), "house", "could not read", document.id, why)]])

    async def kept(self, document: Document) -> KeptTable:
        """A table as the store has it: its latest snapshot, if the house understands it, and the records after it."""
        table = document.id
        snapshot = await self.store.snapshot(table, self.house.snapshot_digest(document))
        start = snapshot.number + 1 if snapshot else 0
        lines = [text async for text in self.store.lines(table, start)]
        return KeptTable(document, lines, await self.store.sealed(table), snapshot)

    async def reload(self, places: frozenset[Place]) -> None:
        """Load again what may not be as the store has it; what the store does not have goes."""
        self.house.forget([id_ for _, id_ in places])
        for kind, id_ in sorted(places):
            document = await self.store.document(kind, id_)
            if kind == GUEST:
                if document:
                    self.house.load_guest(document)
                self.house.load_answers((await self.store.answers(id_)).values())
            elif document and document.body is not None and kind == LINK:
                self.house.load_link(document)
            elif document and document.body is not None and kind == TABLE:
                await self.load_table(document)
