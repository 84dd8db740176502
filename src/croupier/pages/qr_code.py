"""QR codes after ISO/IEC 18004: a short text as bytes, versions 1 to 6, error correction M.

Enough for an address of up to 106 bytes, so that a phone takes it from a screen; a longer one has no code.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

import htpy as h

QUIET: Final = 4
"""How many light modules lie around a code."""
FINDER: Final = 7
BYTES: Final = 0b0100
"""The mode in which bytes are written."""
FORMAT_GENERATOR: Final = 0b10100110111
FORMAT_MASK: Final = 0b101010000010010
POLYNOMIAL: Final = 0x11D


class Version(NamedTuple):
    """The size of a code at error correction M."""

    number: int
    blocks: int
    data: int
    """Codewords of data in each block."""
    correction: int
    """Codewords of error correction in each block."""
    aligned: int
    """Where the alignment pattern lies; 0 for none."""

    @property
    def side(self) -> int:
        return 17 + 4 * self.number


VERSIONS: Final = (
    Version(1, 1, 16, 10, 0),
    Version(2, 1, 28, 16, 18),
    Version(3, 1, 44, 26, 22),
    Version(4, 2, 32, 18, 26),
    Version(5, 2, 43, 24, 30),
    Version(6, 4, 27, 16, 34),
)
MASKS: Final[tuple[Callable[[int, int], bool], ...]] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, _: row % 2 == 0,
    lambda _, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: (row * column) % 2 + (row * column) % 3 == 0,
    lambda row, column: ((row * column) % 2 + (row * column) % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + (row * column) % 3) % 2 == 0,
)
Modules = dict[tuple[int, int], bool]
"""Dark or light, by row and column."""


def qr_code(text: str) -> list[list[bool]] | None:
    """The rows of a code, True for dark; None for a text that is too long."""
    data = text.encode()
    version = next((each for each in VERSIONS if len(data) + 2 <= each.blocks * each.data), None)
    if version is None:
        return None
    fixed = patterns(version)
    bits = [byte >> place & 1 for byte in codewords(data, version) for place in range(7, -1, -1)]
    placed = dict(zip(free_places(version, fixed), bits, strict=False))
    codes = [masked(version, fixed, placed, mask) for mask in range(len(MASKS))]
    return min(codes, key=penalty)


# ── Codewords ────────────────────────────────────────────────────────────────────────────────────────────────────────


def codewords(data: bytes, version: Version) -> list[int]:
    """Data and error correction, the blocks interleaved."""
    room = version.blocks * version.data
    bits = f"{BYTES:04b}{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    whole = [int(bits[place : place + 8].ljust(8, "0"), 2) for place in range(0, len(bits), 8)][:room]
    padded = whole + [(0xEC, 0x11)[place % 2] for place in range(room - len(whole))]
    blocks = [padded[place : place + version.data] for place in range(0, room, version.data)]
    checks = [correction(block, version.correction) for block in blocks]
    return [word for rows in (blocks, checks) for column in zip(*rows, strict=True) for word in column]


def times(one: int, other: int) -> int:
    """The product in the field of 256 elements."""
    product = 0
    for place in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * POLYNOMIAL
        product ^= (other >> place & 1) * one
    return product


def correction(block: list[int], count: int) -> list[int]:
    """The remainder of a block by the generator of so many codewords, after Reed and Solomon."""
    generator, root = [1], 1
    for _ in range(count):
        longer = [*generator, 0]
        generator = [word ^ times(root, before) for word, before in zip(longer, [0, *generator], strict=True)]
        root = times(root, 2)
    left = [*block, *([0] * count)]
    for place in range(len(block)):
        factor = left[place]
        for offset, word in enumerate(generator):
            left[place + offset] ^= times(word, factor)
    return left[-count:]


# ── Modules ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def patterns(version: Version) -> Modules:
    """What lies in every code of a size; places of the format are kept free as light."""
    side, last = version.side, version.side - FINDER
    found: Modules = {}
    for top, left in ((0, 0), (0, last), (last, 0)):
        for row in range(-1, FINDER + 1):
            for column in range(-1, FINDER + 1):
                ring = max(abs(row - 3), abs(column - 3))
                if 0 <= top + row < side and 0 <= left + column < side:
                    found[top + row, left + column] = ring in (0, 1, 3)
    for place in range(8, side - 8):
        found[6, place] = found[place, 6] = place % 2 == 0
    if version.aligned:
        for row in range(-2, 3):
            for column in range(-2, 3):
                found[version.aligned + row, version.aligned + column] = max(abs(row), abs(column)) != 1
    for one, other in format_places(side):
        found[one] = found[other] = False
    found[side - 8, 8] = True
    return found


def format_places(side: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each bit of the format lies, twice, the last bit first."""
    near = [*((row, 8) for row in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, column) for column in (7, 5, 4, 3, 2, 1, 0))]
    far = [*((8, side - 1 - place) for place in range(8)), *((side - 7 + place, 8) for place in range(7))]
    return list(zip(near, far, strict=True))


def free_places(version: Version, fixed: Modules) -> Iterator[tuple[int, int]]:
    """Where data lies: two columns at a time from the right, up and down in turn, without the column of the timing."""
    side = version.side
    for turn, right in enumerate([*range(side - 1, 6, -2), 5, 3, 1]):
        rows = range(side) if turn % 2 else range(side - 1, -1, -1)
        for row in rows:
            for column in (right, right - 1):
                if (row, column) not in fixed:
                    yield row, column


def masked(version: Version, fixed: Modules, placed: dict[tuple[int, int], int], mask: int) -> list[list[bool]]:
    """The rows of a code under a mask, with its format."""
    inverted, side = MASKS[mask], version.side
    rest = mask << 10
    for place in range(14, 9, -1):
        rest ^= (rest >> place & 1) * FORMAT_GENERATOR << place - 10
    said = (mask << 10 | rest) ^ FORMAT_MASK  # correction M is written as 00
    modules = fixed | {
        (one, other)[twice]: bool(said >> place & 1)
        for place, (one, other) in enumerate(format_places(side))
        for twice in range(2)
    }
    return [
        [
            modules[row, column]
            if (row, column) in modules
            else bool(placed.get((row, column), 0)) != inverted(row, column)
            for column in range(side)
        ]
        for row in range(side)
    ]


def penalty(rows: list[list[bool]]) -> int:
    """How hard a code is to read: long runs, squares, what looks like a finder, and too much of one colour."""
    lines = ["".join("01"[module] for module in row) for row in [*rows, *zip(*rows, strict=True)]]
    runs = sum(len(run) - 2 for line in lines for run in split_runs(line) if len(run) >= 5)
    side = range(len(rows) - 1)
    squares = sum(
        3
        for row in side
        for column in side
        if rows[row][column] == rows[row][column + 1] == rows[row + 1][column] == rows[row + 1][column + 1]
    )
    finders = sum(40 * (line.count("10111010000") + line.count("00001011101")) for line in lines)
    dark = sum(map(sum, rows)) * 100 // len(rows) ** 2
    return runs + squares + finders + abs(dark - 50) // 5 * 10


def split_runs(line: str) -> list[str]:
    """Equal digits that lie together."""
    return ["".join(run) for _, run in groupby(line)]


def qr_picture(text: str, label: str) -> h.Node:
    """A code as a picture; nothing for a text that is too long."""
    rows = qr_code(text)
    if rows is None:
        return None
    side = len(rows) + 2 * QUIET
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, modules in enumerate(rows)
        for column, is_dark in enumerate(modules)
        if is_dark
    )
    return h.svg(".qr", viewBox=f"0 0 {side} {side}", role="img", aria_label=label, shape_rendering="crispEdges")[
        h.path(d=path, fill="#000")
    ]
