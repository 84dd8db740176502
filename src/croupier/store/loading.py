"""Gives a house what its store keeps: all of it at a start, and later what others have changed."""

import logging
from collections.abc import Callable

from croupier.house.floor import KeptTable
from croupier.house.house import House
from croupier.house.rows import Document, Entry
from croupier.house.settings import SECOND
from croupier.house.unit import GUEST, LINK, SHARE, TABLE
from croupier.store.committer import Committer
from croupier.store.store import NotNow, Place, Store

logger = logging.getLogger(__name__)


async def running(house: House, store: Store, now: Callable[[], int]) -> Committer[House]:
    """Load a house from its store; the committer that this gives has still to be run."""
    loader = Loader(house, store, now)
    await loader.load_all()
    return Committer(house, store, loader.reload, now, house.settings.answers * SECOND)


class Loader:
    """Reads a store on behalf of a house."""

    def __init__(self, house: House, store: Store, now: Callable[[], int]) -> None:
        self.house = house
        self.store = store
        self.now = now

    async def load_all(self) -> None:
        """Load what is not over, without answers: whoever asks again under a key finds it taken, and gets it then."""
        tables = [each for each in (await self.store.documents(TABLE)).values() if not self.house.is_over(each)]
        for document in tables:
            await self.load_table(document)
        for document in (await self.store.documents(GUEST)).values():
            body = document.body or {}
            if not body["is_ended"] or body["name"] or self.house.seats_of(document.id):
                self.house.load_guest(document)
        for document in (await self.store.documents(LINK)).values():
            self.house.load_link(document)
        for document in (await self.store.documents(SHARE)).values():
            self.house.load_share(document)

    async def load_table(self, document: Document) -> None:
        """Load a table; one that cannot be read is left out, with the reason on record."""
        try:
            await self.load_latest(document, self.house.snapshot_digest(document))
        except NotNow:
            raise
        except Exception as error:
            logger.exception("Table %s cannot be read", document.id)
            why = f"{type(error).__name__}: {error}"
            await self.store.commit([[Entry(self.now(), "house", "could not read", document.id, why)]])

    async def load_latest(self, document: Document, digest: str) -> None:
        """Load a table as it is by now, from its snapshot, or from the whole journal if that does not help."""
        kept = await self.kept(document, digest)
        while (latest := await self.store.document(TABLE, document.id)) and latest.version != kept.document.version:
            kept = await self.kept(latest, digest)  # another process has written meanwhile
        try:
            self.house.load_table(kept)
        except Exception:
            if kept.snapshot is None:
                raise
            logger.exception("The snapshot of table %s cannot be used", document.id)
            await self.load_latest(document, "")

    async def kept(self, document: Document, digest: str) -> KeptTable:
        """A table as the store has it: its latest snapshot of a digest, and the records after it."""
        table = document.id
        snapshot = await self.store.snapshot(table, digest) if digest else None
        start = snapshot.number + 1 if snapshot else 0
        lines = [text async for text in self.store.lines(table, start)]
        return KeptTable(document, lines, await self.store.sealed(table), snapshot)

    async def reload(self, places: frozenset[Place]) -> None:
        """Load again what may not be as the store has it; what the store does not have goes.

        Guests come back in one go, so that nobody is told in between that there is no such session.
        """
        documents = {(kind, id_): await self.store.document(kind, id_) for kind, id_ in sorted(places)}
        answers = [await self.store.answers(id_) for kind, id_ in places if kind == GUEST]
        self.house.forget([id_ for _, id_ in places])
        there = {place: document for place, document in documents.items() if document and document.body is not None}
        for (kind, _), document in there.items():
            if kind == GUEST:
                self.house.load_guest(document)
            elif kind == LINK:
                self.house.load_link(document)
            elif kind == SHARE:
                self.house.load_share(document)
        for kept in answers:
            self.house.load_answers(kept.values())
        for (kind, _), document in there.items():
            if kind == TABLE:
                await self.load_table(document)
