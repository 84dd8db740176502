"""Where a house is kept: in a folder, or in a database that several processes share."""

from pathlib import Path

from croupier.record.seal import key_file
from croupier.store.sqlite import FILE_NAME, SqliteStore
from croupier.store.store import Store


def default_folder() -> Path:
    """Where a house is kept if nobody says where."""
    return key_file().parent / "house"


async def open_store(folder: Path) -> Store:
    """Open the store of a house; a new folder is its owner's alone."""
    make_private(folder)
    return await SqliteStore.open(folder / FILE_NAME)


def make_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
