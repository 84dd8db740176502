"""Drawings of charts: by vl-convert and Altair, which are imported when somebody draws, and without any network."""

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from typing import Any, Final
from zlib import crc32

from croupier.errors import Refused

INSTALL: Final = "`pip install '.[report]'`"
VEGA_LITE: Final = "6.4"
CREATOR: Final = "croupier chart"
"""What our drawings say of themselves, so that they may be drawn again over one another."""
PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"
HEADER_END: Final = len(PNG_HEAD) + 25
"""Where the first chunk of a PNG file, its header, ends."""


@contextmanager
def drawn_by(what: str) -> Iterator[None]:
    """Say what is missing where something that draws is not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise Refused(
            f"{what} needs {missing.name}; in a checkout install it with: {INSTALL}", field="report"
        ) from None


def check_installed() -> None:
    """Refuse before long work what could not be drawn after it."""
    with drawn_by("drawing a chart"):
        if find_spec("vl_convert") is None:
            raise ModuleNotFoundError(name="vl_convert")


def svg(spec: Mapping[str, Any], title: str, alt: str) -> str:
    """A drawing that says what it is to whoever cannot see it."""
    with drawn_by("drawing a chart"):
        import vl_convert  # noqa: PLC0415  # for those who draw
    text: str = vl_convert.vegalite_to_svg(dict(spec), vl_version=VEGA_LITE, allowed_base_urls=[])
    name = f"chart-{sha256(text.encode()).hexdigest()[:12]}"
    head, _, rest = text.partition(">")
    head = head.replace(' class="marks"', "")
    said = f'<title id="{name}-title">{escape(title, quote=False)}</title>'
    said += f'<desc id="{name}-desc">{escape(alt, quote=False)}</desc><metadata>{CREATOR}</metadata>'
    return f'{head} role="img" aria-labelledby="{name}-title" aria-describedby="{name}-desc">{said}{rest}'


def png(drawing: str, scale: float) -> bytes:
    """A drawing as a picture."""
    with drawn_by("drawing a chart"):
        import vl_convert  # noqa: PLC0415  # as above
    picture: bytes = vl_convert.svg_to_png(drawing, scale=scale)
    words = b"tEXtSoftware\0" + CREATOR.encode()
    chunk = struct.pack(">I", len(words) - 4) + words + struct.pack(">I", crc32(words))
    return picture[:HEADER_END] + chunk + picture[HEADER_END:]


def is_ours(data: bytes) -> bool:
    """Whether a file that begins like this is a drawing of ours, or empty."""
    head = data[: HEADER_END + 64] if data.startswith(PNG_HEAD) else data
    return not data.strip() or (data.startswith((PNG_HEAD, b"<svg")) and CREATOR.encode() in head)


def altair_chart(spec: Mapping[str, Any]) -> Any:  # noqa: ANN401  # as `Chart.to_altair`
    with drawn_by("an Altair chart"):
        import altair as alt  # noqa: PLC0415  # as above
    return alt.Chart.from_dict(dict(spec))
