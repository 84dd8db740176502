"""Letters where a terminal has no signs."""

import io
import os
import subprocess
import sys

import pytest

from croupier.cli.console import SafeConsole
from croupier.cli.signs import INSTEAD, charset, spelled


def test_suits_are_letters_where_the_encoding_has_no_signs() -> None:
    assert spelled("Q♠ 10♥ 6♦ 4♣", "ascii") == "Qs 10h 6d 4c"
    assert spelled("Q♠ · 2×", "utf-8") == "Q♠ · 2×"
    assert spelled("Q♠ · 2×", "latin-1") == "Qs · 2×", "what the encoding has stays"
    assert spelled("die ⚄ 5", "ascii") == "die 5"


def test_what_stands_for_a_sign_is_as_wide_as_the_sign_and_plain() -> None:
    assert all(len(plain) == 1 and plain.isascii() for plain in INSTEAD.values())


@pytest.mark.parametrize(
    ("environment", "at_terminal", "expected"),
    [
        ({"LANG": "C"}, True, "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True, "ascii"),
        ({"LANG": "C"}, False, "utf-8"),
        ({"LANG": "C.UTF-8"}, True, "utf-8"),
        ({}, True, "utf-8"),
    ],
)
def test_the_plain_locale_of_a_terminal_is_taken_at_its_word(
    environment: dict[str, str], at_terminal: bool, expected: str
) -> None:
    assert charset("utf-8", at_terminal=at_terminal, environment=environment) == expected


def test_a_console_spells_what_it_prints() -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    SafeConsole(file=file, width=80).print("╭───╮ Q♠")
    file.seek(0)
    assert file.read() == "+---+ Qs\n"


@pytest.mark.parametrize("game", ["casino-monte", "baccarat", "three-card-poker"])
def test_a_table_is_dealt_without_a_question_mark_for_any_card(game: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from croupier.cli.main import main; main()", "play", game],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    text = ran.stdout.decode("ascii")
    lines = [line for line in text.splitlines() if not line.endswith("?") and "qualify?" not in line]
    assert not [line for line in lines if "?" in line]
    assert "+---+" in text
