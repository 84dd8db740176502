"""Letters and plain marks for terminals that cannot show the signs of a table: `Qs` for `Q♠`, `|` for a card's edge."""

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

DICE: Final = "⚀⚁⚂⚃⚄⚅"
INSTEAD: Final = {
    **dict(zip("♣♦♥♠", "cdhs", strict=True)),
    **{sign: str(face) for face, sign in enumerate(DICE, 1)},
    **dict.fromkeys("─═╌━", "-"),
    **dict.fromkeys("│╎┃", "|"),
    **dict.fromkeys("╭╮╰╯", "+"),
    **dict.fromkeys("▒■", "#"),
    **dict.fromkeys("◉●", "o"),
    "▲": "^",
    "◎": "@",
    "▸": ">",
    "◁": "<",
    "↖": "^",
    "·": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "¢": "c",
    "…": ".",
    "’": "'",
}
"""What stands for a sign, one letter wide as the sign is."""
PLAIN_LOCALES: Final = ("C", "POSIX")


def charset(encoding: str, *, at_terminal: bool, environment: Mapping[str, str] = os.environ) -> str:
    """What a stream can show: its encoding, or ASCII on a terminal whose locale was set to the plain one.

    Python writes UTF-8 in the plain locale, whatever the terminal makes of it.
    """
    locale = environment.get("LC_ALL") or environment.get("LANG") or ""
    return "ascii" if at_terminal and locale in PLAIN_LOCALES else encoding


@lru_cache(maxsize=4096)
def spelled(text: str, encoding: str) -> str:
    """A text in signs that an encoding has."""
    if has(encoding, text):
        return text
    for sign in DICE:
        if not has(encoding, sign):
            text = text.replace(f"{sign} {INSTEAD[sign]}", INSTEAD[sign])  # the number beside it says the same
    return "".join(sign if has(encoding, sign) else INSTEAD.get(sign, "?") for sign in text)


def has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
