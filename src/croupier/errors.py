"""Errors. A refusal says what was wrong, where, under which clause, and what would be right."""

import errno
from collections.abc import Iterable, Mapping
from numbers import Number
from typing import Final

QUOTE_LENGTH_MAX: Final = 60
WORDS: Final = {True: "true", False: "false", None: "null"}
ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def quoted(value: object, length_max: int = QUOTE_LENGTH_MAX) -> str:
    """Quote a value for a refusal as JSON writes it, in printable characters and shortened if long."""
    try:
        text = written(value[: length_max + 1] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # a number with thousands of digits, a list that contains itself
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= length_max else f"{text[:length_max]}…"


def written(value: object) -> str:
    """Write a value as JSON does; what JSON lacks, such as a TOML date, becomes text."""
    match value:
        case bool() | None:
            return WORDS[value]
        case Mapping():
            return "{" + ", ".join(f"{written(str(name))}: {written(one)}" for name, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(written(one) for one in value) + "]"
        case Number():
            return str(value)
        case _:
            return '"' + "".join(letter_written(letter) for letter in str(value)) + '"'


def visible(text: str) -> str:
    """Escape characters that are invisible or could control a terminal."""
    return "".join(letter if letter.isprintable() else letter_written(letter) for letter in text)


def letter_written(letter: str) -> str:
    """One character, escaped if it is invisible."""
    if letter in ESCAPES or letter.isprintable():
        return ESCAPES.get(letter, letter)
    point = ord(letter)
    if point < 0x10000:
        return f"\\u{point:04x}"
    high, low = divmod(point - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def error_text(error: BaseException, where: str = "") -> str:
    """What somebody else's error says: its name, where it came up, and its words if it has any that can be read."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001  # whatever keeps an error from telling itself
        words = ""
    return f"{type(error).__name__}{where}{words and f': {words}'}"


def listed(values: Iterable[object]) -> str:
    """Values in a sentence: `1, 2 and 4`, or `nothing`."""
    *first, last = map(str, [*values] or ["nothing"])
    return f"{', '.join(first)} and {last}" if first else last


def either(values: Iterable[object]) -> str:
    """Values to choose from in a sentence: `1, 2 or 4`."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


class Refused(Exception):
    """The request is not allowed by the rules; nothing has changed.

    >>> import croupier
    >>> try:
    ...     croupier.game("monte", decks=99)
    ... except croupier.Refused as refused:
    ...     print(refused.field, "|", refused.clause, "|", refused.reason)
    house.decks | CM-I1 | 99 is out of range; give 1 to 16
    """

    def __init__(self, reason: str, *, clause: str = "", field: str = "") -> None:
        """The reason is a sentence without clause and full stop."""
        self.reason = reason.removesuffix(".")  # what was quoted last may have its own
        self.clause = clause
        self.field = field
        super().__init__(str(self))

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        which = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.reason}{which}."

    def at(self, field: str) -> "Refused":
        """The same refusal with the field it concerns; a field already named stays."""
        return Refused(self.reason, clause=self.clause, field=self.field or field)


class Unproved(Refused):
    """What was asked for is in a journal that is wrong there, or before it."""


def unreadable(error: OSError, file: str) -> Refused:
    """Refuse a file that cannot be read, and say why in plain words."""
    reasons = {errno.ENOENT: "there is no such file", errno.EISDIR: "this is a folder, not a file"}
    return Refused(reasons.get(error.errno or 0, f"this cannot be read: {error.strerror}"), field=file)


class Mismatch(Refused):
    """Two things were asked for that do not go together, or one without another that it needs."""

    def __init__(self, field: str, verb: str, other: str) -> None:
        self.verb = verb
        self.other = other
        super().__init__(f"{verb} {other}", field=field)

    def __str__(self) -> str:
        return f"{self.field} {self.reason}."


class BooksDoNotBalance(Exception):
    """Money appeared, vanished or went below zero: a bug in the program, never a player's mistake."""


class Unwritten(Exception):
    """A file could not be written."""

    def __init__(self, path: object, why: str) -> None:
        self.path = path
        self.why = why
        super().__init__(f"{path} cannot be written: {why.removesuffix('.')}.")
