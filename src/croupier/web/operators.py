"""Operators: who they are, how they prove it, and for how long.

A key is 32 random bytes, made here and shown once. The file has its Argon2id hash only. Hashing takes a
fraction of a second and tens of megabytes on purpose, so it runs in a thread, a few at a time. After several failures
from one address a name is locked there for a while, also for whoever has the right key, and nothing is hashed for it.
Elsewhere it is not: nobody can lock an operator out.
"""

import asyncio
import base64
import hashlib
import logging
import re
import secrets
import stat
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.errors import Refused, Unwritten, quoted, unreadable
from croupier.files import PRIVATE, write_atomically
from croupier.web.logs import log
from croupier.web.settings import Lockout

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
KEY_BYTES: Final = 32
AT_ONCE: Final = 2
"""Keys that are hashed at the same time."""
HEADING: Final = "# croupier operators 1"
SESSIONS_MAX: Final = 100
LOCKED_MAX: Final = 10_000


def hasher() -> PasswordHasher:
    """Argon2id with the library's parameters, those of RFC 9106 for little memory."""
    return PasswordHasher()


def random_key() -> str:
    """A key or token that nobody guesses."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode().rstrip("=")


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_operators(file: Path) -> Mapping[str, str]:
    """The operators of a file by name, each with the hash of a key."""
    try:
        text = file.read_text(encoding="ascii")
        mode = stat.S_IMODE(file.stat().st_mode)
    except UnicodeDecodeError:
        raise Refused("this is not a file of operators", field=str(file)) from None
    except OSError as error:
        raise unreadable(error, str(file)) from None
    if mode & 0o022:
        raise Refused("others may write this file of operators; `chmod 600` it", field=str(file))
    heading, *lines = text.splitlines() or [""]
    found = dict(line.split(" ", 1) for line in lines if " " in line)
    is_right = all(NAME.fullmatch(name) and hash_.startswith("$argon2id$") for name, hash_ in found.items())
    if heading != HEADING or len(found) != len(lines) or not is_right:
        raise Refused("this is not a file of operators; `croupier serve --new-operator` makes one", field=str(file))
    return found


def add_operator(file: Path, name: str) -> str:
    """Give an operator a new key and keep its hash; whoever has the name already gets another key."""
    if not NAME.fullmatch(name):
        raise Refused(
            f"{quoted(name)} cannot be an operator's name; use up to 32 letters, digits and . _ -",
            field="--new-operator",
        )
    key = random_key()
    known = {**(read_operators(file) if file.exists() else {}), name: hasher().hash(key)}
    text = "".join((f"{HEADING}\n", *(f"{each} {hash_}\n" for each, hash_ in known.items())))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, text, ours=lambda head: head.startswith(HEADING.encode()), mode=PRIVATE)
    except OSError as error:
        raise Unwritten(file, error.strerror or str(error)) from None
    return key


Known = Callable[[], Mapping[str, str]]
"""Gives operators by name as they are now, each with the hash of a key."""


class KeyFile:
    """The operators of a file, which is read again where it has changed."""

    def __init__(self, file: Path) -> None:
        """Read it; there may be none."""
        self.file = file
        self.seen = self.look()
        self.known: Mapping[str, str] = read_operators(file) if self.seen else {}

    def hashes(self) -> Mapping[str, str]:
        """The operators now; where the file cannot be used any more, those who were known before."""
        seen = self.look()
        if seen != self.seen:
            self.seen = seen
            try:
                self.known = read_operators(self.file) if seen else {}
            except Refused as refused:
                log("operators cannot be read", level=logging.ERROR, why=refused.reason)
        return self.known

    def look(self) -> tuple[int, ...]:
        """What changes with the file; empty where there is none."""
        try:
            found = self.file.stat()
        except OSError:
            return ()
        return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode)


# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class OperatorSession:
    """An operator who has shown the key."""

    name: str
    hash: str
    """Of the key; whoever has another one by now signs in again."""
    seen: int
    ends: int


class Locked(Exception):
    """Too many wrong keys were given for a name."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__()


class Operators:
    """Those who may run the house, and their sessions in this process. Times are milliseconds."""

    def __init__(self, hashes: Known, lockout: Lockout, *, idle_seconds: int, seconds: int) -> None:
        """Take what gives names with the hashes of their keys."""
        self.hashes = hashes
        self.lockout = lockout
        self.idle, self.length = idle_seconds * 1000, seconds * 1000
        self.sessions: dict[str, OperatorSession] = {}
        self.failures: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()
        """How often a wrong key was given for a name from an address, and when it is forgiven."""
        self.at_once = asyncio.Semaphore(AT_ONCE)
        self.nobody = ""

    async def enter(self, name: str, key: str, now: int, address: str = "") -> str | None:
        """Begin a session and give its token; None if the key is wrong or nobody has the name."""
        who, length = (name, address), self.lockout.seconds * 1000
        number, until = self.failures.get(who, (0, 0))
        if not now < until <= now + length:  # it is over, or the clock was set back
            number = 0
        if number >= self.lockout.failures:
            raise Locked((until - now + 999) // 1000)
        # Counted before the key is hashed: many guesses at once have no advantage.
        self.failures.pop(who, None)
        self.failures[who] = (number + 1, now + length)
        while len(self.failures) > LOCKED_MAX:
            self.failures.popitem(last=False)
        async with self.at_once:
            is_right = await asyncio.to_thread(self.is_key, name, key)
        hash_ = self.hashes().get(name)
        if not is_right or hash_ is None:
            return None
        self.failures.pop(who, None)
        self.sessions = {token: each for token, each in self.sessions.items() if self.is_valid(each, now)}
        if len(self.sessions) >= SESSIONS_MAX:
            del self.sessions[min(self.sessions, key=lambda token: self.sessions[token].seen)]
        token = random_key()
        self.sessions[digest_of(token)] = OperatorSession(name, hash_, now, now + self.length)
        return token

    def is_key(self, name: str, key: str) -> bool:
        """Whether this is somebody's key; takes as long for a name that nobody has."""
        if not self.nobody:
            self.nobody = hasher().hash(random_key())
        hashes = self.hashes()
        try:
            hasher().verify(hashes.get(name, self.nobody), key)
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False
        return name in hashes

    def operator(self, token: str, now: int) -> str:
        """Who a token belongs to, and that they were here; empty where it is nobody's, or too old."""
        session = self.sessions.get(digest_of(token)) if token else None
        if session is None or not self.is_valid(session, now):
            return ""
        session.seen = now
        return session.name

    def leave(self, token: str) -> None:
        """End a session."""
        self.sessions.pop(digest_of(token), None)

    def is_valid(self, session: OperatorSession, now: int) -> bool:
        """Whether a session is not over, and the key that began it is still good."""
        is_known = self.hashes().get(session.name) == session.hash
        return is_known and now < session.ends and now < session.seen + self.idle
