"""The font of charts as files, for a program that sets their text itself, such as Typst.

Charts are set in Liberation Sans, which vl-convert carries in its library and hands out under no other name: regular,
bold and italic, version 2, under the SIL Open Font License 1.1, which lets anybody embed it. It is read from there, so
that a document has the very letters for which a chart was laid out, and no system font.
"""

import mmap
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from croupier.chart.drawing import drawn_by
from croupier.errors import Refused

FAMILY: Final = "Liberation Sans"
LICENCE: Final = "SIL Open Font License 1.1"
PACKAGE: Final = "vl-convert-python"
TRUE_TYPE: Final = b"\0\1\0\0\0"
"""How a TrueType font begins: its version, and the first half of how many tables it has."""
TABLES: Final = range(9, 33)
ENTRY: Final = struct.Struct(">4sLLL")
"""An entry of the table of tables: name, checksum, place and length."""
NEEDED: Final = frozenset({b"cmap", b"glyf", b"head", b"hmtx", b"name"})
WINDOWS_ENGLISH: Final = (3, 1, 0x409)
FULL_NAME: Final = 4


@cache
def font_files() -> Mapping[str, bytes]:
    """The fonts by the names of files, such as `LiberationSans-Bold.ttf`; read once."""
    with drawn_by("the font of charts"):
        import vl_convert  # noqa: PLC0415  # for those who set a chart
    found: dict[str, bytes] = {}
    for library in sorted(Path(vl_convert.__file__).parent.glob("vl_convert*.*")):
        if library.suffix not in (".so", ".pyd", ".dylib"):
            continue
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            for font in fonts_in(data):
                name = full_name(font)
                if name == FAMILY or name.startswith(f"{FAMILY} "):
                    found[f"{FAMILY.replace(' ', '')}-{name[len(FAMILY) :].replace(' ', '') or 'Regular'}.ttf"] = font
    if not found:
        raise Refused(f"this version of {PACKAGE} does not carry {FAMILY}; install one that does", field="fonts")
    return found


def fonts_in(data: mmap.mmap) -> Iterator[bytes]:
    """Every TrueType font within a file."""
    at = data.find(TRUE_TYPE)
    while at >= 0:
        (count,) = struct.unpack_from(">H", data, at + 4)
        if count in TABLES and at + 12 + ENTRY.size * count < len(data):
            tables = [ENTRY.unpack_from(data, at + 12 + ENTRY.size * n) for n in range(count)]
            end = at + max(start + length for _, _, start, length in tables)
            if {name for name, *_ in tables} >= NEEDED and end <= len(data):
                yield data[at:end]
        at = data.find(TRUE_TYPE, at + 1)


def full_name(font: bytes) -> str:
    """What a font calls itself, such as `Liberation Sans Bold`."""
    (count,) = struct.unpack_from(">H", font, 4)
    tables = {name: start for name, _, start, _ in (ENTRY.unpack_from(font, 12 + ENTRY.size * n) for n in range(count))}
    start = tables[b"name"]
    _, names, texts = struct.unpack_from(">HHH", font, start)
    for number in range(names):
        *of, name, length, offset = struct.unpack_from(">6H", font, start + 6 + 12 * number)
        if tuple(of) == WINDOWS_ENGLISH and name == FULL_NAME:
            return font[start + texts + offset : start + texts + offset + length].decode("utf-16-be")
    return ""
