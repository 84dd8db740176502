"""QR codes: against published examples, and read back."""

from hashlib import sha256

import pytest

from croupier.pages.qr_code import (
    MASKS,
    VERSIONS,
    codewords,
    correction,
    format_places,
    free_places,
    masked,
    patterns,
    qr_code,
    qr_picture,
    times,
)

FORMATS = (
    *("101010000010010", "101000100100101", "101111001111100", "101101101001011"),
    *("100010111111001", "100000011001110", "100111110010111", "100101010100000"),
)
"""The formats of correction M, as the standard's table has them."""
ADDRESS = f"https://play.example/carry#{'x' * 43}"
READ_BY_OTHERS = "bbf4186525fa0263499ef0aebee8c1e2e50c80564ff2a0c6f01ef9005f44d4e9"
"""Of a code that a reader of somebody else's has read."""


def test_the_correction_of_a_published_example() -> None:
    hello_world = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert correction(hello_world, 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


@pytest.mark.parametrize("mask", range(8))
def test_the_formats_are_those_of_the_table(mask: int) -> None:
    version = VERSIONS[2]
    rows = masked(version, patterns(version), {}, mask)
    for which in range(2):
        bits = [rows[places[which][0]][places[which][1]] for places in format_places(version.side)]
        assert "".join("01"[bit] for bit in reversed(bits)) == FORMATS[mask]


@pytest.mark.parametrize("length", [1, 14, 15, 26, 42, 62, 84, 106])
def test_a_code_is_read_back(length: int) -> None:
    text = "".join(chr(33 + place % 90) for place in range(length))
    rows = qr_code(text)
    assert rows
    version = next(each for each in VERSIONS if each.side == len(rows))
    fixed = patterns(version)
    said = "".join("01"[rows[one[0]][one[1]]] for one, _ in reversed(format_places(version.side)))
    inverted = MASKS[FORMATS.index(said)]
    read = [rows[row][column] != inverted(row, column) for row, column in free_places(version, fixed)]
    count = version.blocks * (version.data + version.correction)
    words = [int("".join("01"[bit] for bit in read[8 * place : 8 * place + 8]), 2) for place in range(count)]
    assert words == codewords(text.encode(), version)
    for block in range(version.blocks):
        data = words[: version.blocks * version.data][block :: version.blocks]
        whole = data + words[version.blocks * version.data :][block :: version.blocks]
        for power in range(version.correction):
            point = 1
            for _ in range(power):
                point = times(point, 2)
            value = 0
            for word in whole:
                value = times(value, point) ^ word
            assert value == 0, "every block is a word of the code"


def test_a_code_that_others_have_read_stays_the_same() -> None:
    assert sha256(str(qr_code(ADDRESS)).encode()).hexdigest() == READ_BY_OTHERS


def test_a_text_that_is_too_long_has_no_code() -> None:
    assert qr_code("x" * 107) is None
    assert qr_picture("x" * 107, "x") is None
    assert "<svg" in str(qr_picture(ADDRESS, "An address"))
