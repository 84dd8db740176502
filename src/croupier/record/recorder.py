"""The record of one table: a journal, the openings of what is used up, and the sealed secrets of what is not.

Four files lie together: `table.jsonl` holds the journal, `.openings` the proofs, `.sealed` the secrets still in use and
`.names` who the pseudonyms are. Secrets are sealed before the record that commits to them is written; a step is on the
disk before anybody hears of it; an opening is on the disk as soon as its shuffle is used up, and only then is its
secret forgotten. Whatever is missing after a crash is made good when the table is taken over again.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from croupier.chance import Drawn, DrawnBefore, Subject
from croupier.errors import Refused, Unwritten
from croupier.files import HEAD_LENGTH, Log
from croupier.games import is_known
from croupier.identity import software_version
from croupier.record.audit import Audit, audit
from croupier.record.journal import Chain
from croupier.record.names import beside, write_names
from croupier.record.proofs import VERSION, Use, Uses, opened, opening
from croupier.record.seal import Vault, key_file, key_from
from croupier.rulebook import Game
from croupier.table.core import Stepped

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


class TableRecorder:
    """The files of a table, which this process alone may write."""

    def __init__(self, path: Path, openings: Path | None = None, game: Game | None = None) -> None:
        """Take the files over, creating them where they are not; a journal that is there may be of the game given."""
        self.path = path
        self.own = None if game is None or is_known(game) else game
        """The game, where only its file names it."""
        self.clock: Callable[[], str] | None = None
        """Dates the records, where it is set."""
        self.cut = 0
        """How many bytes of a torn last record were cut off."""
        self.is_mended = False
        """Whether that was done."""
        self.found: Audit | None = None
        """What the journal held: records that passed their audit."""
        self.unproved: list[Use] = []
        """What is used up and can never be opened, its secrets being lost."""
        with unwritten(path):
            self.log = Log(path, "journal")
        self.chain = Chain(software=software_version())
        self.uses = Uses()
        self.kept: dict[tuple[str, int], Drawn] = {}
        self.is_sealed = True
        """Whether all secrets are on the disk."""
        self.used: list[Use] = []
        """What is used up and has yet to be opened."""
        self.has_named = False
        """Whether the names were written here."""
        try:
            self.prove()
            self.vault = Vault(beside(path, "sealed"), key_from(key_file()))
            self.proofs = openings_file(openings or beside(path, "openings"))
        except BaseException:
            self.log.close()
            raise
        whole, self.torn = terminated(self.proofs.read())
        try:
            self.there = self.opened(whole)
        except BaseException:
            self.proofs.close()
            self.log.close()
            raise

    def prove(self) -> None:
        """Audit what the journal holds, less a torn last line, and refuse to go on after a fault."""
        whole, torn = terminated(self.log.read())
        if not whole:
            self.cut = self.torn_off(torn, 0)
            return
        try:
            found = audit(io.StringIO(whole.decode(errors="replace"), newline="\n"), game=self.own)
        except Refused as refused:
            raise refused.at(str(self.path)) from None
        if found.fault:
            raise Refused(f"this is not continued, for it is not in order: {found.headline}", field=str(self.path))
        self.found, self.cut = found, self.torn_off(torn, found.length)
        self.chain = Chain(found.length, found.head, version=found.records[-1].version, software=self.chain.software)
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
        self.cut_off(self.log, self.cut)
        self.is_mended = True
        self.cut_off(self.proofs, len(self.torn))
        ours = [use for use in (self.found.uses if self.found else ()) if use.used_up and use.version == VERSION]
        with self.recording(self.proofs.path):
            self.open_all(ours)

    def cut_off(self, log: Log, torn: int) -> None:
        if torn:
            log.cut(log.size - torn)
            if not log.is_certain:
                why = f"it is not certain that the {torn} bytes of its torn last line are cut off"
                raise NotRecorded(log.path, why, length=self.chain.length)  # all whole lines are there

    def opened(self, lines: bytes) -> frozenset[tuple[str, int]]:
        """What is opened already; refuse openings that are not of this table, for they would be taken for ours."""
        ours = {use.subject.key: use.commitment for use in (self.found.uses if self.found else ())}
        there = dict(opened(lines.decode(errors="replace").splitlines()))
        if any(ours.get(key) != commitment for key, commitment in there.items()):
            raise Refused("this holds openings of another table; give another file", field=str(self.proofs.path))
        return frozenset(there)

    def open_all(self, used: Iterable[Use]) -> None:
        """Write the openings that are not there yet, as far as their secrets are at hand, then forget these."""
        for use in used:
            key = use.subject.key
            if use.version and use.shown and key not in self.there and not self.prove_use(use):
                if use.version == VERSION:  # before, openings were written wherever somebody asked for them
                    self.unproved.append(use)
                continue  # what is sealed stays: another key may open it
            self.kept.pop(key, None)
            self.vault.drop(key)  # on the disk it is dropped when the next one is sealed, or at the end

    def prove_use(self, use: Use) -> bool:
        """Write one opening, where its secret is at hand."""
        subject = use.subject
        if not subject.table and self.found and self.found.state:  # a table got its id when it left version 1
            subject = replace(subject, table=self.found.state.table)
        secret = self.secret_of(subject, use.commitment)
        kind = Drawn if use.version == VERSION else DrawnBefore
        drawn = self.kept.get(use.subject.key) or (kind(use.subject, secret) if secret else None)
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
        return self.vault.unseal(subject.table, subject, commitment)

    # Names

    def keep_names(self, names: Mapping[str, str]) -> None:
        """Have it on the disk who the pseudonyms are, before the journal names these."""
        with self.recording(beside(self.path, "names")):
            write_names(self.path, names)
        self.has_named = True

    # Recording

    def record(self, steps: Iterable[Stepped]) -> None:
        """Have the events of some steps on the disk, all in one batch, and open what they used up."""
        steps = list(steps)
        chain = Chain(
            self.chain.length, self.chain.head, self.clock, version=self.chain.version, software=self.chain.software
        )
        text = "".join(chain.line(event) for stepped in steps for event in stepped.events)
        with self.recording(self.vault.path):
            if not self.is_sealed:
                self.vault.write()
                self.is_sealed = True
        with self.recording(self.path):
            self.log.append(text.encode())
        self.chain = chain
        for stepped in steps:
            self.used += self.uses.follow(stepped.events, stepped.state)

    def finish(self) -> None:
        """Write the openings of what was used up, then forget their secrets."""
        used, self.used = self.used, []
        with self.recording(self.proofs.path):
            self.open_all(used)

    @contextmanager
    def recording(self, path: Path) -> Iterator[None]:
        """Tell of a file that cannot be written, or that somebody has put something else in the place of."""
        try:
            yield
        except OSError as error:
            raise self.failed(path, error.strerror or str(error)) from None
        except Refused as refused:
            raise self.failed(path, refused.reason) from None

    def failed(self, path: Path, why: str) -> NotRecorded:
        """What to tell of a file that could not be written."""
        return NotRecorded(path, why, length=self.chain.length, is_certain=self.log.is_certain)

    def close(self) -> None:
        """Open what is used up and still sealed, and let the files go; those made here and left empty are removed."""
        try:
            with suppress(NotRecorded):
                self.finish()
            with suppress(OSError, Refused):
                self.vault.tidy()
            if self.log.is_unused and self.has_named:
                with suppress(OSError):
                    beside(self.path, "names").unlink(missing_ok=True)
        finally:
            self.proofs.close()
            self.log.close()


@contextmanager
def unwritten(path: Path) -> Iterator[None]:
    """Name the file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise Unwritten(path, error.strerror or str(error)) from None


def openings_file(path: Path) -> Log:
    """Take a file of openings over; one that holds something else is left alone."""
    with unwritten(path):
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
