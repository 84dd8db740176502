"""Text as it is printed: nothing in it is invisible, steers a terminal or turns the direction of reading."""

import re
from typing import Final

from croupier.errors import letter_written
from croupier.sheet import NO_BREAK

BREAK: Final = "\N{ZERO WIDTH SPACE}"
"""A place in a long word at which a line may end."""
LONG: Final = 18
"""Words of more characters may be broken."""
KEPT: Final = frozenset({NO_BREAK})


QUOTED: Final = re.compile("`([^`]+)`")


def unquoted(text: str) -> str:
    """Words of our own that stand between backticks, between quotation marks."""
    return QUOTED.sub(r"“\1”", text)


def plain(text: str) -> str:
    """Escape what is invisible, such as a control character or a mark that turns the direction of reading."""
    return "".join(letter if letter.isprintable() or letter in KEPT else letter_written(letter) for letter in text)


def plain_lines(text: str) -> str:
    """The same of text that has lines."""
    return "\n".join(map(plain, text.split("\n")))


def breakable(text: str, longest: int = LONG) -> str:
    """Let long words, such as the name of a file, break behind a sign in them, or anywhere if there is none."""
    return re.sub(rf"\S{{{longest + 1},}}", lambda word: broken(word[0], longest), text)


def broken(word: str, longest: int) -> str:
    parts = re.findall(r"[^/_.,:=\-]*[/_.,:=\-]+|[^/_.,:=\-]+", word)
    return BREAK.join(part[at : at + longest] for part in parts for at in range(0, len(part), longest))
