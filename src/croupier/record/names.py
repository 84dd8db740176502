"""Who the pseudonyms of a journal are: kept beside it, outside the chain of hashes.

A name can so be struck out while the chain still holds.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.files import resolved, write_atomically
from croupier.table.state import State

FORMAT: Final = "croupier names 1"
MARK: Final = f'{{\n "{FORMAT}"'.encode()
BYTES_MAX: Final = 1 << 20
PSEUDONYM_LENGTH: Final = 8
"""Bytes of a player's pseudonym."""
GUEST_LENGTH: Final = 16
"""Bytes of the pseudonym that a guest of a live house has at every table."""
PSEUDONYM: Final = re.compile(f"[0-9a-f]{{{2 * PSEUDONYM_LENGTH}}}|[0-9a-f]{{{2 * GUEST_LENGTH}}}")


def beside(journal: Path, suffix: str) -> Path:
    """A file that goes with a journal; where a link leads to one, beside the journal itself."""
    file = resolved(journal)
    return file.with_name(f"{file.name}.{suffix}")


def read_names(journal: Path) -> dict[str, str]:
    """Who the pseudonyms of a journal are; nobody where that is not kept or cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError, AttributeError):
        with beside(journal, "names").open("rb") as opened:
            read = json.loads(opened.read(BYTES_MAX))[FORMAT]
        return {str(player): str(name) for player, name in read.items()}
    return {}


def write_names(journal: Path, names: Mapping[str, str]) -> None:
    text = json.dumps({FORMAT: dict(names)}, indent=1, ensure_ascii=True) + "\n"
    write_atomically(beside(journal, "names"), text, ours=lambda head: head.startswith(MARK))


def named(state: State, names: Mapping[str, str]) -> dict[int, str]:
    """Who sits where, as far as names are known: a pseudonym says nothing to anybody."""
    known = {seat: names.get(player, player) for seat, player in state.seated.items()}
    return {seat: name for seat, name in known.items() if not PSEUDONYM.fullmatch(name)}
