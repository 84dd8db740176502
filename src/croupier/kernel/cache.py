"""The cache directory: what was compiled or counted, under a fingerprint of everything it depends on."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from typing import IO, Final

KEPT_FINGERPRINTS: Final = 32
KEPT_BYTES: Final = 1 << 29


def cache_directory() -> Path:
    """Where compiled kernels and counts are kept; a place that keeps nothing for someone who has no home."""
    base = os.environ.get("CROUPIER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base or Path.home() / ".cache") / "croupier"
    except RuntimeError:
        return Path(os.devnull) / "croupier"


@contextmanager
def replacing(file: Path) -> Iterator[IO[bytes]]:
    """A draft that becomes the file when it is finished, so that nobody reads half of one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, delete=False) as draft:
        whole = Path(draft.name)
        try:
            yield draft
            draft.close()
            whole.replace(file)
        except BaseException:
            whole.unlink()
            raise


def trim(cache: Path) -> None:
    """Let go of fingerprints, and of large counts, that were not used for longest."""
    homes = [home for home in cache.iterdir() if home.is_dir()]
    for old in latest_first(homes)[KEPT_FINGERPRINTS:]:
        rmtree(old, ignore_errors=True)
    left = KEPT_BYTES
    for file in latest_first(cache.glob("*/count-*.npz")):
        left -= file.stat().st_size
        if left < 0:
            file.unlink(missing_ok=True)


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Paths by when they were last used."""
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
