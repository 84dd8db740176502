"""A document as PDF, HTML and Markdown: text stays text, nothing is cut off, and people who cannot see are told."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from typing import Any, Final

import pytest
from markdown_it import MarkdownIt
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from croupier.figures import Figure
from croupier.report.document import (
    Bullets,
    Cell,
    Code,
    Document,
    Facts,
    Form,
    Illustration,
    Paragraph,
    Reference,
    Section,
    Strong,
    Table,
)
from croupier.report.html import STYLE, html
from croupier.report.markdown import markdown
from croupier.report.pdf import Sheet, pdf, pictures
from tests.report.reading import Page, markdown_text, pdf_text, squeezed

MARGIN: Final = 54
HOSTILE = (
    '#import "/etc/passwd": *',
    "#panic()",
    "<script>alert(1)</script>",
    "| a | b |",
    "`code` and ```more```",
    "*strong* _emphasis_ [link](https://example.com) ![x](y)",
    "$x^2$ and <label> @reference",
    "https://example.com www.example.com somebody@example.com",
    "1. not a list",
    "- not a list",
    "&amp; &lt;",
    "</style></head><body onload=x>",
    "-->",
    ":smile: #15 ~~gone~~",
    "\\section{no}",
)
INVISIBLE = ("\u202edesrever", "bell\x07", "null\x00", "\ufeffmark", "two\nlines", "\u200bzero", "\ud800half")
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" onload="x()"><defs><clipPath id="c">'
    '<rect width="300" height="100"/></clipPath></defs><script>x()</script><image href="https://example.com/x.png"/>'
    '<g clip-path="url(#c)"><rect width="200" height="50" fill="#ccc"/></g></svg>'
)


@dataclass(frozen=True)
class Drawing:
    title: str = "Two bars"
    alt: str = "The first bar is twice as long as the second."

    def svg(self) -> str:
        return SVG


def figure(number: int, places: int = 4) -> Figure:
    value = Fraction(number, 7)
    return Figure(value, f"{float(value):,.{places}f}")


def document(*blocks: object, form: Form = Form.REPORT, title: str = "A game") -> Document:
    """A document with these blocks in its first of two sections."""
    sections = (
        Section("first", "First", tuple(blocks)),  # type: ignore[arg-type]  # blocks of several kinds
        Section("second", "Second", (Paragraph(("See ", Reference("the first", "first"), ".")),)),
    )
    return Document(
        "mathematics",
        title,
        "A report",
        form,
        (("Edition", "1"),),
        sections,
        "en",
        "2026-01-31",
        "croupier 1",
        "ab" * 32,
    )


EVERY = (
    Paragraph(("An edge of ", figure(1), ", ", Strong("no less"), ".")),
    Bullets((("one",), ("two ", figure(2))), numbered=True),
    Facts((("Name", figure(3)),)),
    Table(("Outcome", "Value"), (("a", figure(4)), ("b", figure(5))), caption="A table", note="A note."),
    Illustration(Drawing(), "A drawing", Table(("Bar", "Length"), (("first", figure(6)),))),
    Code("croupier report tcp -o tcp.pdf"),
)


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", Form)
def test_text_that_could_be_markup_comes_out_as_text(form: Form) -> None:
    made = document(
        *(Paragraph((text,)) for text in HOSTILE),
        Table(HOSTILE[:3], (HOSTILE[3:6],), words=3, caption=HOSTILE[2], note=HOSTILE[4]),
        Bullets(tuple((text,) for text in HOSTILE)),
        Facts(tuple((text, text) for text in HOSTILE)),
        form=form,
        title="".join(HOSTILE[:3]),
    )
    page, of_pdf = Page(html(made)), pdf_text(pdf(made))
    of_markdown = markdown_text(markdown(made))
    for text in (*HOSTILE, made.title):
        assert squeezed(text) in of_pdf
        assert text in page.text
        assert squeezed(text) in of_markdown
    assert not {"script", "body onload"} & {tag for tag, _ in page.tags}


def test_markdown_of_hostile_text_has_no_links_code_or_html_in_it() -> None:
    made = document(*(Paragraph((text,)) for text in HOSTILE), *(Bullets(((text,),)) for text in HOSTILE))
    parsed = MarkdownIt("gfm-like", {"linkify": False}).parse(markdown(made))
    inline = [token for each in parsed if each.type == "inline" for token in each.children or ()]
    assert not {token.type for token in inline} & {"code_inline", "image", "s_open", "strong_open"}
    links = [token.attrs["href"] for token in inline if token.type == "link_open"]
    assert set(links) == {"#first", "#second"}
    said = {token.content for token in inline if token.type == "html_inline"}
    assert said == {'<a id="first">', '<a id="second">', "</a>"}
    said_of = [each.content for each in parsed if each.type == "html_block"]
    assert said_of == ["<!-- croupier report mathematics -->\n"]


@pytest.mark.parametrize("text", INVISIBLE)
def test_what_is_invisible_is_made_visible(text: str) -> None:
    made = document(Paragraph((text,)), title=text)
    for written in (html(made), markdown(made)):
        assert text not in written
        written.encode()
    shown = {ord(letter) for letter in text if letter.isprintable()}
    assert shown <= set(map(ord, pdf_text(pdf(made))))


def test_what_no_font_of_ours_can_show_is_named_in_a_pdf_and_kept_elsewhere() -> None:
    made = document(Paragraph(("monkey 🐒, 中",)))
    assert "monkey[U+1F412],[U+4E2D]" in pdf_text(pdf(made))
    assert "monkey 🐒, 中" in html(made)
    assert "monkey 🐒, 中" in markdown(made)


# ── PDF ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", Form)
def test_a_pdf_is_the_same_to_the_byte(form: Form) -> None:
    made = document(*EVERY, form=form)
    assert pdf(made) == pdf(made)
    assert pdf(made) != pdf(made, Sheet.LETTER)
    assert pdf(made) != pdf(replace(made, date="2026-02-01"))


@pytest.mark.parametrize("form", Form)
def test_a_pdf_is_tagged_for_people_who_cannot_see_it(form: Form) -> None:
    read = PdfReader(BytesIO(pdf(document(*EVERY, form=form))))
    root: Any = read.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()
    elements = list(elements_of(root["/StructTreeRoot"]))
    kinds = {str(each["/S"]) for each in elements}
    assert {"/H1", "/H2", "/Table", "/TH", "/TD", "/Figure", "/Caption", "/LI"} - kinds <= {"/H2"}
    assert Drawing.alt in {str(each.get("/Alt")) for each in elements if each["/S"] == "/Figure"}
    assert read.metadata is not None
    assert read.metadata.title == "A game"


def elements_of(node: DictionaryObject) -> Iterator[Any]:
    """Every element of the structure of a PDF."""
    children = node.get("/K", [])
    for child in children if isinstance(children, list) else [children]:
        each = child.get_object()
        if isinstance(each, DictionaryObject) and "/S" in each:
            yield each
            yield from elements_of(each)


def test_every_page_of_a_report_says_what_it_is_of() -> None:
    read = PdfReader(BytesIO(pdf(document(*EVERY))))
    for number, page in enumerate(read.pages, 1):
        text = page.extract_text()
        assert f"page {number} of {len(read.pages)}" in text
        assert "rulebook abababababababab" in text
        assert number == 1 or "2026-01-31" in text


def test_a_document_without_a_date_says_so_and_bears_none() -> None:
    made = pdf(replace(document(*EVERY), date=""))
    assert "nodategiven" in pdf_text(made)
    assert PdfReader(BytesIO(made)).metadata.get("/CreationDate") is None  # type: ignore[union-attr]  # it has one


@pytest.mark.parametrize(("sheet", "size"), [(Sheet.A4, (595, 842)), (Sheet.LETTER, (612, 792))])
def test_sheets_have_their_size_and_a_folded_one_lies_across(sheet: Sheet, size: tuple[int, int]) -> None:
    upright = PdfReader(BytesIO(pdf(document(*EVERY), sheet))).pages[0].mediabox
    assert (round(upright.width), round(upright.height)) == size
    folded = PdfReader(BytesIO(pdf(document(*EVERY, form=Form.FOLDED), sheet)))
    assert len(folded.pages) == 1
    assert (round(folded.pages[0].mediabox.width), round(folded.pages[0].mediabox.height)) == size[::-1]


@pytest.mark.slow
def test_a_table_is_never_wider_than_its_page() -> None:
    many = tuple(f"column {number}" for number in range(25))
    words = "a name of several words that go on and on"
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (words, *(figure(1_000_003 * (row + place)) for place in range(24))) for row in range(40)
    )
    long = Table(("Word", "Figure"), (("x" * 200, figure(1)), ("of/a/long/path" * 12, figure(2))))
    made = document(Table(many, rows, caption="Wide"), long)
    for sheet in Sheet:
        read = PdfReader(BytesIO(pdf(made, sheet)))
        assert max(map(rightmost, read.pages)) < float(read.pages[0].mediabox.width) - MARGIN
    found = pdf_text(pdf(made))
    assert all(squeezed(each) in found for each in made.figures())
    assert found.count(squeezed("column 24")) > 1  # heads come again on the next page


def rightmost(page: PageObject) -> float:
    """Where the last word of a page begins, of those that lie farthest to the right."""
    begins = [0.0]

    def visit(text: str, _: object, at: list[float], *__: object) -> None:
        if text.strip():
            begins.append(at[4])

    page.extract_text(visitor_text=visit)
    return max(begins)


def test_an_id_of_a_clause_is_not_parted_by_the_end_of_a_line() -> None:
    ids = tuple(f"{game}-{kind}{number}" for game in ("CM", "TCP") for kind in ("", "W", "FEE") for number in range(40))
    cited = Table(("Word", "Clauses"), (("word " * 40, ", ".join(ids)),), words=2)
    made = document(Paragraph((f"Rests on {', '.join(ids)}.",)), cited, Paragraph(("ABC-" * 120,)))
    read = PdfReader(BytesIO(pdf(made)))
    lines = [line for page in read.pages for line in page.extract_text().split("\n")]
    assert not [line for line in lines if re.search("(CM|TCP)-$", line)]
    assert max(map(rightmost, read.pages)) < float(read.pages[0].mediabox.width) - MARGIN


@pytest.mark.slow
def test_headings_and_captions_are_not_left_at_the_end_of_a_page() -> None:
    table = Table(("Word", "Figure"), tuple((f"row {row}", figure(row)) for row in range(30)), caption="The caption")
    for lines in range(38, 50, 2):
        filled = tuple(Paragraph((f"line {line}",)) for line in range(lines))
        made = document(*filled)
        made = replace(made, sections=(*made.sections, Section("third", "The heading", (table,))))
        for page in PdfReader(BytesIO(pdf(made))).pages[1:]:
            text = page.extract_text()
            if "The heading" in text or "The caption" in text:
                assert "The heading" in text
                assert "The caption" in text
                assert "row 0" in text


LEADING: Final = Paragraph(("What follows is this:",))
PARTS: Final = ("The heading", "What follows is this:", "row 0")
LED: Final = Table(("Word", "Figure"), tuple((f"row {row}", figure(row)) for row in range(12)))


@pytest.mark.parametrize(
    "last",
    [
        Section("third", "The heading", (LEADING, LED)),
        Section("third", "The heading", (LEADING, Facts(tuple((f"row {row}", figure(row)) for row in range(8))))),
        Section("third", "The heading", (LEADING,), (Section("part", "A part of it", (LED,)),)),
    ],
    ids=["table", "facts", "part"],
)
def test_what_leads_to_a_table_is_not_left_at_the_end_of_a_page(last: Section) -> None:
    parted = 0
    for lines in range(34, 50, 2):
        made = document(*(Paragraph((f"line {line}",)) for line in range(lines)))
        made = replace(made, sections=(*made.sections, last))
        pages = [page.extract_text() for page in PdfReader(BytesIO(pdf(made))).pages]
        led = [number for number, text in enumerate(pages[1:]) for word in PARTS if word in text]
        assert len(led) == len(PARTS)
        assert len(set(led)) == 1
        parted += f"line {lines - 1}" not in pages[led[0] + 1]
    assert parted  # some began a page of their own


def test_pictures_of_pages_are_as_many_as_there_are_pages() -> None:
    made = document(*EVERY)
    drawn = pictures(made, ppi=20)
    assert len(drawn) == len(PdfReader(BytesIO(pdf(made))).pages)
    assert all(each.startswith(b"\x89PNG") for each in drawn)


# ── HTML ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_page_needs_nothing_else_and_runs_nothing() -> None:
    text = html(document(*EVERY))
    page = Page(text)
    assert not {tag for tag, _ in page.tags} & {"script", "link", "iframe", "object", "embed", "image", "img"}
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("href", "src", "xlink:href", "action", "data"):
            assert (attributes.get(name) or "#").startswith("#")
    addresses = set(re.findall(r"https?://[^\"'\s<)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in text
    assert "@import" not in text
    assert "url(" not in text.partition("</style>")[0]


def test_ids_are_not_broken_and_heads_keep_their_rows_on_a_screen_and_on_paper() -> None:
    everywhere, _, narrow = STYLE.partition("@media (max-width")
    assert ".short{white-space:nowrap}" in everywhere
    assert ".long{min-width:10em}" in everywhere
    assert "tbody tr:first-child{break-before:avoid}" in narrow.partition("@media print")[2]


def test_a_page_is_told_to_people_who_cannot_see_it() -> None:
    page = Page(html(document(*EVERY)))
    assert dict(page.tags)["html"] == {"lang": "en"}
    drawings = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert [each["role"] for each in drawings] == ["img"]
    ids = [each["id"] for _, each in page.tags if each.get("id")]
    assert len(set(ids)) == len(ids)
    assert set(str(drawings[0]["aria-labelledby"]).split()) <= set(ids)
    assert Drawing.alt in page.text
    scopes = [attributes.get("scope") for tag, attributes in page.tags if tag == "th"]
    assert scopes.count("col") == 4
    assert scopes.count("row") == 3
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_columns_say_whether_they_hold_ids_or_sentences_or_figures() -> None:
    table = Table(
        ("Clause", "Kind", "What it says", "Value"),
        (("CM-1", "not in force here", "A round begins with each player's initial wager.", figure(1)),),
        words=3,
    )
    cells = [attributes.get("class") for tag, attributes in Page(html(document(table))).tags if tag in {"th", "td"}]
    assert cells == ["short", None, "long", "figure"] * 2


def test_references_lead_to_their_sections() -> None:
    page = Page(html(document(*EVERY)))
    ids = {attributes.get("id") for _, attributes in page.tags}
    leads = {str(each["href"])[1:] for tag, each in page.tags if tag == "a"}
    assert leads == {"first", "second"}
    assert leads <= ids
    assert "the first (section 1)" in page.text


def test_two_drawings_share_no_name() -> None:
    text = html(document(Illustration(Drawing()), Illustration(Drawing())))
    assert text.count('id="picture-1-c"') == text.count("url(#picture-1-c)") == 1
    assert text.count('id="picture-2-c"') == text.count("url(#picture-2-c)") == 1


# ── Figures and documents ────────────────────────────────────────────────────────────────────────────────────────────


def test_every_format_prints_every_figure() -> None:
    made = document(*EVERY)
    figures = list(made.figures())
    assert [each.value * 7 for each in figures] == [1, 2, 3, 4, 5, 6]
    assert Page(html(made)).figures == [(str(each.value), each) for each in figures]
    of_pdf, of_markdown = pdf_text(pdf(made)), markdown_text(markdown(made))
    for each in figures:
        assert each in of_pdf
        assert each in of_markdown


def test_a_document_refuses_two_sections_with_one_id_and_references_that_lead_nowhere() -> None:
    made = document()
    with pytest.raises(ValueError, match="two sections have the id first"):
        replace(made, sections=(made.sections[0], made.sections[0]))
    with pytest.raises(ValueError, match="leads to nowhere"):
        replace(made, sections=(Section("a", "A", (Paragraph((Reference("b", "nowhere"),)),)),))
