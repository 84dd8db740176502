"""Self-checks: the source of chance, the program, the rulebooks, and the whole journal of every table.

They run in a process of their own, which is spawned and reads everything from the disk anew.
"""

import asyncio
import multiprocessing
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any, Final

from croupier.chance import SHUFFLE, Drawn, Subject
from croupier.errors import Refused
from croupier.identity import software_version
from croupier.record.audit import audit
from croupier.record.journal import Fault

EMPTY_SHAKE: Final = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
"""SHAKE-256 of nothing, as FIPS 202's test vectors have it."""
KNOWN_SECRET: Final = bytes(range(32))
KNOWN_SHUFFLE: Final = "fd81375e04fc47dbc47cd24f03782305e793815ed2bed72991a032816bb3275a"
"""The hash of the order that the known secret gives six decks."""

Lines = Callable[[str], AsyncIterator[str]]
"""Gives the lines of a table's journal."""


def chance_fault() -> str:
    """What is wrong with the source of chance; empty if a known secret gives the known cards."""
    if shake_256(b"").hexdigest(32) != EMPTY_SHAKE:
        return "SHAKE-256 does not give its published test vector"
    if shuffle_digest() != KNOWN_SHUFFLE:
        return "a known secret does not give the known shuffle"
    return ""


def shuffle_digest() -> str:
    """The hash of the order that the known secret gives six decks."""
    subject = Subject(SHUFFLE, "known answer", "table", 1, (6,))
    return sha256(bytes(Drawn(subject, KNOWN_SECRET).values)).hexdigest()


@dataclass(frozen=True)
class KeptJournal:
    """A table's journal and openings, in files."""

    table: str
    journal: str
    openings: str
    game: str
    """The game, named as its operator named it."""


def check(software: str, journals: Sequence[KeptJournal]) -> dict[str, Any]:
    """Check everything; `software` is what the running house says it is."""
    fault = chance_fault()
    here = software_version()
    tables = [check_table(each) for each in journals]
    return {
        "is_in_order": not fault and here == software and all(each["is_in_order"] for each in tables),
        "chance": fault or "in order",
        "software": {"running": software, "on_disk": here},
        "tables": tables,
    }


def check_table(kept: KeptJournal) -> dict[str, Any]:
    """Prove a table's journal, with its rules and openings."""
    try:
        found = audit(kept.journal, openings=kept.openings or None, game=kept.game)
    except (Refused, Fault) as error:
        return {"table": kept.table, "is_in_order": False, "verdict": str(error), "records": 0, "head": ""}
    is_in_order = found.status == 0
    return {
        "table": kept.table,
        "is_in_order": is_in_order,
        "verdict": "in order" if is_in_order else found.headline,
        "records": found.length,
        "head": found.head,
    }


async def checked(
    software: str, tables: Mapping[str, str], lines: Lines, openings: Mapping[str, Iterable[str]]
) -> dict[str, Any]:
    """Check in a process of its own; `tables` gives each table's game."""
    with tempfile.TemporaryDirectory(prefix="croupier-check-") as folder:
        kept = []
        for number, (table, game) in enumerate(tables.items()):
            journal, opened = Path(folder) / f"{number}.jsonl", Path(folder) / f"{number}.openings"
            with journal.open("w", encoding="ascii") as file:
                async for line in lines(table):
                    file.write(line)
            text = "".join(openings.get(table, ()))
            if text:
                opened.write_text(text, encoding="ascii")
            kept.append(KeptJournal(table, str(journal), str(opened) if text else "", game))
        spawned = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(max_workers=1, mp_context=spawned) as pool:
            return await asyncio.get_running_loop().run_in_executor(pool, check, software, kept)
