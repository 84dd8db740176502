"""A document of a game, made once and written in whatever formats it has."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from croupier.errors import Refused, quoted
from croupier.files import check_replaceable, unwritable, write_atomically
from croupier.report.document import Document
from croupier.report.game_report import MADE_WITH, GameReport
from croupier.report.kinds import Kind, check_installed, format_of, kind_named
from croupier.report.mark import ours


@dataclass(frozen=True)
class Paper:
    """One kind of document of one game.

    >>> import croupier
    >>> croupier.game("monte").report("rules")
    <Rules of play of Casino Monte>
    """

    kind: Kind
    report: GameReport

    def __repr__(self) -> str:
        return f"<{self.kind.title} of {self.report.conditions.title}>"

    def of_kind(self, name: str) -> "Paper":
        """Another kind of document of the same game, from the same figures."""
        return Paper(kind_named(name), self.report)

    @cached_property
    def document(self) -> Document:
        """What it says, before it is known in which format."""
        made = self.kind.document(self.report)
        known = self.report
        return replace(made, date=known.date, software=known.software, digest=known.conditions.digest)

    def document_in(self, extension: str) -> Document:
        """The same with the command that makes it in a format."""
        again = self.report.command(self.kind.name, extension)
        facts = tuple((name, again if name == MADE_WITH else told) for name, told in self.document.facts)
        return replace(self.document, facts=facts)

    def data(self, extension: str) -> bytes:
        """The whole file in a format."""
        match extension:
            case ".pdf":
                from croupier.report.pdf import Sheet, pdf  # noqa: PLC0415  # each format loads what it needs

                return pdf(self.document_in(extension), Sheet(self.report.sheet))
            case ".html":
                from croupier.report.html import html  # noqa: PLC0415  # as above

                return html(self.document_in(extension)).encode()
            case ".md":
                from croupier.report.markdown import markdown  # noqa: PLC0415  # as above

                return markdown(self.document_in(extension)).encode()
            case _:
                return self.kind.workbook(self.report)

    def check(self, file: Path) -> str:
        """The format for a file; refuse, before anything is worked out, one that could not be written."""
        extension = format_of(self.kind, file)
        if why := unwritable(file):
            raise Refused(f"{quoted(str(file))} cannot be written: {why}", field="-o")
        check_replaceable(file, file.resolve(), ours(file))
        check_installed(extension)
        return extension

    def save(self, file: str | Path) -> Path:
        """Write it whole or not at all, over nothing but another document of ours; the name's end says the format."""
        path = Path(file)
        extension = self.check(path)
        write_atomically(path, self.data(extension), ours=ours(path))
        return path
