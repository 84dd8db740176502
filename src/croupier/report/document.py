"""A document as a tree of plain values, before it is known in which format it will be read.

A document has sections, a section has blocks. Text is plain text: no markup, so nothing that a game or a person wrote
can break a page. A number that was worked out is a `Figure` wherever it stands, so that a test can compare what every
format prints with the exact value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from croupier.figures import Figure, Phrase


class Picture(Protocol):
    """What a chart or a drawing offers to a document."""

    @property
    def title(self) -> str:
        """What it shows, in a few words."""

    @property
    def alt(self) -> str:
        """What it says to somebody who cannot see it."""

    def svg(self) -> str:
        """The picture itself."""


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Reference:
    """Words that lead to another section of the document, named by its id."""

    text: str
    to: str

    def __str__(self) -> str:
        return self.text


Run = str | Strong | Reference
"""A piece of text: plain, a `Figure` or a `Phrase`, or one that stands out or leads elsewhere."""
Cell = str | tuple[Run, ...]
"""What stands in a cell or in a line of a list."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of running text."""

    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; numbered where the order matters."""

    items: tuple[tuple[Run, ...], ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what they come to, line by line."""

    rows: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under their heads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: int = 1
    """How many columns, from the left, are words; the others are figures and stand right."""
    caption: str = ""
    note: Cell = ""
    marked: frozenset[int] = frozenset()
    """The rows that stand out, such as a total."""


@dataclass(frozen=True, slots=True)
class Illustration:
    """A chart or a drawing, with the numbers it shows as a table beside it, or with an alternative text alone."""

    picture: Picture
    caption: str = ""
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """A command, or other text that is to be copied as it stands."""

    text: str


Block = Paragraph | Bullets | Facts | Table | Illustration | Code


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a document."""

    id: str
    """For references, such as `optimal-strategy`; once in a document."""
    title: str
    blocks: tuple[Block, ...] = ()
    parts: "tuple[Section, ...]" = ()


class Form(StrEnum):
    """How a document is laid out on paper."""

    REPORT = "report"
    """Pages with a title, a table of contents, numbered sections, headers and footers."""
    LEAFLET = "leaflet"
    """Pages without a table of contents, for something that is read at once."""
    FOLDED = "folded"
    """One sheet, printed on one side and folded once; each section is a panel."""


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document."""

    kind: str
    """Such as `mathematics`: how the command names it."""
    title: str
    subtitle: str
    form: Form
    facts: tuple[tuple[str, Cell], ...]
    """What stands under the title: edition, date, software, digest, the command that makes it again."""
    sections: tuple[Section, ...]
    language: str = "en"
    date: str = ""
    """As its caller gives it, such as 2026-01-31; no clock is read."""
    software: str = ""
    """What made it, such as `croupier 0.1`."""
    digest: str = ""
    """Of the rulebook that it tells of."""

    def __post_init__(self) -> None:
        """Refuse two sections with one id, and a reference that leads nowhere."""
        ids = [section.id for section in self.every_section()]
        if twice := sorted({id_ for id_ in ids if ids.count(id_) > 1}):
            raise ValueError(f"{self.kind}: two sections have the id {', '.join(twice)}")
        if lost := sorted({each.to for each in self.references()} - set(ids)):
            raise ValueError(f"{self.kind}: a reference leads to {', '.join(lost)}; there is no such section")

    def every_section(self) -> "Iterator[Section]":
        """All sections, each before its parts."""
        yield from (each for section in self.sections for each in flattened(section))

    def figures(self) -> "Iterator[Figure]":
        """Every figure, in the order of the document."""
        for section in self.every_section():
            for block in section.blocks:
                yield from figures_of(block)

    def references(self) -> "Iterator[Reference]":
        """Every reference to a section."""
        cells = (cell for section in self.every_section() for block in section.blocks for cell in cells_of(block))
        for cell in (*(cell for _, cell in self.facts), *cells):
            if isinstance(cell, tuple):
                yield from (run for run in cell if isinstance(run, Reference))


def flattened(section: Section) -> Iterator[Section]:
    yield section
    for part in section.parts:
        yield from flattened(part)


def figures_of(block: Block) -> Iterator[Figure]:
    """The figures of one block, in order."""
    for cell in cells_of(block):
        yield from figures_in(cell)


def cells_of(block: Block) -> Iterator[Cell]:
    """Everything in a block that may hold a figure, in order."""
    match block:
        case Paragraph(runs):
            yield runs
        case Bullets(items):
            yield from items
        case Facts(rows):
            yield from (cell for _, cell in rows)
        case Table(rows=lines, note=note):
            yield from (cell for line in lines for cell in line)
            yield note
        case Illustration(table=Table() as table):
            yield from cells_of(table)
        case Illustration() | Code():
            return


def figures_in(cell: Cell) -> Iterator[Figure]:
    yield from (run for run in runs_of(cell) if isinstance(run, Figure))


def runs_of(cell: Cell) -> Iterator[Run]:
    """The pieces of a cell, of which no one has others in it."""
    for run in cell if isinstance(cell, tuple) else (cell,):
        if isinstance(run, Phrase):
            yield from run.runs
        else:
            yield run


def text_of(cell: Cell) -> str:
    """A cell as plain text."""
    return "".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)
