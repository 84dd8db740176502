"""The record of one table: a journal, the openings of what is used up, and the sealed secrets of what is not.

Four files lie together: `table.jsonl` holds the journal, `.openings` the proofs, `.sealed` the secrets still in use and
`.names` who the pseudonyms are. Secrets are sealed before the record that commits to them is written; a step is on the
disk before anybody hears of it; an opening is on the disk as soon as its shuffle is used up, and only then is its
secret forgotten. Whatever is missing after a crash is made good when the table is taken over again.
"""

import io
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.audit import Audit, audit
from croupier.chance import Drawn, Subject
from croupier.errors import Refused, Unwritten
from croupier.files import HEAD_LENGTH, Log, write_atomically
from croupier.identity import software_version
from croupier.journal import Chain
from croupier.openings import Use, Uses, opened, opening
from croupier.seal import Vault, key_file, key_from
from croupier.table import State, Stepped

NAMES_FORMAT: Final = "croupier names 1"
NAMES_MARK: Final = f'{{\n "{NAMES_FORMAT}"'.encode()
NAMES_BYTES_MAX: Final = 1 << 20
OPENING_MARKS: Final = (b'{"opening":', b'{"commitment":')
"""How files of openings begin, of this version and of the one before."""


class NotRecorded(Unwritten):
    """Part of a table's record could not be written: what is on the disk, and what is not."""

    def __init__(self, path: Path, why: str, *, length: int, is_certain: bool = True) -> None:
        """Say which file, why, and how many records are known to be there."""
        super().__init__(path, why)
        self.length = length
        self.is_certain = is_certain
        """Whether nothing after those records is on the disk either."""


def beside(journal: Path, suffix: str) -> Path:
    """A file that goes with a journal."""
    return journal.with_name(f"{journal.name}.{suffix}")


class TableRecorder:
    """The files of a table, which this process alone may write."""

    def __init__(self, path: Path, openings: Path | None = None) -> None:
        """Take the files over, creating them where they are not."""
        self.path = path
        self.clock: Callable[[], str] | None = None
        """Dates the records, where it is set."""
        self.cut = 0
        """How many bytes of a torn last record were cut off."""
        self.found: Audit | None = None
        """What the journal held: records that passed their audit."""
        self.unproved: tuple[Use, ...] = ()
        """What is used up and can never be opened, its secrets being lost."""
        self.log = Log(path, "journal")
        self.chain = Chain(software=software_version())
        self.uses = Uses()
        self.kept: dict[tuple[str, int], Drawn] = {}
        self.is_sealed = True
        """Whether all secrets are on the disk."""
        self.used: list[Use] = []
        """What the last batch used up."""
        try:
            self.prove()
            self.vault = Vault(beside(path, "sealed"), key_from(key_file()))
            self.proofs = openings_file(openings or beside(path, "openings"))
        except BaseException:
            self.log.close()
            raise

    def prove(self) -> None:
        """Audit what the journal holds, less a torn last line, and refuse to go on after a fault."""
        whole, torn = terminated(self.log.read())
        if not whole:
            self.cut = self.torn_off(torn, 0)
            return
        found = audit(io.StringIO(whole.decode(errors="replace"), newline="\n"))
        if found.fault:
            raise Refused(
                f"this journal is not continued, for it is not in order at {found.fault}", field=str(self.path)
            )
        self.found, self.cut = found, self.torn_off(torn, found.length)
        self.chain.length, self.chain.head = found.length, found.head
        self.chain.version = found.records[-1].version
        for use in found.uses:
            if not use.used_up:
                setattr(self.uses, "cards" if use.subject.of == "shuffle" else "dice", use)

    def torn_off(self, torn: bytes, number: int) -> int:
        """How many bytes of a record were written before it was torn; refuse what never was the beginning of one."""
        begins = f'{{"n":{number},"event":"'.encode()
        if torn[: len(begins)] != begins[: len(torn)]:
            raise Refused("this is not a journal, or something else was written after its end", field=str(self.path))
        return len(torn)

    def mend(self) -> None:
        """Cut off a torn last record, and write the openings that a crash left unwritten."""
        if self.cut:
            self.log.cut(self.log.size - self.cut)
            if not self.log.is_certain:
                raise self.failed(self.path, "its torn last record cannot be cut off")
        _, torn = terminated(self.proofs.read())
        if torn:
            self.proofs.cut(self.proofs.size - len(torn))
        self.made_good()

    def made_good(self) -> None:
        """Open what was used up and is not opened yet, as far as its secrets are at hand."""
        there = set(opened(self.proofs.read().decode(errors="replace").splitlines()))
        ours = [use for use in (self.found.uses if self.found else ()) if use.used_up and use.version == 2]
        missing = [use for use in ours if use.shown and use.subject.key not in there]
        self.unproved = tuple(use for use in missing if not self.prove_use(use))
        for use in ours:
            if use not in self.unproved:
                self.vault.drop(use.subject.key)

    def prove_use(self, use: Use) -> bool:
        """Write one opening, where its secret is at hand."""
        secret = self.secret_of(use.subject, use.commitment)
        drawn = self.kept.get(use.subject.key) or (Drawn(use.subject, secret) if secret else None)
        if drawn is None or drawn.commitment != use.commitment:
            return False
        self.proofs.append(opening(drawn, use).encode())
        return True

    # Secrets

    def keep_secret(self, drawn: Drawn) -> None:
        """Seal a secret; it is on the disk before its commitment is."""
        self.kept[drawn.subject.key] = drawn
        self.is_sealed = False
        self.vault.seal(drawn.subject.table, drawn.subject, drawn.commitment, drawn.secret)

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        """Unseal a secret."""
        return self.vault.unseal(subject.table, subject, commitment)

    # Recording

    def record(self, steps: Iterable[Stepped]) -> None:
        """Have the events of some steps on the disk, all in one batch, and open what they used up."""
        steps = list(steps)
        chain = Chain(
            self.chain.length, self.chain.head, self.clock, version=self.chain.version, software=self.chain.software
        )
        text = "".join(chain.line(event) for stepped in steps for event in stepped.events)
        try:
            if not self.is_sealed:
                self.vault.write()
                self.is_sealed = True
        except OSError as error:
            raise self.failed(self.vault.path, error.strerror or str(error)) from None
        try:
            self.log.append(text.encode())
        except OSError as error:
            raise self.failed(self.path, error.strerror or str(error)) from None
        self.chain = chain
        self.used = [use for stepped in steps for use in self.uses.follow(stepped.events, stepped.state)]

    def finish(self) -> None:
        """Write the openings of what the last batch used up, then forget their secrets."""
        used, self.used = self.used, []
        try:
            for use in used:
                if use.version == 2 and use.shown:
                    self.prove_use(use)
                self.kept.pop(use.subject.key, None)
                self.vault.drop(use.subject.key)  # on the disk it is dropped when the next one is sealed, or at the end
        except OSError as error:
            raise self.failed(self.proofs.path, error.strerror or str(error)) from None

    def failed(self, path: Path, why: str) -> NotRecorded:
        """What to tell of a file that could not be written."""
        return NotRecorded(path, why, length=self.chain.length, is_certain=self.log.is_certain)

    def close(self) -> None:
        """Let the files go; those made here that hold nothing are removed."""
        with suppress(OSError):
            self.vault.tidy()
        self.proofs.close()
        self.log.close()


def openings_file(path: Path) -> Log:
    """Take a file of openings over; one that holds something else is left alone."""
    log = Log(path, "file of openings")
    head = log.read()[:HEAD_LENGTH]
    if not any(head[: len(mark)] == mark[: len(head)] for mark in OPENING_MARKS):
        log.close()
        raise Refused("this file holds something else than openings; give another name", field=str(path))
    return log


def terminated(data: bytes) -> tuple[bytes, bytes]:
    """Whole lines, and a last one that was torn off."""
    end = data.rfind(b"\n") + 1
    return data[:end], data[end:]


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_names(journal: Path) -> dict[str, str]:
    """Who the pseudonyms of a journal are; nobody where that is not kept or cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        with beside(journal, "names").open("rb") as opened_:
            read = json.loads(opened_.read(NAMES_BYTES_MAX))[NAMES_FORMAT]
        return {str(player): str(name) for player, name in read.items()}
    return {}


def write_names(journal: Path, names: Mapping[str, str]) -> None:
    """Keep who the pseudonyms are, outside the chain, so that a name can be struck out and the chain still holds."""
    text = json.dumps({NAMES_FORMAT: dict(names)}, indent=1, ensure_ascii=True) + "\n"
    write_atomically(beside(journal, "names"), text, ours=lambda head: head.startswith(NAMES_MARK))


def named(state: State, names: Mapping[str, str]) -> dict[int, str]:
    """Who sits where, by name where it is known."""
    return {seat: names.get(player, player) for seat, player in state.seated.items()}
