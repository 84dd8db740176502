"""Backups: a copy of a house that runs, in one file, and a house made from it again.

A backup is marked as one when it is made, so that however it is put to use, the next start voids the rounds that are
open in it and shuffles anew: their cards may have been seen since. The keys that seal shuffles are not in a store, so
they are in no backup of it.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final

import apsw

from croupier.errors import Refused, Unwritten
from croupier.files import PRIVATE, TAKEN, disk, sync_folder, unwritable
from croupier.store import schema
from croupier.store.location import check_database, check_folder
from croupier.store.sqlite import FILE_NAME, check_ours, facts, keep_fact, migrate

BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite may have left beside a file; it would be taken for a part of another one in its place."""
FOLDER_MODE: Final = 0o700


@dataclass(frozen=True)
class Kept:
    """What is in a backup."""

    tables: int
    records: int
    guests: int
    size: int

    def __str__(self) -> str:
        parts = (self.counted(self.tables, "table"), self.counted(self.records, "record"))
        return f"{', '.join(parts)} and {self.counted(self.guests, 'guest')} in {self.size:,} bytes"

    @staticmethod
    def counted(number: int, what: str) -> str:
        return f"{number:,} {what}{'' if number == 1 else 's'}"


def back_up(folder: Path, file: Path) -> Kept:
    """Copy the store of a house into a new file; the house may be running."""
    source = folder / FILE_NAME
    if not source.is_file():
        raise Refused("there is no house in this folder", field=str(folder))
    with opened(source, apsw.SQLITE_OPEN_READWRITE) as db:
        check_ours(db, str(source))
        schema.version_of(facts(db), str(source))
        return made(file, lambda target: copy_pages(db, target))


def back_up_database(url: str, file: Path) -> Kept:
    """Copy a house in a database into a new file; the house may be running."""
    check_database(url)
    from croupier.store.transfer import from_database  # noqa: PLC0415  # an extra of its own

    def fill(target: apsw.Connection) -> None:
        migrate(target, str(file))
        with target:
            asyncio.run(from_database(url, target))

    return made(file, fill)


def restore(file: Path, folder: Path) -> Kept:
    """Make a house from a backup, in a folder where there is none."""
    if not folder.parent.is_dir():
        raise Refused(f"there is no folder {folder.parent} to make it in", field=str(folder))
    check_folder(folder)
    target = folder / FILE_NAME
    for there in (target, *(target.with_name(target.name + end) for end in BESIDE)):
        if there.exists():
            why = f"there is a house here already; move {there.name} and the like away first"
            raise Refused(why, field=str(folder))
    with checked(file) as db:
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        return made(target, lambda copy: copy_pages(db, copy))


def restore_database(file: Path, url: str) -> Kept:
    """Make a house from a backup, in a database where there is none."""
    check_database(url)
    from croupier.store.transfer import to_database  # noqa: PLC0415  # an extra of its own

    with TemporaryDirectory() as name, checked(file) as db:
        draft = Path(name) / FILE_NAME
        kept = made(draft, lambda copy: copy_pages(db, copy))
        with opened(draft, apsw.SQLITE_OPEN_READWRITE) as copied:
            migrate(copied, str(file))  # a backup may be older than this software
            asyncio.run(to_database(copied, url))
    return kept


@contextmanager
def checked(file: Path) -> Iterator[apsw.Connection]:
    """A backup that is whole, and not of later software."""
    if not file.is_file():
        raise Refused("there is no such backup", field=str(file))
    if not file.stat().st_size:
        raise Refused("this file is empty; a backup is not", field=str(file))
    with opened(file, apsw.SQLITE_OPEN_READONLY) as db:
        check_ours(db, str(file))
        schema.version_of(facts(db), str(file))
        if (found := db.pragma("integrity_check")) != "ok":
            raise Refused(f"this backup is damaged: {found}", field=str(file))
        yield db


@contextmanager
def opened(file: Path, flags: int) -> Iterator[apsw.Connection]:
    """A connection; whatever it finds wrong with the file is a refusal."""
    try:
        with closing(apsw.Connection(str(file), flags=flags)) as db:
            db.set_busy_timeout(5000)
            yield db
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise Refused(f"this is not a store of Croupier, or it is damaged: {error}", field=str(file)) from None
    except apsw.Error as error:
        raise Refused(f"this cannot be copied: {error}", field=str(file)) from error


def made(file: Path, fill: Callable[[apsw.Connection], None]) -> Kept:
    """Make a new file, whole or not at all."""
    if why := unwritable(file):
        raise Unwritten(file, why)
    if file.exists():
        raise Refused(TAKEN, field=str(file))
    draft = file.with_name(f".{file.name[:100]}.{token_hex(8)}")
    try:
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
        kept = filled(draft, fill)
        with draft.open("rb+") as written:
            disk.sync(written.fileno())
        disk.link(draft, file)
    except FileExistsError:
        raise Refused(TAKEN, field=str(file)) from None
    except OSError as error:
        raise Unwritten(file, str(error.strerror)) from error
    except apsw.FullError:
        raise Unwritten(file, "the disk is full") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    sync_folder(file.parent)
    return kept


def filled(draft: Path, fill: Callable[[apsw.Connection], None]) -> Kept:
    """Fill a file, mark it, and see what is in it."""
    with closing(apsw.Connection(str(draft), flags=apsw.SQLITE_OPEN_READWRITE)) as target:
        fill(target)
        keep_fact(target, "restored", {"copied": time.time_ns() // 1_000_000})
        found = target.pragma("integrity_check")
        if found != "ok":
            raise Refused(f"the store is damaged, and so would be its copy: {found}", field=str(draft))
        tables, records, guests = (
            target.execute(f"SELECT count(*) FROM {what}").get
            for what in ("document WHERE kind = 'table'", "line", "document WHERE kind = 'guest' AND body IS NOT NULL")
        )
    return Kept(tables, records, guests, draft.stat().st_size)


def copy_pages(db: apsw.Connection, target: apsw.Connection) -> None:
    """Copy a store as it is at one moment."""
    with target.backup("main", db, "main") as copying:
        copying.step(-1)
    target.pragma("journal_mode", "DELETE")  # one file, with nothing beside it
