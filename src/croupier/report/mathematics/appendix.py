"""What stands at the end: glossary, trace of clauses, credits and notices."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

from croupier.figures import count
from croupier.report.document import Cell, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.glossary import WORDS
from croupier.report.pdf import FONTS
from croupier.report.words import owner_of, say
from croupier.rulebook import Clause, Ruling
from croupier.trace import Place, kind_of, places_of

PACKAGES: Final = (
    *("numpy", "numba", "altair", "vl-convert-python", "typst", "XlsxWriter", "rich", "typer"),
    "cryptography",
)
"""What works figures out and makes documents of them."""


def glossary(_report: GameReport) -> Section:
    return Section("glossary", "Glossary", (Table(("Word", "What it means here"), WORDS, words=2),))


def trace(report: GameReport) -> Section:
    """Where each clause is carried out, and how many tests prove it or guard it."""
    game = report.book.game
    rows: list[tuple[Cell, ...]] = []
    every: tuple[Clause | Ruling, ...] = (*game.clauses, *game.rulings)
    for clause in every:
        places = places_of(game, clause.id)
        tests = [sum(place.kind == kind for place in places) for kind in ("proves", "guards")]
        rows.append((clause.id, kind_of(clause), ", ".join(code_of(places)) or "–", *map(count, tests)))
    told = say(
        "Found by reading the source: a function or value that names a clause carries it out; a test marked "
        "with it proves what it grants or guards what it refuses. Notices and clauses about felt and hands need none. "
        "Tests that are kept elsewhere are not counted."
    )
    table = Table(("Clause", "Kind", "Carried out by", "Proved by tests", "Guarded by tests"), tuple(rows), words=3)
    return Section("trace", "Trace of clauses", (told, table))


def code_of(places: tuple[Place, ...]) -> Iterator[str]:
    """The places in code, each module's once."""
    by_file: dict[str, list[str]] = {}
    for place in places:
        if place.kind == "code":
            by_file.setdefault(place.file.removeprefix("croupier/"), []).append(place.name)
    for file, names in by_file.items():
        yield f"{file}: {', '.join(dict.fromkeys(names))}"


def credits_(report: GameReport) -> Section:
    """Whose the game is, and what made this document."""
    game = report.book.game
    owners = Table(
        ("Document", "Owner"),
        tuple((document.title, owner_of(document)) for document in game.documents),
        words=2,
        caption="Documents of the game",
    )
    notices = Table(
        ("Package", "Version", "Licence"),
        tuple(row for name in PACKAGES if (row := notice(name))),
        words=3,
        caption="Software of others that works figures out or makes documents of them",
    )
    fonts = Table(("Font", "Licence"), tuple(FONTS.items()), words=2, caption="Fonts of the PDF")
    told = say(
        "A document belongs to the owner named beside it, if it has one. Its rules are told here in our own words; "
        "Croupier is an independent implementation of published rules, and is not affiliated with any owner."
    )
    return Section("credits", "Credits and notices", (told, owners, notices, fonts))


def notice(name: str) -> tuple[str, str, str] | None:
    """The version and the licence of an installed package."""
    try:
        known = metadata(name)
    except PackageNotFoundError:
        return None
    kinds = [each.rpartition(" :: ")[2] for each in known.get_all("Classifier") or () if each.startswith("License")]
    said = (*(known.get_all("License-Expression") or ()), ", ".join(kinds), *(known.get_all("License") or ()))
    return name, str(known["Version"]), next(filter(None, said), "see the package").split("\n")[0]
