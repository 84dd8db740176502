"""Where a house is kept: in a folder, or in a database that several processes share."""

from pathlib import Path
from typing import Final

from croupier.errors import Refused
from croupier.record.seal import key_file
from croupier.store.sqlite import FILE_NAME, SqliteStore
from croupier.store.store import Store

SCHEMES: Final = ("postgresql://", "postgres://")


def default_folder() -> Path:
    """Where a house is kept if nobody says where."""
    return key_file().parent / "house"


async def open_store(folder: Path, database: str | None = None) -> Store:
    """Open the store of a house: a database if one is named, else a folder, which is its owner's alone if it is new."""
    if database is None:
        make_private(folder)
        return await SqliteStore.open(folder / FILE_NAME)
    check_database(database)
    try:
        from croupier.store.postgres import PostgresStore  # noqa: PLC0415  # an extra of its own
    except ModuleNotFoundError as missing:
        why = f"PostgreSQL needs {missing.name}; in a checkout install it with: `pip install '.[postgres]'`"
        raise Refused(why, field="--database") from None
    return await PostgresStore.open(database)


def check_database(url: str) -> None:
    """Refuse what is not the address of a database that a house can be kept in."""
    if not url.startswith(SCHEMES):
        raise Refused("this is not the address of a PostgreSQL database; give postgresql://…", field="--database")


def check_folder(folder: Path) -> None:
    """Refuse a file in place of a folder."""
    if folder.exists() and not folder.is_dir():
        raise Refused("this is not a folder; give a folder, or the name of a new one", field=str(folder))


def make_private(folder: Path) -> None:
    """Make a folder for its owner alone, where there is none."""
    check_folder(folder)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"the folder cannot be made: {error.strerror}", field=str(folder)) from None
