"""What a person reads of a document, in each of its formats."""

import html
import re
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO

from pypdf import PdfReader

from croupier.figures import Figure
from croupier.report.plain_text import BREAK

DECIMAL = re.compile(r"(?P<sign>[-+]?)\$?(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)(?P<percent>%?)(?: to 1)?")
SIGNED = {"push": Fraction(0), "loses": Fraction(-1), "loses half": Fraction(-1, 2)}


def squeezed(text: str) -> str:
    """Text without spaces, line ends and places to break."""
    return re.sub(rf"[\s{BREAK}\N{{SOFT HYPHEN}}]+", "", text)


def pdf_text(data: bytes) -> str:
    """Everything that a PDF says, in the order of its pages."""
    return squeezed("".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages))


def markdown_text(text: str) -> str:
    """Markdown as it is read, without its escapes."""
    return squeezed(html.unescape(re.sub(r"\\([^A-Za-z0-9\s])", r"\1", text)))


class Page(HTMLParser):
    """A page of HTML: its elements, its text and the figures in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.figures: list[tuple[str, str]] = []
        self.within: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "data":
            self.within = dict(attrs)["value"]

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.within is not None:
            self.figures.append((self.within, data))
            self.within = None


def is_rounded(figure: Figure) -> bool:
    """Whether the text of a figure is its value, rounded at the last digit that is printed."""
    text, value = figure, Fraction(figure.value)
    if text in SIGNED:
        return value == SIGNED[text]
    if text.startswith("loses "):
        return value == -Fraction(text.removeprefix("loses "))
    if odds := re.fullmatch(r"([0-9]+):([0-9]+)", text):
        return value == Fraction(int(odds[1]), int(odds[2]))
    if "/" in text:
        return value == Fraction(text)
    found = DECIMAL.fullmatch(text)
    assert found, text
    number = Fraction(found["number"].replace(",", "")) * (-1 if found["sign"] == "-" else 1)
    places = len(found["number"].partition(".")[2])
    shown = value * 100 if found["percent"] else value
    return abs(shown - number) * 2 <= Fraction(1, 10**places)
