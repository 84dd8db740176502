"""The cache directory: what was compiled or counted, under a fingerprint of everything it depends on."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from typing import IO, Final

from croupier.errors import Refused, quoted

KEPT_FINGERPRINTS: Final = 32
KEPT_BYTES: Final = 1 << 29
"""Finished counts take no more than this together, unless `CROUPIER_CACHE_LIMIT` says otherwise."""
UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def cache_directory() -> Path:
    """Where compiled kernels and counts are kept; a place that keeps nothing for someone who has no home."""
    base = os.environ.get("CROUPIER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base or Path.home() / ".cache") / "croupier"
    except RuntimeError:
        return Path(os.devnull) / "croupier"


def kept_bytes_max() -> int:
    """How many bytes finished counts may take together."""
    given = os.environ.get("CROUPIER_CACHE_LIMIT", "").strip()
    if not given:
        return KEPT_BYTES
    read = re.fullmatch(r"(\d{1,15})\s*([KMGT]?)(?:i?B)?", given, re.ASCII | re.IGNORECASE)
    if read is None:
        raise Refused(f"{quoted(given)} cannot be read; give a size such as 2GiB", field="CROUPIER_CACHE_LIMIT")
    return int(read[1]) * UNITS[read[2].upper()]


@contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """A draft that becomes the file when it is finished and on the disk, so that nobody reads half of one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, delete=False) as draft:
        whole = Path(draft.name)
        try:
            yield draft
            draft.flush()
            os.fsync(draft.fileno())
            draft.close()
            whole.replace(file)
        except BaseException:
            whole.unlink()
            raise


def trim(cache: Path) -> None:
    """Let go of fingerprints that were not used for longest, and of the oldest counts where all take too much room."""
    homes = [home for home in cache.iterdir() if home.is_dir()]
    for old in latest_first(homes)[KEPT_FINGERPRINTS:]:
        rmtree(old, ignore_errors=True)
    most = left = kept_bytes_max()
    for file in latest_first(cache.glob("*/count-*.npz")):
        size = file.stat().st_size
        if size <= most:  # one that is larger is let go by itself, and takes no other with it
            left -= size
        if size > most or left < 0:
            file.unlink(missing_ok=True)


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Paths by when they were last used."""
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
