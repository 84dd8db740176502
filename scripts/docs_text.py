"""Markdown for the docs scripts."""

import re
from collections.abc import Iterable

FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table."""
    cells = [list(heads), *(list(row) for row in rows)]
    cells.insert(1, ["---"] * len(cells[0]))
    return "".join(f"| {' | '.join(escaped(cell) for cell in row)} |\n" for row in cells)


def escaped(text: str) -> str:
    """Escape bars, and dollars outside code, which would end a cell or begin a formula."""
    return re.sub(r"(`[^`]*`)|\$", lambda found: found[1] or r"\$", text).replace("|", r"\|")


def code(text: object) -> str:
    return f"`{text}`"


def codes(words: Iterable[object], between: str = ", ") -> str:
    return between.join(code(word) for word in words)


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def blocks(text: str, *languages: str) -> list[str]:
    """The fenced blocks of a page in some languages."""
    return [found["text"] for found in FENCE.finditer(text) if found["language"] in languages]


def last_block(before: str, *languages: str) -> str:
    """The block that an example's answer belongs to."""
    found = blocks(before, *languages)
    if not found:
        raise LookupError(f"no block of {' or '.join(languages)} comes before it")
    return found[-1]
