"""Drawings of charts: with units and words, the same bytes from the same numbers, without a network."""

import json
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from croupier import Chart, Refused
from croupier.chart import Bands, Bars, Dots, Heat, Histogram, Line, Lines, Mark, Points
from croupier.chart.drawing import PNG_HEAD, is_ours
from croupier.chart.fonts import FAMILY, font_files
from croupier.chart.vega import WIDTH

SVG = "{http://www.w3.org/2000/svg}"
LONG = "a very long name of an outcome that does not fit in one line of a drawing"
NUMBERS = tuple(
    {
        "outcome": f"{LONG} {number}" if number == 3 else f"outcome {number}",
        "return (%)": (-1) ** number * 12.5 * number,
        "low (%)": (-1) ** number * 12.5 * number - 3,
        "high (%)": (-1) ** number * 12.5 * number + 3,
        "probability (%)": 10.0**-number,
        "rounds played": 1000 * number,
        "from ($)": -2000 + 1000 * number,
        "to ($)": -1000 + 1000 * number,
        "who": ("one", "other")[number % 2],
        "best": "Raise 3×",
        "option": number % 2,
    }
    for number in range(6)
)
KINDS: dict[str, Mark] = {
    "bands": Bands(x="rounds played", y="bankroll ($)", bands=(("low (%)", "high (%)"),), middle="return (%)"),
    "bars": Bars(of="outcome", value="return (%)"),
    "dots": Dots(of="outcome", value="return (%)", low="low (%)", high="high (%)", lines=(Line(0, "nothing"),)),
    "dots by series": Dots(of="outcome", value="return (%)", series="who"),
    "dots by tens": Dots(of="outcome", value="probability (%)", log=True, places=5),
    "heat": Heat(x="who", y="outcome", text="best", level="option"),
    "histogram": Histogram(
        low="from ($)", high="to ($)", value="probability (%)", x="result ($)", lines=(Line(0, "half"),), top=0.5
    ),
    "lines": Lines(x="rounds played", y="return (%)", series="who", low="low (%)", high="high (%)"),
    "lines over words": Lines(x="outcome", y="return (%)"),
    "points": Points(x="rounds played", y="return (%)", lines=(Line(0, "the middle"),)),
}


def drawn(kind: str, rows: tuple[dict[str, object], ...] = NUMBERS) -> Chart:
    return Chart(
        title="Returns & <odds>", alt='Half is "12.5%" < 100% & more.', rows=rows, marks=KINDS[kind], note="Of a game"
    )


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail whoever opens a connection."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a drawing wants a network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawing_says_what_it_is_has_axes_with_units_and_is_as_wide_as_a_page(kind: str, offline: None) -> None:
    root = ET.fromstring(drawn(kind).svg())  # noqa: S314  # our own
    assert root.get("width") == str(WIDTH)
    assert root.get("role") == "img"
    title, words = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert words is not None
    assert (title.text, words.text) == ("Returns & <odds>", 'Half is "12.5%" < 100% & more.')
    assert (root.get("aria-labelledby"), root.get("aria-describedby")) == (title.get("id"), words.get("id"))
    texts = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    marks = KINDS[kind]
    wanted = [marks.x] if hasattr(marks, "x") else [marks.value]
    wanted += [marks.y] if hasattr(marks, "y") else []
    for name in wanted:
        assert name[0].upper() + name[1:] in texts, name
    assert not any("undefined" in text or "NaN" in text or "null" in text for text in texts)
    assert "-" not in "".join(texts), "a minus is a minus, not a hyphen"


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_give_the_same_bytes(kind: str) -> None:
    once, again = drawn(kind), drawn(kind)
    assert once.svg() == again.svg()
    assert once.png() == again.png()


def test_another_process_draws_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys, hashlib; from tests.test_drawings import drawn; "
        "print(*(hashlib.sha256(data).hexdigest() for data in (drawn('lines').svg().encode(), drawn('lines').png())))"
    )
    seen = set()
    for _ in range(2):
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        seen.add(ran.stdout)
    assert len(seen) == 1


def test_text_is_set_in_the_font_of_the_package_and_its_likes() -> None:
    assert f'font-family="{FAMILY}, Arial, Helvetica, sans-serif"' in drawn("bars").svg()


def test_nothing_in_a_drawing_is_fetched_or_run() -> None:
    assert '"url"' not in json.dumps(drawn("lines").spec()), "the numbers are within it"
    text = drawn("lines").svg()
    assert "http" not in text.replace("http://www.w3.org/", "")
    assert "<script" not in text
    assert "url(" not in text
    assert text.count(" id=") == 2, "two drawings on one page share no names"


def test_a_picture_is_as_large_as_asked_and_says_who_drew_it() -> None:
    small, large = drawn("bars").png(scale=1), drawn("bars").png(scale=3)
    widths = [struct.unpack(">I", picture[16:20])[0] for picture in (small, large)]
    assert widths == [WIDTH, 3 * WIDTH]
    assert is_ours(large)
    assert is_ours(drawn("bars").svg().encode())
    assert is_ours(b"")
    assert not is_ours(PNG_HEAD + b"somebody else's")
    assert not is_ours(b"<svg>somebody else's</svg>")


def test_long_names_are_wrapped_and_not_cut() -> None:
    texts = ["".join(each.itertext()) for each in ET.fromstring(drawn("bars").svg()).iter(f"{SVG}text")]  # noqa: S314  # our own
    assert any("a very long name" in text for text in texts)
    assert LONG not in texts
    assert not any("…" in text for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_row_and_rows_that_are_all_the_same_can_be_drawn(kind: str) -> None:
    for rows in (NUMBERS[1:2], NUMBERS[1:2] * 3):
        assert drawn(kind, rows).png(scale=1).startswith(PNG_HEAD)


def test_things_are_told_apart_without_colours() -> None:
    """By lightness, by shapes and by dashes: every two neighbours in a series differ in each."""
    from croupier.chart.vega import DASHES, SERIES, SHADES, SHAPES  # noqa: PLC0415  # for this test alone

    def grey(colour: str) -> float:
        red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert all(grey(lighter) - grey(darker) > 25 for lighter, darker in pairwise(SHADES))
    assert all(abs(grey(one) - grey(other)) > 20 for one, other in pairwise(SERIES))
    assert len(set(SHAPES)) == len(SHAPES)
    assert len({tuple(dash) for dash in DASHES}) == len(DASHES)


# ── Notebooks ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", KINDS)
def test_altair_takes_every_chart(kind: str) -> None:
    chart = drawn(kind).to_altair()
    assert chart.to_dict()["title"]["text"] == ["Returns & <odds>"]
    assert chart.to_dict()["data"] or chart.to_dict()["datasets"]


def test_a_notebook_shows_what_altair_shows() -> None:
    bundle = drawn("bars")._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert any("vega" in kind or kind == "text/html" for kind in data)


# ── Without the extra ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if nothing that draws were installed."""
    for name in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, name, None)
    font_files.cache_clear()
    yield
    font_files.cache_clear()


def test_what_is_missing_is_said_in_one_sentence(bare: None) -> None:
    chart = drawn("bars")
    for draw in (chart.svg, chart.png, font_files):
        with pytest.raises(Refused, match=r"needs vl_convert; in a checkout install it with: `pip install"):
            draw()
    with pytest.raises(Refused, match=r"an Altair chart needs altair; in a checkout"):
        chart.to_altair()


def test_without_the_extra_a_notebook_shows_words(bare: None) -> None:
    assert drawn("bars")._repr_mimebundle_() == {"text/plain": 'Returns & <odds>. Half is "12.5%" < 100% & more.'}


def test_nothing_that_draws_is_loaded_before_somebody_draws() -> None:
    draws = "{'altair', 'vl_convert'} & {*sys.modules}"
    program = f"import sys, croupier; croupier.game('bac').analyze().charts(); print({draws})"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


# ── Fonts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_font_comes_as_files_with_its_licence() -> None:
    files = font_files()
    assert list(files) == [f"LiberationSans-{cut}.ttf" for cut in ("Regular", "Bold", "Italic", "BoldItalic")]
    for data in files.values():
        assert "SIL Open Font License, Version 1.1".encode("utf-16-be") in data


def test_typst_sets_a_chart_in_that_font(tmp_path: Path) -> None:
    from io import BytesIO  # noqa: PLC0415  # for this test alone

    import pypdf  # noqa: PLC0415  # as above
    import typst  # noqa: PLC0415  # as above

    for name, data in font_files().items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "chart.svg").write_text(drawn("bars").svg(), encoding="utf-8")
    source = tmp_path / "page.typ"
    source.write_text('#set document(title: "A")\n#image("chart.svg", alt: "B", width: 160mm)', encoding="utf-8")
    made = typst.compile(source, font_paths=[tmp_path], ignore_system_fonts=True, pdf_standards="ua-1")
    page = pypdf.PdfReader(BytesIO(made)).pages[0]
    fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]  # a page with text
    assert {font["/BaseFont"].partition("+")[2] for font in fonts} == {"LiberationSans", "LiberationSans-Bold"}
    assert "Returns & <odds>" in page.extract_text()
