"""What a process that writes has said."""

from typing import NamedTuple


class Acknowledged(NamedTuple):
    requests: list[tuple[str, str, int]]
    """Table, key and number of each."""
    retried: int


def acknowledged(out: str) -> Acknowledged:
    """Read it; a last line that was cut off does not count."""
    lines = [text.split() for text in out.splitlines(keepends=True) if text.endswith("\n")]
    retried = sum(int(words[1]) for words in lines if words[0] == "retried")
    return Acknowledged([(words[0], words[1], int(words[2])) for words in lines if len(words) == 3], retried)
