"""Sealed secrets: what a table has yet to open survives a crash, and nobody who finds the file can read it.

A vault is a small file beside a journal with one entry for every secret in use, each sealed with AES-GCM under a key
that lies elsewhere. An entry is bound to its table, what it is of, its number and its commitment, so that none can be
moved or swapped. It is written before the record that publishes the commitment, and dropped once the opening is on the
disk.
"""

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from croupier.chance import KEY_LENGTH, Subject
from croupier.errors import Refused, Unwritten
from croupier.files import PRIVATE, write_atomically

FORMAT: Final = "croupier sealed 1"
MARK: Final = f'{{"{FORMAT}":'.encode()
NONCE_LENGTH: Final = 12
BYTES_MAX: Final = 1 << 20
ELSEWHERE: Final = "CROUPIER_KEY"
"""The variable that names another key file."""

Entry = tuple[str, int]
"""What a secret is of, and its number."""


def key_file() -> Path:
    """Where the key is kept: not beside any journal."""
    named = os.environ.get(ELSEWHERE)
    if named:
        return Path(named)
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise Refused(f"there is no home to keep the key in; name a file in {ELSEWHERE}") from None
    return Path(base) / "croupier" / "seal.key"


def key_from(file: Path) -> bytes:
    """Read the key, making one on first use; refuse one that others could read."""
    try:
        if not file.exists():
            make_key(file)
        found = file.stat()
        if stat.S_ISDIR(found.st_mode):
            raise Refused("this is a folder, not a key; name a file", field=str(file))
        text = file.read_text(encoding="ascii") if stat.S_ISREG(found.st_mode) else ""
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise Refused(f"the key that seals shuffles cannot be used: {why}", field=str(file)) from None
    if os.name == "posix" and stat.S_IMODE(found.st_mode) & 0o077:
        raise Refused("others may read the key that seals shuffles; `chmod 600` it", field=str(file))
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_LENGTH:
        raise Refused(f"a key is {2 * KEY_LENGTH} hexadecimal digits, and this is not one", field=str(file))
    return key


def make_key(file: Path) -> None:
    """Make a key, unless another process is quicker: then that one is everybody's."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(Refused):
            write_atomically(file, os.urandom(KEY_LENGTH).hex() + "\n", mode=PRIVATE)
    except OSError as error:
        raise Unwritten(file, error.strerror or str(error)) from None


class Vault:
    """The sealed secrets of one table."""

    def __init__(self, path: Path, key: bytes) -> None:
        """Open a vault that is there, or begin one."""
        self.path = path
        self.key = key
        self.entries: dict[Entry, dict[str, str]] = read_entries(path)

    def seal(self, table: str, subject: Subject, commitment: str, secret: bytes) -> None:
        """Put a secret into the vault; `write` keeps it."""
        nonce = os.urandom(NONCE_LENGTH)
        text = sealed(self.key, nonce, secret, bound_to(table, subject.key, commitment))
        self.entries[subject.key] = {"commitment": commitment, "nonce": nonce.hex(), "sealed": text.hex()}

    def unseal(self, table: str, subject: Subject, commitment: str) -> bytes | None:
        """Take a secret out; none where it is not there, another table's, another key's, or was tampered with."""
        entry = self.entries.get(subject.key)
        if entry is None or entry["commitment"] != commitment:
            return None
        try:
            nonce, text = bytes.fromhex(entry["nonce"]), bytes.fromhex(entry["sealed"])
        except ValueError:
            return None
        return unsealed(self.key, nonce, text, bound_to(table, subject.key, commitment))

    def drop(self, entry: Entry) -> bool:
        """Forget a secret that was opened; gives whether it was there."""
        return self.entries.pop(entry, None) is not None

    def tidy(self) -> None:
        """Keep what is still sealed; a vault with nothing in it goes."""
        if self.entries:
            self.write()
        else:
            self.path.unlink(missing_ok=True)

    def write(self) -> None:
        """Keep the vault as it is now: whole, on the disk, for nobody else to read."""
        entries = [{"of": of, "number": number} | entry for (of, number), entry in self.entries.items()]
        text = json.dumps({FORMAT: entries}, separators=(",", ":")) + "\n"
        write_atomically(self.path, text, ours=lambda head: head.startswith(MARK), mode=PRIVATE)


def sealed(key: bytes, nonce: bytes, secret: bytes, bound: bytes) -> bytes:
    """Seal a secret under a key, bound to what it belongs to."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  # only a recorded table needs it

    return AESGCM(key).encrypt(nonce, secret, bound)


def unsealed(key: bytes, nonce: bytes, text: bytes, bound: bytes) -> bytes | None:
    """Take a secret out of its seal; none where the key is another, or text or binding were tampered with."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415  # as above
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  # as above

    try:
        return AESGCM(key).decrypt(nonce, text, bound)
    except (InvalidTag, ValueError):
        return None


def bound_to(table: str, entry: Entry, commitment: str) -> bytes:
    """What a sealed secret belongs to."""
    return json.dumps([FORMAT, table, *entry, commitment], separators=(",", ":")).encode()


def read_entries(path: Path) -> dict[Entry, dict[str, str]]:
    """Read a vault; one that is damaged is refused rather than written over."""
    try:
        with path.open("rb") as opened:
            read: Mapping[str, Any] = json.loads(opened.read(BYTES_MAX))
        return {
            (str(entry["of"]), int(entry["number"])): {
                name: str(entry[name]) for name in ("commitment", "nonce", "sealed")
            }
            for entry in read[FORMAT]
        }
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refused(f"the sealed secrets cannot be read: {error.strerror}", field=str(path)) from None
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise Refused(
            "these are not sealed secrets, or damaged ones; move the file away to continue without them",
            field=str(path),
        ) from None
