"""The one error that refuses: what was wrong, where, under which clause, and what would be right."""

import json
from decimal import Decimal
from typing import Final

QUOTE_LENGTH_MAX: Final = 60


def quoted(value: object, length_max: int = QUOTE_LENGTH_MAX) -> str:
    """Quote a value in a refusal as JSON writes it, in printable characters and cut where it is long."""
    text = str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False, default=plain)
    if not text.isprintable():
        text = json.dumps(value, default=plain)
    return text if len(text) <= length_max else f"{text[:length_max]}…"


def plain(value: object) -> object:
    """Give what JSON does not have, such as a date of TOML, as what it has."""
    return float(value) if isinstance(value, Decimal) else str(value)


class Refused(Exception):
    """Something was asked that the rules do not allow; nothing was changed."""

    def __init__(self, reason: str, *, clause: str = "", field: str = "") -> None:
        """Take the reason as a clause-less sentence without its full stop."""
        self.reason = reason
        self.clause = clause
        self.field = field
        super().__init__(str(self))

    def __str__(self) -> str:
        """Give the whole sentence: field, reason, clause."""
        where = f"{self.field}: " if self.field else ""
        which = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.reason}{which}."

    def at(self, field: str) -> "Refused":
        """Give the same refusal with the place it was met; a place already known stays."""
        return Refused(self.reason, clause=self.clause, field=self.field or field)


class BooksDoNotBalance(Exception):
    """Money appeared, vanished or went below zero: a fault in the program, never a player's mistake."""
