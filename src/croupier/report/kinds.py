"""The kinds of documents there are, the formats of each, and what each format needs installed."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from croupier.errors import Refused, either, listed, quoted
from croupier.report.document import Document
from croupier.report.game_report import GameReport

PRINTED: Final = (".pdf", ".html", ".md")
"""The formats of what is read on paper or on a screen."""
WORKED: Final = (".xlsx",)
CHARTS: Final = ("altair", "vl_convert")
NEEDED: Final = {".pdf": ("typst", *CHARTS), ".html": CHARTS, ".md": (), ".xlsx": ("xlsxwriter",)}
"""What each format needs of the extra `report`."""


@dataclass(frozen=True)
class Kind:
    """A kind of document."""

    name: str
    title: str
    module: str
    """The module that makes it; imported when one is made."""
    formats: tuple[str, ...] = PRINTED
    takes_long: bool = False
    """Whether it tells what simulations, counters and banks come to, where that is asked for."""

    def document(self, report: GameReport) -> Document:
        """The document; a workbook is none."""
        make: Callable[[GameReport], Document] = import_module(self.module).document
        return make(report)

    def workbook(self, report: GameReport) -> bytes:
        """The workbook; the other kinds have none."""
        write: Callable[[GameReport], bytes] = import_module(self.module).write
        return write(report)


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("mathematics", "Mathematics report", "croupier.report.mathematics", takes_long=True),
        Kind("workbook", "Workbook", "croupier.report.workbook", WORKED),
        Kind("rules", "Rules of play", "croupier.report.rules_of_play"),
        Kind("rack-card", "Rack card", "croupier.report.rack_card"),
        Kind("dealers-guide", "Dealer's guide", "croupier.report.dealers_guide"),
    )
}


def kind_named(name: str) -> Kind:
    """A kind by its name, or a refusal that lists them."""
    found = KINDS.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise Refused(f"there is no document {quoted(name)}; there are {listed(KINDS)}", field="KIND")
    return found


def format_of(kind: Kind, file: Path) -> str:
    """The format that a file's name asks for, or a refusal that names those of the kind."""
    extension = file.suffix.lower()
    if extension not in kind.formats:
        raise Refused(f"for the {kind.title.lower()}, end the file's name with {either(kind.formats)}", field=str(file))
    return extension


def check_installed(extension: str) -> None:
    """Refuse a format that needs packages which are not there."""
    missing = [name for name in NEEDED[extension] if find_spec(name) is None]
    if missing:
        raise Refused(
            f"{extension} needs {listed(missing)}; in a checkout install what documents need with: "
            "`pip install '.[report]'`"
        )
