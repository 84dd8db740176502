"""The cache directory: compiled kernels and counts, named by a fingerprint of everything they depend on."""

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
"""The most space all finished counts may take, unless `CROUPIER_CACHE_LIMIT` says otherwise."""
UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def cache_directory() -> Path:
    """The cache directory; /dev/null for a user without a home, so that nothing is kept."""
    base = os.environ.get("CROUPIER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base or Path.home() / ".cache") / "croupier"
    except RuntimeError:
        return Path(os.devnull) / "croupier"


def kept_bytes_max() -> int:
    """The most bytes all finished counts may take."""
    given = os.environ.get("CROUPIER_CACHE_LIMIT", "").strip()
    if not given:
        return KEPT_BYTES
    read = re.fullmatch(r"(\d{1,15})\s*([KMGT]?)(?:i?B)?", given, re.ASCII | re.IGNORECASE)
    if read is None:
        raise Refused(f"{quoted(given)} cannot be read; give a size such as 2GiB", field="CROUPIER_CACHE_LIMIT")
    return int(read[1]) * UNITS[read[2].upper()]


@contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """A draft that becomes the file once it is complete and on the disk, so that nobody reads half a file."""
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
    """Delete the fingerprints unused for longest, and the oldest counts if all take too much space."""
    homes = [home for home in cache.iterdir() if home.is_dir()]
    for old in latest_first(homes)[KEPT_FINGERPRINTS:]:
        rmtree(old, ignore_errors=True)
    most = left = kept_bytes_max()
    for file in latest_first(cache.glob("*/count-*.npz")):
        size = file.stat().st_size
        if size <= most:  # a larger one is deleted alone
            left -= size
        if size > most or left < 0:
            file.unlink(missing_ok=True)


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Paths by when they were last used."""
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
