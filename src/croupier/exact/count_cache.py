"""Kept counts: files that say what was counted, and prove that they still hold it.

A file carries its identity (the game, its cards, and digests of the rules and of every source they reach) and a
checksum of everything in it. One that is damaged, cut short or copied from elsewhere is never believed. What a count
has come to when it is stopped is kept in the same way, until it is finished.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np

from croupier.errors import Refused
from croupier.exact.space import Ints, Space
from croupier.kernel.cache import cache_directory, kept_bytes_max, replacing, trim
from croupier.kernel.effort import EFFORT
from croupier.kernel.fingerprint import fingerprint
from croupier.kernel.kernel import Kernel

FORMAT: Final = 2
ENTRY_BYTES: Final = 16
FILE_BYTES: Final = 4096
"""What a file takes beside its entries, at most."""


@dataclass(frozen=True)
class Kept:
    """Keys, counts and what is told with them."""

    keys: Ints
    counts: Ints
    leaves: int
    """How many deals were looked at, each of which stands for all that are alike."""
    parts: int = 0
    """How many parts are finished; a count that is kept whole does not say."""


@dataclass(frozen=True)
class Shelf:
    """Where the count of one space is kept, finished or not."""

    identity: Mapping[str, object]
    home: Path

    @property
    def name(self) -> str:
        return sha256(json.dumps(self.identity).encode()).hexdigest()[:24]

    @property
    def whole(self) -> Path:
        return self.home / f"count-{self.name}.npz"

    @property
    def unfinished(self) -> Path:
        """The file of a count that was stopped."""
        return self.home / f"part-{self.name}.npz"

    def read(self, file: Path) -> Kept | None:
        """What a file holds; none where there is none, or where it is not what it should be."""
        try:
            with file.open("rb") as opened:
                found = self.within(opened)
        except OSError:
            return None
        except Exception:  # noqa: BLE001  # a damaged archive fails in many ways, and all of them mean: count again
            EFFORT.get().notice(
                f"a kept count of {self.identity['game']} is damaged or belongs to another game; it is made again"
            )
            return None
        with suppress(OSError):
            for used in (file, file.parent):
                os.utime(used)
        return found

    def within(self, opened: object) -> Kept:
        """What an open file holds, where its checksum and its identity are right."""
        with np.load(opened) as arrays:  # type: ignore[arg-type]  # a file, as NumPy takes it
            keys, counts, told, sealed = (arrays[name] for name in ("keys", "counts", "told", "checksum"))
        if bytes(sealed) != checksum(bytes(told), keys, counts):
            raise ValueError("the checksum does not match")
        said = json.loads(bytes(told))
        if said["identity"] != json.loads(json.dumps(self.identity)):
            raise ValueError("this is the count of something else")
        return Kept(keys, counts, said["leaves"], said["parts"])

    def write(self, file: Path, kept: Kept) -> None:
        """Write a file whole or not at all; without a cache, do without."""
        said = {"identity": self.identity, "leaves": kept.leaves, "parts": kept.parts}
        told = json.dumps(said).encode()
        sealed = np.frombuffer(checksum(told, kept.keys, kept.counts), dtype=np.uint8)
        with suppress(OSError), replacing(file) as draft:
            np.savez(
                draft, keys=kept.keys, counts=kept.counts, told=np.frombuffer(told, dtype=np.uint8), checksum=sealed
            )

    def keep(self, kept: Kept) -> None:
        """Keep a finished count, and let the oldest go where all take too much room."""
        size, most = ENTRY_BYTES * len(kept.keys) + FILE_BYTES, kept_bytes_max()
        if size > most:
            EFFORT.get().notice(too_large(size, most))
        else:
            self.write(self.whole, kept)
            with suppress(OSError):
                trim(self.home.parent)
        with suppress(OSError):
            self.unfinished.unlink(missing_ok=True)


def too_large(size: int, most: int) -> str:
    """That a count is not kept, and what would help."""
    return (
        f"this count takes {size / 2**20:,.0f} MiB, more than the {most / 2**20:,.0f} MiB that kept counts may take "
        "together, and is not kept; set CROUPIER_CACHE_LIMIT, such as to 4GiB, to keep it"
    )


def shelf_of(space: Space, counter: Kernel) -> Shelf:
    """Where the count of a space is kept, and the identity that its file must have."""
    sources = fingerprint([*counter.functions, *space.model.told_apart_by])
    identity = {
        "format": FORMAT,
        "game": space.model.id,
        "decks": space.model.decks,
        "composition": list(space.composition),
        "kinds": [list(kind) for kind in space.kinds],
        "suits alike": space.renames_suits,
        "deals": space.total,
        "rules": sha256(counter.made_of.encode()).hexdigest(),
        "sources": sources,
    }
    return Shelf(identity, cache_directory() / sources)


def checksum(told: bytes, keys: Ints, counts: Ints) -> bytes:
    """A digest of all that a file holds."""
    digest = sha256(told)
    for column in (keys, counts):
        if column.dtype != np.int64 or column.ndim != 1:
            raise Refused("a count is two rows of whole numbers")
        digest.update(len(column).to_bytes(8) + np.ascontiguousarray(column).data)
    return digest.digest()
