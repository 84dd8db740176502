"""Self-checks: the source of chance, the program, the rulebooks, and the whole journal of every table.

They run in a process of their own, which is spawned and reads everything from the disk anew.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
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
LINES_AT_ONCE: Final = 1_000
KNOWN_SECRET: Final = bytes(range(32))
KNOWN_SHUFFLE: Final = "fd81375e04fc47dbc47cd24f03782305e793815ed2bed72991a032816bb3275a"
"""The hash of the order that the known secret gives six decks."""


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
    game: str = ""
    """How the operator named the game, where it is not a known one."""


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
        found = audit(kept.journal, openings=kept.openings or None, game=kept.game or None)
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


async def checked(software: str, journals: Sequence[KeptJournal]) -> dict[str, Any]:
    """Check in a process of its own."""
    asked = json.dumps({"software": software, "journals": [asdict(each) for each in journals]})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate(asked.encode())
    if process.returncode:
        raise RuntimeError(f"the self-check ended with {process.returncode}")
    found: dict[str, Any] = json.loads(told)
    return found


async def kept_in(
    folder: Path, table: str, game: str, lines: AsyncIterator[str], openings: Callable[[int], AsyncIterator[str]]
) -> KeptJournal:
    """Write a table's journal to a file, and to another the openings that go with so many records of it.

    The table may be in play meanwhile: what is opened later is of records that were not written here.
    """
    journal, opened = folder / f"{table}.jsonl", folder / f"{table}.openings"
    records = await written_to(journal, lines)
    is_opened = await written_to(opened, openings(records))
    return KeptJournal(table, str(journal), str(opened) if is_opened else "", game)


async def written_to(file: Path, lines: AsyncIterator[str]) -> int:
    """Write lines to a file, some at a time; gives how many there are."""
    number, part = 0, list[str]()
    await asyncio.to_thread(file.touch)
    async for line in lines:
        number += 1
        part.append(line)
        if len(part) == LINES_AT_ONCE:
            await asyncio.to_thread(add_to, file, part)
            part = []
    await asyncio.to_thread(add_to, file, part)
    return number


def add_to(file: Path, lines: Iterable[str]) -> None:
    """Add lines to a file."""
    with file.open("a", encoding="ascii") as opened:
        opened.writelines(lines)


def main() -> None:
    """Check what standard input names, and print what was found."""
    asked = json.load(sys.stdin)
    found = check(asked["software"], [KeptJournal(**each) for each in asked["journals"]])
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
